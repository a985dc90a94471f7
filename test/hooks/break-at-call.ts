import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Breaks an installed hook, whichever client it is, at the call that holds `touch ` and not before: what the user typed
 * must still get through, or nothing is shown. `line` is shell, run in the hook's place.
 */
export function breakAtTheCall(hooks: string, agent: string, line: string): void {
  const native = join(hooks, 'portcullis-hook')
  const hook = existsSync(native) ? native : join(hooks, `${agent}.sh`)
  renameSync(hook, `${hook}.real`)
  writeFileSync(
    hook,
    `#!/bin/sh\nall=$(cat)\ncase $all in *'touch '*) ${line} ;; esac\nexec '${hook}.real' "$@" <<ALL\n$all\nALL\n`,
    { mode: 0o755 },
  )
}

/** For `breakAtTheCall`: from now on there is no gate to judge with when the daemon is gone. */
export function withoutGate(hooks: string, agent: string): string {
  const native = join(hooks, `${agent}.conf`)
  const file = existsSync(native) ? native : join(hooks, `${agent}.sh.real`)
  return `sed -i 's,^launcher=.*,launcher=/nonexistent/portcullis,' '${file}'`
}
