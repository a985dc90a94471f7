import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What stands between a client and a server, and can be made to fail like a network does. */
export interface TcpProxy {
  readonly port: number
  /** How many connections were cut by `cutAt`. */
  readonly cuts: number
  /** Cuts each connection, so many times, when the client sends this: before the server gets it, or once it answers. */
  cutAt(text: string, when: 'before it arrives' | 'after it was done', times: number): void
  /** The next connection on which the client sends this: the server does it, its answer never arrives. Resolves then. */
  holdAnswerTo(text: string): Promise<void>
  /** Nothing passes any more, and nobody is told. */
  silence(): void
  /** Everything passes again; connections that were silent are gone. */
  heal(): void
  close(): Promise<void>
}

export async function startProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let silent = false
  let left = 0
  let cuts = 0
  let rule: { readonly text: Buffer; readonly when: 'before it arrives' | 'after it was done' } | undefined
  let hold: { readonly text: Buffer; readonly held: () => void } | undefined
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    let cutOnAnswer = false
    let holds: (() => void) | undefined
    const end = (): void => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        if (!silent) end()
      })
    }
    client.on('data', (chunk) => {
      if (silent) return
      if (rule !== undefined && left > 0 && chunk.includes(rule.text)) {
        left--
        cuts++
        if (rule.when === 'before it arrives') {
          end()
          return
        }
        cutOnAnswer = true
      }
      if (hold !== undefined && chunk.includes(hold.text)) {
        holds = hold.held
        hold = undefined
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (silent) return
      if (cutOnAnswer) end()
      else if (holds === undefined) client.write(chunk)
      else holds()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    get cuts() {
      return cuts
    },
    cutAt: (text, when, times) => {
      rule = { text: Buffer.from(text), when }
      left = times
    },
    holdAnswerTo: (text) =>
      new Promise((resolve) => {
        hold = { text: Buffer.from(text), held: resolve }
      }),
    silence: () => {
      silent = true
    },
    heal: () => {
      silent = false
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
