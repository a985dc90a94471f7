import { type TrustKind, trusts } from '../trust.ts'
import type { Effect, ReadingContext } from '../shell/code/effects.ts'
import { inDirectory } from './directory.ts'
import type { Engine, Given, Library, LibraryCall } from './library.ts'
import { joinPaths } from './paths.ts'
import type { At, FunctionText } from './program.ts'
import type { Word } from '../word.ts'
import { type FunctionValue, type Value, wordOf } from './values.ts'

/** How much of a program is followed: what is beyond is not understood. */
export const MOST_STEPS = 150_000
const MOST_EFFECTS = 400

interface Mark {
  readonly effects: number
  readonly seenThrough: boolean
  readonly directory: Value | undefined
}

/** What is being found out about one program. Effects are only ever added. */
export abstract class Machine implements Engine {
  readonly effects: Effect[] = []
  seenThrough = true
  readonly language: Library
  readonly script: string | undefined
  readonly args: readonly Word[] | undefined
  readonly environment: Map<string, Word | undefined>
  protected readonly source: string
  protected readonly context: ReadingContext
  protected readonly recorded = new Set<string>()
  protected readonly active: FunctionText[] = []
  protected readonly defined = new Map<FunctionText, FunctionValue>()
  protected readonly called = new Set<FunctionText>()
  protected readonly returned: Value[][] = []
  protected readonly yielded: Value[][] = []
  /** Where it runs, once it has gone somewhere else. */
  private directory: Value | undefined
  protected starred = false
  /** The running function used a name that gets its value later. */
  protected early = false
  protected steps = 0

  constructor(language: Library, source: string, context: ReadingContext) {
    this.language = language
    this.source = source
    this.context = context
    this.script = context.script
    this.args = context.args
    this.environment = new Map(context.environment)
  }

  abstract call(callee: Value, args: readonly Value[], at: At): Value
  abstract handOn(callee: Value, at: At): void

  moveTo(directory: Value): void {
    this.directory = joinPaths(this.directory === undefined ? [directory] : [this.directory, directory], '…')
  }

  record(recorded: Effect): void {
    const effect = this.directory === undefined ? recorded : inDirectory(recorded, wordOf(this.directory, '…'))
    const key = JSON.stringify(effect)
    if (this.recorded.has(key)) return
    this.recorded.add(key)
    if (this.effects.length < MOST_EFFECTS) this.effects.push(effect)
  }

  unread(because: 'unknown-call' | 'dynamic-code' | 'not-parsed', what: string): void {
    this.seenThrough = false
    this.record({ does: 'opaque', because, text: what.slice(0, 200) })
  }

  protected readonly brought = new Map<string, Value>()

  brings(names: ReadonlyMap<string, Value>): void {
    for (const [name, value] of names) this.brought.set(name, value)
  }

  textAt({ from, to }: At): string {
    return this.source.slice(from, Math.min(to, from + 300))
  }

  isLocal(name: string): boolean {
    return this.language.isOwn === undefined ? this.context.local(name) : this.language.isOwn(name)
  }

  trusts(kind: TrustKind, name: string): boolean {
    return this.context.trust !== undefined && trusts(this.context.trust, kind, name)
  }

  /** What is known so far, to go back to. */
  protected mark(): Mark {
    return { effects: this.effects.length, seenThrough: this.seenThrough, directory: this.directory }
  }

  protected goBack({ effects, seenThrough, directory }: Mark): void {
    for (const effect of this.effects.splice(effects)) this.recorded.delete(JSON.stringify(effect))
    this.seenThrough = seenThrough
    this.directory = directory
  }

  protected spend(): boolean {
    if (++this.steps < MOST_STEPS) return true
    if (this.steps === MOST_STEPS) {
      this.seenThrough = false
      this.record({ does: 'opaque', because: 'too-long', text: 'more code than is followed' })
    }
    return false
  }

  /** One call of a special: a member, an index, an import. */
  protected special(
    key: string,
    name: string,
    self: Value | undefined,
    args: readonly Value[],
    at: At,
  ): Value | undefined {
    const special = this.language.specials.get(key)
    if (special === undefined) return undefined
    const given: Given = { positional: args, named: new Map(), open: false }
    const call: LibraryCall = { name, self, given, at, text: this.textAt(at), engine: this }
    return special(call)
  }

  /** The whole environment is handed to something else than a program that is started with it. */
  protected noteEnvironment(callee: Value, given: Given, at: At): void {
    if (callee.kind === 'library' && this.language.keepsEnvironment.has(callee.name)) return
    const handed = [
      ...given.positional,
      ...[...given.named].flatMap(([name, value]) => (name === 'env' ? [] : [value])),
    ]
    if (handed.some((value) => value.kind === 'object' && value.type === 'Environ'))
      this.record({ does: 'environment', name: 'environment', text: this.textAt(at) })
  }

  /** Whether a function of a library that is named without being called would act, or nobody knows. */
  protected acts(name: string): boolean {
    const entry = this.language.entries.get(name)
    if (entry !== undefined) return entry.acts.length > 0
    if (this.language.specials.has(name) || this.cannotAct(name) || this.isLocal(name)) return false
    // Constants, classes and names like `__version__` are no functions.
    return !/^(?:[A-Z]|__)/.test(name.slice(name.lastIndexOf('.') + 1))
  }

  /** `a.b.c` is of a library that cannot act when `a`, `a.b` or `a.b.c` is one; `a/b` is a part of the package `a`. */
  protected cannotAct(name: string): boolean {
    const { cannotAct } = this.language
    const before = (end: number): number => Math.max(name.lastIndexOf('.', end - 1), name.lastIndexOf('/', end - 1))
    for (let end = name.length; end > 0; end = before(end)) {
      const head = name.slice(0, end)
      if (cannotAct.has(head)) return true
      // A module of which some calls act says which: what is nearer counts.
      if (cannotAct.has(`-${head}`)) return false
    }
    return false
  }
}
