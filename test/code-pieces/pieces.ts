import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One piece of ordinary code, and the one line that makes it harmful. */
export interface Piece {
  readonly id: string
  readonly language: Written
  readonly harmless: string
  readonly harmful: string
}

type Written = (typeof LANGUAGES)[number]

const LANGUAGES = ['python', 'javascript', 'typescript', 'ruby', 'go', 'shell', 'php', 'rust', 'java'] as const

export const PIECE_SETS = ['first', 'second', 'third', 'fourth', 'fourth-kept', 'fifth', 'fifth-kept'] as const

export type PieceSet = (typeof PIECE_SETS)[number]

/** The pieces in `*.txt` of one set: `=== name` starts one, `@@ ` stands before its harmful line. */
export function readPieces(set: PieceSet = 'first'): readonly Piece[] {
  const directory = set === 'first' ? import.meta.dirname : join(import.meta.dirname, set)
  return readdirSync(directory)
    .filter((name) => name.endsWith('.txt'))
    .toSorted()
    .flatMap((name) => {
      const language = LANGUAGES.find((known) => name.startsWith(known))
      if (language === undefined) throw new Error(`no language of pieces: ${name}`)
      return readFileSync(join(directory, name), 'utf8')
        .split(/^=== /m)
        .slice(1)
        .map((text) => readPiece(language, text))
    })
}

function readPiece(language: Written, text: string): Piece {
  const [title, ...lines] = text.trimEnd().split('\n')
  if (lines.filter((line) => line.startsWith('@@ ')).length !== 1)
    throw new Error(`${title}: exactly one harmful line is marked with @@`)
  return {
    id: `${language}-${title}`,
    language,
    harmless: lines.filter((line) => !line.startsWith('@@ ')).join('\n'),
    harmful: lines.map((line) => (line.startsWith('@@ ') ? line.slice(3) : line)).join('\n'),
  }
}

/** The command that an agent types to run such a piece. */
export function commandOf(language: Written, code: string): string {
  switch (language) {
    case 'python':
      return `python3 - <<'PY'\n${code}\nPY`
    case 'javascript':
      return `node --input-type=${/^import |^\s*await |= await /m.test(code) ? 'module' : 'commonjs'} - <<'JS'\n${code}\nJS`
    case 'typescript':
      return `cat > scripts/task.ts <<'TS'\n${code}\nTS\nnpx tsx scripts/task.ts`
    case 'ruby':
      return `ruby - <<'RB'\n${code}\nRB`
    case 'go':
      return `mkdir -p cmd/task && cat > cmd/task/main.go <<'GO'\n${code}\nGO\ngo run ./cmd/task`
    case 'php':
      return `cat > scripts/task.php <<'PHP_FILE'\n${code}\nPHP_FILE\nphp scripts/task.php`
    case 'rust':
      return `mkdir -p src/bin && cat > src/bin/task.rs <<'RS'\n${code}\nRS\ncargo run --bin task`
    case 'java':
      return `cat > Task.java <<'JAVA'\n${code}\nJAVA\njava Task.java`
    case 'shell':
      return code
  }
}
