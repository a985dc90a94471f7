import type { GatedSession } from '../../src/surfaces/sdk/gated-session.ts'
import type { Verdict } from '../../src/verdict.ts'

/** A gate that something is wrong with. Everything but the named function is the real one. */
export type Fault = (session: GatedSession) => GatedSession

type Parts = Partial<Pick<GatedSession, 'judge' | 'settle' | 'returned'>>

function broken(parts: (session: GatedSession) => Parts): Fault {
  return (session) => ({ ...session, ...parts(session) })
}

const says = (value: unknown) => () => Promise.resolve(value as Verdict)
const never = () => new Promise<never>(() => {})

async function allowed(session: GatedSession): Promise<Verdict> {
  return session.judge('Bash', { command: 'greet fine' })
}

/** What a gate may answer in place of a verdict: none of it is an allow. */
export const GARBAGE: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  true: true,
  'the word allow': 'allow',
  'an empty object': {},
  'a decision without reasons': { decision: 'allow' },
  'a decision in capitals': { decision: 'ALLOW', because: [] },
  'an unknown decision': { decision: 'maybe', because: [] },
  'a decision of the future': { decision: 'contain', because: [] },
  'a list': ['allow'],
  'allow in another field': { allow: true, approved: true, behavior: 'allow' },
}

/** Faults of `judge`. With each of them, a call that the rules allow must not run. */
export const JUDGE_FAULTS: Readonly<Record<string, Fault>> = {
  'rejects: the gate is down': broken(() => ({ judge: () => Promise.reject(new Error('connect ECONNREFUSED')) })),
  'throws at once': broken(() => ({
    judge: () => {
      throw new Error('broken')
    },
  })),
  'rejects with nothing': broken(() => ({ judge: () => Promise.reject(undefined as unknown as Error) })),
  'never answers': broken(() => ({ judge: never })),
  'allows another input': broken((session) => ({
    judge: async () => ({ ...(await allowed(session)), rewritten: { command: 'greet other' } }),
  })),
  'allows and tells the agent to stop': broken((session) => ({
    judge: async () => ({ ...(await allowed(session)), stopAgent: true }),
  })),
  ...Object.fromEntries(
    Object.entries(GARBAGE).map(([what, value]) => [`answers ${what}`, broken(() => ({ judge: says(value) }))]),
  ),
}

/** Faults of `settle`. With each of them, a call that a person approved must not run. */
export const SETTLE_FAULTS: Readonly<Record<string, Fault>> = {
  rejects: broken(() => ({ settle: () => Promise.reject(new Error('connect ECONNREFUSED')) })),
  'throws at once': broken(() => ({
    settle: () => {
      throw new Error('broken')
    },
  })),
  'never answers': broken(() => ({ settle: never })),
  'answers nothing': broken(() => ({ settle: says(undefined) })),
  'answers true': broken(() => ({ settle: says(true) })),
  'asks again': broken((session) => ({
    settle: async () => ({ ...(await allowed(session)), decision: 'ask' }),
  })),
  'allows another input': broken((session) => ({
    settle: async () => ({ ...(await allowed(session)), rewritten: { command: 'greet other' } }),
  })),
}

/** Faults of `returned`. With each of them, the model must not read what the tool brought back. */
export const RETURNED_FAULTS: Readonly<Record<string, Fault>> = {
  rejects: broken(() => ({ returned: () => Promise.reject(new Error('broken')) })),
  'throws at once': broken(() => ({
    returned: () => {
      throw new Error('broken')
    },
  })),
  'answers nothing': broken(() => ({ returned: () => Promise.resolve(undefined as never) })),
  'answers without a note': broken(() => ({ returned: () => Promise.resolve({ output: 'x' } as never) })),
  'never answers': broken(() => ({ returned: never })),
}

export const slow = (milliseconds: number): Fault =>
  broken((session) => ({
    judge: async (...given) => {
      await new Promise((later) => setTimeout(later, milliseconds))
      return session.judge(...given)
    },
  }))
