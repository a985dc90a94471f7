import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { MOST_BYTES } from '../../call/strict-json.ts'
import type { Line } from './messages.ts'

/** One side of the proxy: a client, or a server. */
export interface End {
  start(hear: Hearing): void
  send(line: Line): void
  /** Ends it, by force if it does not end by itself. Never rejects. */
  close(): Promise<void>
}

export interface Hearing {
  readonly message: (line: Line) => void
  /** A message that exceeds the size limit; it was not kept. */
  readonly tooLong: () => void
  /** It sends nothing any more. Told once. */
  readonly closed: (why: string) => void
}

const LINE_END = 0x0a

/** Cuts a stream of bytes at its line ends. What follows the last one is no message. */
export class Lines {
  readonly #hear: Pick<Hearing, 'message' | 'tooLong'>
  readonly #most: number
  #pieces: Buffer[] = []
  #size = 0

  constructor(hear: Pick<Hearing, 'message' | 'tooLong'>, most: number = MOST_BYTES) {
    this.#hear = hear
    this.#most = most
  }

  take(chunk: Buffer): void {
    let from = 0
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, from)) {
      this.#keep(chunk.subarray(from, at))
      from = at + 1
      const [line, size] = [Buffer.concat(this.#pieces), this.#size]
      this.#pieces = []
      this.#size = 0
      if (size > this.#most) this.#hear.tooLong()
      else if (line.some((byte) => byte > 0x20)) this.#hear.message(line)
    }
    this.#keep(chunk.subarray(from))
  }

  #keep(piece: Buffer): void {
    this.#size += piece.length
    if (this.#size > this.#most) this.#pieces = []
    else if (piece.length > 0) this.#pieces.push(piece)
  }
}

/** The client at the standard streams of this process, or at any two streams. */
export function streamEnd(input: Readable, output: Writable): End {
  return {
    start: (hear) => {
      const lines = new Lines(hear)
      let open = true
      const closed = (why: string): void => {
        if (open) hear.closed(why)
        open = false
      }
      input.on('data', (chunk: Buffer | string) => lines.take(typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
      input.on('end', () => closed('it ended'))
      input.on('close', () => closed('it was closed'))
      input.on('error', (error) => closed(error.message))
      // Nobody would hear what a call did.
      output.on('error', (error) => closed(error.message))
      output.on('close', () => closed('it was closed'))
    },
    send: (line) => write(output, line),
    close: () => {
      input.pause()
      return Promise.resolve()
    },
  }
}

/** One message, whole. Whoever does not read what is waiting for them is given up, before memory is. */
function write(stream: Writable, line: Line): void {
  if (!stream.writable) return
  const bytes = typeof line === 'string' ? Buffer.from(line) : line
  stream.write(Buffer.concat([bytes, NEW_LINE]))
  if (stream.writableLength > MOST_WAITING) stream.destroy(new Error('too much waits to be read'))
}

const MOST_WAITING = 64 * 1024 * 1024
const NEW_LINE = Buffer.from('\n')

export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

/** How long a server has to end after its input did, and again after it was told to. */
const PATIENCE = 2000

/** A server that is started here. It inherits the environment, and writes its complaints to our standard error. */
export class ChildEnd implements End {
  readonly #server: ServerCommand
  #child: ChildProcess | undefined
  #ended: Promise<void> | undefined

  constructor(server: ServerCommand) {
    this.#server = server
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  start(hear: Hearing): void {
    const { command, args, cwd, env } = this.#server
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ended = promise
    let why = ''
    let open = true
    const closed = (because: string): void => {
      if (open) hear.closed(because)
      open = false
    }
    try {
      const child = spawn(command, [...args], {
        stdio: ['pipe', 'pipe', 'inherit'],
        windowsHide: true,
        ...(cwd === undefined ? {} : { cwd }),
        ...(env === undefined ? {} : { env }),
      })
      this.#child = child
      const lines = new Lines(hear)
      child.stdout.on('data', (chunk: Buffer) => lines.take(chunk))
      // A server that reads nothing any more is found by its end, or by the client's patience.
      child.stdin.on('error', () => undefined)
      child.on('error', (error) => {
        why = `it could not be started: ${error.message}`
        closed(why)
        resolve()
      })
      child.on('exit', (code, signal) => {
        why = signal === null ? `it ended with code ${code ?? 0}` : `it was ended by ${signal}`
        resolve()
      })
      // After the last of what it wrote.
      child.on('close', () => closed(why === '' ? 'it ended' : why))
    } catch (error) {
      closed(`it could not be started: ${error instanceof Error ? error.message : String(error)}`)
      resolve()
    }
  }

  send(line: Line): void {
    if (this.#child?.stdin) write(this.#child.stdin, line)
  }

  async close(): Promise<void> {
    const child = this.#child
    if (child === undefined || this.#ended === undefined) return
    child.stdin?.end()
    if (await this.#endsWithin(PATIENCE)) return
    child.kill('SIGTERM')
    if (await this.#endsWithin(PATIENCE)) return
    child.kill('SIGKILL')
    await this.#endsWithin(PATIENCE)
  }

  async #endsWithin(milliseconds: number): Promise<boolean> {
    if (this.#child?.pid === undefined) return true
    const late = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => late.resolve(false), milliseconds)
    const ended = await Promise.race([this.#ended!.then(() => true), late.promise])
    clearTimeout(timer)
    return ended
  }
}
