import { type Options, type PermissionResult, query } from '@anthropic-ai/claude-agent-sdk'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONTAINED } from './contained.ts'
import { type ClaudeAdapter, failed, FINISHED, type Framework, type Scene, type Turn } from './stage.ts'

const INLINE = 'the question is put to a function of the running process: there is nothing to resume'

const OWN_SHELL = 'the client has a shell of its own, which runs what stands in the place of the command'

export const claudeAgentSdk: Framework = {
  name: '@anthropic-ai/claude-agent-sdk',
  tool: 'Bash',
  helper: (task) => ({ tool: 'Agent', input: { description: 'help', prompt: task, subagent_type: 'helper' } }),
  start: (scene) => play(scene),
  lacks: {
    ...Object.fromEntries(
      CONTAINED.filter(({ name }) => name.startsWith('contained: ')).map(({ name }) => [name, OWN_SHELL]),
    ),
    'without the option: what is not understood is asked about, and nothing runs': OWN_SHELL,
    'a refusal cannot be turned into an approval by resuming once more': INLINE,
    'an approval is spent once: resuming again runs nothing': INLINE,
    'another process resumes what was approved, once': INLINE,
    'a refusal in another process stays one, though the rules allow the call by then': INLINE,
    'an input that was changed after the approval does not run, in another process': INLINE,
    'an approval of what this session never asked about runs nothing': INLINE,
    'of two questions at once an approval runs both, each once': 'it asks about one call after the other',
  },
}

/** Claude runs real commands: these are programs that note what they were called with. */
function programs(scene: Scene): string {
  const { directory, outputs } = scene
  const folder = join(directory, 'bin')
  mkdirSync(folder, { recursive: true })
  const answers = Object.entries(outputs).map(([command, output]) => {
    const isError = output.startsWith('THROW ')
    const text = quoted(isError ? output.slice('THROW '.length) : output)
    return `[ "$called" = ${quoted(command)} ] && { printf '%s\\n' ${text}${isError ? ' >&2; exit 1' : '; exit 0'}; }`
  })
  for (const name of ['greet', 'deploy', 'wipe']) {
    const noted = `printf '%s\\n' "$called" >> ${quoted(join(directory, 'ran'))}`
    const lines = ['#!/bin/sh', `called="${name} $*"`, noted, ...answers, `printf 'ran %s\\n' "$called"`]
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`, { mode: 0o755 })
  }
  return folder
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

async function play(scene: Scene): Promise<Turn> {
  const { directory } = scene
  for (const folder of ['home', 'work']) mkdirSync(join(directory, folder), { recursive: true })
  const asked = Promise.withResolvers<Turn>()
  let question:
    | { readonly input: Record<string, unknown>; readonly answer: (result: PermissionResult) => void }
    | undefined
  const ended = start(scene, (input, id) => {
    const answered = Promise.withResolvers<PermissionResult>()
    question = { input, answer: answered.resolve }
    const waiting = [{ id, command: String(input['command']) }]
    asked.resolve({
      waiting,
      failure: '',
      resume: (answer, { command } = {}) => {
        const changed = command === undefined ? {} : { updatedInput: { ...question!.input, command } }
        question!.answer(answer === 'approve' ? { behavior: 'allow', ...changed } : { behavior: 'deny', message: 'no' })
        return ended
      },
    })
    return answered.promise
  })
  return Promise.race([asked.promise, ended])
}

type Ask = (input: Record<string, unknown>, id: string) => Promise<PermissionResult>

async function start(scene: Scene, ask: Ask): Promise<Turn> {
  const { directory, patience, model, prompt, streaming, signal, walls, shell } = scene
  const { gatedOptions } = await scene.adapters.load<ClaudeAdapter>('surfaces/sdk/adapters/claude-agent-sdk.ts')
  const abortController = new AbortController()
  signal?.addEventListener('abort', () => abortController.abort())
  const options: Options = {
    cwd: shell === undefined ? join(directory, 'work') : scene.cwd,
    abortController,
    settingSources: [],
    // All of them: what the gate allows must not need a second permission, and what it denies must not run.
    allowedTools: ['Bash', 'Agent'],
    includePartialMessages: streaming,
    ...(scene.withHelper ? { agents: { helper: { description: 'a helper', prompt: 'Help.', tools: ['Bash'] } } } : {}),
    env: {
      PATH: `${programs(scene)}:${process.env['PATH']}`,
      HOME: join(directory, 'home'),
      SHELL: '/bin/bash',
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    canUseTool: (_tool, input, { toolUseID }) => ask(input, toolUseID),
  }
  try {
    const session = scene.withHelper ? scene.session : (scene.gate as Scene['session'])
    for await (const _message of query({ prompt, options: gatedOptions(session, options, { patience, ...walls }) }));
    return FINISHED
  } catch (error) {
    return failed(error)
  } finally {
    const file = join(directory, 'ran')
    if (existsSync(file)) scene.ran.splice(0, Infinity, ...readFileSync(file, 'utf8').trim().split('\n'))
  }
}
