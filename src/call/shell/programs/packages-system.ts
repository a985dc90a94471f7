import { trusts } from '../../trust.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import type { Entry, Examples } from '../../programs/entry.ts'
import {
  APK,
  APT,
  BREW,
  DNF,
  DPKG,
  DPKG_DEB,
  NIX,
  RPMBUILD,
  ZYPPER,
} from '../../programs/families/system-package-options.ts'
import { installNamed } from '../../programs/install-named.ts'
import { closed, family, followed } from '../../programs/walk.ts'
import { arity } from './arity.ts'
import type { ProgramContext, Program } from './program.ts'
import { isOwn, isUrl, runsProject } from './project.ts'
import { recordSetting } from './tool-settings.ts'
import { are, INTERACTIVE, rows, recordRole } from './table.ts'

/** Package managers of operating systems. What they install is there for everybody. */
function addArchive(context: ProgramContext): void {
  const named = context.invocation.args.map(show).filter((text) => !text.startsWith('-'))
  const known = named.every(
    (text) => /^(?:ppa:[\w.+-]+\/)?[\w.-]+$/.test(text) && trusts(context.surroundings.trust, 'archives', text),
  )
  context.record({
    does: 'change-settings',
    of: 'package-manager',
    key: known ? 'archive' : 'repository',
    value: named.join(' '),
  })
}

export const packagesSystem: readonly Program[] = [
  { names: ['add-apt-repository', 'apt-add-repository'], means: addArchive },
  verbs(
    'apt apt-get aptitude',
    'install reinstall upgrade dist-upgrade full-upgrade satisfy build-dep safe-upgrade',
    'remove purge autoremove autopurge',
    'update list search show showpkg policy depends rdepends clean autoclean check download source indextargets madison moo why why-not',
    'changelog edit-sources',
    APT,
    {
      'apt-get install -y jq': ['install apt-get jq registry system'],
      'apt-get update --allow-insecure-repositories': ['system weaken-tls', 'look packages'],
      'apt-get update --allow-weak-repositories': ['system weaken-tls', 'look packages'],
      'apt-get update --allow-downgrade-to-insecure-repositories': ['system weaken-tls', 'look packages'],
      'apt-get install --allow-unauthenticated jq': ['system weaken-tls', 'install apt-get jq registry system'],
      'apt-get install -o Dpkg::Options::="--force-confold" jq': ['install apt-get jq registry system'],
      'apt-get -o Acquire::Retries=3 update': ['look packages'],
      'apt-get update -o APT::Update::Pre-Invoke::=x': ['opaque unknown-option', 'look packages'],
      'apt-get -c /tmp/apt.conf update': ['code other file /tmp/apt.conf', 'look packages'],
      'apt remove jq': ['system remove-package'],
      'apt-get install --unheard-of jq': [
        'unknown option --unheard-of of apt-get',
        'install apt-get jq registry system',
      ],
    },
  ),
  verbs(
    'dnf yum microdnf tdnf dnf5',
    'install reinstall upgrade update localinstall groupinstall group builddep downgrade swap distro-sync module copr config-manager upgrade-minimal',
    'remove erase autoremove groupremove',
    'list search info provides whatprovides repolist repoquery check-update makecache clean deplist history grouplist check repoinfo updateinfo version help',
    'shell',
    DNF,
    {
      'dnf install -y jq': ['install dnf jq registry system'],
      'dnf install --nogpgcheck jq': ['system weaken-tls', 'install dnf jq registry system'],
      'dnf install --repofrompath x,http://203.0.113.9/ jq': [
        'unknown option --repofrompath of dnf',
        'install dnf jq registry system',
      ],
      'dnf --setopt=install_weak_deps=False install jq': ['install dnf jq registry system'],
      'dnf --setopt=pluginpath=/tmp/x install jq': ['opaque unknown-option', 'install dnf jq registry system'],
      'dnf -c /tmp/dnf.conf list': ['code other file /tmp/dnf.conf', 'look packages'],
      'dnf config-manager --add-repo https://a.example/x.repo': [
        'contact a.example registry',
        'settings package-manager repository',
      ],
      'dnf install --unheard-of jq': ['unknown option --unheard-of of dnf', 'install dnf jq registry system'],
    },
  ),
  verbs(
    'zypper',
    'install in update up dist-upgrade dup patch addrepo ar install-new-recommends source-install',
    'remove rm removerepo rr',
    'search se info if list-updates lu repos lr refresh ref patches products what-provides wp clean locks ll list-patches lp services ls packages pa targetos',
    'shell sh',
    ZYPPER,
    {
      'zypper --non-interactive install jq': ['install zypper jq registry system'],
      'zypper --no-gpg-checks install jq': ['system weaken-tls', 'install zypper jq registry system'],
      'zypper install --plus-repo https://a.example jq': [
        'contact a.example registry',
        'install zypper jq other-registry system',
      ],
      'zypper install --unheard-of jq': ['unknown option --unheard-of of zypper', 'install zypper jq registry system'],
    },
  ),
  verbs(
    'apk',
    'add upgrade fix',
    'del',
    'update info search list policy fetch stats version index cache verify dot audit manifest',
    '',
    APK,
    {
      'apk add --no-cache jq': ['install apk jq registry system'],
      'apk add --allow-untrusted ./a.apk': ['system weaken-tls', 'read a.apk', 'install apk ./a.apk file system'],
      'apk add -X https://a.example jq': ['contact a.example registry', 'install apk jq other-registry system'],
      'apk add --root /etc/a jq': ['directory /etc/a', 'install apk jq registry system'],
      'apk add --unheard-of jq': ['unknown option --unheard-of of apk', 'install apk jq registry system'],
    },
  ),
  verbs(
    'pkg pkgin opkg xbps-install swupd eopkg slackpkg urpmi',
    'install add upgrade update bundle-add',
    'remove delete autoremove bundle-remove',
    'info search list query stats audit clean which version fetch check bundle-list',
    '',
  ),
  verbs(
    'brew',
    'install reinstall upgrade update tap bundle cask postinstall link unlink pin unpin',
    'uninstall remove rm untap autoremove cleanup',
    'list ls search info deps uses outdated doctor config home leaves cat log desc missing commands --prefix --cellar --cache --repository --version --env formulae casks audit style livecheck options fetch analytics gist-logs tap-info shellenv readall help',
    'edit create sh irb',
    BREW,
    {
      'brew install jq': ['install brew jq registry user'],
      'brew bundle --file /tmp/Brewfile': ['code other file /tmp/Brewfile', 'install brew declared user'],
      'brew install --cask --appdir /etc/a x': ['directory /etc/a', 'install brew x registry user'],
      'brew install --unheard-of jq': ['unknown option --unheard-of of brew', 'install brew jq registry user'],
    },
  ),
  verbs(
    'port',
    'install selfupdate upgrade sync activate',
    'uninstall clean deactivate reclaim',
    'list search info installed outdated contents deps dependents variants provides echo select version',
    '',
  ),
  verbs(
    'snap',
    'install refresh revert enable connect',
    'remove disable disconnect',
    'list find info version interfaces connections changes services logs known warnings tasks get download',
    'run',
  ),
  verbs(
    'flatpak',
    'install update remote-add',
    'uninstall remote-delete',
    'list search info remotes remote-ls remote-info history ps permissions config',
    '',
  ),
  verbs(
    'choco winget scoop',
    'install upgrade update add import',
    'uninstall remove',
    'list search info show outdated source status cat export bucket which help settings features validate hash pin',
    '',
  ),
  verbs(
    'guix',
    'install upgrade pull package',
    'remove',
    'search show describe size lint graph weather challenge refresh hash download',
    'shell environment repl',
  ),
  { names: ['pacman', 'yay', 'paru', 'pamac', 'pikaur', 'trizen'], means: pacman },
  {
    names: [
      'nix',
      'nix-env',
      'nix-shell',
      'nix-build',
      'nix-store',
      'nixos-rebuild',
      'home-manager',
      'devbox',
      'devenv',
      'nix-collect-garbage',
      'nix-channel',
      'nix-instantiate',
      'nix-hash',
      'nix-prefetch-url',
    ],
    means: nix,
  },
  verbs('pecl pear', 'install upgrade', 'uninstall', 'list search info channel-info config-show list-all version', ''),
  {
    names: ['docker-php-ext-install', 'docker-php-ext-enable', 'docker-php-ext-configure', 'install-php-extensions'],
    means: (context) => {
      const options: Entry = {
        options: { '-j, --ini-name': 'text', '--with-*, --enable-*, --disable-*, --without-*': 'text?' },
        flags: '-h',
      }
      installNamed(context, 'pecl', closed(context, options, context.invocation.args).operands, 'system')
    },
  },
  { names: ['rpm', 'rpmverify', 'rpmquery', 'rpm-ostree', 'gdebi'], means: lowLevel },
  ...family({ dpkg: DPKG, 'dpkg-deb': DPKG_DEB, rpmbuild: RPMBUILD }),
  ...rows({
    'apt-cache apt-file apt-config dpkg-query dpkg-architecture apt-show-versions apt-listchanges apt-rdepends deborphan repoquery pkgfile checkupdates pactree pkgutil needs-restarting':
      { options: are('text', '-f --showformat -W'), does: [{ does: 'read-system', what: 'packages' }] },
    'apt-mark': {
      subcommands: {
        showmanual: {},
        showauto: {},
        showhold: {},
        ...Object.fromEntries(
          ['hold', 'unhold', 'auto', 'manual', 'minimize-manual'].map((verb) => [
            verb,
            { does: [{ does: 'change-system', deed: 'change-configuration', target: 'packages' } as const] },
          ]),
        ),
      },
    },
    'dpkg-divert debconf-set-selections apt-ftparchive': {
      operands: 'text',
      does: [{ does: 'change-system', deed: 'change-configuration', target: 'packages' }],
    },
    'apt-key rpmkeys pacman-key': {
      operands: 'text',
      options: are('read', '--keyring'),
      does: [{ does: 'change-system', deed: 'trust-certificate', target: 'a key for packages' }],
    },
    'dpkg-scanpackages dpkg-source dpkg-buildpackage debuild lintian dh_make rpmlint rpmsign makepkg namcap mock alien fpm nfpm':
      {
        operands: 'read',
        options: { ...are('directory', '-D --topdir -x --extract'), ...are('text', '-t -s -n -v') },
        project: [],
      },
  }),
]

/** `owner/tap` or `owner/tap/formula` of somebody who is not trusted: anybody can publish one. */
function isStrangeTap(context: ProgramContext, name: string): boolean {
  const owner = /^([\w.-]+)\/[\w.-]+(?:\/[\w.@+-]+)?$/.exec(name)?.[1]
  return owner !== undefined && !trusts(context.surroundings.trust, 'taps', owner)
}

const VALUES =
  '-t -o -c --config --enablerepo --disablerepo -x --exclude --releasever -R --repo --repository --root --installroot --prefix -a --arch -D'

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

function verbs(
  names: string,
  installs: string,
  removes: string,
  looks: string,
  interactive: string,
  options?: Entry,
  examples?: Examples,
): Program {
  const [adding, removing, looking, asking] = [installs, removes, looks, interactive].map(setOf) as [
    ReadonlySet<string>,
    ReadonlySet<string>,
    ReadonlySet<string>,
    ReadonlySet<string>,
  ]
  return {
    names: names.split(' '),
    ...(examples ? { examples } : {}),
    means: (context) => {
      const { program } = context.invocation
      const read = options
        ? followed(context, options, context.invocation.args)
        : readOptions(context, context.invocation.args, { arity: arity(VALUES), style: 'gnu' })
      if (!options && read.has('--nogpgcheck', '--no-gpg-checks', '--allow-untrusted'))
        context.record({ does: 'change-system', deed: 'weaken-tls', target: `${program} signatures` })
      const [verbWord, ...packages] = read.operands
      const verb = textOf(verbWord) ?? read.given.map((option) => option.name).find((name) => looking.has(name)) ?? ''
      const removesNamed = removing.has(verb)
      const scope = /^(brew|scoop)$/.test(program) || read.has('--user') ? 'user' : 'system'
      const source = /^(?:choco|winget)$/.test(program) && verb === 'source' ? textOf(packages[0]) : undefined
      if (source === 'add' || source === 'update') {
        if (source === 'add')
          context.record({
            does: 'change-settings',
            of: 'package-manager',
            key: 'source',
            value:
              /https?:[^\s"']+/.exec(context.invocation.args.map(show).join(' '))?.[0] ?? packages.map(show).join(' '),
          })
      } else if (adding.has(verb)) {
        const origin = /^(config-manager|copr|addrepo|ar|tap|remote-add)$/.test(verb)
        if (origin && !(program === 'brew' && packages.some((word) => isStrangeTap(context, show(word)))))
          context.record({
            does: 'change-settings',
            of: 'package-manager',
            key: 'repository',
            value: packages.map(show).join(' '),
          })
        else if (program === 'brew' && packages.some((word) => isStrangeTap(context, show(word))))
          context.record({
            does: 'install-package',
            ecosystem: 'brew',
            packages: packages.map(show),
            origin: 'repository',
            scope,
          })
        else if (program === 'winget' && read.has('--manifest', '-m'))
          context.record({
            does: 'install-package',
            ecosystem: 'winget',
            packages: packages.map(show),
            origin: 'repository',
            scope,
          })
        else if (!read.has('-s', '--simulate', '--dry-run', '--just-print', '-n', '--no-act', '--assumeno'))
          installNamed(context, program, packages, scope, options && read.value('-X', '--repository', '--plus-repo'))
      } else if (removesNamed)
        // A name with a dot stands for packages that were put in for a while: `apk add --virtual .build-deps`.
        context.record(
          packages.length > 0 && packages.every((word) => show(word).startsWith('.'))
            ? { does: 'read-system', what: 'packages' }
            : { does: 'change-system', deed: 'remove-package', target: packages.map(show).join(' ') || verb },
        )
      else if (asking.has(verb) && verb !== '') context.record(INTERACTIVE)
      else if (looking.has(verb)) context.record({ does: 'read-system', what: 'packages' })
      else if (verbWord) context.opaque('unknown-subcommand', `${program} ${show(verbWord)}`)
    },
  }
}

function pacman(context: ProgramContext): void {
  const flags = context.invocation.args.filter((word) => show(word).startsWith('-')).map(show)
  const packages = context.invocation.args.filter((word) => !show(word).startsWith('-'))
  const letters = flags.filter((flag) => !flag.startsWith('--')).join('')
  const is = (letter: string, long: string): boolean => letters.includes(letter) || flags.includes(long)
  for (const word of context.invocation.args)
    if (/^--(config|hookdir|gpgdir|dbpath)/.test(show(word))) context.opaque('unreadable-code', show(word))
  if (is('Q', '--query') || is('F', '--files') || is('T', '--deptest') || is('V', '--version'))
    context.record({ does: 'read-system', what: 'packages' })
  else if (is('R', '--remove'))
    context.record({ does: 'change-system', deed: 'remove-package', target: packages.map(show).join(' ') })
  else if (is('S', '--sync') && /[silgp]/.test(letters.replace('S', '')) && !/[yu]/.test(letters))
    context.record({ does: 'read-system', what: 'packages' })
  else if (is('S', '--sync') || is('U', '--upgrade') || context.invocation.program !== 'pacman')
    installNamed(context, 'pacman', packages, 'system')
  else context.record({ does: 'change-system', deed: 'change-configuration', target: 'packages' })
}

function nix(context: ProgramContext): void {
  const { program, args } = context.invocation
  const words = args.map(show)
  const command = args.findIndex((word) => /^(--run|--command|-c)$/.test(show(word)))
  if (
    program === 'nix-shell' ||
    (program === 'nix' && /^(shell|develop|run)$/.test(words.find((word) => !word.startsWith('-')) ?? ''))
  ) {
    const named = words.filter((word) => /^(nixpkgs|github|git\+|path|flake):?|#/.test(word))
    context.record({
      does: 'install-package',
      ecosystem: 'nix',
      packages: named,
      origin: named.some((name) => !name.startsWith('nixpkgs'))
        ? 'repository'
        : named.length > 0 || words.includes('-p')
          ? 'registry'
          : 'declared',
      scope: 'user',
    })
    if (command < 0) context.opaque(words.includes('run') ? 'unreadable-code' : 'interactive')
    else if (show(args[command]!) === '--run') context.code('shell', args[command + 1] ?? literal(''), { via: program })
    else if (args.length > command + 2) context.runs(args.slice(command + 1), { via: program })
    else context.code('shell', args[command + 1] ?? literal(''), { via: program })
    return
  }
  const verb = words.find((word) => !word.startsWith('-')) ?? ''
  if (program === 'nix-env' && !words.some((word) => /^-(i|iA|u|e|-install|-upgrade|-uninstall)/.test(word))) return
  if (program === 'nixos-rebuild')
    context.record({ does: 'change-system', deed: 'change-configuration', target: words.join(' ') })
  else if (
    program === 'nix-env' ||
    (program === 'nix' && /^(profile)$/.test(verb) && /install|add/.test(words.join(' '))) ||
    (/^(devbox)$/.test(program) && /^(add|install)$/.test(verb))
  )
    installNamed(
      context,
      'nix',
      args.filter((word) => !/^(-.*|profile|install|add)$/.test(show(word))),
      'user',
    )
  else if (
    /^(nix-collect-garbage|nix-store|nix-instantiate|nix-hash|nix-prefetch-url|nix-channel|nix-build)$/.test(program)
  ) {
    const url = args.find((word) => isUrl(word))
    if (url) context.contacts(url, 'fetch')
    if (/^nix-(?:build|instantiate)$/.test(program)) expression(context, args)
  } else if (
    !/^(build|flake|search|eval|fmt|log|path-info|profile|store|derivation|why-depends|registry|hash|copy|config|show-config|doctor|print-dev-env|edit|bundle|repl|help|version|list|info|update|init|generate|switch|test|up|)$/.test(
      verb,
    )
  )
    context.opaque('unknown-subcommand', `${program} ${verb}`)
  else if (program === 'devbox' && verb === 'run') context.opaque('unreadable-code')
  else if (program === 'nix' && /^(?:build|eval|flake)$/.test(verb))
    expression(
      context,
      args.filter((word) => show(word) !== verb),
    )
}

/** An expression may run what it likes while it is built, unless the sandbox holds it. */
function expression(context: ProgramContext, args: readonly Word[]): void {
  const read = followed(context, NIX, args)
  for (const { name, values } of read.given)
    if (name === '--option' && values[0] && values[1])
      recordSetting(context, 'package-manager', show(values[0]), values[1])
  for (const word of read.operands)
    if (/^[/~.]/.test(show(word)) && !isOwn(context, context.place(word)))
      runsProject(context, [], 'other', context.place(word))
}

function lowLevel(context: ProgramContext): void {
  const { program, args } = context.invocation
  const words = args.map(show)
  const operands: Word[] = args.filter((word) => !show(word).startsWith('-'))
  const flags = words.filter((word) => word.startsWith('-'))
  if (flags.some((flag) => /^(--eval|-E$|--pipe|--define|-D$|--load|--macros|--rcfile|--predefine)/.test(flag)))
    context.opaque('unreadable-code', context.invocation.evidence)
  if (
    flags.some((flag) =>
      /^--(pre|post)-invoke|^--force-|^--path-|^--status-logger|^--admindir|^--root|^--instdir/.test(flag),
    )
  )
    context.opaque('unknown-option', context.invocation.evidence)
  const installs =
    program === 'gdebi' ||
    (flags.some((flag) =>
      /^(-i|--install|-U\w*|--upgrade|-F\w*|--freshen|--unpack|--configure|--reinstall|-i[vh]+|--import)$/.test(flag),
    ) &&
      !flags.some((flag) => flag.startsWith('-q')))
  const removes =
    flags.some((flag) => /^(-r|-P|--purge|--remove|-e|--erase|-e[vh]+)$/.test(flag)) &&
    !flags.some((flag) => flag.startsWith('-q'))
  if (installs) installNamed(context, program, operands, 'system')
  else if (removes)
    context.record({ does: 'change-system', deed: 'remove-package', target: operands.map(show).join(' ') })
  else {
    context.record({ does: 'read-system', what: 'packages' })
    for (const word of operands) if (/\.(deb|rpm)$/.test(show(word))) recordRole(context, 'source', word)
  }
}
