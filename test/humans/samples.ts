import { makeQuestion } from '../../src/humans/questions/make-question.ts'
import type { Answer, Choice, Question } from '../../src/humans/questions/question.ts'

/** A question like any other; `call` makes it one of its own. */
export function sampleQuestion(call: string, over: Partial<Question> = {}, now = 1_800_000_000_000): Question {
  const { askedAt: _askedAt, expiresAt, ...rest } = over
  const timeout = expiresAt === undefined ? undefined : expiresAt - now
  return makeQuestion(
    {
      session: 's-1',
      agent: 'claude-code',
      call,
      tool: 'Bash',
      cwd: '/home/dev/project',
      fingerprint: `fingerprint of ${call}`,
      policyDigest: 'digest',
      text: 'npm run build',
      deeds: ['starts npm'],
      why: [{ code: 'rule.ask', sentence: 'an ask rule matches: `Bash(npm *)`' }],
      offers: ['Bash(npm run build)'],
      ...rest,
    },
    now,
    timeout,
  )
}

export function answerTo(question: Question, choice: Choice, by = 'terminal:dev'): Answer {
  return { choice, shown: question.shown, by, channel: 'terminal' }
}

/** Two clocks that stand still until they are told. */
export class Clocks {
  wall = 1_800_000_000_000
  steady = 1000
  readonly now = (): number => this.wall
  readonly monotonic = (): number => this.steady
  pass(milliseconds: number): void {
    this.wall += milliseconds
    this.steady += milliseconds
  }
}
