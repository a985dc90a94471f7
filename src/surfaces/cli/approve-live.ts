import { emitKeypressEvents, type Key } from 'node:readline'
import type { Choice } from '../../humans/questions/question.ts'
import type { DaemonClient } from './daemon-client.ts'
import { type Doing, type Frame, frameOf, type Screen } from './approve-screen.ts'
import { paintFor } from './paint.ts'
import { giveAnswer, type Pending, previewSave, readPending, readWhole } from './pending.ts'
import { told } from './show-question.ts'

/** After the question in view was replaced by another, keys that allow are not taken for this long. */
const STARTLED = 700
const RECONNECT = 1000
const LONGEST_WHY = 1000

const ENTER = '\u001b[?1049h\u001b[?25l'
const LEAVE = '\u001b[?25h\u001b[?1049l'

/** The questions that wait, live, and the keys that answer them. Resolves when the person quits. */
export async function approveLive(
  daemon: DaemonClient,
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Promise<void> {
  await new Live(daemon, input, output).run()
}

class Live {
  readonly #daemon: DaemonClient
  readonly #input: NodeJS.ReadStream
  readonly #output: NodeJS.WriteStream
  readonly #stop = new AbortController()
  readonly #paint
  #questions: readonly Pending[] = []
  /** Texts that were asked for whole. */
  readonly #wholes = new Map<string, Pending>()
  /** How many lines of each question have been on the screen, from the first on, at this width. */
  readonly #seen = new Map<string, { columns: number; lines: number; total: number }>()
  #selected: string | undefined
  #whole = false
  #scroll = 0
  #doing: Doing = { does: 'looking' }
  #status = ''
  #changedAt = Number.NEGATIVE_INFINITY
  #drawn = ''
  /** One key at a time, in order. */
  #keys: Promise<void> = Promise.resolve()

  constructor(daemon: DaemonClient, input: NodeJS.ReadStream, output: NodeJS.WriteStream) {
    this.#daemon = daemon
    this.#input = input
    this.#output = output
    this.#paint = paintFor(output)
  }

  async run(): Promise<void> {
    // Once, before the screen is taken: what is wrong is said where it stays.
    this.#questions = await readPending(this.#daemon)
    this.#select(this.#questions[0]?.id, 'by hand')
    emitKeypressEvents(this.#input)
    this.#input.setRawMode(true)
    this.#input.resume()
    this.#output.write(ENTER)
    const onKey = (text: string | undefined, key: Key): void => {
      if (key.ctrl && key.name === 'c') this.#stop.abort()
      else this.#keys = this.#keys.then(() => this.#key(text ?? '', key))
    }
    const onResize = (): void => this.#draw('anew')
    const quit = (): void => this.#stop.abort()
    this.#input.on('keypress', onKey)
    this.#output.on('resize', onResize)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, quit)
    const clock = setInterval(() => this.#draw(), 1000)
    const following = this.#follow()
    this.#draw('anew')
    try {
      await new Promise<void>((resolve) => this.#stop.signal.addEventListener('abort', () => resolve(), { once: true }))
      await following
    } finally {
      clearInterval(clock)
      this.#input.off('keypress', onKey)
      this.#output.off('resize', onResize)
      this.#input.setRawMode(false)
      this.#input.pause()
      this.#output.write(LEAVE)
    }
  }

  async #follow(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        const refresh = (): void => void this.#refresh()
        await this.#daemon.follow(refresh, (kind) => kind === 'approval' && refresh(), this.#stop.signal)
        this.#say('the daemon went away; waiting for it')
      } catch (error) {
        this.#say(messageOf(error))
      }
      if (!this.#stop.signal.aborted) await new Promise((resolve) => setTimeout(resolve, RECONNECT))
    }
  }

  async #refresh(): Promise<void> {
    try {
      this.#questions = await readPending(this.#daemon)
      if (/daemon/.test(this.#status)) this.#status = ''
    } catch (error) {
      this.#say(messageOf(error))
      return
    }
    const ids = new Set(this.#questions.map(({ id }) => id))
    for (const known of [...this.#wholes.keys(), ...this.#seen.keys()])
      if (!ids.has(known)) {
        this.#wholes.delete(known)
        this.#seen.delete(known)
      }
    if (this.#selected === undefined || !ids.has(this.#selected)) this.#select(this.#questions[0]?.id, 'by itself')
    this.#draw()
  }

  #select(id: string | undefined, how: 'by hand' | 'by itself'): void {
    if (how === 'by itself') this.#changedAt = performance.now()
    this.#selected = id
    this.#whole = false
    this.#scroll = 0
    this.#doing = { does: 'looking' }
  }

  #question(): Pending | undefined {
    const known = this.#questions.find(({ id }) => id === this.#selected)
    return known === undefined ? undefined : (this.#wholes.get(known.id) ?? known)
  }

  async #key(text: string, key: Key): Promise<void> {
    try {
      await this.#act(text, key)
    } catch (error) {
      this.#doing = { does: 'looking' }
      this.#say(messageOf(error))
      await this.#refresh()
    }
    this.#draw()
  }

  async #act(text: string, key: Key): Promise<void> {
    const question = this.#question()
    const doing = this.#doing
    switch (doing.does) {
      case 'looking':
        return this.#look(text, key, question)
      case 'choosing-rule': {
        if (key.name === 'escape') return void (this.#doing = { does: 'looking' })
        const rule = question?.offers[Number(text) - 1]
        if (question === undefined || rule === undefined) return
        return this.#choose(question, rule, doing.as)
      }
      case 'confirming-save':
        if (key.name === 'escape') this.#doing = { does: 'looking' }
        if (text === 'y' && question) await this.#answer(question, { says: 'save', rule: doing.rule })
        return
      case 'writing-why':
        if (key.name === 'escape') this.#doing = { does: 'looking' }
        else if (key.name === 'return' && question)
          await this.#answer(question, doing.text === '' ? { says: 'deny' } : { says: 'deny', message: doing.text })
        else if (question?.contained !== undefined) return
        else if (key.name === 'backspace')
          this.#doing = { ...doing, text: Array.from(doing.text).slice(0, -1).join('') }
        else if (!key.ctrl && !key.meta && text >= ' ')
          this.#doing = { ...doing, text: (doing.text + text).slice(0, LONGEST_WHY) }
        return
    }
  }

  async #look(text: string, key: Key, question: Pending | undefined): Promise<void> {
    if (key.name === 'up' || text === 'k') return this.#move(-1)
    if (key.name === 'down' || text === 'j') return this.#move(1)
    if (key.name === 'pageup') return this.#page(-1)
    if (key.name === 'pagedown') return this.#page(1)
    if (text === 'q' || key.name === 'escape') return this.#leave()
    if (question === undefined) return
    switch (text) {
      case ' ':
      case '\r':
        return this.#showWhole(question)
      case 'd':
        this.#doing = { does: 'writing-why', text: '' }
        return
      case 'o':
      case 's':
      case 'r':
      case 'w':
      case 'u': {
        const why = this.#whyNotYet(question)
        if (why !== undefined) return this.#say(why)
        if (question.contained !== undefined) return this.#decideHeld(question, text)
        if (text === 'u') return
        if (text === 'o' || text === 's') return this.#answer(question, { says: text === 'o' ? 'once' : 'session' })
        const as = text === 'r' ? 'rule' : 'save'
        if (question.offers.length === 0) return this.#say('no rule is narrow enough to offer for this call')
        if (question.offers.length === 1) return this.#choose(question, question.offers[0]!, as)
        this.#doing = { does: 'choosing-rule', as }
      }
    }
  }

  async #decideHeld(question: Pending, key: string): Promise<void> {
    if (key === 'o') return this.#answer(question, { says: 'once' })
    if (key === 'u') return this.#answer(question, { says: 'uncontained' })
    this.#say('a held run is committed (o), discarded (d), or discarded and run once uncontained (u)')
  }

  /** Nobody approves what was not on their screen, to its end. */
  #whyNotYet(question: Pending): string | undefined {
    if (performance.now() - this.#changedAt < STARTLED) return 'another question took its place: look at it first'
    if (question.shown === undefined) return 'press space to see the whole of it first'
    const seen = this.#seen.get(question.id)
    return seen !== undefined && seen.lines >= seen.total ? undefined : 'press space to read it to its end first'
  }

  async #choose(question: Pending, rule: string, as: 'rule' | 'save'): Promise<void> {
    if (as === 'rule') return this.#answer(question, { says: 'rule', rule })
    this.#doing = { does: 'confirming-save', rule, diff: await previewSave(this.#daemon, rule) }
  }

  async #answer(question: Pending, choice: Choice): Promise<void> {
    this.#doing = { does: 'looking' }
    this.#say(`${question.id}: ${await giveAnswer(this.#daemon, question, choice)}`)
    await this.#refresh()
  }

  async #showWhole(question: Pending): Promise<void> {
    if (this.#whole) return this.#page(1)
    if (question.shown === undefined) this.#wholes.set(question.id, await readWhole(this.#daemon, question.id))
    this.#whole = true
    this.#scroll = 0
  }

  #leave(): void {
    if (!this.#whole) return this.#stop.abort()
    this.#whole = false
    this.#scroll = 0
  }

  #move(by: 1 | -1): void {
    if (this.#whole) return this.#scrollTo(this.#scroll + by)
    const at = this.#questions.findIndex(({ id }) => id === this.#selected)
    const next = this.#questions[at + by]
    if (next) this.#select(next.id, 'by hand')
  }

  #page(by: 1 | -1): void {
    const { from, to } = this.#frame()
    this.#scrollTo(from + by * Math.max(1, to - from - 1))
  }

  #scrollTo(line: number): void {
    const { total, from, to } = this.#frame()
    this.#scroll = Math.max(0, Math.min(line, total - (to - from)))
  }

  #frame(): Frame {
    const screen: Screen = {
      questions: this.#questions.map((question) => this.#wholes.get(question.id) ?? question),
      selected: this.#selected,
      whole: this.#whole,
      scroll: this.#scroll,
      doing: this.#doing,
      status: this.#status,
      now: Date.now(),
    }
    return frameOf(screen, { columns: this.#output.columns, rows: this.#output.rows }, this.#paint)
  }

  #say(status: string): void {
    this.#status = told(status)
    this.#draw()
  }

  /** Only what differs from the frame before is sent, as one piece. */
  #draw(how: 'anew' | 'if it changed' = 'if it changed'): void {
    if (this.#stop.signal.aborted) return
    const frame = this.#frame()
    const text = frame.lines.map((line) => `${line}\u001b[0m\u001b[K`).join('\r\n')
    if (how === 'anew' || text !== this.#drawn)
      this.#output.write(`\u001b[?2026h${how === 'anew' ? '\u001b[2J' : ''}\u001b[H${text}\u001b[J\u001b[?2026l`)
    this.#drawn = text
    this.#noteSeen(frame)
  }

  #noteSeen({ total, from, to }: Frame): void {
    if (this.#selected === undefined) return
    const { columns } = this.#output
    const before = this.#seen.get(this.#selected)
    const known = before !== undefined && before.columns === columns && before.total === total ? before.lines : 0
    this.#seen.set(this.#selected, { columns, total, lines: from <= known ? Math.max(known, to) : known })
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
