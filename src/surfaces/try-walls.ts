import type { Tools } from '../containment/runs.node.ts'
import { containmentTools } from './contained.ts'
import { examineContainment } from './doctor/containment.ts'
import type { Finding } from './doctor/finding.ts'
import { fileIn, madeWith, rememberTrial, type Tried, wallsMemory } from './walls-memory.ts'

/** Sends the canary behind the walls and remembers what came of it. Only green lets anything be contained. */
export async function tryWalls(
  state: string,
  home: string,
  tools: Tools | { readonly missing: string; readonly fix: string } = containmentTools(home),
): Promise<Finding> {
  const finding = await examineContainment(home, tools)
  if ('missing' in tools) return finding
  rememberTrial(state, tools, { works: finding.state === 'green', says: finding.says, at: Date.now() })
  return finding
}

/** The trial that counts for the programs and the kernel of now, made if there is none. */
export async function triedWalls(state: string, home: string): Promise<Tried> {
  const tools = containmentTools(home)
  if ('missing' in tools) return { works: false, says: tools.missing, at: Date.now() }
  const { trial } = wallsMemory(state)
  if (trial !== undefined && trial.with === madeWith(tools)) return trial
  const { state: colour, says } = await tryWalls(state, home, tools)
  return { works: colour === 'green', says, at: Date.now() }
}

/** What came of tickets in each client's own commands. */
export function clientFindings(state: string): readonly Finding[] {
  return Object.entries(wallsMemory(state).clients).map(([agent, { works, says, at }]) => ({
    about: `containment in ${agent}`,
    state: works ? 'green' : 'yellow',
    says: works ? says : `${says} (${new Date(at).toISOString().slice(0, 10)}): people are asked as before`,
    ...(works ? {} : { fix: `remove \`${agent}\` from ${fileIn(state)} to have it tried again` }),
  }))
}
