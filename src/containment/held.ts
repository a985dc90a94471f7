import { createHash } from 'node:crypto'
import type { Reason } from '../verdict.ts'
import type { Change } from './did.ts'

/** What is known of a file that a run deletes or overwrites. `recoverable`: version control has this very content. */
export type Replaced = 'recoverable' | 'lost'

/**
 * Why changes wait for a person, apart from what the rules and categories say of them. Empty: nothing in how they lie
 * speaks against them.
 */
export function heldBecause(changes: readonly Change[], replaced: (change: Change) => Replaced): readonly Reason[] {
  const reasons: Reason[] = []
  const about = (code: string, found: readonly Change[], sentence: string, clearedBy: string): void => {
    if (found.length > 0) reasons.push({ code, sentence: `${sentence}: ${quoted(found)}`, clearedBy })
  }
  about(
    'contain.meanwhile',
    changes.filter(({ meanwhile }) => meanwhile),
    'changed by somebody else since the run began',
    'discarding this run and running the command again',
  )
  about(
    'contain.git',
    changes.filter(({ path }) => isGit(path)),
    'changes below `.git`, where hooks and settings take effect later',
    'a person who looks at the diff',
  )
  about(
    'contain.special',
    changes.filter((change) => isSpecial(change)),
    'neither a file nor a directory nor a link, or with rights that are not carried over',
    'discarding this run',
  )
  about(
    'contain.lost',
    changes.filter((change) => isLoss(change) && replaced(change) === 'lost'),
    'deletes or overwrites what version control does not have',
    'a person who looks at the diff, or `git add` before it runs',
  )
  return reasons
}

export function isGit(path: string): boolean {
  return path.split('/').some((segment) => segment.toLowerCase() === '.git')
}

/** How the directory begins in which a commit makes everything whole, inside the workspace. */
export const STAGE = '.portcullis-commit-'

/** Never committed, whoever says so. A command knows the name of its run, and so where a commit would work. */
export function isSpecial({ kind, mode, path }: Change): boolean {
  if (kind === 'other' || path.startsWith(STAGE)) return true
  return (kind === 'file' || kind === 'directory' || kind === 'mode') && (mode & 0o6000) !== 0
}

/** Directories and files that builds, tests and package managers make anew, by names that mean nothing else. */
const REBUILT: ReadonlySet<string> = new Set(
  `node_modules dist build out target coverage .next .nuxt .output .turbo .parcel-cache .svelte-kit .vite .angular
   __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .nyc_output htmlcov .gradle .cache .eslintcache .dart_tool
   .docusaurus storybook-static test-results playwright-report cdk.out bazel-out bazel-bin deriveddata .stylelintcache
   .coverage .phpunit.result.cache`.split(/\s+/),
)

function isRebuilt(path: string): boolean {
  const segments = path.toLowerCase().split('/')
  return segments.some((segment) => REBUILT.has(segment)) || /\.(?:tsbuildinfo|pyc|o|class)$/.test(segments.at(-1)!)
}

/** Something was there, and is no longer there as it was. What builds make anew is no loss. */
function isLoss({ kind, before, path }: Change): boolean {
  return before !== '-' && (kind === 'delete' || kind === 'file' || kind === 'link') && !isRebuilt(path)
}

const SHOWN = 5

function quoted(changes: readonly Change[]): string {
  const names = changes.slice(0, SHOWN).map(({ path }) => `\`${path}\``)
  return changes.length > SHOWN ? `${names.join(', ')} and ${changes.length - SHOWN} more` : names.join(', ')
}

/**
 * What a person's answer is bound to: every change with what was there before, and the content of every file. `contents`
 * gives the digest of a file's new content.
 */
export function diffHash(changes: readonly Change[], contents: (change: Change) => string): string {
  const sum = createHash('sha256')
  for (const change of changes)
    sum.update(
      `${JSON.stringify([change.kind, change.path, change.mode, change.before, change.target, change.kind === 'file' ? contents(change) : ''])}\n`,
    )
  return sum.digest('hex')
}
