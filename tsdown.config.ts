import { defineConfig } from 'tsdown'
import { BUNDLED, entriesOf, LIBRARY, PROGRAM } from './scripts/entries.ts'

const common = { outDir: 'dist', format: 'esm', platform: 'node', target: 'node22.18', clean: false } as const

/** Not news: the grammar's runtime has an `eval` that is never reached, and the library holds what the program loads later. */
const checks = { pluginTimings: false, eval: false, ineffectiveDynamicImport: false }

/** Run by `scripts/build-package.ts`, which adds what is not code. */
export default defineConfig([
  {
    ...common,
    checks,
    name: 'library',
    entry: entriesOf(LIBRARY),
    dts: true,
  },
  {
    ...common,
    checks,
    name: 'program',
    entry: entriesOf(PROGRAM),
    dts: false,
    // Reading a few files takes a fraction of the time that the hundreds of a dozen packages take.
    deps: { alwaysBundle: BUNDLED.map((name) => new RegExp(`^${name}(?:/|$)`)), onlyBundle: false },
    // The CommonJS of jsonc-parser finds its parts at run time, which no bundle has.
    inputOptions: { resolve: { mainFields: ['module', 'main'] } },
  },
])
