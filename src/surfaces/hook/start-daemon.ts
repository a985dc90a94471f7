import { spawn } from 'node:child_process'

/**
 * Starts the daemon for the calls to come. This call does not wait for it, and its failure is not this call's.
 * `PORTCULLIS_NO_DAEMON` is for tests and for machines where something else starts it.
 */
export function startDaemon(launcher: string, state: string): void {
  if (process.env['PORTCULLIS_NO_DAEMON'] !== undefined) return
  try {
    const child = spawn(process.execPath, ['--disable-sigusr1', launcher, 'serve'], {
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
