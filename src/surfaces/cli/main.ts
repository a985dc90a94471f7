import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { keepCompiled } from './kept-code.ts'
import { callUs } from '../../call/own-command.ts'
import { shutDebuggerOut } from '../daemon/own-process.ts'
import { thisCommand } from '../this-command.ts'

// Before anything else is loaded: it costs next to nothing here.
if (process.argv[2] === 'serve') shutDebuggerOut()

// Compiled code is kept in a directory of the user's own, which no agent may write to: in a shared one, somebody else
// could leave code for the gate to run. Where it cannot be kept, starting only takes longer.
const cache = join(homedir(), '.portcullis', 'cache')
enableCompileCache(cache)
if (!import.meta.url.endsWith('.ts')) keepCompiled(cache, process.argv[2] ?? '')

callUs(() => thisCommand())

/** Whoever starts this says what went wrong with it. */
export const started: Promise<void> = start()

async function start(): Promise<void> {
  if (process.argv[2] === 'run' && process.argv[3] === '--proxy')
    // Started by the runner for a command that waits: without the rest of the command line.
    (await import('../run-proxy.ts')).runProxy(process.argv.slice(4))
  else if (process.argv[2] === 'run' && process.argv[3] === '--copied')
    // The runner of machines that have no native one.
    await (await import('../copied-runner.ts')).runCopiedRunner(process.argv.slice(4))
  else await (await import('./program.ts')).run(process.argv.slice(2))
}
