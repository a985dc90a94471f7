import { afterAll, describe, expect, test } from 'vitest'
import { claudeAgentSdk } from './claude-agent-sdk.ts'
import { CONFORMANCE, playCase } from './conformance.ts'
import { closeShared, loadAdapters } from './stage.ts'

/** Each case starts the real client. The whole table is in the long suite. */
const MOST_IMPORTANT =
  /denies does not run|asks about waits|changed after the approval does not run, here|gate is down|never answers: nothing|^runsRewritten: (?:what|a run|.*closed)/

describe(claudeAgentSdk.name, () => {
  afterAll(closeShared)

  test.each(CONFORMANCE.filter(({ name }) => MOST_IMPORTANT.test(name)))('$name', async (one) => {
    expect(await playCase(await loadAdapters(), claudeAgentSdk, one)).toEqual([])
  })
})
