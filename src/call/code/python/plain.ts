import { knownPrefix } from '../../word.ts'
import { below } from '../addresses.ts'
import type { LibraryCall, Special } from '../library.ts'
import { handOn } from '../methods.ts'
import { leavesPlain, patternIn, replacedParts } from '../parts.ts'
import {
  answerOf,
  data,
  derivedFrom,
  either,
  knownText,
  optionsOf,
  plain,
  plainness,
  text,
  type Value,
  wordsOf,
} from '../values.ts'

/** Calls whose result is a name without a separator: numbers, dates, hashes. */
const NUMBERS = `int round len id hash ord uuid.uuid1 uuid.uuid3 uuid.uuid4 uuid.uuid5 secrets.token_hex secrets.randbelow time.time time.time_ns time.perf_counter
  time.monotonic os.getpid os.cpu_count datetime.date.today random.randint random.randrange random.getrandbits datetime.datetime.now datetime.datetime.utcnow datetime.datetime.today
  time.monotonic_ns math.floor math.ceil zlib.crc32 datetime.date datetime.datetime shortuuid.uuid nanoid.generate ulid.new hex bin oct datetime.date.fromtimestamp
  datetime.datetime.fromtimestamp pendulum.now pendulum.today arrow.now arrow.utcnow`

/** A format of a date: what stands in it is what comes out. */
const formats: Special = (call) => {
  const format = knownText(call.given.positional[call.name.startsWith('time.') ? 0 : 0])
  return format === undefined || /[/\\]|\.\.|%[DxcX]/.test(format) ? data(call.text) : plain(call.text)
}

/** A range of numbers. */
const numbers: Special = (call) => {
  const [first, second] = call.given.positional
  const [from, to] = second === undefined ? ['0', knownText(first)] : [knownText(first), knownText(second)]
  const few =
    /^\d+$/.test(from ?? '') &&
    /^\d+$/.test(to ?? '') &&
    call.given.positional.length < 3 &&
    Number(to) - Number(from) <= 4
  if (few)
    return {
      kind: 'list',
      items: Array.from({ length: Math.max(0, Number(to) - Number(from)) }, (_, index) =>
        text(String(Number(from) + index)),
      ),
      more: false,
    }
  return { kind: 'list', items: [plain('number')], more: true }
}

/** `re.compile(p)`: the pattern itself. */
const compiles: Special = (call) => {
  const known = knownText(call.given.positional[0])
  return known === undefined || known.length > 76 ? data(call.text) : { kind: 'data', source: `/${known}/` }
}

function substituted(
  pattern: Value | undefined,
  by: Value | undefined,
  on: Value | undefined,
  call: LibraryCall,
): Value {
  handOn(call.given, call.at, call.engine)
  const [looked, put] = [patternIn(pattern, 'text is one'), knownText(by)]
  const fallback = derivedFrom(on === undefined ? [] : [on], call.text)
  if (looked === undefined || put === undefined || on === undefined) return fallback
  if (leavesPlain(looked, put)) return plain(call.text, 'part')
  if (plainness(on) !== undefined && !/[/\\]|\.\./.test(put)) return plain(call.text, 'part')
  return either(
    optionsOf(on).map((option): Value =>
      option.kind === 'text' ? (replacedParts(option.word, looked, put, call.text) ?? fallback) : fallback,
    ),
  )
}

/** `urljoin(base, link)`: a link of an answer leads where its host wants. */
const joinsAddress: Special = (call) => {
  const [base = data(call.text), link = data(call.text)] = call.given.positional
  return either(
    optionsOf(link).map((option): Value => {
      if (option.kind !== 'text')
        return answerOf(option) === undefined ? data(call.text) : derivedFrom([option], call.text)
      const start = knownPrefix(option.word)
      if (/^\w+:/.test(start)) return option
      if (start === '' || start.startsWith('//')) return data(call.text)
      const known = knownText(base)
      if (start.startsWith('/') && known !== undefined)
        return below(text(known.replace(/^(\w+:\/\/[^/]+).*$/s, '$1')), option, call.text)
      return wordsOf(base, call.text).every((word) => /^\w+:\/\/[^/]+\//.test(knownPrefix(word)))
        ? below(known === undefined ? base : text(known.replace(/[^/]*$/, '')), option, call.text)
        : data(call.text)
    }),
  )
}

export const PLAIN_SPECIALS: readonly (readonly [string, Special])[] = [
  ...NUMBERS.split(/\s+/).map((name): readonly [string, Special] => [
    name,
    (call) => {
      handOn(call.given, call.at, call.engine)
      return { ...derivedFrom([], call.text), plain: 'name' }
    },
  ]),
  ...'any#hexdigest any#isoformat any#timestamp any#toordinal any#bit_length any#total_seconds'
    .split(' ')
    .map((name): readonly [string, Special] => [name, (call) => plain(call.text)]),
  ['any#strftime', formats],
  ['time.strftime', formats],
  ['range', numbers],
  ['itertools.count', () => ({ kind: 'list', items: [plain('number')], more: true })],
  ['re.compile', compiles],
  ['regex.compile', compiles],
  [
    're.sub',
    (call) =>
      substituted(
        call.given.positional[0],
        call.given.positional[1],
        call.given.positional[2] ?? call.given.named.get('string'),
        call,
      ),
  ],
  ['any#sub', (call) => substituted(call.self, call.given.positional[0], call.given.positional[1], call)],
  ...'slugify.slugify python_slugify.slugify django.utils.text.slugify werkzeug.utils.secure_filename unidecode.slugify'
    .split(' ')
    .map((name): readonly [string, Special] => [name, (call) => plain(call.text, 'part')]),
  ['urllib.parse.urljoin', joinsAddress],
  ['requests.compat.urljoin', joinsAddress],
]
