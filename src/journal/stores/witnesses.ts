import { execFile } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { WitnessSetting } from '../../policy/settings.ts'
import type { Checkpoint } from '../checkpoints.ts'
import { parseCheckpoint } from '../checkpoints.ts'
import type { WitnessAnswer } from '../witness.ts'
import { messageOf, readCheckpoints } from './checkpoint-file.ts'

/** Somebody outside the state directory who is told every signed head. */
export interface Witness {
  readonly name: string
  /** Rejects when it was not told. */
  tell(checkpoint: Checkpoint): Promise<void>
  /** The heads it knows of a writer. Never rejects. */
  ask(writer: string): Promise<WitnessAnswer>
}

const PATIENCE = 3000
/** An answer with more than this is no list of heads. */
const LONGEST_ANSWER = 4_000_000

export function witnessOf(setting: WitnessSetting): Witness {
  if ('file' in setting) return fileWitness(setting.file)
  if ('syslog' in setting) return syslogWitness()
  if ('webhook' in setting) return webWitness(`webhook ${setting.webhook}`, setting.webhook, undefined)
  return webWitness(`daemon ${setting.daemon}`, new URL('/v1/heads', setting.daemon).href, setting.tokenFile)
}

/** Appends to a file elsewhere, at best on a disk that this user can only append to. */
function fileWitness(path: string): Witness {
  const name = `file ${path}`
  return {
    name,
    async tell(checkpoint) {
      const file = openSync(path, 'a', 0o600)
      try {
        writeSync(file, `${JSON.stringify(checkpoint)}\n`)
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    },
    async ask() {
      if (!existsSync(path)) return { name, state: 'does not answer', because: 'there is no such file' }
      try {
        return { name, state: 'answers', checkpoints: readCheckpoints(path).checkpoints }
      } catch (error) {
        return { name, state: 'does not answer', because: messageOf(error) }
      }
    },
  }
}

/** Otherwise Linux's `logger` ends with 0 where no system log listens. */
const STRICT: readonly string[] = process.platform === 'linux' ? ['--socket-errors=on'] : []

/** Where the system's log goes to another machine, nobody on this one can take a head back. */
function syslogWitness(): Witness {
  return {
    name: 'syslog',
    tell: (checkpoint) =>
      new Promise((resolve, reject) => {
        const words = [...STRICT, '-t', 'portcullis', '-p', 'auth.notice', '--', JSON.stringify(checkpoint)]
        execFile('/usr/bin/logger', words, { timeout: PATIENCE }, (error) => (error ? reject(error) : resolve()))
      }),
    ask: () => Promise.resolve({ name: 'syslog', state: 'write-only' }),
  }
}

/** Heads are sent as they are signed: whoever receives one can check it and cannot make one. */
function webWitness(name: string, url: string, tokenFile: string | undefined): Witness {
  const headers = (): Record<string, string> =>
    tokenFile === undefined ? {} : { authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}` }
  return {
    name,
    async tell(checkpoint) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers() },
        body: JSON.stringify({ checkpoint }),
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`it answered ${response.status}`)
    },
    async ask(writer) {
      try {
        const response = await fetch(`${url}?writer=${encodeURIComponent(writer)}`, {
          headers: { accept: 'application/json', ...headers() },
          redirect: 'error',
          signal: AbortSignal.timeout(PATIENCE),
        })
        const text = await response.text()
        const checkpoints = response.ok && text.length <= LONGEST_ANSWER ? headsIn(text) : undefined
        // A receiver that keeps no heads to be asked for is no worse than the system's log.
        if (checkpoints === undefined)
          return tokenFile === undefined
            ? { name, state: 'write-only' }
            : { name, state: 'does not answer', because: `it answered ${response.status}` }
        return { name, state: 'answers', checkpoints }
      } catch (error) {
        return { name, state: 'does not answer', because: messageOf(error) }
      }
    },
  }
}

function headsIn(text: string): readonly Checkpoint[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || !('checkpoints' in value)) return undefined
  if (!Array.isArray(value.checkpoints)) return undefined
  return value.checkpoints.flatMap((one: unknown) => parseCheckpoint(JSON.stringify(one)) ?? [])
}

interface Told {
  readonly witness: Witness
  telling: boolean
  next: Checkpoint | undefined
  last: 'told' | 'failed' | undefined
}

/** Tells all witnesses, one head at a time and always the latest: a slow witness misses some, never the last. */
export class Witnesses {
  readonly #onTrouble: (message: string) => void
  #all: readonly Told[] = []
  #settings = ''

  constructor(onTrouble: (message: string) => void) {
    this.#onTrouble = onTrouble
  }

  use(settings: readonly WitnessSetting[]): void {
    const text = JSON.stringify(settings)
    if (text === this.#settings) return
    this.#settings = text
    this.#all = settings.map((setting) => ({
      witness: witnessOf(setting),
      telling: false,
      next: undefined,
      last: undefined,
    }))
  }

  tell(checkpoint: Checkpoint): void {
    for (const one of this.#all) {
      one.next = checkpoint
      if (!one.telling) void this.#tellNext(one)
    }
  }

  ask(writer: string): Promise<readonly WitnessAnswer[]> {
    return Promise.all(this.#all.map(({ witness }) => witness.ask(writer)))
  }

  /** How the last telling of each ended; undefined: it was told nothing yet. The name without where it is. */
  get states(): readonly { readonly name: string; readonly last: 'told' | 'failed' | undefined }[] {
    return this.#all.map(({ witness, last }, index) => ({ name: `${index + 1} ${witness.name.split(' ')[0]}`, last }))
  }

  async #tellNext(one: Told): Promise<void> {
    one.telling = true
    while (one.next !== undefined) {
      const checkpoint = one.next
      one.next = undefined
      try {
        await one.witness.tell(checkpoint)
        one.last = 'told'
      } catch (error) {
        one.last = 'failed'
        this.#onTrouble(`the witness ${one.witness.name} could not be told: ${messageOf(error)}`)
      }
    }
    one.telling = false
  }
}
