import { commandLine, givenOption, givenWord, givenWords, wordsGiven } from '../command-line.ts'
import type { Engine, LibraryCall, Special } from '../library.ts'
import { joinPaths } from '../paths.ts'
import { ABSENT, data, either, isAbsent, itemsOf, knownText, optionsOf, plain, text, type Value } from '../values.ts'

interface Asked {
  readonly names: readonly string[]
  readonly dest: string
  readonly fallback: Value | undefined
  readonly made: (value: Value) => Value
}

/** What a parser was told to look for. */
const ASKED = new WeakMap<Value, Map<string, Asked[]>>()

const askedOf = (parser: Value): Map<string, Asked[]> => {
  let known = ASKED.get(parser)
  if (known === undefined) ASKED.set(parser, (known = new Map()))
  return known
}

const adds: Special = (call) => {
  const { given, self } = call
  const names = given.positional.map((value) => knownText(value) ?? '').filter(Boolean)
  const long = names.find((name) => name.startsWith('--')) ?? names[0] ?? ''
  const dest = knownText(given.named.get('dest')) ?? long.replace(/^-+/, '').replaceAll('-', '_')
  const action = knownText(given.named.get('action'))
  const many = given.named.get('nargs')
  const constant = given.named.get('const')
  const fallback =
    given.named.get('default') ??
    (action === 'store_true' ? text('false') : action === 'store_false' ? text('true') : undefined)
  const type = given.named.get('type')
  const made = (value: Value): Value => {
    const one = type === undefined ? value : converted(value, type, call)
    return many !== undefined && knownText(many) !== '?' && one.kind !== 'list'
      ? { kind: 'list', items: optionsOf(one).filter((option) => !isAbsent(option)), more: false, ends: true }
      : one
  }
  const asked = askedOf(self!)
  const all = constant === undefined || fallback === undefined ? fallback : either([fallback, constant])
  asked.set(dest, [...(asked.get(dest) ?? []), { names, dest, fallback: all, made }])
  return data(call.text)
}

/** What a word of the command line is made into. */
function converted(value: Value, type: Value, call: LibraryCall): Value {
  if (type.kind === 'library' && /^(?:int|float)$/.test(type.name)) return isAbsent(value) ? value : plain('number')
  if (type.kind === 'library' && /(?:^|\.)(?:Pure|Posix)?Path$/.test(type.name))
    return either(optionsOf(value).map((one) => (isAbsent(one) ? one : path(one, call))))
  if (type.kind === 'function' && !isAbsent(value)) return call.engine.call(type, [value], call.at)
  return value
}

function path(held: Value, call: LibraryCall): Value {
  return held.kind === 'object' ? held : { kind: 'object', type: 'Path', held: joinPaths([held], call.text) }
}

const parses: Special = (call) => {
  const { given, engine, self } = call
  const list = given.named.get('args') ?? given.positional[0]
  const told = list !== undefined && list.kind === 'list' && !isAbsent(list) ? [...itemsOf(list).items] : undefined
  const words = told ?? wordsGiven(engine)
  const entries = new Map<string, Value>()
  for (const [dest, all] of askedOf(self!))
    entries.set(
      dest,
      either(
        all.map(({ names, fallback, made }) =>
          made(names[0]?.startsWith('-') ? givenOption(words, names, fallback) : givenWord(words, fallback)),
        ),
      ),
    )
  const found: Value = { kind: 'record', entries, more: words === undefined }
  return call.name.includes('known') ? { kind: 'list', items: [found, givenWords(words)], more: false } : found
}

const sets: Special = (call) => {
  const asked = askedOf(call.self!)
  for (const [dest, value] of call.given.named)
    asked.set(dest, [...(asked.get(dest) ?? []), { names: ['-'], dest, fallback: value, made: (one) => one }])
  return data(call.text)
}

const parser: Special = (call) => {
  const made: Value = { kind: 'object', type: 'Arguments' }
  const parents = call.given.named.get('parents')
  for (const one of parents === undefined ? [] : itemsOf(parents).items)
    for (const [dest, all] of askedOf(one)) askedOf(made).set(dest, all)
  return made
}

/** `@click.option('--out', default='x')`: the parameter it is for, and what it holds. */
const option: Special = (call) => {
  const { given, engine } = call
  const names = given.positional.map((value) => knownText(value) ?? '').filter(Boolean)
  const plainName = names.find((name) => !name.startsWith('-'))
  const long = names.find((name) => name.startsWith('--')) ?? names[0] ?? ''
  const name = plainName ?? long.replace(/^-+/, '').split('/', 1)[0]!.replaceAll('-', '_')
  const words = wordsGiven(engine)
  const fallback = given.named.get('default') ?? (given.named.has('is_flag') ? text('false') : undefined)
  const argument = call.name.endsWith('argument')
  const value = argument ? givenWord(words, fallback) : givenOption(words, names, fallback)
  const type = given.named.get('type')
  const made = type === undefined ? value : converted(value, pathType(type), call)
  const many = given.named.has('multiple') || given.named.has('nargs')
  const held: Value = many
    ? { kind: 'list', items: optionsOf(made).filter((one) => !isAbsent(one)), more: words === undefined, ends: true }
    : made
  return { kind: 'object', type: 'Parameter', held: { kind: 'record', entries: new Map([[name, held]]), more: false } }
}

function pathType(type: Value): Value {
  return type.kind === 'object' && type.type === 'PathType' && type.held !== undefined ? type.held : type
}

/** `typer.Option('x', '--out')`: what the parameter is by default. */
const byDefault: Special = (call) => {
  const value = call.given.named.get('default') ?? call.given.positional[0]
  return value === undefined || (value.kind === 'data' && value.source === 'nothing') ? ABSENT : value
}

/** `getopt.getopt(argv, 'o:')`. */
const options: Special = (call) => {
  const words = call.given.positional[0]
  if (words?.kind !== 'list' || !words.ends)
    return { kind: 'list', items: [data('options'), data('arguments')], more: false }
  const items = words.items.map((one, index): Value => ({
    kind: 'list',
    items: [one, either([words.items[index + 1] ?? ABSENT, one])],
    more: false,
  }))
  return { kind: 'list', items: [{ kind: 'list', items, more: false, ends: true }, words], more: false }
}

const named = (names: string, special: Special): readonly (readonly [string, Special])[] =>
  names.split(/\s+/).map((name) => [name, special] as const)

export const COMMAND_LINE_SPECIALS: readonly (readonly [string, Special])[] = [
  ...named(
    'argparse.ArgumentParser configargparse.ArgumentParser configargparse.ArgParser optparse.OptionParser jsonargparse.ArgumentParser',
    parser,
  ),
  ...named('Arguments#add_argument Arguments#add_option Arguments#add', adds),
  ...named('Arguments#parse_args Arguments#parse_known_args Arguments#parse_intermixed_args', (call) => {
    const parsed = parses(call)
    return parsed
  }),
  ...named('Arguments#set_defaults', sets),
  ...named(
    'Arguments#add_argument_group Arguments#add_mutually_exclusive_group Arguments#add_subparsers Arguments#add_parser Arguments#add_option_group',
    (call) => call.self!,
  ),
  ...named(
    'click.option click.argument rich_click.option rich_click.argument asyncclick.option asyncclick.argument',
    option,
  ),
  ...named('typer.Option typer.Argument', byDefault),
  ...named('click.Path', (call) => {
    const type = call.given.named.get('path_type')
    return { kind: 'object', type: 'PathType', ...(type === undefined ? {} : { held: type }) }
  }),
  ...named('getopt.getopt getopt.gnu_getopt', options),
]

/** `sys.argv`. */
export function argv(_: Value, engine: Engine): Value {
  return commandLine(engine, [engine.script ?? '-']) ?? data('sys.argv')
}
