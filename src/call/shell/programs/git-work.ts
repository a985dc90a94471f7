import { isTrackedUnchanged } from '../../version-control.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readArguments } from '../options.ts'
import { has, record, recordFiles } from './git-effects.ts'
import { arity } from './arity.ts'
import type { ProgramContext } from './program.ts'
import { recordPatchedFiles } from './patched-files.ts'
import { INTERACTIVE } from './table.ts'

export function commit(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: arity(
      '-m --message -F --file -C --reuse-message -c --reedit-message -t --template --author --date --fixup --squash --trailer --cleanup --pathspec-from-file',
      '-S --gpg-sign -u --untracked-files',
    ),
    style: 'gnu',
  })
  for (const word of read.values('-F', '--file', '-t', '--template')) if (textOf(word) !== '-') context.reads(word)
  record(context, read.has('--amend') ? 'amend' : 'commit')
  if (read.has('-n', '--no-verify')) record(context, 'skip-hooks')
  if (read.has('--author')) record(context, 'impersonate')
  recordFiles(context, read.operands)
}

export function checkout(context: ProgramContext, args: readonly Word[]): void {
  const dashes = args.findIndex((word) => textOf(word) === '--')
  const read = readArguments(args, {
    arity: arity('-b -B --orphan --conflict --pathspec-from-file', '-t --track --recurse-submodules'),
    style: 'gnu',
  })
  if (read.has('-b', '-B', '--orphan')) {
    const does = read.has('-f', '--force') ? 'discard-work' : 'switch'
    record(context, does, branchOf(read.value('-b', '-B', '--orphan')))
    return
  }
  const [first, ...others] = read.operands
  const paths = dashes >= 0 ? args.slice(dashes + 1) : [...others, ...(first && isPath(context, first) ? [first] : [])]
  if (waitsForAnswers(context, read)) return
  if (paths.length > 0 || read.has('-p', '--patch', '--ours', '--theirs')) {
    record(context, paths.length > 0 && paths.every((word) => isCommitted(context, word)) ? 'stage' : 'discard-work')
    for (const word of paths) context.writes(word, 'overwrite')
  } else if (read.has('-f', '--force')) record(context, 'discard-work')
  else record(context, 'switch', branchOf(first))
}

/** A file of which git has all that is in it: another state of it takes nothing away. */
function isCommitted(context: ProgramContext, word: Word): boolean {
  const place = context.place(word)
  return place.kind === 'path' && isTrackedUnchanged(place.real, context.world) && context.written(place) === undefined
}

function isPath(context: ProgramContext, word: Word): boolean {
  const text = textOf(word)
  if (text === undefined) return word.kind === 'glob'
  if (text === '.' || /^(\.{1,2}\/|:)/.test(text) || text.endsWith('/')) return true
  const place = context.place(word)
  return place.kind === 'path' && context.world.look(place.real) !== 'absent'
}

function branchOf(word: Word | undefined): { branch?: string } {
  const text = word ? textOf(word) : undefined
  return text === undefined ? {} : { branch: text }
}

export function switchBranch(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('-c -C --create --force-create --orphan --conflict'), style: 'gnu' })
  const created = read.value('-c', '-C', '--create', '--force-create', '--orphan')
  record(
    context,
    read.has('-f', '--force', '--discard-changes') ? 'discard-work' : 'switch',
    branchOf(created ?? read.operands[0]),
  )
}

/** `--patch` asks about each piece: where nobody and nothing answers, it ends and has changed nothing. */
function waitsForAnswers(context: ProgramContext, read: ReturnType<typeof readArguments>): boolean {
  if (!read.has('-p', '--patch') || context.invocation.stdin.kind !== 'nothing') return false
  context.opaque('interactive', 'it asks about each piece')
  return true
}

export function restore(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('-s --source --pathspec-from-file --conflict'), style: 'gnu' })
  if (waitsForAnswers(context, read)) return
  const onlyIndex = read.has('-S', '--staged') && !read.has('-W', '--worktree')
  const loses = read.operands.length === 0 || !read.operands.every((word) => isCommitted(context, word))
  record(context, onlyIndex || !loses ? 'stage' : 'discard-work')
  if (!onlyIndex) for (const word of read.operands) context.writes(word, 'overwrite')
}

export function reset(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('--pathspec-from-file'), style: 'gnu' })
  if (read.has('--hard', '--merge', '--keep')) record(context, 'discard-work')
  const target = show(read.operands[0] ?? literal('HEAD'))
  if (read.has('--hard', '--soft', '--mixed', '--keep', '--merge') && /[~^@]|^[0-9a-f]{7,40}$/.test(target))
    record(context, 'rewrite-history')
  else if (!read.has('--hard', '--merge', '--keep')) record(context, 'stage')
}

export function clean(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('-e --exclude'), style: 'gnu' })
  if (read.has('-n', '--dry-run')) {
    record(context, 'inspect')
    return
  }
  record(context, 'discard-work')
  for (const word of read.operands.length > 0 ? read.operands : [literal('.')])
    context.deletes(word, { recursive: read.has('-d'), filtered: true })
}

export function stash(context: ProgramContext, args: readonly Word[]): void {
  const verb = textOf(args.find((word) => !show(word).startsWith('-'))) ?? 'push'
  if (/^(drop|clear)$/.test(verb)) record(context, 'discard-work')
  else record(context, /^(list|show)$/.test(verb) ? 'inspect' : 'stash')
}

export function branch(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: arity(
      '-u --set-upstream-to --contains --no-contains --merged --no-merged --sort --points-at --format',
      '--color --column --abbrev -t --track',
    ),
    style: 'gnu',
  })
  if (read.has('-D', '-d', '--delete')) {
    // All branches but a few, merged or not.
    if (
      read.has('-D') &&
      read.operands.some(
        (word) => word.kind === 'dynamic' && /\bgit branch\b(?!.*(?:--merged|grep\s+(?!-\w*v)))/s.test(word.source),
      )
    )
      record(context, 'discard-work')
    for (const word of read.operands)
      record(context, 'delete-local-ref', {
        // Without force git refuses what is not part of another branch: no work goes.
        ...(read.has('-D', '-f', '--force', '-r', '--remotes') ? branchOf(word) : {}),
        ...(read.has('-r', '--remotes') ? { remote: 'tracking' } : {}),
      })
    if (read.operands.length === 0) record(context, 'inspect')
  } else if (read.has('--edit-description')) context.record(INTERACTIVE)
  else if (read.operands.length === 0 && !read.has('-u', '--set-upstream-to', '--unset-upstream'))
    record(context, 'inspect')
  else if (read.has('--contains', '--merged', '--no-merged', '--list', '-l', '--show-current'))
    record(context, 'inspect')
  else record(context, 'branch', branchOf(read.operands[0]))
}

export function tag(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: arity(
      '-m --message -F --file -u --local-user --sort --contains --points-at --format --merged',
      '-n --color --column',
    ),
    style: 'gnu',
  })
  for (const word of read.values('-F', '--file')) if (textOf(word) !== '-') context.reads(word)
  if (read.has('-d', '--delete')) for (const word of read.operands) record(context, 'delete-local-ref', branchOf(word))
  else
    record(
      context,
      read.operands.length === 0 ||
        read.has('-l', '--list', '-n', '-v', '--verify', '--contains', '--points-at', '--merged')
        ? 'inspect'
        : 'tag',
      branchOf(read.operands[0]),
    )
}

export function rebase(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: arity('-x --exec --onto -X --strategy-option -s --strategy -C', '-S --gpg-sign'),
    style: 'gnu',
  })
  for (const word of read.values('-x', '--exec')) context.code('shell', word, { via: 'git rebase --exec' })
  if (read.has('--no-verify')) record(context, 'skip-hooks')
  record(context, read.has('--abort', '--quit', '--show-current-patch') ? 'switch' : 'rewrite-history')
}

export function reflog(context: ProgramContext, args: readonly Word[]): void {
  record(context, has(args, 'expire', 'delete') ? 'rewrite-history' : 'inspect')
}

export function gc(context: ProgramContext, args: readonly Word[]): void {
  record(context, args.some((word) => /^--prune=(now|all)/.test(show(word))) ? 'rewrite-history' : 'configure')
}

export function removeFiles(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('--pathspec-from-file'), style: 'gnu' })
  record(context, 'stage')
  if (!read.has('--cached', '-n', '--dry-run'))
    for (const word of read.operands) context.deletes(word, { recursive: read.has('-r') })
}

export function applyPatch(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: arity(
      '-p -C --directory --exclude --include --whitespace -b --build-fake-ancestor --patch-format',
      '-S --gpg-sign',
    ),
    style: 'gnu',
  })
  for (const word of read.operands) context.reads(word)
  if (read.has('--check', '--stat', '--numstat', '--summary') && !read.has('--apply')) record(context, 'inspect')
  else if (read.has('--abort', '--quit', '--skip')) record(context, 'switch')
  else {
    record(context, 'apply-patch')
    if (read.has('--cached')) return
    const [directory, strip] = [read.value('--directory'), textOf(read.value('-p')) ?? '1']
    recordPatchedFiles(context, read.operands, {
      strip: Number(strip),
      ...(directory === undefined ? {} : { directory }),
      reversed: read.has('-R', '--reverse'),
    })
  }
}
