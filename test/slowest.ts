import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10
const LONGEST_NAME = 160

/** After the run: the files and the tests that took longest, so that nobody has to look for them. */
export class Slowest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < SHOWN) return
    const files = modules.map((one) => [one.diagnostic().duration, one.relativeModuleId] as const)
    const tests = modules.flatMap((one) =>
      [...one.children.allTests()].map(
        (test) => [test.diagnostic()?.duration ?? 0, `${one.relativeModuleId} > ${test.fullName}`] as const,
      ),
    )
    process.stdout.write(`\n${table('Slowest files', files)}\n${table('Slowest tests', tests)}`)
  }
}

function table(title: string, rows: readonly (readonly [milliseconds: number, name: string])[]): string {
  const lines = rows
    .toSorted(([one], [other]) => other - one)
    .slice(0, SHOWN)
    .map(
      ([milliseconds, name]) => `  ${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${name.slice(0, LONGEST_NAME)}`,
    )
  return `${title}\n${lines.join('\n')}\n`
}
