import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/**
 * The library: subpath of the package → source file. A line here is a file in `dist/`, its types, and an entry of
 * `exports` for `import` and `require`. A source that is missing ends the build.
 */
export const LIBRARY: Readonly<Record<string, string>> = {
  portcullis: 'src/index.ts',
  'portcullis/agents': 'src/surfaces/sdk/entries/agents.ts',
  'portcullis/call': 'src/surfaces/sdk/entries/call.ts',
  'portcullis/checks': 'src/surfaces/sdk/entries/checks.ts',
  'portcullis/classifier': 'src/surfaces/sdk/entries/classifier.ts',
  'portcullis/humans': 'src/surfaces/sdk/entries/humans.ts',
  'portcullis/journal': 'src/surfaces/sdk/entries/journal.ts',
  'portcullis/policy': 'src/surfaces/sdk/entries/policy.ts',
  'portcullis/results': 'src/surfaces/sdk/entries/results.ts',
  'portcullis/ai-sdk': 'src/surfaces/sdk/adapters/ai-sdk.ts',
  'portcullis/claude-agent-sdk': 'src/surfaces/sdk/adapters/claude-agent-sdk.ts',
  'portcullis/langchain': 'src/surfaces/sdk/adapters/langchain.ts',
  'portcullis/openai-agents': 'src/surfaces/sdk/adapters/openai-agents.ts',
  'portcullis/mcp': 'src/surfaces/mcp/index.ts',
}

/** What processes of the product start with: name in `dist/` → source file. */
export const PROGRAM: Readonly<Record<string, string>> = {
  cli: 'src/surfaces/cli/main.ts',
  // Loaded when a settings file is read: most processes that judge one call never need it.
  zod: 'node_modules/zod/index.js',
}

/** A thread is a file of its own, beside the code that starts it. */
export const THREADS: Readonly<Record<string, string>> = {
  'sqlite-thread': 'src/journal/stores/sqlite-thread.ts',
  'audit-thread': 'src/surfaces/daemon/audit-thread.ts',
}

/** Packages that are part of the program's own files; the library takes them from its dependencies. */
export const BUNDLED: readonly string[] = [
  '@hono/node-server',
  '@hono/zod-openapi',
  'commander',
  'hono',
  'ignore',
  'jsonc-parser',
  'kysely',
  'unbash',
  'web-tree-sitter',
  'zod',
]

/** `portcullis/ai-sdk` is built as `dist/ai-sdk.mjs`; the package itself as `dist/index.mjs`. */
export function builtName(subpath: string): string {
  return subpath === 'portcullis' ? 'index' : subpath.slice('portcullis/'.length)
}

/** Throws with the name of the file that is missing. */
export function entriesOf(table: Readonly<Record<string, string>>): Record<string, string> {
  const missing = Object.entries(table).filter(([, file]) => !existsSync(join(ROOT, file)))
  if (missing.length > 0)
    throw new Error(
      `scripts/entries.ts names what is not there: ${missing.map(([name, file]) => `${name} → ${file}`).join(', ')}`,
    )
  return Object.fromEntries(Object.entries(table).map(([name, file]) => [builtNameOrOwn(name), file]))
}

function builtNameOrOwn(name: string): string {
  return name in LIBRARY ? builtName(name) : name
}

interface Conditions {
  readonly import: { readonly types: string; readonly default: string }
  readonly require: { readonly types: string; readonly default: string }
}

/** The `exports` of the published manifest. */
export function publishedExports(): Record<string, Conditions | string> {
  const exports: Record<string, Conditions | string> = {}
  for (const subpath of Object.keys(LIBRARY)) {
    const file = `./dist/${builtName(subpath)}`
    exports[subpath.replace('portcullis', '.')] = {
      import: { types: `${file}.d.mts`, default: `${file}.mjs` },
      require: { types: `${file}.d.cts`, default: `${file}.cjs` },
    }
  }
  return { ...exports, './package.json': './package.json' }
}
