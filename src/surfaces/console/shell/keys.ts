import { useEffect, useRef } from 'preact/hooks'

/** One key, or two after one another (`g l`). Shown in the help exactly as it is here. */
export interface Key {
  readonly keys: string
  readonly does: string
  readonly run: () => void
}

interface Group {
  readonly name: string
  keys: readonly Key[]
}

const groups: Group[] = []
let first = ''
let firstAt = 0

export function keyGroups(): readonly Group[] {
  return groups
}

/** While the part that uses them is on the page. What came last wins. */
export function useKeys(name: string, keys: readonly Key[]): void {
  const group = useRef<Group>({ name, keys }).current
  group.keys = keys
  useEffect(() => {
    groups.push(group)
    return () => void groups.splice(groups.indexOf(group), 1)
  }, [group])
}

const NAMES: Readonly<Record<string, string>> = { ' ': 'Space', ArrowDown: 'j', ArrowUp: 'k' }
const TOGETHER = 1000

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const { target } = event
  const typing =
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  const key = NAMES[event.key] ?? event.key
  if (typing && key !== 'Escape') return
  // Enter and space press what has the focus.
  if ((key === 'Enter' || key === 'Space') && target instanceof HTMLElement && target.closest('a, button, summary'))
    return
  if (typing && target instanceof HTMLElement && !target.closest('[data-keeps-escape]')) {
    target.blur()
    return
  }
  const now = performance.now()
  const both = first !== '' && now - firstAt < TOGETHER ? `${first} ${key}` : key
  first = ''
  const find = (wanted: string): Key | undefined => {
    for (let index = groups.length - 1; index >= 0; index--) {
      const found = groups[index]!.keys.find((one) => one.keys === wanted)
      if (found) return found
    }
    return undefined
  }
  const found = find(both) ?? find(key)
  if (found) {
    event.preventDefault()
    found.run()
    return
  }
  if (groups.some((group) => group.keys.some((one) => one.keys.startsWith(`${key} `)))) {
    first = key
    firstAt = now
  }
})
