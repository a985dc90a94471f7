import type { Program } from './program.ts'
import { are, rows } from './table.ts'

/** Linters, formatters and type checkers: they read, and edit in place when told to. */
export const linting: readonly Program[] = rows({
  'tslint jshint jscs jscpd dprint quick-lint-js ultracite konsistent dependency-cruiser depcruise skott unimported ts-prune ts-unused-exports type-coverage markdownlint markdownlint-cli markdownlint-cli2 remark remark-cli lockfile-lint htmlhint html-validate pa11y ajv spectral redocly swagger-cli eclint editorconfig-checker ec secretlint actionlint zizmor prettier-eslint sort-imports import-sort organize-imports-cli es-check ls-lint npmPkgJsonLint are-the-types-wrong check-dts':
    {
      operands: 'read-tree',
      inPlace: '--fix, --write, -w, --apply, --apply-unsafe, --in-place, --unsafe, -i',
      options: {
        ...are(
          'text',
          '--ext -f --format --max-warnings --rule --parser --parser-options --env --global --ignore-pattern --cache-strategy --reporter --log-level --loglevel --stdin-filename --stdin-filepath --tab-width --print-width --trailing-comma --changed --since --from --to -x --max-diagnostics --diagnostic-level --only --skip -D -A -W',
        ),
        ...are(
          'config',
          '-c --config --rulesdir --resolve-plugins-relative-to --plugin --plugin-search-dir --config-path -r --require',
        ),
        ...are('names', '--ignore-path --cache-location --cwd --indent'),
        ...are('write', '--output-file --report --cache-file'),
      },
      project: [
        'eslint.config.js',
        '.eslintrc.js',
        'prettier.config.js',
        'commitlint.config.js',
        'lint-staged.config.js',
        '.prettierrc.js',
      ],
      language: 'javascript',
    },
  'ruff black isort autopep8 yapf flake8 pylint pyflakes pycodestyle pydocstyle pyupgrade autoflake docformatter blackdoc unify add-trailing-comma reorder-python-imports usort ufmt darker pyink blue autotyping fixit vulture radon xenon mccabe prospector pylama pychecker dodgy interrogate darglint pydoclint refurb perflint flynt eradicate djlint curlylint import-linter lint-imports tryceratops wemake-python-styleguide nbqa nbstripout deadcode ssort toml-sort taplo tombi yamlfmt yamllint yamlfix check-jsonschema jsonschema doc8 rstcheck restructuredtext-lint mdformat mdl pymarkdown':
    {
      operands: 'read-tree',
      inPlace: '--fix, -i, --in-place, --inplace, format, -w, --write, --fix-only, fix, fmt',
      options: {
        ...are(
          'text',
          '-l --line-length --max-line-length -t --target-version --select --ignore --extend-select --extend-ignore --exclude --extend-exclude --max-complexity --profile --output-format --format -f -j --jobs -d --disable -e --enable -s --skip --stdin-filename --dialect --severity',
        ),
        ...are('config', '-c --config --config-file --rcfile --settings-path --sp --load-plugins --init-hook'),
        ...are('write', '-o --output-file --output'),
        ...are('names', '--cache-dir --src --root'),
      },
      when: { '--init-hook': [{ does: 'something-opaque', text: 'pylint --init-hook', because: 'unreadable-code' }] },
    },
  'mypy pyright basedpyright pyre pytype dmypy ty pyrefly pyanalyze monkeytype stubgen stubtest': {
    operands: 'read-tree',
    options: {
      ...are('text', '-m --module -p --package --python-version --platform --exclude --pythonversion --level'),
      ...are('names', '--cache-dir --python-executable --project --venvpath'),
      ...are('config', '--config-file'),
      ...are('directory', '--html-report --xml-report -o --output'),
      ...are('write', '--junit-xml'),
    },
  },
  'shellcheck shfmt bashate checkbashisms shellharden beautysh': {
    operands: 'read-tree',
    inPlace: '-w, --write, --replace',
    options: {
      ...are(
        'text',
        '-s --shell -e --exclude -f --format -o --enable -S --severity -P --source-path -ln --language-dialect -i --indent',
      ),
      ...are('read', '--rcfile'),
    },
  },
  'clang-format clang-tidy astyle uncrustify indent cpplint cppcheck rustfmt gofmt goimports gofumpt golines gci golint staticcheck golangci-lint revive errcheck gosec govulncheck ineffassign gocyclo nilaway swiftformat swiftlint swift-format ktlint ktfmt detekt google-java-format checkstyle spotbugs pmd scalafmt scalafix stylua luacheck selene luaformatter ormolu fourmolu hlint stylish-haskell brittany ocamlformat elm-format elm-review elm-test dartfmt dart-format dockerfmt buildifier buildozer nixfmt nixpkgs-fmt alejandra statix deadnix cabal-fmt hindent gdformat gdlint nimpretty zigfmt vfmt verible-verilog-format perltidy perlcritic rubocop standardrb reek rufo erb_lint erblint haml-lint slim-lint brakeman bundler-audit fasterer rails_best_practices flog flay sorbet srb steep typeprof solargraph credo tidyp html-beautify js-beautify css-beautify xmlformat fprettify findent cmake-format cmake-lint gersemi datree protolint clj-kondo cljfmt zprint joker puppet-lint foodcritic cookstyle licensecheck addlicense reuse license-eye trunk':
    {
      operands: 'read-tree',
      inPlace:
        '-w, -i, --fix, --write, -a, -A, --autocorrect, --auto-correct, --autocorrect-all, --replace, -b, --format, --in-place, -inplace, -F',
      options: {
        ...are(
          'text',
          '--style -style --edition --checks -checks --emit --enable --disable -E -D --language --std --rules --exclude --only --except --format -f -r --tags --timeout --out-format --path-mode --severity -e --env -l --lines',
        ),
        ...are('config', '-c --config --config-path --config-file --project --rules-file --require -load --load'),
        ...are('names', '-p -I --header-filter --root --cache-dir'),
        ...are('write', '-o --output --out --export-fixes --report'),
      },
    },
  'pre-commit prek overcommit': {
    subcommands: {
      run: {
        operands: 'text',
        options: {
          ...are('text', '--hook-stage --from-ref --to-ref'),
          ...are('read', '--files'),
          ...are('config', '-c --config'),
        },
        project: ['.pre-commit-config.yaml'],
      },
      install: { does: [{ does: 'change-repository', deed: 'configure' }] },
      'install-hooks': {},
      uninstall: { does: [{ does: 'change-repository', deed: 'skip-hooks' }] },
      autoupdate: {},
      'auto-update': {},
      clean: {},
      gc: {},
      'sample-config': {},
      'validate-config': {},
      'validate-manifest': {},
      'migrate-config': {},
      help: {},
      '-a': { project: [] },
      '--all-files': { project: [] },
      'try-repo': { does: [{ does: 'something-opaque', text: 'pre-commit try-repo', because: 'unreadable-code' }] },
    },
  },
})
