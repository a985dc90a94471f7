import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { applyPerl } from './perl-apply.ts'

const TEXT = 'alpha = 1\nbeta = "x/y"\n\tgamma(alpha)\n\nend\n'

describe('perl is applied to the text as perl does', () => {
  test.each([
    ['-pe', 's/alpha/omega/'],
    ['-pe', 's/alpha/omega/g; s{x/y}{z}'],
    ['-pe', 's/^(\\w+) = (.*)$/$2 = $1/'],
    ['-0pe', 's/\\n\\n/\\n/; s/\\tgamma\\(alpha\\)\\n//'],
    ['-0777pe', 's/beta.*\\n/\\n/'],
    ['-ne', 'print unless /gamma/'],
    ['-ne', 'print if /a = /'],
  ])('perl %s %s', (flag, script) => {
    const real = spawnSync('perl', [flag, script], { input: TEXT, encoding: 'utf8' })
    expect(real.status, real.stderr).toBe(0)
    expect(applyPerl(script, TEXT, { prints: flag.includes('p'), whole: flag.includes('0') })).toBe(real.stdout)
  })

  test.each(['s/a/b/e', 's/a/$x/', 's/(a+)+$/b/', 'system("x")', 's/a/b/; print'])('%s is not followed', (script) =>
    expect(applyPerl(script, TEXT, { prints: true, whole: false })).toBeUndefined(),
  )
})
