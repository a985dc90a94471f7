import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { Series } from './chart.tsx'

export interface Drawing {
  readonly labels: readonly number[] | readonly string[]
  readonly kind: 'time' | 'names'
  readonly series: readonly Series[]
  readonly height: number
}

/** A colour of the page as the canvas understands it. Looked up whenever something is drawn: it changes with the theme. */
function colour(property: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${property})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** The time of day; the day itself at midnight, or when the marks are a day apart. */
function timesOf(splits: readonly number[]): string[] {
  return splits.map((split) => {
    const date = new Date(split * 1000)
    return date.getHours() === 0 && date.getMinutes() === 0 ? DAY.format(date) : CLOCK.format(date)
  })
}

const FONT = '11px system-ui'
/** Room for the figures on the left, and between two names. */
const BESIDE = 50
const BETWEEN = 10

/** Of names along the axis only so many are written that no two touch: each, every second, every third. */
function everyHowMany(plot: uPlot, names: readonly (string | number)[]): number {
  plot.ctx.save()
  // The canvas counts in pixels of the screen, and measures in whatever font it was given.
  plot.ctx.font = FONT
  const widest = Math.max(...names.map((name) => plot.ctx.measureText(String(name)).width))
  plot.ctx.restore()
  const room = Math.max(1, plot.width - BESIDE) / Math.max(1, names.length)
  return Math.max(1, Math.ceil((widest + BETWEEN) / room))
}

/** Draws stacked bars into a box. The highest bar of a stack is drawn first, and the others over it. */
export function draw(box: HTMLElement, { labels, kind, series, height }: Drawing): uPlot {
  const positions = kind === 'time' ? (labels as readonly number[]) : labels.map((_label, index) => index)
  const sums: number[][] = []
  let below: readonly number[] = positions.map(() => 0)
  for (const { values } of series) {
    const sum = below.map((value, index) => value + (values[index] ?? 0))
    sums.push(sum)
    below = sum
  }
  const order = series.map((_one, index) => series.length - 1 - index)
  const bars = uPlot.paths.bars!({ size: [0.8, 60], radius: 0.15 })
  const axis = (extra: Partial<uPlot.Axis>): uPlot.Axis => ({
    stroke: () => colour('--dim'),
    grid: { stroke: () => colour('--rule'), width: 1 },
    ticks: { stroke: () => colour('--rule'), width: 1, size: 4 },
    font: FONT,
    ...extra,
  })
  return new uPlot(
    {
      width: Math.max(120, box.clientWidth),
      height,
      cursor: { show: false },
      legend: { show: false },
      scales: {
        x: { time: kind === 'time', ...(kind === 'names' ? { range: [-0.5, labels.length - 0.5] } : {}) },
        y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.05)] },
      },
      axes: [
        axis(
          kind === 'time'
            ? { grid: { show: false }, size: 30, space: 70, values: (_plot, splits) => timesOf(splits) }
            : {
                grid: { show: false },
                size: 30,
                splits: () => positions as number[],
                values: (plot, splits) => {
                  const every = everyHowMany(plot, labels)
                  return splits.map((split) => (split % every === 0 ? String(labels[split] ?? '') : ''))
                },
              },
        ),
        axis({
          size: 44,
          values: (_plot, splits) => splits.map((split) => (Number.isInteger(split) ? String(split) : '')),
        }),
      ],
      series: [
        {},
        ...order.map((index) => ({
          label: series[index]!.name,
          fill: () => colour(series[index]!.colour),
          stroke: () => colour(series[index]!.colour),
          width: 0,
          paths: bars,
          points: { show: false },
        })),
      ],
    },
    [positions as number[], ...order.map((index) => sums[index]!)],
    box,
  )
}
