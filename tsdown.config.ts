import { defineConfig, type Rolldown } from 'tsdown'

type Plugin = Rolldown.Plugin
import { BUNDLED, entriesOf, LIBRARY, PROGRAM } from './scripts/entries.ts'

const common = { outDir: 'dist', format: 'esm', platform: 'node', target: 'node22.18', clean: false } as const

/** Not news: the grammar's runtime has an `eval` that is never reached, and the library holds what the program loads later. */
const checks = { pluginTimings: false, eval: false, ineffectiveDynamicImport: false }

/** In place of zod: what takes the real one when something of it is first used, and not while the program is loaded. */
const zodWhenUsed: Plugin = {
  name: 'zod-when-used',
  resolveId: (source, importer) => (source === 'zod' && importer?.includes('/src/') ? '\0zod-when-used' : undefined),
  load: (id) => (id === '\0zod-when-used' ? WHEN_USED : undefined),
}

const WHEN_USED = `import { createRequire } from 'node:module'
const load = createRequire(import.meta.url)
let loaded
export const z = new Proxy({}, { get: (_, name) => (loaded ??= load('./zod.mjs').z)[name] })
`

/** Its types and those of another framework cannot be read together: it has a program of its own. */
const LANGCHAIN = 'portcullis/langchain'

const code = [
  { ...common, checks, name: 'library', entry: entriesOf(LIBRARY), dts: false },
  {
    ...common,
    checks,
    name: 'program',
    entry: entriesOf(PROGRAM),
    dts: false,
    // Reading a few files takes a fraction of the time that the hundreds of a dozen packages take.
    deps: { alwaysBundle: BUNDLED.map((name) => new RegExp(`^${name}(?:/|$)`)), onlyBundle: false },
    // The CommonJS of jsonc-parser finds its parts at run time, which no bundle has.
    plugins: [zodWhenUsed],
    inputOptions: { resolve: { mainFields: ['module', 'main'] } },
  },
]

const types = [
  {
    ...common,
    checks,
    name: 'types',
    entry: entriesOf(Object.fromEntries(Object.entries(LIBRARY).filter(([subpath]) => subpath !== LANGCHAIN))),
    dts: { emitDtsOnly: true },
  },
  {
    ...common,
    checks,
    name: 'types for LangChain',
    entry: entriesOf({ [LANGCHAIN]: LIBRARY[LANGCHAIN]! }),
    tsconfig: 'tsconfig.langchain.json',
    dts: { emitDtsOnly: true },
  },
]

/** Run by `scripts/build-package.ts`, which adds what is not code. */
export default defineConfig(({ dts }) => (dts === false ? code : [...code, ...types]))
