import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where the gate keeps what it remembers: `--state`, else `PORTCULLIS_STATE`, else `~/.portcullis/state`. */
export function stateDirectory(
  given: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
  home: string = homedir(),
): string {
  return given ?? environment['PORTCULLIS_STATE'] ?? join(home, '.portcullis', 'state')
}
