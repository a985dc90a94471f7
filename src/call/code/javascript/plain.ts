import type { LibraryCall, Special } from '../library.ts'
import { handOn } from '../methods.ts'
import { nameOf, parentOf } from '../paths.ts'
import { data, derivedFrom, knownText, optionsOf, plain, plainness, text, type Value } from '../values.ts'

/** Calls whose result is a name without a separator: numbers, dates, hashes. */
const NUMBERS = `Date.now crypto.randomUUID uuid.v1 uuid.v4 uuid.v5 uuid.v7 uuid nanoid.nanoid nanoid ulid.ulid ulid Math.floor Math.ceil Math.round Math.trunc Math.abs Math.random
  Number parseInt parseFloat Number.parseInt Number.parseFloat performance.now process.hrtime.bigint process.uptime crypto.randomInt cuid @paralleldrive/cuid2.createId short-uuid.generate
  uuidv7.uuidv7 ksuid any#getTime any#getFullYear any#getMonth any#getDate any#getHours any#getMinutes any#getSeconds any#valueOf any#toFixed any#toISOString any#toJSON any#getUTCFullYear
  any#getUTCMonth any#getUTCDate any#toISODate any#toMillis any#unix crypto.randomUUIDv4 hash-sum object-hash md5`

const DIGESTS = /^(?:hex|base64url)$/

/** `dayjs().format('YYYY-MM-DD')`, `format(date, 'yyyy-MM-dd')`. */
const formats: Special = (call) => {
  const on = call.name.startsWith('date-fns') ? call.given.positional[1] : call.given.positional[0]
  if (on === undefined) return plain(call.text)
  const known = knownText(on)
  return known !== undefined &&
    /^[\w .:[\]'-]+$/.test(known) &&
    !known.includes('..') &&
    !/L|P|l/.test(known.replaceAll(/\[[^\]]*\]/g, ''))
    ? plain(call.text)
    : derivedFrom([...(call.self === undefined ? [] : [call.self]), ...call.given.positional], call.text)
}

const digests: Special = (call) => {
  const encoding = knownText(call.given.positional[0])
  return encoding !== undefined && DIGESTS.test(encoding)
    ? plain(call.text)
    : derivedFrom(call.self === undefined ? [] : [call.self], call.text)
}

/** `path.parse(p)`: its directory, its name, and its name without an ending. */
const parses: Special = (call) => {
  const on = call.given.positional[0] ?? data(call.text)
  const base = nameOf(on, call.text)
  const known = knownText(base)
  const name: Value =
    known === undefined
      ? plainness(base) === undefined
        ? data(call.text)
        : base
      : text(known.replace(/(?<=.)\.[^.]*$/, ''))
  return {
    kind: 'record',
    entries: new Map<string, Value>([
      ['dir', parentOf(on, call.text)],
      ['base', base],
      ['name', name],
      ['ext', known === undefined ? plain('ending', 'part') : text(/(?<=.)\.[^.]*$/.exec(known)?.[0] ?? '')],
      ['root', data('root')],
    ]),
    more: false,
  }
}

const slugs: Special = (call) => plain(call.text, 'part')

/** `path.join` of one text, with what is handed on called. */
const numbers: Special = (call: LibraryCall) => {
  handOn(call.given, call.at, call.engine)
  const [only] = call.given.positional
  if (
    only !== undefined &&
    /^(?:Number|parseInt|parseFloat)$/.test(call.name) &&
    optionsOf(only).length === 1 &&
    /^\d+$/.test(knownText(only) ?? '')
  )
    return only
  return plain(call.text)
}

const named = (names: string, special: Special): readonly (readonly [string, Special])[] =>
  names.split(/\s+/).map((name) => [name, special] as const)

export const PLAIN_SPECIALS: readonly (readonly [string, Special])[] = [
  ...named(NUMBERS, numbers),
  ...named('any#format date-fns.format date-fns/format date-fns.formatISO any#toFormat', formats),
  ...named('any#digest', digests),
  ...named('path.parse path/posix.parse path.posix.parse', parses),
  ...named(
    'slugify slugify.default @sindresorhus/slugify github-slugger.slug lodash.kebabCase lodash-es.kebabCase lodash.snakeCase change-case.kebabCase change-case.paramCase lodash.camelCase change-case.pascalCase change-case.snakeCase change-case.camelCase param-case.paramCase camelcase filenamify sanitize-filename',
    slugs,
  ),
]
