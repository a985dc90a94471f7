import { spawn, spawnSync } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Step } from './install-system.ts'
import type { SystemPlaces, SystemRecord } from './places.ts'

const SYSTEMD = '/run/systemd/system'
const START_PATIENCE = 60_000
const STOP_PATIENCE = 30_000

/** A trial below a root of its own is nothing for the machine's systemd. */
export function hasSystemd({ root }: SystemPlaces): boolean {
  return root === '/' && existsSync(SYSTEMD)
}

export function pidFile(places: SystemPlaces): string {
  return join(places.state, 'system.pid')
}

/** By systemd, or directly where there is none. */
export function startService(places: SystemPlaces, record: () => SystemRecord): readonly Step[] {
  if (hasSystemd(places))
    return [['daemon-reload'], ['enable', 'portcullis'], ['restart', 'portcullis']].map((words) => ({
      shown: `$ systemctl ${words.join(' ')}`,
      run: () => systemctl(words),
    }))
  return [
    {
      shown: `$ portcullis serve --system${places.root === '/' ? '' : ` --root ${places.root}`} & (there is no systemd: start it again after a reboot)`,
      run: async () => {
        await stopRunning(places, record())
        const { node, launcher } = record()
        const log = openSync(join(places.state, 'service.log'), 'a', 0o600)
        const words = ['--disable-sigusr1', launcher, 'serve', '--system', '--root', places.root]
        const child = spawn(node, words, { detached: true, stdio: ['ignore', log, log], cwd: '/' })
        child.unref()
        if (!(await until(() => answers(places.socket), START_PATIENCE)))
          throw new Error(`the gate did not start: see ${join(places.state, 'service.log')}`)
      },
    },
  ]
}

export function stopService(places: SystemPlaces, record: SystemRecord): readonly Step[] {
  if (hasSystemd(places))
    return [{ shown: '$ systemctl disable --now portcullis', run: () => systemctl(['disable', '--now', 'portcullis']) }]
  return [{ shown: 'the running gate (stopped)', run: () => stopRunning(places, record) }]
}

/** Only a process of the service's own account is ever signalled, whatever the file says. */
export async function stopRunning(places: SystemPlaces, record: SystemRecord): Promise<void> {
  const file = pidFile(places)
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN
  if (!Number.isInteger(pid) || pid <= 1 || ownerOf(pid) !== record.uid) return
  process.kill(pid, 'SIGTERM')
  if (!(await until(() => Promise.resolve(ownerOf(pid) !== record.uid), STOP_PATIENCE))) process.kill(pid, 'SIGKILL')
}

function ownerOf(pid: number): number | undefined {
  try {
    return Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

export function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    const end = (yes: boolean): void => {
      connection.destroy()
      resolve(yes)
    }
    connection.once('connect', () => end(true))
    connection.once('error', () => end(false))
  })
}

async function until(holds: () => Promise<boolean>, most: number): Promise<boolean> {
  const end = performance.now() + most
  while (performance.now() < end) {
    if (await holds()) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

function systemctl(words: readonly string[]): void {
  const { status, stderr } = spawnSync('/usr/bin/systemctl', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`systemctl ${words.join(' ')} failed: ${stderr.trim()}`)
}
