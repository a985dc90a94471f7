import { type Engine, record } from './engine.ts'

/** Text that a person reads when they look at the call: what was typed, files that it runs, what an option encodes. */
export function readAsWritten(engine: Engine, text: string): void {
  engine.sources.push(text.toLowerCase())
}

/**
 * A name that stands nowhere as it is called: put together from pieces, turned round, or broken up with marks that the
 * shell drops. Nobody spells the name of a command so that a reader cannot find it, except to be overlooked.
 */
export function recordSpelling(engine: Engine, name: string, evidence: string): void {
  if (/[\\/:]/.test(name) || !isSpelt(engine, name)) return
  record(engine, { does: 'change-system', deed: 'hide', target: `the name ${name.slice(0, 80)}` }, evidence)
}

function isSpelt(engine: Engine, name: string): boolean {
  const lower = name.toLowerCase()
  const known = engine.spelt.get(lower)
  if (known !== undefined) return known
  const words = lower.match(/[a-z]{2,}/g) ?? []
  const spelt = !words.every((word) => engine.sources.some((source) => source.includes(word)))
  engine.spelt.set(lower, spelt)
  return spelt
}
