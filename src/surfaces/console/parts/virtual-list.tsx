import type { ComponentChild, JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** As in styles/live.css. */
export const ROW_HEIGHT = 30
const HEAD_HEIGHT = 26
const BEYOND = 12

/** A list of which only the part in sight is on the page. Rows are counted from the newest, at the top. */
export function VirtualList({
  size,
  selected,
  anchor,
  label,
  head,
  render,
  onNearEnd,
}: {
  size: number
  /** Which row is kept in sight; -1 for none. */
  selected: number
  /** Grows by the rows that came on top: whoever has scrolled down keeps the rows in front of them. */
  anchor: number
  label: string
  /** Stays in sight above the rows. */
  head: ComponentChild
  render: (index: number) => ComponentChild
  onNearEnd: () => void
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ first: 0, count: 40 })

  const look = (): void => {
    const { current } = box
    if (current === null) return
    const first = Math.max(0, Math.floor(current.scrollTop / ROW_HEIGHT) - BEYOND)
    const count = Math.ceil(current.clientHeight / ROW_HEIGHT) + BEYOND * 2
    setView((now) => (now.first === first && now.count === count ? now : { first, count }))
    if (current.scrollTop + current.clientHeight * 3 > current.scrollHeight) onNearEnd()
  }

  const before = useRef(anchor)
  useLayoutEffect(() => {
    const added = anchor - before.current
    before.current = anchor
    const { current } = box
    if (current !== null && added > 0 && current.scrollTop > 0) current.scrollTop += added * ROW_HEIGHT
  }, [anchor])

  useLayoutEffect(() => {
    const { current } = box
    if (current === null || selected < 0) return
    const top = selected * ROW_HEIGHT
    if (top < current.scrollTop) current.scrollTop = top
    else if (top + HEAD_HEIGHT + ROW_HEIGHT > current.scrollTop + current.clientHeight)
      current.scrollTop = top + HEAD_HEIGHT + ROW_HEIGHT - current.clientHeight
  }, [selected])

  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    const { current } = box
    if (current === null) return undefined
    const watching = new ResizeObserver(() => latest.current())
    watching.observe(current)
    return () => watching.disconnect()
  }, [])
  useEffect(look, [size])

  const rows: ComponentChild[] = []
  const end = Math.min(size, view.first + view.count)
  for (let index = view.first; index < end; index++) rows.push(render(index))
  return (
    <div class="list" ref={box} onScroll={look} tabIndex={0} role="grid" aria-label={label} aria-rowcount={size + 1}>
      {head}
      <div class="list-space" role="presentation" style={{ height: `${size * ROW_HEIGHT}px` }}>
        <div
          class="list-window"
          role="presentation"
          style={{ transform: `translateY(${Math.min(view.first, size) * ROW_HEIGHT}px)` }}
        >
          {rows}
        </div>
      </div>
    </div>
  )
}
