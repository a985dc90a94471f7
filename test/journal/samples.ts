import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import type { StateVerification } from '../../src/journal/stores/verify-state.ts'
import { verifyStateDirectory } from '../../src/journal/stores/verify-state.ts'

export { anchorIn, rememberedCalls } from '../../src/surfaces/selftest/crash.ts'
export { freshDirectory, sample, type Sample } from '../../src/surfaces/selftest/sample-records.ts'

/** Everything `log verify` looks at, read from the files. */
export function verifyState(stateDirectory: string, anchor?: string): Promise<StateVerification> {
  return verifyStateDirectory(statePaths(stateDirectory, { anchor }))
}
