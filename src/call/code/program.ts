/**
 * A program as every language is mapped to it: calls, assignments, control flow. `from` and `to` are where it stands in
 * the text. What a mapping does not know becomes `unread`, never nothing.
 */
export interface At {
  readonly from: number
  readonly to: number
}

export type Expression = At &
  (
    | { readonly is: 'text'; readonly value: string }
    /** Text put together: f-strings, templates, concatenation. */
    | { readonly is: 'template'; readonly parts: readonly (string | Expression)[] }
    /** `null` is a value; `nothing` is one that nobody gave yet. */
    | { readonly is: 'number' | 'nothing' | 'null' }
    /** Which part of something that has an order. */
    | { readonly is: 'slice'; readonly part: readonly [number | undefined, number | undefined] }
    | { readonly is: 'truth'; readonly value: 'true' | 'false' }
    /** `implicit`: when nothing has the name, it is a method of the object the code belongs to. */
    | { readonly is: 'name'; readonly name: string; readonly implicit?: true }
    | { readonly is: 'member'; readonly of: Expression; readonly name: string }
    | { readonly is: 'index'; readonly of: Expression; readonly key: Expression }
    | { readonly is: 'call'; readonly callee: Expression; readonly args: readonly Argument[] }
    | { readonly is: 'list'; readonly items: readonly Argument[]; readonly tuple?: true }
    | { readonly is: 'record'; readonly entries: readonly Entry[] }
    | { readonly is: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
    /** One of them, after all were computed: `a if b else c`, `a or b`, `a ? b : c`. */
    | { readonly is: 'choice'; readonly tests: readonly Expression[]; readonly options: readonly Expression[] }
    | { readonly is: 'function'; readonly function: FunctionText }
    | { readonly is: 'class'; readonly class: ClassText }
    | { readonly is: 'assign'; readonly target: Target; readonly value: Expression; readonly operator?: string }
    /** `[x for x in xs if y]`: the loops with what stands in their tests, then the item. */
    | { readonly is: 'collect'; readonly loops: readonly LoopHead[]; readonly item: readonly Expression[] }
    /** All are computed; the value is data. */
    | { readonly is: 'computed'; readonly parts: readonly Expression[] }
    /** All are computed; as text it has no separator: a number, a date. */
    | { readonly is: 'plain'; readonly parts: readonly Expression[] }
    /** The same value: parentheses, `await`, a type assertion. */
    | { readonly is: 'same'; readonly of: Expression }
    /** A value and what it is declared to be. */
    | { readonly is: 'typed'; readonly of: Expression; readonly type: Expression }
    /** Statements that have a value: blocks of Rust, arms of a `switch`. */
    | { readonly is: 'block'; readonly body: readonly Statement[]; readonly gives?: Expression }
    /** What a generator gives to whoever goes through it; `each`: everything in it, one after another. */
    | { readonly is: 'yield'; readonly value: Expression; readonly each?: true }
    | { readonly is: 'unread'; readonly what: string }
  )

export interface Argument {
  readonly value: Expression
  /** `key=value`. */
  readonly name?: string
  /** `*list`, `...list`, `**record`. */
  readonly spread?: 'items' | 'entries'
}

export interface Entry {
  /** Undefined for `**other` and `...other`. */
  readonly key: Expression | undefined
  readonly value: Expression
}

export interface LoopHead {
  readonly target: Target
  readonly over: Expression
  readonly tests: readonly Expression[]
}

/** What a value is given to. */
export type Target =
  | { readonly to: 'name'; readonly name: string; readonly fallback?: Expression; readonly declares?: true }
  | { readonly to: 'member'; readonly of: Expression; readonly name: string }
  | { readonly to: 'index'; readonly of: Expression; readonly key: Expression }
  | { readonly to: 'items'; readonly targets: readonly (Target | undefined)[]; readonly rest?: Target }
  | { readonly to: 'entries'; readonly targets: readonly (readonly [string, Target])[]; readonly rest?: Target }
  | { readonly to: 'unread' }

export interface Parameter {
  readonly target: Target
  readonly name: string | undefined
  readonly fallback?: Expression
  readonly takes: 'one' | 'rest' | 'keywords'
  /** What it is declared to be. */
  readonly type?: Expression
}

export interface FunctionText extends At {
  readonly name: string | undefined
  readonly parameters: readonly Parameter[]
  readonly body: readonly Statement[]
  readonly decorators: readonly Expression[]
  /** The last expression is what it returns: arrows, lambdas, Ruby. */
  readonly gives?: Expression
  /** Only the text itself can call it: `private`. */
  readonly hidden?: true
  /** Its first parameter is the object it belongs to. */
  readonly method?: 'object-first' | 'this'
}

export interface ClassText extends At {
  readonly name: string | undefined
  readonly bases: readonly Expression[]
  readonly body: readonly Statement[]
  readonly decorators: readonly Expression[]
}

export type Statement = At &
  (
    | { readonly is: 'do'; readonly expression: Expression }
    | { readonly is: 'if'; readonly tests: readonly Expression[]; readonly branches: readonly (readonly Statement[])[] }
    /** `over` for a loop over items; otherwise it runs while its tests hold. */
    | {
        readonly is: 'loop'
        readonly target?: Target
        readonly over?: Expression
        readonly tests: readonly Expression[]
        readonly body: readonly Statement[]
      }
    | { readonly is: 'function'; readonly function: FunctionText }
    | { readonly is: 'class'; readonly class: ClassText }
    | { readonly is: 'import'; readonly module: string; readonly names: readonly Imported[] }
    | { readonly is: 'return'; readonly value: Expression | undefined }
    /** The body may stop anywhere; one of the handlers may follow. */
    | {
        readonly is: 'try'
        readonly body: readonly Statement[]
        readonly handlers: readonly (readonly Statement[])[]
        readonly last: readonly Statement[]
      }
    | { readonly is: 'with'; readonly items: readonly WithItem[]; readonly body: readonly Statement[] }
    | { readonly is: 'block'; readonly body: readonly Statement[] }
    | { readonly is: 'shared'; readonly names: readonly string[] }
    | { readonly is: 'unread'; readonly what: string }
  )

export interface WithItem {
  readonly value: Expression
  readonly target?: Target
}

/** `name` undefined: the module itself; `*`: everything in it. */
export interface Imported {
  readonly name: string | undefined
  readonly as: string
}
