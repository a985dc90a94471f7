import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Server, ServerOptions } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import { CannotStart } from './cannot-start.ts'
import type { Entrance } from './door.ts'

/** Where other machines reach the daemon: `serve --listen`. */
export interface PublicListen {
  /** `10.0.0.5:8443`, `[::]:8443`. */
  readonly address: string
  readonly tls?: TlsFiles
  /** The names by which it is called, each with a port where that is another one. Left out: those of the certificate. */
  readonly names?: readonly string[]
}

export interface TlsFiles {
  readonly certificate: string
  readonly key: string
  /** Only clients with a certificate from these get as far as showing a token. */
  readonly clientCa?: string
}

export interface ListenAddress {
  readonly host: string
  readonly port: number
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** `localhost` counts as what it should be; every other name may lead anywhere, and so is not taken. */
export function readListenAddress(text: string): ListenAddress {
  const [, bracketed, plain, digits] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  const host = plain === 'localhost' ? '127.0.0.1' : (bracketed ?? plain ?? '')
  const fits = bracketed === undefined ? isIP(host) === 4 : isIP(host) === 6
  if (!fits || !(port >= 0 && port <= 65_535))
    throw new CannotStart(`--listen takes an IP address and a port, such as 10.0.0.5:8443 or [::]:8443: ${text}`)
  return { host, port }
}

export function isLoopback(host: string): boolean {
  return LOOPBACK.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}

/** Throws unless what is sent to this address can be neither read nor sent by just anybody. */
export function requireSafeListening({ host }: ListenAddress, tls: TlsFiles | undefined, hasTokens: boolean): void {
  if (isLoopback(host)) return
  if (tls === undefined)
    throw new CannotStart(
      `${host} is not a loopback address, so TLS is required: name the files with --tls-cert and --tls-key, or listen on 127.0.0.1 behind a proxy that speaks TLS`,
    )
  if (!hasTokens)
    throw new CannotStart(
      `${host} is not a loopback address, so tokens are required, and no user has a valid one: make one with \`portcullis users add\` and \`portcullis users token\``,
    )
}

interface Loaded {
  readonly options: ServerOptions
  readonly certificate: X509Certificate
}

/** What speaks TLS at the entrance. Files that change are taken over; what is broken is reported, and the old stays. */
export class Certificates {
  readonly #files: TlsFiles
  #stamp: string
  #tried: string
  #loaded: Loaded

  constructor(files: TlsFiles) {
    this.#files = files
    try {
      this.#stamp = this.#tried = stampOf(files)
      this.#loaded = load(files)
    } catch (error) {
      throw new CannotStart(`the TLS files cannot be used: ${messageOf(error)}`, { cause: error })
    }
  }

  get options(): ServerOptions {
    return this.#loaded.options
  }

  /** Of the certificate that is shown now. */
  get names(): readonly string[] {
    return namesIn(this.#loaded.certificate)
  }

  get validTo(): Date {
    return new Date(this.#loaded.certificate.validTo)
  }

  /** `changed`: the files are others, and are used from now on. A text: they are others, and cannot be used. */
  follow(server: Server): 'as before' | 'changed' | { readonly problem: string } {
    let stamp: string
    try {
      stamp = stampOf(this.#files)
    } catch (error) {
      stamp = messageOf(error)
    }
    if (stamp === this.#stamp || stamp === this.#tried) return 'as before'
    this.#tried = stamp
    try {
      const loaded = load(this.#files)
      server.setSecureContext(loaded.options)
      this.#loaded = loaded
      this.#stamp = stamp
      return 'changed'
    } catch (error) {
      return { problem: messageOf(error) }
    }
  }
}

/** Written over or replaced by another file: either is a change. */
function stampOf({ certificate, key, clientCa }: TlsFiles): string {
  return [certificate, key, ...(clientCa === undefined ? [] : [clientCa])]
    .map((file) => statSync(file))
    .map(({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`)
    .join('\n')
}

function load({ certificate, key, clientCa }: TlsFiles): Loaded {
  if (process.platform !== 'win32' && (statSync(key).mode & 0o077) !== 0)
    throw new Error(`others may read the key: chmod 600 ${key}`)
  const options: ServerOptions = {
    cert: readFileSync(certificate),
    key: readFileSync(key),
    minVersion: 'TLSv1.2',
    honorCipherOrder: true,
    ciphers: CIPHERS,
    ...(clientCa === undefined ? {} : { ca: readFileSync(clientCa), requestCert: true, rejectUnauthorized: true }),
  }
  // Throws when the two do not fit.
  createSecureContext(options)
  return { options, certificate: new X509Certificate(readFileSync(certificate)) }
}

/** Forward secrecy and authenticated encryption, and nothing else. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':')

function namesIn({ subjectAltName = '' }: X509Certificate): readonly string[] {
  return [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,\s"]+)/g)]
    .map(([, name]) => name!.toLowerCase())
    .filter((name) => !name.includes('*'))
    .map((name) => (isIP(name) === 6 ? `[${name}]` : name))
}

/** The names under which the entrance may be called. A page of it comes from one of these over TLS. */
export function publicEntrance(
  { host, port }: ListenAddress,
  names: readonly string[],
  scheme: 'https' | 'http',
): Entrance {
  const own = ANY_ADDRESS.has(host) ? [] : [isIP(host) === 6 ? `[${host}]` : host]
  const hosts = new Set([...names, ...own].flatMap((name) => hostsOf(name.toLowerCase(), port, scheme)))
  // Behind a proxy on this machine the page comes over TLS, too.
  const schemes = scheme === 'https' ? ['https'] : ['https', 'http']
  return {
    kind: 'public',
    hosts,
    origins: new Set([...hosts].flatMap((name) => schemes.map((each) => `${each}://${name}`))),
  }
}

const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** As clients write it: without the port where that is the usual one. */
function hostsOf(name: string, port: number, scheme: 'https' | 'http'): readonly string[] {
  const [, bare, given] = /^(.+?)(?::(\d{1,5}))?$/.exec(name) ?? []
  const at = given === undefined ? port : Number(given)
  const usual = scheme === 'https' ? 443 : 80
  return at === usual || (given !== undefined && at === 443) ? [bare!, `${bare}:${at}`] : [`${bare}:${at}`]
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
