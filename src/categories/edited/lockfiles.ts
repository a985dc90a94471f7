/** A package as a lockfile holds it. */
interface Locked {
  readonly version: string
  /** Where it comes from: host, and the path for a repository. Empty: the registry that the tool is set to. */
  readonly source: string
  /** What its content must be; empty: nothing is said. */
  readonly integrity: string
}

type Lock = ReadonlyMap<string, Locked>
type Reader = (text: string) => Lock | undefined

/** Lockfiles by name, and how each is read. What is locked is what an install runs, whatever the manifest says. */
const LOCKFILES: readonly (readonly [name: RegExp, read: Reader])[] = [
  [/^(?:package-lock|npm-shrinkwrap)\.json$/, npmLock],
  [/^pnpm-lock\.yaml$/, pnpmLock],
  [/^yarn\.lock$/, yarnLock],
  [/^(?:cargo|poetry|uv|pdm)\.lock$/, tomlLock],
  [/^pipfile\.lock$/, pipLock],
  [/^composer\.lock$/, composerLock],
  [/^gemfile\.lock$/, gemLock],
  [/^go\.sum$/, goSum],
]

export function isLockfile(name: string): boolean {
  return LOCKFILES.some(([file]) => file.test(name.toLowerCase()))
}

/** Which package would come from elsewhere, or be something else under the same version; undefined: none. */
export function movedLock(name: string, before: string, after: string): string | undefined {
  const read = LOCKFILES.find(([file]) => file.test(name.toLowerCase()))?.[1]
  if (read === undefined) return undefined
  const [old, now] = [read(before), read(after)]
  if (old === undefined || old.size === 0) return movedPiece(before, after)
  if (now === undefined) return 'can no longer be read as a lockfile'
  const known = new Set([...old.values()].map(({ source }) => source))
  for (const [key, entry] of now) {
    const was = old.get(key)
    if (was === undefined || was.version !== entry.version) {
      if (!known.has(entry.source) && !PUBLIC.test(entry.source))
        return `\`${key}\` would come from \`${entry.source.slice(0, 80)}\``
      continue
    }
    if (was.source !== entry.source && !(PUBLIC.test(entry.source) && was.source === ''))
      return `\`${key}\` would come from \`${entry.source.slice(0, 80) || 'somewhere else'}\`, not from \`${was.source.slice(0, 80)}\``
    if (was.integrity !== '' && entry.integrity === '') return `nothing says what \`${key}\` must be`
    if (was.integrity !== '' && was.integrity !== entry.integrity)
      return `\`${key}\` would be something else under the same version`
  }
  return undefined
}

/** The same of a piece of a lockfile, where nobody has the whole: its addresses, and what says what a package must be. */
function movedPiece(before: string, after: string): string | undefined {
  const hosts = (piece: string): readonly string[] =>
    [...piece.matchAll(/\b(?:https?|git|ssh):\/\/[^\s"'\\]+/g)].map(([url]) => sourceOf(url))
  const known = hosts(before)
  const other = hosts(after).find((host) => !known.includes(host) && !PUBLIC.test(host))
  if (known.length > 0 && other !== undefined)
    return `packages would come from \`${other.slice(0, 80)}\`, not from \`${known[0]!.slice(0, 80)}\``
  return INTEGRITY.test(before) && !INTEGRITY.test(after) ? 'nothing says what packages must be' : undefined
}

const INTEGRITY = /\b(?:integrity|checksum|sha(?:256|512))\b/

/** Registries that the tools use by themselves. */
const PUBLIC =
  /^(?:|registry\.npmjs\.org|registry\.yarnpkg\.com|pypi\.org|files\.pythonhosted\.org|rubygems\.org|github\.com\/rust-lang\/crates\.io-index|index\.crates\.io|api\.github\.com|packagist\.org|repo\.packagist\.org)$/

/** Host of an archive; host and path of a repository: there every path is somebody else. */
function sourceOf(url: string): string {
  const clean = url.replace(/^(?:registry|sparse|git)\+/, '').replace(/[#?].*$/, '')
  const found = /^(?:[a-z+]+:\/\/)?(?:[^@/\s]*@)?([\w.-]+)(?::\d+)?[/:]?(.*)$/i.exec(clean)
  if (!found) return clean
  const [, host = '', path = ''] = found
  const repository = /^git[+:@]|\.git$|^ssh:/.test(url) || /crates\.io-index/.test(url)
  return repository || /^(?:github|gitlab|bitbucket|codeberg)\.\w+$/.test(host)
    ? `${host}/${path.replace(/\.git$/, '')}`.replace(/\/$/, '')
    : host
}

type Node = Readonly<Record<string, unknown>>

function node(value: unknown): Node | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : undefined
}

function json(text: string): Node | undefined {
  try {
    return node(JSON.parse(text))
  } catch {
    return undefined
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function npmLock(content: string): Lock | undefined {
  const lock = json(content)
  if (lock === undefined) return undefined
  const entries = Object.entries(node(lock['packages']) ?? node(lock['dependencies']) ?? {})
  return new Map(
    entries.flatMap(([path, value]) => {
      const each = node(value)
      if (path === '' || each === undefined || each['link'] === true) return []
      const resolved = text(each['resolved'])
      return [
        [
          path.replace(/^node_modules\//, ''),
          {
            version: text(each['version']),
            source: resolved === '' ? '' : sourceOf(resolved),
            integrity: text(each['integrity']),
          },
        ] as const,
      ]
    }),
  )
}

/** Read by lines: such a file is often longer than the reader of YAML takes. */
function pnpmLock(content: string): Lock | undefined {
  const found = new Map<string, Locked>()
  let key: string | undefined
  for (const line of content.slice(Math.max(0, content.search(/^packages:/m))).split('\n')) {
    key = /^ {2}'?\/?([^\s'].*?)'?:\s*$/.exec(line)?.[1] ?? key
    const resolution = /^ {4}resolution: \{(.*)\}\s*$/.exec(line)?.[1]
    if (key === undefined || resolution === undefined) continue
    const field = (name: string): string => new RegExp(`\\b${name}: '?([^,}']+)`).exec(resolution)?.[1]?.trim() ?? ''
    const url = field('tarball') || field('repo')
    found.set(key, { version: key, source: url === '' ? '' : sourceOf(url), integrity: field('integrity') })
  }
  return found.size === 0 ? undefined : found
}

function yarnLock(content: string): Lock | undefined {
  const blocks = content.split(/\n(?=\S)/).filter((block) => /^[^#\s].*:\s*$/m.test(block.split('\n')[0] ?? ''))
  return blocks.length === 0 ? undefined : new Map(blocks.map(yarnEntry))
}

function yarnEntry(block: string): readonly [string, Locked] {
  const field = (name: string): string =>
    new RegExp(`^\\s+${name}:?\\s+"?([^"\\n]+)"?`, 'm').exec(block)?.[1]?.trim() ?? ''
  const [url = ''] = field('resolved').split('#')
  const resolution = field('resolution')
  const foreign =
    resolution !== '' && !/@npm:/.test(resolution) && !/@(?:workspace|patch|portal|link):/.test(resolution)
  return [
    block.split('\n')[0]!.replace(/:\s*$/, ''),
    {
      version: field('version'),
      source: url === '' ? (foreign ? sourceOf(resolution.replace(/^@?[^@]+@/, '')) : '') : sourceOf(url),
      integrity: field('integrity') || field('checksum') || (field('resolved').split('#')[1] ?? ''),
    },
  ]
}

function tomlLock(content: string): Lock | undefined {
  const blocks = content.split(/^\[\[package\]\]\s*$/m).slice(1)
  if (blocks.length === 0) return undefined
  return new Map(
    blocks.map((block) => {
      const field = (name: string): string => new RegExp(`^${name}\\s*=\\s*"([^"]*)"`, 'm').exec(block)?.[1] ?? ''
      const url =
        field('source') ||
        /^source\s*=\s*\{[^}]*?"((?:git\+|https?:)[^"]*)"/m.exec(block)?.[1] ||
        /\[package\.source\][^[]*?^url\s*=\s*"([^"]*)"/ms.exec(block)?.[1] ||
        ''
      const hashes = [...block.matchAll(/\b(?:hash\s*=\s*"|checksum\s*=\s*")([^"]+)"/g)].map(([, hash]) => hash!)
      return [
        field('name'),
        { version: field('version'), source: url === '' ? '' : sourceOf(url), integrity: hashes.join(' ') },
      ] as const
    }),
  )
}

function pipLock(content: string): Lock | undefined {
  const lock = json(content)
  if (lock === undefined) return undefined
  const sources = node(lock['_meta'])?.['sources']
  const urls = Array.isArray(sources) ? sources.map((each) => text(node(each)?.['url'])) : []
  const packages = ['default', 'develop'].flatMap((part) => Object.entries(node(lock[part]) ?? {}))
  return new Map([
    ...urls.map((url) => [`source ${url}`, { version: url, source: sourceOf(url), integrity: '' }] as const),
    ...packages.map(([name, value]) => {
      const each = node(value) ?? {}
      const url = text(each['git']) || text(each['file'])
      const hashes = Array.isArray(each['hashes']) ? each['hashes'].join(' ') : ''
      return [
        name,
        { version: text(each['version']), source: url === '' ? '' : sourceOf(url), integrity: hashes },
      ] as const
    }),
  ])
}

function composerLock(content: string): Lock | undefined {
  const lock = json(content)
  if (lock === undefined) return undefined
  const packages = [lock['packages'], lock['packages-dev']].flatMap((list) => (Array.isArray(list) ? list : []))
  return new Map(
    packages.flatMap((value) => {
      const each = node(value) ?? {}
      const [dist, source] = [node(each['dist']) ?? {}, node(each['source']) ?? {}]
      const origin = text(source['url']) || text(dist['url'])
      return [
        [
          text(each['name']),
          {
            version: text(each['version']),
            source: origin === '' ? '' : sourceOf(origin),
            integrity: `${text(dist['shasum'])} ${text(dist['reference']) || text(source['reference'])}`.trim(),
          },
        ] as const,
      ]
    }),
  )
}

function gemLock(content: string): Lock | undefined {
  const found = new Map<string, Locked>()
  let source = ''
  for (const line of content.split('\n')) {
    if (/^\S/.test(line)) source = ''
    const remote = /^ {2}remote: (\S+)/.exec(line)?.[1]
    if (remote !== undefined) source = sourceOf(remote)
    const spec = /^ {4}([\w.-]+) \(([^)]+)\)$/.exec(line)
    if (spec) found.set(spec[1]!, { version: spec[2]!, source, integrity: '' })
    const sum = /^ {2}([\w.-]+) \(([^)]+)\) sha256=(\w+)/.exec(line)
    const known = sum === null ? undefined : found.get(sum[1]!)
    if (sum && known) found.set(sum[1]!, { ...known, integrity: sum[3]! })
  }
  return found.size === 0 ? undefined : found
}

function goSum(content: string): Lock | undefined {
  const lines = content.split('\n').filter((line) => line.trim() !== '')
  const entries = lines.map((line) => line.trim().split(/\s+/))
  if (entries.some((words) => words.length !== 3)) return undefined
  return new Map(
    entries.map(([module, version, hash]) => [
      `${module} ${version}`,
      { version: version!, source: '', integrity: hash! },
    ]),
  )
}
