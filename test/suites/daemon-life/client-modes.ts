import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Running } from '../../daemon/client.ts'
import { equal, HARM, type Life, using } from './looks.ts'

/** Settings of a user who chose a mode. */
export const CHOSEN = '{"permissions":{"defaultMode":"auto"}}'

/** What Claude Code is told, in one word; `stop`: its session ends. */
async function told(running: Running, command: string, more: object): Promise<string> {
  const about = { session_id: 'c', cwd: running.project, hook_event_name: 'PreToolUse', tool_use_id: 't' }
  const payload = { ...about, tool_name: 'Bash', tool_input: { command }, ...more }
  const { body } = await running.post('/v1/hooks/claude-code', payload, running.agent)
  const { stdout } = JSON.parse(body) as { stdout: string }
  const said = JSON.parse(stdout) as {
    continue?: boolean
    hookSpecificOutput: { permissionDecision: string; permissionDecisionReason: string }
  }
  return said.continue === false ? 'stop' : said.hookSpecificOutput.permissionDecision
}

const mode = (permission_mode: string): object => ({ permission_mode })

/** Three denials in a row, and what the third becomes. */
async function thirdDenial(running: Running, more: object): Promise<string> {
  await told(running, HARM, more)
  await told(running, HARM, more)
  return told(running, HARM, more)
}

function transcriptOf(running: Running, entrypoint: string): string {
  const directory = join(running.directory, 'home', '.claude', 'projects', 'p')
  const path = join(directory, `${entrypoint}.jsonl`)
  mkdirSync(directory, { recursive: true })
  const line = { type: 'user', entrypoint, sessionId: 'c', message: { content: 'tidy up' } }
  appendFileSync(path, `${JSON.stringify({ type: 'mode', mode: 'normal' })}\n${JSON.stringify(line)}\n`)
  return path
}

export const CLIENT_MODES: readonly Life[] = [
  {
    what: "the client's plan and dontAsk count, its default where nobody chose a mode, a wider one never",
    holds: async (product) => [
      ...(await using(product, {}, async (running) => [
        ...equal('default, not chosen', await told(running, 'touch a.txt', mode('default')), 'ask'),
        ...equal('a read in default', await told(running, 'ls', mode('default')), 'allow'),
        ...equal('no mode said', await told(running, 'touch a.txt', {}), 'allow'),
        ...equal('acceptEdits, not chosen', await told(running, 'touch a.txt', mode('acceptEdits')), 'allow'),
        ...equal('dontAsk', await told(running, 'touch a.txt', mode('dontAsk')), 'deny'),
        ...equal('a mode nobody knows', await told(running, 'touch a.txt', mode('turbo')), 'allow'),
      ])),
      ...(await using(product, { settings: CHOSEN }, async (running) => [
        ...equal('default, chosen', await told(running, 'touch a.txt', mode('default')), 'allow'),
        ...equal('plan, chosen', await told(running, 'touch a.txt', mode('plan')), 'ask'),
        ...equal('dontAsk, chosen', await told(running, 'touch a.txt', mode('dontAsk')), 'deny'),
      ])),
      ...(await using(product, { settings: '{"permissions":{"defaultMode":"default"}}' }, async (running) => [
        ...equal('auto does not widen', await told(running, 'touch a.txt', mode('auto')), 'ask'),
        ...equal('bypass does not widen', await told(running, 'touch a.txt', mode('bypassPermissions')), 'deny'),
      ])),
    ],
  },
  {
    what: 'a mode that a person chose for the session is a choice',
    holds: (product) =>
      using(product, {}, async (running) => {
        const before = await told(running, 'touch a.txt', mode('default'))
        await running.post('/v1/session/mode', { id: 'c', mode: 'auto' })
        return [
          ...equal('before', before, 'ask'),
          ...equal('after', await told(running, 'touch a.txt', mode('default')), 'allow'),
          ...equal('plan still counts', await told(running, 'touch a.txt', mode('plan')), 'ask'),
        ]
      }),
  },
  {
    what: 'claude -p is stopped at the third denial, where an interactive session asks',
    holds: async (product) => [
      ...(await using(product, { settings: CHOSEN }, async (running) => {
        const at = { ...mode('default'), transcript_path: transcriptOf(running, 'sdk-cli') }
        const unknown = await told(running, 'some-unknown-program', at)
        return [
          ...equal('a question without anybody', unknown, 'deny'),
          ...equal('claude -p', await thirdDenial(running, at), 'stop'),
        ]
      })),
      ...(await using(product, { settings: CHOSEN }, async (running) => {
        const at = { ...mode('default'), transcript_path: transcriptOf(running, 'cli') }
        return equal('in a terminal', await thirdDenial(running, at), 'ask')
      })),
    ],
  },
  {
    what: 'a session whose questions are never answered counts as without a person, until somebody speaks',
    holds: (product) =>
      using(product, { settings: CHOSEN }, async (running) => {
        const asks: string[] = []
        for (let at = 0; at < 6; at++) asks.push(await told(running, 'some-unknown-program', {}))
        const third = await thirdDenial(running, {})
        const event = { session_id: 'c', cwd: running.project }
        const prompt = { ...event, hook_event_name: 'UserPromptSubmit', prompt: 'go on' }
        await running.post('/v1/hooks/claude-code', prompt, running.agent)
        const spoken = await told(running, 'some-unknown-program', {})
        const ran = { ...event, hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_response: 'done' }
        const answered: string[] = []
        for (let at = 0; at < 6; at++) {
          await running.post('/v1/hooks/claude-code', { ...ran, tool_use_id: `t${at}` }, running.agent)
          answered.push(await told(running, 'some-unknown-program', {}))
        }
        return [
          ...equal('questions', asks, ['ask', 'ask', 'ask', 'ask', 'ask', 'deny']),
          ...equal('third denial', third, 'stop'),
          ...equal('after the user spoke', spoken, 'ask'),
          ...equal('while calls run', answered, ['ask', 'ask', 'ask', 'ask', 'ask', 'ask']),
        ]
      }),
  },
]
