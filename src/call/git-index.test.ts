import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readGitIndex } from './git-index.ts'

const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'one\n',
  'deep/er/b.ts': 'export {}\n',
  'deep/er/café.md': '# café\n',
  'deep/other.json': '{}\n',
  empty: '',
}

describe('the index that git itself writes', () => {
  const directory = mkdtempSync(join(tmpdir(), 'git-index-'))
  afterAll(() => rmSync(directory, { recursive: true }))
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...args], {
      cwd: directory,
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
    })
  git('init', '-q')
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(directory, path, '..'), { recursive: true })
    writeFileSync(join(directory, path), text)
  }
  git('add', '-A')
  git('add', '-N', 'a.txt')

  test.each([2, 3, 4])('version %i is read as `git ls-files --stage` prints it', (version) => {
    git('update-index', '--index-version', String(version))
    const printed = git('-c', 'core.quotePath=false', 'ls-files', '--stage', '-z')
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => [line.slice(line.indexOf('\t') + 1), line.split(' ')[1]!] as const)
    const index = readGitIndex(readFileSync(join(directory, '.git/index')))
    expect([...(index ?? [])].toSorted()).toEqual(printed.toSorted())
  })

  test('a split index is not read', () => {
    git('update-index', '--split-index')
    expect(readGitIndex(readFileSync(join(directory, '.git/index')))).toBeUndefined()
    git('update-index', '--no-split-index')
  })

  test.each([0, 11, 40, 80, 120])('cut after %i bytes it is not read', (length) => {
    expect(readGitIndex(readFileSync(join(directory, '.git/index')).subarray(0, length))).toBeUndefined()
  })

  test('another file is no index', () => {
    expect(readGitIndex(Buffer.from('#!/bin/sh\n'.repeat(20)))).toBeUndefined()
  })
})
