import { describe, expect, test } from 'vitest'
import { frameOf, type Screen } from './approve-screen.ts'
import { paintFor } from './paint.ts'
import type { Pending } from './pending.ts'
import { wrap } from './show-question.ts'

const plain = paintFor({ isTTY: false })

function question(id: string, more: Partial<Pending> = {}): Pending {
  return {
    id,
    session: 's',
    agent: 'codex',
    tool: 'Bash',
    cwd: '/home/dev/project',
    text: 'npm run build',
    hidden: 0,
    deeds: ['runs the project’s own script'],
    why: [{ code: 'rule.ask', sentence: 'rule `Bash(npm *)` asks about `npm run build`' }],
    offers: ['Bash(npm run build)'],
    shown: 'f'.repeat(64),
    askedAt: 0,
    expiresAt: 300_000,
    ...more,
  }
}

function screen(questions: readonly Pending[], more: Partial<Screen> = {}): Screen {
  return {
    questions,
    selected: questions[0]?.id,
    whole: false,
    scroll: 0,
    doing: { does: 'looking' },
    status: '',
    now: 12_000,
    ...more,
  }
}

const held = (): Pending =>
  question('h1', {
    text: 'ran contained:\n  ./tool\n--- file notes.txt\n-mine\n+theirs',
    deeds: ['wrote notes.txt'],
    offers: [],
    contained: { run: 'aa', hash: 'bb', workspace: '/home/dev/project' },
  })

describe('a held run', () => {
  const size = { columns: 110, rows: 30 }

  test('says that nothing is written, what it did, and which answers there are', () => {
    const text = frameOf(screen([held()]), size, plain).lines.join('\n')
    expect(text).toContain('Nothing is written yet')
    expect(text).toMatch(/It did\n +- wrote notes\.txt/)
    expect(text).toContain('o commit  d discard  u discard, run uncontained once')
    expect(text).not.toContain('s session')
    expect(text).toContain('[held]')
  })

  test('has its diff in colours, each line behind the bar', () => {
    const { lines } = frameOf(screen([held()]), size, paintFor({ isTTY: true }, {}))
    expect(lines).toContainEqual(expect.stringContaining('| \u001b[31m-mine'))
    expect(lines).toContainEqual(expect.stringContaining('| \u001b[32m+theirs'))
  })

  test('is asked once more before it is discarded', () => {
    const text = frameOf(screen([held()], { doing: { does: 'writing-why', text: '' } }), size, plain).lines.join('\n')
    expect(text).toContain('enter discards them')
  })
})

describe('the screen', () => {
  test.each([
    [80, 24],
    [40, 10],
    [200, 60],
    [20, 8],
  ])('has exactly the rows and at most the columns of a terminal of %i by %i', (columns, rows) => {
    const many = Array.from({ length: 30 }, (_, index) => question(`q${index}`, { text: 'x'.repeat(index * 50) }))
    for (const doing of [
      { does: 'looking' },
      { does: 'choosing-rule', as: 'rule' },
      { does: 'confirming-save', rule: 'Bash(npm run build)', diff: 'a\n'.repeat(100) },
      { does: 'writing-why', text: 'because' },
    ] as const) {
      const { lines } = frameOf(screen(many, { doing, selected: 'q20' }), { columns, rows }, plain)
      expect(lines).toHaveLength(rows)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns)
    }
  })

  test('tells tool, command, deeds, why, agent, session, directory, age and the rules that are offered', () => {
    const text = frameOf(screen([question('abc')]), { columns: 100, rows: 40 }, plain).lines.join('\n')
    for (const piece of [
      'Bash',
      '| npm run build',
      'script',
      'rule.ask',
      'codex',
      'session s',
      '/home/dev',
      '12s ago',
      '5m left',
    ])
      expect(text).toContain(piece)
    expect(text).toContain('1  Bash(npm run build)')
  })

  test('says how much of a long question is not in view, and scrolls to its end', () => {
    const long = question('abc', { text: Array.from({ length: 100 }, (_, index) => `line ${index}`).join('\n') })
    const size = { columns: 80, rows: 24 }
    const first = frameOf(screen([long], { whole: true }), size, plain)
    expect(first.lines.join('\n')).toMatch(/\d+ more lines below/)
    expect(first.to).toBeLessThan(first.total)
    const last = frameOf(screen([long], { whole: true, scroll: 9_999 }), size, plain)
    expect(last.to).toBe(last.total)
    expect(last.lines.join('\n')).toContain('lines above')
  })

  test('what the agent wrote stands behind a gutter on every line, so that it cannot speak for the screen', () => {
    const forged = question('abc', { text: `ls\n\nIt would\n  - do nothing\n${'y'.repeat(300)}` })
    const { lines } = frameOf(screen([forged], { whole: true }), { columns: 80, rows: 50 }, plain)
    expect(lines.filter((line) => line === 'It would')).toHaveLength(1)
    expect(lines.filter((line) => /y{5}/.test(line)).every((line) => line.startsWith('| '))).toBe(true)
  })

  test('no escape sequence of a question reaches the terminal', () => {
    const evil = '\u001b[2J\u001b]52;c;AAAA\u0007\u202e'
    const all = question('abc', {
      text: evil,
      session: evil,
      cwd: evil,
      agent: evil,
      tool: evil,
      deeds: [evil],
      offers: [evil],
    })
    const { lines } = frameOf(screen([all], { status: '' }), { columns: 80, rows: 50 }, plain)
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
  })
})

test('a line is broken so that no terminal breaks it by itself', () => {
  expect(wrap('x'.repeat(25), 10)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)])
  expect(wrap('漢字漢字漢字', 10)).toEqual(['漢字漢字漢', '字'])
  expect(wrap('| abcdefghijkl', 10)).toEqual(['| abcdefgh', '| ijkl'])
})
