import { admittedUser } from '../../checks/admission.ts'
import type { Gate } from '../../gate.ts'
import { forgetful } from '../../journal/journal.ts'
import type { Policy } from '../../policy/policy.ts'
import { newSession, type Session } from '../../session.ts'
import { unaskedGuardian } from '../compose-guardian.ts'

/**
 * The gate for trying things out: it records nothing, asks no person, and asks no model unless told to. Made of named
 * parts only, so that what a gate gains later is not taken along by accident.
 */
export function dryGate(
  gate: Gate,
  change: { readonly policyFor?: (cwd: string) => Policy; readonly world?: Gate['world']; readonly review?: true } = {},
): Gate {
  const { reviewer, guardian, ironGateClosed } = gate
  const world = change.world ?? gate.world
  const policyFor = change.policyFor ?? gate.policyFor
  return {
    world,
    policyFor,
    admit: admittedUser(policyFor, gate.world.user, gate.people),
    ...(gate.people === undefined ? {} : { people: gate.people }),
    journal: forgetful,
    clock: gate.clock,
    ...(change.review && reviewer ? { reviewer } : {}),
    ...(change.review ? (guardian ? { guardian } : {}) : unaskedGuardian(policyFor(world.home))),
    ...(change.review && ironGateClosed ? { ironGateClosed } : {}),
  }
}

/** Nothing that is learned by trying reaches the session itself. */
export function copyOf(session: Session): Session {
  return {
    ...newSession(session.id, { mode: session.mode, interactive: true }),
    ...(session.model === undefined ? {} : { model: session.model }),
    ...(session.user === undefined ? {} : { user: session.user }),
    ...(session.paused === undefined ? {} : { paused: session.paused }),
    ...(session.stopped === undefined ? {} : { stopped: session.stopped }),
    grants: [...session.grants],
    turns: [...session.turns],
    denials: { ...session.denials },
    written: new Map(session.written),
  }
}
