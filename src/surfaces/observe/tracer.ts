import type { JsonObject } from '../../call/tool-call.ts'
import type { TraceSettings } from '../../policy/observe-settings.ts'
import type { Counter, Family } from './families.ts'
import { Counter as CounterFamily, GaugeFamily } from './families.ts'
import { type EndedCall, spansOf } from './spans.ts'

/** Where traces go. */
export interface Collector {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Which share of the calls, 0 to 1. */
  readonly sample: number
}

type Environment = Readonly<Record<string, string | undefined>>

/** More calls than this waiting: the newest are dropped and counted. */
const MOST_WAITING = 2_000
const MOST_AT_ONCE = 256
const EVERY = 1_000
const PATIENCE = 5_000
const TRIES = 3
/** Answers after which the same may be sent again, as OTLP/HTTP says. */
const AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** The settings go before the environment; undefined: no call is traced. */
export function collectorOf(settings: TraceSettings | undefined, environment: Environment): Collector | undefined {
  if (environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return undefined
  if (settings !== undefined) {
    const headers = headersIn(settings.headersEnv === undefined ? undefined : environment[settings.headersEnv])
    return { url: tracesBelow(settings.endpoint), headers, sample: settings.sample ?? 1 }
  }
  const own = environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  const shared = environment['OTEL_EXPORTER_OTLP_ENDPOINT']
  const url = own !== undefined && own !== '' ? own : shared !== undefined && shared !== '' ? tracesBelow(shared) : ''
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return undefined
  const headers = {
    ...headersIn(environment['OTEL_EXPORTER_OTLP_HEADERS']),
    ...headersIn(environment['OTEL_EXPORTER_OTLP_TRACES_HEADERS']),
  }
  return { url, headers, sample: 1 }
}

function tracesBelow(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`
}

/** `name=value,other=value`, values percent-encoded; what has another form is left out. */
function headersIn(text: string | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (text ?? '').split(',').flatMap((pair) => {
      const match = /^\s*([A-Za-z0-9-]+)\s*=\s*([^\r\n]*?)\s*$/.exec(pair)
      if (match === null) return []
      try {
        return [[match[1]!.toLowerCase(), decodeURIComponent(match[2]!)]]
      } catch {
        return []
      }
    }),
  )
}

/**
 * Sends the life of calls to a collector, beside the judging: nothing waits for it, and what cannot be sent is dropped
 * and counted. Off until it is told where to.
 */
export class Tracer {
  readonly #version: string
  readonly #onTrouble: (message: string) => void
  readonly #exported: Counter = new CounterFamily('portcullis_traces_exported_total', 'Traces that a collector took.')
  readonly #dropped: Counter<'reason'> = new CounterFamily(
    'portcullis_traces_dropped_total',
    'Traces that were not sent.',
    'reason',
  )
  #waiting: EndedCall[] = []
  #collector: Collector | undefined
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined

  constructor(version: string, onTrouble: (message: string) => void) {
    this.#version = version
    this.#onTrouble = onTrouble
  }

  get families(): readonly Family[] {
    return [
      this.#exported,
      this.#dropped,
      new GaugeFamily('portcullis_traces_waiting', 'Traces not sent yet.', () => this.#waiting.length),
    ]
  }

  use(collector: Collector | undefined): void {
    this.#collector = collector
  }

  /** Never throws and never waits. */
  ended(call: EndedCall): void {
    if (this.#collector === undefined || call.parent?.sampled === false) return
    if (Math.random() >= this.#collector.sample) return
    if (this.#waiting.length >= MOST_WAITING) {
      this.#dropped.add({ reason: 'queue full' })
      return
    }
    this.#waiting.push(call)
    this.#timer ??= setTimeout(() => void this.flush(), EVERY).unref()
  }

  /** Resolves when what waits has been sent or dropped. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
      if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => void this.flush(), EVERY).unref()
    })
    await this.#sending
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const calls = this.#waiting.splice(0, MOST_AT_ONCE)
      const collector = this.#collector
      const failure = collector === undefined ? 'no collector' : await this.#send(collector, calls)
      if (failure === undefined) this.#exported.add({}, calls.length)
      else {
        this.#dropped.add({ reason: collector === undefined ? 'off' : 'not taken' }, calls.length)
        if (collector !== undefined)
          this.#onTrouble(`${calls.length} traces were dropped: ${new URL(collector.url).host} ${failure}`)
      }
    }
  }

  /** Undefined: taken. */
  async #send({ url, headers }: Collector, calls: readonly EndedCall[]): Promise<string | undefined> {
    let failure = ''
    try {
      const body = JSON.stringify(exportRequest(calls, this.#version))
      for (let attempt = 0; attempt < TRIES; attempt++) {
        if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 200 * 4 ** attempt))
        try {
          const response = await fetch(url, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body,
            redirect: 'error',
            signal: AbortSignal.timeout(PATIENCE),
          })
          await response.body?.cancel()
          if (response.ok) return undefined
          failure = `answered ${response.status}`
          if (!AGAIN.has(response.status)) return failure
        } catch (error) {
          failure = `cannot be reached (${error instanceof Error ? error.name : 'error'})`
        }
      }
      return failure
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}

/** `ExportTraceServiceRequest` in OTLP's JSON form. */
function exportRequest(calls: readonly EndedCall[], version: string): JsonObject {
  const text = (key: string, value: string): JsonObject => ({ key, value: { stringValue: value } })
  return {
    resourceSpans: [
      {
        resource: { attributes: [text('service.name', 'portcullis'), text('service.version', version)] },
        scopeSpans: [{ scope: { name: 'portcullis', version }, spans: calls.flatMap((call) => spansOf(call)) }],
      },
    ],
  }
}
