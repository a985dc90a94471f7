/** Figures as a person reads them. */

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const day = new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const whole = new Intl.NumberFormat('en')

/** The time of today, with the day when it is another one. */
export function timeOf(at: number, now: number = Date.now()): string {
  const date = new Date(at)
  const today = new Date(now).toDateString() === date.toDateString()
  return today ? clock.format(date) : `${day.format(date)} ${clock.format(date).slice(0, 5)}`
}

export function fullTimeOf(at: number): string {
  return full.format(new Date(at))
}

export function count(value: number): string {
  return whole.format(value)
}

export function duration(micros: number | undefined): string {
  if (micros === undefined) return ''
  if (micros < 1000) return `${Math.round(micros)} µs`
  if (micros < 1_000_000) return `${(micros / 1000).toFixed(micros < 10_000 ? 1 : 0)} ms`
  return `${(micros / 1_000_000).toFixed(1)} s`
}

export function dollars(value: number | undefined): string {
  if (value === undefined) return 'unknown price'
  if (value === 0) return '$0'
  return value < 0.01 ? `$${value.toFixed(5)}` : `$${value.toFixed(2)}`
}

export function share(value: number): string {
  return `${(value * 100).toFixed(value > 0 && value < 0.1 ? 1 : 0)} %`
}

/** "4:05" */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  if (seconds >= 6000) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function ago(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  if (seconds < 60) return `${seconds} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  return `${Math.floor(seconds / 86_400)} d ago`
}
