import { spawn } from 'node:child_process'

/** Starts the daemon for the calls to come. This call does not wait for it, and its failure is not this call's. */
export function startDaemon(launcher: string, state: string): void {
  try {
    const child = spawn(process.execPath, [launcher, 'serve', '--background'], {
      detached: true,
      stdio: 'ignore',
      cwd: state,
      env: { ...process.env, PORTCULLIS_STATE: state },
    })
    child.on('error', () => undefined)
    child.unref()
  } catch {
    // The next call tries again.
  }
}
