import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { callUs } from '../../call/own-command.ts'
import { shutDebuggerOut } from '../daemon/own-process.ts'
import { thisCommand } from '../this-command.ts'

// Before anything else is loaded: it costs next to nothing here.
if (process.argv[2] === 'serve') shutDebuggerOut()

// Compiled code is kept in a directory of the user's own, which no agent may write to: in a shared one, somebody else
// could leave code for the gate to run. Where it cannot be kept, starting only takes longer.
enableCompileCache(join(homedir(), '.portcullis', 'cache'))

callUs(() => thisCommand())
const { run } = await import('./program.ts')
await run(process.argv.slice(2))
