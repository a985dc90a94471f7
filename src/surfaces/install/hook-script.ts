import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Agent } from '../../agents/agent.ts'
import { hookFile } from '../hook/in-process.ts'
import { stateDirectory } from '../state-directory.ts'
import { lastingCommand } from '../this-command.ts'
import { deadlines, hooksDirectory, nativePath, type Place, type Wanted } from './place.ts'
import { type SystemTools, systemTools } from './system-tools.ts'

/** In a configuration: the account's own home, looked up when the hook runs. */
const ACCOUNT = '@account'

/** What the native client reads beside itself. */
export function hookConfiguration(place: Place, wanted: Wanted): string {
  const { limit, spare } = {
    ...deadlines(wanted.timeout),
    ...(wanted.spare === undefined ? {} : { spare: wanted.spare }),
  }
  const { system } = wanted
  const own = [
    ['home', homeOf(place, wanted)],
    ['state', wanted.scope === 'managed' ? ACCOUNT : stateOf(place)],
    ['node', place.node],
    ['launcher', place.launcher],
  ]
  const lines = [
    ...(system === undefined
      ? own
      : [
          ['socket', system.socket],
          ['daemon', String(system.uid)],
        ]),
    ['doctor', doctorCommand()],
    ['limit', String(limit)],
    ['spare', String(spare)],
    ['observe', wanted.observe ? 'yes' : 'no'],
    ...(system === undefined ? passedVariables(place).map((name) => ['pass', name]) : []),
  ]
  if (lines.some(([, value]) => value!.includes('\n'))) throw new Error('a path with a line end cannot be installed')
  return lines.map(([name, value]) => `${name}=${value}\n`).join('')
}

/** The script an agent calls where there is no native client, with everything it needs to know written into it. */
export function hookScript(agent: Agent, place: Place, wanted: Wanted): string {
  // A script is read by an interpreter that the account chooses, and cannot ask the kernel whose socket it is.
  if (wanted.system !== undefined) throw new Error('a system gate needs the native hook client: install a C compiler')
  const { limit, spare } = {
    ...deadlines(wanted.timeout),
    ...(wanted.spare === undefined ? {} : { spare: wanted.spare }),
  }
  const tools = place.tools ?? systemTools()
  const passed = passedVariables(place)
  const values: Readonly<Record<string, string>> = {
    TITLE: agent.title,
    SELF: quoted(scriptPath(agent, place, wanted)),
    AGENT: quoted(agent.name),
    HOME: quoted(homeOf(place, wanted)),
    STATE: wanted.scope === 'managed' ? "''" : quoted(stateOf(place)),
    NODE: quoted(place.node),
    LAUNCHER: quoted(place.launcher),
    DOCTOR: quoted(doctorCommand()),
    CLIENT: quoted(join(hooksDirectory(place, wanted.scope), `${agent.name}.cjs`)),
    LIMIT: String(limit),
    SPARE: String(spare),
    OBSERVE: wanted.observe ? 'yes' : 'no',
    ENV: tools.env ?? '/usr/bin/env',
    PERL: tools.perl ?? "''",
    CURL: canUseCurl(tools) ? tools.curl! : "''",
    TIMEOUT: tools.timeout === undefined ? 'shift; "$@"' : `${tools.timeout} -k 1 "$@"`,
    HEAD: tools.head ?? "''",
    CAT: tools.cat ?? "''",
    LS: tools.ls ?? "''",
    OD: tools.od ?? "''",
    SLEEP: tools.sleep ?? "''",
    GETENT: tools.getent ?? '/usr/bin/getent',
    ID: tools.id ?? '/usr/bin/id',
    DIGEST: tools.sha256?.join(' ') ?? 'false',
    NAMES: passed.join(' '),
    PASSED: passed.map((name) => `\${${name}+${name}=$${name}}`).join('\n'),
  }
  return readFileSync(hookFile('hook.sh'), 'utf8').replace(/@([A-Z]+)@/g, (_all, name: string) => values[name]!)
}

/** What a person is told to run when a hook cannot judge: it has to work in any directory, and later. */
export function doctorCommand(): string {
  return `${lastingCommand()} doctor`
}

function canUseCurl({ curl, sha256, head, cat, ls, od, sleep }: SystemTools): boolean {
  return ![curl, sha256, head, cat, ls, od, sleep].includes(undefined)
}

function homeOf(place: Place, wanted: Wanted): string {
  return wanted.scope === 'managed' ? ACCOUNT : place.home
}

function stateOf(place: Place): string {
  return stateDirectory(undefined, place.environment, place.home)
}

/** Keys of models, and the switch that keeps a hook from starting a daemon. None of them can change what code runs. */
const ALWAYS_PASSED: readonly string[] = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'PORTCULLIS_NO_DAEMON']
const MOST_PASSED = 32

/** Names that choose code, places or hosts are never passed, whatever the settings call them. */
const CHOOSES =
  /^(?:PATH|HOME|IFS|ENV|SHELL\w*|BASH\w*|LD_\w*|DYLD_\w*|NODE_\w*|PERL\w*|OPENSSL_\w*|SSL_\w*|TMPDIR|PORTCULLIS_\w*|\w*_(?:URL|PROXY|HOST))$/

/** The variables in which the user's own settings keep secrets: the only ones that judging without the daemon gets. */
function passedVariables(place: Place): readonly string[] {
  const settings = join(place.home, '.portcullis', 'settings.json')
  let text = ''
  try {
    if (existsSync(settings)) text = readFileSync(settings, 'utf8')
  } catch {
    // Without them judging finds no model, which allows less.
  }
  const named = [...text.matchAll(/"\w*Env"\s*:\s*"([A-Z][A-Z0-9_]{1,62})"/g)].map(([, name]) => name!)
  return [...new Set([...ALWAYS_PASSED, ...named.filter((name) => !CHOOSES.test(name))])].slice(0, MOST_PASSED)
}

/**
 * What stands in the agent's settings. The agent's shell outlives the hook: when that is missing, killed or cannot be
 * run, the shell still ends in the one shape that is a block everywhere.
 */
export function hookCommand(agent: Agent, place: Place, wanted: Wanted): string {
  const entry = hookEntry(agent, place, wanted).map(quoted).join(' ')
  if (wanted.observe) return `${entry} || exit 0`
  return `${entry} || { [ $? -eq 2 ] || echo 'portcullis: the hook could not run, so nothing is allowed' >&2; exit 2; }`
}

/** The program an agent starts, and its words. */
export function hookEntry(agent: Agent, place: Place, wanted: Wanted): readonly string[] {
  return place.client === 'native' ? [nativePath(place, wanted.scope), agent.name] : [scriptPath(agent, place, wanted)]
}

/** What every command of ours in an agent's settings holds, whichever client it calls. */
export function hookMark(place: Place, wanted: Wanted): string {
  return withinQuotes(`${hooksDirectory(place, wanted.scope)}/`)
}

export function scriptPath(agent: Agent, place: Place, wanted: Wanted): string {
  return join(hooksDirectory(place, wanted.scope), `${agent.name}.sh`)
}

/** One word of a shell command. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${withinQuotes(text)}'`
}

function withinQuotes(text: string): string {
  return text.replaceAll("'", `'\\''`)
}
