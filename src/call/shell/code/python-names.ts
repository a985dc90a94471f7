import { resolve } from './calls.ts'
import type { Token } from './tokens.ts'

/** Each name is sought in the whole text: of many names, or in a long text, nothing is known. */
const MOST_TRIED = 32
const LONGEST_TRIED = 16 * 1024

/** Variables that are given a path once, and nothing else: `p = Path('a.md')`. */
export function pathsIn(text: string): ReadonlyMap<string, Token> {
  const found = new Map<string, Token>()
  let tried = 0
  for (const match of text.matchAll(
    /(?:^|[\n;])\s*(\w+)\s*=\s*(?:pathlib\.)?Path\(\s*(['"])([^'"\\]*)\2\s*\)\s*(?=[\n;#]|$)/g,
  )) {
    const name = match[1]!
    if (++tried > MOST_TRIED || text.length > LONGEST_TRIED) break
    const set = text.match(
      new RegExp(
        String.raw`\b${name}\b\s*(?::[^=\n]*)?(?:[-+*/|&%]|//)?=(?!=)|\b(?:for|as|def|lambda|global)\b[^\n:]*\b${name}\b|\b${name}\s*,[^\n()]*=`,
        'g',
      ),
    )
    if (set?.length === 1) found.set(name, { kind: 'string', known: match[3]!, whole: true, at: match.index })
  }
  // What a listing of a directory yields lies in that directory.
  for (const match of text.matchAll(LISTED)) {
    const name = match[1]!
    if (++tried > MOST_TRIED || text.length > LONGEST_TRIED) break
    const bound = text.match(
      new RegExp(
        String.raw`\b${name}\b\s*(?::[^=\n]*)?(?:[-+*/|&%]|//)?=(?!=)|\b(?:for|as|def|lambda|global)\s+${name}\b`,
        'g',
      ),
    )
    if (bound?.length === 1) found.set(name, { kind: 'string', known: `${match[3]!}/_`, whole: true, at: match.index })
  }
  // What is put together from such a path lies below it, and so does what a listing of it yields.
  for (let round = 0; round < 2; round++)
    for (const match of text.matchAll(DERIVED)) {
      const name = (match[1] ?? match[4])!
      const base = found.get((match[2] ?? match[5])!)
      if (++tried > MOST_TRIED || text.length > LONGEST_TRIED) break
      if (base?.kind !== 'string' || found.has(name)) continue
      const bound = text.match(
        new RegExp(
          String.raw`\b${name}\b\s*(?::[^=\n]*)?(?:[-+*/|&%]|//)?=(?!=)|\b(?:for|as|def|lambda|global)\b[^\n:]*\b${name}\b`,
          'g',
        ),
      )
      if (bound?.length !== 1) continue
      const below =
        match[3] === undefined ? '_' : [...match[3].matchAll(/['"]([^'"]*)['"]/g)].map((part) => part[1]).join('/')
      if (!below.includes('..') && !below.startsWith('/'))
        found.set(name, { kind: 'string', known: `${base.known}/${below}`, whole: true, at: match.index })
    }
  return found
}

/** `target = base / 'a' / 'b'`, `for item in sorted(base.iterdir())`. */
const DERIVED =
  /(?:^|[\n;])[ \t]*(\w+)[ \t]*=[ \t]*(\w+)((?:[ \t]*\/[ \t]*['"][\w .-]+(?:\/[\w .-]+)*['"])+)[ \t]*(?=[\n;#]|$)|\bfor[ \t]+(\w+)[ \t]+in[ \t]+(?:sorted\(|list\()?(\w+)\.(?:iterdir|glob|rglob)\(/g

/** `for p in Path('src').rglob('*.py')`, sorted or not. */
const LISTED =
  /\bfor\s+(\w+)\s+in\s+(?:sorted\(\s*|list\(\s*)?(?:pathlib\.)?Path\(\s*(['"])([^'"\\]+)\2\s*\)\s*\.\s*(?:rglob|glob|iterdir)\s*\(/g

/** Names that the code gives a value: their methods are those of values it made. */
export function variablesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (list: string): void => {
    for (const name of list.split(/[\s,()*:=]+/)) if (/^[A-Za-z_]\w*$/.test(name)) found.add(name)
  }
  let from = 0
  for (let equals = text.indexOf('='); equals >= 0; equals = text.indexOf('=', equals + 1)) {
    if (text[equals + 1] !== '=') add(ASSIGNED.exec(text.slice(Math.max(from, equals - 300), equals))?.[1] ?? '')
    from = equals + 1
  }
  for (const match of text.matchAll(
    /\bfor\s{1,20}([\w\s,()*]{1,200}?)\s{1,20}in\b|\bas\s{1,20}(\w+)|\blambda\s{1,20}([^:\n]{0,300}):|\bdef\s{1,20}\w+\s{0,20}\(([^)]{0,2000})\)|\b(\w+)\s{0,20}:=/g,
  ))
    add(match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? '')
  return found
}

/** The names before an equals sign. Lengths are bounded here and below: a name that is missed is not trusted. */
const ASSIGNED =
  /((?:\b\w+\s{0,20},\s{0,20})*\b\w+)[ \t]{0,20}(?::[ \t]{0,20}[\w.[\], |]+)?[ \t]{0,20}(?:[-+*/|&%]|\/\/|\*\*)?$/

/** Variables that are given a model or layer once, and nothing else, are called to compute: `m = nn.Linear(1, 2); m(x)`. */
export function modelsIn(text: string, aliases: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set<string>()
  let tried = 0
  for (const match of text.matchAll(/(?:^|[\n;])\s*(\w+)\s*=\s*([\w.]+)\(/g)) {
    const name = match[1]!
    if (!MAKES_MODELS.test(resolve(match[2]!, aliases))) continue
    if (++tried > MOST_TRIED || text.length > LONGEST_TRIED) break
    const set = text.match(
      new RegExp(
        String.raw`\b${name}\b\s*(?::[^=\n]*)?=(?!=)|\b(?:for|as|def|lambda|global|import)\b[^\n:]*\b${name}\b|\b${name}\s*,[^\n()]*=`,
        'g',
      ),
    )
    if (set?.length === 1) found.add(name)
  }
  return found
}

const MAKES_MODELS =
  /^(?:torch\.nn|keras|tensorflow\.keras|transformers|torchvision|timm|einops|unittest\.mock|numpy\.vectorize)\b/
