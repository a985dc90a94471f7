/** A value under the names that lead to it, or an item of a list under them. */
export interface Entry {
  readonly name: string
  readonly value: string
  /** It stands in a list. */
  readonly item: boolean
}

const LONGEST = 200_000
const MOST = 5_000

/**
 * Settings as any format writes them: YAML, JSON, TOML, properties, directives of servers, infrastructure code, attributes,
 * and constants of code. Names are told by what stands around a line: sections, blocks and indentation.
 */
export function entriesOf(text: string): readonly Entry[] {
  if (text.length > LONGEST) return []
  const found: Entry[] = []
  const stack: { indent: number; name: string; list: boolean }[] = []
  let section = ''
  for (const raw of plain(text).split('\n')) {
    if (found.length > MOST) return found
    const header = /^\s*\[{1,2}["']?([\w.:@ -]{1,80})["']?\]{1,2}\s*$/.exec(raw)
    if (header) {
      section = header[1]!
      stack.length = 0
      continue
    }
    const dash = /^(\s*)-\s+/.exec(raw)
    const indent = dash === null ? /^\s*/.exec(raw)![0].length : dash[0].length
    const line = raw.trim().replace(/^-\s+/, '').replace(/,$/, '')
    if (line === '' || /^[\])}]+[;,)]*$/.test(line)) continue
    const depth = dash === null ? indent : dash[1]!.length
    while (stack.length > 0 && stack.at(-1)!.indent >= depth + (dash !== null && stack.at(-1)!.list ? 1 : 0))
      stack.pop()
    const above = [section, ...stack.map(({ name }) => name)].filter((name) => name !== '').join('.')
    const pair = PAIR.exec(line)
    if (pair === null || isText(line)) {
      if (dash !== null || isText(line)) found.push({ name: above, value: bare(line), item: true })
      else found.push(...inside(above, line))
      continue
    }
    const [, key, value = ''] = pair
    const name = above === '' ? key! : `${above}.${key}`
    if (/[^\s{]\s*\{$/.test(line) && !/[=:]\s*\{$/.test(line)) {
      stack.push({
        indent: depth,
        name: line
          .replace(/\s*\{$/, '')
          .slice(0, 80)
          .replaceAll('.', '_'),
        list: false,
      })
      found.push(...inside(name, value))
      continue
    }
    if (value === '' || /^(?:new\s+\w+|\w*[sS]et|tuple|list|\w+\.of)?\(?\s*[[{(|>]\s*$/.test(value)) {
      stack.push({ indent: depth + (dash === null ? 0 : 1), name: key!, list: true })
      continue
    }
    const list = LIST.exec(value)
    const held = list && items(list[1] ?? list[2] ?? '')
    if (held?.length === 0) found.push({ name, value: '[]', item: false })
    else if (held) for (const item of held) found.push({ name, value: item, item: true })
    else found.push({ name, value: bare(value), item: false }, ...inside(name, value))
  }
  return found
}

const PAIR =
  /^(?:(?:export|const|let|var|val|final|static|public|private|protected|readonly|set|def|type|self|this)[\s.]+)*["'$@]?([A-Za-z_][\w-]*:[\w-]+(?=\s*=)|[A-Za-z_@/-][\w.$/@#-]{0,100})["']?(?:\s*:\s*[\w<>[\], |]{1,60}(?=\s*=[^=>]))?\s*(?::=|=>|:|=(?!=)|\s(?=[^\s({=<>]))\s*(.*)$/
const LIST =
  /^(?:new\s+\w+(?:<\w+>)?|\w*[sS]et|tuple|list|\w+\.of|&\[\])?\(?\s*(?:[[(]([^[\](){}]*)[\])]|\{([^{}:]*)\})\)?\s*;?$/

function isText(line: string): boolean {
  return /^(["'`])[^"'`]*\1[;,]?$/.test(line)
}

function items(text: string): readonly string[] {
  return text
    .split(',')
    .map(bare)
    .filter((item) => item !== '')
}

function bare(text: string): string {
  return text
    .trim()
    .replace(/[;,]+$/, '')
    .replaceAll(/^["'`]|["'`]$/g, '')
    .trim()
}

/** What stands in the line itself: `{ key: "X-Frame-Options", value: "DENY" }`, attributes, maps. */
function inside(above: string, line: string): readonly Entry[] {
  const named =
    /["']?(?:key|name)["']?\s*[:=]\s*["']([\w.-]+)["'].*?["']?value["']?\s*[:=]\s*(?:"([^"]*)"|'([^']*)')/i.exec(line)
  if (named) return [{ name: named[1]!, value: named[2] ?? named[3] ?? '', item: false }]
  const [, tag] = /^<([\w:.-]+)/.exec(line) ?? []
  const prefix = [above, tag].filter((name) => name !== undefined && name !== '').join('.')
  return [
    ...line.matchAll(/([A-Za-z_][\w:.-]{0,80})["']?\s*[:=]\s*("[^"\n]*"|'[^'\n]*'|[\w.*/:@+-]+(?:\s*\*\s*[\w.]+)*)/g),
  ].map(({ 1: key, 2: value, index }) => {
    const calls = [...line.slice(0, index).matchAll(/(\w+)\s*[:(]\s*(?=[({])|(\w+)\(/g)].map(
      ([, one, other]) => one ?? other,
    )
    return { name: [prefix, ...calls, key].filter((name) => name !== '').join('.'), value: bare(value!), item: false }
  })
}

/** Property lists write a name and its value as elements. */
function plain(text: string): string {
  return text
    .replaceAll(/<key>([^<]{1,80})<\/key>\s*<(true|false)\s*\/>/g, '$1 = $2')
    .replaceAll(/<key>([^<]{1,80})<\/key>\s*<(?:string|integer)>([^<]*)<\/\w+>/g, '$1 = $2')
}
