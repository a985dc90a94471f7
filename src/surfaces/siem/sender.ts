import type { SiemTarget } from '../../policy/observe-settings.ts'
import type { Environment } from '../compose-reviewer.ts'
import type { Message } from './message.ts'
import { sendToFile } from './send-file.ts'
import { sendBySyslog } from './send-syslog.ts'
import { sendToWebhook } from './send-webhook.ts'

export interface Sending {
  readonly environment: Environment
  readonly version: string
  /** Aborted when the time of the batch is over, or the daemon stops. */
  readonly signal: AbortSignal
}

/** Why a batch was not acknowledged. Never a secret. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken'
  /** The receiver says when to come again, in milliseconds. */
  readonly after: number | undefined
  /** Fewer at once may be taken. */
  readonly tooLarge: boolean

  constructor(message: string, more: { readonly after?: number | undefined; readonly tooLarge?: boolean } = {}) {
    super(message)
    this.after = more.after
    this.tooLarge = more.tooLarge ?? false
  }
}

/** Resolves when the target has acknowledged all of it, by whatever its protocol has for that. Rejects otherwise. */
export function send(target: SiemTarget, messages: readonly Message[], sending: Sending): Promise<void> {
  switch (target.type) {
    case 'file':
      return sendToFile(target, messages)
    case 'webhook':
      return sendToWebhook(target, messages, sending)
    case 'syslog':
      return sendBySyslog(target, messages, sending)
  }
}

/** Where it goes, for people: never with what a URL may hold besides. */
export function addressOf(target: SiemTarget): string {
  switch (target.type) {
    case 'file':
      return target.path
    case 'webhook': {
      const { origin, pathname } = new URL(target.url)
      return `${origin}${pathname}`
    }
    case 'syslog':
      return target.transport === 'unix'
        ? `unix ${target.path}`
        : `${target.transport} ${target.host}:${target.port ?? (target.transport === 'tls' ? 6514 : 514)}`
  }
}

/** What its acknowledgement is worth. */
export function acknowledgedBy(target: SiemTarget): string {
  switch (target.type) {
    case 'file':
      return 'synced to disk'
    case 'webhook':
      return "the receiver's status 2xx"
    case 'syslog':
      return target.transport === 'udp' ? 'nobody: UDP may lose records' : 'the receiver read all of it and closed'
  }
}
