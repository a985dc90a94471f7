import { normalise, parent } from './paths.ts'

/** One setting as git keeps it: `remote.origin.url`. Section and key in lower case, the name between them as written. */
export interface GitSetting {
  readonly key: string
  readonly value: string
}

export type ReadText = (path: string) => string | undefined

const MOST_INCLUDES = 16
const DEEPEST = 5

/** Every setting of a configuration file in order, with those of the files it includes. Conditions count as met. */
export function settingsIn(path: string, read: ReadText, home: string, depth: number = 0): readonly GitSetting[] {
  const found: GitSetting[] = []
  let includes = 0
  for (const setting of parseSettings(read(path) ?? '')) {
    found.push(setting)
    if (!isInclude(setting.key) || depth >= DEEPEST || ++includes > MOST_INCLUDES) continue
    found.push(...settingsIn(includedPath(setting.value, parent(path), home), read, home, depth + 1))
  }
  return found
}

export function isInclude(key: string): boolean {
  return key === 'include.path' || /^includeif\..*\.path$/s.test(key)
}

/** A file that a setting includes: from the home directory, absolute, or beside the file that names it. */
export function includedPath(value: string, directory: string, home: string): string {
  if (value.startsWith('~/')) return normalise(`${home}/${value.slice(2)}`)
  return normalise(value.startsWith('/') ? value : `${directory}/${value}`)
}

/** A key in the spelling in which keys are compared. */
export function settingKey(key: string): string {
  const first = key.indexOf('.')
  const last = key.lastIndexOf('.')
  if (first < 0) return key.toLowerCase()
  return `${key.slice(0, first).toLowerCase()}${key.slice(first, last)}${key.slice(last).toLowerCase()}`
}

export function parseSettings(text: string): readonly GitSetting[] {
  const settings: GitSetting[] = []
  let section = ''
  for (const line of text.replaceAll(/\\\r?\n/g, '').split('\n')) {
    const header = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line)
    let rest = line
    if (header) {
      const name = header[2]?.replaceAll(/\\(.)/g, '$1')
      section = name === undefined ? header[1]!.toLowerCase() : `${header[1]!.toLowerCase()}.${name}`
      rest = line.slice(header[0].length)
    }
    const pair = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*?))?\s*$/.exec(rest)
    if (pair && section !== '')
      settings.push({ key: `${section}.${pair[1]!.toLowerCase()}`, value: plainValue(pair[2] ?? 'true') })
  }
  return settings
}

function plainValue(text: string): string {
  let value = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (letter === '\\') value += { n: '\n', t: '\t', b: '' }[text[++at] ?? ''] ?? text[at] ?? ''
    else if (letter === '"') quoted = !quoted
    else if (!quoted && (letter === '#' || letter === ';')) break
    else value += letter
  }
  return quoted ? value : value.trimEnd()
}

export function lastOf(settings: readonly GitSetting[], key: string): string | undefined {
  return settings.findLast((setting) => setting.key === key)?.value
}

/** Which remote a push or fetch without a name goes to. */
export function defaultRemote(
  settings: readonly GitSetting[],
  branch: string | undefined,
  direction: 'push' | 'fetch',
): string {
  const own = (name: string): string | undefined =>
    branch === undefined ? undefined : lastOf(settings, `branch.${branch}.${name}`)
  const pushes = direction === 'push' ? (own('pushremote') ?? lastOf(settings, 'remote.pushdefault')) : undefined
  return pushes ?? own('remote') ?? 'origin'
}

/** Every address that a name or address stands for in this direction, as git would rewrite it. */
export function addressesOf(
  settings: readonly GitSetting[],
  remote: string,
  direction: 'push' | 'fetch',
): readonly string[] {
  const of = (name: string): readonly string[] =>
    settings.filter((setting) => setting.key === `remote.${remote}.${name}`).map(({ value }) => value)
  const urls = of('url')
  const pushed = direction === 'push' ? of('pushurl') : []
  if (pushed.length > 0) return pushed.map((url) => rewritten(settings, url, ['insteadof']))
  const named = urls.length > 0 ? (direction === 'push' ? urls : urls.slice(-1)) : /[:/]/.test(remote) ? [remote] : []
  return named.map((url) =>
    rewritten(settings, url, direction === 'push' ? ['pushinsteadof', 'insteadof'] : ['insteadof']),
  )
}

/** The longest prefix that is rewritten wins; a rewriting for pushes comes before one for both. */
function rewritten(settings: readonly GitSetting[], url: string, kinds: readonly string[]): string {
  for (const kind of kinds) {
    let best: { readonly base: string; readonly prefix: string } | undefined
    for (const { key, value } of settings) {
      const base = key.startsWith('url.') && key.endsWith(`.${kind}`) ? key.slice(4, -kind.length - 1) : undefined
      if (base !== undefined && url.startsWith(value) && value.length > (best?.prefix.length ?? -1))
        best = { base, prefix: value }
    }
    if (best !== undefined) return best.base + url.slice(best.prefix.length)
  }
  return url
}
