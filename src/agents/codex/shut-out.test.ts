import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shutOut, unwrapped } from './shut-out.ts'

/** Commands that must do exactly the same without a terminal: what they print and how they end. */
const SAME: readonly string[] = [
  'echo hello',
  'printf "a\\nb"',
  'printf %s "no line end"',
  'true',
  'false',
  'exit 7',
  'exit 255',
  'sh -c "exit 3"',
  'echo out; echo err >&2; echo out again',
  'for i in 1 2 3; do echo out $i; echo err $i >&2; done',
  'echo err >&2; exit 4',
  'ls',
  'ls -la a.txt | cut -c1-10',
  'cat a.txt',
  'cat < a.txt',
  'wc -l < a.txt',
  'cat <<EOF\nhome is ${HOME:+set}\nEOF',
  "cat <<'EOF'\nit's $quoted `as` it is \\ here\nEOF",
  'cat <<-EOF\n\tindented\n\tEOF',
  'cat <<A; cat <<B\none\nA\ntwo\nB',
  'cat <<EOF | tr a-z A-Z\nlower\nEOF',
  'cat <<< "here string"',
  'echo hi # a comment at the end',
  '# nothing but a comment',
  "echo 'single' \"double\" $'dollar\\tquote'",
  "echo \"it's\" 'say \"hi\"' '\\n'",
  "echo ''\"''\"'''' x",
  'echo $((6 * 7)) ${#HOME} | wc -w',
  'echo "$0" "$#" "$@" | sed "s,.*/,,"',
  'set -o pipefail; false | cat',
  'false | cat',
  'true | false',
  'set -e; false; echo never',
  'set -u; echo $not_set_anywhere_at_all; echo never',
  'exec echo replaced',
  'exec sh -c "exit 9"',
  'trap "echo bye" EXIT; echo hi; exit 5',
  'trap "echo caught" INT; kill -INT $$; echo after',
  'trap "echo caught" TERM; kill -TERM $$; echo after',
  'kill -TERM $$; echo never',
  'kill -KILL $$; echo never',
  'sh -c "kill -9 \\$\\$" | cat; echo ${PIPESTATUS[0]}',
  '(exit 6)',
  '(echo sub; exit 6) || echo failed $?',
  '{ echo a; echo b; } | sort -r',
  'f() { echo in f "$1"; return 3; }; f x; echo $?',
  'x=1; export y=2; sh -c "echo [\\$x] [\\$y]"',
  'cd sub && pwd | sed "s,.*/,,"',
  'cd nowhere 2>/dev/null || echo no such directory',
  'echo a > made.tmp && cat made.tmp && rm made.tmp',
  'echo to-both | tee both.tmp; cat both.tmp; rm both.tmp',
  'find . -name "*.txt" | sort',
  'grep -n two a.txt',
  'grep -q absent a.txt; echo $?',
  'awk "{print NR\\": \\"\\$0}" a.txt',
  'sed -n 2p a.txt',
  'sort -r a.txt | head -1',
  'xargs echo < a.txt',
  'printf "1\\0002\\0003" | xargs -0 -n1 echo',
  'seq 1 20000 | tail -1',
  'seq 1 20000',
  'head -c 300000 /dev/zero | tr "\\0" x | wc -c',
  'yes | head -3',
  'nosuchprogram_at_all 2>/dev/null; echo $?',
  'nosuchprogram_at_all 2>/dev/null',
  './a.txt 2>/dev/null; echo $?',
  'if [ -f a.txt ]; then echo yes; else echo no; fi',
  'case abc in a*) echo starts;; *) echo other;; esac',
  'while read -r line; do echo "<$line>"; done < a.txt',
  'a=(one two three); echo "${a[1]} ${#a[@]}"',
  '[[ abc =~ b ]] && echo matches',
  'diff <(echo a) <(echo b); echo $?',
  'echo ünïcödé ✓ 日本',
  'env -i sh -c "echo [\\$HOME]"',
  'umask 077; umask',
  'sleep 0.1 & wait $!; echo waited $?',
  '(sleep 0.1; echo late) & wait',
  'git --version | cut -c1-11',
  'perl -e "print STDERR qq(e\\n); print qq(o\\n); exit 12"',
  'timeout 5 sh -c "exit 8"',
  'timeout 0.2 sleep 5',
  'echo "line one\nline two"',
  'echo a &&\necho b ||\necho c',
  'echo \\\ncontinued',
  'test -t 0 || echo no input terminal',
  'read line; echo "[$line] $?"',
  'cat',
  'sh',
  'wc -c',
  'ulimit -c 0; kill -ABRT $$',
  'echo done; sleep 2 >/dev/null 2>&1 &',
]

/** What was allowed, and then typed into. `MARK` appears only when the text was read by somebody who ran or printed it. */
const TYPED = "echo MA''RK > typed.txt; : MARK\n"
const WAITS: readonly (readonly [command: string, types?: string])[] = [
  ['cat > got.txt; sh got.txt', `${TYPED}\u0004`],
  ['bash'],
  ['sh'],
  ['bash -i'],
  ['read x; eval "$x"'],
  ['read x </dev/tty; eval "$x"'],
  ['sh -c \'read x </dev/tty; eval "$x"\''],
  ['bash </dev/tty'],
  ['exec bash </dev/tty'],
  ['bash <&1'],
  ['bash <&2'],
  ['bash 0<&1 1>&2'],
  ['exec 0<&2; read x; eval "$x"'],
  ['cat /dev/stderr > got.txt & sleep 1; sh got.txt'],
  ['for n in 0 1 2 3 4 5 6 7 8 9; do timeout 0.3 bash </proc/self/fd/$n; done'],
  ['tty; timeout 1 bash < "$(tty)"'],
  ['less a.txt', "!echo MA''RK > typed.txt\n"],
  ['more a.txt', "!echo MA''RK > typed.txt\n"],
  ['xargs -I{} sh -c {}'],
  ['xargs -o sh </dev/null'],
  ['python3 -i', "open('typed.txt','w').write('MA'+'RK')\n"],
  ['python3', "open('typed.txt','w').write('MA'+'RK')\n"],
  ['perl -e \'open T,"+</dev/tty" or exit; $x=<T>; system $x\''],
  ['perl -e \'open T,"<&=2"; $x=<T>; system $x\''],
  ["node -e \"process.stdin.on('data',d=>require('child_process').execSync(String(d)))\""],
  ['setsid -c bash'],
  ['setsid bash </dev/tty'],
  ['timeout -k 1 2 script -qc "timeout 1 bash" /dev/null'],
  ['nohup bash'],
  ['(sleep 0.2; bash </dev/tty) & wait'],
  ['sleep 1'],
  ['timeout -k 1 2 vi typed2.txt', ":!echo MA''RK > typed.txt\n"],
  ['git -p log', "!echo MA''RK > typed.txt\n"],
]

const BASH = ['bash', '-c'] as const

interface Run {
  readonly words: readonly string[]
  readonly types?: string
  readonly signal?: string
  readonly after?: string
  readonly patience?: number
  readonly until?: string
  readonly directory?: string
  readonly environment?: Readonly<Record<string, string>>
}

interface Outcome {
  readonly output: string
  readonly status: number | 'still running'
}

let directory: string

function onTerminal(runs: readonly Run[]): readonly Outcome[] {
  const input = JSON.stringify(runs.map((run) => ({ directory, patience: 60, ...run })))
  const driver = join(import.meta.dirname, '..', '..', '..', 'test', 'shut-out', 'terminal.py')
  const ran = spawnSync('python3', [driver], { input, encoding: 'utf8', maxBuffer: 1 << 28 })
  if (ran.status !== 0) throw new Error(ran.stderr)
  return JSON.parse(ran.stdout) as Outcome[]
}

function wrapped(command: string): string {
  return shutOut({ command })!['command'] as string
}

/** Those of the commands that did what was typed into them. Each works in a directory of its own. */
function heardBy(commands: typeof WAITS, made: (command: string) => string): readonly string[] {
  const places = commands.map(() => mkdtempSync(join(directory, 'typed-')))
  for (const place of places) writeFileSync(join(place, 'a.txt'), 'text\n'.repeat(500))
  onTerminal(
    commands.map(([command, types = TYPED], at) => ({
      words: [...BASH, made(command)],
      types,
      // Ends by itself, or as soon as it did what was typed.
      patience: 60,
      until: 'typed.txt',
      directory: places[at]!,
    })),
  )
  return commands.flatMap(([command], at) => (existsSync(join(places[at]!, 'typed.txt')) ? [command] : []))
}

/** The machine without one of its programs. */
function pathWithout(hidden: RegExp): Readonly<Record<string, string>> {
  const bin = mkdtempSync(join(directory, 'bin-'))
  for (const from of ['/usr/bin', '/bin'])
    for (const name of readdirSync(from))
      if (!hidden.test(name) && !existsSync(join(bin, name))) symlinkSync(join(from, name), join(bin, name))
  return { PATH: bin }
}

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'portcullis-shut-out-'))
  writeFileSync(join(directory, 'a.txt'), 'one\ntwo\nthree\n')
  spawnSync('sh', [
    '-c',
    `mkdir ${directory}/sub; cd ${directory}; git init -q; git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x`,
  ])
})

afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('a command that nothing can be typed into', () => {
  const plain = (command: string): Outcome => {
    const ran = spawnSync('bash', ['-c', `exec 2>&1; ${'exec bash -c "$1" </dev/null'}`, 'bash', command], {
      cwd: directory,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    const signals: Readonly<Record<string, number>> = { SIGTERM: -15, SIGKILL: -9, SIGABRT: -6 }
    return { output: ran.stdout, status: ran.signal === null ? ran.status! : signals[ran.signal]! }
  }

  test('prints the same and ends the same', { timeout: 240_000 }, () => {
    const outcomes = onTerminal(SAME.map((command) => ({ words: [...BASH, wrapped(command)] })))
    const expected = SAME.map(plain)
    expect(SAME.map((command, at) => [command, outcomes[at]])).toEqual(
      SAME.map((command, at) => [command, expected[at]]),
    )
  })

  test.each(['perl', 'python3'] as const)('without %s it is the same', { timeout: 240_000 }, (hidden) => {
    const some = SAME.filter((_command, at) => at % 4 === 0 || SAME[at]!.includes('kill'))
    const environment = pathWithout(new RegExp(`^${hidden}`))
    const outcomes = onTerminal(some.map((command) => ({ words: [...BASH, wrapped(command)], environment })))
    expect(outcomes).toEqual(some.map(plain))
  })

  test('without both it does not start', { timeout: 240_000 }, () => {
    const bin = pathWithout(/^(?:perl|python)/)
    const [outcome] = onTerminal([{ words: [...BASH, wrapped('echo started')], environment: bin }])
    expect(outcome).toEqual({ output: expect.stringContaining('Perl or Python 3 is needed'), status: 126 })
    expect(outcome!.output).not.toContain('started\n')
  })

  test('hears nothing of what is typed', { timeout: 240_000 }, () => {
    expect(heardBy(WAITS, wrapped)).toEqual([])
  })

  test('hears it when it is not rewritten: the test can fail', { timeout: 240_000 }, () => {
    const some = WAITS.slice(0, 12)
    expect(heardBy(some, (command) => command)).toEqual(some.map(([command]) => command))
  })

  test('has no descriptor of a terminal', { timeout: 240_000 }, () => {
    const look =
      'for n in 0 1 2 3 4 5 6 7 8 9 10 255; do test -t $n && echo terminal $n; done; (: </dev/tty) 2>/dev/null && echo controlling; echo looked'
    expect(onTerminal([{ words: [...BASH, wrapped(look)] }])).toEqual([{ output: 'looked\n', status: 0 }])
  })

  test('is interrupted and ended as before', { timeout: 240_000 }, () => {
    const command = 'trap "echo stopped; exit 3" INT TERM; echo ready; while :; do sleep 0.05; done'
    const run = (signal: string): Run => ({ words: [...BASH, wrapped(command)], signal, after: 'ready' })
    const stopped = { output: expect.stringMatching(/^ready\n(?:Terminated\n)?stopped\n$/), status: 3 }
    expect(onTerminal([run('SIGINT'), run('SIGTERM')])).toEqual([stopped, stopped])
    const plainly = { words: [...BASH, wrapped('echo ready; sleep 20')], signal: 'SIGTERM', after: 'ready' }
    expect(onTerminal([plainly])).toEqual([{ output: 'ready\n', status: -15 }])
  })

  test('leaves jobs in the background alone and does not wait for them', { timeout: 240_000 }, () => {
    // The job would go on for longer than anybody here waits.
    const [outcome] = onTerminal([{ words: [...BASH, wrapped('(sleep 300; echo late) & echo at once $!')] }])
    expect(outcome).toEqual({ output: expect.stringMatching(/^at once \d+\n$/), status: 0 })
    const job = Number(/\d+/.exec(outcome!.output)![0])
    expect(process.kill(job, 0)).toBe(true)
    process.kill(job)
  })

  test.each([
    ['sh', '-c'],
    ['bash', '-lc'],
  ])('runs in the shell that was chosen: %s %s', { timeout: 240_000 }, (shell, flags) => {
    const command = 'echo "$0"; shopt -q login_shell 2>/dev/null && echo login; exit 3'
    const login = flags.includes('l') ? 'login\n' : ''
    const environment = { HOME: directory }
    expect(onTerminal([{ words: [shell, flags, wrapped(command)], environment }])).toEqual([
      { output: `${shell}\n${login}`, status: 3 },
    ])
  })
})

describe('rewriting', () => {
  test('is taken back exactly, and only what we wrote ourselves', () => {
    for (const command of [...SAME, ...WAITS.map(([each]) => each), "'", "''", "'\\''", '', '\n', '\\'])
      expect(unwrapped(wrapped(command))).toBe(command)
    const ours = wrapped('echo a')
    for (const other of [
      'echo a',
      `${ours} `,
      ` ${ours}`,
      ours.replace("'echo a'", "'echo a'; rm -rf x '"),
      ours.replace("'echo a'", '"echo a"'),
    ])
      expect(unwrapped(other)).toBe(other)
  })

  const PATCH = '*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch'
  test.each([
    [`apply_patch <<'EOF'\n${PATCH}\nEOF`, 'is left alone'],
    [`apply_patch <<"EOF"\n${PATCH}\nEOF\n`, 'is left alone'],
    [`cd sub/dir && apply_patch <<'PATCH'\n${PATCH}\nPATCH`, 'is left alone'],
    [`apply_patch <<EOF\n${PATCH}\nEOF`, 'is left alone'],
    [`apply_patch <<EOF\n${PATCH.replace('+x', '+$(id)')}\nEOF`, 'is rewritten'],
    [`apply_patch <<'EOF'\n${PATCH}\nEOF\nbash`, 'is rewritten'],
    [`apply_patch <<'EOF'; bash\n${PATCH}\nEOF`, 'is rewritten'],
    [`apply_patch <<'EOF'\n${PATCH}\nEOF\nbash\nEOF`, 'is rewritten'],
    [`bash; apply_patch <<'EOF'\n${PATCH}\nEOF`, 'is rewritten'],
    [`cd $(bash) && apply_patch <<'EOF'\n${PATCH}\nEOF`, 'is rewritten'],
    ["apply_patch <<'EOF'\nnot a patch\nEOF", 'is rewritten'],
    ['apply_patch', 'is rewritten'],
    ["less <<'EOF'\nx\nEOF", 'is rewritten'],
  ])('%j %s', (command, how) => {
    expect(shutOut({ command })?.['command'] === command).toBe(how === 'is left alone')
  })

  test('keeps the other parameters, and gives up on what it cannot read', () => {
    expect(shutOut({ command: 'ls', workdir: '/w' })).toMatchObject({ workdir: '/w' })
    for (const command of [undefined, 7, ['ls'], 'a\0b', 'x'.repeat(70_000)])
      expect(shutOut(command === undefined ? {} : { command })).toBeUndefined()
  })
})
