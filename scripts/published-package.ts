import { copyFileSync, cpSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { GRAMMARS } from '../src/call/code/grammars.ts'
import { BUILT } from './build-console.ts'
import { builtName, BUNDLED, LIBRARY } from './entries.ts'
import { manualPage } from './manual-page.ts'
import { prebuiltTable } from './prebuilt.ts'

const ROOT = join(import.meta.dirname, '..')

/** Adds to the bundles in `directory` what is not made by the bundler: the published package's `dist/`. */
export async function finishPackage(directory: string): Promise<void> {
  const find = createRequire(import.meta.url).resolve
  const grammars = GRAMMARS.map((grammar) => find(`tree-sitter-${grammar}/tree-sitter-${grammar}.wasm`))
  for (const grammar of grammars) copyFileSync(grammar, join(directory, basename(grammar)))
  copyFileSync(find('web-tree-sitter/web-tree-sitter.wasm'), join(directory, 'web-tree-sitter.wasm'))
  for (const file of ['hook.sh', 'hook.cjs'])
    copyFileSync(join(ROOT, 'src', 'surfaces', 'hook', file), join(directory, file))
  const isPublished = (path: string): boolean => !basename(path).startsWith('.')
  cpSync(BUILT, join(directory, 'console'), { recursive: true, filter: isPublished })
  for (const subpath of Object.keys(LIBRARY)) finishEntry(directory, builtName(subpath))
  typesForRequire(directory)
  writeFileSync(join(directory, 'portcullis.1'), await manualPage())
  writeFileSync(join(directory, 'prebuilt.json'), `${JSON.stringify(prebuiltTable(), undefined, 2)}\n`)
  writeFileSync(join(directory, 'LICENSES-OF-PARTS.txt'), licences(grammars.map((grammar) => dirname(grammar))))
}

/** An old Node must reach the sentence that says so before it reads what it does not know. `require` has the same module as `import`. */
function finishEntry(directory: string, name: string): void {
  const file = join(directory, `${name}.mjs`)
  writeFileSync(file, `import '../bin/needs-node.cjs'\n${readFileSync(file, 'utf8')}`)
  writeFileSync(
    join(directory, `${name}.cjs`),
    `'use strict'\nrequire('../bin/needs-node.cjs')\nmodule.exports = require('./${name}.mjs')\n`,
  )
}

/** The same types under the name that `require` looks for: to TypeScript a `.d.mts` is a module that is only imported. */
function typesForRequire(directory: string): void {
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.d.mts'))) {
    const text = readFileSync(join(directory, file), 'utf8')
    writeFileSync(
      join(directory, file.replace(/\.d\.mts$/, '.d.cts')),
      text.replace(/(from ["']\.\/[^"']+)\.mjs(["'])/g, '$1.cjs$2'),
    )
  }
}

/** Of every package whose code is in the bundles, and of the grammars. */
function licences(grammars: readonly string[]): string {
  const directories = [...BUNDLED.map((name) => join(ROOT, 'node_modules', name)), ...grammars]
  return directories
    .map((directory) => {
      const { name, version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
        readonly [key: string]: string
      }
      const file = readdirSync(realpathSync(directory)).find((one) => /^licen[cs]e/i.test(one))
      const text = file === undefined ? '' : readFileSync(join(directory, file), 'utf8').trim()
      return `${name} ${version} (${license})\n\n${text}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
}
