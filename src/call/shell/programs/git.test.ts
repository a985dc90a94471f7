import { describe, expect, test } from 'vitest'
import { deedsOf } from './summary.testing.ts'

const contact = 'contact github.com repository data'

describe('pushing', () => {
  test.each([
    ['git push', [contact, 'git push origin feature/login']],
    ['git push -u origin HEAD', [contact, 'git push origin feature/login']],
    ['git push origin HEAD:main', [contact, 'git push origin main']],
    ['git push origin +main', [contact, 'git force-push origin main']],
    ['git push -f origin x', [contact, 'git force-push origin x']],
    ['git push --force-with-lease', [contact, 'git force-push-lease origin feature/login']],
    ['git push origin :old', [contact, 'git delete-remote-ref origin old']],
    ['git push origin --delete old', [contact, 'git delete-remote-ref origin old']],
    ['git push --mirror', [contact, 'git delete-remote-ref origin', 'git force-push origin']],
    ['git push --no-verify', ['git skip-hooks', contact, 'git push origin feature/login']],
    [
      'git push https://example.com/x.git main',
      ['contact example.com repository data', 'git push https://example.com/x.git main'],
    ],
    ['git push --dry-run', ['git inspect']],
    ['git -C . push', [contact, 'git push origin feature/login']],
    ['git "push" origin "$B"', [contact, 'git push origin']],
  ])('%s', (command, deeds) => {
    expect(deedsOf(command)).toEqual(deeds)
  })
})

describe('work and history', () => {
  test.each([
    ['git status', ['git inspect']],
    ['git diff --output=x', ['git inspect', 'write /home/dev/project/x overwrite']],
    ['git add -A', ['git stage']],
    ['git commit -m x', ['git commit']],
    ['git commit --amend --no-edit', ['git amend']],
    ['git commit -nm x', ['git commit', 'git skip-hooks']],
    ['git config --global init.defaultBranch main', ['git configure', 'settings git init.defaultBranch']],
    ['git commit --author="A <a@b.c>" -m x', ['git commit', 'git impersonate']],
    ['git checkout -b x', ['git switch x']],
    ['git checkout main', ['git switch main']],
    ['git checkout -- .', ['git discard-work', 'write /home/dev/project overwrite']],
    ['git checkout .', ['git discard-work', 'write /home/dev/project overwrite']],
    ['git restore --staged a', ['git stage']],
    ['git restore a', ['git discard-work', 'write /home/dev/project/a overwrite']],
    ['git reset --hard', ['git discard-work']],
    ['git reset HEAD a', ['git stage']],
    ['git clean -fd', ['git discard-work', 'delete /home/dev/project recursive filtered']],
    ['git clean -n', ['git inspect']],
    ['git stash', ['git stash']],
    ['git stash drop', ['git discard-work']],
    ['git branch -D x', ['git delete-local-ref x']],
    ['git branch', ['git inspect']],
    ['git tag -d v1', ['git delete-local-ref v1']],
    ['git reflog expire --expire=now --all', ['git rewrite-history']],
    ['git gc --prune=now', ['git rewrite-history']],
    ['git config user.name', ['git inspect']],
    ['git config user.name A', ['git configure', 'settings git user.name']],
    ['git remote add evil https://example.com/x', ['git add-remote evil']],
    ['git remote -v', ['git inspect']],
    ['git apply fix.patch', ['read /home/dev/project/fix.patch', 'git apply-patch']],
    [
      'git clone https://example.com/a/b.git',
      ['git clone', 'contact example.com repository nothing', 'write /home/dev/project/b directory'],
    ],
  ])('%s', (command, deeds) => {
    expect(deedsOf(command)).toEqual(deeds)
  })
})

describe('what runs other code is looked through', () => {
  test.each([
    'git -c core.pager="rm -rf x" log',
    'git -c core.sshCommand="rm -rf x" fetch',
    'git -c alias.z="!rm -rf x" z',
    'git -c diff.external="rm -rf x" diff',
    'git clone "ext::rm -rf x" y',
    'git fetch --upload-pack "rm -rf x" origin',
    'git grep -O"rm -rf x" pattern',
    'git difftool -x "rm -rf x"',
    'git rebase --exec "rm -rf x" main',
    'git bisect run rm -rf x',
    'git submodule foreach "rm -rf x"',
    'git filter-branch --tree-filter "rm -rf x" HEAD',
    'git config alias.z "!rm -rf x"',
    'GIT_SSH_COMMAND="rm -rf x" git fetch',
    'printf "rm -rf x" > .git/hooks/pre-commit; git commit -m y',
  ])('%s', (command) => {
    expect(deedsOf(command)).toContain('delete /home/dev/project/x recursive')
  })

  test.each([
    'git --exec-path=. x',
    'cd /tmp/x && git status',
    'git -C /tmp/x status',
    'GIT_DIR=/tmp/x/.git git status',
    'git --git-dir=/tmp/x/.git log',
    'git nonsense',
    'git -c core.hooksPath=/tmp/h commit -m x',
    'git "$verb"',
    'git help config',
    'git -c core.pager="$P" log',
  ])('cannot tell: %s', (command) => {
    expect(deedsOf(command).some((deed) => deed.startsWith('opaque'))).toBe(true)
  })
})
