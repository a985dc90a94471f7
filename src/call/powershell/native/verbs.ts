import type { SystemDeed } from '../../action.ts'
import type { Program, Told } from '../../shell/programs/program.ts'
import { show } from '../../word.ts'

/**
 * Programs whose meaning can be told from which words occur: a row per pattern over the lower-case command line, the
 * first that matches wins. A program without a matching row is `otherwise`.
 */
export interface Verbs {
  readonly names: readonly string[]
  readonly rows: readonly (readonly [RegExp, readonly Told[]])[]
  readonly otherwise: readonly Told[] | 'opaque'
}

export function verbs(table: Verbs): Program {
  return {
    names: table.names,
    means: (kit) => {
      const line = ` ${kit.invocation.args.map((word) => show(word).toLowerCase()).join(' ')} `
      const row = table.rows.find(([pattern]) => pattern.test(line))
      const told = row ? row[1] : table.otherwise
      if (told === 'opaque') kit.opaque('unknown-subcommand')
      else for (const action of told) kit.tell(withTarget(action, line))
      if (kit.invocation.args.some((word) => word.kind === 'dynamic') && told === 'opaque') kit.opaque('dynamic-code')
    },
  }
}

function withTarget(told: Told, line: string): Told {
  return 'target' in told && told.target === '' ? { ...told, target: line.trim().slice(0, 200) } : told
}

export function system(deed: SystemDeed, target = ''): Told<'change-system'> {
  return { does: 'change-system', deed, target }
}

export const MACHINE: Told<'read-system'> = { does: 'read-system', what: 'machine' }

/** A program that only reports; its operands are not paths. */
export function reports(names: string, what: Told<'read-system'>['what']): Program {
  return { names: names.split(' '), means: (kit) => kit.tell({ does: 'read-system', what }) }
}
