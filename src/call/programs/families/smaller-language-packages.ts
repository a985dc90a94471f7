import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { runsProject } from '../../shell/programs/project.ts'
import { show } from '../../word.ts'
import type { Entries, Entry } from '../entry.ts'
import { installNamed } from '../install-named.ts'
import { family, followed } from '../walk.ts'

const RUNS: Entry = { operands: 'text', project: [] }

const entries: Entries = {
  opam: {
    options: {
      '--root, --destdir, --prefix': 'directory',
      '--switch, -j, --jobs, --packages, --repositories, --repos, --color, --confirm-level, --columns, --solver-timeout, --compiler, --formula, --field, --exclude':
        'text',
    },
    flags:
      '-h -v --verbose -q --quiet -y --yes --no -a --all -n --no-action --dry-run --show-actions --deps-only --with-test -t --with-doc -d --with-dev-setup --no-depexts --depext-only --assume-depexts --fake --keep-build-dir -b --inplace-build --working-dir -w --locked --unlock-base --update-invariant --installed -i --available --short -s --bare --reinit --no-setup --shell-setup --disable-sandboxing --empty --no-install --check --upgrade --safe --strict --revert',
    // Builds of packages run with all rights of the user.
    when: { '--disable-sandboxing': ['system disable-security'], '--no-checksums': ['system weaken-tls'] },
    subcommands: {
      'install, update, upgrade, switch, init, reinstall, depext': {
        operands: 'text',
        effects: ['install opam named user'],
      },
      'pin, pin add': { operands: 'text', effects: ['install opam named user'], options: { '-k, --kind': 'text' } },
      'list, show, info, env, config, var, search, lint, option, help, switch list, switch show, pin list, repository list, tree':
        { operands: 'text' },
      'repository add, repository set-url, repo add': {
        operands: 'text',
        effects: ['settings package-manager repository'],
        flags: '--all-switches --set-default',
      },
      exec: { rest: 'command' },
      'remove, uninstall, clean': { operands: 'text' },
      publish: { operands: 'text', effects: ['service opam publish'] },
    },
    examples: {
      'opam list --short': [],
      'opam install dune --yes': ['install opam dune registry user'],
      'opam init --disable-sandboxing': ['system disable-security', 'install opam declared user'],
      'opam install dune --no-checksums': ['system weaken-tls', 'install opam dune registry user'],
      'opam pin add x https://a.example/x.git': [
        'contact a.example fetch',
        'install opam x,https://a.example/x.git url user',
      ],
      'opam repository add x https://a.example': ['settings package-manager repository'],
      'opam exec -- rm a.txt': ['run rm', 'delete a.txt'],
      'opam install --root /etc/a dune': ['directory /etc/a', 'install opam dune registry user'],
      'opam install --destdir /etc/a dune': ['directory /etc/a', 'install opam dune registry user'],
      'opam install --prefix /etc/a dune': ['directory /etc/a', 'install opam dune registry user'],
      'opam publish': ['service opam publish'],
      'opam install --unheard-of dune': [
        'unknown option --unheard-of of opam install',
        'install opam dune registry user',
      ],
    },
  },
  dune: {
    options: {
      '--root': 'project-directory',
      '--build-dir, --prefix, --destdir, --libdir': 'directory',
      '--workspace, --config-file': 'config',
      '--trace-file, --dump-memo-graph, --log-file': 'write',
      '-j, -p, --only-packages, --profile, --display, --context, --cache, -x, --error-reporting, --instrument-with, --sandbox, --action-stdout-on-success, --terminal-persistence, --section, --kind, --libs, --ppx, --inline-tests, --public':
        'text',
      '--diff-command': 'run-command',
    },
    flags:
      '-h --auto-promote --force -f -w --watch --release --verbose --no-config --no-buffer --ignore-promoted-rules --promote-install-files --stop-on-first-error --no-print-directory --passive-watch-mode --store-orig-source-dir --preview --check --debug-dependency-path --debug-backtraces --always-show-command-line --default-target --no-build --relocatable --dry-run --lang',
    subcommands: {
      pkg: { operands: 'text', effects: ['install dune declared project'] },
      'describe, show, ocaml-merlin, format-dune-file, help, rules, printenv, top-module': { operands: 'text' },
      'build, test, runtest, clean, install, uninstall, fmt, promote, promotion, init, cache, subst, coq, exec, utop, top':
        { operands: 'text', project: ['dune'], stopAtOperand: false },
    },
    examples: {
      'dune build --release': [],
      'cd /tmp/x && dune test': ['names /tmp/x', 'run dune', 'code other file /tmp/x'],
      'dune pkg lock': ['install dune declared project'],
      'dune build --root /tmp/x --config-file /tmp/c': ['code other file /tmp/x', 'code other file /tmp/c'],
      'dune build --build-dir /etc/a --workspace /tmp/w': ['directory /etc/a', 'code other file /tmp/w'],
      'dune install --prefix /etc/a --trace-file t': ['directory /etc/a', 'write t'],
      'dune install --destdir /etc/a --dump-memo-graph t': ['directory /etc/a', 'write t'],
      'dune install --libdir /etc/a --log-file t': ['directory /etc/a', 'write t'],
      'dune test --diff-command "rm x"': ['run rm', 'delete x'],
      'dune build --unheard-of': ['unknown option --unheard-of of dune build'],
    },
  },
  luarocks: {
    options: {
      '--server, --only-server, --from, --only-from': 'registry',
      '--tree, --to, --lua-dir, --project-tree': 'directory',
      '--only-sources, --namespace, --lua-version, --timeout, --branch, --key, --api-key, --temp-key, --arch, --scope':
        'text',
    },
    flags:
      '-h --local --global --dev --verbose --no-project --force --force-fast --only-deps --deps-only --deps-mode --no-doc --keep --pack-binary-rock --verify --sign --pin --no-install --porcelain --outdated --all --source --binary --skip-pack --lua-ver --bin --tr-path --tr-cpath --tr-bin --append --full --no-bin',
    subcommands: {
      'install, download, build, make, test': {
        operands: 'text',
        project: [],
        effects: ['install luarocks named user'],
      },
      'list, search, show, path, lint, which, doc, help, unpack, write_rockspec, new_version, init, pack, remove, purge, config':
        { operands: 'text' },
      upload: { operands: 'read', effects: ['service luarocks publish'] },
    },
    examples: {
      'luarocks list --porcelain': [],
      'luarocks install busted': ['install luarocks busted registry user'],
      'cd /tmp/x && luarocks make': [
        'names /tmp/x',
        'run luarocks',
        'install luarocks declared user',
        'code other file /tmp/x',
      ],
      'luarocks install --server https://a.example busted': [
        'contact a.example registry',
        'install luarocks busted other-registry user',
      ],
      'luarocks install --only-server https://a.example busted': [
        'contact a.example registry',
        'install luarocks busted other-registry user',
      ],
      'luarocks install --from https://a.example busted': [
        'contact a.example registry',
        'install luarocks busted other-registry user',
      ],
      'luarocks install --only-from https://a.example busted': [
        'contact a.example registry',
        'install luarocks busted other-registry user',
      ],
      'luarocks install --tree /etc/a busted': ['directory /etc/a', 'install luarocks busted registry user'],
      'luarocks install --to /etc/a busted': ['directory /etc/a', 'install luarocks busted registry user'],
      'luarocks install --lua-dir /etc/a busted': ['directory /etc/a', 'install luarocks busted registry user'],
      'luarocks install --project-tree /etc/a busted': ['directory /etc/a', 'install luarocks busted registry user'],
      'luarocks upload a.rockspec': ['service luarocks publish', 'read a.rockspec'],
      'luarocks install --unheard-of x': [
        'unknown option --unheard-of of luarocks install',
        'install luarocks x registry user',
      ],
    },
  },
  carton: {
    options: { '--path': 'directory', '--cpanfile': 'config', '--without': 'text' },
    flags: '-h --deployment --cached --dev --no-dev',
    subcommands: {
      'install, update': {
        operands: 'text',
        project: ['cpanfile'],
        language: 'perl',
        effects: ['install cpan declared project'],
      },
      'list, tree, check, show, bundle, version, help': { operands: 'text' },
      exec: { rest: 'command' },
    },
    examples: {
      'carton tree': [],
      'carton install --deployment': ['install cpan declared project'],
      'cd /tmp/x && carton install': [
        'names /tmp/x',
        'run carton',
        'install cpan declared project',
        'code perl file /tmp/x',
      ],
      'carton install --path /etc/a --cpanfile /tmp/c': [
        'directory /etc/a',
        'code other file /tmp/c',
        'install cpan declared project',
      ],
      'carton exec rm a.txt': ['run rm', 'delete a.txt'],
      'carton install --unheard-of': ['unknown option --unheard-of of carton install', 'install cpan declared project'],
    },
  },
  nimble: {
    options: {
      '--nimbleDir, --outDir, -o': 'directory',
      '--nim': 'interpreter',
      '-p, --passNim, -d, --define, --backend, --mm': 'text?',
      '--undef': 'text',
      '--developFile': 'config',
    },
    flags:
      '-h -v -y --accept -n --reject -l --localdeps -t --tarballs --ver --json --silent --verbose --debug --offline --noColor --depsOnly --global -i --inclDeps --parser --useSystemNim --solver --requires --lock -r -c --continue --package --debugger --threads --opt --stackTrace',
    subcommands: {
      'install, refresh, develop, add, upgrade, lock, sync, setup': {
        operands: 'text',
        effects: ['install nimble named user'],
      },
      'list, search, path, dump, tasks, deps, help, uninstall, check, clean': { operands: 'text' },
      'build, test, run, c, cc, cpp, js, compile, init, doc, doc2, bench': { ...RUNS, stopAtOperand: false },
      publish: { operands: 'text', effects: ['service nimble publish'] },
    },
    examples: {
      'nimble build -y': [],
      'cd /tmp/x && nimble test': ['names /tmp/x', 'run nimble', 'code other file /tmp/x'],
      'nimble install jester': ['install nimble jester registry user'],
      'nimble build --nimbleDir /etc/a --nim /tmp/nim': ['directory /etc/a', 'code binary file /tmp/nim'],
      'nimble build --outDir /etc/a --developFile /tmp/d': ['directory /etc/a', 'code other file /tmp/d'],
      'nimble publish': ['service nimble publish'],
      'nimble build --unheardOf': ['unknown option --unheardOf of nimble build'],
    },
  },
  shards: {
    options: { '--jobs': 'text' },
    flags:
      '-h -v --verbose -q --quiet --no-color --production --frozen --without-development --skip-postinstall --skip-executables --local --release --debug --static --no-debug --error-trace --stats -s --tree --time -t --progress -p --print --update',
    subcommands: {
      'install, update': { operands: 'text', project: ['shard.yml'], effects: ['install shards declared project'] },
      'list, version, outdated, check, lock, prune, init, help': { operands: 'text' },
      'build, run': { operands: 'text', project: ['shard.yml'] },
    },
    examples: {
      'shards check': [],
      'shards install --frozen': ['install shards declared project'],
      'cd /tmp/x && shards install': [
        'names /tmp/x',
        'run shards',
        'install shards declared project',
        'code other file /tmp/x',
      ],
      'cd /tmp/x && shards build': ['names /tmp/x', 'run shards', 'code other file /tmp/x'],
      'shards build --unheard-of': ['unknown option --unheard-of of shards build'],
    },
  },
  dub: {
    options: {
      '--root': 'project-directory',
      '--registry': 'registry',
      '--compiler': 'interpreter',
      ', --build, -b, -c, --config, -a, --arch, -d, --debug, --override-config, --skip-registry, --build-mode, --cache, --format, -t, --type, --main-file, --data, --data-list, --d-version, --recipe':
        'text',
    },
    flags:
      '-h -v --verbose -q --quiet --vquiet --verror --vverbose -n --non-interactive --force --nodeps --annotate --bare --yes -y --deep --parallel --combined --rdmd --print-builds --print-configs --print-platform --temp-build --coverage --single -x -s --system -e',
    subcommands: {
      'fetch, add, upgrade': { operands: 'text', effects: ['install dub named project'] },
      'list, describe, search, clean, convert, help, remove, add-local, add-path, clean-caches': { operands: 'text' },
      'build, test, run, lint, init, generate': { ...RUNS, project: ['dub.json', 'dub.sdl'] },
    },
    examples: {
      'dub build --parallel': [],
      'cd /tmp/x && dub test': ['names /tmp/x', 'run dub', 'code other file /tmp/x'],
      'dub fetch vibe-d --registry https://a.example': [
        'contact a.example registry',
        'install dub vibe-d other-registry project',
      ],
      'dub build --root /tmp/x --compiler /tmp/dmd': ['code other file /tmp/x', 'code binary file /tmp/dmd'],
      'dub build --unheard-of': ['unknown option --unheard-of of dub build'],
    },
  },
  elm: {
    options: { '--output, --docs, --report': 'write', '--port': 'text' },
    flags: '-h --debug --optimize --no-colors',
    subcommands: {
      install: { operands: 'text', effects: ['install elm named project'] },
      'diff, bump, init, reactor': { operands: 'text' },
      make: { operands: 'read' },
      repl: { options: { '--interpreter': 'run-program' }, effects: ['opaque interactive'] },
      publish: { effects: ['service elm publish'] },
    },
    examples: {
      'elm make src/Main.elm --output out.js': ['write out.js', 'read src/Main.elm'],
      'elm make src/Main.elm --docs d.json': ['write d.json', 'read src/Main.elm'],
      'elm make src/Main.elm --report r': ['write r', 'read src/Main.elm'],
      'elm install elm/http': ['install elm elm/http registry project'],
      'elm repl --interpreter /tmp/node': ['run node', 'code other file /tmp/node', 'opaque interactive'],
      'elm publish': ['service elm publish'],
      'elm make --unheard-of': ['unknown option --unheard-of of elm make'],
    },
  },
  gleam: {
    options: {
      '--target, -t, --runtime, -m, --module, --template, --name, --package, -p': 'text',
      '--out': 'write',
      '--main': 'text',
    },
    flags:
      '-h --check --dev --no-print-progress --open --stdin --replace -y --yes --warnings-as-errors --skip-git --skip-github',
    subcommands: {
      'add, update': { operands: 'text', effects: ['install hex named project'] },
      'deps download, deps update': { operands: 'text', effects: ['install hex declared project'] },
      'deps list, deps tree, help, remove, fix, clean, lsp, hex': { operands: 'text' },
      'build, test, run, dev, check, format, docs, export, shell': { operands: 'text', project: [] },
      new: { operands: 'directory' },
      'publish, hex retire, docs publish, docs remove': { operands: 'text', effects: ['service hex publish'] },
    },
    examples: {
      'gleam test': [],
      'cd /tmp/x && gleam run': ['names /tmp/x', 'run gleam', 'code other file /tmp/x'],
      'gleam add lustre': ['install hex lustre registry project'],
      'gleam deps download': ['install hex declared project'],
      'gleam export package-interface --out a.json': ['write a.json'],
      'gleam new app': ['directory app'],
      'gleam publish': ['service hex publish'],
      'gleam test --unheard-of': ['unknown option --unheard-of of gleam test'],
    },
  },
}

const PERL: Entry = {
  options: {
    '-l, -L, --local-lib, --local-lib-contained, --save-dists': 'directory',
    '--mirror, -M, --from, --cpanmetadb': 'registry',
    '--cpanfile, -j': 'config',
    '-I, --with-feature, --without-feature, --with, --without, --format, --configure-timeout, --build-timeout, --test-timeout, --auto-cleanup':
      'text',
    '--look, -J': 'opaque?',
  },
  flags:
    '-h -v --verbose -q --quiet -i --install -f --force -n --notest -S --sudo --test-only --installdeps --showdeps --info -U --uninstall --self-upgrade --self-contained --reinstall --interactive --mirror-only --prompt --skip-installed --skip-satisfied --with-recommends --with-suggests --with-develop --verify --man-pages -T -t -c -m -g -D -O -r -u -a -A -C -p -x -X -s',
}

/** Modules of Perl. */
function perlModules(context: ProgramContext): void {
  const read = followed(context, PERL, context.invocation.args)
  const { operands } = read
  if (operands.length === 0) context.opaque('interactive')
  else if (operands.every((word) => show(word) === '.')) runsProject(context, ['Makefile.PL'], 'perl')
  else installNamed(context, 'cpan', operands, 'user', read.value('--mirror', '-M', '--from'))
}

export const smallerLanguagePackages: readonly Program[] = [
  ...family(entries),
  {
    names: ['cpan', 'cpanm', 'ppm'],
    means: perlModules,
    examples: {
      'cpanm --notest Moose': ['install cpan Moose registry user'],
      'cpanm --mirror https://a.example Moose': [
        'contact a.example registry',
        'install cpan Moose other-registry user',
      ],
      'cpanm -l /etc/a Moose': ['directory /etc/a', 'install cpan Moose registry user'],
      'cpanm --installdeps .': [],
      'cpanm --look Moose': ['unknown option --look of cpanm', 'install cpan Moose registry user'],
      cpan: ['opaque interactive'],
      'cpanm --unheard-of Moose': ['unknown option --unheard-of of cpanm', 'install cpan Moose registry user'],
    },
  },
]
