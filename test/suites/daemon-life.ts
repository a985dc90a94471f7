import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Journal } from '../../src/journal/journal.ts'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { openReader } from '../../src/journal/stores/sqlite-reader.ts'
import {
  type Answer,
  type DaemonProduct,
  freshPlace,
  requestText,
  run,
  type Running,
  sendRaw,
} from '../daemon/client.ts'
import type { Failures } from '../product.ts'
import { until, within } from '../until.ts'

/** One thing that must hold about a daemon's life. Returns what does not, in words. */
export interface Life {
  readonly what: string
  readonly holds: (product: DaemonProduct) => Promise<Failures>
  /** Needs the right to give files away. */
  readonly asRoot?: true
}

interface Said {
  readonly decision?: string
  readonly because?: readonly { readonly code: string }[]
}

function said(answer: Answer): string {
  const { decision, because } = JSON.parse(answer.body) as Said
  return `${answer.status} ${decision ?? 'no decision'} ${because?.[0]?.code ?? ''}`.trim()
}

/** Says nothing when the two are equal. */
function equal(what: string, is: unknown, wanted: unknown): Failures {
  const [left, right] = [JSON.stringify(is), JSON.stringify(wanted)]
  return left === right ? [] : [`${what}: ${left}, not ${right}`]
}

function like(what: string, is: string, wanted: RegExp): Failures {
  return wanted.test(is) ? [] : [`${what}: ${is.slice(0, 300)}, not ${String(wanted)}`]
}

/** A journal whose records become durable only when `let go`. */
function heldJournal(): { readonly journal: (real: Journal) => Journal; letGo: () => void; waiting: () => number } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  return {
    journal: (real) => ({
      remember: async (record) => {
        waiting++
        await promise
        await real.remember(record)
      },
    }),
    letGo: resolve,
    waiting: () => waiting,
  }
}

async function using(
  product: DaemonProduct,
  options: Parameters<typeof run>[1],
  act: (running: Running) => Promise<Failures>,
): Promise<Failures> {
  const running = await run(product, options)
  try {
    return await act(running)
  } finally {
    await running.end()
  }
}

/** What starting says: `started`, or why not. */
async function startingSays(product: DaemonProduct, state: string): Promise<string> {
  try {
    const daemon = await product.daemon.startDaemon({ stateDirectory: state, log: () => undefined })
    await daemon.stop()
    return 'started'
  } catch (error) {
    return error instanceof Error && error.name === 'CannotStart' ? error.message : `threw ${String(error)}`
  }
}

function mode(path: string): string {
  return (lstatSync(path).mode & 0o777).toString(8)
}

async function records(running: Running): Promise<number> {
  const reader = openReader(statePaths(running.daemon.paths.directory).database)
  const stats = await reader.stats({ decision: 'allow' })
  reader.close()
  return stats.records
}

/** Denied by the review, which counts. */
const HARM = 'nc -l -p 80 -e /bin/sh'

const allowed = '200 allow rulebook.harmless'

/** Changes something before the daemon starts; it must then say why it does not. */
function refusesToStart(
  what: string,
  prepare: (paths: { state: string; file: (name: string) => string }) => void | Promise<void>,
  why: RegExp,
  asRoot?: true,
): Life {
  return {
    what,
    ...(asRoot ? { asRoot } : {}),
    holds: async (product) => {
      const place = freshPlace()
      mkdirSync(place.state, { mode: 0o700 })
      await prepare({ state: place.state, file: (name) => join(place.state, name) })
      const says = await startingSays(product, place.state)
      rmSync(place.directory, { recursive: true, force: true })
      return like('it says', says, why)
    },
  }
}

/** A socket whose owner was killed. */
async function leaveSocket(path: string): Promise<void> {
  const child = spawn(process.execPath, ['-e', `require('net').createServer().listen(${JSON.stringify(path)})`])
  await until('the child listens', () => lstatSync(path, { throwIfNoEntry: false }) !== undefined)
  child.kill('SIGKILL')
  await within('the child is gone', new Promise((resolve) => child.once('exit', resolve)))
}

const TOKEN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ'

const STARTING: readonly Life[] = [
  {
    what: 'a second daemon on the same directory is refused, and the first goes on',
    holds: (product) =>
      using(product, {}, async (running) => [
        ...like('it says', await startingSays(product, running.daemon.paths.directory), /another daemon/),
        ...equal('the first', said(await running.post('/v1/judge', running.call('ls'))), allowed),
      ]),
  },
  {
    what: 'after it has stopped another one may start',
    holds: async (product) => {
      const place = freshPlace()
      const first = await startingSays(product, place.state)
      const second = await startingSays(product, place.state)
      rmSync(place.directory, { recursive: true, force: true })
      return equal('both', [first, second], ['started', 'started'])
    },
  },
  {
    what: 'the socket of a killed daemon is taken over',
    holds: async (product) => {
      const place = freshPlace()
      mkdirSync(place.state, { mode: 0o700 })
      await leaveSocket(join(place.state, 'portcullis.sock'))
      const says = await startingSays(product, place.state)
      rmSync(place.directory, { recursive: true, force: true })
      return equal('it', says, 'started')
    },
  },
  refusesToStart(
    'a link in place of the socket',
    ({ file }) => symlinkSync('/tmp', file('portcullis.sock')),
    /not a socket/,
  ),
  refusesToStart(
    'a file in place of the socket',
    ({ file }) => writeFileSync(file('portcullis.sock'), ''),
    /not a socket/,
  ),
  refusesToStart(
    "somebody else's socket",
    async ({ file }) => {
      await leaveSocket(file('portcullis.sock'))
      chownSync(file('portcullis.sock'), 65_534, 65_534)
    },
    /belongs to somebody else/,
    true,
  ),
  refusesToStart(
    "somebody else's directory",
    ({ state }) => chownSync(state, 65_534, 65_534),
    /belongs to somebody else/,
    true,
  ),
  refusesToStart(
    'a token that others may read',
    ({ file }) => writeFileSync(file('agent.token'), TOKEN, { mode: 0o644 }),
    /others may read/,
  ),
  refusesToStart(
    'a token that is too short',
    ({ file }) => writeFileSync(file('operator.token'), 'secret', { mode: 0o600 }),
    /256 bits/,
  ),
  refusesToStart(
    'an empty token',
    ({ file }) => writeFileSync(file('operator.token'), '', { mode: 0o600 }),
    /256 bits/,
  ),
  refusesToStart(
    'a link in place of a token',
    ({ file }) => symlinkSync('/dev/zero', file('agent.token')),
    /cannot be read/,
  ),
  refusesToStart(
    'one token for both',
    ({ file }) => {
      writeFileSync(file('agent.token'), TOKEN, { mode: 0o600 })
      writeFileSync(file('operator.token'), TOKEN, { mode: 0o600 })
    },
    /the same/,
  ),
  refusesToStart('a lock that is a directory', ({ file }) => mkdirSync(file('instance.lock')), /not a regular file/),
  refusesToStart(
    'a journal that is something else',
    ({ file }) => writeFileSync(file('journal.db'), 'x'.repeat(5000)),
    /journal/,
  ),
  {
    what: 'everything it makes is for its owner alone, and a directory open to others is closed',
    holds: async (product) => {
      const place = freshPlace()
      mkdirSync(place.state)
      chmodSync(place.state, 0o755)
      const daemon = await product.daemon.startDaemon({ stateDirectory: place.state, log: () => undefined })
      const { directory, socket, agentToken, operatorToken, channelToken, address } = daemon.paths
      const modes = [directory, socket, agentToken, operatorToken, channelToken, address].map(mode)
      const tokens = [agentToken, operatorToken, channelToken].map((file) => readFileSync(file, 'utf8').trim())
      await daemon.stop()
      const left = lstatSync(socket, { throwIfNoEntry: false })
      rmSync(place.directory, { recursive: true, force: true })
      return [
        ...equal('modes', modes, ['700', '600', '600', '600', '600', '600']),
        ...equal(
          '256 bits each',
          tokens.map((token) => Buffer.from(token, 'base64url').length),
          [32, 32, 32],
        ),
        ...equal('different', new Set(tokens).size, 3),
        ...equal('socket left behind', left, undefined),
      ]
    },
  },
  {
    what: 'the port is open on this machine only',
    holds: (product) =>
      using(product, {}, async (running) => {
        const outside = Object.values(networkInterfaces())
          .flat()
          .find((one) => one !== undefined && !one.internal && one.family === 'IPv4')
        if (outside === undefined) return []
        const reached = await new Promise<boolean>((resolve) => {
          const socket = connect(running.daemon.port!, outside.address)
          socket.once('connect', () => {
            socket.destroy()
            resolve(true)
          })
          socket.once('error', () => resolve(false))
        })
        return equal('reached from outside', reached, false)
      }),
  },
]

const JUDGING: readonly Life[] = [
  {
    what: 'an allow is durable before it is sent',
    holds: async (product) => {
      const held = heldJournal()
      return using(product, { journal: held.journal }, async (running) => {
        let left = false
        const answer = running.post('/v1/judge', running.call('ls')).then((one) => {
          left = true
          return one
        })
        await until('the record waits', () => held.waiting() === 1)
        await sleep(50)
        const early = left
        held.letGo()
        return [
          ...equal('left early', early, false),
          ...equal('then', said(await answer), allowed),
          ...equal('records', await records(running), 1),
        ]
      })
    },
  },
  {
    what: 'an ask is an ask where somebody is there, else a deny',
    holds: (product) =>
      using(product, {}, async (running) => {
        const call = running.call('frobnicate --all')
        return [
          ...like('there', said(await running.post('/v1/judge', call)), /^200 ask /),
          ...like('not there', said(await running.post('/v1/judge', { ...call, interactive: false })), /^200 deny /),
        ]
      }),
  },
  {
    what: 'too many at a time are refused at once, and the others still get their answer',
    holds: async (product) => {
      const held = heldJournal()
      return using(product, { journal: held.journal, mostUnderWay: 5 }, async (running) => {
        const first = Array.from({ length: 5 }, (_, n) => running.post('/v1/judge', running.call('ls', `s${n}`)))
        await until('five wait', () => held.waiting() === 5)
        const more = await Promise.all(
          Array.from({ length: 20 }, () => running.post('/v1/judge', running.call('ls', 'more'))),
        )
        held.letGo()
        return [
          ...equal('the sixth and on', [...new Set(more.map(said))], ['429 deny gate.busy']),
          ...equal('the five', [...new Set((await Promise.all(first)).map(said))], [allowed]),
        ]
      })
    },
  },
  {
    what: 'an allow that comes too late is not given',
    holds: async (product) => {
      const held = heldJournal()
      return using(product, { journal: held.journal, deadlineMs: 30 }, async (running) => {
        const answer = running.post('/v1/judge', running.call('ls'))
        await until('the record waits', () => held.waiting() === 1)
        await sleep(60)
        held.letGo()
        return equal('it', said(await answer), '200 deny gate.late')
      })
    },
  },
  {
    what: 'a clock that jumps changes nothing that follows, and extends nothing that waits',
    holds: async (product) => {
      const real = Date.now
      const failures: string[] = []
      try {
        for (const jump of [3_600_000, -3_600_000, 86_400_000, -86_400_000, 2 ** 31 * 1000 - real() + 1000]) {
          const held = heldJournal()
          failures.push(
            ...(await using(product, { journal: held.journal }, async (running) => {
              const waiting = running.post('/v1/judge', running.call('ls'))
              await until('the record waits', () => held.waiting() === 1)
              Date.now = () => real() + jump
              held.letGo()
              const wanted = jump > 0 ? '200 deny gate.late' : allowed
              return [
                ...equal(`waiting over ${jump}`, said(await waiting), wanted),
                ...equal(`after ${jump}`, said(await running.post('/v1/judge', running.call('ls'))), allowed),
                ...like(`log after ${jump}`, (await running.get('/v1/audit/verify')).body, /"ok":true/),
              ]
            })),
          )
          Date.now = real
        }
      } finally {
        Date.now = real
      }
      return failures
    },
  },
  {
    what: 'stopping lets those under way end',
    holds: async (product) => {
      const held = heldJournal()
      const running = await run(product, { journal: held.journal })
      const answers = Array.from({ length: 100 }, (_, n) => running.post('/v1/judge', running.call('ls', `s${n}`)))
      await until('a hundred wait', () => held.waiting() === 100)
      const stopped = running.daemon.stop()
      await sleep(20)
      held.letGo()
      await stopped
      const all = [...new Set((await Promise.all(answers)).map(said))]
      await running.end()
      return equal('the hundred', all, [allowed])
    },
  },
  {
    what: 'stopping denies those that do not end',
    holds: async (product) => {
      const held = heldJournal()
      const running = await run(product, { journal: held.journal, drainMs: 50 })
      const answers = Array.from({ length: 100 }, (_, n) => running.post('/v1/judge', running.call('ls', `s${n}`)))
      await until('a hundred wait', () => held.waiting() === 100)
      await running.daemon.stop()
      const all = [...new Set((await Promise.all(answers)).map(said))]
      held.letGo()
      await running.end()
      return equal('the hundred', all, ['503 deny gate.stopping'])
    },
  },
  {
    what: 'a session outlives the daemon: its mode, its denials, what its user said',
    holds: async (product) => {
      const place = freshPlace()
      const options = { stateDirectory: place.state, home: place.home }
      const first = await run(product, options)
      const call = { ...first.call(HARM, 'long'), cwd: place.project }
      await first.post('/v1/judge', call)
      await first.post('/v1/session/said', { id: 'long', text: 'clean up' })
      await first.post('/v1/session/mode', { id: 'long', mode: 'plan' })
      await first.end()
      const second = await run(product, options)
      const session = JSON.parse((await second.get('/v1/session?id=long')).body) as Record<string, unknown>
      await second.end()
      rmSync(place.directory, { recursive: true, force: true })
      return [
        ...equal('mode', session['mode'], 'plan'),
        ...equal('denials', session['denials'], { consecutive: 1, total: 1 }),
        ...equal('turns', session['turns'], [{ kind: 'user', text: 'clean up' }]),
      ]
    },
  },
  {
    what: 'a denied call is remembered even when the daemon dies right after',
    holds: (product) =>
      using(product, {}, async (running) => {
        await running.post('/v1/judge', running.call(HARM, 'bad'))
        const reader = openReader(statePaths(running.daemon.paths.directory).database)
        try {
          await until(
            'the denial is in the store',
            async () =>
              (await reader.db.selectFrom('session').selectAll().where('id', '=', 'bad').execute())[0]?.total === 1,
          )
          return []
        } catch (error) {
          return [String(error)]
        } finally {
          reader.close()
        }
      }),
  },
  {
    what: 'what an allow taught the session is durable before it is sent',
    holds: (product) =>
      using(product, {}, async (running) => {
        const reader = openReader(statePaths(running.daemon.paths.directory).database)
        const failures: string[] = []
        try {
          for (let number = 0; number < 10; number++) {
            const path = join(running.project, `script-${number}.sh`)
            const write = { ...running.call(''), tool: 'Write', input: { file_path: path, content: 'echo hello\n' } }
            const answer = said(await running.post('/v1/judge', write))
            // Looked at on the file, at once: nothing that is still to come would help a daemon that dies now.
            const files = await reader.db.selectFrom('session_written').select('path').execute()
            const turns = await reader.db.selectFrom('session_turn').select('number').execute()
            failures.push(
              ...like('answer', answer, /^200 allow/),
              ...equal('files', files.length, number + 1),
              ...equal('turns', turns.length, number + 1),
            )
          }
          return failures
        } finally {
          reader.close()
        }
      }),
  },
]

const SETTINGS: readonly Life[] = [
  {
    what: 'an edit is in force; a broken one is told and changes nothing; a mended one is in force',
    holds: async (product) => {
      const place = freshPlace()
      const file = join(place.home, '.portcullis', 'settings.json')
      writeFileSync(file, '{"permissions":{"deny":["Bash(whoami)"]}}')
      const running = await run(product, { stateDirectory: place.state, home: place.home })
      const judged = async (command: string): Promise<string> =>
        said(await running.post('/v1/judge', { ...running.call(command), cwd: place.project }))
      const health = async (): Promise<string> => (await running.get('/v1/health')).body
      const failures: string[] = []
      try {
        failures.push(
          ...equal('at first', [await judged('whoami'), await judged('ls')], ['200 deny rule.deny', allowed]),
        )
        writeFileSync(file, '{"permissions":{"deny":["Bash(whoami)","Bash(ls *)"]}}')
        await until('the edit is in force', async () => (await judged('ls')) === '200 deny rule.deny')
        writeFileSync(file, '{"permissions":{"deny":["Bash(who')
        await until('the broken edit is in the health', async () => (await health()).includes('degraded'))
        failures.push(
          ...equal('while broken', [await judged('ls'), await judged('pwd')], ['200 deny rule.deny', allowed]),
          ...like('log', running.logged.join('\n'), /error SETTINGS BROKEN .*settings\.json:1.*last good/),
          ...like('problems', (await running.get('/v1/policy/problems')).body, /"kept":true/),
          ...like('metrics', (await running.get('/v1/metrics')).body, /policy_broken [1-9]/),
        )
        writeFileSync(file, '{}')
        await until('the mended file is in force', async () => (await judged('ls')) === allowed)
        failures.push(...like('health', await health(), /"status":"ok"/))
      } catch (error) {
        failures.push(String(error))
      } finally {
        await running.end()
        rmSync(place.directory, { recursive: true, force: true })
      }
      return failures
    },
  },
  {
    what: 'a file that is broken from the start allows nothing, until it is mended',
    holds: async (product) => {
      const place = freshPlace()
      const file = join(place.home, '.portcullis', 'settings.json')
      writeFileSync(file, '{"permissions":')
      const running = await run(product, { stateDirectory: place.state, home: place.home })
      const judged = async (command: string): Promise<string> =>
        said(await running.post('/v1/judge', { ...running.call(command), cwd: place.project }))
      const broken = [await judged('ls'), await judged('cat a.txt')]
      const health = (await running.get('/v1/health')).body
      writeFileSync(file, '{}')
      const mended = await until('it is mended', async () => (await judged('ls')) === allowed).then(
        () => 'mended',
        () => 'not mended',
      )
      await running.end()
      rmSync(place.directory, { recursive: true, force: true })
      return [
        ...equal('broken', [...new Set(broken)], ['200 deny policy.broken']),
        ...like('health', health, /"status":"degraded"/),
        ...equal('then', mended, 'mended'),
      ]
    },
  },
]

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

const WATCHING: readonly Life[] = [
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
        const line = /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[a-z]+="[^"\\\n]*"\})? -?[\d.e+-]+)$/
        return [
          ...equal(
            'odd lines',
            body
              .trimEnd()
              .split('\n')
              .filter((one) => !line.test(one)),
            [],
          ),
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

const HOOKS: readonly Life[] = [
  {
    what: 'what the user said unheard is taken from the transcript, call by call',
    holds: (product) =>
      using(product, {}, async (running) => {
        const directory = join(running.directory, 'home', '.claude', 'projects', 'p')
        const path = join(directory, 'c.jsonl')
        mkdirSync(directory, { recursive: true })
        const says = (content: string): void =>
          appendFileSync(path, `${JSON.stringify({ type: 'user', sessionId: 'c', message: { content } })}\n`)
        const turns = async (): Promise<string> => {
          const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't' }
          const about = { session_id: 'c', cwd: running.project, transcript_path: path, hook_event_name: 'PreToolUse' }
          await running.post('/v1/hooks/claude-code', { ...about, ...call }, running.agent)
          return (await running.get('/v1/session?id=c')).body
        }
        says('tidy up')
        const first = await turns()
        says('and push')
        const second = await turns()
        return [
          ...like('first', first, /"kind":"user","text":"tidy up"/),
          ...like('second', second, /"text":"tidy up".*"text":"and push"/),
          ...equal('said once', second.split('tidy up').length, 2),
        ]
      }),
  },
  {
    what: 'a hook of a real dialect is judged, recorded, and hears its user',
    holds: (product) =>
      using(product, {}, async (running) => {
        const about = { session_id: 'c', cwd: running.project, transcript_path: '', permission_mode: 'default' }
        const hook = async (payload: object): Promise<{ stdout: string; stderr: string; exit: number }> => {
          const { body } = await running.post('/v1/hooks/claude-code', { ...about, ...payload }, running.agent)
          return JSON.parse(body) as { stdout: string; stderr: string; exit: number }
        }
        const bash = (command: string, more: object = {}): object => ({
          hook_event_name: 'PreToolUse',
          tool_name: 'Bash',
          tool_input: { command },
          tool_use_id: 't1',
          ...more,
        })
        const prompt = await hook({ hook_event_name: 'UserPromptSubmit', prompt: 'tidy up' })
        const fine = await hook(bash('ls'))
        const harm = await hook(bash(HARM))
        const planned = await hook(bash('touch a.txt', { permission_mode: 'plan' }))
        const after = await hook(bash('touch a.txt'))
        const odd = await hook({ hook_event_name: 'PreToolUse', tool_name: 7 })
        const session = JSON.parse((await running.get('/v1/session?id=c')).body) as {
          mode: string
          turns: { kind: string; text?: string }[]
        }
        return [
          ...equal('prompt', prompt.exit, 0),
          ...like('fine', JSON.stringify(fine), /"permissionDecision\\":\\"allow.*"exit":0/),
          ...like('harm', JSON.stringify(harm), /deny.*remote.*"exit":2/),
          ...equal('planned', /mode\.plan/.test(planned.stdout) && !/allow/.test(planned.stdout), true),
          ...equal('after planning', after.exit, 0),
          ...equal('odd', [odd.exit, odd.stdout], [2, '']),
          ...equal('mode', session.mode, 'auto'),
          ...equal(
            'turns',
            session.turns.map((turn) => turn.text ?? turn.kind),
            ['tidy up', 'call', 'call'],
          ),
          ...equal('recorded allows', await records(running), 2),
        ]
      }),
  },
  {
    what: 'a session whose user spoke first takes the mode of the settings at the first call',
    holds: (product) =>
      using(product, { settings: '{"permissions":{"defaultMode":"plan"}}' }, async (running) => {
        await running.post('/v1/session/said', { id: 'early', text: 'hello' })
        await running.post('/v1/judge', running.call('ls', 'early'))
        const session = (await running.get('/v1/session?id=early')).body
        await running.post('/v1/session/mode', { id: 'early', mode: 'auto' })
        await running.post('/v1/judge', running.call('ls', 'early'))
        return [
          ...like('at first', session, /"mode":"plan"/),
          ...like('as the operator said', (await running.get('/v1/session?id=early')).body, /"mode":"auto"/),
        ]
      }),
  },
]

export const LIVES: readonly Life[] = [...STARTING, ...JUDGING, ...SETTINGS, ...WATCHING, ...HOOKS].map((life) => ({
  ...life,
  holds: (product) => life.holds(product).catch((error: unknown) => [String(error)]),
}))

/** The case whose name begins so. */
export function daemonLife(start: string): (product: DaemonProduct) => Promise<Failures> {
  const life = LIVES.find((one) => one.what.startsWith(start))
  if (life === undefined) throw new Error(`no case begins with: ${start}`)
  return life.holds
}
