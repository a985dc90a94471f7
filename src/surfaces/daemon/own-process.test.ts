import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CannotStart } from './cannot-start.ts'
import { refuseForeignProgram, refuseForeignState, refuseInjectedCode } from './own-process.ts'

describe('options of Node', () => {
  test.each([
    [['--inspect'], ''],
    [['--inspect=0.0.0.0:9229'], ''],
    [['--inspect-brk'], ''],
    [['--require', '/tmp/x.cjs'], ''],
    [['-r', '/tmp/x.cjs'], ''],
    [['--import=/tmp/x.mjs'], ''],
    [[], '--require /tmp/x.cjs'],
    [[], '--experimental-loader=/tmp/x.mjs'],
    [[], '--max-old-space-size=100 --inspect_port=1'],
    [[], '--an-option-of-tomorrow'],
    [['--env-file=.env'], ''],
    [['--openssl-config=/tmp/x'], ''],
  ])('%j with NODE_OPTIONS %j are refused', (words, options) =>
    expect(() => refuseInjectedCode(words, options)).toThrow(CannotStart),
  )

  test.each([
    [[], ''],
    [['--disable-sigusr1'], ''],
    [['--max-old-space-size=120', '--max-semi-space-size=8'], '--no-warnings'],
  ])('%j with NODE_OPTIONS %j are fine', (words, options) =>
    expect(() => refuseInjectedCode(words, options)).not.toThrow(),
  )
})

describe('files that are not the daemon’s own', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'portcullis-own-'))
    writeFileSync(join(root, 'journal.db'), '', { mode: 0o600 })
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))
  const state = (): void => refuseForeignState(root, ['journal.db', 'not-there'])
  const warnings: string[] = []
  const program = (): void =>
    refuseForeignProgram([join(root, 'journal.db'), '/not/there'], (said) => warnings.push(said))

  test('its own are fine', () => {
    expect(state).not.toThrow()
    expect(program).not.toThrow()
  })

  test.each<[string, () => void]>([
    ['others may write a file', () => chmodSync(join(root, 'journal.db'), 0o602)],
    [
      'a link lies in its place',
      () => {
        rmSync(join(root, 'journal.db'))
        symlinkSync('/dev/null', join(root, 'journal.db'))
      },
    ],
    [
      'a directory lies in its place',
      () => {
        rmSync(join(root, 'journal.db'))
        mkdirSync(join(root, 'journal.db'))
      },
    ],
  ])('state: %s', (_what, spoil) => {
    spoil()
    expect(state).toThrow(CannotStart)
  })

  test.each<[string, () => void]>([
    ['others may write the file', () => chmodSync(join(root, 'journal.db'), 0o666)],
    ['others may write its directory', () => chmodSync(root, 0o777)],
  ])('program: %s', (_what, spoil) => {
    spoil()
    expect(program).toThrow(/others may write/)
  })

  test('a directory where only owners may replace things is fine', () => {
    chmodSync(root, 0o1777)
    expect(program).not.toThrow()
  })

  test.runIf(process.getuid?.() === 0)('somebody else’s: state is refused, and root is warned about a program', () => {
    chownSync(join(root, 'journal.db'), 65_534, 65_534)
    expect(state).toThrow(/belongs to somebody else/)
    program()
    expect(warnings.at(-1)).toMatch(/belongs to user 65534/)
  })
})
