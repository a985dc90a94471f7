import type { Action } from '../call/action.ts'
import type { Understanding } from '../call/understanding.ts'

/**
 * What of a call runs something beyond the commands that are written in it, one key for each way: a program that
 * another starts (`run git core.pager here`), code in a language, an agent, a task for later, settings, a package from
 * nowhere in particular. Two calls that run things in the same ways have the same keys.
 */
export function executionsIn({ actions, commands }: Pick<Understanding, 'actions' | 'commands'>): ReadonlySet<string> {
  const written = new Set(commands.filter(({ via }) => via.length === 0).map(({ text }) => text))
  return new Set(
    actions.flatMap((action) => {
      const key = executionKey(action, written)
      return key === undefined ? [] : [key]
    }),
  )
}

/** They run the rest of their words as it stands, or themselves elsewhere: what runs is what is written. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  'git -C',
  ...'alias timeout time nice nohup stdbuf command builtin noglob xargs env'.split(' '),
])

function executionKey(action: Action, written: ReadonlySet<string>): string | undefined {
  switch (action.does) {
    case 'run-program': {
      const starter = action.via.find((via) => !TRANSPARENT.has(via))
      return starter === undefined ? undefined : `run ${starter} ${action.where.kind}`
    }
    case 'run-code':
      // Code of a shell that was read shows as the programs that it starts; what a started program runs is its affair.
      if (action.language === 'sql' || !written.has(action.evidence)) return undefined
      return action.language === 'shell' && action.seenThrough ? undefined : `code ${action.language}`
    case 'something-opaque':
      return isPartOf(action, written) ? `opaque ${action.because}` : undefined
    case 'spawn-agent':
      return 'agent'
    case 'schedule':
      return 'schedule'
    case 'open-door':
      return `door ${action.what}`
    case 'change-settings':
      return `settings ${action.of}`
    case 'change-service':
      return action.deed === 'execute' ? `execute ${action.service}` : undefined
    case 'contact-host':
      return action.purpose === 'shell' ? 'remote shell' : undefined
    case 'install-package':
      return action.origin === 'url' || action.origin === 'repository' || action.origin === 'other-registry'
        ? `install ${action.origin}`
        : undefined
    case 'read-file':
    case 'write-file':
    case 'delete-file':
    case 'change-access':
    case 'read-secret':
    case 'read-system':
    case 'change-repository':
    case 'change-database':
    case 'change-system':
    case 'end-process':
    case 'send-message':
    case 'call-mcp-tool':
      return undefined
  }
}

/** Unread code of a script or recipe is the script's affair; what stands in the command itself is not. */
function isPartOf(action: Action, written: ReadonlySet<string>): boolean {
  return written.has(action.evidence) || [...written].some((text) => text.includes(action.evidence))
}
