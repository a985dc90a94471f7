import { createHash, createHmac, randomBytes } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { isJsonObject, readJson } from '../call/strict-json.ts'
import { NONCE_HEADER, proofText, readHookKey } from './hook/proof.ts'

const PATIENCE = 600_000
const MOST_SETTLED = 65_536
const NOT_SETTLED = {
  exit: 125,
  says: 'portcullis: what it changed could not be judged: nothing was written\n',
} as const

export interface SettledBy {
  readonly exit: number
  readonly says: string
}

const NOT_SPENT = {
  exit: 125,
  says: 'portcullis: whether this ticket may be used cannot be known: nothing was run\n',
} as const

/** How a contained command ends, by the daemon. */
export function settleByDaemon(state: string, run: string, code: number): Promise<SettledBy | 'nobody'> {
  return askDaemon(state, `${run}/settle`, `{"exit":${code}}`, NOT_SETTLED)
}

/** Uses the ticket at the daemon, where it is a row: `exit` 0 for the one that may run its command in this directory. */
export function spendByDaemon(state: string, ticket: string, cwd: string): Promise<SettledBy | 'nobody'> {
  const directory = createHash('sha256').update(cwd).digest('hex')
  return askDaemon(state, 'spend', JSON.stringify({ ticket, directory }), NOT_SPENT)
}

/** Only an answer that the daemon proves to be for this very request is believed. */
async function askDaemon(
  state: string,
  path: string,
  body: string,
  otherwise: SettledBy,
): Promise<SettledBy | 'nobody'> {
  const socket = join(state, 'portcullis.sock')
  const stat = lstatSync(socket, { throwIfNoEntry: false })
  if (stat?.isSocket() !== true || stat.uid !== process.geteuid?.() || (stat.mode & 0o077) !== 0) return 'nobody'
  const key = readHookKey(join(state, 'hook.key'))
  const token = readFileSync(join(state, 'agent.token'), 'utf8').trim()
  const nonce = randomBytes(16).toString('hex')
  const answer = await asked(socket, `/v1/contained/${path}`, body, {
    host: 'portcullis',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    [NONCE_HEADER]: nonce,
  })
  return answer === 'nobody' ? answer : (provenEnd(answer, key, nonce, body) ?? otherwise)
}

function asked(
  socketPath: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<string | 'nobody'> {
  const { promise, resolve } = Promise.withResolvers<string | 'nobody'>()
  let text = ''
  const sent = request({ socketPath, method: 'POST', path, headers, agent: false, timeout: PATIENCE }, (response) => {
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (text.length > MOST_SETTLED) sent.destroy(new Error('too much was answered'))
    })
    // Half an answer is none, and somebody had begun to answer.
    response.on('error', () => resolve(''))
    response.on('end', () => resolve(response.statusCode === 200 ? text : ''))
  })
  sent.on('timeout', () => sent.destroy(new Error('nobody answers')))
  sent.on('error', () => resolve(text === '' ? 'nobody' : ''))
  sent.end(body)
  return promise
}

/** Undefined: it is not the daemon's answer to this request. */
function provenEnd(text: string, key: Uint8Array, nonce: string, asking: string): SettledBy | undefined {
  const [, before, given] = /^([^]*),"proof":"([0-9a-f]{64})"\}$/.exec(text) ?? []
  if (before === undefined) return undefined
  const answer = `${before}}`
  const read = readJson(Buffer.from(answer))
  const value = 'ok' in read && isJsonObject(read.ok) ? read.ok : {}
  const { stderr, exit } = value
  if (typeof stderr !== 'string' || typeof exit !== 'number' || !Number.isInteger(exit) || exit < 0 || exit > 255)
    return undefined
  const about = { agent: 'contained', nonce, request: Buffer.from(asking), exit, answer }
  const proof = createHmac('sha256', key).update(proofText(about)).digest('hex')
  return proof === given ? { exit, says: stderr } : undefined
}
