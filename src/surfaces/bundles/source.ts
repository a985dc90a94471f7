import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { MOST_BUNDLE_BYTES } from '../../policy/read-settings.ts'
import { textIn } from './store.ts'

/** One bundle that the source offers. */
export interface Offered {
  /** Where it was found, for a person. */
  readonly from: string
  readonly text: string
}

export interface Failed {
  readonly from: string
  readonly message: string
}

/** `same`: the source says that nothing changed since the last look. */
export type Look = { readonly offered: readonly Offered[]; readonly failed: readonly Failed[] } | 'same'

/** A source that is a directory has these: everybody's bundle, and one for a share of the hosts. */
export const OFFERS = ['stable.json', 'candidate.json'] as const

export interface SourceLimits {
  readonly bytes: number
  /** For the whole of one answer, however slowly it comes. */
  readonly milliseconds: number
}

export const SOURCE_LIMITS: SourceLimits = { bytes: MOST_BUNDLE_BYTES, milliseconds: 15_000 }

/** Looks at a file, a directory or an address, and remembers what an address called its answer (`ETag`). */
export class BundleReader {
  readonly #source: string
  readonly #limits: SourceLimits
  readonly #cancelled = new AbortController()
  readonly #seen = new Map<string, { readonly tag: string; readonly text: string }>()

  constructor(source: string, limits: SourceLimits = SOURCE_LIMITS) {
    this.#source = source
    this.#limits = limits
  }

  /** Never rejects. */
  async look(): Promise<Look> {
    return this.#source.startsWith('/') ? this.#files() : this.#addresses()
  }

  #files(): Look {
    const source = this.#source
    const isDirectory = (() => {
      try {
        return statSync(source).isDirectory()
      } catch {
        return false
      }
    })()
    if (!isDirectory) return gathered([this.#file(source)])
    try {
      const names = new Set(readdirSync(source))
      const [stable, candidate] = OFFERS
      return gathered([
        this.#file(join(source, stable)),
        ...(names.has(candidate) ? [this.#file(join(source, candidate))] : []),
      ])
    } catch (error) {
      return gathered([{ from: source, message: messageOf(error) }])
    }
  }

  #file(path: string): Offered | Failed {
    try {
      const text = textIn(path, this.#limits.bytes)
      return text === undefined ? { from: path, message: 'the file does not exist' } : { from: path, text }
    } catch (error) {
      return { from: path, message: messageOf(error) }
    }
  }

  async #addresses(): Promise<Look> {
    if (!this.#source.endsWith('/')) {
      const answer = await this.#address(this.#source)
      return answer === 'same' ? 'same' : gathered(answer === 'none' ? [absent(this.#source)] : [answer])
    }
    const [stable, candidate] = OFFERS.map((name) => new URL(name, this.#source).href)
    const answers = [await this.#address(stable!), await this.#address(candidate!)] as const
    if (answers[0] === 'same' && (answers[1] === 'same' || answers[1] === 'none')) return 'same'
    return gathered([
      answers[0] === 'none' ? absent(stable!) : answers[0] === 'same' ? this.#again(stable!) : answers[0],
      ...(answers[1] === 'none' ? [] : [answers[1] === 'same' ? this.#again(candidate!) : answers[1]]),
    ])
  }

  /** What was there the last time. */
  #again(address: string): Offered | Failed {
    const known = this.#seen.get(address)
    return known === undefined
      ? { from: address, message: 'the server says that nothing changed, but nothing was read before' }
      : { from: address, text: known.text }
  }

  async #address(address: string): Promise<Offered | Failed | 'same' | 'none'> {
    try {
      const known = this.#seen.get(address)
      const answer = await get(new URL(address), known?.tag, this.#limits, this.#cancelled.signal)
      if (answer.status === 304 && known !== undefined) return 'same'
      if (answer.status === 404 || answer.status === 410) return 'none'
      if (answer.status >= 300 && answer.status < 400 && answer.status !== 304)
        return { from: address, message: `it answers with a redirect (${answer.status}), which is not followed` }
      if (answer.status !== 200) return { from: address, message: `it answers with status ${answer.status}` }
      if (answer.tag === undefined) this.#seen.delete(address)
      else this.#seen.set(address, { tag: answer.tag, text: answer.text })
      return { from: address, text: answer.text }
    } catch (error) {
      return { from: address, message: messageOf(error) }
    }
  }

  /** Gives up what is under way. */
  cancel(): void {
    this.#cancelled.abort(new Error('the daemon is stopping'))
  }

  /** What was read counts as not read: the next look asks for all of it. */
  forget(): void {
    this.#seen.clear()
  }
}

interface Got {
  readonly status: number
  readonly tag: string | undefined
  readonly text: string
}

const MOST_TAG = 200

/** One GET: no redirect, no proxy, no cookie, no compression, so many bytes in so much time. */
function get(
  url: URL,
  tag: string | undefined,
  { bytes, milliseconds }: SourceLimits,
  signal: AbortSignal,
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    // A ref'd timer of our own: a socket's timeout starts anew with every byte.
    const timer = setTimeout(() => stop(new Error(`no whole answer within ${milliseconds} ms`)), milliseconds)
    const request = send(url, {
      method: 'GET',
      agent: false,
      signal,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'cache-control': 'no-cache',
        ...(tag === undefined ? {} : { 'if-none-match': tag }),
      },
    })
    const stop = (error: Error): void => {
      clearTimeout(timer)
      request.destroy()
      reject(error)
    }
    request.on('error', stop)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('error', stop)
      response.on('aborted', () => stop(new Error('the answer was cut off')))
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > bytes) stop(new Error(`the answer is larger than ${bytes} bytes`))
        else chunks.push(chunk)
      })
      response.on('end', () => {
        clearTimeout(timer)
        const { etag } = response.headers
        resolve({
          status: response.statusCode ?? 0,
          tag: etag === undefined || etag.length > MOST_TAG ? undefined : etag,
          text: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
    request.end()
  })
}

function gathered(found: readonly (Offered | Failed)[]): Look {
  return {
    offered: found.filter((each) => 'text' in each),
    failed: found.filter((each) => 'message' in each),
  }
}

function absent(from: string): Failed {
  return { from, message: 'there is no bundle' }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
