import { openSync, closeSync, fstatSync, readSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { transcriptFormat } from '../../journal/transcripts/index.ts'

/** The start of a conversation says what the user wants; more than this is not read. */
const MOST_BYTES = 4 * 1024 * 1024

/** Agents whose transcripts lie where no tool call may write: elsewhere an agent could write its user's words itself. */
const GUARDED: ReadonlySet<string> = new Set(['claude-code', 'codex'])

/**
 * What the user said before the gate was there to hear it: for a session of which nothing is known. Only a file in the
 * agent's own place is believed; whatever cannot be read gives nothing, which allows less.
 */
export function saidInTranscript(agent: string, path: string, session: string, home: string): readonly string[] {
  const format = GUARDED.has(agent) ? transcriptFormat(agent) : undefined
  if (format === undefined) return []
  try {
    const real = realpathSync(path)
    if (!real.startsWith(`${realpathSync(join(home, format.directory))}/`) || !format.isTranscript(real)) return []
    if (format.shape(real) !== 'lines') return []
    const reader = format.open(basename(real))
    const said: string[] = []
    for (const line of startOf(real).split('\n')) {
      if (line === '') continue
      try {
        for (const event of reader.read(line))
          if (event.kind === 'user' && event.session === session) said.push(event.text)
      } catch {
        // The last line may be half written, others may be of a version we do not know.
      }
    }
    return said
  } catch {
    return []
  }
}

function startOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.min(fstatSync(file).size, MOST_BYTES))
    return bytes.toString('utf8', 0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}
