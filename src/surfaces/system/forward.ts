import { connect, type Socket } from 'node:net'

/** Where the daemon of an account listens, and what its hooks are known by there. */
export interface AccountDoor {
  readonly socket: string
  readonly token: string
}

/**
 * The head of a request as the native hook writes it, to the letter. Whatever else an account sends is not passed on: no
 * other route, no header, no second request on the same connection.
 */
const HEAD =
  /^POST \/v1\/hooks\/([a-z][a-z-]{0,31}) HTTP\/1\.0\r\nHost: portcullis\r\nConnection: close\r\nContent-Type: application\/json\r\nX-Portcullis-Patience: (\d{1,4})\r\nX-Portcullis-Observe: (yes|no)\r\nContent-Length: (\d{1,8})\r\n\r\n$/

const MOST_HEAD = 512
const MOST_BODY = 12 * 1024 * 1024
const HEAD_PATIENCE = 5_000

export interface Forwarding {
  readonly head: string
  readonly length: number
  /** What was sent of the body together with the head. */
  readonly begun: Buffer
}

/** Reads the head of the one request that a connection may bring. Undefined: it is not a hook's. */
export function readHead(from: Socket): Promise<Forwarding | undefined> {
  return new Promise((resolve) => {
    let got = Buffer.alloc(0)
    const late = setTimeout(() => done(undefined), HEAD_PATIENCE)
    const done = (forwarding: Forwarding | undefined): void => {
      clearTimeout(late)
      from.off('data', take)
      from.off('close', gone)
      from.pause()
      resolve(forwarding)
    }
    const gone = (): void => done(undefined)
    const take = (piece: Buffer): void => {
      got = Buffer.concat([got, piece])
      const end = got.indexOf('\r\n\r\n')
      if (end < 0 || end + 4 > MOST_HEAD) {
        if (got.length > MOST_HEAD) done(undefined)
        return
      }
      const head = got.toString('latin1', 0, end + 4)
      const length = Number(HEAD.exec(head)?.[4] ?? Number.NaN)
      const begun = got.subarray(end + 4)
      const isHooks = length > 0 && length <= MOST_BODY && begun.length <= length
      done(isHooks ? { head, length, begun } : undefined)
    }
    from.on('data', take)
    from.once('close', gone)
  })
}

/** Passes one request on to the account's daemon with the token that the account never sees, and the answer back. */
export function forward(from: Socket, { head, length, begun }: Forwarding, door: AccountDoor): void {
  const to = connect(door.socket)
  const both = (): void => {
    from.destroy()
    to.destroy()
  }
  for (const end of [from, to]) end.on('error', both)
  from.on('close', () => to.destroy())
  to.on('end', () => from.end())
  to.on('close', () => from.end())
  to.write(`${head.slice(0, -2)}Authorization: Bearer ${door.token}\r\n\r\n`)
  let left = length - begun.length
  to.write(begun)
  from.on('data', (piece: Buffer) => {
    // More than was announced belongs to no request.
    if (piece.length > left) return both()
    left -= piece.length
    if (!to.write(piece)) {
      from.pause()
      to.once('drain', () => from.resume())
    }
  })
  to.pipe(from, { end: false })
  from.resume()
}

/** A refusal in the shape that every hook gives its agent as a block. */
export function refuseHook(from: Socket, because: string): void {
  const answer = JSON.stringify({ stdout: '', stderr: `portcullis: ${because}\n`, exit: 2 })
  from.end(
    `HTTP/1.0 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(answer)}\r\nConnection: close\r\n\r\n${answer}`,
  )
}
