import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Daemon } from '../src/surfaces/daemon/daemon.ts'
import { startDaemon } from '../src/surfaces/daemon/daemon.ts'
import { install, planInstall } from '../src/surfaces/install/install.ts'
import type { Place } from '../src/surfaces/install/place.ts'
import { recipeFor } from '../src/surfaces/install/recipes.ts'
import { Terminal } from './approve/terminal.ts'
import { BUILT_LAUNCHER } from './built.ts'
import { freshPlace, UNLIMITED } from './daemon/client.ts'
import { People, verdictIn } from './daemon/people.ts'
import { DECEPTIVE_STRINGS } from './deceptive-strings.ts'
import { until, within } from './until.ts'

const place = freshPlace()
const settings = JSON.stringify({ approvals: { wait: 'always' }, permissions: { ask: ['Bash'] } })
const UNKNOWN = 'some-unknown-program --go'
let daemon: Daemon
let people: People
let terminal: Terminal

async function start(): Promise<void> {
  daemon = await startDaemon({
    ...UNLIMITED,
    stateDirectory: place.state,
    home: place.home,
    managedDirectory: '/nonexistent',
    settings,
    log: () => undefined,
  })
  people = new People(daemon, place.project)
}

beforeAll(async () => {
  await start()
  terminal = Terminal.approve('screen', place, { columns: 200, rows: 90 })
  await terminal.shows(/nothing waits/)
})

afterAll(async () => {
  terminal.close()
  await daemon.stop()
})

interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Not the synchronous way: the daemon that it asks lives in this process. */
function run(program: string, words: readonly string[], input = ''): Promise<Ended> {
  const child = spawn(program, words, { env: { ...process.env, HOME: place.home, PORTCULLIS_NO_DAEMON: '1' } })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (piece: Buffer) => (said.stdout += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (said.stderr += piece.toString()))
  child.stdin.end(input)
  const ended = new Promise<Ended>((resolve) => child.on('close', (status) => resolve({ status, ...said })))
  return within(`${program} ${words.join(' ')} ends`, ended, 50_000)
}

function approve(...words: readonly string[]): Promise<Ended> {
  return run(process.execPath, [BUILT_LAUNCHER, 'approve', '--state', place.state, ...words])
}

/** What the agent wrote, as the screen shows it: without the gutter and without our line breaks. */
function written(screen: string): string {
  return screen
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2).replace(/ +$/, ''))
    .join('\n')
}

describe('portcullis approve, in a terminal', () => {
  // A question that a test left behind must not stand before the next one's.
  afterEach(async () => {
    const { body } = await people.operator('GET', '/v1/approvals')
    for (const { id } of body['pending'] as readonly { id: string }[])
      await people.operator('POST', `/v1/approvals/${id}/answer`, { choice: { says: 'deny' } })
  })

  test('shows what waits, and a key lets it run', async () => {
    const waiting = people.agent(UNKNOWN)
    const screen = await terminal.shows(/some-unknown-program --go[^]*It would/)
    for (const piece of ['Bash', 'http', place.project, 'session s', 'rule.ask', '| some-unknown-program'])
      expect(screen).toContain(piece)
    await sleep(800)
    terminal.press('o')
    expect(verdictIn(await waiting)).toBe('allow person.approved')
    await terminal.shows(/allowed, once/)
  })

  test('a no with words reaches the agent', async () => {
    const waiting = people.agent(UNKNOWN)
    await terminal.shows(/1 waiting/)
    terminal.press('d')
    terminal.type('not today')
    await terminal.shows(/not today_/)
    terminal.press('Enter')
    const said = await waiting
    expect(said.body.because?.[0]?.sentence).toContain('not today')
  })

  test('a rule is shown before it is saved', async () => {
    const waiting = people.agent('npm run build-everything', { session: 'saving' })
    const question = await people.question()
    await terminal.shows(new RegExp(question.id))
    await sleep(800)
    terminal.press('w')
    const screen = await terminal.shows(/\+.*Bash\(npm run build-everything\)|a number chooses/)
    if (screen.includes('a number chooses')) terminal.press('1')
    await terminal.shows(/y writes this/)
    const file = join(place.home, '.portcullis', 'settings.json')
    expect(existsSync(file)).toBe(false)
    terminal.press('y')
    expect(verdictIn(await waiting)).toBe('allow person.approved')
    expect(readFileSync(file, 'utf8')).toContain('Bash(npm run build-everything)')
  })

  test('nothing long is approved before its end was on the screen', async () => {
    const words = Array.from({ length: 4_000 }, (_, index) => `argument${index}`).join(' ')
    const waiting = people.agent(`${UNKNOWN} ${words} the-very-end`, { session: 'long' })
    await terminal.shows(/characters are not shown|more characters/)
    await sleep(800)
    terminal.press('o')
    await terminal.shows(/press space to see the whole/)
    terminal.press('Space')
    await terminal.shows(/more lines below/)
    terminal.press('o')
    await terminal.shows(/to its end first/)
    for (let page = 0; page < 12; page++) terminal.press('Space')
    await terminal.shows(/the-very-end/)
    await terminal.shows(/lines above/)
    terminal.press('o')
    expect(verdictIn(await waiting)).toBe('allow person.approved')
  })

  test('another size is drawn anew', async () => {
    terminal.resize(60, 20)
    await terminal.shows((screen) => screen.split('\n').some((line) => /^-{60} *$/.test(line)))
    terminal.resize(200, 90)
    await terminal.shows((screen) => screen.split('\n').some((line) => /^-{200}$/.test(line)))
  })

  test.each(
    DECEPTIVE_STRINGS.filter(({ text }) => !text.includes('\0')).map(
      ({ name, text, mustShow }) => [name, text, mustShow] as const,
    ),
  )('tells the truth about what %s', async (name, text, mustShow) => {
    const session = `deceptive ${name}`
    const waiting = people.agent(text, { session })
    const question = await people.question()
    await terminal.shows((screen) => screen.includes(`> ${question.id}`))
    if (question.hidden > 0) {
      terminal.press('Space')
      await terminal.shows((screen) => !screen.includes(`> ${question.id}`))
    }
    const screen = await terminal.shows(/It would/)
    const shown = written(screen).replaceAll('\n', '')
    for (const piece of mustShow) expect(shown, screen).toContain(piece)
    await people.answer({ says: 'deny' }, question)
    await waiting
  })

  test('a call with a null in it is nothing anybody is asked about', async () => {
    expect(verdictIn(await people.agent('echo safe\0 && rm -rf build'))).toBe('400 call.unreadable')
  })

  test('the daemon may go and come back', async () => {
    await daemon.stop()
    await terminal.shows(/daemon/)
    await start()
    const waiting = people.agent(UNKNOWN, { session: 'back' })
    await terminal.shows(/1 waiting/)
    await people.answer({ says: 'deny' })
    await waiting
  })

  test('q leaves the terminal as it was', async () => {
    await terminal.shows(/nothing waits/)
    terminal.press('q')
    await until('the program has ended', () => !terminal.isRunning)
  })
})

describe('portcullis approve, from a script', () => {
  test('lists, shows and answers by name', async () => {
    expect(await approve('--list')).toMatchObject({ status: 0, stdout: 'nothing waits\n' })
    const waiting = people.agent(UNKNOWN, { session: 'script' })
    const { id } = await people.question()
    expect((await approve()).stdout).toContain(`${id} `)
    expect(JSON.parse((await approve('--list', '--json')).stdout)).toMatchObject([{ id, text: UNKNOWN }])
    expect(await approve(id, '--rule', 'Bash')).toMatchObject({ status: 2 })
    const { status, stdout } = await approve(id, '--once')
    expect(status).toBe(0)
    expect(stdout).toMatch(/\| some-unknown-program --go\n[^]*It would\n[^]*allowed, once\n$/)
    expect(verdictIn(await waiting)).toBe('allow person.approved')
    const again = await approve(id, '--deny', 'too late')
    expect(again.status).toBe(2)
    expect(again.stderr).toContain('operator has answered already')
  })

  test('only what the classifier denied may be tried again', async () => {
    const { body } = await people.operator('GET', '/v1/audit?limit=1')
    const [latest] = body['records'] as readonly { id: string }[]
    expect(await approve('--retry', latest!.id, '--once')).toMatchObject({ status: 64 })
    const { status, stderr } = await approve('--retry', latest!.id)
    expect(status).toBe(2)
    expect(stderr).toMatch(/is not that of a call|not denied by the classifier/)
  })

  test('without a daemon it says what to do', async () => {
    const none = join(place.directory, 'none')
    const { status, stderr } = await run(process.execPath, [BUILT_LAUNCHER, 'approve', '--state', none])
    expect([status, stderr]).toEqual([2, expect.stringContaining('portcullis.cjs serve`')])
  })
})

describe('a hook that waits for a person', () => {
  const here: Place = {
    home: place.home,
    root: '/nonexistent',
    environment: { PORTCULLIS_STATE: place.state },
    node: process.execPath,
    launcher: BUILT_LAUNCHER,
    platform: process.platform,
  }
  const script = join(place.home, '.portcullis', 'hooks', 'gemini-cli.sh')

  beforeAll(() => {
    mkdirSync(join(place.home, '.gemini'), { recursive: true })
    const wanted = { scope: 'user', observe: false, timeout: 450 } as const
    install(planInstall([recipeFor('gemini-cli')!], here, wanted), here, wanted)
  })

  const payload = JSON.stringify({
    session_id: 'gemini',
    cwd: place.project,
    hook_event_name: 'BeforeTool',
    tool_name: 'run_shell_command',
    tool_input: { command: UNKNOWN },
  })

  const hook = (): Promise<Ended> => run('/bin/sh', [script], payload)

  test('goes on when `approve` says so, in the words of its agent', async () => {
    const waiting = hook()
    const { id, session } = await people.question()
    expect(session).toBe('gemini')
    expect((await approve(id, '--once')).status).toBe(0)
    const { status, stdout } = await waiting
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { decision: 'allow' }])
  })

  test('blocks with the words of whoever said no', async () => {
    const waiting = hook()
    const { id } = await people.question()
    await approve(id, '--deny', 'ask me tomorrow')
    const { status, stderr } = await waiting
    expect(status).toBe(2)
    expect(stderr).toContain('ask me tomorrow')
  })

  test('comes back to its question when the daemon is restarted in between', async () => {
    const waiting = hook()
    const { id } = await people.question()
    await daemon.stop()
    await start()
    const kept = await people.question()
    expect(kept.id).toBe(id)
    await people.answer({ says: 'once' }, kept)
    const { status, stdout, stderr } = await waiting
    expect([status, stdout.includes('allow')], stderr).toEqual([0, true])
  })
})
