import type { Action, ActionOf } from '../../call/action.ts'
import { hostKind } from '../../call/hosts.ts'
import { isGiven as isGivenWord, textOf } from '../../call/word.ts'
import type { AllowCategory, Deeds } from '../category.ts'
import { destinationOf, isOwnUrl } from '../destinations.ts'
import { judgeDelete } from '../deletes.ts'
import { isHere, isListed, isOneOf, isOurs, isScratch, kindsOf, pathOf } from '../grounds.ts'
import { isGiven, isNew, isNewInHome } from '../new-places.ts'
import { deedsOf } from '../seek.ts'
import { addedHere } from '../working-trees.ts'
import { mcpEffect } from '../mcp-verbs.ts'
import { handlesOwnFiles } from '../mcp-input.ts'
import { bringsHome, isLocalService, onOwnCluster } from '../services.ts'
import { agent, write } from '../examples.ts'

export const localOperations: AllowCategory = {
  code: 'allow.local-operations',
  title: 'Local operations in the project',
  forClassifier:
    "Everyday work inside the workspace and scratch space: editing, building, testing, formatting, deleting build output or named files, local git, local databases and containers, servers on loopback, ending one's own processes, helpers with the same limits.",
  covers: (action, deeds) => coversLocal(action, deeds),
  examples: {
    covered: [
      'npm test',
      'rm -rf dist',
      'mkdir -p out && touch out/x',
      'git commit -m "x"',
      write('/home/dev/project/src/app.ts', 'x\n'),
      'sed -i s/a/b/ src/app.ts',
      'cp a.txt /tmp/a.txt',
      agent('Find where the settings are read.'),
    ],
    notCovered: [
      'rm -rf ~',
      write('/home/dev/notes.txt', 'x\n'),
      'git push origin main',
      'cp a.txt /etc/a.txt',
      'sudo systemctl stop nginx',
      'frobnicate --all',
    ],
  },
}

function coversLocal(action: Action, deeds: Deeds): boolean {
  if (action.where.kind === 'remote') return false
  switch (action.does) {
    case 'run-program':
      return action.program !== '' || asksForHelp(action)
    case 'run-code':
      return action.seenThrough || action.origin === 'missing-file'
    case 'write-file':
      if (action.how === 'link' && leadsAway(action, deeds)) return false
      return (
        action.where.kind === 'container' ||
        isScratch(action.place, deeds) ||
        isCache(pathOf(action.place), deeds) ||
        isListed(action.place, deeds) ||
        (!action.elevated && isHarmlessTarget(action, deeds))
      )
    case 'delete-file':
      return isHere(action) && judgeDelete(action, deeds) === undefined
    case 'change-access':
      return (
        action.where.kind === 'container' ||
        (action.grants !== 'setuid' &&
          action.grants !== 'capability' &&
          (isScratch(action.place, deeds) || (!action.elevated && isPlain(action, deeds))))
      )
    case 'open-door':
      return (action.what === 'listener' || action.what === 'port-forward') && isLoopbackAddress(action.address)
    case 'change-repository':
      return (
        LOCAL_GIT.has(action.deed) ||
        (action.deed === 'discard-work' && addedHere(action, deeds)) ||
        (action.deed === 'add-remote' && action.url !== undefined && isOwnUrl(action.url, deeds))
      )
    case 'change-service':
      return (
        action.deed === 'local-only' ||
        (action.deed === 'copy-out' && bringsHome(action, deeds)) ||
        (onOwnCluster(action, deeds) && OWN_CLUSTER.has(action.deed)) ||
        (isLocalService(action.service) && LOCAL_CONTAINER.has(action.deed))
      )
    case 'change-database':
      return (
        (action.deed !== 'drop' || isMadeAnew(action, deeds)) &&
        action.deed !== 'delete-all' &&
        action.deed !== 'grant' &&
        action.deed !== 'execute' &&
        (action.host === undefined || destinationOf(action.host, deeds) === 'loopback')
      )
    case 'change-system':
      return (
        action.deed === 'start-service' ||
        action.deed === 'add-locked-account' ||
        action.deed === 'tune-kernel' ||
        (action.deed === 'scan' && /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(action.target)) ||
        (action.deed === 'weaken-tls' && onlyLoopback(deeds))
      )
    case 'end-process':
      return !action.elevated && action.whose !== 'all'
    case 'change-settings':
      return action.of === 'git' || action.of === 'package-manager' || action.of === 'shell'
    case 'spawn-agent':
      return action.permissions === 'inherited'
    case 'send-message':
      return action.through === 'agent'
    case 'contact-host':
      return destinationOf(action.host, deeds) === 'loopback'
    case 'call-mcp-tool':
      return coversMcpWrite(action, deeds)
    case 'read-file':
      return isHere(action) && isOurs(action.place, deeds) && !isOneOf(action.place, deeds, 'secret')
    case 'read-secret':
    case 'read-system':
    case 'install-package':
    case 'schedule':
    case 'something-opaque':
      return false
  }
}

/** A new file where none has a meaning, a place the surroundings of the call name, or an empty directory wherever. */
function isHarmlessTarget({ place, how, content }: ActionOf<'write-file'>, deeds: Deeds): boolean {
  if (
    place.kind === 'unknown' &&
    place.within === undefined &&
    content.kind === 'text' &&
    content.text === '' &&
    // A program that empties whatever it is handed is another thing than one that touches it.
    (how === 'append' || place.source !== '…')
  )
    return true
  if ((content.kind === 'copy' || content.kind === 'unknown') && how !== 'append' && isNewInHome(place, deeds))
    return true
  return (
    isNew(place, deeds) ||
    isGiven(place) ||
    (how === 'directory' && place.kind === 'unknown' && place.within === undefined)
  )
}

function isPlain({ place, grants }: ActionOf<'change-access'>, deeds: Deeds): boolean {
  return isNew(place, deeds) || (isGiven(place) && (grants === 'execute' || grants === 'less'))
}

/** Whatever program a given variable names, it is asked for its help. */
function asksForHelp({ typed, args }: ActionOf<'run-program'>): boolean {
  return isGivenWord(typed) && args.length === 1 && /^--(help|version)$/.test(textOf(args[0]) ?? '')
}

function onlyLoopback(deeds: Deeds): boolean {
  const contacts = deedsOf(deeds, 'contact-host')
  return contacts.length > 0 && contacts.every((contact) => destinationOf(contact.host, deeds) === 'loopback')
}

/** What is done to a cluster that lives as long as the call's own machine wants it. */
const OWN_CLUSTER: ReadonlySet<string> = new Set(['create', 'update', 'deploy', 'execute', 'delete', 'write-secret'])

/** What a container engine does on this machine alone. */
const LOCAL_CONTAINER: ReadonlySet<string> = new Set(['create', 'update', 'delete', 'execute', 'read'])

/** Git deeds that stay in the local repository and can be found again (a rebase leaves the old commits reachable). */
const LOCAL_GIT: ReadonlySet<string> = new Set([
  'inspect',
  'stage',
  'commit',
  'amend',
  'branch',
  'switch',
  'merge',
  'stash',
  'tag',
  'apply-patch',
  'rewrite-history',
  'configure',
  'delete-local-ref',
])

function coversMcpWrite(action: ActionOf<'call-mcp-tool'>, deeds: Deeds): boolean {
  return mcpEffect(action.tool) === 'write' && handlesOwnFiles(action, deeds)
}

/** A link out of the workspace to a whole tree, to secrets or settings, or one that this call then writes through. */
function leadsAway(action: ActionOf<'write-file'>, deeds: Deeds): boolean {
  if (action.content.kind !== 'copy' || isScratch(action.content.of, deeds)) return false
  const kinds = kindsOf(action.content.of, deeds)
  if (kinds.has('root') || kinds.has('secret') || kinds.has('agent-settings') || kinds.has('ssh')) return true
  const link = pathOf(action.place)
  return deedsOf(deeds, 'write-file', 'delete-file').some((other) => pathOf(other.place).startsWith(`${link}/`))
}

/** Caches below the home directory that tools fill and empty. */
function isCache(path: string, deeds: Deeds): boolean {
  const { home } = deeds.surroundings
  return path.startsWith(`${home}/.cache/`) || path.startsWith(`${home}/Library/Caches/`)
}

function isLoopbackAddress(address: string | undefined): boolean {
  if (address === undefined || /[/\s]/.test(address)) return true
  const host = address.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return host === '' || /^\d+$/.test(host) || (hostKind(host) === 'loopback' && host !== '0.0.0.0' && host !== '::')
}

/** A database for tests that the call drops and makes again under the same name. */
function isMadeAnew({ target }: ActionOf<'change-database'>, deeds: Deeds): boolean {
  return (
    /^\w*(?:^|_)test(?:_|$)\w*$/i.test(target) &&
    deedsOf(deeds, 'change-database').some((other) => other.deed === 'schema' && other.target === target)
  )
}
