import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

const SQLC = ['sqlc.yaml', 'sqlc.yml', 'sqlc.json']

/** Programs that check SQL and make code of it. */
const entries: Entries = {
  sqlfluff: {
    language: 'python',
    options: {
      '--config': 'config',
      '--library-path': 'loads-code',
      '--write-output, --persist-timing': 'write',
      '-d, --dialect, -t, --templater, -e, --exclude-rules, -r, --rules, --encoding, -p, --processes, --annotation-level, --stdin-filename, --ignore, --logger, --disable-noqa-except, --warn-unused-ignores':
        'text',
    },
    flags:
      '-v -vv -vvv --verbose -n --nocolor --nofail --bench --disable-noqa --ignore-local-config --disable-progress-bar -h --help',
    subcommands: {
      lint: { operands: 'read-tree', project: ['.sqlfluff'], options: { '-f, --format': 'text' } },
      parse: {
        operands: 'read-tree',
        project: ['.sqlfluff'],
        options: { '-f, --format, --recurse': 'text' },
        flags: '-c --code-only -m --include-meta',
      },
      render: { operands: 'read-tree', project: ['.sqlfluff'] },
      'fix, format': {
        operands: 'edit',
        project: ['.sqlfluff'],
        options: { '-x, --fixed-suffix': 'text' },
        flags: '-f --force --check -q --quiet --show-lint-violations --FIX-EVEN-UNPARSABLE',
      },
      'rules, dialects, version': {},
    },
    examples: {
      'sqlfluff lint db --dialect postgres': ['read-tree db'],
      'sqlfluff lint -f github-annotation --write-output out.txt db': ['write out.txt', 'read-tree db'],
      'sqlfluff lint --persist-timing t.csv db': ['write t.csv', 'read-tree db'],
      'sqlfluff parse -f yaml a.sql': ['read-tree a.sql'],
      'cd /tmp/x && sqlfluff lint a.sql': [
        'names /tmp/x',
        'run sqlfluff',
        'code python file /tmp/x',
        'read-tree /tmp/x/a.sql',
      ],
      'cd /tmp/x && sqlfluff parse a.sql': [
        'names /tmp/x',
        'run sqlfluff',
        'code python file /tmp/x',
        'read-tree /tmp/x/a.sql',
      ],
      'cd /tmp/x && sqlfluff render a.sql': [
        'names /tmp/x',
        'run sqlfluff',
        'code python file /tmp/x',
        'read-tree /tmp/x/a.sql',
      ],
      'cd /tmp/x && sqlfluff fix a.sql': [
        'names /tmp/x',
        'run sqlfluff',
        'code python file /tmp/x',
        'edit /tmp/x/a.sql',
      ],
      'sqlfluff render a.sql': ['read-tree a.sql'],
      'sqlfluff fix -f db': ['edit db'],
      'sqlfluff lint --library-path /tmp/x a.sql': ['code python file /tmp/x', 'read-tree a.sql'],
      'sqlfluff lint --config /tmp/x.cfg a.sql': ['code other file /tmp/x.cfg', 'read-tree a.sql'],
      'sqlfluff lint --unheard-of a.sql': ['unknown option --unheard-of of sqlfluff lint', 'read-tree a.sql'],
    },
  },
  sqlc: {
    options: { '-f, --file': 'config' },
    flags: '--no-remote --remote -h --help',
    subcommands: {
      generate: { effects: ['edit .'], project: SQLC },
      'compile, diff': { project: SQLC },
      'init, version': {},
      vet: { effects: ['database read'], project: SQLC },
    },
    examples: {
      'sqlc generate -f db/sqlc.yaml': ['read db/sqlc.yaml', 'edit .'],
      'sqlc diff': [],
      'cd /tmp/x && sqlc diff': ['names /tmp/x', 'run sqlc', 'code other file /tmp/x'],
      'cd /tmp/x && sqlc generate': ['names /tmp/x', 'run sqlc', 'edit /tmp/x', 'code other file /tmp/x'],
      'cd /tmp/x && sqlc vet': ['names /tmp/x', 'run sqlc', 'database read', 'code other file /tmp/x'],
      'sqlc vet': ['database read'],
      'sqlc generate -f /tmp/sqlc.yaml': ['code other file /tmp/sqlc.yaml', 'edit .'],
      'sqlc push': ['unknown subcommand push of sqlc'],
    },
  },
}

export const sqlTools: readonly Program[] = family(entries)
