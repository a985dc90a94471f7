import type { Content } from '../action.ts'
import { contentOf } from '../shell/programs/project.ts'
import type { ProgramContext } from '../shell/programs/program.ts'
import { literal, textOf, type Word } from '../word.ts'

/** An archive from the network has its own directory most of the time, and what lies in there came with it. */
export function unpackInto(context: ProgramContext, target: Word, archive: Word | undefined, content: Content): void {
  context.writes(target, 'create', content)
  const name = /([^/]+?)\.(?:tar(?:\.\w+)?|tgz|tbz2?|txz|zip)$/.exec(archive ? (textOf(archive) ?? '') : '')?.[1]
  const directory = textOf(target)
  if (content.kind === 'network' && name !== undefined && directory !== undefined)
    context.writes(literal(`${directory}/${name}`), 'create', content)
}

/** What comes out of an archive is as well known as the archive. */
export function unpacked(context: ProgramContext, archive: Word | undefined): Content {
  if (!archive)
    return context.invocation.stdin.kind === 'network' ? contentOf(context.invocation.stdin) : { kind: 'unknown' }
  const written = context.written(context.place(archive))
  return written?.kind === 'network' ? written : { kind: 'unknown' }
}
