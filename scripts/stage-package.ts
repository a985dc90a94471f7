import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildPackage } from './build-package.ts'
import { packagesImported, publishedManifest } from './package-manifest.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * The package as npm would install it below `place`, without npm: only what is published, and beside it only the packages
 * that it names. Returns where it is.
 */
export async function stagePackage(place: string): Promise<string> {
  const installed = join(place, 'node_modules', 'portcullis')
  mkdirSync(installed, { recursive: true })
  await buildPackage(join(installed, 'dist'))
  for (const name of ['bin', 'native']) cpSync(join(ROOT, name), join(installed, name), { recursive: true })
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8')
  const manifest = publishedManifest(text, packagesImported(join(installed, 'dist')))
  writeFileSync(join(installed, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  for (const name of Object.keys(manifest['dependencies'] as object)) {
    const link = join(place, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), link, 'junction')
  }
  return installed
}
