import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { withShownFailure } from './shown-failure.ts'

const DENY = '{"permissionDecision":"deny","permissionDecisionReason":"because"}'
const ALLOW = '{"permissionDecision":"allow"}'

function run(hook: string, redirect = ''): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `{ ${withShownFailure(hook, 'portcullis doctor')}; } ${redirect}`],
    {
      input: '{"toolName":"bash"}',
      encoding: 'utf8',
    },
  )
  return { status, stdout, stderr }
}

describe('a hook whose failure is shown', () => {
  test.each([
    ['an allow', `echo '${ALLOW}'`, 0, `${ALLOW}\n`],
    ['a deny', `{ echo '${DENY}'; echo because >&2; exit 2; }`, 2, `${DENY}\n`],
    ['no opinion', 'true', 0, ''],
    ['what was said is read by the hook', `grep -q toolName && echo '${ALLOW}'`, 0, `${ALLOW}\n`],
  ])('%s is handed on', (_what, hook, status, stdout) => expect(run(hook)).toMatchObject({ status, stdout }))

  test.each([
    ['a refusal without a word on stdout', '{ echo why >&2; exit 2; }'],
    ['another exit', 'exit 1'],
    ['a hook that is missing', '/nonexistent/hook 2>/dev/null'],
    ['a hook that is killed', "sh -c 'kill -9 $$'"],
  ])('%s is a deny that names the gate', (_what, hook) => {
    const { status, stdout } = run(hook)
    expect(status).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringMatching(/^portcullis: /),
    })
  })

  test('an allow that cannot be handed on is none', () => expect(run(`echo '${ALLOW}'`, '>&-').status).toBe(2))
})
