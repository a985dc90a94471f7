import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { stateDirectory } from './state-directory.ts'

/** Where everything of one installation lies. The one list: `gate-identity` protects it, `init` and `doctor` use it. */
export interface GatePlaces {
  /** Journal, tokens, keys, socket: `--state`, else `PORTCULLIS_STATE`, else `~/.portcullis/state`. */
  readonly state: string
  /** Settings, hooks, the record of the installation, costs: `~/.portcullis`. */
  readonly own: string
  /** What `init` copied for the hooks: scripts, the native client, the product and its Node. */
  readonly hooks: string
  /** The key with which the daemon proves its answers to the hook. */
  readonly hookKey: string
  /** The highest head ever signed, kept apart from the state directory so that both must be rolled back together. */
  readonly anchor: string
}

export function gatePlaces(state: string = stateDirectory(undefined), home: string = homedir()): GatePlaces {
  const directory = real(state)
  const own = join(home, '.portcullis')
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 32)
  return {
    state: directory,
    own,
    hooks: join(own, 'hooks'),
    hookKey: join(directory, 'hook.key'),
    anchor: join(home, '.local', 'state', 'portcullis', 'anchors', `${name}.json`),
  }
}

function real(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return resolve(path)
  }
}
