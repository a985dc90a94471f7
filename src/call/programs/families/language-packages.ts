import type { Program } from '../../shell/programs/program.ts'
import type { Entries, Entry } from '../entry.ts'
import { family } from '../walk.ts'

const TASK = (file: string): Entry => ({ operands: 'text', project: [file] })

/** Package managers and build tools of languages, one entry each. */
const entries: Entries = {
  mix: {
    language: 'other',
    options: { '--only, --target': 'text' },
    flags:
      '-h -v --verbose --quiet --force --no-compile --no-deps-check --no-archives-check --no-start --no-elixir-version-check --all --unused --no-color --umbrella --sup',
    subcommands: {
      'deps.get, deps.update, local.hex, local.rebar, archive.install, escript.install, local.phx': {
        operands: 'text',
        effects: ['install mix named project'],
        options: { '--sha512, --organization, --repo, --submodules, --app': 'text', '--if-missing': 'flag' },
        flags: '--only-dev --check-locked --no-archives-check',
      },
      'deps, deps.compile, deps.tree, deps.clean, help, xref, phx.routes, hex.outdated, hex.audit, hex.info, app.tree, deps.unlock, archive, local, profile.eprof, hex.search':
        {
          operands: 'text',
          options: { '--format, --source, --sink, --label, --exclude, --depth': 'text' },
          flags: '--check-unused --build --names',
        },
      'compile, test, format, credo, dialyzer, docs, release, ecto.create, ecto.migrate, ecto.setup, ecto.rollback, ecto.gen.migration, phx.server, phx.gen.schema, phx.gen.context, phx.gen.embedded, phx.gen.presence, phx.gen.release, phx.gen.socket, phx.digest, gettext.extract, gettext.merge, assets.build, assets.setup, assets.deploy, phx.gen.html, phx.gen.json, phx.gen.live, phx.gen.auth, sobelow, coveralls, coveralls.html, lint, clean, check, setup, precommit':
        {
          ...TASK('mix.exs'),
          options: {
            '--formatter, --require': 'loads-code',
            '--include, --exclude, --seed, --max-cases, --max-failures, --timeout, --partitions, --exit-status, --dot-formatter, -r, --repo, -n, --step, --to, --only, --stdin-filename, --config-name, --config, --output, --path, --name, --overwrite, --format, --checks, --table, --web, --context-app, --router':
              'text',
          },
          flags:
            '--cover --trace --stale --failed --raise --slowest --color --no-color --warnings-as-errors --check-formatted --dry-run --strict --all-warnings --profile --export-coverage --preload-modules --no-prune --merge --plt --halt-exit-status --listen-on-stdin --no-optional-deps --migrations --no-migration --no-context --no-schema --binary-id --no-validate-compile-env --return-errors --open --clean --reset --watch -a',
        },
      run: {
        operands: 'text',
        project: ['mix.exs'],
        options: { '-e, --eval': 'code', '-r, --require': 'loads-code', '-p, --parallel': 'text' },
        flags: '--no-halt --no-mix-exs --preload-modules',
      },
      'new, phx.new': {
        operands: 'directory',
        options: { '--app, --module, --database, --adapter, --web': 'text' },
        flags:
          '--no-ecto --no-html --no-assets --no-mailer --no-dashboard --no-live --no-gettext --install --no-install --binary-id --no-tailwind --no-esbuild --live --no-version-check',
      },
      'ecto.drop, ecto.reset': { ...TASK('mix.exs'), effects: ['database drop'], options: { '-r, --repo': 'text' } },
      'hex.publish, hex.package, hex.retire': {
        operands: 'text',
        effects: ['service hex publish'],
        options: { '--organization': 'text' },
        flags: '--yes --dry-run --replace',
      },
      'hex.config, hex.repo': { operands: 'text', effects: ['settings package-manager repository'] },
    },
    examples: {
      'mix test --trace': [],
      'cd /tmp/x && mix test': ['names /tmp/x', 'run mix', 'code other file /tmp/x'],
      'cd /tmp/x && mix run': ['names /tmp/x', 'run mix', 'code other file /tmp/x'],
      'cd /tmp/x && mix ecto.drop': ['names /tmp/x', 'run mix', 'database drop', 'code other file /tmp/x'],
      'mix deps.get': ['install mix declared project'],
      'mix archive.install https://a.example/x.ez': [
        'contact a.example fetch',
        'install mix https://a.example/x.ez url project',
      ],
      'mix test --formatter /tmp/x.ex': ['code other file /tmp/x.ex'],
      'mix test --require /tmp/x.ex': ['code other file /tmp/x.ex'],
      'mix run -e \'File.rm!("x")\'': ['code other inline'],
      'mix run -r /tmp/x.exs': ['code other file /tmp/x.exs'],
      'mix new app': ['directory app'],
      'mix hex.publish': ['service hex publish'],
      'mix hex.repo add x https://a.example': ['settings package-manager repository'],
      'mix test --unheard-of': ['unknown option --unheard-of of mix test'],
      'mix unheard': ['unknown subcommand unheard of mix'],
    },
  },
  rebar3: {
    flags: '-h -v --verbose -q',
    subcommands: {
      'get-deps, upgrade, unlock': {
        operands: 'text',
        effects: ['install rebar3 declared project'],
        flags: '-a --all',
      },
      'tree, deps, version, help, path, info': { operands: 'text', flags: '-a --all' },
      'compile, ct, eunit, dialyzer, xref, release, tar, lint, format, fmt, edoc, clean, escriptize, cover, proper, as, do, hex, shell':
        {
          ...TASK('rebar.config'),
          options: {
            '--dir, --suite, --case, --group, --sys_config, -m, --module, --generators, --app, -n, --relname, --name, --sname, --config, --spec, --logdir':
              'text',
          },
          flags: '-c --cover -r --readable --reset -a --all --verbose --succ-typings --update-plt --check --write',
        },
    },
    examples: {
      'rebar3 eunit --cover': [],
      'cd /tmp/x && rebar3 ct': ['names /tmp/x', 'run rebar3', 'code other file /tmp/x'],
      'rebar3 get-deps': ['install rebar3 declared project'],
      'rebar3 ct --unheard-of': ['unknown option --unheard-of of rebar3 ct'],
    },
  },
  nuget: {
    style: 'single-dash',
    options: {
      '-Source, -s, -FallbackSource': 'registry | text',
      '-ConfigFile': 'config',
      '-Verbosity, -Version, -DependencyVersion, -Framework, -ApiKey, -k, -Timeout': 'text',
    },
    flags:
      '-h -Help -NonInteractive -NoCache -NoHttpCache -PreRelease -ForceEnglishOutput -DirectDownload -DisableParallelProcessing -RequireConsent -NoPrompt -SkipDuplicate',
    subcommands: {
      'install, restore, update': {
        operands: 'text',
        effects: ['install nuget named project'],
        options: {
          '-OutputDirectory, -o, -PackagesDirectory, -SolutionDirectory, -RepositoryPath': 'directory',
          '-MSBuildPath, -MSBuildVersion, -Project2ProjectTimeOut': 'text',
          '-LockFilePath': 'write',
        },
        flags: '-ExcludeVersion -x -Safe -Self -LockedMode -UseLockFile -Recursive -Force',
      },
      'list, search, help, verify, locals, config, sources, sources list, spec': {
        operands: 'text',
        options: { '-Take, -Set': 'text' },
        flags: '-AllVersions -IncludeDelisted -Signatures -list -clear -AsPath -All',
      },
      'sources add, sources update, sources remove': {
        operands: 'text',
        effects: ['settings package-manager sources'],
        options: { '-Name, -UserName, -Password': 'text' },
        flags: '-StorePasswordInClearText',
      },
      push: {
        operands: 'read',
        effects: ['service nuget publish'],
        options: { '-SymbolSource, -SymbolApiKey': 'text' },
      },
      pack: {
        operands: 'config',
        options: {
          '-OutputDirectory, -o, -BasePath': 'directory',
          '-Properties, -p, -Suffix, -Exclude, -MinClientVersion, -PackagesDirectory': 'text',
        },
        flags:
          '-Build -Symbols -Tool -IncludeReferencedProjects -NoPackageAnalysis -NoDefaultExcludes -ExcludeEmptyDirectories',
      },
      delete: { operands: 'text', effects: ['service nuget delete'] },
    },
    examples: {
      'nuget list -AllVersions': [],
      'nuget install A -OutputDirectory /etc/a': ['directory /etc/a', 'install nuget A registry project'],
      'nuget install A -PackagesDirectory /etc/a': ['directory /etc/a', 'install nuget A registry project'],
      'nuget install A -SolutionDirectory /etc/a': ['directory /etc/a', 'install nuget A registry project'],
      'nuget install A -RepositoryPath /etc/a': ['directory /etc/a', 'install nuget A registry project'],
      'nuget install A -Source https://a.example/': [
        'contact a.example registry',
        'install nuget A other-registry project',
      ],
      'nuget install A -FallbackSource https://a.example/': [
        'contact a.example registry',
        'install nuget A other-registry project',
      ],
      'nuget restore -LockFilePath /etc/a': ['write /etc/a', 'install nuget declared project'],
      'nuget list -ConfigFile /tmp/x.config': ['code other file /tmp/x.config'],
      'nuget sources add -Name x -Source https://a.example/': [
        'contact a.example registry',
        'settings package-manager sources',
      ],
      'nuget push a.nupkg': ['service nuget publish', 'read a.nupkg'],
      'nuget pack /tmp/a.nuspec -OutputDirectory /etc/a': ['directory /etc/a', 'code other file /tmp/a.nuspec'],
      'nuget pack a.nuspec -BasePath /etc/a': ['directory /etc/a', 'read a.nuspec'],
      'nuget install A -s https://a.example/ -o /etc/a': [
        'contact a.example registry',
        'directory /etc/a',
        'install nuget A other-registry project',
      ],
      'nuget pack a.nuspec -o /etc/a': ['directory /etc/a', 'read a.nuspec'],
      'nuget delete A 1.0': ['service nuget delete'],
      'nuget install A -UnheardOf': ['unknown option -UnheardOf of nuget install', 'install nuget A registry project'],
    },
  },
  swift: {
    language: 'other',
    options: {
      '--package-path, -C, --chdir': 'project-directory',
      '--scratch-path, --build-path, --cache-path, --config-path, --security-path': 'directory',
      '--toolchain, --destination': 'loads-code',
      '-Xswiftc, -Xcc, -Xlinker, -Xcxx, -Xbuild': 'opaque',
      '--netrc-file': 'read',
      '-c, --configuration, --product, --target, --filter, --skip, -s, --specifier, --num-workers, --triple, --sdk, --swift-sdk, --sanitize, -j, --jobs, --test-product, --arch, --traits, --build-system, --debug-info-format, --experimental-maximum-parallelization-width':
        'text',
      '--xunit-output': 'write',
    },
    flags:
      '-h -v --verbose --vv -q --quiet --parallel --no-parallel --enable-code-coverage --disable-code-coverage --show-bin-path --show-codecov-path -l --list-tests --skip-build --build-tests --skip-update --disable-automatic-resolution --force-resolved-versions --only-use-versions-from-resolved-file --static-swift-stdlib --no-static-swift-stdlib --enable-testing --disable-testing --enable-xctest --disable-xctest --enable-swift-testing --disable-swift-testing --enable-test-discovery --disable-prefetching --enable-prefetching --auto-index-store --enable-index-store --disable-index-store --explicit-target-dependency-import-check --enable-all-traits --disable-default-traits --enable-dependency-cache --disable-dependency-cache --print-manifest-job-graph --dead-strip --repl --print-pif-manifest-graph --emit-swift-module-separately',
    // The plugins of packages run with all rights of the user.
    when: { '--disable-sandbox': ['system disable-security'], '--allow-writing-to-package-directory': ['directory .'] },
    bare: { stdin: 'code', language: 'other' },
    subcommands: {
      'build, test, run': { ...TASK('Package.swift'), stopAtOperand: true },
      'package resolve, package update, package show-dependencies, package describe, package dump-package, package tools-version, package clean, package reset, package completion-tool, package show-executables, package diagnose-api-breaking-changes, package add-dependency, package add-target, package init, package purge-cache':
        {
          operands: 'text',
          effects: ['install swift declared project'],
          options: { '--type, --name, --format, --from, --exact, --branch, --revision, --set, --url, --path': 'text' },
          flags: '--set-current --dry-run -n --enable-tools-version',
        },
      package: { ...TASK('Package.swift') },
      repl: { effects: ['opaque interactive'] },
      help: { operands: 'text' },
    },
    examples: {
      'swift build -c release': [],
      'cd /tmp/x && swift test': ['names /tmp/x', 'run swift', 'code other file /tmp/x'],
      'cd /tmp/x && swift package lint': ['names /tmp/x', 'run swift', 'code other file /tmp/x'],
      'swift build --disable-sandbox': ['system disable-security'],
      'swift package --allow-writing-to-package-directory format': ['directory .'],
      'swift build --package-path /tmp/x': ['code other file /tmp/x'],
      'swift build --chdir /tmp/x': ['code other file /tmp/x'],
      'swift build --scratch-path /etc/a --netrc-file n': ['directory /etc/a', 'read n'],
      'swift build --build-path /etc/a': ['directory /etc/a'],
      'swift build --cache-path /etc/a': ['directory /etc/a'],
      'swift build --config-path /etc/a': ['directory /etc/a'],
      'swift build --security-path /etc/a': ['directory /etc/a'],
      'swift build --toolchain /tmp/t': ['code other file /tmp/t'],
      'swift build --destination /tmp/t': ['code other file /tmp/t'],
      'swift build -Xswiftc -O': ['unknown option -Xswiftc of swift build'],
      'swift build -Xcc -O': ['unknown option -Xcc of swift build'],
      'swift build -Xlinker -O': ['unknown option -Xlinker of swift build'],
      'swift build -Xcxx -O': ['unknown option -Xcxx of swift build'],
      'swift build -Xbuild -O': ['unknown option -Xbuild of swift build'],
      'swift test --xunit-output a.xml': ['write a.xml'],
      'swift package resolve': ['install swift declared project'],
      'swift repl': ['opaque interactive'],
      'echo 1 | swift': ['run swift', 'code other standard-input'],
      'swift build --unheard-of': ['unknown option --unheard-of of swift build'],
    },
  },
  'dart flutter pub fvm': {
    language: 'other',
    options: {
      '-C, --directory': 'project-directory',
      '-d, --device-id, --packages, --device-timeout': 'text',
    },
    flags:
      '-h -v --verbose --suppress-analytics --no-version-check --color --no-color --disable-analytics --enable-analytics --machine -q --quiet --wrap --no-wrap --no-analytics --disable-dart-dev',
    subcommands: {
      'get, upgrade, add, downgrade, pub get, pub upgrade, pub add, pub downgrade, packages get, packages upgrade, packages pub':
        {
          operands: 'text',
          effects: ['install pub named project'],
          options: { '--git-url, --git-ref, --git-path, --hosted-url, --path, --sdk': 'opaque' },
          flags:
            '--offline --no-offline --dry-run -n --dev --precompile --no-precompile --major-versions --enforce-lockfile --no-example --example --tighten --unlock-transitive',
        },
      'doctor, devices, channel, outdated, deps, emulators, help, info, symbolize, precache, logs, screenshot, remove, pub outdated, pub deps, pub cache, pub remove, pub bump, pub token list, list, config, releases, dart pub get':
        {
          operands: 'text',
          options: { '--style, --launch, --mode': 'text' },
          flags:
            '--json --no-dev --up-to-date --enable-web --no-enable-web --enable-macos-desktop --enable-linux-desktop --enable-windows-desktop --list --android --ios --web --linux --macos --windows --universal --all-platforms --force -f --show-all --dependency-overrides --transitive --prereleases --dev-dependencies --android-licenses --analytics',
        },
      'analyze, format, fix, test, compile, clean, gen-l10n, drive, install, attach, doc, build, assemble, custom-devices, bash-completion, devtools, language-server':
        {
          operands: 'text',
          project: ['pubspec.yaml'],
          options: {
            '-o, --output, --out, --coverage-path, --file-reporter, --write-deps': 'write',
            '--arb-dir, --output-dir, --split-debug-info, --coverage': 'directory',
            '--dart-define-from-file': 'read',
            '-P, --preset, -t, --target, -x, --exclude-tags, --tags, -n, --name, -N, --plain-name, -p, --platform, -j, --concurrency, -r, --reporter, --timeout, --total-shards, --shard-index, --test-randomize-ordering-seed, --flavor, --build-name, --build-number, --dart-define, -D, --target-platform, --web-renderer, --base-href, --pwa-strategy, --export-method, --optimization-level, -l, --line-length, --show, --summary, --driver, --verbosity, --compilers, -c, --compiler, -E, --extra-front-end-options, --template-arb-file, --output-localization-file, --output-class, --dds-port, --web-port, --browser-name, --debug-port, --app-id, --use-application-binary, --code, --indent, --page-width, --language-version, --trim':
              'text',
            '--export-options-plist, --extra-gen-snapshot-options': 'opaque',
          },
          flags:
            '--fatal-infos --no-fatal-infos --fatal-warnings --no-fatal-warnings --set-exit-if-changed --apply --dry-run --compare-to-golden --release --debug --profile --no-pub --pub --obfuscate --tree-shake-icons --no-tree-shake-icons --split-per-abi --no-codesign --codesign --analyze-size --update-goldens --test-assets --branch-coverage --start-paused --no-sound-null-safety --sound-null-safety --run-skipped --no-run-skipped --chain-stack-traces --fail-fast --merge-coverage --config-only --simulator --wasm --source-maps --csp --track-widget-creation --no-track-widget-creation --ipv6 --enable-experiment --watch --preamble --current-package --no-current-package --congratulate --keep-app-running --headless --no-headless --uninstall-only --no-nullable-getter --synthetic-package --no-synthetic-package --follow-links --validate-links -m --minify --enable-asserts --server --no-source-maps --O0 --native-null-assertions',
        },
      run: {
        operands: ['project-directory', 'text…'],
        stopAtOperand: true,
        project: ['pubspec.yaml'],
        options: {
          '--dart-define-from-file': 'read',
          '-t, --target, --flavor, --dart-define, -D, --web-port, --web-hostname, --web-renderer, --enable-experiment, --observe, --enable-vm-service, --route, --target-platform, --verbosity':
            'text?',
          '--pid-file, --vmservice-out-file': 'write',
        },
        flags:
          '--release --debug --profile --hot --no-hot --no-pub --pub --trace-startup --enable-asserts --no-sound-null-safety --start-paused --pause-isolates-on-start --verbose-system-logs --wasm',
      },
      create: {
        operands: 'directory',
        options: {
          '-t, --template, --org, --description, --project-name, -i, --ios-language, -a, --android-language, --platforms, -s, --sample':
            'text',
        },
        flags: '--overwrite --no-pub --pub --offline --force -e --empty --no-overwrite',
      },
      'publish, pub publish, lish': {
        operands: 'text',
        effects: ['service pub publish'],
        flags: '-n -f --force --dry-run --skip-validation',
      },
      'global, pub global, pub run, pub login, pub logout, pub token add, pub token remove, use, flutter, dart, spawn, exec':
        {
          operands: 'text',
          effects: ['opaque unreadable-code'],
          options: { '-s, --source, --git-path, --git-ref, -u, --hosted-url, -x, --executable, --features': 'text' },
          flags: '--overwrite --no-executables --no-offline',
        },
    },
    bare: { stdin: 'code', language: 'other' },
    examples: {
      'flutter test --coverage-path a.info': ['write a.info'],
      'flutter pub get': ['install pub declared project'],
      'flutter build apk --release': [],
      'dart pub add --git-url https://a.example/x.git a': [
        'unknown option --git-url of dart pub add',
        'install pub a registry project',
      ],
      'dart pub add --git-ref a a': ['unknown option --git-ref of dart pub add', 'install pub a registry project'],
      'dart pub add --git-path a a': ['unknown option --git-path of dart pub add', 'install pub a registry project'],
      'dart pub add --hosted-url a a': [
        'unknown option --hosted-url of dart pub add',
        'install pub a registry project',
      ],
      'dart pub add --path a a': ['unknown option --path of dart pub add', 'install pub a registry project'],
      'dart pub add --sdk a a': ['unknown option --sdk of dart pub add', 'install pub a registry project'],
      'dart format --output a .': ['write a'],
      'dart compile exe --out a x.dart': ['write a'],
      'dart test --file-reporter a': ['write a'],
      'flutter build apk --write-deps a': ['write a'],
      'flutter gen-l10n --arb-dir a --output-dir b': ['directory a', 'directory b'],
      'flutter build apk --split-debug-info a --dart-define-from-file f': ['directory a', 'read f'],
      'dart test --coverage a': ['directory a'],
      'flutter build ipa --export-options-plist a': ['unknown option --export-options-plist of flutter build'],
      'flutter build ipa --extra-gen-snapshot-options a': [
        'unknown option --extra-gen-snapshot-options of flutter build',
      ],
      'flutter run --dart-define-from-file f --pid-file p': ['read f', 'write p'],
      'flutter run --vmservice-out-file p': ['write p'],
      'dart run /tmp/x.dart': ['code other file /tmp/x.dart'],
      'cd /tmp/x && flutter test': ['names /tmp/x', 'run flutter', 'code other file /tmp/x'],
      'cd /tmp/x && dart run': ['names /tmp/x', 'run dart', 'code other file /tmp/x'],
      'dart -C /tmp/x test': ['code other file /tmp/x'],
      'flutter create app': ['directory app'],
      'dart pub publish': ['service pub publish'],
      'dart pub global activate x': ['opaque unreadable-code'],
      'echo 1 | dart': ['run dart', 'code other standard-input'],
      'flutter test --unheard-of': ['unknown option --unheard-of of flutter test'],
    },
  },
  'stack cabal': {
    language: 'other',
    options: {
      '--stack-yaml, --project-file, --config-file': 'config',
      '--cwd, --project-dir': 'project-directory',
      '--stack-root, --work-dir, --builddir, --store-dir, --installdir, --local-bin-path, -o, --output-directory, --destdir':
        'directory',
      '-w, --with-compiler, --with-gcc, --with-hc, --with-ghc': 'interpreter',
      '--lock-file': 'write',
      '--resolver, --snapshot, --compiler, --ghc-options, --ghc-option, --flag, -f, --flags, --package, --package-env, -j, --jobs, --verbosity, --color, --constraint, --allow-newer, --test-option, --test-options, --test-arguments, --ta, --benchmark-options, --index-state, --install-method, --overwrite-policy, --extra-include-dirs, --extra-lib-dirs, --ghc-build, --ghc-variant, --terminal-width, --coverage-min, --package-name, --license, --test-show-details, --solver, -O, --optimization, --main-is, --haddock-arguments':
        'text',
      '--exec, --setup-info-yaml, --remote-repo-cache': 'opaque',
    },
    flags:
      '-h -V -v --verbose --silent --fast --pedantic --file-watch --test --no-test --bench --no-bench --haddock --no-haddock --no-haddock-deps --haddock-deps --only-dependencies --only-snapshot --only-locals --only-configure --dry-run --copy-bins --no-run-tests --no-run-benchmarks --coverage --profile --trace --install-ghc --no-install-ghc --system-ghc --no-system-ghc --no-terminal --terminal --enable-tests --disable-tests --enable-benchmarks --disable-benchmarks --enable-coverage --enable-profiling --disable-profiling --enable-optimization --disable-optimization --lib --all --recursive --offline --prefer-offline --enable-documentation --haddock-all --haddock-html --haddock-hoogle --force-reinstalls --keep-going -k --no-copy-bins --external --tree --interactive -n --non-interactive --is-executable --is-library --is-libandexe --simple --minimal --split-sections --skip --rerun-tests --no-rerun-tests --ddump-splices --allow-different-user --nix --no-nix --docker --no-docker --library-profiling --executable-profiling --write-ghc-environment-files --no-strip --numeric-version --global --list -d --publish --candidate --ignore-expiry --full',
    subcommands: {
      'install, update, setup, fetch, get, unpack': { operands: 'text', effects: ['install hackage named user'] },
      'list, path, ls, info, check, outdated, gen-bounds, freeze, templates, dot, help, config, query, list-dependencies, user-config, list-bin, clean, purge, uninstall':
        { operands: 'text' },
      'build, v2-build, test, v2-test, bench, haddock, sdist, configure, init, new, hpc, format, upgrade, run':
        TASK('Setup.hs'),
      'exec, v2-exec': { rest: 'command' },
      'repl, ghci': { operands: 'text', effects: ['opaque interactive'] },
      upload: { operands: 'read', effects: ['service hackage publish'] },
      ghc: { operands: 'text' },
      'runghc, runhaskell, script': { operands: 'run-file' },
    },
    examples: {
      'stack build --fast': [],
      'cd /tmp/x && cabal test': ['names /tmp/x', 'run cabal', 'code other file /tmp/x'],
      'cabal install hlint': ['install hackage hlint registry user'],
      'stack exec rm a.txt': ['run rm', 'delete a.txt'],
      'stack ghci': ['opaque interactive'],
      'cabal upload a.tar.gz': ['service hackage publish', 'read a.tar.gz'],
      'stack runghc /tmp/x.hs': ['code other file /tmp/x.hs'],
      'stack --stack-yaml /tmp/s.yaml build': ['code other file /tmp/s.yaml'],
      'cabal build --project-file /tmp/s': ['code other file /tmp/s'],
      'cabal build --config-file /tmp/s': ['code other file /tmp/s'],
      'stack --cwd /tmp/x build': ['code other file /tmp/x'],
      'cabal build --project-dir /tmp/x': ['code other file /tmp/x'],
      'stack build --stack-root /etc/a': ['directory /etc/a'],
      'stack build --work-dir /etc/a': ['directory /etc/a'],
      'cabal build --builddir /etc/a': ['directory /etc/a'],
      'cabal build --store-dir /etc/a': ['directory /etc/a'],
      'cabal install --installdir /etc/a x': ['directory /etc/a', 'install hackage x registry user'],
      'stack install --local-bin-path /etc/a': ['directory /etc/a', 'install hackage declared user'],
      'cabal sdist --output-directory /etc/a': ['directory /etc/a'],
      'cabal get --destdir /etc/a x': ['directory /etc/a', 'install hackage x registry user'],
      'cabal build --with-compiler /tmp/ghc': ['code binary file /tmp/ghc'],
      'cabal build --with-gcc /tmp/gcc': ['code binary file /tmp/gcc'],
      'cabal build --with-hc /tmp/gcc': ['code binary file /tmp/gcc'],
      'cabal build --with-ghc /tmp/gcc': ['code binary file /tmp/gcc'],
      'stack build --lock-file a': ['write a'],
      'stack build --exec x': ['unknown option --exec of stack build'],
      'stack build --setup-info-yaml x': ['unknown option --setup-info-yaml of stack build'],
      'cabal build --remote-repo-cache x': ['unknown option --remote-repo-cache of cabal build'],
      'cabal build --unheard-of': ['unknown option --unheard-of of cabal build'],
    },
  },
}

export const languagePackages: readonly Program[] = family(entries)
