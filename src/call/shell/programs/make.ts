import { isGiven, literal, show, textOf, type Word } from '../../word.ts'
import { type Arity, readArguments } from '../options.ts'
import { optionsAreRead, readOptions } from './read-options.ts'
import { isForeign, isOutputName, loadsCode } from '../loaded-values.ts'
import type { ProgramContext, Program } from './program.ts'
import { isOwn, runsProject, textAt, within } from './project.ts'
import type { Place } from '../../place.ts'
import { are, walk } from './table.ts'

/** make, which has recipes to look into, and cmake, which has a small shell of its own. */
export const make: readonly Program[] = [
  { names: ['make', 'gmake', 'mingw32-make', 'bmake', 'nmake', 'remake'], means: build },
  { names: ['cmake', 'cmake3'], means: cmake },
  { names: ['task', 'go-task'], means: task },
]

const VALUES = '-f --file --makefile -C --directory -I --include-dir -o --old-file -W --what-if --eval -E'

function build(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, {
    arity: new Map<string, Arity>([
      ...VALUES.split(' ').map((name) => [name, 'value'] as const),
      ...['-j', '--jobs', '-l', '--load-average', '-O', '--output-sync', '--debug'].map(
        (name) => [name, 'optional'] as const,
      ),
    ]),
    style: 'gnu',
  })
  for (const word of read.values('--eval', '-E')) context.code('other', word, { via: 'make --eval' })
  const assignments = read.operands.filter((word) => /^[\w.-]+\s*[:+?]?=/.test(show(word)))
  for (const word of assignments) {
    const [, name, value] = /^([\w.-]+)\s*[:+?]?=(.*)$/s.exec(show(word))!
    recordVariable(context, name!, word.kind === 'literal' ? value! : undefined, show(word))
  }
  for (const name of ['MAKEFILES', 'MAKEFLAGS'])
    if (context.invocation.environment.has(name)) context.opaque('unreadable-code', name)
  const directory = read.value('-C', '--directory')
  const cwd = directory ? context.place(directory) : context.invocation.cwd
  const chosen = read.value('-f', '--file', '--makefile')
  if (chosen && textOf(chosen) === '-') {
    context.stdinAsCode('other')
    return
  }
  if (read.has('-n', '--dry-run', '--just-print', '--recon') && !chosen) {
    const shown = ['GNUmakefile', 'makefile', 'Makefile'].map((name) => within(cwd, name, context))
    const texts = shown.map((place) => textAt(context, place)).filter((text) => text !== undefined)
    // Recipes are printed; what stands in functions of make, and lines that run in any case, is run.
    if (texts.length > 0 && !texts.some((text) => RUNS_IN_ANY_CASE.test(text))) return
    runsProject(context, ['Makefile', 'makefile', 'GNUmakefile'], 'other', cwd)
    return
  }
  const file = chosen
    ? context.place(chosen)
    : ['GNUmakefile', 'makefile', 'Makefile']
        .map((name) => within(cwd, name, context))
        .find(
          (place) => place.kind === 'path' && (context.written(place) || context.world.look(place.real) !== 'absent'),
        )
  const targets = read.operands.filter((word) => !assignments.includes(word)).map((word) => textOf(word))
  const given = new Map(
    assignments.flatMap((word) => {
      const [, name, value] = /^([\w.-]+)\s*[:?]?=(.*)$/s.exec(textOf(word) ?? '') ?? []
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    }),
  )
  runMakefile(context, file, targets, cwd, given)
}

const RUNS_IN_ANY_CASE =
  /\$[({](?:shell|MAKE|guile|eval|call|file)\b|!=|^\t\s*[@-]*\+|^\s*-?s?include\b|\bMAKEFLAGS\b|^\s*load\b/m

/** Variables of makefiles whose value is started as a program: the built-in rules' and the common ones. */
const PROGRAMS = new Set(
  `CC CXX CPP LD AR AS NM RANLIB STRIP OBJCOPY OBJDUMP READELF FC F77 GFORTRAN PC LEX YACC LINT TANGLE WEAVE CTANGLE
  CWEAVE TEX TEXI2DVI MAKEINFO GET CO RM CP MV LN MKDIR INSTALL TAR ZIP GZIP CURL WGET GIT AWK SED GREP FIND XARGS
  PERL PYTHON PYTHON3 PIP NODE NPM NPX YARN PNPM RUBY GO GOFMT CARGO RUSTC JAVA JAVAC MVN GRADLE DOCKER PODMAN COMPOSE
  KUBECTL HELM TERRAFORM SUDO SSH SCP RSYNC PAGER EDITOR DIFF PATCH PKG_CONFIG CMAKE NINJA HOSTCC HOSTCXX HOSTLD
  CROSS_COMPILE CCACHE LAUNCHER WRAPPER RUNNER TESTER VALGRIND`.split(/\s+/),
)

/** `make NAME=value`: a program, options for one, or text that a recipe's shell will read. */
function recordVariable(context: ProgramContext, name: string, value: string | undefined, shown: string): void {
  if (/^(SHELL|\.SHELLFLAGS|MAKEFLAGS|MAKEFILES|MAKE)$/.test(name)) {
    if (!/^(\/(usr\/)?bin\/)?(env )?(ba|z|da)?sh$/.test(value ?? '')) context.opaque('unreadable-code', shown)
  } else if (value === undefined) {
    if (PROGRAMS.has(name)) context.opaque('dynamic-program', shown)
  } else if (/[`;|&<>\n]|\$[({]/.test(value)) context.opaque('dynamic-code', shown)
  else if (isForeign(context, value.split(' ')[0]!) && !isOutputName(name)) context.opaque('unreadable-code', shown)
  else if (PROGRAMS.has(name) && /\s/.test(value.trim())) context.code('shell', literal(value), { via: `make ${name}` })
  else if (loadsCode(context, value) && !isOutputName(name)) context.opaque('unknown-option', shown)
}

function runMakefile(
  context: ProgramContext,
  file: Place | undefined,
  targets: readonly (string | undefined)[],
  cwd: Place,
  given: ReadonlyMap<string, string> = new Map(),
): void {
  const written = file ? context.written(file) : undefined
  if (written === undefined && (!isOwn(context, cwd) || (file && !isOwn(context, file)))) {
    runsProject(context, [], 'other', cwd)
    if (file && !isOwn(context, file)) context.file(literal(file.kind === 'path' ? file.path : '-'), 'other')
    return
  }
  const text = file ? textAt(context, file) : undefined
  const recipes =
    text === undefined || targets.includes(undefined)
      ? undefined
      : readRecipes(text, targets as readonly string[], given)
  if (recipes) {
    if (recipes.trim() !== '') context.code('shell', literal(recipes), { via: 'make', cwd })
  } else if (written && file?.kind === 'path') context.file(literal(file.path), 'other')
  context.project(cwd)
}

interface Rule {
  readonly needs: readonly string[]
  readonly recipe: readonly string[]
}

/** The recipes a run would execute, as one shell text; undefined when the file uses more than plain rules and variables. */
export function readRecipes(
  makefile: string,
  targets: readonly string[],
  given: ReadonlyMap<string, string> = new Map(),
): string | undefined {
  const variables = new Map<string, string>(
    Object.entries({ CC: 'cc', CXX: 'c++', RM: 'rm -f', MAKE: 'make', AR: 'ar', SHELL: '/bin/sh', CURDIR: '.' }),
  )
  for (const [name, value] of given) variables.set(name, value)
  const rules = new Map<string, Rule>()
  let first: string | undefined
  let current: { names: readonly string[]; needs: readonly string[]; recipe: string[] } | undefined
  if (
    /\$[({](shell|eval|call|foreach|file|guile)\b/.test(makefile) ||
    /^\s*(-?include|define|load|ifn?(eq|def))\b/m.test(makefile)
  )
    return undefined
  for (const line of makefile.replace(/\\\n/g, ' ').split('\n')) {
    if (line.startsWith('\t')) {
      current?.recipe.push(line.slice(1))
      continue
    }
    if (/^\s*(#|$)/.test(line)) continue
    const assignment = /^\s*(?:export\s+|override\s+)?([\w.-]+)\s*(\?|:{1,2}|\+|!)?=\s*(.*)$/.exec(line)
    if (assignment) {
      if (assignment[2] === '!' || assignment[1] === '.SHELLFLAGS') return undefined
      // What the command line says counts before what the file says.
      if (!given.has(assignment[1]!) && !(assignment[2] === '?' && variables.has(assignment[1]!)))
        variables.set(assignment[1]!, assignment[3]!.trim())
      continue
    }
    const rule = /^([^:=]+?)\s*::?\s*([^;]*)(?:;(.*))?$/.exec(line)
    if (!rule) continue
    const names = rule[1]!.trim().split(/\s+/)
    current = {
      names,
      needs: rule[2]!.split('|').join(' ').trim().split(/\s+/).filter(Boolean),
      recipe: rule[3] ? [rule[3]] : [],
    }
    for (const name of names) {
      if (name.includes('%') || name.includes('$')) return undefined
      if (!name.startsWith('.')) first ??= name
      const before = rules.get(name)
      rules.set(name, before ? { needs: [...before.needs, ...current.needs], recipe: current.recipe } : current)
    }
  }
  const out: string[] = []
  const done = new Set<string>()
  const visit = (name: string): boolean => {
    if (done.has(name)) return true
    done.add(name)
    const rule = rules.get(name)
    if (!rule || done.size > 200) return done.size <= 200
    if (!rule.needs.every(visit)) return false
    for (const line of rule.recipe) {
      const expanded = expand(line.replace(/^\s*[@+-]+\s*/, ''), variables, name, rule.needs, 0)
      if (expanded === undefined) return false
      out.push(expanded)
    }
    return true
  }
  const wanted = targets.length > 0 ? targets : first === undefined ? [] : [first]
  return wanted.every(visit) ? out.join('\n') : undefined
}

function expand(
  text: string,
  variables: ReadonlyMap<string, string>,
  target: string,
  needs: readonly string[],
  depth: number,
): string | undefined {
  if (depth > 8) return undefined
  let known = true
  const out = text.replace(
    /\$(?:\$|[({]([\w.-]+)[)}]|([@<^*?])|(.))/g,
    (whole, name: string | undefined, automatic: string | undefined) => {
      if (whole === '$$') return '\u0000'
      if (automatic !== undefined)
        return automatic === '@'
          ? target
          : automatic === '<'
            ? (needs[0] ?? '')
            : automatic === '^' || automatic === '?'
              ? needs.join(' ')
              : '*'
      const value = name === undefined ? undefined : variables.get(name)
      if (value === undefined) {
        // An unset variable is empty in make; given on the command line or by the environment it is unknown.
        if (name === undefined) known = false
        return name === undefined ? '' : `\u0000{${name}}`
      }
      const inner = expand(value, variables, target, needs, depth + 1)
      if (inner === undefined) known = false
      return inner ?? ''
    },
  )
  return known ? (depth === 0 ? out.replaceAll('\u0000', '$') : out) : undefined
}

function cmake(context: ProgramContext): void {
  const { args } = context.invocation
  if (textOf(args[0]) === '-E') {
    builtIn(context, textOf(args[1]) ?? '', args.slice(2))
    return
  }
  walk(
    context,
    {
      options: {
        ...are(
          'text',
          '-D -G -T -A --target -t --config --preset --component --log-level -U --install-prefix -W --build -S --open --install',
        ),
        ...are('attached', '-j --parallel'),
        ...are('directory', '-B --prefix'),
        ...are('config', '-C -P --toolchain'),
        ...are('write', '--graphviz --trace-redirect --profiling-output'),
      },
    },
    args,
  )
  // The table has said already which options it does not know.
  const read = readArguments(args, {
    arity: new Map<string, Arity>(
      '-D -G -T -A -B -C -P -U -S --build --install --open --target -t --config --preset --prefix --component -j'
        .split(' ')
        .map((name) => [name, 'value']),
    ),
    style: 'gnu',
  })
  const named = [...read.values('-S', '--build', '--install'), ...read.operands]
  if (named.length === 0) runsProject(context, ['CMakeLists.txt'])
  for (const word of named) if (!isGiven(word)) runsProject(context, ['CMakeLists.txt'], 'other', context.place(word))
}

/** The task runner of a Taskfile; another program of this name keeps lists and has an `execute`. */
function task(context: ProgramContext): void {
  const { args } = context.invocation
  const execute = args.findIndex((word) => /^(exec|execute)$/.test(show(word)))
  if (execute >= 0) context.runs(args.slice(execute + 1), { via: 'task execute' })
  walk(
    context,
    {
      options: { ...are('config', '-t --taskfile'), ...are('elsewhere', '-d --dir'), ...are('text', '-o --output') },
      project: ['Taskfile.yml', 'Taskfile.yaml'],
    },
    args,
  )
}

/** `cmake -E`: portable file commands. */
function builtIn(context: ProgramContext, verb: string, args: readonly Word[]): void {
  optionsAreRead(context)
  const operands = args.filter((word) => !show(word).startsWith('-'))
  switch (verb) {
    case 'env':
    case 'time':
      context.runs(
        args.filter((word) => !/^(--unset=|--modify|--$|[A-Za-z_]\w*=)/.test(show(word))),
        { via: `cmake -E ${verb}` },
      )
      return
    case 'chdir':
      context.runs(args.slice(1), { via: 'cmake -E chdir', ...(args[0] ? { cwd: context.place(args[0]) } : {}) })
      return
    case 'rm':
    case 'remove':
    case 'remove_directory':
    case 'rmdir':
      for (const word of operands)
        context.deletes(word, {
          recursive: verb !== 'remove' && (verb !== 'rm' || args.some((option) => /^-[a-z]*[rR]/.test(show(option)))),
        })
      return
    case 'copy':
    case 'copy_directory':
    case 'copy_if_different':
    case 'create_symlink':
    case 'rename':
    case 'create_hardlink':
      context.runs([literal(verb === 'rename' ? 'mv' : verb.includes('link') ? 'ln' : 'cp'), ...args], {
        via: 'cmake -E',
      })
      return
    case 'make_directory':
      for (const word of operands) context.writes(word, 'directory')
      return
    case 'touch':
    case 'touch_nocreate':
      for (const word of operands) context.writes(word, 'append')
      return
    case 'tar':
      context.runs([literal('tar'), ...args], { via: 'cmake -E' })
      return
    case 'cat':
    case 'compare_files':
    case 'md5sum':
    case 'sha1sum':
    case 'sha256sum':
    case 'sha512sum':
      for (const word of operands) context.reads(word)
      return
    case 'echo':
    case 'echo_append':
    case 'capabilities':
    case 'environment':
    case 'true':
    case 'false':
    case 'sleep':
    case '':
      return
    default:
      context.opaque('unknown-subcommand', `cmake -E ${verb}`)
  }
}
