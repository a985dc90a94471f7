import type { Language } from '../../action.ts'

const BY_EXTENSION: Readonly<Record<string, Language>> = {
  sh: 'shell',
  bash: 'shell',
  zsh: 'shell',
  ksh: 'shell',
  bats: 'shell',
  py: 'python',
  pyw: 'python',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'javascript',
  mts: 'javascript',
  cts: 'javascript',
  tsx: 'javascript',
  jsx: 'javascript',
  pl: 'perl',
  pm: 'perl',
  rb: 'ruby',
  php: 'php',
  go: 'compiled',
  rs: 'compiled',
  java: 'compiled',
  jsh: 'compiled',
  lua: 'lua',
  awk: 'awk',
  scpt: 'applescript',
  applescript: 'applescript',
  sql: 'sql',
  ps1: 'powershell',
  bat: 'cmd',
  cmd: 'cmd',
}

const BY_INTERPRETER: readonly (readonly [RegExp, Language])[] = [
  [/^(?:ba|da|z|k|a|fi)?sh$/, 'shell'],
  [/^(?:python|pypy)[\d.]*$|^uv$/, 'python'],
  [/^(?:node|nodejs|bun|deno|tsx|ts-node)$/, 'javascript'],
  [/^perl[\d.]*$/, 'perl'],
  [/^ruby[\d.]*$/, 'ruby'],
  [/^php[\d.]*$/, 'php'],
  [/^lua(?:jit)?[\d.]*$/, 'lua'],
  [/^[gmn]?awk$/, 'awk'],
  [/^osascript$/, 'applescript'],
  [/^pwsh$/, 'powershell'],
]

/** The language of a file, by its first line, else by its name; text without either that a shell would take is shell. */
export function languageOf(path: string, text: string): Language | undefined {
  const interpreter = /^#!\s*(?:\S*\/)?([^/\s]+)(?:[ \t]+(?:-S[ \t]+)?(?:\w+=\S*[ \t]+)*([^\s/-][^\s]*))?/.exec(text)
  if (interpreter) {
    const name = interpreter[1] === 'env' ? (interpreter[2] ?? '') : interpreter[1]!
    const known = BY_INTERPRETER.find(([pattern]) => pattern.test(name))
    return known ? known[1] : 'other'
  }
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase()
  if (extension !== undefined && Object.hasOwn(BY_EXTENSION, extension)) return BY_EXTENSION[extension]
  return text === '' ? undefined : 'shell'
}
