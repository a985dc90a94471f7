import type { ComponentChild, JSX } from 'preact'
import { visible } from '../../../call/visible.ts'
import type { Highlight } from '../data/records.ts'

/** Spaces that are not the space: they look like one and are not one. */
const STRANGE_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800]/u
const PLAIN = /[\x20-\x7e\n]+|[^\x20-\x7e\n]+/g
/** Scripts whose letters can be taken for ASCII ones. */
const LOOKALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\uff01-\uff5e]/u

function codePoint(char: string): string {
  return `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

function written(char: string): string {
  const shown = visible(char, 'keep lines')
  if (shown !== char) return shown
  return STRANGE_SPACE.test(char) ? `\\u{${char.codePointAt(0)!.toString(16)}}` : char
}

/**
 * Text of an agent as it is: only ever text, with everything that cannot be seen written out and marked, so that
 * `\u{202e}` typed and the character itself do not look the same.
 */
export function truthful(text: string, lines: 'one line' | 'keep lines' = 'keep lines'): ComponentChild[] {
  const parts: ComponentChild[] = []
  for (const { 0: run, index } of text.matchAll(PLAIN)) {
    if (/^[\x20-\x7e\n]/.test(run)) {
      parts.push(...plain(run, lines))
      continue
    }
    // Inside a word of ASCII letters, a letter of another script is there to be mistaken.
    const inside = /[A-Za-z0-9]/.test(text[index - 1] ?? '') || /[A-Za-z0-9]/.test(text[index + run.length] ?? '')
    let seen = ''
    for (const char of run) {
      const shown = written(char)
      if (shown === char && char !== '\t') {
        seen += char
        continue
      }
      if (seen !== '') parts.push(lettered(seen, inside))
      seen = ''
      parts.push(
        <span class="unseen" title={codePoint(char)}>
          {char === '\t' ? '\\t' : shown}
        </span>,
      )
    }
    if (seen !== '') parts.push(lettered(seen, inside))
  }
  return parts
}

/** On one line, a break is written out and a long run of spaces is counted: neither can push the rest out of sight. */
function plain(run: string, lines: 'one line' | 'keep lines'): ComponentChild[] {
  if (lines === 'keep lines') return [run]
  return run.split(/(\n| {4,})/).map((part) => {
    if (part === '\n') return <span class="unseen">\n</span>
    return /^ {4,}$/.test(part) ? <span class="unseen">{`${part.length} spaces`}</span> : part
  })
}

function lettered(seen: string, inside: boolean): ComponentChild {
  if (!inside || !LOOKALIKE.test(seen)) return seen
  return (
    <span class="foreign" title={[...seen].map(codePoint).join(' ')}>
      {seen}
    </span>
  )
}

export function Text({ of, lines = 'one line' }: { of: string; lines?: 'one line' | 'keep lines' }): JSX.Element {
  return <>{truthful(of, lines)}</>
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
    parts.push(...truthful(text.slice(at, start)))
    parts.push(
      <mark title={mark.code} key={start}>
        {truthful(text.slice(start, end))}
      </mark>,
    )
    at = end
  }
  parts.push(...truthful(text.slice(at)))
  return parts
}

/** A sentence whose evidence stands in backticks. */
export function Sentence({ of }: { of: string }): JSX.Element {
  const parts = of.split(/`([^`]*)`/)
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 ? <code key={index}>{truthful(part, 'one line')}</code> : truthful(part, 'one line'),
      )}
    </>
  )
}
