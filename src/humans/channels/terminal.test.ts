import { PassThrough } from 'node:stream'
import { describe, expect, it, test } from 'vitest'
import { DECEPTIVE_STRINGS, LONG_STRINGS } from '../../../test/deceptive-strings.ts'
import { answerTo, sampleQuestion } from '../../../test/humans/samples.ts'
import { until } from '../../../test/until.ts'
import { truthful } from '../look-alikes.ts'
import { memoryQueue } from '../queue/memory-queue.ts'
import { readTyped, renderQuestion } from '../questions/terminal-view.ts'
import { askAtTerminal, attachTerminal } from './terminal.ts'

function terminal(): {
  readonly input: PassThrough
  readonly output: PassThrough
  readonly streams: Parameters<typeof askAtTerminal>[1]
  readonly screen: () => string
} {
  const input = new PassThrough()
  const output = new PassThrough()
  let text = ''
  output.on('data', (chunk) => (text += String(chunk)))
  return { input, output, streams: { input, output, user: 'dev', now: () => 0 }, screen: () => text }
}

async function typed(question: Parameters<typeof askAtTerminal>[0], ...lines: readonly string[]) {
  const { input, streams, screen } = terminal()
  const answer = askAtTerminal(question, streams)
  input.end(lines.map((line) => `${line}\n`).join(''))
  return { answer: await answer, screen: screen() }
}

describe('what a person types', () => {
  const question = sampleQuestion('a', { offers: ['Bash(npm run build)'] })
  it.each([
    ['y', { says: 'once' }],
    ['S', { says: 'session' }],
    ['1', { says: 'rule', rule: 'Bash(npm run build)' }],
    ['w1', { says: 'save', rule: 'Bash(npm run build)' }],
    ['n', { says: 'deny' }],
    ['n use the other file', { says: 'deny', message: 'use the other file' }],
    ['v', 'view'],
    ['2', undefined],
    ['w2', undefined],
    ['0', undefined],
    ['', undefined],
    ['yy', undefined],
    ['y please', undefined],
    ['nothing', undefined],
  ] as const)('%j', (text, choice) => expect(readTyped(text, question)).toEqual(choice))
})

describe('what a person types about a held run', () => {
  const held = sampleQuestion('h', { offers: [], contained: { run: 'aa', hash: 'bb', workspace: '/home/dev/project' } })
  it.each([
    ['y', { says: 'once' }],
    ['u', { says: 'uncontained' }],
    ['n', { says: 'deny' }],
    ['s', undefined],
    ['session', undefined],
  ] as const)('%j', (text, choice) => expect(readTyped(text, held)).toEqual(choice))

  test('a call cannot be let run uncontained: it was never contained', () =>
    expect(readTyped('u', sampleQuestion('a'))).toBeUndefined())

  test('it says which answers there are', () => {
    const lines = renderQuestion(held, { columns: 200, now: 0, extent: 'all' }).join('\n')
    expect(lines).toContain('nothing is written yet')
    expect(lines).toContain('y commit these changes')
    expect(lines).not.toContain('for the session')
  })
})

describe('the prompt at a terminal', () => {
  test('gives the answer with what was shown and who answered', async () => {
    const question = sampleQuestion('a')
    const { answer } = await typed(question, 'what?', 'y')
    expect(answer).toEqual({ choice: { says: 'once' }, shown: question.shown, by: 'terminal:dev', channel: 'terminal' })
  })

  test('takes no yes before all of a long text was shown, and a no at any time', async () => {
    const question = sampleQuestion('a', { text: `ls ${'a'.repeat(9000)}; rm -rf build` })
    expect((await typed(question, 'y', 's', '1')).answer).toBeUndefined()
    expect((await typed(question, 'n')).answer?.choice).toEqual({ says: 'deny' })
    expect((await typed(question, 'v', 'y')).answer?.shown).toBe(question.shown)
  })

  test('nobody has answered when the input ends or the signal is aborted', async () => {
    expect((await typed(sampleQuestion('a'))).answer).toBeUndefined()
    const { streams } = terminal()
    const leave = new AbortController()
    const answer = askAtTerminal(sampleQuestion('a'), streams, leave.signal)
    leave.abort()
    expect(await answer).toBeUndefined()
  })

  test('what was typed before the question appeared answers nothing', async () => {
    const { input, streams } = terminal()
    Object.assign(input, { isTTY: true })
    const answer = askAtTerminal(sampleQuestion('a'), streams)
    input.end('y\n')
    expect(await answer).toBeUndefined()
  })

  it.each([...DECEPTIVE_STRINGS, ...LONG_STRINGS])('every row is ours and fits: $name', ({ text, mustShow }) => {
    const question = sampleQuestion('a', { text: truthful(text) })
    const rows = renderQuestion(question, { columns: 60, now: 0, extent: 'all' })
    for (const row of rows) {
      expect(row).toMatch(/^[┌│├└]/)
      expect(Array.from(row).length).toBeLessThanOrEqual(60)
      expect(row).toMatch(/^[\u0020-\u007e┌│├└·…]*$/)
    }
    const told = rows.map((row) => row.slice(2)).join('')
    for (const piece of mustShow) expect(told).toContain(piece.replaceAll('\n', ''))
  })
})

test('a terminal at a queue answers one question after the other and leaves those that others answer', async () => {
  const queue = memoryQueue(5, () => 1_800_000_000_000)
  const { input, streams, screen } = terminal()
  const detach = attachTerminal(queue, streams)
  const one = sampleQuestion('a')
  const two = sampleQuestion('b')
  const first = queue.ask(one)
  const second = queue.ask(two)
  await until('the first question is on the screen', () => screen().includes(one.id))
  await queue.answer(one.id, answerTo(one, { says: 'deny' }, 'telegram:7'))
  await until('the second question is on the screen', () => screen().includes(`[${two.id}] Bash\n`))
  input.write('s\n')
  expect(await first).toMatchObject({ how: 'answered', by: 'telegram:7', choice: { says: 'deny' } })
  expect(await second).toMatchObject({ how: 'answered', by: 'terminal:dev', choice: { says: 'session' } })
  detach()
  queue.close()
})
