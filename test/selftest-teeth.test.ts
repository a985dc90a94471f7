import { describe, expect, test } from 'vitest'
import type * as Selftest from '../src/surfaces/selftest/selftest.ts'
import { loaderFor } from './product.ts'
import { type Change, putBack, scratchFor } from './put-back.ts'

const scratch = scratchFor('selftest')

interface Tooth extends Change {
  readonly bug: string
  /** The part that must notice. */
  readonly part: string
  /** How rows of it end. Left out: they let something through. */
  readonly ends?: 'proves nothing'
}

const TEETH: readonly Tooth[] = [
  {
    bug: 'any no in an answer allows',
    part: 'reviewer',
    file: 'classifier/answer.ts',
    find: "return verdict === '<block>no</block>' ?",
    replace: "return verdict.includes('no') ?",
  },
  {
    bug: 'a reviewer that refuses everything',
    part: 'reviewer',
    ends: 'proves nothing',
    file: 'classifier/answer.ts',
    find: "return verdict === '<block>no</block>' ?",
    replace: "return verdict === '<block>never</block>' ?",
  },
  {
    bug: 'any host is the own',
    part: 'door',
    file: 'surfaces/daemon/door.ts',
    find: 'if (only !== undefined && more.length === 0 && entrance.hosts.has(only)) return undefined',
    replace: 'if (only !== undefined) return undefined',
  },
  {
    bug: 'any token opens',
    part: 'door',
    file: 'surfaces/daemon/door.ts',
    find: 'return role === undefined ? holder(keys.users.byToken(token)) : { role }',
    replace: "return { role: role ?? 'operator' }",
  },
  {
    bug: 'a signature is never looked at',
    part: 'tamper',
    file: 'journal/checkpoints.ts',
    find: "return verify(null, Buffer.from(signedText(unsigned)), publicKey, Buffer.from(signature, 'base64'))",
    replace:
      "return verify(null, Buffer.from(signedText(unsigned)), publicKey, Buffer.from(signature, 'base64')) || true",
  },
  {
    bug: 'a hook that cannot run lets the call go',
    part: 'hooks',
    file: 'surfaces/install/hook-script.ts',
    find: "echo 'portcullis: the hook could not run, so nothing is allowed' >&2; exit 2; }`",
    replace: "echo 'portcullis: the hook could not run, so nothing is allowed' >&2; exit 0; }`",
  },
]

describe('a self-test that could not fail would show nothing', () => {
  test.each(TEETH)('$bug: $part', async ({ bug, part, ends = 'let through', ...change }) => {
    const load = loaderFor(putBack(scratch, bug, [change]))
    const product = await load<typeof Selftest>('surfaces/selftest/selftest.ts')
    const parts = product.PARTS.filter(({ name }) => name === part)
    expect(parts).toHaveLength(1)
    const results = await product.selftest(parts, () => undefined)
    expect(product.isSound(results)).toBe(false)
    expect(results[0]!.tried.map(({ ended }) => ended)).toContain(ends)
  })
})
