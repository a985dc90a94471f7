import { createHmac } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../src/journal/stores/sqlite.ts'
import { SqliteSessions } from '../../src/journal/stores/sqlite-sessions.ts'
import { readJson } from '../../src/call/strict-json.ts'
import { composeGate } from '../../src/surfaces/compose.ts'
import { answerHook } from '../../src/surfaces/hook/answer-hook.ts'
import { storedSessions } from '../../src/surfaces/hook/stored-sessions.ts'
import { SessionHost } from '../../src/surfaces/session-host.ts'
import { type Proven, proofText, provenBody } from '../../src/surfaces/hook/proof.ts'

/** What the other end of the socket does with a request. */
export type Behaviour =
  | 'judges'
  | 'silent'
  | 'garbage'
  | 'html'
  | 'truncated'
  | 'enormous'
  | 'error 500'
  | 'refuses the token'
  | 'hangs up'
  | 'misspelt'
  | 'allow with a wrong exit'
  | 'no proof'
  | 'a proof with another key'
  | 'the proof of an earlier answer'
  | 'the proof of another request'
  | 'the proof of another agent'
  | 'the proof of another version'
  | 'a deny turned into an allow'
  | 'half a proof'
  | 'the same answer with the first nonce'
  | 'stops, then no proof'
  | 'stops, then judges'

export const TOKEN = 'A'.repeat(43)
const KEY = 'ab'.repeat(32)

/** The daemon's socket as a hook sees it, honest or broken in one of the ways that things break. */
export async function standInDaemon(
  state: string,
  behaviour: Behaviour,
  home: string,
  when: 'at a call' | 'always' = 'at a call',
  says: 'its pid' | 'nothing' = 'its pid',
): Promise<{ close(): Promise<void>; readonly asked: Promise<void>; readonly nonces: readonly string[] }> {
  mkdirSync(state, { recursive: true, mode: 0o700 })
  writeFileSync(join(state, 'agent.token'), `${TOKEN}\n`, { mode: 0o600 })
  writeFileSync(join(state, 'hook.key'), `${KEY}\n`, { mode: 0o600 })
  const socket = join(state, 'portcullis.sock')
  rmSync(socket, { force: true })
  const journal = openSqliteJournal({ stateDirectory: state, thread: 'caller' })
  const sessions = new SqliteSessions(journal, statePaths(state).database)
  const gate = await composeGate({ journal, home })
  const judge = new SessionHost({ gate: () => gate, sessions: storedSessions(sessions) })
  const always = when === 'always'
  const asked = Promise.withResolvers<void>()
  const nonces: string[] = []
  let replayed: string | undefined
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      asked.resolve()
      void (async () => {
        const body = Buffer.concat(pieces)
        const send = (status: number, text: string): void => {
          response.writeHead(status, { 'content-type': 'application/json' })
          response.end(text)
        }
        const allow = '{"stdout":"{\\"decision\\":\\"allow\\"}","stderr":"","exit":0}'
        const agent = (request.url ?? '').split('/').at(-1)!
        const nonce = String(request.headers['x-portcullis-nonce'] ?? '')
        nonces.push(nonce)
        /** What an honest daemon would say to this question, changed in one way. */
        const prove = (answer: string, how: Partial<Proven & { key: string }> = {}): string => {
          const exit = Number(/"exit":(\d)\}$/.exec(answer)?.[1] ?? 0)
          const about = { agent, request: body, exit, answer, ...how }
          return provenBody(Buffer.from(how.key ?? KEY, 'hex'), about, how.nonce ?? nonce)
        }
        const proofOf = (text: string): string => /"proof":"(\w+)"/.exec(text)![1]!
        const judged = async (): Promise<void> => {
          if (request.headers.authorization !== `Bearer ${TOKEN}`) return send(401, '{"error":"token"}')
          const read = readJson(body)
          const answer = await answerHook(agent, 'ok' in read ? read.ok : null, judge)
          if (answer === undefined) return send(404, '{}')
          const { stdout, stderr, exit } = answer
          send(200, prove(JSON.stringify({ stdout, stderr, exit })))
        }
        // Broken at the tool call and not before.
        switch (body.includes('touch ') || always ? behaviour : 'judges') {
          case 'judges':
            return judged()
          case 'no proof':
            return send(200, allow)
          case 'a proof with another key':
            return send(200, prove(allow, { key: 'cd'.repeat(32) }))
          case 'the proof of an earlier answer':
            return send(200, prove(allow, { nonce: '0'.repeat(32) }))
          case 'the proof of another request':
            return send(200, prove(allow, { request: Buffer.from('{}') }))
          case 'the proof of another agent':
            return send(200, prove(allow, { agent: 'generic' }))
          case 'the proof of another version': {
            const text = proofText({ agent, nonce, request: body, exit: 0, answer: allow }).replace(
              'proof 1',
              'proof 2',
            )
            const proof = createHmac('sha256', Buffer.from(KEY, 'hex')).update(text).digest('hex')
            return send(200, `${allow.slice(0, -1)},"proof":"${proof}"}`)
          }
          case 'a deny turned into an allow': {
            const deny = '{"stdout":"","stderr":"no","exit":2}'
            return send(200, `${allow.slice(0, -1)},"proof":"${proofOf(prove(deny))}"}`)
          }
          case 'half a proof':
            return send(200, `${prove(allow).slice(0, -34)}"}`)
          case 'the same answer with the first nonce':
            // The first call is answered honestly; every later one gets that answer again.
            replayed ??= prove(allow)
            return send(200, replayed)
          case 'stops, then no proof':
            return nonces.length === 1 ? send(503, allow) : send(200, allow)
          case 'stops, then judges':
            return nonces.length === 1 ? send(503, allow) : judged()
          case 'silent':
            return
          case 'garbage':
            return send(200, 'this is { not json')
          case 'html':
            return send(200, '<!doctype html><title>Welcome</title>')
          case 'truncated':
            return send(200, prove(allow).slice(0, -9))
          case 'enormous':
            return send(200, prove(`{"stdout":"${'x'.repeat(11 * 1024 * 1024)}","stderr":"","exit":0}`))
          case 'error 500':
            return send(500, prove(allow))
          case 'refuses the token':
            return send(401, prove(allow))
          case 'hangs up':
            return void request.socket.destroy()
          case 'misspelt':
            return send(200, prove(allow.replace('"exit":0', '"exit":"0"')))
          case 'allow with a wrong exit':
            return send(200, prove(allow.replace('"exit":0', '"exit":1')))
        }
      })()
    })
  })
  await new Promise<void>((ready) => server.listen(socket, ready))
  chmodSync(socket, 0o600)
  if (says === 'its pid') writeFileSync(join(state, 'daemon.json'), `${JSON.stringify({ socket, pid: process.pid })}\n`)
  return {
    asked: asked.promise,
    nonces,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
      sessions.close()
      await journal.close()
    },
  }
}
