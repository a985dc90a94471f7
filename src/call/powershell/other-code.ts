import type { Language } from '../action.ts'
import type { WrittenContent } from '../memory.ts'
import type { Engine } from './engine.ts'

/** How the shell would be asked to run code of a language, as a file and inline. */
const INTERPRETERS: Partial<Record<Language, readonly [string, string]>> = {
  python: ['python3', '-c'],
  javascript: ['node', '-e'],
  perl: ['perl', '-e'],
  ruby: ['ruby', '-e'],
  php: ['php', '-r'],
}

/**
 * Looks through code of another language with the reader the shell uses. Answers false when there is none: then nothing
 * was told.
 */
export function lookThrough(
  engine: Engine,
  language: Language,
  code: { readonly text: string } | { readonly file: string },
): boolean {
  const command = commandFor(language, code)
  if (command === undefined) return false
  const { context, cwd, scene } = engine
  if (cwd.kind !== 'path') return false
  const understood = engine.languages.shell(command, {
    ...context,
    surroundings: { ...context.surroundings, cwd: cwd.path },
    memory: { written: new Map([...context.memory.written, ...writtenHere(engine)]) },
  })
  for (const action of understood.actions) {
    const where = action.where.kind === 'here' ? scene.where : action.where
    engine.actions.push({ ...action, where, elevated: action.elevated || scene.elevated })
  }
  return true
}

function commandFor(
  language: Language,
  code: { readonly text: string } | { readonly file: string },
): string | undefined {
  if (language === 'shell') return 'text' in code ? code.text : `sh ${quote(code.file)}`
  const interpreter = INTERPRETERS[language]
  if (!interpreter) return undefined
  return 'text' in code
    ? `${interpreter[0]} ${interpreter[1]} ${quote(code.text)}`
    : `${interpreter[0]} ${quote(code.file)}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function* writtenHere(engine: Engine): Iterable<readonly [string, WrittenContent]> {
  for (const [path, content] of engine.written)
    yield [path, content.kind === 'text' || content.kind === 'network' ? content : { kind: 'unknown' }]
}
