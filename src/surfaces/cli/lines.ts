import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'

export type Line =
  | { readonly kind: 'line'; readonly text: string }
  /** `start`: how it begins, as far as that can be read. */
  | { readonly kind: 'bad'; readonly problem: string; readonly start: string }

/** The longest line that is kept; a longer one is skipped to its end and named. */
const LONGEST = 12 * 1024 * 1024
const START = 500

/** Lines of a stream as text. A line that is too long or not UTF-8 is a `bad` line; nothing is lost silently. */
export async function* readLines(input: Readable): AsyncGenerator<Line> {
  let pieces: Buffer[] = []
  let size = 0
  const take = (): Line => {
    const line = finish(pieces, size)
    pieces = []
    size = 0
    return line
  }
  for await (const chunk of input as AsyncIterable<Buffer | string>) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      size += end
      if (size <= LONGEST) pieces.push(rest.subarray(0, end))
      yield take()
      rest = rest.subarray(end + 1)
    }
    size += rest.length
    if (size <= LONGEST) pieces.push(rest)
    else pieces = [Buffer.concat([...pieces, rest]).subarray(0, START)]
  }
  if (size > 0) yield take()
}

function finish(pieces: readonly Buffer[], size: number): Line {
  const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
  const start = bytes.subarray(0, START).toString('utf8')
  if (size > LONGEST) return { kind: 'bad', problem: `the line has ${size} bytes; at most ${LONGEST} are read`, start }
  return isUtf8(bytes)
    ? { kind: 'line', text: bytes.toString('utf8') }
    : { kind: 'bad', problem: 'the line is not valid UTF-8', start }
}
