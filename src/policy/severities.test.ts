import { describe, expect, it } from 'vitest'
import { merged } from './merged.testing.ts'

describe('severities of categories', () => {
  it('anybody may make one hard, only managed settings soft', () => {
    expect(merged(['untrusted-project', { severities: { 'git.force-push': 'hard' } }]).severities).toEqual({
      'git.force-push': 'hard',
    })
    expect(merged(['managed', { severities: { 'git.force-push': 'soft' } }]).severities).toEqual({
      'git.force-push': 'soft',
    })
    for (const owner of ['flag', 'user', 'trusted-project', 'untrusted-project'] as const) {
      const policy = merged([owner, { severities: { 'git.force-push': 'soft' } }])
      expect(policy.severities).toBeUndefined()
      expect(policy.notices?.map(({ message }) => message)).toContain(
        'has no effect: only managed settings make a category soft',
      )
    }
  })

  it('hard wins, whoever says it', () => {
    for (const order of [
      ['hard', 'soft'],
      ['soft', 'hard'],
    ])
      expect(
        merged(['managed', { severities: { 'a.b': order[0] } }], ['managed', { severities: { 'a.b': order[1] } }])
          .severities,
      ).toEqual({ 'a.b': 'hard' })
    expect(
      merged(['managed', { severities: { 'a.b': 'soft' } }], ['user', { severities: { 'a.b': 'hard' } }]).severities,
    ).toEqual({ 'a.b': 'hard' })
  })
})
