import { programNamed } from '../shell/programs/index.ts'
import { NOTHING } from '../shell/stream.ts'
import { dynamic, literal, show, textOf, type Word } from '../word.ts'
import { canonicalName } from './aliases.ts'
import { runBlock } from './blocks.ts'
import { recordCmdlet } from './cmdlet-deeds.ts'
import { type Cmdlet, cmdletNamed } from './cmdlets.ts'
import { type Engine, record, recordOpaque } from './engine.ts'
import { windowsProgramNamed } from './native/index.ts'
import { programName, runStream, startProgram } from './run.ts'
import type { Definition, Script } from './script.ts'
import { parameterNamed } from './specification.ts'
import { derived, itemsOf, knownText, NONE, originOf, text, unknown, type Value, wordOf, wordsOf } from './values.ts'

export type Argument =
  | { readonly kind: 'parameter'; readonly name: string; readonly attached: Value | undefined; readonly source: string }
  | { readonly kind: 'value'; readonly value: Value; readonly source: string }
  | { readonly kind: 'splat'; readonly value: Value; readonly source: string }

export interface Call {
  readonly name: Value
  readonly args: readonly Argument[]
  readonly input: Value
  readonly evidence: string
  /** By `&` or `.`: a string is a command, too. */
  readonly called: boolean
}

/** Runs one command of a pipeline and answers what it puts out. */
export function runCommand(script: Script, call: Call): Value {
  const { engine } = script
  const { name, evidence } = call
  if (name.kind === 'block') return runBlock(script, name.body, call.input, argumentValues(call.args))
  if (name.kind === 'list' && !call.called) return single(name)
  if (name.kind === 'unknown' && name.among !== undefined && call.called)
    return derived(
      evidence,
      name.among.map((one) => runCommand(script, { ...call, name: text(one) })),
    )
  const typed = knownText(name)?.trim()
  if (typed === undefined || typed === '') {
    remember(script, call, wordOf(name))
    const origin = originOf(name)
    if (origin.kind === 'network') runStream(engine, 'powershell', origin, evidence, '&')
    else {
      record(
        engine,
        {
          does: 'run-program',
          program: '',
          typed: wordOf(name),
          args: nativeWords(call.args),
          via: engine.scene.via,
          environment: [],
        },
        evidence,
      )
      recordOpaque(engine, 'dynamic-program', evidence)
      const ending = /([\w.-]+)$/.exec(show(wordsOf(name)[0] ?? wordOf(name)))?.[1]
      if (ending !== undefined && windowsProgramNamed(programName(literal(ending)))) runNative(script, ending, call)
    }
    return unknown(evidence, origin)
  }
  const lower = typed.toLowerCase()
  const defined = script.scope.functions.get(lower)
  if (defined) {
    remember(script, call, literal(typed))
    return runFunction(script, lower, defined, call)
  }
  const canonical = script.scope.aliases.get(lower) ?? canonicalName(typed)
  if (script.scope.aliases.has(lower)) return runCommand(script, { ...call, name: text(canonical) })
  remember(script, call, literal(/\.(?:exe|com)$/i.test(typed) ? typed : canonical))
  const cmdlet = isNativeStyle(lower, call.args) ? undefined : cmdletNamed(canonical)
  if (cmdlet) {
    record(
      engine,
      {
        does: 'run-program',
        program: canonical,
        typed: literal(typed),
        args: nativeWords(call.args),
        via: engine.scene.via,
        environment: [],
      },
      evidence,
    )
    return recordCmdlet(script, cmdlet, call, bind(script, cmdlet, call))
  }
  if (lower === 'using' || /^(?:process|begin|end|return|throw|exit|break|continue)$/.test(lower)) return NONE
  return runNative(script, typed, call)
}

function single(value: Value): Value {
  return value.kind === 'list' && value.items.length === 1 ? value.items[0]! : value
}

/** Names that are a cmdlet's alias in PowerShell and a program in cmd: with `/options` the program was meant. */
function isNativeStyle(name: string, args: readonly Argument[]): boolean {
  const bare = name.replace(/\.(?:exe|com)$/, '')
  if (name !== bare) return true
  // The alias has no option of one letter and none with two dashes: the program of that name was meant.
  if (bare === 'curl' || bare === 'wget')
    return args.some((arg) => arg.kind === 'parameter' && /^(?:--|-[a-z]$)/i.test(arg.name))
  if (!windowsProgramNamed(bare)) return false
  if (bare === 'sc')
    return (
      args.length > 0 &&
      /^(?:\\\\|create$|config$|query|stop$|start$|delete$|failure|sdset$|sdshow$|q\w+$|description$|privs$|sidtype$|triggerinfo$|managedaccount$|control$|pause$|continue$|enumdepend$|boot$|lock$|get\w+name$)/i.test(
        args[0]!.source,
      )
    )
  return args.some((arg) => /^\/[a-z]{1,4}(?:[:/].*)?$/i.test(arg.source))
}

/** The script imports a module of the workspace that is not there: its commands are not there either. */
function isOfMissingModule(engine: Engine): boolean {
  return engine.actions.some(
    (action) =>
      action.does === 'run-code' &&
      action.origin === 'missing-file' &&
      action.place?.kind === 'path' &&
      /\.ps[md]1$/i.test(action.place.path),
  )
}

/**
 * A failed import does not end a script: a command that an installed module brings still runs, whatever module of the
 * workspace was named before it. What changes things for good, and what clouds and directories bring, is not let off.
 */
function mayBeInstalled(command: string): boolean {
  const [verb = '', noun = ''] = command.toLowerCase().split('-')
  return CHANGING_VERBS.has(verb) || VENDOR_NOUN.test(noun)
}

const CHANGING_VERBS: ReadonlySet<string> = new Set(
  `add approve backup block clear close complete connect copy deny deploy disable disconnect dismount edit enable enter
   exit export get grant hide import limit lock merge mount move new open optimize pop protect publish push receive redo
   register remove rename repair request reset resize restart restore resume revoke save send set split stop submit
   suspend undo uninstall unlock unprotect unpublish unregister update use`.split(/\s+/),
)
const VENDOR_NOUN =
  /^(?:az|ad[a-z]|mg|msol|vm|hv|ec2|s3|iam|ssm|rds|gce|gcs|spo|pnp|sql|exo|cs|teams|intune|iis|web|wsus|dns|dhcp|gpo|cluster|storage|docker|kube|mimikatz|kerberos|ninja|power|shell|reflective|dll|token|wmi|ps(?:exec|remot|inject|attack))/

function runNative(script: Script, typed: string, call: Call): Value {
  const { engine } = script
  const words = [literal(typed), ...nativeWords(call.args)]
  const program = programName(words[0]!)
  if (/^[a-z]+-[a-z0-9]+$/i.test(typed) && !windowsProgramNamed(program) && !programNamed(program)) {
    record(
      engine,
      {
        does: 'run-program',
        program: typed.toLowerCase(),
        typed: words[0]!,
        args: words.slice(1),
        via: engine.scene.via,
        environment: [],
      },
      call.evidence,
    )
    if (!isOfMissingModule(engine) || mayBeInstalled(typed)) recordOpaque(engine, 'unknown-program', call.evidence)
    return unknown(call.evidence, originOf(call.input))
  }
  const stdin = call.input === NONE ? NOTHING : originOf(call.input)
  const output = startProgram(engine, { words, evidence: call.evidence, stdin })
  return output.kind === 'text' ? text(output.text) : unknown(call.evidence, output)
}

/** Arguments as a program gets them. */
export function nativeWords(args: readonly Argument[]): readonly Word[] {
  return args.flatMap((arg): readonly Word[] => {
    switch (arg.kind) {
      case 'parameter':
        if (arg.attached === undefined) return [literal(arg.name)]
        return [attachedWord(arg.name, arg.attached, arg.source)]
      case 'value':
        return arg.value.kind === 'block' ? [literal(arg.source)] : wordsOf(arg.value)
      case 'splat':
        return arg.value.kind === 'list' ? wordsOf(arg.value) : [dynamic(arg.source, 'argument')]
    }
  })
}

function attachedWord(name: string, value: Value, source: string): Word {
  const known = knownText(value)
  const separator = source.slice(name.length).startsWith(':') ? ':' : ''
  if (known !== undefined) return literal(`${name}${separator}${known}`)
  const word = wordOf(value)
  return {
    kind: 'dynamic',
    source,
    pieces: [{ known: name + separator }, ...(word.kind === 'dynamic' ? word.pieces : [{ known: show(word) }])],
  }
}

/** Arguments bound to a cmdlet's parameters. */
export interface Bound {
  readonly named: ReadonlyMap<string, Value>
  /** Values for which the cmdlet has no position. */
  readonly rest: readonly Value[]
  /** A splatted table or switch whose content is not known. */
  readonly uncertain: boolean
  has(name: string): boolean
}

function bind(script: Script, cmdlet: Cmdlet, call: Call): Bound {
  const specification = cmdlet.parameters
  const named = new Map<string, Value>()
  const loose: Value[] = []
  let uncertain = false
  const { args } = call
  const give = (typed: string, value: Value): void => {
    const parameter = parameterNamed(specification, typed)
    if (parameter.unknown && (cmdlet.closed || namesSomething(value)))
      recordOpaque(script.engine, 'unknown-option', `unknown parameter \`-${parameter.name}\` of ${cmdlet.name}`)
    named.set(parameter.name, value)
  }
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!
    if (arg.kind === 'value') loose.push(arg.value)
    else if (arg.kind === 'splat') {
      const held = script.scope.variables.get(arg.source.slice(1).toLowerCase())
      if (held?.kind === 'table') for (const [key, value] of held.entries) give(key, value)
      else if (held?.kind === 'list') loose.push(...held.items)
      else uncertain = true
    } else {
      const typed = arg.name.replace(/^-+/, '')
      const next = args[index + 1]
      if (arg.attached !== undefined) give(typed, arg.attached)
      else if (parameterNamed(specification, typed).switch || next?.kind !== 'value') give(typed, text('True'))
      else {
        give(typed, next.value)
        index++
      }
    }
  }
  const positional = [...specification.values()].filter(
    (parameter) => parameter.position !== undefined && !named.has(parameter.name),
  )
  positional.sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
  for (const parameter of positional) {
    if (loose.length === 0) break
    const taken = [...specification.values()].some(
      (other) => other.position === parameter.position && named.has(other.name),
    )
    if (!taken) named.set(parameter.name, loose.shift()!)
  }
  return { named, rest: loose, uncertain, has: (name) => isOn(named.get(name)) }
}

/** A file, an address or a program: what becomes of it depends on the parameter, which nobody wrote down. */
function namesSomething(value: Value): boolean {
  if (value.kind === 'list') return value.items.some(namesSomething)
  return /[\\/]|^[a-z]:|^~|\.(?:ps[md]?1|exe|dll|cmd|bat|vbs|js|msi)$/i.test(knownText(value) ?? '')
}

function isOn(value: Value | undefined): boolean {
  return value !== undefined && !/^(?:false|0)$/i.test(knownText(value) ?? 'true')
}

function argumentValues(args: readonly Argument[]): readonly Value[] {
  return args.flatMap((arg) => (arg.kind === 'parameter' ? (arg.attached ? [arg.attached] : []) : [arg.value]))
}

function runFunction(script: Script, name: string, definition: Definition, call: Call): Value {
  const { scope } = script
  if (scope.calling.has(name)) return unknown(call.evidence)
  scope.calling.add(name)
  const outer = definition.parameters.map((parameter) => [parameter, scope.variables.get(parameter)] as const)
  for (const parameter of definition.parameters) scope.variables.set(parameter, unknown(`$${parameter}`))
  const loose: Value[] = []
  for (let index = 0; index < call.args.length; index++) {
    const arg = call.args[index]!
    if (arg.kind !== 'parameter') loose.push(arg.value)
    else {
      const typed = arg.name.replace(/^-+/, '').toLowerCase()
      const parameter = definition.parameters.find((candidate) => candidate.startsWith(typed))
      const next = call.args[index + 1]
      const value = arg.attached ?? (next?.kind === 'value' ? next.value : text('True'))
      if (arg.attached === undefined && next?.kind === 'value') index++
      if (parameter !== undefined) scope.variables.set(parameter, value)
    }
  }
  for (const [index, value] of loose.entries()) {
    const parameter = definition.parameters[index]
    if (parameter !== undefined) scope.variables.set(parameter, value)
  }
  const output = runBlock(script, definition.body, call.input, loose)
  for (const [parameter, value] of outer) {
    if (value) scope.variables.set(parameter, value)
    else scope.variables.delete(parameter)
  }
  scope.calling.delete(name)
  // What it puts out beside a listing is not known; the listing is.
  const listed = itemsOf(output).filter((item) => item.kind === 'items')
  return listed.length === 1 ? listed[0]! : derived(call.evidence, [output])
}

function remember(script: Script, call: Call, name: Word): void {
  const { engine } = script
  engine.commands.push({
    text: call.evidence.trim(),
    words: [textOf(name) === undefined ? name : name, ...nativeWords(call.args)],
    assignments: [],
    redirects: [],
    via: engine.scene.via,
    ...(engine.scene.inside === undefined ? {} : { inside: engine.scene.inside }),
    cwd: engine.cwd,
  })
}
