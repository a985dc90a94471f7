import type { Change } from '../put-back.ts'
import type { Mutant } from './mutants.ts'

const change = (file: string, find: string, replace: string): Change => ({ file, find, replace })

/** Bugs that let run as it is what was to run behind walls, or lose what came of it. */
export const CONTAINED_MUTANTS: readonly Mutant[] = [
  {
    bug: 'contained: the gate says allow',
    client: 'claude-code',
    in: 'contained',
    changes: [change('verdict.ts', "return { says: 'contain', because:", "return { says: 'allow', because:")],
  },
  {
    bug: 'contained: the call goes on as it was (Claude Code)',
    client: 'claude-code',
    in: 'contained',
    changes: [
      change(
        'agents/claude-answers.ts',
        "return allowed(decision('allow', reason, instead))",
        "return allowed(decision('allow', reason))",
      ),
    ],
  },
  {
    bug: 'contained: the call goes on as it was (Codex)',
    client: 'codex',
    in: 'contained',
    changes: [
      change(
        'agents/codex/adapter.ts',
        ": allowed(decision('allow', reason, instead))",
        ": allowed(decision('allow', reason))",
      ),
    ],
  },
  {
    bug: 'contained: the call goes on as it was (Gemini CLI)',
    client: 'gemini-cli',
    in: 'contained',
    changes: [
      change(
        'agents/gemini-cli/adapter.ts',
        "{ hookEventName: 'BeforeTool', tool_input: instead }",
        "{ hookEventName: 'BeforeTool' }",
      ),
    ],
  },
  {
    bug: 'contained: the call goes on as it was (OpenCode)',
    client: 'opencode',
    in: 'contained',
    changes: [change('agents/opencode/adapter.ts', 'args: instead })', 'args: event.call.input })')],
  },
  {
    bug: 'contained: the call goes on as it was (Copilot CLI)',
    client: 'copilot-cli',
    in: 'contained',
    changes: [change('agents/copilot-cli/adapter.ts', 'modifiedArgs: instead })', 'modifiedArgs: event.call.input })')],
  },
  {
    bug: 'contained: who cannot run another command is told allow',
    client: 'qwen-code',
    in: 'contained',
    changes: [
      change(
        'agents/qwen-code/adapter.ts',
        '? CANNOT_ASK : PLAIN_CALLER)',
        '? CANNOT_ASK : { ...PLAIN_CALLER, canRewrite: true })',
      ),
      change(
        'agents/claude-answers.ts',
        "case 'allow':\n    case 'ask':",
        "case 'allow':\n    case 'contain':\n    case 'ask':",
      ),
      change(
        'agents/claude-answers.ts',
        "return allowed(decision(verdict.decision, reason))\n    case 'contain':",
        "return allowed(decision(verdict.decision === 'ask' ? 'ask' : 'allow', reason))",
      ),
    ],
  },
  {
    bug: 'contained: what has to be held is made real',
    client: 'gemini-cli',
    in: 'contained',
    changes: [
      change('surfaces/settle-contained.ts', 'if (outcome.held.length > 0) {', 'if (outcome.held.length > 99) {'),
    ],
  },
  {
    bug: 'contained: the question about it ends with the session',
    client: 'copilot-cli',
    in: 'contained',
    changes: [change('surfaces/daemon/judging.ts', "'the session ended', 'calls')", "'the session ended')")],
  },
  {
    bug: 'contained: nobody notices that a client refuses the walls',
    client: 'codex',
    in: 'its own sandbox',
    changes: [
      change(
        'surfaces/containing.ts',
        "return hasBegun(at) ? 'under way'",
        "return hasBegun(at) || agreed ? 'under way'",
      ),
      change(
        'surfaces/containing.ts',
        'let known: Tools | undefined',
        'const agreed = true\n  let known: Tools | undefined',
      ),
    ],
  },
]
