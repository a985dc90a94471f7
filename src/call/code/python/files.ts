import { knownPrefix, literal } from '../../word.ts'
import { actBy } from '../act.ts'
import { readEntry } from '../entry.ts'
import type { Engine, LibraryCall, Special } from '../library.ts'
import { handOn } from '../methods.ts'
import { besides, foundBelow, joinPaths, nameOf, parentOf } from '../paths.ts'
import { argv } from './command-line.ts'
import { data, either, knownText, text, type Value, wordsOf } from '../values.ts'

const path = (held: Value): Value => ({ kind: 'object', type: 'Path', held })
export const first = ({ given }: LibraryCall): Value =>
  given.positional[0] ?? [...given.named.values()][0] ?? data('argument')
export const found = (item: Value): Value => ({ kind: 'list', items: [item], more: true })

/** `open(path, mode)`: reading unless the mode says otherwise; a mode that is not known may be any. */
function open(call: LibraryCall, on: Value | undefined, mode: Value | undefined): Value {
  const { engine, text: shown } = call
  const named = call.given.named.get('mode') ?? mode
  const known = named === undefined ? 'r' : knownText(named)
  for (const one of on === undefined ? wordsOf(undefined, shown) : wordsOf(on, shown)) {
    if (known === undefined || /[wx+]/.test(known)) engine.record({ does: 'write', path: one, text: shown })
    else if (known.includes('a')) engine.record({ does: 'append', path: one, text: shown })
    else engine.record({ does: 'read', path: one, text: shown })
  }
  const file: Value = { kind: 'object', type: 'File', ...(on === undefined ? {} : { held: on }) }
  if (known !== undefined && /[wxa]/.test(known)) writing.set(file, known.includes('a') ? 'append' : 'write')
  return file
}

/** How the next text goes into a file that is open: in place of what is there, or behind it. */
const writing = new WeakMap<Value, 'write' | 'append'>()

/** `file.write('text')`: what is known of the content. */
const writes: Special = (call) => {
  const file = call.self
  const does = file === undefined ? undefined : writing.get(file)
  const on = file?.kind === 'object' ? file.held : undefined
  if (file === undefined || does === undefined || on === undefined) return data(call.text)
  const content = knownText(first(call))
  writing.set(file, 'append')
  if (content !== undefined || does === 'append')
    for (const path of wordsOf(on, call.text)) call.engine.record({ does, path, content, text: call.text })
  return data(call.text)
}

const opens: Special = (call) => {
  handOn(call.given, call.at, call.engine)
  return open(
    call,
    call.given.named.get('file') ?? call.given.named.get('filename') ?? call.given.positional[0],
    call.given.positional[1],
  )
}

const archive: Special = (call) => ({ ...opens(call), kind: 'object', type: 'Archive' })

/** A table from a file, or from an address. */
const table: Special = (call) => {
  for (const word of wordsOf(first(call), call.text)) {
    if (/^(?:https?|ftp|s3|gs):/.test(knownPrefix(word)))
      call.engine.record({ does: 'contact', target: word, sends: 'nothing', text: call.text })
    else if (first(call).kind !== 'object' || first(call).kind === 'object')
      call.engine.record({ does: 'read', path: word, text: call.text })
  }
  return { kind: 'object', type: 'Frame' }
}

/** A pattern below a directory, and what it finds. */
function glob(base: Value, pattern: Value, call: LibraryCall, deep: string): Value {
  const known = knownText(pattern)
  const item = foundBelow(base, known === undefined ? '**' : `${deep}${known}`, call.text)
  for (const word of wordsOf(base, call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  return item
}

const globs: Special = (call) => {
  const known = knownText(call.given.positional[0] ?? call.given.named.get('pathname'))
  const root = call.given.named.get('root_dir')
  if (known === undefined) {
    const [word] = wordsOf(call.given.positional[0], call.text)
    return found({ kind: 'text', word: word ?? literal('**') })
  }
  const base = root ?? text(known.startsWith('/') ? '/' : '.')
  return found(foundBelow(known.startsWith('/') ? text('/') : base, known.replace(/^\//, ''), call.text))
}

const names: Special = (call) => {
  const on = call.given.positional[0] ?? text('.')
  for (const word of wordsOf(on, call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  return found({
    kind: 'text',
    word: { kind: 'dynamic', source: call.text, pieces: [{ unknown: call.text, from: 'argument', plain: 'name' }] },
  })
}

/** `os.walk(top)` yields directories below it, the names of directories in each, and of files. */
const walk: Special = (call) => {
  const on = call.given.positional[0] ?? text('.')
  for (const word of wordsOf(on, call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  const name: Value = {
    kind: 'text',
    word: { kind: 'dynamic', source: 'name', pieces: [{ unknown: 'name', from: 'argument', plain: 'name' }] },
  }
  const list: Value = { kind: 'list', items: [name], more: true }
  return {
    kind: 'list',
    items: [{ kind: 'list', items: [either([on, foundBelow(on, '**', call.text)]), list, list], more: false }],
    more: true,
  }
}

/** The same path in another notation. */
export const samePath: Special = (call) => first(call)

const scratch: Special = (call) => {
  const directory = call.given.named.get('dir')
  return joinPaths(
    [
      directory ?? text('/tmp'),
      {
        kind: 'text',
        word: { kind: 'dynamic', source: 'tmp', pieces: [{ known: 'tmp' }, { unknown: 'name', from: 'argument' }] },
      },
    ],
    call.text,
  )
}

/** A row of the table, as a special. */
export function row(does: string): Special {
  const entry = readEntry(does)
  return (call) => actBy(entry, call)
}

/** Files and paths. */
export const FILE_SPECIALS: readonly (readonly [string, Special])[] = [
  ...'open io.open codecs.open gzip.open bz2.open lzma.open os.open h5py.File tokenize.open netCDF4.Dataset'
    .split(' ')
    .map((name) => [name, opens] as const),
  ['File#write', writes],
  ...'tarfile.open zipfile.ZipFile zipfile.PyZipFile'.split(' ').map((name) => [name, archive] as const),
  ['Path#open', (call) => open(call, call.self, call.given.positional[0])],
  ...'csv json excel parquet table fwf xml feather orc hdf sas spss stata'
    .split(' ')
    .map((kind) => [`pandas.read_${kind}`, table] as const),
  ['pandas.read_pickle', row('unread:0 -> Frame')],
  ['pandas.read_sql', row('sql:0|sql -> Frame')],
  ['pandas.read_sql_query', row('sql:0|sql -> Frame')],
  ['pandas.read_clipboard', row('unread:0 -> Frame')],
  ['pandas.read_gbq', row('unread:0 -> Frame')],
  ...'DataFrame Series concat merge DataFrame.from_dict DataFrame.from_records pivot_table date_range crosstab cut json_normalize'
    .split(' ')
    .map((name) => [`pandas.${name}`, row('-> Frame')] as const),
  ['polars.DataFrame', row('-> Frame')],
  ['Frame#to_sql', row('unread:0')],
  [
    'pathlib.Path',
    (call) => path(call.given.positional.length === 0 ? text('.') : joinPaths(call.given.positional, call.text)),
  ],
  ['pathlib.PurePath', (call) => path(joinPaths(call.given.positional, call.text))],
  ['pathlib.PosixPath', (call) => path(joinPaths(call.given.positional, call.text))],
  ['pathlib.PurePosixPath', (call) => path(joinPaths(call.given.positional, call.text))],
  ['pathlib.Path.home', () => path(text('~'))],
  ['pathlib.Path.cwd', () => path(text('.'))],
  ['Path#joinpath', (call) => path(joinPaths([call.self!, ...call.given.positional], call.text))],
  ...'resolve absolute expanduser'
    .split(' ')
    .map((name) => [`Path#${name}`, (call: LibraryCall) => call.self!] as const),
  ...'with_suffix with_name with_stem'
    .split(' ')
    .map((name) => [`Path#${name}`, (call: LibraryCall) => path(renamed(call))] as const),
  ['Path#glob', (call) => found(path(glob(call.self!, first(call), call, '')))],
  ['Path#rglob', (call) => found(path(glob(call.self!, first(call), call, '**/')))],
  ['Path#iterdir', (call) => found(path(glob(call.self!, text('*'), call, '')))],
  ['Path#walk', (call) => walk({ ...call, given: { ...call.given, positional: [call.self!] } })],
  ['glob.glob', globs],
  ['glob.iglob', globs],
  ['os.listdir', names],
  [
    'os.scandir',
    (call) =>
      found({ kind: 'object', type: 'Entry', held: glob(call.given.positional[0] ?? text('.'), text('*'), call, '') }),
  ],
  ['os.walk', walk],
  ['os.fwalk', walk],
  ['os.path.join', (call) => joinPaths(call.given.positional, call.text)],
  ...'abspath normpath realpath expanduser expandvars normcase'
    .split(' ')
    .map((name) => [`os.path.${name}`, samePath] as const),
  ['os.fspath', samePath],
  ['os.path.dirname', (call) => parentOf(first(call), call.text)],
  ['os.path.basename', (call) => nameOf(first(call), call.text)],
  [
    'os.path.splitext',
    (call) => ({ kind: 'list', items: [stemOf(first(call), call.text), data('suffix')], more: false }),
  ],
  [
    'os.path.split',
    (call) => ({
      kind: 'list',
      items: [parentOf(first(call), call.text), nameOf(first(call), call.text)],
      more: false,
    }),
  ],
  ['os.getcwd', () => text('.')],
  ...'tempfile.mkdtemp tempfile.mktemp tempfile.TemporaryDirectory'.split(' ').map((name) => [name, scratch] as const),
  ['tempfile.gettempdir', () => text('/tmp')],
  ['tempfile.mkstemp', (call) => ({ kind: 'list', items: [data('descriptor'), scratch(call)], more: false })],
  ['tempfile.NamedTemporaryFile', (call) => ({ kind: 'object', type: 'File', held: scratch(call) })],
]

function renamed(call: LibraryCall): Value {
  const known = knownText(call.self)
  const given = knownText(first(call))
  if (known === undefined || given === undefined) return besides(call.self!, call.text)
  if (call.name.endsWith('with_suffix')) return text(known.replace(/(?<=[^/])\.[^./]*$/, '') + given)
  if (call.name.endsWith('with_name')) return joinPaths([parentOf(call.self!, call.text), text(given)], call.text)
  return besides(call.self!, call.text)
}

function stemOf(on: Value, source: string): Value {
  const known = knownText(on)
  return known === undefined ? (on.kind === 'text' ? on : data(source)) : text(known.replace(/(?<=[^/])\.[^./]*$/, ''))
}

/** Attributes that are not called. */
export const PYTHON_ATTRIBUTES: ReadonlyMap<string, (self: Value, engine: Engine) => Value> = new Map<
  string,
  (self: Value, engine: Engine) => Value
>([
  ['os.environ', () => ({ kind: 'object', type: 'Environ' })],
  ['os.sep', () => text('/')],
  ['os.path.sep', () => text('/')],
  ['os.curdir', () => text('.')],
  ['os.pardir', () => text('..')],
  ['os.devnull', () => text('/dev/null')],
  ['sys.executable', () => text('python3')],
  ['sys.argv', argv],
  ['sys.stdin', () => ({ kind: 'object', type: 'Data' })],
  ['sys.stdout', () => ({ kind: 'object', type: 'Data' })],
  ['sys.stderr', () => ({ kind: 'object', type: 'Data' })],
  ['Path#parent', (self) => path(parentOf(self, '…'))],
  [
    'Path#parents',
    (self) => ({
      kind: 'list',
      items: [
        path(parentOf(self, '…')),
        path(parentOf(parentOf(self, '…'), '…')),
        path(parentOf(parentOf(parentOf(self, '…'), '…'), '…')),
      ],
      more: false,
    }),
  ],
  ['Path#name', (self) => nameOf(self, '…')],
  ['Path#stem', (self) => stemOf(nameOf(self, '…'), '…')],
  ['Path#suffix', () => data('suffix')],
  ['Path#parts', () => data('parts')],
  ['Entry#path', (self) => (self.kind === 'object' ? (self.held ?? data('entry')) : data('entry'))],
  ['Entry#name', (self) => nameOf(self, '…')],
  // Words behind `--`, of which there are none unless somebody gives them.
  ['NoxSession#posargs', () => ({ kind: 'list', items: [], more: false })],
  ['File#name', (self) => (self.kind === 'object' ? (self.held ?? data('file')) : data('file'))],
])
