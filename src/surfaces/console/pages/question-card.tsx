import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { post } from '../data/api.ts'
import { type Fields, textOf } from '../data/fields.ts'
import { type Choice, loadWhole, type QuestionView } from '../data/questions.ts'
import { countdown, count } from '../parts/figures.ts'
import { Deeds, Diff, Exactly, Reasons, Who } from '../parts/parts.tsx'
import { Text } from '../parts/text.tsx'
import { useBox } from '../shell/keys.ts'
import { tellFailure } from '../shell/notes.tsx'
import { linkTo } from '../shell/router.ts'
import type { Asking } from './approvals.tsx'

/** One question: who asks, exactly what would run, why a person is asked, and the four answers. */
export function QuestionCard({
  question,
  now,
  selected,
  armed,
  asking,
  onSelect,
  onAsk,
  onAnswer,
}: {
  question: QuestionView
  now: number
  selected: boolean
  armed: boolean
  asking: Asking
  onSelect: () => void
  onAsk: (what: Asking) => void
  onAnswer: (choice: Choice) => void
}): JSX.Element {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (selected) card.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  const left = question.expiresAt - now
  const partly = question.shown === ''
  return (
    <article
      ref={card}
      class={`card ${selected ? 'card-selected' : ''}`}
      data-question={question.id}
      data-armed={armed}
      aria-current={selected}
      onFocusIn={onSelect}
      onClick={onSelect}
    >
      <header class="card-head">
        <h2>
          <Text of={question.tool} />
        </h2>
        <span>
          <Who agent={question.agent} subagent={question.subagent} />
        </span>
        <a class="dim clip" href={linkTo(['sessions', question.session])}>
          <Text of={question.session} />
        </a>
        <code class="question-id">{question.id}</code>
        <span
          class={`left ${left < 60_000 ? 'left-short' : ''}`}
          title={question.run === '' ? 'No answer: denied' : 'No answer: the changes stay held'}
        >
          {countdown(left)}
        </span>
      </header>
      <meter
        class="bar time-left"
        min={0}
        max={Math.max(1, question.expiresAt - question.askedAt)}
        value={Math.max(0, left)}
        aria-label="Time left"
      />
      {question.run === '' ? (
        <Exactly text={question.text} label="Exactly what would run" />
      ) : (
        <>
          <p class="hint-line">
            It ran contained, without secrets and network. Nothing is written yet: these changes are held.
          </p>
          <Diff of={question.text} label="What it would change" />
        </>
      )}
      {question.hidden > 0 && (
        <p class="hint-line">
          {count(question.hidden)} characters are left out in the middle.{' '}
          <button type="button" onClick={() => void loadWhole(question.id).catch(tellFailure)}>
            Show all of it <kbd aria-hidden="true">w</kbd>
          </button>
        </p>
      )}
      <p class="card-where dim">
        in <Text of={question.run === '' ? question.cwd : question.workspace} />
      </p>
      {question.deeds.length > 0 && <Deeds of={question.deeds} />}
      <Reasons of={question.why} />
      <footer class="answers">
        <button type="button" class="answer-allow" disabled={partly} onClick={() => onAnswer({ says: 'once' })}>
          {question.run === '' ? 'Allow once' : 'Commit changes'} <kbd aria-hidden="true">o</kbd>
        </button>
        {question.run === '' ? (
          <button type="button" disabled={partly} onClick={() => onAnswer({ says: 'session' })}>
            For the session <kbd aria-hidden="true">s</kbd>
          </button>
        ) : (
          <button type="button" disabled={partly} onClick={() => onAnswer({ says: 'uncontained' })}>
            Run uncontained once <kbd aria-hidden="true">u</kbd>
          </button>
        )}
        {question.offers.length > 0 && (
          <button type="button" disabled={partly} aria-expanded={asking === 'rule'} onClick={() => onAsk('rule')}>
            By a rule <kbd aria-hidden="true">r</kbd>
          </button>
        )}
        <button
          type="button"
          class="answer-deny"
          aria-expanded={asking === 'deny'}
          onClick={() => onAsk(asking === 'deny' ? 'nothing' : 'deny')}
        >
          {question.run === '' ? 'Deny' : 'Discard'} <kbd aria-hidden="true">d</kbd>
        </button>
      </footer>
      {asking === 'deny' && (
        <DenyWords
          about={question.run === '' ? 'a call' : 'a held run'}
          onAnswer={onAnswer}
          onCancel={() => onAsk('nothing')}
        />
      )}
      {asking === 'rule' && (
        <RuleChoice offers={question.offers} onAnswer={onAnswer} onCancel={() => onAsk('nothing')} />
      )}
    </article>
  )
}

function DenyWords({
  about,
  onAnswer,
  onCancel,
}: {
  about: 'a call' | 'a held run'
  onAnswer: (choice: Choice) => void
  onCancel: () => void
}): JSX.Element {
  const [message, setMessage] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useBox(form, onCancel)
  return (
    <form
      ref={form}
      class="more"
      onSubmit={(event) => {
        event.preventDefault()
        onAnswer(message.trim() === '' ? { says: 'deny' } : { says: 'deny', message: message.trim() })
      }}
    >
      <label>
        {about === 'a call' ? 'What the agent should do instead' : 'Why its changes are discarded'}
        <input
          value={message}
          maxLength={2000}
          placeholder="optional"
          onInput={(event) => setMessage(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="answer-deny">
        {about === 'a call' ? 'Deny' : 'Discard'} <kbd aria-hidden="true">Enter</kbd>
      </button>
    </form>
  )
}

function RuleChoice({
  offers,
  onAnswer,
  onCancel,
}: {
  offers: readonly string[]
  onAnswer: (choice: Choice) => void
  onCancel: () => void
}): JSX.Element {
  const [rule, setRule] = useState(offers[0] ?? '')
  const [preview, setPreview] = useState<Fields | undefined>(undefined)
  const box = useRef<HTMLDivElement>(null)
  useBox(box, onCancel)
  const show = (): void => {
    post('/v1/approvals/save-preview', { rule }).then(setPreview).catch(tellFailure)
  }
  return (
    <div class="more" ref={box}>
      <fieldset>
        <legend>Allow every call that fits this rule, narrowest first</legend>
        {offers.map((offer) => (
          <label class="offer" key={offer}>
            <input
              type="radio"
              name="offer"
              checked={offer === rule}
              onChange={() => {
                setRule(offer)
                setPreview(undefined)
              }}
            />
            <code>
              <Text of={offer} />
            </code>
          </label>
        ))}
      </fieldset>
      <div class="answers">
        <button type="button" class="answer-allow" onClick={() => onAnswer({ says: 'rule', rule })}>
          Until the session ends
        </button>
        <button type="button" onClick={show}>
          Save to my settings …
        </button>
      </div>
      {preview !== undefined && (
        <div class="preview">
          <p>
            This is written to <code>{textOf(preview['file'])}</code>:
          </p>
          <Diff of={textOf(preview['diff'])} label="What saving changes" />
          <button type="button" class="primary" onClick={() => onAnswer({ says: 'save', rule })}>
            Save it, and allow this call
          </button>
        </div>
      )}
    </div>
  )
}
