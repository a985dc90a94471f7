import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { get, post, Refused } from '../data/api.ts'
import { asFields, type Fields, fieldsOf, numberOf, textOf } from '../data/fields.ts'
import { count } from '../parts/figures.ts'
import { Diff, Said, Section, Table } from '../parts/parts.tsx'
import { Text } from '../parts/text.tsx'
import { tell, tellFailure } from '../shell/notes.tsx'
import { linkTo } from '../shell/router.ts'

/** The user's settings as text: what a change would change is shown before it is saved. */
export function Settings(): JSX.Element {
  const [file, setFile] = useState('')
  const [saved, setSaved] = useState('')
  const [digest, setDigest] = useState('')
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<Fields | undefined>(undefined)
  const [problems, setProblems] = useState<readonly Fields[]>([])
  const [done, setDone] = useState<Fields | undefined>(undefined)

  const load = (): void => {
    get('/v1/settings')
      .then((answer) => {
        setFile(textOf(answer['file']))
        setDigest(textOf(answer['digest']))
        setSaved(textOf(answer['text']))
        setText(textOf(answer['text']))
        setPreview(undefined)
      })
      .catch(tellFailure)
  }
  useEffect(load, [])
  const look = (): void => {
    setDone(undefined)
    post('/v1/settings/preview', { text })
      .then((answer) => {
        setProblems(fieldsOf(answer['problems']))
        setPreview(answer)
      })
      .catch(refused)
  }
  const refused = (error: unknown): void => {
    if (error instanceof Refused) setProblems(fieldsOf(error.body['problems']))
    tellFailure(error)
  }
  const save = (): void => {
    post('/v1/settings/save', { text, base: digest })
      .then((answer) => {
        tell('Saved. It is in force now.', 'good')
        setDone(answer)
        setPreview(undefined)
        setSaved(text)
        setDigest(textOf(answer['digest']))
      })
      .catch(refused)
  }
  return (
    <div class="settings">
      <label>
        <span>
          <Text of={file || 'Your settings'} />
        </span>
        <textarea
          class="editor"
          rows={18}
          value={text}
          spellcheck={false}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setPreview(undefined)
          }}
        />
      </label>
      {problems.length > 0 && (
        <ul class="problems" role="alert">
          {problems.map((problem, index) => (
            <li key={index}>
              line {numberOf(problem['line']) ?? '?'}: <Text of={textOf(problem['key'])} />{' '}
              <Text of={textOf(problem['message'])} />
            </li>
          ))}
        </ul>
      )}
      <div class="answers">
        <button type="button" class="primary" disabled={text === saved} onClick={look}>
          See what would change
        </button>
        <button type="button" disabled={preview === undefined || problems.length > 0} onClick={save}>
          Save
        </button>
        <button type="button" class="quiet" disabled={text === saved} onClick={load}>
          Throw my change away
        </button>
      </div>
      {preview !== undefined && <Preview of={preview} />}
      {done !== undefined && (
        <Section title="Saved">
          {textOf(done['backup']) !== '' && (
            <p class="pad">
              The file as it was: <code>{textOf(done['backup'])}</code>
            </p>
          )}
          <Diff of={textOf(done['diff'])} label="What was changed" />
        </Section>
      )}
    </div>
  )
}

function Preview({ of }: { of: Fields }): JSX.Element {
  const replay = asFields(of['replay'])
  const changed = fieldsOf(replay['changed'])
  return (
    <>
      <Section title="The change">
        <Diff of={textOf(of['diff'])} label="The change" />
      </Section>
      <Section
        title="What it would have decided otherwise"
        aside={<span class="dim">{count(numberOf(replay['looked']) ?? 0)} recent decisions looked at</span>}
      >
        {changed.length === 0 ? (
          <p class="dim pad">Every one of them would have been the same.</p>
        ) : (
          <Table
            caption="Decisions that would change"
            columns={[
              { name: 'Was' },
              { name: 'Would be' },
              { name: 'Tool' },
              { name: 'What', kind: 'wide' },
              { name: 'Reason' },
            ]}
            rows={changed.map((one) => [
              <Said what={textOf(one['before'])} />,
              <Said what={textOf(one['after'])} />,
              textOf(one['tool']),
              <a href={linkTo(['audit'], { open: textOf(one['record']) })}>
                <code>
                  <Text of={textOf(one['summary'])} />
                </code>
              </a>,
              textOf(one['code']),
            ])}
          />
        )}
      </Section>
    </>
  )
}
