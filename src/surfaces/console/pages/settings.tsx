import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { get, post, Refused } from '../data/api.ts'
import { asFields, type Fields, fieldsOf, numberOf, textOf } from '../data/fields.ts'
import { count } from '../parts/figures.ts'
import { Diff, Said, Section, Table } from '../parts/parts.tsx'
import { Text } from '../parts/text.tsx'
import { tell, tellFailure } from '../shell/notes.tsx'
import { linkTo } from '../shell/router.ts'
import { SettingsEditor } from './settings-editor.tsx'

/** Milliseconds without a key after which what was typed is checked. */
const PAUSE = 400

/** The user's settings as text: what a change would change is shown before it is saved. */
export function Settings(): JSX.Element {
  const [file, setFile] = useState('')
  const [saved, setSaved] = useState('')
  const [digest, setDigest] = useState('')
  const [text, setText] = useState('')
  const [schema, setSchema] = useState<Fields>({})
  const [preview, setPreview] = useState<Fields | undefined>(undefined)
  const [problems, setProblems] = useState<readonly Fields[]>([])
  const [done, setDone] = useState<Fields | undefined>(undefined)

  /** How often the text was changed: an answer about an earlier text is not shown. */
  const edits = useRef(0)

  const edit = (now: string): void => {
    edits.current++
    setText(now)
    setPreview(undefined)
  }
  const load = (): void => {
    const before = edits.current
    get('/v1/settings')
      .then((answer) => {
        setFile(textOf(answer['file']))
        setDigest(textOf(answer['digest']))
        setSchema(asFields(answer['schema']))
        setSaved(textOf(answer['text']))
        // What was typed while the answer was on its way stays, also an emptied text.
        if (edits.current === before) edit(textOf(answer['text']))
      })
      .catch(tellFailure)
  }
  useEffect(load, [])
  const discard = (): void => {
    edit(saved)
    load()
  }
  // Checked as it is typed: `count: 0` looks at the text and replays nothing.
  useEffect(() => {
    if (text === saved) {
      setProblems([])
      return undefined
    }
    const about = edits.current
    const timer = setTimeout(() => {
      post('/v1/settings/preview', { text, count: 0 })
        .then((answer) => edits.current === about && setProblems(fieldsOf(answer['problems'])))
        .catch(() => undefined)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [text, saved])
  const look = (): void => {
    setDone(undefined)
    const about = edits.current
    post('/v1/settings/preview', { text })
      .then((answer) => {
        if (edits.current !== about) return
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
      <SettingsEditor file={file} text={text} schema={schema} problems={problems} onText={edit} />
      {text.trim() === '' && (
        <p class="pad">
          You have no settings of your own yet.{' '}
          <button type="button" onClick={() => edit(TEMPLATE)}>
            Start from a template
          </button>
        </p>
      )}
      <div class="answers">
        <button type="button" class="primary" disabled={text === saved || problems.length > 0} onClick={look}>
          Preview
        </button>
        <button type="button" disabled={preview === undefined || problems.length > 0} onClick={save}>
          Save
        </button>
        <button type="button" class="quiet" disabled={text === saved} onClick={discard}>
          Discard changes
        </button>
      </div>
      {preview !== undefined && problems.length === 0 && <Preview of={preview} />}
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
      <Section title="What people set most">
        <ul class="snippets pad">
          {SNIPPETS.map(([what, snippet]) => (
            <li key={what}>
              <span>{what}</span>
              <code>{snippet}</code>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

const TEMPLATE = `{
  "permissions": {
    // Run without a question: exactly what you name.
    "allow": ["Bash(npm test)"],
    // Always ask a person, in every mode.
    "ask": ["Bash(git push *)"],
    // Never, whatever else says so.
    "deny": ["Read(./secrets/**)"]
  },
  // Servers that are yours: sending to them is no leak.
  "trustedHosts": []
}
`

const SNIPPETS: readonly (readonly [what: string, snippet: string])[] = [
  ['Let a command run', '"permissions": { "allow": ["Bash(make deploy-staging)"] }'],
  ['Always be asked', '"permissions": { "ask": ["Bash(git push *)"] }'],
  ['Close a directory', '"permissions": { "deny": ["Read(./customers/**)"] }'],
  ['Allow pages of a host', '"permissions": { "allow": ["WebFetch(domain:docs.example.com)"] }'],
  ['Name servers that are yours', '"trustedHosts": ["*.example.com"]'],
  ['Let a project’s own settings count', '"trustedWorkspaces": ["/home/you/project"]'],
  ['Have a model review', '"classifier": { "provider": "anthropic", "budget": { "day": 5 } }'],
  ['Answer here, not in the agent', '"approvals": { "prefer": "portcullis" }'],
]

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
