import type { JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { visible } from '../../../call/visible.ts'
import { Fitting, type Filter, filterOf, FILTER_KEYS, isEmpty } from '../data/filter.ts'
import { liveRows } from '../data/live-rows.ts'
import type { Row } from '../data/records.ts'
import { useStore } from '../data/store.ts'
import { count, duration, fullTimeOf, timeOf } from '../parts/figures.ts'
import { DECISIONS } from '../../../verdict.ts'
import { Became, Said, Who } from '../parts/parts.tsx'
import { Text } from '../parts/text.tsx'
import { VirtualList } from '../parts/virtual-list.tsx'
import { useKeys } from '../shell/keys.ts'
import { changeQuery, place } from '../shell/router.ts'
import { FirstRun } from './first-run.tsx'
import { Story } from './story.tsx'

interface Drawn {
  readonly row: Row
  readonly index: number
  readonly isSelected: boolean
  readonly element: JSX.Element
}

/** Several screens of rows. */
const MOST_DRAWN = 400

/** The stream of calls: newest on top, filters in the address, a row opens its story. */
export function Live(): JSX.Element {
  useStore(liveRows.version)
  const { query } = useStore(place)
  const fitting = useMemo(() => new Fitting(liveRows), [])
  const filter = filterOf(query)
  const rows = fitting.look(filter)
  const open = liveRows.keyNow(query.get('open') ?? '')
  const [selectedKey, setSelected] = useState(open)
  const search = useRef<HTMLInputElement>(null)

  const at = (index: number): Row | undefined => rows[rows.length - 1 - index]
  const selectedNow = liveRows.keyNow(selectedKey)
  const selected = useMemo(() => indexOf(rows, selectedNow), [rows, rows.length, selectedNow])
  const choose = (index: number): void => {
    const row = at(Math.max(0, Math.min(rows.length - 1, index)))
    if (row === undefined) return
    setSelected(row.key)
    if (open !== '') changeQuery({ open: row.key })
  }
  useKeys('Live', [
    { keys: 'j', does: 'next row', held: 'acts again', run: () => choose(selected + 1) },
    { keys: 'k', does: 'previous row', held: 'acts again', run: () => choose(selected - 1) },
    { keys: 'Home', does: 'newest row', run: () => choose(0) },
    { keys: 'End', does: 'oldest row that is loaded', run: () => choose(rows.length - 1) },
    { keys: 'Enter', does: 'open the story of the row', run: () => changeQuery({ open: selectedNow }) },
    { keys: 'Escape', does: 'close the story', run: () => changeQuery({ open: '' }) },
    { keys: '/', does: 'search', run: () => search.current?.focus() },
    { keys: 'x', does: 'clear every filter', run: clearFilters },
  ])
  useEffect(() => {
    if (liveRows.rows.every((row) => row.demo)) void liveRows.loadOlder()
  }, [])

  const openRow = useRef((row: Row): void => {
    setSelected(row.key)
    changeQuery({ open: row.key })
  }).current
  // A row that is the same as in the last frame is given back as it was: nothing of it is looked at again.
  const drawn = useRef(new Map<string, Drawn>()).current
  const rendered = (index: number): JSX.Element => {
    const row = at(index)!
    const isSelected = index === selected
    const known = drawn.get(row.key)
    if (known?.row === row && known.index === index && known.isSelected === isSelected) return known.element
    if (drawn.size > MOST_DRAWN) drawn.clear()
    const element = <LiveRow key={row.key} row={row} index={index} selected={isSelected} onOpen={openRow} />
    drawn.set(row.key, { row, index, isSelected, element })
    return element
  }

  const empty = liveRows.rows.length === 0 && liveRows.complete
  const opened = open === '' ? undefined : (rows.find((row) => row.key === open) ?? open)
  return (
    <div class={`live ${opened === undefined ? '' : 'live-open'}`}>
      <div class="live-main">
        <Filters filter={filter} shown={rows.length} search={search} />
        {empty ? (
          <FirstRun />
        ) : (
          <>
            <VirtualList
              size={rows.length}
              selected={selected}
              anchor={liveRows.arrived}
              label="Decisions, newest first"
              head={HEAD}
              onNearEnd={() => void liveRows.loadOlder()}
              render={rendered}
            />
            <Foot shown={rows.length} />
          </>
        )}
      </div>
      {opened !== undefined && (
        <Story
          of={opened}
          onClose={() => changeQuery({ open: '' })}
          onFound={(record) => {
            const { key } = liveRows.learn(record)
            setSelected(key)
            changeQuery({ open: key })
          }}
        />
      )}
    </div>
  )
}

function indexOf(rows: readonly Row[], key: string): number {
  if (key === '') return -1
  for (let index = rows.length - 1; index >= 0; index--) if (rows[index]!.key === key) return rows.length - 1 - index
  return -1
}

function clearFilters(): void {
  changeQuery(Object.fromEntries(FILTER_KEYS.map((key) => [key, ''])))
}

function LiveRow({
  row,
  index,
  selected,
  onOpen,
}: {
  row: Row
  index: number
  selected: boolean
  onOpen: (row: Row) => void
}): JSX.Element {
  return (
    <div
      class={`row row-${row.decision === '' ? 'event' : row.decision} ${selected ? 'row-selected' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-key={row.key}
      onClick={() => onOpen(row)}
    >
      <time role="gridcell" title={fullTimeOf(row.at)}>
        {timeOf(row.at)}
      </time>
      <span role="gridcell">
        <Said what={row.decision} />
      </span>
      <span role="gridcell" class="clip">
        <Who agent={row.agent} subagent={row.subagent} />
        {row.demo && <span class="tag">demo</span>}
      </span>
      <span role="gridcell" class="clip">
        <Text of={row.tool} />
      </span>
      <span role="gridcell" class="clip what">
        {row.decision === 'contain' && <Became what={row.became} />}
        <code>
          <Text of={row.summary} />
        </code>
        {row.deed !== '' && (
          <span class="dim deed">
            <Text of={row.deed} />
          </span>
        )}
      </span>
      <span role="gridcell" class="clip dim">
        <Text of={row.code} />
      </span>
      <span role="gridcell" class="clip dim">
        {row.layer}
      </span>
      <span role="gridcell" class="number dim">
        {duration(row.micros)}
      </span>
    </div>
  )
}

const HEAD = (
  <div class="row row-head" role="row" aria-rowindex={1}>
    {['Time', 'Decision', 'Agent', 'Tool', 'What it would do', 'Reason', 'Layer', 'Took'].map((name) => (
      <span role="columnheader" class={name === 'Took' ? 'number' : ''} key={name}>
        {name}
      </span>
    ))}
  </div>
)

function Filters({
  filter,
  shown,
  search,
}: {
  filter: Filter
  shown: number
  search: { current: HTMLInputElement | null }
}): JSX.Element {
  const known = useMemo(() => namesOf(liveRows.rows), [liveRows.rows.length, liveRows.reshaped])
  const chosen = new Set(filter.decision.split(',').filter((one) => one !== ''))
  const toggle = (decision: string): void => {
    const next = new Set(chosen)
    if (!next.delete(decision)) next.add(decision)
    changeQuery({ decision: DECISIONS.filter((one) => next.has(one)).join(',') })
  }
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label class="search">
        <span class="for-readers">Search</span>
        <input
          ref={search}
          type="search"
          placeholder="Search commands, reasons, sessions"
          value={filter.q}
          spellcheck={false}
          onInput={(event) => changeQuery({ q: event.currentTarget.value })}
        />
        <kbd aria-hidden="true">/</kbd>
      </label>
      <div class="chips" role="group" aria-label="Decisions">
        {DECISIONS.map((decision) => (
          <button
            key={decision}
            type="button"
            class={`chip chip-${decision}`}
            aria-pressed={chosen.has(decision)}
            onClick={() => toggle(decision)}
          >
            {decision}
          </button>
        ))}
      </div>
      <Choose name="agent" value={filter.agent} options={known.agent} />
      <Choose name="tool" value={filter.tool} options={known.tool} />
      <Choose name="layer" value={filter.layer} options={known.layer} />
      {filter.session !== '' && (
        <button type="button" class="chip" aria-pressed="true" onClick={() => changeQuery({ session: '' })}>
          session <Text of={filter.session.slice(0, 24)} /> ×
        </button>
      )}
      {!isEmpty(filter) && (
        <button type="button" class="quiet" onClick={clearFilters}>
          Clear
        </button>
      )}
      <output class="dim shown">{isEmpty(filter) ? '' : `${count(shown)} of ${count(liveRows.rows.length)}`}</output>
    </form>
  )
}

function Choose({ name, value, options }: { name: string; value: string; options: readonly string[] }): JSX.Element {
  const all = value === '' || options.includes(value) ? options : [...options, value]
  return (
    <label class="choose">
      <span class="for-readers">{name}</span>
      <select value={value} onChange={(event) => changeQuery({ [name]: event.currentTarget.value })}>
        <option value="">any {name}</option>
        {all.map((option) => (
          <option value={option} key={option}>
            {visible(option.slice(0, 60))}
          </option>
        ))}
      </select>
    </label>
  )
}

const MOST_OPTIONS = 40

function namesOf(rows: readonly Row[]): Readonly<Record<'agent' | 'tool' | 'layer', readonly string[]>> {
  const found = { agent: new Set<string>(), tool: new Set<string>(), layer: new Set<string>() }
  for (const row of rows)
    for (const key of ['agent', 'tool', 'layer'] as const)
      if (row[key] !== '' && found[key].size < MOST_OPTIONS) found[key].add(row[key])
  const sorted = (set: Set<string>): readonly string[] => [...set].sort()
  return { agent: sorted(found.agent), tool: sorted(found.tool), layer: sorted(found.layer) }
}

function Foot({ shown }: { shown: number }): JSX.Element {
  const { rows, complete, loading, failed } = liveRows
  return (
    <footer class="live-foot dim">
      <span>
        {count(rows.length)} loaded{shown === rows.length ? '' : `, ${count(shown)} shown`}
        {complete ? ', nothing older' : ''}
      </span>
      {loading && <span>loading …</span>}
      {failed !== '' && <span class="bad">{failed}</span>}
      {!complete && !loading && (
        <button type="button" class="quiet" onClick={() => void liveRows.loadOlder()}>
          Load older
        </button>
      )}
      {rows.some((row) => row.demo) && (
        <button type="button" class="quiet" onClick={() => liveRows.forgetDemo()}>
          Remove the demo
        </button>
      )}
    </footer>
  )
}
