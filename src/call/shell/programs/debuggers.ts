import { literal, show, textOf, type Word } from '../../word.ts'
import type { Program, ProgramContext } from './program.ts'

/** Debuggers: orders on the command line, in files of orders, and the program they start or attach to. */
export const debuggers: readonly Program[] = [{ names: ['gdb', 'lldb', 'rr'], means: debug }]

const ORDER = /^-?-(?:ex|eval-command|o|one-line|O|k|init-eval-command|iex)(?:=(.+))?$/s
const ORDERS = /^-?-(?:x|command|ix|init-command|source|s|S)(?:=(.+))?$/
const ATTACH = /^(?:-p|--pid|--attach-pid)/

function debug(context: ProgramContext): void {
  const { args, program } = context.invocation
  let asks = false
  for (const [index, word] of args.entries()) {
    const option = textOf(word) ?? ''
    const value = args[index + 1]
    const typed = ORDER.exec(option)
    asks ||= typed !== null
    const text = typed?.[1] === undefined ? value : literal(typed[1])
    if (typed !== null && text) order(context, text)
    const orders = ORDERS.exec(option)
    const file = orders?.[1] === undefined ? value : literal(orders[1])
    if (orders !== null && file) ordersIn(context, file)
    if (ATTACH.test(option))
      context.record({ does: 'change-system', deed: 'inject-process', target: show(value ?? word) })
  }
  const start = args.findIndex((word) => /^(?:--args|--)$/.test(show(word)))
  if (start >= 0 && args[start + 1]) context.runs(args.slice(start + 1), { via: program })
  else if (textOf(args[0]) === 'record' && args.length > 1)
    context.runs(
      args.slice(1).filter((word) => !show(word).startsWith('-')),
      { via: program },
    )
  if (!asks && !args.some((word) => /^--?batch$/.test(show(word))) && textOf(args[0]) !== 'record')
    context.opaque('interactive')
}

/** A file of orders, each of which may do what one on the command line may. */
function ordersIn(context: ProgramContext, file: Word): void {
  context.reads(file)
  const place = context.place(file)
  const written = context.written(place)
  const text =
    written === undefined && place.kind === 'path'
      ? context.world.read(place.real)
      : written?.kind === 'text'
        ? written.text
        : undefined
  if (text === undefined) return context.opaque('unreadable-code', `${context.invocation.program} -x ${show(file)}`)
  for (const line of text.split('\n')) if (line.trim() !== '') order(context, literal(line))
}

/** A debugger's own order can run a shell, Python, or call any function. */
function order(context: ProgramContext, word: Word): void {
  const text = textOf(word)
  const attached = /^\s*(?:attach|at|process\s+attach\b.*?(?:-p|--pid))\s*=?\s*(\d+)/.exec(text ?? '')?.[1]
  if (attached !== undefined) context.record({ does: 'change-system', deed: 'inject-process', target: attached })
  if (
    text !== undefined &&
    !/^\s*(?:!|shell|python|pi|py|script|call|expr|print\s+\(?system|source|pipe|make|compile|platform\s+shell|command\s+script|(?:set|add)[\s-]auto-load)/.test(
      text,
    )
  )
    return
  const shell = /^\s*(?:!|shell\s|platform\s+shell\s)\s*(.*)$/.exec(text ?? '')
  if (shell) context.code('shell', literal(shell[1]!), { via: context.invocation.program })
  else context.opaque('dynamic-code', show(word))
}
