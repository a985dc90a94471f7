import { ownCommand } from '../../call/own-command.ts'
import { createInterface } from 'node:readline/promises'
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { agentNamed } from '../../agents/index.ts'
import { planChosenMode } from '../install/chosen-mode.ts'
import {
  type Change,
  install,
  makeCopies,
  planInstall,
  showChange,
  wrappedProjects,
  writeWhole,
} from '../install/install.ts'
import { summaryOf } from '../install/change-summary.ts'
import { offerReviewer } from '../install/local-reviewer.ts'
import { planCopies } from '../install/own-copies.ts'
import { DEFAULT_TIMEOUT, hooksDirectory, type Place, type Wanted } from '../install/place.ts'
import { isInstalled, type Recipe, recipeFor, RECIPES } from '../install/recipes.ts'
import { LAUNCHER } from '../launcher.ts'
import { stateDirectory } from '../state-directory.ts'
import { triedWalls } from '../try-walls.ts'
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
  readonly project?: string | true
  readonly timeout: number
  readonly probe: boolean
  /** The name of a model on this machine: whoever names it has agreed to it. */
  readonly reviewer?: string
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
    .option('--observe', 'observe only: judge and record, block nothing')
    .option('--mcp', "start the MCP servers in each agent's settings behind the gate, too")
    .option(
      '--project [directory]',
      'with --mcp: also the servers in the files of this project, or of the one in that directory',
    )
    .option('--no-probe', 'do not look for a server of models on this machine that could review')
    .option(
      '--reviewer <model>',
      'try this model of a server on this machine, and let it review if it is fit; without asking',
    )
    .option('--timeout <seconds>', 'how long an agent waits for its hook', readTimeout, DEFAULT_TIMEOUT)
    .action(async (names: readonly string[], options: InitOptions) => {
      const place = thisPlace()
      if (options.mcp && (options.managed || options.observe))
        throw new UsageError(
          '--mcp is for the servers of one user, and holds calls up: without --managed and --observe',
        )
      if (options.project !== undefined && !options.mcp)
        throw new UsageError('--project is about the MCP servers of a project: use it with --mcp')
      const wanted: Wanted = {
        scope: options.managed ? 'managed' : 'user',
        observe: options.observe ?? false,
        timeout: options.timeout,
        ...(options.mcp ? { mcp: true, projects: projectsFor(options, place) } : {}),
      }
      const recipes = names.length > 0 ? namedRecipes(names) : RECIPES.filter((recipe) => isInstalled(recipe, place))
      if (recipes.length === 0)
        throw new UsageError(
          `no agent was found; name one: ${ownCommand('init')} ${RECIPES.map(({ agent }) => agent).join(' | ')}`,
        )
      const copies = planCopies(place, wanted.scope)
      const changes = planInstall(recipes, copies.place, wanted)
      const mode = planChosenMode(place, wanted)
      const shown = mode === undefined ? changes : [...changes, { ...mode, agent: recipes[0]!.agent }]
      if (shown.length + copies.makes.length === 0) process.stdout.write('Everything is in place already.\n')
      else if (await agreed(shown, place, options, copies.makes)) {
        await makeCopies(copies, place, wanted.scope)
        install(changes, copies.place, wanted)
        if (mode?.after !== undefined) writeWhole(mode.path, mode.after, mode.mode)
        process.stdout.write(`Done: ${shown.length} ${shown.length === 1 ? 'file' : 'files'} written.\n`)
      }
      for (const note of copies.notes) process.stdout.write(`${note}\n`)
      if (options.reviewer !== undefined || (options.probe && options.managed !== true))
        await offerReviewer(place, { ...options, ask: agreedTo, tell: (text) => process.stdout.write(`${text}\n`) })
      tellNotes(recipes, wanted)
      if (process.stdout.isTTY && options.managed !== true) await tellWalls()
    })
}

/** Whether what is not understood can run behind walls here: tried once, and remembered. */
async function tellWalls(): Promise<void> {
  const { works, says } = await triedWalls(stateDirectory(undefined), homedir())
  process.stdout.write(
    works
      ? 'What cannot be understood runs contained here, where the client can run another command in its place.\n'
      : `Nothing runs contained here, and people are asked as before: ${says}.\n`,
  )
}

/** The project that is named, and those that were named before. */
function projectsFor({ project }: InitOptions, place: Place): readonly string[] {
  if (project === undefined) return wrappedProjects(place)
  return [...new Set([...wrappedProjects(place), resolve(project === true ? '.' : project)])]
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
  if (!process.stdin.isTTY) throw new UsageError('there is no terminal to confirm in: add --yes')
  if ((await agreedTo('Make these changes?')) === 'yes') return true
  process.stdout.write('Nothing was changed.\n')
  return false
}

/** What a person at the terminal says; without a terminal nobody is there to say it. */
export async function agreedTo(question: string): Promise<'yes' | 'no' | 'nobody is there'> {
  if (!process.stdin.isTTY) return 'nobody is there'
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim()) ? 'yes' : 'no'
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
      `Observing only: nothing is blocked. \`${ownCommand('init')}\` without --observe closes the gate.\n`,
    )
  if ((wanted.projects ?? []).length > 0)
    process.stdout.write(
      `Files of projects hold paths of this machine now: ${wanted.projects!.join(', ')}. \`${ownCommand('uninstall')}\` puts them back; commit them only then.\n`,
    )
  process.stdout.write(`\`${ownCommand('doctor')}\` shows whether it holds.\n`)
}

function readTimeout(text: string): number {
  const seconds = Number(text)
  if (!Number.isInteger(seconds) || seconds < 10 || seconds > 3600)
    throw new InvalidArgumentError('a whole number of seconds from 10 to 3600 is needed.')
  return seconds
}
