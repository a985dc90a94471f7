import { defineConfig, type Rolldown } from 'tsdown'

type Plugin = Rolldown.Plugin
import { KEPT_PARTS } from './src/surfaces/cli/kept-code.ts'
import { chunkGroups } from './scripts/chunks.ts'
import { BUNDLED, entriesOf, LIBRARY, PROGRAM, THREADS } from './scripts/entries.ts'
import { entriesOfStubs, TAKE, whenUsed } from './scripts/when-used.ts'

const common = { outDir: 'dist', format: 'esm', platform: 'node', target: 'node22.18', clean: false } as const

/** Not news: the grammar's runtime has an `eval` that is never reached, and the library holds what the program loads later. */
const checks = { pluginTimings: false, eval: false, ineffectiveDynamicImport: false, mixedExports: false }

/** In place of zod: what takes the real one when something of it is first used, and not while the program is loaded. */
const zodWhenUsed: Plugin = {
  name: 'zod-when-used',
  resolveId: (source, importer) => (source === 'zod' && importer?.includes('/src/') ? '\0zod-when-used' : undefined),
  load: (id) => (id === '\0zod-when-used' ? TAKES_ZOD : undefined),
}

const TAKES_ZOD = `import { take } from '${TAKE}'
let loaded
export const z = new Proxy({}, { get: (_, name) => (loaded ??= take('./zod.cjs').z)[name] })
`

/** What a package takes of Node as a whole is taken as it is: the bundle would copy it, name by name. */
const builtinsAsTheyAre: Plugin = {
  name: 'builtins-as-they-are',
  transform: (code, id) =>
    id.includes('/node_modules/commander/')
      ? code.replaceAll(
          /^import (\w+) from '(node:(?:fs|path|process))';$/gm,
          "const $1 = globalThis.process.getBuiltinModule('$2');",
        )
      : undefined,
}

/** Half as large in memory. */
const onlyAscii: Plugin = {
  name: 'only-ascii',
  generateBundle: (_, bundle) => {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk') continue
      part.code = inAscii(part.code)
      const imported = part.dynamicImports.filter((name) => !(name in bundle))
      if (KEPT_PARTS.test(part.fileName) && imported.length > 0)
        throw new Error(`${part.fileName} imports ${imported.join(', ')}: what does so is taken when used`)
    }
  },
}

function inAscii(code: string): string {
  if (/\\[^\0-\x7f]/.test(code))
    throw new Error('a character that is not ASCII behind a backslash: write it as an escape')
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Its types and those of another framework cannot be read together: it has a program of its own. */
const LANGCHAIN = 'portcullis/langchain'

const bundled = {
  checks,
  dts: false,
  // Reading a few files takes a fraction of the time that the hundreds of a dozen packages take.
  deps: { alwaysBundle: BUNDLED.map((name) => new RegExp(`^${name}(?:/|$)`)), onlyBundle: false as const },
  // The CommonJS of jsonc-parser finds its parts at run time, which no bundle has.
  inputOptions: { resolve: { mainFields: ['module', 'main'] } },
}

const code = [
  { ...common, checks, name: 'library', entry: entriesOf(LIBRARY), dts: false },
  {
    ...common,
    ...bundled,
    name: 'program',
    // Node links a module of this kind faster, and does not make a second face of its own modules for it.
    format: 'cjs' as const,
    entry: { ...entriesOf(PROGRAM), ...entriesOfStubs() },
    plugins: [builtinsAsTheyAre, zodWhenUsed, whenUsed(), onlyAscii],
    // With a digest of the text: `keepCompiled` relies on it.
    outputOptions: {
      chunkFileNames: '[name].[hash].cjs',
      codeSplitting: { groups: [...chunkGroups()] },
    },
  },
  // The library starts them, too.
  { ...common, ...bundled, name: 'threads', entry: entriesOf(THREADS) },
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
