import { options, type RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Store } from '../data/store.ts'
import { tell } from './notes.tsx'

/**
 * The one owner of the keyboard. A key acts on the topmost thing only: an open dialog, else an open box (`useBox`), else
 * the field with the focus, else the shortcuts of the page. What is on top is read from the document at every key, so
 * that a dialog nobody announced covers the shortcuts too.
 */

/** One key, or two after one another (`g l`). Shown in the help exactly as it is here. */
export interface Key {
  readonly keys: string
  readonly does: string
  readonly run: () => void
  /** Whether a key that is held down acts again. Only for what can be undone by another key: never for an answer. */
  readonly held?: 'acts again'
}

interface Group {
  readonly name: string
  keys: readonly Key[]
}

interface Box {
  readonly element: RefObject<HTMLElement | null>
  cancel: () => void
  /** The person ended it: submitted, pressed a button of it or cancelled. */
  ended: boolean
}

const groups: Group[] = []
const boxes: Box[] = []
/** The first key of two: the next key completes it or does nothing. */
let first = ''
/** Keys that ran a shortcut and are still down: what they repeat is not typed into what they opened. */
const spent = new Set<string>()
/** A dialog was open at the last key, and nothing was heard of its end yet. */
let covered = false
/** The box somebody was typing into went away by itself: what they still type is meant for it. */
let lost: 'nothing' | 'a box' = 'nothing'

/**
 * Goes up whenever keys may still come that were meant for something else: a dialog closed, the window got the focus
 * back, a box went away. Whatever acts at one key lets some time pass after that.
 */
export const disturbances = new Store(0)

export function keyGroups(): readonly Group[] {
  return groups
}

/** While the part that uses them is on the page. What came last wins. */
export function useKeys(name: string, keys: readonly Key[]): void {
  const group = useRef<Group>({ name, keys }).current
  group.keys = keys
  useLayoutEffect(() => {
    groups.push(group)
    return () => void groups.splice(groups.indexOf(group), 1)
  }, [group])
}

/**
 * A box on the page that asks for something before an answer is given. Its first field has the focus before the next key
 * is looked at, and as long as the box is there no shortcut acts. If it goes away while somebody types into it, no
 * shortcut acts until they press Escape or use the pointer.
 */
export function useBox(element: RefObject<HTMLElement | null>, cancel: () => void): void {
  const box = useRef<Box>({ element, cancel, ended: false }).current
  box.cancel = cancel
  useLayoutEffect(() => {
    boxes.push(box)
    focusOn(box)
    return () => {
      boxes.splice(boxes.indexOf(box), 1)
      disturb()
      if (box.ended || !holdsFocus(box)) return
      lost = 'a box'
      tell('What you were typing into is gone. Press Escape to use keys again.', 'bad')
    }
  }, [box])
}

function focusOn({ element }: Box): void {
  element.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
}

function holdsFocus({ element }: Box): boolean {
  return element.current?.contains(document.activeElement) === true
}

function disturb(): void {
  first = ''
  covered = false
  disturbances.update((now) => now + 1)
}

const NAMES: Readonly<Record<string, string>> = { ' ': 'Space', ArrowDown: 'j', ArrowUp: 'k' }
/** What an input method sends instead of the key while it composes; Safari says so after the composition, too. */
const COMPOSING = 229

function isField(target: EventTarget | null): target is HTMLElement {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, summary') !== null
}

function isChord(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey
}

function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === COMPOSING
}

// Before any field hears it.
addEventListener(
  'keydown',
  (event) => {
    if (!event.repeat) spent.delete(event.code)
    // A held Enter would press the button, and then send the box that the button opened.
    else if (spent.has(event.code) || (event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)))
      event.preventDefault()
    // The Enter that takes a suggestion sends nothing.
    if (isComposing(event) && event.key === 'Enter') event.preventDefault()
  },
  { capture: true },
)

addEventListener('keydown', (event) => {
  if (isChord(event) || isComposing(event) || event.defaultPrevented) return
  // Escape is the browser's: it closes the dialog on top, and only if the page does not prevent it.
  if (document.querySelector(':modal') !== null) {
    first = ''
    covered = true
    return
  }
  // A dialog is gone before the page hears that it closed.
  if (covered) disturb()
  const box = boxes.at(-1)
  if (box !== undefined) keyInBox(box, event)
  else if (isField(event.target)) {
    if (event.key === 'Escape') event.target.blur()
  } else if (lost === 'nothing') keyOnPage(event)
  else if (event.key === 'Escape') findAgain()
})

function keyInBox(box: Box, event: KeyboardEvent): void {
  first = ''
  if (event.key === 'Escape') {
    event.preventDefault()
    box.ended = true
    atOnce(box.cancel)
  } else if (!isField(event.target) && event.key.length === 1 && !(event.key === ' ' && isPressable(event.target)))
    // The character goes where the focus is when this is over.
    focusOn(box)
}

function keyOnPage(event: KeyboardEvent): void {
  const key = NAMES[event.key] ?? event.key
  // Enter and space press what has the focus.
  if ((key === 'Enter' || key === 'Space') && isPressable(event.target)) return
  if (event.key === 'Shift') return
  const wanted = first === '' ? key : `${first} ${key}`
  const begun = first !== ''
  first = ''
  const found = findKey(wanted)
  if (found !== undefined) {
    event.preventDefault()
    if (event.repeat && found.held !== 'acts again') return
    if (found.held !== 'acts again') spent.add(event.code)
    atOnce(found.run)
    return
  }
  if (!begun && groups.some((group) => group.keys.some((one) => one.keys.startsWith(`${key} `)))) first = key
}

function findKey(wanted: string): Key | undefined {
  for (let index = groups.length - 1; index >= 0; index--) {
    const found = groups[index]!.keys.find((one) => one.keys === wanted)
    if (found !== undefined) return found
  }
  return undefined
}

/** What a key changes is on the page, open and focused, before the next key is looked at. */
function atOnce(run: () => void): void {
  const before = options.debounceRendering
  options.debounceRendering = (render) => render()
  try {
    run()
  } finally {
    if (before === undefined) delete options.debounceRendering
    else options.debounceRendering = before
  }
}

function findAgain(): void {
  lost = 'nothing'
  disturb()
}

/** Whoever sends the box or presses something in it has ended it; whoever goes on typing has not. */
function noteEnd(event: Event): void {
  for (const box of boxes)
    if (event.target instanceof Node && box.element.current?.contains(event.target) === true)
      box.ended = event.type !== 'input'
}

for (const type of ['submit', 'click', 'input']) addEventListener(type, noteEnd, { capture: true })
addEventListener('pointerdown', () => {
  first = ''
  if (lost !== 'nothing') findAgain()
})
addEventListener('keyup', (event) => void spent.delete(event.code), { capture: true })
addEventListener('blur', (event) => {
  if (event.target !== window) return
  spent.clear()
  disturb()
})
addEventListener('focus', (event) => void (event.target === window && disturb()))
// The event of a dialog does not bubble.
addEventListener('close', disturb, { capture: true })
