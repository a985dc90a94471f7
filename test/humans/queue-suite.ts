import { isDeepStrictEqual } from 'node:util'
import type { Answered, Settlement } from '../../src/humans/questions/question.ts'
import type { NotAsked } from '../../src/humans/queue/queue.ts'
import { answerTo, sampleQuestion } from './samples.ts'
import { Desk, type HumanSources } from './sources.ts'

/** What must hold of any queue. Returns, in words, the first thing that does not. */
export async function queueSuite(sources: HumanSources): Promise<string | undefined> {
  for (const [words, check] of Object.entries(QUEUE_CHECKS)) {
    try {
      if (!(await check(sources))) return words
    } catch (error) {
      return `${words}: ${String(error)}`
    }
  }
  return undefined
}

type Check = (sources: HumanSources) => Promise<boolean>

const once = { says: 'once' } as const

async function at(sources: HumanSources, check: (desk: Desk) => Promise<boolean>, options = {}): Promise<boolean> {
  const desk = await Desk.open(sources, options)
  try {
    return await check(desk)
  } finally {
    await desk.close()
  }
}

function allows(settlement: Settlement | NotAsked): boolean {
  return 'how' in settlement && settlement.how === 'answered' && settlement.choice.says !== 'deny'
}

function codeOf(answered: Answered): string {
  return 'refused' in answered ? answered.refused.code : 'ok'
}

/** What a caller who comes back right now is told; `waits` when there is nothing to tell in this time. */
async function comeBack(
  desk: Desk,
  question: ReturnType<typeof sampleQuestion>,
  milliseconds: number = 60,
): Promise<string> {
  const leave = new AbortController()
  const told = desk.queue.ask(question, leave.signal).then(
    (settlement) => (allows(settlement) ? 'allowed' : 'how' in settlement ? settlement.how : settlement.code),
    () => 'waits',
  )
  setTimeout(() => leave.abort(), milliseconds)
  return told
}

export const QUEUE_CHECKS: Readonly<Record<string, Check>> = {
  'an approval reaches whoever waits and is on record': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      const [waiting] = await desk.asked(question)
      const answered = await desk.queue.answer(question.id, answerTo(question, once, 'telegram:7'))
      const log = desk.log().filter((record) => record.question === question.id)
      return (
        codeOf(answered) === 'ok' &&
        allows(await waiting!) &&
        desk.queue.pending().length === 0 &&
        log.length === 1 &&
        log[0]?.event === 'permission_granted' &&
        log[0].user === 'telegram:7'
      )
    }),

  'of two answers the first holds, and the other is told': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      const [waiting] = await desk.asked(question)
      const [one, other] = await Promise.all([
        desk.queue.answer(question.id, answerTo(question, { says: 'deny', message: 'no' }, 'terminal:ann')),
        desk.queue.answer(question.id, answerTo(question, once, 'terminal:bob')),
      ])
      const settlement = await waiting!
      await desk.close()
      const ends = desk.log().filter((record) => /granted|denied/.test(record.code))
      await desk.restart()
      return (
        codeOf(one) === 'ok' &&
        codeOf(other) === 'approval.settled' &&
        !allows(settlement) &&
        ends.map((record) => record.code).join() === 'approval.denied'
      )
    }),

  'an answer after the time on the wall clock is refused': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      const [waiting] = await desk.asked(question)
      desk.clocks.wall += 300_000
      const answered = await desk.queue.answer(question.id, answerTo(question, once))
      const settlement = await waiting!
      return codeOf(answered) === 'approval.expired' && 'how' in settlement && settlement.how === 'expired'
    }),

  'an answer after the time on the steady clock is refused, though the wall clock was turned back': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      const [waiting] = await desk.asked(question)
      desk.clocks.wall -= 86_400_000
      desk.clocks.steady += 300_000
      const answered = await desk.queue.answer(question.id, answerTo(question, once))
      return codeOf(answered) === 'approval.expired' && !allows(await waiting!)
    }),

  'a restart with the clock turned back a day does not lengthen a question': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      await desk.asked(question)
      desk.clocks.wall -= 86_400_000
      await desk.restart()
      const answered = await desk.queue.answer(question.id, answerTo(question, once))
      return codeOf(answered) === 'approval.settled' && desk.queue.pending().length === 0
    }),

  'nobody answers what they were not shown': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      const [waiting] = await desk.asked(question)
      const other = sampleQuestion('b')
      const wrong = await desk.queue.answer(question.id, { ...answerTo(question, once), shown: other.shown })
      const none = await desk.queue.answer(question.id, { ...answerTo(question, once), shown: '' })
      const pending = desk.queue.pending().length
      await desk.queue.answer(question.id, answerTo(question, { says: 'deny' }))
      return (
        codeOf(wrong) === 'approval.not-shown' &&
        codeOf(none) === 'approval.not-shown' &&
        pending === 1 &&
        !allows(await waiting!)
      )
    }),

  'an approval after a change of the rules is refused': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      const [waiting] = await desk.asked(question)
      desk.digest = 'another'
      const answered = await desk.queue.answer(question.id, answerTo(question, once))
      return codeOf(answered) === 'approval.policy-changed' && !allows(await waiting!)
    }),

  'an approval after the end of the session is refused': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      const [waiting] = await desk.asked(question)
      desk.sessionOpen = false
      const answered = await desk.queue.answer(question.id, answerTo(question, once))
      return codeOf(answered) === 'approval.session-ended' && !allows(await waiting!)
    }),

  'what cannot be found out about the rules counts as a change': (sources) =>
    at(
      sources,
      async (desk) => {
        const question = sampleQuestion('a')
        await desk.asked(question)
        return codeOf(await desk.queue.answer(question.id, answerTo(question, once))) === 'approval.policy-changed'
      },
      {
        policyDigest: () => {
          throw new Error('settings cannot be read')
        },
      },
    ),

  'withdrawing a session ends its questions and no others': (sources) =>
    at(sources, async (desk) => {
      const mine = sampleQuestion('a', { session: 's-1' })
      const other = sampleQuestion('b', { session: 's-2' })
      const [waiting] = await desk.asked(mine)
      await desk.asked(other)
      await desk.queue.withdrawSession('s-1', 'the session has ended')
      const answered = await desk.queue.answer(mine.id, answerTo(mine, once))
      const settlement = await waiting!
      return (
        'how' in settlement &&
        settlement.how === 'withdrawn' &&
        codeOf(answered) === 'approval.settled' &&
        desk.queue
          .pending()
          .map((question) => question.id)
          .join() === other.id
      )
    }),

  'only an offered rule can be chosen, and never one that lets anything run': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a', { offers: ['Bash(npm run build)', 'Bash', 'Bash(python *)', 'Agent(x)'] })
      await desk.asked(question)
      const says = ['rule', 'save'] as const
      const rules = ['Bash(rm -rf /)', 'Bash', 'Bash(*)', 'Bash(python *)', 'Agent(x)', 'Agent', 'PowerShell']
      for (const rule of rules) {
        for (const say of says) {
          const answered = await desk.queue.answer(question.id, answerTo(question, { says: say, rule }))
          if (codeOf(answered) !== 'approval.rule') return false
        }
      }
      const good = { says: 'rule', rule: 'Bash(npm run build)' } as const
      return codeOf(await desk.queue.answer(question.id, answerTo(question, good))) === 'ok'
    }),

  'the sixth question of a session is not asked': (sources) =>
    at(sources, async (desk) => {
      for (const call of 'abcde') await desk.asked(sampleQuestion(call))
      const sixth = await desk.queue.ask(sampleQuestion('f'), AbortSignal.timeout(500))
      const other = sampleQuestion('g', { session: 's-2' })
      await desk.asked(other)
      return 'code' in sixth && sixth.code === 'approval.too-many' && desk.queue.find(other.id) !== undefined
    }),

  'a restart keeps every question as it was and answers none': (sources) =>
    at(sources, async (desk) => {
      const questions = ['a', 'b', 'c'].map((call, index) => sampleQuestion(call, {}, desk.clocks.wall + index))
      for (const question of questions) await desk.asked(question)
      await desk.restart()
      const back = desk.queue.pending()
      const told = await comeBack(desk, questions[0]!)
      return isDeepStrictEqual(back, questions) && told === 'waits'
    }),

  'an answer that nobody waited for is kept through a restart and given once': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      await desk.asked(question)
      await desk.restart()
      const answered = await desk.queue.answer(question.id, answerTo(question, once))
      await desk.restart()
      const first = await comeBack(desk, question, 5_000)
      const second = await comeBack(desk, { ...sampleQuestion('a', {}, desk.clocks.wall + 1) })
      return codeOf(answered) === 'ok' && first === 'allowed' && second === 'waits'
    }),

  'a kept approval that two callers want is given to one': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      await desk.asked(question)
      await desk.restart()
      await desk.queue.answer(question.id, answerTo(question, once))
      const both = await Promise.all([desk.queue.ask(question), desk.queue.ask(question)])
      return both.filter(allows).length === 1
    }),

  'a kept approval is worth nothing after its time': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      await desk.asked(question)
      await desk.restart()
      await desk.queue.answer(question.id, answerTo(question, once))
      desk.clocks.pass(300_001)
      return (await comeBack(desk, question)) !== 'allowed'
    }),

  'a kept approval is worth nothing under other rules': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      await desk.asked(question)
      await desk.restart()
      await desk.queue.answer(question.id, answerTo(question, once))
      desk.digest = 'another'
      return (await comeBack(desk, question)) !== 'allowed'
    }),

  'a question that was changed in the store is nobody’s question': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      await desk.asked(question)
      // By whoever has the key: without it the whole session is refused.
      await desk.run("update approval set question = replace(question, 'npm run build', 'npm run evil')")
      await desk.close()
      await desk.restart()
      const answered = await desk.queue.answer(question.id, answerTo(question, once))
      return desk.queue.pending().length === 0 && codeOf(answered) === 'approval.settled'
    }),

  'every answer that was not taken is on record': (sources) =>
    at(sources, async (desk) => {
      const question = sampleQuestion('a')
      await desk.asked(question)
      await desk.queue.answer('zzzzzz', answerTo(question, once, 'telegram:666'))
      await desk.queue.answer(question.id, { ...answerTo(question, once, 'telegram:667'), shown: 'x' })
      await desk.close()
      const codes = desk.log().map((record) => `${record.code} ${record.user}`)
      await desk.restart()
      return codes.join() === 'approval.unknown telegram:666,approval.not-shown telegram:667'
    }),
}
