import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { End, Hearing } from './ends.ts'
import { errorAnswer, type Id, type Line } from './messages.ts'

export interface ServerAddress {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A server behind streamable HTTP. The official SDK keeps its session, its streams and its reconnections. */
export async function httpEnd({ url, headers = {} }: ServerAddress): Promise<End> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { ...headers } } })
  return transportEnd(transport as Transport)
}

/** Any transport of the official SDK. Its messages are values, so that their bytes are ours; what they say is not. */
export function transportEnd(transport: Transport): End {
  let hearing: Hearing | undefined
  let open = true
  let agreed = false
  const closed = (why: string): void => {
    if (open) hearing?.closed(why)
    open = false
  }
  return {
    start: (hear) => {
      hearing = hear
      const onmessage = (message: JSONRPCMessage): void => {
        // The version that was agreed on goes into the headers of every later request.
        const version = 'result' in message && !agreed ? message.result['protocolVersion'] : undefined
        if (typeof version === 'string') {
          agreed = true
          transport.setProtocolVersion?.(version)
        }
        hear.message(JSON.stringify(message))
      }
      Object.assign(transport, { onmessage, onclose: () => closed('it was closed') })
      transport.start().catch((error: unknown) => closed(messageOf(error)))
    },
    send: (line) => {
      const message = parsed(line)
      transport.send(message).catch((error: unknown) => {
        // Whoever waits for an answer learns that none will come; the connection itself may well go on.
        for (const id of idsOf(message)) hearing?.message(JSON.stringify(errorAnswer(id, 'internal', messageOf(error))))
      })
    },
    close: async () => {
      if ('terminateSession' in transport && typeof transport.terminateSession === 'function')
        await (transport.terminateSession() as Promise<void>).catch(() => undefined)
      await transport.close().catch(() => undefined)
    },
  }
}

function parsed(line: Line): JSONRPCMessage {
  return JSON.parse(typeof line === 'string' ? line : Buffer.from(line).toString('utf8')) as JSONRPCMessage
}

function idsOf(message: unknown): readonly Id[] {
  const messages: readonly unknown[] = Array.isArray(message) ? message : [message]
  return messages.flatMap((one) =>
    typeof one === 'object' && one !== null && 'id' in one && 'method' in one ? [one.id as Id] : [],
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
