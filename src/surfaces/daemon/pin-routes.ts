import { z } from '@hono/zod-openapi'
import { heldText, titleOf } from '../mcp/held-text.ts'
import { Pins, UnreadablePins } from '../mcp/pins.ts'
import { addGet, addPost, json, problem, type RouteGroup } from './app.ts'
import { recordAct } from './operator-acts.ts'

/** Descriptions of MCP tools that wait for a person. */
export const pinRoutes: RouteGroup = (app, parts) => {
  const pins = new Pins(parts.stateDirectory)
  addGet(
    app,
    {
      path: '/v1/mcp/held',
      summary: 'Which descriptions of MCP tools are held',
      answers:
        '`held`: each with its `server` and `tool`, why, the `text` that a model would read or what changed in it, and the `hash` that a yes must quote.',
    },
    () =>
      withPins(() =>
        json({
          held: pins.list().flatMap((server) =>
            [...server.held].map(([tool, { hash, at, why }]) => ({
              server: server.key,
              name: server.name,
              runs: server.runs,
              tool,
              title: titleOf(tool),
              hash,
              at,
              code: why.code,
              sentence: why.sentence,
              text: heldText(server, tool),
            })),
          ),
        }),
      ),
  )
  addPost(
    app,
    {
      path: '/v1/mcp/approve',
      summary: 'Accept a description of an MCP tool that is held',
      answers: '`{}`. 409 when it is not, or no longer, the one that was shown.',
      body: z.strictObject({
        server: z.string().regex(/^[0-9a-f]{16}$/),
        tool: z.string().min(1).max(1024),
        hash: z.string().max(128),
      }),
    },
    (context, { server: key, tool, hash }) =>
      withPins(async () => {
        const server = pins.list().find((one) => one.key === key)
        if (server?.held.get(tool)?.hash !== hash) return problem(409, 'mcp.changed', CHANGED)
        const details = { server: server.name, tool: titleOf(tool), hash }
        await recordAct(parts.recorder, context, { code: 'operator.mcp-approved', details })
        return pins.approve(server, tool, hash) ? json({}) : problem(409, 'mcp.changed', CHANGED)
      }),
  )
}

const CHANGED = 'it is not what was shown, or is held no longer: look at it again'

async function withPins(act: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof UnreadablePins) return problem(500, 'mcp.pins', error.message)
    throw error
  }
}
