import type { ActionOf } from '../call/action.ts'
import { isCodeHost, isPackageRegistry } from '../call/hosts.ts'
import { isInside } from '../call/paths.ts'
import { contentOf, secretOf, show, textOf, type Word } from '../call/word.ts'
import type { Deeds, Evidence } from './category.ts'
import { destinationOf, isProjectsDatabase, leavesHome } from './destinations.ts'
import { carriedSecret, isEncodedText, ownSecretIn } from './encoded-secrets.ts'
import { isSecretPlace } from './grounds.ts'
import { textsOf } from './mcp-input.ts'
import { deedsOf, type Find, gravest, oncePerCall, seek } from './seek.ts'
import { isSecretName, liveSecret } from './text-secrets.ts'

const MOST_WORDS = 96

/** A secret or the content of a file on its way out, in any part of what is sent: address, header, cookie, name. */
export function leavingSecret(deeds: Deeds): Evidence | undefined {
  return gravest(
    seek(deeds, 'contact-host', (action) => {
      if (!goesOut(action, deeds)) return undefined
      const host = action.host.kind === 'named' ? action.host.name : action.host.source
      const severity = destinationOf(action.host, deeds, action.url) === 'collector' ? 'hard' : 'soft'
      for (const text of [action.url, host, action.payload?.text]) {
        const what = text === undefined ? undefined : carriedSecret(text, deeds)
        if (what !== undefined) return { detail: `${what} to \`${host}\``, severity }
      }
      if (readsIntoAddress(action)) return { detail: `what a file holds becomes part of the address of \`${host}\`` }
      return carriesText(action) ? { detail: `the address on \`${host}\` is encoded text` } : undefined
    }),
    seek(deeds, 'run-program', (action) => {
      const host =
        hostsReached(deeds).get(action.evidence) ?? (ASKS_NAMES.test(action.program) ? 'a name server' : undefined)
      if (host === undefined) return undefined
      // More words than any request has are looked at as they are written.
      const many = action.args.length > MOST_WORDS
      const what = many ? liveSecret(action.args.map(show).join('\n')) : undefined
      if (what !== undefined) return { detail: `${what} to \`${host}\`` }
      for (const [index, word] of action.args.slice(0, MOST_WORDS).entries()) {
        const find = carriedBy(word, action.args[index - 1], action, host, deeds)
        if (find !== undefined) return find
      }
      return undefined
    }),
    seek(deeds, 'call-mcp-tool', (action) => {
      for (const { text } of textsOf(action)) {
        const what = carriedSecret(text, deeds)
        if (what !== undefined) return { detail: `${what} in an argument of \`${action.tool}\`` }
        if (/^https?:/i.test(text) && encodedPart(text))
          return { detail: `the address \`${text.slice(0, 60)}\` is encoded text` }
      }
      return undefined
    }),
    seek(deeds, ['send-message', 'spawn-agent'], (action) => {
      const what = carriedSecret(action.does === 'send-message' ? action.text : action.task, deeds)
      return what === undefined ? undefined : { detail: `${what} in a message` }
    }),
  )
}

/** git subcommands whose words are kept for whoever clones, or are told to a server. */
const KEPT =
  /^(?:commit|tag|branch|checkout|switch|notes|stash|push|config|remote|commit-tree|symbolic-ref|update-ref)$/

/** A secret that becomes the name of a branch, a message of a commit, or a line of a tracked file. */
export function keptSecret(deeds: Deeds): Evidence | undefined {
  return gravest(pushedSecret(deeds), saidSecret(deeds))
}

/** A push of the session's own work, where a file it wrote holds a value of the project's files of secrets. */
function pushedSecret(deeds: Deeds): Evidence | undefined {
  return seek(deeds, 'change-repository', (action) => {
    if (!/^(?:push|force-push|force-push-lease)$/.test(action.deed)) return undefined
    for (const [path, written] of deeds.session.written) {
      if (written.kind !== 'text' || !isInside(path, deeds.surroundings.workspace)) continue
      if (isSecretPlace({ kind: 'path', path, real: path }, deeds)) continue
      const name = ownSecretIn(written.text, deeds)
      if (name !== undefined) return { detail: `\`${path}\` holds the value of \`${name}\`` }
    }
    return undefined
  })
}

function saidSecret(deeds: Deeds): Evidence | undefined {
  return seek(deeds, 'run-program', (action) => {
    if (action.program !== 'git') return undefined
    const verb = action.args.findIndex((word) => KEPT.test(textOf(word) ?? ''))
    if (verb < 0) return undefined
    for (const word of action.args.slice(verb + 1)) {
      const secret = secretOf(word) ?? namedSecret(word) ?? carriedSecret(textOf(word) ?? '', deeds)
      if (secret !== undefined) return { detail: `${secret} in \`git ${show(action.args[verb]!)}\`` }
    }
    return undefined
  })
}

function goesOut(action: ActionOf<'contact-host'>, deeds: Deeds): boolean {
  if (action.host.kind === 'named' && action.host.name === 'web-search') return true
  const destination = destinationOf(action.host, deeds, action.url)
  return leavesHome(destination) && destination !== 'private'
}

/** By the command that does it: which host beyond this machine it reaches. */
const hostsReached = oncePerCall((deeds: Deeds): ReadonlyMap<string, string> => {
  const reached = new Map<string, string>()
  for (const action of deedsOf(deeds, 'contact-host'))
    if (goesOut(action, deeds))
      reached.set(action.evidence, action.host.kind === 'named' ? action.host.name : action.host.source)
  return reached
})

/** Where a request says who asks: the place for a key. */
const CREDENTIAL_OPTION =
  /^(?:-u|--user|--oauth2-bearer|--proxy-user|--password|--header|-H|--http-password|-p|-a|--auth)$/
const CREDENTIAL_HEADER =
  /^"?'?(?:authorization|proxy-authorization|(?:x-)?(?:api|auth|access)[_-]?(?:key|token)|private-token|x-[\w-]*(?:token|key)|job-token|apikey|cookie)\s*:/i

function carriedBy(
  word: Word,
  option: Word | undefined,
  action: ActionOf<'run-program'>,
  host: string,
  deeds: Deeds,
): Find | undefined {
  const shown = show(word)
  const text = textOf(word)
  const what = text === undefined ? undefined : carriedSecret(text, deeds)
  if (what !== undefined) return { detail: `${what} to \`${host}\`` }
  if (word.kind !== 'dynamic') return undefined
  const isKey =
    CREDENTIAL_HEADER.test(shown) ||
    (option !== undefined && /^(?:-u|--user|--oauth2-bearer|--http-password)$/.test(show(option)))
  const secret = secretOf(word)
  if (secret !== undefined && !isKey) return { detail: `\`${secret}\` to \`${host}\`` }
  const content = contentOf(word)
  const own = isProjectsDatabase({ kind: 'unknown', source: host }, deeds)
  if (
    content !== undefined &&
    !own &&
    !isPackageRegistry(host, deeds.surroundings) &&
    !isCodeHost(host, deeds.surroundings)
  )
    return { detail: `what \`${content}\` holds to \`${host}\`` }
  const name = isKey || CREDENTIAL_OPTION.test(option === undefined ? '' : show(option)) ? undefined : namedSecret(word)
  return name !== undefined && SPEAKS_OUT.test(action.program) ? { detail: `${name} to \`${host}\`` } : undefined
}

/** Programs that put their words to a name server, whatever they look like. */
const ASKS_NAMES = /^(?:dig|nslookup|host|getent|resolvectl|drill|kdig|whois|ping6?|resolve-dnsname|test-connection)$/

/** Programs that tell a stranger's server the words they are given. */
const SPEAKS_OUT =
  /^(?:curl|wget|http|https|xh|curlie|aria2c|dig|nslookup|host|getent|resolvectl|drill|kdig|whois|ping6?|traceroute|tracepath|mtr|nc|ncat|telnet|git|ldapsearch|finger|snmpget|logger|test-connection|resolve-dnsname|invoke-webrequest|invoke-restmethod|iwr|irm|npm|pip|go|docker|podman|svn|hg|ftp|tftp|rsync|ssh|scp)$/

/** A variable in the word whose name says that it holds a secret. */
function namedSecret(word: Word): string | undefined {
  if (word.kind !== 'dynamic') return undefined
  for (const [, name] of word.source.matchAll(/\$(?:env:)?\{?(?:env:)?([A-Za-z_]\w*)\}?(?!\w)/gi))
    if (isSecretName(name!) && name === name!.toUpperCase()) return `\`$${name}\``
  return undefined
}

const LONGEST_ADDRESS = 4096

/** PowerShell: what a file holds, put into the address by a sub-expression. */
function readsIntoAddress(action: ActionOf<'contact-host'>): boolean {
  const text = (action.url ?? action.evidence).slice(0, LONGEST_ADDRESS)
  // What a statement for a database holds is no part of its address.
  if (action.url === undefined && /^\s*(?:psql|mysql|mariadb|mongosh?|redis-cli|clickhouse-client)\s/.test(text))
    return false
  return (
    /\$\([^]*(?:ReadAll(?:Bytes|Text|Lines)|\b(?:Get-Content|gc|type|cat)\s)/i.test(text) && /https?:|\$\(/i.test(text)
  )
}

function carriesText(action: ActionOf<'contact-host'>): boolean {
  if (action.purpose === 'registry' || action.purpose === 'repository') return false
  const named = action.host.kind === 'named' ? action.host.name : ''
  return encodedPart(action.url ?? '') || named.split('.').some((label) => isEncodedText(label) || encodedPieces(label))
}

/** A part of the path, or a value in the query, that is text in another alphabet. */
function encodedPart(url: string): boolean {
  const parts = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[/?&=#;,]/)
  if (parts.some((part) => isEncodedText(part))) return true
  const host = /^[a-z][a-z0-9+.-]*:\/\/([^/?#:]+)/i.exec(url)?.[1] ?? ''
  return host.split('.').some((label) => isEncodedText(label) || encodedPieces(label))
}

/** `build-6465762d6f6e6c79`: hexadecimal text behind a dash. */
function encodedPieces(label: string): boolean {
  return label.split('-').some((piece) => /^(?:[2-7][0-9a-f]){8,}$/i.test(piece) && /[a-f]/i.test(piece))
}
