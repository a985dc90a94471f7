import type { JSX } from 'preact'
import { DECISIONS, LAYERS } from '../../../verdict.ts'
import { get } from '../data/api.ts'
import { useLoaded } from '../data/changes.ts'
import { CONTAINED_RUN, ENDS } from '../data/contained.ts'
import { asFields, type Fields, fieldsOf, numberOf, textOf, textsOf } from '../data/fields.ts'
import { useStore } from '../data/store.ts'
import { Chart } from '../parts/chart.tsx'
import { count, dollars, duration, fullTimeOf, share } from '../parts/figures.ts'
import { Section, Table } from '../parts/parts.tsx'
import { Text } from '../parts/text.tsx'
import { useKeys } from '../shell/keys.ts'
import { Hint } from '../shell/notes.tsx'
import { changeQuery, linkTo, place } from '../shell/router.ts'

const RANGES = [
  ['day', 'Last day', 86_400_000],
  ['week', 'Last week', 7 * 86_400_000],
  ['month', 'Last 30 days', 30 * 86_400_000],
] as const

/** What the gate did over time, what people overrode, how long it took and what it cost. */
export function Insights(): JSX.Element {
  const { query } = useStore(place)
  const range = RANGES.find(([key]) => key === query.get('range')) ?? RANGES[0]
  // To the hour: the same question again is the same answer.
  const to = Math.ceil(Date.now() / 3_600_000) * 3_600_000
  const { value, failed } = useLoaded(`insights ${range[0]}`, (signal) =>
    get('/v1/insights', { from: to - range[2], to }, signal),
  )
  useKeys(
    'Insights',
    RANGES.map(([key, title], index) => ({
      keys: String(index + 1),
      does: title,
      run: () => changeQuery({ range: key }),
    })),
  )
  return (
    <div class="page">
      <div class="chips" role="group" aria-label="How far back">
        {RANGES.map(([key, title]) => (
          <button
            key={key}
            type="button"
            class="chip"
            aria-pressed={key === range[0]}
            onClick={() => changeQuery({ range: key })}
          >
            {title}
          </button>
        ))}
      </div>
      {failed !== '' && <Hint title={failed} />}
      {value === undefined && failed === '' && <p class="dim pad">Counting …</p>}
      {value !== undefined && <Figures of={value} from={to - range[2]} to={to} />}
    </div>
  )
}

function Figures({ of, from, to }: { of: Fields; from: number; to: number }): JSX.Element {
  const buckets = everyBucket(fieldsOf(of['buckets']), numberOf(of['bucketMs']) ?? 0, from, to)
  const total = (decision: string): number =>
    buckets.reduce((sum, bucket) => sum + LAYERS.reduce((more, layer) => more + cell(bucket, layer, decision), 0), 0)
  const totals = DECISIONS.map(total)
  const all = totals.reduce((sum, one) => sum + one, 0)
  const model = asFields(of['model'])
  const contained = asFields(of['contained'])
  return (
    <>
      <ul class="tiles">
        <Tile name="decided" value={count(all)} />
        <Tile name="allowed" value={all === 0 ? '–' : share(total('allow') / all)} />
        <Tile name="contained" value={count(total('contain'))} />
        <Tile name="questions saved by containment" value={count(numberOf(contained['saved']) ?? 0)} />
        <Tile name="asked" value={count(total('ask'))} />
        <Tile name="denied" value={count(total('deny'))} />
        <Tile name="reviews by a model" value={count(numberOf(model['reviews']) ?? 0)} />
        <Tile name="spent on them" value={dollars(numberOf(model['cost']) ?? 0)} />
      </ul>
      <div class="charts">
        <OverTime buckets={buckets} by="decision" />
        <OverTime buckets={buckets} by="layer" />
      </div>
      <div class="charts">
        <Reasons of={fieldsOf(of['reasons'])} />
        <Overridden of={fieldsOf(of['overridden'])} />
      </div>
      <Latency of={asFields(of['latency'])} />
      <div class="charts">
        <Model of={model} />
        <PerAgent of={fieldsOf(of['agents'])} />
      </div>
      {(numberOf(contained['runs']) ?? 0) > 0 && <Contained of={contained} />}
    </>
  )
}

const MOST_BUCKETS = 400

/** Also those in which nothing happened: a quiet night is part of the picture. */
function everyBucket(found: readonly Fields[], size: number, from: number, to: number): readonly Fields[] {
  if (size <= 0 || (to - from) / size > MOST_BUCKETS) return found
  const known = new Map(found.map((bucket) => [numberOf(bucket['at']), bucket]))
  const all: Fields[] = []
  for (let at = Math.floor(from / size) * size; at < to; at += size) all.push(known.get(at) ?? { at })
  return all
}

function Tile({ name, value }: { name: string; value: string }): JSX.Element {
  return (
    <li class="tile">
      <strong>{value}</strong>
      <span class="dim">{name}</span>
    </li>
  )
}

function cell(bucket: Fields, layer: string, decision: string): number {
  return numberOf(asFields(asFields(bucket['byLayer'])[layer])[decision]) ?? 0
}

function OverTime({ buckets, by }: { buckets: readonly Fields[]; by: 'decision' | 'layer' }): JSX.Element {
  const value = (bucket: Fields, name: string): number =>
    by === 'decision'
      ? LAYERS.reduce((sum, layer) => sum + cell(bucket, layer, name), 0)
      : DECISIONS.reduce((sum, decision) => sum + cell(bucket, name, decision), 0)
  const names: readonly string[] =
    by === 'decision' ? DECISIONS : LAYERS.filter((layer) => buckets.some((bucket) => value(bucket, layer) > 0))
  const title = by === 'decision' ? 'Decisions over time' : 'Decisions over time, by the layer that decided'
  return (
    <Chart
      title={title}
      kind="time"
      labels={buckets.map((bucket) => (numberOf(bucket['at']) ?? 0) / 1000)}
      series={names.map((name) => ({
        name,
        colour: by === 'decision' ? `--${name}` : `--layer-${(LAYERS as readonly string[]).indexOf(name)}`,
        values: buckets.map((bucket) => value(bucket, name)),
      }))}
      columns={[{ name: 'From' }, ...names.map((name) => ({ name, kind: 'number' as const }))]}
      rows={buckets.map((bucket) => [
        fullTimeOf(numberOf(bucket['at']) ?? 0),
        ...names.map((name) => count(value(bucket, name))),
      ])}
    />
  )
}

function Reasons({ of }: { of: readonly Fields[] }): JSX.Element {
  const most = Math.max(1, ...of.map((reason) => numberOf(reason['count']) ?? 0))
  return (
    <Section title="Top reasons">
      <Table
        caption="Top reasons"
        columns={[{ name: 'Reason' }, { name: 'Times', kind: 'number' }, { name: 'Share', kind: 'wide' }]}
        rows={of.map((reason) => [
          <a href={linkTo(['audit'], { code: textOf(reason['code']) })}>
            <Text of={textOf(reason['code'])} />
          </a>,
          count(numberOf(reason['count']) ?? 0),
          <meter class="bar" min={0} max={most} value={numberOf(reason['count']) ?? 0} aria-hidden="true" />,
        ])}
      />
    </Section>
  )
}

function Overridden({ of }: { of: readonly Fields[] }): JSX.Element {
  return (
    <Section title="What people overrode" aside={<span class="dim">false alarms to fix</span>}>
      {of.length === 0 ? (
        <p class="dim pad">No one has overridden a decision of the gate.</p>
      ) : (
        <Table
          caption="What people overrode"
          columns={[
            { name: 'Reason' },
            { name: 'Tool' },
            { name: 'What', kind: 'wide' },
            { name: 'Times', kind: 'number' },
          ]}
          rows={of.map((one) => [
            textOf(one['code']),
            textOf(one['tool']),
            <a href={linkTo(['audit'], { open: textsOf(one['records'])[0] ?? '' })}>
              <code>
                <Text of={textOf(one['summary'])} />
              </code>
            </a>,
            count(numberOf(one['count']) ?? 0),
          ])}
        />
      )}
    </Section>
  )
}

function Latency({ of }: { of: Fields }): JSX.Element {
  const layers = LAYERS.filter((layer) => fieldsOf(of[layer]).some((bin) => (numberOf(bin['count']) ?? 0) > 0))
  return (
    <Section title="How long each layer took">
      <div class="charts charts-small">
        {layers.map((layer) => {
          const bins = fieldsOf(of[layer])
          const names = bins.map((bin) => {
            const upTo = numberOf(bin['upTo'])
            return upTo === undefined ? 'more' : duration(upTo)
          })
          const values = bins.map((bin) => numberOf(bin['count']) ?? 0)
          return (
            <Chart
              key={layer}
              title={layer}
              kind="names"
              height={120}
              labels={names}
              series={[{ name: layer, colour: `--layer-${LAYERS.indexOf(layer)}`, values }]}
              columns={[{ name: 'Up to' }, { name: 'Decisions', kind: 'number' }]}
              rows={names.map((name, index) => [name, count(values[index]!)])}
            />
          )
        })}
      </div>
    </Section>
  )
}

function Model({ of }: { of: Fields }): JSX.Element {
  const tokens = asFields(of['tokens'])
  const row = (name: string, value: unknown): readonly [string, string] => [name, count(numberOf(value) ?? 0)]
  return (
    <Section title="The reviewing model">
      <Table
        caption="The reviewing model"
        columns={[
          { name: 'Figure', kind: 'wide' },
          { name: 'Value', kind: 'number' },
        ]}
        rows={[
          row('Reviews', of['reviews']),
          ...(numberOf(of['tokens']) === undefined
            ? Object.entries(tokens).map(([name, value]) => row(`Tokens, ${name}`, value))
            : [row('Tokens', of['tokens'])]),
          ['Read from the cache', share(numberOf(of['cacheShare']) ?? 0)],
          ['Cost', dollars(numberOf(of['cost']) ?? 0)],
        ]}
      />
    </Section>
  )
}

/** How runs behind walls ended. */
function Contained({ of }: { of: Fields }): JSX.Element {
  return (
    <Section title="Contained runs" aside={<a href={linkTo(['audit'], { event: CONTAINED_RUN })}>In Audit</a>}>
      <Table
        caption="Contained runs"
        columns={[
          { name: 'Ended', kind: 'wide' },
          { name: 'Runs', kind: 'number' },
        ]}
        rows={[
          ...Object.entries(ENDS).map(([end, words]) => [words, count(numberOf(of[end]) ?? 0)]),
          ['all', count(numberOf(of['runs']) ?? 0)],
          ['without a question', count(numberOf(of['saved']) ?? 0)],
        ]}
      />
    </Section>
  )
}

function PerAgent({ of }: { of: readonly Fields[] }): JSX.Element {
  return (
    <Section title="By agent">
      <Table
        caption="By agent"
        columns={[
          { name: 'Agent', kind: 'wide' },
          ...DECISIONS.map((name) => ({ name, kind: 'number' as const })),
          { name: 'Cost', kind: 'number' },
        ]}
        rows={of.map((one) => [
          <a href={linkTo(['audit'], { agent: textOf(one['agent']) })}>
            <Text of={textOf(one['agent'])} />
          </a>,
          ...DECISIONS.map((name) => count(numberOf(one[name]) ?? 0)),
          dollars(numberOf(one['cost']) ?? 0),
        ])}
      />
    </Section>
  )
}
