import { shorten } from '../call/visible.ts'
import { deny } from '../verdict.ts'
import { operatesGate } from './gate-itself/command-line.ts'
import { type Finding, firstOf } from './gate-itself/finding.ts'
import { touchesFiles } from './gate-itself/files.ts'
import { handsOn } from './gate-itself/handed-on.ts'
import { removesHook } from './gate-itself/hooks.ts'
import { contactsGate } from './gate-itself/ports.ts'
import { signalsGate } from './gate-itself/processes.ts'
import { shadowsProgram } from './gate-itself/shadows.ts'
import { reachesUnseen } from './gate-itself/unseen.ts'
import { onceForSame } from './once-for-same.ts'
import type { Subject } from './subject.ts'
import { toolSafety } from './tool-safety.ts'

/**
 * The gate's own things, known by identity (`World.gate`): whatever could reach them is denied, in every mode and
 * whatever rules and grants say. It stands with the firewall, before anything that could allow.
 */
export const gateItself = onceForSame((subject) => {
  const found = reachedBy(subject) ?? handsOn(subject, reachedBy)
  if (found === undefined) return undefined
  const reason = { code: found.code, sentence: sentenceFor(found) }
  // Removing all of home also removes the gate: a person reads the former first. Here nobody can clear it.
  const own = toolSafety(subject)?.reason
  return own?.code === 'tool.critical-removal' ? deny({ code: own.code, sentence: own.sentence }, reason) : deny(reason)
})

function reachedBy(subject: Subject): Finding | undefined {
  return firstOf(
    subject,
    touchesFiles,
    removesHook,
    signalsGate,
    contactsGate,
    operatesGate,
    shadowsProgram,
    reachesUnseen,
  )
}

function sentenceFor({ what, instead }: Finding): string {
  return `${shorten(what, 400)}; ${instead ?? 'no agent may do that, in any mode: a person does it outside the agent'}`
}
