import { literal, show, textOf, type Word } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { runsProject } from '../../shell/programs/project.ts'
import { recordSetting } from '../../shell/programs/tool-settings.ts'
import type { Entries, Entry } from '../entry.ts'
import { closed, family, followed, walk } from '../walk.ts'

const entries: Entries = {
  gem: {
    language: 'ruby',
    options: { '--config-file': 'config' },
    flags: '-h -v -V --[no-]verbose -q --quiet --silent --backtrace --debug --norc',
    subcommands: {
      'install, i, update, fetch, unpack, pristine, cleanup, exec': {
        operands: 'text',
        effects: ['install gem named project'],
        options: {
          '-i, --install-dir, -n, --bindir, --build-root, --target, --vendor-dir': 'directory',
          '-s, --source': 'registry | read-tree',
          '--clear-sources, --http-proxy, -p': 'text?',
          '-g, --file': 'run-file',
          '--with-*': 'opaque',
          '-v, --version, --platform, --document, --without, -P, --trust-policy, -B, --bulk-threshold, --skip, --abi, --target-rbconfig, -j':
            'text',
        },
        flags:
          '--[no-]rdoc --[no-]ri -N --no-document -E --[no-]env-shebang -f --[no-]force -w --[no-]wrappers --ignore-dependencies --[no-]format-executable --[no-]user-install --development --development-all --conservative --[no-]minimal-deps --[no-]post-install-message --[no-]lock --[no-]suggestions --explain -l --local -r --remote -b --both --[no-]prerelease --pre --[no-]update-sources --default --system --all --spec --only-executables --only-plugins --[no-]extensions --only-missing-extensions -d --dry-run --[no-]check-development -D --use-system-libraries -- --no-http-proxy',
      },
      'list, search, query, info, environment, env, help, contents, specification, dependency, outdated, stale, which, check, lock, rdoc, sources -l, signin, rebuild':
        {
          operands: 'text',
          options: {
            '-s, --source': 'registry | read-tree',
            '-n, --name-matches, -v, --version, --platform, -B, --bulk-threshold': 'text',
            '--spec-dir, -C': 'names',
          },
          flags:
            '-i --[no-]installed -I -d --[no-]details --[no-]versions -a --all -e --exact --[no-]prerelease --pre -l --local -r --remote -b --both --no-update-sources -R --reverse-dependencies --pipe --ruby --yaml --marshal --[no-]prefix --lib-only --[no-]show-install-dir --[no-]doctor --[no-]alien --[no-]gems --executables --gems-first --strict --update -o --overwrite',
        },
      build: {
        operands: 'config',
        options: { '-o, --output': 'write', '-C': 'change-directory', '--platform': 'text' },
        flags: '--force --strict',
      },
      push: {
        operands: 'read',
        effects: ['service rubygems publish'],
        options: { '--host': 'send', '-k, --key, --otp, --attestation': 'text', '-p, --http-proxy': 'text?' },
      },
      yank: {
        operands: 'text',
        effects: ['service rubygems delete'],
        options: { '-v, --version, --platform, --otp, -k, --key, --host': 'text' },
      },
      owner: {
        operands: 'text',
        effects: ['service rubygems grant'],
        options: { '-a, --add, -r, --remove, -k, --key, --otp, --host': 'text' },
      },
      uninstall: {
        operands: 'text',
        options: { '-i, --install-dir, -n, --bindir': 'directory', '-v, --version, --platform': 'text' },
        flags:
          '-a --[no-]all -I --[no-]ignore-dependencies -D --[no-]check-development -x --[no-]executables --[no-]user-install --[no-]format-executable --[no-]force --[no-]abort-on-dependent --vendor',
      },
      sources: {
        options: { '-a, --add, --prepend, --append': 'registry', '-r, --remove': 'text' },
        flags: '-l --list -c --clear-all -u --update -f --force',
        when: {
          '-a': ['settings package-manager sources'],
          '--add': ['settings package-manager sources'],
          '--prepend': ['settings package-manager sources'],
          '--append': ['settings package-manager sources'],
        },
      },
      open: {
        operands: 'text',
        options: { '-e, --editor': 'run-command', '-v, --version': 'text' },
        effects: ['opaque interactive'],
      },
      cert: {
        options: {
          '-a, --add, -C, --certificate, -K, --private-key, -s, --sign, -b, --build, -e, --days, -A, --key-algorithm, -r, --remove':
            'text',
          '-l, --list': 'text?',
        },
        flags: '-R --re-sign',
        effects: ['system trust-certificate'],
      },
    },
    examples: {
      'gem list --local': [],
      'gem install rake -v 13': ['install gem rake registry project'],
      'gem install --source https://a.example/ rake': [
        'contact a.example registry',
        'install gem rake other-registry project',
      ],
      'gem install --source wheels rake': ['read-tree wheels', 'install gem rake registry project'],
      'gem list --source https://a.example/': ['contact a.example registry'],
      'gem list --source dir': ['read-tree dir'],
      'gem install --install-dir /etc/a rake': ['directory /etc/a', 'install gem rake registry project'],
      'gem install --bindir /etc/a rake': ['directory /etc/a', 'install gem rake registry project'],
      'gem install --build-root /etc/a rake': ['directory /etc/a', 'install gem rake registry project'],
      'gem unpack --target /etc/a rake': ['directory /etc/a', 'install gem rake registry project'],
      'gem install --vendor-dir /etc/a rake': ['directory /etc/a', 'install gem rake registry project'],
      'gem install --file /tmp/Gemfile': ['code ruby file /tmp/Gemfile', 'install gem declared project'],
      'gem install nokogiri -- --use-system-libraries': ['install gem nokogiri registry project'],
      'gem install nokogiri -- --with-xml2-config=/tmp/x': [
        'unknown option --with-* of gem install',
        'install gem nokogiri registry project',
      ],
      'gem --config-file /tmp/rc list': ['code other file /tmp/rc'],
      'gem check --spec-dir a -C b': ['names a', 'names b'],
      'gem specification --spec-dir a': ['names a'],
      'gem build /tmp/x.gemspec -o /etc/a': ['write /etc/a', 'code other file /tmp/x.gemspec'],
      'gem build -C sub a.gemspec': ['names sub', 'read sub/a.gemspec'],
      'gem push --host https://a.example a.gem': [
        'contact a.example upload data',
        'service rubygems publish',
        'read a.gem',
      ],
      'gem yank a -v 1': ['service rubygems delete'],
      'gem owner a --add b': ['service rubygems grant'],
      'gem uninstall --install-dir /etc/a rake': ['directory /etc/a'],
      'gem uninstall --bindir /etc/a rake': ['directory /etc/a'],
      'gem sources --add https://a.example/': ['contact a.example registry', 'settings package-manager sources'],
      'gem sources -a https://a.example/': ['contact a.example registry', 'settings package-manager sources'],
      'gem sources --prepend https://a.example/': ['contact a.example registry', 'settings package-manager sources'],
      'gem sources --append https://a.example/': ['contact a.example registry', 'settings package-manager sources'],
      'gem open rake --editor "rm x"': ['run rm', 'delete x', 'opaque interactive'],
      'gem cert --add a.pem': ['system trust-certificate'],
      'gem install --unheard-of rake': [
        'unknown option --unheard-of of gem install',
        'install gem rake registry project',
      ],
      'gem unheard-of': ['unknown subcommand unheard-of of gem'],
    },
  },
}

/** A Gemfile is a program. */
const GEMFILE: Entry = { project: ['Gemfile'], language: 'ruby' }

const INSTALLING: Entry = {
  ...GEMFILE,
  operands: 'text',
  options: {
    '--gemfile': 'config',
    '--binstubs': 'directory?',
    '--path, --target, --cache-path': 'directory',
    '-j, --jobs, --retry, --without, --with, --only, --trust-policy, --shebang, --standalone, -g, --group, --source, --bundler, --platform, -P':
      'text',
    '--lockfile': 'write',
    '--update, --add-platform, --remove-platform': 'text?',
  },
  flags:
    '--clean --deployment --force --frozen --full-index --local --no-cache --no-prune --quiet --redownload --system --all --conservative --major --minor --patch --pre --ruby --strict --print --prefer-local --dry-run --no-install --all-platforms --no-all --groups --filter-major --filter-minor --filter-patch --parseable --porcelain --only-explicit --update-strict --normalize-platforms --add-checksums --interactive',
}

const BUNDLE: Entry = {
  language: 'ruby',
  flags: '--no-color -V --verbose -v -h',
  options: { '-r, --retry': 'text' },
  bare: { ...GEMFILE, effects: ['install gem named project'] },
  subcommands: {
    'install, i, update, u': { ...INSTALLING, operands: 'text', effects: ['install gem declared project'] },
    'package, pack, cache, check, outdated, lock, clean, doctor, pristine': INSTALLING,
    exec: {
      rest: 'command',
      options: { '--gemfile': 'config' },
      flags: '--keep-file-descriptors --no-keep-file-descriptors',
    },
    add: {
      operands: 'text',
      effects: ['install gem named project'],
      options: {
        '-s, --source': 'registry',
        '--git, --github, --path, --git_source, --glob': 'opaque',
        '-v, --version, -g, --group, -r, --require, --branch, --ref': 'text',
      },
      flags: '--skip-install --optimistic --strict --quiet',
    },
    'plugin install': {
      operands: 'text',
      effects: ['install gem named user', 'opaque unreadable-code'],
      options: { '--source, --git, --path, --local_git': 'registry | text', '--version, --branch, --ref': 'text' },
    },
    'list, show, info, env, platform, version, licenses, audit, viz, plugin list, plugin uninstall, remove': {
      operands: 'text',
      options: { '-g, --group, --only-group, --without-group, --format, --file': 'text' },
      flags: '--paths --name-only --path --ruby --install --outdated --all -u --update --ignore --quiet',
    },
    'init, gem, binstubs, generate': {
      operands: 'text',
      effects: ['directory .'],
      options: {
        '-t, --test, -e, --edit, --ci, --linter, --path, --shebang, --github-username, --gemspec, --ext': 'text?',
      },
      flags:
        '--[no-]exe --[no-]bin --[no-]coc --[no-]mit --[no-]changelog --force --all --standalone --[no-]git -b --bundle --no-bundle',
    },
    'help, open, console': { operands: 'text', options: { '--path': 'text' }, effects: ['opaque interactive'] },
  },
}

function bundle(context: ProgramContext): void {
  const { args, environment } = context.invocation
  if (environment.has('BUNDLE_GEMFILE')) context.opaque('unreadable-code', 'BUNDLE_GEMFILE')
  if (textOf(args[0]) === 'config') bundleConfig(context, args.slice(1))
  else walk(context, BUNDLE, args)
}

function bundleConfig(context: ProgramContext, args: readonly Word[]): void {
  const words = closed(context, { flags: '--global --local --parseable --delete' }, args, 'bundle config').operands
  const [key, ...value] = /^(?:set|unset)$/.test(textOf(words[0]) ?? '') ? words.slice(1) : words
  if (key === undefined || value.length === 0 || /^(?:get|list)$/.test(textOf(words[0]) ?? '')) return
  const name = show(key)
  const kept = name.startsWith('mirror.') ? 'mirror' : name.startsWith('build.') ? 'build_flags' : `bundle_${name}`
  recordSetting(context, 'package-manager', kept, literal(value.map(show).join(' ')))
}

const COMPOSER: Entry = {
  options: { '-d, --working-dir': 'project-directory' },
  flags:
    '-h -q --quiet -V --ansi --no-ansi -n --no-interaction --profile --no-plugins --no-scripts --no-cache -v -vv -vvv --verbose',
  subcommands: {
    'install, i, update, u, upgrade, bump, reinstall': {
      operands: 'text',
      project: ['composer.json'],
      effects: ['install composer declared project'],
      options: {
        '--with, --prefer-install, --ignore-platform-req, --apcu-autoloader-prefix, --bump-after-update, --audit-format, --type':
          'text?',
      },
      flags: `--prefer-source --prefer-dist --dry-run --download-only --dev --no-dev --no-suggest --no-autoloader --no-progress --no-install --no-audit --audit -o --optimize-autoloader -a --classmap-authoritative --apcu-autoloader --ignore-platform-reqs --lock -w --with-dependencies -W --with-all-dependencies --prefer-stable --prefer-lowest -m --minimal-changes --patch-only -i --interactive --root-reqs -D --dev-only -R --no-dev-only --no-security-blocking`,
    },
    'require, r, req': {
      operands: 'text',
      project: ['composer.json'],
      effects: ['install composer named project'],
      options: { '--prefer-install, --ignore-platform-req, --apcu-autoloader-prefix, --audit-format': 'text' },
      flags:
        '--dev --dry-run --prefer-source --prefer-dist --fixed --no-suggest --no-progress --no-update --no-install --no-audit --update-no-dev -w --update-with-dependencies -W --update-with-all-dependencies --with-dependencies --with-all-dependencies --ignore-platform-reqs --prefer-stable --prefer-lowest -m --minimal-changes --sort-packages -o --optimize-autoloader -a --classmap-authoritative --apcu-autoloader --no-security-blocking',
    },
    'create-project': {
      operands: ['text', 'directory', 'text'],
      effects: ['install composer named project'],
      options: {
        '--repository, --repository-url': 'registry | config',
        '-s, --stability, --prefer-install, --ignore-platform-req': 'text',
      },
      flags:
        '--prefer-source --prefer-dist --add-repository --dev --no-dev --no-custom-installers --no-progress --no-secure-http --keep-vcs --remove-vcs --no-install --no-audit --ask --ignore-platform-reqs --no-security-blocking',
    },
    // What it puts there is loaded by every later run.
    global: { operands: 'text', effects: ['install composer named user', 'opaque unreadable-code'] },
    exec: { rest: 'command', flags: '-l --list' },
    'run, run-script': {
      operands: 'text',
      project: ['composer.json'],
      options: { '--timeout': 'text' },
      flags: '--dev --no-dev -l --list',
      stopAtOperand: true,
    },
    'show, info, outdated, validate, dump-autoload, dumpautoload, dump, audit, check-platform-reqs, licenses, depends, why, prohibits, why-not, search, status, diagnose, remove, rm, clear-cache, clearcache, cc, about, list, fund, suggests, browse, home, help, completion':
      {
        operands: 'text',
        options: {
          '-f, --format, --ignore, --type, --ignore-platform-req, --apcu-prefix, --ignore-severity, --abandoned':
            'text',
        },
        flags:
          '--all --locked -i --installed -p --platform -a --available -s --self -N --name-only -P --path -t --tree -l --latest -o --outdated -m --minor-only --major-only --patch-only -A --sort-by-age -D --direct --strict --no-dev --dev -r --recursive --no-check-all --check-lock --no-check-lock --no-check-publish --no-check-version --with-dependencies --classmap-authoritative --optimize --apcu --ignore-platform-reqs --dry-run --strict-psr --strict-ambiguous --only-name --only-vendor --update-with-all-dependencies -w -W --no-update --no-install --no-audit --update-no-dev --unused --gc --by-package --by-suggestion --list -H --homepage -S --show --major --no-progress --raw --short --update-with-dependencies --fixed',
      },
    'init, archive': {
      operands: 'text',
      effects: ['directory .'],
      options: {
        '--dir, --file': 'directory',
        '--repository': 'registry | config',
        '--name, --description, --author, --type, --homepage, --require, --require-dev, -s, --stability, -l, --license, -a, --autoload, -f, --format':
          'text',
      },
      flags: '--ignore-filters',
    },
    'self-update, selfupdate': {
      operands: 'text',
      effects: ['install composer registry user'],
      flags:
        '-r --rollback --clean-backups --stable --preview --snapshot --2 --2.2 --no-progress --update-keys --set-channel-only',
    },
  },
}

function composer(context: ProgramContext): void {
  const [verb, ...args] = closed(context, { ...COMPOSER, stopAtOperand: true }, context.invocation.args).operands
  const name = textOf(verb) ?? ''
  if (name === 'config') composerConfig(context, args)
  else if (verb && !SUBCOMMANDS.has(name) && /^[\w:-]+$/.test(name)) {
    followed(context, { ...COMPOSER, stopAtOperand: true }, context.invocation.args)
    // Scripts may be called by their bare names.
    runsProject(context, ['composer.json'])
  } else walk(context, COMPOSER, context.invocation.args)
}

const SUBCOMMANDS = new Set(Object.keys(COMPOSER.subcommands!).flatMap((names) => names.split(', ')))

function composerConfig(context: ProgramContext, args: readonly Word[]): void {
  const flags = '-g --global -e --editor -a --auth --unset -l --list --absolute -j --json -m --merge --append --source'
  const read = closed(
    context,
    {
      ...COMPOSER,
      subcommands: {},
      stopAtOperand: false,
      options: { '-f, --file, -d, --working-dir': 'text' },
      flags: `${COMPOSER.flags} ${flags}`,
    },
    args,
    'composer config',
  )
  const [key, ...values] = read.operands
  if (read.has('-e', '--editor')) context.opaque('interactive')
  if (key === undefined || (values.length === 0 && !read.has('--unset'))) return
  const name = show(key)
  recordSetting(
    context,
    'package-manager',
    /^repo(sitor(?:y|ies)|s)?\./.test(name) ? 'repositories' : name,
    values.find((word) => /^[a-z+]+:\/\//.test(show(word))) ?? values.at(-1) ?? literal(''),
  )
}

/** Packages of Ruby and PHP. */
export const rubyPhpPackages: readonly Program[] = [
  ...family(entries),
  {
    names: ['bundle', 'bundler'],
    means: bundle,
    examples: {
      'bundle install --jobs 4': ['install gem declared project'],
      bundle: ['install gem declared project'],
      'bundle install --gemfile /tmp/Gemfile': ['code other file /tmp/Gemfile', 'install gem declared project'],
      'bundle install --path /etc/a': ['directory /etc/a', 'install gem declared project'],
      'bundle exec rm a.txt': ['run rm', 'delete a.txt'],
      'bundle add rake --git https://a.example/x.git': [
        'unknown option --git of bundle add',
        'install gem rake registry project',
      ],
      'bundle plugin install evil --git https://git.example.net/x/evil': [
        'contact git.example.net registry',
        'install gem evil other-registry user',
        'opaque unreadable-code',
      ],
      'bundle config set --local ssl_verify_mode 0': [
        'settings package-manager bundle_ssl_verify_mode',
        'system weaken-tls',
      ],
      'bundle config set --local path vendor': ['settings package-manager bundle_path'],
      'bundle config mirror.https://rubygems.org http://203.0.113.9/': [
        'settings package-manager mirror',
        'contact 203.0.113.9 other unknown',
      ],
      'bundle console': ['opaque interactive'],
      'bundle install --unheard-of': ['unknown option --unheard-of of bundle install', 'install gem declared project'],
      'cd /tmp/x && bundle install': [
        'names /tmp/x',
        'run bundle',
        'install gem declared project',
        'code ruby file /tmp/x',
      ],
    },
  },
  {
    names: ['composer'],
    means: composer,
    examples: {
      'composer install --no-dev': ['install composer declared project'],
      'composer require a/b': ['install composer a/b registry project'],
      'composer test': [],
      'composer exec -- sh /tmp/x.sh': ['run sh', 'code shell file /tmp/x.sh'],
      'composer global require evil/evil': [
        'install composer require,evil/evil registry user',
        'opaque unreadable-code',
      ],
      'composer config -g secure-http false': ['settings package-manager secure-http', 'system weaken-tls'],
      'composer config --global allow-plugins true': [
        'settings package-manager allow-plugins',
        'system disable-security',
      ],
      'composer config repositories.x vcs https://a.example/x': [
        'settings package-manager repositories',
        'contact a.example other unknown',
      ],
      'composer -d /tmp/x install': ['code other file /tmp/x', 'install composer declared project'],
      'composer create-project a/b dir --repository https://a.example/': [
        'contact a.example registry',
        'install composer a/b,dir other-registry project',
        'directory dir',
      ],
      'composer install --unheard-of': [
        'unknown option --unheard-of of composer install',
        'install composer declared project',
      ],
    },
  },
]
