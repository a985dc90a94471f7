import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cutChangelog, sectionOf } from '../scripts/changelog.ts'
import { releaseAdditions } from '../scripts/release-additions.ts'
import { inOrder } from '../scripts/release.ts'

const changelog = readFileSync(join(import.meta.dirname, '..', 'CHANGELOG.md'), 'utf8')

describe('a release', () => {
  test('takes what is unreleased, and leaves a section for what comes next', () => {
    const before = sectionOf(changelog, 'Unreleased')
    const cut = cutChangelog(changelog, '9.8.7', '2030-01-02')
    expect(before).toContain('**Verdict changes**')
    expect(sectionOf(cut, '9.8.7')).toBe(before)
    expect(sectionOf(cut, 'Unreleased')).toBe('**Verdict changes**')
    expect(cut).toContain('## 9.8.7 (2030-01-02)')
  })

  test('is not made of nothing, and not made twice', () => {
    expect(() => cutChangelog('# Changelog\n\n## Unreleased\n\n## 1.0.0\n\n- a\n', '1.1.0', '2030-01-02')).toThrow(
      'nothing stands under Unreleased',
    )
    expect(() => cutChangelog(cutChangelog(changelog, '9.8.7', '2030-01-02'), '9.8.7', '2030-01-03')).toThrow(
      'a section for 9.8.7 already',
    )
  })

  test('a version that only begins like another is another', () => {
    expect(sectionOf('## 1.0.0-beta\n\n- b\n\n## 1.0.0\n\n- a\n', '1.0.0')).toBe('- a')
    expect(sectionOf('## 1.0.0-beta\n\n- b\n', '1.0.0')).toBeUndefined()
  })

  test('publishes the hook clients before the package that names them', () => {
    expect(inOrder(['portcullis-1.0.0.tgz', 'portcullis-hook-linux-x64-1.0.0.tgz', 'notes.md'])).toEqual([
      'portcullis-hook-linux-x64-1.0.0.tgz',
      'portcullis-1.0.0.tgz',
    ])
  })

  test('says where the source is only when the machine that publishes says so', () => {
    expect(releaseAdditions({}).repository).toBeUndefined()
    expect(
      releaseAdditions({ GITHUB_SERVER_URL: 'https://git.example.com', GITHUB_REPOSITORY: 'a/b' }).repository?.url,
    ).toBe('git+https://git.example.com/a/b.git')
  })
})
