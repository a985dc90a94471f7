import { actBy } from '../act.ts'
import { addWords, newCommand, setDirectory, setWords, startCommand } from '../command.ts'
import { readEntry } from '../entry.ts'
import { variable } from '../environment.ts'
import type { Engine, Library, LibraryCall, Special } from '../library.ts'
import { percentFormat } from '../methods.ts'
import { foundBelow, joinPaths, nameOf, parentOf } from '../paths.ts'
import { data, derivedFrom, either, knownText, library, optionsOf, text, type Value, wordsOf } from '../values.ts'
import { JAVA_CALLS } from './calls.ts'
import { CANNOT_ACT } from './cannot-act.ts'

const first = ({ given }: LibraryCall): Value => given.positional[0] ?? data('argument')
const path = (held: Value): Value => ({ kind: 'object', type: 'Path', held })
const isPath = (value: Value | undefined): boolean =>
  value !== undefined &&
  optionsOf(value).some((option) => option.kind === 'text' || (option.kind === 'object' && option.type === 'Path'))

const joins: Special = (call) => path(joinPaths(call.given.positional, call.text))
const resolves: Special = (call) => path(joinPaths([call.self!, ...call.given.positional], call.text))
const itself: Special = (call) => call.self ?? data(call.text)

/** A stream, reader or writer: over what is given, or over the file whose path is given. */
const opens = (row: string): Special => {
  const entry = readEntry(row)
  return (call) => (isPath(call.given.positional[0]) ? actBy(entry, call) : first(call))
}

const writesOrAppends: Special = (call) =>
  actBy(readEntry(knownText(call.given.positional[1]) === 'true' ? 'append:0 -> File' : 'write:0 -> File'), call)

/** `Files.copy(in, path)` writes, `Files.copy(path, out)` reads, with two paths it copies. */
const copies: Special = (call) => {
  const [from, to] = call.given.positional
  if (!isPath(from)) return actBy(readEntry('write:1'), call)
  return actBy(readEntry(isPath(to) ? 'copy:0,1' : 'read:0'), call)
}

function below(root: Value, call: LibraryCall): Value {
  return path(foundBelow(root, '**', call.text))
}

const walks: Special = (call) => {
  for (const word of wordsOf(first(call), call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  return { kind: 'list', items: [below(first(call), call)], more: true }
}

const visits: Special = (call) => {
  for (const word of wordsOf(first(call), call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  const visitor = call.given.positional.at(-1)
  if (visitor?.kind !== 'instance') call.engine.unread('unknown-call', call.text)
  else
    for (const name of ['preVisitDirectory', 'visitFile', 'postVisitDirectory'])
      call.engine.call({ kind: 'method', of: visitor, name }, [below(first(call), call), data('attributes')], call.at)
  return data(call.text)
}

const lists: Special = (call) => {
  for (const word of wordsOf(call.self, call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  const found = call.name.endsWith('listFiles')
    ? path(foundBelow(call.self!, '*', call.text))
    : nameOf(data('name'), 'name')
  return { kind: 'list', items: [found], more: true }
}

const property: Special = (call) => {
  const name = knownText(first(call))
  const known = {
    'user.home': '~',
    'user.dir': '.',
    'java.io.tmpdir': '/tmp',
    'file.separator': '/',
    'line.separator': '\n',
  }[name ?? '']
  return known === undefined ? (call.given.positional[1] ?? data(call.text)) : text(known)
}

const environment: Special = (call) =>
  call.given.positional.length === 0
    ? { kind: 'object', type: 'Environ' }
    : variable(knownText(first(call)), call, undefined)

/** A request holds its address; one that carries something says so. */
const request: Special = (call) => ({
  kind: 'object',
  type: 'Request',
  held: { kind: 'list', items: [...call.given.positional], more: false },
})
const requestTo: Special = (call) => {
  const held = call.self?.kind === 'object' ? call.self.held : undefined
  if (held?.kind === 'list') held.items.unshift(first(call))
  return call.self!
}
const requestSends: Special = (call) => {
  const held = call.self?.kind === 'object' ? call.self.held : undefined
  const reads = call.name === 'method' && /^(?:GET|HEAD|OPTIONS)$/i.test(knownText(first(call)) ?? '')
  if (held?.kind === 'list' && !reads) held.more = true
  return call.self!
}
const sends: Special = (call) => {
  for (const option of optionsOf(first(call))) {
    const held = option.kind === 'object' ? option.held : undefined
    const target = held?.kind === 'list' ? held.items[0] : undefined
    const carries = held?.kind !== 'list' || held.more ? 'data' : 'nothing'
    for (const word of wordsOf(target, call.text))
      call.engine.record({ does: 'contact', target: word, sends: carries, text: call.text })
  }
  return { kind: 'object', type: 'Response' }
}

/** A connection of `URL` may send as well as fetch. */
const connects: Special = (call) => {
  for (const word of wordsOf(call.self, call.text))
    call.engine.record({
      does: 'contact',
      target: word,
      sends: /setDoOutput|getOutputStream|setRequestMethod\("(?!GET|HEAD)/.test(call.text) ? 'data' : 'nothing',
      text: call.text,
    })
  return { kind: 'object', type: 'Connection', ...(call.self === undefined ? {} : { held: call.self }) }
}
const connectionSends: Special = (call) => {
  const held = call.self?.kind === 'object' ? call.self.held : undefined
  for (const word of wordsOf(held, call.text))
    call.engine.record({ does: 'contact', target: word, sends: 'data', text: call.text })
  return { kind: 'object', type: 'File' }
}

const executes: Special = (call) => {
  const command = first(call)
  const entry = readEntry(command.kind === 'list' ? 'program:0 -> Process' : 'shell:0 -> Process')
  const directory = call.given.positional[2]
  return actBy(
    entry,
    directory === undefined ? call : { ...call, given: { ...call.given, named: new Map([['cwd', directory]]) } },
  )
}

const redirects: Special = (call) => {
  if (isPath(call.given.positional[0])) actBy(readEntry(call.name.endsWith('Input') ? 'read:0' : 'write:0'), call)
  return call.self!
}

const database: Special = (call) => {
  const url = knownText(first(call)) ?? ''
  const file = /^jdbc:sqlite:(?!:memory:)(.+)/.exec(url)?.[1]
  if (/^jdbc:(?:h2:mem|sqlite::memory|hsqldb:mem|derby:memory)/.test(url)) return { kind: 'object', type: 'Database' }
  if (file !== undefined)
    return actBy(readEntry('read:0 -> Database'), { ...call, given: { ...call.given, positional: [text(file)] } })
  const host = /^jdbc:[a-z0-9:]+\/\/([^/:]+)/.exec(url)?.[1]
  return actBy(readEntry('connect:0 -> Database'), {
    ...call,
    given: { ...call.given, positional: [host === undefined ? first(call) : text(host)] },
  })
}

const listOf: Special = (call) => ({
  kind: 'list',
  items: call.given.positional.flatMap((value) => (value.kind === 'list' ? value.items : [value])),
  more: call.given.open || call.given.positional.some((value) => value.kind === 'list' && value.more),
})
const formats: Special = (call) => {
  const [format, ...values] = call.self === undefined ? call.given.positional : [call.self, ...call.given.positional]
  return format?.kind === 'text'
    ? percentFormat(format.word, { kind: 'list', items: values, more: false }, call.text)
    : data(call.text)
}
const decodes: Special = (call) => {
  const known = knownText(first(call))
  return known === undefined
    ? derivedFrom([first(call)], call.text)
    : either([text(Buffer.from(known, 'base64').toString('utf8')), data(call.text)])
}

/** A writer or stream: over what it is given, else the file of that name. */
const over = (names: string): readonly (readonly [string, Special])[] => each(names, first)

const each = (names: string, special: Special): readonly (readonly [string, Special])[] =>
  names
    .split(/\s+/)
    .filter(Boolean)
    .map((name) => [name, special] as const)

const SPECIALS: ReadonlyMap<string, Special> = new Map<string, Special>([
  ...each('java.io.File java.nio.file.Path.of java.nio.file.Paths.get', joins),
  ...each('Path#resolve Path#resolveSibling', resolves),
  ...each(
    'Path#toPath Path#toFile Path#toAbsolutePath Path#normalize Path#toRealPath Path#getAbsoluteFile Path#getCanonicalFile Path#toUri',
    itself,
  ),
  ...each(
    'Path#getPath Path#getAbsolutePath Path#getCanonicalPath Path#toString',
    (call) => (call.self?.kind === 'object' && call.self.held) || data(call.text),
  ),
  ...each('Path#getParent Path#getParentFile', (call) => path(parentOf(call.self!, call.text))),
  ...each('Path#getFileName Path#getName', (call) => path(nameOf(call.self!, call.text))),
  ...each(
    'Path#relativize Path#startsWith Path#endsWith Path#getNameCount Path#subpath Path#compareTo Path#equals Path#hashCode Path#isAbsolute Path#getRoot Path#iterator Path#getFileSystem Path#register Path#toURI',
    (call) => data(call.text),
  ),
  ...each('Path#list Path#listFiles', lists),
  ...each(
    'java.nio.file.Files.walk java.nio.file.Files.list java.nio.file.Files.find java.nio.file.Files.newDirectoryStream',
    walks,
  ),
  ['java.nio.file.Files.walkFileTree', visits],
  ['java.nio.file.Files.copy', copies],
  ['java.nio.file.Files.createTempFile', () => path(text('/tmp/file'))],
  ['java.nio.file.Files.createTempDirectory', () => path(text('/tmp/dir'))],
  ['java.io.File.createTempFile', () => path(text('/tmp/file'))],
  ['java.io.FileWriter', writesOrAppends],
  ['java.io.FileOutputStream', writesOrAppends],
  ...each('java.io.PrintWriter java.io.PrintStream java.util.Formatter', opens('write:0 -> File')),
  // A scanner over text reads the text, not a file of that name.
  [
    'java.util.Scanner',
    (call) =>
      first(call).kind === 'object' && (first(call) as { type?: string }).type === 'Path'
        ? actBy(readEntry('read:0 -> File'), call)
        : first(call),
  ],
  ...over(`java.io.BufferedReader java.io.BufferedWriter java.io.BufferedInputStream java.io.BufferedOutputStream java.io.InputStreamReader java.io.OutputStreamWriter java.io.DataInputStream
    java.io.DataOutputStream java.util.zip.GZIPInputStream java.util.zip.GZIPOutputStream java.util.zip.ZipInputStream java.util.zip.ZipOutputStream java.io.LineNumberReader java.io.PushbackReader
    java.util.Objects.requireNonNull java.util.Optional.of java.util.Optional.ofNullable`),
  ...each(
    'java.util.List.of java.util.Arrays.asList java.util.Set.of java.util.stream.Stream.of java.util.ArrayList java.util.LinkedList java.util.List.copyOf java.util.Arrays.stream java.util.Collections.singletonList java.util.Collections.unmodifiableList java.util.HashSet java.util.TreeSet java.util.LinkedHashSet java.util.ArrayDeque',
    listOf,
  ),
  ...each('java.lang.String.format java.lang.String.formatted', formats),
  [
    'java.lang.String.join',
    (call) => {
      const [separator, ...parts] = call.given.positional
      const list: Value =
        parts.length === 1 && parts[0]!.kind === 'list'
          ? parts[0]!
          : { kind: 'list', items: parts, more: call.given.open }
      return call.engine.call({ kind: 'method', of: list, name: 'join' }, [separator ?? text('')], call.at)
    },
  ],
  ...each('java.lang.String.valueOf java.lang.String java.lang.String.copyValueOf', first),
  // Text that is put together piece by piece: what it is in the end is not known.
  ...each('java.lang.StringBuilder java.lang.StringBuffer java.util.StringJoiner', (call) =>
    derivedFrom(call.given.positional, call.text),
  ),
  ['java.lang.System.getProperty', property],
  ['java.lang.System.getenv', environment],
  ['Environ#get', (call) => variable(knownText(first(call)), call, undefined)],
  ['Environ#getOrDefault', (call) => variable(knownText(first(call)), call, call.given.positional[1])],
  ['java.lang.Runtime.getRuntime', () => ({ kind: 'object', type: 'Runtime' })],
  ['Runtime#exec', executes],
  [
    'Runtime#addShutdownHook',
    (call) => {
      call.engine.handOn(first(call), call.at)
      return data(call.text)
    },
  ],
  ['java.lang.ProcessBuilder', newCommand],
  [
    'Command#command',
    (call) =>
      call.given.positional.length === 0
        ? (call.self?.kind === 'object' && call.self.held?.kind === 'record' && call.self.held.entries.get('words')) ||
          data(call.text)
        : setWords(call),
  ],
  ['Command#directory', setDirectory],
  ['Command#start', startCommand('Process')],
  ['Command#add', addWords],
  ...each('Command#redirectOutput Command#redirectError Command#redirectInput', redirects),
  [
    'Command#environment',
    (call) => ({ kind: 'object', type: 'Variables', ...(call.self === undefined ? {} : { held: call.self }) }),
  ],
  ...each('Variables#put Variables#putAll Variables#clear Variables#remove', (call) => {
    if (
      /^(?:PATH|LD_\w+|BASH_ENV|GIT_\w+|JAVA_TOOL_OPTIONS|SHELL)$/.test(
        knownText(first(call)) ?? (call.name.endsWith('putAll') ? 'PATH' : ''),
      )
    )
      call.engine.unread('unknown-call', call.text)
    return data(call.text)
  }),
  ...each('java.lang.ProcessBuilder.Redirect.to java.lang.ProcessBuilder.Redirect.appendTo', (call) =>
    actBy(readEntry('write:0'), call),
  ),
  ['java.lang.ProcessBuilder.Redirect.from', (call) => actBy(readEntry('read:0'), call)],
  ...each('java.net.URI.create java.net.URI java.net.URL java.net.URI.toURL', (call) => ({
    kind: 'object',
    type: 'Url',
    held: first(call),
  })),
  ...each('Url#toURL Url#toURI Url#resolve', itself),
  ['Url#openConnection', connects],
  ...each('Connection#getOutputStream Connection#setDoOutput', connectionSends),
  [
    'Connection#setRequestMethod',
    (call) => (/^(?:GET|HEAD|OPTIONS)$/.test(knownText(first(call)) ?? '') ? data(call.text) : connectionSends(call)),
  ],
  ...each(
    'Connection#getInputStream Connection#getResponseCode Connection#setRequestProperty Connection#setConnectTimeout Connection#setReadTimeout Connection#connect Connection#disconnect Connection#getHeaderField Connection#getResponseMessage Connection#getErrorStream Connection#getContentType Connection#setInstanceFollowRedirects Connection#getContentLength Connection#setUseCaches',
    (call) => ({ kind: 'object', type: 'Response', ...(call.self === undefined ? {} : { held: data('answer') }) }),
  ),
  ['java.net.http.HttpRequest.newBuilder', request],
  ['Request#uri', requestTo],
  ...each('Request#POST Request#PUT Request#DELETE Request#method', requestSends),
  ...each('Request#header Request#headers Request#setHeader', (call) =>
    call.given.positional.some((value) =>
      optionsOf(value).some((option) => option.kind === 'data' && option.holds === 'content'),
    )
      ? requestSends(call)
      : call.self!,
  ),
  ...each(
    'Request#GET Request#build Request#timeout Request#version Request#HEAD Request#copy Request#expectContinue Request#uri_',
    itself,
  ),
  ...each('Client#send Client#sendAsync', sends),
  ...each(
    'java.net.http.HttpClient.newHttpClient java.net.http.HttpClient.newBuilder java.net.http.HttpClient',
    () => ({ kind: 'object', type: 'Client' }),
  ),
  ...each(
    'Client#connectTimeout Client#followRedirects Client#build Client#version Client#executor Client#priority Client#cookieHandler Client#authenticator Client#sslContext Client#sslParameters Client#proxy',
    itself,
  ),
  ...each('java.net.http.HttpRequest.BodyPublishers.ofFile', (call) => actBy(readEntry('read:0'), call)),
  ...each(
    'java.net.http.HttpRequest.BodyPublishers.ofString java.net.http.HttpRequest.BodyPublishers.ofByteArray java.net.http.HttpRequest.BodyPublishers.noBody java.net.http.HttpRequest.BodyPublishers.ofInputStream',
    (call) => derivedFrom(call.given.positional, call.text),
  ),
  ['java.net.http.HttpResponse.BodyHandlers.ofFile', (call) => actBy(readEntry('write:0'), call)],
  ['java.sql.DriverManager.getConnection', database],
  ['java.util.Base64.getDecoder', () => ({ kind: 'object', type: 'Decoder' })],
  ...each('java.util.Base64.getUrlDecoder java.util.Base64.getMimeDecoder', () => ({
    kind: 'object',
    type: 'Decoder',
  })),
  ['Decoder#decode', decodes],
  ['javax.imageio.ImageIO.write', (call) => actBy(readEntry('write:2'), call)],
  ...each(
    'any#stream any#iterator any#filter any#sorted any#toList any#parallel any#distinct any#limit any#skip any#peek',
    (call) => {
      for (const value of call.given.positional) call.engine.handOn(value, call.at)
      return call.self!
    },
  ),
])

const ATTRIBUTES: ReadonlyMap<string, (self: Value, engine: Engine) => Value> = new Map<
  string,
  (self: Value, engine: Engine) => Value
>([
  ['java.io.File.separator', () => text('/')],
  ['java.lang.System.in', () => ({ kind: 'object', type: 'File' })],
])

const LANG = `Object String StringBuilder StringBuffer Integer Long Short Byte Double Float Boolean Character Number Void Math StrictMath Enum Record Iterable Comparable CharSequence Runnable AutoCloseable
  Cloneable Throwable Exception Error RuntimeException IllegalArgumentException IllegalStateException NullPointerException IndexOutOfBoundsException ArrayIndexOutOfBoundsException
  ArithmeticException ClassCastException NumberFormatException UnsupportedOperationException InterruptedException CloneNotSupportedException AssertionError StackOverflowError OutOfMemoryError
  SecurityException ClassNotFoundException ReflectiveOperationException NoSuchFieldException NoSuchMethodException StackTraceElement Thread ThreadLocal InheritableThreadLocal ScopedValue StackWalker Runtime Process ProcessBuilder
  ProcessHandle System Class ClassLoader Module ModuleLayer Package Override Deprecated SuppressWarnings FunctionalInterface SafeVarargs IO ThreadGroup MatchException`

export const JAVA: Library = {
  language: 'java',
  globals: new Map<string, Value>([
    ...LANG.split(/\s+/).map((name) => [name, library(`java.lang.${name}`)] as const),
    ...['java', 'javax', 'jdk', 'sun', 'com', 'org', 'jakarta', 'groovy'].map((name) => [name, library(name)] as const),
  ]),
  entries: JAVA_CALLS,
  specials: SPECIALS,
  attributes: ATTRIBUTES,
  cannotAct: CANNOT_ACT,
  results: 'many',
  reaches: new Set(),
  assigns: 'nearest',
  members: 'by name',
  keepsEnvironment: new Set(),
  neverCalls: new Set(),
  isOwn: () => false,
  bareFields: true,
  starred: /^[a-z]/,
  callsByMethod: true,
  types: new Map([
    ['java.io.File', 'Path'],
    ['java.nio.file.Path', 'Path'],
    ['java.lang.Runtime', 'Runtime'],
    ['java.lang.ProcessBuilder', 'Command'],
    ['java.net.URL', 'Url'],
    ['java.net.URI', 'Url'],
    ['java.net.http.HttpClient', 'Client'],
    ['java.net.Socket', 'Socket'],
    ['java.sql.Connection', 'Database'],
    ['java.sql.Statement', 'Database'],
    ['java.lang.ProcessHandle', 'Handle'],
  ]),
}
