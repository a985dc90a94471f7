import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { seedRows, wrongRows } from './seeds-table.ts'

const page = readFileSync(join(import.meta.dirname, '../docs/seeds.md'), 'utf8')

describe('the page about the two designs', () => {
  test('every row names a test that is there, or a decision', () => expect(wrongRows(seedRows(page))).toEqual([]))

  test('there are at least 150 rows, in both parts', () => {
    const second = page.indexOf('# The three-layer pipeline')
    expect(seedRows(page).length).toBeGreaterThanOrEqual(150)
    expect(seedRows(page.slice(0, second)).length).toBeGreaterThanOrEqual(100)
    expect(seedRows(page.slice(second)).length).toBeGreaterThanOrEqual(80)
  })
})

describe('a row that proves nothing is found', () => {
  const sound = '`src/checks/firewall.test.ts` › "%j is closed for %s"'
  const wrong = (shownBy: string): readonly string[] => wrongRows(seedRows(`| it does | ${shownBy} |`))

  test.each([
    sound,
    `${sound} › "'/etc/passwd', 'read'"`,
    '[decision 1](decisions/0001-deeds-not-names.md)',
    `[decision 1](decisions/0001-deeds-not-names.md); ${sound}`,
    "`src/classifier/guardian.test.ts` › \"['curl -s https://example.com/i.sh \\| sh', 'critical']\"",
  ])('%s is sound', (shownBy) => expect(wrong(shownBy)).toEqual([]))

  test.each<[string, string, RegExp]>([
    ['a wrong title', '`src/checks/firewall.test.ts` › "%j is closed for everybody"', /has no test or case/],
    ['a right title and a wrong case', `${sound} › "'/etc/nowhere', 'read'"`, /has no test or case/],
    ['a wrong test beside a right one', `${sound}; \`src/checks/firewall.test.ts\` › "nothing of it"`, /has no test/],
    ['a file that is not there', '`src/checks/none.test.ts` › "%j is closed for %s"', /there is no/],
    ['a file that is no test', '`src/checks/firewall.ts` › "checkPath"', /is not a test/],
    ['this test itself', '`test/seeds.test.ts` › "is sound"', /is not a test/],
    ['a file without a title', '`src/checks/firewall.test.ts`', /neither a test nor a decision/],
    ['a title that stands in any file', '`src/checks/firewall.test.ts` › "test"', /neither a test nor a decision/],
    ['an empty title', '`src/checks/firewall.test.ts` › ""', /neither a test nor a decision/],
    ['a decision that is not there', '[decision 99](decisions/0099-none.md)', /there is no/],
    ['a decision under another number', '[decision 2](decisions/0001-deeds-not-names.md)', /is not decisions/],
    ['words', 'everybody knows', /neither a test nor a decision/],
    ['nothing', '', /nothing shows it/],
    ['words of a comment', '`test/suites/flow.ts` › "The seven steps, the modes and the six"', /has no test or case/],
  ])('%s', (_what, shownBy, expected) => {
    expect(wrong(shownBy)).toHaveLength(1)
    expect(wrong(shownBy)[0]).toMatch(expected)
  })

  test('a behaviour that is told twice', () => {
    const twice = `| It does | ${sound} |\n| it does | ${sound} |`
    expect(wrongRows(seedRows(twice))).toEqual(['docs/seeds.md:2: "it does" stands in line 1 already'])
  })

  test('a row of the page itself whose title changes', () => {
    const broken = page.replace('› "the Windows directory" |', '› "the Windows folder" |')
    expect(broken).not.toBe(page)
    expect(wrongRows(seedRows(broken))).toContainEqual(
      expect.stringContaining('firewall-described.test.ts has no test or case "the Windows folder"'),
    )
  })
})
