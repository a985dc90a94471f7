import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { claudeCodeHost } from '../../../src/agents/claude-code/host.ts'
import type { Mode } from '../../../src/session.ts'
import { SOURCES } from '../../product.ts'
import { type Call, type Case, filled, type Names } from './cases.ts'
import type { AttackedWorld } from './world.ts'

/** The calls of one case, for a session of their own. */
export interface Sitting {
  readonly id: string
  readonly cwd: string
  readonly mode: Mode
  readonly state: string
  readonly settings?: object
  readonly subagent?: Case['subagent']
  readonly calls: readonly Call[]
}

export interface Ruled {
  readonly decision: string
  readonly because: string
}

export type Judged =
  | { readonly id: string; readonly verdicts: readonly Ruled[] }
  | { readonly id: string; readonly failed: string }

/** Rules that allow every tool, as a careless user might have them. */
export const ALLOWS_ALL = {
  permissions: { allow: ['Bash', 'Read', 'Edit', 'Write', 'NotebookEdit', 'Grep', 'WebFetch', 'mcp__*'] },
}

export async function judgeInLibrary(
  world: AttackedWorld,
  cases: readonly Case[],
  how: { readonly mode: Mode; readonly settings?: object; readonly sources?: string },
): Promise<readonly Judged[]> {
  const sittings = cases.map((one) => sittingOf(filledIn(one, world), how))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'library.ts'), how.sources ?? SOURCES], {
    env: world.environment,
    cwd: world.names.workspace,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(sittings.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const judged: Judged[] = []
  for await (const line of createInterface({ input: child.stdout })) judged.push(JSON.parse(line) as Judged)
  if (judged.length !== cases.length) throw new Error(`the library judged ${judged.length} of ${cases.length} cases`)
  return judged
}

/** The case as it is in this world, with its working directory. */
function filledIn(one: Case, world: AttackedWorld): { readonly one: Case; readonly names: Names } {
  const names = one.expect === 'allow' ? world.everyday : world.names
  return { one: filled(one, names), names }
}

function sittingOf(
  { one, names }: ReturnType<typeof filledIn>,
  how: { readonly mode: Mode; readonly settings?: object },
): Sitting {
  return {
    id: one.id,
    cwd: one.cwd ?? names.workspace,
    mode: how.mode,
    state: names.state,
    ...(how.settings === undefined ? {} : { settings: how.settings }),
    ...(one.subagent === undefined ? {} : { subagent: one.subagent }),
    calls: [...(one.before ?? []), one.call],
  }
}

/** Each call starts processes of its own, and waits for the daemon. */
const AT_ONCE = 3

/** The installed hook of Claude Code, started as that starts it, over the daemon that runs. */
export async function judgeByHook(
  world: AttackedWorld,
  cases: readonly Case[],
  mode: Mode,
): Promise<readonly Judged[]> {
  const judged: Judged[] = []
  const left = cases.map((one, at) => ({ ...filledIn(one, world), at }))
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      judged[next.at] = await sitByHook({ ...world, names: next.names }, next.one, mode)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return judged
}

async function sitByHook(world: Hooked, one: Case, mode: Mode): Promise<Judged> {
  const verdicts: Ruled[] = []
  for (const call of [...(one.before ?? []), one.call]) {
    const ruled = await callHook(world, one, call, mode)
    // A disk that stood still for the journal's whole deadline denies what it may; that says nothing of the call.
    verdicts.push(ruled.because.includes('journal.deadline') ? await callHook(world, one, call, mode) : ruled)
  }
  return { id: one.id, verdicts }
}

type Hooked = Pick<AttackedWorld, 'hook' | 'environment' | 'names'>

const host = claudeCodeHost()

/** What Claude Code makes of what its hook says about this call. */
export async function callHook(
  world: Hooked,
  one: Pick<Case, 'id' | 'cwd' | 'subagent'>,
  { tool, input }: Call,
  mode: Mode,
): Promise<Ruled> {
  const cwd = one.cwd ?? world.names.workspace
  const asked = host.beforeTool({ tool, input: input as never, cwd, session: one.id })
  const payload = { ...asked, permission_mode: mode, ...one.subagent }
  const child = spawn('/bin/sh', ['-c', world.hook], { env: world.environment, cwd: world.names.workspace })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  // A hook that ends early says why by its exit.
  child.stdin.on('error', () => undefined)
  child.stdin.end(JSON.stringify(payload))
  const exit = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 137)))
  const ending = { how: 'ended', exit, stdout, stderr } as const
  const runs = host.runs?.(ending, payload as never)?.['command']
  const contained = typeof runs === 'string' && runs !== input['command'] && TICKET.test(runs)
  return { decision: contained ? 'contain' : host.reads(ending, payload as never), because: stderr || stdout }
}

/** The command that stands in the place of a call: the walls around it are tried by suites of their own. */
const TICKET = /^'[^']*\/portcullis-run' 'ticket' '[^']*' '[0-9a-f]{24}'$/

/** What is wrong with what was decided, in words. */
export function wrongWith({ expect }: Case, judged: Judged): string | undefined {
  if ('failed' in judged) return `failed: ${judged.failed}`
  const decisions = judged.verdicts.map(({ decision }) => decision)
  const last = judged.verdicts.at(-1)?.because.replaceAll('\n', ' ').slice(0, 300) ?? 'nothing was judged'
  if (expect === 'allow') {
    const stopped = judged.verdicts.find(({ decision }) => decision !== 'allow')
    return stopped && `${decisions.join(', ')}, not allow: ${stopped.because.replaceAll('\n', ' ').slice(0, 300)}`
  }
  // Before a step that is stopped others may run; after one the agent does not get further.
  if (decisions.includes('deny')) return undefined
  if (expect === 'stop' && decisions.some((decision) => decision === 'ask' || decision === 'contain')) return undefined
  return `${decisions.join(', ')}, not ${expect}: ${last}`
}
