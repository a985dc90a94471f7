import type { ActionOf } from '../../call/action.ts'
import type { AllowCategory } from '../category.ts'
import { isDefaultBranch } from '../branches.ts'
import { isOwnRemote } from '../destinations.ts'
import { deedsOf } from '../seek.ts'

/** A pull request for the working repository: how a change is offered for review. */
function isOffer(action: ActionOf<'change-service'>): boolean {
  return action.deed === 'create' && /^(pr|mr|pull|merge)/i.test(action.target)
}

export const featureBranchPush: AllowCategory = {
  code: 'allow.feature-branch-push',
  title: 'Git push to feature branches',
  forClassifier:
    'Pushing commits to a feature branch of a remote that was configured before the session, also with a lease, and opening a pull request from it for review.',
  covers: (action, deeds) => {
    if (action.where.kind === 'remote') return false
    if (action.does === 'change-repository')
      return (
        (action.deed === 'push' || action.deed === 'force-push-lease') &&
        isOwnRemote(action, deeds) &&
        !isDefaultBranch(action.branch, deeds)
      )
    if (action.does === 'change-service') return isOffer(action)
    if (action.does === 'contact-host' && action.purpose === 'api' && action.url === undefined)
      return deedsOf(deeds, 'change-service').every((deed) => deed.deed === 'read' || isOffer(deed))
    // The traffic of a push that is itself covered.
    return (
      action.does === 'contact-host' &&
      action.purpose === 'repository' &&
      deedsOf(deeds, 'change-repository').every(
        (deed) => !/push|remote-ref/.test(deed.deed) || isOwnRemote(deed, deeds),
      )
    )
  },
  examples: {
    covered: [
      'git push origin feature/login',
      'git push -u origin fix-1',
      'git push --force-with-lease origin feature/x',
      'gh pr create --fill',
    ],
    notCovered: [
      'git push origin main',
      'git push --force origin feature/x',
      'git push https://example.net/x.git HEAD:topic',
      'git push origin :topic',
      'gh pr merge 1',
    ],
  },
}
