import { SOURCES } from '../product.ts'
import { CHAINS } from './chains.ts'
import { playInSandbox } from './sandbox.ts'

/** `node test/executed/run.ts [chain…]`: what each step of each chain came to, and what was reached. */
const wanted = process.argv.slice(2)
for (const { name, title } of CHAINS.filter((one) => wanted.length === 0 || wanted.includes(one.name))) {
  console.log(`\n${name}: ${title}`)
  const { steps, reached } = await playInSandbox(name, SOURCES)
  for (const { what, said, because, output } of steps) {
    console.log(`  ${said.padEnd(6)} ${what.slice(0, 160).replaceAll('\n', '⏎')}`)
    console.log(`         ${(output || because).trim().slice(0, 200).replaceAll('\n', '⏎')}`)
  }
  console.log(reached.length === 0 ? '  held' : `  REACHED: ${reached.join('; ')}`)
}
