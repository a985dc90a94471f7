import { truthful } from '../../humans/look-alikes.ts'
import { lineDiff } from '../line-diff.ts'
import { INSTRUCTIONS, type PinnedServer } from './pins.ts'

/** What a person calls it. */
export function titleOf(tool: string): string {
  return tool === INSTRUCTIONS ? 'instructions' : tool
}

/** All that a model would read of what is held, or what changed in it, with what nobody sees written out. */
export function heldText({ pins, held }: Pick<PinnedServer, 'pins' | 'held'>, tool: string): string {
  const text = (value: object): string => truthful(JSON.stringify(value, undefined, 2))
  const [before, waits] = [pins.get(tool), held.get(tool)]
  if (waits === undefined) return ''
  return before === undefined ? text(waits.definition) : lineDiff(text(before.definition), text(waits.definition))
}
