import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Linters of Markdown, YAML, workflows and other text, and what runs linters before a commit. */
const entries: Entries = {
  'pre-commit prek': {
    options: { '-c, --config': 'config', '--color': 'text' },
    flags: '-q --quiet -v --verbose -h -V',
    bare: { project: ['.pre-commit-config.yaml'] },
    forms: { '-a, --all-files': { project: ['.pre-commit-config.yaml'] } },
    subcommands: {
      run: {
        operands: 'text',
        project: ['.pre-commit-config.yaml'],
        options: {
          '--files': 'read…',
          '--commit-msg-filename': 'read',
          '-C, --cd': 'project-directory',
          '--directory': 'text',
          '--hook-stage, --stage, -s, --from-ref, --source, -o, --to-ref, --origin, --remote-name, --remote-url, --checkout-type, --rewrite-command, --local-branch, --remote-branch, --commit-object-name, --prepare-commit-message-source, --skip':
            'text',
        },
        flags: '-a --all-files --show-diff-on-failure --fail-fast --last-commit --dry-run',
      },
      install: {
        options: { '-t, --hook-type': 'text' },
        flags: '-f --overwrite --install-hooks --prepare-hooks --allow-missing-config',
        effects: ['git configure'],
      },
      uninstall: { options: { '-t, --hook-type': 'text' }, effects: ['git skip-hooks'] },
      'autoupdate, auto-update': {
        options: { '--repo, -j, --jobs, --cooldown-days': 'text' },
        flags: '--bleeding-edge --freeze --dry-run',
      },
      'install-hooks, prepare-hooks, clean, gc, sample-config, migrate-config, help, list, version': {
        operands: 'text',
      },
      'validate-config, validate-manifest': { operands: 'read' },
    },
    examples: {
      'pre-commit run x': [],
      'pre-commit run -c /tmp/x x': ['code other file /tmp/x'],
      'pre-commit run --files files.in --commit-msg-filename commit.in x': ['read files.in', 'read commit.in'],
      'pre-commit run -C /tmp/x x': ['code other file /tmp/x'],
      'cd /tmp/x && pre-commit run x': ['names /tmp/x', 'run pre-commit', 'code other file /tmp/x'],
      'pre-commit install': ['git configure'],
      'pre-commit uninstall': ['git skip-hooks'],
      'pre-commit validate-config a.in': ['read a.in'],
      'cd /tmp/x && pre-commit -a': ['names /tmp/x', 'run pre-commit', 'code other file /tmp/x'],
      'cd /tmp/x && pre-commit': ['names /tmp/x', 'run pre-commit', 'code other file /tmp/x'],
      'pre-commit run --unheard-of': ['unknown option --unheard-of of pre-commit run'],
    },
  },
  overcommit: {
    options: { '-t, --template-dir': 'config', '--run': 'text?', '--diff': 'text' },
    flags: '-l --list-hooks -h -v',
    project: ['.overcommit.yml'],
    when: {
      '-i, --install': ['git configure'],
      '-u, --uninstall': ['git skip-hooks'],
      '-s, --sign': ['git configure'],
    },
    operands: 'text',
    examples: {
      'overcommit x': [],
      'overcommit -t /tmp/x x': ['code other file /tmp/x'],
      'overcommit -i x': ['git configure'],
      'overcommit -u x': ['git skip-hooks'],
      'overcommit -s x': ['git configure'],
      'cd /tmp/x && overcommit x': ['names /tmp/x', 'run overcommit', 'code other file /tmp/x'],
      'overcommit --unheard-of x': ['unknown option --unheard-of of overcommit'],
    },
  },
  'markdownlint markdownlint-cli': {
    operands: 'read-tree',
    language: 'javascript',
    inPlace: '-f, --fix',
    options: {
      '-c, --config': 'config',
      '-r, --rules': 'loads-code',
      '--configPointer, --enable, --disable, -i, --ignore': 'text',
      '-o, --output': 'write',
      '-p, --ignore-path': 'read',
    },
    flags: '-d --dot -j --json -q --quiet -s --stdin -h -V',
    examples: {
      'markdownlint src': ['read-tree src'],
      'markdownlint -c /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'markdownlint -r /tmp/x -o o.out src': ['code javascript file /tmp/x', 'write o.out', 'read-tree src'],
      'markdownlint -p p.in src': ['read p.in', 'read-tree src'],
      'markdownlint -f src': ['read-tree src', 'edit src'],
      'markdownlint --unheard-of src': ['unknown option --unheard-of of markdownlint', 'read-tree src'],
    },
  },
  'markdownlint-cli2': {
    operands: 'read-tree',
    language: 'javascript',
    project: ['.markdownlint-cli2.cjs', '.markdownlint-cli2.mjs'],
    inPlace: '--fix',
    options: { '--config': 'config', '--configPointer': 'text' },
    flags: '--no-globs --format',
    examples: {
      'markdownlint-cli2 src': ['read-tree src'],
      'markdownlint-cli2 --config /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'markdownlint-cli2 --fix src': ['read-tree src', 'edit src'],
      'cd /tmp/x && markdownlint-cli2 src': [
        'names /tmp/x',
        'run markdownlint-cli2',
        'code javascript file /tmp/x',
        'read-tree /tmp/x/src',
      ],
      'markdownlint-cli2 --unheard-of src': ['unknown option --unheard-of of markdownlint-cli2', 'read-tree src'],
    },
  },
  remark: {
    operands: 'read-tree',
    language: 'javascript',
    project: ['.remarkrc.js', '.remarkrc.mjs'],
    options: {
      '-u, --use': 'loads-code',
      '-r, --rc-path': 'config',
      '--report': 'loads-code',
      '-i, --ignore-path': 'read',
      '-o, --output': 'edit?',
      '-s, --setting, -e, --ext, --ignore-pattern, --file-path': 'text',
    },
    flags:
      '-q --quiet -S --silent -f --frail --[no-]color --[no-]config --[no-]rc --[no-]ignore --[no-]stdout -t --tree --tree-in --tree-out --inspect --silently-ignore --verbose -h -v',
    examples: {
      'remark src': ['read-tree src'],
      'remark -u /tmp/x -r /tmp/x src': ['code javascript file /tmp/x', 'code other file /tmp/x', 'read-tree src'],
      'remark --report /tmp/x -i i.in src': ['code javascript file /tmp/x', 'read i.in', 'read-tree src'],
      'remark -oo.file src': ['edit o.file', 'read-tree src'],
      'cd /tmp/x && remark src': ['names /tmp/x', 'run remark', 'code javascript file /tmp/x', 'read-tree /tmp/x/src'],
      'remark --unheard-of src': ['unknown option --unheard-of of remark', 'read-tree src'],
    },
  },
  yamllint: {
    operands: 'read-tree',
    options: { '-c, --config-file': 'read', '-d, --config-data, -f, --format': 'text' },
    flags: '-s --strict --no-warnings --list-files -h -v',
    examples: {
      'yamllint src': ['read-tree src'],
      'yamllint -c c.in src': ['read c.in', 'read-tree src'],
      'yamllint --unheard-of src': ['unknown option --unheard-of of yamllint', 'read-tree src'],
    },
  },
  'taplo tombi': {
    options: { '-c, --config': 'read', '--colors, --log-spans': 'text' },
    flags: '--verbose -v -q --quiet --no-auto-config -h -V',
    subcommands: {
      'fmt, format': {
        operands: 'edit',
        default: '.',
        forms: { '--check, --diff': { operands: 'read-tree', default: '.' } },
        options: { '-o, --option, --stdin-filepath, --stdin-filename': 'text' },
        flags: '-f --force --offline',
      },
      'lint, check, validate': {
        operands: 'read-tree',
        default: '.',
        options: { '--schema, --schema-catalog': 'source' },
        flags: '--default-schema-catalogs --no-schema --offline',
      },
      'get, help': { operands: 'text', options: { '-f, --file-path': 'read', '-o, --output-format': 'text' } },
    },
    examples: {
      'taplo fmt a.file': ['edit a.file'],
      'taplo fmt -c c.in a.file': ['read c.in', 'edit a.file'],
      'taplo fmt': ['edit .'],
      'taplo fmt --check src': ['read-tree src'],
      'taplo fmt --check': ['read-tree .'],
      'taplo lint --schema schema.in src': ['read schema.in', 'read-tree src'],
      'taplo lint --schema-catalog schema.in src': ['read schema.in', 'read-tree src'],
      'taplo lint': ['read-tree .'],
      'taplo get -f f.in x': ['read f.in'],
      'taplo fmt --unheard-of': ['unknown option --unheard-of of taplo fmt', 'edit .'],
    },
  },
  'check-jsonschema': {
    operands: 'read-tree',
    options: {
      '--schemafile': 'source',
      '--base-uri': 'fetch',
      '--cache-filename, --default-filetype, --force-filetype, --regex-variant, --builtin-schema, -o, --output-format, --error-format, --color, --data-transform, --disable-formats':
        'text',
    },
    flags: '-v --verbose -q --quiet --no-cache --check-metaschema --fill-defaults --traceback-mode -h',
    examples: {
      'check-jsonschema src': ['read-tree src'],
      'check-jsonschema --schemafile schema.in src': ['read schema.in', 'read-tree src'],
      'check-jsonschema --base-uri https://a.example src': ['contact a.example fetch', 'read-tree src'],
      'check-jsonschema --unheard-of src': ['unknown option --unheard-of of check-jsonschema', 'read-tree src'],
    },
  },
  actionlint: {
    operands: 'read',
    style: 'single-dash',
    options: {
      '-config-file': 'read',
      // Programs that it starts for scripts in workflows.
      '-shellcheck, -pyflakes': 'loads-code',
      '-format, -ignore, -stdin-filename': 'text',
    },
    flags: '-color -no-color -debug -oneline -verbose -init-config -h',
    examples: {
      'actionlint a.in': ['read a.in'],
      'actionlint -config-file config.in a.in': ['read config.in', 'read a.in'],
      'actionlint -shellcheck /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'actionlint -pyflakes /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'actionlint -unheard-of a.in': ['unknown option -unheard-of of actionlint', 'read a.in'],
    },
  },
  zizmor: {
    operands: 'read-tree',
    inPlace: '--fix',
    options: {
      '-c, --config': 'read',
      '--cache-dir': 'directory',
      '--fix': 'text?',
      '--format, --persona, --min-severity, --min-confidence, --collect, --color, --gh-hostname': 'text',
      '--gh-token': 'text',
    },
    flags:
      '-p --pedantic -o --offline -v --verbose -q --quiet -n --no-progress --no-config --no-exit-codes --no-online-audits --strict-collection -h -V',
    examples: {
      'zizmor src': ['read-tree src'],
      'zizmor -c c.in --cache-dir cache-dir src': ['read c.in', 'directory cache-dir', 'read-tree src'],
      'zizmor --fix=x src': ['read-tree src', 'edit src'],
      'zizmor --unheard-of src': ['unknown option --unheard-of of zizmor', 'read-tree src'],
    },
  },
  'editorconfig-checker ec': {
    operands: 'read-tree',
    style: 'single-dash',
    options: { '-config': 'read', '-exclude, -format, -color': 'text' },
    flags:
      '-debug -verbose -v -dry-run -ignore-defaults -init -no-color -s -h -disable-charset -disable-end-of-line -disable-indentation -disable-indent-size -disable-insert-final-newline -disable-max-line-length -disable-trim-trailing-whitespace',
    examples: {
      'editorconfig-checker src': ['read-tree src'],
      'editorconfig-checker -config config.in src': ['read config.in', 'read-tree src'],
      'editorconfig-checker -unheard-of src': ['unknown option -unheard-of of editorconfig-checker', 'read-tree src'],
    },
  },
  secretlint: {
    operands: 'read-tree',
    language: 'javascript',
    options: {
      '--secretlintrc': 'config',
      '--secretlintrcJSON, --locale': 'text',
      '--secretlintignore': 'read',
      '--format': 'loads-code',
      '-o, --output': 'write',
    },
    flags: '--init --[no-]color --no-terminalLink --maskSecrets --no-maskSecrets --debug --profile --no-gitignore',
    examples: {
      'secretlint src': ['read-tree src'],
      'secretlint --secretlintrc /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'secretlint --secretlintignore secret.in src': ['read secret.in', 'read-tree src'],
      'secretlint --format /tmp/x -o o.out src': ['code javascript file /tmp/x', 'write o.out', 'read-tree src'],
      'secretlint --unheard-of src': ['unknown option --unheard-of of secretlint', 'read-tree src'],
    },
  },
  'ls-lint': {
    operands: 'names',
    style: 'single-dash',
    options: { '-config': 'read', '-workdir': 'names', '-error-output-format': 'text' },
    flags: '-debug -warn -h',
    examples: {
      'ls-lint dir': ['names dir'],
      'ls-lint -config config.in -workdir dir dir': ['read config.in', 'names dir', 'names dir'],
      'ls-lint -unheard-of dir': ['unknown option -unheard-of of ls-lint', 'names dir'],
    },
  },
}

export const textLinters: readonly Program[] = family(entries)
