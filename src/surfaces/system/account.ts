import { spawnSync } from 'node:child_process'

/** An account of this machine, as the machine itself knows it. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** The groups it belongs to, its first one among them. */
  readonly groups: readonly number[]
  readonly home: string
}

/** Undefined: there is no such account, or it has no home directory. Directory services are asked as well. */
export function accountOf(nameOrUid: string | number): Account | undefined {
  const line = run('getent', ['passwd', String(nameOrUid)])
  const [name, , uid, gid, , home] = (line ?? '').trim().split(':')
  if (name === undefined || name === '' || home === undefined || !home.startsWith('/')) return undefined
  const numbers = [Number(uid), Number(gid)] as const
  if (!numbers.every((number) => Number.isInteger(number) && number >= 0)) return undefined
  if (typeof nameOrUid === 'number' && numbers[0] !== nameOrUid) return undefined
  const groups = (run('id', ['-G', name]) ?? '').trim().split(/\s+/).map(Number).filter(Number.isInteger)
  return { name, uid: numbers[0], gid: numbers[1], groups: [...new Set([numbers[1], ...groups])], home }
}

function run(program: 'getent' | 'id', words: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(`/usr/bin/${program}`, words, {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    timeout: 10_000,
  })
  return status === 0 ? stdout : undefined
}
