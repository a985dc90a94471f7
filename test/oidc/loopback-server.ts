import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoopbackServer {
  readonly origin: string
  use(listener: RequestListener): void
  close(): Promise<void>
}

/** A server on this machine whose address is known before what answers there. */
export async function loopbackServer(): Promise<LoopbackServer> {
  let listener: RequestListener = (_request, response) => response.writeHead(503).end()
  const server: Server = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use: (next) => (listener = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
