import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical } from './canonical-json.ts'
import { fingerprintOf } from './fingerprint.ts'
import { readCallText, readCallValue } from './read-call.ts'
import { InputSanitizer } from './sanitize.ts'
import { copyJson, readJson } from './strict-json.ts'

const defaults = { id: '1', session: 's', agent: 'generic', cwd: '/home/dev/project' }
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const call = (input: string): string => `{"tool":"Bash","input":${input}}`

describe('what cannot be read is refused with its code', () => {
  test.each([
    ['nothing', '', 'call.unreadable'],
    ['not JSON', 'rm -rf /', 'call.unreadable'],
    ['half an object', '{"tool":"Bash"', 'call.unreadable'],
    ['two values', '{} {}', 'call.unreadable'],
    ['a trailing comma', '{"tool":"Bash",}', 'call.unreadable'],
    ['a comment', '{/* x */}', 'call.unreadable'],
    ['single quotes', "{'tool':'Bash'}", 'call.unreadable'],
    ['a leading zero', call('{"n":01}'), 'call.unreadable'],
    ['a bare word', call('{"n":NaN}'), 'call.unreadable'],
    ['a number that overflows', call('{"n":1e400}'), 'call.unreadable'],
    ['a raw newline in a string', call('{"command":"a\nb"}'), 'call.unreadable'],
    ['an unknown escape', call('{"command":"\\x41"}'), 'call.unreadable'],
    ['a NUL', call('{"command":"a\\u0000b"}'), 'call.unreadable'],
    ['a lone surrogate escape', call('{"command":"\\ud800"}'), 'call.unreadable'],
    ['a lone surrogate', call('{"command":"\ud800"}'), 'call.unreadable'],
    ['a surrogate pair the wrong way round', call('{"command":"\\udc00\\ud800"}'), 'call.unreadable'],
    ['invalid UTF-8', bytes(0x7b, 0x22, 0xff, 0x22, 0x7d), 'call.unreadable'],
    ['overlong UTF-8', bytes(0x22, 0xc0, 0xaf, 0x22), 'call.unreadable'],
    ['a duplicate key', call('{"command":"ls","command":"rm"}'), 'call.unreadable'],
    ['a duplicate key, escaped', call('{"command":"ls","\\u0063ommand":"rm"}'), 'call.unreadable'],
    ['__proto__', call('{"__proto__":{"command":"ls"}}'), 'call.unreadable'],
    ['__proto__, escaped', call('{"\\u005f_proto__":{}}'), 'call.unreadable'],
    ['constructor', call('{"constructor":{}}'), 'call.unreadable'],
    ['a list', '[]', 'call.unreadable'],
    ['a string', '"Bash"', 'call.unreadable'],
    ['no tool', '{"input":{}}', 'call.unreadable'],
    ['a tool that is a number', '{"tool":1,"input":{}}', 'call.unreadable'],
    ['an empty tool', '{"tool":"","input":{}}', 'call.unreadable'],
    ['no input', '{"tool":"Bash"}', 'call.unreadable'],
    ['input that is a string', '{"tool":"Bash","input":"ls"}', 'call.unreadable'],
    ['input that is a list', '{"tool":"Bash","input":[]}', 'call.unreadable'],
    ['input that is null', '{"tool":"Bash","input":null}', 'call.unreadable'],
    ['a relative cwd', '{"tool":"Bash","input":{},"cwd":"src"}', 'call.unreadable'],
    ['a cwd that is null', '{"tool":"Bash","input":{},"cwd":null}', 'call.unreadable'],
    ['a session that is an object', '{"tool":"Bash","input":{},"session":{}}', 'call.unreadable'],
    ['10 MB', call(`{"command":"${'a'.repeat(10_000_000)}"}`), 'call.too-large'],
    ['100,000 levels of lists', deep(100_000), 'call.too-deep'],
    ['100,000 levels of objects', '{"a":'.repeat(100_000), 'call.too-deep'],
    ['65 levels', deep(66), 'call.too-deep'],
    ['more than 10,000 keys', `[${'0,'.repeat(10_000)}0]`, 'call.too-large'],
  ])('%s', (_, raw, code) => {
    expect(readCallText(raw, defaults)).toMatchObject({ unreadable: { code } })
  })

  test('a limit set above the hard limit stays at the hard limit', () => {
    const sanitizer = new InputSanitizer({ bytes: 1e9, string: 1e9 })
    expect(sanitizer.parse(`"${'a'.repeat(11 * 1024 * 1024)}"`)).toMatchObject({
      unreadable: { code: 'call.too-large' },
    })
    expect(sanitizer.parse(`"${'a'.repeat(9 * 1024 * 1024)}"`)).toHaveProperty('ok')
  })
})

describe('objects from a library user', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const proto: unknown = JSON.parse('{"__proto__": {"command": "ls"}}')
  const hole = Array.from({ length: 2 })
  delete hole[0]
  test.each<readonly [string, unknown]>([
    ['undefined', undefined],
    ['a function', () => 'ls'],
    ['a BigInt', { n: 1n }],
    ['a symbol key', { [Symbol('x')]: 1 }],
    ['a symbol value', { a: Symbol('x') }],
    [
      'a getter',
      {
        get command() {
          return 'ls'
        },
      },
    ],
    ['a cycle', cycle],
    ['an own __proto__', proto],
    ['a class instance', { when: new Date(0) }],
    ['a map', new Map([['command', 'ls']])],
    ['an object that inherits', Object.create({ command: 'ls' })],
    ['a list with a hole', { list: hole }],
    ['not a number', { n: Number.NaN }],
    ['infinity', { n: Infinity }],
    ['a lone surrogate', { command: '\ud800' }],
    ['a lone surrogate in a key', { '\ud800': 1 }],
    ['a NUL', { command: 'a\u0000' }],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          ownKeys() {
            throw new Error('no')
          },
        },
      ),
    ],
  ])('%s is refused', (_, value) => {
    expect(copyJson(value)).toMatchObject({ unreadable: { code: 'call.unreadable' } })
  })

  test('a list nested too deep is refused', () => {
    let nested: unknown = 1
    for (let level = 0; level < 100_000; level++) nested = [nested]
    expect(copyJson(nested)).toMatchObject({ unreadable: { code: 'call.too-deep' } })
  })

  test('the copy does not change with the original', () => {
    const input = { command: 'ls' }
    const read = readCallValue({ tool: 'Bash', input }, defaults)
    input.command = 'rm -rf /'
    expect(read).toMatchObject({ ok: { input: { command: 'ls' } } })
  })

  test('an undefined value is an absent key', () => {
    expect(copyJson({ a: undefined, b: 1 })).toEqual({ ok: { b: 1 } })
  })
})

describe('what is well formed is read as it is', () => {
  test.each<readonly [string, unknown]>([
    ['null', null],
    [' [ 1 , -2.5e3 , true ] ', [1, -2500, true]],
    ['{"a":{"b":["\\n\\u00e9\\ud83d\\ude00/\\/"]}}', { a: { b: ['\né😀//'] } }],
    ['{"toString":1,"hasOwnProperty":2}', { toString: 1, hasOwnProperty: 2 }],
    ['""', ''],
  ])('%s', (text, value) => {
    expect(readJson(text)).toEqual({ ok: value })
    expect(readJson(new TextEncoder().encode(text))).toEqual({ ok: value })
  })

  test('a call takes what it does not say from the defaults', () => {
    expect(readCallText('{"tool":"Bash","input":{"command":"ls"}}', defaults)).toMatchObject({
      ok: { tool: 'Bash', input: { command: 'ls' }, cwd: '/home/dev/project', session: 's', id: '1', agent: 'generic' },
    })
  })

  test.each([
    ['/home/dev/project/../x/.', '/home/dev/x'],
    ['C:\\Users\\dev', 'C:/Users/dev'],
  ])('the cwd %s becomes %s', (cwd, normal) => {
    expect(readCallValue({ tool: 'Bash', input: {}, cwd }, defaults)).toMatchObject({ ok: { cwd: normal } })
  })
})

describe('fingerprint', () => {
  test('does not depend on the order of keys', () => {
    expect(canonical({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
    expect(fingerprintOf('T', { a: 1, b: 2 }, '/x')).toBe(fingerprintOf('T', { b: 2, a: 1 }, '/x'))
  })

  test.each([
    ['tool', fingerprintOf('U', { a: 1 }, '/x')],
    ['input', fingerprintOf('T', { a: '1' }, '/x')],
    ['cwd', fingerprintOf('T', { a: 1 }, '/y')],
  ])('depends on the %s', (_, other) => {
    expect(other).not.toBe(fingerprintOf('T', { a: 1 }, '/x'))
    expect(other).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('laws of the reader', () => {
  test('what it reads, JSON.parse reads the same; it never throws', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '"b":',
      '1',
      '-',
      '0.5e1',
      'true',
      'null',
      ' ',
      '\\',
      'u0041',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const read = readJson(text)
        if ('ok' in read) expect(read.ok).toEqual(JSON.parse(text))
      }),
      { numRuns: 3000 },
    )
  })

  test('what JSON.stringify writes, it reads, unless a key or a character is refused', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const read = readJson(text)
        const refused = /\\u0000|\\ud[89a-f]|__proto__|constructor|prototype/.test(text)
        expect('ok' in read ? read.ok : refused || read).toEqual('ok' in read ? JSON.parse(text) : true)
      }),
      { numRuns: 500 },
    )
  })
})
