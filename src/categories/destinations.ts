import type { ActionOf, Host } from '../call/action.ts'
import { hostKind, isCollector, isPackageRegistry } from '../call/hosts.ts'
import { trusts } from '../call/trust.ts'
import type { Deeds } from './category.ts'
import { deedsOf } from './seek.ts'

/** Where traffic goes, as far as it matters for harm. `link-local` counts as metadata: nothing else of use lives there. */
export type Destination = 'loopback' | 'private' | 'metadata' | 'trusted' | 'collector' | 'outside' | 'unknown'

export function destinationOf(host: Host, deeds: Deeds, url?: string): Destination {
  if (host.kind === 'unknown') return 'unknown'
  const kind = hostKind(host.name)
  if (kind === 'metadata' || kind === 'link-local') return 'metadata'
  if (kind === 'loopback') return 'loopback'
  if (isTrusted(host.name, deeds)) return 'trusted'
  if (isCollector(host.name, url)) return 'collector'
  return kind === 'private' ? 'private' : 'outside'
}

/** Beyond this machine and what the user called theirs. An unknown host is beyond. */
export function leavesHome(destination: Destination): boolean {
  switch (destination) {
    case 'loopback':
    case 'trusted':
      return false
    case 'private':
    case 'metadata':
    case 'collector':
    case 'outside':
    case 'unknown':
      return true
  }
}

/** What the settings call trusted. A forge's host is shared by strangers: a remote makes only its own repository ours. */
export function isTrusted(name: string, deeds: Deeds): boolean {
  return trusts(deeds.surroundings.trust, 'hosts', name)
}

/** A remote named here or a URL that equals a configured one. */
export function isOwnRemote(action: ActionOf<'change-repository'>, deeds: Deeds): boolean {
  const { remotes } = deeds.surroundings
  const given = action.url ?? action.remote
  if (given === undefined) return true
  // A name says where it goes only as long as nothing rewrites its address.
  const configured = action.remote === undefined ? undefined : remotes.get(action.remote)
  if (configured !== undefined && (action.url === undefined || action.url === configured)) return true
  // Without a repository to look at, the names that every clone has are taken for what they mean.
  if (remotes.size === 0 && action.url === undefined && /^(origin|upstream)$/.test(action.remote ?? '')) return true
  return isOwnUrl(given, deeds)
}

/** One of the repository's own remotes, however its address is written. */
export function isOwnUrl(given: string, deeds: Deeds): boolean {
  const wanted = plainUrl(given)
  return [...deeds.surroundings.remotes.values()].some((url) => plainUrl(url) === wanted)
}

/**
 * The database that the environment of the project names, by a variable that neither this call nor a file that it loads
 * sets: where the work that is asked for lies. What would be destroyed there is told by its own deeds.
 */
export function isProjectsDatabase(host: Host, { call }: Deeds): boolean {
  if (host.kind !== 'unknown' || !BY_VARIABLE.test(host.source)) return false
  const text = JSON.stringify(call.input)
  return (
    !LOADS_VARIABLES.test(text) && ![...text.matchAll(SETS_DATABASE)].some(([, value]) => !LOCAL_DATABASE.test(value!))
  )
}

const BY_VARIABLE =
  /^[\s"'({]*(?:connection_?string\s*:\s*|new\s+[\w.]+\(\s*\{?\s*connection_?string\s*:\s*)?(?:\$\{?|process\.env\.|process\.env\[["']|os\.environ\[["']|os\.environ\.get\(["']|os\.getenv\(["']|ENV\[["']|ENV\.fetch\(["'])(?:\w*DATABASE|DB|POSTGRES\w*|PG|MYSQL|MARIADB|MONGO\w*|REDIS)_?(?:URL|URI|DSN|HOST|CONNECTION\w*)[\]"'})!\s]*$/i
const LOADS_VARIABLES = /(?:^|[\s;&|"(])(?:source|\.)\s+\S|--env-file|\bdotenv\b|\bexport\s+\$\(|\benv\s+\$\(|\bxargs\b/
const SETS_DATABASE =
  /\b(?:\w*DATABASE|DB|POSTGRES\w*|PG|MYSQL|MARIADB|MONGO\w*|REDIS)_?(?:URL|URI|DSN|HOST|CONNECTION\w*)=(\S+)/gi
const LOCAL_DATABASE =
  /(?:@|\/\/)(?:localhost|127\.0\.0\.1|\[::1\]|db|postgres|mysql|redis|mongo)(?=[:/"'\\,]|$)|^["'\\]*(?:localhost|127\.0\.0\.1)(?=["'\\,:]|$)|^["'\\]*(?:sqlite|file):/i

/** Everything this call asks packages from is a public registry. */
export function onlyPublicRegistries(deeds: Deeds): boolean {
  const asked = deedsOf(deeds, 'contact-host').filter((contact) => contact.purpose === 'registry')
  return (
    asked.length > 0 &&
    asked.every((contact) => contact.host.kind === 'named' && isPackageRegistry(contact.host.name, deeds.surroundings))
  )
}

export function isRawAddress(name: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(name) || name.includes(':')
}

/** `git@github.com:a/b.git`, `ssh://git@github.com/a/b`, `https://github.com/a/b` are one repository. */
function plainUrl(url: string): string {
  return url
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/^[^@/]*@/, '')
    .replace(/^([^/:]+):(?!\d+\/)/, '$1/')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
}
