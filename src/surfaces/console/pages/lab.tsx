import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { get, post } from '../data/api.ts'
import { type Fields, fieldsOf, textOf, textsOf } from '../data/fields.ts'
import { liveRows } from '../data/live-rows.ts'
import { highlightsOf, reasonsOf, stepsOf, storyOfRecord } from '../data/records.ts'
import { useStore } from '../data/store.ts'
import { Deeds, Flow, Reasons, Said, Section } from '../parts/parts.tsx'
import { Block, Text } from '../parts/text.tsx'
import { tellFailure } from '../shell/notes.tsx'
import { changeQuery, place } from '../shell/router.ts'

const MODES = ['', 'default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'] as const
/** One after the other, so that the eye can follow. */
const STEP_SHOWN_FOR = 90

/** A call that is only tried: nothing runs, nothing is recorded. */
export function Lab(): JSX.Element {
  const { query } = useStore(place)
  const record = query.get('record') ?? ''
  const [tool, setTool] = useState('Bash')
  const [text, setText] = useState('git push --force origin main')
  const [cwd, setCwd] = useState(liveRows.cwd || '/')
  const [mode, setMode] = useState('')
  const [review, setReview] = useState(false)
  const [tried, setTried] = useState<{ readonly answer: Fields; readonly text: string } | undefined>(undefined)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    if (record === '') return
    get(`/v1/audit/records/${record}`)
      .then(({ records }) => {
        const found = fieldsOf(records)[0]
        if (found === undefined) return
        const story = storyOfRecord(found)
        setTool(story.row.tool)
        setCwd(story.cwd || '/')
        setText(asTyped(story.input))
        setMode('')
      })
      .catch(tellFailure)
  }, [record])

  const run = (): void => {
    const input = inputOf(tool, text)
    if (typeof input === 'string') {
      setProblem(input)
      return
    }
    setProblem('')
    post('/v1/lab', { tool, input, cwd, prompt: true, ...(mode === '' ? {} : { mode }), ...(review ? { review } : {}) })
      .then((answer) => setTried({ answer, text: textOf(input['command']) || text }))
      .catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
  }
  const recent = liveRows.rows.filter((row) => row.record !== '' && !row.demo).slice(-30)
  return (
    <div class="lab">
      <form
        class="lab-form"
        onSubmit={(event) => {
          event.preventDefault()
          run()
        }}
      >
        <div class="lab-line">
          <label>
            Tool
            <input value={tool} spellcheck={false} onInput={(event) => setTool(event.currentTarget.value)} />
          </label>
          <label class="grow">
            Directory
            <input value={cwd} spellcheck={false} onInput={(event) => setCwd(event.currentTarget.value)} />
          </label>
          <label>
            Mode
            <select value={mode} onChange={(event) => setMode(event.currentTarget.value)}>
              {MODES.map((one) => (
                <option value={one} key={one}>
                  {one === '' ? 'as set' : one}
                </option>
              ))}
            </select>
          </label>
        </div>
        <label>
          {tool === 'Bash' || tool === 'PowerShell' ? 'Command, or the whole input as JSON' : 'Input as JSON'}
          <textarea
            rows={5}
            value={text}
            spellcheck={false}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run()
            }}
          />
        </label>
        {problem !== '' && (
          <p class="bad" role="alert">
            {problem}
          </p>
        )}
        <div class="lab-line">
          <button type="submit" class="primary">
            Try it <kbd aria-hidden="true">Ctrl Enter</kbd>
          </button>
          <label class="check">
            <input type="checkbox" checked={review} onChange={(event) => setReview(event.currentTarget.checked)} />
            ask the model too
          </label>
          {recent.length > 0 && (
            <label class="grow">
              <span class="for-readers">From history</span>
              <select value="" onChange={(event) => changeQuery({ record: event.currentTarget.value })}>
                <option value="">from history …</option>
                {recent.toReversed().map((row) => (
                  <option value={row.record} key={row.key}>
                    {`${row.decision} ${row.tool} ${row.summary}`.slice(0, 90)}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
        <p class="dim">Nothing runs, nothing is recorded.</p>
      </form>
      {tried !== undefined && <Result key={JSON.stringify(tried)} answer={tried.answer} typed={tried.text} />}
    </div>
  )
}

/** What was typed as the tool's input, or why it is none. */
function inputOf(tool: string, text: string): Fields | string {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) {
    try {
      return JSON.parse(trimmed) as Fields
    } catch (error) {
      if (tool !== 'Bash' && tool !== 'PowerShell')
        return `This is not JSON: ${error instanceof Error ? error.message : String(error)}`
    }
  }
  if (tool === 'Bash' || tool === 'PowerShell') return { command: text }
  return 'The input of this tool is JSON: {"file_path": "/home/dev/project/a.txt"}'
}

function asTyped(input: unknown): string {
  const entries = Object.entries((input ?? {}) as Fields)
  const [only] = entries
  if (only?.[0] === 'command' && entries.every(([key]) => key === 'command' || key === 'description'))
    return textOf(only[1])
  return JSON.stringify(input, undefined, 2)
}

function Result({ answer, typed }: { answer: Fields; typed: string }): JSX.Element {
  const trace = stepsOf(answer['trace'])
  const [lit, setLit] = useState(matchMedia('(prefers-reduced-motion: reduce)').matches ? trace.length : 0)
  useEffect(() => {
    if (lit >= trace.length) return undefined
    const timer = setTimeout(() => setLit(lit + 1), STEP_SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [lit])
  const deeds = textsOf(answer['deeds'])
  const encoded = textOf(answer['encoded'])
  const prompt = textOf(answer['prompt'])
  const done = lit >= trace.length
  return (
    <div class="lab-result" aria-live="polite" data-done={done}>
      <Section title="The gate">
        <Flow of={trace} lit={lit} />
      </Section>
      <div class={done ? '' : 'not-yet'}>
        <Section title="The verdict" aside={<Said what={textOf(answer['decision'])} />}>
          <Reasons of={reasonsOf(answer['because'])} />
        </Section>
        <Section title="Input">
          <Block text={textOf(answer['text']) || typed} highlights={highlightsOf(answer['highlights'])} label="Input" />
        </Section>
        {deeds.length > 0 && (
          <Section title="It would">
            <Deeds of={deeds} />
          </Section>
        )}
        {encoded !== '' && (
          <Section title="What a reviewer reads">
            <Block text={encoded} label="Encoded call" />
          </Section>
        )}
        {prompt !== '' && (
          <details>
            <summary>The whole prompt that a reviewer would be sent</summary>
            <Block text={prompt} label="Prompt" />
          </details>
        )}
        {deeds.length === 0 && done && (
          <p class="dim">
            <Text of="It does nothing outside the session." />
          </p>
        )}
      </div>
    </div>
  )
}
