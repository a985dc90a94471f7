import { repository } from '../repository.ts'

/**
 * The box office of small theatres: Django, Fastify in TypeScript, a turnstile in Go, member cards in PHP, with Helm, Terraform,
 * GitHub Actions and GitLab CI. `web/src/lib/money.ts` is modified, `seatmap.ts` and `drafts/` were never added; backups,
 * exports, the local database and the `.env` files are ignored.
 */
export const SEVENTH_WORLD = repository(import.meta.dirname, ['feature/seatmap', 'feature/refunds'])
