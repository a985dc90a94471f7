import { ownCommand } from '../../call/own-command.ts'
import type { Command } from 'commander'
import type { Choice } from '../../humans/questions/question.ts'
import { DaemonClient } from './daemon-client.ts'
import { stateDirectory } from '../state-directory.ts'
import { approveLive } from './approve-live.ts'
import { paintFor } from './paint.ts'
import { approveRetry, giveAnswer, previewSave, readPending, readWhole } from './pending.ts'
import { questionLine, questionText, told } from './show-question.ts'
import { UsageError } from './usage-error.ts'

interface Options {
  readonly list?: boolean
  readonly json?: boolean
  readonly once?: boolean
  readonly session?: boolean
  readonly rule?: string
  readonly save?: string
  readonly deny?: string | true
  readonly commit?: boolean
  readonly discard?: boolean
  readonly uncontained?: boolean
  readonly retry?: string
  readonly state?: string
}

export function addApprove(program: Command): void {
  program
    .command('approve')
    .description('answer what waits for a person: live, or one question by its name')
    .argument('[id]', 'the question to answer')
    .option('--once', 'allow this call')
    .option('--session', 'allow exactly this call until the session ends')
    .option('--rule <rule>', 'allow what an offered rule matches until the session ends')
    .option('--save <rule>', 'save an offered rule in your settings, and allow this call')
    .option('--deny [why]', 'deny it; the agent is told why')
    .option('--commit', 'of a contained run that is held: make its changes real')
    .option('--discard', 'of a contained run that is held: discard its changes')
    .option('--uncontained', 'discard them, and let exactly this call run once without containment')
    .option('--retry <record>', 'let a call that the classifier denied be tried again: its next review reads your yes')
    .option('--list', 'list what waits, and end')
    .option('--json', 'with --list: as JSON')
    .option('--state <directory>', 'where the daemon keeps its socket (default: ~/.portcullis/state)')
    .action(async (id: string | undefined, options: Options) => {
      const daemon = new DaemonClient(stateDirectory(options.state))
      const choice = choiceOf(options)
      if (options.retry !== undefined) return letTryAgain(daemon, options.retry, id, choice)
      if (id !== undefined) return answerOne(daemon, id, choice, options)
      if (choice !== undefined) throw new UsageError(`which question? \`${ownCommand('approve --list')}\` names them`)
      const { stdin, stdout } = process
      if (options.list === true || options.json === true || !stdin.isTTY || !stdout.isTTY) return list(daemon, options)
      await approveLive(daemon, stdin, stdout)
    })
}

function choiceOf(options: Options): Choice | undefined {
  const choices: Choice[] = []
  if (options.once) choices.push({ says: 'once' })
  if (options.session) choices.push({ says: 'session' })
  if (options.rule !== undefined) choices.push({ says: 'rule', rule: options.rule })
  if (options.save !== undefined) choices.push({ says: 'save', rule: options.save })
  if (options.commit) choices.push({ says: 'once' })
  if (options.discard) choices.push({ says: 'deny' })
  if (options.uncontained) choices.push({ says: 'uncontained' })
  if (options.deny === true) choices.push({ says: 'deny' })
  else if (options.deny !== undefined) choices.push({ says: 'deny', message: options.deny })
  if (choices.length > 1) throw new UsageError('one answer at a time')
  return choices[0]
}

/** Shows the whole question, then answers exactly that. Without an answer it is only shown. */
async function answerOne(
  daemon: DaemonClient,
  id: string,
  choice: Choice | undefined,
  { commit, discard, uncontained }: Options,
): Promise<void> {
  const question = await readWhole(daemon, id)
  // Nobody who means to commit changes allows a call instead.
  if ((commit ?? discard ?? uncontained) !== undefined && question.contained === undefined)
    throw new UsageError(`\`${id}\` is not about a contained run: use --once or --deny`)
  const { stdout } = process
  stdout.write(`${questionText(question, Date.now(), paintFor(stdout)).join('\n')}\n\n`)
  if (choice === undefined) return
  if (choice.says === 'save') stdout.write(`${toldLines(await previewSave(daemon, choice.rule))}\n\n`)
  stdout.write(`${told(await giveAnswer(daemon, question, choice))}\n`)
}

async function letTryAgain(
  daemon: DaemonClient,
  record: string,
  id: string | undefined,
  choice: Choice | undefined,
): Promise<void> {
  if (id !== undefined || choice !== undefined)
    throw new UsageError('--retry names a record of the log, and nothing else')
  const session = await approveRetry(daemon, record)
  process.stdout.write(`${told(`session ${session} may try it again, once; the review reads that you asked for it`)}\n`)
}

async function list(daemon: DaemonClient, options: Options): Promise<void> {
  const pending = await readPending(daemon)
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(pending, undefined, 2)}\n`)
    return
  }
  const lines = pending.map((question) => questionLine(question, Date.now()))
  process.stdout.write(lines.length === 0 ? 'nothing waits\n' : `${lines.join('\n')}\n`)
}

function toldLines(text: string): string {
  return text.split('\n').map(told).join('\n')
}
