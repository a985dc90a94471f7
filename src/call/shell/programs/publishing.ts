import { show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { arity } from './arity.ts'
import { published } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { runsProject } from './project.ts'
import { are, type Row, walk } from './table.ts'

/** Tools that make a release: a version, a tag, a push, and the package goes to its registry. */
export const publishing: readonly Program[] = [
  {
    names: ['semantic-release', 'release-it', 'np', 'shipjs', 'auto'],
    means: (context) => release(context, () => true),
  },
  { names: ['changeset', 'changesets'], means: (context) => release(context, (verb) => verb === 'publish') },
  { names: ['lerna', 'lerna-lite'], means: lerna },
]

const OPTIONS: Omit<Row, 'names'> = {
  operands: 'text',
  options: {
    ...are('text', '--tag -t --from --to'),
    ...are('write', '-o --output'),
    ...are('config', '-c --config'),
  },
}

function release(context: ProgramContext, publishes: (verb: string) => boolean): void {
  walk(context, OPTIONS, context.invocation.args)
  const verb = textOf(context.invocation.args.find((word) => !show(word).startsWith('-'))) ?? ''
  if (publishes(verb) && !onlyShows(context.invocation.args)) context.record(published('npm'))
}

function onlyShows(args: readonly Word[]): boolean {
  return args.some((word) =>
    /^(?:-d|--dry-?run|--dryRun|--preview|--no-publish|--release-version|--changelog|--help|-h|--version|-v)$/.test(
      show(word),
    ),
  )
}

function lerna(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, {
    arity: arity('--scope --ignore --since --concurrency --loglevel'),
    style: 'gnu',
    stopAtOperand: true,
  })
  const [verb, ...args] = read.operands
  if (textOf(verb) === 'publish' && !onlyShows(args)) context.record(published('npm'))
  const dashes = context.invocation.args.findIndex((word) => show(word) === '--')
  if (textOf(verb) === 'exec' && dashes >= 0)
    context.runs(context.invocation.args.slice(dashes + 1), { via: 'lerna exec' })
  runsProject(context, ['lerna.json', 'nx.json'])
}
