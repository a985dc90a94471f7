import type { BlockCategory } from '../category.ts'
import { isDefaultBranch } from '../branches.ts'
import type { ActionOf } from '../../call/action.ts'
import { isOnlyBranchThere } from '../../call/version-control.ts'
import { show } from '../../call/word.ts'
import { deedsOf, gravest, seek } from '../seek.ts'
import { addedHere } from '../working-trees.ts'

export const uncommittedWork: BlockCategory = {
  code: 'git.uncommitted-work',
  title: 'Discards uncommitted work',
  forClassifier:
    'Discarding changes that are nowhere else: git reset --hard, checkout or restore over modified files, clean -f, stash drop or clear, worktree removal with force, when the user did not ask to lose that work.',
  severity: 'soft',
  clearedBy: 'stash or commit the work first, or have the user ask to discard it',
  detect: (deeds) =>
    gravest(
      seek(deeds, 'change-repository', (action) => {
        if (action.deed === 'discard-work' && addedHere(action, deeds)) return undefined
        if (action.deed === 'discard-work') return { detail: 'what is lost was never committed' }
        // A tracking branch comes back with the next fetch.
        return action.deed === 'delete-local-ref' &&
          action.branch !== undefined &&
          action.remote === undefined &&
          (isDefaultBranch(action.branch, deeds) ||
            isOnlyBranchThere(action.branch, deeds.surroundings.workspace, deeds.world))
          ? { detail: `\`${action.branch}\` goes, with what was not pushed` }
          : undefined
      }),
      seek(deeds, 'run-program', (action) =>
        takesBack(action) && deedsOf(deeds, 'run-program').some(showsChanges)
          ? { detail: 'the changes that it takes back were never committed' }
          : undefined,
      ),
    ),
  examples: {
    found: [
      'git reset --hard',
      'git reset --hard HEAD~3',
      'git checkout -- .',
      'git checkout .',
      'git restore .',
      'git clean -fdx',
      'git stash drop',
      'git stash clear',
      'git reset --hard origin/main',
      'git restore --source=HEAD~2 src',
      'cd src && git clean -ffd',
      'git worktree remove --force ../wt',
      'git update-ref -d refs/heads/main',
      'git branch -D main',
      'git diff | git apply -R',
      'git diff HEAD | patch -R -p1',
    ],
    notFound: [
      'git reset HEAD~1 --soft',
      'git reset src/app.ts',
      'git clean -n',
      'git stash',
      'git stash list',
      'git checkout -b topic',
      'git checkout feature/login',
      'git switch main',
      'git restore --staged src/app.ts',
      'git diff',
      'git stash show -p',
      'git clean --dry-run -d',
      'git worktree list',
      'git worktree add ../wt main && git -C ../wt log -1 && git worktree remove --force ../wt',
      'git branch -D feature/old',
      'git update-ref -d refs/heads/topic/old',
      'git diff HEAD~1 | git apply -R',
      'git diff | git apply --check -R',
      'patch -R -p1 < fix.patch',
    ],
  },
}

/** `git apply -R`, `patch -R`, and not only to look. */
function takesBack({ program, args }: ActionOf<'run-program'>): boolean {
  const words = args.map(show)
  if (program !== 'patch' && !(program === 'git' && words.includes('apply'))) return false
  return (
    words.some((word) => /^-R$|^--reverse$/.test(word)) &&
    !words.some((word) => /^--(?:check|dry-run|stat)$/.test(word))
  )
}

/** `git diff` of what is not committed: of no commit but the last. */
function showsChanges({ program, args }: ActionOf<'run-program'>): boolean {
  const words = args.map(show)
  return (
    program === 'git' &&
    words.includes('diff') &&
    !words.some((word) => /[~^]|\.\.|^[0-9a-f]{7,40}$|^origin\//.test(word))
  )
}
