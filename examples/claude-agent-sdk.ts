/**
 * A Claude agent with a gate in front of its tools. Run it: `npx node examples/claude-agent-sdk.ts`.
 * In a project of yours: `import { openGate } from 'portcullis'` and
 * `import { gatedOptions } from 'portcullis/claude-agent-sdk'`.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { query } from '@anthropic-ai/claude-agent-sdk'
import { openGate } from '../src/index.ts'
import { gatedOptions } from '../src/surfaces/sdk/adapters/claude-agent-sdk.ts'
import { anthropicModel, OPTIONS, storyFor, TASK } from './support/model.ts'

// Claude runs real commands, in a directory of its own: a `deploy` that deploys nothing, a project without tests.
const cwd = mkdtempSync(join(tmpdir(), 'portcullis-example-'))
writeFileSync(join(cwd, 'deploy'), '#!/bin/sh\necho "pretended to deploy $*"\n', { mode: 0o755 })
writeFileSync(join(cwd, 'package.json'), JSON.stringify({ scripts: { test: 'echo all tests pass' } }))

const { url, key, name, close } = await anthropicModel(storyFor('Bash'))
const gate = await openGate({ ...OPTIONS, cwd })
const options = gatedOptions(gate, {
  cwd,
  model: name,
  settingSources: [],
  env: {
    PATH: `${cwd}:${process.env['PATH']}`,
    HOME: cwd,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  },
  // Here a person is asked. This one says yes.
  canUseTool: async (_tool, input, { decisionReason }) => {
    console.log(`asks: ${JSON.stringify(input)} because ${decisionReason}`)
    return { behavior: 'allow' }
  },
})
for await (const message of query({ prompt: TASK, options })) {
  if (message.type === 'result' && message.subtype === 'success') console.log(`the model says: ${message.result}`)
  if (message.type !== 'user' || typeof message.message.content === 'string') continue
  for (const part of message.message.content)
    if (part.type === 'tool_result')
      console.log(`${part.is_error ? 'refused' : 'runs'}: ${JSON.stringify(part.content)}`)
}
await gate.close()
await close()
