import { expect, test } from 'vitest'
import { sampleQuestion } from '../../../test/humans/samples.ts'
import { draftSettlement } from './approval-record.ts'
import type { Settlement } from '../questions/question.ts'

test.each<[string, Settlement, string, string]>([
  [
    'a yes is permission_granted',
    { how: 'answered', choice: { says: 'once' }, by: 'ann', channel: 'terminal', at: 7 },
    'permission_granted',
    'info',
  ],
  [
    'a no is permission_denied',
    { how: 'answered', choice: { says: 'deny', message: 'not now' }, by: 'ann', channel: 'terminal', at: 7 },
    'permission_denied',
    'warn',
  ],
  ['no answer in time is permission_timeout', { how: 'expired', at: 7 }, 'permission_timeout', 'warn'],
  [
    'a question that was taken back is permission_denied',
    { how: 'withdrawn', because: 'the session has ended', at: 7 },
    'permission_denied',
    'info',
  ],
])('%s', (_what, settlement, event, severity) => {
  expect(draftSettlement(sampleQuestion('a'), settlement)).toMatchObject({ event, severity, at: 7, session: 's-1' })
})
