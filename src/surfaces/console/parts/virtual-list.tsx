import type { ComponentChild, JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** As in styles/live.css: on a phone a row has three lines. */
const ROW_HEIGHT = 30
const PHONE_ROW_HEIGHT = 70
const PHONE = '(max-width: 560px)'
const HEAD_HEIGHT = 26
const BEYOND = 12

function useRowHeight(): number {
  const [phone, setPhone] = useState(() => matchMedia(PHONE).matches)
  useEffect(() => {
    const query = matchMedia(PHONE)
    const changed = (): void => setPhone(query.matches)
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }, [])
  return phone ? PHONE_ROW_HEIGHT : ROW_HEIGHT
}

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
  const rowHeight = useRowHeight()
  const [view, setView] = useState({ first: 0, count: 40 })

  const look = (): void => {
    const { current } = box
    if (current === null) return
    const first = Math.max(0, Math.floor(current.scrollTop / rowHeight) - BEYOND)
    const count = Math.ceil(current.clientHeight / rowHeight) + BEYOND * 2
    setView((now) => (now.first === first && now.count === count ? now : { first, count }))
    if (current.scrollTop + current.clientHeight * 3 > current.scrollHeight) onNearEnd()
  }

  const before = useRef(anchor)
  useLayoutEffect(() => {
    const added = anchor - before.current
    before.current = anchor
    const { current } = box
    if (current !== null && added > 0 && current.scrollTop > 0) current.scrollTop += added * rowHeight
  }, [anchor])

  useLayoutEffect(() => {
    const { current } = box
    if (current === null || selected < 0) return
    const top = selected * rowHeight
    if (top < current.scrollTop) current.scrollTop = top
    else if (top + HEAD_HEIGHT + rowHeight > current.scrollTop + current.clientHeight)
      current.scrollTop = top + HEAD_HEIGHT + rowHeight - current.clientHeight
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
  useEffect(look, [size, rowHeight])

  const rows: ComponentChild[] = []
  const end = Math.min(size, view.first + view.count)
  for (let index = view.first; index < end; index++) rows.push(render(index))
  return (
    <div class="list" ref={box} onScroll={look} tabIndex={0} role="grid" aria-label={label} aria-rowcount={size + 1}>
      {head}
      <div class="list-space" role="presentation" style={{ height: `${size * rowHeight}px` }}>
        <div
          class="list-window"
          role="presentation"
          style={{ transform: `translateY(${Math.min(view.first, size) * rowHeight}px)` }}
        >
          {rows}
        </div>
      </div>
    </div>
  )
}
