import type { Question, Settlement } from '../../src/humans/questions/question.ts'
import type { SeenMessage } from '../servers/chats/chat-server.ts'
import type { Must, Row } from '../suites/channels.ts'
import { unhurried } from '../until.ts'
import type { Asked, Stage } from './stage.ts'

/** The message of a question, once it is there. */
export async function shownOf(stage: Stage, { question }: Asked): Promise<SeenMessage> {
  return stage.until(`${question.id} is shown`, () => stage.shown(question.id))
}

export async function endOf(stage: Stage, asked: Asked): Promise<Settlement> {
  return stage.until(`${asked.question.id} is settled`, () => asked.end())
}

export function buttonOf(message: SeenMessage, label: string): string {
  const button = message.buttons.find((each) => each.label === label)
  if (button === undefined) throw new Error(`there is no button ${label} on ${message.words}`)
  return button.data
}

/** The message says how it ended, and nothing on it can be pressed. */
export async function closedOf(stage: Stage, { question }: Asked): Promise<SeenMessage> {
  return stage.until(`the message of ${question.id} is closed`, () => {
    const message = stage.shown(question.id)
    return (
      message !== undefined && message.words.includes('Portcullis asked') && message.buttons.length === 0 && message
    )
  })
}

function isPending(stage: Stage, { id }: Question): boolean {
  return stage
    .queue()
    .pending()
    .some((question) => question.id === id)
}

function codes(stage: Stage): readonly string[] {
  return stage.audit.map(({ code }) => code ?? '')
}

/** A little time in which what must not happen would happen. */
export async function settleDown(stage: Stage): Promise<void> {
  const seen = stage.server.received.length
  await new Promise((resolve) => setTimeout(resolve, unhurried(60)))
  if (stage.server.received.length !== seen) await new Promise((resolve) => setTimeout(resolve, unhurried(60)))
}

function answeredBy(stage: Stage, asked: Asked, must: Must, says: string): void {
  const end = asked.end()
  must(end?.how === 'answered' && end.choice.says === says, `is ${says}, not ${JSON.stringify(end)}`)
  must(end?.how === 'answered' && end.by === `${stage.chat}:${stage.people.ann.id}`, 'names who answered')
}

export const CHANNEL_ROWS: readonly Row[] = [
  {
    name: 'a question is shown with everything a person has to know',
    run: async (stage, must) => {
      const asked = stage.ask()
      const { literal, words, buttons } = await shownOf(stage, asked)
      for (const part of [
        'claude-code',
        'Bash',
        '/home/dev/project',
        'session-1',
        'git push --force origin main',
        'rewrites the history of main at origin',
        'git.force-push: rewrites history others may have pulled',
        'asking for it by name',
      ])
        must(literal.includes(part), `shows ${part}`)
      must(words.includes(`y ${asked.question.id}`), 'says how to answer')
      must(buttons.map(({ label }) => label).join() === 'Allow once,For this session,Deny', 'has its buttons')
      must(
        buttons.every(({ data }) => Buffer.byteLength(data) <= 64),
        'has small buttons',
      )
    },
  },
  ...(
    [
      ['Allow once', 'once', 'Allowed once'],
      ['For this session', 'session', 'for the session'],
      ['Deny', 'deny', 'Denied'],
    ] as const
  ).map(([label, says, words]): Row => ({
    name: `the button "${label}" answers, and the message says who did`,
    run: async (stage, must) => {
      const asked = stage.ask()
      const message = await shownOf(stage, asked)
      await stage.server.press(stage.people.ann, message.id, buttonOf(message, label))
      await endOf(stage, asked)
      answeredBy(stage, asked, must, says)
      const closed = await closedOf(stage, asked)
      must(closed.words.includes(words), `says ${words}: ${closed.words}`)
      must(closed.words.includes(`${stage.chat}:${stage.people.ann.id}`), 'says who')
      must(closed.literal.includes(asked.question.text), 'still says what was asked')
    },
  })),
  ...(
    [
      ['y', 'once'],
      ['always', 'session'],
      ['n', 'deny'],
    ] as const
  ).map(([word, says]): Row => ({
    name: `"${word}" with the id answers`,
    run: async (stage, must) => {
      const asked = stage.ask()
      const other = stage.ask({ text: 'another' })
      await shownOf(stage, asked)
      await shownOf(stage, other)
      stage.server.say(stage.people.ann, `${word} ${asked.question.id}`)
      await endOf(stage, asked)
      answeredBy(stage, asked, must, says)
      must(isPending(stage, other.question), 'leaves the other one')
    },
  })),
  {
    name: 'a reply to the message answers without an id',
    run: async (stage, must) => {
      const asked = stage.ask()
      const other = stage.ask({ text: 'another' })
      const message = await shownOf(stage, asked)
      await shownOf(stage, other)
      stage.server.say(stage.people.ann, 'n: I say so', { under: message.id })
      await endOf(stage, asked)
      answeredBy(stage, asked, must, 'deny')
      must(isPending(stage, other.question), 'leaves the other one')
      must((await closedOf(stage, asked)).words.includes('I say so'), 'says why')
    },
  },
  {
    name: 'a bare y answers the only question',
    run: async (stage, must) => {
      const asked = stage.ask()
      await shownOf(stage, asked)
      stage.server.say(stage.people.ann, 'y')
      await endOf(stage, asked)
      answeredBy(stage, asked, must, 'once')
    },
  },
  {
    name: 'a bare y with two questions answers neither, and is told so',
    run: async (stage, must) => {
      const one = stage.ask()
      const other = stage.ask({ text: 'another' })
      await shownOf(stage, one)
      await shownOf(stage, other)
      const said = stage.server.say(stage.people.ann, 'y')
      const told = await stage.until('the answer', () => stage.server.messages().find(({ under }) => under === said))
      must(
        `${told.literal}${told.words}`.includes(`y ${one.question.id}`) &&
          `${told.literal}${told.words}`.includes(`y ${other.question.id}`),
        'says which ones there are',
      )
      must(isPending(stage, one.question) && isPending(stage, other.question), 'both still wait')
    },
  },
  {
    name: 'a bare y right after one of two was settled answers nothing',
    run: async (stage, must) => {
      const one = stage.ask()
      const other = stage.ask({ text: 'another' })
      await shownOf(stage, one)
      await shownOf(stage, other)
      const { id, shown } = one.question
      await stage.queue().answer(id, { choice: { says: 'deny' }, shown, by: 'terminal:dev', channel: 'terminal' })
      stage.server.say(stage.people.ann, 'y')
      await settleDown(stage)
      must(isPending(stage, other.question), 'the other one still waits')
    },
  },
  {
    name: 'a bare y that was written before the question answers nothing',
    run: async (stage, must) => {
      await stage.server.goDown()
      stage.server.say(stage.people.ann, 'y')
      const asked = stage.ask()
      await stage.server.comeBack()
      await shownOf(stage, asked)
      await stage.until('it listens again', () => stage.server.listeners() > 0)
      await settleDown(stage)
      must(isPending(stage, asked.question), 'it still waits')
    },
  },
  {
    name: 'talk among people answers nothing',
    run: async (stage, must) => {
      const asked = stage.ask()
      await shownOf(stage, asked)
      const talk = stage.server.say(stage.people.ben, 'shall we go to lunch?')
      stage.server.say(stage.people.ann, 'yes', { under: talk })
      stage.server.say(stage.people.ann, 'ok let us see what it wants first')
      await settleDown(stage)
      must(isPending(stage, asked.question), 'it still waits')
    },
  },
  {
    name: 'a stranger is refused, told and on record, whatever they call themselves',
    run: async (stage, must) => {
      const asked = stage.ask()
      const message = await shownOf(stage, asked)
      const told = await stage.server.press(stage.people.stranger, message.id, buttonOf(message, 'Allow once'))
      must(told?.includes('not one of those') === true, `is told: ${told}`)
      const said = stage.server.say(stage.people.stranger, `y ${asked.question.id}`)
      await stage.until('the refusal', () => stage.server.messages().some(({ under }) => under === said))
      stage.server.say(stage.people.stranger, 'y', { under: message.id })
      stage.server.say(stage.people.stranger, 'y')
      await stage.until('four notes', () => codes(stage).filter((code) => code === 'approval.stranger').length === 4)
      must(isPending(stage, asked.question), 'it still waits')
      must(
        stage.audit.every(({ user }) => user === `${stage.chat}:${stage.people.stranger.id}`),
        'the record names the authenticated sender',
      )
    },
  },
  {
    name: 'a replayed callback answers nothing and is on record',
    run: async (stage, must) => {
      const asked = stage.ask()
      const message = await shownOf(stage, asked)
      const deny = buttonOf(message, 'Deny')
      const allow = buttonOf(message, 'Allow once')
      await stage.server.press(stage.people.ann, message.id, deny)
      await endOf(stage, asked)
      await closedOf(stage, asked)
      const told = await stage.server.press(stage.people.ben, message.id, allow)
      must(told?.includes('answered already') === true, `is told: ${told}`)
      answeredBy(stage, asked, must, 'deny')
      must(codes(stage).join() === 'approval.settled', `is on record: ${codes(stage).join()}`)
    },
  },
  {
    name: 'a press that is delivered twice is one press',
    run: async (stage, must) => {
      const asked = stage.ask()
      const message = await shownOf(stage, asked)
      await stage.server.press(stage.people.ann, message.id, buttonOf(message, 'Allow once'))
      await stage.server.pressAgain?.()
      await endOf(stage, asked)
      await closedOf(stage, asked)
      await settleDown(stage)
      answeredBy(stage, asked, must, 'once')
      must(stage.audit.length === 0, `nothing is refused: ${codes(stage).join()}`)
    },
  },
  {
    name: 'forged buttons are refused and on record',
    run: async (stage, must) => {
      const asked = stage.ask()
      const message = await shownOf(stage, asked)
      const deny = buttonOf(message, 'Deny')
      const forged = [
        deny.replace('.d.', '.o.'),
        deny.replace('.d.', '.s.'),
        deny.replace(asked.question.id, 'xy4xyw'),
        `${deny.slice(0, -1)}${deny.endsWith('A') ? 'B' : 'A'}`,
        `once:${asked.question.id}`,
        '',
        '{"says":"once"}',
      ].filter((data) => data !== '' || stage.chat !== 'telegram')
      for (const data of forged) {
        const told = await stage.server.press(stage.people.ann, message.id, data)
        must(told?.includes('not one of ours') === true, `${data} is told: ${told}`)
      }
      must(isPending(stage, asked.question), 'it still waits')
      must(
        codes(stage).length === forged.length && codes(stage).every((code) => code === 'channel.forged'),
        `each is on record: ${codes(stage).join()}`,
      )
    },
  },
  {
    name: 'a forged id in a reply is refused and on record',
    run: async (stage, must) => {
      const asked = stage.ask()
      await shownOf(stage, asked)
      const said = stage.server.say(stage.people.ann, 'y xy4xyw')
      await stage.until('the refusal', () => stage.server.messages().some(({ under }) => under === said))
      must(isPending(stage, asked.question), 'it still waits')
      must(codes(stage).join() === 'approval.unknown', `is on record: ${codes(stage).join()}`)
    },
  },
  {
    name: 'the button of one question on the message of another is refused and on record',
    run: async (stage, must) => {
      const one = stage.ask()
      const other = stage.ask({ text: 'rm -rf /home/dev' })
      const message = await shownOf(stage, one)
      const button = buttonOf(await shownOf(stage, other), 'Allow once')
      await stage.server.press(stage.people.ann, message.id, button)
      must(isPending(stage, one.question) && isPending(stage, other.question), 'both still wait')
      must(codes(stage).join() === 'channel.wrong-thread', `is on record: ${codes(stage).join()}`)
    },
  },
  {
    name: 'a reply in the thread of another question is refused and on record',
    run: async (stage, must) => {
      const one = stage.ask()
      const other = stage.ask({ text: 'rm -rf /home/dev' })
      const message = await shownOf(stage, one)
      await shownOf(stage, other)
      const said = stage.server.say(stage.people.ann, `y ${other.question.id}`, { under: message.id })
      await stage.until('the refusal', () => stage.server.messages().some(({ under }) => under === said))
      must(isPending(stage, one.question) && isPending(stage, other.question), 'both still wait')
      must(codes(stage).join() === 'channel.wrong-thread', `is on record: ${codes(stage).join()}`)
    },
  },
  {
    name: 'a reply in the thread of a settled question does not answer the one that waits',
    run: async (stage, must) => {
      const one = stage.ask()
      const message = await shownOf(stage, one)
      await stage.server.press(stage.people.ann, message.id, buttonOf(message, 'Deny'))
      await closedOf(stage, one)
      const other = stage.ask({ text: 'rm -rf /home/dev' })
      await shownOf(stage, other)
      stage.server.say(stage.people.ann, 'y', { under: message.id })
      await stage.until('the record', () => codes(stage).includes('approval.settled'))
      must(isPending(stage, other.question), 'the other one still waits')
    },
  },
  {
    name: 'a late answer is refused and on record',
    run: async (stage, must) => {
      const asked = stage.ask({}, 400)
      const message = await shownOf(stage, asked)
      const allow = buttonOf(message, 'Allow once')
      await endOf(stage, asked)
      const closed = await closedOf(stage, asked)
      must(closed.words.includes('no answer came in time'), `the message says so: ${closed.words}`)
      const told = await stage.server.press(stage.people.ann, message.id, allow)
      must(told?.includes('time to answer is over') === true, `is told: ${told}`)
      stage.server.say(stage.people.ann, `y ${asked.question.id}`)
      await stage.until('two records', () => codes(stage).length === 2)
      must(
        codes(stage).every((code) => code === 'approval.settled'),
        `on record: ${codes(stage).join()}`,
      )
      must(asked.end()?.how === 'expired', 'it stays expired')
    },
  },
  {
    name: 'what is done in another chat answers nothing',
    run: async (stage, must) => {
      const asked = stage.ask()
      const message = await shownOf(stage, asked)
      const chat = stage.chat === 'slack' ? 'C0000000OTHER' : '998877'
      stage.server.say(stage.people.ann, `y ${asked.question.id}`, { chat })
      await stage.server.press(stage.people.ann, message.id, buttonOf(message, 'Allow once'), chat)
      must(isPending(stage, asked.question), 'it still waits')
      must(codes(stage).join() === 'channel.elsewhere', `is on record: ${codes(stage).join()}`)
    },
  },
  {
    name: 'an answer from elsewhere stands in the message',
    run: async (stage, must) => {
      const asked = stage.ask()
      await shownOf(stage, asked)
      const { id, shown } = asked.question
      await stage.queue().answer(id, { choice: { says: 'once' }, shown, by: 'terminal:dev', channel: 'terminal' })
      const closed = await closedOf(stage, asked)
      must(closed.words.includes('Allowed once by terminal:dev through terminal'), closed.words)
    },
  },
  {
    name: 'a flood of questions does not flood the chat',
    run: async (stage, must) => {
      const asked = Array.from({ length: 30 }, (_, index) => stage.ask({ text: `echo ${index}` }))
      await stage.until('twenty', () => stage.server.messages().length === 20)
      await settleDown(stage)
      must(stage.server.messages().length === 20, 'twenty are there')
      for (const [count, one] of asked.slice(0, 10).entries()) {
        const message = await shownOf(stage, one)
        await stage.server.press(stage.people.ann, message.id, buttonOf(message, 'Deny'))
        await stage.until('the next', () => stage.server.messages().length === 21 + count)
      }
      for (const one of asked) await shownOf(stage, one)
    },
  },
  {
    name: 'a long question can be allowed only after all of it was posted',
    run: async (stage, must) => {
      const text = Array.from({ length: 400 }, (_, line) => `echo line ${line} of the script`).join('\n')
      const asked = stage.ask({ text })
      const message = await shownOf(stage, asked)
      must(message.buttons.map(({ label }) => label).join() === 'Show all,Deny', 'has no button to allow it')
      must(message.literal.includes('echo line 0 ') && message.literal.includes('more characters'), 'shows the head')
      const said = stage.server.say(stage.people.ann, `y ${asked.question.id}`)
      await stage.until('the refusal', () => stage.server.messages().some(({ under }) => under === said))
      must(isPending(stage, asked.question), 'a reply does not allow it')
      must(codes(stage).join() === 'approval.not-shown', `is on record: ${codes(stage).join()}`)
      await stage.server.press(stage.people.ann, message.id, buttonOf(message, 'Show all'))
      const open = await stage.until('the buttons', () => {
        const now = stage.shown(asked.question.id)
        return now?.buttons.some(({ label }) => label === 'Allow once') === true && now
      })
      const parts = stage.server.messages().filter(({ words }) => words.includes(`${asked.question.id}: part `))
      must(
        parts
          .map(({ literal }) => literal)
          .join('')
          .replaceAll('\n', '')
          .includes(text.replaceAll('\n', '')),
        'all of it is there',
      )
      await stage.server.press(stage.people.ann, open.id, buttonOf(open, 'Allow once'))
      await endOf(stage, asked)
      answeredBy(stage, asked, must, 'once')
    },
  },
  {
    name: 'a question too long for a chat can only be denied there',
    run: async (stage, must) => {
      const asked = stage.ask({ text: 'x'.repeat(200_000) })
      const message = await shownOf(stage, asked)
      must(message.buttons.map(({ label }) => label).join() === 'Deny', 'has one button')
      must(message.words.includes('portcullis approve'), 'says where to see it')
      await stage.server.press(stage.people.ann, message.id, buttonOf(message, 'Deny'))
      await endOf(stage, asked)
      answeredBy(stage, asked, must, 'deny')
    },
  },
]
