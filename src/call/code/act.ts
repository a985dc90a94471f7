import { holdsSecretVariable } from '../secret-values.ts'
import { knownPrefix, literal, type Word } from '../word.ts'
import type { Effect } from '../shell/code/effects.ts'
import { inDirectory } from './directory.ts'
import type { Act, Entry, LibraryCall, Slot } from './library.ts'
import {
  addressIn,
  derivedFrom,
  holdsContent,
  isAbsent,
  itemsOf,
  knownText,
  optionsOf,
  type Value,
  wordOf,
  wordsOf,
} from './values.ts'

/** Tells what a call does by its row, and gives what it returns. */
export function actBy(entry: Entry, call: LibraryCall): Value {
  for (const act of entry.acts) recordAct(act, call)
  const { gives } = entry
  const reads = entry.acts.some(({ does }) => does === 'read')
  const answer = answered(entry, call)
  if (gives.kind === 'data' || (reads && gives.type === 'Data'))
    return reads
      ? { kind: 'data', source: call.text.slice(0, 80), holds: 'content' }
      : {
          ...derivedFrom(
            call.self === undefined ? call.given.positional : [call.self, ...call.given.positional],
            call.text,
          ),
          ...answer,
        }
  const held = gives.holds && inSlot(gives.holds, call)
  return { kind: 'object', type: gives.type, ...(held === undefined ? {} : { held }), ...answer }
}

/** The address that a call asks: what comes back is that host's answer. */
function answered(entry: Entry, call: LibraryCall): { readonly answer?: string } {
  const [slot] = entry.acts.find(({ does }) => does === 'fetch' || does === 'send')?.slots ?? []
  const asked = slot && inSlot(slot, call)
  const answer = asked === undefined ? undefined : addressIn(asked)
  return answer === undefined ? {} : { answer }
}

/** An address that a host gave leads where that host wants, as its redirections do: who asks it, asks that host. */
function whereItLeads(target: Word): Word {
  const [first] = target.kind === 'dynamic' ? target.pieces : []
  return first !== undefined && 'unknown' in first && first.answer !== undefined ? literal(`${first.answer}/`) : target
}

/** The argument a row speaks of. */
export function inSlot(slot: Slot, { given, self }: LibraryCall): Value | undefined {
  if ('self' in slot) return self
  if ('fixed' in slot) return { kind: 'text', word: literal(slot.fixed) }
  for (const name of slot.names) {
    const value = given.named.get(name)
    if (value !== undefined) return value
  }
  return given.positional[slot.index]
}

function recordAct({ does, slots }: Act, call: LibraryCall): void {
  const { engine, text } = call
  const [first, second] = slots
  const value = first && inSlot(first, call)
  const words = (): readonly Word[] => eachWord(value, text)
  switch (does) {
    case 'delete':
    case 'delete-tree':
      for (const path of words()) {
        const all = everythingBelow(path)
        engine.record(all === undefined ? { does, path, text } : { does: 'delete-tree', path: all, text })
      }
      return
    case 'read':
    case 'names':
    case 'directory':
    case 'access':
      for (const path of words())
        engine.record(
          isAddress(path) ? { does: 'contact', target: path, sends: 'nothing', text } : { does, path, text },
        )
      return
    case 'write':
    case 'append': {
      const content = knownText(contentOf(first, call))
      for (const path of words())
        engine.record(
          isAddress(path) ? { does: 'contact', target: path, sends: 'data', text } : { does, path, content, text },
        )
      return
    }
    case 'copy':
    case 'move': {
      const to = second && inSlot(second, call)
      for (const from of words())
        for (const target of eachWord(to, text)) engine.record({ does, from, to: target, text })
      return
    }
    case 'shell':
      for (const code of words()) recordThere({ does: 'shell', code, text }, call)
      return
    case 'program':
    case 'words':
      return recordProgram(value, second && inSlot(second, call), slots, call)
    case 'fetch':
      for (const target of words()) {
        if (/^file:/i.test(knownPrefix(target))) {
          engine.record({ does: 'read', path: target, text })
          continue
        }
        // An address that is a variable as a whole is where it goes, not what it carries.
        const carries = holdsSecretVariable(target) && knownPrefix(target).includes('://')
        const sends = carries ? 'unknown' : sendsOf(atRegistry(target, call) ? withoutAddress(value, call) : call)
        engine.record({ does: 'contact', target: sends === 'nothing' ? whereItLeads(target) : target, sends, text })
      }
      return
    case 'send':
      for (const target of words()) engine.record({ does: 'contact', target, sends: 'data', text })
      return
    case 'connect':
      for (const target of addresses(value, call)) engine.record({ does: 'contact', target, sends: 'unknown', text })
      return
    case 'listen': {
      // Wherever the address stands: `listen(80, '0.0.0.0')`.
      const all = [...call.given.positional, ...call.given.named.values()].flatMap((one) =>
        one.kind === 'text' ? [one.word] : [],
      )
      const address =
        addresses(value, call).find((word) => /^(?:0\.0\.0\.0|::|)$/.test(knownPrefix(word))) ??
        all.find((word) => /^(?:0\.0\.0\.0|::)$/.test(knownPrefix(word)))
      const open = address !== undefined && address.kind === 'literal'
      engine.record({ does: 'door', what: 'listener', text, ...(open ? { address: '0.0.0.0' } : {}) })
      return
    }
    case 'code':
      for (const code of words())
        if (code.kind === 'literal') engine.record({ does: 'code', language: codeLanguage(call), code, text })
        else engine.unread('dynamic-code', text)
      return
    case 'load':
      for (const path of words()) engine.record({ does: 'load', path, text })
      return
    case 'sql':
      for (const word of words()) {
        const known = statementOf(word)
        if (known === undefined) engine.unread('dynamic-code', text)
        else engine.record({ does: 'sql', code: known, text })
      }
      return
    case 'environment':
      engine.record({ does: 'environment', name: 'environment', text })
      return
    case 'end-process':
      engine.record({ does: 'end-process', text })
      return
    case 'unread':
      engine.unread('unknown-call', text)
  }
}

/** Whoever asks a registry names a package, and the name often stands in a manifest. */
function atRegistry(target: Word, { engine }: LibraryCall): boolean {
  const host = /^https:\/\/([\w.-]+)\//.exec(knownPrefix(target))?.[1]
  return host !== undefined && engine.trusts('registries', host)
}

function withoutAddress(address: Value | undefined, call: LibraryCall): LibraryCall {
  const others = (values: readonly Value[]): readonly Value[] =>
    values.map((value) => (value === address ? { kind: 'data', source: 'address' } : value))
  const named = new Map([...call.given.named].filter(([, value]) => value !== address))
  return { ...call, given: { ...call.given, positional: others(call.given.positional), named } }
}

/** A list in the place of a path is each of its paths. */
function eachWord(value: Value | undefined, text: string): readonly Word[] {
  if (value === undefined) return wordsOf(value, text)
  return optionsOf(value).flatMap((option) =>
    // Without what it is about nothing happens.
    isAbsent(option)
      ? []
      : option.kind === 'list' && option.items.length > 0
        ? option.items.flatMap((item) => wordsOf(item, text))
        : wordsOf(option, text),
  )
}

function codeLanguage({ engine }: LibraryCall): 'python' | 'javascript' | 'ruby' | 'php' | 'other' {
  const { language } = engine.language
  return language === 'go' || language === 'rust' || language === 'java' ? 'other' : language
}

/** Libraries take an address where they take a path: `to_csv('s3://bucket/x')`. */
export function isAddress(path: Word): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(knownPrefix(path))
}

/** The directory of which a word names everything, one by one: what a loop over `Path('.').rglob('*')` removes. */
function everythingBelow(path: Word): Word | undefined {
  if (path.kind !== 'dynamic') return undefined
  const last = path.pieces.at(-1)
  if (last === undefined || !('unknown' in last) || !/^[*/]+$/.test(last.unknown)) return undefined
  const before = path.pieces.slice(0, -1)
  const known = before.map((piece) => ('known' in piece ? piece.known : '')).join('')
  if (!before.every((piece) => 'known' in piece)) return undefined
  return literal(known === '' ? '.' : known.replace(/(?<=.)\/$/, ''))
}

/** What is written: the argument after the path, or the first one of a method of the path. */
function contentOf(slot: Slot | undefined, { given }: LibraryCall): Value | undefined {
  if (slot === undefined) return undefined
  return given.positional['index' in slot ? slot.index + 1 : 0] ?? given.named.get('data') ?? given.named.get('content')
}

/** A statement with what is not known left out: of `DELETE FROM {table}` enough is known to judge it. */
function statementOf(word: Word): string | undefined {
  if (word.kind === 'literal') return word.text
  if (word.kind === 'glob') return undefined
  const known = word.pieces.map((piece) => ('known' in piece ? piece.known : ' unknown_name ')).join('')
  return /^\s*\w+\s/.test(knownPrefix(word)) ? known : undefined
}

const BODIES = ['data', 'json', 'files', 'body', 'content', 'form']

/** Whether a request carries anything: a body, or a method other than reading. */
export function sendsOf({ given }: LibraryCall): 'nothing' | 'data' | 'unknown' {
  if (BODIES.some((name) => given.named.has(name))) return 'data'
  // What a file holds leaves in an address, a header or a cookie as it does in a body.
  if ([...given.positional, ...given.named.values()].some(holdsContent)) return 'data'
  const method = knownText(given.named.get('method'))
  if (given.named.has('method') && !/^(?:GET|HEAD|OPTIONS)$/i.test(method ?? '')) return 'data'
  for (const value of given.positional.slice(1))
    for (const option of optionsOf(value)) {
      if (option.kind !== 'record') continue
      if (BODIES.some((name) => option.entries.has(name))) return 'data'
      const named = option.entries.get('method')
      if (named !== undefined && !/^(?:GET|HEAD|OPTIONS)$/i.test(knownText(named) ?? '')) return 'data'
    }
  return given.open ? 'unknown' : 'nothing'
}

/** Names under which a record says where to connect; a whole address wins over its parts. */
const WHERE = ['connectionString', 'uri', 'dsn', 'host', 'hostname', 'path', 'url']

/** A host, wherever it stands: `('host', 80)`, `80, 'host'`, `{ host: 'x' }`, `host='x'`. */
function addresses(value: Value | undefined, call: LibraryCall): readonly Word[] {
  const { given, text } = call
  const named = value !== undefined && value.kind !== 'data' && value.kind !== 'method'
  const all = named
    ? [value, ...given.positional]
    : [...given.named.values(), ...(value === undefined ? given.positional : [value])]
  for (const one of all)
    for (const option of one === undefined ? [] : optionsOf(one)) {
      if (option.kind === 'text') return [option.word]
      // It goes by a connection that is open.
      if (option.kind === 'object' && /^(?:Database|Pgx)$/.test(option.type)) return []
      if (option.kind === 'list') {
        const host = option.items.find((item) => item.kind === 'text')
        if (host !== undefined) return wordsOf(host, text)
      }
      if (option.kind === 'record') {
        const host = WHERE.map((key) => option.entries.get(key)).find(Boolean)
        if (host !== undefined) return wordsOf(host, text)
      }
    }
  return wordsOf(value, text)
}

/** `run(['git', 'push'])`, `run('ls -l', shell=True)`, `spawn('git', ['push'], { shell: true })`. */
function recordProgram(
  command: Value | undefined,
  list: Value | undefined,
  slots: readonly Slot[],
  call: LibraryCall,
): void {
  const { engine, text } = call
  const lists = list === undefined || slots.length < 2 ? [undefined] : optionsOf(list)
  const ways = (command === undefined ? [] : optionsOf(command)).flatMap((option) =>
    (option.kind === 'list' ? [undefined] : lists).map((args) => ({ option, args })),
  )
  for (const { option, args } of ways) {
    const words =
      option.kind === 'list'
        ? listWords(option, text)
        : [wordOf(option, text), ...(args === undefined ? [] : listed(args, text))]
    const [program] = words
    if (program === undefined) engine.unread('unknown-call', text)
    else if (runsShell(call)) {
      const code = option.kind === 'list' ? [program] : words
      const known = code.every((word) => word.kind === 'literal')
      recordThere(
        {
          does: 'shell',
          code: known ? literal(code.map((word) => (word.kind === 'literal' ? word.text : '')).join(' ')) : program,
          text,
        },
        call,
      )
    } else if (option.kind === 'text' && slots.length < 2 && program.kind === 'literal' && program.text.includes(' '))
      recordThere({ does: 'shell', code: program, text }, call)
    else recordThere({ does: 'program', words, text }, call)
  }
  if (command === undefined) engine.unread('unknown-call', text)
}

/** A program that is started in a directory of its own: `cwd='/'`, `{ cwd: '/' }`, `chdir: '/'`. */
function recordThere(effect: Effect, call: LibraryCall): void {
  const { given, engine, text } = call
  const options = given.positional.flatMap((value) => (value.kind === 'record' ? [value] : []))
  const directory =
    given.named.get('cwd') ?? given.named.get('chdir') ?? options.map(({ entries }) => entries.get('cwd')).find(Boolean)
  if (directory === undefined || (directory.kind === 'data' && directory.source === 'nothing')) engine.record(effect)
  else for (const word of wordsOf(directory, text)) engine.record(inDirectory(effect, word))
}

/** Arguments as words; an options record in their place is none. */
function listed(value: Value, text: string): readonly Word[] {
  const options = optionsOf(value)
  if (options.every((option) => option.kind === 'record' || option.kind === 'function')) return []
  return options.length === 1 && options[0]!.kind === 'list' ? listWords(options[0]!, text) : [MORE]
}

const MORE: Word = { kind: 'dynamic', source: '…', pieces: [{ unknown: '…', from: 'argument' }] }

export function listWords(value: Value, text: string): readonly Word[] {
  const { items, complete } = itemsOf(value)
  const words = items.map((item) => wordOf(item, text))
  return complete ? words : [...words, MORE]
}

function runsShell({ given }: LibraryCall): boolean {
  const asked = given.named.get('shell')
  if (asked !== undefined && knownText(asked) !== 'false') return true
  return given.positional.some((value) =>
    optionsOf(value).some((option) => {
      const shell = option.kind === 'record' ? option.entries.get('shell') : undefined
      return shell !== undefined && knownText(shell) !== 'false'
    }),
  )
}
