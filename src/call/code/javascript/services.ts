import { dynamic, knownPrefix } from '../../word.ts'
import { actBy } from '../act.ts'
import { below } from '../addresses.ts'
import { readEntry } from '../entry.ts'
import type { LibraryCall, Special } from '../library.ts'
import { handOn, isCallable } from '../methods.ts'
import { data, itemsOf, knownText, text, type Value, wordsOf } from '../values.ts'

const first = ({ given }: LibraryCall): Value => given.positional[0] ?? data('argument')

/** A database by its description: a file, a driver that was opened before, or a host. */
export const opensDatabase: Special = (call) => {
  handOn(call.given, call.at, call.engine)
  const made: Value = { kind: 'object', type: 'Database' }
  const parts: Value[] = [...call.given.positional]
  for (let at = 0; at < parts.length && at < 40; at++) {
    const part = parts[at]!
    if (part.kind === 'record') parts.push(...part.entries.values())
    const host =
      part.kind === 'record'
        ? (part.entries.get('host') ?? part.entries.get('url') ?? part.entries.get('connectionString'))
        : part
    const known = host === undefined ? '' : wordsOf(host, call.text).map(knownPrefix).join(' ')
    const isHost = part.kind === 'record' ? host !== undefined : /^\w+:\/\//.test(known)
    if (isHost && !known.startsWith('sqlite:') && host !== undefined)
      actBy(readEntry('connect:0'), { ...call, given: { ...call.given, positional: [host], named: new Map() } })
  }
  const whole = call.given.positional.every(
    (value) => value.kind === 'record' || value.kind === 'object' || value.kind === 'text',
  )
  if (!whole) actBy(readEntry('connect:0'), call)
  return made
}

/** A queue behind a store: on this machine when nothing else is said. */
export const opensQueue: Special = (call) => {
  handOn(call.given, call.at, call.engine)
  const options = call.given.positional.findLast((value) => value.kind === 'record')
  const connection =
    options?.kind === 'record' ? (options.entries.get('connection') ?? options.entries.get('redis')) : undefined
  const host =
    connection?.kind === 'record'
      ? (connection.entries.get('host') ?? connection.entries.get('url') ?? text('localhost'))
      : (connection ?? text('localhost'))
  const url = call.given.positional[1]
  const target = url?.kind === 'text' ? url : connection?.kind === 'object' ? text('localhost') : host
  actBy(readEntry('connect:0'), { ...call, given: { ...call.given, positional: [target], named: new Map() } })
  return { kind: 'object', type: 'Queue' }
}

/** The project's linter; with a configuration that is named it runs that. */
export const lints: Special = (call) => {
  const options = call.given.positional[0]
  const entries = options?.kind === 'record' ? options.entries : new Map<string, Value>()
  const config = entries.get('overrideConfigFile')
  const named = knownText(config)
  if (config !== undefined && (named === undefined || /^(?:[/~]|\.\.)/.test(named)))
    call.engine.unread('unknown-call', call.text)
  const runs = ['rulePaths', 'plugins', 'resolvePluginsRelativeTo', 'baseConfig', 'overrideConfig'].some((key) =>
    entries.has(key),
  )
  if (runs || (options !== undefined && (options.kind !== 'record' || options.more)))
    call.engine.unread('unknown-call', call.text)
  return { kind: 'object', type: 'Linter' }
}

/** A bundler with plug-ins that are packages; one that the code wrote is run. */
export const bundles: Special = (call) => {
  const options = first(call)
  if (options.kind !== 'record' || options.more) call.engine.unread('unknown-call', call.text)
  else
    for (const value of options.entries.values())
      handOn({ ...call.given, positional: [value, ...itemsOf(value).items] }, call.at, call.engine)
  return { kind: 'object', type: 'Bundle' }
}

/** `pool.request({ path: '/ping', method: 'GET' })`: below the address that the client was made with. */
export const asksByOptions: Special = (call) => {
  const options = first(call)
  const base = call.self?.kind === 'object' ? call.self.held : undefined
  const path = options.kind === 'record' ? options.entries.get('path') : undefined
  const method = options.kind === 'record' ? options.entries.get('method') : undefined
  const reads = method !== undefined && /^(?:GET|HEAD|OPTIONS)$/i.test(knownText(method) ?? '')
  const whole = options.kind === 'record' && !options.more && reads && !options.entries.has('body')
  const on = base === undefined ? data(call.text) : path === undefined ? base : below(base, path, call.text)
  return actBy(readEntry(`${whole ? 'fetch' : 'send'}:0 -> Response`), {
    ...call,
    given: { ...call.given, positional: [on, options] },
  })
}

/** A client of one address. */
export const dispatches: Special = (call) => ({ kind: 'object', type: 'Dispatcher', held: first(call) })

/** What the project's settings name, unless the code names another place. */
export const opensPrisma: Special = (call) => {
  handOn(call.given, call.at, call.engine)
  const options = call.given.positional[0]
  if (options === undefined) return { kind: 'object', type: 'Prisma' }
  const plain =
    options.kind === 'record' &&
    !options.more &&
    [...options.entries.keys()].every((key) => /^(?:log|errorFormat)$/.test(key))
  if (plain) return { kind: 'object', type: 'Prisma' }
  const urls = [...(options.kind === 'record' ? options.entries.values() : [])].flatMap(urlsIn)
  for (const url of urls.length > 0 ? urls : [data(call.text)])
    for (const target of wordsOf(url, call.text))
      call.engine.record({ does: 'contact', target, sends: 'unknown', text: call.text })
  return { kind: 'object', type: 'PrismaAt' }
}

function urlsIn(value: Value): readonly Value[] {
  if (value.kind === 'record') return [...value.entries.values()].flatMap(urlsIn)
  return value.kind === 'data' && value.plain !== undefined ? [] : [value]
}

/** `app.register(plugin, options)`: a plug-in of the code's own is called; one that serves a directory gives it away. */
export const registers: Special = (call) => {
  const [plugin, options] = call.given.positional
  if (plugin !== undefined && isCallable(plugin)) {
    const serves = plugin.kind === 'library' && /static/.test(plugin.name)
    const root = options?.kind === 'record' ? options.entries.get('root') : undefined
    if (!serves) handOn(call.given, call.at, call.engine)
    else
      for (const path of wordsOf(root ?? dynamicRoot, call.text))
        call.engine.record({ does: 'read', path, text: call.text })
  } else handOn(call.given, call.at, call.engine)
  return call.self ?? data(call.text)
}

const dynamicRoot: Value = { kind: 'text', word: dynamic('root', 'argument') }
