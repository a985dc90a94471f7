import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { JsonObject, ToolCall } from '../call/tool-call.ts'
import { isInside } from '../call/paths.ts'
import { surroundingsOf } from '../call/surroundings.ts'
import { inDirectory } from '../call/tools/bash.ts'
import { toolNamed } from '../call/tools/index.ts'
import { pathKinds } from '../call/place-kinds.ts'
import type { Surroundings, World } from '../call/world.ts'
import type { Ticket, Walls } from '../classifier/walls.ts'
import { carriedBack, notContained } from '../containment/containable.ts'
import { namesTheOriginal } from '../containment/copied-walls.ts'
import { hasBegun } from '../containment/commit.node.ts'
import type { Environment } from '../containment/environment.ts'
import { placeOfRun, type RunRequest, type Tools } from '../containment/runs.node.ts'
import { containedNetwork } from './contained-network.ts'
import { planChanged, thisMachine, ticketsIn } from '../containment/tickets.node.ts'
import type { TicketStore } from '../journal/tickets.ts'
import { containmentTools, runAt, storedTicketFor, ticketFor, ticketRun } from './contained.ts'
import { readHookKey } from './hook/proof.ts'
import { madeWith, rememberClient, wallsMemory } from './walls-memory.ts'

export interface ContainingOptions {
  /** The gate's state directory. */
  readonly state: string
  readonly home?: string
  /** What commands behind walls may see of it stands in a table. */
  readonly environment: Environment
  /** Instead of those that are found on this machine. */
  readonly tools?: Tools
  /** Seconds since 1970. */
  readonly now?: () => number
  /** Where tickets are rows, and are used through the daemon. Left out: they are files, and whoever takes one first uses it. */
  readonly tickets?: TicketStore
  /** Where a program of its own keeps tickets and settles what they ran. Left out: the daemon does, in `state`. */
  readonly door?: () => string
}

/** Walls as this machine has them: nothing is contained before a trial has shown that they hold. */
export function containingIn(options: ContainingOptions): (world: World) => Walls {
  const { state, environment } = options
  let known: Tools | undefined
  const toolsNow = (): ReturnType<typeof containmentTools> => {
    if (options.tools !== undefined) return options.tools
    if (known !== undefined && existsSync(known.runner) && existsSync(known.bubblewrap)) return known
    const found = containmentTools(options.home)
    known = 'missing' in found ? undefined : found
    return found
  }
  const seconds = options.now ?? (() => Date.now() / 1000)
  return (world) => ({
    unavailable: (agent) => {
      const { trial, clients } = wallsMemory(state)
      if (trial === undefined) return 'no trial has shown yet that walls can be built here'
      if (!trial.works) return trial.says
      if (clients[agent]?.works === false) return clients[agent].says
      const tools = toolsNow()
      if ('missing' in tools) return tools.missing
      return madeWith(tools) === trial.with ? undefined : 'the walls have changed since the last trial'
    },
    unfit: (call) => notContained(call) ?? unfitForCopy(call, toolsNow(), world),
    ticket: (call, { policy, session }) => {
      const tools = toolsNow()
      if ('missing' in tools) return { refused: tools.missing }
      const home = options.home ?? world.home
      const door = options.door?.()
      return ticketIn(call, world, {
        state,
        environment,
        tools,
        home,
        door,
        tickets: options.tickets,
        network: containedNetwork(policy, session, { directory: door ?? state, home }),
        show: scratchOf(session.written.keys(), surroundingsOf(call.cwd, world)),
      })
    },
    fate: (run) => {
      const at = placeOfRun(state, run)
      if (run === '' || !existsSync(at)) return 'over'
      return hasBegun(at) ? 'under way' : 'unused'
    },
    notUsed: (agent) =>
      rememberClient(state, agent, {
        works: false,
        says: `${agent} did not run the command that was put in the place of a call, or no walls can be built where it runs commands`,
        at: Date.now(),
      }),
    given: (call) => givenTicket(call, world, options, toolsNow, seconds()),
  })
}

/** Where commands run in a copy, the original is not there for them: whoever names it by its whole path is asked about. */
function unfitForCopy(
  { input, cwd }: Pick<ToolCall, 'input' | 'cwd'>,
  tools: ReturnType<typeof containmentTools>,
  world: World,
): string | undefined {
  const text = input['command']
  if ('missing' in tools || tools.ground !== 'copied' || typeof text !== 'string') return undefined
  return namesTheOriginal(text, surroundingsOf(cwd, world).workspace)
}

/** What the session itself wrote into scratch space: a script there is run where it can be read. */
function scratchOf(written: Iterable<string>, surroundings: Surroundings): readonly string[] {
  return [...written].filter((path) => pathKinds(path, surroundings).has('temp')).slice(-MOST_SCRATCH)
}

const MOST_SCRATCH = 100

async function ticketIn(
  call: ToolCall,
  world: World,
  given: Pick<RunRequest, 'state' | 'environment' | 'tools' | 'network' | 'show'> & {
    readonly home: string
    readonly door: string | undefined
    readonly tickets: TicketStore | undefined
  },
): Promise<Ticket | { readonly refused: string }> {
  const text = call.input['command']
  if (typeof text !== 'string') return { refused: 'it is no shell command' }
  const { door, tickets, ...rest } = given
  const where = { ...rest, cwd: directoryOf(call, world) }
  const issued =
    tickets === undefined
      ? ticketFor({ world }, call, text, {
          ...where,
          ...(door === undefined ? {} : { door }),
          key: readHookKey(join(door ?? given.state, 'hook.key')),
        })
      : await storedTicketFor({ world }, call, text, { ...where, tickets })
  if ('refused' in issued) return issued
  return { run: issued.run.id, input: { ...call.input, command: spending(issued.command, call, world) } }
}

/**
 * What is run in the place of the call: the runner, with the ticket. Where the client goes on in the directory that the
 * call changed to, its own shell goes there, and the runner starts where the call did.
 */
function spending(runner: readonly string[], call: ToolCall, world: World): string {
  const to = afterwards(call, world)
  const words = shellWords(runner)
  if (to === undefined) return words
  return `${shellWords(['cd', to])} && (${shellWords(['cd', directoryOf(call, world)])} && exec ${words})`
}

function afterwards({ input, agent, cwd }: ToolCall, world: World): string | undefined {
  const { workspace } = surroundingsOf(cwd, world)
  const to = carriedBack({ agent, cwd, workspace, input })
  return to !== undefined && world.look(to) === 'directory' && isInside(world.real(to), workspace) ? to : undefined
}

/** Where the client would run it: a call may choose its directory. */
function directoryOf({ input, cwd }: ToolCall, world: World): string {
  const surroundings = surroundingsOf(cwd, world)
  return inDirectory(input, { surroundings, world, memory: { written: new Map() } }).surroundings.cwd
}

/** Quoted whatever they are, so that there is one way to write them. */
export function shellWords(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
}

/** The id in the command that we write for a ticket. Another command, or no command: undefined. */
function ticketNamed({ tool, input }: ToolCall): string | undefined {
  const { command } = input
  if (typeof command !== 'string' || toolNamed(tool)?.name !== 'Bash' || !command.includes(`'ticket' `))
    return undefined
  return / '([0-9a-f]{24})'\)?$/.exec(command)?.[1]
}

/** The run of a ticket, whether it is a row or a file. */
async function givenTicket(
  call: ToolCall,
  world: World,
  given: Pick<ContainingOptions, 'state' | 'door' | 'tickets'>,
  toolsNow: () => ReturnType<typeof containmentTools>,
  now: number,
): Promise<string | undefined> {
  const id = ticketNamed(call)
  if (id === undefined) return undefined
  const ticket = await given.tickets?.unspent(id, now * 1000)
  if (ticket === undefined) return runOfTicket(id, call, world, given, toolsNow, now)
  const tools = toolsNow()
  if ('missing' in tools || ticket.machine !== thisMachine() || planChanged(ticket) !== undefined) return undefined
  const { place, session, cwd, fingerprint } = ticket
  const judged = runAt(place, tools)
  if (typeof judged === 'string' || judged.call.fingerprint !== fingerprint) return undefined
  // Whichever daemon of this machine it is used through.
  const doors = [given.state, ticket.door]
  const isTheCommand = doors.some(
    (door) => call.input['command'] === spending([tools.runner, 'ticket', door, id], judged.call, world),
  )
  const isHere = session === call.session && judged.call.agent === call.agent && cwd === realDirectory(call, world)
  return isTheCommand && isHere ? judged.run.id : undefined
}

function realDirectory(call: ToolCall, world: World): string | undefined {
  try {
    return realpathSync(directoryOf(call, world))
  } catch {
    return undefined
  }
}

/** Exactly the command that we write for a ticket, to the last byte: anything more is another command. */
function runOfTicket(
  id: string,
  call: ToolCall,
  world: World,
  given: Pick<ContainingOptions, 'state' | 'door'>,
  toolsNow: () => ReturnType<typeof containmentTools>,
  now: number,
): string | undefined {
  const tools = toolsNow()
  if ('missing' in tools) return undefined
  try {
    const { state } = given
    const door = given.door?.() ?? state
    const words = readFileSync(join(ticketsIn(door), id), 'utf8').split('\0')
    const [, own, , session, cwd, until, , at] = words
    const run = basename(at ?? '')
    const judged = ticketRun(run, state, tools)
    if (typeof judged === 'string') return undefined
    const { call: first } = judged
    if (call.input['command'] !== spending([tools.runner, 'ticket', door, id], first, world)) return undefined
    const here = realDirectory(call, world)
    const same = own === id && session === call.session && first.agent === call.agent && cwd === here
    return same && Number(until) > now ? run : undefined
  } catch {
    return undefined
  }
}

/** What a dry run says of walls: whether a call of this client would work behind them. Nothing is ever run. */
export function dryWalls(agent: string): Walls {
  return {
    unavailable: () => undefined,
    unfit: (call) => notContained({ ...call, agent }),
    ticket: ({ input }: ToolCall): { run: string; input: JsonObject } => ({ run: 'dry', input }),
    fate: () => 'over',
    notUsed: () => undefined,
    given: () => undefined,
  }
}
