import { repository } from '../repository.ts'

/**
 * Parking permits of a borough: Fastify in TypeScript, React, Python jobs, a sidecar in Go, with Helm, Terraform and GitHub
 * Actions. `jobs/retention.py`, `docs/survey-notes.md` and raw data were never added; `.env` is ignored.
 */
export const NINTH_WORLD = repository(import.meta.dirname, ['feature/work', 'feature/old-zones'])
