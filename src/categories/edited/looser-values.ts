import { linesOnlyIn } from './file-changes.ts'
import { guardWords } from './guard-words.ts'
import { guardsByName } from './refusals.ts'

/**
 * Values that say what may come in, who may read a file and who reaches a socket, compared line by line with what took
 * their place: fewer demands, a wider pattern, more rights. In words; undefined: nothing is looser. The texts come without
 * their comments.
 */
export function looserValue(path: string, before: string, after: string): string | undefined {
  const [lost, added] = [linesOnlyIn(before, after), linesOnlyIn(after, before)]
  for (const { old, now } of pairs(lost, added)) {
    const less =
      fewerDemands(old, now) ??
      widerPattern(path, old, now) ??
      openedMode(old, now) ??
      openedAddress(old, now) ??
      otherDefault(old, now)
    if (less !== undefined) return `${less}: \`${now.trim().slice(0, 80)}\``
  }
  return exposed(lost.join('\n'), added.join('\n')) ?? feebleFirst(path, lost, added) ?? alwaysYes(lost, added)
}

interface Pair {
  readonly old: string
  readonly now: string
}

/** Each lost line with the added one that begins with the same name, else with the one in its place. */
function pairs(lost: readonly string[], added: readonly string[]): readonly Pair[] {
  return lost.flatMap((old, at) => {
    const name = nameOf(old)
    const same = name === undefined ? undefined : added.find((line) => nameOf(line) === name)
    const now = same ?? (lost.length === added.length ? added[at] : undefined)
    return now === undefined ? [] : [{ old, now }]
  })
}

function nameOf(line: string): string | undefined {
  return /^\s*(?:(?:export|const|let|var|val|final|static|public|private|protected|readonly|self\.|this\.|@)\s*)*["':]?([A-Za-z_][\w.-]*)["']?\s*(?::|=|\(|\s)/.exec(
    line,
  )?.[1]
}

// --- schemas ---

/** A line that says what an input must look like. */
const SCHEMA =
  /\b(?:z|v|t|yup|joi|Joi|vine|superstruct|s)\.\w+\(|\bT\.\w+\(|\bType\.\w+\(|\b(?:Annotated|Field|constr|conint|Literal|Query|Path|Body|Form)\b[[(]|\bfields?\.\w+\(|\b(?:serializers|models|forms|wtforms|validators)\.\w+\(|\bvalidates?\w*\b|\binput:\s|@(?:IsIn|IsEnum|IsEmail|IsUUID|IsUrl|IsInt|Length|MaxLength|MinLength|Matches|Pattern|Size|Min|Max|Email|NotBlank|NotNull|Positive|Valid|Range|RegularExpression|StringLength|Required)\b|\bbinding:"|\bvalidate:"|=>\s*\[?['"](?:required|nullable|string|integer)[|'"]|\bvalidate_(?:length|format|inclusion|number|required)\(|\badd_argument\(|["']?(?:type|format|pattern|enum|maxLength|minLength)["']?\s*:\s/
/** What narrows it, by family: one takes the place of another. */
const DEMAND =
  /\b(enum|enum_for|literal|Literal|literals|oneOf|one_of|oneof|IsIn|IsEnum|picklist|choices|inclusion|regex|regexp|matches|Matches|pattern|Pattern|format|RegularExpression|uuid|IsUUID|cuid|email|IsEmail|EmailStr|EmailField|url|IsUrl|HttpUrl|ip|datetime|date|int|integer|IsInt|positive|Positive|nonnegative|finite|min|Min|max|Max|lt|gt|le|ge|lte|gte|length|Length|Size|maxLength|MaxLength|max_length|minLength|MinLength|min_length|StringLength|numericality|strict|forbid|validators|validate|refine|superRefine|transform|required|NotBlank|NotNull|presence|in|between|exists|unique|alpha_num|alphanum|hostname|hexadecimal|additionalProperties)\b/g
const TAKES_ALL =
  /\b(?:passthrough|loose|any|unknown|catchall|nonstrict|allow_unknown|stripUnknown\(false|mixed|permit!|extra\s*=\s*["']allow|additionalProperties["']?\s*:\s*true)\b/

function fewerDemands(old: string, now: string): string | undefined {
  if (!SCHEMA.test(old)) return undefined
  if (TAKES_ALL.test(now) && !TAKES_ALL.test(old)) return 'what comes in may be anything'
  const [was, is] = differing(old, now)
  const [had, has] = [demands(was), demands(is)]
  const shapes = (all: ReadonlySet<string>): number =>
    [...all].filter((each) => !/^(?:most|least|required|transform)$/.test(each)).length
  return ([...had].some((each) => !has.has(each)) && has.size < had.size) || (shapes(had) > 0 && shapes(has) === 0)
    ? 'less is demanded of what comes in'
    : undefined
}

/** Where two lines differ, from the item that holds the first difference. */
function differing(one: string, other: string): readonly [string, string] {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++
  while (start > 0 && !/[,{[(;]/.test(one[start - 1]!)) start--
  const last = (text: string): string =>
    text.slice(start, text.length - end + (/^\w*/.exec(text.slice(text.length - end))?.[0].length ?? 0))
  return [last(one), last(other)]
}

/** Fewer kinds of demands: a value of one of some becomes any text of some length. */
function demands(line: string): ReadonlySet<string> {
  return new Set(
    [...line.replaceAll(/"[^"]*\s[^"]*"|'[^']*\s[^']*'/g, '""').matchAll(DEMAND)].map(
      ([word]) => FAMILY[word!] ?? word!.toLowerCase(),
    ),
  )
}

const FAMILY: Readonly<Record<string, string>> = {
  Max: 'most',
  max: 'most',
  maxLength: 'most',
  MaxLength: 'most',
  max_length: 'most',
  le: 'most',
  lt: 'most',
  lte: 'most',
  Min: 'least',
  min: 'least',
  minLength: 'least',
  MinLength: 'least',
  min_length: 'least',
  ge: 'least',
  gt: 'least',
  gte: 'least',
  length: 'most',
  Length: 'most',
  Size: 'most',
  StringLength: 'most',
  positive: 'least',
  Positive: 'least',
  nonnegative: 'least',
}

// --- patterns ---

const PATTERN = /\/(?:[^/\\\n]|\\.)+\/[a-z]*|(?:\br)?["'`](?:[^"'`\\\n]|\\.)*["'`]/g
const MATCHES = /regexp?|pattern|origin|redirect|host|domain|allow|match|valid|trust|path|route|cors|url/i

/** An anchor is gone, or a part takes everything, where a pattern says who or what may come. */
function widerPattern(path: string, old: string, now: string): string | undefined {
  if (!MATCHES.test(now) && !guardsByName(path) && guardWords(now).length === 0) return undefined
  const [was, is] = [old.match(PATTERN) ?? [], now.match(PATTERN) ?? []]
  if (was.length === 0 || is.length === 0) return undefined
  const text = (all: readonly string[]): string => all.join(' ')
  const anchors = (all: readonly string[]): number =>
    text(all).match(/(?<![[\\])\^|(?<!\\)\$(?=[/"'`)]|$)|\\[AzZ]/g)?.length ?? 0
  const open = (all: readonly string[]): number =>
    text(all).match(/(?:\.|\[\^?[^\]\n]{1,12}\]|\\[wWsSdD])[*+]|(?<![/*])\*(?![/*])/g)?.length ?? 0
  const regexes = /[\\^$]|\.\*|\.\+/.test(text(was)) || /\.\*|\.\+/.test(text(is))
  if (!regexes && open(is) <= open(was)) return undefined
  if (anchors(is) < anchors(was) && was.length === is.length) return 'a pattern no longer looks at the whole'
  const everything = (all: readonly string[]): number =>
    text(all).match(/\.[*+]|\[\\s\\S\]|(?<![\w/*.])\*(?![\w*])/g)?.length ?? 0
  return everything(is) > everything(was) ? 'a pattern takes more than before' : undefined
}

// --- rights and addresses ---

const MODE = /\b0?o?([0-7]{3,4})\b/g
const ABOUT_MODE = /chmod|mode|umask|perm|mkdir|WriteFile|OpenFile|open\(/i

/** Group and others may do more with a file than before. */
function openedMode(old: string, now: string): string | undefined {
  if (!ABOUT_MODE.test(now)) return undefined
  const modes = (line: string): readonly number[] =>
    [...line.matchAll(MODE)].map(([, digits]) => Number.parseInt(digits!.slice(-3), 8))
  const [was, is] = [modes(old), modes(now)]
  const masks = /umask/i.test(now)
  return was.length === is.length && was.some((mode, at) => ((masks ? mode & ~is[at]! : is[at]! & ~mode) & 0o077) !== 0)
    ? 'others may read or change what it writes'
    : undefined
}

const HERE = /\b127\.0\.0\.1\b|\blocalhost\b|\[?::1\]?(?!\w)/
const EVERYWHERE = /\b0\.0\.0\.0\b|["'`[]::["'`\]]|["'`]:\d{2,5}["'`]|["']\*["']|\bINADDR_ANY\b|Ipv4Addr::UNSPECIFIED/

function openedAddress(old: string, now: string): string | undefined {
  return HERE.test(old) && !HERE.test(now) && EVERYWHERE.test(now) ? 'everybody in the network reaches it' : undefined
}

/** `verify=True` as `verify=False`, `active: true` as `active: false`, where the name keeps somebody out. */
function otherDefault(old: string, now: string): string | undefined {
  const values = (line: string): ReadonlyMap<string, string> =>
    new Map(
      [
        ...line.matchAll(
          /\b([A-Za-z_]\w{2,60})['"]?(?:\s*:\s*(?:bool|boolean|Boolean))?\s*(?::|=>?)\s*(true|false)\b/gi,
        ),
      ].map(([, name, value]) => [name!, value!.toLowerCase()]),
    )
  const is = values(now)
  for (const [name, value] of values(old))
    if (value === 'true' && is.get(name) === 'false' && (guardWords(name).length > 0 || DEMANDS.test(name)))
      return `\`${name}\` is switched off`
  return undefined
}

const DEMANDS = /require|strict|check|enforce|sandbox|escape|readonly|read_only|private|signed|approval|confirm|active/i

// --- lists ---

const TAKEN =
  /\b(?:permit|fillable|allowed_?params|pick|only|cast|fields|attributes|writable\w*|editable\w*|attr_accessible|whitelist\w*|Bind)\b["']?\s*[=:(,[]/
const PRIVILEGED =
  /\b(?:is_?(?:admin|staff|superuser|owner|verified|active)|admin|roles?|permissions?|owner_?id|user_?id|tenant_?id|account_?id|org(?:anization)?_?id|balance|credit|price|plan|verified|approved|email_?verified|password_?hash)\b/gi
const SHOWN =
  /\b(?:fields|attributes|only|select|columns|includes?|expose[sd]?|to_json|as_json|serializ\w*|pick|project(?:ion)?|returning)\b/i
const HIDDEN =
  /\b(?:exclude[sd]?|except|omit|hidden|hides?|write_only|sensitive\w*|filter_param\w*|redact\w*|private|blacklist|without|JsonIgnore|Exclude)\b/i
const SECRET_FIELD =
  /\b(?:password\w*|passwd|pin_?hash|\w*(?:_hash|_digest|_secret|_token)|secret|salt|ssn|otp\w*|totp\w*|api_?key|card_?number|cvv|iban|two_?factor\w*|recovery_?codes?)\b/gi

/** A privileged field may be set by whoever calls, or a secret one is shown to them. */
function exposed(lost: string, added: string): string | undefined {
  const names = (text: string, sign: RegExp, about: RegExp): readonly string[] =>
    text
      .split('\n')
      .flatMap((line) => (about.test(line) ? (line.match(sign) ?? []).map((name) => name.toLowerCase()) : []))
  const isNew = (sign: RegExp, about: RegExp): string | undefined => {
    const old = names(lost, sign, about)
    // Only a list that was there and has more in it now; a new one is judged as new code.
    if (!about.test(lost)) return undefined
    return names(added, sign, about).find((name) => !old.includes(name))
  }
  const given = isNew(PRIVILEGED, TAKEN)
  if (given !== undefined && !HIDDEN.test(added)) return `whoever calls may set \`${given}\``
  const shown = HIDDEN.test(added) ? undefined : isNew(SECRET_FIELD, SHOWN)
  if (shown !== undefined) return `\`${shown}\` is shown to whoever asks`
  const kept = names(added, SECRET_FIELD, HIDDEN)
  const bare = names(lost, SECRET_FIELD, HIDDEN).find(
    (name) => !kept.includes(name) && !added.toLowerCase().includes(name),
  )
  return bare === undefined ? undefined : `\`${bare}\` is no longer kept back`
}

/** A feeble method where passwords and signatures are made, also beside a strong one: the first of a list is used. */
function feebleFirst(path: string, lost: readonly string[], added: readonly string[]): string | undefined {
  const had = lost.join('\n')
  const line = added.find((each) => FEEBLE.test(each) && ABOUT_SECRETS.test(`${each} ${path}`) && !FEEBLE.test(had))
  return line === undefined ? undefined : `a feeble method: \`${line.trim().slice(0, 80)}\``
}

const FEEBLE =
  /\b(?:unsalted)?(?:md5|sha-?1|crc32|rc4)(?:password|hasher|digest|withrsa|hex)?\b|\bMD5PasswordHasher\b|\bUnsaltedSHA1|\bPlainTextPassword\w*|["']plain(?:text)?["']/i
const ABOUT_SECRETS = /password|hasher|signature|hmac|token|passwd|credential|signing/i

/** A decision that a callback hands back is yes in any case. */
function alwaysYes(lost: readonly string[], added: readonly string[]): string | undefined {
  const line = added.find((each) => YES_IN_ANY_CASE.test(each) && DECIDES.test(each))
  return line === undefined || lost.some((each) => YES_IN_ANY_CASE.test(each))
    ? undefined
    : `says yes in any case: \`${line.trim().slice(0, 80)}\``
}

const YES_IN_ANY_CASE =
  /=>\s*(?:\{\s*return\s+)?(?:true\b|\w{1,20}\(\s*(?:null|undefined|nil)\s*,\s*true\b|Promise\.resolve\(true\))|\blambda\b[^:\n]{0,60}:\s*True\b|\{\s*\|[^|\n]{0,40}\|\s*true\s*\}|->\s*(?:\([^)\n]{0,60}\)\s*)?\{\s*true\s*\}|\breturn\s+true\s*[;}]?\s*\}?\s*[,)]?$|\bfunc\([^\n]{0,120}\bbool\s*\{\s*return\s+true\s*\}/
const DECIDES = /origin|auth|allow|verif|valid|trust|check|permit|access|can[A-Z_]|guard|filter|callback|hostname/i
