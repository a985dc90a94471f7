import type { Reporter, TestModule } from 'vitest/node'

/** After the run: the tests that passed only when they were run again, and what went wrong first. Each is a race to be found. */
export class Flaky implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const again = modules.flatMap((one) =>
      [...one.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky === true)
        .map((test) => {
          const errors = (test.result().errors ?? []).map(
            ({ message }) => `    ${message.split('\n').slice(0, 6).join('\n    ')}\n`,
          )
          return `  ${one.relativeModuleId} > ${test.fullName}\n${errors.join('')}`
        }),
    )
    if (again.length > 0) process.stdout.write(`\nFailed once, passed when run again\n${again.join('')}`)
  }
}
