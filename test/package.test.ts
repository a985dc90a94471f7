import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { publishedManifest } from '../scripts/published-package.ts'

const root = join(import.meta.dirname, '..')
const manifest = readFileSync(join(root, 'package.json'), 'utf8')
const own = JSON.parse(manifest) as Record<string, Record<string, string>>
const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')

describe('the package', () => {
  test('pins every dependency exactly', () => {
    for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      for (const [name, version] of Object.entries(own[group] ?? {}))
        expect(version, name).toMatch(/^(?:npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/)
    }
  })

  test('publishes no Node, no development tool and no install script', () => {
    const published = publishedManifest(manifest)
    expect(Object.keys(published)).not.toContain('optionalDependencies')
    expect(Object.keys(published)).not.toContain('devDependencies')
    expect(Object.keys(published)).not.toContain('scripts')
    expect(JSON.stringify(published)).not.toMatch(/node-(linux|win|darwin)/)
  })

  test('no run-time dependency has an install script', () => {
    const packages = (
      JSON.parse(lock) as {
        packages: Record<string, { hasInstallScript?: boolean; dev?: boolean; optional?: boolean }>
      }
    ).packages
    const scripted = Object.entries(packages).filter(([, one]) => one.hasInstallScript && !one.dev && !one.optional)
    expect(scripted.map(([name]) => name)).toEqual([])
  })

  test('the lockfile names no download addresses', () => expect(lock).not.toContain('"resolved"'))
})
