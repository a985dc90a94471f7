import type { DaemonEvent } from './events.ts'
import type { Log, LogFields, LogLevel } from './log.ts'

/**
 * What happens, as lines of a structured log: one for each decision, question, contained run, session and change of the
 * daemon. Nothing of what is in a call: ids, names and codes. The text log does without: people have the console.
 */
export function logEvents(log: Log): (event: DaemonEvent) => void {
  return ({ kind, data }) => {
    // Changes of the policy have a line of their own, with what is wrong.
    if (kind === 'policy') return
    const text = (key: string): string => (typeof data[key] === 'string' ? data[key] : '')
    const fields: LogFields = {
      event: kind === 'decision' ? 'call.decided' : `${kind}.${text('what') || text('became') || 'changed'}`,
      session: text('session'),
      call: text('call'),
      agent: text('agent'),
      decision: text('decision'),
      code: text('code'),
    }
    log(levelOf(kind, data), sentenceOf(kind, text), fields)
  }
}

function levelOf(kind: DaemonEvent['kind'], data: DaemonEvent['data']): LogLevel {
  return kind === 'decision' && data['decision'] === 'deny' ? 'warn' : 'info'
}

function sentenceOf(kind: DaemonEvent['kind'], text: (key: string) => string): string {
  switch (kind) {
    case 'decision':
      return `${text('decision')}: ${text('tool')} of ${text('agent')}, by ${text('layer')} (${text('code')})`
    case 'approval':
      return `question ${text('id')} ${text('how') || text('what')}`
    case 'contained':
      return `contained run ${text('run')}: ${text('became')}`
    case 'session':
      return `session ${text('session')}: ${text('what')}`
    case 'daemon':
      return `the daemon is ${text('what')}`
    case 'policy':
      return `the policy of ${text('workspace')} changed`
  }
}
