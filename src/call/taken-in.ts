import type { Action, ActionOf } from './action.ts'
import { isInside, parent, resolveText } from './paths.ts'
import type { Context } from './tools/tool.ts'
import type { Understanding } from './understanding.ts'

/** How a source or a document takes another file in when it is compiled or rendered. The first group is the path. */
const TAKES_IN: readonly RegExp[] = [
  // C, C++, Objective-C, assemblers
  /^[ \t]*#[ \t]*(?:include|include_next|import|embed)[ \t]*["<]([^">\n]+)[">]/gm,
  /^[ \t]*\.(?:include|incbin)[ \t]+"([^"\n]+)"/gm,
  // Rust, Zig, D, Nim, Crystal, Haskell, Go
  /\binclude(?:_str|_bytes)?!\s*\(\s*"([^"\n]+)"/g,
  /@embedFile\(\s*"([^"\n]+)"/g,
  /\b(?:staticRead|slurp|embedFile|embedStringFile|read_file)\b[ \t(]*"([^"\n]+)"/g,
  // TeX, reStructuredText, AsciiDoc, server-side includes, XML
  /\\(?:input|include|lstinputlisting|verbatiminput|VerbatimInput)(?:\[[^\]\n]*\])?\{([^}\n]+)\}/g,
  /^[ \t]*\.\.[ \t]+(?:literal)?include::[ \t]*(\S+)/gm,
  /^include::([^[\n]+)\[/gm,
  /<!--#include[ \t]+(?:file|virtual)="([^"\n]+)"/g,
  /<!ENTITY\s+(?:%\s+)?[\w.-]+\s+SYSTEM\s+["'](?:file:\/\/)?([^"'\n]+)["']/g,
  /<xi:include\s[^>]*?href=["'](?:file:\/\/)?([^"'\n]+)["']/g,
  // SQL, Terraform, YAML with includes
  /(?:^|\s)\\i(?:r|nclude)?[ \t]+'?([^\s';]+)/gm,
  /\b(?:LOAD_FILE|pg_read_(?:binary_)?file|readfile)\s*\(\s*'([^'\n]+)'/gi,
  /\bINFILE\s+'([^'\n]+)'/gi,
  /\b(?:file|filebase64|templatefile|filesha256)\(\s*(?:pathexpand\(\s*)?"([^"\n]+)"/g,
  /(?:^|\s)!include(?:_raw)?[ \t]+(\S+)/gm,
]

const MOST = 16
const LONGEST = 256 * 1024

/**
 * A file that is written may take in others when somebody compiles or renders it: `#include "../../.ssh/id_rsa"`. What lies
 * outside the workspace is read by that, whichever program does it, so the write counts as the reading.
 */
export function withTakenIn(understanding: Understanding, context: Context): Understanding {
  const reads = understanding.actions.flatMap((action) =>
    action.does === 'write-file' && action.where.kind === 'here' ? takenIn(action, context) : [],
  )
  return reads.length === 0 ? understanding : { ...understanding, actions: [...understanding.actions, ...reads] }
}

function takenIn(write: ActionOf<'write-file'>, { surroundings, world }: Context): readonly Action[] {
  const { content, place } = write
  const text = content.kind === 'text' ? content.text : content.kind === 'change' ? content.added : ''
  if (place.kind !== 'path' || text === '' || text.length > LONGEST) return []
  const directory = parent(place.path)
  const here = { kind: 'path', path: directory, real: world.real(directory) } as const
  return TAKES_IN.flatMap((pattern) => [...text.matchAll(pattern)])
    .slice(0, MOST)
    .flatMap((found): readonly Action[] => {
      const target = resolveText(found[1]!.trim(), here, surroundings, world)
      if (target.kind !== 'path' || isInside(target.real, surroundings.workspace)) return []
      return [
        {
          does: 'read-file',
          place: target,
          extent: 'content',
          evidence: found[0].trim(),
          where: write.where,
          elevated: write.elevated,
        },
      ]
    })
}
