import { useCopies } from './scene.ts'

/** What everyday commands do in a copy of the workspace is what they do in the workspace, apart from what its place says. */
useCopies()
await import('./parity.long.test.ts')
