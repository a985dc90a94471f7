import type { Action } from '../../action.ts'
import { showPlace } from '../../place.ts'
import { DEFAULT_TRUST } from '../../../policy/trust.ts'
import { surroundingsOf } from '../../surroundings.ts'
import { type Frozen, frozenWorld } from '../../world.frozen.ts'
import { understandShell } from '../../languages.ts'

const REPOSITORY = {
  '/home/dev/project/.git/HEAD': 'ref: refs/heads/feature/login\n',
  '/home/dev/project/.git/config': '[remote "origin"]\n\turl = git@github.com:dev/project.git\n',
}

/** What a command would do in `/home/dev/project`, one short line per deed; the starts of programs are left out. */
export function deedsOf(
  command: string,
  files: Readonly<Record<string, string>> = {},
  more: Frozen = {},
): readonly string[] {
  const world = frozenWorld({ ...more, files: { ...REPOSITORY, ...files } })
  const surroundings = surroundingsOf('/home/dev/project', world, { trust: DEFAULT_TRUST })
  const { actions } = understandShell(command, { surroundings, world, memory: { written: new Map() } })
  return actions.flatMap((action) => {
    const line = lineOf(action)
    return line === undefined ? [] : [line]
  })
}

function lineOf(action: Action): string | undefined {
  switch (action.does) {
    case 'run-program':
      return undefined
    case 'run-code':
      return action.seenThrough ? undefined : `run ${action.language} ${action.origin}`
    case 'read-file':
      return `${action.extent === 'names' ? 'list' : 'read'} ${showPlace(action.place)}${action.recursive ? ' recursive' : ''}`
    case 'write-file':
      return `write ${showPlace(action.place)} ${action.how}`
    case 'delete-file':
      return `delete ${showPlace(action.place)}${action.recursive ? ' recursive' : ''}${action.filtered ? ' filtered' : ''}${action.movedTo ? ` to ${showPlace(action.movedTo)}` : ''}`
    case 'change-access':
      return `access ${showPlace(action.place)} ${action.grants}${action.recursive ? ' recursive' : ''}`
    case 'contact-host':
      return `contact ${action.host.kind === 'named' ? action.host.name : '?'} ${action.purpose} ${action.sends}`
    case 'change-repository':
      return ['git', action.deed, action.remote, action.branch].filter((part) => part !== undefined).join(' ')
    case 'change-service':
      return `service ${action.service} ${action.deed}`
    case 'install-package':
      return `install ${action.ecosystem} ${action.packages.join(',')} ${action.origin} ${action.scope}`
    case 'change-system':
      return `system ${action.deed}`
    case 'change-settings':
      return `settings ${action.of} ${action.key}`
    case 'something-opaque':
      return `opaque ${action.because}`
    case 'read-secret':
      return `secret ${action.store}`
    default:
      return action.does
  }
}
