import type { Entry, Value } from '../entry.ts'

/** The shells that scripts are run with anyway. */
const SHELL: Value = { words: 'sh bash zsh dash /bin/sh /bin/bash /usr/bin/bash bun system', else: 'command' }

/** npm takes `--audit`, `--no-audit` and `--audit=false`. */
const SWITCH: Value = { words: 'true false', optional: true }

/** Options of npm: every setting is one. What is not among them npm hands on to scripts as a variable. */
export const NPM: Entry = {
  options: {
    '--script-shell': SHELL,
    '--shell': SHELL,
    '--prefix, -C': 'change-directory',
    '--registry, --reg, --replace-registry-host': 'registry | text',
    '--userconfig, --globalconfig': 'config',
    '--cache, --logs-dir, --pack-destination': 'directory',
    '--editor': 'run-command',
    '--viewer': { words: 'man browser woman', else: 'run-program' },
    '--browser': { words: 'true false', else: 'run-program', optional: true },
    '--git': { words: 'git', else: 'run-program' },
    '--node-gyp, --init-module, --init.module': 'run-file',
    '--cafile, --provenance-file': 'read',
    '--proxy, --https-proxy': 'send | text',
    '--strict-ssl': SWITCH,
    '--dangerously-allow-all-scripts': 'opaque?',
    '--color': { words: 'true false always', optional: true },
    '--[no-]audit, --[no-]fund, --[no-]save, --[no-]bin-links, --[no-]optional, --[no-]package-lock, --[no-]progress, --[no-]git-tag-version, --[no-]commit-hooks, --[no-]shrinkwrap, --[no-]update-notifier, --[no-]workspaces-update, --[no-]provenance, --[no-]legacy-peer-deps, --[no-]unicode, --[no-]timing, --[no-]strict-peer-deps, --[no-]ignore-scripts, --[no-]production, --[no-]foreground-scripts, --[no-]engine-strict, --[no-]install-links, --[no-]prefer-offline, --[no-]prefer-online, --[no-]offline, --[no-]json, --[no-]yes, --[no-]global, --[no-]force, --[no-]workspaces, --[no-]include-workspace-root, --[no-]if-present, --[no-]dry-run, --[no-]sign-git-tag, --[no-]sign-git-commit, --[no-]allow-same-version, --[no-]save-exact, --[no-]save-dev, --[no-]save-prod, --[no-]save-optional, --[no-]save-peer, --[no-]save-bundle, --[no-]format-package-lock, --[no-]package-lock-only, --[no-]rebuild-bundle, --[no-]long, --[no-]parseable, --[no-]all, --[no-]link, --[no-]description, --[no-]prefer-dedupe, --[no-]read-only, --[no-]usage, --[no-]include-staged, --[no-]include-attestations, --[no-]init-private, --[no-]expect-results, --[no-]diff-ignore-all-space, --[no-]diff-name-only, --[no-]diff-no-prefix, --[no-]diff-text, --[no-]omit-lockfile-registry-resolved, --[no-]global-style, --[no-]legacy-bundling, --[no-]dev, --[no-]packages-all, --[no-]allow-scripts-pending, --[no-]allow-scripts-pin, --[no-]strict-allow-scripts, --[no-]bypass-2fa, --versions':
      SWITCH,
    '--access, --allow-directory, --allow-file, --allow-git, --allow-remote, --allow-scripts, --also, --audit-level, --auth-type, --before, --enjoy-by, --ca, --cache-max, --cache-min, -c, --call, --cert, --cidr, --cpu, --depth, --diff, --diff-dst-prefix, --diff-src-prefix, --diff-unified, --expect-result-count, --expires, --fetch-retries, --fetch-retry-factor, --fetch-retry-maxtimeout, --fetch-retry-mintimeout, --fetch-timeout, --heading, --include, --init-author-email, --init-author-name, --init-author-url, --init-license, --init-type, --init-version, --init.author.email, --init.author.name, --init.author.url, --init.license, --init.version, --install-strategy, --key, --libc, --local-address, -L, --location, --lockfile-version, --loglevel, --logs-max, --name, --maxsockets, -m, --message, --min-release-age, --min-release-age-exclude, --node-options, --noproxy, --omit, --only, --orgs, --os, --otp, --package, --packages, --preid, --save-prefix, --sbom-format, --sbom-type, --scope, --scopes, --packages-and-scopes-permission, --orgs-permission, --token-description, --searchexclude, --searchlimit, --searchopts, --searchstaleness, --tag, --tag-version-prefix, --umask, --user-agent, --which, -w, --workspace, --nodedir, --python, --target, --target_arch, --target_platform, --runtime, --dist-url, --build-from-source, --_auth, --script, --type':
      'text',
  },
  flags:
    '-h -H -v -f -g -l -p -S -B -D -E -O -P -y -a -n -d -dd -ddd -q -s -ws -iwr --quiet --silent --verbose --desc --local --no --porcelain --readonly --ws --iwr --no-color --no-browser --no-scripts --no-lockfile --no-cache --no-workspace --no-interactive --frozen-lockfile --no-lock',
  when: { '--no-strict-ssl': ['system weaken-tls'] },
}

/** npx, `npm exec`, pnpm dlx, yarn dlx, bunx: options before the name of what is run. */
export const RUNNING: Entry = {
  stopAtOperand: true,
  options: {
    ...NPM.options,
    '-p, --package, -c, --call, --filter, -F, --node-arg, -n, --allow-build, --reporter, --loglevel, --cpu, --os':
      'text',
    '--npm': 'run-program',
    '--dir, --cwd': 'change-directory',
  },
  flags: `${NPM.flags} --ignore-existing --always-spawn --no-install --install --bun --verbose --recursive -r --parallel --shell-mode --workspace-root -T --top-level -B --binaries-only --stream --no-bail --shell-auto-fallback`,
  when: NPM.when!,
}

export const PNPM: Entry = {
  options: {
    '--script-shell': SHELL,
    '-C, --dir, --prefix, --cwd': 'change-directory',
    '--registry': 'registry | text',
    '--userconfig': 'config',
    '--pnpmfile, --global-pnpmfile': 'loads-code',
    '--store-dir, --cache-dir, --state-dir, --virtual-store-dir, --modules-dir, --lockfile-dir, --global-dir, --global-bin-dir, --pack-destination, --patches-dir, --edit-dir, --tools-dir':
      'directory',
    '--out': 'write',
    '--proxy, --https-proxy': 'send | text',
    '--cafile': 'read',
    '--dangerously-allow-all-builds': 'opaque?',
    '--config.*': 'opaque',
    '--[no-]audit, --[no-]frozen-lockfile, --[no-]optional, --[no-]save, --[no-]prefer-frozen-lockfile, --[no-]strict-peer-dependencies, --[no-]shamefully-hoist, --[no-]bail, --[no-]sort, --[no-]lockfile, --[no-]git-checks, --[no-]verify-store-integrity, --[no-]link-workspace-packages, --[no-]prefer-workspace-packages, --[no-]auto-install-peers, --[no-]hoist, --[no-]color, --[no-]ignore-scripts, --[no-]offline, --[no-]prefer-offline, --[no-]side-effects-cache, --[no-]optimistic-repeat-install, --[no-]package-lock, --[no-]fund, --[no-]provenance, --[no-]shared-workspace-lockfile, --[no-]manage-package-manager-versions, --[no-]confirm-modules-purge, --[no-]inject-workspace-packages, --[no-]production':
      SWITCH,
    '-F, --filter, --filter-prod, --test-pattern, --changed-files-ignore-pattern, --reporter, --loglevel, --workspace-concurrency, --child-concurrency, --network-concurrency, --resume-from, --depth, --tag, --access, --otp, --publish-branch, --audit-level, --ignore, --package-import-method, --node-linker, --hoist-pattern, --public-hoist-pattern, --cpu, --os, --libc, --allow-build, --package, --use-node-version, --node-version, --fetch-retries, --fetch-retry-factor, --fetch-retry-maxtimeout, --fetch-retry-mintimeout, --fetch-timeout, --pack-gzip-level, --save-prefix, --save-catalog-name, --node-options, --resolution-mode, --trust-policy, --minimum-release-age, --sort-by, --sbom-format, --protocol, --port, --omit, --scope, --location, --force-exclude, --user-agent, --package-manager-strict, --format':
      'text',
  },
  flags:
    '-r --recursive -w --workspace-root --aggregate-output --stream --use-stderr --parallel --if-present --report-summary -s --silent --ignore-workspace --ignore-workspace-root-check -W --fail-if-no-match --include-workspace-root --reverse -c --shell-mode --shell-emulator -P --prod -D --dev -O -E --save-exact --save-dev --save-prod --save-optional --save-peer --save-catalog --catalog --save-workspace-protocol --workspace --fix-lockfile --lockfile-only --ignore-pnpmfile --force --merge-git-branch-lockfiles --side-effects-cache-readonly --use-store-server --use-running-store-server --resolution-only -L --latest -i --interactive -g --global --json --parseable --long --no-table --compatible --fix --ignore-registry-errors --ignore-unfixable --dry-run --legacy --yes -y --ignore-existing -h -v --only-projects --trust-lockfile --no-scripts --no-interactive --peer --bare --all --check --background --ignore-stop-requests --ignore-upload-requests --list --init-package-manager --init-type',
}

/** Yarn 1 and its successors. */
export const YARN: Entry = {
  options: {
    '--cwd': 'change-directory',
    '--registry': 'registry | text',
    '--script-shell': SHELL,
    '--use-yarnrc, --use-manifest': 'config',
    '--yarn-path, --path': 'loads-code',
    '--require': 'loads-code',
    '--cache-folder, --preferred-cache-folder, --modules-folder, --global-folder, --link-folder, --prefix': 'directory',
    '-o, --out, --filename, -f': 'write',
    '--proxy, --https-proxy': 'send | text',
    '--inspect, --inspect-brk': { words: '0 9229', else: 'listen', optional: true },
    '--production, --prod, --emoji, --scripts-prepend-node-path, --flat': SWITCH,
    '--mutex, --network-concurrency, --network-timeout, --tag, --access, --otp, --new-version, --message, --preid, --level, --groups, --depth, --pattern, --scope, --mode, -j, --jobs, --since, --include, --exclude, --from, --package, -p, -s, --strategy, --checksums, --branch, --repository, --severity, --environment, --ignore, --version, --name, --extra, -X, --limit, --resolved, --node-options, --loglevel, --audit-level, --filter':
      'text',
  },
  flags:
    '-h -v -V --audit --no-audit --check-files --dev -D --disable-pnp --enable-pnp --pnp --dry-run -n --exact -E --tilde -T --caret -C --focus --force --frozen-lockfile --no-frozen-lockfile --global --har --ignore-engines --ignore-optional --ignore-platform --ignore-scripts --ignore-workspace-root-check -W --init --install -i --interactive --json --latest -L --link-duplicates --major --minor --patch --premajor --preminor --prepatch --prerelease --no-bin-links --no-default-rc --no-git-tag-version --no-commit-hooks --no-lockfile --no-node-version-check --no-progress --non-interactive --offline --optional -O --peer -P --peers --prefer-offline --prefer-dev --private --pure-lockfile --recursive -R --silent --skip-integrity-check --strict-semver --summary --update-checksums --verbose --yes -y -2 -A --all --immutable --no-immutable --immutable-cache --check-cache --check-resolutions --refresh-lockfile --inline-builds --cached --fixed --interlaced --no-interlaced --parallel -t --topological --topological-dev --no-private -B --binaries-only --top-level -q --quiet --check --only-if-needed -H --home -U --no-defaults --why --tolerate-republish --provenance --no-provenance --deferred --immediate -d --name-only --manifest --cache --dependents --virtuals --no-deprecations --mirror -w -u --update --save --no-fund --workspaces --worktree --no-optional --install-if-needed --publish -x --skip-cleanup --flat-lockfile --integrity --verify-tree --production=true --if-present --bail --no-bail --no-save',
}

export const BUN: Entry = {
  language: 'javascript',
  options: {
    '--cwd': 'change-directory',
    '--registry': 'registry | text',
    '--shell': SHELL,
    '-c, --config': 'config',
    '--preload, -r, --require, --import': 'run-file',
    '--env-file': 'project-directory',
    '--tsconfig-override': 'config',
    '--cache-dir, --coverage-dir, --cpu-prof-dir, --heap-prof-dir, --patches-dir, --destination': 'directory',
    '--reporter-outfile, --lockfile, --filename': 'write',
    '--cafile': 'read',
    '--inspect, --inspect-brk, --inspect-wait': { words: '0 6499 9229 localhost:6499', else: 'listen', optional: true },
    '--bail': 'number?',
    '--install': { words: 'auto fallback force' },
    '-e, --eval, -p, --print': 'code',
    '-F, --filter, --linker, --omit, --backend, --network-concurrency, --concurrent-scripts, --link-native-bins, --conditions, --define, -d, --drop, --console-depth, --user-agent, --title, --main-fields, --extension-order, --jsx-factory, --jsx-fragment, --jsx-import-source, --jsx-runtime, --port, --unhandled-rejections, --dns-result-order, --max-http-header-size, --timeout, --rerun-each, --coverage-reporter, -t, --test-name-pattern, --reporter, --max-concurrency, --seed, --loader, -l, --origin, -u, --ca, --cpu, --os, --access, --tag, --otp, --auth-type, --gzip-level, --message, -m, --preid, --target, --format, --external, --minimum-release-age, --audit-level, --only-missing, --package, --fetch-preconnect, --depth, --retry, --shard, --ignore':
      'text',
  },
  flags:
    '-h -v --bun -b --hot --watch --no-clear-screen --smol --if-present --no-install -i --prefer-offline --prefer-latest --silent --verbose --revision --no-env-file --expose-gc --no-deprecation --throw-deprecation --no-addons --zero-fill-buffers --redis-preconnect --sql-preconnect --experimental-http2-fetch --workspaces --parallel --sequential --no-exit-on-error --elide-lines -y --yes --yarn --production --no-save --save --dry-run --frozen-lockfile --force -f --no-cache --no-verify --no-progress --no-summary --ignore-scripts --trust --global -g --save-text-lockfile --lockfile-only --dev -D --development --optional --peer -E --exact -a --analyze --only --todo --coverage --update-snapshots --concurrent --randomize --pass-with-no-tests --dots --only-failures --latest --recursive --interactive --minimal --open --canary --stable --all --rm --json --tolerate-republish --allow-same-version --no-git-tag-version --react --no-orphans --no-bundle --cpu-prof --heap-prof --quiet --bytecode --no-macros --commit --all --global-cache --dump-environment-variables --dump-limits --prod',
}

export const BUN_BUILD: Entry = {
  language: 'javascript',
  operands: 'read',
  options: {
    '--outdir, --root': 'directory',
    '--outfile, --metafile': 'write',
    '--env': 'text',
    '-e, --external, --target, --format, --define, --drop, --naming, --loader, --entry-naming, --chunk-naming, --asset-naming, --public-path, --packages, --banner, --footer, --conditions, --jsx-factory, --jsx-fragment, --jsx-import-source, --jsx-runtime, --windows-icon, --windows-title, --compile-exec-argv':
      'text',
    '--sourcemap': { words: 'linked inline external none', optional: true },
  },
  flags:
    '--minify --minify-syntax --minify-whitespace --minify-identifiers --splitting --watch --no-bundle --bytecode --compile --production --server-components --css-chunking --react-fast-refresh --emit-dce-annotations --ignore-dce-annotations --no-clear-screen --windows-hide-console --keep-names --app',
}
