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

export const TOKEN = 'A'.repeat(43)

/** The daemon's socket as a hook sees it, honest or broken in one of the ways that things break. */
export async function standInDaemon(
  state: string,
  behaviour: Behaviour,
  home: string,
  when: 'at a call' | 'always' = 'at a call',
  says: 'its pid' | 'nothing' = 'its pid',
): Promise<{ close(): Promise<void>; readonly asked: Promise<void> }> {
  mkdirSync(state, { recursive: true, mode: 0o700 })
  writeFileSync(join(state, 'agent.token'), `${TOKEN}\n`, { mode: 0o600 })
  const socket = join(state, 'portcullis.sock')
  rmSync(socket, { force: true })
  const journal = openSqliteJournal({ stateDirectory: state, thread: 'caller' })
  const sessions = new SqliteSessions(journal, statePaths(state).database)
  const gate = await composeGate({ journal, home })
  const judge = new SessionHost({ gate: () => gate, sessions: storedSessions(sessions) })
  const always = when === 'always'
  const asked = Promise.withResolvers<void>()
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
        // Broken at the tool call and not before.
        switch (body.includes('touch ') || always ? behaviour : 'judges') {
          case 'judges': {
            if (request.headers.authorization !== `Bearer ${TOKEN}`) return send(401, '{"error":"token"}')
            const read = readJson(body)
            const agent = (request.url ?? '').split('/').at(-1)!
            const answer = await answerHook(agent, 'ok' in read ? read.ok : null, judge)
            return send(answer ? 200 : 404, JSON.stringify(answer ?? {}))
          }
          case 'silent':
            return
          case 'garbage':
            return send(200, 'this is { not json')
          case 'html':
            return send(200, '<!doctype html><title>Welcome</title>')
          case 'truncated':
            return send(200, allow.slice(0, -9))
          case 'enormous':
            return send(200, `{"stdout":"${'x'.repeat(11 * 1024 * 1024)}","stderr":"","exit":0}`)
          case 'error 500':
            return send(500, allow)
          case 'refuses the token':
            return send(401, allow)
          case 'hangs up':
            return void request.socket.destroy()
          case 'misspelt':
            return send(200, allow.replace('"exit":0', '"exit":"0"'))
          case 'allow with a wrong exit':
            return send(200, allow.replace('"exit":0', '"exit":1'))
        }
      })()
    })
  })
  await new Promise<void>((ready) => server.listen(socket, ready))
  chmodSync(socket, 0o600)
  if (says === 'its pid') writeFileSync(join(state, 'daemon.json'), `${JSON.stringify({ socket, pid: process.pid })}\n`)
  return {
    asked: asked.promise,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
      sessions.close()
      await journal.close()
    },
  }
}
