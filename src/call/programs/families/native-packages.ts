import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Packages of C, C++ and of Apple's platforms. */
const entries: Entries = {
  conan: {
    language: 'python',
    options: {
      '-pr, --profile, -pr:b, -pr:h, --profile:build, --profile:host, -pr:a, --profile:all': 'loads-code',
      '-of, --output-folder, -if, --install-folder, -bf, --build-folder, -pf, --package-folder, -sf, --source-folder, --deployer-folder':
        'directory',
      '-d, --deployer': 'loads-code',
      '-l, --lockfile, --lockfile-out': 'edit',
      '-c, --conf, -c:h, --conf:host, -c:b, --conf:build, -cc, --core-conf': 'opaque',
      '-s, --settings, -s:h, -s:b, --settings:build, --settings:host, -o, --options, -o:h, -o:b, -r, --remote, --build, -b, --name, --version, --user, --channel, -g, --generator, -f, --format, --test-folder, -tf, --requires, --tool-requires, -p, --package-query, --exist-ok':
        'text?',
      '-v': 'text?',
    },
    flags:
      '-h -nr --no-remote -u --update -vquiet -vverbose --lockfile-partial --lockfile-clean --raw -j --force --check --confirm --only-recipe --dry-run --json --allow-all --keep-build --ignore-dirty --detect',
    subcommands: {
      'install, download': { operands: 'project-directory', effects: ['install conan declared project'] },
      'create, build, export, source, test, export-pkg, editable': {
        operands: ['project-directory', 'text…'],
        project: ['conanfile.py'],
      },
      'search, list, inspect, version, graph, cache, remote list, profile list, profile show, profile path, profile detect, config home, config show, config list, lock, report, audit':
        { operands: 'text' },
      new: { operands: 'text', effects: ['directory .'] },
      upload: { operands: 'text', effects: ['service conan publish'] },
      'remote add, remote update, remote login, remote auth, remote set-user, remote enable': {
        operands: 'text',
        effects: ['settings package-manager repository'],
        flags: '--insecure --index --recipes-only',
        when: { '--insecure': ['system weaken-tls'] },
      },
      'remote remove, remote disable, remote rename, remove': { operands: 'text' },
      // Settings, hooks and remotes from elsewhere.
      'config install, config install-pkg': {
        operands: 'source',
        effects: ['opaque unreadable-code'],
        options: { '-t, --type, -sf, -tf, --args, --verify-ssl': 'text' },
      },
    },
    examples: {
      'conan list zlib': [],
      'conan install . --build=missing': ['install conan declared project'],
      'conan install /tmp/x': ['install conan declared project', 'code python file /tmp/x'],
      'conan create /tmp/evil': ['code python file /tmp/evil'],
      'cd /tmp/x && conan create .': [
        'names /tmp/x',
        'run conan',
        'code python file /tmp/x',
        'code python file /tmp/x',
      ],
      'conan remote add evil http://203.0.113.9/': ['settings package-manager repository'],
      'conan remote add --insecure evil http://203.0.113.9/': [
        'system weaken-tls',
        'settings package-manager repository',
      ],
      'conan config install https://files.example.net/conf.zip': [
        'opaque unreadable-code',
        'contact files.example.net fetch',
      ],
      'conan upload zlib': ['service conan publish'],
      'conan new basic': ['directory .'],
      'conan install . --profile /tmp/p': ['code python file /tmp/p', 'install conan declared project'],
      'conan install . --profile:build /tmp/p': ['code python file /tmp/p', 'install conan declared project'],
      'conan install . --profile:host /tmp/p': ['code python file /tmp/p', 'install conan declared project'],
      'conan install . --profile:all /tmp/p': ['code python file /tmp/p', 'install conan declared project'],
      'conan install . --deployer /tmp/d.py --lockfile l': [
        'code python file /tmp/d.py',
        'edit l',
        'install conan declared project',
      ],
      'conan install . --lockfile-out l': ['edit l', 'install conan declared project'],
      'conan install . --output-folder /etc/a': ['directory /etc/a', 'install conan declared project'],
      'conan install . --install-folder /etc/a': ['directory /etc/a', 'install conan declared project'],
      'conan install . --build-folder /etc/a': ['directory /etc/a', 'install conan declared project'],
      'conan install . --package-folder /etc/a': ['directory /etc/a', 'install conan declared project'],
      'conan install . --source-folder /etc/a': ['directory /etc/a', 'install conan declared project'],
      'conan install . --deployer-folder /etc/a': ['directory /etc/a', 'install conan declared project'],
      'conan install . --conf a=b': ['unknown option --conf of conan install', 'install conan declared project'],
      'conan install . --conf:host a=b': [
        'unknown option --conf:host of conan install',
        'install conan declared project',
      ],
      'conan install . --conf:build a=b': [
        'unknown option --conf:build of conan install',
        'install conan declared project',
      ],
      'conan install . --core-conf a=b': [
        'unknown option --core-conf of conan install',
        'install conan declared project',
      ],
      'conan install . --unheard-of': [
        'unknown option --unheard-of of conan install',
        'install conan declared project',
      ],
    },
  },
  vcpkg: {
    options: {
      '--vcpkg-root, --x-manifest-root': 'project-directory',
      '--downloads-root, --x-buildtrees-root, --x-packages-root, --x-install-root, --output-dir': 'directory',
      '--overlay-ports, --overlay-triplets, --x-builtin-ports-root': 'project-directory',
      '--x-asset-sources, --binarysource': 'opaque',
      '--triplet, --host-triplet, --feature-flags, --x-feature, --output': 'text',
      '--x-write-nuget-packages-config': 'write',
    },
    flags:
      '-h --recurse --clean-after-build --dry-run --editable --keep-going --no-downloads --only-downloads --raw --nuget --zip --7zip --all --outdated --no-dry-run --head --disable-metrics --x-json --allow-unsupported --x-no-default-features --application --add-initial-baseline --no-binarycaching',
    subcommands: {
      'install, upgrade, update, add, add port': { operands: 'text', effects: ['install vcpkg named project'] },
      'list, search, integrate, version, x-update-baseline, owns, depend-info, env, help, remove, export, hash, format-manifest, x-history, contact, cache':
        { operands: 'text' },
      new: { operands: 'text', options: { '--name, --version': 'text' }, effects: ['directory .'] },
    },
    examples: {
      'vcpkg list': [],
      'vcpkg install fmt --triplet x64-linux': ['install vcpkg fmt registry project'],
      'vcpkg install fmt --overlay-ports /tmp/p': ['code other file /tmp/p', 'install vcpkg fmt registry project'],
      'vcpkg install fmt --overlay-triplets /tmp/p': ['code other file /tmp/p', 'install vcpkg fmt registry project'],
      'vcpkg install fmt --x-builtin-ports-root /tmp/p': [
        'code other file /tmp/p',
        'install vcpkg fmt registry project',
      ],
      'vcpkg install fmt --vcpkg-root /tmp/p': ['code other file /tmp/p', 'install vcpkg fmt registry project'],
      'vcpkg install fmt --x-manifest-root /tmp/p': ['code other file /tmp/p', 'install vcpkg fmt registry project'],
      'vcpkg install fmt --downloads-root /etc/a': ['directory /etc/a', 'install vcpkg fmt registry project'],
      'vcpkg install fmt --x-buildtrees-root /etc/a': ['directory /etc/a', 'install vcpkg fmt registry project'],
      'vcpkg install fmt --x-packages-root /etc/a': ['directory /etc/a', 'install vcpkg fmt registry project'],
      'vcpkg install fmt --x-install-root /etc/a': ['directory /etc/a', 'install vcpkg fmt registry project'],
      'vcpkg install fmt --output-dir /etc/a': ['directory /etc/a', 'install vcpkg fmt registry project'],
      'vcpkg install fmt --x-asset-sources x': [
        'unknown option --x-asset-sources of vcpkg install',
        'install vcpkg fmt registry project',
      ],
      'vcpkg install fmt --binarysource x': [
        'unknown option --binarysource of vcpkg install',
        'install vcpkg fmt registry project',
      ],
      'vcpkg install --x-write-nuget-packages-config a': ['write a', 'install vcpkg declared project'],
      'vcpkg new --application': ['directory .'],
      'vcpkg install --unheard-of': ['unknown option --unheard-of of vcpkg install', 'install vcpkg declared project'],
    },
  },
  pod: {
    options: {
      '--project-directory': 'project-directory',
      '--sources': 'registry | text',
      '--external-podspecs, --include-podspecs': 'config',
      '--exclude-pods, --subspec, --swift-version, --configuration, --platforms, --description, --test-specs, --in-favor-of, --commit-message':
        'text',
    },
    flags:
      '-h --verbose --silent --no-ansi --allow-root --repo-update --no-repo-update --deployment --clean-install --regex --simple --stats --web --full --allow-warnings --quick --fail-fast --no-clean --no-subspecs --use-libraries --use-modular-headers --skip-tests --skip-import-validation --private --update --all --show-all --progress --no-pager --ignore-prerelease --podspec-name --local-only --use-static-frameworks --synchronous',
    subcommands: {
      'install, update': {
        operands: 'text',
        project: ['Podfile'],
        language: 'ruby',
        effects: ['install pod declared project'],
      },
      'list, search, outdated, spec, env, cache, repo list, repo lint, help, ipc, plugins list': { operands: 'text' },
      'init, deintegrate, setup, repo update': { operands: 'text' },
      'lib, try, plugins': {
        operands: 'text',
        options: { '--template-url': 'fetch' },
        effects: ['opaque unreadable-code'],
      },
      'repo add, repo add-cdn, repo push, repo remove': {
        operands: 'text',
        effects: ['settings package-manager repository'],
      },
      trunk: { operands: 'text', effects: ['service cocoapods publish'] },
    },
    examples: {
      'pod install --deployment': ['install pod declared project'],
      'cd /tmp/x && pod install': ['names /tmp/x', 'run pod', 'install pod declared project', 'code ruby file /tmp/x'],
      'pod install --project-directory /tmp/x': ['code ruby file /tmp/x', 'install pod declared project'],
      'pod spec lint --sources https://a.example a': ['contact a.example registry'],
      'pod spec lint --external-podspecs /tmp/p': ['code other file /tmp/p'],
      'pod spec lint --include-podspecs /tmp/p': ['code other file /tmp/p'],
      'pod lib create x --template-url https://a.example/t.git': ['contact a.example fetch', 'opaque unreadable-code'],
      'pod try X': ['opaque unreadable-code'],
      'pod repo add x https://a.example': ['settings package-manager repository'],
      'pod trunk push': ['service cocoapods publish'],
      'pod install --unheard-of': ['unknown option --unheard-of of pod install', 'install pod declared project'],
    },
  },
  carthage: {
    options: {
      '--project-directory': 'project-directory',
      '--derived-data, --archive': 'directory?',
      '--platform, --configuration, --toolchain': 'text',
      '--log-path': 'write',
    },
    flags:
      '-h --use-ssh --use-submodules --no-use-binaries --no-build --no-skip-current --cache-builds --use-xcframeworks --use-netrc --new-resolver --verbose --color --no-checkout --no-xcframeworks',
    subcommands: {
      'bootstrap, update, checkout, build': {
        operands: 'text',
        project: ['Cartfile'],
        effects: ['install carthage declared project'],
      },
      'version, outdated, help, validate, copy-frameworks, copyframeworks, fetch': { operands: 'text' },
    },
    examples: {
      'carthage outdated': [],
      'carthage update --platform iOS': ['install carthage declared project'],
      'cd /tmp/x && carthage build': [
        'names /tmp/x',
        'run carthage',
        'install carthage declared project',
        'code other file /tmp/x',
      ],
      'carthage build --project-directory /tmp/x --log-path l': [
        'code other file /tmp/x',
        'write l',
        'install carthage declared project',
      ],
      'carthage build --derived-data=/etc/a': ['directory /etc/a', 'install carthage declared project'],
      'carthage build --archive=/etc/a': ['directory /etc/a', 'install carthage declared project'],
      'carthage build --unheard-of': [
        'unknown option --unheard-of of carthage build',
        'install carthage declared project',
      ],
    },
  },
}

export const nativePackages: readonly Program[] = family(entries)
