import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type uPlot from 'uplot'
import { useStore } from '../data/store.ts'
import { theme } from '../shell/theme.ts'
import { type Column, Table } from './parts.tsx'

export interface Series {
  readonly name: string
  /** A custom property of the page: `--allow`. */
  readonly colour: string
  readonly values: readonly number[]
}

/** Bars stacked on one another, drawn on a canvas, with the same figures as a table behind them. */
export function Chart({
  title,
  labels,
  kind,
  series,
  height = 190,
  columns,
  rows,
}: {
  title: string
  /** Seconds since 1970 for `time`; positions with names for `names`. */
  labels: readonly number[] | readonly string[]
  kind: 'time' | 'names'
  series: readonly Series[]
  height?: number
  columns: readonly Column[]
  rows: readonly (readonly (string | number)[])[]
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  const look = useStore(theme)
  const key = JSON.stringify([labels, series])
  useEffect(() => {
    const { current } = box
    if (current === null) return undefined
    let plot: uPlot | undefined
    let gone = false
    const watching = new ResizeObserver(() => plot?.setSize({ width: current.clientWidth, height }))
    // Loaded only by whoever looks at charts.
    void import('./draw.ts').then(({ draw }) => {
      if (gone) return
      plot = draw(current, { labels, kind, series, height })
      watching.observe(current)
    })
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const again = (): void => plot?.redraw(false)
    dark.addEventListener('change', again)
    return () => {
      gone = true
      watching.disconnect()
      dark.removeEventListener('change', again)
      plot?.destroy()
    }
  }, [key, look, height])
  return (
    <figure class="chart">
      <figcaption>
        <span>{title}</span>
        <ul class="legend" aria-hidden="true">
          {series.length > 1 &&
            series.map((one) => (
              <li key={one.name}>
                <svg viewBox="0 0 10 10" class={`swatch swatch${one.colour}`}>
                  <rect width="10" height="10" rx="2" />
                </svg>
                {one.name}
              </li>
            ))}
        </ul>
      </figcaption>
      <div ref={box} class="chart-box" role="img" aria-label={`${title}: the figures are in the table below`} />
      <details>
        <summary>Table</summary>
        <Table caption={title} columns={columns} rows={rows.map((row) => row.map(String))} />
      </details>
    </figure>
  )
}
