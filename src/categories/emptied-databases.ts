import type { ActionOf } from '../call/action.ts'
import { show } from '../call/word.ts'

/**
 * Words by which the tools of web frameworks and migration runners drop or empty the database that the settings name.
 * They are the same whether the tool is started by itself, by an interpreter or by a package runner.
 */
const EMPTIES: readonly RegExp[] = [
  /(?:^|[ /])manage(?:\.py)? (?:.* )?(?:flush|sqlflush|reset_db|reset_schema|zap_db)(?: |$)/,
  /(?:^|[ /])manage(?:\.py)? (?:.* )?migrate [\w-]+ zero(?: |$)/,
  /(?:^| )(?:alembic|db) (?:.* )?downgrade (?:.* )?base(?: |$)/,
  /(?:^|[ /])artisan (?:.* )?(?:migrate:(?:fresh|reset|refresh)|db:wipe)(?: |$)/,
  /(?:^| )doctrine:(?:database|schema|mongodb:schema):drop .*--(?:force|full-database)/,
  /(?:^| )(?:db:(?:drop|reset|purge|schema:load|migrate:reset|migrate:undo:all|mongoid:drop|wipe)(?::all)?)(?: |$)/,
  /(?:^| )ef database drop(?: |$)/,
  /^(?:goose|migrate|dbmate|refinery|tern|atlas) (?:.* )?(?:down-to 0|reset|drop|down -all|schema clean)(?: |$)/,
  /(?:^| )(?:ecto\.(?:drop|reset)|event_store\.drop|ash\.reset)(?: |$)/,
  /(?:^| )(?:prisma|payload|strapi|medusa|directus|keystone|mikro-orm) (?:.* )?(?:migrate:?[ :]?(?:reset|fresh)|schema:(?:drop|fresh)|--force-reset|bootstrap --force)(?: |$)/,
]

/** One of these is in every word that `EMPTIES` looks for. */
const MAY_EMPTY = /flush|reset|zap_db|zero|base|fresh|wipe|drop|purge|load|undo|down|clean|bootstrap/

const IN_TESTS = /(?:^|[ =:_-])tests?(?:ing)?(?: |$|[_-])/i

/** Web frameworks choose the database by a variable; the one for tests is made anew by every run of them. */
function inTestEnvironment(program: string, command: string): boolean {
  const chosen =
    /(?:^|[;&|(]\s*|\benv )(?:RAILS|RACK|MIX|NODE|APP|HANAMI)_ENV=["']?test["']?\s+(?:bundle exec )?(?:[\w./-]*\/)?([\w-]+)\s/
  return chosen.exec(command)?.[1] === program
}

/** The words of a command that would drop or empty the configured database, unless it names the one for tests. */
export function emptiesDatabase(action: ActionOf<'run-program'>, command: string): string | undefined {
  if (action.where.kind === 'remote') return undefined
  const words = [action.program, ...action.args.map(show)].join(' ')
  if (!MAY_EMPTY.test(words) || !EMPTIES.some((pattern) => pattern.test(words))) return undefined
  return IN_TESTS.test(words) ||
    inTestEnvironment(action.program, command) ||
    /--(?:dry-run|pretend|help|sql)(?: |$)/.test(words)
    ? undefined
    : words
}
