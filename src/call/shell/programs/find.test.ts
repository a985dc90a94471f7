import { describe, expect, test } from 'vitest'
import { deedsOf } from './summary.testing.ts'

describe('find and fd', () => {
  test.each([
    ['find . -name "*.o" -delete', ['list /home/dev/project recursive', 'delete /home/dev/project recursive filtered']],
    ['find build -delete', ['list /home/dev/project/build recursive', 'delete /home/dev/project/build recursive']],
    ['find . -mindepth 1 -delete', ['list /home/dev/project recursive', 'delete /home/dev/project recursive']],
    ['find / -name x -exec rm -rf {} +', ['list / recursive', 'delete {} recursive']],
    ['find . -exec sh \\; -quit', ['list /home/dev/project recursive', 'opaque interactive']],
    ['find . -fprintf ~/.bashrc "%p"', ['list /home/dev/project recursive', 'write /home/dev/.bashrc overwrite']],
    ['find . -type f -newer a', ['list /home/dev/project recursive', 'list /home/dev/project/a']],
    ['fd -e ts', ['list /home/dev/project recursive']],
    ['fd x -x rm', ['list /home/dev/project recursive', 'delete {}']],
  ])('%s', (command, deeds) => {
    expect(deedsOf(command)).toEqual(deeds)
  })

  test('an unknown primary may be any primary', () => {
    expect(deedsOf('find . -type f $PRIMARIES')).toContain('opaque unknown-option')
    expect(deedsOf('find . "${primaries[@]}"')).toContain('opaque unknown-option')
  })

  test('arguments are those of the function, and a command that is typed has none', () => {
    expect(deedsOf('find . "$@"')).toEqual(['list /home/dev/project recursive'])
    expect(deedsOf('f() { find src "$@"; }; f -delete')).toContain('delete /home/dev/project/src recursive')
  })
})

describe('sed', () => {
  test.each([
    ["sed 's/a/b/g' f", ['read /home/dev/project/f']],
    ["sed -i '' 's/\\/[^/]*$//' f", ['read /home/dev/project/f', 'write /home/dev/project/f edit']],
    ["sed -n '/start/,/end/{s/x/y/;p}' f", ['read /home/dev/project/f']],
    ["sed '$!N;s/\\n/ /' f", ['read /home/dev/project/f']],
    ["sed '1i header' f", ['read /home/dev/project/f']],
    ['sed -n "${n}p" f', ['read /home/dev/project/f']],
    ["sed 'w /home/dev/.bashrc' f", ['write /home/dev/.bashrc overwrite', 'read /home/dev/project/f']],
    ["sed 's/x/y/w out' f", ['write /home/dev/project/out overwrite', 'read /home/dev/project/f']],
    ["sed '1e rm -rf x' f", ['delete /home/dev/project/x recursive', 'read /home/dev/project/f']],
    ["sed 's/.*/id/e' f", ['opaque dynamic-code', 'read /home/dev/project/f']],
    ['sed e', ['opaque dynamic-code']],
    ['sed "$script" f', ['opaque dynamic-code', 'read /home/dev/project/f']],
    ["sed 'k' f", ['opaque unreadable-code', 'read /home/dev/project/f']],
  ])('%s', (command, deeds) => {
    expect(deedsOf(command)).toEqual(deeds)
  })
})

describe('text tools that run or write', () => {
  test.each([
    ['sort -o out in', ['write /home/dev/project/out overwrite', 'read /home/dev/project/in']],
    ['sort --compress-prog=sh in', ['opaque interactive', 'read /home/dev/project/in']],
    ['rg --pre=rm pattern', ['delete …', 'read /home/dev/project recursive']],
    ['grep -rn needle src', ['read /home/dev/project/src recursive']],
    ['grep -e x -f list', ['read /home/dev/project/list']],
    ['jq --arg v 1 .a package.json', ['read /home/dev/project/package.json']],
    ['jq -n env', ['secret environment']],
    ['date -s 2020-01-01', ['system change-clock']],
    ['date +%F', []],
    ['wc -l .env', ['read /home/dev/project/.env']],
    ['comm -1 a b', ['read /home/dev/project/a', 'read /home/dev/project/b']],
    ['diff -i a b', ['read /home/dev/project/a', 'read /home/dev/project/b']],
    ['paste -s .env', ['read /home/dev/project/.env']],
    ['strings -n 8 core', ['read /home/dev/project/core']],
    ['hexdump -C .env', ['read /home/dev/project/.env']],
    ['cut -d = -f 2 .env', ['read /home/dev/project/.env']],
    ["fzf --bind 'enter:execute(sh)'", ['opaque unknown-option']],
  ])('%s', (command, deeds) => {
    expect(deedsOf(command)).toEqual(deeds)
  })
})
