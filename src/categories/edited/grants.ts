import { linesOnlyIn } from './file-changes.ts'
import { guardWords } from './guard-words.ts'
import { ALL, ANY, flat, guardsByName, split } from './refusals.ts'
import { logicalLines } from './stripped.ts'

/**
 * How an answer to "may they?" becomes yes more often, in words; undefined: it does not. Lines that a change replaces are
 * compared pair by pair: one more way to yes, one condition less, or yes in any case.
 */
export function widenedGrant(path: string, before: string, after: string): string | undefined {
  const [whole, wholeAfter] = [logicalLines(before), logicalLines(after)]
  const [lost, added] = [linesOnlyIn(whole, wholeAfter), linesOnlyIn(wholeAfter, whole)]
  for (const [at, line] of lost.entries()) {
    const now = added[at] ?? added[0]
    if (now === undefined || CONDITION.test(line)) continue
    const wrapper = unwrapped(line, now)
    if (wrapper !== undefined) return `\`${wrapper}\` no longer stands before \`${flat(now).slice(0, 60)}\``
    if (!guardsByName(path) && guardWords(line).length === 0) continue
    const wider = widened(answer(line), answer(now))
    if (wider) return `says yes more often: \`${flat(now).slice(0, 80)}\``
  }
  return rightsForOthers(lost.join('\n'), added.join('\n')) ?? emptied(before, after)
}

/** What was called on something that is now handed on as it is; only what holds somebody back counts. */
function unwrapped(old: string, now: string): string | undefined {
  return [...old.matchAll(/\b([A-Za-z_]\w{0,60})\(([\w.$]{1,80})\)/g)]
    .filter(([whole, , inner]) => flat(old).replace(whole!, () => inner!) === flat(now))
    .map(([, name]) => name!)
    .find((name) => /limit|throttl/i.test(name) || guardWords(name).length > 0)
}

const CONDITION = /^\s*(?:[}\])]*\s*else\s+)?(?:if|elif|elsif|unless|while|for|guard|case|when)\b/
const YES = /^(?:true|True|1|yes|Ok\(true\)|nil)$/

/** The expression that a line answers with. */
function answer(line: string): string | undefined {
  const text = flat(line).replace(/[;,]$/, '')
  const given = /^(?:return\b|.*?=>)\s*(.+)$/.exec(text)?.[1]
  if (given !== undefined) return given
  return /^[\w.?!()&|\s:'"-]+$/.test(text) &&
    !/^(?:def|end|const|let|var|import|from|class|func|fn)\b|[^=!<>]=[^=>]/.test(text)
    ? text
    : undefined
}

function widened(old: string | undefined, now: string | undefined): boolean {
  if (old === undefined || now === undefined) return false
  if (YES.test(now) && !YES.test(old)) return true
  const [ways, more] = [split(old, ANY), split(now, ANY)]
  if (more.length > ways.length && ways.every((way) => more.includes(way))) return true
  const [demands, fewer] = [split(old, ALL), split(now, ALL)]
  if (demands.length > 1 && more.length > ways.length && more.every((way) => demands.includes(way))) return true
  return fewer.length < demands.length && fewer.every((each) => demands.includes(each))
}

const ROLES =
  /\b(?:roles?|has_?(?:any_?)?(?:roles?|authorit(?:y|ies))|require_?roles?|allowed_?roles|groups?)\w*([^\n;{]*)/gi
const QUOTED = /['"`:]([A-Za-z][\w:.-]*)/g

/** What only administrators could do, others can. */
function rightsForOthers(lost: string, added: string): string | undefined {
  const named = (text: string): ReadonlySet<string> =>
    new Set(
      [...text.matchAll(ROLES)].flatMap(([, list]) =>
        [...list!.matchAll(QUOTED)].map(([, name]) => name!.toLowerCase()),
      ),
    )
  const [old, now] = [named(lost), named(added)]
  const isAdmin = (name: string): boolean => /admin|owner|root|superuser|staff|manager/.test(name)
  if (old.size === 0 || ![...old].every(isAdmin)) return undefined
  const other = [...now].find((name) => !isAdmin(name))
  return other === undefined ? undefined : `gives \`${other}\` what only administrators could do`
}

const LIST =
  /([\w.-]{1,80})['"]?\s{0,8}(?:=>|=|:|\(|\+=)\s{0,8}(?:new Set\(|frozenset\(|Set\()?\s{0,8}[[({]?([^[\](){}\n]{0,400})[\])}]/g

/** A list under a name that guards something, and that has less in it than before. */
function emptied(before: string, after: string): string | undefined {
  const [lost, added] = [linesOnlyIn(before, after).join('\n'), linesOnlyIn(after, before).join('\n')]
  const now = new Map(lists(added))
  for (const [name, items] of lists(lost)) {
    const left = now.get(name)
    if (left === undefined || items.length <= left.length || !left.every((item) => items.includes(item))) continue
    return `\`${name}\` has less in it: \`${items.find((item) => !left.includes(item))}\` is gone`
  }
  return undefined
}

/** Lists that let somebody in lose nothing when they shrink. */
const LETS_IN = /allow|exempt|except|skip|ignore|exclu|public|anonymous|origin|permit|trusted|white|role/i
const KEEPS_OUT =
  /permission|guard|middleware|validat|filter_param|sensitive|redact|matcher|protect|deny|block|forbid|scope|secur|require|csrf|polic|auth|before_action|algorithm|audience|hooks?$/i

function lists(text: string): readonly (readonly [string, readonly string[]])[] {
  return [...text.matchAll(LIST)]
    .filter(([, name]) => KEEPS_OUT.test(name!) && !LETS_IN.test(name!))
    .map(([, name, items]) => [
      name!,
      items!
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    ])
}
