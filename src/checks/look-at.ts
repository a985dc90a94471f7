import type { Action } from '../call/action.ts'
import { type Caller, PLAIN_CALLER } from '../call/caller.ts'
import { loadGrammar, withGrammars } from '../call/code/grammar.node.ts'
import { hasGrammar } from '../call/code/grammars.ts'
import { understandCached } from '../call/understanding-cache.ts'
import { hasYaml, loadYaml } from '../call/yaml.ts'
import { toolNamed } from '../call/tools/index.ts'
import type { ToolCall } from '../call/tool-call.ts'
import type { World } from '../call/world.ts'
import type { Policy } from '../policy/policy.ts'
import type { Mode, Session } from '../session.ts'
import { modeNow, rulesInForce } from './modes.ts'
import type { Subject } from './subject.ts'

/** On which terms a call is judged, as told by whoever may tell: never taken from an agent's own words. */
export interface Terms {
  readonly caller: Caller
  /** Aborted when nobody waits for the verdict any more. */
  readonly signal?: AbortSignal | undefined
  /** For this call alone; it counts where it is stricter than the session's. */
  readonly mode?: Mode | undefined
}

/** Nobody gives the call up, and whoever asks shows an `ask` to a person. */
export const PLAIN_TERMS: Terms = { caller: PLAIN_CALLER }

/** A call as the checks see it, and the line that a classifier reads of it. */
export interface Seen {
  readonly subject: Subject
  readonly encoded: string
}

/**
 * Everything the checks look at, with the code in it understood. A grammar takes longer to load than most calls take to
 * judge, so it is left until a call turns out to hold code in that language; then it is loaded, and the call looked at
 * again.
 */
export async function look(
  gate: { readonly world: World },
  call: ToolCall,
  session: Session,
  policy: Policy,
  terms: Terms,
): Promise<Seen> {
  if (!hasGrammar('powershell') && mayBePowerShell(call)) await loadGrammar('powershell')
  // What it makes of a file is worked out while the call is read.
  if (!hasYaml() && /\byq\b/.test(JSON.stringify(call.input))) await loadYaml()
  const seen = await withGrammars(() => lookAt(gate, call, session, policy, terms))
  if (!hasYaml() && seen.subject.actions.some(changesYaml)) await loadYaml()
  return seen
}

/** A workflow, a compose file, a manifest of a cluster: what becomes of it is compared with what it was. */
function changesYaml(action: Action): boolean {
  return action.does === 'write-file' && action.place.kind === 'path' && /\.ya?ml$/i.test(action.place.real)
}

const POWERSHELL = /power\s*shell|pwsh|\bcmd\b|\.ps[dm]?1\b|\$env:/i

/** Whether something that is read later than the call itself could be PowerShell: its text says so, or nobody knows the tool. */
function mayBePowerShell({ tool, input }: ToolCall): boolean {
  return toolNamed(tool) === undefined || POWERSHELL.test(tool) || POWERSHELL.test(JSON.stringify(input))
}

/** Everything the checks look at, worked out once. */
export function lookAt(
  { world: machine }: { readonly world: World },
  call: ToolCall,
  session: Session,
  policy: Policy,
  { caller, mode: ownMode }: Terms = PLAIN_TERMS,
): Seen {
  const { world, surroundings, tool, understanding, encoded } = understandCached(call, machine, policy, session)
  const own = ownMode === undefined ? {} : { ownMode }
  const mode = modeNow({ session, caller, ...own }, policy)
  const { actions } = understanding
  const inForce = rulesInForce(policy, mode)
  return {
    subject: {
      call,
      tool,
      understanding,
      actions,
      surroundings,
      world,
      session,
      ...(policy.severities === undefined ? {} : { severities: policy.severities }),
      policy: inForce,
      mode,
      caller,
      ...own,
    },
    encoded,
  }
}
