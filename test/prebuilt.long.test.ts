import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPrebuilt } from '../scripts/prebuilt.ts'
import { LAUNCHER } from '../src/surfaces/launcher.ts'
import { CROSS_COMPILER, CROSS_LIBC, installMissing, placeOf, QEMU, whatIsMissing } from './debian-programs.ts'
import { drive, reads, type Scene, sceneIn, stage } from './hooks/scene.ts'
import { until } from './until.ts'

/** The prebuilt clients, cross-compiled, each in front of the real gate; that of the other machine under qemu. */
let root: string
let directories: readonly string[]

beforeAll(() => {
  installMissing([CROSS_COMPILER, CROSS_LIBC, QEMU])
  for (const program of [CROSS_COMPILER, CROSS_LIBC, QEMU])
    if (placeOf(program) === undefined) expect.fail(whatIsMissing(program))
  root = stage()
  directories = buildPrebuilt(join(root, 'packages'))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

const CASES = [
  { cpu: 'x64', machine: 0x3e, emulator: process.arch === 'x64' ? '' : 'qemu-x86_64-static ' },
  { cpu: 'arm64', machine: 0xb7, emulator: process.arch === 'arm64' ? '' : 'qemu-aarch64-static ' },
] as const

describe.each(CASES)('the client for Linux $cpu', ({ cpu, machine, emulator }) => {
  const directory = (): string => directories.find((one) => basename(one) === `portcullis-hook-linux-${cpu}`)!

  /** A scene whose client is that binary, and how an agent would start it. */
  function scene(): { readonly scene: Scene; readonly entry: string } {
    const made = sceneIn(root, { client: 'native', timeout: 600 })
    const client = join(made.hooks, 'portcullis-hook')
    copyFileSync(join(directory(), 'portcullis-hook'), client)
    chmodSync(client, 0o755)
    return { scene: made, entry: `${emulator}${client} claude-code` }
  }

  test('is a static binary of that machine, in a package for it alone', () => {
    const binary = readFileSync(join(directory(), 'portcullis-hook'))
    expect(binary.readUInt16LE(18)).toBe(machine)
    // No interpreter is asked for: nothing can be loaded into it.
    expect(binary.includes('/ld-linux')).toBe(false)
    const manifest = JSON.parse(readFileSync(join(directory(), 'package.json'), 'utf8')) as Record<string, unknown>
    expect([manifest['os'], manifest['cpu']]).toEqual([['linux'], [cpu]])
    mkdirSync(join(root, 'tarballs'), { recursive: true })
    const packed = spawnSync('npm', ['pack', '--json', '--pack-destination', join(root, 'tarballs'), directory()], {
      encoding: 'utf8',
    })
    const [{ files }] = JSON.parse(packed.stdout) as [{ files: readonly { path: string; mode: number }[] }]
    expect(files.map(({ path }) => path).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
      'portcullis-hook',
      'portcullis-run',
    ])
    for (const program of ['portcullis-hook', 'portcullis-run'])
      expect(files.find(({ path }) => path === program)!.mode & 0o111).not.toBe(0)
  })

  /** No walls can be built under an emulator, and some system calls are missing there: what is left is shown to work. */
  test('has the runner for that machine beside it, which clears a run away and runs no plan that is not one', () => {
    const runner = join(directory(), 'portcullis-run')
    const binary = readFileSync(runner)
    expect(binary.readUInt16LE(18)).toBe(machine)
    expect(binary.includes('/ld-linux')).toBe(false)
    const [program, ...before] = `${emulator}${runner}`.split(' ')
    const place = mkdtempSync(join(root, 'run-'))
    mkdirSync(join(place, 'at', 'work'), { recursive: true, mode: 0o700 })
    writeFileSync(join(place, 'at', 'plan'), 'half a plan\0')
    const ran = spawnSync(program!, [...before, 'run', join(place, 'at', 'plan')], { encoding: 'utf8' })
    expect([ran.status, ran.stderr]).toEqual([125, expect.stringContaining('is not complete')])
    expect(spawnSync(program!, [...before, 'forget', join(place, 'at')]).status).toBe(0)
    expect(existsSync(join(place, 'at'))).toBe(false)
  })

  test('judges without a daemon', async () => {
    const { scene: made, entry } = scene()
    expect(reads(await drive(made, { entry, command: 'ls' }))).toBe('allow')
    expect(reads(await drive(made, { entry, command: 'rm -rf ~' }))).not.toBe('allow')
  })

  test('asks the daemon, believes its proof, and refuses when the proof cannot be checked', async () => {
    const { scene: made, entry } = scene()
    const daemon = spawn(process.execPath, ['--disable-sigusr1', LAUNCHER, 'serve', '--no-port'], {
      env: { HOME: made.home, PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    daemon.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
    const ended = new Promise((resolve) => daemon.once('close', resolve))
    try {
      await until('the daemon listens', () => output.includes('listening'), 60_000)
      expect(reads(await drive(made, { entry, command: 'ls' }))).toBe('allow')
      expect(reads(await drive(made, { entry, command: 'rm -rf ~' }))).not.toBe('allow')
      rmSync(join(made.state, 'hook.key'))
      expect(reads(await drive(made, { entry, command: 'ls' }))).not.toBe('allow')
    } finally {
      daemon.kill('SIGTERM')
      await ended
    }
  })
})
