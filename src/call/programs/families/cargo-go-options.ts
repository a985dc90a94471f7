import type { Entry } from '../entry.ts'

/** Settings that say how cargo talks and how much it does at once; every other may name a program. */
const PLAIN_SETTINGS =
  'net.*, term.*, http.timeout, http.multiplexing, build.jobs, build.target, build.incremental, profile.*, future-incompat-report.*, cache.*, registries.crates-io.protocol'

export const CARGO: Entry = {
  options: {
    '--config': { keys: { [PLAIN_SETTINGS]: 'text' }, else: 'opaque' },
    '-C': 'change-directory',
    '--target-dir, --artifact-dir, --out-dir, --root, --output-dir, --dist-dir, --recipe-dir': 'directory',
    '-o, --output, --output-path, --lcov-path, --output-file, --recipe-path': 'write',
    '--lockfile-path': 'edit',
    '--index, --registry': 'registry | text',
    '--config-file, --tool-config-file, --archive-file, --makefile, --nextest-config, --db': 'config',
    '-s, --shell': 'run-command',
    '--timings': { words: 'html json', optional: true },
    '-p, --package, --exclude, -F, --features, --target, -j, --jobs, --profile, --bin, --example, --test, --bench, --color, --message-format, --git, --branch, --tag, --rev, --path, --version, --vers, --rename, --edition, --name, --vcs, --precise, --token, --limit, --depth, -e, --edges, -i, --invert, --prune, --format, --charset, --prefix, --filter-platform, --format-version, --print, --crate-type, --explain, --manifest-path, -Z, -a, --add, --remove, --base, -P, --cargo-profile, --partition, -E, --filterset, --filter-expr, --retries, --test-threads, --run-ignored, --failure-output, --success-output, --status-level, --final-status-level, --max-fail, --ignore-filename-regex, --fail-under-lines, --fail-under-functions, --fail-under-regions, --skip, --group-features, --exclude-features, --include-features, --mutually-exclusive-features, --version-range, --ignore, -D, --deny, -A, --allow, -W, --warn, -x, --exec, -w, --watch, -d, --delay, --engine, --out, --timeout, --exclude-files, --baseline-version, --baseline-rev, --baseline-root, --release-type, -f, --file, --re, --shard, --minimum-test-timeout, --task, --env, --filter, -l, --max-width, --test-args, --check-cfg, --unit, --workspace-remap, --archive-format, --ctarget, --cfg':
      'text',
  },
  flags:
    '-h -V -v -vv --verbose -q --quiet --list --locked --offline --frozen --workspace --all --lib --bins --examples --tests --benches --all-targets --doc --all-features --no-default-features --default-features -r --release --debug --keep-going --no-fail-fast --no-run --ignore-rust-version --future-incompat-report --unit-graph --build-plan --no-deps --document-private-items --open --fix --allow-dirty --allow-staged --allow-no-vcs --broken-code --edition-idioms --dry-run -n --dev --build --optional --no-optional --public --no-public --force --no-track --undo --no-verify --no-metadata --exclude-lockfile --duplicates --no-dedupe --no-indent --prefix-depth --aggressive --recursive --breaking --versioned-dirs --no-delete --no-merge-sources --respect-source-config --sync --bin-only --is-check --check --all-files --emit-ir --no-capture --nocapture --no-tests --run --html --lcov --json --text --cobertura --codecov --summary-only --no-report --no-clean --doctests --branch-coverage --mcdc --include-ffi --each-feature --feature-powerset --optional-deps --no-dev-deps --no-private --keep-target --ignore-private --clean-per-run --rust-version --no-run-all --count --llvm --follow-exec --skip-clean --no-vcs --in-place --baseline --review --accept --unreferenced --poll -c --clear --why --no-restart --no-gitignore --ignore-nothing --postpone --no-pre-commit --execute --no-confirm --no-push --no-tag --no-publish --with-metadata --fix-deps --skip-ignored-deps --show-output --bless --lint --no-default --ir --asm --intel --rust --all-crates --backtrace --stable --root-deps-only --exit-code --pinned --incompatible --compatible --interactive --stale --all-versions --only-explicit-features --no-cross --strip --deb --variant --zigbuild --no-opt --emit --instrument-coverage --show-paths --hide-inclusion-graph --quick --no-times --apply --deny-warnings',
}

/** Building, testing, listing: the flags that most of its commands share. */
export const GO: Entry = {
  style: 'single-dash',
  language: 'compiled',
  operands: 'text',
  options: {
    '-C': 'change-directory',
    '-o, -coverprofile, -cpuprofile, -memprofile, -blockprofile, -mutexprofile, -trace': 'write',
    '-outputdir, -test.gocoverdir, -pkgdir': 'directory',
    '-exec, -toolexec': 'run-command',
    '-vettool, -overlay, -modfile': 'opaque',
    '-tags, -mod, -run, -bench, -count, -timeout, -p, -parallel, -covermode, -coverpkg, -buildmode, -benchtime, -cpu, -list, -skip, -shuffle, -f, -pgo, -fuzz, -fuzztime, -fuzzminimizetime, -installsuffix, -compiler, -ldflags, -gcflags, -asmflags, -gccgoflags, -target, -opt, -scheduler, -gc, -size, -port, -programmer, -seed, -reuse':
      'text',
    '-c, -vet, -buildvcs, -u, -diff, -panic, -print-allocs, -stack-size, -wasm-abi, -blockprofilerate, -memprofilerate, -mutexprofilefraction':
      'text?',
  },
  flags:
    '-h -help -a -n -v -x -race -msan -asan -cover -i -json -short -failfast -fullpath -benchmem -artifacts -work -linkshared -modcacherw -trimpath -insecure -t -d -tool -m -deps -e -test -export -find -compiled -versions -retracted -all -cmd -src -cache -testcache -modcache -fuzzcache -http -no-debug -literals -tiny -debug -s -fix -printf -shadow -composites -copylocks -lostcancel -nilfunc -unreachable -structtag',
}

/** `go env`, `go mod`, `go work`: settings and edits are told by code. */
export const GO_EDIT: Entry = {
  style: 'single-dash',
  options: {
    '-C': 'change-directory',
    '-o': 'write',
    '-modfile, -overlay': 'opaque',
    '-require, -droprequire, -exclude, -dropexclude, -replace, -dropreplace, -retract, -dropretract, -use, -dropuse, -go, -toolchain, -module, -godebug, -dropgodebug, -compat, -tool, -droptool, -ignore, -dropignore, -mod, -p, -tags, -reuse':
      'text',
  },
  flags: '-h -help -json -w -u -n -v -x -e -m -fmt -print -vendor -diff -changed -r -sync',
}

/** Tools that come with Go. */
export const GO_TOOL: Entry = {
  style: 'single-dash',
  flags: '-n -help -h -modfile',
  subcommands: {
    pprof: {
      operands: 'source',
      options: {
        '-http': 'listen',
        '-output': 'write',
        '-source_path, -trim_path, -buildid, -base, -diff_base, -nodecount, -nodefraction, -edgefraction, -focus, -ignore, -hide, -show, -show_from, -tagfocus, -tagignore, -tagshow, -taghide, -sample_index, -seconds, -timeout, -unit, -divide_by, -symbolize, -list, -peek, -disasm, -weblist, -sort':
          'text',
        '-tools': 'loads-code',
        '-tls_cert, -tls_key, -tls_ca': 'read',
      },
      flags:
        '-top -text -tree -traces -raw -proto -topproto -svg -png -pdf -dot -gif -ps -callgrind -tags -comments -cum -flat -functions -files -lines -addresses -noinlines -relative_percentages -inuse_space -inuse_objects -alloc_space -alloc_objects -total_delay -contentions -mean_delay -no_browser -mean -normalize -compact_labels -call_tree -filefunctions -drop_negative -trim -showcolumns -intel_syntax -web -eog -evince -gv -kcachegrind',
    },
    trace: { operands: 'read', options: { '-http': 'listen', '-pprof, -d': 'text' } },
    cover: {
      operands: 'read',
      options: { '-o': 'write', '-func, -html': 'read', '-mode, -var, -pkgcfg, -outfilelist': 'text' },
    },
    'compile, asm, link, cgo': {
      operands: 'read',
      options: {
        '-o': 'write',
        '-extld, -extar, -toolexec, -linkmode, -extldflags, -importcfg, -embedcfg': 'opaque',
        '-I, -L, -p, -D, -X, -buildmode, -trimpath, -lang, -gendwarfinl, -c': 'text',
      },
      flags: '-S -N -l -m -e -v -s -w -race -msan -shared -dynlink -h -V -W -pack -complete -std -nolocalimports',
    },
    'nm, objdump, vet, dist, buildid, pack, test2json, addr2line, fix, covdata, doc, preprofile': {
      operands: 'text',
      options: { '-o': 'write', '-i, -s, -p, -pkg, -pcombine, -sort, -go': 'text' },
      flags: '-n -size -type -gnu -S -t -w -json -v -h -a -all -c -cmd -short -src -u -r -diff',
    },
  },
}
