import { z } from '@hono/zod-openapi'
import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject } from '../../call/tool-call.ts'
import { type DemoCall, demoGate, playDemo } from '../demo/play.ts'
import { DEMO_SESSION } from '../demo/demo-session.ts'
import { addPost, json, problem, type RouteGroup } from './app.ts'
import { deedsInWords, showInput } from './call-story.ts'
import { decisionEvent } from './decision-event.ts'
import { reasonsOf } from './lab-routes.ts'

/** Slow enough to watch. */
const BETWEEN_CALLS = 250

/** The recorded demo session: told as events that say so, and known to nothing else. */
export const demoRoutes: RouteGroup = (app, parts) => {
  let playing = false
  addPost(
    app,
    {
      path: '/v1/demo',
      summary: 'Play the recorded demo session',
      answers: '`calls`: so many decision events with `demo: true` follow. None is recorded, counted or remembered.',
      body: z.strictObject({ play: z.literal(true), between: z.number().int().min(0).max(2000).optional() }),
    },
    (_context, { between }) => {
      if (playing) return problem(409, 'demo.playing', 'the demo is being played already')
      playing = true
      void play(between ?? BETWEEN_CALLS).finally(() => (playing = false))
      return json({ calls: DEMO_SESSION.filter((step) => 'tool' in step).length })
    },
  )

  async function play(between: number): Promise<void> {
    try {
      for await (const played of playDemo(await demoGate())) {
        parts.events.tell('decision', demoEvent(played))
        await pause(between, undefined, { ref: false })
      }
    } catch (error) {
      parts.events.tell('daemon', { what: 'demo failed', message: error instanceof Error ? error.message : '' })
    }
  }
}

/** As any decision is told, with its whole story: there is no record to look it up in. */
function demoEvent({ call, verdict }: DemoCall): JsonObject {
  const shown = showInput(call.input, reasonsOf(verdict), verdict.actions)
  return {
    ...decisionEvent(call, verdict, undefined),
    demo: true,
    story: {
      text: shown.text,
      highlights: shown.highlights.map((highlight) => ({ ...highlight })),
      deeds: deedsInWords(verdict.actions),
      because: verdict.because.map((reason) => ({ ...reason })),
      trace: verdict.trace.map(({ layer, said, reasons, micros }) => ({
        layer,
        said,
        micros: Math.round(micros),
        reasons: reasons.map((reason) => ({ ...reason })),
      })),
    },
  }
}
