import { ownCommand } from '../../call/own-command.ts'
import { createInterface } from 'node:readline/promises'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { agentNamed } from '../../agents/index.ts'
import { type Change, install, makeCopies, planInstall, showChange } from '../install/install.ts'
import { summaryOf } from '../install/change-summary.ts'
import { planCopies } from '../install/own-copies.ts'
import { DEFAULT_TIMEOUT, hooksDirectory, type Place, type Wanted } from '../install/place.ts'
import { isInstalled, type Recipe, recipeFor, RECIPES } from '../install/recipes.ts'
import { LAUNCHER } from '../launcher.ts'
import { UsageError } from './usage-error.ts'

export interface AgreeOptions {
  readonly yes?: boolean
  readonly dryRun?: boolean
  /** Shows also the files that are wholly ours. */
  readonly full?: boolean
}

interface InitOptions extends AgreeOptions {
  readonly managed?: boolean
  readonly observe?: boolean
  readonly mcp?: boolean
  readonly timeout: number
}

export function addInit(program: Command): void {
  program
    .command('init')
    .description('put the gate in front of the agents on this machine: shows every change and asks first')
    .argument(
      '[agents...]',
      `which agents (default: every one that is found): ${RECIPES.map(({ agent }) => agent).join(', ')}`,
    )
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show the changes and make none')
    .option('--full', 'show the hook scripts too, not only their names')
    .option('--managed', 'install for the whole machine, where projects and users cannot switch it off')
    .option('--observe', 'only watch: judge and record, hold nothing up')
    .option('--mcp', "start the MCP servers in each agent's settings behind the gate, too")
    .option('--timeout <seconds>', 'how long an agent waits for its hook', readTimeout, DEFAULT_TIMEOUT)
    .action(async (names: readonly string[], options: InitOptions) => {
      const place = thisPlace()
      if (options.mcp && (options.managed || options.observe))
        throw new UsageError(
          '--mcp is for the servers of one user, and holds calls up: without --managed and --observe',
        )
      const wanted: Wanted = {
        scope: options.managed ? 'managed' : 'user',
        observe: options.observe ?? false,
        timeout: options.timeout,
        ...(options.mcp ? { mcp: true } : {}),
      }
      const recipes = names.length > 0 ? namedRecipes(names) : RECIPES.filter((recipe) => isInstalled(recipe, place))
      if (recipes.length === 0)
        throw new UsageError(
          `no agent was found; name one: ${ownCommand('init')} ${RECIPES.map(({ agent }) => agent).join(' | ')}`,
        )
      const copies = planCopies(place, wanted.scope)
      const changes = planInstall(recipes, copies.place, wanted)
      if (changes.length + copies.makes.length === 0) process.stdout.write('Everything is in place already.\n')
      else if (await agreed(changes, place, options, copies.makes)) {
        await makeCopies(copies, place, wanted.scope)
        install(changes, copies.place, wanted)
        process.stdout.write(`Done: ${changes.length} ${changes.length === 1 ? 'file' : 'files'} written.\n`)
      }
      for (const note of copies.notes) process.stdout.write(`${note}\n`)
      tellNotes(recipes, wanted)
    })
}

export function thisPlace(): Place {
  return {
    home: homedir(),
    root: '/',
    environment: process.env,
    node: process.execPath,
    launcher: LAUNCHER,
    platform: process.platform,
  }
}

export function namedRecipes(names: readonly string[]): readonly Recipe[] {
  return names.map((name) => {
    const recipe = recipeFor(name)
    if (!recipe) throw new UsageError(`unknown agent \`${name}\`: use ${RECIPES.map(({ agent }) => agent).join(', ')}`)
    return recipe
  })
}

/** Shows every change, and asks. Without a terminal nobody can say yes. */
export async function agreed(
  changes: readonly Change[],
  place: Place,
  options: AgreeOptions,
  copies: readonly string[] = [],
): Promise<boolean> {
  const ours = (['user', 'managed'] as const).map((scope) => hooksDirectory(place, scope))
  process.stdout.write(`${summaryOf(changes, place.home, (path) => ours.includes(dirname(path)))}\n\n`)
  for (const change of changes) {
    const named = options.full !== true && ours.includes(dirname(change.path))
    process.stdout.write(`${named ? nameChange(change) : `${showChange(change)}\n`}\n`)
  }
  for (const copy of copies) process.stdout.write(`${copy}\n\n`)
  if (options.dryRun) {
    process.stdout.write('Nothing was changed (--dry-run).\n')
    return false
  }
  if (options.yes) return true
  if (!process.stdin.isTTY) throw new UsageError('nobody is there to agree: add --yes')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await terminal.question('Make these changes? [y/N] ')
    if (/^y(?:es)?$/i.test(answer.trim())) return true
    process.stdout.write('Nothing was changed.\n')
    return false
  } finally {
    terminal.close()
  }
}

/** Files that are wholly ours: hundreds of lines would hide what happens to the user's own. */
function nameChange({ path, before, after }: Change): string {
  const what = after === undefined ? 'removed' : before === undefined ? 'new file' : 'new version'
  return `${path} (${what}, a file of portcullis; --full shows it)\n`
}

function tellNotes(recipes: readonly Recipe[], wanted: Wanted): void {
  for (const recipe of recipes)
    for (const note of recipe.notes(wanted)) process.stdout.write(`${agentNamed(recipe.agent)!.title}: ${note}\n`)
  if (wanted.observe)
    process.stdout.write(
      `Only watching: nothing is held up. \`${ownCommand('init')}\` without --observe closes the gate.\n`,
    )
  process.stdout.write(`\`${ownCommand('doctor')}\` shows whether it holds.\n`)
}

function readTimeout(text: string): number {
  const seconds = Number(text)
  if (!Number.isInteger(seconds) || seconds < 10 || seconds > 3600)
    throw new InvalidArgumentError('a whole number of seconds from 10 to 3600 is needed.')
  return seconds
}
