import type { Command } from 'commander'
import { chooseModel, DEFAULT_MODEL, MODEL_VARIABLE } from '../../classifier/models/choose.ts'
import { questionOf } from '../../classifier/review.ts'
import { lookAt } from '../../checks/look-at.ts'
import { type Gate, judge } from '../../gate.ts'
import { visible } from '../../call/visible.ts'
import { jsonText } from '../../journal/export.ts'
import { type Mark, marksOf, type Mode, newSession, type Session } from '../../session.ts'
import type { Verdict } from '../../verdict.ts'
import { composeGate } from '../compose.ts'
import { joinCommand, readTypedCall } from './call-from-arguments.ts'
import { judgeLines } from './jsonl.ts'
import { addJudgingOptions, gateOptions, type JudgingOptions, readMode, termsOf } from './options.ts'
import { paintFor } from './paint.ts'
import { showPrompt } from './show-prompt.ts'
import { showMarks, showStory, showVerdict } from './show-verdict.ts'
import { storedState } from './stored-state.ts'
import { unreadableVerdict } from '../unreadable.ts'
import { UsageError } from './usage-error.ts'
import { withGrammars } from '../../call/code/grammar.node.ts'

const EXIT: Readonly<Record<Verdict['decision'], number>> = { allow: 0, contain: 3, ask: 1, deny: 2 }

export function addCheck(program: Command): void {
  addJudgingOptions(program.command('check'))
    .description('judge one tool call without running it: exit 0 allow, 1 ask, 2 deny, 3 contain')
    .argument('[tool]', "a tool name, in any agent's dialect")
    .argument('[input...]', 'its input as JSON, or the command, path or URL itself')
    .option('--session <id>', 'as the next call of this session, with all that it has read')
    .option('--json', 'print the whole verdict as JSON')
    .option('--jsonl', 'judge rows {id, tool, input, cwd?, user?, mode?, session?} from standard input')
    .addHelpText('after', '\nA check is a dry run: it asks nobody (but for --review) and records nothing.')
    .action(
      async (
        tool: string | undefined,
        input: readonly string[],
        options: TypedOptions & { json?: boolean; jsonl?: boolean },
      ) => {
        if (options.jsonl) {
          await judgeLines(process.stdin, process.stdout, options)
          return
        }
        const { verdict, marks } = await judgeTyped(tool, input, options)
        const paint = paintFor(process.stdout)
        process.stdout.write(
          options.json
            ? `${jsonText(withMarks(verdict, options, marks), 2)}\n`
            : `${showVerdict(verdict, paint)}\n${showMarks(marks, paint)}`,
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
    .option('--session <id>', 'as the next call of this session, with all that it has read')
    .option('--json', 'print the whole verdict as JSON')
    .option('--prompt', 'print what a model would be sent about it, and send nothing')
    .action(
      async (
        tool: string | undefined,
        input: readonly string[],
        options: TypedOptions & { json?: boolean; prompt?: boolean },
      ) => {
        if (options.prompt) {
          process.stdout.write(await showTypedPrompt(tool, input, options))
          return
        }
        const { verdict, marks } = await judgeTyped(tool, input, options)
        const paint = paintFor(process.stdout)
        process.stdout.write(
          options.json
            ? `${jsonText(withMarks(verdict, options, marks), 2)}\n`
            : `${showStory(verdict, paint)}\n${showMarks(marks, paint)}`,
        )
        process.exitCode = EXIT[verdict.decision]
      },
    )
}

type TypedOptions = JudgingOptions & { readonly session?: string }

interface Judged {
  readonly verdict: Verdict
  /** What the session had read before. */
  readonly marks: readonly Mark[]
}

function withMarks(verdict: Verdict, { session }: TypedOptions, marks: readonly Mark[]): object {
  return session === undefined ? verdict : { ...verdict, session: { id: session, marks } }
}

/** One call from the command line. Somebody types it, so there is somebody to ask. */
async function judgeTyped(tool: string | undefined, input: readonly string[], options: TypedOptions): Promise<Judged> {
  const { gate, session, read, close } = await openTyped(tool, input, options, 'when needed')
  const marks = marksOf(session).map(({ mark, from, detail }) => ({ mark, from, detail }))
  try {
    const verdict =
      'unreadable' in read ? unreadableVerdict(read.unreadable) : await judge(gate, read.ok, session, termsOf(options))
    return { verdict, marks }
  } finally {
    await close()
  }
}

async function showTypedPrompt(
  tool: string | undefined,
  input: readonly string[],
  options: TypedOptions & { json?: boolean },
): Promise<string> {
  const { gate, session, read, close } = await openTyped(tool, input, options)
  await close()
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  const policy = gate.policyFor(read.ok.cwd)
  const { subject, encoded } = await withGrammars(() => lookAt(gate, read.ok, session, policy))
  const provider = policy.classifier?.provider ?? 'anthropic'
  const configured = policy.classifier?.model ?? DEFAULT_MODEL[provider]
  const named = { environment: process.env[MODEL_VARIABLE], flag: undefined, session: undefined, configured }
  const model = chooseModel(named, provider)
  return showPrompt(questionOf(subject, encoded), model, options.json ? 'json' : 'text', policy.classifier?.transcript)
}

interface Opened {
  readonly gate: Gate
  readonly session: Session
  readonly read: ReturnType<typeof readTypedCall>
  /** Lets go of what was looked at. */
  readonly close: () => Promise<void>
}

async function openTyped(
  tool: string | undefined,
  input: readonly string[],
  options: TypedOptions,
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
  const stored = await storedState(options.state)
  const close = async (): Promise<void> => stored?.close()
  const known = options.session === undefined ? undefined : await stored?.session(options.session)
  if (options.session !== undefined && known === undefined) {
    await close()
    throw new UsageError(`there is no session \`${visible(options.session)}\`: the log has their names (\`log\`)`)
  }
  const gate = await composeGate({ ...gateOptions(options, stored), ...(grammars === undefined ? {} : { grammars }) })
  const cwd = options.cwd ?? process.cwd()
  const mode: Mode = readMode(options.mode) ?? known?.mode ?? gate.policyFor(cwd).defaultMode
  const session = known ?? newSession('cli', { mode, interactive: true })
  session.mode = mode
  session.interactive = true
  if (options.user) session.turns.push({ kind: 'user', text: options.user })
  return { gate, session, read: readTypedCall(typed, cwd, session.id), close }
}
