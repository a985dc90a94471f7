import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Made, Ran, Scene } from './scene.ts'

/** What must be the same before and after everything that an agent's account tries. */
export interface Shape {
  readonly files: ReadonlyMap<string, string>
  readonly processes: string
}

export function shapeOf(scene: Scene): Shape {
  const { places } = scene
  const files = new Map<string, string>()
  // What the gate itself writes there changes; whose it is and who may use it does not.
  for (const path of [places.root, places.run, places.socket, places.state, places.accounts])
    files.set(path, owner(path))
  for (const name of readdirSync(places.accounts)) {
    const state = join(places.accounts, name)
    files.set(state, owner(state))
    for (const file of ['operator.token', 'agent.token', 'hook.key', 'journal.key', 'journal.db'])
      files.set(join(state, file), owner(join(state, file)))
  }
  files.set(`names in ${places.run}`, readdirSync(places.run).join(' '))
  walk(join(places.root, 'etc'), files)
  const { MAIN, DAEMON, DOOR } = scene.variables()
  return { files, processes: [MAIN, DAEMON, DOOR].map((pid) => processOf(pid!)).join(' · ') }
}

/** What is not as it was, or does not judge as it must; nothing when the gate is whole. */
export function harm(scene: Scene, before: Shape): readonly string[] {
  const after = shapeOf(scene)
  const found: string[] = []
  for (const [path, was] of before.files)
    if (after.files.get(path) !== was) found.push(`${path}: ${was} became ${after.files.get(path) ?? 'nothing'}`)
  for (const path of after.files.keys()) if (!before.files.has(path)) found.push(`${path} is new`)
  if (after.processes !== before.processes) found.push(`processes: ${before.processes} became ${after.processes}`)
  // The other account first: whatever an account does to itself, nobody else waits for it.
  for (const who of [scene.other, scene.agent]) {
    const harmless = servedAgain(scene, who)
    if (harmless.status !== 0) found.push(`${who.name} is refused what is harmless: ${harmless.stderr}`)
    const harmful = scene.call(who, 'rm -rf ~')
    if (harmful.status !== 2 || harmful.stdout.includes('"allow"')) found.push(`${who.name} is allowed what is harmful`)
  }
  return found
}

const AGAIN = 30

/** Who floods the gate with connections is refused for a moment, until they are cut. */
function servedAgain(scene: Scene, who: Made): Ran {
  let ran = scene.call(who, 'ls')
  for (let tries = 0; who === scene.agent && /too many calls/.test(ran.stderr) && tries < AGAIN; tries++) {
    scene.runAs(who, 'sleep 0.5')
    ran = scene.call(who, 'ls')
  }
  return ran
}

function walk(directory: string, files: Map<string, string>): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    const { ino, size, mtimeMs, ctimeMs, uid, gid, mode } = lstatSync(path)
    files.set(path, `${uid}:${gid} ${mode.toString(8)} ${ino} ${size} ${mtimeMs} ${ctimeMs}`)
    if (entry.isDirectory()) walk(path, files)
  }
}

function owner(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 'nothing'
  const { uid, gid, mode, ino } = stat
  return `${uid}:${gid} ${mode.toString(8)} ${ino}`
}

/** Who it is, whether it was stopped, and what it may use. */
function processOf(pid: string): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const limits = readFileSync(`/proc/${pid}/limits`, 'utf8')
    const open = /Max open files\s+(\S+)/.exec(limits)?.[1]
    const oom = readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()
    return `${pid} ${['T', 't', 'Z'].includes(stat[0]!) ? 'stopped' : 'runs'} nice ${stat[16]} files ${open} oom ${oom} began ${stat[19]}`
  } catch {
    return `${pid} is gone`
  }
}
