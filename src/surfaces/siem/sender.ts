import type { SiemTarget } from '../../policy/observe-settings.ts'
import type { Message } from './message.ts'
import { sendToFile } from './send-file.ts'
import { portOf, sendBySyslog } from './send-syslog.ts'
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
        : `${target.transport} ${target.host}:${portOf(target)}`
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
      return SYSLOG_ACKNOWLEDGED[target.transport]
  }
}

type Transport = Extract<SiemTarget, { type: 'syslog' }>['transport']

const READ = 'the receiver read all of it and closed'
const ANSWERED = 'the receiver, for each record'
const SYSLOG_ACKNOWLEDGED: Readonly<Record<Transport, string>> = {
  tls: READ,
  tcp: READ,
  unix: READ,
  relp: ANSWERED,
  'relp-tls': ANSWERED,
  udp: 'nobody: UDP may lose records',
}
