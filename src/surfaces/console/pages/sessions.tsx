import type { JSX } from 'preact'
import { post } from '../data/api.ts'
import { useLoaded } from '../data/changes.ts'
import { loadSession, loadSessions, type Moment, type SessionLine, type SessionWhole } from '../data/sessions.ts'
import { useStore } from '../data/store.ts'
import { ago, count, duration, fullTimeOf, timeOf } from '../parts/figures.ts'
import { Facts, Said, Section, Table } from '../parts/parts.tsx'
import { Text } from '../parts/text.tsx'
import { useKeys } from '../shell/keys.ts'
import { Hint, tell, tellFailure } from '../shell/notes.tsx'
import { goTo, linkTo, place } from '../shell/router.ts'
import { Story } from './story.tsx'

/** Sessions, latest first, and one of them in full. */
export function Sessions(): JSX.Element {
  const { rest, query } = useStore(place)
  const list = useLoaded('sessions', loadSessions)
  const sessions = list.value ?? []
  const id = rest[0] ?? sessions[0]?.id ?? ''
  const open = query.get('open') ?? ''
  const move = (by: number): void => {
    const index = sessions.findIndex((session) => session.id === id)
    const next = sessions[Math.max(0, Math.min(sessions.length - 1, index + by))]
    if (next !== undefined) goTo(['sessions', next.id])
  }
  useKeys('Sessions', [
    { keys: 'j', does: 'next session', held: 'acts again', run: () => move(1) },
    { keys: 'k', does: 'previous session', held: 'acts again', run: () => move(-1) },
    { keys: 'Escape', does: 'close the story', run: () => goTo(['sessions', id]) },
  ])
  if (list.failed !== '') return <Hint title={list.failed} />
  if (list.value !== undefined && sessions.length === 0 && rest[0] === undefined)
    return (
      <Hint title="No session is open.">
        <p>Every agent that asks has one. It begins with its first call.</p>
      </Hint>
    )
  return (
    <div class={`split ${open === '' ? '' : 'live-open'}`}>
      <nav class="split-list" aria-label="Sessions">
        <ul>
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} chosen={session.id === id} />
          ))}
        </ul>
      </nav>
      <div class="split-main">{id !== '' && <OneSession key={id} id={id} />}</div>
      {open !== '' && <Story of={open} onClose={() => goTo(['sessions', id])} />}
    </div>
  )
}

function SessionItem({ session, chosen }: { session: SessionLine; chosen: boolean }): JSX.Element {
  return (
    <li>
      <a href={linkTo(['sessions', session.id])} aria-current={chosen ? 'true' : undefined}>
        <span class="clip strong">
          <Text of={session.id} />
        </span>
        <span class="dim small">
          {session.mode} · {count(session.turns)} {session.turns === 1 ? 'turn' : 'turns'} ·{' '}
          {session.usedAt === 0 ? '' : ago(session.usedAt, Date.now())}
        </span>
        <span class="small">
          <State of={session} />
          {session.denied > 0 && <span class="tag tag-hard">{count(session.denied)} denied</span>}
        </span>
      </a>
    </li>
  )
}

function State({ of }: { of: SessionLine }): JSX.Element | null {
  if (of.stopped) return <span class="tag tag-hard">stopped</span>
  return of.paused ? <span class="tag tag-soft">paused</span> : null
}

function OneSession({ id }: { id: string }): JSX.Element {
  const { value: session, failed, again } = useLoaded(`session ${id}`, (signal) => loadSession(id, signal))
  if (failed !== '' && session === undefined) return <Hint title={failed} />
  if (session === undefined) return <p class="dim pad">Loading …</p>
  const change = (path: string, body: object, done: string): void => {
    post(path, body)
      .then(() => {
        tell(done, 'good')
        again()
      })
      .catch(tellFailure)
  }
  return (
    <>
      <header class="page-head">
        <h2 class="clip">
          <Text of={session.id} />
        </h2>
        <State of={session} />
        <div class="answers">
          <button
            type="button"
            disabled={session.stopped}
            title="Everything that would be allowed asks a person first"
            onClick={() =>
              change(
                '/v1/session/pause',
                { id, paused: !session.paused },
                session.paused ? 'Resumed.' : 'Paused: everything asks.',
              )
            }
          >
            {session.paused ? 'Resume' : 'Pause'}
          </button>
          <StopButton session={session} onStop={() => change('/v1/session/stop', { id }, 'Stopped.')} />
        </div>
      </header>
      <Facts
        of={[
          ['Mode', session.mode],
          ['User', session.user],
          ['Questions', session.interactive ? 'an approver is available' : 'no approver: what would ask is denied'],
          ['Has read', hasRead(session)],
          ['Denied by review', `${count(session.denied)} in all, ${count(session.consecutive)} in a row`],
        ]}
      />
      {session.grants.length > 0 && (
        <Section title="Grants">
          <Table
            caption="Grants of this session"
            columns={[{ name: 'What', kind: 'wide' }, { name: 'By' }, { name: 'Since' }, { name: 'Revoke' }]}
            rows={session.grants.map((grant) => [
              <code>
                <Text of={grant.rule || `exactly this input (${grant.fingerprint.slice(0, 12)})`} />
              </code>,
              grant.by,
              timeOf(grant.at),
              <button
                type="button"
                class="quiet"
                onClick={() => change('/v1/session/revoke', { id, grant: grant.id }, 'Revoked.')}
              >
                Revoke
              </button>,
            ])}
          />
        </Section>
      )}
      <Section title="Timeline" aside={<a href={linkTo(['live'], { session: id })}>In Live</a>}>
        <Timeline session={session} />
      </Section>
      {session.files.length > 0 && (
        <Section title="Files it wrote">
          <ul class="files">
            {session.files.map((file) => (
              <li key={file.path}>
                <code>
                  <Text of={file.path} />
                </code>
                {file.kind !== 'text' && <span class="tag">{file.kind}</span>}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** Stopping cannot be taken back, so it asks once more, in place. */
function StopButton({ session, onStop }: { session: SessionWhole; onStop: () => void }): JSX.Element {
  if (session.stopped) return <></>
  return (
    <details class="confirm">
      <summary class="button answer-deny">Stop</summary>
      <div class="confirm-box">
        <p>Everything this agent asks from now on is denied, and it is told to stop.</p>
        <button type="button" class="answer-deny" onClick={onStop}>
          Stop this session
        </button>
      </div>
    </details>
  )
}

function Timeline({ session }: { session: SessionWhole }): JSX.Element {
  if (session.timeline.length === 0) return <p class="dim pad">Nothing yet.</p>
  return (
    <ol class="timeline">
      {session.timeline.map((moment, index) => (
        <TimelineItem key={index} moment={moment} session={session.id} />
      ))}
    </ol>
  )
}

/** What the marks of a session come to. */
function hasRead({ timeline }: SessionWhole): string {
  const marks = new Set(timeline.flatMap((moment) => (moment.kind === 'mark' ? [moment.mark] : [])))
  const outside = marks.has('untrusted') || marks.has('injection')
  if (outside && marks.has('private')) return 'untrusted content and private data: what it would send is asked about'
  if (marks.has('injection')) return 'text that gave it orders'
  if (outside) return 'untrusted content'
  return marks.has('private') ? 'private data' : 'nothing untrusted, nothing private'
}

/** What the gate noted, in a word. */
const MARKS: Readonly<Record<string, string>> = {
  injection: 'gave orders',
  untrusted: 'untrusted',
  private: 'private',
  brought: 'brought in',
}

function TimelineItem({ moment, session }: { moment: Moment; session: string }): JSX.Element {
  switch (moment.kind) {
    case 'said':
      return (
        <li class={`said-turn ${moment.from === 'user' ? '' : 'delivered'}`}>
          <span class="who">{moment.from === 'user' ? 'User' : moment.from || 'Delivered'}</span>
          <p>
            <Text of={moment.text} lines="keep lines" />
          </p>
        </li>
      )
    case 'mark':
      return (
        <li class="call-turn mark-turn">
          <span class="tag">{MARKS[moment.mark] ?? moment.mark}</span>
          <p>
            <Text of={moment.from} />{' '}
            <span class="dim">
              <Text of={moment.text} />
            </span>
          </p>
        </li>
      )
    case 'act':
      return (
        <li class="call-turn act-turn">
          <time class="dim" title={fullTimeOf(moment.at)}>
            {timeOf(moment.at)}
          </time>
          <span class="dim">{moment.text}</span>
        </li>
      )
    case 'old call':
      return (
        <li class={moment.subagent === '' ? 'call-turn' : 'call-turn nested'}>
          <Said what="allow" />
          <span>{moment.tool}</span>
          <code class="clip">
            <Text of={moment.text} />
          </code>
        </li>
      )
    case 'call': {
      const { row } = moment
      return (
        <li class={row.subagent === '' ? 'call-turn' : 'call-turn nested'}>
          <time class="dim" title={fullTimeOf(row.at)}>
            {timeOf(row.at)}
          </time>
          <Said what={row.decision} />
          <a class="clip" href={linkTo(['sessions', session], { open: row.record })}>
            {row.subagent !== '' && <span class="tag">{row.subagent}</span>}
            <Text of={row.tool} />{' '}
            <code>
              <Text of={row.summary} />
            </code>
          </a>
          <span class="dim clip">{row.decision === 'allow' ? duration(row.micros) : row.code}</span>
        </li>
      )
    }
  }
}
