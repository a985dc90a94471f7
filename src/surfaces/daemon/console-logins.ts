import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Somebody who is logged in to the console. Nothing in it can be used to be that somebody. */
export interface ConsoleSession {
  /** Milliseconds until it ends by itself if nothing more is done with it. */
  readonly idleLeft: number
  /** The user whose login it is; undefined: whoever owns the machine's files. */
  readonly user: string | undefined
  /** Calls back once when the session ends, however it ends. Call what is returned to be left alone. */
  whenEnded(end: () => unknown): () => void
}

/** What a browser holds after a login: the cookie, and the value that every change must bring besides. */
export interface LoggedIn {
  readonly cookie: string
  readonly csrf: string
}

export interface ConsoleLoginsOptions {
  /** Milliseconds by the wall; told apart from the machine's clock for tests. */
  readonly now?: () => number
  /** Milliseconds that never run backwards and that nobody can set. */
  readonly monotonic?: () => number
  /** So many may be logged in at a time; the one longest unused gives way. */
  readonly most?: number
}

const CODE_LASTS = 10 * 60_000
const MOST_CODES = 8
const IDLE_LASTS = 30 * 60_000
const SESSION_LASTS = 12 * 3_600_000
const MOST_SESSIONS = 16

/** For how long a code and the login made with it last, when shorter than usual. */
export interface LoginTerms {
  readonly codeMs?: number
  readonly sessionMs?: number
}

interface Code {
  readonly digest: Buffer
  readonly user: string | undefined
  readonly sessionMs: number
  readonly until: number
}

interface Open {
  readonly id: Buffer
  readonly user: string | undefined
  readonly csrf: Buffer
  readonly until: number
  idleUntil: number
  readonly enders: Set<() => unknown>
}

/**
 * Logins of people to the console. Keeps digests only: whoever reads this memory or a dump of it cannot log in. A code
 * works once; every login makes a new session, so that nobody can prepare one for somebody else.
 */
export class ConsoleLogins {
  readonly #now: () => number
  readonly #most: number
  #codes: Code[] = []
  #sessions: Open[] = []

  constructor(options: ConsoleLoginsOptions = {}) {
    this.#now = strictest(options.now ?? Date.now, options.monotonic ?? (() => performance.now()))
    this.#most = options.most ?? MOST_SESSIONS
  }

  /** A new one-time code. Of too many the oldest is forgotten. */
  newCode(user?: string, { codeMs = CODE_LASTS, sessionMs = SESSION_LASTS }: LoginTerms = {}): string {
    const code = secret()
    this.#codes.push({
      digest: digest(code),
      user,
      sessionMs: Math.min(sessionMs, SESSION_LASTS),
      until: this.#now() + Math.min(codeMs, CODE_LASTS),
    })
    this.#codes = this.#codes.slice(-MOST_CODES)
    return code
  }

  /** Spends a code. `old`: the cookie that came with the request; its session ends. */
  login(code: string, old: string | undefined): LoggedIn | undefined {
    this.sweep()
    const given = digest(code)
    const spent = pick(this.#codes, (known) => timingSafeEqual(known.digest, given))
    if (spent === undefined) return undefined
    this.#codes = this.#codes.filter((known) => known !== spent)
    if (old !== undefined) this.logout(old)
    const made = { cookie: secret(), csrf: secret() }
    const now = this.#now()
    this.#sessions.push({
      id: digest(made.cookie),
      user: spent.user,
      csrf: digest(made.csrf),
      until: now + spent.sessionMs,
      idleUntil: now + IDLE_LASTS,
      enders: new Set(),
    })
    const surplus = this.#sessions
      .toReversed()
      .toSorted((a, b) => b.idleUntil - a.idleUntil)
      .slice(this.#most)
    for (const open of surplus) this.#end(open)
    return made
  }

  /** Whose cookie it is. Looking does not keep a session alive; `use` does. */
  find(cookie: string): ConsoleSession | undefined {
    const open = this.#open(cookie)
    if (open === undefined) return undefined
    return {
      user: open.user,
      idleLeft: Math.min(open.idleUntil, open.until) - this.#now(),
      whenEnded: (end) => {
        open.enders.add(end)
        return () => void open.enders.delete(end)
      },
    }
  }

  /** Something was done with the session: it stays for another while. */
  use(cookie: string): void {
    const open = this.#open(cookie)
    if (open !== undefined) open.idleUntil = this.#now() + IDLE_LASTS
  }

  isCsrf(cookie: string, csrf: string): boolean {
    const open = this.#open(cookie)
    return open !== undefined && timingSafeEqual(open.csrf, digest(csrf))
  }

  logout(cookie: string): void {
    const open = this.#open(cookie)
    if (open !== undefined) this.#end(open)
  }

  /** Ends what has run out. To be called now and then, so that open streams end with their session. */
  sweep(): void {
    const now = this.#now()
    this.#codes = this.#codes.filter((code) => code.until > now)
    for (const open of this.#sessions.filter((one) => one.until <= now || one.idleUntil <= now)) this.#end(open)
  }

  #open(cookie: string): Open | undefined {
    this.sweep()
    const id = digest(cookie)
    return pick(this.#sessions, (open) => timingSafeEqual(open.id, id))
  }

  #end(open: Open): void {
    this.#sessions = this.#sessions.filter((one) => one !== open)
    for (const end of open.enders) end()
    open.enders.clear()
  }
}

/**
 * A clock that only goes forward, as fast as the faster of both: a wall clock that is turned back makes nothing last
 * longer, and a machine that slept, when the other clock may stand still, is noticed by the wall.
 */
function strictest(wall: () => number, monotonic: () => number): () => number {
  let lastWall = wall()
  let lastMonotonic = monotonic()
  let time = 0
  return () => {
    const [wallNow, monotonicNow] = [wall(), monotonic()]
    time += Math.max(0, wallNow - lastWall, monotonicNow - lastMonotonic)
    lastWall = wallNow
    lastMonotonic = monotonicNow
    return time
  }
}

/** All are always compared, over digests of one length: the time taken tells nothing. */
function pick<T>(all: readonly T[], fits: (one: T) => boolean): T | undefined {
  return all.filter(fits)[0]
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
