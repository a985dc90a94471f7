import type { Command } from 'commander'
import { chooseModel, DEFAULT_MODEL, MODEL_VARIABLE } from '../../classifier/models/choose.ts'
import { questionOf } from '../../classifier/review.ts'
import { lookAt } from '../../checks/look-at.ts'
import { type Gate, judge } from '../../gate.ts'
import { jsonText } from '../../journal/export.ts'
import { type Mode, newSession, type Session } from '../../session.ts'
import type { Verdict } from '../../verdict.ts'
import { composeGate } from '../compose.ts'
import { joinCommand, readTypedCall } from './call-from-arguments.ts'
import { judgeLines } from './jsonl.ts'
import { addJudgingOptions, gateOptions, type JudgingOptions, readMode } from './options.ts'
import { paintFor } from './paint.ts'
import { showPrompt } from './show-prompt.ts'
import { showStory, showVerdict } from './show-verdict.ts'
import { unreadableVerdict } from '../unreadable.ts'
import { UsageError } from './usage-error.ts'

const EXIT: Readonly<Record<Verdict['decision'], number>> = { allow: 0, ask: 1, deny: 2 }

export function addCheck(program: Command): void {
  addJudgingOptions(program.command('check'))
    .description('judge one tool call without running it: exit 0 allow, 1 ask, 2 deny')
    .argument('[tool]', "a tool name, in any agent's dialect")
    .argument('[input...]', 'its input as JSON, or the command, path or URL itself')
    .option('--json', 'print the whole verdict as JSON')
    .option('--jsonl', 'judge rows {id, tool, input, cwd?, user?, mode?, session?} from standard input')
    .addHelpText('after', '\nA check is a dry run: it asks nobody (but for --review) and records nothing.')
    .action(
      async (
        tool: string | undefined,
        input: readonly string[],
        options: JudgingOptions & { json?: boolean; jsonl?: boolean },
      ) => {
        if (options.jsonl) {
          await judgeLines(process.stdin, process.stdout, options)
          return
        }
        const verdict = await judgeTyped(tool, input, options)
        process.stdout.write(
          options.json ? `${jsonText(verdict, 2)}\n` : `${showVerdict(verdict, paintFor(process.stdout))}\n`,
        )
        process.exitCode = EXIT[verdict.decision]
      },
    )
}

export function addExplain(program: Command): void {
  addJudgingOptions(program.command('explain'))
    .description('show what a tool call would do, every step of the gate, and the verdict')
    .argument('[tool]', "a tool name, in any agent's dialect")
    .argument('[input...]', 'its input as JSON, or the command, path or URL itself')
    .option('--json', 'print the whole verdict as JSON')
    .option('--prompt', 'print what a model would be sent about it, and send nothing')
    .action(
      async (
        tool: string | undefined,
        input: readonly string[],
        options: JudgingOptions & { json?: boolean; prompt?: boolean },
      ) => {
        if (options.prompt) {
          process.stdout.write(await showTypedPrompt(tool, input, options))
          return
        }
        const verdict = await judgeTyped(tool, input, options)
        process.stdout.write(
          options.json ? `${jsonText(verdict, 2)}\n` : `${showStory(verdict, paintFor(process.stdout))}\n`,
        )
        process.exitCode = EXIT[verdict.decision]
      },
    )
}

/** One call from the command line. Somebody types it, so there is somebody to ask. */
async function judgeTyped(
  tool: string | undefined,
  input: readonly string[],
  options: JudgingOptions,
): Promise<Verdict> {
  const { gate, session, read } = await openTyped(tool, input, options, 'when needed')
  return 'unreadable' in read ? unreadableVerdict(read.unreadable) : judge(gate, read.ok, session)
}

async function showTypedPrompt(
  tool: string | undefined,
  input: readonly string[],
  options: JudgingOptions & { json?: boolean },
): Promise<string> {
  const { gate, session, read } = await openTyped(tool, input, options)
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  const policy = gate.policyFor(read.ok.cwd)
  const { subject, encoded } = lookAt(gate, read.ok, session, policy)
  const provider = policy.classifier?.provider ?? 'anthropic'
  const configured = policy.classifier?.model ?? DEFAULT_MODEL[provider]
  const named = { environment: process.env[MODEL_VARIABLE], flag: undefined, session: undefined, configured }
  const model = chooseModel(named, provider)
  return showPrompt(questionOf(subject, encoded), model, options.json ? 'json' : 'text')
}

interface Opened {
  readonly gate: Gate
  readonly session: Session
  readonly read: ReturnType<typeof readTypedCall>
}

async function openTyped(
  tool: string | undefined,
  input: readonly string[],
  options: JudgingOptions,
  grammars?: 'when needed',
): Promise<Opened> {
  const typed =
    options.shellCommand !== undefined
      ? { tool: 'Bash', input: joinCommand(options.shellCommand) }
      : { tool: tool ?? '', input: input.join(' ') }
  if (typed.tool === '' || typed.input === '') {
    throw new UsageError(
      'nothing to judge: give a tool and its input (`check Read src/a.ts`), or a shell command after `--` (`check -- ls`)',
    )
  }
  const gate = await composeGate({ ...gateOptions(options), ...(grammars === undefined ? {} : { grammars }) })
  const cwd = options.cwd ?? process.cwd()
  const mode: Mode = readMode(options.mode) ?? gate.policyFor(cwd).defaultMode
  const session = newSession('cli', { mode, interactive: true })
  if (options.user) session.turns.push({ kind: 'user', text: options.user })
  return { gate, session, read: readTypedCall(typed, cwd, session.id) }
}
