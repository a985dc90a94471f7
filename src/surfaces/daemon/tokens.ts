import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { CannotStart } from './cannot-start.ts'
import { type DaemonPaths, isOwn } from './state.ts'

/** Agents ask for judgements; a channel hands in signed answers and signed heads of other logs; operators see and change everything else. Who scrapes metrics sees them and nothing else. */
export type Role = 'agent' | 'channel' | 'metrics' | 'operator'

/** Tells whose token it is. Keeps only digests. */
export interface Tokens {
  roleOf(token: string): Role | undefined
}

/** Reads the tokens, making them on first use. */
export function loadTokens(paths: DaemonPaths): Tokens {
  const agent = digest(loadToken(paths.agentToken))
  const channel = digest(loadToken(paths.channelToken))
  const metrics = digest(loadToken(paths.metricsToken))
  const operator = digest(loadToken(paths.operatorToken))
  if (timingSafeEqual(agent, operator))
    throw new CannotStart(`both tokens are the same: remove ${paths.agentToken} and ${paths.operatorToken}`)
  if (timingSafeEqual(channel, operator) || timingSafeEqual(channel, agent))
    throw new CannotStart(`two tokens are the same: remove ${paths.channelToken}`)
  if ([agent, channel, operator].some((other) => timingSafeEqual(metrics, other)))
    throw new CannotStart(`two tokens are the same: remove ${paths.metricsToken}`)
  return {
    // All are always compared, over digests of one length: the time taken tells nothing about any.
    roleOf: (token) => {
      const given = digest(token)
      const isAgent = timingSafeEqual(given, agent)
      const isChannel = timingSafeEqual(given, channel)
      const isMetrics = timingSafeEqual(given, metrics)
      const isOperator = timingSafeEqual(given, operator)
      if (isOperator) return 'operator'
      return isAgent ? 'agent' : isChannel ? 'channel' : isMetrics ? 'metrics' : undefined
    },
  }
}

/** 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

function loadToken(path: string): string {
  createOnce(path)
  let file: number
  try {
    // A link would let somebody else choose the token.
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  } catch (error) {
    throw new CannotStart(`the token cannot be read: ${path}`, { cause: error })
  }
  try {
    const stat = fstatSync(file)
    if (!stat.isFile() || !isOwn(stat)) throw new CannotStart(`the token is not a file of yours: ${path}: remove it`)
    if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
      throw new CannotStart(`others may read the token ${path}: remove it, and a new one is made`)
    const token = readFileSync(file, 'utf8').trim()
    if (!TOKEN.test(token)) throw new CannotStart(`this is not a token of 256 bits: ${path}: remove it`)
    return token
  } finally {
    closeSync(file)
  }
}

function createOnce(path: string): void {
  try {
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    chmodSync(path, 0o600)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
