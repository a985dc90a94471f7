import { describe, expect, test } from 'vitest'
import { type ChannelProduct, type Chat, loadChannels } from './channels/stage.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { channelSuite } from './suites/channels.ts'

/** On a copy that is broken nothing is waited for long. */
const suite = (chat: Chat, only: RegExp) => (product: ChannelProduct) => channelSuite(product, chat, only, 1500)

const BUGS: readonly Bug<ChannelProduct>[] = [
  {
    bug: 'anybody may press',
    file: 'humans/channels/hearing.ts',
    find: "if (!approvers.has(sender)) return this.#refuse(sender, 'approval.stranger', say('stranger'))",
    replace: '',
    noticedBy: suite('telegram', /stranger/),
  },
  {
    bug: 'anybody may reply',
    file: 'humans/channels/hearing.ts',
    find: 'if (!approvers.has(sender)) {',
    replace: "if (sender === '') {",
    noticedBy: suite('slack', /stranger/),
  },
  {
    bug: 'people are known by the name they choose',
    file: 'humans/channels/telegram.ts',
    find: 'sender: String(query.from.id)',
    replace: 'sender: query.from.first_name',
    noticedBy: suite('telegram', /stranger/),
  },
  {
    bug: 'a seal is not looked at',
    file: 'humans/channels/seal.ts',
    find: 'return timingSafeEqual(Buffer.from(claim.mac), Buffer.from(this.#mac(claim.pressed, question)))',
    replace:
      'return claim.mac.length === this.#mac(claim.pressed, question).length && timingSafeEqual(this.#key, this.#key)',
    noticedBy: suite('discord', /forged buttons/),
  },
  {
    bug: 'the seal does not say what the button is for',
    file: 'humans/channels/seal.ts',
    find: 'JSON.stringify([this.#channel, pressed, id, shown])',
    replace: 'JSON.stringify([this.#channel, pressed === pressed, id, shown])',
    noticedBy: suite('slack', /forged buttons/),
  },
  {
    bug: 'a button may be pressed on any message',
    file: 'humans/channels/hearing.ts',
    find: 'if (owner !== undefined && owner.id !== claim.id)',
    replace: "if (owner !== undefined && owner.id === '')",
    noticedBy: suite('telegram', /button of one question/),
  },
  {
    bug: 'a thread does not bind',
    file: 'humans/channels/hearing.ts',
    find: 'if (reply.id !== undefined && thread !== undefined && reply.id !== thread.id)',
    replace: "if (reply.id === '' && thread !== undefined)",
    noticedBy: suite('slack', /thread of another/),
  },
  {
    bug: 'the thread of a settled question answers another',
    file: 'humans/channels/hearing.ts',
    find: 'const id = reply.id ?? thread?.id ?? (await this.#onlyOne(pending, at))',
    replace: 'const id = reply.id ?? (await this.#onlyOne(pending, at))',
    noticedBy: suite('discord', /thread of a settled/),
  },
  {
    bug: 'a bare y answers the first of several',
    file: 'humans/channels/hearing.ts',
    find: 'if (only === undefined || more.length > 0) return undefined',
    replace: 'if (only === undefined || more.length < 0) return undefined',
    noticedBy: suite('telegram', /bare y with two/),
  },
  {
    bug: 'a bare y may be older than the question',
    file: 'humans/channels/hearing.ts',
    find: '(at.chat === posted.chat && !service.isAfter(at, posted))',
    replace: "(at.chat === '' && !service.isAfter(at, posted))",
    noticedBy: suite('telegram', /written before/),
  },
  {
    bug: 'a bare y counts right after the other one was settled',
    file: 'humans/channels/hearing.ts',
    find: 'const JUST_SETTLED = 3000',
    replace: 'const JUST_SETTLED = -1',
    noticedBy: suite('slack', /right after/),
  },
  {
    bug: 'every chat counts',
    file: 'humans/channels/hearing.ts',
    find: 'if (on.chat !== service.chat)',
    replace: "if (on.chat === '')",
    noticedBy: suite('discord', /another chat/),
  },
  {
    bug: 'a reply allows what was not shown',
    file: 'humans/channels/hearing.ts',
    find: "if (!kept.whole && reply.says !== 'no')",
    replace: "if (kept.id === '' && reply.says !== 'no')",
    noticedBy: suite('discord', /long question/),
  },
  {
    bug: 'a long question has all its buttons at once',
    file: 'humans/channels/wording.ts',
    find: "const canAllow = body.isWhole || all === 'posted'",
    replace: "const canAllow = body.text !== '' || all === 'posted'",
    noticedBy: suite('slack', /long question/),
  },
  {
    bug: 'a chat takes any number of questions',
    file: 'humans/channels/chat.ts',
    find: 'const MOST_IN_CHAT = 20',
    replace: 'const MOST_IN_CHAT = 2000',
    noticedBy: suite('telegram', /flood/),
  },
  {
    bug: 'a delivery that comes twice counts twice',
    file: 'humans/channels/hearing.ts',
    find: 'const told = this.#told.get(event) ?? act()',
    replace: 'const told = act()',
    noticedBy: suite('telegram', /delivered twice/),
  },
  {
    bug: 'a failed post is given up',
    file: 'humans/channels/outbox.ts',
    find: "if (trouble.try === 'never' || failures + 1 >= (mostTries ?? Number.POSITIVE_INFINITY)) return",
    replace: 'if (failures >= 0) return',
    noticedBy: suite('telegram', /post: refused/),
  },
  {
    bug: 'a rate limit is an error like another',
    file: 'humans/channels/telegram.ts',
    find: "if (code === 429) return { try: 'later', message, afterMs: (parameters.retry_after ?? 1) * 1000 }",
    replace: '',
    noticedBy: suite('telegram', /rate limit.*post/),
  },
  {
    bug: 'updates are confirmed before they are handled',
    file: 'humans/channels/telegram.ts',
    find: 'await this.#take(update, heard)\n          offset = update.update_id + 1',
    replace: 'offset = update.update_id + 1\n          if (offset < 0) await this.#take(update, heard)',
    noticedBy: suite('telegram', /"y" with the id/),
  },
  {
    bug: 'messages are forgotten with the process',
    file: 'humans/channels/shown-questions.ts',
    find: 'for (const kept of questions) this.#byId.set(kept.id, kept)',
    replace: 'if (questions.length < 0) this.#byId.clear()',
    noticedBy: suite('slack', /found again/),
  },
  {
    bug: 'what was said meanwhile is not looked for',
    file: 'humans/channels/slack.ts',
    find: 'if (missed === undefined) return\n',
    replace: 'if (missed === undefined || signal !== undefined) return\n',
    noticedBy: suite('slack', /started anew/),
  },
  {
    bug: 'text is markup in Discord',
    file: 'humans/channels/discord.ts',
    find: "return text.replace(/`{3,}/g, (run) => '\\\\x60'.repeat(run.length))",
    replace: 'return text',
    noticedBy: suite('discord', /words around/),
  },
  {
    bug: 'mentions ring in Discord',
    file: 'humans/channels/discord.ts',
    find: 'allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS',
    replace: 'flags: SUPPRESS_EMBEDS',
    noticedBy: suite('discord', /words around/),
  },
  {
    bug: 'text is read aloud in Slack',
    file: 'humans/channels/slack.ts',
    find: "return { text: title === '' ? 'Portcullis' : title,",
    replace: 'return { text: body,',
    noticedBy: suite('slack', /words around/),
  },
  {
    bug: 'text is not marked as code in Telegram',
    file: 'humans/channels/telegram.ts',
    find: "{ type: 'pre', offset: start.length, length: body.length },",
    replace: '',
    noticedBy: suite('telegram', /words around/),
  },
  {
    bug: 'the message does not say who answered',
    file: 'humans/channels/wording.ts',
    find: 'who: visible(by),',
    replace: "who: '',",
    noticedBy: suite('telegram', /"Allow once" answers/),
  },
  {
    bug: 'buttons stay after the answer',
    file: 'humans/channels/wording.ts',
    find: "'a contained run'),\n    buttons: [],",
    replace: "'a contained run'),\n    buttons: [{ label: 'Deny', kind: 'deny', data: 'x' }],",
    noticedBy: suite('discord', /"Deny" answers/),
  },
]

const scratch = scratchFor('channels')

describe.concurrent('a bug put back into the channels is noticed', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadChannels(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
