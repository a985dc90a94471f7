import { useCopies } from './scene.ts'

/** What commits, tickets and cuts have to do under an overlay, they do in a copy of the workspace as well. */
useCopies()

await import('./commit.test.ts')
await import('./commit-attempts.test.ts')
await import('./commit-cuts.long.test.ts')
await import('./commit-races.long.test.ts')
await import('./tickets.test.ts')
await import('./contain-daemon.test.ts')
