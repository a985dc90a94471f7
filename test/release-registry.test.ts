import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** What npm sends when it publishes a version, as far as a registry needs it. */
interface Published {
  readonly name: string
  readonly versions: Readonly<Record<string, { dist: { tarball: string } }>>
  readonly _attachments: Readonly<Record<string, { data: string }>>
}

/** A registry on this machine that keeps what is published and gives it out again, and refuses one name. */
class Registry {
  readonly kept = new Map<string, Published>()
  readonly refuses = new Set<string>()
  url = ''
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        const send = (status: number, body: string | Buffer): void => void response.writeHead(status).end(body)
        const [name = '', , file] = decodeURIComponent(request.url ?? '')
          .slice(1)
          .split('?')[0]!
          .split('/')
        if (request.method === 'PUT') {
          if (this.refuses.has(name) || request.headers.authorization !== 'Bearer of-this-test') return send(403, '{}')
          const published = JSON.parse(Buffer.concat(pieces).toString()) as Published
          this.kept.set(name, published)
          return send(201, '{"ok":true}')
        }
        const known = this.kept.get(name)
        if (known === undefined) return send(404, '{}')
        if (file !== undefined) return send(200, Buffer.from(known._attachments[file]?.data ?? '', 'base64'))
        for (const [version, { dist }] of Object.entries(known.versions))
          dist.tarball = `${this.url}${name}/-/${name}-${version}.tgz`
        send(200, JSON.stringify(known))
      })
    })
  }

  async start(): Promise<void> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  close(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((closed) => this.#server.close(() => closed()))
  }
}

const root = mkdtempSync(join(tmpdir(), 'portcullis-registry-'))
const release = join(root, 'release')
const registry = new Registry()
let environment: NodeJS.ProcessEnv

/** In processes of their own, while this one answers them: what went wrong, or null. */
const ran = (program: string, args: readonly string[], cwd: string): Promise<Error | null> =>
  new Promise((resolve) => execFile(program, args, { cwd, env: environment }, resolve))

const RELEASE = JSON.stringify(join(import.meta.dirname, '..', 'scripts', 'release.ts'))
const publish = (): Promise<Error | null> => {
  const code = `(await import(${RELEASE})).publishAll(${JSON.stringify(release)}, ['--no-provenance'])`
  return ran(process.execPath, ['--input-type=module', '-e', code], root)
}

beforeAll(async () => {
  await registry.start()
  const user = join(root, 'npmrc')
  const host = registry.url.slice('http:'.length)
  writeFileSync(user, `registry=${registry.url}\n${host}:_authToken=of-this-test\n`)
  environment = {
    PATH: process.env['PATH'],
    HOME: root,
    npm_config_userconfig: user,
    npm_config_cache: join(root, 'c'),
  }
  mkdirSync(release)
  for (const manifest of [
    { name: 'portcullis', version: '1.0.0', optionalDependencies: { 'portcullis-hook-linux-x64': '1.0.0' } },
    { name: 'portcullis-hook-linux-x64', version: '1.0.0' },
  ]) {
    const place = join(root, manifest.name)
    mkdirSync(place)
    writeFileSync(join(place, 'package.json'), JSON.stringify(manifest))
    execFileSync('npm', ['pack', '--silent', '--pack-destination', release, place], { cwd: root, env: environment })
  }
})
afterAll(async () => {
  await registry.close()
  rmSync(root, { recursive: true, force: true })
})

test('nothing is published after the first that fails, so that no package names a client that is not there', async () => {
  registry.refuses.add('portcullis-hook-linux-x64')
  expect(await publish()).not.toBeNull()
  expect([...registry.kept.keys()]).toEqual([])
  registry.refuses.clear()
})

test('what is released can be published to a registry and installed from it', async () => {
  expect(await publish()).toBeNull()
  expect([...registry.kept.keys()]).toEqual(['portcullis-hook-linux-x64', 'portcullis'])
  const prefix = join(root, 'prefix')
  mkdirSync(prefix)
  writeFileSync(join(prefix, 'package.json'), '{"private":true}')
  expect(await ran('npm', ['install', '--no-audit', '--no-fund', 'portcullis@1.0.0'], prefix)).toBeNull()
  for (const name of ['portcullis', 'portcullis-hook-linux-x64'])
    expect(existsSync(join(prefix, 'node_modules', name, 'package.json'))).toBe(true)
})
