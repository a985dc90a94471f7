import { join } from 'node:path'
import type * as Conformance from '../src/agents/conformance.ts'
import type * as Agents from '../src/agents/index.ts'
import type * as ReadCall from '../src/call/read-call.ts'
import type * as Frozen from '../src/call/world.frozen.ts'
import type * as GateModule from '../src/gate.ts'
import type * as JournalModule from '../src/journal/journal.ts'
import type * as SessionModule from '../src/session.ts'
import type * as Compose from '../src/surfaces/compose.ts'
import type * as AnswerHook from '../src/surfaces/hook/answer-hook.ts'
import type * as OpenGateModule from '../src/surfaces/sdk/open-gate.ts'

/** The product as a suite sees it: the real sources, or a copy of them with a bug put back. */
export interface Product {
  readonly gate: typeof GateModule
  readonly agents: typeof Agents
  readonly conformance: typeof Conformance
  readonly answerHook: typeof AnswerHook
  readonly readCall: typeof ReadCall
  readonly frozen: typeof Frozen
  readonly journal: typeof JournalModule
  readonly session: typeof SessionModule
  readonly compose: typeof Compose
  readonly openGate: typeof OpenGateModule
}

export const SOURCES: string = join(import.meta.dirname, '..', 'src')

/** Loads files below `root`: the real sources, or a copy of them with a bug put back. */
export function loaderFor(root: string): <T>(file: string) => Promise<T> {
  return <T>(file: string) => import(/* @vite-ignore */ join(root, file)) as Promise<T>
}

export async function loadProduct(root: string = SOURCES): Promise<Product> {
  const load = loaderFor(root)
  return {
    gate: await load('gate.ts'),
    agents: await load('agents/index.ts'),
    conformance: await load('agents/conformance.ts'),
    answerHook: await load('surfaces/hook/answer-hook.ts'),
    readCall: await load('call/read-call.ts'),
    frozen: await load('call/world.frozen.ts'),
    journal: await load('journal/journal.ts'),
    session: await load('session.ts'),
    compose: await load('surfaces/compose.ts'),
    openGate: await load('surfaces/sdk/open-gate.ts'),
  }
}

/** One thing that must hold. A suite returns every one that does not, in words. */
export type Failures = readonly string[]
