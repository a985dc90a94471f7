import type { Entry } from '../entry.ts'

/** Where packages come from, and how they are fetched: pip, and uv's commands for it. */
const INDEX: NonNullable<Entry['options']> = {
  '-i, --index-url, --pypi-url, --extra-index-url, --index, --default-index, --publish-url, --check-url':
    'registry | text',
  '-f, --find-links': 'registry | read-tree',
  '--proxy': 'send | text',
  '--trusted-host, --allow-insecure-host': 'text',
  '--cache-dir': 'directory',
  '--cert, --client-cert': 'read',
}

const WEAKENS = {
  '--trusted-host': ['system weaken-tls'],
  '--allow-insecure-host': ['system weaken-tls'],
} as const

export const PIP: Entry = {
  options: {
    ...INDEX,
    '-r, --requirement, -c, --constraint, --build-constraint, --requirements-from-script': 'source',
    '--log, --log-file, --local-log': 'append',
    '--report': 'write',
    '-t, --target, --prefix, --root, --src, --source, --source-dir, --source-directory, -d, --dest, --destination-dir, --destination-directory, --download, -w, --wheel-dir, -b, --build, --build-dir':
      'directory',
    '--python': 'interpreter',
    '--editor': 'run-command',
    '-e, --editable, --platform, --python-version, --implementation, --abi, --only-binary, --no-binary, --timeout, --default-timeout, --retries, --resume-retries, --exists-action, --global-option, --install-option, --build-option, -C, --config-settings, --config-setting, --progress-bar, --root-user-action, --use-feature, --use-deprecated, --keyring-provider, --group, --format, --path, --exclude, -a, --algorithm, --upgrade-strategy, --uploaded-prior-to':
      'text',
  },
  flags:
    '-h --debug --isolated --require-virtualenv --require-venv -v --verbose -V -q --quiet --no-input --disable-pip-version-check --no-color --no-python-version-warning --no-cache-dir --no-index --pre --prefer-binary --no-deps --no-dependencies --dry-run --user --no-user -U --upgrade --force-reinstall -I --ignore-installed --ignore-requires-python --no-build-isolation --use-pep517 --no-use-pep517 --check-build-dependencies --break-system-packages --compile --no-compile --no-warn-script-location --no-warn-conflicts --require-hashes --no-clean -o --outdated -u --uptodate -l --local --not-required --exclude-editable --include-editable -y --yes --all --files --global --site --bash --zsh --fish --powershell --no-verify --egg --no-use-wheel --build-isolation',
  when: WEAKENS,
}

export const UV: Entry = {
  language: 'python',
  options: {
    ...INDEX,
    '-r, --requirement, --requirements, -c, --constraint, --constraints, --constraint-dependencies, -b, --build-constraint, --build-constraints, --override, --overrides, --with-requirements, --excludes':
      'source',
    '-p, --python': 'interpreter',
    '--directory, --project': 'project-directory',
    '--config-file': 'config',
    '--env-file': 'project-directory',
    '-o, --output-file, --out-file': 'write',
    '-t, --target, --prefix, --root, --out-dir, -d, --dest, --install-dir, -w, --wheel-dir, --src': 'directory',
    '--script': 'text?',
    '--mirror, --pypy-mirror': 'registry | text',
    '-e, --with-editable, --editable': 'text',
    '-u, --username, --password, --token, --keyring-provider, --index-strategy, --link-mode, --color, --resolution, --prerelease, --fork-strategy, --exclude-newer, --exclude-newer-package, --extra, --no-extra, --group, --no-group, --only-group, --package, --no-package, -P, --upgrade-package, --upgrade-group, --refresh-package, --reinstall-package, -C, --config-setting, --config-settings, --config-settings-package, --no-build-isolation-package, --no-build-package, --no-binary-package, --no-sources-package, --no-install-package, --only-install-package, --no-emit-package, --only-emit-package, --prune, --depth, --python-platform, --python-version, --python-preference, --python-fetch, --output-format, --format, --annotation-style, --emit-index-url-for, --only-binary, --no-binary, --with, --from, --prompt, --name, --description, --vcs, --author-from, --build-backend, --branch, --tag, --rev, --optional, --marker, --bounds, --bump, --trusted-publishing, --system-certs, --torch-backend, --no-index-url, --from-format, --upgrade-strategy, --timeout, --extras, --abi, --implementation, --platform, --default-groups, --required-environments, --index-format, --python-downloads, --refresh-interval, --target-version':
      'text',
  },
  flags:
    '-h -V -v --verbose -q --quiet --offline --no-offline --no-cache -n --no-cache-dir --no-config --no-progress --native-tls --no-native-tls --no-python-downloads --managed-python --no-managed-python --isolated --preview --no-preview --all --all-extras --all-groups --all-packages --all-platforms --all-versions --allow-existing --app --application --lib --bare --bin --compile-bytecode --compile --no-compile --default --dev --no-dev --only-dev --no-default-groups --dry-run --force --force-pep517 --inexact --exact --invert -m --module -s --gui-script --no-build --no-build-isolation --no-build-logs --no-clear --clear --no-dedupe --no-editable --no-emit-project --no-emit-workspace --no-emit-local --no-env-file --no-hashes --generate-hashes --no-header --no-annotate --no-index --no-install-project --no-install-workspace --no-install-local --no-pager --no-pin-python --no-project --no-discover --no-readme --no-sources --no-sync --no-verify-hashes --verify-hashes --no-workspace --only-installed --outdated --package-app --raw --raw-sources --refresh --reinstall --force-reinstall --relocatable --require-hashes --resolved --sdist --wheel --wheels --list --seed --show-paths --show-version-specifiers --show-with --show-extras --show-python --show-sizes --strict --no-strict --system --no-system --break-system-packages --system-site-packages --universal -U --upgrade --frozen --locked --check --active --no-active --isolated-build --user --no-deps --pre --emit-index-url --emit-find-links --emit-marker-expression --emit-index-annotation --no-strip-extras --no-strip-markers --strip-extras --no-emit-index-url --short --no-emit-find-links --only-project --exclude-editable --files -l --local -y --reinstall-all --no-attestations --diff --exclude --skip-existing -x --lfs --no-bin --rm --no-modify-path --no-upgrade --no-unset --workspace --internal --package-mode --init --ci --scripts',
  when: WEAKENS,
}

export const POETRY: Entry = {
  language: 'python',
  options: {
    '-C, --directory, -P, --project': 'project-directory',
    '-o, --output': 'write',
    '--cert, --client-cert': 'read',
    '--path, --src': 'text?',
    '--python': 'interpreter',
    '-E, --extras, --group, -G, --platform, --source, --markers, --only, --with, --without, --format, -f, --name, --description, --author, --license, --dependency, --dev-dependency, --readme, -r, --repository, -u, --username, -p, --password, --priority, --config-settings, -c, --build-option, --why, --main':
      'text',
  },
  flags:
    '-h -q --quiet -V -n --no-interaction -v -vv -vvv --verbose --ansi --no-ansi --no-plugins --no-cache --all-extras --all-groups --allow-prereleases --compile --default --dev -D -e --editable --dry-run --full-path --executable --latest -l --list --local --lock --migrate --no-dev --no-directory --no-root --no-update --only-root --optional --outdated --remove-untracked --secondary --short -s --skip-existing --sync --top-level -T -t --tree --unset --all -a --build --check --strict --install --with-credentials --without-hashes --without-urls --flat --regenerate --preview --addons --no-truncate --next-phase --clean --skip-build --interactive',
}

export const PIPX: Entry = {
  options: {
    '-i, --index-url': 'registry | text',
    '--python': 'interpreter',
    '--spec, --suffix, --value, -V, --skip, --pip-args, --fetch-missing-python, --backend, -r, --requirement, --path, --with':
      'text',
  },
  flags:
    '-h -v --verbose -q --quiet -e --editable -f --force --include-apps --include-deps --include-injected --json --no-cache --pypackages --short --system-site-packages --global --preinstall --with-suffix --upgrade-injected --no-path-check --prepend --all-users --pinned --skip-maintenance --all-shells',
}

export const PIPENV: Entry = {
  language: 'python',
  options: {
    '-i, --index, --extra-index-url, --pypi-mirror': 'registry | text',
    '-r, --requirements': 'source',
    '--python': 'interpreter',
    '-c, --categories, -e, --editable, --extra-pip-args, --ignore, --db, --key, --output, --policy-file, --unused, --selective-upgrade, --support':
      'text',
  },
  flags:
    '-h -v --verbose -q --quiet --all --all-dev --anyway --bare --clear --completion --deploy -d --dev --dev-only --dry-run --envs --fancy --header --ignore-pipfile --json --json-tree --keep-outdated --lock-only --man --no-header --hash --from-pipfile --no-site-packages --outdated --pre --py --reverse --rm --sequential --site-packages --skip-lock --system --three --two --venv --where --exclude-markers --hash-all --auto-install --safety-project --scan --unused-imports',
}

/** pdm, rye, hatch and pixi: what they share, and their own. */
export const PROJECT_MANAGERS: Entry = {
  language: 'python',
  options: {
    ...INDEX,
    '-p, --project, --chdir, --manifest-path, --pyproject': 'project-directory',
    '--config, --global-config, --site': 'config',
    '-o, --output, --lockfile, -L': 'write',
    '--dest, -d, --out': 'directory',
    '--env-file': 'project-directory',
    '--python, --interpreter': 'interpreter',
    '-r, --requirement': 'source',
    '-G, --group, --with, --without, -e, -E, --env, --environment, --features, --feature, --extras, --format, -k, --skip, -S, --override, --strategy, --exclude, --no-isolation-package, -u, --username, -P, --password, --repository, --channel, --platform, --tag, --rev, --branch, --git, --path, --name, --license, --version, --min-python, --toolchain, --script, --venv, --update-strategy, --save-strategy, --implementation, --abi, --target, --backend, --copier, --fields, --revision, --subdir, --tls-no-verify, --concurrent-downloads, --concurrent-solves, --pypi-keyring-provider, --filter, --color, -F, --inherit, --pyi':
      'text',
  },
  flags:
    '-h -V -v -vv --verbose -q --quiet --no-lock --lock --frozen --frozen-lockfile --locked --no-self --no-editable --no-isolation --no-default --no-dev --dev -D --prod --production --dry-run --check --clean --no-clean --sdist --wheel --no-sdist --no-wheel --all -a --all-features --pre --sync --no-sync --no-install --update-reuse --update-all --update-eager --save-compatible --save-exact --save-wildcard --save-minimum --unconstrained --outdated --tree --graph --reverse --json --csv --markdown --freeze --yes -y --no-confirm --non-interactive --interactive --ascii --hide-titles --build --editable --pypi --optional --excluded --features-only --short -n --no-color --list -l --fail-fast -x --no-cov --cover -c --cov --fix --randomize --parallel -j --doctest --lib --virtual --local --global -g --clean-env --no-progress --no-hashes --without-hashes --expandvars --no-markers --no-extras --self --ignore-python --first -f --force -s -i -b --build-only --update --explain --force-reinstall --no-lockfile-update --as-is --no-fork --prerelease --no-prompt --skip-existing --no-index --no-header --with-sources --generate-hashes --universal --no-default-feature',
  when: WEAKENS,
}

export const CONDA: Entry = {
  options: {
    '-c, --channel': 'registry | text',
    '-p, --prefix': 'directory',
    '-r, --root-prefix': 'directory',
    '-f, --file, --lockfile': 'source',
    '--cwd': 'change-directory',
    '--output-folder, --output-dir, --croot': 'directory',
    '--rc-file': 'config',
    '-n, --name, --clone, --platform, --subdir, --repodata-fn, --solver, --experimental-solver, --revision, --which, -w, --pkg-name, --pkg-version, --pkg-build, --python, --format, --channel-priority, --category, -s, --shell, --console, --trace-level, --from-history-of, --log-level, --ssl-verify, --cacert-path, --retry-clean-cache, --download-threads, --extract-threads, --attach, --label, --package-format, --variants, --use-lockfile, --features-env':
      'text',
  },
  flags:
    '-h -V -v -vv -vvv --verbose -q --quiet --json -d --dry-run -y --yes --all -a --base --canonical --clobber --copy --no-copy --always-copy --debug-wrapper-scripts --dev --download-only --envs -e --explicit --export --features --force --force-pkgs-dirs --force-reinstall --force-remove --freeze-installed --full-name --no-update-deps --info -i --index-cache --live-stream --no-capture-output --md5 --sha256 --no-md5 --mkdir --no-channel-priority --no-default-packages --no-deps --no-pin --no-pip --no-stack --stack --offline --only-deps --override-channels --packages --show-channel-urls --strict-channel-priority --system --tarballs -t --update-all --update-deps --update-specs -S --satisfied-skip-solve --use-index-cache -C --use-local --logfiles -l --tempfiles --validate --from-history --no-builds --ignore-channels --prune --reverse --user --no-user --unsafe-channels --auto-activate-base --always-softlink --no-env --no-rc --rc-only --show-sources --experimental --unused --untracked --keep-env --no-plugins --allow-uninstall --no-shortcuts --shortcuts --no-py-pin --no-lock --trash --pip --tree --recursive --pretty --relative-cache --json-all --no-test --no-build-id --no-anaconda-upload --test --output --skip-existing --check-channel',
  // Without a check of what comes in, or with more rights.
  when: { '-k, --insecure': ['system weaken-tls'] },
}

/** `conda config`: what it keeps for later. */
export const CONDA_CONFIG: Entry = {
  options: {
    '--set': 'text text',
    '--add, --append, --prepend, --remove': 'text text',
    '--remove-key': 'text',
    '--get, --show, --describe': 'text?',
    '-f, --file, -p, --prefix, -n, --name': 'text',
  },
  flags: '-h --system --env --show-sources --validate --write-default --stdin --json -v --verbose -q --quiet',
}
