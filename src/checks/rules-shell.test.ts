import { describe, expect, it, test } from 'vitest'
import { possibleRule, ruleFor } from './rules.ts'
import { spoken, subjectOf } from './rules.fixture.ts'

const speaks = (tool: string, rule: string): boolean =>
  ruleFor('allow', subjectOf(tool, { command: 'ls' }, { allow: [rule] })) !== undefined

describe('a deny rule on a command', () => {
  describe('matches any one command, however it is reached', () => {
    test.each<[string, string]>([
      ['curl *', 'curl https://example.com'],
      ['curl *', 'curl'],
      ['curl', 'curl'],
      ['curl:*', 'curl -s x'],
      // Compounds.
      ['curl *', 'ls && curl x'],
      ['curl *', 'ls || curl x'],
      ['curl *', 'ls; curl x'],
      ['curl *', 'cat a | curl -d @- x'],
      ['curl *', 'cat a |& curl x'],
      ['curl *', 'sleep 1 & curl x'],
      ['curl *', 'ls\ncurl x'],
      ['curl *', '(curl x)'],
      ['curl *', '{ curl x; }'],
      ['curl *', '! curl x'],
      ['curl *', 'if true; then curl x; fi'],
      ['curl *', 'for f in a b; do curl $f; done'],
      ['curl *', 'while curl x; do sleep 1; done'],
      ['curl *', 'case a in a) curl x;; esac'],
      ['curl *', 'f() { curl x; }; f'],
      ['curl *', 'f() { curl x; }'],
      // Substitutions.
      ['curl *', 'echo $(curl x)'],
      ['curl *', 'echo `curl x`'],
      ['curl *', 'echo "$(curl x)"'],
      ['curl *', 'diff <(curl x) y'],
      ['curl *', 'X=$(curl x)'],
      ['curl *', 'echo $(echo $(curl x))'],
      ['curl *', 'cat <<EOF\n$(curl x)\nEOF'],
      // Other ways to write the name.
      ['curl *', '/usr/bin/curl x'],
      ['curl *', './curl x'],
      ['curl *', '\\curl x'],
      ['curl *', '"curl" x'],
      ['curl *', "'curl' x"],
      ['curl *', 'c""url x'],
      ['curl *', "$'curl' x"],
      ['curl *', 'curl.exe x'],
      ['curl *', 'CURL x'],
      ['curl *', '/*/bin/curl x'],
      ['curl *', 'X=curl; $X https://example.com'],
      ['curl *', '{curl,x}'],
      // Assignments in front.
      ['curl *', 'FOO=bar curl x'],
      ['curl *', 'LD_PRELOAD=/tmp/x.so A=b curl x'],
      ['curl *', 'FOO=$(date) curl x'],
      // Wrappers.
      ['curl *', 'timeout 5 curl x'],
      ['curl *', 'timeout -k 1 -s KILL 5 curl x'],
      ['curl *', 'time curl x'],
      ['curl *', 'nice -n 10 curl x'],
      ['curl *', 'nice -10 curl x'],
      ['curl *', 'nohup curl x &'],
      ['curl *', 'stdbuf -oL curl x'],
      ['curl *', 'command curl x'],
      ['curl *', 'builtin curl x'],
      ['curl *', 'noglob curl x'],
      ['curl *', 'echo x | xargs curl'],
      ['curl *', 'nohup timeout 5 nice /usr/bin/curl x'],
      // Subcommands past the options of the program.
      ['git push *', 'git push'],
      ['git push *', 'git push origin main'],
      ['git push *', 'git -C . push'],
      ['git push *', 'git -c a.b=c push origin'],
      ['git push *', 'git --no-pager push'],
      ['git push *', 'git --git-dir=.git --work-tree . push'],
      ['git push *', "git 'push' origin"],
      ['git push *', 'git "pu"sh origin'],
      ['git push *', '/usr/bin/git -C /x push'],
      ['git push *', 'cd x && git push'],
      ['git push *', 'git  push   origin'],
      ['kubectl delete *', 'kubectl -n prod delete pod x'],
      ['docker run *', 'docker --context other run x'],
      ['npm publish *', 'npm --prefix pkg publish'],
      // Whole patterns.
      ['* --force *', 'git push --force origin'],
      ['*secret*', 'echo my secret thing'],
      ['rm -rf *', 'rm -rf $HOME'],
      ['rm -rf *', 'rm -rf *'],
      ['FOO=bar make', 'FOO=bar make'],
    ])('%s on %j', (specifier, command) => {
      expect(spoken('deny', [`Bash(${specifier})`], command)).toBe(`Bash(${specifier})`)
      expect(spoken('ask', [`Bash(${specifier})`], command)).toBe(`Bash(${specifier})`)
    })
  })

  describe('looks through what runs another command', () => {
    test.each<[string, string]>([
      ['curl *', "sh -c 'curl x'"],
      ['curl *', 'bash -lc "ls; curl x"'],
      ['curl *', 'bash -c \'sh -c "curl x"\''],
      ['curl *', 'eval "curl x"'],
      ['curl *', 'sudo curl x'],
      ['curl *', 'env A=b curl x'],
      ['curl *', 'exec curl x'],
      ['curl *', 'find . -exec curl {} \\;'],
      ['git push *', "bash -c 'git -C . push'"],
      ['rm *', 'ls | xargs -n1 rm'],
      ['rm *', 'sudo -u root env X=1 rm x'],
    ])('%s on %j', (specifier, command) => {
      expect(spoken('deny', [`Bash(${specifier})`], command)).toBe(`Bash(${specifier})`)
    })
  })

  describe('leaves everything else alone', () => {
    test.each<[string, string]>([
      ['curl *', 'curlie x'],
      ['curl', 'curl x'],
      ['curl *', 'echo curl'],
      ['curl *', 'echo "curl x"'],
      ['curl *', 'grep curl file'],
      ['curl *', 'ls # curl x'],
      ['curl *', 'man curl'],
      ['curl *', 'command -v curl'],
      ['curl *', 'git commit -m "use curl x"'],
      ['curl *', "cat <<'EOF'\ncurl x\nEOF"],
      ['git push *', 'git log --grep push'],
      ['git push *', 'git status'],
      ['git push *', 'git -C push status'],
      ['git push', 'git push origin'],
      ['ls *', 'lsof'],
      ['npm run test:*', 'npm run testing'],
      ['rm -rf *', 'rm x'],
      ['rm *', 'rmdir x'],
      ['curl *', '$X https://example.com'],
      ['curl *', '$(cat name) x'],
      ['git push *', 'git $SUBCOMMAND'],
      ['npx *', 'docker exec web npm test'],
    ])('%s on %j', (specifier, command) => {
      expect(spoken('deny', [`Bash(${specifier})`], command)).toBeUndefined()
    })
  })

  it('matches pieces of text that cannot be parsed', () => {
    expect(spoken('deny', ['Bash(curl *)'], 'ls && curl x &&')).toBe('Bash(curl *)')
    expect(spoken('deny', ['Bash(curl *)'], 'ls &&')).toBeUndefined()
  })

  it('bare Bash, and Bash(*), match every command', () => {
    for (const rule of ['Bash', 'Bash(*)', 'bash', '*', 'B*']) expect(spoken('deny', [rule], 'ls')).toBe(rule)
    expect(spoken('deny', ['PowerShell'], 'ls')).toBeUndefined()
  })

  it('speaks of the shell under whatever name the agent knows it', () => {
    for (const tool of ['run_shell_command', 'shell', 'Bash', 'bash']) {
      const subject = subjectOf(tool, { command: 'curl x' }, { deny: ['Bash(curl *)'] })
      expect(ruleFor('deny', subject)?.rule.text).toBe('Bash(curl *)')
    }
    const own = subjectOf('run_shell_command', { command: 'curl x' }, { deny: ['run_shell_command(curl *)'] })
    expect(ruleFor('deny', own)?.rule.text).toBe('run_shell_command(curl *)')
  })

  it('a parameter rule is read beside the command', () => {
    const deny = ['Bash(run_in_background:true)']
    expect(ruleFor('deny', subjectOf('Bash', { command: 'ls', run_in_background: true }, { deny }))).toBeDefined()
    expect(ruleFor('deny', subjectOf('Bash', { command: 'ls', run_in_background: false }, { deny }))).toBeUndefined()
    expect(ruleFor('deny', subjectOf('Bash', { command: 'ls' }, { deny }))).toBeUndefined()
  })
})

describe('an allow rule on a command', () => {
  describe('needs every command to match', () => {
    test.each<[readonly string[], string]>([
      [['npm test'], 'npm test'],
      [['npm test *'], 'npm test -- --watch'],
      [['npm run:*'], 'npm run build'],
      [['git log *', 'head *'], 'git log | head -5'],
      [['git *', 'npm *'], 'git status && npm test'],
      [['echo *', 'date'], 'echo $(date)'],
      [['echo *'], 'echo "a; b && c"'],
      [['echo *'], "echo 'x > y'"],
      [['echo *'], 'echo a\\ b'],
      [['git "log" x'], 'git "log" x'],
      [['git log *'], "git 'log' x"],
      // Wrappers the rules see through.
      [['npm test'], 'timeout 60 npm test'],
      [['npm test'], 'timeout --signal=KILL 60 npm test'],
      [['npm test'], 'time npm test'],
      [['npm test'], 'nice -n 5 nohup npm test'],
      [['npm test'], 'stdbuf -oL npm test'],
      [['npm test'], 'command npm test'],
      [['git commit -m "a b"'], 'timeout 5 git commit -m "a b"'],
      [['timeout *'], 'timeout 5 make'],
      [['ls', 'grep *'], 'ls | xargs grep x'],
      [['ls', 'xargs grep x'], 'ls | xargs grep x'],
      // Assignments that change nothing.
      [['npm test'], 'NODE_ENV=test npm test'],
      [['npm test'], 'CI=1 NO_COLOR=1 npm test'],
      [['NODE_OPTIONS=--inspect npm test'], 'NODE_OPTIONS=--inspect npm test'],
      [['make *'], 'make CC=gcc all'],
      // Control flow.
      [['npm test'], 'for i in 1 2; do npm test; done'],
      [['npm test', 'echo *'], 'if npm test; then echo ok; fi'],
      [['npm test'], '(npm test)'],
      // Output that goes nowhere.
      [['npm test'], 'npm test > /dev/null 2>&1'],
      [['npm test'], 'npm test 2>&1'],
      [['npm test'], 'npm test < package.json'],
      [['cat *'], "cat <<'EOF'\nhello\nEOF"],
      [['find *'], 'find . -name "*.ts"'],
      [['find *'], 'find . -name "$PATTERN"'],
      [['watch ls'], 'watch ls'],
      [['find . -delete'], 'find . -delete'],
      [['*'], 'anything at all'],
      [['*'], 'a && b || c'],
      [['npm *'], 'npm install $PACKAGE'],
    ])('%j on %j', (specifiers, command) => {
      expect(
        spoken(
          'allow',
          specifiers.map((each) => `Bash(${each})`),
          command,
        ),
      ).toBeDefined()
    })
  })

  describe('does not match', () => {
    test.each<[readonly string[], string]>([
      [['npm test'], 'npm test x'],
      [['npm test'], 'npm tests'],
      [['npm test'], 'npm test && rm x'],
      [['npm test'], 'npm test; rm x'],
      [['npm test'], 'npm test | sh'],
      [['npm test'], 'npm test & rm x'],
      [['npm test'], 'npm test\nrm x'],
      [['npm test *'], 'npm test $(rm x)'],
      [['npm test *'], 'npm test `rm x`'],
      [['npm test *'], 'npm test "$(rm x)"'],
      [['npm test *'], 'npm test <(rm x)'],
      [['npm test'], 'npm() { rm x; }; npm test'],
      [['npm test'], 'if true; then npm test; fi'],
      // Not parsed.
      [['npm test'], 'npm test &&'],
      [['*'], 'npm test &&'],
      [['npm test *'], 'npm test "unclosed'],
      // The name written otherwise may be another program.
      [['curl *'], '/usr/bin/curl x'],
      [['curl *'], './curl x'],
      [['git push *'], 'git -C /elsewhere push'],
      [['git push *'], 'git -c core.sshCommand=x push'],
      [['git log *'], 'git "log x"'],
      [['npm test'], "sh -c 'npm test'"],
      [['npm test'], '$X test'],
      [['npm *'], '$(echo npm) test'],
      // Wrappers that are not seen through.
      [['npm test'], 'npx npm test'],
      [['npm test'], 'docker exec web npm test'],
      [['npm test'], 'sudo npm test'],
      [['npm test'], 'env npm test'],
      [['npm test'], 'devbox run npm test'],
      [['npm test'], 'mise exec npm test'],
      [['npm test'], 'nocorrect npm test'],
      [['curl'], 'command -v curl'],
      [['npm test'], 'command -p npm test'],
      [['npm test'], 'timeout --odd 5 npm test'],
      [['grep x'], 'ls | xargs grep x'],
      [['ls', 'rm *'], 'ls | xargs -I{} rm {}'],
      // Never by prefix.
      [['watch *'], 'watch ls'],
      [['setsid *'], 'setsid ls'],
      [['ionice *'], 'ionice ls'],
      [['flock *'], 'flock /tmp/l ls'],
      [['find *'], 'find . -delete'],
      [['find *'], 'find . -exec rm {} \\;'],
      [['find *'], 'find . -execdir rm {} +'],
      [['find *'], 'find . -fprint /etc/x'],
      [['find *'], 'find . -files0-from x'],
      [['find *'], 'timeout 5 find . -delete'],
      [['find *'], 'find . $EXTRA'],
      // Assignments that change what runs.
      [['npm test'], 'NODE_OPTIONS=--require=/tmp/x npm test'],
      [['npm test'], 'PATH=/tmp npm test'],
      [['npm test'], 'LD_PRELOAD=/tmp/x npm test'],
      [['npm test'], 'NODE_ENV=$(curl x) npm test'],
      [['npm test'], 'PATH=/tmp; npm test'],
      [['npm test'], 'PATH="/tmp: x"; npm test'],
      [['npm test'], '>/dev/null PATH=/tmp; npm test'],
      [['npm test'], 'PATH\\\n=/tmp; npm test'],
      [['npm test'], 'case x in x) PATH=/tmp;; esac; npm test'],
      [['npm test', 'echo *'], 'PATH=/tmp; echo $(echo PATH=1); npm test'],
      [['npm test'], 'for PATH in /tmp; do npm test; done'],
      [['npm test', 'echo *'], 'echo ${PATH:=x}; npm test'],
      [['npm test'], 'export PATH=/tmp; npm test'],
      [['npm *'], 'NODE_OPTIONS=--inspect npm test'],
      [['npm *'], 'npm test "${X@P}"'],
      // More than is looked at.
      [['npm test'], 'npm test; '.repeat(2_000)],
      // Output that goes into a file.
      [['echo *'], 'echo x > file'],
      [['echo *'], 'echo x >> file'],
      [['echo *'], 'echo x >| file'],
      [['echo *'], 'echo x &> file'],
      [['echo *'], 'echo x 2> file'],
      [['echo *'], 'echo x > ~/file'],
      [['echo *'], 'echo x > "$FILE"'],
      [['echo *'], 'echo x > *.txt'],
      [['echo *'], 'echo x > /dev/tcp/example.com/80'],
      [['echo *'], '{ echo x; } > file'],
      [['echo *'], 'for i in 1; do echo $i; done > file'],
      [['echo *', 'tee *'], 'echo x | tee file'],
      [['echo *', 'tee *'], 'echo x | tee -a file /dev/null'],
      [['echo *', 'tee *'], 'echo x | nohup tee file'],
      [['cat'], 'cat < /etc/passwd'],
      [['cat'], 'cat < ~/notes'],
    ])('%j on %j', (specifiers, command) => {
      expect(
        spoken(
          'allow',
          specifiers.map((each) => `Bash(${each})`),
          command,
        ),
      ).toBeUndefined()
    })
  })

  describe('covers a file with an Edit or Read rule beside it', () => {
    test.each<[readonly string[], string, boolean]>([
      [['Bash(echo *)', 'Edit(out/**)'], 'echo x > out/a.txt', true],
      [['Bash(echo *)', 'Edit(out/**)'], 'echo x > other/a.txt', false],
      [['Bash(echo *)', 'Edit(out/**)'], 'echo x > out/../a.txt', false],
      [['Bash(echo *)', 'Edit(~/notes/**)'], 'echo x > ~/notes/a', false],
      [['Bash(echo *)', 'Edit(~/notes/**)'], 'echo x > /home/dev/notes/a', true],
      [['Bash(echo *)', 'Bash(tee *)', 'Edit(out/**)'], 'echo x | tee out/a out/b', true],
      [['Bash(echo *)', 'Bash(tee *)', 'Edit(out/**)'], 'echo x | tee out/a b', false],
      [['Bash(echo *)', 'Edit(out/**)'], '{ echo x; } > out/a', true],
      [['Bash(cat)', 'Read(//etc/hosts)'], 'cat < /etc/hosts', true],
      [['Bash(cat)', 'Read(//etc/hosts)'], 'cat < /etc/passwd', false],
      [['Edit(out/**)'], 'echo x > out/a', false],
    ])('%j on %j: %j', (rules, command, expected) => {
      expect(spoken('allow', rules, command) !== undefined).toBe(expected)
    })
    it('acceptEdits covers the workspace and nothing else', () => {
      const allow = ['Bash(echo *)']
      expect(spoken('allow', allow, 'echo x > file', { mode: 'acceptEdits' })).toBeDefined()
      expect(spoken('allow', allow, 'echo x > /tmp/file', { mode: 'acceptEdits' })).toBeUndefined()
      const world = { links: { '/home/dev/project/out': '/etc' } }
      expect(spoken('allow', allow, 'echo x > out/passwd', { mode: 'acceptEdits', world })).toBeUndefined()
    })
  })

  describe('does not hold past a deny or ask rule that an unknown word might bring into play', () => {
    test.each<[string, string, string]>([
      ['Bash', 'Bash(curl *)', '$X https://example.com'],
      ['Bash(*)', 'Bash(curl *)', '$(cat name) x'],
      ['Bash(git *)', 'Bash(git push *)', 'git $SUBCOMMAND origin'],
      ['Bash(git *)', 'Bash(git push *)', 'git "pu$X" origin'],
      ['Bash(rm *)', 'Bash(rm -rf *)', 'rm $FLAGS x'],
      ['Bash', 'Bash(rm -rf *)', 'ls | xargs rm'],
      ['Bash', 'Bash(curl *)', '/usr/bin/c?rl x'],
    ])('allow %s, deny %s: %j', (allow, deny, command) => {
      for (const kind of ['deny', 'ask'] as const) {
        const subject = subjectOf('Bash', { command }, { allow: [allow], [kind]: [deny] })
        expect(ruleFor(kind, subject)).toBeUndefined()
        expect(ruleFor('allow', subject)).toBeUndefined()
        expect(possibleRule(subject)?.text).toBe(deny)
      }
      expect(spoken('allow', ['Bash'], command)).toBe('Bash')
    })
    test.each<[string, string, string]>([
      ['Bash(git *)', 'Bash(git push *)', 'git log $BRANCH'],
      ['Bash(echo *)', 'Bash(curl *)', 'echo $X'],
      ['Bash(ls *)', 'Bash(rm *)', 'ls *.ts'],
    ])('but it holds when it cannot: allow %s, deny %s: %j', (allow, deny, command) => {
      const subject = subjectOf('Bash', { command }, { allow: [allow], deny: [deny] })
      expect(ruleFor('allow', subject)?.rule.text).toBe(allow)
    })
  })

  it('names exactly the tool, or the agent’s own name for it', () => {
    expect(speaks('Bash', 'Bash(ls)')).toBe(true)
    expect(speaks('run_shell_command', 'Bash(ls)')).toBe(true)
    expect(speaks('run_shell_command', 'run_shell_command(ls)')).toBe(true)
    expect(speaks('Bash', 'bash(ls)')).toBe(false)
    expect(speaks('Bash', 'PowerShell(ls)')).toBe(false)
    expect(speaks('Bash', 'Monitor(ls)')).toBe(false)
    expect(speaks('Bash', 'Read')).toBe(false)
  })
})

it('nothing is allowed while settings cannot be read', () => {
  const subject = subjectOf('Bash', { command: 'ls' }, { allow: ['Bash', 'Bash(ls)'] })
  const problems = [{ file: 'settings.json', line: 1, key: '', message: 'broken' }]
  expect(ruleFor('allow', subject)).toBeDefined()
  expect(ruleFor('allow', { ...subject, policy: { ...subject.policy, problems } })).toBeUndefined()
})

describe('Cd rules speak of where `cd` goes', () => {
  test.each<[string, string, boolean]>([
    ['Cd(//etc/**)', 'cd /etc/ssl', true],
    ['Cd(//etc)', 'cd /etc && ls', true],
    ['Cd(~/secrets)', 'cd ~/secrets', true],
    ['Cd(~/secrets)', 'pushd ~/secrets/deep', true],
    ['Cd', 'cd src', true],
    ['Cd(//etc)', 'cd "$X"', true],
    ['Cd(//etc)', 'cd -', true],
    ['Cd(//etc)', 'cd src', false],
    ['Cd(//etc)', 'ls /etc', false],
    ['Cd', 'ls', false],
  ])('deny %s on %j: %j', (rule, command, expected) => {
    expect(spoken('deny', [rule], command) !== undefined).toBe(expected)
  })
  test.each<[readonly string[], string, boolean]>([
    [['Cd(src)', 'Bash(npm test)'], 'cd src && npm test', true],
    [['Bash(npm test)'], 'cd src && npm test', false],
    [['Cd(src)', 'Bash(npm test)'], 'cd / && npm test', false],
    [['Cd(src)', 'Bash(npm test)'], 'cd $X && npm test', false],
    [['Bash(cd *)', 'Bash(npm test)'], 'cd src && npm test', true],
  ])('allow %j on %j: %j', (rules, command, expected) => {
    expect(spoken('allow', rules, command) !== undefined).toBe(expected)
  })
})

describe('a command too long to look at', () => {
  const filler = 'echo hello && '.repeat(3000)
  test.each<[string, string, boolean]>([
    ['Bash(curl *)', `${filler}curl https://example.net`, true],
    ['Bash(rm *)', `${filler}(rm -rf build)`, true],
    ['Bash(curl *)', `${filler}true`, false],
  ])('deny %s still sees its end', (rule, command, expected) => {
    expect(spoken('deny', [rule], command) !== undefined).toBe(expected)
  })
  test('is allowed by no rule', () => {
    expect(spoken('allow', ['Bash(echo *)', 'Bash(true)'], `${filler}true`)).toBeUndefined()
    expect(spoken('allow', ['Bash(echo *)', 'Bash(true)'], 'echo hello && true')).toBeDefined()
  })
  test('is one with thousands of files, too', () => {
    const files = Array.from({ length: 6000 }, (_, index) => `part${index}.o`).join(' ')
    expect(subjectOf('Bash', { command: `rm ${files}` }, {}).understanding.parsed).toBe(false)
    expect(subjectOf('Bash', { command: 'rm part1.o' }, {}).understanding.parsed).toBe(true)
  })
})
