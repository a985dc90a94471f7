/** Prints what command lines would do, in the notation of examples: `node scripts/effects.ts "strace -o a ls" …`. */
import { effectsOf } from '../src/call/programs/examples.testing.ts'

for (const command of process.argv.slice(2)) {
  const lines = effectsOf(command).map((line) => (line.includes("'") ? JSON.stringify(line) : `'${line}'`))
  process.stdout.write(`${command.includes("'") ? JSON.stringify(command) : `'${command}'`}: [${lines.join(', ')}],\n`)
}
