import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { Counter } from '../src/surfaces/observe/families.ts'
import { loadDaemon, run, type Running } from './daemon/client.ts'
import { type ParsedFamily, parseExposition, selectorsIn } from './prometheus.ts'
import { until } from './until.ts'

const root = join(import.meta.dirname, '..')
let running: Running
let families: readonly ParsedFamily[]

const metricsToken = (): string => readFileSync(running.daemon.paths.metricsToken, 'utf8').trim()

beforeAll(async () => {
  running = await run(await loadDaemon(), {
    settings: JSON.stringify({
      journal: { witness: [{ file: '/dev/null/witness' }] },
      siem: [{ type: 'file', name: 'lake', format: 'ecs', path: '/dev/null/lake' }],
    }),
    siemPace: { first: 20, longest: 20 },
  })
  await running.post('/v1/judge', running.call('ls'))
  await running.post('/v1/judge', running.call('rm -rf ~'))
  await running.get('/v1/health', running.agent)
  const text = await until('the target has failed and knows of both records', async () => {
    const { body } = await running.get('/v1/metrics', metricsToken())
    const failed = /portcullis_siem_failures_total\{target="lake"\} [1-9]/.test(body)
    return failed && /portcullis_siem_backlog_records\{target="lake"\} (?:[2-9]|\d\d)/.test(body) ? body : undefined
  })
  families = parseExposition(text)
})
afterAll(() => running.end())

const valueOf = (name: string, labels: Readonly<Record<string, string>> = {}): number | undefined =>
  families
    .flatMap((family) => family.samples)
    .find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels.get(key) === value),
    )?.value

describe('metrics', () => {
  test.each([
    ['portcullis_decisions_total', { decision: 'allow' }, 1],
    ['portcullis_decisions_total', { decision: 'deny' }, 1],
    ['portcullis_decision_reasons_total', { decision: 'allow', layer: 'review', reason: 'rulebook' }, 1],
    ['portcullis_refusals_total', { code: 'daemon.role' }, 1],
    ['portcullis_judgement_seconds_count', {}, 2],
    ['portcullis_work_seconds_count', {}, 2],
    ['portcullis_layer_seconds_count', { layer: 'firewall' }, 2],
    ['portcullis_journal_commit_seconds_count', {}, 2],
    ['portcullis_review_outcomes_total', { layer: 'review', outcome: 'allow' }, 1],
    ['portcullis_sessions_open', {}, 1],
    ['portcullis_questions_pending', {}, 0],
    ['portcullis_siem_up', { target: 'lake' }, 0],
    ['portcullis_build_info', {}, 1],
  ])('%s %j is %d', (name, labels, expected) => expect(valueOf(name, labels)).toBe(expected))

  test('times are times', () => {
    expect(valueOf('portcullis_journal_commit_timestamp_seconds')).toBeCloseTo(Date.now() / 1000, -2)
    expect(valueOf('process_start_time_seconds')).toBeCloseTo(Date.now() / 1000, -2)
    expect(valueOf('portcullis_siem_backlog_records', { target: 'lake' })).toBeGreaterThanOrEqual(2)
  })

  test('the token for metrics reads metrics and nothing else', async () => {
    expect((await running.get('/v1/metrics', metricsToken())).status).toBe(200)
    expect((await running.get('/v1/metrics', running.agent)).status).toBe(403)
    for (const route of ['/v1/health', '/v1/audit', '/v1/siem', '/v1/sessions', '/v1/events'])
      expect([route, (await running.get(route, metricsToken())).status]).toEqual([route, 403])
    expect((await running.post('/v1/judge', running.call('ls'), metricsToken())).status).toBe(403)
  })

  test('names cannot fill the memory: what is too many is counted as other', () => {
    const counter = new Counter('some_total', 'Some.', 'name')
    for (let index = 0; index < 5_000; index++) counter.add({ name: `n${index}` })
    const [family] = parseExposition(`${counter.lines().join('\n')}\n`)
    expect(family!.samples.length).toBeLessThanOrEqual(401)
    expect(family!.samples.find(({ labels }) => labels.get('name') === 'other')?.value).toBeGreaterThan(4_000)
  })

  test('what would break a line is escaped', () => {
    const counter = new Counter('some_total', 'Line\none \\ two.', 'name')
    counter.add({ name: 'a"b\\c\nd' })
    expect(parseExposition(`${counter.lines().join('\n')}\n`)[0]!.samples).toHaveLength(1)
  })
})

describe('the parser of these tests', () => {
  test.each([
    ['a sample without its TYPE', 'a_total 1\n'],
    ['a counter without _total', '# HELP a A.\n# TYPE a counter\na 1\n'],
    ['no line end', '# HELP a A.\n# TYPE a gauge\na 1'],
    ['a label that is not quoted', '# HELP a A.\n# TYPE a gauge\na{b=c} 1\n'],
    ['a raw quote in a label', '# HELP a A.\n# TYPE a gauge\na{b="c"d"} 1\n'],
    ['a series twice', '# HELP a A.\n# TYPE a gauge\na 1\na 2\n'],
    ['a metric twice', '# HELP a A.\n# TYPE a gauge\na 1\n# HELP a A.\n# TYPE a gauge\n'],
    ['not a number', '# HELP a A.\n# TYPE a gauge\na undefined\n'],
    [
      'buckets that are not cumulative',
      '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
    ],
    ['a histogram without +Inf', '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 1\na_sum 1\na_count 1\n'],
  ])('refuses %s', (_what, text) => expect(() => parseExposition(text)).toThrow())

  test('finds what an expression asks for', () => {
    expect(
      selectorsIn('histogram_quantile(0.9, sum by (le, layer) (rate(a_bucket{b=~"$x", c!="d"}[5m]))) > 2 and e == 1'),
    ).toEqual([
      { metric: 'a_bucket', labels: ['b', 'c', 'layer'] },
      { metric: 'e', labels: ['layer'] },
    ])
  })
})

/** Prometheus adds these to every series. */
const ADDED = new Set(['instance', 'job'])

/** Every series that the daemon can expose, with the labels it can have. */
function exposed(): ReadonlyMap<string, ReadonlySet<string> | 'none yet'> {
  const known = new Map<string, ReadonlySet<string> | 'none yet'>()
  for (const { name, type, samples } of families) {
    const names = type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
    const labels = new Set(samples.flatMap((sample) => [...sample.labels.keys()]))
    for (const each of names) known.set(each, samples.length === 0 ? 'none yet' : labels)
  }
  return known
}

function unknownIn(expression: string): readonly string[] {
  const known = exposed()
  return selectorsIn(expression).flatMap(({ metric, labels }) => {
    const has = known.get(metric)
    if (has === undefined) return [metric]
    if (has === 'none yet') return []
    return labels.filter((label) => !has.has(label) && !ADDED.has(label)).map((label) => `${metric}{${label}}`)
  })
}

interface Panel {
  readonly id: number
  readonly title: string
  readonly type: string
  readonly targets?: readonly { readonly expr: string; readonly refId: string }[]
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
}

describe('the dashboard', () => {
  const dashboard = JSON.parse(readFileSync(join(root, 'deploy/grafana/portcullis.json'), 'utf8')) as {
    readonly panels: readonly Panel[]
    readonly schemaVersion: number
  }
  const panels = dashboard.panels.filter(({ type }) => type !== 'row')

  test.each(panels.map((panel) => [panel.title, panel] as const))('%s asks for what is there', (_title, panel) => {
    expect(panel.targets?.length).toBeGreaterThan(0)
    for (const { expr } of panel.targets!) {
      expect(selectorsIn(expr).length, expr).toBeGreaterThan(0)
      expect(unknownIn(expr), expr).toEqual([])
    }
  })

  test('panels have ids of their own and do not overlap', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36)
  })

  test('every metric of ours has a panel or an alert', () => {
    const shown = new Set(
      [...panels.flatMap(({ targets }) => targets!.map(({ expr }) => expr)), ...alerts.map(({ expr }) => expr)].flatMap(
        (expr) => selectorsIn(expr).map(({ metric }) => metric.replace(/_(?:bucket|sum|count)$/, '')),
      ),
    )
    const ours = families.map(({ name }) => name).filter((name) => name.startsWith('portcullis_'))
    expect(ours.filter((name) => !shown.has(name) && name !== 'portcullis_resident_bytes')).toEqual([])
  })
})

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly description: string }
}

const { groups } = parseYaml(readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')) as {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Alert[] }[]
}
const alerts = groups.flatMap(({ rules }) => rules)

describe('the alerts', () => {
  test.each(alerts.map((alert) => [alert.alert, alert] as const))('%s asks for what is there', (name, alert) => {
    expect(name).toMatch(/^Portcullis[A-Z]\w+$/)
    expect(selectorsIn(alert.expr).length).toBeGreaterThan(0)
    expect(unknownIn(alert.expr), alert.expr).toEqual([])
    expect(alert.labels.severity).toMatch(/^(?:info|warning|critical)$/)
    expect(alert.for ?? '1m').toMatch(/^\d+[smh]$/)
    expect(alert.annotations.summary).not.toBe('')
    expect(alert.annotations.description).not.toBe('')
  })

  test('names are there once', () => expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length))

  test('a metric that nobody exposes would be noticed', () => {
    expect(unknownIn('rate(portcullis_no_such_total[5m]) > 0')).toEqual(['portcullis_no_such_total'])
    expect(unknownIn('sum by (colour) (portcullis_decisions_total)')).toEqual(['portcullis_decisions_total{colour}'])
  })
})
