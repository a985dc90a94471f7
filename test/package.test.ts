import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entriesOf, LIBRARY } from '../scripts/entries.ts'
import { publishedManifest } from '../scripts/package-manifest.ts'

const root = join(import.meta.dirname, '..')
const manifest = readFileSync(join(root, 'package.json'), 'utf8')
const own = JSON.parse(manifest) as Record<string, Record<string, string>>
const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
const published = publishedManifest(manifest, new Set(['zod'])) as Record<string, Record<string, string>>

interface Locked {
  readonly packages: Readonly<Record<string, { hasInstallScript?: boolean; dev?: boolean; optional?: boolean }>>
}

describe('the package', () => {
  test('pins every dependency exactly', () => {
    for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      for (const [name, version] of Object.entries(own[group] ?? {}))
        expect(version, name).toMatch(/^(?:npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/)
    }
  })

  test('publishes no Node, no development tool and no script', () => {
    for (const name of ['optionalDependencies', 'devDependencies', 'scripts', 'private', 'allowScripts'])
      expect(Object.keys(published)).not.toContain(name)
    expect(JSON.stringify(published)).not.toMatch(/node-(linux|win|darwin)/)
  })

  test('publishes as dependencies only what its files import', () => {
    expect(published['dependencies']).toEqual({ zod: own['dependencies']!['zod'] })
  })

  test('has provenance, and cannot be published but as a tarball', () => {
    expect(published['publishConfig']).toEqual({ access: 'public', provenance: true })
    expect(own['private']).toBe(true)
  })

  test('no run-time dependency has an install script, and none of a tool is run', () => {
    const scripted = Object.entries((JSON.parse(lock) as Locked).packages).filter(([, one]) => one.hasInstallScript)
    expect(scripted.filter(([, one]) => !one.dev && !one.optional).map(([name]) => name)).toEqual([])
    const denied = Object.keys(own['allowScripts'] ?? {})
    // A package that lies in another one goes by its own name.
    const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    expect(scripted.map(([place]) => nameOf(place)).filter((name) => !denied.includes(name))).toEqual([])
    expect(Object.values(own['allowScripts'] ?? {}).every((allowed) => String(allowed) === 'false')).toBe(true)
  })

  test('the lockfile names no download addresses', () => expect(lock).not.toContain('"resolved"'))
})

describe('the entries of the library', () => {
  test('a source that is missing is named', () => {
    expect(() => entriesOf({ 'portcullis/nowhere': 'src/surfaces/sdk/entries/nowhere.ts' })).toThrow(
      'portcullis/nowhere → src/surfaces/sdk/entries/nowhere.ts',
    )
  })

  test('every entry, adapter and the MCP proxy that exists is in the table', () => {
    const folders = ['src/surfaces/sdk/entries', 'src/surfaces/sdk/adapters']
    const sources = folders.flatMap((folder) =>
      existsSync(join(root, folder))
        ? readdirSync(join(root, folder))
            .filter((name) => /^[a-z-]+\.ts$/.test(name))
            .map((name) => `${folder}/${name}`)
        : [],
    )
    const mcp = 'src/surfaces/mcp/index.ts'
    const expected = [...sources, ...(existsSync(join(root, mcp)) ? [mcp] : [])]
    expect(expected.filter((file) => !Object.values(LIBRARY).includes(file))).toEqual([])
  })

  test('each has types and code for `import` and for `require`', () => {
    const exports = published['exports'] as unknown as Readonly<Record<string, unknown>>
    expect(Object.keys(exports).toSorted()).toEqual(
      [...Object.keys(LIBRARY).map((name) => name.replace('portcullis', '.')), './package.json'].toSorted(),
    )
    expect(exports['.']).toEqual({
      import: { types: './dist/index.d.mts', default: './dist/index.mjs' },
      require: { types: './dist/index.d.cts', default: './dist/index.cjs' },
    })
  })
})
