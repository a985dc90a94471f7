import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import type { Facts } from './facts.ts'

/** Completion specifications of several hundred programs (npm, MIT). Facts are taken from them, nothing else. */
const PACKAGE = '@withfig/autocomplete'
const VERSION = '2.692.3'

/** What the specifications tell, by program. Fetches the package into the cache the first time. */
export function figFacts(cache: string): ReadonlyMap<string, Facts> {
  const folder = path.join(cache, `fig-${VERSION}`)
  if (!existsSync(folder)) fetchPackage(cache, folder)
  const build = path.join(folder, 'build')
  const here = import.meta.dirname
  const printed = execFileSync(
    process.execPath,
    [
      '--permission',
      `--allow-fs-read=${folder}`,
      `--allow-fs-read=${path.join(here, '*')}`,
      `--allow-fs-read=${path.join(here, '../../package.json')}`,
      path.join(here, 'fig-specs.ts'),
      build,
    ],
    { encoding: 'utf8', maxBuffer: 2 ** 30, timeout: 300_000, stdio: ['ignore', 'pipe', 'ignore'], env: {} },
  )
  const facts = printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Facts)
  return new Map(facts.map((one) => [one.name, one]))
}

function fetchPackage(cache: string, folder: string): void {
  mkdirSync(cache, { recursive: true })
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', `${PACKAGE}@${VERSION}`], {
    cwd: cache,
    encoding: 'utf8',
    timeout: 300_000,
  }).trim()
  execFileSync('tar', ['xzf', path.join(cache, packed), '-C', cache, '--no-same-owner', 'package'])
  renameSync(path.join(cache, 'package'), folder)
}
