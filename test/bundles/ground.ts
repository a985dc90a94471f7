import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signBundle } from '../../src/policy/bundle/bundle.ts'
import { publicKeyText } from '../../src/policy/bundle/keys.ts'
import type { BundleContents } from '../../src/policy/bundle/shapes.ts'

export interface Signer {
  readonly key: KeyObject
  /** `ed25519:…` */
  readonly text: string
}

export function newSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { key: privateKey, text: publicKeyText(publicKey)! }
}

const DAY = 86_400_000
export const second = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')

/** The contents of a bundle that is valid for a month, but for what is said otherwise. */
export function contents(said: Partial<BundleContents> & { readonly version: number }): BundleContents {
  return {
    name: 'team',
    issued: second(Date.now() - DAY),
    expires: second(Date.now() + 30 * DAY),
    settings: {},
    ...said,
  }
}

export function signed(signer: Signer, said: Partial<BundleContents> & { readonly version: number }): string {
  return signBundle(JSON.stringify(contents(said), undefined, 2), signer.key)
}

/** Denies this command, so that a verdict shows which bundle is in force. */
export const denying = (command: string): BundleContents['settings'] => ({
  permissions: { deny: [`Bash(${command})`] },
})

export type Serve = (request: IncomingMessage, response: ServerResponse) => void

export interface BundleServer {
  readonly url: string
  /** From now on. */
  serve: Serve
  readonly asked: { readonly path: string; readonly tag: string | undefined }[]
  close(): Promise<void>
}

/** A real server on loopback that answers as it is told. */
export async function bundleServer(serve: Serve): Promise<BundleServer> {
  const asked: { path: string; tag: string | undefined }[] = []
  const made = { serve }
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', tag: request.headers['if-none-match'] })
    made.serve(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bundle.json`,
    asked,
    get serve() {
      return made.serve
    },
    set serve(next) {
      made.serve = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Answers with a text, under its tag. */
export function serving(text: string, tag?: string): Serve {
  return (request, response) => {
    if (tag !== undefined && request.headers['if-none-match'] === tag) response.writeHead(304).end()
    else response.writeHead(200, tag === undefined ? {} : { etag: tag }).end(text)
  }
}

/** The managed directory of one machine. */
export function managed(directory: string, settings: object): string {
  const place = join(directory, 'etc')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'settings.json'), JSON.stringify(settings))
  return place
}
