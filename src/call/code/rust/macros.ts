import type { Expression } from '../program.ts'

/** What a macro makes of its tokens. */
type Macro =
  /** Text put together. */
  | 'format'
  /** Arguments, then text put together; what is printed stays here. */
  | 'printed'
  | 'list'
  /** Its arguments are computed. */
  | 'computes'
  /** As a function of its name with `!`, which stands in the table. */
  | 'called'
  /** A value and a pattern. */
  | 'pattern'
  /** Nothing of it runs. */
  | 'nothing'
  /** Data of a form of its own: understood only when nothing is called in it. */
  | 'tokens'

const KINDS: Readonly<Record<Macro, string>> = {
  format: 'format concat anyhow eyre format_args',
  printed: `println print eprintln eprint write writeln panic todo unimplemented unreachable bail ensure assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne
    info warn error debug trace log span info_span debug_span event crit prop_assert prop_assert_eq prop_assert_ne assert_matches`,
  list: 'vec smallvec array_vec indexset hashset btreeset',
  computes:
    'dbg min max join try_join ready offset_of addr_of addr_of_mut black_box size_of assert_snapshot assert_debug_snapshot assert_json_snapshot pin is_x86_feature_detected',
  called: 'include_str include_bytes env option_env include query query_as query_scalar sql_query',
  pattern: 'matches assert_matches_',
  nothing: 'line file column module_path stringify cfg compile_error',
  tokens:
    'json toml hashmap indexmap btreemap maplit quote thread_local lazy_static bitflags html rsx criterion_group criterion_main',
}

export const MACROS: ReadonlyMap<string, Macro> = new Map(
  Object.entries(KINDS).flatMap(([kind, names]) => names.split(/\s+/).map((name) => [name, kind as Macro] as const)),
)

/** `"a {} b {name}"` with its values in their places. */
export function formatParts(
  format: string,
  positional: readonly Expression[],
  named: (name: string) => Expression,
): readonly (string | Expression)[] {
  const parts: (string | Expression)[] = []
  let from = 0
  let next = 0
  for (const field of format.matchAll(/\{\{|\}\}|\{(\w*)(?::[^{}]*)?\}/g)) {
    parts.push(format.slice(from, field.index))
    from = field.index + field[0].length
    if (field[0] === '{{' || field[0] === '}}') parts.push(field[0][0]!)
    else {
      const key = field[1]!
      const value = key === '' ? positional[next++] : /^\d+$/.test(key) ? positional[Number(key)] : named(key)
      if (value !== undefined) parts.push(value)
    }
  }
  parts.push(format.slice(from))
  // Values that stand nowhere in the text are computed all the same.
  parts.push(
    ...positional.slice(next).map((value): Expression => ({
      from: value.from,
      to: value.to,
      is: 'block',
      body: [{ from: value.from, to: value.to, is: 'do', expression: value }],
      gives: { from: value.from, to: value.to, is: 'text', value: '' },
    })),
  )
  return parts
}
