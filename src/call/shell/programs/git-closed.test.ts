import { describe, expect, test } from 'vitest'
import { factsOf } from './facts.testing.ts'

const isOpaque = (command: string): boolean => factsOf(command).some((each) => each.startsWith('opaque'))

describe('options and settings of git', () => {
  test.each([
    'git log --unheard-of',
    'git log -1x9',
    'git grep -nO/tmp/x foo',
    "git rebase -ix 'sh /tmp/x.sh' main",
    'git clone -qu /tmp/x https://github.com/o/r',
    'git -c foo.bar=1 status',
    'git -c svn.authorsProg=/tmp/x fetch',
    'git config foo.bar 1',
    'git -c init.templateDir=/tmp/t init new',
  ])('%s: not understood', (command) => expect(isOpaque(command), factsOf(command).join(', ')).toBe(true))

  test.each([
    'git log -n5 -U3 -p -20 --stat -- src',
    'git log --oneline --grep -foo',
    'git commit -am x',
    'git grep -nE foo',
    'git for-each-ref --sort -committerdate',
    'git -c color.ui=always -c core.autocrlf=input status',
    'git log -- --unheard-of',
  ])('%s: understood', (command) => expect(isOpaque(command), factsOf(command).join(', ')).toBe(false))
})
