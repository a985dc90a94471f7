import type { Action, Does } from '../action.ts'
import { showPlace } from '../place.ts'
import { DEFAULT_TRUST } from '../../policy/trust.ts'
import { surroundingsOf } from '../surroundings.ts'
import type { Understanding } from '../understanding.ts'
import { show } from '../word.ts'
import { type Frozen, frozenWorld } from '../world.frozen.ts'
import { understandShell } from '../languages.ts'

export const CWD = '/home/dev/project'

export function understand(text: string, frozen: Frozen = {}): Understanding {
  const world = frozenWorld({ directories: [`${CWD}/.git`], ...frozen })
  return understandShell(text, {
    world,
    surroundings: surroundingsOf(CWD, world, { trust: DEFAULT_TRUST }),
    memory: { written: new Map() },
  })
}

/** The words of every program that would start; unknown words are shown between angle brackets. */
export function started(text: string, frozen?: Frozen): readonly string[] {
  return understand(text, frozen).actions.flatMap((action) =>
    action.does === 'run-program'
      ? [
          [action.typed, ...action.args]
            .map((word) => (word.kind === 'literal' ? show(word) : `<${show(word)}>`))
            .join(' '),
        ]
      : [],
  )
}

export function deeds<D extends Does>(text: string, does: D, frozen?: Frozen): readonly Extract<Action, { does: D }>[] {
  return understand(text, frozen).actions.filter(
    (action): action is Extract<Action, { does: D }> => action.does === does,
  )
}

export function deleted(text: string, frozen?: Frozen): readonly string[] {
  return deeds(text, 'delete-file', frozen).map((action) => showPlace(action.place))
}
