import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { installMissing, placeOf } from '../debian-programs.ts'

/** Debian's packages: the unit is checked with the first, and this machine is started a second time with the other. */
export const SYSTEMD = { package: 'systemd', places: ['/usr/bin/systemd-analyze'] } as const
const NSPAWN = { package: 'systemd-container', places: ['/usr/bin/systemd-nspawn'] } as const

const isRoot = process.getuid?.() === 0
if (isRoot) installMissing([SYSTEMD, NSPAWN])

/** Why the unit cannot be checked here; undefined: it can. */
export const noSystemd: string | undefined =
  placeOf(SYSTEMD) === undefined ? 'systemd is not installed: `apt-get install systemd`' : undefined

/** Why this machine cannot be started a second time, in namespaces of its own; undefined: it can. */
export const noBoot: string | undefined = cannotBoot()

function cannotBoot(): string | undefined {
  if (!isRoot) return 'it takes root'
  if (placeOf(NSPAWN) === undefined) return 'systemd-nspawn is not installed: `apt-get install systemd-container`'
  const mounted = mountRoot()
  if (typeof mounted === 'string') return mounted
  mounted.remove()
  return undefined
}

interface Root {
  readonly root: string
  readonly place: string
  remove(): void
}

/** All that this machine has, under a layer that takes every change. */
function mountRoot(): Root | string {
  const place = mkdtempSync('/tmp/pcboot-')
  const remove = (): void => {
    spawnSync('/bin/umount', ['-R', join(place, 'disk', 'root')])
    spawnSync('/bin/umount', [join(place, 'disk')])
    rmSync(place, { recursive: true, force: true })
  }
  const disk = join(place, 'disk')
  const root = join(disk, 'root')
  mkdirSync(disk)
  const failed = (words: readonly string[]): string | undefined => {
    const { status, stderr } = spawnSync('/bin/mount', words, { encoding: 'utf8' })
    return status === 0 ? undefined : stderr.trim()
  }
  let why = failed(['-t', 'tmpfs', '-o', 'size=2g,mode=755', 'tmpfs', disk])
  if (why === undefined) {
    for (const name of ['root', 'upper', 'work']) mkdirSync(join(disk, name))
    const layers = `lowerdir=/,upperdir=${join(disk, 'upper')},workdir=${join(disk, 'work')}`
    why = failed(['-t', 'overlay', '-o', layers, 'overlay', root])
  }
  if (why === undefined) return { root, place, remove }
  remove()
  return `no second root can be mounted: ${why}`
}

export interface Booted {
  /** Lines `name=value` that the script wrote. */
  readonly facts: ReadonlyMap<string, string>
  /** Everything that it said. */
  readonly log: string
}

const PATIENCE = 240_000

const CHECKOUT = join(import.meta.dirname, '..', '..')
/** A second machine has a /tmp of its own, and sees no other file system than the root's: the checkout may lie on either. */
const CHECKOUT_INSIDE = '/srv/portcullis-checkout'

/** Where a file of the checkout is in the machine that `booted` starts. */
export function insideBooted(path: string): string {
  const below = relative(CHECKOUT, path)
  return below.startsWith('..') ? path : join(CHECKOUT_INSIDE, below)
}

/**
 * Starts this machine's own Debian a second time, with systemd as the first process of namespaces without a network, and
 * lets a script run in it as root. Nothing of the machine itself is changed.
 */
export async function booted(script: string): Promise<Booted> {
  const mounted = mountRoot()
  if (typeof mounted === 'string') throw new Error(mounted)
  const { root, place, remove } = mounted
  const shared = join(place, 'shared')
  mkdirSync(shared)
  try {
    writeFileSync(join(shared, 'script'), script)
    const units = join(root, 'etc', 'systemd', 'system')
    mkdirSync(units, { recursive: true })
    writeFileSync(join(units, 'portcullis-test.target'), '[Unit]\nRequires=basic.target portcullis-test.service\n')
    writeFileSync(
      join(units, 'portcullis-test.service'),
      `[Unit]\nRequires=dbus.socket\nAfter=basic.target dbus.socket\n[Service]\nType=oneshot\nTimeoutStartSec=infinity\n` +
        `ExecStart=/bin/bash /portcullis-test/script\nExecStopPost=/usr/bin/systemctl --no-block poweroff\n` +
        `StandardOutput=file:/portcullis-test/log\nStandardError=inherit\n`,
    )
    const words = [
      '--register=no',
      '--keep-unit',
      '--private-network',
      '--quiet',
      '--console=pipe',
      `--directory=${root}`,
      `--machine=pc${process.pid}`,
      `--bind=${shared}:/portcullis-test`,
      `--bind-ro=${CHECKOUT}:${CHECKOUT_INSIDE}`,
      '--boot',
      '--',
      '--unit=portcullis-test.target',
    ]
    const said = await ended(NSPAWN.places[0], words)
    const read = (name: string): string =>
      existsSync(join(shared, name)) ? readFileSync(join(shared, name), 'utf8') : ''
    const facts = read('facts')
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
    return { facts: new Map(facts), log: `${said.slice(-4_000)}\n${read('log')}` }
  } finally {
    remove()
  }
}

function ended(program: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] })
    const parts: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => void parts.push(part))
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(parts).toString())
    })
  })
}
