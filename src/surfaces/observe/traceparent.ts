/** Where a caller's own trace stands, as its W3C `traceparent` header says. */
export interface TraceParent {
  /** 32 hex digits. */
  readonly trace: string
  /** 16 hex digits. */
  readonly span: string
  readonly sampled: boolean
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** W3C Trace Context, level 1. What cannot be read is as if nothing had been sent. */
export function readTraceparent(header: string | undefined): TraceParent | undefined {
  const match = header === undefined || header.length > 200 ? null : FORM.exec(header.trim())
  if (match === null) return undefined
  const [, version, trace, span, flags, more] = match
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (/^0+$/.test(trace!) || /^0+$/.test(span!)) return undefined
  return { trace: trace!, span: span!, sampled: (Number.parseInt(flags!, 16) & 1) === 1 }
}
