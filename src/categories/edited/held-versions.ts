import { baseName } from '../../call/paths.ts'
import { linesOnlyIn } from './file-changes.ts'

/**
 * What holds a dependency to what somebody looked at, before and after: an exact version or digest, the integrity of a
 * script in a page, a setting that keeps packages from running code or asks for signatures. In words; undefined: it holds
 * as before.
 */
export function looseSource(path: string, before: string, after: string): string | undefined {
  const [lost, added] = [linesOnlyIn(before, after), linesOnlyIn(after, before)]
  const name = baseName(path).toLowerCase()
  const setting = MANAGED.test(name) ? loosenedSetting(lost, added, before, after) : undefined
  if (setting !== undefined) return setting
  if (IMAGES.test(name)) return looseImage(before, after, added)
  if (PAGES.test(name)) return looseScript(before, after)
  if (MANIFESTS.test(name)) return unpinned(lost, added) ?? strangeChannel(name, before, added)
  return undefined
}

const IMAGES = /^(?:docker|container)file|\.(?:docker|container)file$|^(?:docker-)?compose[\w.-]*\.ya?ml$/
const PAGES = /\.(?:html?|erb|ejs|hbs|twig|jinja2?|j2|vue|svelte|astro|cshtml|jsp|php|tsx|jsx|pug|haml|slim)$/
const MANIFESTS =
  /^(?:package\.json|pyproject\.toml|cargo\.toml|pubspec\.yaml|composer\.json|gemfile|mix\.exs|deno\.jsonc?|package\.swift|environment\.ya?ml|conanfile\.(?:txt|py)|chart\.yaml|go\.mod|build\.gradle(?:\.kts)?|pom\.xml|versions\.tf|main\.tf|requirements[\w.-]*\.(?:txt|in))$/
const MANAGED =
  /^(?:pnpm-workspace\.yaml|\.?npmrc|\.yarnrc\.yml|bunfig\.toml|package\.json|composer\.json|pom\.xml|settings\.xml|nuget\.config|verification-metadata\.xml|gradle\.properties|pip\.conf|uv\.toml|pyproject\.toml|renovate\.json5?|\.renovaterc(?:\.json)?|config\.toml|\.bundle\/config|deno\.jsonc?)$/

// --- settings of package managers ---

interface Kept {
  readonly key: RegExp
  /** Values in which it holds nothing. */
  readonly loose: RegExp
  /** It holds something only while it stands there. */
  readonly byPresence?: true
}

const KEPT: readonly Kept[] = [
  { key: /^ignore-?scripts$/i, loose: /^(?:false|0|no)$/i, byPresence: true },
  { key: /^enableScripts$/, loose: /^true$/ },
  { key: /^(?:checksumBehavior|checksumPolicy)$/i, loose: /^(?:ignore|update|reset|warn)$/i },
  { key: /^signatureValidationMode$/i, loose: /^accept$/i },
  { key: /^verify-(?:metadata|signatures)$/i, loose: /^false$/i },
  {
    key: /^(?:strict-ssl|strictSsl|enableStrictSsl|secure-http|package-lock|frozen-lockfile|verify-store-integrity|require-hashes|enableImmutableInstalls|enableHardenedMode|blockExoticSubdeps|strictDepBuilds|engine-strict|audit)$/i,
    loose: /^(?:false|0|no)$/i,
    byPresence: true,
  },
  {
    key: /^(?:minimumReleaseAge|minimum-release-age|npmMinimalAgeGate|cooldown|exclude-newer)$/i,
    loose: /^(?:0|["']?0\b.*|null)$/i,
    byPresence: true,
  },
  {
    key: /^(?:allow-plugins|dangerouslyAllowAllBuilds|dangerously-allow-all-builds|unsafe-perm|allowInsecure\w*|trusted-host|allow-prereleases|nodejs-insecure)$/i,
    loose: /^(?:true|\*|1|yes)$/i,
  },
]
const LETS_RUN =
  /onlyBuiltDependencies|trustedDependencies|allow-plugins|neverBuiltDependencies|allowedDeprecatedVersions|allowBuilds/

function loosenedSetting(
  lost: readonly string[],
  added: readonly string[],
  before: string,
  after: string,
): string | undefined {
  const [old, now] = [new Map(settings(lost)), new Map(settings(added))]
  for (const { key, loose, byPresence } of KEPT) {
    const [name, value] = [...now].find(([each]) => key.test(each)) ?? []
    const [hadName, had] = [...old].find(([each]) => key.test(each)) ?? []
    if (value !== undefined && loose.test(value) && (had === undefined || !loose.test(had)))
      return `\`${name}\` no longer holds packages to what was agreed: \`${value.slice(0, 40)}\``
    if (byPresence && had !== undefined && !loose.test(had) && value === undefined && !after.includes(hadName!))
      return `\`${hadName}\` is gone, which holds packages to what was agreed`
  }
  const entries = (text: string): readonly string[] => {
    const at = text.search(LETS_RUN)
    return at < 0
      ? []
      : (text.slice(at, at + 600).match(/^\s*-\s*["']?[@\w./-]+|"[@\w./-]+"/gm) ?? []).map((each) =>
          each.trim().replace(/^-\s*/, '').replaceAll(/["']/g, ''),
        )
  }
  if (!LETS_RUN.test(before)) return undefined
  const known = new Set(entries(before))
  const fresh =
    added.length > 0
      ? entries(after).find((each) => !known.has(each) && added.some((line) => line.includes(each)))
      : undefined
  return fresh === undefined ? undefined : `\`${fresh}\` may run code when it is installed`
}

function settings(lines: readonly string[]): readonly (readonly [string, string])[] {
  return lines.flatMap((line) => {
    const xml = /key="([^"]+)"\s+value="([^"]*)"|<([\w-]+)>([^<]*)<\//.exec(line)
    if (xml) return [[(xml[1] ?? xml[3])!, (xml[2] ?? xml[4])!] as const]
    const plain = /^\s*["']?([\w-]+)["']?\s*[:=]\s*["']?([^"',\s]+)/.exec(line)
    return plain ? [[plain[1]!, plain[2]!] as const] : []
  })
}

// --- images ---

function looseImage(before: string, after: string, added: readonly string[]): string | undefined {
  const images = (text: string): ReadonlyMap<string, string> =>
    new Map(
      [
        ...text.matchAll(
          /^\s*(?:FROM\s+(?:--\S+\s+)*|image:\s*["']?)([^\s"'@]+?)(?::[\w.-]+)?(@sha256:[0-9a-f]+)?(?=["'\s]|$)/gim,
        ),
      ].map(([, image, digest]) => [image!, digest ?? '']),
    )
  const now = images(after)
  for (const [image, digest] of images(before))
    if (digest !== '' && now.get(image) === '') return `nothing says any more which \`${image}\` it must be`
  const stages = new Set([...after.matchAll(/\bAS\s+([\w.-]+)/gi)].map(([, stage]) => stage!.toLowerCase()))
  const copied = added
    .map((line) => /\bCOPY\s+(?:--\S+\s+)*--from=([\w./:@-]+)/i.exec(line)?.[1])
    .find(
      (from) =>
        from !== undefined && !/^\d+$/.test(from) && !stages.has(from.toLowerCase()) && !from.includes('@sha256:'),
    )
  if (copied !== undefined && !before.includes(`--from=${copied}`))
    return `files would come from the image \`${copied}\``
  const fetched = added.find((line) => /^\s*ADD\s+(?!.*--checksum=)(?:--\S+\s+)*(?:https?:|git@)/i.test(line))
  return fetched === undefined ? undefined : `something would come from the network: \`${fetched.trim().slice(0, 80)}\``
}

// --- pages ---

const SCRIPT = /<(?:script|link)\b[^>]*?\b(?:src|href)=["']?(?:https?:)?\/\/([\w.-]+)[^>]*>/gi

/** A script of another host, or one that need no longer be what it was. */
function looseScript(before: string, after: string): string | undefined {
  const scripts = (text: string): readonly (readonly [string, boolean])[] =>
    [...text.matchAll(SCRIPT)]
      .filter(([tag]) => !/rel=["']?(?:canonical|icon|alternate|preconnect|dns-prefetch)/i.test(tag))
      .map(([tag, host]) => [host!, /\bintegrity=/.test(tag)])
  const [old, now] = [scripts(before), scripts(after)]
  const held = (all: typeof old): number => all.filter(([, integrity]) => integrity).length
  if (held(now) < held(old) && now.length >= old.length) return 'a script of a page need no longer be what it was'
  const known = new Set(old.map(([host]) => host))
  const other = now.find(([host, integrity]) => !known.has(host) && !integrity)
  return other !== undefined && old.length > 0 ? `a script of every page would come from \`${other[0]}\`` : undefined
}

// --- versions ---

const EXACT = /["'=@^~\s:](?:[=v^~]|==|~>\s*|>=?\s*)?\d+\.\d+(?:\.\d+)?[\w.+-]*["'\s,;)]|@sha256:|[0-9a-f]{40}/
const ANY_VERSION =
  /["']\s*(?:\*|latest|next|canary|x|dev-(?:main|master)|>=\s*0(?:\.0)*)\s*["']|\bbranch\s*[:=]\s*["']|\b(?:version|ref|rev)\s*[:=]\s*["'](?:main|master|HEAD|latest)["']|@(?:latest|main|master|HEAD)\b|:\s*(?:any|latest|\*)\s*$/

/** A version that was named, and now may be any. */
function unpinned(lost: readonly string[], added: readonly string[]): string | undefined {
  const name = (line: string): string | undefined =>
    /["']?([@\w][\w./@-]*)["']?\s*(?:[:=,({]|\s)/.exec(line.trim())?.[1]
  for (const line of added) {
    if (!ANY_VERSION.test(line)) continue
    const was = lost.find((old) => name(old) === name(line) && EXACT.test(`${old} `) && !ANY_VERSION.test(old))
    if (was !== undefined) return `nothing says any more which version it must be: \`${line.trim().slice(0, 80)}\``
  }
  for (const line of added) {
    const [, own, sign, version] = PINNED.exec(line.trim()) ?? []
    if (own === undefined) continue
    const was = lost.map((old) => PINNED.exec(old.trim())).find((old) => old?.[1] === own)
    if (was?.[2] === '==' && sign !== '==' && sign !== '===')
      return `nothing says any more which version it must be: \`${line.trim().slice(0, 80)}\``
    if (was?.[3] !== undefined && version !== undefined && isOlder(version, was[3]))
      return `an older version: \`${line.trim().slice(0, 80)}\``
  }
  return undefined
}

/** `requests==2.32.3`, `"zod": "3.23.8"`, `zod = "^3.2"`, `golang.org/x/net v0.30.0`. */
const PINNED =
  /^(?:-\s*|require\s+|gem\s+|implementation\s+)?["']?([@\w][\w./@-]*)(?:\[[\w,]*\])?["']?\s*(===?|>=|~=|[\^~>]|:|=|,|\s)?=?\s*["']?[\^~v=>]*\s*(\d+(?:\.\d+)+)?/

function isOlder(version: string, than: string): boolean {
  const [one, other] = [version.split('.').map(Number), than.split('.').map(Number)]
  for (let at = 0; at < Math.min(3, one.length, other.length); at++)
    if (one[at] !== other[at]) return one[at]! < other[at]!
  return false
}

const CHANNELS =
  /^(?:conda-forge|defaults|nodefaults|bioconda|pytorch|nvidia|anaconda|r|rapidsai|intel|huggingface|main)$/

function strangeChannel(name: string, before: string, added: readonly string[]): string | undefined {
  if (!name.startsWith('environment') || !/^channels:/m.test(before)) return undefined
  const channel = added
    .map((line) => /^\s*-\s*([\w./:-]+)\s*$/.exec(line)?.[1])
    .find((each) => each !== undefined && !CHANNELS.test(each) && !/=/.test(each))
  return channel === undefined || !before.slice(0, before.search(/^dependencies:|$(?![\s\S])/m)).includes('channels')
    ? undefined
    : `packages would come from the channel \`${channel}\``
}
