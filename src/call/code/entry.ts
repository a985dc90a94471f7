import { type Act, CALL_EFFECTS, type Entry, type Gives, type Slot } from './library.ts'

/**
 * The notation of the tables: `read:0|path -> File:0` is "reads the file named by the first argument or `path=`, and
 * gives a File that holds it". `self` is what a method is called on; without a deed the call computes.
 */
export function readEntry(text: string): Entry {
  const [before = '', after] = text.split('->').map((part) => part.trim()) as [string, string?]
  const acts = before === '' ? [] : before.split(/\s+/).map(readAct)
  return { acts, gives: readGives(after) }
}

function readAct(text: string): Act {
  const colon = text.indexOf(':')
  const [does, slots] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
  const known = CALL_EFFECTS.find((effect) => effect === does)
  if (known === undefined) throw new Error(`no such deed in a table: ${text}`)
  return { does: known, slots: slots === '' ? [] : slots.split(',').map(readSlot) }
}

function readSlot(text: string): Slot {
  if (text === 'self') return { self: true }
  if (text.startsWith('=')) return { fixed: text.slice(1) }
  const [index = '', ...names] = text.split('|')
  if (!/^\d+$/.test(index)) throw new Error(`no such argument in a table: ${text}`)
  return { index: Number(index), names }
}

function readGives(text: string | undefined): Gives {
  if (text === undefined) return { kind: 'data' }
  const [type = '', slot] = text.split(':') as [string, string?]
  return { kind: 'object', type, ...(slot === undefined ? {} : { holds: readSlot(slot) }) }
}

/** Rows of `what it does: names that do it` as a map. */
export function readTable(rows: Readonly<Record<string, string>>): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const [meaning, names] of Object.entries(rows)) {
    const entry = readEntry(meaning === 'computes' ? '' : meaning)
    for (const name of names.split(/\s+/).filter(Boolean)) {
      if (entries.has(name)) throw new Error(`twice in a table: ${name}`)
      entries.set(name, entry)
    }
  }
  return entries
}
