import { PLAIN_CALLER } from '../call/caller.ts'
import type { JsonObject } from '../call/tool-call.ts'
import { DEFAULT_TRUST } from '../policy/trust.ts'
import { surroundingsOf } from '../call/surroundings.ts'
import { toolNamed, understandUnknown } from '../call/tools/index.ts'
import { frozenWorld, type Frozen } from '../call/world.frozen.ts'
import { mergeLayers } from '../policy/merge.ts'
import type { Policy, Rule, Source } from '../policy/policy.ts'
import { isProblem, parseRule, type RuleKind } from '../policy/rule-syntax.ts'
import { newSession, type Mode } from '../session.ts'
import { ruleFor } from './rules.ts'
import type { Subject } from './subject.ts'

/** What the tables of the rule tests are told in. */
export interface Situation {
  readonly allow?: readonly string[]
  readonly ask?: readonly string[]
  readonly deny?: readonly string[]
  readonly mode?: Mode
  readonly cwd?: string
  readonly world?: Frozen
  readonly source?: Source
}

export const USER_SOURCE: Source = {
  scope: 'user',
  file: '/home/dev/.portcullis/settings.json',
  line: 1,
  base: '/home/dev/.portcullis',
}

export function rule(text: string, kind: RuleKind = 'deny', source: Source = USER_SOURCE): Rule {
  const parsed = parseRule(text, source, kind)
  if (isProblem(parsed)) throw new Error(`${text}: ${parsed.problem}`)
  return parsed
}

export function policyOf(situation: Situation): Policy {
  const read = (kind: RuleKind): readonly Rule[] =>
    (situation[kind] ?? []).map((text) => rule(text, kind, situation.source))
  return mergeLayers(
    [
      {
        scope: 'user',
        tightens: {
          deny: read('deny'),
          ask: read('ask'),
          firewall: { readWrite: [], writeOnly: [] },
          disableAutoMode: false,
          disableBypassPermissionsMode: false,
          powershellAutoMode: undefined,
          mode: undefined,
          trust: {},
        },
        widens: {
          allow: read('allow'),
          additionalDirectories: [],
          firewall: { readWrite: [], writeOnly: [] },
          trust: {},
          powershellAutoMode: undefined,
          mode: undefined,
        },
        autoMode: {},
      },
    ],
    { problems: [], notices: [], trusted: false },
  )
}

/** A call in `/home/dev/project`, a repository, understood by the real thing. */
export function subjectOf(toolName: string, input: JsonObject, situation: Situation = {}): Subject {
  const cwd = situation.cwd ?? '/home/dev/project'
  const world = frozenWorld({
    ...situation.world,
    directories: ['/home/dev/project/.git', '/home/dev/project/src', ...(situation.world?.directories ?? [])],
  })
  const surroundings = surroundingsOf(cwd, world, { trust: DEFAULT_TRUST })
  const session = newSession('test', { mode: situation.mode ?? 'default' })
  const tool = toolNamed(toolName)
  const context = { surroundings, world, memory: { written: session.written } }
  const understanding = tool?.understand(input, context) ?? understandUnknown(toolName, input)
  return {
    call: { id: '1', session: 'test', agent: 'generic', tool: toolName, input, cwd, fingerprint: '' },
    actions: understanding.actions,
    understanding,
    surroundings,
    world,
    session,
    tool,
    policy: policyOf(situation),
    mode: session.mode,
    caller: PLAIN_CALLER,
  }
}

/** The text of the rule that speaks, for a shell command. */
export function spoken(
  kind: RuleKind,
  rules: readonly string[],
  command: string,
  more: Situation = {},
): string | undefined {
  return ruleFor(kind, subjectOf('Bash', { command }, { ...more, [kind]: rules }))?.rule.text
}
