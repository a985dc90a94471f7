/**
 * Whom policy trusts. `call/` and `categories/` say who publishes something and where it comes from, and ask here; the
 * lists are settings (`policy/trust.ts` has the built-in ones), and nothing is trusted that no list names.
 */

/** How the entries of a list are compared with a name. */
type Form =
  /** A host alone; `*.company.com` any host below it. */
  | 'host'
  /** A host and every host below it. */
  | 'site'
  /** A name without regard to case; `*` stands for any characters. */
  | 'name'
  /** An address without its scheme, which must be https; the path counts letter for letter. */
  | 'address'

const FORMS = {
  hosts: 'host',
  registries: 'site',
  forges: 'site',
  sources: 'site',
  repositories: 'site',
  installers: 'address',
  archives: 'name',
  taps: 'name',
  publishers: 'name',
  hooks: 'name',
  models: 'name',
  modules: 'host',
  tools: 'name',
  backends: 'name',
} as const satisfies Readonly<Record<string, Form>>

export type TrustKind = keyof typeof FORMS

export const TRUST_KINDS: readonly TrustKind[] = Object.keys(FORMS) as TrustKind[]

/** What is named in `not` is not trusted, whatever `trusted` says. */
export interface TrustList {
  readonly trusted: readonly string[]
  readonly not: readonly string[]
}

export type Trust = Readonly<Record<TrustKind, TrustList>>

/** Where nobody said anything: nothing. */
export const NO_TRUST: Trust = Object.fromEntries(
  TRUST_KINDS.map((kind) => [kind, { trusted: [], not: [] }]),
) as unknown as Trust

export function trusts(trust: Trust, kind: TrustKind, name: string): boolean {
  const { trusted, not } = matchersOf(trust, kind)
  return trusted(name) && !not(name)
}

type Matcher = (name: string) => boolean

interface Matchers {
  readonly trusted: Matcher
  readonly not: Matcher
}

/** Lists are long and the same from call to call. */
const known = new WeakMap<TrustList, Matchers>()

function matchersOf(trust: Trust, kind: TrustKind): Matchers {
  const list = trust[kind]
  const found = known.get(list)
  if (found !== undefined) return found
  const made = { trusted: matcher(FORMS[kind], list.trusted), not: matcher(FORMS[kind], list.not) }
  known.set(list, made)
  return made
}

function matcher(form: Form, entries: readonly string[]): Matcher {
  const plain = new Set(entries.filter((entry) => !entry.includes('*')).map((entry) => lowered(form, entry)))
  const patterns = entries.filter((entry) => entry.includes('*')).map((entry) => patternOf(form, lowered(form, entry)))
  return (name) => {
    const wanted = lowered(form, name)
    if (plain.has(wanted) || (form === 'site' && aboveOf(wanted).some((above) => plain.has(above)))) return true
    // A wildcard does not climb out of what it stands in.
    return !climbs(wanted) && patterns.some((pattern) => pattern.test(wanted))
  }
}

/** Host names end with no dot and know no case; of an address only the host does not. */
function lowered(form: Form, text: string): string {
  if (form !== 'address') return text.toLowerCase().replace(/\.$/, '')
  const slash = text.indexOf('/')
  return slash < 0 ? `${text.toLowerCase()}/` : text.slice(0, slash).toLowerCase() + text.slice(slash)
}

function patternOf(form: Form, entry: string): RegExp {
  const escaped = entry.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  const any = form === 'address' || form === 'name' ? '\\S*' : '[^\\s/]+'
  return new RegExp(`^${escaped.replaceAll('*', any)}$`)
}

/** `a.b.c` → `b.c`, `c`. */
function aboveOf(host: string): readonly string[] {
  const labels = host.split('.')
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
}

function climbs(name: string): boolean {
  return /(?:^|\/)(?:\.|%2e){2}(?:\/|$)|%2f|\\/i.test(name)
}
