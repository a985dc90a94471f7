/** Unchanged lines that are shown around a change. */
const CONTEXT = 3

/**
 * A small unified diff of one replacement: the lines that both sides begin and end with are context, the rest goes out
 * and comes in. Nothing that changes is left out.
 */
export function diffOf(path: string, removed: string, added: string): string {
  const before = linesOf(removed)
  const after = linesOf(added)
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head++
  let tail = 0
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  const from = Math.max(0, head - CONTEXT)
  const lines = [
    `--- ${before.length === 0 ? 'nothing' : path}`,
    `+++ ${path}`,
    ...before.slice(from, head).map((line) => ` ${line}`),
    ...before.slice(head, before.length - tail).map((line) => `-${line}`),
    ...after.slice(head, after.length - tail).map((line) => `+${line}`),
    ...after.slice(after.length - tail, after.length - tail + Math.min(tail, CONTEXT)).map((line) => ` ${line}`),
  ]
  return lines.join('\n')
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n')
}
