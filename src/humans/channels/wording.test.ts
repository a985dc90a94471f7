import { describe, expect, test } from 'vitest'
import { sampleQuestion } from '../../../test/humans/samples.ts'
import type { Choice, Settlement } from '../questions/question.ts'
import { Seal } from './seal.ts'
import { bodyFor, questionMessage, settledMessage } from './wording.ts'

const held = sampleQuestion('h', {
  text: 'ran contained:\n  ./tool\n--- file notes.txt\n-mine\n+theirs',
  deeds: ['wrote notes.txt'],
  contained: { run: 'aa', hash: 'bb', workspace: '/home/dev/project' },
})
const body = bodyFor(held, (text) => text, 4000)
const seal = new Seal('x'.repeat(64), 'telegram')

function ended(choice: Choice, question = held): string {
  const settlement: Settlement = { how: 'answered', choice, by: 'ann', channel: 'telegram', at: 0 }
  return settledMessage(question, body, settlement).status
}

describe('a held run in a chat', () => {
  test('shows the diff and what it did, and has two buttons', () => {
    const { buttons, status } = questionMessage(held, body, 'posted', seal)
    expect(buttons.map(({ label, kind }) => [label, kind])).toEqual([
      ['Commit changes', 'allow'],
      ['Discard', 'deny'],
    ])
    expect(body.text).toContain('nothing is written yet')
    expect(body.text).toContain('-mine\n+theirs')
    expect(body.text).toContain('It did:\n- wrote notes.txt')
    expect(status).toContain('stay held')
    expect(status).not.toContain('denied')
  })

  test('that is too long for a chat can only be discarded there', () => {
    const { buttons } = questionMessage(held, { ...body, isWhole: false }, 'too long', seal)
    expect(buttons.map(({ label }) => label)).toEqual(['Discard'])
  })

  test('says afterwards what became of it', () => {
    expect(ended({ says: 'once' })).toMatch(/^Changes committed by ann/)
    expect(ended({ says: 'deny' })).toMatch(/^Changes discarded by ann/)
    expect(ended({ says: 'uncontained' })).toMatch(/^Changes discarded; allowed once/)
    expect(ended({ says: 'once' }, sampleQuestion('a'))).toMatch(/^Allowed once by ann/)
  })

  test('nobody answered: it is still held, and not denied', () => {
    const { status } = settledMessage(held, body, { how: 'expired', at: 0 })
    expect(status).toContain('still held')
  })
})
