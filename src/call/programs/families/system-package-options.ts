import type { Entry } from '../entry.ts'

/** Settings of apt that name no program, place or key. */
const APT_SETTINGS =
  'Acquire::Retries, Acquire::http::Timeout, Acquire::https::Timeout, Acquire::ftp::Timeout, Acquire::ForceIPv4, Acquire::ForceIPv6, Acquire::Languages, Acquire::http::Pipeline-Depth, Acquire::Queue-Mode, Acquire::By-Hash, Acquire::Check-Valid-Until, Acquire::Max-FutureTime, Acquire::GzipIndexes, Acquire::CompressionTypes::*, Acquire::PDiffs, Acquire::http::No-Cache, Acquire::http::Dl-Limit, DPkg::Lock::Timeout, Dpkg::Lock::Timeout, DPkg::Use-Pty, Dpkg::Use-Pty, Dpkg::Progress*, DPkg::Progress*, APT::Install-*, APT::Get::Assume-Yes, APT::Get::Show-*, APT::Get::Fix-*, APT::Color, APT::Status-Fd, APT::Acquire::Retries, APT::Cache-Limit, APT::Immediate-Configure, APT::AutoRemove::*, APT::Get::AutomaticRemove, APT::Periodic::*, APT::Architecture, Debug::*, quiet, Quiet, quiet::NoUpdate'

export const APT: Entry = {
  options: {
    '-o, --option': {
      keys: {
        [APT_SETTINGS]: 'text',
        'Dpkg::Options::, DPkg::Options::': {
          words: '--force-confold --force-confdef --force-confnew --force-confmiss --force-overwrite --force-unsafe-io',
          else: 'opaque',
        },
      },
      else: 'opaque',
    },
    '-c, --config-file': 'run-file',
    '--with-source': 'read',
    '-t, --target-release, --default-release, -a, --host-architecture, -P, --build-profiles, -S, --snapshot, --error-on, -w, --width, -F, --display-format, -O, --sort, --disable-columns, --add-user-tag, --add-user-tag-to, --show-why':
      'text',
    '-q, --quiet': 'number?',
  },
  flags:
    '-h -v -V --verbose-versions -y --yes --assume-yes --assume-no -d --download-only -s --simulate --just-print --dry-run --recon --no-act -f --fix-broken -m --fix-missing --ignore-missing --no-download -u --show-upgraded --no-show-upgraded -b --compile --build --ignore-hold --with-new-pkgs --no-upgrade --only-upgrade --print-uris --purge --reinstall --list-cleanup --trivial-only --no-remove --auto-remove --autoremove --only-source --diff-only --dsc-only --tar-only --arch-only --indep-only --show-progress --install-recommends --no-install-recommends --install-suggests --no-install-suggests --mark-auto --allow-downgrades --allow-change-held-packages --allow-remove-essential --allow-releaseinfo-change --allow-releaseinfo-change-suite --installed --upgradable --upgradeable --all-versions --full -n --names-only --no-list-columns --no-strict-semver --autoclean -D --show-deps -Z --visual-preview --without-recommends --with-recommends -R -r --important -i --no-recommends --solver --update -U --comment --no-color --color --no-pager --audit --no-all-versions --recurse --no-gui --no-auto-remove',
  when: {
    '--allow-unauthenticated': ['system weaken-tls'],
    '--allow-insecure-repositories': ['system weaken-tls'],
    '--allow-weak-repositories': ['system weaken-tls'],
    '--allow-downgrade-to-insecure-repositories': ['system weaken-tls'],
    '--force-yes': ['system weaken-tls'],
    '--no-gpg-checks': ['system weaken-tls'],
  },
}

export const DNF: Entry = {
  options: {
    '-c, --config': 'run-file',
    '--installroot, --downloaddir, --destdir, --download-path': 'directory',
    '--repofrompath': 'opaque',
    '--add-repo, --from-repofile': 'registry | read',
    '--setopt': {
      keys: {
        'install_weak_deps, keepcache, max_parallel_downloads, fastestmirror, tsflags, retries, timeout, skip_if_unavailable, deltarpm, metadata_expire, best, assumeyes, defaultyes, clean_requirements_on_remove, *.skip_if_unavailable':
          'text',
      },
      else: 'opaque',
    },
    '--enablerepo, --disablerepo, --enable-repo, --disable-repo, --repo, --repoid, -x, --exclude, --excludepkgs, --releasever, --forcearch, --arch, --archlist, -d, --debuglevel, -e, --errorlevel, --rpmverbosity, --color, --advisory, --advisories, --bz, --bzs, --cve, --cves, --sec-severity, --secseverity, --comment, --qf, --queryformat, --whatrequires, --whatprovides, --whatconflicts, --whatdepends, --whatobsoletes, --latest-limit, --disableexcludes, --disableplugin, --enableplugin, -R, --randomwait, --disable-plugin, --enable-plugin, --file, --what-provides, --store, --advisory-severities, -D, --url':
      'text',
  },
  flags:
    '-h -v --verbose -q --quiet -y --assumeyes --assumeno -C --cacheonly -b --best --nobest --refresh --allowerasing --skip-broken --skip-unavailable --downloadonly --nodocs --noplugins --obsoletes --noautoremove --showduplicates --installed --available --extras --updates --upgrades --autoremove --recent --all --info --list --summary --security --bugfix --enhancement --newpackage --minimal --reinstall --test -4 -6 --set-enabled --set-disabled --enable --disable --save --dump --resolve --alldeps --source --srpm --requires --provides --recursive --duplicates --unneeded --tree --deplist --location --nvr --nevra --envra --userinstalled --leaves --with-optional --no-allow-downgrade --allow-downgrade --debugsolver --transient --offline --use-host-config --installed-from-repo --json --files --changelogs --conflicts -s -l -i -a --urls --no-best',
  when: {
    '--nogpgcheck': ['system weaken-tls'],
    '--no-gpgchecks': ['system weaken-tls'],
    '--allow-unsigned': ['system weaken-tls'],
  },
}

export const APK: Entry = {
  options: {
    '-X, --repository': 'registry | read-tree',
    '-p, --root, --cache-dir, -o, --output': 'directory',
    '--repositories-file, --keys-dir': 'config',
    '-t, --virtual, --arch, --cache-max-age, --timeout, --progress-fd, --wait': 'text',
  },
  flags:
    '-h -V -q --quiet -v --verbose -f --force --force-overwrite --force-refresh --force-broken-world --force-old-apk --force-non-repository --force-missing-repositories --force-binary-stdout -i --interactive -u --upgrade -U --update-cache --no-cache --no-chown --no-network --no-progress --no-scripts --no-commit-hooks --no-logfile --no-interactive --print-arch --purge --initdb -l --latest --available -a --all --ignore --self-upgrade-only --no-self-upgrade -s --simulate --clean-protected --overlay-from-stdin -x --exact -e --installed -d --description --origin -R -L -P -W -w -r --recursive --stdout --link --prune --check --size --depends --providers -O --orphaned --world --usermode --add-dependencies --sync --cache-predownload',
  when: { '--allow-untrusted': ['system weaken-tls'] },
}

export const ZYPPER: Entry = {
  options: {
    '-c, --config': 'run-file',
    '-R, --root, --installroot, -C, --cache-dir, --raw-cache-dir, --solv-cache-dir, --pkg-cache-dir, -D, --reposd-dir, --userdata':
      'directory',
    '-p, --plus-repo, --plus-content': 'registry | text',
    '-r, --repo, --from, -t, --type, --releasever, -s, --table-style, --download, --solver-focus, --name, --priority, --date, --cve, --bugzilla, --category, --severity, -n, -b, -g, -m, --medium-type, -e, --export':
      'text',
  },
  flags:
    '-h -V -v --verbose -q --quiet --no-color --color -A --no-abbrev -i --ignore-unknown --non-interactive --non-interactive-include-reboot-patches -x --xmlout --no-refresh --no-cd --no-remote --auto-agree-with-licenses -l -y --no-confirm --no-recommends --recommends --dry-run --download-only --download-in-advance --download-in-heaps --download-as-needed --details --oldpackage --force -f --force-resolution --no-force-resolution --replacefiles --allow-vendor-change --no-allow-vendor-change --allow-downgrade --no-allow-downgrade --clean-deps --no-clean-deps -u --gpgcheck --gpgcheck-strict --refresh --no-keep-packages --keep-packages --enable --disable --check --no-check --installed-only --not-installed-only --provides --requires --search-descriptions --match-exact --match-substrings --match-words --case-sensitive --uri -d --all -a --with-update --updatestack-only --services --force-build --force-download --build-only --default-gpgcheck',
  when: {
    '--no-gpg-checks': ['system weaken-tls'],
    '--no-gpgcheck': ['system weaken-tls'],
    '--gpg-auto-import-keys': ['system trust-certificate'],
    '--allow-unsigned-rpm': ['system weaken-tls'],
    '-G': ['system weaken-tls'],
  },
}

export const BREW: Entry = {
  options: {
    '--appdir, --fontdir, --prefpanedir, --qlplugindir, --mdimporterdir, --dictionarydir, --servicedir, --colorpickerdir, --input-methoddir, --internet-plugindir, --audio-unit-plugindir, --vst-plugindir, --vst3-plugindir, --screen-saverdir, --keyboard-layoutdir':
      'directory',
    '--file': 'config',
    '--cc, --env, --language, --days, --bottle-arch, --category, --prune, --json, --arch, --os, --only-cops, --except-cops, --only, --except, --tap, --commit, --set-revision, --min-macos-version':
      'text?',
  },
  flags:
    '-h --help -v --verbose -q --quiet -d --debug -n --dry-run -f --force -s --build-from-source --build-bottle --force-bottle --HEAD --fetch-HEAD --head --devel --cask --casks --formula --formulae --full --full-name --versions --multiple --pinned --installed --installed-on-request --installed-as-dependency --ignore-dependencies --only-dependencies --include-test --include-build --include-optional --skip-recommended --keep-tmp --debug-symbols --display-times -g --greedy --greedy-latest --greedy-auto-updates -i --interactive --git --overwrite --adopt --no-binaries --binaries --skip-cask-deps --require-sha --zap --auto-update --preinstall --merge --shallow --no-shallow --force-auto-update --custom-remote --repair --eval-all --desc --open --closed --analytics --github --all --no-upgrade --upgrade --cleanup --no-lock --describe --taps --mas --vscode --brews --global --check --tree --graph --topological --direct --union --annotate --missing -1 -l -r -t --prefix --cellar --cache --repository --unbrewed --strict --online --new --fix --audit-debug --display-cop-names --newer-only --resources --list-checks --quarantine --no-quarantine --as-console-user --ask -y --yes --shell --plain --no-fetch-HEAD --aliases --deps --debian --fedora --ubuntu --requested --no-ask --show-suggested --reset-cache --skip-post-install',
}

const DPKG_READS: Entry = { operands: 'text', effects: ['look packages'] }

export const DPKG_DEB: Entry = {
  options: { '-Z, -S, -z, --threads-max, --deb-format, --showformat': 'text' },
  flags:
    '-h -? -v --verbose -D --debug --no-check --nocheck --root-owner-group --uniform-compression --no-uniform-compression',
  operands: 'read',
  forms: {
    '-x, --extract, -X, --vextract, -R, --raw-extract, -e, --control': { operands: ['read', 'directory'] },
    '-b, --build': { operands: ['read-tree', 'write'] },
    '-I, --info, -c, --contents, -f, --field, -W, --show, --fsys-tarfile, --ctrl-tarfile': { operands: 'read' },
  },
  examples: {
    'dpkg-deb -I a.deb': ['read a.deb'],
    'dpkg-deb a.deb': ['read a.deb'],
    'dpkg-deb -x evil.deb /': ['read evil.deb', 'directory /'],
    'dpkg-deb -b tree out.deb': ['read-tree tree', 'write out.deb'],
    'dpkg-deb --unheard-of a.deb': ['unknown option --unheard-of of dpkg-deb', 'read a.deb'],
  },
}

export const DPKG: Entry = {
  ...DPKG_READS,
  options: {
    '--admindir, --instdir, --root, --pre-invoke, --post-invoke, --status-logger, --path-exclude, --path-include':
      'opaque',
    '--force-*': 'opaque?',
    '--log': 'append',
    '--no-force-*, --refuse-*': 'text?',
    '-D, --debug, --ignore-depends, --status-fd, --abort-after, --verify-format, -f, --showformat': 'text',
  },
  flags:
    '-h -? -E --skip-same-version -G --refuse-downgrade -O --selected-only -B --auto-deconfigure -R --recursive --no-act --dry-run --simulate --no-pager --no-debsig --no-triggers --triggers --robot --no-recursive --pending',
  forms: {
    '-x, --extract, -X, --vextract, --raw-extract, -e, --control': { operands: ['read', 'directory'] },
    '-i, --install, --unpack, --configure, --triggers-only': {
      operands: 'text',
      effects: ['install dpkg named system'],
    },
    '-r, --remove, -P, --purge': { operands: 'text', effects: ['system remove-package'] },
    '--set-selections, --clear-selections, --update-avail, --merge-avail, --clear-avail, --forget-old-unavail, --record-avail, -A':
      { operands: 'text', effects: ['system change-configuration'] },
    '--add-architecture, --remove-architecture': {
      operands: 'text',
      effects: ['settings package-manager architecture'],
    },
    '-c, --contents, -I, --info, --field, --fsys-tarfile': { operands: 'read' },
    '-b, --build': { operands: ['read-tree', 'write'] },
    '-l, --list, -s, --status, -L, --listfiles, -S, --search, -p, --print-avail, -W, --show, --get-selections, --print-architecture, --print-foreign-architectures, --compare-versions, -V, --verify, -C, --audit, --yet-to-unpack, --predep-package, --assert-*, --validate-*, --force-help':
      DPKG_READS,
  },
  examples: {
    'dpkg -l': ['look packages'],
    'dpkg -i a.deb': ['read a.deb', 'install dpkg a.deb file system'],
    'dpkg -x /tmp/evil.deb /': ['read /tmp/evil.deb', 'directory /'],
    'dpkg -r x': ['system remove-package'],
    'dpkg --add-architecture i386': ['settings package-manager architecture'],
    'dpkg --set-selections': ['system change-configuration'],
    'dpkg -c a.deb': ['read a.deb'],
    'dpkg -b tree out.deb': ['read-tree tree', 'write out.deb'],
    'dpkg --print-architecture': ['look packages'],
    dpkg: ['look packages'],
    'dpkg --log /etc/x -l': ['append /etc/x', 'look packages'],
    'dpkg --force-all -i a.deb': ['unknown option --force-* of dpkg', 'read a.deb', 'install dpkg a.deb file system'],
    'dpkg --admindir /tmp/x -l': ['unknown option --admindir of dpkg', 'look packages'],
    'dpkg --instdir /tmp/x -l': ['unknown option --instdir of dpkg', 'look packages'],
    'dpkg --root /tmp/x -l': ['unknown option --root of dpkg', 'look packages'],
    'dpkg --pre-invoke x -l': ['unknown option --pre-invoke of dpkg', 'look packages'],
    'dpkg --post-invoke x -l': ['unknown option --post-invoke of dpkg', 'look packages'],
    'dpkg --status-logger x -l': ['unknown option --status-logger of dpkg', 'look packages'],
    'dpkg --path-exclude x -l': ['unknown option --path-exclude of dpkg', 'look packages'],
    'dpkg --path-include x -l': ['unknown option --path-include of dpkg', 'look packages'],
    'dpkg --unheard-of': ['unknown option --unheard-of of dpkg', 'look packages'],
  },
}

export const RPMBUILD: Entry = {
  operands: 'config',
  project: [],
  options: {
    // A macro is expanded, and may run what it likes.
    '-D, --define': {
      keys: {
        '_topdir, _builddir, _rpmdir, _srcrpmdir, _buildrootdir': 'directory',
        '_sourcedir, _specdir': 'names',
        'version, release, dist, _version, _release, debug_package, _smp_mflags, _build_id_links, commit, gitcommit, _binary_payload':
          'text',
      },
      assign: ' ',
      else: 'opaque',
    },
    '--buildroot, --root': 'directory',
    '--dbpath, --rcfile, --macros, --load, --pipe, -E, --eval, --predefine': 'opaque',
    '--target, --with, --without, --scm, --undefine': 'text',
  },
  flags:
    '-h -? -v -vv -q --quiet -ba -bb -bc -bd -bf -bi -bl -bp -br -bs -ta -tb -tc -ti -ts -rb -rp --rebuild --recompile --build-in-place --clean --nobuild --nocheck --noclean --nodebuginfo --nodeps --noprep --rmsource --rmspec --short-circuit --noprepare --noinstall --nobuildroot',
  examples: {
    'rpmbuild -bb x.spec': ['read x.spec'],
    'cd /tmp/x && rpmbuild -bb /tmp/x/x.spec': [
      'names /tmp/x',
      'run rpmbuild',
      'code other file /tmp/x',
      'code other file /tmp/x/x.spec',
    ],
    "rpmbuild --define '__spec_build_pre sh /tmp/x.sh;' -bb x.spec": ['opaque unknown-option', 'read x.spec'],
    "rpmbuild --define '_topdir /etc/a' -bb x.spec": ['directory /etc/a', 'read x.spec'],
    "rpmbuild --define '_sourcedir src' -bb x.spec": ['names src', 'read x.spec'],
    'rpmbuild --buildroot /etc/a -bb x.spec': ['directory /etc/a', 'read x.spec'],
    'rpmbuild --root /etc/a -bb x.spec': ['directory /etc/a', 'read x.spec'],
    'rpmbuild --dbpath x': ['unknown option --dbpath of rpmbuild'],
    'rpmbuild --rcfile x': ['unknown option --rcfile of rpmbuild'],
    'rpmbuild --macros x': ['unknown option --macros of rpmbuild'],
    'rpmbuild --load x': ['unknown option --load of rpmbuild'],
    'rpmbuild --pipe x': ['unknown option --pipe of rpmbuild'],
    'rpmbuild --eval x': ['unknown option --eval of rpmbuild'],
    'rpmbuild --predefine x': ['unknown option --predefine of rpmbuild'],
    'rpmbuild --unheard-of x.spec': ['unknown option --unheard-of of rpmbuild', 'read x.spec'],
  },
}

/** nix-build, nix-instantiate and the commands of nix that evaluate an expression. */
export const NIX: Entry = {
  options: {
    '-f, --file': 'run-file',
    '-E, --expr': 'code',
    '-I, --include': 'opaque',
    '-o, --out-link, --profile': 'write',
    '--store, --eval-store, --builders, --substituters, --extra-substituters, --trusted-public-keys, --extra-trusted-public-keys, --post-build-hook, --diff-hook, --build-hook':
      'opaque',
    '--option': 'text text',
    '--arg, --argstr, --override-input': 'text text',
    '-A, --attr, -j, --max-jobs, --cores, --system, --log-format, --max-silent-time, --timeout, --update-input, --inputs-from, --extra-experimental-features, --experimental-features, --priority, --apply':
      'text',
  },
  flags:
    '-h -v --verbose --quiet -L --print-build-logs --no-link --no-out-link --dry-run -k --keep-failed -K --keep-going --fallback --json --impure --rebuild --print-out-paths --show-trace --offline --refresh --no-update-lock-file --no-write-lock-file --recreate-lock-file --commit-lock-file --no-registries --check --strict --eval --parse --raw --read-only --debug --all-systems --no-build --legacy -Q --no-build-output --repair --xml --read-write-mode --pure --hash --recursive --all',
  when: {
    '--accept-flake-config': ['system disable-security'],
    '--no-sandbox': ['system disable-security'],
    '--no-require-sigs': ['system weaken-tls'],
  },
}
