import type { Program } from '../../shell/programs/program.ts'
import type { Entries, Entry } from '../entry.ts'
import { family } from '../walk.ts'

/** Settings in JavaScript, which each of them runs. */
const PROJECT: Entry = { language: 'javascript', operands: 'read-tree' }

/** Linters and formatters of JavaScript and of what stands beside it. Parsers, plugins, formatters and rules are code. */
const entries: Entries = {
  'eslint eslint_d': {
    ...PROJECT,
    project: ['eslint.config.js', 'eslint.config.mjs', 'eslint.config.cjs', '.eslintrc.js', '.eslintrc.cjs'],
    inPlace: '--fix',
    options: {
      '-c, --config': 'loads-code',
      '-f, --format': 'loads-code',
      '--parser': 'loads-code',
      '--plugin': 'loads-code',
      '--rulesdir': 'loads-code',
      '--resolve-plugins-relative-to': 'loads-code',
      '-o, --output-file': 'write',
      '--cache-location': 'write',
      '--cache-file': 'write',
      '--suppressions-location': 'edit',
      '--ignore-path': 'read',
      '--ext, --rule, --env, --global, --parser-options, --max-warnings, --ignore-pattern, --stdin-filename, --fix-type, --cache-strategy, --report-unused-disable-directives-severity, --report-unused-inline-configs, --flag, --suppress-rule, --concurrency':
        'text',
    },
    flags:
      '--[no-]eslintrc --no-config-lookup --[no-]inline-config --report-unused-disable-directives --[no-]color --quiet --cache --fix-dry-run --[no-]ignore --stdin --debug --init -h -v --env-info --[no-]error-on-unmatched-pattern --exit-on-fatal-error --[no-]warn-ignored --pass-on-no-patterns --print-config --stats --mcp --suppress-all --prune-suppressions --pass-on-unpruned-suppressions --inspect-config',
    examples: {
      'eslint --quiet --ext .ts,.tsx src': ['read-tree src'],
      'eslint --fix src': ['read-tree src', 'edit src'],
      'eslint -f json -o report.json .': ['write report.json', 'read-tree .'],
      'eslint --parser /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'eslint --parser @typescript-eslint/parser src': ['read-tree src'],
      'eslint -f /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'eslint -c /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'eslint --plugin /tmp/x src': ['code javascript file /tmp/x', 'read-tree src'],
      'eslint --rulesdir /tmp/x src': ['code javascript file /tmp/x', 'read-tree src'],
      'eslint --resolve-plugins-relative-to /tmp/x src': ['code javascript file /tmp/x', 'read-tree src'],
      'eslint --cache --cache-location ~/.bashrc src': ['write ~/.bashrc', 'read-tree src'],
      'eslint --cache-file x src': ['write x', 'read-tree src'],
      'eslint --suppressions-location s.json src': ['edit s.json', 'read-tree src'],
      'eslint --ignore-path .gitignore src': ['read .gitignore', 'read-tree src'],
      'cd /tmp/x && eslint .': ['names /tmp/x', 'run eslint', 'code javascript file /tmp/x', 'read-tree /tmp/x'],
      'eslint --unheard-of src': ['unknown option --unheard-of of eslint', 'read-tree src'],
    },
  },
  'prettier prettierd': {
    ...PROJECT,
    project: ['prettier.config.js', 'prettier.config.mjs', 'prettier.config.cjs', '.prettierrc.js', '.prettierrc.cjs'],
    inPlace: '--write, -w',
    options: {
      '--plugin': 'loads-code',
      '--config': 'loads-code',
      '--parser': 'loads-code',
      '--plugin-search-dir': 'loads-code',
      '--ignore-path': 'read',
      '--find-config-path, --file-info': 'names',
      '--cache-location': 'write',
      '--stdin-filepath, --config-precedence, --log-level, --loglevel, --cache-strategy, --print-width, --tab-width, --end-of-line, --prose-wrap, --quote-props, --trailing-comma, --arrow-parens, --html-whitespace-sensitivity, --embedded-language-formatting, --range-start, --range-end, --cursor-offset, --object-wrap, --experimental-operator-position':
        'text',
    },
    flags:
      '-c --check -l --list-different -u --ignore-unknown --[no-]config --[no-]editorconfig --[no-]color --cache --[no-]error-on-unmatched-pattern --single-quote --jsx-single-quote --[no-]semi --use-tabs --[no-]bracket-spacing --bracket-same-line --jsx-bracket-same-line --single-attribute-per-line --vue-indent-script-and-style --experimental-ternaries --insert-pragma --require-pragma --check-ignore-pragma --with-node-modules --support-info --[no-]plugin-search -h -v --no-cache',
    examples: {
      'prettier --check --single-quote src': ['read-tree src'],
      'prettier --write src': ['read-tree src', 'edit src'],
      'prettier --plugin /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'prettier --plugin=prettier-plugin-tailwindcss src': ['read-tree src'],
      'prettier --config /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'prettier --parser /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'prettier --plugin-search-dir /tmp/x src': ['code javascript file /tmp/x', 'read-tree src'],
      'prettier --ignore-path .gitignore .': ['read .gitignore', 'read-tree .'],
      'prettier --find-config-path a.ts': ['names a.ts'],
      'prettier --file-info a.ts': ['names a.ts'],
      'prettier --cache --cache-location c src': ['write c', 'read-tree src'],
      'cd /tmp/x && prettier .': ['names /tmp/x', 'run prettier', 'code javascript file /tmp/x', 'read-tree /tmp/x'],
      'prettier --unheard-of src': ['unknown option --unheard-of of prettier', 'read-tree src'],
    },
  },
  stylelint: {
    ...PROJECT,
    project: ['stylelint.config.js', 'stylelint.config.mjs', 'stylelint.config.cjs', '.stylelintrc.js'],
    inPlace: '--fix',
    options: {
      '-c, --config': 'loads-code',
      '--config-basedir': 'loads-code',
      '--custom-syntax': 'loads-code',
      '--custom-formatter': 'loads-code',
      '-f, --formatter': { words: 'compact github json string tap unix verbose', else: 'loads-code' },
      '-o, --output-file': 'write',
      '--cache-location': 'write',
      '-i, --ignore-path': 'read',
      '--print-config': 'flag',
      '--ignore-pattern, --ip, --max-warnings, --mw, --stdin-filename, --cache-strategy, --globby-options, --go':
        'text',
    },
    flags:
      '--cache --no-cache --[no-]color --stdin --allow-empty-input --aei --disable-default-ignores --di --ignore-disables --id --report-needless-disables --rd --report-invalid-scope-disables --risd --report-descriptionless-disables --rdd --report-unscoped-disables --quiet -q --quiet-deprecation-warnings --validate --no-validate --compute-edit-info -h -v',
    examples: {
      'stylelint --quiet src': ['read-tree src'],
      'stylelint --fix src': ['read-tree src', 'edit src'],
      'stylelint --custom-syntax /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'stylelint --custom-syntax postcss-scss src': ['read-tree src'],
      'stylelint --custom-formatter /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'stylelint -f /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'stylelint -f json -o out.json src': ['write out.json', 'read-tree src'],
      'stylelint --config /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'stylelint --config-basedir /tmp/x src': ['code javascript file /tmp/x', 'read-tree src'],
      'stylelint --cache --cache-location c src': ['write c', 'read-tree src'],
      'stylelint -i .gitignore src': ['read .gitignore', 'read-tree src'],
      'cd /tmp/x && stylelint .': ['names /tmp/x', 'run stylelint', 'code javascript file /tmp/x', 'read-tree /tmp/x'],
      'stylelint --unheard-of src': ['unknown option --unheard-of of stylelint', 'read-tree src'],
    },
  },
  'biome rome': {
    // Its settings hold no code, but name plugins and other settings.
    options: {
      '--config-path': 'config',
      '--log-path': 'directory',
      '--log-prefix-name, --colors, --max-diagnostics, --diagnostic-level, --log-level, --log-kind, --log-file, --reporter, --reporter-file':
        'text',
    },
    flags:
      '--use-server --verbose --skip-parse-errors --skip-errors --no-errors-on-unmatched --error-on-warnings --json --json-pretty -h -V',
    subcommands: {
      'check, lint, format': {
        operands: 'read-tree',
        default: '.',
        inPlace: '--write, --fix, --apply, --apply-unsafe, --unsafe',
        options: {
          '--only, --skip, --since, --stdin-file-path, --stdin-filename, --indent-style, --indent-width, --indent-size, --line-ending, --line-width, --jsx-quote-style, --quote-style, --quote-properties, --quote-properties, --trailing-comma, --trailing-commas, --semicolons, --arrow-parentheses, --attribute-position, --bracket-spacing, --bracket-same-line, --formatter-enabled, --linter-enabled, --organize-imports-enabled, --assist-enabled, --enforce-assist, --suppress, --reason, --vcs-enabled, --vcs-client-kind, --vcs-use-ignore-file, --vcs-default-branch, --files-max-size, --files-ignore-unknown, --profile-rules':
            'text?',
          '--vcs-root': 'names?',
        },
        flags: '--staged --changed',
      },
      ci: {
        operands: 'read-tree',
        default: '.',
        options: {
          '--since, --threads, --formatter-enabled, --linter-enabled, --organize-imports-enabled, --assist-enabled, --enforce-assist':
            'text?',
        },
        flags: '--changed',
      },
      'init, migrate': {
        operands: 'text',
        flags: '--jsonc --write --include-inspired --include-nursery',
        effects: ['edit biome.json'],
      },
      'version, rage, explain, clean, start, stop': {
        operands: 'text',
        flags: '--daemon-logs --formatter --linter',
      },
    },
    examples: {
      'biome check --error-on-warnings src': ['read-tree src'],
      'biome ci': ['read-tree .'],
      'biome lint': ['read-tree .'],
      'biome check --write src': ['read-tree src', 'edit src'],
      'biome check --fix src': ['read-tree src', 'edit src'],
      'biome check --apply src': ['read-tree src', 'edit src'],
      'biome check --apply-unsafe src': ['read-tree src', 'edit src'],
      'biome check --unsafe src': ['read-tree src', 'edit src'],
      'biome check --vcs-root=.. src': ['names /home/dev', 'read-tree src'],
      'biome init': ['edit biome.json'],
      'biome ci --config-path=/tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'biome --log-path=/srv/x lint src': ['directory /srv/x', 'read-tree src'],
      'biome lint --unheard-of src': ['unknown option --unheard-of of biome lint', 'read-tree src'],
      'biome lsp-proxy': ['unknown subcommand lsp-proxy of biome'],
    },
  },
  oxlint: {
    operands: 'read-tree',
    default: '.',
    inPlace: '--fix, --fix-suggestions, --fix-dangerously',
    options: {
      '-c, --config': 'config',
      '--tsconfig': 'read',
      '--ignore-path': 'read',
      '-A, --allow, -W, --warn, -D, --deny, --ignore-pattern, --max-warnings, -f, --format, --threads, --report-unused-disable-directives-severity':
        'text',
    },
    flags:
      '--disable-unicorn-plugin --disable-oxc-plugin --disable-typescript-plugin --import-plugin --react-plugin --jsdoc-plugin --jest-plugin --vitest-plugin --jsx-a11y-plugin --nextjs-plugin --react-perf-plugin --promise-plugin --node-plugin --regex-plugin --vue-plugin --quiet --deny-warnings --silent --no-ignore --init --rules --print-config --type-aware --type-check --disable-nested-config --report-unused-disable-directives --no-error-on-unmatched-pattern -h -V',
    when: { '--init': ['write .oxlintrc.json'] },
    examples: {
      'oxlint --deny-warnings -D correctness': ['read-tree .'],
      'oxlint --fix src': ['read-tree src', 'edit src'],
      'oxlint --fix-suggestions src': ['read-tree src', 'edit src'],
      'oxlint --fix-dangerously src': ['read-tree src', 'edit src'],
      'oxlint -c /tmp/x.json src': ['code other file /tmp/x.json', 'read-tree src'],
      'oxlint --tsconfig t.json src': ['read t.json', 'read-tree src'],
      'oxlint --ignore-path .gitignore src': ['read .gitignore', 'read-tree src'],
      'oxlint --init': ['write .oxlintrc.json', 'read-tree .'],
      'oxlint --unheard-of src': ['unknown option --unheard-of of oxlint', 'read-tree src'],
    },
  },
  oxfmt: {
    // It writes unless it is told to check.
    operands: 'edit',
    default: '.',
    forms: { '--check, --list-different': { operands: 'read-tree', default: '.' } },
    options: {
      '-c, --config': 'config',
      '--ignore-path': 'read',
      '--migrate, --stdin-filepath, --threads': 'text',
    },
    flags: '--init --with-node-modules --no-error-on-unmatched-pattern --lsp -h -V',
    examples: {
      'oxfmt --check src': ['read-tree src'],
      'oxfmt --check': ['read-tree .'],
      'oxfmt src': ['edit src'],
      oxfmt: ['edit .'],
      'oxfmt -c /tmp/x.json --check src': ['code other file /tmp/x.json', 'read-tree src'],
      'oxfmt --ignore-path i --check src': ['read i', 'read-tree src'],
      'oxfmt --unheard-of --check src': ['unknown option --unheard-of of oxfmt', 'read-tree src'],
    },
  },
  'standard semistandard ts-standard': {
    ...PROJECT,
    project: [],
    inPlace: '--fix',
    options: {
      '--parser': 'loads-code',
      '--plugin, --plugins': 'loads-code',
      '--env, --envs, --global, --globals, --ext, -p, --project': 'text',
    },
    flags: '--no-cache --stdin --verbose -h -v',
    examples: {
      'standard --verbose src': ['read-tree src'],
      'standard --fix src': ['read-tree src', 'edit src'],
      'standard --parser /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'standard --plugin /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'standard --plugins /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'cd /tmp/x && standard': ['names /tmp/x', 'run standard', 'code javascript file /tmp/x'],
      'standard --unheard-of src': ['unknown option --unheard-of of standard', 'read-tree src'],
    },
  },
  xo: {
    ...PROJECT,
    project: ['xo.config.js', 'xo.config.mjs'],
    inPlace: '--fix',
    options: {
      '--config': 'loads-code',
      '--reporter': 'loads-code',
      '--cwd': 'project-directory',
      '--ignore, --env, --global, --extension, --semicolon, --space, --prettier, --rule, --stdin-filename, --ignore, --print-config':
        'text?',
    },
    flags: '--stdin --react --quiet -h -v',
    examples: {
      'xo --space src': ['read-tree src'],
      'xo --fix src': ['read-tree src', 'edit src'],
      'xo --config /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'xo --reporter /tmp/x.js src': ['code javascript file /tmp/x.js', 'read-tree src'],
      'xo --cwd /tmp/x src': ['code javascript file /tmp/x', 'read-tree src'],
      'cd /tmp/x && xo': ['names /tmp/x', 'run xo', 'code javascript file /tmp/x'],
      'xo --unheard-of src': ['unknown option --unheard-of of xo', 'read-tree src'],
    },
  },
  'lint-staged': {
    language: 'javascript',
    // It starts the commands that the project's settings name, on files that are staged.
    project: ['lint-staged.config.js', 'lint-staged.config.mjs', '.lintstagedrc.js', '.lintstagedrc', 'package.json'],
    options: {
      '-c, --config': 'loads-code',
      '--cwd': 'project-directory',
      '-p, --concurrent, --diff, --diff-filter, --max-arg-length': 'text',
    },
    flags:
      '--allow-empty --continue-on-error --fail-on-changes -d --debug --[no-]stash --[no-]hide-partially-staged --[no-]hide-unstaged --hide-all --[no-]revert -q --quiet -r --relative -v --verbose -x --shell -h -V',
    examples: {
      'lint-staged --quiet': [],
      'lint-staged --config /tmp/x.js': ['code javascript file /tmp/x.js'],
      'lint-staged --cwd /tmp/x': ['code javascript file /tmp/x'],
      'cd /tmp/x && lint-staged': ['names /tmp/x', 'run lint-staged', 'code javascript file /tmp/x'],
      'lint-staged --unheard-of': ['unknown option --unheard-of of lint-staged'],
    },
  },
  commitlint: {
    language: 'javascript',
    project: ['commitlint.config.js', 'commitlint.config.mjs', 'commitlint.config.cjs', '.commitlintrc.js'],
    options: {
      '-g, --config': 'loads-code',
      '-x, --extends': 'loads-code',
      '-o, --format': 'loads-code',
      '-p, --parser-preset': 'loads-code',
      '-d, --cwd': 'project-directory',
      '-e, --edit': 'read?',
      '-f, --from, -t, --to, -H, --help-url, --from-last-tag, --git-log-args, -l': 'text',
      '-E, --env, --print-config': 'text?',
    },
    flags: '-c --[no-]color -l --last -q --quiet -V --verbose -s --strict --options -h -v',
    operands: 'read',
    examples: {
      'commitlint --from HEAD~3 --to HEAD --verbose': [],
      'commitlint --edit=msg.txt': ['read msg.txt'],
      'commitlint --edit .git/COMMIT_EDITMSG': ['read .git/COMMIT_EDITMSG'],
      'commitlint -g /tmp/x.js': ['code javascript file /tmp/x.js'],
      'commitlint -x /tmp/x.js': ['code javascript file /tmp/x.js'],
      'commitlint -o /tmp/x.js': ['code javascript file /tmp/x.js'],
      'commitlint -p /tmp/x.js': ['code javascript file /tmp/x.js'],
      'commitlint -d /tmp/x': ['code javascript file /tmp/x'],
      'cd /tmp/x && commitlint': ['names /tmp/x', 'run commitlint', 'code javascript file /tmp/x'],
      'commitlint --unheard-of': ['unknown option --unheard-of of commitlint'],
    },
  },
  tslint: {
    ...PROJECT,
    project: ['tslint.js'],
    inPlace: '--fix',
    options: {
      '-c, --config': 'config',
      '-r, --rules-dir': 'loads-code',
      '-s, --formatters-dir': 'loads-code',
      '-t, --format': 'loads-code',
      '-o, --out': 'write',
      '-p, --project': 'read',
      '-e, --exclude': 'text',
    },
    flags: '--force -i --init --outputAbsolutePaths --print-config -q --quiet --test --type-check -h -v',
    examples: {
      'tslint src': ['read-tree src'],
      'tslint -c /tmp/x -r /tmp/x src': ['code other file /tmp/x', 'code javascript file /tmp/x', 'read-tree src'],
      'tslint -s /tmp/x -t /tmp/x src': ['code javascript file /tmp/x', 'code javascript file /tmp/x', 'read-tree src'],
      'tslint -o o.out -p p.in src': ['write o.out', 'read p.in', 'read-tree src'],
      'tslint --fix src': ['read-tree src', 'edit src'],
      'cd /tmp/x && tslint src': ['names /tmp/x', 'run tslint', 'code javascript file /tmp/x', 'read-tree /tmp/x/src'],
      'tslint --unheard-of src': ['unknown option --unheard-of of tslint', 'read-tree src'],
    },
  },
  ultracite: {
    subcommands: {
      check: { operands: 'read-tree', default: '.', flags: '--type-aware --error-on-warnings' },
      'fix, format': { operands: 'edit', default: '.', flags: '--unsafe --type-aware' },
      'doctor, help': { operands: 'text' },
    },
    examples: {
      'ultracite check src': ['read-tree src'],
      'ultracite check': ['read-tree .'],
      'ultracite fix a.file': ['edit a.file'],
      'ultracite fix': ['edit .'],
      'ultracite check --unheard-of': ['unknown option --unheard-of of ultracite check', 'read-tree .'],
    },
  },
}

export const javascriptLinters: readonly Program[] = family(entries)
