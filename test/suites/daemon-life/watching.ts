import { connect, type Socket } from 'node:net'
import { statePaths } from '../../../src/journal/stores/checkpoint-file.ts'
import { openReader } from '../../../src/journal/stores/sqlite-reader.ts'
import { type Answer, requestText, type Running, sendRaw } from '../../daemon/client.ts'
import { parseExposition } from '../../prometheus.ts'
import { until } from '../../until.ts'
import { allowed, equal, type Life, like, said, using } from './looks.ts'

/** Reads an event stream until `enough`. */
async function listen(
  running: Running,
  enough: (text: string) => boolean,
  act: () => Promise<unknown>,
  lastId?: string,
): Promise<string> {
  const socket: Socket = connect(running.daemon.port!, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
  socket.on('error', () => undefined)
  socket.write(
    requestText('GET', '/v1/events', [
      ['Host', `127.0.0.1:${running.daemon.port}`],
      ['Authorization', `Bearer ${running.operator}`],
      ...(lastId === undefined ? [] : ([['Last-Event-ID', lastId]] as const)),
    ]),
  )
  await until('the stream is open', () => text.includes(': portcullis'))
  await act()
  await until('the event arrives', () => enough(text)).catch(() => undefined)
  socket.destroy()
  return text
}

/** What a strict reader of Prometheus' format minds. */
function oddIn(text: string): string {
  try {
    parseExposition(text)
    return ''
  } catch (error) {
    return String(error)
  }
}

export const WATCHING: readonly Life[] = [
  {
    what: 'events arrive as they happen, and those that were missed on return',
    holds: (product) =>
      using(product, {}, async (running) => {
        const judge = (command: string) => (): Promise<Answer> => running.post('/v1/judge', running.call(command))
        const live = await listen(running, (text) => text.includes('rulebook'), judge('ls'))
        await judge('pwd')()
        const again = await listen(running, (text) => text.split('event: decision').length > 2, judge('id'), '1')
        return [
          ...like('live', live, /content-type: text\/event-stream/i),
          ...like('live', live, /id: \d+\nevent: decision\ndata: \{.*"decision":"allow"/),
          ...equal('missed and new', again.match(/event: decision/g)?.length ?? 0, 3),
          ...equal('left behind', (await running.get('/v1/metrics')).body.includes('event_listeners 2'), false),
        ]
      }),
  },
  {
    what: 'metrics count decisions and refusals, in the form that Prometheus reads',
    holds: (product) =>
      using(product, {}, async (running) => {
        await running.post('/v1/judge', running.call('ls'))
        await running.post('/v1/judge', running.call('rm -rf ~'))
        await running.get('/v1/health', running.agent)
        const { body } = await running.get('/v1/metrics')
        return [
          ...equal('odd lines', oddIn(body), ''),
          ...like('allow', body, /^portcullis_decisions_total\{decision="allow"\} 1$/m),
          ...like('deny', body, /^portcullis_decisions_total\{decision="deny"\} 1$/m),
          ...like('refused', body, /^portcullis_refusals_total\{code="daemon.role"\} 1$/m),
          ...like('timed', body, /^portcullis_judgement_seconds_count 2$/m),
        ]
      }),
  },
  {
    what: 'the log can be searched, shown, verified and exported',
    holds: (product) =>
      using(product, {}, async (running) => {
        await running.post('/v1/judge', running.call('ls', 'one'))
        await running.post('/v1/judge', running.call('rm -rf ~', 'two'))
        await until('both are written', async () => (await running.get('/v1/audit')).body.includes('"seq":2'))
        const found = JSON.parse((await running.get('/v1/audit?decision=deny')).body) as { records: { id: string }[] }
        const shown = await running.get(`/v1/audit/records/${found.records[0]?.id}`)
        const csv = await running.get('/v1/audit/export?format=csv')
        return [
          ...equal('found', found.records.length, 1),
          ...like('shown', shown.body, /"session":"two"/),
          ...like('verified', (await running.get('/v1/audit/verify')).body, /"ok":true,.*"records":2/),
          ...equal('lines', csv.body.trimEnd().split('\r\n').length, 3),
          ...equal('exported as', csv.headers.get('content-type'), 'text/csv; charset=utf-8'),
          ...equal('no such record', (await running.get('/v1/audit/records/abcd-99')).status, 404),
          ...equal('a bad filter', (await running.get('/v1/audit?limit=x')).status, 400),
          ...equal('an unknown filter', (await running.get('/v1/audit?colour=red')).status, 400),
          ...equal('a filter twice', (await running.get('/v1/audit?limit=1&limit=2')).status, 400),
        ]
      }),
  },
  {
    what: 'the description names every route in the table, and only those',
    holds: (product) =>
      using(product, {}, async (running) => {
        const { paths } = JSON.parse((await running.get('/v1/openapi.json')).body) as { paths: Record<string, object> }
        const described = Object.entries(paths).flatMap(([path, methods]) =>
          Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
        )
        const listed = product.routes.ROUTES.map((route) => `${route.method} ${route.path}`)
        return equal('routes', described.sort(), listed.sort())
      }),
  },
  {
    what: 'no GET changes anything',
    holds: (product) =>
      using(product, {}, async (running) => {
        await running.post('/v1/judge', running.call('ls'))
        const file = statePaths(running.daemon.paths.directory).database
        const everything = async (): Promise<string> => {
          const reader = openReader(file)
          const [log, sessions, turns, grants] = await Promise.all([
            reader.db.selectFrom('audit_log').selectAll().execute(),
            reader.db.selectFrom('session').selectAll().execute(),
            reader.db.selectFrom('session_turn').selectAll().execute(),
            reader.db.selectFrom('session_grant').selectAll().execute(),
          ])
          reader.close()
          return JSON.stringify([log, sessions, turns, grants])
        }
        await until('the session is written', async () => (await everything()).includes('"id":"s"'))
        const before = await everything()
        for (const route of product.routes.ROUTES)
          if (route.method === 'GET' && route.path !== '/v1/events')
            for (const query of ['', '?id=s', '?cwd=/tmp', '?id=new-one', '?mode=plan'])
              await running.get(`${route.path.replace(':id', 'abcd-1')}${query}`)
        return equal('the store', (await everything()) === before, true)
      }),
  },
  {
    what: 'clients that dawdle are cut off while others are served',
    holds: (product) =>
      using(product, { patience: { headers: 400, request: 800, idle: 500 } }, async (running) => {
        const start = requestText('POST', '/v1/judge', [
          ['Host', `127.0.0.1:${running.daemon.port}`],
          ['Authorization', `Bearer ${running.agent}`],
          ['Content-Type', 'application/json'],
          ['Content-Length', '100'],
        ])
        const slow = [
          ...Array.from({ length: 100 }, () => sendRaw(running.port, 'POST /v1/judge HTTP/1.1\r\nHost: 127', 12_000)),
          ...Array.from({ length: 20 }, () => sendRaw(running.port, `${start}{"tool":`, 12_000)),
        ]
        const served = said(await running.post('/v1/judge', running.call('ls')))
        const ends = (await Promise.all(slow)).map((one) => (typeof one === 'string' ? one : String(one.status)))
        return [...equal('served', served, allowed), ...equal('cut off', [...new Set(ends)], ['408'])]
      }),
  },
  {
    what: "an agent's hook is answered in its own words, and a failure is the block that all understand",
    holds: (product) =>
      using(
        product,
        {
          answerHook: async (agent, payload) => {
            if (agent === 'broken') throw new Error('on purpose')
            return agent === 'known' ? { stdout: JSON.stringify(payload), stderr: '', exit: 0 } : undefined
          },
        },
        async (running) => {
          const ask = async (agent: string): Promise<[number, unknown]> => {
            const { status, body } = await running.post(`/v1/hooks/${agent}`, { a: 1 }, running.agent)
            return [status, JSON.parse(body)]
          }
          const blocked = (stderr: string): object => ({ stdout: '', stderr: `portcullis: ${stderr}\n`, exit: 2 })
          return [
            ...equal('known', await ask('known'), [200, { stdout: '{"a":1}', stderr: '', exit: 0 }]),
            ...equal('unknown', await ask('unknown'), [404, blocked('no agent is known as unknown')]),
            ...equal('broken', await ask('broken'), [
              500,
              blocked('the gate failed on this call, so it is refused: on purpose'),
            ]),
          ]
        },
      ),
  },
]
