/** What agents run all day. */
export const BASH: readonly string[] = [
  'git status',
  'git diff HEAD~1 -- src/index.ts',
  'npm test',
  'ls -la src',
  'grep -rn "judge(" src --include=*.ts | head -20',
  'cat package.json | jq .version',
  'find . -name "*.ts" -not -path "./node_modules/*" | xargs wc -l',
  'cd src && ls',
  'python -c "import json; print(json.dumps({}))"',
  'mkdir -p build && cp README.md build/',
  'git add -A && git commit -m "Fix the thing"',
  'npx tsc --noEmit',
  'rm -rf dist',
  'sed -n 1,40p src/gate.ts',
  'for f in *.md; do echo "$f"; done',
  'docker ps --format "{{.Names}}"',
  'curl -s http://localhost:3000/health',
  'echo done > out.txt 2>&1',
]

export const POWERSHELL: readonly string[] = [
  'Get-ChildItem -Recurse -Filter *.ts',
  'git status',
  'Get-Content package.json | ConvertFrom-Json | Select-Object -ExpandProperty version',
  'Test-Path ./dist',
  'Remove-Item -Recurse -Force ./dist',
  'npm run build',
  'Get-Process | Sort-Object CPU -Descending | Select-Object -First 5',
  'foreach ($f in Get-ChildItem *.md) { Write-Output $f.Name }',
  '$v = (Get-Content version.txt).Trim(); Write-Host "version $v"',
  'New-Item -ItemType Directory -Path build -Force | Out-Null',
]

interface LongCommand {
  readonly name: string
  readonly make: (bytes: number) => string
}

function fill(piece: (index: number) => string, bytes: number): string {
  let text = ''
  for (let index = 0; text.length + 24 < bytes; index++) text += piece(index)
  return text
}

/** Long commands of the shapes that cost most. */
export const LONG: readonly LongCommand[] = [
  { name: '`echo … &&` thousands of times', make: (bytes) => `${fill(() => 'echo hello world && ', bytes)}true` },
  { name: 'one long pipe', make: (bytes) => `cat notes.txt${fill(() => ' | grep -v x', bytes)}` },
  { name: 'one long word', make: (bytes) => `echo ${'a'.repeat(bytes - 8)}` },
  { name: 'many substitutions', make: (bytes) => `echo ${fill(() => '$(cat a.txt) ', bytes)}` },
  { name: 'a huge heredoc', make: (bytes) => `cat > out.txt <<'END'\n${fill(() => 'a line of text\n', bytes)}END\n` },
  { name: 'Python with thousands of calls', make: (bytes) => `python3 -c '${fill(() => 'print(len(x)); ', bytes)}'` },
  { name: 'Perl with thousands of calls', make: (bytes) => `perl -e '${fill(() => 'print foo(1); ', bytes)}'` },
  { name: 'thousands of files by name', make: (bytes) => `rm ${fill((index) => `build/part${index}.o `, bytes)}` },
  { name: 'thousands of wildcards', make: (bytes) => `ls ${fill((index) => `part${index}-*.ts `, bytes)}` },
  { name: '`cd` thousands of times', make: (bytes) => `${fill(() => 'cd src; ', bytes)}ls` },
  { name: '`eval` thousands of times', make: (bytes) => fill(() => "eval 'ls a'; ", bytes) },
  { name: '`export` thousands of times', make: (bytes) => fill((index) => `export v${index}=a\n`, bytes) },
  { name: 'a long chain of wrappers', make: (bytes) => `${fill(() => 'xargs ', bytes)}ls` },
  { name: 'Perl with thousands of deletions', make: (bytes) => `perl -e '${fill(() => 'unlink "a"; ', bytes)}'` },
  { name: 'awk that prints thousands of times', make: (bytes) => `awk '{${fill(() => 'print ', bytes)}}'` },
  { name: 'thousands of assignments', make: (bytes) => fill((index) => `v${index}=a; echo $v${index}; `, bytes) },
]
