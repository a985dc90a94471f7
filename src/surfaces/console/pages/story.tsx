import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { get, post } from '../data/api.ts'
import { type Fields, fieldsOf, textOf } from '../data/fields.ts'
import { mainText, type Row, type StoryView, storyOfRecord } from '../data/records.ts'
import { count, dollars, duration, fullTimeOf, share } from '../parts/figures.ts'
import { Deeds, Facts, Flow, Reasons, Said, Section } from '../parts/parts.tsx'
import { Block, Sentence, Text } from '../parts/text.tsx'
import { ContainedRun, RunOf } from './contained-run.tsx'
import { tell, tellFailure } from '../shell/notes.tsx'
import { linkTo } from '../shell/router.ts'

/** Everything about one decision: what, why, each step, what a model was asked, where it is in the log. */
export function Story({
  of,
  onClose,
  onFound,
}: {
  of: Row | string
  onClose: () => void
  /** Told once what the log has: a line that was only told does not know where that is. */
  onFound?: (record: Fields) => void
}): JSX.Element {
  const id = typeof of === 'string' ? of : of.record
  const [story, setStory] = useState<StoryView | undefined>(undefined)
  const [failed, setFailed] = useState('')
  useEffect(() => {
    if (story !== undefined && id !== '' && story.row.record === id) return undefined
    const ending = new AbortController()
    setStory(undefined)
    setFailed('')
    findRecord(of, ending.signal)
      .then((record) => {
        if (record === undefined) {
          setFailed('It is not in the log.')
          return
        }
        setStory(storyOfRecord(record))
        if (typeof of !== 'string' && !of.demo && of.record === '') onFound?.(record)
      })
      .catch((error: unknown) => {
        if (!ending.signal.aborted) setFailed(error instanceof Error ? error.message : String(error))
      })
    return () => ending.abort()
  }, [id, typeof of === 'string' ? of : of.key])
  const row = story?.row ?? (typeof of === 'string' ? undefined : of)
  return (
    <aside class="story" aria-label="The story of one decision">
      <header class="story-head">
        {row !== undefined && <Said what={row.decision} />}
        <h2>
          <Text of={row === undefined ? 'Decision' : row.tool} />
        </h2>
        <span class="dim">
          <Text of={row?.agent ?? ''} />
        </span>
        <button class="quiet" type="button" onClick={onClose}>
          Close <kbd aria-hidden="true">Esc</kbd>
        </button>
      </header>
      {row?.demo === true && <p class="hint-line">This is the demo. It is not in the log.</p>}
      {story !== undefined && <Told story={story} />}
      {story === undefined && row !== undefined && <Short row={row} failed={failed} />}
      {story === undefined && row === undefined && <p class="dim pad">{failed || 'Loading …'}</p>}
    </aside>
  )
}

/** By its id in the log, or, when the stream did not say it, by session and call. */
async function findRecord(of: Row | string, signal: AbortSignal): Promise<Fields | undefined> {
  if (typeof of !== 'string' && of.demo) return of.story
  const id = typeof of === 'string' ? of : of.record
  if (/^[a-z0-9-]{1,64}$/.test(id)) {
    const { records } = await get(`/v1/audit/records/${id}`, {}, signal)
    return fieldsOf(records)[0]
  }
  if (typeof of === 'string') return undefined
  const { records } = await get(
    '/v1/audit',
    { session: of.session, code: of.code, since: of.at - 60_000, text: of.call, limit: 5 },
    signal,
  )
  return fieldsOf(records).at(-1)
}

/** What the line itself knows. */
function Short({ row, failed }: { row: Row; failed: string }): JSX.Element {
  return (
    <>
      <Block text={row.summary} label="Input" />
      {row.deed !== '' && <Deeds of={[row.deed]} />}
      {row.sentence !== '' && (
        <p class="pad">
          <code class="code">{row.code}</code> <Sentence of={row.sentence} />
        </p>
      )}
      {failed !== '' && <p class="bad pad">{failed}</p>}
    </>
  )
}

function Told({ story }: { story: StoryView }): JSX.Element {
  const { row } = story
  const text = story.text || mainText(story.input)
  const whole = JSON.stringify(story.input, undefined, 2) ?? ''
  return (
    <>
      <Section title="Because">
        <Reasons of={story.because} />
        {row.decision === 'deny' && row.layer === 'review' && <Retry record={row.record} />}
      </Section>
      <Section
        title="Input"
        aside={
          !row.demo && (
            <a class="quiet" href={linkTo(['policy', 'lab'], { record: row.record })}>
              Try it in the lab
            </a>
          )
        }
      >
        <Block text={text} highlights={story.highlights} label="Input, with the dangerous part marked" />
        {whole !== '' && whole !== text && (
          <details>
            <summary>Whole input</summary>
            <Block text={whole} label="Whole input" />
          </details>
        )}
      </Section>
      {story.contained !== undefined && <ContainedRun of={story.contained} />}
      {story.contained === undefined && row.run !== '' && <RunOf session={row.session} run={row.run} />}
      {story.deeds.length > 0 && (
        <Section title="It would">
          <Deeds of={story.deeds} />
        </Section>
      )}
      <Section title="The gate" aside={<span class="dim">{duration(row.micros)}</span>}>
        <Flow of={story.trace} />
      </Section>
      {story.usage.length > 0 && <Review story={story} />}
      <Section title="On record">
        <Facts
          of={[
            ['Time', fullTimeOf(row.at)],
            ['Record', row.record],
            ['Hash', story.hash],
            ['Chain', story.chain],
            ['Event', [story.event, story.severity].filter((part) => part !== '').join(', ')],
            [
              'Session',
              row.demo ? (
                row.session
              ) : (
                <a href={linkTo(['sessions', row.session])}>
                  <Text of={row.session} />
                </a>
              ),
            ],
            ['Sub-agent', row.subagent],
            ['User', story.user],
            ['Approved by', story.approver],
            ['Directory', story.cwd],
            ['Mode', story.mode],
            ['Call', row.call],
            ['Fingerprint', story.fingerprint],
            ['Policy', story.policy],
          ]}
        />
      </Section>
    </>
  )
}

/** A person may let a call through that only the model denied: the next review takes it as the user's wish, once. */
function Retry({ record }: { record: string }): JSX.Element {
  const approve = (): void => {
    post('/v1/approvals/retry', { record })
      .then(() => tell('When the agent tries it again, the review will know that you want it. Once.', 'good'))
      .catch(tellFailure)
  }
  return (
    <p class="pad">
      <button type="button" onClick={approve}>
        Let it try again
      </button>
    </p>
  )
}

function Review({ story }: { story: StoryView }): JSX.Element {
  const [kept, setKept] = useState<Fields | undefined>(undefined)
  const [failed, setFailed] = useState('')
  const load = (): void => {
    if (kept !== undefined) return
    get('/v1/reviews', { call: story.row.call })
      .then(setKept)
      .catch((error: unknown) => setFailed(error instanceof Error ? error.message : String(error)))
  }
  return (
    <Section title="The second opinion">
      {story.usage.map((usage, index) => (
        <Facts
          key={index}
          of={[
            ['Model', `${usage.model}, ${usage.stage}`],
            [
              'Tokens',
              `${count(usage.input)} in (${share(usage.cached / Math.max(1, usage.input + usage.cached))} cached), ${count(usage.output)} out`,
            ],
            ['Cost', dollars(usage.price)],
            ['Took', duration(usage.latencyMs * 1000)],
          ]}
        />
      ))}
      <details onToggle={load}>
        <summary>What it was sent, and what it said</summary>
        {failed !== '' && <p class="dim">{failed}</p>}
        {fieldsOf(kept?.['exchanges']).map((exchange, index) => (
          <div key={index}>
            <h3>{`Sent (${textOf(exchange['stage'])})`}</h3>
            <Block text={wordsIn(exchange['request'])} label="What the model was sent" />
            <h3>Answered</h3>
            <Block text={wordsIn(exchange['reply'])} label="What the model answered" />
          </div>
        ))}
      </details>
    </Section>
  )
}

/** Every text in a request or a reply, in order; whatever has none is shown as JSON. */
function wordsIn(value: unknown): string {
  const words: string[] = []
  const look = (part: unknown): void => {
    if (Array.isArray(part)) for (const item of part) look(item)
    else if (typeof part === 'object' && part !== null)
      for (const [key, item] of Object.entries(part)) {
        if (key === 'text' || key === 'content' || key === 'system') {
          if (typeof item === 'string') words.push(item)
          else look(item)
        } else if (typeof item === 'object') look(item)
      }
  }
  look(value)
  return words.length === 0 ? (JSON.stringify(value, undefined, 2) ?? '') : words.join('\n\n')
}
