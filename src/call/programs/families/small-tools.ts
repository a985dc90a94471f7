import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Small programs for one purpose each: they replace, watch, wait, check links, generate and profile. */
const entries: Entries = {
  sd: {
    operands: ['text', 'text', 'edit…'],
    options: { '-n, --max-replacements, -f, --flags': 'text' },
    forms: { '-p, --preview': { operands: ['text', 'text', 'read…'] } },
    flags: '-F --fixed-strings -s --string-mode -A --across -h -V',
    examples: {
      'sd -p foo bar a.txt': ['read a.txt'],
      'sd foo bar a.txt': ['edit a.txt'],
      'sd --unheard-of -p foo bar a.txt': ['unknown option --unheard-of of sd', 'read a.txt'],
    },
  },
  'inotifywait inotifywatch': {
    operands: 'names',
    options: {
      '-o, --outfile': 'append',
      '--fromfile': 'read',
      '-e, --event, -t, --timeout, --format, --timefmt, --exclude, --excludei, --include, --includei': 'text',
    },
    flags:
      '-m --monitor -d --daemon -P --no-dereference -r --recursive -q --quiet -s --syslog -c --csv -F --fanotify -I --inotify -S --filesystem -z --zero --no-newline -v --verbose -h',
    examples: {
      'inotifywait -m -e modify src': ['names src'],
      'inotifywait --outfile=log.txt --fromfile=in.txt -m -e modify src': [
        'append log.txt',
        'read in.txt',
        'names src',
      ],
      'inotifywait --unheard-of -m -e modify src': ['unknown option --unheard-of of inotifywait', 'names src'],
    },
  },
  fswatch: {
    operands: 'names',
    options: {
      '--filter-from': 'read',
      '-e, --exclude, -i, --include, -l, --latency, -m, --monitor, --event, -f, --format-time, --format, --batch-marker, --event-flag-separator, --monitor-property':
        'text',
    },
    flags:
      '-0 --print0 -1 --one-event --one-per-batch -o -a --access -d --directories -E --extended -I --insensitive -L --follow-links -M --list-monitors -n --numeric -r --recursive -t --timestamp -u --utf-time -v --verbose -x --event-flags --allow-overflow --no-defer --fire-idle-event -h',
    examples: {
      'fswatch -r src': ['names src'],
      'fswatch --filter-from=in.txt -r src': ['read in.txt', 'names src'],
      'fswatch --unheard-of -r src': ['unknown option --unheard-of of fswatch', 'names src'],
    },
  },
  'wait-on': {
    operands: 'text',
    options: {
      '-c, --config': 'config',
      '-d, --delay, --httpTimeout, -i, --interval, -s, --simultaneous, -t, --timeout, --tcpTimeout, -w, --window':
        'text',
    },
    flags: '-l --log -r --reverse -v --verbose -h',
    examples: {
      'wait-on -t 30s http://localhost:3000': [],
      'wait-on --config=/tmp/x.conf -t 30s http://localhost:3000': ['code other file /tmp/x.conf'],
      'wait-on --unheard-of -t 30s http://localhost:3000': ['unknown option --unheard-of of wait-on'],
    },
  },
  'wait-for-it wait-for-it.sh wait-port': {
    operands: ['text'],
    rest: 'command',
    options: { '-h, --host, -p, --port, -t, --timeout': 'text', '-o, --output': 'text' },
    flags: '-s --strict -q --quiet',
    examples: {
      'wait-for-it -t 30 db:5432': [],
      'wait-for-it db:5432 rm x': ['run rm', 'delete x'],
      'wait-for-it --unheard-of db:5432': ['unknown option --unheard-of of wait-for-it'],
    },
  },
  lychee: {
    operands: 'source',
    options: {
      '-o, --output': 'write',
      '-c, --config': 'read',
      '--exclude-file': 'read',
      // Headers, tokens and requests that are more than a look.
      '-X, --method': 'opaque',
      '-H, --header': 'opaque',
      '--github-token': 'opaque',
      '--basic-auth': 'opaque',
      '--cookie-jar': 'edit',
      '--preprocess, -p': 'run-program',
      '--exclude, --include, --exclude-path, --max-concurrency, -t, --timeout, -f, --format, -u, --user-agent, -a, --accept, --max-retries, -r, --retry-wait-time, -m, --max-redirects, -s, --scheme, -b, --base, --base-url, --remap, --max-cache-age, --threads, -T, --mode, --fallback-extensions, --extensions, --root-dir, --min-tls, --archive':
        'text',
    },
    flags:
      '-v --verbose -q --quiet -n --no-progress --cache --dump --dump-inputs -E --exclude-all-private --exclude-private --exclude-link-local --exclude-loopback --exclude-mail --include-mail --include-fragments --include-verbatim --glob-ignore-case --hidden --no-ignore -i --insecure --offline --require-https --skip-missing --suggest -h -V',
    examples: {
      'lychee --offline docs': ['read docs'],
      'lychee https://example.com': ['contact example.com fetch'],
      'lychee --preprocess /tmp/x docs': ['run x', 'code other file /tmp/x', 'read docs'],
      'lychee --output=out.txt --config=in.txt --exclude-file=in.txt --offline docs': [
        'write out.txt',
        'read in.txt',
        'read in.txt',
        'read docs',
      ],
      'lychee --method=x --header=x --github-token=x --offline docs': [
        'unknown option --method of lychee',
        'unknown option --header of lychee',
        'unknown option --github-token of lychee',
        'read docs',
      ],
      'lychee --basic-auth=x --cookie-jar=state.txt --offline docs': [
        'unknown option --basic-auth of lychee',
        'edit state.txt',
        'read docs',
      ],
    },
  },
  'markdown-link-check': {
    operands: 'source',
    options: { '-c, --config': 'read', '-a, --alive, -i, --reporters': 'text', '--projectBaseUrl': 'text' },
    flags: '-p --progress -q --quiet -v --verbose -r --retry -h',
    examples: {
      'markdown-link-check -q README.md': ['read README.md'],
      'markdown-link-check https://example.com/a.md': ['contact example.com fetch'],
      'markdown-link-check --config=in.txt -q README.md': ['read in.txt', 'read README.md'],
      'markdown-link-check --unheard-of -q README.md': [
        'unknown option --unheard-of of markdown-link-check',
        'read README.md',
      ],
    },
  },
  xidel: {
    operands: 'source',
    style: 'single-dash',
    options: {
      '-download': 'write',
      '-extract-file': 'opaque',
      '-d, -post': 'opaque',
      '-method, -form, -H, -header': 'opaque',
      '-e, -extract, -xpath, -css, -xquery, -output-format, -input-format, -printed-node-format, -user-agent': 'text',
    },
    flags: '-s -silent -trim -verbose',
    examples: {
      'xidel https://example.com -e //title': ['contact example.com fetch'],
      'xidel a.html -e //title': ['read a.html'],
      'xidel -download out.txt -extract-file x -d x https://example.com -e //title': [
        'write out.txt',
        'unknown option -extract-file of xidel',
        'unknown option -d of xidel',
        'contact example.com fetch',
      ],
      'xidel -post x -method x -form x https://example.com -e //title': [
        'unknown option -post of xidel',
        'unknown option -method of xidel',
        'unknown option -form of xidel',
        'contact example.com fetch',
      ],
      'xidel -H x -header x https://example.com -e //title': [
        'unknown option -H of xidel',
        'unknown option -header of xidel',
        'contact example.com fetch',
      ],
    },
  },
  cfssl: {
    style: 'single-dash',
    subcommands: {
      certinfo: { options: { '-cert': 'names', '-csr': 'read', '-domain': 'fetch', '-serial, -aki, -sha1': 'text' } },
      'print-defaults, version, help': { operands: 'text' },
    },
    examples: {
      'cfssl certinfo -cert a.pem': ['names a.pem'],
      'cfssl certinfo -domain example.com': ['contact example.com fetch'],
      'cfssl certinfo -csr a.csr': ['read a.csr'],
      'cfssl sign a.csr': ['unknown subcommand sign of cfssl'],
    },
  },
  'stringer enumer': {
    operands: ['text'],
    project: [],
    style: 'single-dash',
    options: { '-output': 'write', '-type, -trimprefix, -tags, -transform, -addprefix, -comment': 'text' },
    flags: '-linecomment -json -text -yaml -sql -values -gqlgen',
    examples: {
      'stringer -type=Pill': [],
      'cd /tmp/x && stringer -type=Pill': ['names /tmp/x', 'run stringer', 'code other file /tmp/x'],
      'stringer -output out.txt -type=Pill': ['write out.txt'],
      'stringer -unheard-of -type=Pill': ['unknown option -unheard-of of stringer'],
    },
  },
  mockgen: {
    operands: ['text', 'text'],
    project: [],
    style: 'single-dash',
    options: {
      '-source': 'read',
      '-copyright_file': 'read',
      '-destination': 'write',
      '-exec_only': 'run-program',
      '-package, -mock_names, -source_package, -imports, -aux_files, -build_flags, -self_package, -write_package_comment, -write_source_comment, -write_generate_directive, -model_gob, -build_constraint, -exclude_interfaces':
        'text',
    },
    flags: '-typed -debug_parser -prog_only -version',
    examples: {
      'mockgen -package=x . Foo': [],
      'cd /tmp/x && mockgen . Foo': ['names /tmp/x', 'run mockgen', 'code other file /tmp/x'],
      'mockgen -source in.txt -copyright_file in.txt -destination out.txt -package=x . Foo': [
        'read in.txt',
        'read in.txt',
        'write out.txt',
      ],
      'mockgen -exec_only /tmp/x -package=x . Foo': ['run x', 'code other file /tmp/x'],
      'mockgen -unheard-of -package=x . Foo': ['unknown option -unheard-of of mockgen'],
    },
  },
  mockery: {
    project: [],
    options: {
      '--config': 'read',
      '--output': 'directory',
      '--srcpkg, --name, --dir, --case, --outpkg, --filename, --structname, --log-level, --tags, --boilerplate-file, --mockname, --exclude':
        'text',
    },
    flags:
      '--all --keeptree --inpackage --recursive --with-expecter --dry-run --quiet --print --note --disable-version-string --testonly --exported -r -h',
    examples: {
      'mockery --all --dry-run': [],
      'cd /tmp/x && mockery': ['names /tmp/x', 'run mockery', 'code other file /tmp/x'],
      'mockery --config=in.txt --output=outdir --all --dry-run': ['read in.txt', 'directory outdir'],
      'mockery --unheard-of --all --dry-run': ['unknown option --unheard-of of mockery'],
    },
  },
  diffoscope: {
    operands: 'read-tree',
    options: {
      '--html': 'write',
      '--html-dir': 'directory',
      '--json': 'write',
      '--markdown': 'write',
      '--text': 'write',
      '--restructured-text': 'write',
      '--load-existing-diff': 'read',
      '--difftool': 'run-program',
      '--tool-prefix-binutils': 'opaque',
      '--css, --jquery, --diff-context, --max-container-depth, --max-diff-block-lines, --max-diff-block-lines-saved, --max-diff-input-lines, --max-page-diff-block-lines, --max-page-size, --max-report-size, --max-text-report-size, --timeout, --diff-mask, --exclude, --exclude-command, --exclude-directory-metadata, --fuzzy-threshold, --status-fd, --text-color':
        'text',
      '--list-tools, --list-missing-tools, --profile': 'text?',
    },
    flags: '--debug --[no-]progress --force-details --new-file --no-default-limits --output-empty --use-dbgsym -h',
    examples: {
      'diffoscope a b': ['read-tree a', 'read-tree b'],
      'diffoscope --html=out.txt --html-dir=outdir --json=out.txt a b': [
        'write out.txt',
        'directory outdir',
        'write out.txt',
        'read-tree a',
        'read-tree b',
      ],
      'diffoscope --markdown=out.txt --text=out.txt --restructured-text=out.txt a b': [
        'write out.txt',
        'write out.txt',
        'write out.txt',
        'read-tree a',
        'read-tree b',
      ],
      'diffoscope --load-existing-diff=in.txt --difftool=/tmp/x --tool-prefix-binutils=x a b': [
        'read in.txt',
        'run x',
        'code other file /tmp/x',
        'unknown option --tool-prefix-binutils of diffoscope',
        'read-tree a',
        'read-tree b',
      ],
    },
  },
  lizard: {
    operands: 'read-tree',
    options: {
      '-o, --output_file': 'write',
      '-f, --input_file': 'read',
      '-W, --whitelist': 'read',
      '-E, --extension': 'loads-code',
      '-l, --languages, -x, --exclude, -C, --CCN, -L, --length, -a, --arguments, -i, --ignore_warnings, -t, --working_threads, -s, --sort, -T, --Threshold, -N, --Nloc':
        'text',
    },
    language: 'python',
    flags: '-V --verbose -w --warnings_only --warning-msvs -k -m --modified -X --xml --csv -H --html -d -h',
    examples: {
      'lizard -l python src': ['read-tree src'],
      'lizard -E /tmp/x.py src': ['code python file /tmp/x.py', 'read-tree src'],
      'lizard --output_file=out.txt --input_file=in.txt --whitelist=in.txt -l python src': [
        'write out.txt',
        'read in.txt',
        'read in.txt',
        'read-tree src',
      ],
      'lizard --unheard-of -l python src': ['unknown option --unheard-of of lizard', 'read-tree src'],
    },
  },
  'xcpretty xcbeautify': {
    options: { '-o, --output': 'write', '-r, --report, --renderer': 'text', '-f, --formatter': 'loads-code' },
    language: 'ruby',
    flags:
      '-c --color -s --simple -t --test --tap --knock -q --quiet --quieter --is-ci --no-utf --utf --disable-colored-output --disable-logging --preserve-unbeautified -h -v',
    examples: {
      'xcpretty -c': [],
      'xcpretty -f /tmp/x.rb': ['code ruby file /tmp/x.rb'],
      'xcpretty --output=out.txt -c': ['write out.txt'],
      'xcpretty --unheard-of -c': ['unknown option --unheard-of of xcpretty'],
    },
  },
  'py-spy': {
    subcommands: {
      'top, record': {
        rest: 'command',
        options: {
          '-o, --output': 'write',
          '-p, --pid': 'attach-process',
          '-r, --rate, -d, --duration, -f, --format, -F, -c': 'text',
        },
        flags:
          '-s --subprocesses -n --native -i --idle -t --threads -g --gil -F --function --nolineno --nonblocking -h --full-filenames',
      },
      dump: {
        options: { '-p, --pid': 'attach-process', '-c, --core': 'read' },
        flags: '-l --locals -j --json -n --native -s --subprocesses --nonblocking -h',
      },
    },
    examples: {
      'py-spy record -o p.svg -- rm x': ['write p.svg', 'run rm', 'delete x'],
      'py-spy dump --pid 12': ['system dump-memory'],
      'py-spy top --pid 12': ['system dump-memory'],
      'py-spy dump --core a.core': ['read a.core'],
      'py-spy unheard-of': ['unknown subcommand unheard-of of py-spy'],
    },
  },
}

export const smallTools: readonly Program[] = family(entries)
