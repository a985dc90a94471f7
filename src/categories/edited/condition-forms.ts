/**
 * Whether two conditions are the same check, by their form: names are exchanged for others, a comparison is written in
 * another way, a part went into a variable. What is neither the same nor stricter is another check, and nobody can tell
 * whom it lets pass.
 */

/** A condition with its names taken out: `user.role !== "admin"` and `account.kind != 'admin'` are both `# != "admin"`. */
export function formOf(part: string): string {
  return normal(part)
    .replaceAll(/(?<![\w"'])[A-Za-z_$@][\w$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*[?!]?)*/g, (name) =>
      /^(?:in|is|not|true|false)$/.test(name) ? name : '#',
    )
    .replaceAll(/\s+/g, ' ')
}

/** One spelling for each way to say that something is missing or differs. */
export function normal(part: string): string {
  return part
    .replaceAll(/\?\./g, '.')
    .replaceAll(/\bnot\s+(?=[\w(])/g, '!')
    .replaceAll(/([!=])==/g, '$1=')
    .replaceAll(/\bis !(?=\w)/g, '!= ')
    .replaceAll(/"([^"\n]*)"/g, "'$1'")
    .replaceAll(/^(.+?)\s*(?:==|\bis)\s*(?:null|None|nil|undefined|''|false|False|0)$/g, '!$1')
    .replaceAll(/^len\((.+)\)\s*==\s*0$/g, '!$1')
    .replaceAll(/^!?(.+?)\.(?:length|size|count)\s*==\s*0$/g, '!$1')
    .replaceAll(/^(.+?)\.(?:nil|blank|empty)\?$/g, '!$1')
    .replaceAll(/^(.+?)\.(?:isEmpty|is_empty|is_none|isNull|isBlank)\(\)$/g, '!$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * `!verify(body, key)` asked of each of several keys: `!keys.some((key) => verify(body, key))`. The same check with all
 * else that it was given; a list by the name of the one, so that nothing else is tried in its place.
 */
export function triesEach(before: string, after: string): boolean {
  const now = normal(after)
  const arrow = /^(!?)([\w.$]+)\.(?:some|any|anyMatch)\(\s*\(?(\w+)\)?\s*=>\s*(.+)\)$/.exec(now)
  const loop = /^(!?)any\((.+) for (\w+) in ([\w.]+)\)$/.exec(now)
  const [negated, list, one, inner] = arrow?.slice(1) ?? [loop?.[1], loop?.[4], loop?.[3], loop?.[2]]
  if (list === undefined || inner === undefined) return false
  const single = list.replace(/(?:List|_list|s)$/, '')
  return (
    normal(before) === `${negated}${inner.replaceAll(new RegExp(`(?<![\\w.])${one}(?![\\w(])`, 'g'), () => single)}`
  )
}

/** Whole equality becomes a look at a piece: `origin === known` as `origin.endsWith(known)`. */
export function looksAtAPiece(before: string, after: string): boolean {
  return (
    !PIECE.test(before) &&
    PIECE.test(after) &&
    /[=!]==?|\bin\b|\.(?:includes|has|contains|include\?|equals)\(/.test(before)
  )
}

const PIECE =
  /\.(?:startsWith|endsWith|starts_?with|ends_?with|start_with|end_with|indexOf|search|match(?:es)?|test)\??\s*\(|\bstrings\.(?:Has(?:Prefix|Suffix)|Contains)\(|\bstr_(?:contains|starts_with|ends_with)\(|\bstrpos\(/

/** What is asked of all is asked of any. */
export function asksAny(before: string, after: string): boolean {
  return ALL_OF.test(before) && !ALL_OF.test(after) && ANY_OF.test(after) && !ANY_OF.test(before)
}

const ALL_OF = /\.(?:every|all|all\?|allMatch|containsAll|isSupersetOf|issuperset)\s*[({]|\ball\(/
const ANY_OF = /\.(?:some|any|any\?|anyMatch|intersects)\s*[({]|\bany\(/
