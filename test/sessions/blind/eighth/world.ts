import { repository } from '../repository.ts'

/**
 * A parcel depot: Phoenix, Ktor, axum, Laravel, ASP.NET, Swift and Rails, a tool in TypeScript, a Dockerfile and a script that
 * fetches tools. Only `notes.txt` is not committed.
 */
export const EIGHTH_WORLD = repository(import.meta.dirname, ['feature/labels'])
