import type { Action, Where } from '../../action.ts'
import { showPlace } from '../../place.ts'
import { DEFAULT_TRUST } from '../../../policy/trust.ts'
import { surroundingsOf } from '../../surroundings.ts'
import { frozenWorld } from '../../world.frozen.ts'
import { understandShell } from '../../languages.ts'

/** What a command would do in `/home/dev/project`, one line per deed with where it happens; starts of programs are left out. */
export function factsOf(command: string, files: Readonly<Record<string, string>> = {}): readonly string[] {
  const world = frozenWorld({ files: { '/home/dev/project/.git/HEAD': 'ref: refs/heads/feature\n', ...files } })
  const surroundings = surroundingsOf('/home/dev/project', world, { trust: DEFAULT_TRUST })
  const { actions } = understandShell(command, { surroundings, world, memory: { written: new Map() } })
  return actions.flatMap((action) => {
    const line = lineOf(action)
    return line === undefined ? [] : [`${line}${placed(action.where)}`]
  })
}

function placed(where: Where): string {
  return where.kind === 'here' ? '' : ` @${where.kind === 'container' ? where.name : where.host}`
}

function lineOf(action: Action): string | undefined {
  switch (action.does) {
    case 'run-program':
      return undefined
    case 'run-code':
      return action.seenThrough ? undefined : `run ${action.language} ${action.origin}`
    case 'read-file':
      return `${action.extent === 'names' ? 'list' : 'read'} ${showPlace(action.place)}`
    case 'write-file':
      return `write ${showPlace(action.place)}`
    case 'delete-file':
      return `delete ${showPlace(action.place)}`
    case 'change-access':
      return `access ${action.grants} ${showPlace(action.place)}`
    case 'contact-host':
      return `contact ${action.host.kind === 'named' ? action.host.name : '?'} ${action.purpose} ${action.sends}${action.payload ? ` ${action.payload.from}` : ''}`
    case 'open-door':
      return `door ${action.what}`
    case 'read-secret':
      return `secret ${action.store}`
    case 'read-system':
      return `look ${action.what}`
    case 'change-service':
      return `${action.service} ${action.deed}${action.production ? ' production' : ''}`
    case 'change-database':
      return `database ${action.deed}${action.host ? ' elsewhere' : ''}`
    case 'change-system':
      return `system ${action.deed}`
    case 'install-package':
      return `install ${action.ecosystem} ${action.packages.join(',')}`
    case 'end-process':
      return `end ${action.whose}`
    case 'schedule':
      return `schedule ${action.with}`
    case 'change-settings':
      return `settings ${action.of}`
    case 'spawn-agent':
      return `agent ${action.permissions}${action.unattended ? ' unattended' : ''}`
    case 'send-message':
      return `message ${action.through}`
    case 'something-opaque':
      return `opaque ${action.because}`
    case 'change-repository':
    case 'call-mcp-tool':
      return action.does
  }
}
