import type { Deeds } from './category.ts'

const SHARED_BRANCHES =
  /^(main|master|trunk|default|develop|development|prod|production|release|stable|live|deploy|staging|gh-pages)$|^(release|hotfix|prod|production)[/-]/

/** A branch that others build on. Undefined is the current branch; a branch that is not known might be one. */
export function isDefaultBranch(branch: string | undefined, deeds: Deeds): boolean {
  const name = (branch ?? deeds.surroundings.branch ?? 'main').replace(/^refs\/heads\//, '')
  if (/[$*`]/.test(name)) return true
  return SHARED_BRANCHES.test(name) || name === headOfRemote(deeds) || name === 'HEAD'
}

/** The branch that `origin/HEAD` names, when the clone recorded it. */
function headOfRemote(deeds: Deeds): string | undefined {
  const head = deeds.world.read(`${deeds.surroundings.workspace}/.git/refs/remotes/origin/HEAD`, 4096)
  return /^ref: refs\/remotes\/origin\/(\S+)/.exec(head ?? '')?.[1]
}
