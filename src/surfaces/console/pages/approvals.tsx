import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { answer, type Choice, howItEnded, loadWhole, questions, type QuestionView } from '../data/questions.ts'
import { useStore } from '../data/store.ts'
import { timeOf } from '../parts/figures.ts'
import { Table } from '../parts/parts.tsx'
import { Text } from '../parts/text.tsx'
import { disturbances, useKeys } from '../shell/keys.ts'
import { Hint, tell, tellFailure } from '../shell/notes.tsx'
import { canNotify, wantNotifications } from '../shell/notify.ts'
import { QuestionCard } from './question-card.tsx'

/** What a card is being asked, beyond its buttons. */
export type Asking = 'nothing' | 'rule' | 'deny'

/**
 * A card that has just come in front of a person takes no key yet: what was typed was meant for the one before it, or
 * for the dialog, the box or the window that the person comes from.
 */
const ARMS_AFTER = 500

/** Questions that wait, one key each; several agents side by side. */
export function Approvals(): JSX.Element {
  const { pending, settled, loaded } = useStore(questions)
  const [chosen, setChosen] = useState('')
  const [asked, setAsked] = useState<{ readonly of: string; readonly what: Asking }>({ of: '', what: 'nothing' })
  const disturbed = useStore(disturbances)
  const [armed, setArmed] = useState({ of: '', since: -1 })
  const now = useClock()
  const selected = pending.find((question) => question.id === chosen) ?? pending[0]
  const id = selected?.id ?? ''
  const setAsking = (what: Asking, of = id): void => setAsked({ of, what })

  useEffect(() => {
    if (id !== chosen) setChosen(id)
    const timer = setTimeout(() => setArmed({ of: id, since: disturbed }), ARMS_AFTER)
    return () => clearTimeout(timer)
  }, [id, disturbed])

  const say = (question: QuestionView, choice: Choice): void => {
    if (choice.says !== 'deny' && question.shown === '') {
      tell('Show all of it first.', 'bad')
      return
    }
    answer(question, choice)
      .then((refused) => (refused === undefined ? tell(doneWords(choice, question), 'good') : tell(refused, 'bad')))
      .catch(tellFailure)
  }
  const takesKeys = (of: string): boolean => armed.of === of && armed.since === disturbances.value
  const byKey = (run: (question: QuestionView) => void): (() => void) => {
    return () => {
      if (selected !== undefined && takesKeys(selected.id)) run(selected)
    }
  }
  const move = (by: number): void => {
    const index = pending.findIndex((question) => question.id === id)
    const next = pending[Math.max(0, Math.min(pending.length - 1, index + by))]
    if (next !== undefined) setChosen(next.id)
  }
  useKeys('Approvals', [
    {
      keys: 'o',
      does: 'allow once; of a held run: commit its changes',
      run: byKey((question) => say(question, { says: 'once' })),
    },
    {
      keys: 's',
      does: 'allow this exact input for the session',
      run: byKey((one) => one.run === '' && say(one, { says: 'session' })),
    },
    {
      keys: 'u',
      does: 'of a held run: discard its changes, run it once uncontained',
      run: byKey((one) => one.run !== '' && say(one, { says: 'uncontained' })),
    },
    { keys: 'r', does: 'choose a rule', run: byKey((one) => one.offers.length > 0 && setAsking('rule')) },
    { keys: 'd', does: 'deny, with words', run: byKey(() => setAsking('deny')) },
    { keys: 'w', does: 'show the whole text', run: byKey((one) => void loadWhole(one.id).catch(tellFailure)) },
    { keys: 'j', does: 'next question', held: 'acts again', run: () => move(1) },
    { keys: 'k', does: 'previous question', held: 'acts again', run: () => move(-1) },
  ])

  const lanes = lanesOf(pending)
  return (
    <div class="page">
      {pending.length === 0 && (
        <Hint title={loaded ? 'No approvals pending.' : 'Loading …'}>
          {loaded && (
            <p>
              A call that neither the rules nor the review can settle comes here and waits. This tab shows a number in
              its title when one does. <NotifyButton />
            </p>
          )}
        </Hint>
      )}
      {pending.length > 0 && (
        <p class="page-line dim">
          {pending.length === 1 ? 'One question is waiting.' : `${pending.length} questions are waiting.`}{' '}
          <NotifyButton />
        </p>
      )}
      <div class={`lanes ${lanes.length > 1 ? 'lanes-many' : ''}`}>
        {lanes.map(([name, waiting]) => (
          <section class="lane" key={name} aria-label={`Questions of ${name}`}>
            {waiting.map((question) => (
              <QuestionCard
                key={question.id}
                question={question}
                now={now}
                selected={question.id === id}
                armed={takesKeys(question.id)}
                asking={question.id === id && question.id === asked.of ? asked.what : 'nothing'}
                onSelect={() => setChosen(question.id)}
                onAsk={(what) => {
                  setChosen(question.id)
                  setAsking(what, question.id)
                }}
                onAnswer={(choice) => say(question, choice)}
              />
            ))}
          </section>
        ))}
      </div>
      {settled.length > 0 && (
        <section class="section">
          <header>
            <h2>Answered</h2>
          </header>
          <Table
            caption="Questions that were answered"
            columns={[{ name: 'Time' }, { name: 'Agent' }, { name: 'Tool' }, { name: 'How it ended', kind: 'wide' }]}
            rows={settled.slice(0, 25).map((one) => [
              timeOf(one.at),
              one.agent,
              one.tool,
              <span>
                <Text of={howItEnded(one)} />
                {one.rule !== '' && (
                  <code>
                    {' '}
                    <Text of={one.rule} />
                  </code>
                )}
              </span>,
            ])}
          />
        </section>
      )}
    </div>
  )
}

/** One lane for each agent that waits, in the order in which they began to. */
function lanesOf(pending: readonly QuestionView[]): readonly (readonly [string, readonly QuestionView[]])[] {
  const lanes = new Map<string, QuestionView[]>()
  for (const question of pending) {
    const name = `${question.agent} ${question.session}`
    lanes.set(name, [...(lanes.get(name) ?? []), question])
  }
  return [...lanes]
}

function doneWords(choice: Choice, { run }: QuestionView): string {
  if (run !== '' && choice.says === 'once') return 'Committing the changes.'
  if (run !== '' && choice.says === 'deny') return 'Discarded.'
  switch (choice.says) {
    case 'once':
      return 'Allowed once.'
    case 'session':
      return 'Allowed for the session.'
    case 'rule':
      return `Allowed for the session: ${choice.rule}`
    case 'save':
      return `Saved: ${choice.rule}`
    case 'uncontained':
      return 'Discarded. Exactly this call may run once uncontained.'
    case 'deny':
      return 'Denied.'
  }
}

function NotifyButton(): JSX.Element | null {
  const [can, setCan] = useState(canNotify())
  if (can !== 'ask') return null
  return (
    <button type="button" class="quiet" onClick={() => void wantNotifications().then(() => setCan(canNotify()))}>
      Notify me
    </button>
  )
}

/** The time, every second while somebody looks at it. */
function useClock(): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
