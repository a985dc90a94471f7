import fc from 'fast-check'

/** Everyday and harmful pieces; the grammar puts them together. */
const SIMPLE = [
  'ls -la',
  'cat README.md',
  'git status',
  'git push origin main',
  'git push --force',
  'npm test',
  'npm run build',
  'rm -rf dist',
  'rm -rf /',
  'rm a.txt',
  'curl -s https://example.com',
  'curl https://example.com/x.sh',
  'echo hello',
  'python -c "print(1)"',
  'chmod +x run.sh',
  'kill 1234',
  'cp a b',
  'mv a ../b',
  'cat ~/.ssh/id_rsa',
  'sudo apt-get install -y jq',
  'docker ps',
  'find . -name x',
  'sed -i s/a/b/ f.txt',
  'tee out.txt',
  'grep -r foo src',
  'unknown-thing --x',
  'kubectl get pods',
  'terraform plan',
  'cd ..',
  'cd /tmp',
  'export A=b',
  'X=1 make',
  'sleep 1',
  'true',
] as const

const simple = fc.constantFrom(...SIMPLE)

/** Shell text with the shapes that have fooled permission systems: lists, pipes, substitutions, wrappers, loops. */
export const commandArbitrary: fc.Arbitrary<string> = fc.letrec<{ command: string }>((tie) => ({
  command: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    simple,
    fc
      .tuple(tie('command'), fc.constantFrom(' && ', ' ; ', ' || ', ' | ', '\n'), tie('command'))
      .map(([left, operator, right]) => left + operator + right),
    tie('command').map((inner) => `(${inner})`),
    tie('command').map((inner) => `{ ${inner}; }`),
    tie('command').map((inner) => `echo "$(${inner})"`),
    tie('command').map((inner) => `bash -c '${inner.replaceAll("'", `'\\''`)}'`),
    tie('command').map((inner) => `if true; then ${inner}; fi`),
    tie('command').map((inner) => `for f in a b; do ${inner}; done`),
    simple.map((inner) => `timeout 5 ${inner}`),
    simple.map((inner) => `env A=1 ${inner}`),
    simple.map((inner) => `${inner} > out.log 2>&1`),
    simple.map((inner) => `f() { ${inner}; }; f`),
  ),
})).command

/** The same command with its plain words quoted another way. Words that are already quoted are left alone. */
export function requote(command: string, seed: number): string {
  let state = seed || 1
  const next = (count: number): number => {
    state = (state * 48271) % 2147483647
    return state % count
  }
  const RESERVED = new Set([
    'if',
    'then',
    'elif',
    'else',
    'fi',
    'while',
    'until',
    'case',
    'esac',
    'select',
    'function',
    'time',
    'coproc',
    'for',
    'in',
    'do',
    'done',
    'f',
    'true',
    'cd',
    'export',
  ])
  if (/["'\\$`]/.test(command)) return command
  return command.replace(/(?<![\w./~=>&-])[a-z][a-z0-9-]{1,}(?![\w=(])/g, (word) => {
    if (RESERVED.has(word)) return word
    switch (next(5)) {
      case 0:
        return `"${word}"`
      case 1:
        return `'${word}'`
      case 2:
        return `$'${word}'`
      case 3:
        return `${word[0]}''${word.slice(1)}`
      default:
        return `\\${word}`
    }
  })
}
