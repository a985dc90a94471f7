import { holderOf } from '../../journal/users.ts'
import { addGet, type AskContext, type Parts, problem, type RouteGroup } from './app.ts'
import type { DaemonEvent } from './events.ts'

const HEARTBEAT = 15_000
/** A listener this far behind is cut off; it may come back and say where it was. */
const MOST_BEHIND = 1000

/** `GET /v1/events`: server-sent events, live; with `Last-Event-ID` also what was missed and is still kept. */
export const eventRoutes: RouteGroup = (app, parts) => {
  addGet(
    app,
    {
      path: '/v1/events',
      summary: 'What happens, as it happens',
      answers: 'Server-sent events: decision, approval, policy, session, daemon.',
      type: 'text/event-stream',
    },
    (context) => {
      const last = context.req.header('last-event-id')
      if (last !== undefined && !/^\d{1,15}$/.test(last))
        return problem(400, 'daemon.events', 'Last-Event-ID is not a number')
      const encoder = new TextEncoder()
      let stop: (() => void) | undefined
      let heart: NodeJS.Timeout | undefined
      const stillMay = listenerOf(context, parts)
      const end = (): void => {
        stop?.()
        clearInterval(heart)
      }
      const stream = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const write = (text: string): void => {
              if (!stillMay()) {
                end()
                controller.close()
                return
              }
              if ((controller.desiredSize ?? 0) <= 0) {
                end()
                controller.error(new Error('the listener does not follow'))
                return
              }
              controller.enqueue(encoder.encode(text))
            }
            write(': portcullis\n\n')
            if (last !== undefined) for (const event of parts.events.since(Number(last))) write(asText(event))
            stop = parts.events.listen((event) => write(asText(event)))
            heart = setInterval(() => write(': still here\n\n'), HEARTBEAT)
            heart.unref()
          },
          cancel: end,
        },
        { highWaterMark: MOST_BEHIND * 2 },
      )
      if (stop === undefined) {
        end()
        return problem(429, 'daemon.busy', 'too many listen already')
      }
      return new Response(stream, { headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' } })
    },
  )
}

/** Asked before anything is told: a stream outlives neither its user, nor their role, nor their token. */
function listenerOf(context: AskContext, { users }: Parts): () => boolean {
  const { user } = context.env.taken
  if (user === undefined) return () => true
  const token = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1]
  return () => {
    try {
      const now = users.read()
      const found =
        token === undefined
          ? now.people.find(({ id, disabled }) => id === user.id && !disabled)
          : holderOf(now, token, Date.now())
      return found?.id === user.id && found.role === user.role
    } catch {
      return false
    }
  }
}

/** JSON has no line breaks: nothing in an event can begin another. */
function asText(event: DaemonEvent): string {
  return `id: ${event.id}\nevent: ${event.kind}\ndata: ${JSON.stringify({ at: event.at, ...event.data })}\n\n`
}
