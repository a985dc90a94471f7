import { defineConfig } from 'tsdown'
import { buildConsole } from './scripts/build-console.ts'
import { writePackage } from './scripts/published-package.ts'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    cli: 'src/surfaces/cli/main.ts',
    // A thread is a file of its own, beside the code that starts it.
    'sqlite-thread': 'src/journal/stores/sqlite-thread.ts',
    'audit-thread': 'src/surfaces/daemon/audit-thread.ts',
  },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node22.18',
  dts: { entry: 'src/index.ts' },
  clean: true,
  hooks: {
    'build:done': async ({ options }) => {
      await buildConsole()
      writePackage(options.outDir)
    },
  },
})
