import { parent, resolvePlace } from '../../paths.ts'
import type { Place } from '../../place.ts'
import { foundWord, literal, show, textOf, type Word } from '../../word.ts'
import { readTarget } from '../hosts.ts'
import type { EffectDraft } from '../programs/program.ts'
import { LIMITS, type Scope, recordOpaque } from '../state.ts'
import { searchOf } from '../stream.ts'
import { rememberLink, rememberWrite, writtenAt } from '../written.ts'
import type { Effect } from './effects.ts'
import { replacementsIn } from './replacements.ts'
import { readStatements } from './sql.ts'

const MOST_EFFECTS = 300

const ENDINGS = [
  '',
  '.js',
  '.cjs',
  '.mjs',
  '.ts',
  '.mts',
  '.tsx',
  '.jsx',
  '.json',
  '/index.js',
  '/index.ts',
  '/index.mjs',
]

/** A module that code names by a relative path lies beside the file that names it, not where the program was started. */
function besideScript(path: Word, { frame }: Scope): Word {
  const [text, file] = [textOf(path), frame.files.at(-1)]
  return text === undefined || file === undefined || !/^\.{1,2}(?:\/|$)/.test(text)
    ? path
    : literal(`${parent(file)}/${text}`)
}

/** `p.write_text(p.read_text().replace('a', 'b'))`, and the same with `fs`: the file itself, with words replaced. */
const REWRITES =
  /^([\w.]+|(?:pathlib\.)?Path\((["'])[^"'\n]+\2\))\.write_text\(\s*\1\.read_text\([^()]*\)((?:\s*\.replace\(\s*(?:"[^"\\\n]*"|'[^'\\\n]*')\s*,\s*(?:"[^"\\\n]*"|'[^'\\\n]*')\s*\))+)\s*\)$|^(?:fs\.)?writeFileSync\(\s*([^,()]+),\s*(?:fs\.)?readFileSync\(\s*\4\s*,[^()]*\)((?:\s*\.replace(?:All)?\(\s*(?:"[^"\\\n]*"|'[^'\\\n]*')\s*,\s*(?:"[^"\\\n]*"|'[^'\\\n]*')\s*\))+)\s*\)$/

/** What a file holds after code replaced words in it; undefined: that is not all the code does, or the file is unknown. */
function replaced(scope: Scope, target: Place, code: string): { kind: 'text'; text: string } | undefined {
  const found = REWRITES.exec(code.trim())
  if (found === null || target.kind !== 'path') return undefined
  const written = writtenAt(scope.run, target)
  const before =
    written === undefined
      ? scope.run.context.world.read(target.real)
      : written.kind === 'text'
        ? written.text
        : undefined
  if (before === undefined) return undefined
  const pairs = (found[3] ?? found[5] ?? '').matchAll(
    /\(\s*(?:"([^"]*)"|'([^']*)')\s*,\s*(?:"([^"]*)"|'([^']*)')\s*\)/g,
  )
  let text = before
  for (const [, a, b, c, d] of pairs) text = text.replaceAll(a ?? b ?? '', () => c ?? d ?? '')
  return { kind: 'text', text }
}

/**
 * The replacements of code that reads a file and writes it, as edits of that file. Beside them the write stays one of
 * unknown text: the code may do more.
 */
function edits(
  scope: Scope,
  target: Place,
  code: string,
  effects: readonly Effect[],
  place: (word: Word) => Place,
): readonly { kind: 'change'; removed: string; added: string }[] {
  if (target.kind !== 'path' || !code.includes('.replace')) return []
  const reads = effects.some((effect) => {
    const read = effect.does === 'read' ? place(effect.path) : undefined
    return read?.kind === 'path' && read.real === target.real
  })
  const written = reads ? writtenAt(scope.run, target) : undefined
  const before = written?.kind === 'text' ? written.text : scope.run.context.world.read(target.real)
  if (!reads || before === undefined) return []
  let text = before
  return replacementsIn(code).flatMap(([removed, added]) => {
    if (!text.includes(removed)) return []
    text = text.replace(removed, () => added)
    return [{ kind: 'change' as const, removed, added }]
  })
}

/** Turns what code does into actions of the call it stands in. */
export function recordEffects(
  scope: Scope,
  effects: readonly Effect[],
  record: (recorded: EffectDraft) => void,
  /** The code as a whole: what it replaces in a file that it reads and writes back. */
  code = '',
): void {
  const { world } = scope.run.context
  const placeOf = (word: Word): Place =>
    resolvePlace(word, scope.shell.cwd, scope.run.context.surroundings, scope.run.context.world)
  // What code opens without saying where it got the name may be a line of its standard input.
  const listed = searchOf(scope.stdin)
  const place = (word: Word): Place => {
    const target = placeOf(word)
    return listed && target.kind === 'unknown' && target.within === undefined && target.near === undefined
      ? placeOf(foundWord(show(word), listed))
      : target
  }
  if (effects.length > MOST_EFFECTS) recordOpaque(scope, 'too-long', 'more deeds in code than are looked at')
  for (const effect of effects.slice(0, MOST_EFFECTS)) {
    const evidence = effect.text.slice(0, 300)
    switch (effect.does) {
      case 'read':
      case 'names':
        record({
          does: 'read-file',
          place: place(effect.path),
          extent: effect.does === 'read' ? 'content' : 'names',
          evidence,
        })
        break
      case 'write':
      case 'append': {
        const target = place(effect.path)
        const how = effect.does === 'write' ? 'overwrite' : 'append'
        const content =
          effect.content === undefined
            ? (replaced(scope, target, effect.text) ?? ({ kind: 'unknown' } as const))
            : ({ kind: 'text', text: effect.content } as const)
        if (content.kind === 'unknown' && how === 'overwrite')
          for (const change of edits(scope, target, code, effects, place))
            record({ does: 'write-file', place: target, how: 'edit', content: change, evidence })
        record({ does: 'write-file', place: target, how, content, evidence })
        rememberWrite(scope.run, target, how, content)
        break
      }
      case 'directory':
        record({
          does: 'write-file',
          place: place(effect.path),
          how: 'directory',
          content: { kind: 'unknown' },
          evidence,
        })
        break
      case 'delete':
      case 'delete-tree':
        record({ does: 'delete-file', place: place(effect.path), recursive: effect.does === 'delete-tree', evidence })
        break
      case 'access':
        record({ does: 'change-access', place: place(effect.path), grants: 'other', recursive: false, evidence })
        break
      case 'move':
      case 'copy': {
        const from = place(effect.from)
        const to = place(effect.to)
        if (effect.does === 'move') record({ does: 'delete-file', place: from, recursive: true, movedTo: to, evidence })
        else
          record({
            does: 'read-file',
            place: from,
            extent: 'content',
            evidence,
            ...(TREES.test(evidence) ? { recursive: true } : {}),
          })
        const how = LINKS.test(evidence) ? 'link' : 'overwrite'
        record({ does: 'write-file', place: to, how, content: { kind: 'copy', of: from }, evidence })
        rememberWrite(scope.run, to, how, { kind: 'copy', of: from })
        if (how === 'link') rememberLink(scope.run, to, from)
        break
      }
      case 'shell':
        scope.run.reader.code(deeper(scope), 'shell', effect.code, record)
        break
      case 'program':
        scope.run.reader.program(deeper(scope), effect.words, effect.text, false)
        break
      case 'code':
        scope.run.reader.code(deeper(scope), effect.language, effect.code, record)
        break
      case 'load': {
        const path = besideScript(effect.path, scope)
        // A module that is not there under this name is looked for with its ending.
        const found = ENDINGS.find((ending) => {
          const candidate = place(withEnding(path, ending))
          if (candidate.kind !== 'path') return false
          return world.look(candidate.real) === 'file' || writtenAt(scope.run, candidate) !== undefined
        })
        const script = withEnding(path, found ?? '')
        scope.run.reader.file(deeper(scope), {
          script,
          language: effect.language ?? 'javascript',
          record,
          place,
        })
        break
      }
      case 'contact':
        record({
          does: 'contact-host',
          ...readTarget(effect.target),
          sends: effect.sends,
          purpose: effect.sends === 'nothing' ? 'fetch' : 'api',
          evidence,
        })
        break
      case 'door':
        record({
          does: 'open-door',
          what: effect.what,
          evidence,
          ...(effect.address === undefined ? {} : { address: effect.address }),
        })
        break
      case 'environment':
        record({ does: 'read-secret', store: 'environment', target: effect.name, evidence })
        break
      case 'end-process':
        record({ does: 'end-process', whose: 'unknown', target: show({ kind: 'literal', text: evidence }), evidence })
        break
      case 'sql':
        for (const statement of readStatements(effect.code))
          record({
            does: 'change-database',
            deed: statement.deed,
            target: statement.target,
            evidence: statement.text.slice(0, 300),
          })
        break
      case 'opaque':
        recordOpaque(scope, effect.because, evidence)
        break
    }
  }
}

const LINKS = /\b(?:sym)?link(?:Sync)?\s*\(/
/** Calls that copy or link a whole tree. */
const TREES = /\b(?:copytree|cp|cpSync|copySync|copy_tree|symlink|symlinkSync)\s*\(/

function deeper(scope: Scope): Scope {
  if (scope.frame.depth < LIMITS.depth) return { ...scope, frame: { ...scope.frame, depth: scope.frame.depth + 1 } }
  return scope
}

function withEnding(path: Word, ending: string): Word {
  const text = textOf(path)
  return text === undefined ? path : literal(text + ending)
}
