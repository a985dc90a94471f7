/** Beyond this many pairs of lines the middle is shown as replaced. */
const MOST_PAIRS = 4_000_000
const CONTEXT = 3

type Line = readonly [sign: ' ' | '-' | '+', text: string]

/** The lines that change between two texts, as a unified diff without file names. Empty: nothing changes. */
export function lineDiff(before: string, after: string): string {
  const lines = changesBetween(linesOf(before), linesOf(after))
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(([sign]) => sign !== ' '),
  )
  const shown: string[] = []
  let [old, fresh] = [1, 1]
  for (const [index, [sign, text]] of lines.entries()) {
    if (near[index]) {
      if (!near[index - 1]) shown.push(`@@ -${old} +${fresh} @@`)
      shown.push(`${sign}${text}`)
    }
    if (sign !== '+') old++
    if (sign !== '-') fresh++
  }
  return shown.join('\n')
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function changesBetween(before: readonly string[], after: readonly string[]): readonly Line[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const same = (lines: readonly string[]): readonly Line[] => lines.map((text) => [' ', text] as const)
  return [
    ...same(before.slice(0, start)),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ]
}

/** The longest common part stays; what is long and all different is replaced as a whole. */
function middle(before: readonly string[], after: readonly string[]): readonly Line[] {
  const removed = before.map((text) => ['-', text] as const)
  const added = after.map((text) => ['+', text] as const)
  if (before.length === 0 || after.length === 0 || before.length * after.length > MOST_PAIRS)
    return [...removed, ...added]
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  for (let one = before.length - 1; one >= 0; one--)
    for (let other = after.length - 1; other >= 0; other--)
      common[one * width + other] =
        before[one] === after[other]
          ? common[(one + 1) * width + other + 1]! + 1
          : Math.max(common[(one + 1) * width + other]!, common[one * width + other + 1]!)
  const lines: Line[] = []
  let [one, other] = [0, 0]
  while (one < before.length || other < after.length) {
    if (one < before.length && other < after.length && before[one] === after[other]) {
      lines.push([' ', before[one]!])
      one++
      other++
    } else if (
      other >= after.length ||
      (one < before.length && common[(one + 1) * width + other]! >= common[one * width + other + 1]!)
    )
      lines.push(removed[one++]!)
    else lines.push(added[other++]!)
  }
  return lines
}
