import { z } from '@hono/zod-openapi'
import { addGet, addPost, json, problem, type RouteGroup } from './app.ts'
import { machinesView, verifyMachines } from './machines-view.ts'
import { recordAct } from './operator-acts.ts'
import { acceptKey } from './take-batch.ts'

/** Machines that deliver their log to this gate. */
export const machineRoutes: RouteGroup = (app, parts) => {
  addGet(
    app,
    {
      path: '/v1/machines',
      summary: 'Machines that joined this gate',
      answers:
        '`machines`: whose each is, and how far its log has come. With `verify=yes` each log is read and checked.',
      query: z.strictObject({ verify: z.enum(['yes', 'no']).optional() }),
    },
    async (_context, { verify }) =>
      json({
        machines: await machinesView(parts.machines, parts.users.read()),
        ...(verify === 'yes' ? { checks: await verifyMachines(parts.machines, parts.log) } : {}),
      }),
  )
  addGet(
    app,
    {
      path: '/v1/machines/:writer/records',
      summary: "Records of one machine's log",
      answers: '`records`, in the order in which they were written.',
      query: z.strictObject({
        after: z.coerce.number().int().min(0).optional(),
        most: z.coerce.number().int().min(1).max(1_000).optional(),
      }),
    },
    async (context, { after = 0, most = 100 }) =>
      json({ records: await parts.machines.records(context.req.param('writer') ?? '', after, most) }),
  )
  addPost(
    app,
    {
      path: '/v1/machines/accept',
      summary: "Accept another key for a machine's token",
      answers: 'The token delivers for the new key from now on. 409: no other key came with it.',
      body: z.strictObject({ token: z.string().min(1).max(64) }),
    },
    async (context, { token }) => {
      const known = await parts.machines.pinOf(token)
      const held = known?.held
      if (known === undefined || held === undefined)
        return problem(409, 'machine.key', 'no other key waits to be accepted for this token')
      await recordAct(parts.recorder, context, { code: 'operator.machine-accepted', details: { token, writer: held } })
      const pin = await acceptKey(parts, known)
      return pin === undefined
        ? problem(409, 'machine.key', 'the key that waits for this token has just changed: look at it again')
        : json({ token, writer: pin.writer })
    },
  )
}
