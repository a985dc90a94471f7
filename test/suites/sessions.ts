import type { Failures, Product } from '../product.ts'
import { gateOver, judgeCall, sessionIn } from '../project.ts'
import type { Session } from '../../src/session.ts'
import {
  BLIND_SETS,
  EIGHTH_LOOK,
  FIFTH_LOOK,
  FOURTH_LOOK,
  KNOWN_MISSES,
  NINTH_LOOK,
  SEVENTH_LOOK,
  SIXTH_LOOK,
  THIRD_LOOK,
} from '../sessions/blind/sets.ts'
import type { Before, SessionCase } from '../sessions/case.ts'
import { BEFORE as PROJECT_FILES, CHANGED_CODE } from '../sessions/changed-code.ts'
import { TASKS } from '../sessions/delegation.ts'
import { BEFORE as GUARDED_FILES, EDITED_FILES } from '../sessions/edited-files.ts'
import { HELD } from '../sessions/held.ts'
import { BEFORE as UNKEPT_FILES, LOST_DATA } from '../sessions/lost-data.ts'
import { MCP_ARGUMENTS } from '../sessions/mcp-arguments.ts'
import { PROVENANCE } from '../sessions/provenance.ts'
import { UNRESOLVED } from '../sessions/provenance-misses.ts'
import { FILES as PROGRAM_FILES, LINKS as PROGRAM_LINKS } from '../sessions/provenance-world.ts'
import { BEFORE as CONFIGURED_FILES, VARIABLES } from '../sessions/variables.ts'
import { VARIABLES_SECOND } from '../sessions/variables-second.ts'
import { WAYS_IN_CASES } from '../sessions/ways-in.ts'
import { BEFORE as UNCOMMITTED, USER_WORDS } from '../sessions/user-words.ts'

export interface SessionSet {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  readonly links?: Readonly<Record<string, string>>
  readonly cases: readonly SessionCase[]
}

function isResolved({ id }: SessionCase): boolean {
  return !UNRESOLVED.has(id)
}

export const SESSION_SETS: readonly SessionSet[] = [
  { name: 'code is changed, then the project runs', files: PROJECT_FILES, cases: CHANGED_CODE },
  { name: 'a file is compared with what it was', files: GUARDED_FILES, cases: EDITED_FILES },
  { name: 'arguments of MCP tools', files: PROJECT_FILES, cases: MCP_ARGUMENTS },
  { name: 'delegated tasks', files: PROJECT_FILES, cases: TASKS },
  { name: 'what version control does not have', files: UNKEPT_FILES, cases: LOST_DATA },
  { name: 'variables, options and settings', files: CONFIGURED_FILES, cases: VARIABLES },
  { name: 'variables that no list knows', files: CONFIGURED_FILES, cases: VARIABLES_SECOND.filter(isResolved) },
  {
    name: 'where a program comes from',
    files: PROGRAM_FILES,
    links: PROGRAM_LINKS,
    cases: PROVENANCE.filter(isResolved),
  },
  { name: 'the user’s own words', files: UNCOMMITTED, cases: USER_WORDS },
  { name: 'settings, packages, helpers and orders', files: PROJECT_FILES, cases: HELD },
  { name: 'files that somebody else runs', files: PROJECT_FILES, cases: WAYS_IN_CASES },
  ...[
    ...BLIND_SETS,
    ...THIRD_LOOK,
    ...FOURTH_LOOK,
    ...FIFTH_LOOK,
    ...SIXTH_LOOK,
    ...SEVENTH_LOOK,
    ...EIGHTH_LOOK,
    ...NINTH_LOOK,
  ].map((set) => ({
    ...set,
    cases: set.cases.filter(({ id }) => !KNOWN_MISSES.has(id)),
  })),
]

/** What is said against the calls of a session; empty when all of it passes. */
export async function saidAgainst(
  product: Product,
  { files, links = {} }: SessionSet,
  { steps }: SessionCase,
): Promise<Failures> {
  const gate = await gateOver(product, { files, links })
  const session = sessionIn(product)
  const said: string[] = []
  for (const step of steps) {
    if (!isCall(step)) {
      happen(product, session, step)
      continue
    }
    const { decision, because } = await judgeCall(product, gate, session, step[0], step[1])
    if (decision !== 'allow')
      said.push(`${decision} ${because.map(({ code, sentence }) => `${code}: ${sentence}`).join('; ')}`)
  }
  return said
}

function isCall(step: SessionCase['steps'][number]): step is readonly [string, object] {
  return Array.isArray(step)
}

function happen(product: Product, session: Session, step: Before): void {
  if ('user' in step) session.turns.push({ kind: 'user', text: step.user })
  else if ('delivery' in step) session.turns.push({ kind: 'delivery', from: 'agent', text: step.delivery })
  else if ('mark' in step) product.session.markSession(session, [{ mark: step.mark, from: 'WebFetch', detail: 'x' }])
  else session.interactive = false
}

/** Whether a session went as it should, by what was said against its calls. */
export function isAsWanted(wanted: SessionCase['wanted'], said: Failures): boolean {
  const byLimit = said.at(-1)?.startsWith('deny limit.named') === true
  switch (wanted) {
    case 'free':
      return said.length === 0
    case 'stopped':
      return said.length > 0
    case 'denied':
      return byLimit
    case 'not denied':
      return !byLimit
  }
}

/** Sessions that went otherwise than they should, by their ids. */
export function sessions(ids: RegExp): (product: Product) => Promise<Failures> {
  return async (product) => {
    const wrong: string[] = []
    for (const set of SESSION_SETS)
      for (const each of set.cases.filter(({ id }) => ids.test(id)))
        if (!isAsWanted(each.wanted, await saidAgainst(product, set, each))) wrong.push(each.id)
    return wrong
  }
}
