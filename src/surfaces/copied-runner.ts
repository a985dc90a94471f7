import { spawnSync } from 'node:child_process'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { commitCopied, undoCopied } from '../containment/copied-commit.node.ts'
import { listChanges, noChanges, sealChanges } from '../containment/copied-changes.node.ts'
import { COPY_PLACES, copyGround } from '../containment/copied-ground.node.ts'
import { runInCopy } from '../containment/copied-inside.node.ts'
import { type CopiedPlan, readCopiedPlan } from '../containment/copied-plan.ts'
import { processMark } from '../containment/runs.node.ts'
import { ticketsIn, TICKET_MARK } from '../containment/tickets.node.ts'
import { joinWords } from '../containment/walls.ts'
import { readHookKey } from './hook/proof.ts'
import { settleByDaemon, spendByDaemon } from './settle-by-daemon.ts'

/** Nothing was run, or nothing was changed: no program's own code says so. */
const NOT_DONE = 125

/**
 * `portcullis-run` for machines without the native one: the same words, the same files, other walls. The command runs in a
 * copy of the workspace behind those of sandbox-runtime; what it changed there is taken out of its reach before anybody
 * looks at it. `packageAt`: where sandbox-runtime lies.
 */
export async function runCopiedRunner([packageAt = '', ...words]: readonly string[]): Promise<void> {
  try {
    process.exitCode = await act(packageAt, words)
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error))
    process.exitCode = NOT_DONE
  }
}

async function act(packageAt: string, words: readonly string[]): Promise<number> {
  const [verb, first = '', second = '', third = ''] = words
  switch (verb) {
    case 'run':
      return (await run(packageAt, first, undefined)).code
    case 'ticket':
      return useTicket(packageAt, first, second)
    case 'changes':
      process.stdout.write(listChanges(dirname(dirname(first)), second))
      return 0
    case 'commit':
      return commitCopied(first, Number(second))
    case 'undo':
      return undoCopied(first, Number(second))
    case 'forget':
      return forgetAll(first)
    default:
      complain(`this is started by portcullis: try \`portcullis run -- <command>\` (${third})`)
      return 2
  }
}

function complain(text: string): void {
  process.stderr.write(`portcullis: ${text}\n`)
}

/** The file must be ours alone: whoever can write a plan decides what runs and what is written. */
function readOwn(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.uid !== process.geteuid?.() || (stat.mode & 0o022) !== 0)
      throw new Error(`${path} is not ours alone`)
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

interface Ran {
  readonly code: number
  readonly tried: readonly string[]
}

async function run(packageAt: string, path: string, digest: string | undefined): Promise<Ran> {
  const text = readOwn(path)
  if (digest !== undefined && createHash('sha256').update(text).digest('hex') !== digest)
    throw new Error('the plan is not the one that the ticket was given for: nothing was run')
  const plan = readCopiedPlan(text)
  const at = dirname(realpathSync(path))
  const note = (...words: readonly string[]): void => appendFileSync(plan.events, `${words.map(escaped).join(' ')}\n`)
  writeFileSync(`${plan.events}.owner`, processMark(process.pid), { mode: 0o600 })
  const tried = new Set<string>()
  let code: number
  try {
    sameAsPlanned(plan)
    writeFileSync(`${plan.events}.start`, '', { mode: 0o600, flag: 'wx' })
    note('unseen')
    copyGround(plan, at)
    const ended = await runInCopy(plan, at, packageAt, (host, port) => {
      tried.add(`${host}:${port}`)
      note('connect', host, String(port))
    })
    if (!existsSync(join(at, COPY_PLACES.scratch, 'began'))) throw new Error('the command was not run')
    if (ended.over !== undefined) note('limit', ended.over)
    code = ended.code
  } catch (error) {
    noChanges(at)
    note('failed', '-1')
    complain(`no walls can be built here: ${firstLine(error)}`)
    return { code: NOT_DONE, tried: [] }
  }
  try {
    sealChanges(at, plan.limits.disk)
  } catch (error) {
    // Without a list of changes nothing of it can be judged, and so nothing is written.
    complain(`what it changed cannot be kept: ${firstLine(error)}; nothing was written`)
    code = NOT_DONE
  }
  note('end', String(code))
  return { code, tried: [...tried] }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!
}

/** Moved since, what is masked would be copied under its new name; replaced by a link, what is shown would be something else. */
function sameAsPlanned({ same }: CopiedPlan): void {
  for (const [path, device, inode, type] of same) {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    const now = stat === undefined ? '' : `${stat.dev}:${stat.ino}:${stat.mode & 0o170000n}`
    if (now !== `${device}:${inode}:${type}`) throw new Error(`${path} is not what was judged: nothing was run`)
  }
}

function escaped(word: string): string {
  return Buffer.from(word)
    .toString('latin1')
    .replaceAll(/[^!-$&-~]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

interface Spent {
  readonly at: string
  readonly digest: string
  readonly home: string
  readonly settle: readonly string[]
}

/** Spends the ticket, whatever comes of it; one that is not whole, not ours, late or of another directory runs nothing. */
async function spendTicket(state: string, id: string): Promise<Spent> {
  if (!/^[0-9a-f]{24}$/.test(id)) throw new Error('that is no ticket')
  const path = join(ticketsIn(state), id)
  const key = readHookKey(join(state, 'hook.key'))
  if (!takeAway(path)) {
    // A ticket of a daemon has no file before that daemon says that it is ours.
    const told = await spendByDaemon(state, id, realpathSync('.'))
    if (told === 'nobody')
      throw new Error('this ticket was used already, or was never given, or whoever gave it is gone: nothing was run')
    if (told.exit !== 0) throw new Error(told.says.trim().replace(/^portcullis: /, ''))
    if (!takeAway(path)) throw new Error('this ticket was used already: nothing was run')
  }
  const words = readOwn(`${path}.spent`).split('\u0000')
  rmSync(`${path}.spent`)
  const end = words.pop()
  const [done, proof, mac] = [words.pop(), words.pop(), words.pop()]
  if (end !== '' || done !== 'done' || mac !== 'mac' || proof === undefined || words[0] !== TICKET_MARK)
    throw new Error('the ticket is not complete: nothing was run')
  const expected = createHmac('sha256', key).update(joinWords(words)).digest('hex')
  if (
    proof.length !== expected.length ||
    !timingSafeEqual(Buffer.from(proof), Buffer.from(expected)) ||
    words[1] !== id
  )
    throw new Error("the ticket is not proven to be the gate's: nothing was run")
  const [, , , , cwd, until, digest, at, home, ...settle] = words
  if (Number(until) < Math.floor(Date.now() / 1000)) throw new Error('the ticket is too old: nothing was run')
  if (realpathSync('.') !== cwd)
    throw new Error(`the ticket counts in ${cwd}, and this is another directory: nothing was run`)
  if (digest === undefined || at === undefined || home?.startsWith('HOME=/') !== true)
    throw new Error('the ticket cannot be read: nothing was run')
  return { at, digest, home: home.slice('HOME='.length), settle }
}

/** One rename succeeds, however many try. */
function takeAway(path: string): boolean {
  try {
    renameSync(path, `${path}.spent`)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** A run of the gate's: what was changed is judged by the gate before it becomes real, and never by us. */
async function useTicket(packageAt: string, state: string, id: string): Promise<number> {
  const { at, digest, home, settle } = await spendTicket(state, id)
  const { code, tried } = await run(packageAt, join(at, 'plan'), digest)
  // The copy is no place to be in any more.
  process.chdir('/')
  if (tried.length > 0)
    complain(`contained: no network; tried ${tried.join(', ')}; nothing outside the workspace was written`)
  const settled = await settleByDaemon(state, basename(at), code)
  if (settled !== 'nobody') {
    process.stderr.write(settled.says)
    return settled.exit
  }
  // A daemon that died after it had settled left nothing to settle.
  if (!existsSync(at)) return code
  const [program, ...words] = settle
  if (program === undefined) throw new Error('what it changed could not be judged: nothing was written')
  // We were started by the agent: no variable of its says whose settings count, or makes the judge load something.
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home }
  const { status } = spawnSync(program, [...words, String(code)], { env, stdio: 'inherit' })
  return status ?? NOT_DONE
}

/** Removes the directory of a run: what ran in it may have left directories that nobody may enter. */
function forgetAll(path: string): number {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    openAll(path)
    rmSync(path, { recursive: true, force: true })
  }
  return existsSync(path) ? NOT_DONE : 0
}

function openAll(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return
  chmodSync(path, 0o700)
  for (const name of readdirSync(path)) openAll(join(path, name))
}

/** The program that starts us, for whoever starts a runner by one path: it loads nothing that the agent's shell names. */
export function writeCopiedRunner(into: string, launcher: string, packageAt: string): void {
  const words = [process.execPath, launcher, 'run', '--copied', packageAt].map(
    (word) => `'${word.replaceAll("'", `'\\''`)}'`,
  )
  const text = `#!/bin/sh\nunset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS LD_PRELOAD LD_LIBRARY_PATH\nexec ${words.join(' ')} "$@"\n`
  if (existsSync(into) && readFileSync(into, 'utf8') === text) return
  mkdirSync(dirname(into), { recursive: true, mode: 0o700 })
  const scratch = `${into}.${process.pid}.new`
  writeFileSync(scratch, text, { mode: 0o700 })
  renameSync(scratch, into)
}
