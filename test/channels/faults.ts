import type { Fault, Step } from '../servers/chats/chat-server.ts'
import type { Row } from '../suites/channels.ts'
import { buttonOf, closedOf, endOf, settleDown, shownOf } from './rows.ts'

const FAULTS: readonly Fault[] = ['refused', 'lost', 'broken']
const STEPS: readonly Step[] = ['post', 'edit', 'tell', 'listen']

/** One answer, whatever happened on the way: nothing is lost, nothing is counted twice. */
export const CHANNEL_FAULTS: readonly Row[] = [
  ...STEPS.flatMap((step) =>
    FAULTS.map((fault): Row => ({
      name: `the network fails (${step}: ${fault})`,
      run: async (stage, must) => {
        stage.server.fail(step, fault, fault)
        const asked = stage.ask()
        const message = await shownOf(stage, asked)
        await stage.until('it listens', () => stage.server.listeners() > 0)
        // Where nobody is listening at this moment, a person presses again.
        const press = async (): Promise<void> => {
          await stage.server.press(stage.people.ann, message.id, buttonOf(message, 'Allow once'))
        }
        void press()
        await endOf(stage, asked)
        await closedOf(stage, asked)
        const end = asked.end()
        must(end?.how === 'answered' && end.choice.says === 'once', 'it is allowed once')
        must(stage.audit.length === 0, `nothing is refused: ${stage.audit.map(({ code }) => code).join()}`)
      },
    })),
  ),
  {
    name: 'a copy that was posted twice is closed as well when it is found',
    run: async (stage, must) => {
      stage.server.fail('post', 'lost')
      const asked = stage.ask()
      const copies = await stage.until('the posts', () => {
        const found = stage.server.messages().filter(({ words }) => words.includes(asked.question.id))
        return found.length >= (stage.chat === 'discord' ? 1 : 2) && found
      })
      const [first] = copies
      await settleDown(stage)
      await stage.server.press(stage.people.ann, first!.id, buttonOf(first!, 'Allow once'))
      await endOf(stage, asked)
      await stage.until('every copy is closed', () =>
        stage.server
          .messages()
          .filter(({ words }) => words.includes(asked.question.id))
          .every(({ buttons }) => buttons.length === 0),
      )
      must(stage.audit.length === 0, 'nothing is refused')
    },
  },
  ...(['post', 'edit', 'tell'] as const).map((step): Row => ({
    name: `a rate limit is waited for (${step})`,
    run: async (stage, must) => {
      stage.server.fail(step, 'busy')
      const asked = stage.ask()
      const message = await shownOf(stage, asked)
      void stage.server.press(stage.people.ann, message.id, buttonOf(message, 'Deny'))
      await closedOf(stage, asked)
      must(asked.end()?.how === 'answered', 'it is answered')
      must(stage.server.messages().length === 1, 'there is one message')
    },
  })),
  {
    name: 'an answer given while the service is out of reach arrives afterwards, once',
    run: async (stage, must) => {
      const asked = stage.ask()
      await shownOf(stage, asked)
      await stage.server.goDown()
      stage.server.say(stage.people.ann, `y ${asked.question.id}`)
      await settleDown(stage)
      await stage.server.comeBack()
      await closedOf(stage, asked)
      const end = asked.end()
      must(end?.how === 'answered' && end.choice.says === 'once', 'it is allowed once')
      await settleDown(stage)
      must(stage.audit.length === 0, `nothing is refused: ${stage.audit.map(({ code }) => code).join()}`)
    },
  },
  {
    name: 'an answer given before the service was started anew is found, once',
    run: async (stage, must) => {
      const asked = stage.ask()
      await shownOf(stage, asked)
      await stage.server.goDown()
      stage.server.say(stage.people.ann, `n ${asked.question.id}: not now`)
      await stage.server.comeBack()
      await stage.server.restart()
      await closedOf(stage, asked)
      const end = asked.end()
      must(end?.how === 'answered' && end.choice.says === 'deny', 'it is denied')
      must(stage.audit.length === 0, `nothing is refused: ${stage.audit.map(({ code }) => code).join()}`)
    },
  },
  {
    name: 'a question that was settled while the service was out of reach is not posted any more',
    run: async (stage, must) => {
      await stage.server.goDown()
      const asked = stage.ask()
      await settleDown(stage)
      const { id, shown } = asked.question
      await stage.queue().answer(id, { choice: { says: 'deny' }, shown, by: 'terminal:dev', channel: 'terminal' })
      const next = stage.ask({ text: 'the next one' })
      await stage.server.comeBack()
      await shownOf(stage, next)
      must(stage.shown(id) === undefined, 'it is not there')
    },
  },
  {
    name: 'after a restart of the daemon open messages are found again',
    run: async (stage, must) => {
      const asked = stage.ask()
      const ended = stage.ask({ text: 'another' })
      const message = await shownOf(stage, asked)
      await shownOf(stage, ended)
      await stage.restartDaemon()
      const count = stage.server.messages().length
      await stage.queue().answer(ended.question.id, {
        choice: { says: 'deny' },
        shown: ended.question.shown,
        by: 'terminal:dev',
        channel: 'terminal',
      })
      await closedOf(stage, ended)
      await stage.server.press(stage.people.ann, message.id, buttonOf(message, 'Allow once'))
      await closedOf(stage, asked)
      const end = asked.end()
      must(end?.how === 'answered' && end.choice.says === 'once', 'the old button answers')
      must(count === 2 && stage.server.messages().length === 2, 'nothing is posted twice')
    },
  },
  {
    name: 'what was said while the daemon was away is heard, once',
    run: async (stage, must) => {
      const asked = stage.ask()
      const other = stage.ask({ text: 'another' })
      await shownOf(stage, asked)
      await shownOf(stage, other)
      await stage.restartDaemon(() => {
        stage.server.say(stage.people.ann, `y ${asked.question.id}`)
      })
      await closedOf(stage, asked)
      await stage.restartDaemon()
      await settleDown(stage)
      const end = asked.end()
      must(end?.how === 'answered' && end.choice.says === 'once', 'it is allowed once')
      must(stage.audit.length === 0, `nothing is refused: ${stage.audit.map(({ code }) => code).join()}`)
    },
  },
  {
    name: 'a message whose question ended while the daemon was away is closed',
    run: async (stage, must) => {
      const asked = stage.ask({}, 500)
      const message = await shownOf(stage, asked)
      must(message.buttons.length === 3, 'is shown')
      await stage.restartDaemon(() => new Promise((resolve) => setTimeout(resolve, 600)))
      await closedOf(stage, asked)
    },
  },
  {
    name: 'no token is in what is told',
    run: async (stage, must) => {
      stage.server.fail('post', 'refused', 'broken')
      stage.server.fail('listen', 'refused', 'broken')
      const asked = stage.ask()
      await shownOf(stage, asked)
      must(stage.troubles.length > 0, 'something is told')
      must(!/token-for-tests|discord\.token/.test(stage.troubles.join('\n')), stage.troubles.join('\n'))
    },
  },
]
