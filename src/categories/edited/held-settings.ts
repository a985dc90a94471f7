import { guardWords } from './guard-words.ts'
import { heldHeader } from './held-headers.ts'
import { type Entry, entriesOf } from './setting-entries.ts'

/**
 * Settings that keep somebody out are held like lines that do: a number, a word, a list or a header under a name that guards
 * has to be as strict as before. In words; undefined: nothing is looser. The texts come without their comments.
 */
export function loosenedSettings(path: string, before: string, after: string): string | undefined {
  const [old, now] = [entriesOf(before), entriesOf(after)]
  const changes = changedEntries(old, now)
  return (
    numbers(path, changes) ??
    words(changes) ??
    switches(changes, old) ??
    heldHeader(before, after, [old, now]) ??
    lists(path, changes)
  )
}

/** What a setting of a file of settings held, when it is gone and nothing under its name takes its place. */
export function lostSetting(path: string, before: string, after: string): string | undefined {
  if (/\b(?:i18n|locales?|lang|translations?|messages)\b|package(?:-lock)?\.json$|composer\.json$|\.lock$/i.test(path))
    return undefined
  const [old, now] = [entriesOf(before), entriesOf(after)]
  const kept = new Set(now.map(({ name }) => last(name)))
  const values = new Set(now.map(({ value }) => value))
  const lost = changedEntries(old, now).find(({ name, was, is }) => {
    if (was.length === 0 || is.length > 0 || was.some((value) => /\s\S+\s/.test(value))) return false
    const [held] = was
    return (
      (isHeld(last(name)) && !kept.has(last(name)) && !OFF.test(held!)) ||
      (GUARD_ITEM.test(held!) && !values.has(held!))
    )
  })
  if (lost === undefined) return undefined
  const added = now.filter(({ name, value }) => !old.some((each) => each.name === name && each.value === value))
  return added.some(({ name, value }) => isHeld(last(name)) || GUARD_ITEM.test(value))
    ? undefined
    : `no longer says \`${last(lost.name)}: ${lost.was[0]!.slice(0, 60)}\``
}

function isHeld(name: string): boolean {
  return guardWords(name.replaceAll(/[./]/g, '_')).length > 0 || /approv|review|source-range|isolat/i.test(name)
}

const GUARD_ITEM =
  /^(?:@?[\w./-]*(?:auth(?!or)|rate-?limit|csrf|waf|guard|mfa|firewall|signature|acl\b)[\w./@-]*|#?approved[\w.>=#-]*|bearer\w*)$/i

interface Changed {
  readonly name: string
  readonly was: readonly string[]
  readonly is: readonly string[]
  readonly item: boolean
  /** All that stands under this name now. */
  readonly all: readonly string[]
  readonly before: readonly string[]
}

function changedEntries(old: readonly Entry[], now: readonly Entry[]): readonly Changed[] {
  const [was, is] = [byName(old), byName(now)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [had, has] = [was.get(name) ?? [], is.get(name) ?? []]
    const [gone, fresh] = [without(had, has), without(has, had)]
    if (gone.length === 0 && fresh.length === 0) return []
    const item = [...old, ...now].some((each) => each.name === name && each.item)
    return [{ name, was: gone, is: fresh, item, all: has, before: had }]
  })
}

function byName(entries: readonly Entry[]): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>()
  for (const { name, value } of entries) all.set(name, [...(all.get(name) ?? []), value])
  return all
}

function without(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others]
  return all.filter((each) => {
    const at = left.indexOf(each)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function last(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

// --- numbers ---

/** At least so much: less is looser. */
const AT_LEAST =
  /min(?:imum)?[\w.-]*(?:length|size|chars?|score|approv\w*|review\w*|coverage|age)|passw\w*[\w.-]*(?:length|history|len)|(?:code|otp|pin|token|key|salt|secret|nonce|state)[_.-]?(?:length|len|size|bytes|bits|digits)\b|rounds\b|iterations\b|work_?factor|lock(?:out)?[\w.-]*(?:minutes|seconds|duration|time|hours|period)|cool_?-?down|fail_under|coverage[\w.-]*(?:target|threshold|min\w*|lines|branches|functions|statements)\b|required_?\w*(?:review|approv)\w*|approv\w*_?count|release_?-?age|(?:tls|ssl)[\w.-]*version/i
/** Kept so long: half of it is looser. */
const KEPT =
  /retention\w*|backup[\w.-]*(?:days|count|keep|copies|period)|keep_?(?:days|daily|last|backups)|deletion_window\w*/i
/** At most so much: several times of it is looser. */
const AT_MOST =
  /attempts?\b|\btries\b|\bidle\w*|absolute_\w+|(?:session|cookie|token|access|refresh|jwt|reset|invit\w*|magic|verification|otp|link|presign\w*|signed|signature|nonce|remember)[\w.-]*(?:ttl|expir\w*|age|lifetime|valid\w*|seconds|minutes|hours|days|duration|timeout)\b|tolerance\w*|skew\w*|leeway\w*|\bburst\b|rate(?:_?limit)?$|per_?(?:minute|second|hour)|throttl\w*|max_?(?:login|failed|retries_login)\w*/i

function numbers(path: string, changes: readonly Changed[]): string | undefined {
  const file = path.slice(path.lastIndexOf('/') + 1)
  for (const { name, was, is } of changes) {
    if (was.length !== 1 || is.length !== 1) continue
    const [old, now] = [amount(was[0]!), amount(is[0]!)]
    if (old === undefined || now === undefined || old === now) continue
    const named = snake(`${/codecov|nyc|coverage|jest|vitest/.test(file) ? 'coverage.' : ''}${name}`)
    const tail = /coverage/.test(named) ? named : named.split('.').slice(-3).join('.')
    const looser =
      (AT_LEAST.test(tail) && now <= old * 0.95) ||
      (KEPT.test(tail) && now * 2 <= old) ||
      (AT_MOST.test(tail) && old > 0 && now >= old * 4)
    if (looser) return `\`${last(name)}\` holds less back: ${was[0]} becomes ${is[0]}`
  }
  return undefined
}

function snake(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

const UNIT: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  min: 60,
  h: 3_600,
  d: 86_400,
  w: 604_800,
  y: 31_536_000,
}

/** `15`, `1_000`, `85%`, `20 * 60`, `12h`. */
function amount(text: string): number | undefined {
  const bare = text.replaceAll('_', '').replace(/[;,]$/, '').trim()
  const timed = /^(\d+(?:\.\d+)?)\s*(ms|s|min|m|h|d|w|y)$/i.exec(bare)
  if (timed) return Number(timed[1]) * UNIT[timed[2]!.toLowerCase()]!
  if (!/^[\d.]+%?(?:\s*\*\s*[\d.]+)*$/.test(bare)) return undefined
  return bare
    .replace('%', '')
    .split('*')
    .reduce((product, factor) => product * Number(factor), 1)
}

// --- words and switches ---

const STRICT =
  /^(?:strict\w*|required?|mandatory|enforc\w*|deny|denied|reject\w*|block(?:ed|ing)?|restrict\w*|verify[-_]?\w*|remoteonly|signed|encrypted|private|closed|authenticated|internal|quarantine|fail[-_]?closed|tls|mtls|https)$/i
const LOOSE =
  /^(?:permissive|optional\w*|prefer(?:red)?|allow\w*|off|none|warn(?:ing|ings)?|never|disabled?|report(?:[-_]?only)?|audit|dry-?run|ignore[ds]?|lax|open|public\w*|anonymous|any(?:one|body)?|allowall|no|false|skip|pass|accept|trust|plain(?:text)?|unsafe\w*|fail[-_]?open|external|http)$/i
const OFF = /^(?:false|off|no|none|disabled?|0|never|null)$/i

function words(changes: readonly Changed[]): string | undefined {
  const found = changes.find(
    ({ was, is, item }) => !item && was.length === 1 && is.length === 1 && STRICT.test(was[0]!) && LOOSE.test(is[0]!),
  )
  return found && `\`${last(found.name)}\` is less strict: \`${found.was[0]}\` becomes \`${found.is[0]}\``
}

/** Settings that open something when they are on. */
const OPENS =
  /cleartext_?traffic|arbitrary_?loads|persist-credentials|node_?integration|insecure|anonymous|public_?(?:access|read|ip)|^default[\s_]allow$|password_?authentication$|permit_?root_?login|directory_?listing|auto_?index|expose\w*_?(?:errors?|details|stack)|actuator[\w.]*exposure|(?:stack_?trace|error_?details)/i
const CLOSES = /protected-mode|authori[sz]er|context_?isolation|web_?security|sandbox\b|require[sd]?_\w+|\w*_required$/i
const ON = /^(?:true|yes|on|1|always|enabled?|all|\*)$/i

function switches(changes: readonly Changed[], old: readonly Entry[]): string | undefined {
  const known = old.length > 0
  const nobody = changes.find(
    ({ name, was, is }) => is.includes('[]') && (was.length > 0 || last(name) === 'security') && isHeld(last(name)),
  )
  if (nobody) return `\`${last(nobody.name)}\` asks nobody for anything`
  const opened = changes.find(
    ({ name, was, is }) =>
      OPENS.test(snake(last(name))) &&
      is.some((value) => ON.test(value)) &&
      (was.some((value) => OFF.test(value)) || (known && was.length === 0)),
  )
  if (opened) return `\`${last(opened.name)}\` is switched on`
  const trusts = changes.find(({ name, is }) => name.endsWith('certificates.src') && is.includes('user'))
  if (trusts) return 'trusts certificates that whoever holds the device adds'
  const proxy = changes.find(
    ({ name, was, is }) =>
      /trust_?proxy/i.test(snake(last(name))) &&
      is.some((value) => ON.test(value)) &&
      !was.some((value) => ON.test(value)),
  )
  if (proxy) return `\`${last(proxy.name)}\` believes every proxy`
  const closed = changes.find(
    ({ name, was, is }) =>
      CLOSES.test(snake(last(name))) && was.some((value) => ON.test(value)) && is.some((value) => OFF.test(value)),
  )
  return closed && `\`${last(closed.name)}\` is switched off`
}

// --- lists ---

/** Who is on it is not asked. */
const PASSES =
  /public\b|public_?\w*(?:paths?|routes?|urls?|endpoints?|pages?)|exempt|except|skip|bypass|anonymous|unauthenticated|no_?auth|open_?(?:paths?|routes?)|un(?:guarded|protected)|allow_?(?:list|ed_?(?:paths?|routes?))|whitelist|ignored?_?(?:paths?|routes?)/i
const A_PATH = /^[/^]|\/\*|^[\w-]+\/[\w*/-]+$|^(?:GET|POST|PUT|DELETE|PATCH)\s/
/** Pages that show nothing that is anybody's. */
export const SHOWS_NOTHING =
  /health|ready|readiness|live|metrics|status|ping|version|log-?in|log-?out|sign-?(?:in|up|out)|register|static|assets|public|favicon|robots|manifest|docs|openapi|swagger|callback|oauth|oidc|well-known|webhooks?|about|imprint|privacy|terms|error|not-?found|_next|password|forgot|reset|verify|csp-report|preflight/i
/** What is on it is looked at. */
const COVERS =
  /matcher|protect|guarded|secured|restricted|sensitive|redact|mask|scrub|deny|denied|block(?:ed|list)?|forbid|policy_?types|hidden|blacklist|banned|drop|required_?(?:checks?|contexts|status\w*|reviewers?|approv\w*)|contexts|signed_?headers|scan_?(?:paths|targets)/i
const TYPES = /(?:types?|extensions?|mimes?|formats?|accept(?:ed)?|uploads?)$/i
const ACTIVE =
  /^(?:\*(?:\/\*)?|(?:application|text|image)\/(?:\*|html|xhtml\+xml|svg\+xml|javascript|x-\w*(?:php|sh|exe|msdownload)\w*|octet-stream)|\.?(?:html?|svg|xhtml|js|mjs|php\d?|phtml|jsp|aspx?|exe|sh|bat|ps1|jar|dll|cgi|py|pl))$/i
const SOURCES =
  /origin|cors|allowed_?hosts?|redirect|callback_?urls?|return_?(?:urls?|to)|trusted|frame-?ancestors|hosts?$|domains?$|proxies|cidr|source_?ranges?|allow$|ips?$|(?:resources?|principals?|actions?|identifiers|members|verbs)$/i
const RIGHTS_FILE = /role|permission|polic(?:y|ies)|rbac|grants?|\bacl|casbin|authz|iam/i
const POWER =
  /(?:^|[.:_\-/ ])(?:\*|all|write|delete|destroy|admin\w*|manage\w*|refund|impersonate|export|grant|root|owner|sudo|approve|pay(?:out|ment)s?|transfer|create|update|edit)(?:$|[.:_\-/ ])/i

function lists(path: string, changes: readonly Changed[]): string | undefined {
  for (const { name, was, is, item, all, before } of changes) {
    const tail = snake(name.split('.').slice(-2).join('.'))
    const own = snake(last(name))
    if (!item && !/^(?:allow|deny)$/.test(own)) continue
    const passed =
      PASSES.test(own) && is.find((each) => A_PATH.test(each) && !SHOWS_NOTHING.test(each) && !isPartOf(each, was))
    if (passed) return `\`${passed}\` is no longer looked at: \`${last(name)}\``
    const left = COVERS.test(own) && !PASSES.test(own) && is.length === 0 && all.length > 0 && was[0]
    if (left) return `\`${left}\` is no longer looked at: \`${last(name)}\``
    const kinds = before.length > 0 && before.every((each) => /^\.\w{1,5}$|^\w+\/[\w.+*-]+$/.test(each))
    const active = (TYPES.test(own) || kinds) && is.find((each) => ACTIVE.test(each))
    if (active && !before.includes(active)) return `takes \`${active}\`, which browsers or servers run`
    const source = SOURCES.test(tail) && is.find((each) => isElsewhere(each, [...before, ...was]))
    if (source) return `\`${last(name)}\` trusts \`${source}\` as well`
    const power =
      RIGHTS_FILE.test(path) &&
      !isSameRanking(is, changes) &&
      is.find((each) => POWER.test(each) && !SHOWS_NOTHING.test(each))
    if (power && !was.some((each) => POWER.test(each)))
      return `gives \`${last(name)}\` the right \`${power.slice(0, 60)}\``
  }
  return undefined
}

/** `{ guest: 0, clerk: 1, admin: 2 }` written as `['guest', 'clerk', 'admin']`: the order of ranks, and nobody's right. */
function isSameRanking(items: readonly string[], changes: readonly Changed[]): boolean {
  const ranks = new Map(
    changes.flatMap(({ name, was, is }) =>
      is.length === 0 && was.length === 1 && /^\d+$/.test(was[0]!) ? [[last(name), Number(was[0])] as const] : [],
    ),
  )
  return (
    items.length > 1 &&
    items.every((item, at) => at === 0 || (ranks.get(item) ?? -1) > (ranks.get(items[at - 1]!) ?? Infinity))
  )
}

/** A narrower form of what was there. */
function isPartOf(path: string, was: readonly string[]): boolean {
  return was.some((each) => path !== each && path.startsWith(each.replace(/\*+$/, '')))
}

/** Another site than those that are known, anybody's pages, or what is not encrypted. */
function isElsewhere(value: string, known: readonly string[]): boolean {
  if (/^(?:\*|0\.0\.0\.0\/0|::\/0|null|https?:\/\/\*\S*)$/.test(value)) return !known.includes(value)
  const cidr = /^(\d+)\.(\d+)\.\d+\.\d+(?:\/(\d+))?$/.exec(value)
  if (cidr) return !/^(?:10|127)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\./.test(value)
  const host = /^(https?:\/\/|\*?\.)?([\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:\/\S*)?$/.exec(value)
  if (host === null || /^(?:localhost|127\.|.*\.(?:local|test|internal|localhost)$)/.test(host[2]!)) return false
  if (known.length === 0 || /\.(?:[tj]sx?|json|ya?ml|html|py|md|txt|png|css)$/.test(value)) return false
  const site = (name: string): string =>
    name
      .replace(/^https?:\/\//, '')
      .replace(/[:/].*$/, '')
      .split('.')
      .slice(-2)
      .join('.')
  const sites = known.map(site)
  return !sites.includes(site(host[2]!)) || (host[1] === 'http://' && !known.some((each) => each.startsWith('http://')))
}
