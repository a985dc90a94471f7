import type { SiemTarget } from '../../policy/observe-settings.ts'
import type { Message } from './message.ts'
import { sendToFile } from './send-file.ts'
import { sendBySyslog } from './send-syslog.ts'
import { sendToWebhook } from './send-webhook.ts'
import type { Sending } from './sending.ts'

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
