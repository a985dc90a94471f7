import { startScriptedModel, type Step } from './scripted-model.ts'

/** Where an example's model is: yours, when a key is in the environment; otherwise one on loopback that plays a script. */
export interface ExampleModel {
  readonly url: string
  readonly key: string
  readonly name: string
  readonly close: () => Promise<void>
}

const nothing = (): Promise<void> => Promise.resolve()

export async function openAiModel(script: readonly Step[]): Promise<ExampleModel> {
  const { OPENAI_API_KEY: key, OPENAI_BASE_URL: base, OPENAI_MODEL: name } = process.env
  if (key) return { url: base ?? 'https://api.openai.com/v1', key, name: name ?? 'gpt-5-mini', close: nothing }
  const { url, close } = await startScriptedModel(script)
  return { url: `${url}/v1`, key: 'none', name: 'scripted', close }
}

export async function anthropicModel(script: readonly Step[]): Promise<ExampleModel> {
  const { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: base, ANTHROPIC_MODEL: name } = process.env
  if (key) return { url: base ?? 'https://api.anthropic.com', key, name: name ?? 'claude-sonnet-5', close: nothing }
  const { url, close } = await startScriptedModel(script)
  return { url, key: 'none', name: 'claude-sonnet-5', close }
}

/** The story of every example: one call that is harmless, one that is not, one that a person has to decide. */
export const TASK = 'Run the tests, then publish the release notes with `deploy notes`.'

export function storyFor(tool: string): readonly Step[] {
  const call = (command: string) => [{ tool, input: { command } }]
  return [call('npm test'), call('cat ~/.ssh/id_rsa'), call('deploy notes'), 'The tests pass and the notes are out.']
}

/** Deploying is for a person to decide. On a busy machine a record may take long to become durable. */
export const OPTIONS = {
  agent: 'example',
  settings: JSON.stringify({ permissions: { ask: ['Bash(deploy *)'] } }),
  recordWithinMs: 30_000,
}

/** The tool of the examples runs nothing. */
export function pretendToRun(command: string): string {
  console.log(`runs: ${command}`)
  return `(pretended to run ${command})`
}
