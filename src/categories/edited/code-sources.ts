import { isPackageRegistry, parseTarget } from '../../call/hosts.ts'
import type { Surroundings } from '../../call/world.ts'
import { linesOnlyIn } from './file-changes.ts'

/** Files that say where code comes from and what it must be, whose form nobody reads more closely. */
const SOURCES =
  /(?:^|\/)(?:package\.json|(?:requirements|constraints)[\w.-]*\.(?:txt|in)|pnpm-workspace\.yaml|\.yarnrc\.yml|deno\.jsonc?|gradle-wrapper\.properties|maven-wrapper\.properties|(?:build|settings)\.gradle(?:\.kts)?|verification-metadata\.xml|pom\.xml|settings\.xml|nuget\.config|directory\.packages\.props|packages\.lock\.json|composer\.json|composer\.lock|gemfile|podfile(?:\.lock)?|package\.(?:resolved|swift)|pubspec\.yaml|conanfile\.(?:txt|py)|mix\.exs|mix\.lock|(?:uv|poetry|pdm)\.lock|flake\.nix|flake\.lock|module\.bazel|workspace(?:\.bazel)?|pip\.conf|\.condarc|environment\.ya?ml|chart\.(?:yaml|lock)|requirements\.ya?ml|\.mise\.toml|\.tool-versions|[\w.-]+\.tf|\.terraform\.lock\.hcl|\.gitmodules|\.pre-commit-config\.yaml)$/i

/** Where code would come from that came from elsewhere, or what it need no longer be, in words; undefined: nothing changes. */
export function movedSource(
  path: string,
  before: string,
  after: string,
  surroundings: Surroundings,
): string | undefined {
  if (!SOURCES.test(path)) return undefined
  const [lost, added] = [linesOnlyIn(before, after), linesOnlyIn(after, before)]
  const known = new Set(originsIn(before))
  const origin = added
    .flatMap((line) => (NO_CODE.test(line) ? [] : originsIn(line)))
    .find((each) => !known.has(each) && !isRegistry(each, surroundings))
  // A file that held no address until now may name its first one: what is fetched then is judged when it is fetched.
  const replaces =
    origin !== undefined && lost.some((line) => added.some((now) => now.includes(origin) && sameKey(line, now)))
  if (origin !== undefined && (known.size > 0 || replaces || lost.some((line) => VERSION.test(line))))
    return `something would come from \`${origin.slice(0, 100)}\``
  return otherMaker(lost, added) ?? changedHash(lost, added)
}

/** `"std/": …` and `"std/": …`: something else under the same name. */
function sameKey(one: string, other: string): boolean {
  const key = (line: string): string | undefined => /["']?([@\w][\w./@-]*)["']?\s*[:=]/.exec(line.trim())?.[1]
  return key(one) !== undefined && key(one) === key(other)
}

const VERSION = /\d+\.\d+/
/** Addresses that only people follow, and names of forms. */
const NO_CODE =
  /\b(?:homepage|bugs|funding|license|documentation|docs|issues|author|xmlns|schemaLocation|\$schema|description|scm)\b/i
const ORIGIN =
  /\b((?:https?|git|ssh|git\+https|git\+ssh|sparse\+https):\/\/[^\s"'<>),;]{4,300})|\b(?:github|gitlab|bitbucket):([\w.-]+\/[\w.-]+)|"owner":\s*"([\w.-]+)"/g

function originsIn(text: string): readonly string[] {
  return [...text.replaceAll(String.raw`\:`, ':').matchAll(ORIGIN)].map(([, url, repository, owner]) =>
    url === undefined ? (repository ?? owner)! : originOf(url),
  )
}

/** The host of an archive; on a forge every owner is somebody else. */
function originOf(url: string): string {
  const [, host = '', path = ''] = /^[a-z+]+:\/\/(?:[^@/\s]*@)?([\w.-]+)(?::\d+)?\/?(.*)$/i.exec(url) ?? []
  const forge = /^(?:api\.|codeload\.|raw\.)?(?:github(?:usercontent)?|gitlab|bitbucket|codeberg)\.\w+$/.test(host)
  const words = path.replace(/^repos\//, '').split('/')
  return `${url.startsWith('http:') ? 'http://' : ''}${forge ? `${host}/${words[0]}` : host}`
}

function isRegistry(origin: string, surroundings: Surroundings): boolean {
  const target = parseTarget(`https://${origin}`)
  return !origin.startsWith('http://') && target.kind === 'named' && isPackageRegistry(target.name, surroundings)
}

/** The same package of somebody else: only the group of an artifact changes. */
function otherMaker(lost: readonly string[], added: readonly string[]): string | undefined {
  const group = (line: string): string | undefined => /<groupId>([^<]+)<\/groupId>/.exec(line)?.[1]
  const [old, now] = [lost.map(group), added.map(group)]
  return lost.length === 1 && added.length === 1 && old[0] !== undefined && now[0] !== undefined
    ? `\`${now[0]}\` takes the place of \`${old[0]}\``
    : undefined
}

const HASH = /\b(?:[0-9a-f]{32,128})\b|(?:sha(?:256|384|512)[-:])[\w+/=-]{20,}|(?<=")[\w+/]{40,88}={0,2}(?=")/gi

/** The same lines with another hash, or with none: nobody else has said that this is what it should be. */
function changedHash(lost: readonly string[], added: readonly string[]): string | undefined {
  const hashed = lost.filter((line) => line.search(HASH) >= 0)
  if (hashed.length === 0) return undefined
  const other = lost.filter((line) => line.search(HASH) < 0)
  const now = added.filter((line) => line.search(HASH) >= 0)
  if (now.length === 0)
    return added.length <= lost.length && other.length === 0
      ? 'nothing says any more what it must be'
      : withoutHash(added)
  if (other.length > 0 || added.length > now.length) return undefined
  const bare = new Set(hashed.map((line) => line.replaceAll(HASH, '#').trim()))
  return now.length === hashed.length && now.length === 1 && bare.has(now[0]!.replaceAll(HASH, '#').trim())
    ? 'it would be something else under the same version'
    : undefined
}

function withoutHash(added: readonly string[]): string | undefined {
  return added.some((line) => VERSION.test(line) || /url|source/i.test(line))
    ? 'nothing says any more what it must be'
    : undefined
}
