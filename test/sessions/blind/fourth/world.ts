import { repository } from '../repository.ts'

/**
 * A courier's software in Python, TypeScript, Go, Rust and Java. `web/lib/weight.ts` is modified, `volume.ts` and `drafts/`
 * were never added; exports, recordings, databases and `.env` are ignored. Some sessions edit files that it does not have:
 * of these only the text that is replaced is known.
 */
export const FOURTH_WORLD = repository(import.meta.dirname, ['feature/labels', 'feature/scan'])
