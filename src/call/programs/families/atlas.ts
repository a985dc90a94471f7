import type { Program } from '../../shell/programs/program.ts'
import type { Entries, Entry } from '../entry.ts'
import { family } from '../walk.ts'

/** A database that Docker starts for the while, or a file: nothing leaves the machine. */
const HERE =
  'docker://postgres/* docker://mysql/* docker://mariadb/* docker://sqlserver/* docker://clickhouse/* docker://maria/* docker://spanner/* sqlite:* libsql+file:* file:* env:* atlas:*'

const SETTINGS: Entry = {
  options: {
    '-c, --config': 'config',
    '--env, --var, --baseline, --schema, -s, --exclude, --include, --format': 'text',
  },
  flags: '--dry-run --edit -h',
}
const DATABASE: Entry = {
  options: {
    ...SETTINGS.options,
    '-u, --url': { words: HERE, else: 'send' },
    '--dev-url': { words: HERE, else: 'send' },
    '--from, -f': { words: HERE, else: 'send' },
    '--to': { words: HERE, else: 'send' },
    '--dir, --dir-format, --revisions-schema, --tx-mode, --exec-order, --latest, --git-base, --git-dir, --lock-timeout, --lock-name, --qualifier, --approval-type, --limit':
      'text',
  },
  flags: `${SETTINGS.flags} -w --web --auto-approve --allow-dirty --log`,
}

/** Schemas and migrations of databases, by comparing. */
const entries: Entries = {
  atlas: {
    ...DATABASE,
    subcommands: {
      'schema inspect, schema diff, schema plan, schema test, schema lint, migrate diff, migrate lint, migrate status, migrate validate, migrate apply, migrate test, migrate hash, migrate new, migrate set, migrate checkpoint, migrate import, migrate rebase, schema apply':
        { operands: 'text', project: ['atlas.hcl'] },
      'schema fmt, migrate edit': { operands: 'edit', default: '.' },
      'schema clean': { effects: ['database drop'] },
      'migrate rm': { operands: 'text', effects: ['delete migrations'] },
      'login, logout, whoami': { operands: 'text', effects: ['service atlas log-in'] },
      'version, license, help, completion': { operands: 'text' },
    },
    examples: {
      'atlas schema diff --from file://db/schema.sql --to file://db/next.sql --dev-url docker://postgres/16': [],
      'atlas schema inspect -u postgres://db.example/app': ['contact db.example upload data'],
      'atlas schema inspect --dev-url postgres://db.example/app': ['contact db.example upload data'],
      'atlas schema diff --from postgres://a.example/app --to postgres://b.example/app': [
        'contact a.example upload data',
        'contact b.example upload data',
      ],
      'atlas migrate apply --config /tmp/c.hcl': ['code other file /tmp/c.hcl'],
      'cd /tmp/x && atlas migrate apply': ['names /tmp/x', 'run atlas', 'code other file /tmp/x'],
      'atlas schema fmt a.hcl': ['edit a.hcl'],
      'atlas schema fmt': ['edit .'],
      'atlas schema clean -u sqlite://app.db': ['database drop'],
      'atlas migrate rm 2024': ['delete migrations'],
      'atlas login': ['service atlas log-in'],
      'atlas schema apply --unheard-of': ['unknown option --unheard-of of atlas schema apply'],
    },
  },
}

export const atlas: readonly Program[] = family(entries)
