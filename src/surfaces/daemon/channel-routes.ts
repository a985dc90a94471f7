import { z } from '@hono/zod-openapi'
import { choiceSchema } from '../../humans/questions/stored-question.ts'
import { addGet, addPost, json, problem, type RouteGroup } from './app.ts'

/** The chats in which people are asked, tests of them, and the way in for signed answers. */
export const channelRoutes: RouteGroup = (app, parts) => {
  const { channels } = parts
  addGet(
    app,
    { path: '/v1/channels', summary: 'The channels that are set up', answers: '`channels`: name, state and trouble.' },
    () => json({ channels: channels.states }),
  )
  addPost(
    app,
    {
      path: '/v1/channels/test',
      summary: 'Ask a test question in one channel',
      answers: '`id` of a question that allows nothing, and `expiresAt`.',
      body: z.strictObject({ channel: z.string().min(1).max(64) }),
    },
    (_context, { channel }) => {
      const question = channels.test(channel)
      if (question === undefined) return problem(404, 'channel.unknown', 'no such channel is set up')
      return json({ id: question.id, expiresAt: question.expiresAt })
    },
  )
  addGet(
    app,
    { path: '/v1/channels/test/:id', summary: 'How a test is going', answers: '`settlement`, once there is one.' },
    (context) => {
      const test = channels.testOf(context.req.param('id') ?? '')
      if (test === undefined) return problem(404, 'channel.unknown', 'there is no such test')
      return json(test.settlement === undefined ? {} : { settlement: test.settlement })
    },
  )
  addPost(
    app,
    {
      path: '/v1/channels/webhook/answer',
      summary: "A signed answer from the webhook's receiver",
      answers:
        '`{settlement}`, durable. 403: not signed by whoever has the secret, or not for somebody who may answer.',
      body: z.strictObject({
        id: z.string().min(1).max(64),
        shown: z.string().max(200),
        choice: choiceSchema(),
        by: z.string().min(1).max(100),
      }),
    },
    async (context, answer) => {
      const { webhook } = channels
      if (webhook === undefined) return problem(404, 'channel.unknown', 'no webhook is set up')
      const answered = await webhook.take({
        timestamp: context.req.header('portcullis-timestamp') ?? '',
        nonce: context.req.header('portcullis-nonce') ?? '',
        signature: context.req.header('portcullis-signature') ?? '',
        body: context.env.taken.body,
        answer,
      })
      if ('ok' in answered) return json({ settlement: answered.ok })
      const { code, message } = answered.refused
      return problem(code.startsWith('channel.') || code === 'approval.stranger' ? 403 : 409, code, message)
    },
  )
}
