import { spawn } from 'node:child_process'
import { visible } from '../../call/visible.ts'
import type { NotifySettings } from '../../policy/channel-settings.ts'
import { readSecret } from './secrets.ts'

export type Occasion = 'ask' | 'deny' | 'stop'

export interface Notice {
  readonly occasion: Occasion
  readonly title: string
  /** One line. It may go to a public topic: who, which tool and which id, never what is in the call. */
  readonly text: string
}

export interface NotifierOptions {
  readonly settings: NotifySettings
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The terminal whose bell is rung. */
  readonly terminal: { readonly isTTY?: boolean; write(text: string): unknown }
  readonly onTrouble: (message: string) => void
  readonly now?: () => number
}

type Way = NotifySettings[number]

/** More than this within a minute is one line that counts the rest. */
const MOST_A_MINUTE = 10
const MINUTE = 60_000
const DEADLINE = 10_000
const DEFAULT_OCCASIONS: readonly Occasion[] = ['ask', 'stop']

/** Tells people that something happened. Nobody can answer here, and nothing waits for it or fails because of it. */
export class Notifier {
  readonly #options: NotifierOptions
  readonly #sent = new Map<Way, { since: number; count: number; dropped: number }>()
  readonly #troubled = new Set<Way>()

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  tell(notice: Notice): void {
    for (const way of this.#options.settings) {
      if (!(way.on ?? DEFAULT_OCCASIONS).includes(notice.occasion)) continue
      const more = this.#admit(way)
      if (more === undefined) continue
      const text = visible(more > 0 ? `${notice.text} (and ${more} more before)` : notice.text)
      void this.#send(way, { ...notice, title: visible(notice.title), text }).then(
        () => this.#troubled.delete(way),
        (error: unknown) => this.#complain(way, error),
      )
    }
  }

  /** How many were left out since the last one; undefined: this one is left out too. */
  #admit(way: Way): number | undefined {
    const now = (this.#options.now ?? Date.now)()
    const sent = this.#sent.get(way) ?? { since: now, count: 0, dropped: 0 }
    this.#sent.set(way, sent)
    if (now - sent.since >= MINUTE) Object.assign(sent, { since: now, count: 0 })
    if (sent.count >= MOST_A_MINUTE) {
      sent.dropped++
      return undefined
    }
    sent.count++
    const { dropped } = sent
    sent.dropped = 0
    return dropped
  }

  async #send(way: Way, notice: Notice): Promise<void> {
    switch (way.kind) {
      case 'bell':
        if (this.#options.terminal.isTTY === true) this.#options.terminal.write('\u0007')
        return
      case 'desktop':
        return showOnDesktop(notice, this.#options.environment)
      case 'ntfy': {
        const hasToken = way.tokenEnv !== undefined || way.tokenFile !== undefined
        const source = { env: way.tokenEnv, file: way.tokenFile }
        const token = hasToken ? readSecret(source, this.#options.environment) : undefined
        return publish(way.url, token, notice)
      }
    }
  }

  /** Once, until it works again. */
  #complain(way: Way, error: unknown): void {
    if (this.#troubled.has(way)) return
    this.#troubled.add(way)
    this.#options.onTrouble(`notify (${way.kind}): ${error instanceof Error ? error.message : 'failed'}`)
  }
}

/** No shell, and nothing in the words is an option or markup. */
function showOnDesktop(notice: Notice, environment: NotifierOptions['environment']): Promise<void> {
  const escaped = notice.text.replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? char)
  const urgency = notice.occasion === 'stop' ? 'critical' : 'normal'
  return new Promise((resolve, reject) => {
    const child = spawn('notify-send', ['-a', 'Portcullis', '-u', urgency, '--', notice.title, escaped], {
      stdio: 'ignore',
      env: { ...environment },
      timeout: DEADLINE,
    })
    child.on('error', () => reject(new Error('notify-send cannot be run: is it installed (libnotify)?')))
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`notify-send ended with ${code ?? 'a signal'}`)),
    )
    child.unref()
  })
}

const PRIORITIES: Readonly<Record<Occasion, string>> = { ask: 'high', deny: 'default', stop: 'urgent' }

async function publish(url: string, token: string | undefined, notice: Notice): Promise<void> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new Error('no answer in time')), DEADLINE)
  timer.unref()
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: ending.signal,
      body: notice.text,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        title: notice.title.replace(/[^\x20-\x7e]/g, '?'),
        priority: PRIORITIES[notice.occasion],
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`status ${response.status}`)
  } finally {
    clearTimeout(timer)
  }
}
