import { hostKind } from '../hosts.ts'
import { isInside } from '../paths.ts'
import { literal, show, textOf, type Word } from '../word.ts'
import { readTarget } from './hosts.ts'
import type { ProgramContext } from './programs/program.ts'
import { standsIn } from './programs/stand-ins.ts'
import { recordShape } from './variable-shapes.ts'

/**
 * Variables that make programs run code. `command`: the value is a shell command; `program`: it names a program;
 * `file`: code is loaded from it; `directory`: code is looked for there; `options`: options of an interpreter;
 * `path`: where programs are looked for; `output`: a file that is written; `switch`: set at all, it makes another
 * program of it.
 */
type Meaning =
  | 'command'
  | 'program'
  | 'file'
  | 'library'
  | 'directory'
  | 'options'
  | 'path'
  | 'separator'
  | 'output'
  | 'switch'

const VARIABLES: Readonly<Record<string, Meaning>> = {
  LD_PRELOAD: 'library',
  LD_AUDIT: 'library',
  DYLD_INSERT_LIBRARIES: 'library',
  LD_LIBRARY_PATH: 'directory',
  DYLD_LIBRARY_PATH: 'directory',
  DYLD_FRAMEWORK_PATH: 'directory',
  BASH_ENV: 'file',
  DOTNET_STARTUP_HOOKS: 'library',
  CORECLR_PROFILER_PATH: 'library',
  COR_PROFILER_PATH: 'library',
  GCONV_PATH: 'directory',
  OPENSSL_CONF: 'file',
  OPENSSL_ENGINES: 'directory',
  GIO_EXTRA_MODULES: 'directory',
  GTK_MODULES: 'library',
  QT_PLUGIN_PATH: 'directory',
  ENV: 'file',
  ZDOTDIR: 'directory',
  PROMPT_COMMAND: 'command',
  PS4: 'command',
  PYTHONSTARTUP: 'file',
  PYTHONPATH: 'directory',
  PYTHONHOME: 'directory',
  PYTHONPYCACHEPREFIX: 'directory',
  PERL5LIB: 'directory',
  PERL5DB: 'command',
  RUBYLIB: 'directory',
  NODE_PATH: 'directory',
  CLASSPATH: 'directory',
  LUA_INIT: 'command',
  PERL5OPT: 'options',
  RUBYOPT: 'options',
  NODE_OPTIONS: 'options',
  JAVA_TOOL_OPTIONS: 'options',
  _JAVA_OPTIONS: 'options',
  PYTHONWARNINGS: 'options',
  GIT_SSH_COMMAND: 'command',
  GIT_SSH: 'program',
  GIT_EXTERNAL_DIFF: 'command',
  GIT_PAGER: 'command',
  GIT_EDITOR: 'command',
  GIT_SEQUENCE_EDITOR: 'command',
  GIT_ASKPASS: 'program',
  GIT_PROXY_COMMAND: 'program',
  GIT_TEMPLATE_DIR: 'directory',
  GIT_EXEC_PATH: 'directory',
  SSH_ASKPASS: 'program',
  SUDO_ASKPASS: 'program',
  PAGER: 'command',
  MANPAGER: 'command',
  SYSTEMD_PAGER: 'command',
  AWS_PAGER: 'command',
  GH_PAGER: 'command',
  PSQL_PAGER: 'command',
  EDITOR: 'command',
  VISUAL: 'command',
  FCEDIT: 'command',
  KUBE_EDITOR: 'command',
  BROWSER: 'command',
  GH_BROWSER: 'command',
  LESSOPEN: 'command',
  LESSCLOSE: 'command',
  RSYNC_RSH: 'command',
  CVS_RSH: 'command',
  TAR_OPTIONS: 'options',
  MAKEFLAGS: 'options',
  RIPGREP_CONFIG_PATH: 'file',
  TF_CLI_CONFIG_FILE: 'file',
  TERRAFORM_CONFIG: 'file',
  RUSTC_WRAPPER: 'program',
  RUSTC: 'program',
  CC: 'command',
  CXX: 'command',
  DELTA_PAGER: 'command',
  ACKRC: 'file',
  PERF_EXEC_PATH: 'directory',
  UNZIP: 'options',
  UNZIPOPT: 'options',
  MANOPT: 'options',
  ZIPOPT: 'options',
  LD_DEBUG_OUTPUT: 'output',
  NODE_REDIRECT_WARNINGS: 'output',
  SDL_DYNAMIC_API: 'library',
  CUDA_INJECTION64_PATH: 'library',
  ASAN_SYMBOLIZER_PATH: 'program',
  SHELL: 'program',
  PATH: 'path',
  IFS: 'separator',
  ELECTRON_RUN_AS_NODE: 'switch',
}

/** Options in an interpreter's variable that load or run code. Others (`--max-old-space-size=4096`) are ordinary. */
const LOADING_OPTION =
  /(?:^|\s)(?:--(?:require|import|eval|print|loader|experimental-loader|inspect\S*|env-file|checkpoint-action|to-command|use-compress-program|rsh-command|eval)\b|--pager\b|-TT\b|-r\b|-r\S|-e\b|-p\b|-M\S|-m\S|-d:|-I|-javaagent|-agentlib|-agentpath|-XX:OnError)/

/** Editors and pagers by their own names: what they do is theirs to do when something opens them. */
const WELL_KNOWN =
  /^(?:vim?|nvim|nano|pico|emacs|emacsclient|code|subl|micro|hx|helix|less|more|most|cat|bat|delta|true|false|:)(?:\s+--?[a-zA-Z][\w-]*)*$/

/** A variable whose value makes some program run code. */
export function runsCode(name: string): boolean {
  return Object.hasOwn(VARIABLES, name) && VARIABLES[name] !== 'separator'
}

/**
 * Each value is told once, however many programs inherit it. What is not listed counts for programs that take settings
 * from their environment: not for those that copy, list and print.
 */
export function recordEnvironment(
  context: ProgramContext,
  environment: ReadonlyMap<string, Word>,
  recorded: WeakSet<Word>,
  counts: 'every name' | 'listed names',
): void {
  for (const [name, value] of environment) {
    if (recorded.has(value) || (counts === 'listed names' && !isListed(name))) continue
    recorded.add(value)
    recordVariable(context, name, value)
  }
}

function isListed(name: string): boolean {
  return (
    Object.hasOwn(VARIABLES, name) ||
    name.startsWith('BASH_FUNC_') ||
    /^(?:https?|all|ftp)_proxy$|^npm_config_|^DEBUGINFOD_URLS$/i.test(name)
  )
}

/** Tells what a variable set to this makes a program run. */
export function recordVariable(context: ProgramContext, name: string, value: Word): void {
  const meaning = Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined
  const text = textOf(value)
  if (name.startsWith('BASH_FUNC_') || /^\s*\(\s*\)\s*\{/.test(text ?? '')) {
    context.opaque('dynamic-code', `${name}=${show(value)}`)
    return
  }
  if (/^(?:https?|all|ftp)_proxy$/i.test(name) && text !== '') {
    recordProxy(context, value)
    return
  }
  if (
    /^npm_config_(?:script_shell|shell|node_options|git|editor|viewer|userconfig|globalconfig|init_module)$/i.test(name)
  ) {
    if (!/^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh$/.test(text ?? ''))
      context.opaque('dynamic-code', `${name}=${show(value)}`)
    return
  }
  if (meaning === undefined) recordShape(context, name, value)
  if (meaning === undefined || text === '') return
  switch (meaning) {
    case 'command':
      if (name === 'PS4' && !/[$`]/.test(show(value))) return
      if (text !== undefined && WELL_KNOWN.test(text)) return
      if (name === 'LUA_INIT' && text?.startsWith('@')) {
        context.file(literal(text.slice(1)), 'other', [], { via: name })
        return
      }
      if (name.startsWith('LESS'))
        context.code('shell', text?.startsWith('|') ? literal(text.slice(1)) : value, { via: name })
      else standsIn(context, value, name)
      return
    case 'program':
      context.runs([value], { via: name, moreArguments: true })
      return
    case 'file':
      context.file(value, name.startsWith('PYTHON') ? 'python' : 'shell', [], { via: name })
      return
    case 'library':
      context.record({
        does: 'run-code',
        language: 'binary',
        origin: 'file',
        place: context.place(value),
        seenThrough: false,
      })
      context.opaque('dynamic-code', `${name}=${show(value)}`)
      return
    case 'directory':
      recordDirectories(context, name, value)
      return
    case 'switch':
      context.opaque('dynamic-code', `${name}=${show(value)}`)
      return
    case 'options':
      if (text === undefined || LOADING_OPTION.test(text)) context.opaque('dynamic-code', `${name}=${show(value)}`)
      return
    case 'path':
      recordPath(context, value)
      return
    case 'output':
      context.writes(value, 'append')
      return
    case 'separator':
      return
  }
}

/** Everything that is asked and sent goes through it. One on this machine or in its network is the user's own. */
function recordProxy(context: ProgramContext, value: Word): void {
  const { host } = readTarget(value)
  if (host.kind === 'named' && /^(?:loopback|private)$/.test(hostKind(host.name))) return
  context.contacts(value, 'other', 'unknown')
}

/** Values that make the shell keep no record of its commands. */
export function stopsHistory(name: string, value: Word): boolean {
  const text = textOf(value)
  if (name === 'HISTFILE') return text === '' || text === '/dev/null'
  if (name === 'HISTCONTROL') return /ignore(?:space|both)/.test(text ?? 'ignoreboth')
  if (name === 'HISTIGNORE') return /(?:^|:)\*(?:$|:)/.test(text ?? '*')
  return (name === 'HISTSIZE' || name === 'HISTFILESIZE') && text === '0'
}

/** Code looked for inside the workspace is the project's own; anywhere else it is not known. */
function recordDirectories(context: ProgramContext, name: string, value: Word): void {
  for (const entry of entriesOf(value)) {
    if (entry === '' || entry === `$${name}` || entry === `\${${name}}` || entry === `\${${name}:-}`) continue
    if (/^(?:\/usr|\/opt|\/lib)/.test(entry)) continue
    const place = context.place(
      /[$`]/.test(entry)
        ? { kind: 'dynamic', source: entry, pieces: [{ unknown: entry, from: 'variable' }] }
        : literal(entry),
    )
    if (place.kind === 'path' && isInside(place.real, context.surroundings.workspace)) continue
    context.opaque('dynamic-code', `${name}=${show(value)}`)
    return
  }
}

/** Directories of tools that a project or a user's own package managers install. */
export const TOOL_DIRECTORY =
  /(?:^|\/)(?:node_modules\/\.bin|\.?venv\/bin|env\/bin|vendor\/bin|\.local\/bin|\.cargo\/bin|go\/bin|\.bun\/bin|\.deno\/bin|\.npm-global\/bin|\.nvm\/[^:]*\/bin|\.pyenv\/(?:bin|shims)|\.rbenv\/(?:bin|shims)|\.asdf\/(?:bin|shims)|\.volta\/bin|\.sdkman\/[^:]*\/bin|miniconda3\/bin|anaconda3\/bin|\.dotnet(?:\/tools)?|flutter\/bin|\.yarn\/bin|\.poetry\/bin|\.foundry\/bin|\.pub-cache\/bin)\/?$/

/**
 * A directory put before the known ones can replace any program. One appended after `$PATH` cannot; tool directories
 * and system directories are ordinary.
 */
function recordPath(context: ProgramContext, value: Word): void {
  for (const entry of entriesOf(value)) {
    if (/^"?\$\{?PATH\}?/.test(entry)) return
    if (
      /^(?:\/usr|\/opt|\/bin|\/sbin|\/snap|\/Library|\/Applications|\/nix)(?:\/|$)/.test(entry) ||
      TOOL_DIRECTORY.test(entry)
    )
      continue
    context.opaque('dynamic-program', `PATH=${show(value)}`)
    return
  }
}

export function entriesOf(value: Word): readonly string[] {
  if (value.kind !== 'dynamic') return show(value).split(':')
  // Unknown pieces stay as written, so `$PATH` can be told from other variables.
  return value.pieces
    .map((piece) => ('known' in piece ? piece.known : piece.unknown.replaceAll(':', ';')))
    .join('')
    .split(':')
}
