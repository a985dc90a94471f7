import { createHmac, randomBytes } from 'node:crypto'
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

/** How a contained command ends, by the daemon: only an answer that it proves to be for this very request is believed. */
export async function settleByDaemon(state: string, run: string, code: number): Promise<SettledBy | 'nobody'> {
  const socket = join(state, 'portcullis.sock')
  const stat = lstatSync(socket, { throwIfNoEntry: false })
  if (stat?.isSocket() !== true || stat.uid !== process.geteuid?.() || (stat.mode & 0o077) !== 0) return 'nobody'
  const key = readHookKey(join(state, 'hook.key'))
  const token = readFileSync(join(state, 'agent.token'), 'utf8').trim()
  const nonce = randomBytes(16).toString('hex')
  const body = `{"exit":${code}}`
  const answer = await asked(socket, `/v1/contained/${run}/settle`, body, {
    host: 'portcullis',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    [NONCE_HEADER]: nonce,
  })
  return answer === 'nobody' ? answer : (provenEnd(answer, key, nonce, body) ?? NOT_SETTLED)
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
