import type { Checkpoint } from './checkpoints.ts'
import { isGenuine, standing } from './checkpoints.ts'

/** What a witness outside the state directory says when it is asked for the heads it was given. */
export type WitnessAnswer =
  | { readonly name: string; readonly state: 'answers'; readonly checkpoints: readonly Checkpoint[] }
  /** It takes heads and cannot be asked for them: compare by hand. */
  | { readonly name: string; readonly state: 'write-only' }
  | { readonly name: string; readonly state: 'does not answer'; readonly because: string }

export interface WitnessReport {
  readonly name: string
  readonly state: 'agrees' | 'ahead' | 'knows nothing' | 'write-only' | 'does not answer'
  /** The last record the witness knows of. */
  readonly seq?: number
  readonly because?: string
}

/** What a journal's own files say, for comparison. */
export interface OwnHead {
  readonly writer: string
  readonly commits: number
  readonly seq: number
}

/** `restored`: statements of the own log about heads that count no longer. */
export function compareWitness(
  answer: WitnessAnswer,
  own: OwnHead | undefined,
  restored: readonly Checkpoint[] = [],
): WitnessReport {
  const { name } = answer
  if (answer.state === 'write-only') return { name, state: 'write-only' }
  if (answer.state === 'does not answer') return { name, state: 'does not answer', because: answer.because }
  const heads = standing(answer.checkpoints, restored).filter(
    (checkpoint) => checkpoint.kind === 'head' && checkpoint.writer === own?.writer && isGenuine(checkpoint),
  )
  const furthest = heads.reduce<Checkpoint | undefined>(
    (most, one) => (most === undefined || (one.commits ?? 0) >= (most.commits ?? 0) ? one : most),
    undefined,
  )
  if (own === undefined || furthest === undefined) return { name, state: 'knows nothing' }
  const ahead = (furthest.commits ?? 0) > own.commits || furthest.seq > own.seq
  return { name, state: ahead ? 'ahead' : 'agrees', seq: furthest.seq }
}
