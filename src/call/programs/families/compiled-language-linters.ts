import type { Program } from '../../shell/programs/program.ts'
import type { Entries, Entry } from '../entry.ts'
import { family } from '../walk.ts'

/** `gofmt` and those that stand in for it: Go's own way to read options. */
const GO_FORMATTER: Entry = {
  operands: 'read-tree',
  style: 'single-dash',
  inPlace: '-w',
  flags: '-d -e -l -s -v -h',
}

/** Linters and formatters of C, C++, Go, Rust, Java, Kotlin, Swift and others that are compiled. */
const entries: Entries = {
  'clang-format': {
    operands: 'read',
    style: 'single-dash',
    inPlace: '-i',
    options: {
      '-style': 'read',
      '-files': 'read',
      '-assume-filename, -fallback-style, -cursor, -length, -lines, -offset, -qualifier-alignment, -sort-includes, -Wno-error, -ferror-limit':
        'text',
    },
    flags:
      '-n -dry-run -Werror -verbose -dump-config -output-replacements-xml -fail-on-incomplete-format -Wclang-format-violations -h',
    examples: {
      'clang-format a.in': ['read a.in'],
      'clang-format -style style.in -files files.in a.in': ['read style.in', 'read files.in', 'read a.in'],
      'clang-format -i a.in': ['read a.in', 'edit a.in'],
      'clang-format -unheard-of a.in': ['unknown option -unheard-of of clang-format', 'read a.in'],
    },
  },
  'clang-tidy': {
    operands: 'read',
    style: 'single-dash',
    inPlace: '-fix, -fix-errors, -fix-notes, -fixit',
    options: {
      // What follows is for the compiler.
      '--': 'flag',
      '-p': 'names',
      '-load': 'loads-code',
      '-config-file': 'read',
      '-vfsoverlay': 'read',
      '-export-fixes': 'write',
      '-store-check-profile': 'directory',
      '-extra-arg, -extra-arg-before': {
        keys: { '-std, -D*, -I*, -W*, -w, -x*, -m*, -O*, -isystem*, -fno-*, -fopenmp, --target': 'text' },
      },
      '-checks, -config, -exclude-header-filter, -format-style, -header-filter, -line-filter, -removed-arg, -warnings-as-errors, -fix-what-you-can, -ast-dump-filter':
        'text',
      '-std=*, -D*, -U*, -W*, -O*, -m*, -x*, -isystem*, -I*': 'text',
    },
    flags:
      '-dump-config -enable-check-profile -enable-module-headers-parsing -explain-config -list-checks -quiet -system-headers -use-color -verify-config -allow-no-checks -allow-enabling-analyzer-alpha-checkers -c -fopenmp -fPIC -fno-exceptions -fno-rtti',
    examples: {
      'clang-tidy a.in': ['read a.in'],
      'clang-tidy -p dir -load /tmp/x a.in': ['names dir', 'code other file /tmp/x', 'read a.in'],
      'clang-tidy -config-file config.in -vfsoverlay vfsove.in a.in': ['read config.in', 'read vfsove.in', 'read a.in'],
      'clang-tidy -export-fixes export.out a.in': ['write export.out', 'read a.in'],
      'clang-tidy -store-check-profile store-dir a.in': ['directory store-dir', 'read a.in'],
      'clang-tidy -fix a.in': ['read a.in', 'edit a.in'],
      'clang-tidy -fix-errors a.in': ['read a.in', 'edit a.in'],
      'clang-tidy -fix-notes a.in': ['read a.in', 'edit a.in'],
      'clang-tidy -fixit a.in': ['read a.in', 'edit a.in'],
      'clang-tidy -unheard-of a.in': ['unknown option -unheard-of of clang-tidy', 'read a.in'],
    },
  },
  'clang-check': {
    like: 'clang-tidy',
    flags: '-ast-dump -ast-list -ast-print -analyze -fixit -syntax-tree-dump -tokens-dump',
    examples: {
      'clang-check a.in': ['read a.in'],
      'clang-check -unheard-of a.in': ['unknown option -unheard-of of clang-check', 'read a.in'],
    },
  },
  cppcheck: {
    operands: 'read-tree',
    options: {
      '--addon': 'loads-code?',
      '--addon-python': 'loads-code?',
      '--clang': 'loads-code?',
      '--clang-tidy': 'loads-code?',
      '--output-file': 'write?',
      '--checkers-report': 'write?',
      '--plist-output': 'directory?',
      '--cppcheck-build-dir': 'directory?',
      '--project': 'read?',
      '--rule-file': 'read?',
      '--suppressions-list': 'read?',
      '--suppress-xml': 'read?',
      '--file-list': 'read?',
      '--includes-file': 'read?',
      '--include': 'read?',
      '--exitcode-suppressions': 'read?',
      '--library': 'read?',
      '--config-exclude': 'names?',
      '-I, -i': 'names',
      '-D, -U, -j, -l, -x': 'text',
      '--enable, --disable, --std, --language, --platform, --template, --template-location, --max-configs, --max-ctu-depth, --error-exitcode, --check-level, --xml-version, --showtime, --relative-paths, -rp, --report-type, --premium, --file-filter, --suppress, --output-format, --rule, --performance-valueflow-max-time, --project-configuration, --valueflow-max-iterations, --typedef-max-time, --executor, --report-progress':
        'text?',
    },
    flags:
      '--check-config --check-library --debug --doc -E --errorlist -f --force --fsigned-char --funsigned-char --inconclusive --inline-suppr --no-analyze-all-vs-configs --safety -q --quiet --verbose -v --xml --emit-duplicates --no-cpp-header-probe --cpp-header-probe --dump -h',
    examples: {
      'cppcheck src': ['read-tree src'],
      'cppcheck --addon=/tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'cppcheck --addon-python=/tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'cppcheck --clang=/tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'cppcheck --clang-tidy=/tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'cppcheck --output-file=output.out src': ['write output.out', 'read-tree src'],
      'cppcheck --checkers-report=checke.out src': ['write checke.out', 'read-tree src'],
      'cppcheck --plist-output=plist-dir src': ['directory plist-dir', 'read-tree src'],
      'cppcheck --cppcheck-build-dir=cppche-dir src': ['directory cppche-dir', 'read-tree src'],
      'cppcheck --project=projec.in --rule-file=rule.in src': ['read projec.in', 'read rule.in', 'read-tree src'],
      'cppcheck --suppressions-list=suppre.in src': ['read suppre.in', 'read-tree src'],
      'cppcheck --suppress-xml=suppre.in --file-list=file.in src': ['read suppre.in', 'read file.in', 'read-tree src'],
      'cppcheck --includes-file=includ.in src': ['read includ.in', 'read-tree src'],
      'cppcheck --include=includ.in src': ['read includ.in', 'read-tree src'],
      'cppcheck --exitcode-suppressions=exitco.in src': ['read exitco.in', 'read-tree src'],
      'cppcheck --library=librar.in --config-exclude=dir src': ['read librar.in', 'names dir', 'read-tree src'],
      'cppcheck -I dir -i dir src': ['names dir', 'names dir', 'read-tree src'],
      'cppcheck --unheard-of src': ['unknown option --unheard-of of cppcheck', 'read-tree src'],
    },
  },
  cpplint: {
    operands: 'read-tree',
    options: {
      '--root, --repository': 'names?',
      '--filter, --linelength, --extensions, --headers, --output, --counting, --verbose, --exclude, --includeorder, --config':
        'text?',
    },
    flags: '--quiet --recursive --third_party_headers',
    examples: {
      'cpplint src': ['read-tree src'],
      'cpplint --root=dir --repository=dir src': ['names dir', 'names dir', 'read-tree src'],
      'cpplint --unheard-of src': ['unknown option --unheard-of of cpplint', 'read-tree src'],
    },
  },
  astyle: {
    // Without an operand it formats what it reads.
    operands: 'edit',
    options: {
      '--options, --project': 'read?',
      '--stdin': 'read?',
      '--stdout': 'write?',
      '--style, --mode, --suffix, --indent, --exclude, --lineend, --max-code-length, --align-pointer, --align-reference, --min-conditional-indent, --max-continuation-indent, --ascii, -s, -t, -T, -A':
        'text?',
      '--indent*, --pad*, --unpad*, --break*, --add*, --remove*, --attach*, --convert*, --keep*, --delete*, --squeeze*, --fill*, --max*, --min*, --align*, --close*, --errors*, --ignore*':
        'text?',
    },
    flags:
      '-b -n -r -R -q -v -X -Q -i -Z -j -J -p -d -D -H -S -N -C -K -L -w -c -k -f -F -e -E -o -O -y --recursive --dry-run --quiet --verbose --formatted --preserve-date --html',
    forms: { '-I': { operands: 'text' } },
    examples: {
      'astyle a.file': ['edit a.file'],
      'astyle --options=option.in --project=projec.in a.file': ['read option.in', 'read projec.in', 'edit a.file'],
      'astyle --stdin=stdin.in --stdout=stdout.out a.file': ['read stdin.in', 'write stdout.out', 'edit a.file'],
      'astyle --unheard-of a.file': ['unknown option --unheard-of of astyle', 'edit a.file'],
    },
  },
  indent: {
    operands: 'edit',
    style: 'single-dash',
    options: {
      '-o': 'write',
      '-P': 'read',
      '-T': 'text',
      '-i*, -l*, -ts*, -ci*, -cli*, -bli*, -di*, -c*, -d*, -lp*': 'text',
    },
    forms: { '-st, -o': { operands: 'read' } },
    flags:
      '-gnu -kr -orig -linux -v -nut -ut -npro -bad -bap -br -brf -bl -blf -brs -ce -nce -cs -hnl -npcs -npsl -nprs -prs -psl -saf -sai -saw -sob -ss -bbb -bbo -bc -fc1 -fca -lps -pcs -pmt',
    examples: {
      'indent a.file': ['edit a.file'],
      'indent -o o.out -P p.in a.file': ['write o.out', 'read p.in', 'read a.file'],
      'indent -unheard-of a.file': ['unknown option -unheard-of of indent', 'edit a.file'],
    },
  },
  rustfmt: {
    operands: 'edit',
    forms: { '--check': { operands: 'read' } },
    options: {
      '--config-path': 'read',
      '--print-config': 'text write',
      '--emit, --config, --edition, --style-edition, --color, --file-lines': 'text',
    },
    flags:
      '-q --quiet -v --verbose -l --files-with-diff --backup --unstable-features --error-on-unformatted --skip-children -h -V',
    examples: {
      'rustfmt a.file': ['edit a.file'],
      'rustfmt --config-path config.in a.file': ['read config.in', 'edit a.file'],
      'rustfmt --print-config x print.out a.file': ['write print.out', 'edit a.file'],
      'rustfmt --check a.in': ['read a.in'],
      'rustfmt --unheard-of a.file': ['unknown option --unheard-of of rustfmt', 'edit a.file'],
    },
  },
  gofmt: {
    ...GO_FORMATTER,
    options: { '-cpuprofile': 'write', '-r, -lang, -modpath, -local': 'text' },
    examples: {
      'gofmt src': ['read-tree src'],
      'gofmt -cpuprofile cpupro.out src': ['write cpupro.out', 'read-tree src'],
      'gofmt -w src': ['read-tree src', 'edit src'],
      'gofmt -unheard-of src': ['unknown option -unheard-of of gofmt', 'read-tree src'],
    },
  },
  gofumpt: {
    ...GO_FORMATTER,
    options: { '-cpuprofile': 'write', '-r, -lang, -modpath': 'text', '-extra': 'flag' },
    examples: {
      'gofumpt src': ['read-tree src'],
      'gofumpt -cpuprofile cpupro.out src': ['write cpupro.out', 'read-tree src'],
      'gofumpt -w src': ['read-tree src', 'edit src'],
      'gofumpt -unheard-of src': ['unknown option -unheard-of of gofumpt', 'read-tree src'],
    },
  },
  goimports: {
    ...GO_FORMATTER,
    options: {
      '-cpuprofile, -memprofile, -trace': 'write',
      '-srcdir': 'names',
      '-local, -memrate': 'text',
      '-format-only': 'flag',
    },
    examples: {
      'goimports src': ['read-tree src'],
      'goimports -cpuprofile cpupro.out src': ['write cpupro.out', 'read-tree src'],
      'goimports -memprofile mempro.out -trace trace.out src': ['write mempro.out', 'write trace.out', 'read-tree src'],
      'goimports -srcdir dir src': ['names dir', 'read-tree src'],
      'goimports -w src': ['read-tree src', 'edit src'],
      'goimports -unheard-of src': ['unknown option -unheard-of of goimports', 'read-tree src'],
    },
  },
  staticcheck: {
    operands: 'read-tree',
    style: 'single-dash',
    options: {
      '-debug.cpuprofile, -debug.memprofile, -debug.trace': 'write',
      '-checks, -f, -fail, -go, -tags, -tests, -explain, -ignore, -mod, -formatter, -max_open_files': 'text',
    },
    flags:
      '-list-checks -matrix -merge -show-ignored -debug.version -verbose -blank -asserts -ignoretests -abspath -h -set_exit_status',
    examples: {
      'staticcheck src': ['read-tree src'],
      'staticcheck -debug.cpuprofile debug.out src': ['write debug.out', 'read-tree src'],
      'staticcheck -debug.memprofile debug.out src': ['write debug.out', 'read-tree src'],
      'staticcheck -debug.trace debug.out src': ['write debug.out', 'read-tree src'],
      'staticcheck -unheard-of src': ['unknown option -unheard-of of staticcheck', 'read-tree src'],
    },
  },
  govulncheck: {
    operands: 'read-tree',
    style: 'single-dash',
    options: { '-db': 'fetch', '-C': 'change-directory', '-mode, -scan, -show, -tags, -format': 'text' },
    flags: '-json -test -h',
    examples: {
      'govulncheck src': ['read-tree src'],
      'govulncheck -db https://a.example -C sub src': ['contact a.example fetch', 'names sub', 'read-tree sub/src'],
      'govulncheck -unheard-of src': ['unknown option -unheard-of of govulncheck', 'read-tree src'],
    },
  },
  'golangci-lint': {
    options: { '--color': 'text' },
    flags: '-v --verbose -h',
    subcommands: {
      'run, fmt': {
        operands: 'read-tree',
        inPlace: '--fix',
        options: {
          '-c, --config': 'config',
          '--cpu-profile-path': 'write',
          '--mem-profile-path': 'write',
          '--trace-path': 'write',
          '--output.text.path, --output.json.path, --output.tab.path, --output.html.path, --output.checkstyle.path, --output.code-climate.path, --output.junit-xml.path, --output.sarif.path':
            'write',
          '--out-format': {
            list: {
              keys: {
                'colored-line-number, line-number, json, colored-tab, tab, html, checkstyle, code-climate, junit-xml, junit-xml-extended, github-actions, teamcity, sarif':
                  'write',
              },
              assign: ':',
            },
          },
          '--new-from-patch': 'read',
          '-E, --enable, -D, --disable, -p, --presets, --enable-only, --default, --timeout, -j, --concurrency, --issues-exit-code, --build-tags, --go, --max-issues-per-linter, --max-same-issues, --new-from-rev, --new-from-merge-base, --skip-dirs, --skip-files, --exclude-dirs, --exclude-files, -e, --exclude, --path-prefix, --path-mode, --modules-download-mode':
            'text',
          '--tests, --fast, --fast-only, --sort-results, --uniq-by-line, --show-stats, --print-issued-lines, --print-linter-name, --allow-parallel-runners, --allow-serial-runners, --whole-files, --exclude-use-default, --new, --output.text.print-linter-name, --output.text.print-issued-lines, --output.text.colors, --disable-all, --enable-all, --no-config, --print-resources-usage':
            'text?',
        },
        flags: '-n -d --diff --diff-colored --stdin',
      },
      'linters, formatters, config, cache, version, help, migrate': {
        operands: 'text',
        flags: '--json --debug --short',
      },
    },
    examples: {
      'golangci-lint run src': ['read-tree src'],
      'golangci-lint run -c /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'golangci-lint run --cpu-profile-path cpu.out src': ['write cpu.out', 'read-tree src'],
      'golangci-lint run --mem-profile-path mem.out src': ['write mem.out', 'read-tree src'],
      'golangci-lint run --trace-path trace.out src': ['write trace.out', 'read-tree src'],
      'golangci-lint run --output.text.path output.out src': ['write output.out', 'read-tree src'],
      'golangci-lint run --output.json.path output.out src': ['write output.out', 'read-tree src'],
      'golangci-lint run --output.tab.path output.out src': ['write output.out', 'read-tree src'],
      'golangci-lint run --output.html.path output.out src': ['write output.out', 'read-tree src'],
      'golangci-lint run --output.checkstyle.path output.out src': ['write output.out', 'read-tree src'],
      'golangci-lint run --output.code-climate.path output.out src': ['write output.out', 'read-tree src'],
      'golangci-lint run --output.junit-xml.path output.out src': ['write output.out', 'read-tree src'],
      'golangci-lint run --output.sarif.path output.out src': ['write output.out', 'read-tree src'],
      'golangci-lint run --out-format colored-line-number:out.out src': ['write out.out', 'read-tree src'],
      'golangci-lint run --new-from-patch new.in src': ['read new.in', 'read-tree src'],
      'golangci-lint run --fix src': ['read-tree src', 'edit src'],
      'golangci-lint run --unheard-of': ['unknown option --unheard-of of golangci-lint run'],
    },
  },
  swiftlint: {
    operands: 'read-tree',
    inPlace: '--fix, --autocorrect',
    options: {
      '--config': 'read',
      '--cache-path': 'directory',
      '--output': 'write',
      '--reporter, --only-rule, --rules, --enable, --disable, --exclude, --swiftversion, --indent, --lint-level':
        'text',
    },
    flags:
      '--lint --strict --lenient --quiet --force-exclude --use-stdin --no-cache --progress --dryrun --verbose --format -h',
    examples: {
      'swiftlint src': ['read-tree src'],
      'swiftlint --config config.in src': ['read config.in', 'read-tree src'],
      'swiftlint --cache-path cache-dir src': ['directory cache-dir', 'read-tree src'],
      'swiftlint --output output.out src': ['write output.out', 'read-tree src'],
      'swiftlint --fix src': ['read-tree src', 'edit src'],
      'swiftlint --autocorrect src': ['read-tree src', 'edit src'],
      'swiftlint --unheard-of src': ['unknown option --unheard-of of swiftlint', 'read-tree src'],
    },
  },
  ktlint: {
    operands: 'read-tree',
    inPlace: '-F, --format',
    options: {
      '-R, --ruleset': 'loads-code',
      '--reporter': {
        separator: ',',
        keys: {
          'plain*, plain-summary, json*, checkstyle, html, sarif, baseline, format': 'flag',
          output: 'write',
          artifact: 'loads-code',
        },
      },
      '--baseline': 'edit',
      '--editorconfig': 'read',
      '-l, --log-level, --limit, --code-style, --stdin-path, --color-name, --disabled_rules, --patterns-from-stdin':
        'text',
    },
    flags: '--color --relative --stdin -v --verbose -a --android --experimental -h',
    examples: {
      'ktlint src': ['read-tree src'],
      'ktlint -R /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'ktlint --reporter output=report.out src': ['write report.out', 'read-tree src'],
      'ktlint --reporter artifact=/tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'ktlint --baseline baseli.file src': ['edit baseli.file', 'read-tree src'],
      'ktlint --editorconfig editor.in src': ['read editor.in', 'read-tree src'],
      'ktlint -F src': ['read-tree src', 'edit src'],
      'ktlint --unheard-of src': ['unknown option --unheard-of of ktlint', 'read-tree src'],
    },
  },
  detekt: {
    options: {
      '-i, --input': { list: 'read-tree' },
      '-p, --plugins': { list: 'loads-code' },
      '-c, --config': { list: 'config', separator: ';' },
      '-r, --report': { keys: { 'txt, xml, html, md, sarif': 'write' }, assign: ':' },
      '-b, --baseline': 'edit',
      '-bp, --base-path': 'names',
      '-cp, --classpath': 'names',
      '-ex, --excludes, -in, --includes, --jvm-target, --language-version, --max-issues, --fail-on-severity, -cr, --config-resource':
        'text',
    },
    flags:
      '--all-rules -ac --auto-correct --build-upon-default-config -cb --create-baseline -dd --disable-default-rulesets --debug --parallel -gc --generate-config -h',
    examples: {
      detekt: [],
      'detekt -i src -p /tmp/x -c /tmp/x': ['read-tree src', 'code other file /tmp/x', 'code other file /tmp/x'],
      'detekt -r txt:r.out -b b.file -bp dir -cp dir': ['write r.out', 'edit b.file', 'names dir', 'names dir'],
      'detekt --unheard-of': ['unknown option --unheard-of of detekt'],
    },
  },
  'google-java-format': {
    operands: 'read-tree',
    inPlace: '-i, --replace, -r',
    options: {
      '--lines, --offset, --length, --assume-filename': 'text?',
    },
    flags:
      '-a --aosp -n --dry-run --set-exit-if-changed --fix-imports-only --skip-sorting-imports --skip-removing-unused-imports --skip-reflowing-long-strings --skip-javadoc-formatting --kotlinlang-style --google-style --meta-style -h',
    responseFiles: true,
    examples: {
      'google-java-format src': ['read-tree src'],
      'google-java-format -i src': ['read-tree src', 'edit src'],
      'google-java-format @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of google-java-format'],
    },
  },
  scalafmt: {
    operands: 'edit',
    forms: { '--test, --check, --list, --diff, --stdout': { operands: 'read-tree' } },
    options: {
      '-c, --config': 'config',
      '-f, --files': 'edit',
      '--exclude, --mode, --range, --scala-version, --classpath, --sourceroot': 'text',
    },
    flags: '-i --in-place -q --quiet --non-interactive --reportError --debug -h -v --verbose',
    examples: {
      'scalafmt a.file': ['edit a.file'],
      'scalafmt -c /tmp/x -f f.file a.file': ['code other file /tmp/x', 'edit f.file', 'edit a.file'],
      'scalafmt --test src': ['read-tree src'],
      'scalafmt --unheard-of a.file': ['unknown option --unheard-of of scalafmt', 'edit a.file'],
    },
  },
}

export const compiledLanguageLinters: readonly Program[] = family(entries)
