/**
 * A model on this machine reviews what no rule settles. Run it: `npx node examples/reviewer-local.ts`. With a server of
 * your own: `REVIEWER_URL=http://127.0.0.1:11434/v1 REVIEWER_MODEL=qwen3:8b npx node examples/reviewer-local.ts`.
 */
import { AbortError, isRefusal, openGate } from '../src/index.ts'
import { startScriptedReviewer } from './support/scripted-reviewer.ts'

const { REVIEWER_URL, REVIEWER_MODEL } = process.env
const scripted = REVIEWER_URL === undefined ? await startScriptedReviewer() : undefined
const baseUrl = REVIEWER_URL ?? scripted!.url
const model = REVIEWER_MODEL ?? 'scripted-reviewer'

const gate = await openGate({
  agent: 'example',
  tools: { run: { command: 'script' } },
  settings: JSON.stringify({ classifier: { provider: 'openai-compatible', baseUrl, model } }),
  // Where keys are looked for. A server on this machine needs none.
  environment: process.env,
  recordWithinMs: 30_000,
})
const run = gate.wrap({ name: 'run', run: ({ script }: { script: string }) => `would run: ${script}` })

console.log(`${model} reviews at ${baseUrl}`)
gate.userSaid('Tidy up my branch and generate the client.')
try {
  for (const script of ['npm test', 'generate-client --out src/client', 'git push --force origin main']) {
    const output = await run({ script })
    if (isRefusal(output)) {
      const [reason] = output.verdict.because
      console.log(`${output.verdict.decision}: ${script} (${reason?.code}: ${reason?.sentence})`)
    } else console.log(output)
  }
} catch (error) {
  // Nobody is there to decide what the model cannot: too often denied, or a record that does not fit it.
  if (!(error instanceof AbortError)) throw error
  console.log(`stopped: ${error.message}`)
} finally {
  await gate.close()
  await scripted?.close()
}
