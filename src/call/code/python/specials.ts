import { knownPrefix, textOf } from '../../word.ts'
import { actBy, listWords } from '../act.ts'
import { readEntry } from '../entry.ts'
import { setVariable, variable } from '../environment.ts'
import type { LibraryCall, Special } from '../library.ts'
import { handOn, isCallable } from '../methods.ts'
import {
  concatenated,
  data,
  derived,
  either,
  itemsOf,
  knownText,
  library,
  optionsOf,
  plain,
  text,
  type Value,
  wordOf,
  wordsOf,
} from '../values.ts'
import { below } from '../addresses.ts'
import { COMMAND_LINE_SPECIALS } from './command-line.ts'
import { PLAIN_SPECIALS } from './plain.ts'
import { asksDuckdb, conditioned, configuresLogs, makesEngine, opensService, statement, template } from './services.ts'
import { TASK_SPECIALS, wordsOfCommand } from './tasks.ts'
import { FILE_SPECIALS, first, found, row, samePath } from './files.ts'

/** What the items of its argument are, in whatever container. */
const sameItems: Special = (call) => {
  const from = first(call)
  handOn({ ...call.given, positional: call.given.positional.slice(1) }, call.at, call.engine)
  if (from.kind === 'object' && from.type === 'Environ') return from
  const { items, complete } = itemsOf(from)
  if (items.length === 0 && !complete) return data(call.text)
  return { kind: 'list', items: [...items], more: !complete }
}

/** A function that is called for each item. */
const eachItem: Special = (call) => {
  const [callee, ...lists] = call.given.positional
  if (callee === undefined) return data(call.text)
  const all = lists.map((list) => itemsOf(list))
  const most = Math.min(32, Math.max(1, ...all.map(({ items }) => items.length)))
  const results: Value[] = []
  if (isCallable(callee))
    for (let index = 0; index < most; index++)
      results.push(
        call.engine.call(
          callee,
          all.length === 0 ? [data('item')] : all.map(({ items }) => items[index] ?? data('item')),
          call.at,
        ),
      )
  const complete = all.every((one) => one.complete) && most < 32
  return { kind: 'list', items: call.name.endsWith('filter') ? [...(all[0]?.items ?? [])] : results, more: !complete }
}

/** `Thread(target=f, args=(1,))`: runs it, now or later. */
const startsFunction: Special = (call) => {
  const { given, engine, at } = call
  const target = given.named.get('target') ?? given.positional.find(isCallable)
  const args = itemsOf(given.named.get('args') ?? { kind: 'list', items: [], more: false })
  if (target !== undefined) engine.call(target, args.items, at)
  return { kind: 'object', type: 'Data' }
}

/** `pool.submit(f, 1)`, `loop.run_in_executor(None, f)`: the function, then its arguments. */
const submits: Special = (call) => {
  const at = call.given.positional.findIndex(isCallable)
  if (at < 0) return data(call.text)
  return call.engine.call(call.given.positional[at]!, call.given.positional.slice(at + 1), call.at)
}

const partial: Special = (call) => {
  const [callee, ...more] = call.given.positional
  if (callee?.kind === 'function') return { ...callee, first: more }
  if (callee?.kind === 'library') {
    call.engine.call(callee, [...more, data('argument')], call.at)
    return data(call.text)
  }
  return callee ?? data(call.text)
}

const gets: Special = (call) => {
  const [of, name, fallback] = call.given.positional
  const known = knownText(name)
  if (of === undefined || known === undefined) {
    if (of !== undefined && of.kind !== 'library') return data(call.text)
    call.engine.unread('dynamic-code', call.text)
    return data(call.text)
  }
  if (known.startsWith('__') && known !== '__version__' && known !== '__name__' && known !== '__doc__') {
    call.engine.unread('dynamic-code', call.text)
    return data(call.text)
  }
  if (of.kind === 'library')
    return either([library(`${of.name}.${known}`), ...(fallback === undefined ? [] : [fallback])])
  return of.kind === 'data' ? { kind: 'method', of, name: known } : either([{ kind: 'method', of, name: known }])
}

/** `setattr(module, name, value)` makes a name mean something else. */
const sets: Special = (call) => {
  const [of, , value] = call.given.positional
  if (of?.kind === 'library') call.engine.unread('dynamic-code', call.text)
  if (value !== undefined && isCallable(value)) call.engine.handOn(value, call.at)
  return data(call.text)
}

/** An array may hold objects, which are code. */
const loadsArray: Special = (call) => {
  const objects = call.given.named.get('allow_pickle')
  if (objects !== undefined && knownText(objects) !== 'false') call.engine.unread('dynamic-code', call.text)
  return actBy(readEntry('read:0|file'), call)
}

/** A question about a table is evaluated; `@name` and `__name__` reach out of it. */
const asksTable: Special = (call) => {
  const known = knownText(first(call))
  if (known === undefined ? first(call).kind === 'text' : /__|@\w*\s*\(|@\w+\./.test(known))
    call.engine.unread('dynamic-code', call.text)
  return call.self ?? data(call.text)
}

const imports: Special = (call) => {
  const known = knownText(first(call))
  if (known === undefined) {
    call.engine.unread('dynamic-code', call.text)
    return data(call.text)
  }
  const fromList = call.given.named.has('fromlist') || call.given.positional.length > 3
  return library(call.name === '__import__' && !fromList ? known.split('.')[0]! : known)
}

const execs: Special = (call) => {
  const spawn = call.name.includes('spawn') && !call.name.includes('posix')
  const [file, ...rest] = call.given.positional.slice(spawn ? 1 : 0)
  const words =
    /[a-z]+l/.test(call.name.replace(/^os\.(?:exec|spawn)/, '')) || call.name === 'os.execl'
      ? rest.slice(1).map((value) => wordOf(value, call.text))
      : rest[0] === undefined
        ? []
        : listWords(rest[0], call.text).slice(1)
  call.engine.record({ does: 'program', words: [wordOf(file, call.text), ...words], text: call.text })
  return data(call.text)
}

const environmentValue: Special = (call) =>
  either(optionsOf(first(call)).map((option) => variable(knownText(option), call, call.given.positional[1])))

/** Variables that say which program or code the next process runs. */
const RULING =
  /^(?:PATH|LD_\w+|DYLD_\w+|BASH_ENV|ENV|PYTHON(?:PATH|STARTUP|HOME)|NODE_OPTIONS|PERL5\w+|RUBY\w+|GIT_(?:SSH|EXTERNAL|PAGER|EDITOR)\w*|PAGER|EDITOR|SHELL)$/

const setsVariable: Special = (call) => {
  const name = knownText(call.given.positional[0])
  if (name === undefined || RULING.test(name)) call.engine.unread('unknown-call', call.text)
  setVariable(call, name, call.given.positional[1])
  return data(call.text)
}

const updatesVariables: Special = (call) => {
  const given = call.given.positional[0]
  const names = [...call.given.named.keys(), ...(given?.kind === 'record' ? given.entries.keys() : [])]
  for (const [name, value] of [...call.given.named, ...(given?.kind === 'record' ? given.entries : [])])
    setVariable(call, name, value)
  if (names.some((name) => RULING.test(name)) || (given !== undefined && (given.kind !== 'record' || given.more)))
    call.engine.unread('unknown-call', call.text)
  return data(call.text)
}

/** The whole environment goes somewhere. */
const dumps: Special = (call) => {
  call.engine.record({ does: 'environment', name: 'environment', text: call.text })
  return data(call.text)
}

/** Text that is timed: a function or code. */
const times: Special = (call) => {
  const on = call.given.named.get('stmt') ?? call.given.positional[0]
  for (const one of [on, call.given.named.get('setup')])
    for (const option of one === undefined ? [] : optionsOf(one)) {
      if (isCallable(option)) call.engine.handOn(option, call.at)
      else if (option.kind === 'text' && textOf(option.word) !== undefined)
        call.engine.record({ does: 'code', language: 'python', code: option.word, text: call.text })
      else call.engine.unread('dynamic-code', call.text)
    }
  return data(call.text)
}

/** Text hidden in another notation is the text. */
function decodes(encoding: 'base64' | 'hex' | 'base64url'): Special {
  return (call) => {
    const known = knownText(first(call))
    // What is hidden in another notation and then run is not harmless, whatever it is.
    return known === undefined
      ? derived(first(call), call.text)
      : either([text(Buffer.from(known, encoding).toString('utf8')), data(call.text)])
  }
}

const UNSAFE_LOADERS = /\b(?:Unsafe|Full)?Loader$/

/** `yaml.load(text, Loader=…)` makes any object unless the loader is a safe one. */
const loadsYaml: Special = (call) => {
  const loader = call.given.named.get('Loader') ?? call.given.positional[1]
  const name = loader?.kind === 'library' ? loader.name : ''
  if (!/(?:C?Safe|C?Base)Loader$/.test(name) && (UNSAFE_LOADERS.test(name) || loader === undefined))
    call.engine.unread('dynamic-code', call.text)
  return data(call.text)
}

/** `torch.load(path)`: data only when it is told so; else any code. A file of the workspace is read. */
const loadsPickled: Special = (call) => {
  const only = knownText(call.given.named.get('weights_only') ?? call.given.named.get('allow_pickle') ?? data(''))
  if (only !== 'true') call.engine.unread('dynamic-code', call.text)
  return actBy(readEntry('read:0|f'), call)
}

/** The hub's own models and data sets have no publisher. */
const MODEL_NAME = /^(?:([\w.-]+)\/)?[\w-][\w.-]*$/

const loadsModel: Special = (call) => {
  const named = MODEL_NAME.exec(knownText(first(call)) ?? '')
  const trusted = named !== null && (named[1] === undefined || call.engine.trusts('models', named[1]))
  if (!trusted || call.given.named.has('trust_remote_code')) call.engine.unread('dynamic-code', call.text)
  return data(call.text)
}

/** A client with a base address: what it asks for lies below that. */
const client: Special = (call) => {
  const base = call.given.named.get('base_url') ?? call.given.positional[0]
  return { kind: 'object', type: 'Session', ...(base === undefined ? {} : { held: base }) }
}

function asks(sends: 'fetch' | 'send'): Special {
  return (call) => {
    const base = call.self?.kind === 'object' ? call.self.held : undefined
    const url = call.given.named.get('url') ?? call.given.positional[0] ?? data(call.text)
    const absolute = wordsOf(url, call.text).some((word) => /^\w+:\/\//.test(knownPrefix(word)))
    const whole = base === undefined || absolute ? url : below(base, url, call.text)
    return actBy(readEntry(`${sends}:0|url -> Response`), {
      ...call,
      given: { ...call.given, positional: [whole, ...call.given.positional.slice(1)] },
    })
  }
}

/** Names and values: `SimpleNamespace(a=1).a`. */
const namespace: Special = (call) => ({ kind: 'record', entries: new Map(call.given.named), more: call.given.open })

const savesCatalog: Special = (call) => {
  const to = call.given.positional[0] ?? call.given.named.get('fpath') ?? call.self
  return actBy(readEntry('write:0'), { ...call, given: { ...call.given, positional: [to ?? data(call.text)] } })
}

/** Where modules are looked for. */
const changesSearch: Special = (call) => {
  const where = call.given.positional.at(-1)
  for (const word of wordsOf(where, call.text)) {
    const start = knownPrefix(word)
    if (/^(?:\/tmp|\/var\/tmp|\/dev\/shm|~|https?:)/.test(start)) call.engine.unread('dynamic-code', call.text)
  }
  return data(call.text)
}

export const PYTHON_SPECIALS: ReadonlyMap<string, Special> = new Map<string, Special>([
  ...FILE_SPECIALS,
  ...COMMAND_LINE_SPECIALS,
  ...PLAIN_SPECIALS,
  ...TASK_SPECIALS,
  ...'str bytes repr os.fsdecode os.fsencode'
    .split(' ')
    .map((name) => [name, (call: LibraryCall) => asText(call)] as const),
  ...'list tuple set frozenset sorted reversed iter dict collections.deque itertools.chain tqdm.tqdm tqdm.auto.tqdm rich.progress.track itertools.islice itertools.cycle'
    .split(' ')
    .map((name) => [name, sameItems] as const),
  ['enumerate', (call) => paired(itemsOf(first(call)), call)],
  ['zip', (call) => zipped(call)],
  ['next', (call) => either([...itemsOf(first(call)).items, data(call.text)])],
  ...'min max random.choice'.split(' ').map(
    (name) =>
      [
        name,
        (call: LibraryCall) => {
          handOn(call.given, call.at, call.engine)
          return itemsOf(first(call)).items.length > 0 ? either(itemsOf(first(call)).items) : data(call.text)
        },
      ] as const,
  ),
  ...'map filter Pool#map Pool#imap Pool#imap_unordered Pool#starmap Pool#apply_async_all itertools.starmap'
    .split(' ')
    .map((name) => [name, eachItem] as const),
  ...'Pool#submit Pool#apply Pool#apply_async asyncio.to_thread any#run_in_executor any#call_soon any#call_later atexit.register'
    .split(' ')
    .map((name) => [name, submits] as const),
  ...'threading.Thread multiprocessing.Process threading.Timer _thread.start_new_thread'
    .split(' ')
    .map((name) => [name, startsFunction] as const),
  ...'concurrent.futures.ThreadPoolExecutor concurrent.futures.ProcessPoolExecutor multiprocessing.Pool multiprocessing.pool.ThreadPool'
    .split(' ')
    .map((name) => [name, row('-> Pool')] as const),
  ['psutil.process_iter', () => found({ kind: 'object', type: 'PsProcess' })],
  ['functools.partial', partial],
  ['getattr', gets],
  ['setattr', sets],
  ['numpy.load', loadsArray],
  ['Frame#query', asksTable],
  ['Frame#eval', asksTable],
  ['any#query', asksTable],
  ['pandas.eval', asksTable],
  [
    'os.chdir',
    (call) => {
      call.engine.moveTo(first(call))
      return data(call.text)
    },
  ],
  [
    'contextlib.chdir',
    (call) => {
      call.engine.moveTo(first(call))
      return data(call.text)
    },
  ],
  [
    'vars',
    (call) => {
      if (first(call).kind === 'library' || call.given.positional.length === 0)
        call.engine.unread('dynamic-code', call.text)
      return data(call.text)
    },
  ],
  ['logging.config.dictConfig', configuresLogs],
  ...'boto3.client boto3.resource Aws#client Aws#resource'.split(' ').map((name) => [name, opensService] as const),
  ...'jinja2.Template any#from_string jinja2.Environment.from_string mako.template.Template tornado.template.Template'
    .split(' ')
    .map((name) => [name, template] as const),
  ['__import__', imports],
  ['importlib.import_module', imports],
  ...'execl execle execlp execlpe execv execve execvp execvpe posix_spawn posix_spawnp spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe'
    .split(' ')
    .map((name) => [`os.${name}`, execs] as const),
  ...'asyncio.create_subprocess_exec pexpect.spawn pexpect.spawnu'
    .split(' ')
    .map((name) => [name, wordsOfCommand] as const),
  ['shlex.split', (call) => splitWords(call)],
  ['shlex.quote', samePath],
  [
    'shlex.join',
    (call) =>
      concatenated(
        itemsOf(first(call)).items.flatMap((item, index) => (index === 0 ? [item] : [text(' '), item])),
        call.text,
      ),
  ],
  ['textwrap.dedent', samePath],
  ['os.getenv', environmentValue],
  ['Environ#[]', environmentValue],
  ['Environ#get', environmentValue],
  ['Environ#[]=', setsVariable],
  ['Environ#setdefault', setsVariable],
  ['os.putenv', setsVariable],
  ['Environ#update', updatesVariables],
  ['Environ#copy', (call) => call.self!],
  ...'items values'.split(' ').map((name) => [`Environ#${name}`, dumps] as const),
  ['timeit.timeit', times],
  ['timeit.repeat', times],
  ['timeit.Timer', times],
  ['timeit.default_timer', row('')],
  ['base64.b64decode', decodes('base64')],
  ['base64.urlsafe_b64decode', decodes('base64url')],
  ['base64.standard_b64decode', decodes('base64')],
  ['base64.decodebytes', decodes('base64')],
  ['bytes.fromhex', decodes('hex')],
  ['bytearray.fromhex', decodes('hex')],
  ['binascii.unhexlify', decodes('hex')],
  ['binascii.a2b_base64', decodes('base64')],
  ['contextlib.closing', samePath],
  ['contextlib.suppress', row('')],
  ...'types.SimpleNamespace argparse.Namespace'.split(' ').map((name) => [name, namespace] as const),
  ...'select exists union union_all func.count'
    .split(' ')
    .map((name) => [`sqlalchemy.${name}`, statement('SELECT 1')] as const),
  ...'insert update delete'
    .split(' ')
    .flatMap((name) =>
      ['sqlalchemy', 'sqlalchemy.dialects.sqlite', 'sqlalchemy.dialects.postgresql'].map(
        (module) =>
          [
            `${module}.${name}`,
            statement(
              { insert: 'INSERT INTO t VALUES (1)', update: 'UPDATE t SET a = 1', delete: 'DELETE FROM t' }[name]!,
            ),
          ] as const,
      ),
    ),
  ...'sqlmodel.select sqlmodel.delete'
    .split(' ')
    .map((name) => [name, statement(name.endsWith('delete') ? 'DELETE FROM t' : 'SELECT 1')] as const),
  ...'where filter filter_by'.split(' ').map((name) => [`Statement#${name}`, conditioned] as const),
  ...'join outerjoin group_by order_by limit offset having options distinct select_from values returning with_for_update scalar_subquery subquery label on_conflict_do_nothing execution_options'
    .split(' ')
    .map((name) => [`Statement#${name}`, (call: LibraryCall) => call.self!] as const),
  ['Catalog#save', savesCatalog],
  ['typing.cast', (call) => call.given.positional[1] ?? data(call.text)],
  ['yaml.load', loadsYaml],
  ['yaml.load_all', loadsYaml],
  ['torch.load', loadsPickled],
  ['any#from_pretrained', loadsModel],
  ['datasets.load_dataset', loadsModel],
  ['sentence_transformers.SentenceTransformer', loadsModel],
  ...'sql query execute'.split(' ').map((name) => [`duckdb.${name}`, asksDuckdb] as const),
  ...'sqlalchemy.create_engine sqlalchemy.ext.asyncio.create_async_engine sqlmodel.create_engine'
    .split(' ')
    .map((name) => [name, makesEngine] as const),
  ['httpx.Client', client],
  ['httpx.AsyncClient', client],
  ...'get head options'.split(' ').map((name) => [`Session#${name}`, asks('fetch')] as const),
  ...'post put patch delete'.split(' ').map((name) => [`Session#${name}`, asks('send')] as const),
  ...'insert append extend'.split(' ').map((name) => [`sys.path.${name}`, changesSearch] as const),
  ['site.addsitedir', changesSearch],
  [
    'matplotlib.pyplot.subplots',
    (call) => ({ kind: 'list', items: [{ kind: 'object', type: 'Figure' }, data(call.text)], more: true }),
  ],
  ['matplotlib.pyplot.figure', row('-> Figure')],
])

function asText(call: LibraryCall): Value {
  const on = first(call)
  if (on.kind === 'object' && on.type === 'Environ') return dumps(call)
  if (on.kind === 'text' || on.kind === 'either') return on
  return on.kind === 'object' && on.held !== undefined ? on.held : data(call.text)
}

function splitWords(call: LibraryCall): Value {
  const known = knownText(first(call))
  if (known === undefined || /["'\\$`]/.test(known)) {
    // The words of it are not known one by one; as a command it is still what it is.
    return first(call)
  }
  return { kind: 'list', items: known.split(/\s+/).filter(Boolean).map(text), more: false }
}

function paired(
  { items, complete }: { readonly items: readonly Value[]; readonly complete: boolean },
  call: LibraryCall,
): Value {
  if (items.length === 0 && !complete)
    return {
      kind: 'list',
      items: [{ kind: 'list', items: [plain('index'), derived(first(call), 'item')], more: false }],
      more: true,
    }
  return {
    kind: 'list',
    items: items.map((item): Value => ({ kind: 'list', items: [plain('index'), item], more: false })),
    more: !complete,
  }
}

function zipped(call: LibraryCall): Value {
  const lists = call.given.positional.map(itemsOf)
  const most = Math.min(64, Math.max(0, ...lists.map(({ items }) => items.length)))
  if (most === 0) return data(call.text)
  const items = Array.from({ length: most }, (_, index): Value => ({
    kind: 'list',
    items: lists.map((list) => list.items[index] ?? (list.items.length > 0 ? either([...list.items]) : data('item'))),
    more: false,
  }))
  return { kind: 'list', items, more: lists.some(({ complete }) => !complete) }
}
