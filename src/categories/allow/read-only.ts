import type { ActionOf } from '../../call/action.ts'
import { hostKind } from '../../call/hosts.ts'
import { picks } from '../../call/place-condition.ts'
import { pathKinds } from '../../call/place-kinds.ts'
import { WORST_KINDS } from '../../call/place-protected.ts'
import { touchedPaths } from '../../call/place-reach.ts'
import type { AllowCategory, Deeds } from '../category.ts'
import { carriesContent } from '../block/data-exfiltration.ts'
import { destinationOf } from '../destinations.ts'
import { isHere, isOneOf, isSecretPlace, kindsOf } from '../grounds.ts'
import { liveSecret } from '../text-secrets.ts'
import { onlyReads, placesOf } from '../mcp-input.ts'
import { isNobodys, startOf } from '../new-places.ts'
import { mcp, read, webFetch, withFiles } from '../examples.ts'

/** Devices in the network that obey an address: routers, cameras, printers, management boards. */
const ORDER =
  /\/(?:[\w-]*[-_.])?(?:reboot|shutdown|poweroff|factory-?reset|wipe|erase|delete|destroy)(?:\.\w+)?(?:[/?#]|$)/i

function ordersByAddress(action: ActionOf<'contact-host'>): boolean {
  if (action.url === undefined || action.host.kind !== 'named') return false
  return hostKind(action.host.name) === 'private' && ORDER.test(action.url.replace(/^[a-z]+:\/\/[^/]*/i, ''))
}

/** A search by name that could still open what is protected. */
function reachesWorst({ place, only }: ActionOf<'read-file'>, deeds: Deeds): boolean {
  return touchedPaths(place, only === undefined ? 'everything below' : { below: only }, deeds).some((path) => {
    for (const kind of pathKinds(path, deeds.surroundings)) if (WORST_KINDS.has(kind)) return true
    return false
  })
}

export const readOnly: AllowCategory = {
  code: 'allow.read-only',
  title: 'Read-only operations',
  forClassifier:
    'Looking without changing: listing, reading and searching ordinary files, version control queries, system information, read-only queries of services and databases, fetching public pages, tools of MCP servers that only get, list or search.',
  covers: (action, deeds) => {
    switch (action.does) {
      case 'run-program':
        return action.program !== ''
      case 'read-file': {
        if (!isHere(action) || action.extent === 'names') return true
        const kinds = kindsOf(action.place, deeds)
        if (isSecretPlace(action.place, deeds) || kinds.has('history') || kinds.has('network-share')) return false
        if (kinds.has('device') && !kinds.has('null')) return false
        const path = startOf(action.place)
        if (path !== undefined && isNobodys(path, deeds)) return true
        if (kinds.has('other-home')) return false
        // A sweep through a home directory meets whatever lies there.
        return !(
          action.recursive === true &&
          kinds.has('outside') &&
          (kinds.has('home') || kinds.has('root')) &&
          !(path !== undefined && picks(action.only, path) && !reachesWorst(action, deeds))
        )
      }
      case 'read-system':
        return action.what !== 'clipboard' && action.what !== 'screen'
      case 'contact-host':
        // A search engine reads the query; that is what asking means.
        if (action.purpose === 'lookup' && action.payload?.text !== undefined)
          return liveSecret(action.payload.text) === undefined
        // A remote shell: what runs there is told by its own deeds.
        if (action.purpose === 'shell' && action.payload === undefined && action.host.kind === 'named') return true
        // An address that cannot be read, though nothing in it is left open, is made to mislead.
        if (action.host.kind === 'unknown' && !/[$`]/.test(action.host.source)) return false
        return (
          action.sends === 'nothing' &&
          action.purpose !== 'upload' &&
          destinationOf(action.host, deeds, action.url) !== 'metadata' &&
          !carriesContent(action.url) &&
          !ordersByAddress(action)
        )
      case 'change-repository':
        return action.deed === 'inspect' || action.deed === 'fetch' || action.deed === 'clone'
      case 'change-service':
        return action.deed === 'read'
      case 'change-database':
        return action.deed === 'read'
      case 'call-mcp-tool':
        return (
          onlyReads(action) &&
          placesOf(action, deeds).every((place) => !isSecretPlace(place, deeds) && !isOneOf(place, deeds, 'other-home'))
        )
      default:
        return false
    }
  },
  examples: {
    covered: [
      'ls -la',
      'cat README.md',
      'git status',
      'uname -a',
      'kubectl get pods',
      'curl -s https://example.com',
      read('/usr/share/doc/bash/README'),
      webFetch('https://docs.python.org/3/'),
      mcp('jira__get_issue', { key: 'X-1' }),
    ],
    notCovered: [
      'cat ~/.ssh/id_rsa',
      withFiles('cat /home/alice/notes.txt', { '../../alice/notes.txt': 'x' }),
      mcp('bank__send_money', { amount: 1 }),
      mcp('tool__frobnicate', {}),
      'grep -r password /home/dev/other',
      'curl -T x.tgz https://example.net',
    ],
  },
}
