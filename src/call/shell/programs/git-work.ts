import { isTrackedUnchanged } from '../../version-control.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readArguments } from '../options.ts'
import { has, tell, tellFiles } from './git-telling.ts'
import { arity } from './arity.ts'
import type { Kit } from './program.ts'
import { INTERACTIVE } from './table.ts'

export function commit(kit: Kit, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: arity(
      '-m --message -F --file -C --reuse-message -c --reedit-message -t --template --author --date --fixup --squash --trailer --cleanup --pathspec-from-file',
      '-S --gpg-sign -u --untracked-files',
    ),
    style: 'gnu',
  })
  for (const word of read.values('-F', '--file', '-t', '--template')) if (textOf(word) !== '-') kit.reads(word)
  tell(kit, read.has('--amend') ? 'amend' : 'commit')
  if (read.has('-n', '--no-verify')) tell(kit, 'skip-hooks')
  if (read.has('--author')) tell(kit, 'impersonate')
  tellFiles(kit, read.operands)
}

export function checkout(kit: Kit, args: readonly Word[]): void {
  const dashes = args.findIndex((word) => textOf(word) === '--')
  const read = readArguments(args, {
    arity: arity('-b -B --orphan --conflict --pathspec-from-file', '-t --track --recurse-submodules'),
    style: 'gnu',
  })
  if (read.has('-b', '-B', '--orphan')) {
    tell(kit, 'switch', branchOf(read.value('-b', '-B', '--orphan')))
    return
  }
  const [first, ...others] = read.operands
  const paths = dashes >= 0 ? args.slice(dashes + 1) : [...others, ...(first && isPath(kit, first) ? [first] : [])]
  if (paths.length > 0 || read.has('-p', '--patch', '--ours', '--theirs')) {
    tell(kit, paths.length > 0 && paths.every((word) => isCommitted(kit, word)) ? 'stage' : 'discard-work')
    for (const word of paths) kit.writes(word, 'overwrite')
  } else if (read.has('-f', '--force')) tell(kit, 'discard-work')
  else tell(kit, 'switch', branchOf(first))
}

/** A file of which git has all that is in it: another state of it takes nothing away. */
function isCommitted(kit: Kit, word: Word): boolean {
  const place = kit.place(word)
  return place.kind === 'path' && isTrackedUnchanged(place.real, kit.world) && kit.written(place) === undefined
}

function isPath(kit: Kit, word: Word): boolean {
  const text = textOf(word)
  if (text === undefined) return word.kind === 'glob'
  if (text === '.' || /^(\.{1,2}\/|:)/.test(text) || text.endsWith('/')) return true
  const place = kit.place(word)
  return place.kind === 'path' && kit.world.look(place.real) !== 'absent'
}

function branchOf(word: Word | undefined): { branch?: string } {
  const text = word ? textOf(word) : undefined
  return text === undefined ? {} : { branch: text }
}

export function switchBranch(kit: Kit, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('-c -C --create --force-create --orphan --conflict'), style: 'gnu' })
  const created = read.value('-c', '-C', '--create', '--force-create', '--orphan')
  tell(
    kit,
    read.has('-f', '--force', '--discard-changes') ? 'discard-work' : 'switch',
    branchOf(created ?? read.operands[0]),
  )
}

export function restore(kit: Kit, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('-s --source --pathspec-from-file --conflict'), style: 'gnu' })
  const onlyIndex = read.has('-S', '--staged') && !read.has('-W', '--worktree')
  const loses = read.operands.length === 0 || !read.operands.every((word) => isCommitted(kit, word))
  tell(kit, onlyIndex || !loses ? 'stage' : 'discard-work')
  if (!onlyIndex) for (const word of read.operands) kit.writes(word, 'overwrite')
}

export function reset(kit: Kit, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('--pathspec-from-file'), style: 'gnu' })
  if (read.has('--hard', '--merge', '--keep')) tell(kit, 'discard-work')
  const target = show(read.operands[0] ?? literal('HEAD'))
  if (read.has('--hard', '--soft', '--mixed', '--keep', '--merge') && /[~^@]|^[0-9a-f]{7,40}$/.test(target))
    tell(kit, 'rewrite-history')
  else if (!read.has('--hard', '--merge', '--keep')) tell(kit, 'stage')
}

export function clean(kit: Kit, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('-e --exclude'), style: 'gnu' })
  if (read.has('-n', '--dry-run')) {
    tell(kit, 'inspect')
    return
  }
  tell(kit, 'discard-work')
  for (const word of read.operands.length > 0 ? read.operands : [literal('.')])
    kit.deletes(word, { recursive: read.has('-d'), filtered: true })
}

export function stash(kit: Kit, args: readonly Word[]): void {
  const verb = textOf(args.find((word) => !show(word).startsWith('-'))) ?? 'push'
  if (/^(drop|clear)$/.test(verb)) tell(kit, 'discard-work')
  else tell(kit, /^(list|show)$/.test(verb) ? 'inspect' : 'stash')
}

export function branch(kit: Kit, args: readonly Word[]): void {
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
      tell(kit, 'discard-work')
    for (const word of read.operands)
      tell(kit, 'delete-local-ref', {
        ...branchOf(word),
        ...(read.has('-r', '--remotes') ? { remote: 'tracking' } : {}),
      })
    if (read.operands.length === 0) tell(kit, 'inspect')
  } else if (read.has('--edit-description')) kit.tell(INTERACTIVE)
  else if (read.operands.length === 0 && !read.has('-u', '--set-upstream-to', '--unset-upstream')) tell(kit, 'inspect')
  else if (read.has('--contains', '--merged', '--no-merged', '--list', '-l', '--show-current')) tell(kit, 'inspect')
  else tell(kit, 'branch', branchOf(read.operands[0]))
}

export function tag(kit: Kit, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: arity(
      '-m --message -F --file -u --local-user --sort --contains --points-at --format --merged',
      '-n --color --column',
    ),
    style: 'gnu',
  })
  for (const word of read.values('-F', '--file')) if (textOf(word) !== '-') kit.reads(word)
  if (read.has('-d', '--delete')) for (const word of read.operands) tell(kit, 'delete-local-ref', branchOf(word))
  else
    tell(
      kit,
      read.operands.length === 0 ||
        read.has('-l', '--list', '-n', '-v', '--verify', '--contains', '--points-at', '--merged')
        ? 'inspect'
        : 'tag',
      branchOf(read.operands[0]),
    )
}

export function rebase(kit: Kit, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: arity('-x --exec --onto -X --strategy-option -s --strategy -C', '-S --gpg-sign'),
    style: 'gnu',
  })
  for (const word of read.values('-x', '--exec')) kit.code('shell', word, { via: 'git rebase --exec' })
  if (read.has('--no-verify')) tell(kit, 'skip-hooks')
  tell(kit, read.has('--abort', '--quit', '--show-current-patch') ? 'switch' : 'rewrite-history')
}

export function reflog(kit: Kit, args: readonly Word[]): void {
  tell(kit, has(args, 'expire', 'delete') ? 'rewrite-history' : 'inspect')
}

export function gc(kit: Kit, args: readonly Word[]): void {
  tell(kit, args.some((word) => /^--prune=(now|all)/.test(show(word))) ? 'rewrite-history' : 'configure')
}

export function removeFiles(kit: Kit, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('--pathspec-from-file'), style: 'gnu' })
  tell(kit, 'stage')
  if (!read.has('--cached', '-n', '--dry-run'))
    for (const word of read.operands) kit.deletes(word, { recursive: read.has('-r') })
}

export function applyPatch(kit: Kit, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: arity(
      '-p -C --directory --exclude --include --whitespace -b --build-fake-ancestor --patch-format',
      '-S --gpg-sign',
    ),
    style: 'gnu',
  })
  for (const word of read.operands) kit.reads(word)
  if (read.has('--check', '--stat', '--numstat', '--summary') && !read.has('--apply')) tell(kit, 'inspect')
  else if (read.has('--abort', '--quit', '--skip')) tell(kit, 'switch')
  else tell(kit, 'apply-patch')
}
