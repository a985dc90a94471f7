import type { RepositoryDeed } from '../../action.ts'
import { literal, textOf, type Word } from '../../word.ts'
import type { ProgramContext } from './program.ts'

export function record(
  context: ProgramContext,
  deed: RepositoryDeed,
  more: { remote?: string; url?: string; branch?: string } = {},
): void {
  context.record({ does: 'change-repository', deed, ...more })
}

export function has(args: readonly Word[], ...names: string[]): boolean {
  return args.some((word) => names.includes(textOf(word) ?? ''))
}

/** What stands after `--`, or looks like a file that exists: enough to see that a secret is read or staged. */
export function recordFiles(context: ProgramContext, args: readonly Word[]): void {
  for (const word of args) {
    const text = textOf(word)
    if (text === undefined || text.startsWith('-')) continue
    const place = context.place(word)
    if (place.kind === 'path' && context.world.look(place.real) === 'file') context.reads(word)
  }
}

/** Hooks that git runs by itself, by subcommand. */
const HOOKS: Readonly<Record<string, string>> = {
  commit: 'pre-commit prepare-commit-msg commit-msg post-commit post-rewrite',
  merge: 'pre-merge-commit prepare-commit-msg commit-msg post-merge',
  pull: 'post-merge post-checkout post-rewrite',
  checkout: 'post-checkout',
  switch: 'post-checkout',
  worktree: 'post-checkout',
  clone: 'post-checkout',
  push: 'pre-push',
  rebase: 'pre-rebase post-rewrite post-checkout pre-commit',
  am: 'applypatch-msg pre-applypatch post-applypatch',
  gc: 'pre-auto-gc',
}

/** A hook that the agent wrote runs when git does: write-then-run equals running. */
export function recordHooks(context: ProgramContext, subcommand: string): void {
  const roots = new Set([
    context.surroundings.workspace,
    context.invocation.cwd.kind === 'path' ? context.invocation.cwd.path : context.surroundings.workspace,
  ])
  for (const hook of HOOKS[subcommand]?.split(' ') ?? [])
    for (const root of roots) {
      const path = `${root}/.git/hooks/${hook}`
      if (context.written(context.place(literal(path))))
        context.file(literal(path), undefined, [], { via: `git hook ${hook}` })
    }
}
