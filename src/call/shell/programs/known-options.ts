import type { Arity } from '../options.ts'
import { MACHINE_OPTIONS } from './inert-options-machine.ts'
import { SERVICE_OPTIONS } from './inert-options-services.ts'

const MARKS: ReadonlyMap<string, Arity> = new Map([
  ['=', 'value'],
  ['?', 'optional'],
])

/** Asked for by every program, and answered with text. */
const EVERYWHERE = '--help --version'

const NONE: ReadonlyMap<string, Arity> = arities(EVERYWHERE)

let byProgram: ReadonlyMap<string, ReadonlyMap<string, Arity>> | undefined

/** The options of a program that have no effect of their own, by spelling. What its code says of one comes first. */
export function inertOptionsOf(program: string): ReadonlyMap<string, Arity> {
  byProgram ??= new Map(
    [SERVICE_OPTIONS, MACHINE_OPTIONS].flatMap((table) =>
      Object.entries(table).flatMap(([names, options]) => {
        const known = arities(`${EVERYWHERE} ${options}`)
        return names.split(' ').map((name) => [name, known] as const)
      }),
    ),
  )
  return byProgram.get(program) ?? NONE
}

/** `--quiet` is a flag, `--format=` takes a value, `-i?` takes one when it is attached. */
function arities(options: string): ReadonlyMap<string, Arity> {
  return new Map(
    options.split(' ').map((option) => {
      const arity = option.length > 2 ? MARKS.get(option.at(-1)!) : undefined
      return arity === undefined ? [option, 'flag'] : [option.slice(0, -1), arity]
    }),
  )
}
