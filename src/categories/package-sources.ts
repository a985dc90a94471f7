import type { Action, Deed } from '../call/action.ts'
import type { Place } from '../call/place.ts'

/**
 * Makers of development tools that publish packages for the system's package manager under a name that is theirs alone.
 * Hosts where anybody may open a repository (PPAs, package clouds, key servers) are not among them.
 */
const MAKERS: ReadonlySet<string> = new Set(
  `download.docker.com deb.nodesource.com rpm.nodesource.com apt.postgresql.org www.postgresql.org cli.github.com
   apt.llvm.org packages.microsoft.com pkgs.k8s.io packages.cloud.google.com dl.google.com apt.releases.hashicorp.com
   rpm.releases.hashicorp.com dl.yarnpkg.com apt.grafana.com packages.grafana.com artifacts.elastic.co repo.mongodb.org
   pgp.mongodb.com www.mongodb.org packages.redis.io repo.mysql.com nginx.org apt.kitware.com packages.adoptium.net
   repos.azul.com apt.corretto.aws nvidia.github.io developer.download.nvidia.com repo.charm.sh packages.gitlab.com
   pkg.jenkins.io packages.sury.org packages.confluent.io apt.datadoghq.com keys.datadoghq.com deb.debian.org
   security.debian.org archive.ubuntu.com security.ubuntu.com ports.ubuntu.com download.fedoraproject.org`.split(/\s+/),
)

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
export function isPlainSetUp(action: Deed<'write-file'> | Deed<'change-access'>, actions: readonly Action[]): boolean {
  const path = pathOf(action.place)
  if (path === undefined || action.where.kind !== 'here') return false
  if (action.does === 'change-access')
    return KEYS.test(path) && !action.recursive && (action.grants === 'other' || action.grants === 'less')
  if (LANGUAGES.test(path)) return isLanguage(action, path)
  if (KEYS.test(path) || LISTS.test(path)) {
    if (action.how === 'directory') return true
    const fetched = actions.filter((other) => other.does === 'contact-host')
    if (!fetched.every(isFromMaker)) return false
    return KEYS.test(path)
      ? fetched.length > 0 && (action.content.kind === 'network' || action.content.kind === 'unknown')
      : namesMakers(action, actions)
  }
  return false
}

function pathOf(place: Place): string | undefined {
  return place.kind === 'path' && place.path === place.real ? place.real : undefined
}

function isFromMaker(action: Deed<'contact-host'>): boolean {
  return (
    action.host.kind === 'named' &&
    MAKERS.has(action.host.name) &&
    action.url !== undefined &&
    action.url.startsWith('https:')
  )
}

/** Every line is an entry of a maker. A text with a substitution in it is read as it was typed. */
function namesMakers({ content }: Deed<'write-file'>, actions: readonly Action[]): boolean {
  if (content.kind === 'text') return isEntries(content.text)
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
  return typed.length === 1 && text !== undefined && isEntries(text) && text.split('://').length === 2
}

function isEntries(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.length > 0 && lines.every((line) => MAKERS.has(ENTRY.exec(line)?.[1] ?? ''))
}

/** The variables of `default/locale` reach every login: no others than those of the language. */
function isLanguage({ content, how }: Deed<'write-file'>, path: string): boolean {
  if (path === '/etc/localtime')
    return how === 'link' && content.kind === 'copy' && startOf(content.of).startsWith('/usr/share/zoneinfo/')
  if (path === '/etc/default/locale')
    return content.kind === 'text' && /^(?:(?:LANG|LANGUAGE|LC_[A-Z]+)=["']?[\w.@:-]*["']?\s*)+$/.test(content.text)
  return how !== 'link' && content.kind !== 'copy' && content.kind !== 'network'
}

function startOf(place: Place): string {
  return place.kind === 'path' ? place.path : place.kind === 'glob' ? place.base : `${place.within ?? ''}/`
}
