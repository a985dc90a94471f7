import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { z } from 'zod'

/** Who is at the other end, by the kernel's word. */
export interface Peer {
  readonly uid: number
  readonly pid: number
}

export interface PublicDoor {
  /** Resolves when it is closed, however that came. */
  readonly closed: Promise<void>
  close(): void
}

const PEER = z.object({ uid: z.number().int().nonnegative(), pid: z.number().int() })

/** Opens the socket that every account may connect to. Rejects when it cannot be opened. */
export async function openPublicDoor(
  program: string,
  socket: string,
  enter: (connection: Socket, peer: Peer) => void,
): Promise<PublicDoor> {
  const child = spawn(program, ['--door', socket], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], env: {} })
  let said = ''
  child.stderr?.on('data', (piece: Buffer) => (said = `${said}${piece.toString()}`.slice(-500)))
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', (error) => {
      said = error.message
      resolve()
    })
  })
  const listening = Promise.withResolvers<boolean>()
  child.on('message', (message, handle) => {
    if (!(handle instanceof Socket)) {
      if (typeof message === 'object' && message !== null && 'listening' in message) listening.resolve(true)
      return
    }
    handle.on('error', () => handle.destroy())
    const peer = PEER.safeParse(message)
    if (peer.success) enter(handle, peer.data)
    else handle.destroy()
  })
  if (!(await Promise.race([listening.promise, closed.then(() => false)])))
    throw new Error(`the door cannot be opened at ${socket}: ${said.trim() || 'its program ended'}`)
  return { closed, close: () => end(child) }
}

function end(child: ChildProcess): void {
  if (child.connected) child.disconnect()
  child.kill('SIGKILL')
}
