import { isPackageRegistry, parseTarget } from '../../call/hosts.ts'
import { trusts } from '../../call/trust.ts'
import type { Surroundings } from '../../call/world.ts'
import { linesOnlyIn } from './file-changes.ts'

/** A specifier that names no version of a registry. */
const ELSEWHERE =
  /^(?:git\+|git:|git@|ssh:|https?:|github:|gitlab:|bitbucket:|gist:|npm:|file:\/|file:.*\.t(?:ar\.)?gz$|[\w.-]+\/[\w.-]+(?:#|$))/

/** Which dependency would come from somewhere else than before, in words; undefined: none does. */
export function movedDependency(
  name: string,
  before: string,
  after: string,
  surroundings: Surroundings,
): string | undefined {
  if (name === 'package.json') return movedInPackage(before, after)
  const sign = SIGNS.find(([file]) => file.test(name))?.[1]
  const line =
    sign === undefined
      ? undefined
      : linesOnlyIn(after, before).find((added) => sign.test(added) && !isRegistry(added, surroundings))
  if (line !== undefined) return `\`${line.trim().slice(0, 100)}\` does not come from the registry`
  if (name === 'pyproject.toml') return movedBackend(before, after, surroundings)
  return /^(?:docker|container)file/.test(name) ? movedImage(before, after) : undefined
}

/** An index option that names a known registry, and nothing else. */
function isRegistry(line: string, surroundings: Surroundings): boolean {
  const url =
    /^\s*(?:-i|(?:--)?index-url|(?:--)?extra-index-url|-f|(?:--)?find-links|(?:@[\w.-]+:)?registry)[=\s]+\[?["']?(https:\/\/[^\s"']+)["']?\]?\s*$/.exec(
      line,
    )?.[1]
  if (url === undefined) return false
  const target = parseTarget(url)
  return target.kind === 'named' && isPackageRegistry(target.name, surroundings)
}

/** What builds the package is code that runs: another backend, or one that lies in the project. */
function movedBackend(before: string, after: string, { trust }: Surroundings): string | undefined {
  const read = (text: string, key: string): string =>
    new RegExp(`^\\s*${key}\\s*=\\s*(.+)$`, 'm').exec(text)?.[1]?.trim() ?? ''
  if (read(after, 'backend-path') !== read(before, 'backend-path'))
    return 'what builds it would lie in the project itself'
  const [old, now] = [read(before, 'build-backend'), read(after, 'build-backend')]
  return old !== '' && now !== old && !trusts(trust, 'backends', /^["']([^"']+)["']/.exec(now)?.[1] ?? '')
    ? `\`${now}\` would build it`
    : undefined
}

/** An image of the same name from another maker or another registry. */
function movedImage(before: string, after: string): string | undefined {
  const images = (text: string): readonly string[] =>
    [...text.matchAll(/^\s*FROM\s+(?:--\S+\s+)*(\S+)/gim)].map(([, image]) => image!.replace(/[:@].*$/, ''))
  const plain = (image: string): string => image.replace(/^docker\.io\//, '').replace(/^library\//, '')
  const last = (image: string): string => image.slice(image.lastIndexOf('/') + 1)
  const old = images(before).map(plain)
  for (const image of images(after).map(plain)) {
    const was = old.find((each) => last(each) === last(image) && each !== image)
    if (was !== undefined && !old.includes(image) && image.includes('/'))
      return `the image \`${image}\` takes the place of \`${was}\``
  }
  return undefined
}

const SIGNS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:requirements|constraints)[\w.-]*\.(?:txt|in)$/,
    /^\s*(?:-e\s+)?(?:git|hg|svn|bzr)\+|@\s*(?:https?:|git\+|file:)|^\s*https?:|^\s*(?:-i|-f)\b|(?:^|\s)--(?:index-url|extra-index-url|find-links|trusted-host)\b/,
  ],
  [
    /^(?:pyproject\.toml|pipfile|uv\.toml|pdm\.toml|poetry\.toml)$/,
    /@\s*(?:https?:|git\+|file:)|\bgit\s*=\s*["']|\burl\s*=\s*["']https?:|\b(?:extra-)?index-url\s*=|\bfind-links\s*=|\bindex-strategy\s*=/,
  ],
  [/^cargo\.toml$/, /\bgit\s*=\s*["']|^\s*\[patch|^\s*\[source|\bregistry-index\s*=/],
  [/^(?:bunfig|\.npmrc|\.yarnrc)(?:\.\w+)?$/, /\bregistry\s*=\s*["']?https?:\/\//],
  [/^go\.mod$/, /=>\s*(?!\.{0,2}\/)\S+\.\S+/],
  [
    /^(?:docker|container)file/,
    /--(?:registry|index-url|extra-index-url|find-links|trusted-host)\b|--no-frozen-lockfile\b|--allow-untrusted\b|--force-yes\b|--allow-unauthenticated\b/,
  ],
  [/^gemfile$/, /\bgit:\s*|\bgithub:\s*|\bgit_source\b|\bsource:?\s*\(?\s*(?!\(?["']https:\/\/rubygems\.org\/?["'])\S/],
]

function movedInPackage(before: string, after: string): string | undefined {
  const [old, now] = [specifiersIn(before), specifiersIn(after)]
  if (old === undefined || now === undefined) return undefined
  const bare = (key: string): string => key.slice(key.indexOf(' ') + 1)
  // A name without its maker is another package: whoever registers it first owns it.
  for (const key of now.keys()) {
    const scoped = [...old.keys()].find(
      (each) => !now.has(each) && bare(each).startsWith('@') && unscoped(bare(each)).includes(bare(key)),
    )
    if (!old.has(key) && scoped !== undefined) return `\`${bare(key)}\` takes the place of \`${bare(scoped)}\``
  }
  for (const [key, spec] of now)
    if (old.get(key) !== spec && ELSEWHERE.test(spec))
      return `\`${key.slice(key.indexOf(' ') + 1)}\` would come from \`${spec.slice(0, 100)}\``
  return undefined
}

const TABLES = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
  'resolutions',
]

function specifiersIn(text: string): ReadonlyMap<string, string> | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = entriesOf(text)
  }
  const manifest = value as Readonly<Record<string, unknown>> | null | undefined
  if (typeof manifest !== 'object' || manifest === null) return undefined
  const manager = manifest['packageManager']
  const pnpm = manifest['pnpm'] as Readonly<Record<string, unknown>> | undefined
  const tables = [...TABLES.map((name) => manifest[name]), pnpm?.['overrides']]
  const found = new Map<string, string>()
  // `pnpm@10.1.0`, and where it comes from when that is not the registry.
  if (typeof manager === 'string') found.set('- packageManager', manager.replace(/^[\w-]+@/, ''))
  for (const [at, table] of tables.entries())
    if (typeof table === 'object' && table !== null)
      for (const [name, spec] of Object.entries(table)) if (typeof spec === 'string') found.set(`${at} ${name}`, spec)
  return found
}

/** A piece of a manifest, of which the rest is not known: its lines `"name": "specifier"`. */
function entriesOf(text: string): unknown {
  const lines = [...text.matchAll(/^\s*"([^"\n]+)":\s*"([^"\n]*)",?\s*$/gm)]
  return lines.length === 0
    ? undefined
    : { dependencies: Object.fromEntries(lines.map(([, name, spec]) => [name, spec])) }
}

/** `@acme/ui` without its maker: `ui`, `acme-ui`, `acme.ui`. */
function unscoped(name: string): readonly string[] {
  const [scope = '', rest = ''] = name.slice(1).split('/')
  return [rest, `${scope}-${rest}`, `${scope}.${rest}`, `${scope}_${rest}`, `${scope}${rest}`]
}
