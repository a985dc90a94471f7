import { type Program } from '../shell/programs/program.ts'
import { understandShell } from '../languages.ts'
import { surroundingsOf } from '../surroundings.ts'
import { frozenWorld } from '../world.frozen.ts'
import { linesOf } from './effects.ts'

const WORKSPACE = '/home/dev/project'

const FILES = {
  [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/feature\n',
  [`${WORKSPACE}/arguments.txt`]: '-o from-file.txt\n',
}

/** What a command line would do in `/home/dev/project`, in the short notation. `programs` stand in for the known ones. */
export function effectsOf(command: string, programs?: ReadonlyMap<string, Program>): readonly string[] {
  const world = frozenWorld({ files: FILES })
  const surroundings = surroundingsOf(WORKSPACE, world)
  const memory = { written: new Map() }
  const { actions } = understandShell(command, { surroundings, world, memory, ...(programs ? { programs } : {}) })
  return linesOf(actions, { workspace: WORKSPACE, home: '/home/dev' })
}
