import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A proxy between a browser and the daemon whose line can be cut and mended. */
export class CuttableLine {
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((incoming, answer) => this.#pass(incoming, answer))
  #whole = true
  /** `Last-Event-ID` of every request for events; undefined where there was none. */
  readonly resumedFrom: (string | undefined)[] = []

  async open(): Promise<string> {
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      if (!this.#whole) socket.destroy()
    })
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  cut(): void {
    this.#whole = false
    for (const socket of this.#sockets) socket.destroy()
  }

  mend(): void {
    this.#whole = true
  }

  close(): void {
    this.cut()
    this.#server.close()
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const { 'last-event-id': last } = incoming.headers
    if (incoming.url?.endsWith('/v1/events')) this.resumedFrom.push(typeof last === 'string' ? last : undefined)
    const onward = request(incoming.url!, { method: incoming.method, headers: incoming.headers }, (got) => {
      answer.writeHead(got.statusCode!, got.headers)
      got.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
}
