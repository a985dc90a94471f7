import type { Action } from '../action.ts'
import { literal, show, textOf, type Word } from '../word.ts'
import { namesProduction } from './programs/facts.ts'
import type { ProgramContext } from './programs/program.ts'
import { isForeign, isOutputName, isPlugin, loadsCode } from './loaded-values.ts'
import { migrates, namesSystemPlace } from './variable-shapes.ts'

/**
 * Options of a program that runs or loads code. Rows name those that are known; of the others, and of those that count as
 * text, one whose value is a path where anybody may put a file, or a command, is not a flag: what it names is loaded.
 * `told` is what the program's own meaning has said.
 */
export function recordLoaded(context: ProgramContext, args: readonly Word[], recorded: () => readonly Action[]): void {
  const starts = recorded().some((action) => action.does === 'run-program')
  for (const word of args) {
    const order = /^--[\w.-]+=(.*)$/s.exec(textOf(word) ?? '')?.[1]
    if (order !== undefined && PIPED.test(order)) context.code('shell', literal(order), { via: show(word) })
  }
  for (const { option, value } of namedValues(starts ? beforeOperand(args) : args))
    recordValue(context, option, value, recorded)
  if (recorded().some((action) => action.does === 'change-service')) return
  if (!starts || RUNS_BY_NAME.test(context.invocation.program) || args.some(isProductionFile))
    recordProductionWords(context, args)
}

/**
 * Of a program whose options nobody listed one by one: a value that names a place where anybody may put a file, a place
 * from which the machine starts things, a command or a peer by its public address must have been told by the program's
 * meaning. If nothing speaks of it, nobody knows what becomes of it.
 */
export function recordUnaccounted(
  context: ProgramContext,
  args: readonly Word[],
  recorded: () => readonly Action[],
): void {
  const actions = recorded()
  if (actions.some((action) => action.does === 'something-opaque')) return
  const starts = actions.some((action) => action.does === 'run-program' || action.does === 'run-code')
  const weakens = args.find((word) => UNCHECKED.test(textOf(word) ?? ''))
  if (weakens && !starts && !actions.some((action) => action.does === 'change-system'))
    context.record({ does: 'change-system', deed: 'weaken-tls', target: show(weakens) })
  const code = starts ? undefined : args.map(textOf).find((text) => text !== undefined && namesCode(context, text))
  if (code !== undefined && !actions.some((action) => accountsFor(action, code))) {
    context.opaque('unknown-option', code)
    return
  }
  for (const { option, value } of namedValues(starts ? beforeOperand(args) : args)) {
    const text = textOf(value)
    if (text === undefined || !isWeighty(context, text) || actions.some((action) => accountsFor(action, text))) continue
    context.opaque('unknown-option', `${option} ${text}`)
    return
  }
}

function isWeighty(context: ProgramContext, text: string): boolean {
  return (
    text.split(/[=,;]/).some((piece) => isForeign(context, piece)) ||
    namesSystemPlace(context, text) ||
    COMMAND.test(text) ||
    PUBLIC_PEER.test(text)
  )
}

/** Options by which a program no longer checks whom it talks to. */
const UNCHECKED =
  /^--(?:insecure|insecure-skip-tls-verify|trust-server-cert(?:-failures)?|skip-tls-verify|skip-ssl-validation|no-verify-ssl|no-check-certificate|disable-ssl-verification)(?:=true)?$/

/** A program or an archive of one, where anybody may put it. */
function namesCode(context: ProgramContext, text: string): boolean {
  if (!/\.(?:[cm]?js|py|rb|gem|whl|lua|pl|sh|so|dylib|wasm|jar|zip|tgz|tar\.gz)$/.test(text)) return false
  return isForeign(context, text) || /^https?:\/\//.test(text)
}

/** A shell or an interpreter, and what it is to run. */
const COMMAND = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh\s+\S|^(?:python3?|perl|ruby|node)\s+\/|\|\s*(?:ba|z|da)?sh\b/
const PUBLIC_PEER =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?!0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}(?:\.\d{1,3}){3}(?:[:/]|$)/i

function accountsFor(action: Action, text: string): boolean {
  if ('place' in action && action.place?.kind === 'path')
    return text.includes(action.place.path) || text.includes(action.place.real)
  if (action.does === 'contact-host') return action.host.kind !== 'named' || text.includes(action.host.name)
  return action.does === 'open-door'
}

const PIPED = /\|\s*(?:ba|z|da|k)?sh\b/

/** They start what the project calls by a name; the words that follow are for it. */
const RUNS_BY_NAME = /^(?:npm|pnpm|yarn|bun|make|gmake|just|task)$/

function recordValue(context: ProgramContext, option: string, value: Word, recorded: () => readonly Action[]): void {
  const text = textOf(value)
  if (/(?:tls|ssl)-?verify$|strict-ssl$/.test(option) && /^(?:0|false|no)$/.test(text ?? ''))
    context.record({ does: 'change-system', deed: 'weaken-tls', target: `${option}=${show(value)}` })
  if (text === undefined || !/[/\s=]/.test(text)) {
    if (option === '-p' && /^py\.?test$/.test(context.invocation.program) && isPlugin(text ?? '?'))
      context.opaque('unknown-option', `${option} ${show(value)}`)
  } else if (PIPED.test(text)) context.code('shell', value, { via: option })
  else if (/^-o$|options?$/.test(option) && /^addopts=|^-/.test(text)) {
    if (loadsCode(context, text.replace(/^addopts=/, ''))) context.opaque('unknown-option', `${option} ${text}`)
  } else if (LOADS.test(option) && QUOTED.test(text)) context.opaque('unknown-option', `${option} ${text}`)
  else if (isForeign(context, text)) recordForeign(context, option, text, recorded())
}

/** The options that come before the name of what is started: those behind it belong to that. */
function beforeOperand(args: readonly Word[]): readonly Word[] {
  const at = args.findIndex(
    (word, index) => !show(word).startsWith('-') && !(index > 0 && show(args[index - 1]!).startsWith('-')),
  )
  return at < 0 ? args : args.slice(0, at)
}

function isProductionFile(word: Word): boolean {
  return /(?:^|[/=])\.?env[.-](?:prod\w*|live)$/.test(show(word))
}

interface NamedValue {
  readonly option: string
  readonly value: Word
}

/** What stands behind `=`, behind a single letter, behind `@`, or in the next word. What follows `--` is for others. */
function namedValues(args: readonly Word[]): readonly NamedValue[] {
  const found: NamedValue[] = []
  for (const [at, word] of args.entries()) {
    const text = textOf(word)
    if (text === undefined) continue
    if (text === '--') break
    const attached = /^(--?[\w.-]+)[=:](.+)$/s.exec(text) ?? /^(-[A-Za-z])((?:[/~]|\.\.\/).+)$/s.exec(text)
    if (attached) found.push({ option: attached[1]!, value: literal(attached[2]!) })
    else if (/^@[/~]/.test(text)) found.push({ option: '@', value: literal(text.slice(1)) })
    else if (/^--?[A-Za-z]/.test(text) && args[at + 1] && !show(args[at + 1]!).startsWith('-'))
      found.push({ option: text, value: args[at + 1]! })
  }
  return found
}

/** Options that load what they name, by their names: a file that is read is not only data. */
const LOADS =
  /^(?:@|-[cfCIBsrpP]$|--?(?:config|conf$|file$|settings|rc|init|require|import|preload|plugin|load|global-?setup|setup|cwd$|dir$|directory$|root-?dir|root$|project|toolchain|user-?config|runner|loader|resolver|parser|global|extension|module|script|rules|manifest|workspace|build-file|node-options|cert|ca)|-D\w*(?:COMPILER|TOOLCHAIN|LAUNCHER|LINKER))/i

/** A path of scratch space inside some notation: `{"globalSetup":"/tmp/x.js"}`. */
const QUOTED = /["'\s](?:\/private)?\/(?:tmp|var\/tmp|dev\/shm)\//

function recordForeign(context: ProgramContext, option: string, path: string, recorded: readonly Action[]): void {
  if (isOutputName(option.replace(/^-+/, '')) && !LOADS.test(option)) return
  const about = recorded.filter((action) => speaksOf(action, path))
  if (about.some((action) => action.does !== 'read-file')) return
  if (about.length > 0 && !LOADS.test(option)) return
  if (context.written(context.place(literal(path)))) context.file(literal(path))
  else context.opaque('unknown-option', `${option} ${path}`)
}

function speaksOf(action: Action, path: string): boolean {
  if (action.does === 'something-opaque') return true
  if (!('place' in action) || action.place?.kind !== 'path') return false
  return action.place.path === path || action.place.real === path
}

/** `make migrate ENV=production`, `npm run deploy -- --stage prod`: production by the words that a runner is given. */
function recordProductionWords(context: ProgramContext, args: readonly Word[]): void {
  const named = args.filter((word) => !/^--?(?:production|prod|omit)\b/.test(show(word)))
  if (!migrates(args) || !namesProduction(named)) return
  context.record({
    does: 'change-service',
    service: 'runner',
    deed: 'deploy',
    target: args.map(show).join(' '),
    production: true,
  })
}
