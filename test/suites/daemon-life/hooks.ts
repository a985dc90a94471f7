import { createHash, createHmac } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statePaths } from '../../../src/journal/stores/checkpoint-file.ts'
import { openReader } from '../../../src/journal/stores/sqlite-reader.ts'
import { requestText, type Running, sendRaw } from '../../daemon/client.ts'
import { CHOSEN } from './client-modes.ts'
import { equal, HARM, type Life, like, records, using } from './looks.ts'

/** The body of a hook's answer from the socket. */
async function answerTo(running: Running, agent: string, body: string, nonce?: string): Promise<string> {
  const headers: [string, string][] = [
    ['Host', 'portcullis'],
    ['Connection', 'close'],
    ['Content-Type', 'application/json'],
    ['Authorization', `Bearer ${running.agent}`],
    ['Content-Length', String(Buffer.byteLength(body))],
  ]
  if (nonce !== undefined) headers.push(['X-Portcullis-Nonce', nonce])
  const answer = await sendRaw(running.socket, requestText('POST', `/v1/hooks/${agent}`, headers, body))
  return typeof answer === 'string' ? answer : answer.body.replace(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, '')
}

/** What the proof of an answer has to be: written down here once more, from the description and not from the code. */
function wantedProof(running: Running, agent: string, nonce: string, request: string, answer: string): string {
  const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
  const key = Buffer.from(readFileSync(join(running.daemon.paths.directory, 'hook.key'), 'utf8').trim(), 'hex')
  const exit = /"exit":(\d)\}$/.exec(answer)![1]!
  const text = `portcullis hook proof 1\n${agent}\n${nonce}\n${sha(request)}\n${exit}\n${sha(answer)}\n`
  return createHmac('sha256', key).update(text).digest('hex')
}

export const HOOKS: readonly Life[] = [
  {
    what: 'every answer to a hook with a nonce is proven, and no other',
    holds: (product) =>
      using(product, {}, async (running) => {
        const payload = (command: string): string =>
          JSON.stringify({
            session_id: 'c',
            cwd: running.project,
            hook_event_name: 'PreToolUse',
            tool_name: 'Bash',
            tool_input: { command },
            tool_use_id: 't',
          })
        const failures: string[] = []
        const nonces = ['0'.repeat(32), 'f'.repeat(32), '0123456789abcdef'.repeat(2)]
        for (const agent of ['claude-code', 'codex'])
          for (const nonce of nonces)
            for (const command of ['ls', HARM]) {
              const body = await answerTo(running, agent, payload(command), nonce)
              const [, answer, proof] = /^(\{.*),"proof":"([0-9a-f]{64})"\}$/s.exec(body) ?? []
              const wanted = wantedProof(running, agent, nonce, payload(command), `${answer}}`)
              failures.push(...equal(`${agent} ${nonce} ${command}`, proof, wanted))
            }
        const without = await answerTo(running, 'claude-code', payload('ls'))
        const odd = await answerTo(running, 'claude-code', payload('ls'), 'not a nonce')
        return [
          ...failures,
          ...like('without a nonce', without, /"exit":0\}$/),
          ...like('with something else', odd, /"exit":0\}$/),
        ]
      }),
  },
  {
    what: 'what the user said unheard is taken from the transcript, call by call',
    holds: (product) =>
      using(product, {}, async (running) => {
        const directory = join(running.directory, 'home', '.claude', 'projects', 'p')
        const path = join(directory, 'c.jsonl')
        mkdirSync(directory, { recursive: true })
        const says = (content: string): void =>
          appendFileSync(path, `${JSON.stringify({ type: 'user', sessionId: 'c', message: { content } })}\n`)
        const turns = async (): Promise<string> => {
          const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't' }
          const about = { session_id: 'c', cwd: running.project, transcript_path: path, hook_event_name: 'PreToolUse' }
          await running.post('/v1/hooks/claude-code', { ...about, ...call }, running.agent)
          return (await running.get('/v1/session?id=c')).body
        }
        says('tidy up')
        const first = await turns()
        says('and push')
        const second = await turns()
        return [
          ...like('first', first, /"kind":"user","text":"tidy up"/),
          ...like('second', second, /"text":"tidy up".*"text":"and push"/),
          ...equal('said once', second.split('tidy up').length, 2),
        ]
      }),
  },
  {
    what: 'a hook of a real dialect is judged, recorded, and hears its user',
    holds: (product) =>
      using(product, { settings: CHOSEN }, async (running) => {
        const about = { session_id: 'c', cwd: running.project, transcript_path: '', permission_mode: 'default' }
        const hook = async (payload: object): Promise<{ stdout: string; stderr: string; exit: number }> => {
          const { body } = await running.post('/v1/hooks/claude-code', { ...about, ...payload }, running.agent)
          return JSON.parse(body) as { stdout: string; stderr: string; exit: number }
        }
        const bash = (command: string, more: object = {}): object => ({
          hook_event_name: 'PreToolUse',
          tool_name: 'Bash',
          tool_input: { command },
          tool_use_id: 't1',
          ...more,
        })
        const prompt = await hook({ hook_event_name: 'UserPromptSubmit', prompt: 'tidy up' })
        const fine = await hook(bash('ls'))
        const harm = await hook(bash(HARM))
        const planned = await hook(bash('touch a.txt', { permission_mode: 'plan' }))
        const after = await hook(bash('touch a.txt'))
        const odd = await hook({ hook_event_name: 'PreToolUse', tool_name: 7 })
        const session = JSON.parse((await running.get('/v1/session?id=c')).body) as {
          mode: string
          turns: { kind: string; text?: string }[]
        }
        return [
          ...equal('prompt', prompt.exit, 0),
          ...like('fine', JSON.stringify(fine), /"permissionDecision\\":\\"allow.*"exit":0/),
          ...like('harm', JSON.stringify(harm), /deny.*remote.*"exit":2/),
          ...equal('planned', /mode\.plan/.test(planned.stdout) && !/allow/.test(planned.stdout), true),
          ...equal('after planning', after.exit, 0),
          ...equal('odd', [odd.exit, odd.stdout], [2, '']),
          ...equal('mode', session.mode, 'auto'),
          ...equal(
            'turns',
            session.turns.map((turn) => turn.text ?? turn.kind),
            ['tidy up', 'call', 'call', 'call', 'call'],
          ),
          ...equal('recorded allows', await records(running), 2),
        ]
      }),
  },
  {
    what: 'what a client would run unasked is denied, what it is not told is recorded as that, what cannot be read too',
    holds: (product) =>
      using(product, { settings: CHOSEN }, async (running) => {
        const hook = async (payload: object, ...headers: [string, string][]): Promise<number> => {
          const event = { session_id: 'c', cwd: running.project, hook_event_name: 'PreToolUse', tool_use_id: 't' }
          const body = JSON.stringify({ ...event, tool_name: 'Bash', ...payload })
          const request = requestText(
            'POST',
            '/v1/hooks/claude-code',
            [
              ['Host', 'portcullis'],
              ['Connection', 'close'],
              ['Authorization', `Bearer ${running.agent}`],
              ['Content-Type', 'application/json'],
              ['Content-Length', String(Buffer.byteLength(body))],
              ...headers,
            ],
            body,
          )
          const answer = await sendRaw(running.socket, request)
          return typeof answer === 'string' ? -1 : (JSON.parse(answer.body) as { exit: number }).exit
        }
        const asked = { tool_input: { command: 'some-unknown-program' } }
        const exits = [
          await hook({ ...asked, permission_mode: 'default' }),
          await hook({ ...asked, permission_mode: 'bypassPermissions' }),
          await hook(asked, ['X-Portcullis-Observe', 'yes']),
          await hook({ tool_name: 7 }),
        ]
        const reader = openReader(statePaths(running.daemon.paths.directory).database)
        try {
          const rows = await reader.db.selectFrom('audit_log').selectAll().orderBy('position').execute()
          const told = rows.map(({ decision, code, body }) => {
            const { told: what, because } = JSON.parse(body) as { told?: string; because?: readonly { code: string }[] }
            return [decision, because?.at(-1)?.code ?? code, what ?? ''].join(' ').trim()
          })
          const shown = 'ask rulebook.cannot-tell'
          const wanted = [shown, 'deny agent.would-run', `${shown} nothing`, 'call.unreadable']
          return [...equal('exits', exits, [0, 2, 0, 2]), ...equal('records', told, wanted)]
        } finally {
          reader.close()
        }
      }),
  },
  {
    what: 'a session whose user spoke first takes the mode of the settings at the first call',
    holds: (product) =>
      using(product, { settings: '{"permissions":{"defaultMode":"plan"}}' }, async (running) => {
        await running.post('/v1/session/said', { id: 'early', text: 'hello' })
        await running.post('/v1/judge', running.call('ls', 'early'))
        const session = (await running.get('/v1/session?id=early')).body
        await running.post('/v1/session/mode', { id: 'early', mode: 'auto' })
        await running.post('/v1/judge', running.call('ls', 'early'))
        return [
          ...like('at first', session, /"mode":"plan"/),
          ...like('as the operator said', (await running.get('/v1/session?id=early')).body, /"mode":"auto"/),
        ]
      }),
  },
]
