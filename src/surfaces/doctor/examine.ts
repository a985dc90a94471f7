import { ownCommand } from '../../call/own-command.ts'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { agentNamed } from '../../agents/index.ts'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { SqliteUsers } from '../../journal/stores/sqlite-users.ts'
import { hasRight } from '../../policy/users.ts'
import { composeGate } from '../compose.ts'
import { journalFor } from '../journal-places.ts'
import { hookMark } from '../install/hook-script.ts'
import { installedPlace, planInstall, wantedOf } from '../install/install.ts'
import { hooksDirectory, nativePath, type Place, type Wanted } from '../install/place.ts'
import { isInstalled, programOf, type Recipe, RECIPES } from '../install/recipes.ts'
import { systemTools } from '../install/system-tools.ts'
import { gatePlaces } from '../gate-places.ts'
import { readHookKey } from '../hook/proof.ts'
import { stateDirectory } from '../state-directory.ts'
import { examineSystem } from '../system/examine-system.ts'
import { systemPlaces } from '../system/places.ts'
import { clientFindings, tryWalls } from '../try-walls.ts'
import { examineBundle } from './bundle.ts'
import { canaryPayload, installedCommand, judgeCanary, runEntry } from './canary.ts'
import type { Finding } from './finding.ts'
import { runLive } from './live.ts'
import { examineModel } from './model.ts'
import { examineFlags, soundPolicy } from './policy.ts'
import { examineAnswers, examineIncoming, examineReading, examineWords } from './words.ts'

/** Since when a hook that fails can be made to close, and what else holds a client open. */
interface Closing {
  readonly since?: string
  readonly says: string
  readonly state: 'green' | 'yellow'
}

const CLOSING: Readonly<Record<Recipe['agent'], Closing>> = {
  'claude-code': { since: '2.1.295', says: '`onFailure: "block"` closes what our command cannot', state: 'green' },
  codex: { says: 'Codex runs the call when its hook hangs; the hook ends well before that', state: 'yellow' },
  'gemini-cli': {
    says: 'Gemini CLI runs the call when its hook hangs; the hook ends well before that',
    state: 'yellow',
  },
  opencode: { says: 'what the plugin throws is refused; a plugin that cannot be loaded is skipped', state: 'yellow' },
  'copilot-cli': {
    says: 'Copilot CLI runs the call when its hook hangs; the hook ends well before that',
    state: 'yellow',
  },
  cursor: { says: '`failClosed` is set; never run here, taken from the documentation', state: 'yellow' },
  'factory-droid': {
    says: 'Factory Droid runs the call when its hook hangs; the hook ends well before that',
    state: 'yellow',
  },
  goose: { says: '`on_failure: "block"` closes what our command cannot, a hook that hangs included', state: 'green' },
  cline: {
    says: 'Cline ends its run when the plugin fails or hangs; a plugin that cannot be loaded is skipped',
    state: 'yellow',
  },
  windsurf: { says: 'exit 2 blocks; never run here, taken from the documentation', state: 'yellow' },
  'qwen-code': { says: 'Qwen Code runs the call when its hook hangs; the hook ends well before that', state: 'yellow' },
}

/** Looks at everything the gate rests on. */
export async function examine(
  place: Place,
  names: readonly string[],
  canaries: 'the hook alone' | 'the agent too' = 'the hook alone',
): Promise<readonly Finding[]> {
  const findings: Finding[] = [...(await examineSystem(systemPlaces(place.root))), ...(await examineGate(place))]
  for (const recipe of RECIPES) {
    if (names.length > 0 ? !names.includes(recipe.agent) : !isInstalled(recipe, place)) continue
    findings.push(...(await examineAgent(recipe, place)))
    if (canaries === 'the agent too') findings.push(await runLive(recipe, place))
  }
  return findings
}

/** Nobody is asked about the canary: it needs no longer than a judgement. */
const CANARY_PATIENCE = 120

async function examineGate(place: Place): Promise<readonly Finding[]> {
  const state = stateDirectory(undefined, place.environment, place.home)
  const rules = await examinePolicy(place)
  const store = await examineStore(state, place.home)
  const users = store.state === 'green' ? await examineUsers(state, place.home) : []
  return [
    await examineDaemon(state),
    ...examineKey(state),
    store,
    ...users,
    ...rules,
    await tryWalls(state, place.home),
    ...clientFindings(state),
  ]
}

/** The daemon makes it when it starts for the first time. */
function examineKey(state: string): readonly Finding[] {
  const path = gatePlaces(state).hookKey
  const about = "hook's key"
  if (!existsSync(path)) return []
  try {
    readHookKey(path)
    return [{ about, state: 'green', says: 'the daemon proves its answers with a key that only you can read' }]
  } catch (error) {
    return [{ about, state: 'red', says: messageOf(error), fix: `rm ${path}, then restart the daemon` }]
  }
}

async function examineDaemon(state: string): Promise<Finding> {
  const socket = join(state, 'portcullis.sock')
  const answers = existsSync(socket) && (await canConnect(socket))
  if (answers) return { about: 'daemon', state: 'green', says: 'it answers' }
  return {
    about: 'daemon',
    state: 'yellow',
    says: existsSync(socket) ? 'its socket exists, but nothing answers' : 'it is not running',
    fix: `every call starts its own process until it runs: \`${ownCommand('serve')}\``,
  }
}

function canConnect(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    const end = (yes: boolean): void => {
      connection.destroy()
      resolve(yes)
    }
    connection.setTimeout(2000, () => end(false))
    connection.on('connect', () => end(true))
    connection.on('error', () => end(false))
  })
}

async function examineStore(state: string, home: string): Promise<Finding> {
  const journal = openSqliteJournal({ ...journalFor(state, home), thread: 'caller' })
  try {
    await journal.check()
    return { about: 'store', state: 'green', says: `records are durable in ${state}` }
  } catch (error) {
    const says = `nothing can be recorded, so nothing is allowed: ${messageOf(error)}`
    return { about: 'store', state: 'red', says, fix: `make ${state} writable for you, with room on its disk` }
  } finally {
    await journal.close().catch(() => undefined)
  }
}

/** One person on one machine has none, and hears nothing of it. */
async function examineUsers(state: string, home: string): Promise<readonly Finding[]> {
  const journal = openSqliteJournal({ ...journalFor(state, home), thread: 'caller' })
  const users = new SqliteUsers(journal, statePaths(state).database)
  try {
    await users.open()
    const { people } = users.read()
    if (people.length === 0) return []
    const approving = people.filter(({ role, disabled }) => !disabled && hasRight(role, 'approve')).length
    const says = `${people.length} users, of whom ${approving} may approve`
    return [
      approving > 0
        ? { about: 'users', state: 'green', says }
        : {
            about: 'users',
            state: 'yellow',
            says,
            fix: `\`${ownCommand('users role')}\` gives somebody a role that may`,
          },
    ]
  } catch (error) {
    const fix = `see \`${ownCommand('log verify')}\``
    return [{ about: 'users', state: 'red', says: `who may answer cannot be read: ${messageOf(error)}`, fix }]
  } finally {
    users.close()
    await journal.close().catch(() => undefined)
  }
}

async function examinePolicy(place: Place): Promise<readonly Finding[]> {
  const unknown: Finding = { about: 'model', state: 'yellow', says: 'not looked for: the settings cannot be read' }
  try {
    const gate = await composeGate({ home: place.home })
    const policy = gate.policyFor(process.cwd())
    const { problems } = policy
    const bundle = examineBundle(
      gate.policyFor(place.home),
      stateDirectory(undefined, place.environment, place.home),
      place.home,
    )
    const [problem] = problems
    if (problem) {
      const says = `settings cannot be read, so nothing is allowed: ${problem.file}:${problem.line}: ${problem.message}`
      return [{ about: 'policy', state: 'red', says, fix: 'fix that file' }, ...bundle, unknown]
    }
    // What is said about the model and the flags never comes from a project.
    const own = gate.policyFor(place.home)
    return [
      soundPolicy(policy),
      ...bundle,
      await examineModel(own, place.environment),
      ...(await examineFlags(own.flags)),
      ...examineWords(own, place.environment),
      ...examineReading(),
      ...examineIncoming(own, place.environment),
      ...examineAnswers(place.home),
    ]
  } catch (error) {
    return [{ about: 'policy', state: 'red', says: messageOf(error), fix: `see \`${ownCommand('rules')}\`` }, unknown]
  }
}

async function examineAgent(recipe: Recipe, given: Place): Promise<readonly Finding[]> {
  const { title } = agentNamed(recipe.agent)!
  const place = installedPlace(recipe.agent, given)
  const program = programOf(recipe, place)
  const version = program === undefined ? undefined : await versionOf(program)
  const wanted = wantedOf(recipe.agent, place)
  const found: Finding =
    program === undefined
      ? { about: title, state: 'yellow', says: 'its program is not on the PATH' }
      : { about: title, state: 'green', says: `${version ?? 'version unknown'} at ${program}` }
  if (wanted === undefined) {
    const says = 'its hook is not installed: nothing it does is seen'
    return [found, { about: `${title}: hook`, state: 'red', says, fix: ownCommand(`init ${recipe.agent}`) }]
  }
  const hook = examineHook(recipe, place, wanted)
  return [
    found,
    hook,
    examineClient(title, place, wanted),
    closing(recipe, title, version),
    ...trust(recipe, title, place, wanted),
    await canary(recipe, place, wanted),
  ]
}

function examineHook(recipe: Recipe, place: Place, wanted: Wanted): Finding {
  const about = `${agentNamed(recipe.agent)!.title}: hook`
  const fix = ownCommand(`init ${recipe.agent}${wanted.scope === 'managed' ? ' --managed' : ''}`)
  try {
    const [changed] = planInstall([recipe], place, wanted)
    if (changed) return { about, state: 'red', says: `${changed.path} is not as init left it`, fix }
  } catch (error) {
    return { about, state: 'red', says: messageOf(error), fix: 'fix that file, then run init again' }
  }
  const owner = recipe
    .edits(place, wanted)
    .map(({ path }) => path)
    .find((path) => (statSync(path).mode & 0o022) !== 0)
  if (owner !== undefined) return { about, state: 'red', says: `others may write ${owner}`, fix: `chmod go-w ${owner}` }
  if (wanted.observe) return { about, state: 'yellow', says: 'installed to observe only: nothing is blocked', fix }
  return {
    about,
    state: 'green',
    says: `installed for the ${wanted.scope === 'managed' ? 'whole machine' : 'user'}, and intact`,
  }
}

/** Which client the agent calls, and whether everything it starts is still where it was. */
function examineClient(title: string, place: Place, wanted: Wanted): Finding {
  const about = `${title}: client`
  const fix = ownCommand('update')
  const tools = systemTools()
  const parts = [place.node, place.launcher, ...(place.client === 'native' ? [nativePath(place, wanted.scope)] : [])]
  const gone = parts.find((path) => !existsSync(path))
  if (gone !== undefined) return { about, state: 'red', says: `${gone} is not there any more`, fix }
  const open = [hooksDirectory(place, wanted.scope), ...parts].find((path) => (statSync(path).mode & 0o022) !== 0)
  if (open !== undefined) return { about, state: 'red', says: `others may write ${open}`, fix: `chmod go-w ${open}` }
  if (place.client === 'native') return { about, state: 'green', says: 'native' }
  const asks = tools.perl !== undefined ? 'Perl' : tools.curl !== undefined ? 'curl' : 'Node'
  return {
    about,
    state: 'yellow',
    says: `the script, with ${asks}: what LD_PRELOAD loads into a shell is seen too late`,
    fix: `install a C compiler, then \`${ownCommand('update')}\``,
  }
}

function closing(recipe: Recipe, title: string, version: string | undefined): Finding {
  const { since, says, state } = CLOSING[recipe.agent]
  const about = `${title}: when the hook fails`
  if (since !== undefined && version !== undefined && isOlder(version, since))
    return {
      about,
      state: 'red',
      says: `${version} ignores \`onFailure\`: a hook that hangs lets the call run`,
      fix: `update to ${since} or later`,
    }
  return { about, state, says }
}

/** Codex skips a hook that nobody approved, without a word. */
function trust(recipe: Recipe, title: string, place: Place, wanted: Wanted): readonly Finding[] {
  if (recipe.agent !== 'codex' || wanted.scope === 'managed') return []
  const config = join(recipe.directory(place), 'config.toml')
  const text = existsSync(config) ? readFileSync(config, 'utf8') : ''
  const about = `${title}: trust`
  if (/^\s*\[hooks\.state\b/m.test(text) && /hooks\.json/.test(text) && /trusted_hash/.test(text))
    return [
      {
        about,
        state: 'yellow',
        says: 'a hook was approved; only Codex can tell whether it is this one',
        fix: 'look at `/hooks` in codex',
      },
    ]
  return [
    {
      about,
      state: 'red',
      says: 'Codex was never told to trust the hook, so it skips it silently',
      fix: `start \`codex\`, open \`/hooks\` and approve it; or \`${ownCommand('init codex --managed')}\``,
    },
  ]
}

async function canary(recipe: Recipe, place: Place, wanted: Wanted): Promise<Finding> {
  const agent = agentNamed(recipe.agent)!
  const about = `${agent.title}: canary`
  if (wanted.observe) return { about, state: 'yellow', says: 'not tried: the hook only observes' }
  const fix = ownCommand(`init ${recipe.agent}`)
  try {
    const settings = recipe.edits(place, wanted).at(-1)!.path
    const command = installedCommand(recipe.agent, settings, hookMark(place, wanted))
    if (command === undefined) return { about, state: 'red', says: 'the settings hold no entry of ours', fix }
    const run = await runEntry(
      command,
      canaryPayload(recipe.agent, place.home),
      place.home,
      Math.min(wanted.timeout, CANARY_PATIENCE),
    )
    return judgeCanary(agent.title, run)
  } catch (error) {
    return { about, state: 'red', says: `the installed hook could not be driven: ${messageOf(error)}`, fix }
  }
}

function versionOf(program: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, ['--version'], { timeout: 10_000 }, (_error, stdout) =>
      resolve(/\d+\.\d+\.\d+(?:-[\w.]+)?/.exec(stdout)?.[0]),
    )
  })
}

export function isOlder(version: string, since: string): boolean {
  const parts = (text: string): readonly number[] => text.split(/[.-]/).slice(0, 3).map(Number)
  const [have, want] = [parts(version), parts(since)]
  for (const at of [0, 1, 2]) {
    const [mine, theirs] = [have[at] ?? 0, want[at] ?? 0]
    if (mine !== theirs) return !(mine > theirs)
  }
  return false
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
