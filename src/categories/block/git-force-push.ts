import type { BlockCategory } from '../category.ts'
import { isDefaultBranch } from '../branches.ts'
import { seek } from '../seek.ts'

export const gitForcePush: BlockCategory = {
  code: 'git.force-push',
  title: 'Destroys history or branches on a remote',
  forClassifier:
    "Overwriting or deleting what a remote holds: force pushes, deleting remote branches or tags, mirroring, rewriting published history with filter tools. Others may have pulled it. A lease-protected force push to the agent's own feature branch is fine.",
  severity: 'soft',
  clearedBy:
    'push without force, use --force-with-lease on your own branch, or have the user name the branch to overwrite',
  detect: (deeds) =>
    seek(deeds, 'change-repository', (action) => {
      switch (action.deed) {
        case 'force-push':
          return { detail: 'rewrites history that others may have pulled' }
        case 'force-push-lease':
          return isDefaultBranch(action.branch, deeds) ? { detail: 'rewrites a shared branch' } : undefined
        case 'delete-remote-ref':
          return { detail: 'deletes a branch or tag for everybody' }
        case 'rewrite-history':
          return /\b(filter-branch|filter-repo|reflog|update-ref|replace|prune|gc|bfg)\b/.test(action.evidence)
            ? { detail: 'makes commits unreachable' }
            : undefined
        default:
          return undefined
      }
    }),
  examples: {
    found: [
      'git push --force origin main',
      'git push -f',
      'git push origin +topic:main',
      'git push origin :old-topic',
      'git push --delete origin old-feature',
      'git push origin --mirror',
      'cd src && git push --force-with-lease origin main',
      'sudo git push -f origin develop',
      "bash -c 'git push -uf origin topic'",
      'git -C . push --force',
      'git filter-branch --tree-filter "rm -f passwords.txt" HEAD',
      'git reflog expire --expire=now --all && git gc --prune=now',
      'git push origin --delete v1.2.0',
      'GIT_SSH_COMMAND= git push origin +refs/heads/*:refs/heads/*',
    ],
    notFound: [
      'git push origin feature/login',
      'git push -u origin fix-123',
      'git push --force-with-lease origin feature/login',
      'git fetch --force origin',
      'git branch -d merged-branch',
      'git rebase origin/main',
      'git commit --amend --no-edit',
      'git log --oneline origin/main..HEAD',
      'echo "git push --force is forbidden here"',
      'git tag -d local-tag',
      'git stash push -m wip',
      'git checkout -f feature/login -- src/app.ts || true',
      'git merge --ff-only origin/main',
      'git gc',
    ],
  },
}
