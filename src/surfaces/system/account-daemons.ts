import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { daemonPaths } from '../daemon/state.ts'
import type { Log } from '../daemon/log.ts'
import type { Account } from './account.ts'
import type { AccountDoor } from './forward.ts'
import { accountHome, accountState, type SystemPlaces, type SystemRecord } from './places.ts'

export interface AccountDaemonsOptions {
  readonly places: SystemPlaces
  readonly record: SystemRecord
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly log: Log
}

interface Running {
  readonly child: ChildProcess
  readonly ready: Promise<AccountDoor>
}

const MOST_ACCOUNTS = 64
const START_PATIENCE = 120_000
/** A daemon that cannot start is not started again for every call. */
const AGAIN_AFTER = 2_000
const PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'

/** One daemon for each account whose agents ask: store, sessions, key and log of no two accounts are ever the same. */
export class AccountDaemons {
  readonly #options: AccountDaemonsOptions
  readonly #running = new Map<number, Running>()
  readonly #failed = new Map<number, { readonly at: number; readonly because: string }>()
  #stopping = false

  constructor(options: AccountDaemonsOptions) {
    this.#options = options
  }

  /** The door of the account's daemon, which is started when it does not run. Rejects with the reason when it cannot. */
  reach(account: Account): Promise<AccountDoor> {
    const running = this.#running.get(account.uid)
    if (running !== undefined) return running.ready
    const failed = this.#failed.get(account.uid)
    if (failed !== undefined && performance.now() - failed.at < AGAIN_AFTER)
      return Promise.reject(new Error(failed.because))
    if (this.#stopping) return Promise.reject(new Error('the gate is stopping'))
    if (this.#running.size >= MOST_ACCOUNTS)
      return Promise.reject(new Error(`agents of ${MOST_ACCOUNTS} accounts are judged already`))
    return this.#start(account)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(
      [...this.#running.values()].map(
        ({ child }) =>
          new Promise<void>((resolve) => {
            child.once('close', () => resolve())
            child.kill('SIGTERM')
          }),
      ),
    )
  }

  #start(account: Account): Promise<AccountDoor> {
    const { places, record, environment, log } = this.#options
    const home = accountHome(places, account.uid)
    mkdirSync(home, { recursive: true, mode: 0o700 })
    const words = ['--disable-sigusr1', record.launcher, 'serve', '--account', String(account.uid)]
    const child = spawn(record.node, [...words, '--root', places.root], {
      env: { ...environment, HOME: home, PATH, PORTCULLIS_STATE: accountState(places, account.uid) },
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const ready = new Promise<AccountDoor>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('the gate did not start in time')), START_PATIENCE)
      const fail = (): void => {
        clearTimeout(late)
        const last = said
          .trim()
          .split('\n')
          .at(-1)
          ?.replace(/^portcullis: /, '')
        reject(new Error(last || 'the gate ended while it started'))
      }
      child.once('error', fail)
      child.once('close', fail)
      child.stdout?.on('data', (piece: Buffer) => {
        if (!piece.toString().includes('listening')) return
        clearTimeout(late)
        try {
          resolve(doorOf(accountState(places, account.uid)))
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      })
    })
    child.stderr?.on('data', (piece: Buffer) => {
      said = `${said}${piece.toString()}`.slice(-1000)
      for (const line of piece.toString().split('\n')) if (line !== '') log('info', `${account.name}: ${line}`)
    })
    child.once('close', (code) => {
      if (this.#running.get(account.uid)?.child === child) this.#running.delete(account.uid)
      if (!this.#stopping) log('warn', `the daemon of ${account.name} ended (${code}); the next call starts it again`)
    })
    ready.catch((error: unknown) => {
      const because = `the gate of this account cannot start: ${error instanceof Error ? error.message : String(error)}`
      this.#failed.set(account.uid, { at: performance.now(), because })
      child.kill('SIGKILL')
    })
    this.#running.set(account.uid, { child, ready })
    return ready
  }
}

function doorOf(state: string): AccountDoor {
  const { socket, agentToken } = daemonPaths(state)
  return { socket, token: readFileSync(agentToken, 'utf8').trim() }
}
