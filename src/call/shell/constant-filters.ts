import { shellPrintf, unescapeAnsi } from './printf.ts'

type Filter = (args: readonly string[], input: string) => string | undefined

const MOST = 64 * 1024

/** What a filter prints for this constant input, where that can be worked out; else undefined. */
export function evaluateFilter(program: string, args: readonly string[], input: string): string | undefined {
  const filter = filters.get(program)
  if (!filter || input.length > MOST) return undefined
  try {
    const text = filter(args, input)
    return text !== undefined && text.length <= MOST ? text : undefined
  } catch {
    return undefined
  }
}

const filters: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ['echo', echo],
  ['printf', (args) => shellPrintf(args)],
  ['cat', (args, input) => (args.every((arg) => arg === '-' || arg === '-u') ? input : undefined)],
  ['tee', (_, input) => input],
  [
    'base64',
    (args, input) =>
      args.some((arg) => /^(?:-[a-zA-Z]*[dD]\w*|--decode)$/.test(arg)) && files(args, '-w').length === 0
        ? decodeBase64(input)
        : args.length === 0
          ? encode(input)
          : undefined,
  ],
  ['base32', (args, input) => (args.some((arg) => /^(?:-d|-D|--decode)$/.test(arg)) ? decodeBase32(input) : undefined)],
  [
    'openssl',
    (args, input) =>
      /^(?:enc\b.*-base64|base64)/.test(args.join(' ')) &&
      args.includes('-d') &&
      !args.includes('-in') &&
      !args.some((arg) => /^-(?:aes|des|k|pass)/.test(arg))
        ? decodeBase64(input)
        : undefined,
  ],
  ['xxd', (args, input) => (/-\w*r/.test(args.join(' ')) && /p/.test(args.join('')) ? decodeHex(input) : undefined)],
  ['rev', (args, input) => (args.length === 0 ? eachLine(input, (line) => [...line].reverse().join('')) : undefined)],
  [
    'tac',
    (args, input) => (args.length === 0 ? `${input.replace(/\n$/, '').split('\n').reverse().join('\n')}\n` : undefined),
  ],
  ['tr', translate],
  ['cut', cut],
  ['head', (args, input) => takeLines(args, input, 'first')],
  ['tail', (args, input) => takeLines(args, input, 'last')],
  ['sed', substituteWith],
  [
    'basename',
    (args) =>
      args.length === 1 && !args[0]!.startsWith('-')
        ? `${args[0]!.replace(/\/+$/, '').split('/').at(-1)}\n`
        : undefined,
  ],
  [
    'dirname',
    (args) =>
      args.length === 1
        ? `${args[0]!.replace(/\/?[^/]*\/*$/, '') || (args[0]!.startsWith('/') ? '/' : '.')}\n`
        : undefined,
  ],
  ['seq', sequence],
  [
    'sort',
    (args, input) => (args.length === 0 ? `${input.replace(/\n$/, '').split('\n').sort().join('\n')}\n` : undefined),
  ],
])

function files(args: readonly string[], withValue: string): readonly string[] {
  return args.filter((arg, index) => !arg.startsWith('-') && args[index - 1] !== withValue)
}

function echo(args: readonly string[]): string | undefined {
  let at = 0
  let newline = true
  let escapes = false
  while (/^-[neE]+$/.test(args[at] ?? '')) {
    const option = args[at++]!
    if (option.includes('n')) newline = false
    if (option.includes('e')) escapes = true
    if (option.includes('E')) escapes = false
  }
  const text = args.slice(at).join(' ')
  return (escapes ? unescapeAnsi(text) : text) + (newline ? '\n' : '')
}

function decodeBase64(input: string): string | undefined {
  const compact = input.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact)) return undefined
  return decodeBytes(
    Uint8Array.from(atob(compact.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)),
  )
}

function encode(input: string): string {
  return `${btoa(String.fromCharCode(...new TextEncoder().encode(input.slice(0, 8192))))}\n`
}

function decodeBase32(input: string): string | undefined {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  let bits = ''
  for (const char of input.replace(/[\s=]/g, '')) {
    const value = alphabet.indexOf(char)
    if (value < 0) return undefined
    bits += value.toString(2).padStart(5, '0')
  }
  const bytes: number[] = []
  for (let at = 0; at + 8 <= bits.length; at += 8) bytes.push(Number.parseInt(bits.slice(at, at + 8), 2))
  return decodeBytes(Uint8Array.from(bytes))
}

function decodeHex(input: string): string | undefined {
  const compact = input.replace(/\s+/g, '')
  if (compact.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(compact)) return undefined
  return decodeBytes(Uint8Array.from(compact.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)))
}

function decodeBytes(bytes: Uint8Array): string | undefined {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

function eachLine(input: string, change: (line: string) => string): string {
  const ends = input.endsWith('\n')
  return (ends ? input.slice(0, -1) : input).split('\n').map(change).join('\n') + (ends ? '\n' : '')
}

function translate(args: readonly string[], input: string): string | undefined {
  const options = args.filter((arg) => /^-[cdst]+$/.test(arg)).join('')
  const sets = args.filter((arg) => !/^-[cdst]+$/.test(arg)).map(characterSet)
  if (/[cs]/.test(options) || sets.some((set) => set === undefined)) return undefined
  const [from, to] = sets
  if (!from) return undefined
  if (options.includes('d')) return [...input].filter((char) => !from.includes(char)).join('')
  if (!to || to.length === 0) return undefined
  return [...input]
    .map((char) => (from.includes(char) ? to[Math.min(from.lastIndexOf(char), to.length - 1)]! : char))
    .join('')
}

const CLASSES: Readonly<Record<string, string>> = {
  '[:upper:]': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '[:lower:]': 'abcdefghijklmnopqrstuvwxyz',
  '[:digit:]': '0123456789',
  '[:space:]': ' \t\n\v\f\r',
  '[:blank:]': ' \t',
}

function characterSet(text: string): readonly string[] | undefined {
  const plain = unescapeAnsi(text.replace(/\[:\w+:\]/g, (name) => CLASSES[name] ?? name))
  if (/\[[:=.]/.test(plain)) return undefined
  const out: string[] = []
  for (let at = 0; at < plain.length; at++) {
    if (plain[at + 1] === '-' && at + 2 < plain.length) {
      const first = plain.charCodeAt(at)
      const last = plain.charCodeAt(at + 2)
      if (last < first || last - first > 256) return undefined
      for (let code = first; code <= last; code++) out.push(String.fromCharCode(code))
      at += 2
    } else out.push(plain[at]!)
  }
  return out
}

function cut(args: readonly string[], input: string): string | undefined {
  const joined = args.join(' ')
  const delimiter = /-d\s?(.)/.exec(joined)?.[1] ?? '\t'
  const list = /-([fc])\s?(\d+)(-(\d*))?(?:\s|$)/.exec(joined)
  if (!list || /--complement|,/.test(joined)) return undefined
  const from = Number(list[2]) - 1
  const to = list[3] === undefined ? from + 1 : list[4] === '' ? undefined : Number(list[4])
  return eachLine(input, (line) => {
    if (list[1] === 'c') return line.slice(from, to)
    return line.includes(delimiter) ? line.split(delimiter).slice(from, to).join(delimiter) : line
  })
}

function takeLines(args: readonly string[], input: string, which: 'first' | 'last'): string | undefined {
  const option = /^(?:-n\s?|-|--lines=)(\+?\d+)$/.exec(args.join(' '))
  if (args.length > 0 && !option) return takeBytes(args, input, which)
  if (option?.[1]?.startsWith('+'))
    return which === 'last'
      ? input
          .split('\n')
          .slice(Number(option[1]) - 1)
          .join('\n')
      : undefined
  const count = Number(option?.[1] ?? 10)
  const lines = input.replace(/\n$/, '').split('\n')
  return `${(which === 'first' ? lines.slice(0, count) : count === 0 ? [] : lines.slice(-count)).join('\n')}\n`
}

function takeBytes(args: readonly string[], input: string, which: 'first' | 'last'): string | undefined {
  const bytes = /^-c\s?(\d+)$/.exec(args.join(' '))
  if (!bytes) return undefined
  return which === 'first' ? input.slice(0, Number(bytes[1])) : input.slice(-Number(bytes[1]))
}

/** `sed s/a/b/g` with a pattern that has no regular-expression magic. */
function substituteWith(args: readonly string[], input: string): string | undefined {
  const scripts = args.filter((arg) => arg !== '-e' && arg !== '-E' && arg !== '-r')
  if (scripts.length !== 1) return undefined
  const command = /^s(.)((?:(?!\1).)*)\1((?:(?!\1).)*)\1(g?)$/.exec(scripts[0]!)
  if (!command || /[\\.*[\]^$+?(){}|]/.test(command[2]!) || /[\\&]/.test(command[3]!) || command[2] === '')
    return undefined
  return eachLine(input, (line) =>
    command[4] === 'g' ? line.replaceAll(command[2]!, () => command[3]!) : line.replace(command[2]!, () => command[3]!),
  )
}

function sequence(args: readonly string[]): string | undefined {
  if (args.length === 0 || args.length > 3 || !args.every((arg) => /^-?\d+$/.test(arg))) return undefined
  const numbers = args.map(Number)
  const first = numbers.length > 1 ? numbers[0]! : 1
  const step = numbers.length > 2 ? numbers[1]! : 1
  const last = numbers.at(-1)!
  if (step === 0 || Math.abs((last - first) / step) > 1000) return undefined
  let out = ''
  for (let value = first; step > 0 ? value <= last : value >= last; value += step) out += `${value}\n`
  return out
}
