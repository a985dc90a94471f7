import { join } from 'node:path'
import type { ChainReader } from '../../journal/chain-reader.ts'
import type { SiemSettings, SiemTarget } from '../../policy/observe-settings.ts'
import type { Environment } from '../compose-reviewer.ts'
import type { Log } from '../daemon/log.ts'
import type { Family } from '../observe/families.ts'
import { GaugeFamily } from '../observe/families.ts'
import { Forwarder, type ForwarderOptions, type TargetState } from './forwarder.ts'

export interface SiemOptions {
  readonly reader: ChainReader
  readonly stateDirectory: string
  readonly environment: Environment
  readonly version: string
  readonly log: Log
  readonly pace?: ForwarderOptions['pace']
}

/** How often the log is looked at when nothing says that it grew. */
const LOOK_EVERY = 1_000
const LOOK_AFTER = 50

/** Everyone to whom the log is sent. One that is away delays only its own. */
export class Siem {
  readonly #options: SiemOptions
  readonly #targets = new Map<string, { readonly said: string; readonly forwarder: Forwarder }>()
  /** Those of targets that the settings no longer name. */
  readonly #ending = new Map<string, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #looking = false

  constructor(options: SiemOptions) {
    this.#options = options
  }

  get states(): readonly TargetState[] {
    return [...this.#targets.values()].map(({ forwarder }) => forwarder.state)
  }

  /** Takes over what the settings say now. A target that is changed goes on from where it was. */
  use(settings: SiemSettings): void {
    const wanted = new Map(settings.map((target) => [target.name, target]))
    for (const [name, { said, forwarder }] of this.#targets)
      if (said !== JSON.stringify(wanted.get(name))) {
        this.#targets.delete(name)
        this.#ending.set(
          name,
          forwarder.stop().finally(() => this.#ending.delete(name)),
        )
      }
    // Two at once would not know of each other how far they are: the new one waits for the end of the old.
    for (const [name, target] of wanted)
      if (!this.#targets.has(name) && !this.#ending.has(name)) this.#targets.set(name, this.#start(target))
    if (this.#targets.size > 0) this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY).unref()
    else this.#rest()
  }

  /** The log has grown. */
  grew(): void {
    if (this.#targets.size > 0) this.#soon ??= setTimeout(() => void this.#look(), LOOK_AFTER).unref()
  }

  async stop(): Promise<void> {
    this.#rest()
    await Promise.all([
      ...[...this.#targets.values()].map(({ forwarder }) => forwarder.stop()),
      ...this.#ending.values(),
    ])
  }

  get families(): readonly Family[] {
    const each = (value: (state: TargetState) => number) => () =>
      new Map(this.states.map((state) => [state.name, value(state)]))
    const target = { label: 'target' } as const
    const counter = { label: 'target', type: 'counter' } as const
    return [
      new GaugeFamily(
        'portcullis_siem_up',
        '1: the target takes records.',
        each(({ trouble }) => (trouble ? 0 : 1)),
        target,
      ),
      new GaugeFamily(
        'portcullis_siem_backlog_records',
        'Records that a target has not acknowledged.',
        each((state) => state.backlog),
        target,
      ),
      new GaugeFamily(
        'portcullis_siem_lag_seconds',
        'How old the oldest of them is.',
        each((state) => state.lagSeconds),
        target,
      ),
      new GaugeFamily(
        'portcullis_siem_delivered_total',
        'Records that a target acknowledged.',
        each((state) => state.delivered),
        counter,
      ),
      new GaugeFamily(
        'portcullis_siem_failures_total',
        'Batches that a target did not take.',
        each((state) => state.failures),
        counter,
      ),
      new GaugeFamily(
        'portcullis_siem_removed_total',
        'Records that retention removed before they were sent.',
        each((state) => state.removed),
        counter,
      ),
    ]
  }

  #start(target: SiemTarget): { readonly said: string; readonly forwarder: Forwarder } {
    const { stateDirectory, ...rest } = this.#options
    const file = join(stateDirectory, 'siem', `${target.name}.json`)
    return { said: JSON.stringify(target), forwarder: new Forwarder({ ...rest, target, file }) }
  }

  async #look(): Promise<void> {
    clearTimeout(this.#soon)
    this.#soon = undefined
    if (this.#looking) return
    this.#looking = true
    try {
      const chains = await this.#options.reader.chains()
      for (const { forwarder } of this.#targets.values()) forwarder.look(chains)
    } catch {
      // Each target says by itself that the log cannot be read.
    } finally {
      this.#looking = false
    }
  }

  #rest(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#soon)
    this.#timer = undefined
    this.#soon = undefined
  }
}
