import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { ChannelUnusable } from './chat-service.ts'

export interface SecretSource {
  /** The name of an environment variable. */
  readonly env: string | undefined
  readonly file: string | undefined
}

const MOST_BYTES = 4096

/** Reads a token from where the settings say. What goes wrong is told by name, never with a value. */
export function readSecret(
  { env, file }: SecretSource,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (env !== undefined) {
    const value = environment[env]?.trim()
    if (value === undefined || value === '')
      throw new ChannelUnusable(`the environment variable ${env} is not set where the daemon runs`)
    return value
  }
  if (file === undefined) throw new ChannelUnusable('the settings name neither a variable nor a file with the token')
  return secretInFile(file)
}

/** A file that others could have written or can read is no place for a secret. */
function secretInFile(file: string): string {
  let handle: number
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch {
    throw new ChannelUnusable(`${file} cannot be opened`)
  }
  try {
    const stat = fstatSync(handle)
    const isOwn = process.getuid === undefined || stat.uid === process.getuid()
    if (!stat.isFile() || !isOwn || stat.size > MOST_BYTES)
      throw new ChannelUnusable(`${file} is not a small file of yours`)
    if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
      throw new ChannelUnusable(`others may read ${file}: chmod 600 it`)
    const value = readFileSync(handle, 'utf8').trim()
    if (value === '') throw new ChannelUnusable(`${file} is empty`)
    return value
  } finally {
    closeSync(handle)
  }
}
