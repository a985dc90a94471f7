import type { Action, ActionOf } from '../call/action.ts'
import { mcpEffect } from '../categories/mcp-verbs.ts'
import { isInside, parent } from '../call/paths.ts'
import { destinationOf, isOwnRemote, isOwnUrl, leavesHome } from '../categories/destinations.ts'
import { isHere, isOurs, isSecretPlace, pathOf } from '../categories/grounds.ts'
import { handlesOwnFiles } from '../categories/mcp-input.ts'
import { isLocalService } from '../categories/services.ts'
import type { Policy } from '../policy/policy.ts'
import { ASKED_ABOUT, type Mark, marksOf, type Session } from '../session.ts'
import { deny, type Reason, type Ruling } from '../verdict.ts'
import { askOrDeny } from './steps.ts'
import type { Subject } from './subject.ts'
import {
  DOWNLOAD_DIRECTORIES,
  LONGEST_QUIET_VALUE,
  NAMEABLE_DEEDS,
  OUTSIDE_WORDS,
  PERSONAL_DIRECTORIES,
  PRIVATE_WORDS,
  QUIET_PURPOSES,
  SENDING_DEEDS,
} from './taint-table.ts'
import { userNames } from './user-names.ts'

/**
 * A session that has read what outsiders wrote and what is private does not send anything out without a person: whoever
 * wrote the one may be after the other. Stands before every rule that allows.
 */
export function taint(subject: Subject): Ruling | undefined {
  const says = subject.policy.results?.taint?.sends ?? 'ask'
  if (says === 'off' || says === 'mark') return undefined
  const why = tainted(subject.session, subject.policy)
  if (why === undefined || isGranted(subject)) return undefined
  const sent = firstSend(subject)
  if (sent === undefined) return undefined
  const reason: Reason = {
    code: why.code,
    sentence: `${why.sentence}, and this would send something out: \`${sent}\``,
    clearedBy: 'a person who looks at what is sent and to whom, or `results.taint.sends` in your settings',
  }
  return says === 'deny' ? deny(reason) : askOrDeny(subject, reason)
}

/** A person allowed exactly this call for the session, having seen it. */
function isGranted({ session, call }: Subject): boolean {
  return session.grants.some(({ scope, fingerprint }) => scope === 'command' && fingerprint === call.fingerprint)
}

/** Why the session may not send; undefined while it may. */
function tainted(session: Session, { results }: Policy): Pick<Reason, 'code' | 'sentence'> | undefined {
  const marks = marksOf(session)
  const untrusted = results?.taint?.untrusted === 'off' ? undefined : marks.find(({ mark }) => mark === 'untrusted')
  const injected = marks.filter(({ mark }) => mark === 'injection')
  const priv = results?.taint?.private === 'off' ? undefined : marks.find(({ mark }) => mark === 'private')
  const outside = untrusted ?? injected[0]
  if (outside !== undefined && priv !== undefined)
    return {
      code: 'taint.sends',
      sentence: `the session has read untrusted content (\`${outside.from}\`: ${outside.detail}) and private data (\`${priv.from}\`: ${priv.detail})`,
    }
  const asked = injected.find(({ detail }) => detail.startsWith(ASKED_ABOUT))
  return (
    asked && {
      code: 'taint.injection',
      sentence: `something that \`${asked.from}\` brought back gave the agent orders`,
    }
  )
}

/** What an allowed call lets into the session, as far as its actions say. */
export function marksOfCall(subject: Subject): readonly Mark[] {
  const { taint: steps } = subject.policy.results ?? {}
  const from = subject.call.tool
  return subject.actions.flatMap((action): readonly Mark[] => {
    const untrusted = steps?.untrusted === 'off' ? undefined : untrustedIn(action, subject)
    const priv = steps?.private === 'off' ? undefined : privateIn(action, subject)
    return [
      ...(untrusted === undefined ? [] : [{ mark: 'untrusted', from, detail: untrusted } as const]),
      ...(priv === undefined ? [] : [{ mark: 'private', from, detail: priv } as const]),
      ...(steps?.untrusted === 'off' ? [] : broughtBy(action, subject)),
    ]
  })
}

function untrustedIn(action: Action, subject: Subject): string | undefined {
  switch (action.does) {
    case 'contact-host': {
      if (action.purpose !== 'fetch' && action.purpose !== 'api') return undefined
      const destination = destinationOf(action.host, subject, action.url)
      return leavesHome(destination) ? `a page of ${nameOf(action)}` : undefined
    }
    case 'read-file':
      if (action.extent !== 'content' || !isHere(action)) return undefined
      if (action.place.kind === 'path') {
        const brought = broughtTo(action.place.real, subject)
        if (brought !== undefined) return brought
      }
      return below(pathOf(action.place), subject, DOWNLOAD_DIRECTORIES) ? 'a downloaded file' : undefined
    case 'change-service':
      return action.deed === 'read' &&
        wordsOf(`${action.service} ${subject.call.tool}`).some((word) => OUTSIDE_WORDS.has(word))
        ? `what ${action.service} holds`
        : undefined
    case 'call-mcp-tool':
      return reads(action) &&
        !handlesOwnFiles(action, subject) &&
        wordsOf(action.tool).some((word) => OUTSIDE_WORDS.has(word))
        ? `what \`${action.tool}\` brings`
        : undefined
    default:
      return undefined
  }
}

/** A directory that a clone of somebody else's repository fills. */
function broughtBy(action: Action, subject: Subject): readonly Mark[] {
  if (action.does !== 'write-file' || action.how !== 'directory' || action.place.kind !== 'path') return []
  const sameCommand = subject.actions.filter(({ evidence }) => evidence === action.evidence)
  if (!sameCommand.some((one) => one.does === 'change-repository' && one.deed === 'clone')) return []
  const source = sameCommand.find(
    (one): one is ActionOf<'contact-host'> =>
      one.does === 'contact-host' &&
      one.purpose === 'repository' &&
      leavesHome(destinationOf(one.host, subject, one.url)) &&
      !(one.url !== undefined && isOwnUrl(one.url, subject)),
  )
  return source === undefined ? [] : [{ mark: 'brought', from: nameOf(source), detail: action.place.real }]
}

/** How a file came here from outside in this session: downloaded, unpacked from a download, or with a clone. */
function broughtTo(path: string, { session, surroundings }: Subject): string | undefined {
  if (session.written.get(path)?.kind === 'network') return 'a file that was downloaded'
  // What is unpacked into the root of the workspace says nothing about the project's own files there.
  for (let above = parent(path); above !== surroundings.workspace && above !== '/'; above = parent(above)) {
    const written = session.written.get(above)
    // Whose repository was cloned stands in its mark: one's own is nobody else's text.
    if (written?.kind === 'network' && written.clone !== true) return 'a file of a download that was unpacked'
  }
  const clone = marksOf(session).find(({ mark, detail }) => mark === 'brought' && isInside(path, detail))
  return clone && `a file of a repository from ${clone.from}`
}

function privateIn(action: Action, subject: Subject): string | undefined {
  switch (action.does) {
    case 'read-secret':
      return `a secret (${action.store})`
    case 'read-file': {
      if (action.extent !== 'content' || !isHere(action) || isOurs(action.place, subject)) return undefined
      if (isSecretPlace(action.place, subject)) return 'a file that holds secrets'
      return below(pathOf(action.place), subject, PERSONAL_DIRECTORIES) ? 'a personal file' : undefined
    }
    case 'change-database':
      return action.deed === 'dump' || (action.deed === 'read' && action.host !== undefined)
        ? 'rows of a database'
        : undefined
    case 'change-service':
      return action.deed === 'copy-out' ||
        (action.deed === 'read' &&
          wordsOf(`${action.target} ${subject.call.tool}`).some((word) => PRIVATE_WORDS.has(word)))
        ? `records of ${action.service}`
        : undefined
    case 'call-mcp-tool':
      return reads(action) &&
        !handlesOwnFiles(action, subject) &&
        wordsOf(action.tool).some((word) => PRIVATE_WORDS.has(word))
        ? `what \`${action.tool}\` reads`
        : undefined
    default:
      return undefined
  }
}

/** The first thing in a call that would leave, in words. */
function firstSend(subject: Subject): string | undefined {
  for (const action of subject.actions) {
    const sent = sends(action, subject)
    if (sent !== undefined) return sent
  }
  return undefined
}

function sends(action: Action, subject: Subject): string | undefined {
  switch (action.does) {
    case 'contact-host': {
      if (QUIET_PURPOSES.has(action.purpose) || !leavesHome(destinationOf(action.host, subject, action.url)))
        return undefined
      return action.sends === 'data' || action.payload !== undefined || carries(action.url) ? nameOf(action) : undefined
    }
    case 'change-repository':
      return /^(?:force-)?push/.test(action.deed) && !isOwnRemote(action, subject)
        ? `push to ${action.url ?? action.remote ?? 'another repository'}`
        : undefined
    case 'send-message':
      return action.through === 'agent' ? undefined : `a message to ${action.to}`
    case 'change-service':
      if (!SENDING_DEEDS.has(action.deed) && action.deed !== 'delete') return undefined
      if (isLocalService(action.service) && action.deed !== 'publish') return undefined
      // What the user named stays where the user has it.
      return NAMEABLE_DEEDS.has(action.deed) && userNames(subject, action) !== undefined
        ? undefined
        : `${action.service} ${action.target}`.trim()
    case 'call-mcp-tool':
      return reads(action) || handlesOwnFiles(action, subject) ? undefined : action.tool
    default:
      return undefined
  }
}

function reads({ tool }: ActionOf<'call-mcp-tool'>): boolean {
  return mcpEffect(tool) === 'read'
}

/** A value in an address that is longer than any name or query needs to be. */
function carries(url: string | undefined): boolean {
  if (url === undefined) return false
  const query = url.slice(url.indexOf('?') + 1)
  return (
    (url.includes('?') &&
      query.split('&').some((pair) => pair.slice(pair.indexOf('=') + 1).length > LONGEST_QUIET_VALUE)) ||
    /[A-Za-z0-9+_-]{80}/.test(url)
  )
}

function nameOf({ host }: ActionOf<'contact-host'>): string {
  return host.kind === 'named' ? host.name : host.source
}

/** Directly below the home directory, in one of these directories. */
function below(path: string, { surroundings }: Subject, names: ReadonlySet<string>): boolean {
  const { home } = surroundings
  if (home === '' || !path.startsWith(`${home}/`)) return false
  return names.has(
    path
      .slice(home.length + 1)
      .split('/')[0]!
      .toLowerCase(),
  )
}

function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}
