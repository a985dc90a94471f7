import type { ComponentChildren, JSX } from 'preact'
import { Store, useStore } from '../data/store.ts'

export interface Note {
  readonly id: number
  readonly tone: 'plain' | 'good' | 'bad'
  readonly text: string
}

const notes = new Store<readonly Note[]>([])
const STAYS = 8_000
let next = 1

/** A line that goes away by itself: what somebody else did, or how something ended. */
export function tell(text: string, tone: Note['tone'] = 'plain'): void {
  const note = { id: next++, tone, text }
  notes.update((now) => [...now.slice(-4), note])
  setTimeout(() => dismiss(note.id), STAYS)
}

export function tellFailure(error: unknown): void {
  tell(error instanceof Error ? error.message : String(error), 'bad')
}

function dismiss(id: number): void {
  notes.update((now) => now.filter((note) => note.id !== id))
}

export function Notes(): JSX.Element {
  return (
    <div class="notes" role="status" aria-live="polite">
      {useStore(notes).map((note) => (
        <div class={`note note-${note.tone}`} key={note.id}>
          <span>{note.text}</span>
          <button class="quiet" type="button" aria-label="Dismiss" onClick={() => dismiss(note.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}

/** Something is wrong, or empty, or not there yet: what, and what to do about it. */
export function Hint({ title, children }: { title: string; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="hint">
      <p class="hint-title">{title}</p>
      {children}
    </div>
  )
}
