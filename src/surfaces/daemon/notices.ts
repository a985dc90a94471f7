import { type Notice, Notifier } from '../../humans/channels/notify.ts'
import type { NotifySettings } from '../../policy/channel-settings.ts'
import type { DaemonEvent } from './events.ts'
import type { Log } from './log.ts'

export interface NoticesOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly terminal: { readonly isTTY?: boolean; write(text: string): unknown }
  readonly log: Log
}

/** Turns what happens in the daemon into notices. */
export class Notices {
  readonly #options: NoticesOptions
  #settings = '[]'
  #notifier: Notifier | undefined

  constructor(options: NoticesOptions) {
    this.#options = options
  }

  use(settings: NotifySettings | undefined): void {
    const text = JSON.stringify(settings ?? [])
    if (text === this.#settings) return
    this.#settings = text
    const { environment, terminal, log } = this.#options
    const onTrouble = (message: string): void => log('warn', message)
    this.#notifier = new Notifier({ settings: settings ?? [], environment, terminal, onTrouble })
  }

  hear(event: DaemonEvent): void {
    const notice = this.#notifier === undefined ? undefined : noticeOf(event)
    if (notice !== undefined) this.#notifier?.tell(notice)
  }
}

/** Who, which tool, which id or code: nothing of what is in the call, because a topic may be public. */
export function noticeOf({ kind, data }: DaemonEvent): Notice | undefined {
  const who = `${String(data['agent'])}, ${String(data['tool'])}`
  if (kind === 'approval' && data['what'] === 'asked')
    return { occasion: 'ask', title: 'Portcullis asks', text: `${who}: ${String(data['id'])}` }
  if (kind === 'daemon' && data['what'] === 'machine')
    return { occasion: 'stop', title: 'Portcullis: the log of a machine', text: String(data['code']) }
  if (kind !== 'decision' || data['decision'] !== 'deny') return undefined
  return data['stopAgent'] === true
    ? { occasion: 'stop', title: 'Portcullis stopped an agent', text: `${who}: ${String(data['code'])}` }
    : { occasion: 'deny', title: 'Portcullis denied a call', text: `${who}: ${String(data['code'])}` }
}
