import { describe, expect, it } from 'vitest'
import { CWD, deeds, started } from './understood.testing.ts'

describe('words', () => {
  const rows: readonly [string, string, readonly string[]][] = [
    ['quotes and escapes are removed', String.raw`r\m "r"m $'rm' r''m`, ['rm rm rm rm']],
    ['a constant variable is its value, split', 'X="rm -rf"; $X /tmp/x', ['rm -rf /tmp/x']],
    ['a quoted variable is not split', 'X="a b"; echo "$X"', ['echo a b']],
    ['an array keeps its words', 'a=(rm -rf /); "${a[@]}"', ['rm -rf /']],
    ['an array grows', 'a=(rm); a+=(-rf); a[2]=/; "${a[@]}"', ['rm -rf /']],
    ['$IFS separates', 'echo${IFS}hi', ['echo hi']],
    ['braces expand before everything', 'echo {a,b}{1..2}', ['echo a1 a2 b1 b2']],
    ['a brace in quotes does not', `echo '{a,b}'`, ['echo {a,b}']],
    ['home by tilde and by name', 'echo ~ $HOME/x ~/y', ['echo /home/dev /home/dev/x /home/dev/y']],
    ['a quoted wildcard is plain', `echo "*" '*' \\*`, ['echo * * *']],
    ['a wildcard is not known text', 'echo *.ts', ['echo <*.ts>']],
    ['removal of suffix and prefix', 'f=/a/b.tar.gz; echo ${f##*/} ${f%%.*} ${f%.gz}', ['echo b.tar.gz /a/b /a/b.tar']],
    ['replacement and slices', 'x=rXm; echo ${x/X/} ${x:0:1}${x: -1}', ['echo rm rm']],
    ['upper and lower case', 'x=Rm; echo ${x,,} ${x^^}', ['echo rm RM']],
    ['indirection', 'a=rm; b=a; echo ${!b}', ['echo rm']],
    ['arithmetic', 'x=3; echo $((x * 2 + 1)) ${#x}', ['echo 7 1']],
    ['an empty unquoted value is no word', 'x=; echo $x a "$x"', ['echo a ']],
    ['a default is only one of the values', 'echo ${X:-a} ${X-b}', ['echo <${X:-a}> <${X-b}>']],
    ['a default of what is known to be empty', 'X=; echo ${X:-a}', ['echo a']],
    ['a default of what was unset', 'unset X; echo ${X:-a}', ['unset X', 'echo a']],
    ['a variable set on the right of && is unknown after it', 'true && X=a; echo $X', ['true', 'echo <$X>']],
    ['and on the right of ||', 'false || X=a; echo $X', ['false', 'echo <$X>']],
    ['but known further along the same chain', 'true && X=a && echo $X', ['true', 'echo a']],
    ['an unset variable is unknown, not empty', 'rm -rf $NOPE/', ['rm -rf <$NOPE/>']],
    ['random is unknown', 'echo $RANDOM $$ $?', ['echo <$RANDOM> <$$> <$?>']],
    ['a positional parameter outside a function is unknown', 'echo $1', ['echo <$1>']],
    [
      'a variable set on one path only is unknown after it',
      'X=a; if true; then X=b; fi; echo $X',
      ['true', 'echo <$X>'],
    ],
    [
      'printf and base64 are worked out',
      'echo $(printf "%s-%d" a 3) $(echo aGk= | base64 -d)',
      ['printf %s-%d a 3', 'echo aGk=', 'base64 -d', 'echo a-3 hi'],
    ],
    ['an unknown substitution is unknown', 'echo $(date)', ['date', 'echo <$(date)>']],
  ]
  for (const [name, text, expected] of rows) it(name, () => expect(started(text)).toEqual(expected))

  it('a variable changed in a loop is unknown in its later rounds', () => {
    expect(started('X=a; while read l; do echo $X; X=b; done')).toContain('echo <$X>')
  })
})

describe('structure', () => {
  const rows: readonly [string, string, readonly string[]][] = [
    ['a loop over known words is unrolled', 'for i in a b; do echo $i; done', ['echo a', 'echo b']],
    ['a function runs at its call', 'f() { echo $2 $#; }; f a b', ['f a b', 'echo b 2']],
    ['a function that is never called is still seen', 'f() { echo x; }', ['echo x']],
    ['an alias is what it stands for', 'alias l="echo x"; l y', ['alias l=echo x', 'echo x y']],
    ['branches that cannot be taken are not', 'case abc in x*) echo 1;; a*) echo 2;; *) echo 3;; esac', ['echo 2']],
    ['branches that may be taken all are', 'case $X in a) echo 1;; *) echo 2;; esac', ['echo 1', 'echo 2']],
    ['eval sees its words', `eval "echo a; echo b"`, ['eval echo a; echo b', 'echo a', 'echo b']],
    ['positional parameters of sh -c', `sh -c 'echo $0 $1' n a`, ['sh -c echo $0 $1 n a', 'echo n a']],
    ['set -- sets them', 'set -- a b; shift; echo $1', ['set -- a b', 'shift', 'echo b']],
    ['a here-string read into a variable', 'read x <<< "a b"; echo $x', ['read x', 'echo a b']],
    ['a subshell keeps its variables', 'x=a; (x=b); echo $x', ['echo a']],
    ['a pipe keeps its variables', 'x=a; true | x=b; echo $x', ['true', 'echo a']],
    ['tests run the commands in them', '[[ -n $(echo hi) ]] && (( 1 + $(echo 2) ))', ['echo hi', 'echo 2']],
    ['prompts run the commands in them', `x='$(echo hi)'; : \${x@P}`, ['echo hi', ': <${x@P}>']],
  ]
  for (const [name, text, expected] of rows)
    it(name, () => expect(started(text).filter((row) => row !== ': hi')).toEqual(expected))

  it('a fork bomb exhausts the machine', () => {
    expect(deeds(':(){ :|:& };:', 'change-system').map((action) => action.deed)).toContain('exhaust')
  })
  it('plain recursion is only too deep', () => {
    expect(deeds('f() { f; }; f', 'change-system')).toEqual([])
    expect(deeds('f() { f; }; f', 'something-opaque').map((action) => action.because)).toContain('too-deep')
  })
})

describe('what readers disagree about', () => {
  const opaque = (text: string): boolean => deeds(text, 'something-opaque').length > 0
  for (const text of [
    'ls a\rb',
    'ls a\u2028b',
    'ls a\u0085b',
    'echo ${!v}',
    "ls *(e:'id':)",
    'ls *(+f)',
    'echo x >! y',
    'echo x >!y',
    'PROMPT_COMMAND=$X',
    'PATH=/tmp/bin:$PATH; ls',
    'LD_PRELOAD=/tmp/x.so; ls',
  ])
    it(`cannot be told: ${JSON.stringify(text)}`, () => expect(opaque(text)).toBe(true))
  for (const text of [
    'ls a\r\nls b\r\n',
    'v=a; a=b; echo ${!v}',
    'for k in "${!list[@]}"; do echo "$k"; done',
    'ls *(a|b)',
    'echo x >| y',
    'echo x > "!y"',
    'PROMPT_COMMAND=',
    'PATH=$PATH:/opt/tool/bin; ls',
    'EDITOR=vim; ls',
  ])
    it(`can be told: ${JSON.stringify(text)}`, () => expect(opaque(text)).toBe(false))
  it('a shell at the end of a pipe runs what the pipe made of a file', () => {
    const files = { files: { [`${CWD}/a.sh`]: 'echo hi\n' } }
    const through = (text: string): readonly boolean[] => deeds(text, 'run-code', files).map((code) => code.seenThrough)
    expect(through('bash < a.sh')).toEqual([true])
    expect(through('sort a.sh | bash')).toContain(false)
  })
})
