import { createHash } from 'node:crypto'
import { canonical } from '../../call/canonical-json.ts'
import { ownCommand } from '../../call/own-command.ts'
import { isJsonObject } from '../../call/strict-json.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import { shorten, visible } from '../../call/visible.ts'
import { LATIN_LOOKING } from '../../humans/look-alikes-table.ts'
import { PromptGuardian } from '../../results/prompt-guardian.ts'
import type { Reason } from '../../verdict.ts'
import { textsIn } from './texts.ts'

/** What is pinned of a tool: all that a model may read of it. Icons and `_meta` are for programs. */
export function hashOf(definition: JsonObject): string {
  const { _meta, icons: _icons, ...pinned } = definition
  return createHash('sha256').update(canonical(pinned)).digest('hex')
}

/** A sign that a description gives orders, with how much it weighs; 1 is enough. */
interface Sign {
  readonly name: string
  readonly weight: number
  readonly pattern: RegExp
}

/** Besides the signs of injected instructions in any text: what a description of a tool has no reason to say. */
const SIGNS: readonly Sign[] = [
  {
    name: 'marks a part of itself as an order',
    weight: 1,
    pattern: /<\/?(?:important|system|secret|hidden|critical|instructions?|admin|override)\b[^>\n]{0,40}>/i,
  },
  {
    name: 'is hidden in a comment',
    weight: 0.6,
    pattern: /<!--[\s\S]{12,}?-->/,
  },
  {
    name: 'orders something else to be done first',
    weight: 0.6,
    pattern:
      /\b(?:before|prior to|after|when(?:ever)?|each time|every time)\b[^.\n]{0,40}\b(?:us(?:e|ing)|call(?:ing)?|invok(?:e|ing)|run(?:ning)?)\b[^.\n]{0,30}\b(?:this|any|another|other|every) tools?\b[^\n]{0,60}\b(?:must|always|read|send|pass|include|call|fetch|open|run)\b/i,
  },
  {
    name: 'names keys or settings of the machine',
    weight: 0.6,
    pattern:
      /(?:~|\$HOME|\/home\/\w+|\/root)?\/\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|claude|cursor|codex|gemini)\b|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:passwd|shadow)\b|\bmcp\.json\b|(?<![\w.])\.env\b/i,
  },
  {
    name: 'speaks about tools of others',
    weight: 0.5,
    pattern:
      /\b(?:instead of|rather than|in place of|do not use|don't use|never use)\b[^.\n]{0,30}\b(?:the |any )?(?:other|another|built-?in|default|\w+_\w+) tools?\b/i,
  },
  {
    name: 'wants data that is not its own',
    weight: 0.6,
    pattern:
      /\b(?:pass|put|include|send|provide|append|add)\b[^.\n]{0,50}\b(?:conversation|chat history|system prompt|previous messages|whole context|contents? of|environment variables?|credentials?|private key)\b/i,
  },
]

/** Characters that nobody sees. Joiners are honest among letters that join, and in pictures. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- characters nobody sees are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u3164\ufeff\uffa0]|[\u{e0000}-\u{e01ef}]|(?<=[\u0020-\u007e])[\u200c\u200d]/u
const REGION_FLAGS = /\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{3,6}\u{e007f}/gu
/** Room that pushes what follows out of sight. */
const BLANK_ROOM = /[ \t\u00a0\u2000-\u200a\u3000]{60}|(?:\n[ \t]*){12}/

const guardian = new PromptGuardian()

/** A description is written for a model and says what to answer: openly said, that is no sign by itself. */
const SAID_TO_MODELS: ReadonlySet<string> = new Set([
  'speaks to an AI',
  'dictates the answer',
  'dictates what is said',
  'orders an act on the way',
])

/** Why a description, or the instructions of a server, must not reach a model before a person has read them. */
export function ordersIn(value: JsonValue): Reason | undefined {
  let score = 0
  const evidence: string[] = []
  for (const text of textsIn(value)) {
    const seen = text.replaceAll(REGION_FLAGS, '')
    const [hidden] = HIDDEN.exec(seen) ?? []
    if (hidden !== undefined) return held(`has invisible characters (\`${visible(hidden)}\`)`)
    if (BLANK_ROOM.test(seen)) return held('pushes a part of itself out of sight with spaces')
    for (const { name, weight, pattern } of SIGNS) {
      const [quote] = pattern.exec(seen) ?? []
      if (quote === undefined) continue
      score += weight
      evidence.push(`${name}: \`${shorten(visible(quote).replaceAll('`', "'"), 120)}\``)
    }
  }
  // Together: signs of one order may stand in several fields, and weak ones that stand far apart are none.
  const finding = guardian.check(textsIn(value).join('\n'))
  const counted = finding.signs.map(({ name, disguise }) => disguise !== '' || !SAID_TO_MODELS.has(name))
  const weights = finding.signs.reduce((sum, { weight }, at) => sum + (counted[at] ? weight : 0), 0)
  score += Math.min(finding.score, weights)
  evidence.push(...finding.evidence.filter((_line, at) => counted[at]))
  return score >= 1 ? held(`speaks to the model like somebody who gives orders (${evidence.join('; ')})`) : undefined
}

function held(what: string): Reason {
  return { code: 'mcp.hidden-instructions', sentence: `the description ${what}`, clearedBy: approving() }
}

export const approving = (): string => `a person who reads it and runs \`${ownCommand('mcp approve')}\``

/** The letters that a name is read as: what has the same is taken for the same. */
export function readAs(name: string): string {
  return Array.from(name.normalize('NFKC'), (char) => LOOKS_LIKE.get(char) ?? char)
    .join('')
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()
    .replaceAll(/0/g, 'o')
    .replaceAll(/[1|i]/g, 'l')
    .replaceAll(/rn/g, 'm')
}

/** Which Latin letter each of the table is read as. */
const LATIN: Readonly<Record<keyof typeof LATIN_LOOKING, string>> = {
  Cyrillic: 'adehijlopqsvwxycyrnkmtbhABESIJKMHOPCTXYYGQWIV',
  Greek: 'ayikvoptuxwcjABEZHIKMNOPTYXCM',
  Armenian: 'onughjqpLOUS',
}

const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  Object.entries(LATIN_LOOKING).flatMap(([script, letters]) =>
    Array.from(letters, (letter, at): [string, string] => [letter, LATIN[script]?.[at] ?? letter]),
  ),
)

/** A definition with a name, of a list that a server gave. */
export function namedDefinition(
  value: JsonValue,
): { readonly name: string; readonly definition: JsonObject } | undefined {
  if (!isJsonObject(value)) return undefined
  const { name } = value
  return typeof name === 'string' && name !== '' && name.length <= 256 ? { name, definition: value } : undefined
}
