import { commandLine, givenOption, givenWord, givenWords, wordsGiven } from '../command-line.ts'
import type { Engine, LibraryCall, Special } from '../library.ts'
import { ABSENT, data, either, knownText, optionsOf, text, type Value } from '../values.ts'

/** What a program of Commander or yargs was told to look for: the key in its options, and their value. */
const TOLD = new WeakMap<Value, Map<string, Value>>()

function toldOf(program: Value): Map<string, Value> {
  let known = TOLD.get(program)
  if (known === undefined) TOLD.set(program, (known = new Map()))
  return known
}

const camel = (name: string): string =>
  name.replace(/^-+/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What Commander is given behind the flags: a default, perhaps after the function that reads the word. */
function fallbackOf(given: readonly Value[]): Value | undefined {
  return given.findLast((value) => value.kind !== 'function' && value.kind !== 'library')
}

/** `.option('-o, --out <file>', 'where', 'dist')`. */
const option: Special = (call) => {
  const flags = (knownText(call.given.positional[0]) ?? '').split(/[\s,|]+/).filter((word) => word.startsWith('-'))
  const long = flags.find((flag) => flag.startsWith('--')) ?? flags[0]
  if (long !== undefined) {
    const negated = long.startsWith('--no-')
    const fallback = fallbackOf(call.given.positional.slice(2)) ?? (negated ? text('true') : undefined)
    const read = call.given.positional.find((value) => value.kind === 'function')
    const value = givenOption(wordsGiven(call.engine), flags, fallback)
    const made = read === undefined ? value : either([value, call.engine.call(read, [value], call.at)])
    toldOf(call.self!).set(camel(negated ? `--${long.slice(5)}` : long), made)
  }
  return call.self!
}

const argument: Special = (call) => {
  const told = toldOf(call.self!)
  const at = [...told.keys()].filter((key) => key.startsWith('<')).length
  told.set(`<${at}`, givenWord(wordsGiven(call.engine), fallbackOf(call.given.positional.slice(2))))
  return call.self!
}

/** `.command('new <name>')`: a command of its own, with the options of the program beside it. */
const command: Special = (call) => {
  // With a description in its place it is a program of its own.
  if (call.given.positional.length > 1) call.engine.unread('unknown-call', call.text)
  const made: Value = { kind: 'object', type: 'Commander' }
  const told = toldOf(made)
  for (const [key, value] of toldOf(call.self!)) if (!key.startsWith('<')) told.set(key, value)
  let at = 0
  for (const _ of (knownText(call.given.positional[0]) ?? '').matchAll(/[<[][^>\]]*[>\]]/g))
    told.set(`<${at++}`, givenWord(wordsGiven(call.engine), undefined))
  return made
}

function optionsRecord(of: Value, engine: Engine): Value {
  const entries = new Map([...toldOf(of)].filter(([key]) => !key.startsWith('<')))
  return {
    kind: 'record',
    entries,
    more: engine.args === undefined,
    ...(engine.args === undefined ? {} : { missing: ABSENT }),
  }
}

const acts: Special = (call) => {
  const words = [...toldOf(call.self!)].filter(([key]) => key.startsWith('<')).map(([, value]) => value)
  const run = call.given.positional[0]
  if (run !== undefined) call.engine.call(run, [...words, optionsRecord(call.self!, call.engine), call.self!], call.at)
  return call.self!
}

/** `.option('out', { alias: 'o', default: 'dist' })`. */
function describes(name: string, about: Value | undefined, call: LibraryCall): void {
  const entries = about?.kind === 'record' ? about.entries : new Map<string, Value>()
  const alias = entries.get('alias') ?? entries.get('short')
  const aliases = alias === undefined ? [] : alias.kind === 'list' ? alias.items.map(knownText) : [knownText(alias)]
  const names = [name, ...aliases.filter((one) => one !== undefined)]
  const flags = names.map((one) => (one.length === 1 ? `-${one}` : `--${one}`))
  const value = givenOption(wordsGiven(call.engine), flags, entries.get('default'))
  for (const one of names) {
    toldOf(call.self!).set(one, value)
    toldOf(call.self!).set(camel(one), value)
  }
}

const yargsOption: Special = (call) => {
  const [name, about] = call.given.positional
  if (name?.kind === 'record') for (const [key, value] of name.entries) describes(key, value, call)
  else describes(knownText(name) ?? '', about, call)
  return call.self!
}

const yargsDefault: Special = (call) => {
  const [name, value] = call.given.positional
  describes(
    knownText(name) ?? '',
    { kind: 'record', entries: new Map([['default', value ?? data('default')]]), more: false },
    call,
  )
  return call.self!
}

const yargsCommand: Special = (call) => {
  const [usage, , builder, handler] = call.given.positional
  for (const found of (knownText(usage) ?? '').matchAll(/[<[]([\w-]+)[^>\]]*[>\]]/g))
    toldOf(call.self!).set(camel(found[1]!), givenWord(wordsGiven(call.engine), undefined))
  if (builder?.kind === 'record') for (const [key, value] of builder.entries) describes(key, value, call)
  else if (builder !== undefined) call.engine.call(builder, [call.self!], call.at)
  if (handler !== undefined) call.engine.call(handler, [parsed(call.self!, call.engine)], call.at)
  return call.self!
}

function parsed(of: Value, engine: Engine): Value {
  const record = optionsRecord(of, engine)
  if (record.kind === 'record') record.entries.set('_', givenWords(wordsGiven(engine)))
  return record
}

/** `minimist(argv, { default: {…}, alias: {…} })`: what is asked for is looked for when it is asked for. */
const minimist: Special = (call) => {
  const self: Value = { kind: 'object', type: 'Yargs' }
  const about = call.given.positional[1]
  const entries = about?.kind === 'record' ? about.entries : new Map<string, Value>()
  const defaults = entries.get('default')
  const words = wordsGiven(call.engine)
  if (defaults?.kind === 'record')
    for (const [key, value] of defaults.entries)
      toldOf(self).set(key, givenOption(words, [`--${key}`, `-${key}`], value))
  for (const word of words ?? []) {
    const name = /^--?([\w-]+)/.exec(
      word.kind === 'text' && word.word.kind !== 'glob' ? (knownText(word) ?? '') : '',
    )?.[1]
    if (name !== undefined)
      for (const key of [name, camel(name)])
        toldOf(self).set(key, givenOption(words, [`--${name}`, `-${name}`], undefined))
  }
  return parsed(self, call.engine)
}

/** `parseArgs({ options })` of `node:util`. */
const parsesArgs: Special = (call) => {
  const about = call.given.positional[0]
  const options = about?.kind === 'record' ? about.entries.get('options') : undefined
  const self: Value = { kind: 'object', type: 'Yargs' }
  const on = { ...call, self }
  if (options?.kind === 'record') for (const [key, value] of options.entries) describes(key, value, on)
  return {
    kind: 'record',
    entries: new Map([
      ['values', optionsRecord(self, call.engine)],
      ['positionals', givenWords(wordsGiven(call.engine))],
    ]),
    more: false,
  }
}

const same: Special = (call) => call.self!
const named = (names: string, special: Special): readonly (readonly [string, Special])[] =>
  names.split(/\s+/).map((name) => [name, special] as const)
const commander: Special = () => ({ kind: 'object', type: 'Commander' })
const yargs: Special = () => ({ kind: 'object', type: 'Yargs' })

export const COMMAND_LINE_SPECIALS: readonly (readonly [string, Special])[] = [
  ...named('commander.Command commander.createCommand cac cac.cac', commander),
  ...named('Commander#option Commander#requiredOption', option),
  ...named('Commander#argument', argument),
  ...named('Commander#command', command),
  ...named('Commander#action', acts),
  ...named('Commander#opts Commander#optsWithGlobals', (call) => optionsRecord(call.self!, call.engine)),
  ...named(
    `Commander#name Commander#description Commander#version Commander#usage Commander#parse Commander#parseAsync Commander#alias
    Commander#allowUnknownOption Commander#allowExcessArguments Commander#exitOverride Commander#showHelpAfterError Commander#addHelpText
    Commander#configureOutput Commander#helpOption Commander#help Commander#outputHelp Commander#example Commander#summary Commander#hook
    Commander#enablePositionalOptions Commander#passThroughOptions Commander#storeOptionsAsProperties Commander#addHelpCommand Commander#helpCommand`,
    same,
  ),
  ...named('yargs yargs.yargs', yargs),
  ...named('Yargs#option Yargs#options Yargs#positional', yargsOption),
  ...named('Yargs#default', yargsDefault),
  ...named('Yargs#command', yargsCommand),
  ...named('Yargs#parse Yargs#parseSync Yargs#parseAsync', (call) => parsed(call.self!, call.engine)),
  ...named(
    `Yargs#usage Yargs#alias Yargs#boolean Yargs#string Yargs#number Yargs#array Yargs#count Yargs#demandOption Yargs#demandCommand Yargs#help Yargs#version Yargs#strict
    Yargs#example Yargs#epilog Yargs#epilogue Yargs#wrap Yargs#choices Yargs#describe Yargs#coerce Yargs#check Yargs#conflicts Yargs#implies Yargs#scriptName Yargs#showHelpOnFail
    Yargs#exitProcess Yargs#fail Yargs#group Yargs#hide Yargs#locale Yargs#nargs Yargs#normalize Yargs#parserConfiguration Yargs#recommendCommands Yargs#strictCommands
    Yargs#strictOptions Yargs#terminalWidth Yargs#config Yargs#env Yargs#completion Yargs#middleware Yargs#showHelp`,
    same,
  ),
  ...named('minimist mri yargs-parser', minimist),
  ...named('util.parseArgs', parsesArgs),
  ...named('yargs/helpers.hideBin', (call) => call.given.positional[0] ?? data(call.text)),
]

export const COMMAND_LINE_ATTRIBUTES: readonly (readonly [string, (self: Value, engine: Engine) => Value])[] = [
  ['process.argv', (_, engine) => commandLine(engine, ['node', engine.script ?? '-']) ?? data('process.argv')],
  ['Bun.argv', (_, engine) => commandLine(engine, ['bun', engine.script ?? '-']) ?? data('Bun.argv')],
  ['Deno.args', (_, engine) => commandLine(engine, []) ?? data('Deno.args')],
  ['worker_threads.workerData', () => data('workerData')],
  ['commander.program', (self) => programOf(self)],
  ['Commander#args', (_, engine) => givenWords(wordsGiven(engine))],
  ['Commander#processedArgs', (_, engine) => givenWords(wordsGiven(engine))],
  ['Yargs#argv', (self, engine) => parsed(self, engine)],
]

/** The one program that the module holds: wherever it is named, it is the same. */
const PROGRAMS = new WeakMap<Value, Value>()

function programOf(self: Value): Value {
  const [only] = optionsOf(self)
  let known = PROGRAMS.get(only!)
  if (known === undefined) PROGRAMS.set(only!, (known = { kind: 'object', type: 'Commander' }))
  return known
}
