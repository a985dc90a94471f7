import { signed } from './api.ts'
import { type Fields, parsed } from './fields.ts'
import { Store } from './store.ts'

/** Something the daemon told, as it happened. */
export interface Told {
  readonly kind: string
  readonly data: Fields
}

export type Line = 'connecting' | 'open' | 'broken'

export const line = new Store<Line>('connecting')

const FIRST_PAUSE = 250
const LONGEST_PAUSE = 10_000
/** The daemon says something every 15 seconds, if only that it is there. Silence for longer is a dead line. */
const LONGEST_SILENCE = 40_000

export interface Listening {
  readonly told: (told: readonly Told[]) => void
  /** The line is open again after it was not: what happened in between may be lost. */
  readonly back: () => void
}

/** Listens for as long as the page is open: comes back by itself, and says where it was. */
export function listen(listening: Listening): () => void {
  let last: string | undefined
  let pause = FIRST_PAUSE
  let opened = 0
  let stopped = false
  let current: AbortController | undefined
  let timer: number | undefined
  let silence: number | undefined

  const hear = async (): Promise<void> => {
    const ending = new AbortController()
    current = ending
    const heard = (): void => {
      clearTimeout(silence)
      silence = setTimeout(() => ending.abort(), LONGEST_SILENCE)
    }
    heard()
    const answer = await fetch('/v1/events', {
      headers: last === undefined ? {} : { 'last-event-id': last },
      cache: 'no-store',
      signal: ending.signal,
    })
    if (answer.status === 401) signed.set({ state: 'out', because: 'You were away, so you were signed out.' })
    if (!answer.ok || answer.body === null) throw new Error(`the daemon answered ${answer.status}`)
    line.set('open')
    if (opened++ > 0) listening.back()
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    const events = new EventText()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      heard()
      pause = FIRST_PAUSE
      const told = events.take(value)
      if (told.length === 0) continue
      last = told.at(-1)!.id ?? last
      listening.told(told)
    }
  }

  const goOn = (): void => {
    if (stopped) return
    void hear()
      .catch(() => undefined)
      .then(() => {
        if (stopped) return
        line.set('broken')
        timer = setTimeout(goOn, pause)
        pause = Math.min(LONGEST_PAUSE, pause * 2)
      })
  }
  goOn()
  return () => {
    stopped = true
    clearTimeout(timer)
    clearTimeout(silence)
    current?.abort()
  }
}

/** Server-sent events out of pieces of text. */
export class EventText {
  #rest = ''

  take(text: string): readonly (Told & { readonly id: string | undefined })[] {
    const parts = (this.#rest + text).split('\n\n')
    this.#rest = parts.pop()!
    return parts.flatMap((part) => {
      let [id, kind, data]: [string | undefined, string, string] = [undefined, 'message', '']
      for (const row of part.split('\n')) {
        if (row.startsWith('id: ')) id = row.slice(4)
        else if (row.startsWith('event: ')) kind = row.slice(7)
        else if (row.startsWith('data: ')) data += row.slice(6)
      }
      return data === '' ? [] : [{ id, kind, data: parsed(data) }]
    })
  }
}
