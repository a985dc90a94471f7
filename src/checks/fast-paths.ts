import type { Action } from '../call/action.ts'
import { placeKinds } from '../call/place-kinds.ts'
import { laterEffect } from '../categories/index.ts'
import { limitsOn } from './limits.ts'
import { findingsIn, hardHarm, rulebook } from '../categories/rulebook.ts'
import { allow, ask, deny, type Ruling } from '../verdict.ts'
import { describedChange } from './described-change.ts'
import { askOrDeny } from './steps.ts'
import type { Subject } from './subject.ts'
import { toolSafety, waitsForPerson } from './tool-safety.ts'

/**
 * The ways past the review, in the seed's order; the first that speaks decides. Paths 2 and 3 are settled by the rules
 * step (a safety check that no model may clear, a tool that needs the person) and stand here so that this list is whole.
 */
export function fastPaths(subject: Subject, encoded: string): Ruling | undefined {
  if (subject.mode !== 'auto') return undefined
  return (
    irrelevant(subject, encoded) ??
    safetyCheck(subject) ??
    needsPerson(subject) ??
    powershellWithoutFlag(subject) ??
    acceptedEdit(subject) ??
    safeTool(subject) ??
    describedChange(subject)
  )
}

/** 1. The tool declares itself irrelevant to security. Only a tool we know may say so, and only of a call that reads. */
function irrelevant(subject: Subject, encoded: string): Ruling | undefined {
  if (!subject.tool || encoded !== '' || !readsOnly(subject)) return undefined
  if (limited(subject)) return undefined
  return allow('fast.irrelevant', `\`${subject.tool.name}\` does nothing that matters to security`)
}

/** 2. A safety check that the classifier may not clear goes to a person. */
function safetyCheck(subject: Subject): Ruling | undefined {
  const own = toolSafety(subject)
  return own?.says === 'ask' ? askOrDeny(subject, own.reason) : undefined
}

/** 3. The tool exists to ask the person. */
function needsPerson(subject: Subject): Ruling | undefined {
  if (!subject.tool || !waitsForPerson(subject)) return undefined
  return ask({
    code: 'tool.needs-person',
    sentence: `\`${subject.tool.name}\` asks the person, and only the person may answer`,
  })
}

/** 4. PowerShell without its flag goes to a person, unless it only reads; what no person may clear is not asked. */
function powershellWithoutFlag(subject: Subject): Ruling | undefined {
  if (subject.tool?.name !== 'PowerShell' || subject.policy.powershellAutoMode || readsOnly(subject)) return undefined
  const hard = hardHarm(subject)
  if (hard) return deny(hard)
  return ask({
    code: 'fast.powershell-off',
    sentence: '`PowerShell` is not judged automatically here',
    clearedBy: 'setting powershellAutoMode to true',
  })
}

/**
 * 5. What acceptEdits would accept. The largest hole measured in the field was here, so the edit is looked at first:
 * one of what will later run or rule, or with harmful content, goes to review; so does any while a limit in words holds.
 */
function acceptedEdit(subject: Subject): Ruling | undefined {
  if (!acceptsAsEdit(subject) || !isPlainEdit(subject) || toolSafety(subject)) return undefined
  if (limited(subject)) return undefined
  return allow('fast.edit', 'an ordinary edit inside the workspace')
}

/** Words of the user may forbid it: then nothing is waved through. */
function limited(subject: Subject): boolean {
  return limitsOn(subject).length > 0
}

/** An edit that no category objects to and that neither runs nor rules anything later. */
export function isPlainEdit(subject: Subject): boolean {
  return findingsIn(subject).length === 0 && laterEffect(subject) === undefined
}

/** 6. Tools on the list of safe ones. */
function safeTool(subject: Subject): Ruling | undefined {
  if (subject.tool?.safe !== true || !readsOnly(subject) || limited(subject)) return undefined
  return allow(
    'fast.safe-tool',
    `\`${subject.tool.name}\` reads or keeps lists, and changes nothing outside the session`,
  )
}

/** Programs that acceptEdits lets run on paths in the workspace. */
const EDITING_PROGRAMS: ReadonlySet<string> = new Set([
  'mkdir',
  'touch',
  'rm',
  'rmdir',
  'mv',
  'cp',
  'sed',
  'cd',
  'set-content',
  'add-content',
  'clear-content',
  'remove-item',
])

/** Would mode `acceptEdits` run this without asking? Agents and live interpreters never count as edits. */
export function acceptsAsEdit(subject: Subject): boolean {
  if (!subject.tool || subject.tool.neverAsEdit || !subject.understanding.parsed) return false
  const { actions } = subject
  return actions.some(isEdit) && actions.every((action) => isEditInside(action, subject))
}

function isEdit(action: Action): boolean {
  return action.does === 'write-file' || action.does === 'delete-file'
}

function isEditInside(action: Action, subject: Subject): boolean {
  if (action.where.kind !== 'here' || action.elevated) return false
  switch (action.does) {
    case 'run-program':
      return EDITING_PROGRAMS.has(action.program) && action.environment.length === 0
    case 'write-file':
    case 'read-file':
    case 'delete-file': {
      if (action.place.kind === 'unknown') return false
      const kinds = placeKinds(action.place, subject.surroundings, subject.world)
      return (kinds.has('workspace') || kinds.has('additional')) && !kinds.has('workspace-root') && !kinds.has('secret')
    }
    default:
      return false
  }
}

/** Nothing is changed, sent or started: only files and ordinary information are read, and the rulebook knows every one. */
export function readsOnly(subject: Subject): boolean {
  if (!subject.understanding.parsed || rulebook(subject).says !== 'harmless') return false
  return subject.actions.every((action) => {
    if (action.where.kind !== 'here' || action.elevated) return false
    switch (action.does) {
      case 'read-system':
      case 'run-program':
        return true
      case 'read-file':
        return !placeKinds(action.place, subject.surroundings, subject.world).has('secret')
      case 'change-repository':
        return action.deed === 'inspect'
      case 'send-message':
        return action.through === 'agent'
      default:
        return false
    }
  })
}
