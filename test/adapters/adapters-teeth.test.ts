import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Bug, putBack, scratchFor } from '../put-back.ts'
import { aiSdk } from './ai-sdk.ts'
import { claudeAgentSdk } from './claude-agent-sdk.ts'
import { conformance } from './conformance.ts'
import { openAiAgents } from './openai-agents.ts'
import { type Adapters, closeShared, type Framework, loadAdapters } from './stage.ts'

// Not by name: the types of LangChain do not go together with those of the rest.
const { langchain } = (await import(/* @vite-ignore */ join(import.meta.dirname, 'langchain.ts'))) as {
  readonly langchain: Framework
}

const by = (framework: Framework, only: RegExp) => (adapters: Adapters) => conformance(adapters, framework, only)

type Row = readonly [bug: string, find: string, replace: string, framework: Framework, only: RegExp]

const IN_CALLS: readonly Row[] = [
  [
    'whatever is not a deny runs',
    "if (verdict.decision === 'allow') {",
    "if (verdict.decision !== 'deny') {",
    aiSdk(7),
    /unknown decision/,
  ],
  [
    'no verdict is an allow',
    'if (!isVerdict(verdict)) return refuse(GARBAGE)',
    "if (!isVerdict(verdict)) return { says: 'run' }",
    aiSdk(6),
    /judge answers nothing/,
  ],
  ['a decision needs no reasons', ' && Array.isArray(because)', '', langchain, /without reasons/],
  [
    'an allow of another input counts',
    'verdict.rewritten === undefined && ',
    '',
    openAiAgents,
    /judge allows another input/,
  ],
  ['an agent that has to stop goes on', ' && verdict.stopAgent === undefined', '', aiSdk(7), /tells the agent to stop/],
  [
    'a gate that fails allows',
    "return 'failed' in asked ? refuse(asked.failed) :",
    "return 'failed' in asked ? { says: 'run' } :",
    langchain,
    /the gate is down/,
  ],
  ['the gate may take as long as it likes', 'this.#options.patience ?? PATIENCE)', 'PATIENCE)', aiSdk(7), /too slow/],
  [
    'an abort is not looked at',
    'return call.signal?.aborted ? refuse(GIVEN_UP) : admitted',
    'return admitted',
    aiSdk(6),
    /aborted/,
  ],
  [
    'the word of the framework is enough',
    "const settled = await this.#settle(call, 'approved')",
    "const settled: Admission = { says: 'run' }",
    aiSdk(7),
    /spent once/,
  ],
  [
    'the word of the framework is enough for another input',
    "const settled = await this.#settle(call, 'approved')",
    "const settled: Admission = { says: 'run' }",
    aiSdk(6),
    /changed after the approval/,
  ],
  [
    'any approval counts for what was never asked',
    "    // The program asks its users about calls that the gate never asked about. Then the gate decides for itself.\n    return withoutPerson(await this.#judge(call, 'gate'))",
    "    return { says: 'run' }",
    aiSdk(7),
    /never asked about/,
  ],
  [
    'the gate does not hear of a refusal',
    "if (kept === undefined || kept.says === 'ask') await this.#settle(call, 'refused')",
    'void kept',
    aiSdk(7),
    /turned into an approval/,
  ],
  [
    'an ask after an approval runs',
    "if (ruling.says !== 'ask') return ruling",
    "if (ruling.says !== 'refuse') return { says: 'run' }",
    langchain,
    /settle asks again/,
  ],
  [
    'a result that could not be looked at is shown',
    "if ('failed' in looked) return withheld(looked.failed)",
    "if ('failed' in looked) return { output, note: '' }",
    openAiAgents,
    /returned rejects/,
  ],
  [
    'whatever comes back for a result is shown',
    'return isResultForModel(looked.came) ? looked.came : withheld(GARBAGE)',
    "return isResultForModel(looked.came) ? looked.came : { output, note: '' }",
    langchain,
    /returned answers nothing/,
  ],
]

const IN_RESULTS: readonly Row[] = [
  [
    'errors are not looked at',
    "if (looked.note === '' && looked.withheld === undefined) return error",
    'if (looked.note === looked.note) return error',
    aiSdk(7),
    /an error that speaks/,
  ],
  [
    'a warning is dropped',
    "if (note === '') return output",
    'if (!withheld) return output',
    aiSdk(6),
    /a result that speaks/,
  ],
]

const IN_AI_SDK: readonly Row[] = [
  [
    'what is refused runs',
    "if (ruling.says !== 'run') throw new CallRefused(ruling)",
    '',
    aiSdk(6),
    /denies does not run/,
  ],
  [
    'nobody is asked',
    "ownNeed(tool, input, options) : ruling.says === 'ask'",
    'ownNeed(tool, input, options) : false',
    aiSdk(6),
    /asks about waits/,
  ],
  [
    'nobody is asked by toolApproval',
    "return { type: 'user-approval', reason: ruling.message }",
    "return { type: 'not-applicable' }",
    aiSdk(7),
    /asks about waits/,
  ],
  [
    'the user is not heard',
    "if (roleOf(message) === 'user') this.#calls.userSaid(textIn(message))",
    '',
    aiSdk(7),
    /reaches the gate/,
  ],
  [
    'the user is heard again with every step',
    'for (const message of messages.slice(last + 1)) {',
    'for (const message of messages) {',
    aiSdk(6),
    /reaches the gate/,
  ],
  [
    'results are not looked at',
    'return withNote(await this.#calls.look(call, output))',
    'return output',
    aiSdk(7),
    /a result that speaks/,
  ],
]

const IN_OPENAI: readonly Row[] = [
  ['what is refused runs', "if (ruling.says !== 'run') return ruling.message", '', openAiAgents, /denies does not run/],
  [
    'nobody is asked',
    "if (ruling.says !== 'run') return ruling.says === 'ask'",
    "if (ruling.says !== 'run') return false",
    openAiAgents,
    /asks about waits/,
  ],
  [
    'the gate does not hear of a refusal',
    'await this.#calls.refused(call)',
    '',
    openAiAgents,
    /turned into an approval/,
  ],
  [
    'the user is not heard',
    'inputGuardrails: [this.#hearing(), ',
    'inputGuardrails: [',
    openAiAgents,
    /reaches the gate/,
  ],
  [
    'an agent inside a tool has no gate',
    'gatedAgent(child, agent, options).asTool(tool)',
    'agent.asTool(tool)',
    openAiAgents,
    /sub-agent: `wipe/,
  ],
  [
    'the task of a sub-agent is the user',
    'gatedAgent(child, agent, options).asTool(tool)',
    'gatedAgent(session, agent, options).asTool(tool)',
    openAiAgents,
    /sub-agent: `greet/,
  ],
]

const IN_LANGCHAIN: readonly Row[] = [
  [
    'what is refused runs',
    "if (ruling.says !== 'run') return refusalMessage(call, ruling.message)",
    '',
    langchain,
    /denies does not run/,
  ],
  [
    "a person's no is forgotten when the rules allow by then",
    'if (brought !== undefined) return',
    "if (brought === '') return",
    langchain,
    /though the rules allow/,
  ],
  [
    'any answer is a yes',
    "return isRecord(answer) && answer['id'] === id && answer['approved'] === true",
    "return isRecord(answer) && answer['id'] === id",
    langchain,
    /what a person refuses/,
  ],
  [
    'the user is not heard',
    "if (message.getType() === 'human') this.#calls.userSaid(textIn(message.content))",
    'void message',
    langchain,
    /reaches the gate/,
  ],
  [
    'results are not looked at',
    'return await this.#looked(call, this.#calls.isRunHere(call, ruling) ? await messageOf(call, output) : output)',
    'return output',
    langchain,
    /a result that speaks/,
  ],
  [
    'a tool that throws ends the run',
    'if (isGraphBubbleUp(error) || isSchemaError(error)) throw error',
    'throw error',
    langchain,
    /a tool that throws/,
  ],
]

const IN_CLAUDE: readonly Row[] = [
  [
    'what is refused runs',
    "decision('deny', admitted.message)",
    "decision('allow', admitted.message)",
    claudeAgentSdk,
    /denies does not run/,
  ],
  [
    'nobody is asked',
    "return decision('ask', ruling.message)",
    "return decision('allow', ruling.message)",
    claudeAgentSdk,
    /asks about waits/,
  ],
  [
    'a changed input is run as it was',
    'if (answered === undefined && !isDeepStrictEqual(updatedInput, input))',
    'if (answered === undefined && updatedInput === null)',
    claudeAgentSdk,
    /changed after the approval/,
  ],
  [
    'what the client writes is the user',
    "isMadeByClient(input.prompt) ? 'agent' :",
    '',
    claudeAgentSdk,
    /sub-agent: `wipe/,
  ],
  [
    'the gate does not take the answer',
    "const ruling = await calls.admit(call, 'approved')",
    "const ruling = { says: 'run', message: await Promise.resolve('') }",
    claudeAgentSdk,
    /settle answers true/,
  ],
]

const bugsIn = (file: string, rows: readonly Row[]): readonly Bug<Adapters>[] =>
  rows.map(([bug, find, replace, framework, only]) => ({
    bug: `${file}: ${bug} (${framework.name})`,
    file: `surfaces/sdk/adapters/${file}`,
    find,
    replace,
    noticedBy: by(framework, only),
  }))

const BUGS: readonly Bug<Adapters>[] = [
  ...bugsIn('parts/calls.ts', IN_CALLS),
  ...bugsIn('parts/results.ts', IN_RESULTS),
  ...bugsIn('ai-sdk.ts', IN_AI_SDK),
  ...bugsIn('openai-agents.ts', IN_OPENAI),
  ...bugsIn('langchain.ts', IN_LANGCHAIN),
  ...bugsIn('claude-agent-sdk.ts', IN_CLAUDE),
]

describe('a bug that is put back is noticed', () => {
  const scratch = scratchFor('adapters')
  afterAll(closeShared)

  test.each(BUGS)('$bug', async (bug) => {
    const root = putBack(scratch, bug.bug, [bug])
    expect(await bug.noticedBy(await loadAdapters(root))).not.toEqual([])
  })
})
