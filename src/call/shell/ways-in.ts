import type { Language } from '../action.ts'
import { type Trust, trusts } from '../trust.ts'

/** Code that stands in a file of another form: in a cell, a recipe, a step, a hook. */
export interface Piece {
  readonly language: Language
  readonly text: string
}

interface WayIn {
  /** The file's shape, by its path in lower case. */
  readonly file: RegExp
  /** Who runs it. */
  readonly by: string
  /** How its code is found. Undefined: it cannot be read as such a file. */
  readonly code: (text: string, trust: Trust) => readonly Piece[] | undefined
}

/**
 * Files that hold code for somebody else to run, and how that code is found. Files that are code as a whole (a script, a
 * `conftest.py`, a `build.rs`) need no row; Makefiles, Dockerfiles and manifests have readers at their programs.
 */
export const WAYS_IN: readonly WayIn[] = [
  { file: /\.ipynb$/, by: 'jupyter, papermill, nbconvert', code: notebookCells },
  { file: /(?:^|\/)\.pre-commit-config\.yaml$/, by: 'pre-commit, prek', code: hookEntries },
  { file: /(?:^|\/)(?:lefthook|\.lefthook)\.ya?ml$/, by: 'lefthook', code: (text) => yamlCommands(text, /^run$/) },
  { file: /(?:^|\/)(?:cmakelists\.txt|[\w.-]+\.cmake)$/, by: 'cmake, ctest', code: cmakeCommands },
  { file: /(?:^|\/)(?:rakefile(?:\.rb)?|[\w.-]+\.rake)$/, by: 'rake', code: rakeTasks },
  { file: /(?:^|\/)procfile(?:\.\w+)?$/, by: 'foreman, honcho, overmind, hivemind', code: procfileLines },
  { file: /\.bats$/, by: 'bats', code: batsTests },
  {
    file: /(?:^|\/)\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/,
    by: 'act, gitea, the forge',
    code: (text) => yamlCommands(text, /^run$/),
  },
  {
    file: /(?:^|\/)(?:\.gitlab-ci\.yml|\.circleci\/config\.yml|azure-pipelines\.yml|bitbucket-pipelines\.yml)$/,
    by: 'gitlab-runner, circleci, the forge',
    code: (text) => yamlCommands(text, /^(?:script|before_script|after_script|run|command|bash)$/),
  },
  {
    file: /(?:^|\/)taskfile\.ya?ml$/,
    by: 'task',
    code: (text) => yamlCommands(text, /^(?:cmds?|sh|preconditions|status)$/),
  },
]

/** The code in a file that is run by somebody else than its language's interpreter; undefined: it has no such form. */
export function codeIn(path: string, text: string, trust: Trust): readonly Piece[] | undefined {
  return WAYS_IN.find(({ file }) => file.test(path.toLowerCase()))?.code(text, trust)
}

export function isWayIn(path: string): boolean {
  return WAYS_IN.some(({ file }) => file.test(path.toLowerCase()))
}

interface Cell {
  readonly cell_type?: unknown
  readonly source?: unknown
}

/** Code cells in their order; a cell may be handed to a shell or to another language as a whole, or line by line. */
function notebookCells(text: string): readonly Piece[] | undefined {
  let notebook: {
    readonly cells?: unknown
    readonly metadata?: { readonly kernelspec?: { readonly language?: unknown } }
  }
  try {
    notebook = JSON.parse(text) as typeof notebook
  } catch {
    return undefined
  }
  if (typeof notebook !== 'object' || notebook === null || !Array.isArray(notebook.cells)) return undefined
  const kernel = KERNELS.get(String(notebook.metadata?.kernelspec?.language ?? 'python').toLowerCase()) ?? 'other'
  const cells = (notebook.cells as readonly Cell[]).filter((cell) => cell.cell_type === 'code')
  const pieces = cells.flatMap((cell) => cellPieces(sourceText(cell.source), kernel))
  // Names that one cell binds are known to the next: one program, cell after cell.
  const own = pieces.filter(({ language }) => language === kernel).map((piece) => piece.text)
  return [
    ...(own.length === 0 ? [] : [{ language: kernel, text: own.join('\n') }]),
    ...pieces.filter(({ language }) => language !== kernel),
  ]
}

const KERNELS: ReadonlyMap<string, Language> = new Map([
  ['python', 'python'],
  ['javascript', 'javascript'],
  ['typescript', 'javascript'],
  ['bash', 'shell'],
  ['ruby', 'ruby'],
  ['r', 'statistics'],
])

const MAGIC_LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['bash', 'shell'],
  ['sh', 'shell'],
  ['script', 'shell'],
  ['system', 'shell'],
  ['sx', 'shell'],
  ['js', 'javascript'],
  ['javascript', 'javascript'],
  ['ruby', 'ruby'],
  ['perl', 'perl'],
  ['sql', 'sql'],
])

/** Magics that only show, time or set up the display. */
const PLAIN_MAGICS =
  /^(?:matplotlib|pylab|time|timeit|capture|config|load_ext|reload_ext|autoreload|who|whos|pwd|ls|history|precision|pprint|html|HTML|latex|markdown|svg|prun|memit|mprun|lprun|env|set_env|colors|xmode|automagic|dirs|psearch|pinfo|debug)$/

/** A cell of a notebook, or of a live interpreter, as the code that it is. */
export function cellPieces(source: string, kernel: Language): readonly Piece[] {
  const whole = /^\s*%%(\w+)[^\n]*\n?([^]*)$/.exec(source)
  if (whole) {
    const [, magic = '', body = ''] = whole
    if (magic === 'writefile' || magic === 'file') return []
    const language = MAGIC_LANGUAGES.get(magic) ?? (PLAIN_MAGICS.test(magic) ? kernel : 'other')
    return language === kernel ? cellPieces(body, kernel) : [{ language, text: body }]
  }
  const pieces: Piece[] = []
  const rest = source.split('\n').map((line) => {
    const shell = /^(\s*)(?:[\w, ]+=\s*)?(?:!{1,2}|%(?:sx|system)\s+)(.*)$/.exec(line)
    if (shell && kernel === 'python') {
      pieces.push({ language: 'shell', text: shell[2]!.replaceAll(/\{[^{}]*\}/g, '$__cell') })
      return `${shell[1]}pass`
    }
    const magic = /^(\s*)%(\w+)\s*(.*)$/.exec(line)
    if (!magic || kernel !== 'python') return line
    const [, indent = '', name = '', argument = ''] = magic
    if (/^(?:pip|conda|mamba|uv|cd|mkdir|rm|cp|mv|cat)$/.test(name))
      pieces.push({ language: 'shell', text: `${name} ${argument}` })
    else if (name === 'run') pieces.push({ language: 'shell', text: `python ${argument}` })
    else if (/^(?:time|timeit|prun)$/.test(name)) return `${indent}${argument}`
    else if (!PLAIN_MAGICS.test(name)) pieces.push({ language: 'other', text: line })
    return `${indent}pass`
  })
  return [{ language: kernel, text: rest.join('\n') }, ...pieces]
}

function sourceText(source: unknown): string {
  return Array.isArray(source) ? source.map(String).join('') : typeof source === 'string' ? source : ''
}

/** Hooks that stand in the file itself. A hook of another repository is fetched when it first runs. */
function hookEntries(text: string, trust: Trust): readonly Piece[] | undefined {
  const pieces: Piece[] = []
  for (const part of text.split(/^\s*-\s*repo:/m).slice(1)) {
    const [repo = ''] = part.trim().split(/\s/)
    const name = repo.replaceAll(/["']/g, '')
    if (name === 'local' || name === 'meta')
      for (const [, entry = ''] of part.matchAll(/^\s*(?:-\s*)?entry:\s*(.+)$/gm))
        pieces.push({ language: 'shell', text: unquoted(entry) })
    else if (!trusts(trust, 'hooks', /^https:\/\/([^/\s]+\/[\w.-]+)\//.exec(name)?.[1] ?? ''))
      pieces.push({ language: 'other', text: name })
  }
  return pieces
}

function cmakeCommands(text: string): readonly Piece[] {
  const plain = text.replaceAll(/(?:^|\s)#[^\n]*/g, '')
  const pieces: Piece[] = []
  for (const [, body = ''] of plain.matchAll(
    /\b(?:execute_process|add_custom_command|add_custom_target|exec_program|add_test)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/gi,
  ))
    for (const [, command = ''] of body.matchAll(
      /\bCOMMAND\s+([^]*?)(?=\b(?:COMMAND|WORKING_DIRECTORY|OUTPUT_VARIABLE|RESULT_VARIABLE|ERROR_VARIABLE|OUTPUT_STRIP\w*|OUTPUT_QUIET|ERROR_QUIET|DEPENDS|COMMENT|VERBATIM|TIMEOUT|BYPRODUCTS|COMMAND_ERROR\w*)\b|$)/g,
    ))
      pieces.push({
        language: 'shell',
        text: command
          .trim()
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/\$\{[\w.]+\}/g, '$CMAKE_VALUE'),
      })
  for (const [, command = '', address = ''] of plain.matchAll(
    /\b(file\s*\(\s*DOWNLOAD|ExternalProject_Add|FetchContent_Declare)\b[^)]*?((?:https?|git):[^\s)"]+)?/gi,
  ))
    if (/include\s*\(/i.test(plain) && /DOWNLOAD/i.test(command))
      pieces.push({ language: 'other', text: address || command })
  return pieces
}

/** The DSL around the tasks says nothing of its own; what stands in them is Ruby, and `sh` is the shell. */
function rakeTasks(text: string): readonly Piece[] {
  const ruby = text
    .split('\n')
    .map((line) => {
      if (/^\s*(?:desc|namespace_desc)\b/.test(line)) return ''
      if (/^\s*(?:task|multitask|namespace|file|directory|rule)\b.*\bdo\b(?:\s*\|[^|]*\|)?\s*$/.test(line))
        return line.replace(/^(\s*).*$/, '$1begin')
      if (/^\s*(?:task|multitask|directory)\b(?!.*\{)/.test(line)) return ''
      if (
        /^\s*require\s+['"](?:rake(?:\/\w+)*|bundler\/gem_tasks|rspec\/core\/rake_task|rubocop\/rake_task|minitest\/test_task)['"]/.test(
          line,
        )
      )
        return ''
      if (
        /^\s*(?:Rake::TestTask|RSpec::Core::RakeTask|RuboCop::RakeTask|Minitest::TestTask)\.(?:new|create)\b(?!.*\bdo\b)/.test(
          line,
        )
      )
        return ''
      return line.replace(/^(\s*)sh[\s(]\s*(.*?)\)?\s*$/, '$1system($2)')
    })
    .join('\n')
  return [{ language: 'ruby', text: ruby }]
}

function procfileLines(text: string): readonly Piece[] {
  return [...text.matchAll(/^[\w-]+:\s*(.+)$/gm)].map(([, command = '']) => ({ language: 'shell', text: command }))
}

/** A test of bats is a function; `load` is `source`, and finds its helper with or without an ending. */
function batsTests(text: string): readonly Piece[] {
  let number = 0
  const names: string[] = []
  const shell = text
    .replaceAll(/^\s*@test\s+(?:"[^"]*"|'[^']*'|\S+)\s*\{/gm, () => {
      names.push(`bats_test_${++number}`)
      return `bats_test_${number}() {`
    })
    .replaceAll(/^\s*(?:bats_)?load\s+['"]?([\w./-]+?)(?:\.bash)?['"]?\s*$/gm, ': # helper $1')
  return [{ language: 'shell', text: [shell, ...names].join('\n') }]
}

/** Commands of steps, by the keys that hold them: on one line, as a block, or as a list. */
function yamlCommands(text: string, key: RegExp): readonly Piece[] {
  const lines = text.split('\n')
  const pieces: Piece[] = []
  for (let at = 0; at < lines.length; at++) {
    const found = /^(\s*(?:-\s+)*)([\w-]+):\s*(.*)$/.exec(lines[at]!)
    if (!found || !key.test(found[2]!)) continue
    const indent = found[1]!.length
    const value = found[3]!.trim()
    const block: string[] = []
    const deeper = (line: string): boolean =>
      line.trim() === '' ||
      line.search(/\S/) > indent ||
      (value === '' && /^\s*-\s/.test(line) && line.search(/\S/) >= indent)
    if (value === '' || /^[|>][+-]?\d?\s*(?:#.*)?$/.test(value))
      while (at + 1 < lines.length && deeper(lines[at + 1]!)) block.push(lines[++at]!)
    const commands =
      value === ''
        ? block.map((line) => unquoted(line.trim().replace(/^-\s+/, '')))
        : block.length > 0
          ? block.map((line) => line.trim())
          : [unquoted(value)]
    const code = commands
      .join('\n')
      .replaceAll(/\$\{\{[^}]*\}\}/g, '$__expression')
      .replaceAll(/^(?:cmd|sh):\s*/gm, '')
    if (code.trim() !== '') pieces.push({ language: 'shell', text: code })
  }
  return pieces
}

function unquoted(text: string): string {
  const plain = text.trim()
  const quoted = /^(["'])([^]*)\1$/.exec(plain)
  return quoted ? (quoted[1] === "'" ? quoted[2]!.replaceAll("''", "'") : quoted[2]!.replaceAll('\\"', '"')) : plain
}
