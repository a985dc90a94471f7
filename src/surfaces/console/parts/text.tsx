import type { ComponentChild, JSX } from 'preact'
import { truthful } from '../../../humans/look-alikes.ts'
import type { Highlight } from '../data/records.ts'

/** A piece of a text: as it was sent, or written out because it could not be seen or would be mistaken. */
interface Piece {
  readonly text: string
  readonly told: boolean
}

const WRITTEN_OUT = /\\(?:x[0-9a-f]{2}|u\{[0-9a-f]+\}|r)/y
const COUNTED = / \[(\d+) spaces\] |\n\[(\d+) empty lines\]\n/y

/**
 * Finds out which pieces of a shown text were written out, so that `\u{202e}` typed and the character itself do not look
 * the same. What cannot be matched is shown all the same, unmarked.
 */
function piecesOf(text: string, shown: string): readonly Piece[] {
  const pieces: Piece[] = []
  let same = 0
  let at = 0
  let from = 0
  const tell = (length: number, skip: number): void => {
    if (at > same) pieces.push({ text: shown.slice(same, at), told: false })
    pieces.push({ text: shown.slice(at, at + length), told: true })
    at += length
    same = at
    from += skip
  }
  while (at < shown.length) {
    if (shown[at] === text[from] && !(shown[at] === ' ' && isCount(shown, at))) {
      at++
      from++
      continue
    }
    WRITTEN_OUT.lastIndex = at
    const written = WRITTEN_OUT.exec(shown)?.[0]
    const counted = countAt(shown, at)
    if (counted !== undefined) tell(counted.length, skipped(text, from))
    else if (written !== undefined) tell(written.length, text.codePointAt(from)! > 0xffff ? 2 : 1)
    else break
  }
  if (same < shown.length) pieces.push({ text: shown.slice(same), told: false })
  return pieces
}

function countAt(shown: string, at: number): string | undefined {
  COUNTED.lastIndex = at
  return COUNTED.exec(shown)?.[0]
}

function isCount(shown: string, at: number): boolean {
  return countAt(shown, at) !== undefined
}

/** How much blank room the text has here. */
function skipped(text: string, from: number): number {
  const blank = /[ \t]{48,}|\n(?:[ \t]*\n){5,}/y
  blank.lastIndex = from
  return blank.exec(text)?.[0].length ?? 0
}

const PLAIN = /^[\n\x20-\x7e]*$/

/**
 * Text of an agent as it is: only ever text. What cannot be seen, or would be taken for something else, is written out
 * and marked; on one line also breaks are, and blank room is counted, so that nothing is pushed out of sight.
 */
export function asShown(text: string, lines: 'one line' | 'keep lines' = 'keep lines'): ComponentChild[] {
  if (lines === 'one line' && PLAIN.test(text) && !/\n| {4}/.test(text)) return [text]
  return piecesOf(text, truthful(text)).flatMap((piece): ComponentChild[] => {
    if (piece.told) return [<span class="unseen">{piece.text}</span>]
    return lines === 'one line' ? onOneLine(piece.text) : [piece.text]
  })
}

function onOneLine(text: string): ComponentChild[] {
  return text.split(/(\n|\t| {4,})/).map((part) => {
    if (part === '\n') return <span class="unseen">{'\\n'}</span>
    if (part === '\t') return <span class="unseen">{'\\t'}</span>
    return part.startsWith('    ') ? <span class="unseen">{`${part.length} spaces`}</span> : part
  })
}

export function Text({ of, lines = 'one line' }: { of: string; lines?: 'one line' | 'keep lines' }): JSX.Element {
  return <>{asShown(of, lines)}</>
}

/** A command, a diff or an input, whole, with the dangerous parts marked. */
export function Block({
  text,
  highlights = [],
  label,
}: {
  text: string
  highlights?: readonly Highlight[]
  label: string
}): JSX.Element {
  return (
    <pre class="block" tabIndex={0} aria-label={label}>
      {marked(text, highlights)}
    </pre>
  )
}

function marked(text: string, highlights: readonly Highlight[]): ComponentChild[] {
  const parts: ComponentChild[] = []
  let at = 0
  for (const mark of [...highlights].sort((one, other) => one.start - other.start)) {
    const start = Math.max(mark.start, at)
    const end = Math.min(mark.end, text.length)
    if (end <= start) continue
    parts.push(...asShown(text.slice(at, start)))
    parts.push(
      <mark title={mark.code} key={start}>
        {asShown(text.slice(start, end))}
      </mark>,
    )
    at = end
  }
  parts.push(...asShown(text.slice(at)))
  return parts
}

/** A sentence whose evidence stands in backticks. */
export function Sentence({ of }: { of: string }): JSX.Element {
  const parts = of.split(/`([^`]*)`/)
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 ? <code key={index}>{asShown(part, 'one line')}</code> : asShown(part, 'one line'),
      )}
    </>
  )
}
