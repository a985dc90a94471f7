import { readPatch } from '../../tools/patch.ts'
import type { Place } from '../../place.ts'
import { literal, textOf, type Word } from '../../word.ts'
import type { ProgramContext } from './program.ts'
import { textAt, within } from './project.ts'
import { changeOf } from './sed-apply.ts'

/**
 * What `patch` and `git apply` make of the files that a patch names, for a patch whose text is known: each is a change of
 * its file. A hunk whose lines do not stand in the file changes it in a way that only its own lines tell.
 */
export function recordPatchedFiles(
  context: ProgramContext,
  patches: readonly Word[],
  { strip, directory, reversed }: { strip: number | 'all'; directory?: Word; reversed: boolean },
): void {
  const { stdin, cwd } = context.invocation
  const texts =
    patches.length > 0
      ? patches.map((word) => textAt(context, context.place(word)))
      : stdin.kind === 'text'
        ? [stdin.text]
        : stdin.kind === 'file'
          ? stdin.places.map((place) => textAt(context, place))
          : []
  const start = directory === undefined ? cwd : context.place(directory)
  for (const text of texts)
    for (const file of text === undefined ? [] : filesOf(text)) record(context, file, { strip, start, reversed })
}

interface Hunked {
  readonly from: string
  readonly to: string
  readonly hunks: readonly { readonly old: string; readonly now: string }[]
}

/** The files of a unified patch; none where the text is something else. */
function filesOf(patch: string): readonly Hunked[] {
  const lines = patch.replaceAll('\r\n', '\n').trimEnd().split('\n')
  const start = lines.findIndex((line) => /^(?:diff |--- |Index: )/.test(line))
  if (start < 0 || readPatch(lines.slice(start).join('\n')) === undefined) return []
  const files: { from: string; to: string; hunks: { old: string; now: string }[] }[] = []
  let from = ''
  for (const [at, line] of lines.entries()) {
    const file = files.at(-1)
    const hunk = file?.hunks.at(-1)
    if (line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ')) from = line.slice(4).split('\t', 1)[0]!.trim()
    else if (line.startsWith('+++ ') && lines[at - 1]?.startsWith('--- '))
      files.push({ from, to: line.slice(4).split('\t', 1)[0]!.trim(), hunks: [] })
    else if (line.startsWith('@@')) file?.hunks.push({ old: '', now: '' })
    else if (hunk === undefined || line.startsWith('diff ') || line.startsWith('\\')) continue
    else {
      const [sign, text] = [line[0] ?? ' ', `${line.slice(1)}\n`]
      if (sign === '-') hunk.old += text
      else if (sign === '+') hunk.now += text
      else if (sign === ' ') {
        hunk.old += text
        hunk.now += text
      }
    }
  }
  return files
}

function record(
  context: ProgramContext,
  { from, to, hunks }: Hunked,
  { strip, start, reversed }: { strip: number | 'all'; start: Place; reversed: boolean },
): void {
  const [was, is] = reversed ? [to, from] : [from, to]
  const place = (name: string): Word | undefined => {
    const bare = name
      .split('/')
      .slice(strip === 'all' ? -1 : strip)
      .join('/')
    const found = bare === '' ? undefined : within(start, bare, context)
    return found?.kind === 'path' ? literal(found.path) : undefined
  }
  const target = place(is === '/dev/null' ? was : is)
  if (target === undefined || textOf(target) === undefined) return
  if (is === '/dev/null') return context.deletes(target)
  const changes = hunks.map(({ old, now }) => (reversed ? { old: now, now: old } : { old, now }))
  const before = was === '/dev/null' ? undefined : textAt(context, context.place(target))
  if (was === '/dev/null') {
    context.writes(target, 'overwrite', { kind: 'text', text: changes.map(({ now }) => now).join('') })
    return
  }
  let after = before
  for (const { old, now } of changes)
    after = after !== undefined && old !== '' && after.includes(old) ? after.replace(old, () => now) : undefined
  if (before !== undefined && after !== undefined) context.writes(target, 'edit', changeOf(before, after))
  else for (const { old, now } of changes) context.writes(target, 'edit', { kind: 'change', removed: old, added: now })
}
