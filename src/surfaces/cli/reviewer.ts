import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import type { Command } from 'commander'
import { ownCommand } from '../../call/own-command.ts'
import { visible } from '../../call/visible.ts'
import { MODEL_VARIABLE } from '../../classifier/models/choose.ts'
import { findLocalServers, type LocalServer, USUAL_ADDRESSES } from '../../classifier/models/local-servers.ts'
import { jsonText } from '../../journal/export.ts'
import { NO_FLAGS } from '../../policy/flags.ts'
import type { Policy } from '../../policy/policy.ts'
import { baseUrl } from '../../policy/setting-shapes.ts'
import type { ClassifierSettings } from '../../policy/settings.ts'
import { composeGate } from '../compose.ts'
import { connect, type Connection, type Environment } from '../compose-reviewer.ts'
import { readRows } from '../evaluation/rows.ts'
import { questionsFor } from '../reviewer/questions.ts'
import { reportOf } from '../reviewer/report.ts'
import { runSelfTest, trialOf } from '../reviewer/self-test.ts'
import { showReport, showSelfTest } from '../reviewer/show.ts'
import { type Trial, type Tried, tryAll } from '../reviewer/trial.ts'
import { progressOn } from './progress.ts'
import { UsageError } from './usage-error.ts'

interface TestOptions {
  readonly set?: string
  readonly withoutUser?: boolean
  readonly url?: string
  readonly model?: string
  readonly settings?: string
  readonly json?: boolean
}

export function addReviewer(program: Command): void {
  const reviewer = program
    .command('reviewer')
    .description('which model reviews, and why; which servers of models run on this machine')
    .option('--no-probe', 'do not look for servers of models on this machine')
    .option('--settings <file-or-json>', "settings to use besides the user's")
    .option('--json', 'print it as JSON')
    .action(async (options: { readonly probe: boolean; readonly settings?: string; readonly json?: boolean }) => {
      const policy = await policyWith(options.settings)
      const { classifier } = policy
      const status = statusOf(classifier, process.env)
      const servers = options.probe ? await findLocalServers(addressesWith(classifier)) : []
      process.stdout.write(options.json ? `${jsonText({ ...status, servers }, 2)}\n` : showStatus(status, servers))
    })
  reviewer
    .command('test')
    .description('try the reviewing model on twelve calls, or on any labelled set; exit 1 when it is not fit to review')
    .option('--set <file.jsonl>', 'rows {id, tool, input, user?, label, category?} instead of the twelve')
    .option('--without-user', 'leave out what the user asked for')
    .option('--url <base-url>', 'try this server instead of the one in the settings: http://127.0.0.1:11434/v1')
    .option('--model <name>', 'try this model instead of the one that reviews')
    .option('--settings <file-or-json>', "settings to use besides the user's")
    .option('--json', 'print the results as JSON')
    .action(async (_: TestOptions, command: Command) => {
      const options = command.optsWithGlobals<TestOptions>()
      const policy = await policyWith(options.settings)
      const trial = await trialWith(policy.classifier, options)
      await (options.set === undefined
        ? selfTest(trial, policy, options)
        : testSet(trial, policy, options.set, options))
    })
}

async function policyWith(settings: string | undefined): Promise<Policy> {
  const gate = await composeGate({ grammars: 'when needed', ...(settings === undefined ? {} : { settings }) })
  const policy = gate.policyFor(homedir())
  const [problem] = policy.problems
  if (problem !== undefined)
    throw new Error(`settings cannot be read: ${problem.file}:${problem.line}: ${problem.message}`)
  return policy
}

function addressesWith(classifier: ClassifierSettings | undefined): readonly string[] {
  return classifier?.baseUrl === undefined ? USUAL_ADDRESSES : [classifier.baseUrl, ...USUAL_ADDRESSES]
}

/** Which model reviews now, and who said so. */
interface Status {
  readonly state: 'reviews' | 'none' | 'cannot be asked'
  readonly why: string
  readonly provider?: string
  readonly model?: string
  readonly baseUrl?: string
  readonly mode?: string
}

export function statusOf(classifier: ClassifierSettings | undefined, environment: Environment): Status {
  const connection = connect(classifier, environment)
  if (connection === 'offline')
    return classifier?.mode === 'offline'
      ? { state: 'none', why: 'switched off by `classifier.mode`: what the rulebook cannot settle goes to a person' }
      : {
          state: 'none',
          why: 'neither settings nor environment name one: what the rulebook cannot settle goes to a person',
        }
  if ('broken' in connection) return { state: 'cannot be asked', why: connection.broken }
  return {
    state: 'reviews',
    why: `${modelSource(classifier, environment)}; ${providerSource(classifier)}`,
    provider: connection.client.provider,
    model: connection.model(undefined, NO_FLAGS),
    ...(classifier?.baseUrl === undefined ? {} : { baseUrl: classifier.baseUrl }),
    mode: classifier?.mode ?? 'both',
  }
}

function modelSource(classifier: ClassifierSettings | undefined, environment: Environment): string {
  if (environment[MODEL_VARIABLE]?.trim()) return `the model is named by ${MODEL_VARIABLE} in the environment`
  return classifier?.model === undefined
    ? "the model is the provider's default, unless a flag or the agent's own model names another"
    : "the model is named by `classifier.model` in the settings, unless a flag or the agent's own model names another"
}

function providerSource(classifier: ClassifierSettings | undefined): string {
  if (classifier?.provider !== undefined) return 'the provider by `classifier.provider`'
  return classifier?.baseUrl === undefined
    ? 'the provider by the key that is in the environment'
    : 'the provider by `classifier.baseUrl`'
}

function showStatus(status: Status, servers: readonly LocalServer[]): string {
  const { state, why, provider, model, baseUrl: url, mode } = status
  const head =
    state === 'reviews'
      ? `${model} reviews (${provider}${url === undefined ? '' : ` at ${url}`}, stages: ${mode})`
      : state === 'none'
        ? 'No model reviews'
        : 'A model is configured and cannot be asked'
  const found = servers.flatMap(({ kind, baseUrl: at, models }) => [
    `Found on this machine: ${kind === 'unknown' ? 'a server of models' : kind} at ${at}`,
    ...models.map(
      ({ id, contextTokens }) =>
        `  ${id}${contextTokens === undefined ? '' : `, ${contextTokens.toLocaleString('en')} tokens of context`}`,
    ),
  ])
  const next =
    state === 'reviews'
      ? `\`${ownCommand('reviewer test')}\` tries it on twelve calls.`
      : servers.length > 0
        ? `\`${ownCommand(`reviewer test --url ${servers[0]!.baseUrl}`)}\` tries it on twelve calls; \`${ownCommand('init')}\` offers to use it.`
        : undefined
  return `${visible([`${head}: ${why}.`, ...found, ...(next === undefined ? [] : [next])].join('\n'), 'keep lines')}\n`
}

async function trialWith(configured: ClassifierSettings | undefined, options: TestOptions): Promise<Trial> {
  if (options.url !== undefined && !baseUrl().safeParse(options.url).success)
    throw new UsageError('--url must be https, or http to this machine or a private network')
  const settings: ClassifierSettings | undefined =
    options.url === undefined ? configured : { provider: 'openai-compatible', baseUrl: options.url }
  const connection = connected(settings)
  const model =
    options.model ?? (options.url === undefined ? connection.model(undefined, NO_FLAGS) : await onlyModel(options.url))
  return trialOf(connection, model, settings ?? {}, homedir())
}

function connected(settings: ClassifierSettings | undefined): Connection {
  const connection = connect(settings, process.env)
  if (connection === 'offline')
    throw new UsageError(
      `no model reviews, so there is none to try: configure one, or name a server with --url (\`${ownCommand('reviewer')}\` lists those on this machine)`,
    )
  if ('broken' in connection) throw new Error(`the model cannot be asked: ${connection.broken}`)
  return connection
}

async function onlyModel(url: string): Promise<string> {
  const [server] = await findLocalServers([url])
  if (server?.models.length === 1) return server.models[0]!.id
  const names = server?.models.map(({ id }) => id).join(', ')
  throw new UsageError(`which model? name it with --model${names === undefined ? '' : `: ${visible(names)}`}`)
}

async function selfTest(trial: Trial, policy: Policy, options: TestOptions): Promise<void> {
  const progress = progressOn(process.stderr, 'asked')
  const { tried, traits, report, fitness } = await runSelfTest(trial, policy, progress.step)
  progress.end()
  process.stdout.write(
    options.json
      ? `${jsonText({ model: trial.model, ...fitness, traits, ...report, cases: tried.map(plain) }, 2)}\n`
      : `${visible(trial.model)}\n\n${showSelfTest(tried, traits, report, fitness)}`,
  )
  process.exitCode = fitness.fit === 'yes' ? 0 : 1
}

async function testSet(trial: Trial, policy: Policy, file: string, options: TestOptions): Promise<void> {
  if (!existsSync(file)) throw new UsageError(`there is no file ${file}`)
  const { rows, problems } = readRows(file)
  if (rows.length === 0) throw new UsageError(`no rows to try in ${file}: one a line, with id, tool, input and label`)
  const asked = rows.map((row) => (options.withoutUser ? { ...row, user: undefined } : row))
  const { questions, unreadable } = await questionsFor(asked, policy)
  const progress = progressOn(process.stderr, 'asked')
  const tried = await tryAll(trial, questions, progress.step)
  progress.end()
  const report = reportOf(tried)
  process.stdout.write(
    options.json
      ? `${jsonText({ model: trial.model, ...report, rows: tried.map(plain) }, 2)}\n`
      : `${visible(trial.model)}\n\n${showReport(report)}`,
  )
  for (const problem of problems)
    process.stderr.write(`${visible(`${problem.file}:${problem.line}: ${problem.message}`)}\n`)
  for (const line of unreadable) process.stderr.write(`${visible(line)}\n`)
  if (problems.length + unreadable.length > 0) process.exitCode = 1
}

function plain({ row, answered, cause, says, stage, latencyMs }: Tried): object {
  return {
    id: row.id,
    category: row.category,
    wanted: row.wanted === 'allow' ? 'allow' : 'block',
    answered,
    ...(cause === undefined ? {} : { cause }),
    ...(stage === undefined ? {} : { stage }),
    says,
    latencyMs: Math.round(latencyMs),
  }
}
