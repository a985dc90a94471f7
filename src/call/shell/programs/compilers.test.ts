import { describe, expect, test } from 'vitest'
import { factsOf } from './facts.testing.ts'
import { loadGrammar } from '../../code/grammar.node.ts'

const UNREAD = 'opaque unreadable-code'

describe('source that the command itself wrote is read before it is compiled', () => {
  test.each([
    `cat > x.c <<'E'\nint main(){ setuid(0); system("/bin/sh"); }\nE\ngcc x.c -o x`,
    `echo 'int main(){ while(1) fork(); }' | gcc -x c - -o bomb`,
    `echo 'int main(){ remove("/etc/passwd"); }' > x.cpp && g++ x.cpp`,
  ])('%s acts', (command) => {
    expect(factsOf(command)).toContain(UNREAD)
  })

  test('Rust by its grammar', async () => {
    await loadGrammar('rust')
    const facts = factsOf(
      `cat > x.rs <<'E'\nfn main(){ std::fs::remove_file("/etc/passwd").unwrap(); }\nE\nrustc x.rs && ./x`,
    )
    expect(facts.join('\n')).toContain('/etc/passwd')
  })

  test.each([
    `cat > x.c <<'E'\n#include <stdio.h>\nint main(){ printf("hello"); }\nE\ngcc x.c -o x`,
    `echo 'fn main(){ println!("hi"); }' > x.rs && rustc x.rs`,
    `echo 'int main(){ return 0; }' | gcc -x c - -o empty`,
    'gcc -O2 -o app src/main.c',
  ])('%s only computes', (command) => {
    expect(factsOf(command)).not.toContain(UNREAD)
  })
})
