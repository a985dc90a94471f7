const TEXT =
  String.raw`[rb]?(?:"""[\s\S]{0,20000}?"""|'''[\s\S]{0,20000}?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` +
  '`(?:[^`\\\\$]|\\\\.)*`)'
const GIVEN = `(${TEXT}|[A-Za-z_]\\w*)`
const MOST = 200

/**
 * What `text.replace(old, new)` in a piece of code replaces, in order: texts that stand in the call, or in a variable that is
 * assigned one. For the texts that code reads from a file and writes back.
 */
export function replacementsIn(code: string): readonly (readonly [old: string, now: string])[] {
  const calls = [
    ...code.matchAll(
      new RegExp(`\\.replace(?:All)?\\(\\s*${GIVEN}\\s*,\\s*${GIVEN}\\s*(?:,\\s*\\d+\\s*)?,?\\s*\\)`, 'g'),
    ),
  ]
  if (calls.length === 0) return []
  const named = [
    ...code.matchAll(new RegExp(`(?:^|[\\n;])[ \\t]*(?:const |let |var )?([A-Za-z_]\\w*)\\s*=\\s*(${TEXT})`, 'g')),
  ]
  const valueOf = (given: string, at: number): string | undefined => {
    if (!/^[A-Za-z_]\w*$/.test(given)) return unquoted(given)
    const last = named.findLast((each) => each[1] === given && each.index < at)
    return last === undefined ? undefined : unquoted(last[2]!)
  }
  return calls.slice(0, MOST).flatMap(({ 1: old, 2: now, index }) => {
    const [was, is] = [valueOf(old!, index), valueOf(now!, index)]
    return was === undefined || is === undefined || was === '' ? [] : [[was, is] as const]
  })
}

function unquoted(text: string): string {
  const raw = text.startsWith('r')
  const bare = text.replace(/^[rb]/, '')
  const inner = /^(?:"""|''')/.test(bare) ? bare.slice(3, -3) : bare.slice(1, -1)
  return raw
    ? inner
    : inner.replaceAll(/\\([\s\S])/g, (whole, char: string) =>
        char === 'n' ? '\n' : char === 't' ? '\t' : char === '\n' ? '' : /["'`\\$]/.test(char) ? char : whole,
      )
}
