import { either, isAbsent, NOTHING, type Value } from './values.ts'

/**
 * Names and what they hold. A function has its own scope; a branch lies over the scope it stands in, and what it sets is
 * joined with what was there when the branch ends.
 */
export class Scope {
  readonly names = new Map<string, Value>()
  /** Names that belong to an outer function: `global`, `nonlocal`. */
  readonly shared = new Set<string>()
  /** Names that a declaration in a block made: outside the block the name may still be what it was. */
  private readonly own = new Set<string>()
  /** Names that statements of this block give a value, also those that have not run yet. */
  private awaited: ReadonlySet<string> | undefined
  /** Names that were used before they had a value: from then on they keep every value they were given. */
  private readonly kept = new Set<string>()
  readonly parent: Scope | undefined
  readonly kind: 'function' | 'branch'

  constructor(parent: Scope | undefined, kind: Scope['kind']) {
    this.parent = parent
    this.kind = kind
  }

  get(name: string): Value | undefined {
    return this.names.get(name) ?? this.parent?.get(name)
  }

  expect(names: ReadonlySet<string>): void {
    this.awaited = this.awaited === undefined ? names : new Set([...this.awaited, ...names])
  }

  /** Whether a statement that has not run yet gives the name a value. */
  comes(name: string): boolean {
    if (!this.awaited?.has(name)) return this.parent?.comes(name) ?? false
    this.kept.add(name)
    return true
  }

  private put(name: string, value: Value): void {
    const before = this.names.get(name)
    this.names.set(name, before !== undefined && this.keeps(name) ? either([before, value]) : value)
  }

  private keeps(name: string): boolean {
    return this.kept.has(name) || (this.parent?.keeps(name) ?? false)
  }

  /** Gives a name of the running function a value. */
  declare(name: string, value: Value): void {
    this.own.add(name)
    this.put(name, value)
  }

  /**
   * Gives a value to a name that may belong to a scope further out. Nobody knows how often the running function is
   * called, so that beyond it the old value stays possible. `own`: a name that is assigned belongs to the function.
   */
  assign(name: string, value: Value, own: 'own' | 'nearest'): void {
    if (!this.isShared(name) && (own === 'own' || this.isOwn(name))) return this.put(name, value)
    const owner = this.functionScope().parent?.ownerOf(name)
    if (owner === undefined) return this.put(name, value)
    const before = owner.names.get(name)
    owner.names.set(
      name,
      before === undefined || before === NOTHING || isAbsent(before) ? value : either([before, value]),
    )
  }

  private functionScope(): Scope {
    return this.kind === 'function' || this.parent === undefined ? this : this.parent.functionScope()
  }

  private isShared(name: string): boolean {
    return this.shared.has(name) || (this.kind === 'branch' && this.parent !== undefined && this.parent.isShared(name))
  }

  private isOwn(name: string): boolean {
    return this.names.has(name) || (this.kind === 'branch' && this.parent !== undefined && this.parent.isOwn(name))
  }

  /** The scope that has the name, else the outermost. */
  private ownerOf(name: string): Scope {
    return this.names.has(name) || this.parent === undefined ? this : this.parent.ownerOf(name)
  }

  /** Runs each part as a branch and joins what they leave behind; perhaps none of them runs. */
  branches(parts: readonly ((scope: Scope) => void)[], maybe: 'one runs' | 'perhaps none'): void {
    const run = parts.map((part) => {
      const branch = new Scope(this, 'branch')
      part(branch)
      return branch
    })
    for (const name of new Set(run.flatMap((branch) => [...branch.names.keys()]))) {
      const before = this.get(name)
      const values = run.flatMap((branch) => branch.names.get(name) ?? before ?? [])
      const shadows = run.some((branch) => branch.own.has(name))
      if ((maybe === 'perhaps none' || shadows) && before !== undefined) values.push(before)
      this.names.set(name, either(values))
    }
  }
}
