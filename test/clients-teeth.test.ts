import { describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { clients, tasks } from './suites/clients.ts'

const BUGS: readonly Bug<Product>[] = [
  {
    bug: 'tools that ask the user are refused where we cannot ask',
    file: 'checks/tool-safety.ts',
    find: "return tool.asksByItself !== true || caller.ask === 'shown'",
    replace: 'return true',
    noticedBy: clients,
  },
  {
    bug: 'any tool may carry the prefix of agents',
    file: 'call/tools/index.ts',
    find: "return found === agent || found === sendMessage || found?.name === 'TaskOutput' ? found : undefined",
    replace: 'return found',
    noticedBy: clients,
  },
  {
    bug: 'only one reading of a dashed name counts',
    file: 'call/tools/mcp.ts',
    find: '...readings.map(([server, tool]) =>',
    replace: '...readings.slice(-1).map(([server, tool]) =>',
    noticedBy: clients,
  },
  {
    bug: 'throwing a worktree away is leaving it',
    file: 'call/tools/session-tools.ts',
    find: "(optionalText(input, 'action') ?? 'keep') === 'keep' && !optionalFlag(input, 'discard_changes')",
    replace: "optionalText(input, 'action') !== '' || !optionalFlag(input, 'discard_changes')",
    noticedBy: clients,
  },
  {
    bug: 'what could not be read of a patch is harmless',
    file: 'call/shell/programs/apply-patch.ts',
    find: 'const path = literal(file.path)',
    replace: "const path = literal(file.path.replace(/.*\\//, ''))",
    noticedBy: clients,
  },
  {
    bug: 'prompts of sub-agents are the user’s (Claude’s shape)',
    file: 'agents/claude-shape.ts',
    find: "subagentOf(payload) === undefined ? 'user' : 'agent')",
    replace: "'user')",
    noticedBy: tasks,
  },
  {
    bug: 'what a sub-agent in the background reports is the user’s',
    file: 'agents/fields.ts',
    find: "from === 'agent' || isMadeByClient(text)",
    replace: "from === 'agent'",
    noticedBy: tasks,
  },
  {
    bug: 'prompts of sub-agents are the user’s (Copilot CLI)',
    file: 'agents/copilot-cli/adapter.ts',
    find: "has('agentId') || parent !== undefined ? 'agent' : 'user'",
    replace: "'user' as 'user' | 'agent'",
    noticedBy: tasks,
  },
  {
    bug: 'prompts of sub-agents are the user’s (OpenCode)',
    file: 'agents/opencode/adapter.ts',
    find: 'return parent === undefined\n        ? saidBy(',
    replace: "return parent !== ''\n        ? saidBy(",
    noticedBy: tasks,
  },
]

const scratch = scratchFor('clients-table')

describe('with a bug put back it is noticed', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadProduct(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
