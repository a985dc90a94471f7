import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHILD } from './crash.ts'
import { freshDirectory } from './samples.ts'

/** Counting and failing real system calls needs strace and the right to trace. */
export const canTrace =
  process.platform === 'linux' && spawnSync('strace', ['-qq', '-e', 'trace=none', 'true']).status === 0

export interface SyncCount {
  readonly groups: number
  readonly syncs: number
}

/** How often the disk was told to keep what it was given, for a number of commit groups. */
export function countSyncs(synchronous: 'FULL' | 'NORMAL' | 'OFF', groups: number): SyncCount {
  const directory = freshDirectory()
  const trace = join(directory, 'trace')
  spawnSync('strace', [
    '-f',
    '-qq',
    '--seccomp-bpf',
    '-e',
    'trace=fdatasync,fsync',
    '-o',
    trace,
    process.execPath,
    CHILD,
    'count',
    directory,
    String(groups),
    synchronous,
  ])
  const syncs = readFileSync(trace, 'utf8').match(/\bf(?:data)?sync\(/g)?.length ?? 0
  return { groups, syncs }
}

export interface FaultRun {
  readonly directory: string
  readonly durable: readonly string[]
  readonly refused: readonly string[]
  readonly ended: boolean
  /** The fault was reached: when it was not, the loop is done. */
  readonly injected: boolean
}

/** The n-th call of a kind fails with an I/O error, once or from then on, while `records` records are written. */
export function withFault(call: string, n: number, lasting: 'once' | 'for ever', records: number): FaultRun {
  const directory = freshDirectory()
  const trace = join(directory, 'trace')
  const { stdout } = spawnSync('strace', [
    '-f',
    '-qq',
    '--seccomp-bpf',
    '-e',
    `trace=${call}`,
    '-o',
    trace,
    '-e',
    `inject=${call}:error=EIO:when=${n}${lasting === 'once' ? '' : '+'}`,
    process.execPath,
    CHILD,
    'steps',
    directory,
    String(records),
  ])
  const lines = stdout.toString().split('\n')
  const named = (word: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.split(' ')[1] ?? '')
  return {
    directory,
    durable: named('durable'),
    refused: named('refused'),
    ended: lines.includes('end'),
    injected: existsSync(trace) && readFileSync(trace, 'utf8').includes('INJECTED'),
  }
}
