import type { Program } from '../../shell/programs/program.ts'
import type { Entries, Entry } from '../entry.ts'
import { family } from '../walk.ts'

/** They print what they format, unless an option says to change the file. */
const PRINTS = { operands: 'read-tree', prints: 'input' } as const satisfies Entry

/** Formatters and linters of Swift, Haskell, OCaml, Elm and Nix. */
const entries: Entries = {
  swiftformat: {
    operands: 'edit',
    forms: { '--lint, --dryrun': { operands: 'read-tree' } },
    options: {
      '--config, --base-config, --filelist, --unexclude': 'read',
      '--output, --report': 'write',
      '--cache': { words: 'ignore clear', else: 'write' },
      '--infer-options': 'read-tree',
      '--inferoptions': 'read-tree',
      '--stdin-path, --stdinpath, --rules, --enable, --disable, --exclude, --swift-version, --swiftversion, --language-mode, --min-version, --minversion, --conflict-markers, --symlinks, --fragment, --linerange, --line-range, --reporter, --indent, --max-width, --maxwidth, --self, --header, --commas, --allman, --semicolons, --wrap-arguments, --wraparguments, --wrapcollections, --wrap-collections, --wrapparameters, --wrap-parameters, --line-breaks, --linebreaks, --header-comments, --import-grouping, --importgrouping, --ifdef, --trim-whitespace, --trimwhitespace, --decimal-grouping, --hex-literal-case, --closing-paren, --else-position, --guard-else, --strip-unused-args, --stripunusedargs, --ranges, --option':
        'text',
      '--rule-info, --ruleinfo, --options, --markdown-files': 'text?',
    },
    flags: '--strict --lenient --quiet --verbose --timing --show-options --dump-source -h',
    examples: {
      'swiftformat Sources': ['edit Sources'],
      'swiftformat Sources --lint': ['read-tree Sources'],
      'swiftformat --dryrun Sources': ['read-tree Sources'],
      'swiftformat --config c.in --base-config b.in --filelist f.in --unexclude u.in a.swift': [
        'read c.in',
        'read b.in',
        'read f.in',
        'read u.in',
        'edit a.swift',
      ],
      'swiftformat --output o.swift --report r.json --cache c.cache a.swift': [
        'write o.swift',
        'write r.json',
        'write c.cache',
        'edit a.swift',
      ],
      'swiftformat --cache ignore --infer-options src a.swift': ['read-tree src', 'edit a.swift'],
      'swiftformat --inferoptions src a.swift': ['read-tree src', 'edit a.swift'],
      'swiftformat --unheard-of a.swift': ['unknown option --unheard-of of swiftformat', 'edit a.swift'],
    },
  },
  'swift-format': {
    operands: { words: 'format lint dump-configuration', else: 'read-tree' },
    forms: { '-i, --in-place': { operands: { words: 'format lint', else: 'edit' } } },
    options: {
      '--configuration': 'read',
      '--assume-filename, --offsets, --lines, --enable-experimental-feature': 'text',
    },
    flags:
      '-r --recursive -p --parallel -s --strict --ignore-unparsable-files --follow-symlinks --[no-]color-diagnostics --effective -v -h',
    examples: {
      'swift-format a.swift': ['read-tree a.swift'],
      'swift-format -i a.swift': ['edit a.swift'],
      'swift-format --in-place a.swift': ['edit a.swift'],
      'swift-format format -i -r src': ['edit src'],
      'swift-format lint -s -r src': ['read-tree src'],
      'swift-format dump-configuration': [],
      'swift-format --configuration c.json lint src': ['read c.json', 'read-tree src'],
      'swift-format --unheard-of src': ['unknown option --unheard-of of swift-format', 'read-tree src'],
    },
  },
  'ormolu fourmolu': {
    operands: 'read-tree',
    options: {
      '-m, --mode': { words: 'stdout check', else: 'opaque' },
      '--config': 'read',
      '-o, --ghc-opt, -f, --fixity, -r, --reexport, -p, --package, --color, --stdin-input-file, --start-line, --end-line, -t, --source-type, --indentation, --column-limit, --function-arrows, --comma-style, --import-export, --import-grouping, --record-brace-space, --newlines-between-decls, --haddock-style, --haddock-style-module, --let-style, --in-style, --if-style, --single-constraint-parens, --single-deriving-parens, --sort-constraints, --sort-derived-classes, --sort-deriving-clauses, --trailing-section-operators, --unicode, --respectful, --indent-wheres':
        'text',
    },
    forms: { '-i': { operands: 'edit' } },
    flags: '-u --unsafe -d --debug -c --check-idempotence --no-cabal --no-dot-ormolu --print-defaults -v -h',
    examples: {
      'ormolu --mode check a.hs': ['read-tree a.hs'],
      'ormolu --mode x a.hs': ['opaque unknown-option', 'read-tree a.hs'],
      'ormolu -m x a.hs': ['opaque unknown-option', 'read-tree a.hs'],
      'ormolu -i a.hs': ['edit a.hs'],
      'fourmolu --config c.yaml a.hs': ['read c.yaml', 'read-tree a.hs'],
      'ormolu --unheard-of a.hs': ['unknown option --unheard-of of ormolu', 'read-tree a.hs'],
    },
  },
  'stylish-haskell hindent brittany floskell': {
    ...PRINTS,
    inPlace: '-i, --inplace, --in-place',
    options: {
      '-c, --config, --config-file': 'read',
      '-X, --line-length, --indent-size, --style, --language, --extension, --indent, --columns, --write-mode': 'text',
    },
    flags: '-v --verbose -r --recursive --no-utf8 --validate --[no-]force-newline --sort-imports --no-sort-imports -h',
    examples: {
      'stylish-haskell a.hs': ['read-tree a.hs'],
      'stylish-haskell -i a.hs': ['read-tree a.hs', 'edit a.hs'],
      'stylish-haskell --inplace a.hs': ['read-tree a.hs', 'edit a.hs'],
      'stylish-haskell --in-place a.hs': ['read-tree a.hs', 'edit a.hs'],
      'stylish-haskell --config c.yaml a.hs': ['read c.yaml', 'read-tree a.hs'],
      'stylish-haskell --config-file c.yaml a.hs': ['read c.yaml', 'read-tree a.hs'],
      'stylish-haskell --unheard-of a.hs': ['unknown option --unheard-of of stylish-haskell', 'read-tree a.hs'],
    },
  },
  hlint: {
    operands: 'read-tree',
    options: {
      '--report': 'write',
      '-h, --hint': 'read',
      '--cpp-file, --cpp-include': 'read-tree',
      '--with-refactor': 'run-program',
      '--refactor-options': 'opaque',
      '-w, --with, -g, --git, -i, --ignore, --ignore-glob, --ignore-suggestions, -X, --language, -x, --extension, -j, --threads, --cpp-define, --cpp-ansi, --color, --colour, --find, --only, -p, --path, --datadir':
        'text?',
    },
    forms: { '--refactor': { operands: 'edit' } },
    flags:
      '-q --quiet -s --show --cross --timing --json --cc --sarif --cpp-simple --cpp-ansi --default --no-exit-code -v --verbose --serialise',
    examples: {
      'hlint src': ['read-tree src'],
      'hlint --report=r.html -h h.yaml src': ['write r.html', 'read h.yaml', 'read-tree src'],
      'hlint --hint h.yaml --cpp-file f.h src': ['read h.yaml', 'read-tree f.h', 'read-tree src'],
      'hlint --cpp-include inc src': ['read-tree inc', 'read-tree src'],
      'hlint --refactor a.hs': ['edit a.hs'],
      'hlint --with-refactor /tmp/x a.hs': ['run x', 'code other file /tmp/x', 'read-tree a.hs'],
      'hlint --refactor-options=-i a.hs': ['unknown option --refactor-options of hlint', 'read-tree a.hs'],
      'hlint --unheard-of src': ['unknown option --unheard-of of hlint', 'read-tree src'],
    },
  },
  ocamlformat: {
    ...PRINTS,
    inPlace: '-i, --inplace',
    options: {
      '-o, --output': 'write',
      '--root': 'names',
      '-c, --config, -m, --margin, -p, --profile, --name, --max-iters, -n, --ocaml-version, --enable-outside-detected-project':
        'text',
    },
    flags:
      '--check --impl --intf --disable --enable -q --quiet --debug --print-config --use-file --repl-file --no-version-check --[no-]comment-check --disable-outside-detected-project -v',
    examples: {
      'ocamlformat --check a.ml': ['read-tree a.ml'],
      'ocamlformat -i a.ml': ['read-tree a.ml', 'edit a.ml'],
      'ocamlformat --inplace a.ml': ['read-tree a.ml', 'edit a.ml'],
      'ocamlformat -o o.ml --root dir a.ml': ['write o.ml', 'names dir', 'read-tree a.ml'],
      'ocamlformat --unheard-of a.ml': ['unknown option --unheard-of of ocamlformat', 'read-tree a.ml'],
    },
  },
  'cabal-fmt cabal-gild': {
    ...PRINTS,
    inPlace: '-i, --inplace',
    options: {
      '-I, --input': 'read',
      '-o, -O, --output': 'write',
      '-m, --mode, --indent, --crlf, -s, --stdin': 'text',
    },
    flags: '-c --check -n --no-check --tabular --no-tabular --cabal-file --no-cabal-file -v -h',
    examples: {
      'cabal-fmt --check a.cabal': ['read-tree a.cabal'],
      'cabal-fmt -i a.cabal': ['read-tree a.cabal', 'edit a.cabal'],
      'cabal-fmt --inplace a.cabal': ['read-tree a.cabal', 'edit a.cabal'],
      'cabal-gild -I i.cabal --output o.cabal': ['read i.cabal', 'write o.cabal'],
      'cabal-gild --input i.cabal': ['read i.cabal'],
      'cabal-fmt --unheard-of a.cabal': ['unknown option --unheard-of of cabal-fmt', 'read-tree a.cabal'],
    },
  },
  'elm-format': {
    operands: 'edit',
    forms: { '--validate, --stdin': { operands: 'read-tree' } },
    options: { '--output': 'write', '--elm-version': 'text' },
    flags: '--yes --json',
    examples: {
      'elm-format --validate src': ['read-tree src'],
      'elm-format --stdin src': ['read-tree src'],
      'elm-format --yes src': ['edit src'],
      'elm-format --output o.elm a.elm': ['write o.elm', 'edit a.elm'],
      'elm-format --unheard-of src': ['unknown option --unheard-of of elm-format', 'edit src'],
    },
  },
  'nixfmt alejandra nixpkgs-fmt': {
    operands: 'edit',
    forms: { '-c, --check': { operands: 'read-tree' } },
    options: { '-e, --exclude, -w, --width, -f, --filename, -t, --threads, --indent': 'text' },
    flags: '-q --quiet -s --strict -v --verify -h',
    examples: {
      'nixfmt --check a.nix': ['read-tree a.nix'],
      'alejandra -c a.nix': ['read-tree a.nix'],
      'nixfmt a.nix': ['edit a.nix'],
      'nixfmt --unheard-of a.nix': ['unknown option --unheard-of of nixfmt', 'edit a.nix'],
    },
  },
  statix: {
    subcommands: {
      check: { operands: 'read-tree', default: '.' },
      fix: { operands: 'edit', default: '.', forms: { '-d, --dry-run': { operands: 'read-tree' } } },
      'single, explain, list, dump': { operands: 'text' },
    },
    options: { '-c, --config': 'read', '-i, --ignore, -o, --format, -p, --position': 'text' },
    flags: '-s --stdin -u --unrestricted',
    examples: {
      'statix check': ['read-tree .'],
      'statix check src': ['read-tree src'],
      'statix fix a.nix': ['edit a.nix'],
      'statix fix': ['edit .'],
      'statix fix -d a.nix': ['read-tree a.nix'],
      'statix check --config c.toml src': ['read c.toml', 'read-tree src'],
      'statix check --unheard-of': ['unknown option --unheard-of of statix check', 'read-tree .'],
    },
  },
  deadnix: {
    operands: 'read-tree',
    inPlace: '-e, --edit',
    options: { '-o, --output-format, --exclude': 'text' },
    flags:
      '-f --fail -h --hidden -l --no-lambda-arg -L --no-lambda-pattern-names -_ --no-underscore -q --quiet -W --warn-used-underscore',
    examples: {
      'deadnix -f src': ['read-tree src'],
      'deadnix -e src': ['read-tree src', 'edit src'],
      'deadnix --edit src': ['read-tree src', 'edit src'],
      'deadnix --unheard-of src': ['unknown option --unheard-of of deadnix', 'read-tree src'],
    },
  },
}

export const sourceFormatters: readonly Program[] = family(entries)
