import { dynamic, literal, type Word } from '../../word.ts'
import type { Effect } from './effects.ts'

/** Files that an awk program reads by itself: `getline line < expression`, and what it puts into `ARGV`. */
export function recordAwkReads(text: string, effects: Effect[]): void {
  const reads = [...text.matchAll(GETLINE), ...text.matchAll(ARGUMENT)]
  for (const found of reads.slice(0, MOST_READS))
    effects.push({ does: 'read', path: awkWord(found[1]!, text), text: found[0] })
}

const MOST_READS = 32
/** One operand of a concatenation: a string, `ENVIRON["NAME"]`, a number, a variable. */
const OPERAND = String.raw`(?:"(?:[^"\\\n]|\\.)*"|ENVIRON\s*\[\s*"\w+"\s*\]|[A-Za-z_]\w*|\d+)`
const EXPRESSION = String.raw`\(?\s*(${OPERAND}(?:[ \t]*${OPERAND}){0,15})`
const GETLINE = new RegExp(String.raw`\bgetline\b(?:[ \t]+[A-Za-z_$]\w*(?:\[[^\]\n]*\])?)?\s*<\s*${EXPRESSION}`, 'g')
const ARGUMENT = new RegExp(String.raw`\bARGV\s*\[[^\]\n]{1,40}\]\s*=(?!=)\s*${EXPRESSION}`, 'g')
const OPERANDS = new RegExp(OPERAND, 'g')

/** What a concatenation comes to. A variable counts where it is given one value only. */
export function awkWord(expression: string, text: string, depth = 0): Word {
  let known = ''
  for (const [operand] of expression.matchAll(OPERANDS)) {
    const piece = operandText(operand, text, depth)
    if (piece === undefined) return known === '' ? dynamic(expression, 'variable') : partly(known, expression)
    known += piece
  }
  return literal(known)
}

function partly(known: string, expression: string): Word {
  return { kind: 'dynamic', source: expression, pieces: [{ known }, { unknown: expression, from: 'variable' }] }
}

function operandText(operand: string, text: string, depth: number): string | undefined {
  if (operand.startsWith('"')) return operand.slice(1, -1).replaceAll(/\\(["\\/])/g, '$1')
  if (/^\d+$/.test(operand)) return operand
  const variable = /^ENVIRON\s*\[\s*"(\w+)"/.exec(operand)?.[1]
  if (variable !== undefined) return variable === 'HOME' ? '~' : undefined
  if (depth >= 4) return undefined
  const values = [...text.matchAll(new RegExp(String.raw`(?<![\w$])${operand}\s*=(?!=)\s*${EXPRESSION}`, 'g'))]
  if (values.length !== 1) return undefined
  const word = awkWord(values[0]![1]!, text, depth + 1)
  return word.kind === 'literal' ? word.text : undefined
}
