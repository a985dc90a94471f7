import { linesOnlyIn } from './file-changes.ts'
import { guardWords } from './guard-words.ts'
import { guardsByName } from './refusals.ts'
import { logicalLines } from './stripped.ts'

/**
 * Where whoever calls comes to decide what the program decided: who they are, which rights they have, whose rows they see,
 * whether a check is for them, in words. Undefined: nowhere. The texts come without their comments.
 */
export function callerDecides(path: string, before: string, after: string): string | undefined {
  const [whole, wholeAfter] = [logicalLines(uncast(before)), logicalLines(uncast(after))]
  const [lost, added] = [linesOnlyIn(whole, wholeAfter), linesOnlyIn(wholeAfter, whole)]
  const brought = namesFrom(added)
  const asks = (text: string): boolean => REQUEST.test(text) || brought.some((name) => holds(text, name))
  for (const line of added) {
    if (asks(line) && !VERIFIES.test(line)) {
      const identity = IDENTITY.exec(line)
      if (identity && asks(line.slice(identity.index + identity[0].length)))
        return `whoever calls says who they are: ${shown(line)}`
      if (EXEMPTS.test(line)) return `whoever calls says that a check is not for them: ${shown(line)}`
    }
    const origin = PART_OF_ORIGIN.test(line) && !lost.some((old) => PART_OF_ORIGIN.test(old))
    if (origin) return `a part of a name is enough to be trusted: ${shown(line)}`
  }
  for (const [at, old] of lost.entries()) {
    const now = pair(old, at, lost, added)
    if (now === undefined) continue
    if (WHO.test(old) && !FROM_CALLER.test(old) && FROM_CALLER.test(now) && (!WHO.test(now) || INSTEAD.test(now)))
      return `whoever calls says whose it is: ${shown(now)}`
    if (CONDITION.test(old) && CONDITION.test(now) && asks(now) && !asks(old) && ORDER_OF_WORDS.test(now))
      return `whoever calls says that a check is not for them: ${shown(now)}`
    const given = granted(path, old, now)
    if (given) return `${given}: ${shown(now)}`
  }
  return undefined
}

/** TypeScript's `(req as any).user` is `req.user`. */
export function uncast(text: string): string {
  return text.replaceAll(/\(\s*([\w.!?]+)\s+as\s+[\w<>[\].,| ]{1,60}\)/g, '$1')
}

function shown(line: string): string {
  return `\`${line.trim().slice(0, 80)}\``
}

const REQUEST =
  /\b(?:req|request|ctx|c|r|self\.request|event|call)\b(?:\.request|\.req)?[?!]?\.(?:headers?|query|params|body|cookies|args|form|GET|POST|META|searchParams|query_params|queryStringParameters|Header|URL|FormValue|PostForm|getHeader|getParameter|parameters)\b|\b(?:params|cookies|headers)\[|\$_(?:GET|POST|REQUEST|COOKIE|SERVER)\b|\$request->(?:header|input|query|get|cookie)\b/
const FROM_CALLER =
  /\b(?:req|request|ctx|c|r|self\.request)\b[?!]?\.(?:headers?|query|params|body|cookies|args|form|GET|POST|META|query_params|FormValue|Header)\b|\bparams\[|\$_(?:GET|POST|REQUEST|COOKIE)\b/
const WHO =
  /\b(?:req\.user|request\.user|ctx\.user|current_?user|session\.user|user|principal|claims|payload|auth\.uid|me)\b[?!]?\.(?:id|pk|sub|uid|user_?id|tenant\w*|org\w*|account\w*|role\w*|email)\b|\bcurrent_user\b|\buserId\b/i
/** One of two: what is brought, else what is known. */
const INSTEAD = /\?\?|\|\||\?[^.?:]*:|\bor\b|\bget\(\s*["'][^"']*["']\s*,|\bif\b/
const IDENTITY =
  /(?:\b(?:req|request|ctx|c|session|context|self)\.(?:user|principal|identity|auth|account|currentUser|current_user|tenant\w*|role\w*|claims)|\b(?:roles?|permissions?|scopes?|is_?admin|principal|identity|current_?user|user_?roles?))\s*(?::|=)(?!=)\s*/i
const EXEMPTS =
  /\b(?:allow_?list|skip\w*|exempt\w*|bypass\w*|whitelist|ignore\w*|unless|except|disable\w*|trusted?|internal|no_?limit\w*)['"]?\s*[:=]\s*/i
const VERIFIES = /verif|decode|validate|authenticat|lookup|find|parse\w*Token|check|compare|jwt/i
const CONDITION = /\b(?:if|unless|elif|elsif|when|guard|return|&&|\|\|)/
/** One more way past a condition. */
const ORDER_OF_WORDS = /&&|\|\||\band\b|\bor\b/
/** `origin.includes('acme')`, `host.endswith("acme.example")`: the name of somebody else may have it in it. */
const PART_OF_ORIGIN =
  /\b(?:o|origin|host(?:name)?|referer|referrer|url|domain|issuer|audience|redirect\w*|email)\b[?!]?(?:\.\w+\(\))?\.(?:includes|indexOf|contains|match|startsWith|starts_with|startswith|HasPrefix|Contains|search)\(\s*["'`/]|\b(?:o|origin|host(?:name)?|domain)\b[?!]?\.(?:endsWith|ends_with|endswith)\(\s*["'`](?!\.)|["'][\w.-]+["']\s+in\s+(?:origin|host|referer)\b|\bstrings\.(?:Contains|HasPrefix)\(\s*(?:origin|host)\b/

/** Names that new lines take from the request. */
function namesFrom(added: readonly string[]): readonly string[] {
  return added.flatMap((line) => {
    const bound =
      /(?:^|[\s;({])(?:const|let|var|val|my)?\s*\$?([A-Za-z_]\w{2,40})(?:\s*:\s*[\w<>[\]| ]+)?\s*:?=(?!=)\s*(.+)$/.exec(
        line,
      )
    return bound !== null && REQUEST.test(bound[2]!) && !VERIFIES.test(bound[2]!) && !KNOWN.has(bound[1]!)
      ? [bound[1]!]
      : []
  })
}

const KNOWN = new Set([
  'body',
  'id',
  'token',
  'header',
  'page',
  'limit',
  'query',
  'raw',
  'sig',
  'signature',
  'const',
  'name',
])

function holds(text: string, name: string): boolean {
  return new RegExp(
    String.raw`\b(?:String|JSON\.parse|parse|json\.loads)\(\s*(?:String\()?\$?${name}\b|[=:(]\s*\$?${name}\b(?!\s*\()`,
  ).test(text)
}

function pair(old: string, at: number, lost: readonly string[], added: readonly string[]): string | undefined {
  if (lost.length === added.length) return added[at]
  const own = new Set(old.match(/\w+/g))
  return added.find((each) => (each.match(/\w+/g) ?? []).filter((word) => own.has(word)).length * 2 > own.size)
}

const FALLBACK =
  /(?:\?\?|\|\||\bor\b|\?:|,)\s*(\[[^\]]*\]|["'`][^"'`]*["'`]|-?\d+|true|True|null|None|undefined|\{[^}]*\})/g

/** What stands in for a missing value was nothing and is a right; or a rank is higher than it was. */
function granted(path: string, old: string, now: string): string | undefined {
  if (!guardsByName(path) && guardWords(old).length === 0 && !/rank|level|roles?|scopes?/i.test(old)) return undefined
  const stands = (line: string): readonly string[] => [...line.matchAll(FALLBACK)].map(([, value]) => value!)
  const [was, is] = [stands(old), stands(now)]
  const empty = (value: string): boolean => /^(?:\[\s*\]|["'`]{2}|0|-1|null|None|undefined|\{\s*\})$/.test(value)
  if (/\?\?|\|\||\bor\b|\?:/.test(now) && skeleton(old) === skeleton(now) && was.length === is.length)
    if (was.some((value, at) => empty(value) && !empty(is[at]!))) return 'who brings nothing is given a right'
  if (
    /\?\?|\|\|/.test(now) &&
    is.length > was.length &&
    is.some((value) => /^(?:[1-9]\d*|true)$/.test(value)) &&
    COMPARES.test(now)
  )
    return 'who brings nothing is given a right'
  if (!/rank|level|weight|priority|clearance|tier/i.test(old)) return undefined
  const numbers = (line: string): ReadonlyMap<string, number> =>
    new Map(
      [...line.matchAll(/\b([A-Za-z_]\w*)['"]?\s*[:=]>?\s*(\d+)\b/g)].map(([, name, value]) => [name!, Number(value)]),
    )
  const [had, has] = [numbers(old), numbers(now)]
  const risen = [...has].filter(([name, value]) => had.has(name) && value > had.get(name)!)
  return risen.length > 0 && risen.length < has.size && has.size <= had.size
    ? `\`${risen[0]![0]}\` stands higher than before`
    : undefined
}

const COMPARES = /[<>]=?|===?|includes\(|has\(/

function skeleton(line: string): string {
  return line.replaceAll(FALLBACK, '#').replaceAll(/\s+/g, '')
}
