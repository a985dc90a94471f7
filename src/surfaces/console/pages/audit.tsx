import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { address, get } from '../data/api.ts'
import { asFields, type Fields, fieldsOf, numberOf, textOf } from '../data/fields.ts'
import { type Row, rowOfRecord } from '../data/records.ts'
import { useStore } from '../data/store.ts'
import { count, timeOf } from '../parts/figures.ts'
import { Said, Section, Table } from '../parts/parts.tsx'
import { Text } from '../parts/text.tsx'
import { useKeys } from '../shell/keys.ts'
import { Hint, tellFailure } from '../shell/notes.tsx'
import { changeQuery, place } from '../shell/router.ts'
import { Story } from './story.tsx'

const FIELDS = [
  ['text', 'Anywhere'],
  ['session', 'Session'],
  ['agent', 'Agent'],
  ['tool', 'Tool'],
  ['code', 'Reason, or git.*'],
  ['user', 'User'],
  ['event', 'Event'],
] as const

const AT_ONCE = 200
const FORMATS = ['jsonl', 'csv', 'ocsf', 'ecs'] as const

/** The log: search it, prove it, take it elsewhere. */
export function Audit(): JSX.Element {
  const { query } = useStore(place)
  const open = query.get('open') ?? ''
  const filter = filterOf(query)
  const key = JSON.stringify(filter)
  const [found, setFound] = useState<readonly Row[] | undefined>(undefined)
  const [more, setMore] = useState(false)
  const [failed, setFailed] = useState('')

  const search = async (until: number | undefined, signal?: AbortSignal): Promise<void> => {
    const { records } = await get('/v1/audit', { ...filter, limit: AT_ONCE, until: until ?? filter['until'] }, signal)
    const rows = fieldsOf(records).map(rowOfRecord).toReversed()
    setMore(rows.length === AT_ONCE)
    setFound((now) => {
      if (until === undefined) return rows
      const known = new Set((now ?? []).map((row) => row.key))
      return [...(now ?? []), ...rows.filter((row) => !known.has(row.key))]
    })
  }
  useEffect(() => {
    const ending = new AbortController()
    setFailed('')
    search(undefined, ending.signal).catch((error: unknown) => {
      if (!ending.signal.aborted) setFailed(error instanceof Error ? error.message : String(error))
    })
    return () => ending.abort()
  }, [key])
  useKeys('Audit', [
    { keys: '/', does: 'search', run: () => document.querySelector<HTMLInputElement>('#audit-text')?.focus() },
    { keys: 'Escape', does: 'close the record', run: () => changeQuery({ open: '' }) },
  ])
  return (
    <div class={`live ${open === '' ? '' : 'live-open'}`}>
      <div class="page">
        <Search filter={filter} />
        <Proof />
        <Section
          title="Records"
          aside={
            <span class="exports">
              Export what is found:{' '}
              {FORMATS.map((format) => (
                <a key={format} href={address('/v1/audit/export', { ...filter, format })} download>
                  {format}
                </a>
              ))}
            </span>
          }
        >
          {failed !== '' && <Hint title={failed} />}
          {found?.length === 0 && <p class="dim pad">Nothing fits.</p>}
          {found !== undefined && found.length > 0 && (
            <Table
              phone="stacked"
              caption="Records that fit, newest first"
              columns={[
                { name: 'Time' },
                { name: 'Record' },
                { name: 'Decision' },
                { name: 'Agent' },
                { name: 'Tool' },
                { name: 'What', kind: 'wide' },
                { name: 'Reason' },
              ]}
              rows={found.map((row) => [
                timeOf(row.at),
                <button class="link" type="button" onClick={() => changeQuery({ open: row.record })}>
                  {row.record}
                </button>,
                <Said what={row.decision} />,
                row.agent,
                row.tool,
                <code>
                  <Text of={row.summary.slice(0, 300)} />
                </code>,
                row.code,
              ])}
            />
          )}
          {more && (
            <button type="button" class="quiet" onClick={() => void search(found!.at(-1)!.at + 1).catch(tellFailure)}>
              Older
            </button>
          )}
        </Section>
      </div>
      {open !== '' && <Story of={open} onClose={() => changeQuery({ open: '' })} />}
    </div>
  )
}

function filterOf(query: URLSearchParams): Record<string, string> {
  const keys = [...FIELDS.map(([key]) => key), 'decision', 'since', 'until']
  return Object.fromEntries(keys.flatMap((key) => (query.get(key) ? [[key, query.get(key)!]] : [])))
}

/** On a phone only the first field is shown until the others are asked for. */
function Search({ filter }: { filter: Readonly<Record<string, string>> }): JSX.Element {
  const [all, setAll] = useState(false)
  const set = Object.keys(filter).filter((key) => key !== 'text').length
  return (
    <form class="filters audit-search" role="search" onSubmit={(event) => event.preventDefault()}>
      <button
        type="button"
        class="audit-more"
        aria-expanded={all}
        aria-controls="audit-fields"
        onClick={() => setAll(!all)}
      >
        {all ? 'Fewer filters' : set === 0 ? 'More filters' : `More filters (${set} set)`}
      </button>
      <div id="audit-fields" class={all ? 'audit-fields audit-fields-all' : 'audit-fields'}>
        {FIELDS.map(([key, title]) => (
          <label key={key}>
            {title}
            <input
              id={`audit-${key}`}
              value={filter[key] ?? ''}
              spellcheck={false}
              onChange={(event) => changeQuery({ [key]: event.currentTarget.value })}
            />
          </label>
        ))}
        <label>
          Decision
          <select
            value={filter['decision'] ?? ''}
            onChange={(event) => changeQuery({ decision: event.currentTarget.value })}
          >
            <option value="">any</option>
            <option>allow</option>
            <option>contain</option>
            <option>ask</option>
            <option>deny</option>
          </select>
        </label>
        <Day name="since" title="From" value={filter['since']} />
        <Day name="until" title="Before" value={filter['until']} />
      </div>
    </form>
  )
}

function Day({ name, title, value }: { name: string; title: string; value: string | undefined }): JSX.Element {
  const shown = value === undefined ? '' : new Date(Number(value)).toISOString().slice(0, 10)
  return (
    <label>
      {title}
      <input
        type="date"
        value={shown}
        onChange={(event) => {
          const at = Date.parse(event.currentTarget.value)
          changeQuery({ [name]: Number.isNaN(at) ? '' : String(at) })
        }}
      />
    </label>
  )
}

function proofSentence(status: string, records: number): string {
  switch (status) {
    case 'sound':
      return `Sound: ${count(records)} records, none changed, moved, removed or added, and a witness agrees.`
    case 'unwitnessed':
      return `Unwitnessed: ${count(records)} records, and nothing is wrong. No witness outside this account confirms that none was put back.`
    default:
      return 'Not sound. What is below was not written by the gate.'
  }
}

/** Whether any record was changed, moved or removed, chain by chain. */
function Proof(): JSX.Element {
  const [state, setState] = useState<'idle' | 'reading'>('idle')
  const [result, setResult] = useState<Fields | undefined>(undefined)
  const verify = (): void => {
    setState('reading')
    setResult(undefined)
    get('/v1/audit/verify')
      .then(({ verification }) => setResult(asFields(verification)))
      .catch(tellFailure)
      .finally(() => setState('idle'))
  }
  const findings = fieldsOf(result?.['findings'])
  const badChains = new Set(findings.map((finding) => textOf(finding['writer'])))
  return (
    <Section
      title="Proof"
      aside={
        <button type="button" disabled={state === 'reading'} onClick={verify}>
          {state === 'reading' ? 'Reading the whole log …' : 'Verify'}
        </button>
      }
    >
      {result === undefined ? (
        <p class="dim pad">
          Every record carries the hash of the one before it, and the end is sealed with the key. Verify reads them all.
        </p>
      ) : (
        <div role="status">
          <p class={`verdict-line ${result['status'] === 'not sound' ? 'bad' : 'good'}`}>
            {proofSentence(textOf(result['status']), numberOf(result['records']) ?? 0)}
          </p>
          {findings.length > 0 && (
            <Table
              caption="Findings"
              columns={[{ name: 'Record' }, { name: 'What' }, { name: 'In words', kind: 'wide' }]}
              rows={findings.map((finding) => [
                `${textOf(finding['writer']).slice(0, 8)}-${String(numberOf(finding['seq']) ?? '?')}`,
                textOf(finding['kind']),
                textOf(finding['sentence']),
              ])}
            />
          )}
          <Table
            caption="Every chain"
            columns={[
              { name: 'Chain', kind: 'mono' },
              { name: 'Result' },
              { name: 'Records', kind: 'number' },
              { name: 'Signed up to', kind: 'number' },
              { name: 'Head', kind: 'mono' },
            ]}
            rows={fieldsOf(result['chains']).map((chain) => [
              textOf(chain['writer']),
              badChains.has(textOf(chain['writer'])) ? 'broken' : 'whole',
              count(numberOf(chain['records']) ?? 0),
              count(numberOf(chain['signed']) ?? 0),
              textOf(asFields(chain['head'])['hash']).slice(0, 24),
            ])}
          />
        </div>
      )}
    </Section>
  )
}
