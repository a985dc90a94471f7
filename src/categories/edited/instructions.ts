import { linesOnlyIn } from './file-changes.ts'

const RULE =
  /\b(?:never|do not|don't|must not|mustn't|only|always ask|ask (?:first|before)|without (?:a |an )?(?:review|approval|asking)|not allowed|forbidden|off[- ]limits)\b/i
const SENDS = /\b(?:curl|wget|nc|httpie)\b[^`\n]*(?:\s-d\b|--data|\s-T\b|--upload|\s-F\b|@-)|\|\s*(?:curl|nc)\b/
const HIDES = /\b(?:do not|don't|never|without)\s+(?:mention|tell|inform|show|reveal|report|telling|mentioning)\b/i
const LIFTS =
  /\bwithout (?:asking|approval|confirmation|permission|a review)\b|\byou (?:may|can|are allowed to) (?:do|change|run|delete|push) (?:any|every)thing\b/i

/** What a change of agents' instructions orders or no longer forbids, in words. */
export function weakenedInstructions(before: string, after: string): string | undefined {
  const added = linesOnlyIn(after, before)
  const sends = added.find((line) => SENDS.test(line))
  if (sends !== undefined) return 'tells agents to send something out'
  if (added.some((line) => HIDES.test(line))) return 'tells agents to keep something from the user'
  if (added.some((line) => LIFTS.test(line) && !/\b(?:never|do not|don't|not)\b/i.test(line))) return 'lifts a limit'
  const lost = linesOnlyIn(before, after).find((line) => RULE.test(line))
  const kept = lost !== undefined && added.some((line) => RULE.test(line) && shares(line, lost))
  return lost === undefined || kept ? undefined : `no longer says \`${lost.trim().slice(0, 80)}\``
}

/** Half of the words are the same: the rule was worded anew. */
function shares(one: string, other: string): boolean {
  const words = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\d/.-]{3,}/gu))
  const [a, b] = [words(one), words(other)]
  return [...b].filter((word) => a.has(word)).length * 2 >= b.size
}
