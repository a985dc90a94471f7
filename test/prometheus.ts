/** One metric of an exposition, as Prometheus would read it. */
export interface ParsedFamily {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly samples: { readonly name: string; readonly labels: ReadonlyMap<string, string>; readonly value: number }[]
}

const TYPES = new Set(['counter', 'gauge', 'histogram', 'summary', 'untyped'])
const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'

/** Strict: text format 0.0.4 without the liberties that readers allow. Throws with the line that breaks a rule. */
export function parseExposition(text: string): readonly ParsedFamily[] {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const families = new Map<string, ParsedFamily>()
  let open: ParsedFamily | undefined
  let help: { readonly name: string; readonly text: string } | undefined
  for (const line of text.slice(0, -1).split('\n')) {
    const fail = (why: string): never => {
      throw new Error(`${why}: ${line}`)
    }
    const helped = new RegExp(`^# HELP (${NAME}) (.+)$`).exec(line)
    if (helped) {
      if (help !== undefined) fail('a HELP without its TYPE came before')
      if (!/^(?:[^\\]|\\[\\n])*$/.test(helped[2]!)) fail('an unknown escape')
      help = { name: helped[1]!, text: helped[2]! }
      continue
    }
    const typed = new RegExp(`^# TYPE (${NAME}) (\\w+)$`).exec(line)
    if (typed) {
      const [, name, type] = typed
      if (help?.name !== name) fail('the HELP above is of another metric')
      if (!TYPES.has(type!)) fail('an unknown type')
      if (families.has(name!)) fail('the metric is there twice')
      if (type === 'counter' && !name!.endsWith('_total')) fail('a counter ends in _total')
      if (type !== 'counter' && name!.endsWith('_total')) fail('only a counter ends in _total')
      open = { name: name!, type: type!, help: help!.text, samples: [] }
      families.set(name!, open)
      help = undefined
      continue
    }
    if (line.startsWith('#') || line.trim() === '') fail('a line that says nothing')
    if (help !== undefined) fail('a HELP without its TYPE')
    const sample = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`).exec(line) ?? fail('not a sample')
    const [, name, labels, value] = sample
    const suffix = open?.type === 'histogram' ? '(?:_bucket|_sum|_count)' : ''
    if (open === undefined || !new RegExp(`^${open.name}${suffix}$`).test(name!)) fail('not below its own TYPE')
    open!.samples.push({ name: name!, labels: labelsIn(labels, fail), value: numberIn(value!, fail) })
  }
  for (const family of families.values()) checkFamily(family)
  return [...families.values()]
}

function labelsIn(text: string | undefined, fail: (why: string) => never): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  let rest = text ?? ''
  while (rest !== '') {
    const match =
      /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,(?=.)|$)/.exec(rest) ?? fail('labels that cannot be read')
    if (labels.has(match[1]!)) fail('a label twice')
    labels.set(match[1]!, match[2]!)
    rest = rest.slice(match[0].length)
  }
  if (text === '') fail('braces without labels')
  return labels
}

function numberIn(text: string, fail: (why: string) => never): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY
  if (!/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(text)) fail('not a number')
  return Number(text)
}

function checkFamily({ name, type, samples }: ParsedFamily): void {
  const seen = new Set<string>()
  for (const sample of samples) {
    const key = `${sample.name} ${JSON.stringify([...sample.labels].toSorted())}`
    if (seen.has(key)) throw new Error(`a series twice: ${key}`)
    seen.add(key)
    if (type === 'counter' && sample.value < 0) throw new Error(`a counter below zero: ${key}`)
  }
  if (type === 'histogram') checkHistogram(name, samples)
}

function checkHistogram(name: string, samples: ParsedFamily['samples']): void {
  const series = new Map<string, { buckets: [number, number][]; sum?: number; count?: number }>()
  for (const sample of samples) {
    const { le, ...others } = Object.fromEntries(sample.labels)
    const key = JSON.stringify(Object.entries(others).toSorted())
    const one = series.get(key) ?? { buckets: [] }
    series.set(key, one)
    if (sample.name === `${name}_sum`) one.sum = sample.value
    else if (sample.name === `${name}_count`) one.count = sample.value
    else if (le === undefined) throw new Error(`a bucket of ${name} without le`)
    else one.buckets.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), sample.value])
  }
  for (const [key, { buckets, sum, count }] of series) {
    if (sum === undefined || count === undefined) throw new Error(`${name}${key} has no sum or no count`)
    if (buckets.at(-1)?.[0] !== Number.POSITIVE_INFINITY) throw new Error(`${name}${key} does not end with +Inf`)
    if (buckets.at(-1)?.[1] !== count) throw new Error(`${name}${key}: +Inf is not the count`)
    for (const [index, [bound, value]] of buckets.entries()) {
      const before = buckets[index - 1]
      if (before !== undefined && (before[0] >= bound || before[1] > value))
        throw new Error(`${name}${key}: buckets are not in order, or not cumulative`)
    }
  }
}

const PROMQL_WORDS = new Set(
  'and or unless by without on ignoring group_left group_right bool offset inf nan'.split(' '),
)

/** What an expression of PromQL asks for: each selector with the labels it or its aggregation names. */
export function selectorsIn(expression: string): readonly { readonly metric: string; readonly labels: string[] }[] {
  // A variable of a dashboard stands for a time or a value.
  const text = expression.replaceAll(/\$\{?\w+\}?/g, '5m')
  const grouped = [...text.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap((match) =>
    match[1]!.split(',').map((label) => label.trim()),
  )
  const bare = text
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\[[^\]]*\]/g, ' ')
  return [...bare.matchAll(/([a-zA-Z_:][a-zA-Z0-9_:]*)\s*(\{[^}]*\})?(?!\s*\()/g)].flatMap(
    ([whole, name, matchers]) => {
      const after = bare.slice(bare.indexOf(whole) + whole.length)
      if (PROMQL_WORDS.has(name!.toLowerCase()) || /^\w*\s*\(/.test(after)) return []
      const own = [...(matchers ?? '').matchAll(/([a-zA-Z_]\w*)\s*(?:=~|!~|!=|=)/g)].map((match) => match[1]!)
      return [{ metric: name!, labels: [...own, ...grouped.filter((label) => label !== 'le')] }]
    },
  )
}
