import type { SystemDeed } from '../../action.ts'
import type { Program, EffectDraft } from '../../shell/programs/program.ts'
import { show } from '../../word.ts'

/**
 * Programs whose meaning can be told from which words occur: a row per pattern over the lower-case command line, the
 * first that matches wins. A program without a matching row is `otherwise`.
 */
export interface Verbs {
  readonly names: readonly string[]
  readonly rows: readonly (readonly [RegExp, readonly EffectDraft[]])[]
  readonly otherwise: readonly EffectDraft[] | 'opaque'
}

export function verbs(table: Verbs): Program {
  return {
    names: table.names,
    means: (context) => {
      const line = ` ${context.invocation.args.map((word) => show(word).toLowerCase()).join(' ')} `
      const row = table.rows.find(([pattern]) => pattern.test(line))
      const recorded = row ? row[1] : table.otherwise
      if (recorded === 'opaque') context.opaque('unknown-subcommand')
      else for (const action of recorded) context.record(withTarget(action, line))
      if (context.invocation.args.some((word) => word.kind === 'dynamic') && recorded === 'opaque')
        context.opaque('dynamic-code')
    },
  }
}

function withTarget(recorded: EffectDraft, line: string): EffectDraft {
  return 'target' in recorded && recorded.target === '' ? { ...recorded, target: line.trim().slice(0, 200) } : recorded
}

export function system(deed: SystemDeed, target = ''): EffectDraft<'change-system'> {
  return { does: 'change-system', deed, target }
}

export const MACHINE: EffectDraft<'read-system'> = { does: 'read-system', what: 'machine' }

/** A program that only reports; its operands are not paths. */
export function reports(names: string, what: EffectDraft<'read-system'>['what']): Program {
  return { names: names.split(' '), means: (context) => context.record({ does: 'read-system', what }) }
}
