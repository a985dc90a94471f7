import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { BUILT } from './build-console.ts'

/**
 * Makes `directory` a package that can be published: its own manifest, the launcher, the PowerShell grammar, the
 * console's page. The checkout's manifest is private because it brings a Node of its own for development; nothing of
 * that reaches a user.
 */
export function writePackage(directory: string): void {
  const root = join(import.meta.dirname, '..')
  mkdirSync(join(directory, 'bin'), { recursive: true })
  copyFileSync(join(root, 'bin', 'portcullis.cjs'), join(directory, 'bin', 'portcullis.cjs'))
  chmodSync(join(directory, 'bin', 'portcullis.cjs'), 0o755)
  const grammar = createRequire(import.meta.url).resolve('tree-sitter-powershell/tree-sitter-powershell.wasm')
  copyFileSync(grammar, join(directory, 'tree-sitter-powershell.wasm'))
  copyFileSync(join(grammar, '..', 'LICENSE'), join(directory, 'tree-sitter-powershell.LICENSE'))
  for (const file of ['hook.sh', 'hook.cjs'])
    copyFileSync(join(root, 'src', 'surfaces', 'hook', file), join(directory, file))
  cpSync(join(root, 'native'), join(directory, 'native'), { recursive: true })
  const isPublished = (path: string): boolean => !basename(path).startsWith('.')
  if (existsSync(BUILT)) cpSync(BUILT, join(directory, 'console'), { recursive: true, filter: isPublished })
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) copyFileSync(join(root, file), join(directory, file))
  writeFileSync(
    join(directory, 'package.json'),
    `${JSON.stringify(publishedManifest(readFileSync(join(root, 'package.json'), 'utf8')), undefined, 2)}\n`,
  )
}

export function publishedManifest(text: string): Record<string, unknown> {
  const { name, version, description, license, type, engines, dependencies, peerDependencies, peerDependenciesMeta } =
    JSON.parse(text) as Record<string, unknown>
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { portcullis: './bin/portcullis.cjs' },
    exports: { '.': { types: './index.d.mts', default: './index.mjs' } },
    dependencies,
    // Spoken to only by those who want it, and not installed for anybody else.
    peerDependencies,
    peerDependenciesMeta,
  }
}
