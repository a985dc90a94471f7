import { dynamic, knownPrefix, literal } from '../../word.ts'
import { actBy, listWords } from '../act.ts'
import { below } from '../addresses.ts'
import { readEntry } from '../entry.ts'
import { setVariable, variable } from '../environment.ts'
import type { Engine, LibraryCall, Special } from '../library.ts'
import { handOn, isCallable } from '../methods.ts'
import { foundBelow, joinPaths, nameOf, parentOf } from '../paths.ts'
import {
  concatenated,
  data,
  derived,
  either,
  itemsOf,
  knownText,
  library,
  optionsOf,
  text,
  type Value,
  wordOf,
  wordsOf,
} from '../values.ts'
import { codeTemplate } from '../templates.ts'
import { COMMAND_LINE_ATTRIBUTES, COMMAND_LINE_SPECIALS } from './command-line.ts'
import { PLAIN_SPECIALS } from './plain.ts'
import {
  asksByOptions,
  bundles,
  dispatches,
  lints,
  opensDatabase,
  opensPrisma,
  opensQueue,
  registers,
} from './services.ts'
import { moduleName } from './map.ts'

const first = ({ given }: LibraryCall): Value => given.positional[0] ?? data('argument')

/** `require('x')`, `import('x')`: a module of the project is loaded and so read. */
const requires: Special = (call) => {
  const options = optionsOf(first(call)).map((option): Value => {
    const known = knownText(option)
    if (known === undefined || /^(?:data|https?|blob|file):/.test(known)) {
      call.engine.unread('dynamic-code', call.text)
      return data(call.text)
    }
    loadOwn(known, call)
    return known.endsWith('.json') ? { kind: 'object', type: 'Data' } : library(moduleName(known))
  })
  return either(options)
}

/** The names that `zx` puts beside every script. */
export const ZX: ReadonlyMap<string, Value> = new Map(
  '$ fetch glob fs path os chalk question sleep echo which YAML spinner retry within minimist stdin quote cd'
    .split(' ')
    .map((name) => {
      const own = /^(?:os|path|fetch|glob|chalk|minimist)$/.test(name)
      return [name, library(own ? name : name === 'fs' ? 'fs-extra' : `zx.${name}`)] as const
    }),
)

/** An `import` statement: its module stands in it. */
const imported: Special = (call) => {
  loadOwn(call.name, call)
  if (/^(?:data|https?|blob):/.test(call.name)) call.engine.unread('dynamic-code', call.text)
  if (call.name === 'zx/globals') call.engine.brings(ZX)
  return data(call.text)
}

function loadOwn(name: string, { engine, text: shown }: LibraryCall): void {
  if (!/^\.{0,2}\//.test(name) && name !== '.' && name !== '..') return
  const path = literal(name)
  engine.record(name.endsWith('.json') ? { does: 'read', path, text: shown } : { does: 'load', path, text: shown })
}

/** Names in a directory. */
/** In which directory the name of an entry is. */
const entries = new WeakMap<Value, Value>()

const lists: Special = (call) => {
  handOn(call.given, call.at, call.engine)
  for (const word of wordsOf(first(call), call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  const options = call.given.positional[1]
  const recursive = options?.kind === 'record' && options.entries.has('recursive')
  const name: Value = {
    kind: 'text',
    word: {
      kind: 'dynamic',
      source: 'name',
      pieces: [{ unknown: recursive ? 'names' : 'name', from: 'argument', ...(recursive ? {} : { plain: 'name' }) }],
    },
  }
  // With `recursive` the directory of an entry is any below.
  const directory = recursive ? joinPaths([first(call), name], call.text) : first(call)
  entries.set(name, directory)
  const entry: Value = { kind: 'object', type: 'Entry', held: name }
  return { kind: 'list', items: [entry], more: true }
}

const globs: Special = (call) => {
  const options = call.given.positional[1]
  const base = (options?.kind === 'record' ? options.entries.get('cwd') : undefined) ?? text('.')
  const patterns = first(call).kind === 'list' ? itemsOf(first(call)).items : [first(call)]
  const items = patterns.map((pattern): Value => {
    const known = knownText(pattern)
    return foundBelow(
      known?.startsWith('/') ? text('/') : base,
      known === undefined ? '**' : known.replace(/^\//, ''),
      call.text,
    )
  })
  handOn(call.given, call.at, call.engine)
  return { kind: 'list', items, more: true }
}

/** `fs.open(path, flags)`: reading unless the flags say otherwise. */
const opens: Special = (call) => {
  const flags = call.given.positional[1]
  const known = flags === undefined ? 'r' : knownText(flags)
  handOn(call.given, call.at, call.engine)
  const does = known === undefined || /[wx+]/.test(known) ? 'write' : known.includes('a') ? 'append' : 'read'
  return actBy(readEntry(`${does}:0 -> Data`), call)
}

const then: Special = (call) => {
  const [done, failed] = call.given.positional
  if (failed !== undefined && isCallable(failed)) call.engine.handOn(failed, call.at)
  if (call.name === 'then' && done !== undefined && isCallable(done))
    return call.engine.call(done, [call.self!], call.at)
  if (done !== undefined && isCallable(done)) call.engine.handOn(done, call.at)
  return call.self!
}

/** A timer runs a function, or text. */
const later: Special = (call) => {
  const [on = data('argument'), ...more] = call.given.positional
  for (const option of optionsOf(on))
    if (option.kind === 'text')
      actBy(readEntry('code:0'), { ...call, given: { ...call.given, positional: [option, ...more] } })
    else call.engine.call(option, more.slice(1), call.at)
  return data(call.text)
}

/** `new Function('a', 'return a')`: the last text is the code. */
const makesFunction: Special = (call) => {
  const body = call.given.positional.at(-1)
  return actBy(readEntry('code:0'), { ...call, given: { ...call.given, positional: [body ?? text('')] } })
}

const denoCommand: Special = (call) => {
  const options = call.given.positional[1]
  const args = options?.kind === 'record' ? options.entries.get('args') : undefined
  const words = [wordOf(first(call), call.text), ...(args === undefined ? [] : listWords(args, call.text))]
  if (options !== undefined && (options.kind !== 'record' || options.more)) words.push(dynamic('…', 'argument'))
  call.engine.record({ does: 'program', words, text: call.text })
  return { kind: 'object', type: 'Process' }
}

/** A page that is only parsed; scripts in it run when that is asked for. */
const parsesPage: Special = (call) => {
  const options = call.given.positional[1]
  const plain =
    options === undefined ||
    (options.kind === 'record' &&
      !options.more &&
      !options.entries.has('runScripts') &&
      !options.entries.has('resources'))
  if (!plain) call.engine.unread('unknown-call', call.text)
  return data(call.text)
}

/** `serve({ fetch, port })` of a framework listens; on every address only when it says so. */
const servesOptions: Special = (call) => {
  const options = first(call)
  if (options.kind !== 'record' || options.more) call.engine.unread('unknown-call', call.text)
  const host = options.kind === 'record' ? (options.entries.get('hostname') ?? options.entries.get('host')) : undefined
  return actBy(readEntry('listen:0 -> Server'), {
    ...call,
    given: { ...call.given, positional: [host ?? text('localhost')] },
  })
}

/** A function that a page runs, or text: what it asks for leaves as if it were asked for here. */
const inPage: Special = (call) => {
  handOn(call.given, call.at, call.engine)
  const code = call.name.includes('$') ? call.given.positional[1] : call.given.positional[0]
  for (const option of code === undefined ? [] : optionsOf(code))
    if (option.kind === 'text') actBy(readEntry('code:0'), { ...call, given: { ...call.given, positional: [option] } })
  return data(call.text)
}

/** Another thread that runs a file: itself, one of the project, or text. */
const startsWorker: Special = (call) => {
  const [on, options] = call.given.positional
  const known = knownText(on)
  const evaluates = options !== undefined && (options.kind !== 'record' || options.more || options.entries.has('eval'))
  if (evaluates && known !== undefined) actBy(readEntry('code:0'), call)
  else if (known === undefined || evaluates || /^\w+:/.test(known)) call.engine.unread('unknown-call', call.text)
  else if (known !== './script' && known !== call.engine.script) actBy(readEntry('load:0'), call)
  return { kind: 'object', type: 'Data' }
}

const shellTemplate: Special = (call) => actBy(readEntry('shell:0 -> Process'), call)

/** What it writes is named in its options. */
function writesOption(...names: readonly string[]): Special {
  return (call) => {
    const options = first(call)
    const plugins = options.kind === 'record' ? options.entries.get('plugins') : undefined
    if (options.kind !== 'record' || options.more || plugins !== undefined) {
      if (call.given.positional.length > 0) call.engine.unread('unknown-call', call.text)
    } else
      for (const name of names) {
        const path = options.entries.get(name)
        for (const word of path === undefined ? [] : wordsOf(path, call.text))
          call.engine.record({ does: 'write', path: word, text: call.text })
      }
    return data(call.text)
  }
}

/** A client with a base address. */
const client: Special = (call) => {
  const options = first(call)
  const base =
    options.kind === 'record'
      ? (options.entries.get('baseURL') ?? options.entries.get('prefixUrl') ?? options.entries.get('baseUrl'))
      : undefined
  return { kind: 'object', type: 'Client', ...(base === undefined ? {} : { held: base }) }
}

function asks(does: 'fetch' | 'send'): Special {
  return (call) => {
    const base = call.self?.kind === 'object' ? call.self.held : undefined
    const url = first(call)
    const absolute = wordsOf(url, call.text).some((word) => /^\w+:\/\//.test(knownPrefix(word)))
    const whole = base === undefined || absolute ? url : below(base, url, call.text)
    return actBy(readEntry(`${does}:0 -> Response`), {
      ...call,
      given: { ...call.given, positional: [whole, ...call.given.positional.slice(1)] },
    })
  }
}

/** Variables that say which program or code the next process runs. */
const RULING =
  /^(?:PATH|LD_\w+|DYLD_\w+|BASH_ENV|ENV|PYTHON(?:PATH|STARTUP|HOME)|NODE_OPTIONS|NODE_PATH|GIT_(?:SSH|EXTERNAL|PAGER|EDITOR)\w*|PAGER|EDITOR|SHELL)$/

const setsVariable: Special = (call) => {
  const name = knownText(call.given.positional[0])
  if (name === undefined || RULING.test(name)) call.engine.unread('unknown-call', call.text)
  return data(call.text)
}

const sameItems: Special = (call) => {
  const { items, complete } = itemsOf(first(call))
  const callback = call.given.positional[1]
  if (callback !== undefined && isCallable(callback)) {
    const results = (items.length === 0 ? [data('item')] : items).map((item) =>
      call.engine.call(callback, [item, data('index')], call.at),
    )
    return { kind: 'list', items: results, more: !complete }
  }
  return { kind: 'list', items: [...items], more: !complete }
}

const recordPart: Special = (call) => {
  const on = first(call)
  if (on.kind === 'object' && on.type === 'Environ') return data(call.text)
  // The names in a module are only names.
  if (on.kind === 'library' && !call.name.endsWith('keys')) call.engine.unread('dynamic-code', call.text)
  if (on.kind !== 'record') return data(call.text)
  const part = call.name.slice(call.name.lastIndexOf('.') + 1)
  const items = [...on.entries].map(([key, value]): Value =>
    part === 'keys' ? text(key) : part === 'values' ? value : { kind: 'list', items: [text(key), value], more: false },
  )
  return { kind: 'list', items, more: on.more }
}

const decodes: Special = (call) => {
  const known = knownText(first(call))
  const encoding = knownText(call.given.positional[1])
  if (known === undefined) return derived(first(call), call.text)
  if (call.name === 'atob' || encoding === 'base64') return hidden(Buffer.from(known, 'base64').toString('utf8'), call)
  return encoding === 'hex' ? hidden(Buffer.from(known, 'hex').toString('utf8'), call) : text(known)
}

/** What is hidden in another notation and then run is not harmless, whatever it is. */
function hidden(known: string, call: LibraryCall): Value {
  return either([text(known), data(call.text)])
}

const same: Special = (call) => first(call)
const both = (names: string, special: Special): readonly (readonly [string, Special])[] =>
  names
    .split(/\s+/)
    .filter(Boolean)
    .map((name) => [name, special] as const)
const FS = ['fs', 'fs/promises', 'fs.promises', 'fs-extra', 'graceful-fs']
const inFs = (names: string, special: Special): readonly (readonly [string, Special])[] =>
  FS.flatMap((module) =>
    both(
      names
        .split(' ')
        .map((name) => `${module}.${name}`)
        .join(' '),
      special,
    ),
  )

export const JAVASCRIPT_SPECIALS: ReadonlyMap<string, Special> = new Map<string, Special>([
  ...both(
    'require import process.getBuiltinModule process.mainModule.require module.require globalThis.require require.main.require',
    requires,
  ),
  // The name that an import statement is looked up under.
  ['import-statement', imported],
  ['module.createRequire', () => library('require')],
  ...inFs('readdir readdirSync', lists),
  ...both('Deno.readDir Deno.readDirSync', lists),
  ...inFs('glob globSync', globs),
  ...inFs('open openSync', opens),
  ...inFs('mkdtemp mkdtempSync', (call) => concatenated([first(call), data('name')], call.text)),
  ...both(
    'glob glob.sync glob.globSync glob.glob fast-glob fast-glob.sync globby globby.globby globby.globbySync globby.sync tinyglobby.glob tinyglobby.globSync fast-glob.glob',
    globs,
  ),
  ...both('every#then every#catch every#finally', then),
  ...both('setTimeout setInterval setImmediate queueMicrotask timers.setTimeout timers.setInterval', later),
  ...COMMAND_LINE_SPECIALS,
  ...PLAIN_SPECIALS,
  ['Function', makesFunction],
  ...both(
    'ejs.render ejs.compile lodash.template lodash-es.template underscore.template lodash.template.default eta.render eta.renderString dot.template',
    codeTemplate('javascript'),
  ),
  ['Deno.Command', denoCommand],
  ...both('esbuild.build esbuild.buildSync', writesOption('outfile', 'outdir')),
  ...both('Page#screenshot Page#pdf', writesOption('path')),
  ...both(
    'Page#evaluate Page#$eval Page#$$eval Page#evaluateHandle Page#waitForFunction Page#addInitScript Page#exposeFunction',
    inPage,
  ),
  ['rollup.rollup', bundles],
  ...both('undici.Pool undici.Client undici.BalancedPool undici.Agent', dispatches),
  ...both('Dispatcher#request Dispatcher#stream Dispatcher#pipeline Dispatcher#dispatch', asksByOptions),
  ['@prisma/client.PrismaClient', opensPrisma],
  ...both('App#register App#use', registers),
  ['eslint.ESLint', lints],
  ...both('knex sequelize.Sequelize typeorm.DataSource kysely.Kysely', opensDatabase),
  ...both(
    'kysely.SqliteDialect kysely.PostgresDialect kysely.MysqlDialect drizzle-orm.drizzle',
    (call) => call.given.positional[0] ?? data(call.text),
  ),
  ...both('bullmq.Queue bullmq.Worker bullmq.QueueEvents bull bee-queue bullmq.FlowProducer', opensQueue),
  ['Bundle#write', writesOption('file', 'dir')],
  ...both('Worker worker_threads.Worker', startsWorker),
  ...both('@hono/node-server.serve', servesOptions),
  ...both('jsdom.JSDOM', parsesPage),
  ['Database#transaction', (call) => first(call)],
  ['Database#pragma', (call) => data(call.text)],
  ...both('zx.$.` Bun.$.` bun.$.` execa.$.` execa.execa.` dax.$.` $.` execa.`', shellTemplate),
  ['String.raw.`', same],
  ...both('drizzle-orm.sql.` drizzle-orm.sql.raw', same),
  ...both('axios.create got.extend ky.create ofetch.create', client),
  ...both('Client#get Client#head Client#request Client#()', asks('fetch')),
  ...both('Client#post Client#put Client#patch Client#delete', asks('send')),
  ...both('path.join path/posix.join path.posix.join', (call) => joinPaths(call.given.positional, call.text)),
  ...both('path.resolve path/posix.resolve path.posix.resolve', (call) => joinPaths(call.given.positional, call.text)),
  ...both(
    'path.normalize url.fileURLToPath fs.realpathSync fs.realpath String Promise.resolve path.toNamespacedPath structuredClone util.promisify url.pathToFileURL encodeURI Object.freeze Object.seal fs/promises.realpath fs.promises.realpath',
    same,
  ),
  ...both('path.dirname path/posix.dirname', (call) => parentOf(first(call), call.text)),
  ...both('path.basename path/posix.basename', (call) => nameOf(first(call), call.text)),
  ['os.homedir', () => text('~')],
  ['os.tmpdir', () => text('/tmp')],
  ['process.cwd', () => text('.')],
  ...both('process.chdir Deno.chdir', (call) => {
    call.engine.moveTo(first(call))
    return data(call.text)
  }),
  ['Environ#.', (call) => variable(call.name, call, undefined)],
  [
    'Environ#[]',
    (call) => either(optionsOf(first(call)).map((option) => variable(knownText(option), call, undefined))),
  ],
  [
    'Environ#[]=',
    (call) => {
      setVariable(call, knownText(call.given.positional[0]), call.given.positional[1])
      return setsVariable(call)
    },
  ],
  ['Deno.env.get', (call) => variable(knownText(first(call)), call, undefined)],
  ...both('Array.from Array.of Set Promise.all Promise.allSettled Promise.race Promise.any', sameItems),
  ['Array', (call) => ({ kind: 'list', items: [...call.given.positional], more: true })],
  ...both('Object.keys Object.values Object.entries', recordPart),
  [
    'Object.assign',
    (call) => call.given.positional.find((value) => value.kind === 'object' && value.type === 'Environ') ?? first(call),
  ],
  ...both('atob Buffer.from', decodes),
  [
    'URL',
    (call) =>
      call.given.positional[1] === undefined
        ? first(call)
        : concatenated([call.given.positional[1], first(call)], call.text),
  ],
  [
    'Promise',
    (call) => {
      handOn(call.given, call.at, call.engine)
      return data(call.text)
    },
  ],
  [
    'Reflect.get',
    (call) => {
      const [of, name] = [first(call), knownText(call.given.positional[1])]
      if (of.kind !== 'library' || name === undefined) {
        call.engine.unread('dynamic-code', call.text)
        return data(call.text)
      }
      return library(`${of.name}.${name}`)
    },
  ],
])

export const JAVASCRIPT_ATTRIBUTES: ReadonlyMap<string, (self: Value, engine: Engine) => Value> = new Map<
  string,
  (self: Value, engine: Engine) => Value
>([
  ['process.env', () => ({ kind: 'object', type: 'Environ' })],
  ['Bun.env', () => ({ kind: 'object', type: 'Environ' })],
  ...COMMAND_LINE_ATTRIBUTES,
  ['process.execPath', () => text('node')],
  ['process.stdin', () => ({ kind: 'object', type: 'Data' })],
  ['process.stdout', () => ({ kind: 'object', type: 'Data' })],
  ['process.stderr', () => ({ kind: 'object', type: 'Data' })],
  ['process.platform', () => data('process.platform')],
  ['path.sep', () => text('/')],
  ['import.meta.dirname', (_, engine) => scriptDirectory(engine)],
  ['import.meta.filename', (_, engine) => text(engine.script ?? './script')],
  ['import.meta.url', (_, engine) => text(engine.script ?? './script')],
  ['import.meta.env', () => data('import.meta.env')],
  ['Entry#name', (self) => (self.kind === 'object' ? (self.held ?? data('entry')) : data('entry'))],
  ['Entry#parentPath', directoryOf],
  ['Entry#path', directoryOf],
])

export function scriptDirectory(engine: Engine): Value {
  return engine.script === undefined ? text('.') : parentOf(text(engine.script), '…')
}

function directoryOf(entry: Value): Value {
  const of = entry.kind === 'object' && entry.held ? entries.get(entry.held) : undefined
  return of ?? data('directory')
}
