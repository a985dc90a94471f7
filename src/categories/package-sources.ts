import type { Action, ActionOf } from '../call/action.ts'
import type { Place } from '../call/place.ts'
import { type Trust, trusts } from '../call/trust.ts'
import type { Deeds } from './category.ts'

const SETTING_UP: ReadonlySet<string> = new Set(
  'echo printf tee sudo dpkg lsb_release uname . source curl wget gpg install mkdir chmod apt apt-get'.split(' '),
)

const KEYS = /^\/(?:etc\/apt\/keyrings|usr\/share\/keyrings)(?:\/[\w.+-]+\.(?:gpg|asc|pgp))?$/
const LISTS = /^\/etc\/apt\/sources\.list\.d(?:\/[\w.+-]+\.list)?$/
const LANGUAGES = /^\/etc\/(?:locale\.gen|timezone|localtime|default\/locale)$/
const ENTRY = /^deb(?:-src)? +(?:\[(?![^\]]*(?:trusted|insecure))[^\]\n]*\] +)?https:\/\/([a-z0-9.-]+)[/ ]/

/**
 * Set-up that harms nobody, though it lies among the settings of the machine: the packages of a maker whose own
 * installer would be run as well, over https and with its key; and the language and time zone of a machine. A list that
 * names anybody else, or whose text is not known, is not one.
 */
export function isPlainSetUp(
  action: ActionOf<'write-file'> | ActionOf<'change-access'>,
  { actions, surroundings: { trust } }: Pick<Deeds, 'actions' | 'surroundings'>,
): boolean {
  const path = pathOf(action.place)
  if (path === undefined || action.where.kind !== 'here') return false
  if (action.does === 'change-access')
    return KEYS.test(path) && !action.recursive && (action.grants === 'other' || action.grants === 'less')
  if (LANGUAGES.test(path)) return isLanguage(action, path)
  if (KEYS.test(path) || LISTS.test(path)) {
    if (action.how === 'directory') return true
    const fetched = actions.filter((other) => other.does === 'contact-host')
    if (!fetched.every((contact) => isFromMaker(contact, trust))) return false
    return KEYS.test(path)
      ? fetched.length > 0 && (action.content.kind === 'network' || action.content.kind === 'unknown')
      : namesMakers(action, actions, trust)
  }
  return false
}

function pathOf(place: Place): string | undefined {
  return place.kind === 'path' && place.path === place.real ? place.real : undefined
}

function isFromMaker(action: ActionOf<'contact-host'>, trust: Trust): boolean {
  return (
    action.host.kind === 'named' &&
    trusts(trust, 'archives', action.host.name) &&
    action.url !== undefined &&
    action.url.startsWith('https:')
  )
}

/** Every line is an entry of a maker. A text with a substitution in it is read as it was typed. */
function namesMakers({ content }: ActionOf<'write-file'>, actions: readonly Action[], trust: Trust): boolean {
  if (content.kind === 'text') return isEntries(content.text, trust)
  if (content.kind !== 'unknown') return false
  // Nothing else in the call could have made the text.
  if (actions.some((action) => action.does === 'run-program' && !SETTING_UP.has(action.program))) return false
  const typed = actions.flatMap((action) =>
    action.does === 'run-program' &&
    /^(?:echo|printf|cat|tee)$/.test(action.program) &&
    /\bdeb\b|http/.test(action.evidence)
      ? [action]
      : [],
  )
  const [only] = typed.filter(({ program }) => program === 'echo' || program === 'printf')
  const text = /^(?:echo|printf) +(["'])(deb\b[^\n]*)\1$/s.exec(only?.evidence ?? '')?.[2]
  return typed.length === 1 && text !== undefined && isEntries(text, trust) && text.split('://').length === 2
}

function isEntries(text: string, trust: Trust): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.length > 0 && lines.every((line) => trusts(trust, 'archives', ENTRY.exec(line)?.[1] ?? ''))
}

/** The variables of `default/locale` reach every login: no others than those of the language. */
function isLanguage({ content, how }: ActionOf<'write-file'>, path: string): boolean {
  if (path === '/etc/localtime')
    return how === 'link' && content.kind === 'copy' && startOf(content.of).startsWith('/usr/share/zoneinfo/')
  if (path === '/etc/default/locale')
    return content.kind === 'text' && /^(?:(?:LANG|LANGUAGE|LC_[A-Z]+)=["']?[\w.@:-]*["']?\s*)+$/.test(content.text)
  return how !== 'link' && content.kind !== 'copy' && content.kind !== 'network'
}

function startOf(place: Place): string {
  return place.kind === 'path' ? place.path : place.kind === 'glob' ? place.base : `${place.within ?? ''}/`
}
