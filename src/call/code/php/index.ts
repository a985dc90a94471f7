import { knownPrefix } from '../../word.ts'
import { actBy } from '../act.ts'
import { readEntry } from '../entry.ts'
import { variable } from '../environment.ts'
import type { Library, LibraryCall, Special } from '../library.ts'
import { isCallable, percentFormat } from '../methods.ts'
import { foundBelow, joinPaths, nameOf, parentOf } from '../paths.ts'
import {
  data,
  derived,
  either,
  itemsOf,
  knownText,
  library,
  type ListValue,
  text,
  type Value,
  wordOf,
  wordsOf,
} from '../values.ts'
import { PHP_CALLS } from './calls.ts'
import { CANNOT_ACT } from './cannot-act.ts'

const first = ({ given }: LibraryCall): Value => given.positional[0] ?? data('argument')
const at = ({ given }: LibraryCall, index: number): Value => given.positional[index] ?? data('argument')

/** The function that a text or a pair names. */
function callable(value: Value): Value {
  if (value.kind === 'text') return named(knownText(value))
  if (value.kind === 'list' && value.items.length === 2) {
    const [of, name] = value.items as [Value, Value]
    const known = knownText(name)
    if (known === undefined) return UNKNOWN
    const owner = of.kind === 'text' ? named(knownText(of)) : of
    if (owner.kind === 'library') return library(`${owner.name}.${known.toLowerCase()}`)
    return { kind: 'method', of: owner, name: known.toLowerCase() }
  }
  return value
}

/** Nobody knows which function it is. */
const UNKNOWN: Value = { kind: 'data', source: 'a function by a computed name', called: 'unknown' }

function named(known: string | undefined): Value {
  if (known === undefined) return UNKNOWN
  return library(known.replace(/^\\/, '').replaceAll('\\', '.').replace('::', '.').toLowerCase())
}

/** The functions of the program itself are names in reach; a text names them too, but is looked up among libraries only. */
function calls(call: LibraryCall, callee: Value, args: readonly Value[]): Value {
  const target = callable(callee)
  if (isCallable(target) || (target.kind === 'data' && target.called === 'unknown'))
    return call.engine.call(target, args, call.at)
  return data(call.text)
}

/** A callback is called with each item of the lists. */
function eachOf(callback: number, lists: number): Special {
  return (call) => {
    const list = at(call, lists)
    const { items, complete } = itemsOf(list)
    const given = items.length === 0 || !complete ? [...items.slice(0, 32), derived(list, 'item')] : items.slice(0, 32)
    const callee = call.given.positional[callback]
    const results = callee === undefined ? [] : given.map((item) => calls(call, callee, [item, data('key')]))
    return { kind: 'list', items: call.name === 'array_map' ? results : [...items], more: true }
  }
}

const callsFirst: Special = (call) => calls(call, first(call), call.given.positional.slice(1))
const callsWithList: Special = (call) => calls(call, first(call), itemsOf(at(call, 1)).items)
/** Somewhere among the arguments stands what is called. */
function callsAt(index: number): Special {
  return (call) => {
    calls(call, at(call, index), [data('argument'), data('argument')])
    return call.given.positional[0]?.kind === 'list' ? first(call) : data(call.text)
  }
}

const opens: Special = (call) => {
  const mode = knownText(call.given.positional[1])
  const does =
    mode !== undefined && /^r(?!\+)/.test(mode.replace(/[bt]/g, ''))
      ? 'read'
      : mode?.startsWith('a')
        ? 'append'
        : 'write'
  for (const path of wordsOf(first(call), call.text)) {
    const start = knownPrefix(path)
    if (/^(?:php:\/\/(?:std|output|memory|temp|input)|data:)/.test(start)) continue
    // Wrappers read, unpack and run what their address says.
    if (/^(?:phar|expect|ssh2\.|zip|compress\.|glob|php:\/\/filter)/.test(start))
      call.engine.unread('unknown-call', call.text)
    else if (/^(?:https?|ftps?):/.test(start))
      call.engine.record({
        does: 'contact',
        target: path,
        sends: does === 'read' ? 'nothing' : 'data',
        text: call.text,
      })
    else call.engine.record({ does, path, text: call.text })
  }
  return { kind: 'object', type: 'File', held: first(call) }
}

/** `file_get_contents`: with a context it may send. */
const readsWhole: Special = (call) => {
  const start = knownPrefix(wordOf(first(call), call.text))
  if (/^(?:phar|expect|ssh2\.|zip|compress\.|glob|php:\/\/filter)/.test(start))
    call.engine.unread('unknown-call', call.text)
  if (/^php:\/\/(?:stdin|input)/.test(start)) return data(call.text)
  if (/^https?:/.test(start) && call.given.positional.length > 2) return actBy(readEntry('send:0'), call)
  return actBy(readEntry(/^https?:/.test(start) ? 'fetch:0' : 'read:0'), call)
}

const writesWhole: Special = (call) => actBy(readEntry(/FILE_APPEND/.test(call.text) ? 'append:0' : 'write:0'), call)

const finds: Special = (call) => {
  const known = knownText(first(call)) ?? '**'
  const item = foundBelow(text(known.startsWith('/') ? '/' : '.'), known.replace(/^\//, ''), call.text)
  return { kind: 'list', items: [item], more: true }
}

const lists: Special = (call) => {
  for (const word of wordsOf(first(call), call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  return { kind: 'list', items: [nameOf(data('name'), 'name')], more: true }
}

/** `new RecursiveDirectoryIterator('dir')`: everything below. */
const walks: Special = (call) => {
  for (const word of wordsOf(first(call), call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  const found: Value = { kind: 'object', type: 'SplFile', held: foundBelow(first(call), '**', call.text) }
  return { kind: 'list', items: [found], more: true }
}

/** Code that another file holds. Composer's loader is the project's. */
const includes: Special = (call) => {
  for (const path of wordsOf(first(call), call.text)) {
    const start = knownPrefix(path)
    if (path.kind === 'literal' && /(?:^|\/)vendor\/autoload\.php$/.test(path.text) && !/^(?:\/|~)/.test(path.text))
      continue
    if (path.kind !== 'literal' || /^[a-z]+:/i.test(start)) call.engine.unread('dynamic-code', call.text)
    else call.engine.record({ does: 'load', path, text: call.text, language: 'php' })
  }
  return data(call.text)
}

/** `assert('text')` evaluated its text. */
const asserts: Special = (call) => (first(call).kind === 'text' ? actBy(readEntry('code:0'), call) : data(call.text))

/** The modifier `e` runs the replacement. */
const replaces: Special = (call) => {
  const patterns = first(call).kind === 'list' ? itemsOf(first(call)).items : [first(call)]
  for (const pattern of patterns) {
    const known = knownText(pattern)
    const flags = known === undefined ? undefined : /[^\w\s\\]([a-zA-Z]*)\s*$/.exec(known)?.[1]
    if (known !== undefined && flags?.includes('e')) call.engine.unread('dynamic-code', call.text)
  }
  return derived(at(call, 2), call.text)
}

const database: Special = (call) => {
  const source = knownText(first(call)) ?? ''
  if (source.startsWith('sqlite::memory:')) return { kind: 'object', type: 'Database' }
  if (source.startsWith('sqlite:'))
    return actBy(readEntry('read:0 -> Database'), {
      ...call,
      given: { ...call.given, positional: [text(source.slice(7))] },
    })
  const host = /host=([^;]+)/.exec(source)?.[1]
  return actBy(readEntry('connect:0 -> Database'), {
    ...call,
    given: { ...call.given, positional: [host === undefined ? first(call) : text(host)] },
  })
}

/** A handle of curl holds its address; what it is told to send is told when it is told. */
const curlStarts: Special = (call) => ({
  kind: 'object',
  type: 'Curl',
  held: { kind: 'list', items: call.given.positional.slice(0, 1), more: false },
})
const curlOption: Special = (call) => {
  const held = first(call).kind === 'object' ? (first(call) as Extract<Value, { kind: 'object' }>).held : undefined
  const option = /CURLOPT_\w+/.exec(call.text)?.[0]
  if (held?.kind !== 'list') return data(call.text)
  if (option === 'CURLOPT_URL') held.items.unshift(at(call, 2))
  else if (option === undefined || /POST|UPLOAD|CUSTOMREQUEST|INFILE|HTTPHEADER|COOKIE|USERPWD/.test(option))
    held.more = true
  else if (/^CURLOPT_FILE$/.test(option)) return data(call.text)
  return data(call.text)
}
const curlRuns: Special = (call) => {
  const handle = first(call)
  const held = handle.kind === 'object' ? handle.held : undefined
  const [address] = held?.kind === 'list' ? held.items : []
  const sends = held?.kind !== 'list' || held.more ? 'data' : 'nothing'
  for (const target of wordsOf(address, call.text))
    call.engine.record({ does: 'contact', target, sends, text: call.text })
  return data(call.text)
}

const requests: Special = (call) => {
  const [method, url, options] = call.given.positional
  const reads = /^(?:GET|HEAD|OPTIONS)$/i.test(knownText(method) ?? '')
  return actBy(readEntry(`${reads ? 'fetch' : 'send'}:0 -> Response`), {
    ...call,
    given: { ...call.given, positional: [url ?? data(call.text), ...(options === undefined ? [] : [options])] },
  })
}

const starts: Special = (call) => {
  const command = first(call)
  return actBy(readEntry(command.kind === 'list' ? 'program:0 -> Process' : 'shell:0 -> Process'), call)
}

const formats: Special = (call) => {
  const [format, ...values] = call.given.positional
  return format?.kind === 'text'
    ? percentFormat(format.word, { kind: 'list', items: values, more: call.given.open }, call.text)
    : data(call.text)
}

const joins: Special = (call) => {
  const [a, b] = call.given.positional
  const list = [a, b].find((value) => value?.kind === 'list') as ListValue | undefined
  if (list === undefined || b === undefined) return data(call.text)
  return call.engine.call({ kind: 'method', of: list, name: 'join' }, [list === a ? b : a!], call.at)
}

const decodes: Special = (call) => {
  const known = knownText(first(call))
  return known === undefined
    ? derived(first(call), call.text)
    : either([text(Buffer.from(known, 'base64').toString('utf8')), data(call.text)])
}

const setsVariable: Special = (call) => {
  if (/^(?:PATH|LD_\w+|BASH_ENV|GIT_\w+|SHELL|EDITOR|PAGER)(?:=|$)/.test(knownText(first(call)) ?? 'PATH'))
    call.engine.unread('unknown-call', call.text)
  return data(call.text)
}
const setsOption: Special = (call) => {
  if (
    !/^(?:memory_limit|display_errors|error_reporting|max_execution_time|precision|serialize_precision|date\.timezone|default_charset|html_errors|display_startup_errors|xdebug\.\w+|zend\.assertions|assert\.\w+|pcre\.\w+|output_buffering|auto_detect_line_endings|log_errors)$/.test(
      knownText(first(call)) ?? '',
    )
  )
    call.engine.unread('unknown-call', call.text)
  return data(call.text)
}
const merges: Special = (call) => {
  const all = call.given.positional.map(itemsOf)
  if (call.given.positional.every((value) => value.kind === 'record')) {
    const entries = new Map<string, Value>()
    let more = false
    for (const value of call.given.positional)
      if (value.kind === 'record') {
        for (const [key, held] of value.entries) entries.set(key, held)
        more ||= value.more
      }
    return { kind: 'record', entries, more }
  }
  return {
    kind: 'list',
    items: all.flatMap(({ items }) => items),
    more: call.given.open || all.some(({ complete }) => !complete),
  }
}
const pushes: Special = (call) => {
  const [list, ...items] = call.given.positional
  if (list?.kind === 'list') list.items.push(...items)
  return data(call.text)
}
const place =
  (of: (script: Value, call: LibraryCall) => Value): Special =>
  (call) =>
    of(text(call.engine.script ?? './script.php'), call)

const each = (names: string, special: Special): readonly (readonly [string, Special])[] =>
  names
    .split(/\s+/)
    .filter(Boolean)
    .map((name) => [name, special] as const)

const SPECIALS: ReadonlyMap<string, Special> = new Map<string, Special>([
  ...each('call_user_func forward_static_call', callsFirst),
  ...each('call_user_func_array forward_static_call_array', callsWithList),
  ...each('array_map', eachOf(0, 1)),
  ...each('array_filter array_walk array_walk_recursive array_find array_find_key array_any array_all', eachOf(1, 0)),
  ...each('array_reduce usort uasort uksort', callsAt(1)),
  ...each(
    'array_udiff array_uintersect array_diff_ukey array_diff_uassoc array_intersect_ukey array_intersect_uassoc array_udiff_assoc array_uintersect_assoc',
    callsAt(2),
  ),
  ...each(
    'register_shutdown_function spl_autoload_register ob_start set_error_handler set_exception_handler header_register_callback',
    callsAt(0),
  ),
  ...each('preg_replace_callback mb_ereg_replace_callback iterator_apply', callsAt(1)),
  [
    'preg_replace_callback_array',
    (call) => {
      const value = first(call)
      if (value.kind === 'record') for (const held of value.entries.values()) calls(call, held, [data('match')])
      return data(call.text)
    },
  ],
  ...each('preg_replace preg_filter mb_ereg_replace', replaces),
  ['closure.fromcallable', (call) => callable(first(call))],
  ['assert', asserts],
  ['eval', (call) => actBy(readEntry('code:0'), call)],
  ['include', includes],
  ['fopen', opens],
  ['splfileobject', opens],
  ['file_get_contents', readsWhole],
  ['file_put_contents', writesWhole],
  ['glob', finds],
  ['globiterator', finds],
  ...each('scandir', lists),
  ...each('directoryiterator filesystemiterator recursivedirectoryiterator', walks),
  ...each(
    'recursiveiteratoriterator iteratoriterator callbackfilteriterator recursivecallbackfilteriterator regexiterator limititerator iterator_to_array array_values array_reverse array_unique array_slice',
    (call) => first(call),
  ),
  ...each('splfileinfo', (call) => ({ kind: 'object', type: 'SplFile', held: first(call) })),
  ...each(
    'SplFile#getpathname SplFile#getrealpath SplFile#__tostring SplFile#getfileinfo',
    (call) => (call.self?.kind === 'object' && call.self.held) || data(call.text),
  ),
  ['SplFile#getpath', (call) => parentOf(call.self!, call.text)],
  [
    'SplFile#openfile',
    (call) => opens({ ...call, given: { ...call.given, positional: [call.self!, ...call.given.positional] } }),
  ],
  ...each(
    'SplFile#getextension SplFile#getsize SplFile#getfilename SplFile#getbasename SplFile#isfile SplFile#isdir SplFile#islink SplFile#getmtime SplFile#getctime SplFile#getatime SplFile#getperms SplFile#gettype SplFile#isreadable SplFile#iswritable SplFile#isdot SplFile#getdepth',
    (call) => data(call.text),
  ),
  ['pdo', database],
  ['curl_init', curlStarts],
  ['curl_setopt', curlOption],
  [
    'curl_setopt_array',
    (call) => {
      const held = first(call).kind === 'object' ? (first(call) as Extract<Value, { kind: 'object' }>).held : undefined
      if (held?.kind === 'list') {
        held.more = true
        const options = at(call, 1)
        if (options.kind === 'record')
          for (const [key, value] of options.entries) if (key.includes('URL')) held.items.unshift(value)
      }
      return data(call.text)
    },
  ],
  ['curl_exec', curlRuns],
  ['Client#request', requests],
  ['Client#requestasync', requests],
  ['proc_open', starts],
  ['sprintf', formats],
  ['vsprintf', formats],
  ...each('implode join', joins),
  ['base64_decode', decodes],
  [
    'getenv',
    (call) =>
      call.given.positional.length === 0
        ? actBy(readEntry('environment:0'), call)
        : variable(knownText(first(call)), call, undefined),
  ],
  [
    'Environ#[]',
    (call) =>
      call.self?.kind === 'object' &&
      knownText(first(call)) !== undefined &&
      /^(?:argv|argc|REQUEST_TIME\w*|SCRIPT_\w+|PHP_SELF|HTTP_\w+|SERVER_\w+)$/.test(knownText(first(call))!)
        ? data(call.text)
        : variable(knownText(first(call)), call, undefined),
  ],
  ['putenv', setsVariable],
  ['ini_set', setsOption],
  [
    'set_include_path',
    (call) => {
      call.engine.unread('dynamic-code', call.text)
      return data(call.text)
    },
  ],
  ['dirname', (call) => parentOf(first(call), call.text)],
  ['basename', (call) => nameOf(first(call), call.text)],
  ...each('realpath trim rtrim ltrim strval escapeshellarg escapeshellcmd stripslashes', (call) => first(call)),
  ['sys_get_temp_dir', () => text('/tmp')],
  ['getcwd', () => text('.')],
  ['tempnam', (call) => joinPaths([first(call), text('file')], call.text)],
  ['tmpfile', () => ({ kind: 'object', type: 'File', held: text('/tmp/file') })],
  ...each('chdir chroot', (call) => {
    call.engine.moveTo(first(call))
    return data(call.text)
  }),
  ['array_merge', merges],
  ['array_push', pushes],
  [
    'strrev',
    (call) => {
      const known = knownText(first(call))
      return known === undefined ? data(call.text) : text([...known].reverse().join(''))
    },
  ],
  ...each('strtolower mb_strtolower', (call) => {
    const known = knownText(first(call))
    return known === undefined ? derived(first(call), call.text) : text(known.toLowerCase())
  }),
  [
    'str_rot13',
    (call) => {
      const known = knownText(first(call))
      return known === undefined
        ? data(call.text)
        : text(
            known.replaceAll(/[a-z]/gi, (letter) =>
              String.fromCodePoint(letter.codePointAt(0)! + (/[a-m]/i.test(letter) ? 13 : -13)),
            ),
          )
    },
  ],
  [
    'hex2bin',
    (call) => {
      const known = knownText(first(call))
      return known === undefined ? data(call.text) : text(Buffer.from(known, 'hex').toString('utf8'))
    },
  ],
  [
    'chr',
    () => ({ kind: 'text', word: { kind: 'dynamic', source: 'chr', pieces: [{ unknown: 'chr', from: 'variable' }] } }),
  ],
  [
    'str_replace',
    (call) => {
      const [what, by, on] = [0, 1, 2].map((index) => knownText(call.given.positional[index]))
      return what === undefined || by === undefined || on === undefined
        ? derived(at(call, 2), call.text)
        : text(on.split(what).join(by))
    },
  ],
  ['__dir__', place((script, call) => parentOf(script, call.text))],
  ['__file__', place((script) => script)],
  ['parent.constructor', (call) => data(call.text)],
  ['define', (call) => data(call.text)],
])

/** What came with a request: anything, also the name of a function. */
const REQUEST: Value = { kind: 'data', source: 'a request', called: 'unknown' }

const CLASSES =
  'pdo ffi phar mysqli sqlite3 redis ziparchive closure globiterator directoryiterator filesystemiterator recursivedirectoryiterator splfileinfo splfileobject domdocument xmlreader xmlwriter reflectionfunction reflectionmethod reflectionclass reflectionobject reflectionproperty soapclient soapserver finfo phardata imagick com new include eval assert define __dir__ __file__ parent collect'

const GLOBALS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ...[...CANNOT_ACT, ...PHP_CALLS.keys(), ...SPECIALS.keys()]
    .filter((name) => !/[-#]/.test(name))
    .map((name) => name.split('.')[0]!)
    .map((name) => [name, library(name)] as const),
  ...CLASSES.split(' ').map((name) => [name, library(name)] as const),
  ...['$_GET', '$_POST', '$_REQUEST', '$_COOKIE', '$_FILES', '$_SESSION', '$GLOBALS'].map(
    (name) => [name, REQUEST] as const,
  ),
  ['$_ENV', { kind: 'object', type: 'Environ' }],
  ['$_SERVER', { kind: 'object', type: 'Environ' }],
  ['$argv', data('$argv')],
  ['$argc', data('$argc')],
  ['PHP_EOL', text('\n')],
  ['DIRECTORY_SEPARATOR', text('/')],
  ['PHP_BINARY', text('php')],
  ['STDIN', { kind: 'object', type: 'File' }],
  ['STDOUT', { kind: 'object', type: 'File' }],
  ['STDERR', { kind: 'object', type: 'File' }],
])

export const PHP: Library = {
  language: 'php',
  globals: GLOBALS,
  entries: PHP_CALLS,
  specials: SPECIALS,
  attributes: new Map(),
  cannotAct: new Set([...CANNOT_ACT, 'parent']),
  results: 'many',
  reaches: new Set(),
  assigns: 'own',
  members: 'by name',
  keepsEnvironment: new Set(),
  neverCalls: new Set(),
  isOwn: () => false,
  calledText: (known) => (known === undefined ? 'unknown' : named(known)),
  types: new Map([
    ['pdo', 'Database'],
    ['mysqli', 'Database'],
    ['splfileinfo', 'SplFile'],
    ['guzzlehttp.client', 'Client'],
    ['symfony.component.filesystem.filesystem', 'Filesystem'],
  ]),
}
