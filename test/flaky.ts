import type { Reporter, TestModule } from 'vitest/node'

/** After the run: the tests that passed only when they were run again. Each is a race to be found. */
export class Flaky implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const again = modules.flatMap((one) =>
      [...one.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky === true)
        .map((test) => `  ${one.relativeModuleId} > ${test.fullName}\n`),
    )
    if (again.length > 0) process.stdout.write(`\nFailed once, passed when run again\n${again.join('')}`)
  }
}
