import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What the way between two machines does with a connection. */
export type Manner =
  | 'passes'
  /** Nobody listens, as far as anybody can tell. */
  | 'refuses'
  /** Connections are taken, and nothing is ever answered. */
  | 'swallows'
  /** After so many bytes in one direction the connection is gone, both ways. */
  | { readonly cut: 'sent' | 'answered'; readonly after: number }

/** A cable between a machine and its gate, which a test can cut at any byte. */
export interface Cable {
  readonly port: number
  /** From now on; whatever is open ends. */
  set(manner: Manner): void
  /** Connections that were tried. */
  tried: number
  /** Connections that were cut. */
  cuts: number
  leadsTo(host: string, port: number): void
  close(): Promise<void>
}

export async function layCable(): Promise<Cable> {
  let manner: Manner = 'passes'
  let to = { host: '127.0.0.1', port: 1 }
  const open = new Set<Socket>()
  const server = createServer((near) => {
    cable.tried++
    open.add(near)
    near.on('error', () => undefined)
    near.on('close', () => open.delete(near))
    if (manner === 'refuses') {
      near.destroy()
      return
    }
    if (manner === 'swallows') {
      near.resume()
      return
    }
    const far = connect(to.port, to.host)
    open.add(far)
    far.on('close', () => {
      open.delete(far)
      near.destroy()
    })
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
    const left = { sent: Number.POSITIVE_INFINITY, answered: Number.POSITIVE_INFINITY }
    if (manner !== 'passes') left[manner.cut] = manner.after
    const carry = (from: Socket, onto: Socket, way: 'sent' | 'answered'): void => {
      from.on('data', (chunk: Buffer) => {
        left[way] -= chunk.length
        if (left[way] > 0) {
          onto.write(chunk)
          return
        }
        cable.cuts++
        // What was allowed through arrives; the rest never does.
        onto.end(chunk.subarray(0, Math.max(0, chunk.length + left[way])))
        from.destroy()
        setTimeout(() => onto.destroy(), 20)
      })
    }
    carry(near, far, 'sent')
    carry(far, near, 'answered')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cable: Cable = {
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      manner = next
      for (const socket of open) socket.destroy()
    },
    tried: 0,
    cuts: 0,
    leadsTo: (host, port) => void (to = { host, port }),
    close: () => {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return cable
}
