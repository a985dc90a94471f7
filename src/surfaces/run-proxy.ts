import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { isJsonObject, readJson } from '../call/strict-json.ts'
import { mayHaveNetwork } from '../containment/network.ts'
import { serveProxy } from '../containment/proxy.node.ts'
import { runsDirectory } from '../containment/runs.node.ts'
import { statePaths } from '../journal/stores/checkpoint-file.ts'
import type { SqliteSessions } from '../journal/stores/sqlite-sessions.ts'
import { NONCE_HEADER, proofText, readHookKey } from './hook/proof.ts'
import { journalFor } from './journal-places.ts'

const PATIENCE = 10_000
const OPTIONS = ['--asks=', '--run=', '--home='] as const

export interface AskedAbout {
  readonly directory: string
  readonly run: string
  readonly home: string
}

/** `--asks=<directory> --run=<id> --home=<directory>`: who knows the session, and whose run it is; then the hosts. */
export function runProxy(words: readonly string[]): void {
  const given = OPTIONS.map((name, at) => (words[at]?.startsWith(name) ? words[at].slice(name.length) : undefined))
  const [directory, run, home] = given
  if (directory === undefined || run === undefined || home === undefined) return serveProxy(words)
  serveProxy(words.slice(OPTIONS.length), () => mayStill({ directory, run, home }))
}

/**
 * Whether the session of this run may still reach anybody. The daemon knows, or the program that gave the ticket; where
 * neither listens, what the last hook left in the store. Rejects or says no whenever nobody says yes.
 */
export async function mayStill({ directory, run, home }: AskedAbout): Promise<boolean> {
  const socket = join(directory, 'portcullis.sock')
  const answer = existsSync(socket) ? await asked(directory, socket, run) : 'nobody'
  return answer === 'nobody' ? inStore(directory, run, home) : answer
}

function asked(directory: string, socketPath: string, run: string): Promise<boolean | 'nobody'> {
  const key = readHookKey(join(directory, 'hook.key'))
  const token = readFileSync(join(directory, 'agent.token'), 'utf8').trim()
  const nonce = randomBytes(16).toString('hex')
  const body = '{}'
  const headers = {
    host: 'portcullis',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
    [NONCE_HEADER]: nonce,
  }
  const { promise, resolve, reject } = Promise.withResolvers<boolean | 'nobody'>()
  const sent = request(
    { socketPath, method: 'POST', path: `/v1/contained/${run}/network`, headers, agent: false, timeout: PATIENCE },
    (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part.slice(0, 4096)))
      response.on('error', reject)
      response.on('end', () => resolve(response.statusCode === 200 && saysYes(text, key, nonce, body)))
    },
  )
  sent.on('timeout', () => sent.destroy(new Error('nobody answers')))
  sent.on('error', (error) => ('code' in error && error.code === 'ECONNREFUSED' ? resolve('nobody') : reject(error)))
  sent.end(body)
  return promise
}

/** Only the very answer that is proven to be for this question. */
function saysYes(text: string, key: Buffer, nonce: string, request: string): boolean {
  const answer = '{"network":true}'
  const about = { agent: 'contained', nonce, request: Buffer.from(request), exit: 0, answer }
  const proof = createHmac('sha256', key).update(proofText(about)).digest('hex')
  return text === `${answer.slice(0, -1)},"proof":"${proof}"}`
}

/** Hooks without a daemon leave the session in the store before they answer. One that is not there may nothing. */
async function inStore(state: string, run: string, home: string): Promise<boolean> {
  const session = sessionOfRun(run, state)
  if (session === undefined || !existsSync(statePaths(state).database)) return false
  store ??= openStore(state, home)
  const known = await (await store).load(session)
  return known !== undefined && mayHaveNetwork(known)
}

let store: Promise<SqliteSessions> | undefined

async function openStore(state: string, home: string): Promise<SqliteSessions> {
  const [{ openSqliteJournal }, stores] = await Promise.all([
    import('../journal/stores/sqlite.ts'),
    import('../journal/stores/sqlite-sessions.ts'),
  ])
  const journal = openSqliteJournal({ ...journalFor(state, home), thread: 'caller' })
  return new stores.SqliteSessions(journal, statePaths(state).database)
}

/** The session whose call the ticket of this run was given for. */
function sessionOfRun(run: string, state: string): string | undefined {
  const read = /^[0-9a-f]{12}$/.test(run)
    ? readJson(readFileSync(join(runsDirectory(state), run, 'call.json')))
    : undefined
  const session = read !== undefined && 'ok' in read && isJsonObject(read.ok) ? read.ok['session'] : undefined
  return typeof session === 'string' ? session : undefined
}
