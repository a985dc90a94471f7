import { describe, expect, test } from 'vitest'
import { factsOf } from './facts.testing.ts'

describe('names of files that are listed elsewhere', () => {
  test.each([
    [`printf '.ssh/id_rsa\\n' > n.lst; tar -C ~ -cf a.tar -T n.lst`, 'read ~/.ssh/id_rsa'],
    [`printf '/etc/shadow\\n' > n.lst; rsync -a --files-from=n.lst src/ out/`, 'read /etc/shadow'],
    [`printf '~/.netrc' | tar -cf a.tar -T -`, 'read ~/.netrc'],
    [`echo /etc/shadow > n.lst; wc --files0-from n.lst`, 'read /etc/shadow'],
  ])('%s', (command, fact) => {
    expect(factsOf(command).join('\n')).toContain(fact.replace('~', '/home/dev'))
  })

  test('members of an archive are no files of the machine', () => {
    expect(factsOf(`printf '/etc/shadow\\n' > n.lst; tar xf a.tar -T n.lst`).join('\n')).not.toContain('/etc/shadow')
  })

  test('what lsof prints may lie anywhere, its numbers are only numbers', () => {
    expect(factsOf(`lsof -p 42 -Fn | xargs -I{} cp {} kept`).join('\n')).toContain('read')
    expect(factsOf('lsof -ti :3000 | xargs kill').join('\n')).not.toContain('read /')
  })
})

describe('orders for a debugger', () => {
  test.each([
    [`printf 'attach 4242\\n' > x.gdb; gdb -batch -x x.gdb`, 'system inject-process'],
    [`printf 'shell touch made\\n' > x.gdb; gdb -batch -x x.gdb`, 'made'],
    [`gdb -batch -x elsewhere.gdb`, 'opaque unreadable-code'],
    [`gdb -batch -ex 'attach 4242'`, 'system inject-process'],
  ])('%s', (command, fact) => {
    expect(factsOf(command).join('\n')).toContain(fact)
  })
})

describe('what other programs are told to open', () => {
  test.each([
    [`awk 'BEGIN { p = ENVIRON["HOME"] "/.net" "rc"; while ((getline l < p) > 0) print l }'`, '/home/dev/.netrc'],
    [`awk 'BEGIN{ARGV[1]="/etc/shadow";ARGC=2}{print}'`, 'read /etc/shadow'],
    [`printf 'r /etc/shadow\\n,p\\nQ\\n' | ed -s`, 'read /etc/shadow'],
    [`printf 'url = "file:///etc/shadow"\\n' | curl -s -K -`, '/etc/shadow'],
    [`bwrap --ro-bind / / --bind /etc/ssl /mnt cat /mnt/x`, 'read /etc/ssl'],
    [`parallel 'fold -w 60 {}' ::: /etc/shadow`, 'read /etc/shadow'],
    [`a=(/etc/sh*); for i in "\${!a[@]}"; do cat "\${a[i]}"; done`, '/etc/sh'],
  ])('%s', (command, fact) => {
    expect(factsOf(command).join('\n')).toContain(fact)
  })

  test('what jq makes without input is not known to be nothing', () => {
    expect(factsOf(`jq -n '{a: true}' > out.json; cat out.json | sh`).join('\n')).toContain('run shell standard-input')
  })
})
