import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'
import { buildConsole } from './build-console.ts'
import { finishPackage } from './published-package.ts'

const ROOT = join(import.meta.dirname, '..')

/** Makes `dist/` anew: the library with its types, the program, the console's page and everything else that is published. */
export async function buildPackage(into: string = join(ROOT, 'dist')): Promise<void> {
  rmSync(into, { recursive: true, force: true })
  await buildConsole()
  await build({ cwd: ROOT, config: join(ROOT, 'tsdown.config.ts'), outDir: into, logLevel: 'warn' })
  await finishPackage(into)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildPackage()
