import type { Action } from '../call/action.ts'
import { candidatePaths } from '../call/place-kinds.ts'
import { showPlace } from '../call/place.ts'
import type { Mode } from '../session.ts'
import type { Reason } from '../verdict.ts'
import { criticalRemoval } from './critical-removals.ts'
import { protectedBy } from './protected-paths.ts'
import type { Subject } from './subject.ts'

/**
 * What a tool itself says about its call (step 3), before bypass and before allow rules.
 * - `deny`: never runs.
 * - `ask`: a person decides, and no classifier in their place. In the modes of `modesThatAllow` it does not hold back;
 *   `dontAsk` turns it into a deny.
 * - `review`: a protected path that a classifier may clear in auto mode; elsewhere a person, `bypassPermissions` allows.
 */
export type ToolSafety =
  | { readonly says: 'deny'; readonly reason: Reason }
  | { readonly says: 'ask'; readonly reason: Reason; readonly modesThatAllow: readonly Mode[] }
  | { readonly says: 'review'; readonly reason: Reason }

export function toolSafety(subject: Subject): ToolSafety | undefined {
  const known = remembered.get(subject)
  if (known !== undefined) return known.safety
  const safety =
    removal(subject) ??
    needsPerson(subject) ??
    leavesSandbox(subject) ??
    networkPath(subject) ??
    protectedWrite(subject)
  remembered.set(subject, { safety })
  return safety
}

/** Several steps of one judgement ask about the same subject. */
const remembered = new WeakMap<Subject, { readonly safety: ToolSafety | undefined }>()

/** No mode and no rule approves these. */
function removal(subject: Subject): ToolSafety | undefined {
  const found = criticalRemoval(subject.actions, subject.surroundings)
  if (!found) return unreadRemoval(subject)
  const reason: Reason = {
    code: 'tool.critical-removal',
    sentence: `\`${found.quote}\` would remove ${found.why}`,
    clearedBy: 'a person who says that exactly this may be removed',
  }
  // PowerShell removals of this kind are denied in every mode; elsewhere a person who is asked can still say yes.
  return subject.tool?.name === 'PowerShell' ? { says: 'deny', reason } : { says: 'ask', reason, modesThatAllow: [] }
}

/** Past the caps nothing is looked at: padding must not carry a removal through the modes that ask nobody. */
function unreadRemoval({ actions, call }: Subject): ToolSafety | undefined {
  const unread = actions.some(
    (action) => action.does === 'something-opaque' && (action.because === 'too-long' || action.because === 'too-deep'),
  )
  const command = unread ? call.input['command'] : undefined
  const verb = typeof command === 'string' ? REMOVES.exec(command)?.[0] : undefined
  if (verb === undefined) return undefined
  return {
    says: 'ask',
    reason: {
      code: 'tool.critical-removal',
      sentence: `The command is too long or too deeply nested to be read to its end, and \`${verb}\` in it removes things`,
      clearedBy: 'a person who has read the whole command',
    },
    modesThatAllow: [],
  }
}

const REMOVES =
  /\b(?:rm|rmdir|unlink|shred|truncate|wipefs|mkfs|del|erase|rd|remove-item|ri|rmtree|rimraf|rmSync)\b|-delete\b/i

/** The tool exists to ask the person, and the client can show them that it is about to. */
export function waitsForPerson({ tool, call, caller }: Subject): boolean {
  if (tool?.needsPerson?.(call.input) !== true) return false
  return tool.asksByItself !== true || caller.ask === 'shown'
}

function needsPerson(subject: Subject): ToolSafety | undefined {
  const { tool } = subject
  if (tool === undefined || !waitsForPerson(subject)) return undefined
  return {
    says: 'ask',
    reason: {
      code: 'tool.needs-person',
      sentence: `\`${tool.name}\` asks the person, and only the person may answer`,
      clearedBy: 'the person’s answer',
    },
    modesThatAllow: [],
  }
}

/** Parameters through which agents let one call run outside their sandbox. */
const WAYS_OUT: readonly (readonly [name: string, leaves: (value: unknown) => boolean])[] = [
  ['dangerouslyDisableSandbox', (value) => value !== false],
  ['disableSandbox', (value) => value !== false],
  ['with_escalated_permissions', (value) => value !== false],
  ['sandbox_permissions', (value) => value !== 'use_default'],
]

/** A call that switches its own sandbox off is not the call that a rule or a reviewer had in mind. */
function leavesSandbox({ call }: Subject): ToolSafety | undefined {
  for (const [name, leaves] of WAYS_OUT) {
    const value = call.input[name]
    if (value === undefined || value === null || !leaves(value)) continue
    const reason: Reason = {
      code: 'tool.leaves-sandbox',
      sentence: `\`${name}\` asks to run outside the agent’s sandbox`,
      clearedBy: 'a person’s yes, or the same call inside the sandbox',
    }
    return { says: 'ask', reason, modesThatAllow: ['bypassPermissions'] }
  }
  return undefined
}

/** Opening `\\\\server\\share` signs the user in there: the server learns enough to try the password. */
function networkPath(subject: Subject): ToolSafety | undefined {
  for (const action of subject.actions) {
    if (action.does !== 'read-file' && !changes(action)) continue
    if (action.where.kind !== 'here' || !showPlace(action.place).startsWith('//')) continue
    const reason: Reason = {
      code: 'tool.network-path',
      sentence: `opens \`${showPlace(action.place)}\` on another machine, which signs the user in there`,
      clearedBy: 'a person’s yes, or a copy of the file in the workspace',
    }
    return { says: 'ask', reason, modesThatAllow: ['bypassPermissions'] }
  }
  return undefined
}

function protectedWrite(subject: Subject): ToolSafety | undefined {
  let reviewable: ToolSafety | undefined
  for (const action of subject.actions) {
    if (!changes(action) || action.where.kind !== 'here') continue
    for (const path of candidatePaths(action.place, subject.surroundings, subject.world)) {
      const found = protectedBy(path)
      if (!found) continue
      const reason: Reason = {
        code: 'tool.protected-path',
        sentence: `writes \`${showPlace(action.place)}\`, a protected path (\`${found.path}\`): ${found.why}`,
        clearedBy: found.unapprovable ? 'a person’s yes' : 'a review, or a person’s yes',
      }
      if (found.unapprovable) return { says: 'ask', reason, modesThatAllow: ['bypassPermissions'] }
      reviewable ??= { says: 'review', reason }
    }
  }
  return reviewable
}

function changes(action: Action): action is Extract<Action, { does: 'write-file' | 'delete-file' | 'change-access' }> {
  return action.does === 'write-file' || action.does === 'delete-file' || action.does === 'change-access'
}
