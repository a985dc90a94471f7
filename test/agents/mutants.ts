import { copyFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Change, putBack } from '../put-back.ts'
import { type Client, CLIENTS } from './clients.ts'
import { CONTAINED_MUTANTS } from './contained-mutants.ts'
import { playContained } from './contained.ts'
import { type Played, playSession } from './play-session.ts'

/** A bug in hook, daemon or adapters that a whole session of one client must notice. */
export interface Mutant {
  readonly bug: string
  /** The cheapest client that can show it. */
  readonly client: 'claude-code' | 'codex' | 'copilot-cli' | 'gemini-cli' | 'opencode' | 'qwen-code'
  readonly changes: readonly Change[]
  /** Another session than the whole one: where the client asks nobody; with commands that nobody can see through. */
  readonly in?: 'asking nobody' | 'contained' | 'its own sandbox'
}

const change = (file: string, find: string, replace: string): Change => ({ file, find, replace })

/** Of this process: mutants may be played by several at once. */
const SCRATCH = join(import.meta.dirname, '..', '..', '.teeth', `clients-${process.pid}`)
const NATIVE = join(import.meta.dirname, '..', '..', 'native')
const BIN = join(import.meta.dirname, '..', '..', 'bin', 'portcullis.cjs')

const ANSWER_HOOK = 'surfaces/hook/answer-hook.ts'
const JUDGED = 'return agent.answer(await judge.judge(event.call, terms), event)'

/** Without a person an ask is a denial before the client hears of it, which would hide a bug in what it is told. */
const SOMEBODY_THERE = change(
  'surfaces/hook/transcript.ts',
  "if (said !== undefined) return said === 'sdk-cli'",
  "if (said !== undefined) return said === 'nobody'",
)

export const MUTANTS: readonly Mutant[] = [
  // what the hook and the daemon hear
  {
    bug: 'every tool but the shell is allowed',
    client: 'claude-code',
    changes: [
      change(
        ANSWER_HOOK,
        JUDGED,
        "return agent.answer(event.call.tool === 'Bash' ? await judge.judge(event.call, terms) : { decision: 'allow', because: [] }, event)",
      ),
    ],
  },
  {
    bug: 'calls of sub-agents are allowed',
    client: 'codex',
    changes: [
      change(
        ANSWER_HOOK,
        JUDGED,
        "return agent.answer(event.call.subagent === undefined ? await judge.judge(event.call, terms) : { decision: 'allow', because: [] }, event)",
      ),
    ],
  },
  {
    bug: 'the call before is what is judged',
    client: 'codex',
    changes: [
      change(
        ANSWER_HOOK,
        JUDGED,
        'const before = (agent as { before?: typeof event.call }).before ?? event.call\n        ;(agent as { before?: typeof event.call }).before = event.call\n        return agent.answer(await judge.judge(before, terms), event)',
      ),
    ],
  },
  {
    bug: 'prompts are forgotten by the hook',
    client: 'copilot-cli',
    changes: [change(ANSWER_HOOK, "if (event.text !== '') await judge.said(event.session, event.text, event.cwd)", '')],
  },
  {
    bug: 'prompts are forgotten on the way to the session',
    client: 'copilot-cli',
    changes: [
      change(
        'surfaces/hook/answer-hook.ts',
        'said: (session, text) => host.said(session, text),',
        'said: () => Promise.resolve(),',
      ),
    ],
  },
  {
    bug: 'no result is looked at',
    client: 'claude-code',
    changes: [change(ANSWER_HOOK, 'text: event.text, agent: agent.name', "text: '', agent: agent.name")],
  },
  {
    bug: 'the warning about a result is not passed on',
    client: 'codex',
    changes: [
      change(ANSWER_HOOK, 'return agent.acknowledge(event, warningOf(note, say))', 'return agent.acknowledge(event)'),
    ],
  },
  // who is speaking
  {
    bug: 'the task of a sub-agent is the user speaking (same session)',
    client: 'codex',
    changes: [
      change('agents/claude-shape.ts', "subagentOf(payload) === undefined ? 'user' : 'agent')", "'user')"),
      change('surfaces/agent-tasks.ts', "told !== '' &&", "told === 'nothing' &&"),
    ],
  },
  {
    bug: 'the task of a sub-agent is the user speaking (own session)',
    client: 'copilot-cli',
    changes: [
      change(
        'agents/copilot-cli/adapter.ts',
        "const from = has('agentId') || parent !== undefined ? 'agent' : 'user'",
        "const from = 'user' as 'user' | 'agent'",
      ),
    ],
  },
  {
    bug: 'what one agent tells another is kept as the user’s',
    client: 'copilot-cli',
    changes: [
      change(
        'surfaces/session-host.ts',
        "    await this.change(session, (open) => {\n      open.turns.push({ kind: 'delivery', from: 'agent', text })",
        "    await this.change(session, (open) => {\n      open.turns.push({ kind: 'user', text })",
      ),
    ],
  },
  // what is said to the client
  {
    bug: 'a deny says nothing',
    client: 'codex',
    changes: [
      change(
        'agents/answers.ts',
        'return { stdout: JSON.stringify(body), stderr: `${reason}\\n`, exit: 2 }',
        "return { stdout: '', stderr: JSON.stringify(body) === reason ? '' : '', exit: 0 }",
      ),
    ],
  },
  {
    bug: 'the reason is dropped',
    client: 'claude-code',
    changes: [
      change(
        'agents/answers.ts',
        'return `portcullis: ${stop}${shorten(visible(text), LONGEST_REASON)}`',
        "return `portcullis: ${stop}${shorten(visible(text), 0) && 'refused'}`",
      ),
    ],
  },
  {
    bug: 'an ask is an allow (Claude Code)',
    client: 'claude-code',
    changes: [
      SOMEBODY_THERE,
      change(
        'agents/claude-answers.ts',
        'return allowed(decision(verdict.decision, reason))',
        "return allowed(decision('allow', reason))",
      ),
    ],
  },
  {
    bug: 'an ask is given to a client that would run it',
    client: 'claude-code',
    in: 'asking nobody',
    changes: [
      SOMEBODY_THERE,
      change(
        'agents/claude-code/adapter.ts',
        "ask: clientMode === 'bypassPermissions' ? 'runs' : 'shown',",
        "ask: clientMode === '' ? 'runs' : 'shown',",
      ),
    ],
  },
  {
    bug: 'the event is misspelt',
    client: 'claude-code',
    changes: [
      change(
        'agents/claude-answers.ts',
        "hookEventName: 'PreToolUse',\n      permissionDecision,",
        "hookEventName: 'preToolUse',\n      permissionDecision,",
      ),
    ],
  },
  {
    bug: 'the reason has another field (Codex is strict)',
    client: 'codex',
    changes: [
      change(
        'agents/claude-answers.ts',
        'permissionDecisionReason,\n      ...(updatedInput',
        'reason: permissionDecisionReason,\n      ...(updatedInput',
      ),
    ],
  },
  {
    bug: 'a warning has another field',
    client: 'claude-code',
    changes: [change('agents/claude-shape.ts', 'additionalContext: warning', 'context: warning')],
  },
  {
    bug: 'a deny is an allow (Gemini CLI)',
    client: 'gemini-cli',
    changes: [
      change(
        'agents/gemini-cli/adapter.ts',
        "{ decision: 'deny', reason, ...(verdict.stopAgent",
        "{ decision: 'allow', reason, ...(verdict.stopAgent",
      ),
    ],
  },
  {
    bug: 'a deny is an allow (OpenCode)',
    client: 'opencode',
    changes: [
      change(
        'agents/opencode/adapter.ts',
        "if (verdict.decision === 'allow') return",
        "if (verdict.decision !== 'ask') return",
      ),
    ],
  },
  {
    bug: 'a deny has no words (Copilot CLI)',
    client: 'copilot-cli',
    changes: [
      change(
        'agents/copilot-cli/adapter.ts',
        'const flat = { permissionDecision: says, permissionDecisionReason: reason }',
        "const flat = { permissionDecision: says, permissionDecisionReason: says === 'deny' ? 'no' : reason }",
      ),
    ],
  },
  // typing into programs
  {
    bug: 'nothing is shut out',
    client: 'codex',
    changes: [
      change(
        'agents/codex/shut-out.ts',
        'return isPatch(command) ? input : { ...input, command: `${BEGIN}${quoted(command)}${END}` }',
        'return isPatch(command) ? { ...input } : input',
      ),
    ],
  },
  {
    bug: 'the rewritten command is not passed on',
    client: 'codex',
    changes: [
      change(
        'agents/codex/adapter.ts',
        "decision('allow', reasonOf(verdict), verdict.rewritten)",
        "decision('allow', reasonOf(verdict))",
      ),
    ],
  },
  {
    bug: 'the gate does not mind what is typed',
    client: 'codex',
    changes: [
      change(
        'checks/caller-limits.ts',
        'if (unseen === undefined) return undefined',
        'if (unseen !== null) return undefined',
      ),
    ],
  },
  {
    bug: 'the terminal stays: only the input is empty',
    client: 'codex',
    changes: [
      change('agents/codex/shut-out.ts', 'POSIX::setsid() > 0 or fail("no session of its own");', ''),
      change('agents/codex/shut-out.ts', 'open STDIN, "<", "/dev/null" or fail("no empty input");', ''),
    ],
  },
  {
    bug: 'patches are rewritten, so that Codex does not know them',
    client: 'codex',
    changes: [
      change(
        'agents/codex/shut-out.ts',
        'return isPatch(command) ? input :',
        'return isPatch(command) && command === "" ? input :',
      ),
    ],
  },
  // what a call would do
  {
    bug: 'skills are harmless',
    client: 'claude-code',
    changes: [
      change(
        'call/tools/skill.ts',
        'return joined(files.flatMap((file) => meaningOf(file, context)))',
        'return joined([])',
      ),
    ],
  },
  {
    bug: 'inline shell of skills is not seen',
    client: 'claude-code',
    changes: [change('call/tools/skill.ts', 'const INLINE = /!`([^`]+)`/g', 'const INLINE = /!!`([^`]+)`/g')],
  },
  {
    bug: 'every MCP tool only reads',
    client: 'codex',
    changes: [change('categories/mcp-verbs.ts', "if (at < 0) return 'unknown'", "if (at > -2) return 'read'")],
  },
  {
    bug: 'MCP tools of Copilot CLI are not known',
    client: 'copilot-cli',
    changes: [change('agents/copilot-cli/adapter.ts', '? `mcp__${name}` : name', '? `${name}` : name')],
  },
  {
    bug: 'waiting for a sub-agent is not known',
    client: 'codex',
    changes: [
      change(
        'call/tools/index.ts',
        'byName.get(name.toLowerCase()) ?? amongAgents(name) ??',
        'byName.get(name.toLowerCase()) ??',
      ),
      change('call/tools/index.ts', 'function amongAgents', 'export function amongAgents'),
    ],
  },
  // rules and modes
  {
    bug: 'deny rules hold for the shell alone',
    client: 'claude-code',
    changes: [change('checks/steps.ts', 'if (denied) {', "if (denied && subject.tool?.name === 'Bash') {")],
  },
  {
    bug: 'ask rules are forgotten',
    client: 'codex',
    changes: [
      change(
        'checks/steps.ts',
        "const asked = ruleFor('ask', subject)",
        'const asked = [ruleFor][1]?.("ask", subject)',
      ),
    ],
  },
  {
    bug: 'nobody there means yes',
    client: 'codex',
    changes: [
      change(
        'humans/ask-person.ts',
        'return { ...refused(question, reason), because: [...question.because, reason] }',
        "return { says: 'allow', because: [...refused(question, reason).because] }",
      ),
    ],
  },
  {
    bug: 'sessions start in bypassPermissions',
    client: 'codex',
    changes: [
      change(
        'surfaces/session-host.ts',
        'session.mode = defaultMode\n      return',
        "session.mode = 'bypassPermissions'\n      return",
      ),
    ],
  },
  // how it is installed
  {
    bug: 'only the shell is put behind the gate',
    client: 'claude-code',
    changes: [
      change('surfaces/install/recipes/recipe.ts', "['PreToolUse', '*', 'gate'],", "['PreToolUse', 'Bash', 'gate'],"),
    ],
  },
  {
    bug: 'results reach no hook',
    client: 'codex',
    changes: [change('surfaces/install/recipes/recipe.ts', "['PostToolUse', '*', 'notice'],", '')],
  },
  {
    bug: 'results of commands that failed reach no hook',
    client: 'claude-code',
    changes: [
      change(
        'surfaces/install/recipes/claude-code.ts',
        "...CLAUDE_EVENTS, ['PostToolUseFailure', '*', 'notice']",
        '...CLAUDE_EVENTS',
      ),
    ],
  },
  {
    bug: 'the hook only watches',
    client: 'codex',
    changes: [
      change('surfaces/cli/init.ts', 'observe: options.observe ?? false,', 'observe: options.observe ?? true,'),
    ],
  },
  ...CONTAINED_MUTANTS,
]

function play(client: Client, how: { cache: string; sources: string }, mode: Mutant['in']): Promise<Played> {
  switch (mode) {
    case undefined:
      return playSession(client, how)
    case 'asking nobody':
      return playSession(client, { ...how, unasked: client.unasked })
    case 'contained':
      return playContained(client, how)
    case 'its own sandbox':
      return playContained(client, { ...how, ownSandbox: client.ownSandbox })
  }
}

/** Plays every mutant and prints what noticed it. Returns how many went unnoticed. */
export async function playMutants(how: {
  readonly cache: string
  readonly only: string
  readonly say: (line: string) => void
}): Promise<number> {
  let survived = 0
  const chosen = MUTANTS.filter(({ bug }) => bug.includes(how.only))
  try {
    for (const [at, { bug, client: name, changes, in: mode }] of chosen.entries()) {
      const sources = putBack(SCRATCH, `mutant ${at}`, changes)
      mkdirSync(join(sources, '..', 'bin'), { recursive: true })
      copyFileSync(BIN, join(sources, '..', 'bin', 'portcullis.cjs'))
      // The runner is built from it.
      if (mode === 'contained' || mode === 'its own sandbox') symlinkSync(NATIVE, join(sources, '..', 'native'))
      const client = CLIENTS.find(({ agent }) => agent === name)!
      const { failures, seconds } = await play(client, { cache: how.cache, sources }, mode)
      if (failures.length === 0) survived++
      const noticed = failures.length === 0 ? 'SURVIVED' : failures[0]!.slice(0, 100)
      how.say(`mutant ${String(at + 1).padStart(2)}  ${name.padEnd(12)} ${bug.padEnd(62)} ${noticed}  ${seconds} s`)
    }
  } finally {
    rmSync(SCRATCH, { recursive: true, force: true })
  }
  how.say(`${chosen.length - survived} of ${chosen.length} mutants noticed`)
  return survived
}
