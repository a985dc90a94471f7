import type { Content } from '../action.ts'
import { contentOf } from '../shell/programs/project.ts'
import type { Kit } from '../shell/programs/program.ts'
import { literal, textOf, type Word } from '../word.ts'

/** An archive from the network has its own directory most of the time, and what lies in there came with it. */
export function unpackInto(kit: Kit, target: Word, archive: Word | undefined, content: Content): void {
  kit.writes(target, 'create', content)
  const name = /([^/]+?)\.(?:tar(?:\.\w+)?|tgz|tbz2?|txz|zip)$/.exec(archive ? (textOf(archive) ?? '') : '')?.[1]
  const directory = textOf(target)
  if (content.kind === 'network' && name !== undefined && directory !== undefined)
    kit.writes(literal(`${directory}/${name}`), 'create', content)
}

/** What comes out of an archive is as well known as the archive. */
export function unpacked(kit: Kit, archive: Word | undefined): Content {
  if (!archive) return kit.invocation.stdin.kind === 'network' ? contentOf(kit.invocation.stdin) : { kind: 'unknown' }
  const written = kit.written(kit.place(archive))
  return written?.kind === 'network' ? written : { kind: 'unknown' }
}
