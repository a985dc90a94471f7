import { type Stream, UNKNOWN } from '../stream.ts'

/** The output of a filter for a known input, so that an encoded command is judged by what it decodes to. */
export function evaluated(program: string, options: readonly string[], input: string): Stream {
  switch (program) {
    case 'cat':
    case 'gcat':
      return options.some((option) => /^-[nbsEvtTA]|--/.test(option)) ? UNKNOWN : { kind: 'text', text: input }
    case 'rev':
      return {
        kind: 'text',
        text: input
          .split('\n')
          .map((line) => [...line].reverse().join(''))
          .join('\n'),
      }
    case 'tac':
      return { kind: 'text', text: `${input.replace(/\n$/, '').split('\n').reverse().join('\n')}\n` }
    case 'base64':
    case 'gbase64':
      return decodes(options) ? decodeBase64(input) : { kind: 'text', text: Buffer.from(input).toString('base64') }
    case 'base32':
      return decodes(options) ? decodeBase32(input) : UNKNOWN
    case 'xxd':
      return options.some((option) => /^-(r|rp|pr|ps?r|r?ps)$/.test(option)) &&
        options.some((option) => /r/.test(option))
        ? decodeHex(input)
        : UNKNOWN
    case 'tr':
    case 'gtr':
      return translate(options, input)
    default:
      return UNKNOWN
  }
}

function decodes(options: readonly string[]): boolean {
  return options.some((option) => option === '-d' || option === '-D' || option === '--decode')
}

function decodeBase64(input: string): Stream {
  const compact = input.replace(/\s/g, '')
  return /^[A-Za-z0-9+/_-]*=*$/.test(compact) ? readable(Buffer.from(compact, 'base64')) : UNKNOWN
}

function decodeBase32(input: string): Stream {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const char of input.replace(/[\s=]/g, '')) {
    const value = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char)
    if (value < 0) return UNKNOWN
    held = (held << 5) | value
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 0xff)
      held &= (1 << bits) - 1
    }
  }
  return readable(Buffer.from(bytes))
}

function decodeHex(input: string): Stream {
  const plain = input.replace(/\s/g, '')
  if (/^([0-9a-f]{2})*$/i.test(plain)) return readable(Buffer.from(plain, 'hex'))
  return UNKNOWN
}

function readable(bytes: Buffer): Stream {
  const text = bytes.toString('utf8')
  return text.includes('\uFFFD') ? UNKNOWN : { kind: 'text', text }
}

/** tr with sets of characters, ranges and the usual classes. */
function translate(words: readonly string[], input: string): Stream {
  const flags = words.filter((word) => /^-[cCdst]+$/.test(word) || word.startsWith('--')).join('')
  const sets = words.filter((word) => !(/^-[cCdst]+$/.test(word) || word.startsWith('--')))
  if (/[cC]|--/.test(flags) || sets.length === 0) return UNKNOWN
  const from = members(sets[0]!)
  if (from === undefined) return UNKNOWN
  if (flags.includes('d')) return { kind: 'text', text: [...input].filter((char) => !from.includes(char)).join('') }
  const to = sets[1] === undefined ? undefined : members(sets[1])
  if (to === undefined || to.length === 0) return UNKNOWN
  let text = [...input]
    .map((char) => (from.includes(char) ? to[Math.min(from.lastIndexOf(char), to.length - 1)]! : char))
    .join('')
  if (flags.includes('s')) text = text.replace(/(.)\1+/gs, (run, char: string) => (to.includes(char) ? char : run))
  return { kind: 'text', text }
}

const CLASSES: Readonly<Record<string, string>> = {
  '[:upper:]': 'A-Z',
  '[:lower:]': 'a-z',
  '[:digit:]': '0-9',
  '[:space:]': ' \\t\\n',
  '[:blank:]': ' \\t',
}
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\' }

function members(set: string): readonly string[] | undefined {
  const spelled = set.replace(/\[:\w+:\]/g, (name) => CLASSES[name] ?? '[:?')
  if (/\[[:=]|\*/.test(spelled)) return undefined
  const chars = [
    ...spelled.replace(
      /\\([ntr\\]|[0-7]{1,3})/g,
      (_, code: string) => ESCAPES[code] ?? String.fromCharCode(Number.parseInt(code, 8)),
    ),
  ]
  const out: string[] = []
  for (let at = 0; at < chars.length; at++) {
    if (chars[at + 1] === '-' && chars[at + 2] !== undefined) {
      for (let code = chars[at]!.codePointAt(0)!; code <= chars[at + 2]!.codePointAt(0)! && out.length < 2000; code++)
        out.push(String.fromCodePoint(code))
      at += 2
    } else out.push(chars[at]!)
  }
  return out
}
