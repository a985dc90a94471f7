import { show, textOf, type Word } from '../../word.ts'
import { readArguments } from '../options.ts'
import { arity } from './arity.ts'
import { published } from './packages-other.ts'
import type { Kit, Program } from './program.ts'
import { runsProject } from './project.ts'
import { are, type Row, walk } from './table.ts'

/** Tools that make a release: a version, a tag, a push, and the package goes to its registry. */
export const publishing: readonly Program[] = [
  { names: ['semantic-release', 'release-it', 'np', 'shipjs', 'auto'], means: (kit) => release(kit, () => true) },
  { names: ['changeset', 'changesets'], means: (kit) => release(kit, (verb) => verb === 'publish') },
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

function release(kit: Kit, publishes: (verb: string) => boolean): void {
  walk(kit, OPTIONS, kit.invocation.args)
  const verb = textOf(kit.invocation.args.find((word) => !show(word).startsWith('-'))) ?? ''
  if (publishes(verb) && !onlyShows(kit.invocation.args)) kit.tell(published('npm'))
}

function onlyShows(args: readonly Word[]): boolean {
  return args.some((word) =>
    /^(?:-d|--dry-?run|--dryRun|--preview|--no-publish|--release-version|--changelog|--help|-h|--version|-v)$/.test(
      show(word),
    ),
  )
}

function lerna(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: arity('--scope --ignore --since --concurrency --loglevel'),
    style: 'gnu',
    stopAtOperand: true,
  })
  const [verb, ...args] = read.operands
  if (textOf(verb) === 'publish' && !onlyShows(args)) kit.tell(published('npm'))
  const dashes = kit.invocation.args.findIndex((word) => show(word) === '--')
  if (textOf(verb) === 'exec' && dashes >= 0) kit.runs(kit.invocation.args.slice(dashes + 1), { via: 'lerna exec' })
  runsProject(kit, ['lerna.json', 'nx.json'])
}
