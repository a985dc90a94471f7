import { repository } from '../repository.ts'

/**
 * A clinic's software in eight languages, and what tests, builds and ships it. `gateway/src/format.ts` is modified,
 * `calendar.ts` and `ideas/` were never added; data, models, databases and `.env` are ignored.
 */
export const THIRD_WORLD = repository(import.meta.dirname, ['feature/reminders', 'feature/calendar'])
