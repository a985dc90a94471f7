/**
 * Brace expansion, textually and before everything else, as bash does it: `a{b,c}d{1..3}`. Quotes and expansions
 * inside are kept as written. Undefined when there would be more than `most` words.
 */
export function expandBraces(text: string, most: number): readonly string[] | undefined {
  const brace = firstBrace(text)
  if (!brace) return [text]
  const alternatives = brace.kind === 'list' ? brace.items : sequence(brace.from, brace.to, brace.step, most)
  if (!alternatives) return undefined
  const tails = expandBraces(text.slice(brace.end + 1), most)
  if (!tails) return undefined
  const head = text.slice(0, brace.start)
  const out: string[] = []
  for (const alternative of alternatives) {
    const middles = brace.kind === 'list' ? expandBraces(alternative, most) : [alternative]
    if (!middles) return undefined
    for (const middle of middles)
      for (const tail of tails) {
        out.push(head + middle + tail)
        if (out.length > most) return undefined
      }
  }
  return out
}

type Brace =
  | { readonly kind: 'list'; readonly start: number; readonly end: number; readonly items: readonly string[] }
  | {
      readonly kind: 'sequence'
      readonly start: number
      readonly end: number
      readonly from: string
      readonly to: string
      readonly step: number
    }

function firstBrace(text: string): Brace | undefined {
  for (let at = 0; at < text.length; at = skip(text, at)) {
    if (text[at] !== '{') continue
    const brace = braceAt(text, at)
    if (brace) return brace
  }
  return undefined
}

function braceAt(text: string, start: number): Brace | undefined {
  const items: string[] = []
  let depth = 0
  let from = start + 1
  for (let at = start; at < text.length; at = skip(text, at)) {
    const char = text[at]
    if (char === '{') depth++
    else if (char === ',' && depth === 1) {
      items.push(text.slice(from, at))
      from = at + 1
    } else if (char === '}' && --depth === 0) {
      if (items.length > 0) return { kind: 'list', start, end: at, items: [...items, text.slice(from, at)] }
      const range = /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.(-?\d+))?$/.exec(text.slice(start + 1, at))
      if (!range) return undefined
      return {
        kind: 'sequence',
        start,
        end: at,
        from: range[1]!,
        to: range[2]!,
        step: Math.abs(Number(range[3] ?? 1)) || 1,
      }
    }
  }
  return undefined
}

/** The index after the quoted string, escape or expansion that starts here. */
function skip(text: string, at: number): number {
  const char = text[at]
  if (char === '\\') return at + 2
  if (char === "'") return after(text.indexOf("'", at + 1), text)
  if (char === '"' || char === '`') {
    for (let next = at + 1; next < text.length; next++) {
      if (text[next] === '\\') next++
      else if (text[next] === char) return next + 1
    }
    return text.length
  }
  if (char === '$' && (text[at + 1] === '{' || text[at + 1] === '(')) {
    const [open, close] = text[at + 1] === '{' ? ['{', '}'] : ['(', ')']
    let depth = 0
    for (let next = at + 1; next < text.length; next++) {
      if (text[next] === '\\') next++
      else if (text[next] === open) depth++
      else if (text[next] === close && --depth === 0) return next + 1
    }
    return text.length
  }
  return at + 1
}

function after(found: number, text: string): number {
  return found < 0 ? text.length : found + 1
}

function sequence(from: string, to: string, step: number, most: number): readonly string[] | undefined {
  const letters = /[a-zA-Z]/.test(from) && /[a-zA-Z]/.test(to)
  if (!letters && (/[a-zA-Z]/.test(from) || /[a-zA-Z]/.test(to))) return [`{${from}..${to}}`]
  const first = letters ? from.charCodeAt(0) : Number(from)
  const last = letters ? to.charCodeAt(0) : Number(to)
  if (Math.abs(last - first) / step > most) return undefined
  const width =
    !letters && /^-?0\d|^-?\d.*$/.test(from) && (/^-?0\d/.test(from) || /^-?0\d/.test(to))
      ? Math.max(from.length, to.length)
      : 0
  const out: string[] = []
  const direction = first <= last ? step : -step
  for (let value = first; direction > 0 ? value <= last : value >= last; value += direction) {
    if (letters) out.push(String.fromCharCode(value))
    else out.push(value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0'))
  }
  return out
}
