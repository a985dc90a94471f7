import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Chat, loadChannels } from './channels/stage.ts'
import { SOURCES } from './product.ts'
import { channelSuite } from './suites/channels.ts'

/** As in teeth.test.ts: each row puts one bug back into a copy of the sources; the suite must notice. */
interface Bug {
  readonly bug: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly chat: Chat
  readonly noticedBy: RegExp
}

const BUGS: readonly Bug[] = [
  {
    bug: 'anybody may press',
    file: 'hearing.ts',
    find: "if (!approvers.has(sender)) return this.#refuse(sender, 'approval.stranger', STRANGER)",
    replace: '',
    chat: 'telegram',
    noticedBy: /stranger/,
  },
  {
    bug: 'anybody may reply',
    file: 'hearing.ts',
    find: 'if (!approvers.has(sender)) {',
    replace: "if (sender === '') {",
    chat: 'slack',
    noticedBy: /stranger/,
  },
  {
    bug: 'people are known by the name they choose',
    file: 'telegram.ts',
    find: 'sender: String(query.from.id)',
    replace: 'sender: query.from.first_name',
    chat: 'telegram',
    noticedBy: /stranger/,
  },
  {
    bug: 'a seal is not looked at',
    file: 'seal.ts',
    find: 'return timingSafeEqual(Buffer.from(claim.mac), Buffer.from(this.#mac(claim.pressed, question)))',
    replace:
      'return claim.mac.length === this.#mac(claim.pressed, question).length && timingSafeEqual(this.#key, this.#key)',
    chat: 'discord',
    noticedBy: /forged buttons/,
  },
  {
    bug: 'the seal does not say what the button is for',
    file: 'seal.ts',
    find: 'JSON.stringify([this.#channel, pressed, id, shown])',
    replace: 'JSON.stringify([this.#channel, pressed === pressed, id, shown])',
    chat: 'slack',
    noticedBy: /forged buttons/,
  },
  {
    bug: 'a button may be pressed on any message',
    file: 'hearing.ts',
    find: 'if (owner !== undefined && owner.id !== claim.id)',
    replace: "if (owner !== undefined && owner.id === '')",
    chat: 'telegram',
    noticedBy: /button of one question/,
  },
  {
    bug: 'a thread does not bind',
    file: 'hearing.ts',
    find: 'if (reply.id !== undefined && thread !== undefined && reply.id !== thread.id)',
    replace: "if (reply.id === '' && thread !== undefined)",
    chat: 'slack',
    noticedBy: /thread of another/,
  },
  {
    bug: 'the thread of a settled question answers another',
    file: 'hearing.ts',
    find: 'const id = reply.id ?? thread?.id ?? (await this.#onlyOne(pending, at))',
    replace: 'const id = reply.id ?? (await this.#onlyOne(pending, at))',
    chat: 'discord',
    noticedBy: /thread of a settled/,
  },
  {
    bug: 'a bare y answers the first of several',
    file: 'hearing.ts',
    find: 'if (only === undefined || more.length > 0) return undefined',
    replace: 'if (only === undefined || more.length < 0) return undefined',
    chat: 'telegram',
    noticedBy: /bare y with two/,
  },
  {
    bug: 'a bare y may be older than the question',
    file: 'hearing.ts',
    find: '(at.chat === posted.chat && !service.isAfter(at, posted))',
    replace: "(at.chat === '' && !service.isAfter(at, posted))",
    chat: 'telegram',
    noticedBy: /written before/,
  },
  {
    bug: 'a bare y counts right after the other one was settled',
    file: 'hearing.ts',
    find: 'const JUST_SETTLED = 3000',
    replace: 'const JUST_SETTLED = -1',
    chat: 'slack',
    noticedBy: /right after/,
  },
  {
    bug: 'every chat counts',
    file: 'hearing.ts',
    find: 'if (on.chat !== service.chat)',
    replace: "if (on.chat === '')",
    chat: 'discord',
    noticedBy: /another chat/,
  },
  {
    bug: 'a reply allows what was not shown',
    file: 'hearing.ts',
    find: "if (!kept.whole && reply.says !== 'no')",
    replace: "if (kept.id === '' && reply.says !== 'no')",
    chat: 'discord',
    noticedBy: /long question/,
  },
  {
    bug: 'a long question has all its buttons at once',
    file: 'wording.ts',
    find: "const canAllow = body.isWhole || all === 'posted'",
    replace: "const canAllow = body.text !== '' || all === 'posted'",
    chat: 'slack',
    noticedBy: /long question/,
  },
  {
    bug: 'a chat takes any number of questions',
    file: 'chat.ts',
    find: 'const MOST_IN_CHAT = 20',
    replace: 'const MOST_IN_CHAT = 2000',
    chat: 'telegram',
    noticedBy: /flood/,
  },
  {
    bug: 'a delivery that comes twice counts twice',
    file: 'hearing.ts',
    find: 'const told = this.#told.get(event) ?? act()',
    replace: 'const told = act()',
    chat: 'telegram',
    noticedBy: /delivered twice/,
  },
  {
    bug: 'a failed post is given up',
    file: 'outbox.ts',
    find: "if (trouble.try === 'never' || failures + 1 >= (mostTries ?? Number.POSITIVE_INFINITY)) return",
    replace: 'if (failures >= 0) return',
    chat: 'telegram',
    noticedBy: /post: refused/,
  },
  {
    bug: 'a rate limit is an error like another',
    file: 'telegram.ts',
    find: "if (code === 429) return { try: 'later', message, afterMs: (parameters.retry_after ?? 1) * 1000 }",
    replace: '',
    chat: 'telegram',
    noticedBy: /rate limit.*post/,
  },
  {
    bug: 'updates are confirmed before they are handled',
    file: 'telegram.ts',
    find: 'await this.#take(update, heard)\n          offset = update.update_id + 1',
    replace: 'offset = update.update_id + 1\n          if (offset < 0) await this.#take(update, heard)',
    chat: 'telegram',
    noticedBy: /"y" with the id/,
  },
  {
    bug: 'messages are forgotten with the process',
    file: 'shown-questions.ts',
    find: 'for (const kept of questions) this.#byId.set(kept.id, kept)',
    replace: 'if (questions.length < 0) this.#byId.clear()',
    chat: 'slack',
    noticedBy: /found again/,
  },
  {
    bug: 'what was said meanwhile is not looked for',
    file: 'slack.ts',
    find: 'if (missed === undefined) return\n',
    replace: 'if (missed === undefined || signal !== undefined) return\n',
    chat: 'slack',
    noticedBy: /started anew/,
  },
  {
    bug: 'text is markup in Discord',
    file: 'discord.ts',
    find: "return text.replace(/`{3,}/g, (run) => '\\\\x60'.repeat(run.length))",
    replace: 'return text',
    chat: 'discord',
    noticedBy: /words around/,
  },
  {
    bug: 'mentions ring in Discord',
    file: 'discord.ts',
    find: 'allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS',
    replace: 'flags: SUPPRESS_EMBEDS',
    chat: 'discord',
    noticedBy: /words around/,
  },
  {
    bug: 'text is read aloud in Slack',
    file: 'slack.ts',
    find: "return { text: title === '' ? 'Portcullis' : title,",
    replace: 'return { text: body,',
    chat: 'slack',
    noticedBy: /words around/,
  },
  {
    bug: 'text is not marked as code in Telegram',
    file: 'telegram.ts',
    find: "{ type: 'pre', offset: start.length, length: body.length },",
    replace: '',
    chat: 'telegram',
    noticedBy: /words around/,
  },
  {
    bug: 'the message does not say who answered',
    file: 'wording.ts',
    find: 'by ${visible(settlement.by)} through',
    replace: 'through',
    chat: 'telegram',
    noticedBy: /"Allow once" answers/,
  },
  {
    bug: 'buttons stay after the answer',
    file: 'wording.ts',
    find: 'status: settlementWords(settlement),\n    buttons: [],',
    replace: "status: settlementWords(settlement),\n    buttons: [{ label: 'Deny', kind: 'deny', data: 'x' }],",
    chat: 'discord',
    noticedBy: /"Deny" answers/,
  },
]

const scratch = join(import.meta.dirname, '..', 'node_modules', '.channels-teeth')
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function copyWith({ file, find, replace }: Bug, index: number): string {
  // Only the channels are copied; everything else is the real thing, behind links.
  const root = join(scratch, String(index), 'src')
  const humans = join(root, 'humans')
  mkdirSync(humans, { recursive: true })
  for (const one of readdirSync(SOURCES)) if (one !== 'humans') symlinkSync(join(SOURCES, one), join(root, one))
  for (const one of readdirSync(join(SOURCES, 'humans')))
    if (one !== 'channels') symlinkSync(join(SOURCES, 'humans', one), join(humans, one))
  cpSync(join(SOURCES, 'humans', 'channels'), join(humans, 'channels'), { recursive: true })
  const path = join(root, 'humans', 'channels', file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(find)) throw new Error(`${file} no longer contains: ${find}`)
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  return root
}

describe.concurrent('a bug put back into the channels is noticed', () => {
  test.each(BUGS.map((bug, index) => ({ ...bug, index })))('$bug', async ({ index, ...bug }) => {
    const product = await loadChannels(copyWith(bug, index))
    const failures = await channelSuite(product, bug.chat, bug.noticedBy, 1500)
    expect(failures.length).toBeGreaterThan(0)
  })
})
