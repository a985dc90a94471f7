import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { until } from '../../../test/until.ts'
import { Notifier } from './notify.ts'

const directory = mkdtempSync(join(tmpdir(), 'pc-notify-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('notices', () => {
  test('reach the desktop as words: no option, no markup, no shell', async () => {
    const record = join(directory, 'arguments')
    const program = join(directory, 'notify-send')
    writeFileSync(
      program,
      `#!/bin/sh\nfor word in "$@"; do printf '%s\\n' "$word" >> ${record}.part; done\nmv ${record}.part ${record}\n`,
    )
    chmodSync(program, 0o755)
    const notifier = new Notifier({
      settings: [{ kind: 'desktop' }],
      environment: { PATH: `${directory}:/usr/bin:/bin` },
      terminal: { write: () => undefined },
      onTrouble: (message) => expect.unreachable(message),
    })
    notifier.tell({ occasion: 'ask', title: '--help', text: '<b>$(touch x)</b>\u001b[2J & `id`' })
    notifier.tell({ occasion: 'deny', title: 'not wanted', text: 'not wanted' })
    await until('the program has written down its words', () => existsSync(record))
    expect(readFileSync(record, 'utf8').split('\n')).toEqual([
      '-a',
      'Portcullis',
      '-u',
      'normal',
      '--',
      '--help',
      '&lt;b&gt;$(touch x)&lt;/b&gt;\\x1b[2J &amp; `id`',
      '',
    ])
  })

  test('are a bell only in a terminal, at most ten a minute, and the rest is counted', () => {
    let rung = 0
    let now = 0
    const make = (isTTY: boolean): Notifier =>
      new Notifier({
        settings: [{ kind: 'bell', on: ['deny'] }],
        environment: {},
        terminal: { isTTY, write: (text) => void (rung += text === '\u0007' ? 1 : 100) },
        onTrouble: (message) => expect.unreachable(message),
        now: () => now,
      })
    const deny = { occasion: 'deny', title: 'denied', text: 'x' } as const
    make(false).tell(deny)
    expect(rung).toBe(0)
    const notifier = make(true)
    for (let times = 0; times < 50; times++) notifier.tell(deny)
    expect(rung).toBe(10)
    now = 61_000
    notifier.tell(deny)
    expect(rung).toBe(11)
  })
})
