import { linesOnlyIn } from './file-changes.ts'

/**
 * What a call that checks is no longer told to look at: `jwtVerify(token, key, { issuer, algorithms })` without its
 * options. And a refusal that answers as if all were well. In words; undefined: neither.
 */
export function lostOptions(before: string, after: string): string | undefined {
  const [lost, added] = [linesOnlyIn(before, after), linesOnlyIn(after, before)]
  return fewerOptions(lost, added) ?? answersAsIfWell(lost, added)
}

const CHECKING_CALL = /\b(\w*(?:verif|decode|validat|authenticat|authori[sz]|unseal|unsign)\w*)\s*\(([^\n]{0,400})/gi
const OPTION = /\b(\w{2,40})['"]?\s*[:=](?!=)/g

function fewerOptions(lost: readonly string[], added: readonly string[]): string | undefined {
  const now = callsIn(added)
  for (const [name, options] of callsIn(lost)) {
    const left = now.get(name)
    const gone = left && [...options].find((option) => !left.has(option))
    if (gone !== undefined && left !== undefined && left.size < options.size)
      return `\`${name}\` no longer looks at \`${gone}\``
  }
  return undefined
}

function callsIn(lines: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const calls = new Map<string, ReadonlySet<string>>()
  for (const [, name, given] of lines.join('\n').matchAll(CHECKING_CALL))
    calls.set(name!, new Set([...given!.matchAll(OPTION)].map(([, option]) => option!)))
  return calls
}

const REFUSING_STATUS =
  /\b(?:status(?:_code)?|code|abort|HTTPException|sendStatus|writeHead|WriteHeader)\b[^\n\d]{0,20}\b(4[0-3]\d)\b/i
const WELL = /\b(?:200|201|202|204)\b/

function answersAsIfWell(lost: readonly string[], added: readonly string[]): string | undefined {
  for (const [at, line] of lost.entries()) {
    const status = REFUSING_STATUS.exec(line)?.[1]
    const now = added[at]
    if (status === undefined || now === undefined || now.includes(status)) continue
    if (WELL.test(now) && line.replace(status, '#').trim() === now.replace(WELL, '#').trim())
      return `answers as if all were well where it refused with ${status}: \`${now.trim().slice(0, 80)}\``
  }
  return undefined
}
