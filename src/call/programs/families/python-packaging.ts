import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { textOf } from '../../word.ts'
import type { Entries, Entry } from '../entry.ts'
import { family, walk } from '../walk.ts'

/** Building, checking and publishing packages of Python; environments and versions of languages. */
const entries: Entries = {
  twine: {
    flags: '--no-color -h',
    subcommands: {
      'upload, register': {
        operands: 'read',
        effects: ['service pypi publish'],
        options: {
          '--config-file': 'config',
          '--repository-url': 'send',
          '-r, --repository, -u, --username, -p, --password, -c, --comment, -i, --identity, --sign-with': 'text',
          '--cert, --client-cert': 'read',
        },
        flags: '-s --sign --skip-existing --non-interactive --verbose --disable-progress-bar --attestations',
      },
      check: { operands: 'read', flags: '--strict' },
    },
    examples: {
      'twine check --strict dist/a.whl': ['read dist/a.whl'],
      'twine upload dist/a.whl': ['service pypi publish', 'read dist/a.whl'],
      'twine upload --config-file /tmp/rc --repository-url https://a.example/ --cert c.in dist/a.whl': [
        'code other file /tmp/rc',
        'contact a.example upload data',
        'read c.in',
        'service pypi publish',
        'read dist/a.whl',
      ],
      'twine upload --client-cert c.in dist/a.whl': ['read c.in', 'service pypi publish', 'read dist/a.whl'],
      'twine upload --unheard-of dist/a.whl': [
        'unknown option --unheard-of of twine upload',
        'service pypi publish',
        'read dist/a.whl',
      ],
    },
  },
  flit: {
    language: 'python',
    options: {
      '-f, --ini-file': 'config',
      '--pypirc': 'config',
      '--python': 'interpreter',
      '--repository, --format, --deps, --extras, --only-deps': 'text',
    },
    flags: '--debug --logo -h --setup-py --no-setup-py --use-vcs --no-use-vcs -s --symlink --pth-file --user',
    subcommands: {
      build: { project: [] },
      publish: { effects: ['service pypi publish'] },
      install: { effects: ['install pip named project'] },
      init: { effects: ['edit pyproject.toml'] },
    },
    examples: {
      'flit build --format wheel': [],
      'cd /tmp/x && flit build': ['names /tmp/x', 'run flit', 'code python file /tmp/x'],
      'flit publish --pypirc /tmp/rc': ['code other file /tmp/rc', 'service pypi publish'],
      'flit -f /tmp/x.toml build': ['code other file /tmp/x.toml'],
      'flit install --python /tmp/python': ['code binary file /tmp/python', 'install pip declared project'],
      'flit init': ['edit pyproject.toml'],
      'flit build --unheard-of': ['unknown option --unheard-of of flit build'],
    },
  },
  maturin: {
    options: {
      '-m, --manifest-path': 'config',
      '--config': 'opaque',
      '-o, --out, --target-dir': 'directory',
      '-i, --interpreter': 'interpreter',
      '-F, --features, --target, --profile, -j, --jobs, -b, --bindings, --compatibility, --auditwheel, -E, --extras, --color, --repository, -u, --username, -p, --password, --name, --message-format, --ignore-rust-version, -Z, --pip-path':
        'text',
    },
    flags:
      '-h -V -v --verbose -q --quiet -r --release --strip --sdist --no-sdist --all-features --no-default-features --frozen --locked --offline --zig --find-interpreter -f --skip-install --uv --skip-existing --non-interactive --no-strip --mixed --src --future-incompat-report --timings',
    subcommands: {
      'build, develop, dev': { operands: 'text', project: ['build.rs'], language: 'compiled' },
      sdist: {},
      'publish, upload': { operands: 'read', effects: ['service pypi publish'] },
      'new, init': { operands: 'directory' },
      'list-python, help': { operands: 'text' },
    },
    examples: {
      'maturin build --release --strip': [],
      'cd /tmp/x && maturin develop': ['names /tmp/x', 'run maturin', 'code compiled file /tmp/x'],
      'maturin build --out /etc/x --config x -i /tmp/python': [
        'directory /etc/x',
        'unknown option --config of maturin build',
        'code binary file /tmp/python',
      ],
      'maturin build --target-dir /etc/y -m /tmp/Cargo.toml': ['directory /etc/y', 'code other file /tmp/Cargo.toml'],
      'maturin publish': ['service pypi publish'],
      'maturin upload a.whl': ['service pypi publish', 'read a.whl'],
      'maturin new lib': ['directory lib'],
      'maturin build --unheard-of': ['unknown option --unheard-of of maturin build'],
    },
  },
  'virtualenv venv pyvenv': {
    operands: 'directory',
    options: {
      '-p, --python': 'interpreter',
      '--app-data, --extra-search-dir': 'names',
      '--prompt, --pip, --setuptools, --wheel, --creator, --seeder, --activators, --upgrade-embed-wheels, --try-first-with, --discovery':
        'text',
    },
    flags:
      '-h -v --verbose -q --quiet --clear --no-vcs-ignore --system-site-packages --copies --always-copy --symlinks --download --no-download --no-pip --no-setuptools --no-wheel --no-seed --without-pip --no-periodic-update --upgrade --upgrade-deps --reset-app-data --symlink-app-data --read-only-app-data --without-scm-ignore-files --with-traceback',
    examples: {
      'virtualenv .venv': ['directory .venv'],
      'virtualenv -p /tmp/python .venv': ['code binary file /tmp/python', 'directory .venv'],
      'virtualenv --app-data a .venv': ['names a', 'directory .venv'],
      'virtualenv --extra-search-dir a .venv': ['names a', 'directory .venv'],
      'virtualenv --unheard-of .venv': ['unknown option --unheard-of of virtualenv', 'directory .venv'],
    },
  },
  'pyenv jenv rbenv goenv phpenv plenv chruby rvm': {
    options: { '--jobs, -j': 'text' },
    flags:
      '-h -v --verbose -l --list -f --force -s --skip-existing -p --patch -k --keep -g --debug --bare --unset --path --all -a --no-push-path --no-rehash',
    subcommands: {
      'install, update, latest': { operands: 'text', effects: ['install toolchain registry user'] },
      'versions, version, version-name, version-file, version-origin, which, whence, rehash, init, root, prefix, commands, list, current, get, help, completions, hooks, shims, shell, local, use, activate, deactivate, reload, virtualenvs, info, known, global, uninstall, virtualenv-delete, virtualenv, default, alias, remove':
        { operands: 'text' },
      add: { operands: 'names' },
      'exec, do': { rest: 'command' },
    },
    examples: {
      'pyenv versions --bare': [],
      'pyenv global 3.12': [],
      'pyenv install 3.12': ['install toolchain 3.12 registry user'],
      'pyenv exec rm a.txt': ['run rm', 'delete a.txt'],
      'jenv add /usr/lib/jvm/x': ['names /usr/lib/jvm/x'],
      'pyenv install --unheard-of': [
        'unknown option --unheard-of of pyenv install',
        'install toolchain install,--unheard-of registry user',
      ],
      'pyenv unheard-of': ['unknown subcommand unheard-of of pyenv'],
    },
  },
  'pip-compile pip-sync': {
    operands: 'read',
    options: {
      '-o, --output-file': 'write',
      '-i, --index-url, --extra-index-url': 'registry',
      '-f, --find-links': 'registry | read-tree',
      '--trusted-host, --pip-args, --extra, -P, --upgrade-package, --unsafe-package, --resolver, --newline, --build-deps-for, --only-build-deps-for, --config-settings, --python-version, --annotation-style, --group':
        'text',
      '--cache-dir': 'directory',
      '--cert, --client-cert, -c, --constraint': 'read',
      '--config': 'config',
      '--python-executable': 'interpreter',
    },
    flags:
      '-h -v --verbose -q --quiet -n --dry-run -p --pre --[no-]header --[no-]annotate -U --upgrade --rebuild --[no-]emit-index-url --[no-]emit-find-links --[no-]emit-trusted-host --[no-]emit-options --[no-]strip-extras --[no-]allow-unsafe --generate-hashes --[no-]reuse-hashes --no-index --[no-]build-isolation --all-extras --all-build-deps --no-config --user -a --ask --force --max-rounds',
    project: ['setup.py'],
    language: 'python',
    when: { '--trusted-host': ['system weaken-tls'] },
    examples: {
      'pip-compile requirements.in': ['read requirements.in'],
      'cd /tmp/x && pip-compile': ['names /tmp/x', 'run pip-compile', 'code python file /tmp/x'],
      'pip-compile -o /etc/x --index-url https://a.example/ --extra-index-url https://b.example/ -f https://c.example/ a.in':
        [
          'write /etc/x',
          'contact a.example registry',
          'contact b.example registry',
          'contact c.example registry',
          'read a.in',
        ],
      'pip-compile -f wheels --cache-dir c --cert a.pem --client-cert b.pem --constraint c.txt a.in': [
        'read-tree wheels',
        'directory c',
        'read a.pem',
        'read b.pem',
        'read c.txt',
        'read a.in',
      ],
      'pip-compile --config /tmp/x.toml --python-executable /tmp/python --trusted-host a.example a.in': [
        'code other file /tmp/x.toml',
        'code binary file /tmp/python',
        'system weaken-tls',
        'read a.in',
      ],
      'pip-compile --unheard-of': ['unknown option --unheard-of of pip-compile'],
    },
  },
  'pip-audit pipdeptree pip-licenses deptry pyroma validate-pyproject check-manifest check-wheel-contents abi3audit': {
    operands: 'read-tree',
    options: {
      '-r, --requirement, --requirements-files, --requirements-files-dev': 'read',
      '-o, --output, --output-file, --json-output': 'write',
      '--cache-dir': 'directory',
      '--config': 'read',
      '--python': 'interpreter',
      '-i, --index-url, --extra-index-url': 'registry',
      '-f, --format, --desc, --aliases, -s, --vulnerability-service, --path, --ignore-vuln, --timeout, --progress-spinner, -p, --packages, -e, --exclude, -d, --depth, --graph-output, -w, --warn, --from, --with-urls-of, --order, --fail-on, --allow-only, --partial-match, --ignore-packages, -u, --ignore, --select, --package, -n, --min, --toplevel, --per-rule-ignores, --known-first-party, --package-module-name-map, --extend-exclude, --ignore-bad-ideas, --license':
        'text',
    },
    flags:
      '-h -V -v --verbose -q --quiet -S --strict -l --local --local-only --user-only --fix --require-hashes --no-deps --skip-editable --dry-run --disable-pip --freeze -a --all --reverse -j --json --json-tree --mermaid --with-system --with-authors --with-urls --with-description --with-license-file --no-license-path --summary --no-color --no-ansi --no-toplevel -c --create -m --metadata --report --no-build-isolation --tree --license-tree',
    examples: {
      'pip-audit --strict': [],
      'pip-audit --requirement requirements.txt --output out.json --cache-dir c': [
        'read requirements.txt',
        'write out.json',
        'directory c',
      ],
      'pip-audit --requirements-files a.txt': ['read a.txt'],
      'pip-audit --requirements-files-dev a.txt': ['read a.txt'],
      'pip-audit --output-file a --config c.toml': ['write a', 'read c.toml'],
      'pip-audit --json-output a': ['write a'],
      'pipdeptree --python /tmp/python': ['code binary file /tmp/python'],
      'pip-audit --index-url https://a.example/': ['contact a.example registry'],
      'pip-audit --extra-index-url https://a.example/ src': ['contact a.example registry', 'read-tree src'],
      'pip-audit --unheard-of': ['unknown option --unheard-of of pip-audit'],
    },
  },
  'auditwheel delocate-wheel delvewheel cibuildwheel pyproject-build pyinstaller cx_Freeze py2app briefcase': {
    operands: 'read',
    options: {
      '-w, --wheel-dir, --distpath, --workpath, --specpath, -o, --outdir, --output-dir, --target-dir': 'directory',
      '--runtime-hook, --additional-hooks-dir, --upx-dir': 'loads-code',
      '--config-file': 'config',
      '-i, --icon, --version-file, -m, --manifest, --splash': 'read',
      '-C, --config-setting, --plat, -n, --name, --add-data, --add-binary, --hidden-import, --collect-all, --collect-data, --collect-submodules, --copy-metadata, --exclude-module, --paths, -p, --log-level, --target-architecture, --osx-bundle-identifier, --codesign-identity, --platform, --archs, --only, --require-archs, --add-path, --include, --exclude, --include-package, --include-module, --include-data-dir, --include-data-files, --enable-plugin, --plugin-enable, --follow-import-to, --nofollow-import-to, --jobs, --lto, --python-flag, --installer, --runtime-tmpdir, --contents-directory, --optimize, --output-format':
        'text',
    },
    flags:
      '-h -V -v --verbose -q --quiet -s --sdist --wheel -x --skip-dependency-check -N --no-isolation -D --onedir -F --onefile --windowed -c --console --nowindowed --noconsole --clean -y --noconfirm -d --debug -a --ascii --strip --noupx --uac-admin --argv-emulation --standalone --module --follow-imports --nofollow-imports --remove-output --assume-yes-for-downloads --show-progress --prefer-source --print-build-identifiers --allow-empty --enable-all --no-update-tags --strip-all -k --check-archs --ignore-missing-dependencies --disable-console --metadata',
    project: ['setup.py'],
    language: 'python',
    examples: {
      'pyproject-build --wheel .': ['read .'],
      'cd /tmp/x && pyproject-build': ['names /tmp/x', 'run pyproject-build', 'code python file /tmp/x'],
      'pyinstaller --onefile app.py --distpath /etc/a': ['directory /etc/a', 'read app.py'],
      'pyinstaller --workpath a --icon i.ico app.py': ['directory a', 'read i.ico', 'read app.py'],
      'pyinstaller --specpath a --version-file v app.py': ['directory a', 'read v', 'read app.py'],
      'pyinstaller --manifest m --splash s app.py': ['read m', 'read s', 'read app.py'],
      'cibuildwheel --output-dir a --config-file /tmp/x.toml': ['directory a', 'code other file /tmp/x.toml'],
      'auditwheel repair --wheel-dir a a.whl': ['directory a', 'read repair', 'read a.whl'],
      'pyproject-build --outdir a': ['directory a'],
      'pyproject-build --target-dir a': ['directory a'],
      'pyinstaller --runtime-hook /tmp/h.py app.py': ['code python file /tmp/h.py', 'read app.py'],
      'pyinstaller --additional-hooks-dir /tmp/h app.py': ['code python file /tmp/h', 'read app.py'],
      'pyinstaller --upx-dir /tmp/h app.py': ['code python file /tmp/h', 'read app.py'],
      'pyinstaller --unheard-of app.py': ['unknown option --unheard-of of pyinstaller', 'read app.py'],
    },
  },
  'setuptools-scm bumpversion bump2version bump-my-version towncrier versioneer scriv gitlint conda-lock': {
    operands: 'text',
    options: {
      '--config-file, --config, -C': 'config',
      '-f, --file, --lockfile': 'edit',
      '-r, --root, --dir, --directory': 'text',
      '--current-version, --new-version, --parse, --serialize, --search, --replace, -m, --message, --tag-name, --tag-message, --version, --name, --date, --project-name, --commits, --commit, --extra-path, -c, --content, --compare-with, -p, --platform, --kind, --channel, --conda, --micromamba, --dev-dependencies, --msg-filename, --ignore, --target, --increment, --format, --strip-dev, --project-date, --fail-under, --increment-by':
        'text',
    },
    flags:
      '-h -v -vv --verbose -q --quiet -n --dry-run --no-configured-files --allow-dirty --no-commit --tag --no-tag --sign-tags --list --yes -y --keep --draft --edit --no-edit --staged --debug --with-cuda --without-cuda --strip-auth --no-mamba --mamba --force --no-dev-dependencies --no-sign-tags --show-next --ignore-missing-version --ignore-missing-files --add --no-add',
    project: ['setup.py'],
    language: 'python',
    examples: {
      'bump-my-version bump patch --dry-run': [],
      'cd /tmp/x && towncrier build': ['names /tmp/x', 'run towncrier', 'code python file /tmp/x'],
      'bump2version --config-file /tmp/x.cfg patch': ['code other file /tmp/x.cfg'],
      'towncrier --config /tmp/x.toml build': ['code other file /tmp/x.toml'],
      'conda-lock --file e.yml': ['edit e.yml'],
      'conda-lock --lockfile e.yml': ['edit e.yml'],
      'towncrier build --unheard-of': ['unknown option --unheard-of of towncrier'],
    },
  },
  fab: {
    operands: 'text',
    stopAtOperand: true,
    language: 'python',
    options: {
      '-f, --config': 'config',
      '-r, --search-root': 'project-directory',
      '-c, --collection, -H, --hosts, -i, --identity, -S, --ssh-config': 'text',
    },
    flags: '-h -d --debug -e --echo -p --pty -R --dry -w --warn-only -V',
    forms: { '-l, --list, --version': {} },
    // Its tasks are carried out on other machines.
    effects: ['opaque unreadable-code'],
    examples: {
      'fab --list': [],
      'fab -H web1 deploy': ['opaque unreadable-code'],
      'fab -f /tmp/x.yml -r /tmp/x deploy': ['code other file /tmp/x.yml', 'code python file /tmp/x'],
      'fab --unheard-of': ['unknown option --unheard-of of fab', 'opaque unreadable-code'],
    },
  },
}

/** Words behind `--` are for what the tasks run. */
function runner(names: string, entry: Entry): Program {
  return {
    names: names.split(' '),
    means: (context: ProgramContext) => {
      const { args } = context.invocation
      const end = args.findIndex((word) => textOf(word) === '--')
      walk(context, entry, end < 0 ? args : args.slice(0, end))
    },
    examples: entry.examples!,
  }
}

/** Sessions that a file of the project describes. */
const taskRunners: readonly Program[] = [
  runner('tox', {
    operands: 'text',
    project: ['tox.ini'],
    language: 'other',
    options: {
      '-c, --conf': 'config',
      '--root': 'project-directory',
      '--workdir, --temp-dir, --devenv': 'directory',
      '--result-json': 'write',
      '--colored, -e, --skip-env, -m, -f, -p, --parallel, -P, --discover, --runner, --default-runner, --hashseed, -k, --discovery-python, --list-dependencies-of, --plat':
        'text',
      '-i, --index-url, --installpkg, --pre-cmd': 'opaque',
      // A setting of it is a command of it.
      '-x, --override': 'opaque',
    },
    flags:
      '-h -v -vv -q --quiet --verbose --exit-and-dump-after --no-capture -r --recreate --notest -n -s --skip-missing-interpreters -l --listenvs -a --listenvs-all --showconfig --no-recreate-pkg --no-recreate-provision --no-provision --sitepackages --alwayscopy --fail-fast -b --pkg-only --sdistonly --develop --skip-pkg-install --list-dependencies --no-list-dependencies --parallel-live -o --parallel-no-spinner --force-dep --pre --usedevelop --no-deps --core --desc --no-desc -d',
    examples: {
      'tox -e py312 -q': [],
      'tox -e py312 -- -k name': [],
      "tox -x testenv.commands='sh /tmp/x.sh'": ['unknown option -x of tox'],
      'tox -c /tmp/tox.ini --result-json a.json': ['code other file /tmp/tox.ini', 'write a.json'],
      'tox --root /tmp/x --workdir a': ['code other file /tmp/x', 'directory a'],
      'tox --unheard-of': ['unknown option --unheard-of of tox'],
    },
  }),
  runner('nox', {
    operands: 'text',
    project: ['noxfile.py'],
    language: 'python',
    options: {
      '-f, --noxfile': 'config',
      '--envdir': 'directory',
      '--report': 'write',
      '-s, --session, --sessions, -e': 'text…',
      '-p, --pythons, --python, -k, --keywords, -t, --tags, --default-venv-backend, -db, --force-venv-backend, -fb, --extra-pythons, --extra-python, -P, --force-pythons, --force-python':
        'text',
    },
    flags:
      '-h -l --list --list-sessions --json -r --reuse-existing-virtualenvs -R -N --no-reuse-existing-virtualenvs --no-venv -v --verbose -ts --add-timestamp -x --stop-on-first-error --no-stop-on-first-error --error-on-missing-interpreters --no-error-on-missing-interpreters --error-on-external-run --no-error-on-external-run --install-only --no-install --non-interactive --nocolor --no-color --forcecolor --force-color --usage --reuse-venv --download-python',
    examples: {
      'nox -s tests': [],
      'nox -f /tmp/noxfile.py --envdir a --report r': ['code other file /tmp/noxfile.py', 'directory a', 'write r'],
      'nox --unheard-of': ['unknown option --unheard-of of nox'],
    },
  }),
  runner('invoke inv', {
    operands: 'text',
    project: ['tasks.py'],
    language: 'python',
    stopAtOperand: true,
    options: {
      '-f, --config': 'config',
      '-r, --search-root': 'project-directory',
      '-c, --collection, -D, --list-depth, -F, --list-format, -T, --command-timeout': 'text',
    },
    flags:
      '-h -l --list -d --debug -e --echo -p --pty -R --dry -w --warn-only --no-dedupe --hide --write-pyc -V --complete --prompt-for-sudo-password --prompt-for-passphrase --prompt-for-login-password',
    examples: {
      'inv build --clean': [],
      'inv -f /tmp/x.yml -r /tmp/x build': ['code other file /tmp/x.yml', 'code python file /tmp/x'],
      'inv --unheard-of build': ['unknown option --unheard-of of inv'],
    },
  }),
  runner('doit poe taskipy', {
    operands: 'text',
    project: ['dodo.py'],
    language: 'python',
    stopAtOperand: true,
    options: {
      '-f, --file, -d, --dir, -C, --directory, --root': 'project-directory',
      '--db-file, -o, --output-file': 'write',
      '-n, --process, -r, --reporter, -v, --verbosity, --backend, -e, --executor, -X, --executor-opt, -k, --seek-file, -P, --parallel-type':
        'text',
    },
    flags:
      '-h -l --list -a --always-execute -q --quiet -s --single --version --verbose --dry-run --ansi --no-ansi -V --continue',
    examples: {
      'poe test': [],
      'doit -f /tmp/dodo.py': ['code python file /tmp/dodo.py'],
      'doit -o a.out': ['write a.out'],
      'doit --unheard-of': ['unknown option --unheard-of of doit'],
    },
  }),
]

export const pythonPackaging: readonly Program[] = [...family(entries), ...taskRunners]
