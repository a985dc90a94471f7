import { resolve } from 'node:path'
import { homedir } from 'node:os'
import type { Command } from 'commander'
import type { Entry } from '../../call/programs/entry.ts'
import { linesOf } from '../../call/programs/effects.ts'
import { programsFrom } from '../../call/programs/from-settings.ts'
import { allPrograms, programNamed } from '../../call/shell/programs/index.ts'
import type { Program } from '../../call/shell/programs/program.ts'
import { surroundingsOf } from '../../call/surroundings.ts'
import { visible } from '../../call/visible.ts'
import { judge } from '../../gate.ts'
import { jsonText } from '../../journal/export.ts'
import type { Policy } from '../../policy/policy.ts'
import { newSession } from '../../session.ts'
import { composeGate } from '../compose.ts'
import { joinCommand, readTypedCall } from './call-from-arguments.ts'
import { learn, type LearnOptions } from './learn-program.ts'
import { addPolicyOptions } from './options.ts'
import { paintFor } from './paint.ts'
import { showVerdict } from './show-verdict.ts'
import { UsageError } from './usage-error.ts'

interface Options {
  readonly cwd?: string
  readonly settings?: string
  readonly json?: boolean
  readonly own?: boolean
  readonly shellCommand?: readonly string[]
}

export function addPrograms(program: Command): void {
  const programs = program.command('programs').description('what is known about programs, and how to add your own')
  addPolicyOptions(programs.command('list'))
    .description('every program that is known: by an entry, by code, or by settings')
    .option('--own', 'only those that settings describe')
    .action(async (options: Options) => {
      const rows = listed(await policyOf(options), options.own === true)
      if (options.json) process.stdout.write(`${jsonText(rows, 2)}\n`)
      else process.stdout.write(listText(rows))
    })
  addPolicyOptions(programs.command('show'))
    .description('the entry of a program, as settings would have it')
    .argument('<program>', 'its name')
    .action(async (name: string, options: Options) => {
      const known = knownAs(name, await policyOf(options))
      if (known === undefined) throw new UsageError(`\`${visible(name)}\` is not known: a call of it is not understood`)
      process.stdout.write(options.json ? `${jsonText(known, 2)}\n` : shown(name, known))
    })
  addPolicyOptions(programs.command('test'))
    .description('what a command line would do, in the words of entries and examples, and the verdict')
    .argument('[command...]', 'the command line; after -- when it has options')
    .action(async (words: readonly string[], _: Options, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      const typed = [...words, ...(options.shellCommand ?? [])]
      if (typed.length === 0)
        throw new UsageError('nothing to test: give a command line after `--` (`programs test -- ls -l`)')
      await testLine(joinCommand(typed), options)
    })
  programs
    .command('learn')
    .description('run `--help` of a program behind walls and propose an entry to review; for people, not for agents')
    .argument('<program>', 'its name')
    .option('--from <file>', 'read the help from a file instead (`-` is standard input): nothing is run')
    .option('--uncontained', 'run it without walls, where there are none: only for a program that you trust')
    .option('--save', 'put the entry into your settings, after a confirmation')
    .option('--cwd <directory>', 'run it there (default: this directory)')
    .option('--state <directory>', "the gate's state directory")
    .action((name: string, options: LearnOptions) => learn(name, options))
}

async function policyOf(options: Options): Promise<Policy> {
  const gate = await composeGate({
    grammars: 'when needed',
    ...(options.settings === undefined ? {} : { settings: options.settings }),
  })
  const policy = gate.policyFor(resolve(options.cwd ?? process.cwd()))
  const [problem] = policy.problems
  if (problem !== undefined)
    throw new Error(
      `${problem.file}:${problem.line}: ${problem.key}: ${problem.message}; nothing is allowed until this is fixed`,
    )
  return policy
}

interface Row {
  readonly names: readonly string[]
  readonly by: 'entry' | 'code' | 'settings' | 'settings: effects added'
  readonly options?: number
}

function listed(policy: Policy, own: boolean): readonly Row[] {
  const described = namesIn(policy)
  const builtIn = own
    ? []
    : allPrograms()
        .map(({ names, entry }) => ({ names: names.filter((name) => !described.has(name)), entry }))
        .filter(({ names }) => names.length > 0)
        .map(({ names, entry }): Row => ({ names, ...knownBy(entry) }))
  const rows = [...described].map(([name, by]): Row => {
    const { entry } = programsFrom(policy.programs!).get(name)!
    return { names: [name], by, ...(entry === undefined ? {} : { options: countOf(entry) }) }
  })
  return [...rows, ...builtIn.toSorted((one, other) => (one.names[0]! < other.names[0]! ? -1 : 1))]
}

const HOW: Readonly<Record<Row['by'], string>> = {
  settings: 'By settings',
  'settings: effects added': 'By settings, which only add effects',
  entry: 'By an entry: what is not written down about them is not understood',
  code: 'By code, which reads a language of their own',
}

function listText(rows: readonly Row[]): string {
  if (rows.length === 0) return 'settings describe no program\n'
  return (Object.keys(HOW) as readonly Row['by'][])
    .flatMap((by) => {
      const names = rows.filter((row) => row.by === by).flatMap((row) => row.names)
      return names.length === 0 ? [] : [`${HOW[by]} (${names.length}):\n${wrapped(names)}`]
    })
    .join('\n')
}

function wrapped(names: readonly string[]): string {
  const lines: string[] = []
  for (const name of names.map((one) => visible(one)).toSorted()) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + name.length < 100) lines[lines.length - 1] = `${last} ${name}`
    else lines.push(`  ${name}`)
  }
  return `${lines.join('\n')}\n`
}

/** The names that settings describe, and whether they may say more than further effects. */
function namesIn({ programs }: Policy): ReadonlyMap<string, Row['by']> {
  const names = (keys: readonly string[]): readonly string[] => keys.flatMap((key) => key.split(' '))
  const added = (programs?.stricter ?? []).flatMap((entries) => names(Object.keys(entries)))
  const known = names(Object.keys(programs?.known ?? {}))
  return new Map([
    ...added.map((name) => [name, 'settings: effects added'] as const),
    ...known.map((name) => [name, 'settings'] as const),
  ])
}

function knownBy(entry: Entry | undefined): Pick<Row, 'by' | 'options'> {
  return entry === undefined ? { by: 'code' } : { by: 'entry', options: countOf(entry) }
}

function countOf(entry: Entry): number {
  const inner = Object.values(entry.subcommands ?? {}).map((one) => (typeof one === 'string' ? 0 : countOf(one)))
  const flags = (entry.flags ?? '').split(' ').filter((flag) => flag !== '').length
  return inner.reduce((sum, count) => sum + count, flags + Object.keys(entry.options ?? {}).length)
}

interface Known {
  readonly by: Row['by']
  readonly entry?: Entry
  readonly examples?: Program['examples']
}

function knownAs(name: string, policy: Policy): Known | undefined {
  const described = namesIn(policy).get(name)
  const program = described === undefined ? programNamed(name) : programsFrom(policy.programs!).get(name)
  if (program === undefined) return undefined
  const { entry, examples } = program
  return {
    by: described ?? knownBy(entry).by,
    ...(entry === undefined ? {} : { entry }),
    ...(examples === undefined ? {} : { examples }),
  }
}

function shown(name: string, { by, entry, examples }: Known): string {
  if (entry !== undefined) return `${jsonText({ programs: { [name]: entry } }, 2)}\n`
  const lines = Object.entries(examples ?? {}).map(([line, does]) => `  ${line}\n      ${does.join(', ')}\n`)
  const how = by === 'code' ? 'has a language of its own, which is read by code' : 'is known by what settings add to it'
  return `\`${visible(name)}\` ${how}: settings can add effects to it\n${visible(lines.join(''), 'keep lines')}`
}

/** A dry run: it asks nobody and records nothing. */
async function testLine(line: string, options: Options): Promise<void> {
  const gate = await composeGate({
    grammars: 'when needed',
    ...(options.settings === undefined ? {} : { settings: options.settings }),
  })
  const cwd = resolve(options.cwd ?? process.cwd())
  const session = newSession('cli', { mode: gate.policyFor(cwd).defaultMode, interactive: true })
  const read = readTypedCall({ tool: 'Bash', input: line }, cwd, session.id)
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  const verdict = await judge(gate, read.ok, session)
  const { workspace } = surroundingsOf(cwd, gate.world)
  const effects = linesOf(verdict.actions, { workspace, home: homedir() })
  if (options.json) {
    process.stdout.write(`${jsonText({ effects, decision: verdict.decision, because: verdict.because }, 2)}\n`)
    return
  }
  const list = effects.length === 0 ? ['nothing that has an effect'] : effects
  process.stdout.write(list.map((effect) => `- ${visible(effect)}\n`).join(''))
  process.stdout.write(`${showVerdict(verdict, paintFor(process.stdout))}\n`)
}
