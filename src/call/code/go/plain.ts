import { givenOption, givenWords, wordsGiven, commandLine } from '../command-line.ts'
import { knownPrefix } from '../../word.ts'
import { actBy } from '../act.ts'
import { below } from '../addresses.ts'
import { readEntry } from '../entry.ts'
import { cleanedData, ownMethod } from '../methods.ts'
import type { Engine, LibraryCall, Special } from '../library.ts'
import { data, derivedFrom, either, knownText, optionsOf, plain, text, type Value, wordsOf } from '../values.ts'

/** `flag.String("out", "dist", …)`, `StringVarP(&out, "out", "o", "dist", …)`: the value is what the command line says, else the default. */
function flagValue(name: string, call: LibraryCall): Value {
  const at = /Var(?:P)?$/.test(name) ? 1 : 0
  const short = name.endsWith('P')
  const given = call.given.positional.slice(at)
  const long = knownText(given[0]) ?? ''
  const names = [`-${long}`, `--${long}`, ...(short && knownText(given[1]) ? [`-${knownText(given[1])}`] : [])]
  const fallback = given[short ? 2 : 1]
  return givenOption(wordsGiven(call.engine), names, fallback)
}

const KINDS = 'String Int Int64 Uint Uint64 Float64 Bool Duration StringSlice StringArray IntSlice'.split(' ')
const flags: readonly (readonly [string, Special])[] = KINDS.flatMap((kind) =>
  ['', 'Var', 'P', 'VarP'].flatMap((way) =>
    ['flag.', 'github.com/spf13/pflag.', 'any#', 'flag.CommandLine.'].map(
      (from) =>
        [
          `${from}${kind}${way}`,
          (call: LibraryCall): Value => {
            // Of a value that nobody knows it may be any method of that name: it has to look like a flag.
            const names = call.given.positional.slice(/Var/.test(way) ? 1 : 0)
            return knownText(names[0]) === undefined || call.given.positional.length < 3
              ? derivedFrom(call.self === undefined ? [] : [call.self], call.text)
              : flagValue(kind + way, call)
          },
        ] as const,
    ),
  ),
)

/** The functions of `strings`, as methods of their first argument. */
const METHODS: Readonly<Record<string, string>> = {
  ToLower: 'toLowerCase',
  ToUpper: 'toUpperCase',
  TrimSpace: 'trim',
  TrimSuffix: 'removesuffix',
  Title: 'capitalize',
}

const ofText =
  (name: string): Special =>
  (call) => {
    const [on = data(call.text), ...more] = call.given.positional
    const given = { ...call.given, positional: more }
    return either(
      optionsOf(on).map(
        (option) =>
          ownMethod(option, name, given, call.at, call.engine) ??
          cleanedData(option, name, given, call.text, call.engine) ??
          derivedFrom([option], call.text),
      ),
    )
  }

const replaces: Special = (call) => {
  const [on, from, to] = call.given.positional
  return ofText('replaceAll')({
    ...call,
    given: { ...call.given, positional: [on, from, to].filter((one) => one !== undefined) },
  })
}

const formats: Special = (call) => {
  const known = knownText(call.given.positional[0])
  return known !== undefined && /^[\w .:+-]+$/.test(known)
    ? plain(call.text)
    : derivedFrom(call.self === undefined ? [] : [call.self], call.text)
}

const METHOD_NAMES = ['Get', 'Head', 'Post', 'Put', 'Patch', 'Delete', 'Options']

export const GO_PLAIN_SPECIALS: readonly (readonly [string, Special])[] = [
  ...flags,
  ...Object.entries(METHODS).map(([name, method]) => [`strings.${name}`, ofText(method)] as const),
  ['strings.Replace', replaces],
  ['strings.ReplaceAll', replaces],
  ['any#Format', formats],
  ...'strconv.Itoa strconv.FormatInt strconv.Atoi strconv.ParseInt any#Unix any#UnixNano any#UnixMilli any#Year any#Nanoseconds github.com/google/uuid.NewString github.com/google/uuid.New encoding/hex.EncodeToString path/filepath.Ext len'
    .split(' ')
    .map((name): readonly [string, Special] => [
      name,
      (call) => plain(call.text, name.endsWith('Ext') ? 'part' : 'name'),
    ]),
  ...'flag.Args flag.CommandLine.Args'
    .split(' ')
    .map((name): readonly [string, Special] => [name, (call) => givenWords(wordsGiven(call.engine))]),
  [
    'flag.Arg',
    (call) => {
      const words = givenWords(wordsGiven(call.engine))
      return words.kind === 'list' ? either(words.items.length > 0 ? words.items : [text('')]) : words
    },
  ],
  // A client whose calls are chained, with a base address.
  ['Rest#SetBaseURL', (call) => ({ kind: 'object', type: 'Rest', held: call.given.positional[0] ?? data(call.text) })],
  ...'R NewRequest SetTimeout SetHeader SetHeaders SetQueryParam SetQueryParams SetResult SetError SetSuccessResult SetRetryCount SetRetryWaitTime SetPathParam SetPathParams SetContext SetUserAgent SetDebug SetDisableWarn'
    .split(' ')
    .map((name): readonly [string, Special] => [`Rest#${name}`, (call) => call.self!]),
  ...'Get Head'.split(' ').map((name): readonly [string, Special] => [`Rest#${name}`, asksBelow('fetch')]),
  ...'Post Put Patch Delete'.split(' ').map((name): readonly [string, Special] => [`Rest#${name}`, asksBelow('send')]),
  // A listener's own address.
  ['Listener#Addr', (call) => ({ kind: 'object', type: 'Address', held: ownAddress(call.self) })],
  [
    'Address#String',
    (call) => (call.self?.kind === 'object' && call.self.held !== undefined ? call.self.held : data(call.text)),
  ],
  ['net/http/httptest.NewServer', () => ({ kind: 'object', type: 'TestServer' })],
  ['net/http/httptest.NewTLSServer', () => ({ kind: 'object', type: 'TestServer' })],
  ['TestServer#Client', () => ({ kind: 'object', type: 'Client' })],
]

function asksBelow(does: 'fetch' | 'send'): Special {
  return (call) => {
    const base = call.self?.kind === 'object' ? call.self.held : undefined
    const asked = call.given.positional[0] ?? data(call.text)
    const whole =
      base === undefined || wordsOf(asked, call.text).some((word) => knownPrefix(word).includes('://'))
        ? asked
        : below(base, asked, call.text)
    return actBy(readEntry(`${does}:0 -> Response`), {
      ...call,
      given: { ...call.given, positional: [whole, ...call.given.positional.slice(1)] },
    })
  }
}

function ownAddress(listener: Value | undefined): Value {
  const known = listener?.kind === 'object' ? knownText(listener.held) : undefined
  return known === undefined ? data('address') : text(known.startsWith(':') ? `localhost${known}` : known)
}

export const GO_ATTRIBUTES: readonly (readonly [string, (self: Value, engine: Engine) => Value])[] = [
  ['os.Args', (_, engine) => commandLine(engine, ['program']) ?? data('os.Args')],
  ['TestServer#URL', () => text('http://127.0.0.1:8080')],
  ...METHOD_NAMES.map((name) => [`net/http.Method${name}`, () => text(name.toUpperCase())] as const),
]
