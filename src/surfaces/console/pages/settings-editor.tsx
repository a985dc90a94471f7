import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type * as Complete from '../data/complete.ts'
import type { Suggestion } from '../data/complete.ts'
import { type Fields, numberOf, textOf } from '../data/fields.ts'
import { Text } from '../parts/text.tsx'

/** What could stand at the caret of one text. */
interface Offers {
  readonly offered: readonly Suggestion[]
  readonly about: string
}
const NONE: Offers = { offered: [], about: '' }

/** The text of the settings, with what could stand at the caret, and what is wrong with it by line. */
export function SettingsEditor({
  file,
  text,
  schema,
  problems,
  onText,
}: {
  file: string
  text: string
  schema: Fields
  problems: readonly Fields[]
  onText: (text: string) => void
}): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null)
  const [{ offered, about }, setOffers] = useState<Offers>(NONE)
  const [chosen, setChosen] = useState(0)
  const complete = useRef<typeof Complete | undefined>(undefined)

  const offer = (now: string, at: number, when: 'typing' | 'asked'): void => {
    setChosen(0)
    // Loaded only by whoever edits settings.
    void import('../data/complete.ts').then((loaded) => {
      complete.current = loaded
      setOffers({ offered: loaded.suggestionsAt(now, at, schema, when), about: now })
    })
  }
  /** What the key takes. The list that is drawn may be about an earlier text, when keys come faster than drawings. */
  const offeredFor = ({ value, selectionStart }: HTMLTextAreaElement): Suggestion | undefined => {
    if (about === value) return offered[chosen]
    if (offered.length === 0) return undefined
    return complete.current?.suggestionsAt(value, selectionStart, schema, 'typing')[0]
  }
  const take = (suggestion: Suggestion): void => {
    setOffers(NONE)
    const { current } = area
    if (current !== null) {
      // At once, and not with the next drawing: the next key may come before that.
      current.value = suggestion.text
      current.focus()
      current.setSelectionRange(suggestion.caret, suggestion.caret)
    }
    onText(suggestion.text)
  }
  const pressed = (event: KeyboardEvent): void => {
    const { current } = area
    if (current === null) return
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      offer(current.value, current.selectionStart, 'asked')
      return
    }
    const suggestion = offeredFor(current)
    if (suggestion === undefined) return
    if (event.key === 'Tab' || event.key === 'Enter') take(suggestion)
    else if (event.key === 'ArrowDown') setChosen((chosen + 1) % offered.length)
    else if (event.key === 'ArrowUp') setChosen((chosen + offered.length - 1) % offered.length)
    else if (event.key === 'Escape') setOffers(NONE)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const goToLine = (line: number): void => {
    const { current } = area
    if (current === null) return
    const lines = text.split('\n')
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
    current.focus()
    current.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
    current.scrollTop = (current.scrollHeight / Math.max(1, lines.length)) * Math.max(0, line - 4)
  }
  return (
    <div class="editor-box">
      <label for="settings-text">
        <Text of={file || 'Your settings'} />
      </label>
      <textarea
        id="settings-text"
        ref={area}
        class="editor"
        rows={18}
        value={text}
        spellcheck={false}
        aria-autocomplete="list"
        aria-controls="settings-offers"
        aria-activedescendant={offered.length > 0 ? `settings-offer-${chosen}` : undefined}
        aria-invalid={problems.length > 0}
        aria-describedby="settings-keys"
        onKeyDown={pressed}
        onBlur={() => setOffers(NONE)}
        onInput={(event) => {
          const { value, selectionStart } = event.currentTarget
          onText(value)
          offer(value, selectionStart, 'typing')
        }}
      />
      <p id="settings-keys" class="dim editor-keys">
        Type a quote, or press <kbd>Ctrl</kbd> <kbd>Space</kbd>, to see which keys and values fit.
      </p>
      <ul id="settings-offers" class="offers" role="listbox" aria-label="What fits here" hidden={offered.length === 0}>
        {offered.map((suggestion, index) => (
          <li
            key={suggestion.word}
            id={`settings-offer-${index}`}
            role="option"
            aria-selected={index === chosen}
            // The text keeps the focus.
            onMouseDown={(event) => {
              event.preventDefault()
              take(suggestion)
            }}
          >
            <code>{suggestion.word}</code> <span class="dim">{suggestion.does}</span>
          </li>
        ))}
      </ul>
      {problems.length > 0 && (
        <ul class="problems" role="alert">
          {problems.map((problem, index) => (
            <li key={index}>
              <button type="button" class="link" onClick={() => goToLine(numberOf(problem['line']) ?? 1)}>
                line {numberOf(problem['line']) ?? '?'}
              </button>
              : <Text of={textOf(problem['key'])} /> <Text of={textOf(problem['message'])} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
