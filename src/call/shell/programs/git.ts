import type { RepositoryDeed } from '../../action.ts'
import { baseName, isInside } from '../../paths.ts'
import { anyOf, type Condition } from '../../place-condition.ts'
import { TEMP_ROOTS } from '../../place-kinds-table.ts'
import { type Place, showPlace } from '../../place.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readArguments, type ReadArguments } from '../options.ts'
import { recordAssignment, recordChangedSettings, recordEnvironment } from './git-options.ts'
import { aliasOf, config, remote, submodule, worktree } from './git-repository.ts'
import { push } from './git-push.ts'
import { has, record, recordFiles, recordHooks } from './git-effects.ts'
import {
  clone,
  fetchFrom,
  listRemote,
  bisect,
  filterBranch,
  updateReference,
  archive,
  lfs,
  credentials,
  subtree,
} from './git-transfer.ts'
import {
  commit,
  checkout,
  switchBranch,
  restore,
  reset,
  clean,
  stash,
  branch,
  tag,
  rebase,
  reflog,
  gc,
  removeFiles,
  applyPatch,
} from './git-work.ts'
import { arity } from './arity.ts'
import { knownArguments } from './git-closed.ts'
import type { ProgramContext, Program } from './program.ts'
import { isMade, isOwn, namesBelow } from './project.ts'
import { are, INTERACTIVE, walk } from './table.ts'

/** git: every subcommand. */
export const git: readonly Program[] = [
  { names: ['git', 'yadm', 'dotfiles'], means },
  { names: ['degit', 'tiged', 'giget'], means: copyOf },
  { names: ['git-lfs'], means: (context) => lfs(context, context.invocation.args) },
  { names: ['tig', 'gitk', 'git-gui', 'lazygit', 'gitui'], means: (context) => context.record(INTERACTIVE) },
]

/** degit: the files of a repository without its history; `user/repo` is on GitHub. */
function copyOf(context: ProgramContext): void {
  const [source, target] = context.invocation.args.filter((word) => !show(word).startsWith('-'))
  if (!source) return
  const text = show(source)
  const url = /^(?:github:|gh:)?([\w-]+\/[\w.-]+)/.exec(text)?.[1]
  clone(context, [
    url === undefined || /^\w+:\/\//.test(text) ? source : literal(`https://github.com/${url}`),
    target ?? literal('.'),
  ])
}

const GLOBAL = arity(
  '-C -c --git-dir --work-tree --namespace --config-env --super-prefix --attr-source',
  '--exec-path --list-cmds',
)

function means(context: ProgramContext): void {
  const read = readArguments(context.invocation.args, { arity: GLOBAL, style: 'gnu', stopAtOperand: true })
  const directory = read.value('-C')
  if (directory) {
    const others = context.invocation.args.slice(0, context.invocation.args.length - read.operands.length)
    const [first, ...more] = withoutDirectory(others)
    context.runs([literal('git'), ...(first ? [first, ...more] : []), ...read.operands], {
      via: 'git -C',
      cwd: placeOf(context, read),
    })
    return
  }
  recordEnvironment(context)
  recordChangedSettings(context)
  recordForeign(context, read)
  for (const word of read.values('-c')) recordAssignment(context, word)
  for (const word of read.values('--exec-path')) context.opaque('unreadable-code', `git --exec-path=${show(word)}`)
  for (const word of read.values('--config-env')) context.opaque('dynamic-code', `git --config-env=${show(word)}`)
  const [verb, ...args] = read.operands
  if (!verb) return
  const name = textOf(verb)
  if (name === undefined) {
    context.opaque('dynamic-program', `git ${show(verb)}`)
    return
  }
  runSubcommand(context, name, args, 0)
}

/** Subcommands that make a repository or need none. */
const NEEDS_NONE = new Set(['clone', 'init', 'version', 'help', 'ls-remote', 'config', '--version', '--help'])

/** A repository elsewhere brings settings and hooks of its own, and even `status` runs some of them. */
function recordForeign(context: ProgramContext, read: ReadArguments): void {
  if (context.invocation.where.kind !== 'here' || NEEDS_NONE.has(textOf(read.operands[0]) ?? '--help')) return
  const named = [
    ...read.values('--git-dir', '--work-tree'),
    ...['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR'].flatMap((name) => context.invocation.environment.get(name) ?? []),
  ]
  for (const place of [context.invocation.cwd, ...named.map((word) => context.place(word))])
    if (!isOwn(context, place) && !bringsNothing(context, place)) {
      context.opaque('unreadable-code', `the settings of ${showPlace(place)}`)
      return
    }
}

/** A directory that is not there, and that nothing makes, has neither settings nor hooks. In /tmp anybody may make it. */
function bringsNothing(context: ProgramContext, place: Place): boolean {
  if (place.kind === 'path' && TEMP_ROOTS.some((root) => isInside(place.real, root))) return false
  return place.kind === 'path' && context.world.look(place.real) === 'absent' && !isMade(context, place)
}

/** Several -C follow one another like cd. */
function placeOf(context: ProgramContext, read: ReadArguments): Place {
  const steps = read.values('-C')
  const known = steps.map((word) => textOf(word))
  if (known.includes(undefined)) return context.place(steps.at(-1)!)
  const last = known.findLastIndex((step) => /^[/~]/.test(step!))
  return context.place(literal(known.slice(Math.max(last, 0)).join('/')))
}

function withoutDirectory(options: readonly Word[]): readonly Word[] {
  const left: Word[] = []
  for (let index = 0; index < options.length; index++) {
    const text = show(options[index]!)
    if (text === '-C') index++
    else if (text === '-c' || GLOBAL.get(text) === 'value')
      left.push(options[index]!, ...options.slice(++index, index + 1))
    else if (!text.startsWith('-C')) left.push(options[index]!)
  }
  return left
}

function runSubcommand(context: ProgramContext, name: string, given: readonly Word[], depth: number): void {
  const args = knownArguments(context, name, given)
  recordHooks(context, name)
  const own = SUBCOMMANDS[name]
  if (own) {
    own(context, args)
    return
  }
  if (INSPECTS.has(name)) inspect(context, args)
  else if (PLAIN[name] ?? EXTENSIONS[name]) {
    context.record({ does: 'change-repository', deed: (PLAIN[name] ?? EXTENSIONS[name])! })
    recordFiles(context, args)
  } else {
    const alias = depth > 5 ? undefined : aliasOf(context, name)
    if (alias?.startsWith('!')) context.code('shell', literal(alias.slice(1)), { via: `git ${name}` })
    else if (alias !== undefined) {
      const [first = '', ...more] = alias.split(/\s+/)
      runSubcommand(context, first, [...more.map(literal), ...args], depth + 1)
    } else context.opaque('unknown-subcommand', `git ${name}`)
  }
}

function bundle(context: ProgramContext, args: readonly Word[]): void {
  context.record({ does: 'change-repository', deed: 'inspect' })
  const [verb, file] = args.filter((word) => !show(word).startsWith('-'))
  if (textOf(verb) === 'create' && file) context.writes(file, 'overwrite')
}

/** They only look. Options that write or run are told by `inspect`. */
const INSPECTS = new Set(
  (
    'status log show diff blame annotate shortlog describe rev-parse rev-list ls-files ls-tree cat-file name-rev ' +
    'for-each-ref show-ref show-branch merge-base cherry count-objects whatchanged range-diff diff-tree diff-index diff-files ' +
    'check-ignore check-attr check-mailmap check-ref-format var verify-commit verify-tag verify-pack version grep fsck ' +
    'merge-tree get-tar-commit-id patch-id stripspace column fmt-merge-msg interpret-trailers hash-object ' +
    'rev-name diff-pairs last-modified repo format-rev survey --version'
  ).split(' '),
)

/** The common extensions: those that only look, and those with one deed. */
const EXTENSIONS: Readonly<Record<string, RepositoryDeed>> = {
  ...each(
    'inspect',
    'authors browse browse-ci changelog cliff commits-since contrib count effort fame guilt info line-summary local-commits missing root locked delta unpack-file quick-stats log-report pack-redundant show-index bugreport show-merged-branches show-tree show-unmerged-branches standup summary bug cola sizer who',
  ),
  ...each('switch', 'back pr mr sync unlock lock'),
  ...each('stage', 'cp ignore ignore-io unstage'),
  ...each('branch', 'rename-tag create-branch feature refactor chore fresh-branch rename-branch town machete imerge'),
  ...each('commit', 'stamp magic touch setup coauthor sed'),
  ...each('merge', 'graft squash merge-into merge-repo cherry-to'),
  ...each('discard-work', 'abort clear clear-soft reset-file'),
  ...each(
    'rewrite-history',
    'obliterate psykorebase reauthor rebase-patch delete-squashed-branches delete-merged-branches',
  ),
  ...each('delete-local-ref', 'delete-branch delete-tag delete-submodule'),
  ...each('configure', 'alias bulk annex utimes crypt secret'),
}

function each(deed: RepositoryDeed, names: string): Readonly<Record<string, RepositoryDeed>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, deed]))
}

/** One deed each, whatever the options. */
const PLAIN: Readonly<Record<string, RepositoryDeed>> = {
  add: 'stage',
  stage: 'stage',
  mv: 'stage',
  'update-index': 'stage',
  'write-tree': 'stage',
  mktree: 'stage',
  init: 'configure',
  merge: 'merge',
  'cherry-pick': 'merge',
  revert: 'merge',
  rerere: 'merge',
  notes: 'tag',
  'pack-refs': 'configure',
  repack: 'configure',
  'update-server-info': 'configure',
  maintenance: 'configure',
  'commit-graph': 'configure',
  'multi-pack-index': 'configure',
  'sparse-checkout': 'switch',
  'commit-tree': 'commit',
  mktag: 'tag',
  'checkout-index': 'discard-work',
  'prune-packed': 'configure',
  'symbolic-ref': 'branch',
  'pack-objects': 'configure',
  'index-pack': 'configure',
  'unpack-objects': 'configure',
  'merge-file': 'merge',
  'merge-index': 'merge',
  citool: 'commit',
  flow: 'branch',
  undo: 'rewrite-history',
  absorb: 'rewrite-history',
  'credential-cache': 'configure',
  'fast-export': 'inspect',
  'merge-one-file': 'merge',
}

type Meaning = (context: ProgramContext, args: readonly Word[]) => void

const SUBCOMMANDS: Readonly<Record<string, Meaning>> = {
  bundle,
  push,
  config,
  remote,
  submodule,
  worktree,
  help: (context, args) => {
    // Lists are printed; a page of the manual opens in a pager or a browser.
    if (!args.every((word) => /^(?:-a|--all|-g|--guides|-c|--config|--no-verbose)$/.test(show(word))))
      context.record(INTERACTIVE)
  },
  '--help': () => undefined,
  grep: searchCommand,
  difftool: tool,
  mergetool: tool,
  commit,
  checkout,
  switch: switchBranch,
  restore,
  reset,
  clean,
  stash,
  branch,
  tag,
  rebase,
  reflog,
  gc,
  rm: removeFiles,
  'read-tree': (context, args) => record(context, has(args, '-u', '--reset') ? 'discard-work' : 'stage'),
  svn: subversion,
  'archive-file': (context) => {
    context.writes(literal('.'), 'create')
  },
  apply: applyPatch,
  am: applyPatch,
  clone,
  fetch: fetchFrom,
  pull: fetchFrom,
  'ls-remote': listRemote,
  'remote-https': listRemote,
  bisect,
  'filter-branch': filterBranch,
  'update-ref': updateReference,
  prune: (context) => record(context, 'rewrite-history'),
  archive,
  'format-patch': (context, args) => {
    inspect(context, args)
    if (!has(args, '--stdout')) context.writes(literal('.'), 'create')
  },
  lfs,
  credential: credentials,
  'credential-store': credentials,
  'credential-osxkeychain': credentials,
  'credential-manager': credentials,
  'send-email': (context) =>
    context.record({ does: 'send-message', to: 'git send-email', text: context.invocation.evidence, through: 'mail' }),
  'request-pull': (context, args) => {
    inspect(context, args)
  },
  daemon: (context, args) => {
    const listens = args.map(show).find((text) => text.startsWith('--listen='))
    context.record({ does: 'open-door', what: 'listener', address: listens?.slice('--listen='.length) ?? '0.0.0.0' })
  },
  instaweb: (context) => context.record({ does: 'open-door', what: 'listener' }),
  'http-backend': (context) => context.opaque('unknown-subcommand'),
  shell: (context) => context.opaque('interactive'),
  gui: (context) => context.record(INTERACTIVE),
  hook: (context, args) => {
    if (textOf(args[0]) !== 'list') context.opaque('unreadable-code', context.invocation.evidence)
  },
  backfill: (context) => context.record({ does: 'change-repository', deed: 'fetch' }),
  mailinfo: (context, args) => {
    for (const word of args) if (!show(word).startsWith('-')) context.writes(word, 'overwrite')
  },
  mailsplit: (context, args) => walk(context, { operands: 'read', options: are('directory', '-o') }, args),
  'filter-repo': (context, args) =>
    context.record({
      does: 'change-repository',
      deed: args.length > 0 && args.every((word) => textOf(word) === '--analyze') ? 'inspect' : 'rewrite-history',
    }),
  replace: (context, args) =>
    context.record({
      does: 'change-repository',
      deed: args.length === 0 || /^(?:-l|--list)$/.test(show(args[0]!)) ? 'inspect' : 'rewrite-history',
    }),
  'for-each-repo': (context) => context.opaque('unknown-subcommand', context.invocation.evidence),
  subtree,
  'fast-import': (context) => record(context, 'rewrite-history'),
}

const INSPECT_VALUES = arity(
  '-n -L -S -G -O --output -o --output-directory --format --pretty --since --until --author --grep -U --diff-filter --skip --max-count --exclude --contains --sort --points-at -C',
  '--open-files-in-pager',
)

function inspect(context: ProgramContext, args: readonly Word[]): void {
  record(context, 'inspect')
  const read = readArguments(args, { arity: INSPECT_VALUES, style: 'gnu' })
  for (const word of [...read.values('--output'), ...read.values('-o', '--output-directory')])
    context.writes(word, 'overwrite')
  const hashes = context.invocation.args.some((word) => textOf(word) === 'hash-object')
  if (read.has('--no-index') || hashes) for (const word of read.operands) context.reads(word)
  for (const word of read.operands) {
    const inTree = /^[^:]+:(.+)$/.exec(textOf(word) ?? '')?.[1]
    if (inTree !== undefined && !/^\/|\.\./.test(inTree)) context.reads(literal(inTree))
  }
  recordFiles(context, read.operands)
  const verb = context.invocation.args
    .map((word) => textOf(word))
    .find((text) => text === 'ls-files' || text === 'diff')
  if (verb === 'ls-files' || (verb === 'diff' && read.has('--name-only')))
    context.puts(
      namesBelow(
        context,
        [literal(isOwn(context, context.invocation.cwd) ? context.surroundings.workspace : '.')],
        // Of what git ignores or does not have, the names that are asked for are those it prints.
        () =>
          read.has('-o', '--others') ? askedFor(read.operands.filter((word) => textOf(word) !== verb)) : undefined,
      ),
    )
}

/** Pathspecs as a condition on the last name: `'.env*'`, `'*.pem'`, `'**\/*.key'`. */
function askedFor(pathspecs: readonly Word[]): Condition | undefined {
  const names = pathspecs.map((word) => baseName(show(word).replace(/^:(?:\([^)]*\)|\/)/, '')))
  return names.length === 0 || names.some((name) => name === '' || name === '.')
    ? undefined
    : anyOf(names.map((pattern) => ({ is: 'name', pattern, letters: 'exact' })))
}

function searchCommand(context: ProgramContext, args: readonly Word[]): void {
  record(context, 'inspect')
  for (const word of args) {
    const opened = /^(?:-O|--open-files-in-pager=)(.+)$/s.exec(show(word))
    if (opened) context.code('shell', word.kind === 'literal' ? literal(opened[1]!) : word, { via: 'git grep -O' })
    else if (/^(-O|--open-files-in-pager)$/.test(show(word))) context.record(INTERACTIVE)
  }
  if (has(args, '--no-index')) {
    const operands = args.filter((word) => !show(word).startsWith('-')).slice(1)
    for (const word of operands.length === 0 ? [literal('.')] : operands)
      context.reads(word, 'content', { recursive: true })
  }
  // Names of what the repository holds.
  else if (args.some((word) => /^(?:-[a-zA-Z]*l[a-zA-Z]*|--files-with-matches|--name-only)$/.test(show(word))))
    context.puts(namesBelow(context, [literal('.')]))
}

function tool(context: ProgramContext, args: readonly Word[]): void {
  record(context, 'inspect')
  const read = readArguments(args, { arity: arity('-x --extcmd -t --tool'), style: 'gnu' })
  const command = read.value('-x', '--extcmd')
  if (command) context.code('shell', command, { via: 'git difftool -x' })
  else if (!read.has('--tool-help')) context.record(INTERACTIVE)
}

/** git svn talks to a server; dcommit publishes. */
function subversion(context: ProgramContext, args: readonly Word[]): void {
  const verb = textOf(args[0]) ?? ''
  const url = args.find((word) => /^[a-z+]+:\/\//.test(show(word)))
  const loads = args.find((word) => /^--(?:authors-prog|config-dir|placeholder-filename|template)\b/.test(show(word)))
  if (loads) context.opaque('unknown-option', `git svn ${show(loads)}`)
  if (url) context.contacts(url, 'repository')
  if (verb === 'dcommit') record(context, 'push', { remote: 'svn' })
  else if (/^(clone|init|fetch|rebase)$/.test(verb)) record(context, verb === 'clone' ? 'clone' : 'fetch')
  else if (/^(log|info|find-rev|blame|show-ignore|proplist|propget)$/.test(verb)) record(context, 'inspect')
  else context.opaque('unknown-subcommand', `git svn ${verb}`)
}
