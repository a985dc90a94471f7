import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { markdownTable, percentile } from './tables.ts'

const BLOCKS = 30
const BLOCK = 40
/** Blocks that are not counted: an agent's proxy lives as long as its session, and its code is compiled after a while. */
const WARM_UP = 20
const MAIN = join(import.meta.dirname, '..', 'src', 'surfaces', 'cli', 'main.ts')

/**
 * One call of a tool of the reference server, directly and through the proxy, block by block in turn, so that all see the same load. The
 * record of every call is durable before the call goes on.
 */
export async function mcpBench(): Promise<string> {
  const disk = standUp(tmpdir())
  const memory = standUp(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
  const alone = standUp(tmpdir())
  try {
    await Promise.all([started(disk), started(memory)])
    const cases = [
      { name: 'directly', client: await connect(disk, 'directly'), target: '' },
      { name: 'through the proxy and the daemon', client: await connect(disk, 'gated'), target: '≤ 1.5 over directly' },
      { name: 'through the proxy, judged there', client: await connect(alone, 'gated'), target: '≤ 1.5 over directly' },
      { name: 'through the proxy and the daemon, state in memory', client: await connect(memory, 'gated'), target: '' },
    ]
    const times = cases.map((): number[] => [])
    for (let block = -WARM_UP; block < BLOCKS; block++)
      for (const [at, { client }] of cases.entries())
        for (let round = 0; round < BLOCK; round++) {
          const began = performance.now()
          const result = await client.callTool({ name: 'echo', arguments: { message: `round ${block}.${round}` } })
          const took = performance.now() - began
          if (result.isError) throw new Error(`the call was not allowed: ${JSON.stringify(result.content)}`)
          if (block >= 0) times[at]!.push(took)
        }
    await Promise.all(cases.map(({ client }) => client.close()))
    const at = (which: number, share: number): number => percentile(times[which]!, share)
    const rows = cases.map(({ name, target }, which) => [
      name,
      ...[0, 0.5, 0.99].map((share) => at(which, share).toFixed(2)),
      ...[0, 0.5].map((share) => (at(which, share) - at(0, share)).toFixed(2)),
      target,
    ])
    return [
      '## One call of an MCP tool\n',
      `Load average ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores; ${BLOCKS * BLOCK} calls of \`echo\` of the reference server each.\n`,
      markdownTable(
        ['way', 'least ms', 'p50 ms', 'p99 ms', 'least over directly', 'p50 over directly', 'target for p50'],
        rows,
      ),
    ].join('\n')
  } finally {
    for (const place of [disk, memory, alone]) await stop(place)
  }
}

interface Stand {
  readonly home: string
  readonly environment: Readonly<Record<string, string>>
  daemon?: ChildProcess
}

function standUp(below: string): Stand {
  const home = mkdtempSync(join(below, 'portcullis-mcp-'))
  mkdirSync(join(home, '.portcullis'))
  const settings = {
    permissions: { allow: ['mcp__everything__echo'] },
    admission: { rate: { burst: 10_000, perSecond: 10_000 }, loop: false },
  }
  writeFileSync(join(home, '.portcullis', 'settings.json'), JSON.stringify(settings))
  return { home, environment: { HOME: home, PATH: process.env['PATH'] ?? '', PORTCULLIS_NO_DAEMON: '1' } }
}

async function started(stand: Stand): Promise<void> {
  stand.daemon = spawn(process.execPath, ['--disable-sigusr1', MAIN, 'serve', '--no-port'], {
    env: stand.environment,
    stdio: 'ignore',
  })
  const address = join(stand.home, '.portcullis/state/daemon.json')
  for (let tries = 0; tries < 600 && !existsSync(address); tries++) await sleep(100)
}

async function connect({ environment, home }: Stand, how: 'directly' | 'gated'): Promise<Client> {
  const require = createRequire(import.meta.url)
  const server = join(dirname(require.resolve('@modelcontextprotocol/server-everything/package.json')), 'dist/index.js')
  const gate = how === 'gated' ? [MAIN, 'mcp', '--name', 'everything', '--', process.execPath] : []
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...gate, server, 'stdio'],
      env: { ...environment },
      cwd: home,
      stderr: 'ignore',
    }),
    { timeout: 120_000 },
  )
  return client
}

async function stop({ daemon, home }: Stand): Promise<void> {
  if (daemon !== undefined) {
    daemon.kill('SIGTERM')
    await new Promise((ended) => daemon.once('exit', ended))
  }
  rmSync(home, { recursive: true, force: true })
}

if (import.meta.main) process.stdout.write(`${await mcpBench()}\n`)
