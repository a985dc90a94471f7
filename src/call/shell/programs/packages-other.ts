import { literal, show, textOf, type Word } from '../../word.ts'
import { type Arity, readArguments } from '../options.ts'
import type { ProgramContext, Program, EffectDraft } from './program.ts'
import { isUrl, runsProject } from './project.ts'
import { are, INTERACTIVE, type Row, walk } from './table.ts'
import { recordSetting } from './tool-settings.ts'

type Verbs = Readonly<Record<string, Omit<Row, 'names'>>>

/** Package managers of other languages. */
export const packagesOther: readonly Program[] = [
  manager('gem', {
    installs: 'install i update fetch',
    local:
      'list search query info environment env help contents specification dependency outdated stale which check cleanup server-status pristine lock rdoc -v --version signin-status',
    verbs: {
      build: { operands: 'config' },
      push: { operands: 'read', does: [published('rubygems')] },
      yank: {
        does: [{ does: 'change-service', service: 'rubygems', deed: 'delete', target: 'gem', production: false }],
      },
      owner: {
        does: [{ does: 'change-service', service: 'rubygems', deed: 'grant', target: 'gem', production: false }],
      },
      uninstall: {},
      sources: {
        options: are('text', '-r --remove'),
        when: {
          '-a, --add': [{ does: 'change-settings', of: 'package-manager', key: 'sources', value: 'another source' }],
        },
      },
      open: { options: are('shell', '-e --editor'), does: [INTERACTIVE] },
      install: {
        operands: 'text',
        options: {
          ...are('script', '--file -g'),
          ...are('text', '-v --version -i --install-dir -n --bindir --platform -s --source'),
        },
      },
      exec: { does: [INTERACTIVE] },
    },
  }),
  { names: ['bundle', 'bundler'], means: bundle },
  { names: ['composer'], means: composer },
  manager('mix', {
    installs: 'deps.get deps.update local.hex local.rebar archive.install',
    local:
      'deps deps.compile deps.tree deps.clean help xref phx.routes hex.outdated hex.audit hex.info app.tree deps.unlock hex.config',
    verbs: {
      ...same(
        'compile test format credo dialyzer docs release ecto.create ecto.migrate ecto.setup ecto.gen.migration phx.server phx.gen.schema phx.gen.context phx.gen.embedded phx.gen.presence phx.gen.release phx.gen.socket phx.digest gettext.extract gettext.merge assets.build assets.setup phx.gen.html phx.gen.json phx.gen.live phx.digest new phx.new sobelow coveralls coveralls.html lint clean',
        { operands: 'text', project: ['mix.exs'] },
      ),
      run: { operands: 'text', options: are('code', '-e --eval'), project: ['mix.exs'] },
      'hex.publish': { does: [published('hex')] },
    },
  }),
  manager('rebar3', {
    installs: 'get-deps upgrade',
    local: 'tree deps version help',
    verbs: same('compile ct eunit dialyzer xref release tar as do lint format edoc clean escriptize cover proper', {
      operands: 'text',
      project: ['rebar.config'],
    }),
  }),
  manager('nuget', {
    installs: 'install restore update',
    local: 'list search sources locals help verify',
    verbs: {
      push: { operands: 'read', does: [published('nuget')] },
      pack: { operands: 'read' },
      delete: {
        does: [{ does: 'change-service', service: 'nuget', deed: 'delete', target: 'package', production: false }],
      },
    },
  }),
  manager('swift', {
    installs: 'package',
    local: '--version help',
    verbs: {
      ...same('build test', { operands: 'text', project: ['Package.swift'] }),
      run: { operands: 'text', project: ['Package.swift'] },
      repl: { does: [INTERACTIVE] },
    },
  }),
  ...['dart', 'flutter', 'pub', 'fvm'].map((name) =>
    manager(name, {
      installs: 'get upgrade add pub packages',
      local:
        'doctor devices --version config channel outdated deps emulators help info symbolize precache logs screenshot',
      verbs: {
        ...same('analyze format fix test build compile create clean gen-l10n drive install attach doc', {
          operands: 'text',
          project: ['pubspec.yaml'],
        }),
        run: { operands: ['elsewhere', 'text'], project: ['pubspec.yaml'] },
        publish: { does: [published('pub')] },
        remove: {},
        global: { operands: 'text' },
        'pub publish': { does: [published('pub')] },
      },
    }),
  ),
  ...['stack', 'cabal'].map((name) =>
    manager(name, {
      installs: 'install update setup fetch get',
      local: 'list path ls info --version check outdated gen-bounds freeze templates dot help config',
      verbs: {
        ...same('build test bench haddock clean sdist configure init new hpc format upgrade', {
          operands: 'text',
          project: ['Setup.hs'],
        }),
        exec: { operands: 'command', stopAtOperand: true, options: are('config', '--project-file --stack-yaml') },
        run: { operands: 'text', project: ['Setup.hs'] },
        repl: { does: [INTERACTIVE] },
        ghci: { does: [INTERACTIVE] },
        upload: { does: [published('hackage')] },
        ghc: { operands: 'text' },
        runghc: { operands: 'script' },
      },
    }),
  ),
  manager('opam', {
    installs: 'install update upgrade switch init pin reinstall',
    local: 'list show env config var search lint depext option',
    verbs: { exec: { operands: 'command', stopAtOperand: true }, remove: {}, publish: { does: [published('opam')] } },
  }),
  manager('dune', {
    installs: 'pkg',
    local: 'describe show ocaml-merlin format-dune-file --version',
    verbs: {
      ...same('build test runtest clean install fmt promote init cache subst coq', {
        operands: 'text',
        project: ['dune'],
      }),
      exec: { operands: 'text', project: ['dune'] },
    },
  }),
  manager('luarocks', {
    installs: 'install download',
    local: 'list search show path config lint which doc',
    verbs: {
      make: { project: [] },
      build: { project: [] },
      upload: { does: [published('luarocks')] },
      remove: {},
      pack: {},
      test: { project: [] },
      init: {},
    },
  }),
  ...['cpan', 'cpanm', 'ppm'].map((name) => ({
    names: [name],
    means: (context: ProgramContext) => perlModules(context),
  })),
  manager('carton', {
    installs: 'install update',
    local: 'list tree check',
    verbs: { exec: { operands: 'command', stopAtOperand: true } },
  }),
  manager('conan', {
    installs: 'install download',
    local: 'search profile list graph config inspect remote version cache',
    verbs: {
      ...same('create build export source new test', { project: ['conanfile.py'], language: 'python' }),
      upload: { does: [published('conan')] },
    },
  }),
  manager('vcpkg', {
    installs: 'install upgrade',
    local: 'list search integrate version x-update-baseline owns depend-info env',
    verbs: { remove: {}, new: {}, add: {}, export: {} },
  }),
  manager('pod', {
    installs: 'install update',
    local: 'list search outdated spec env cache lib',
    verbs: { init: {}, deintegrate: {}, repo: {}, trunk: { does: [published('cocoapods')] } },
  }),
  manager('carthage', {
    installs: 'bootstrap update checkout',
    local: 'version outdated',
    verbs: { build: { project: [] }, copyframeworks: {} },
  }),
  manager('nimble', {
    installs: 'install refresh',
    local: 'list search path dump',
    verbs: {
      ...same('build test run c compile tasks init check develop', { project: [] }),
      publish: { does: [published('nimble')] },
    },
  }),
  manager('shards', {
    installs: 'install update',
    local: 'list version outdated check lock',
    verbs: { build: { project: [] }, init: {}, prune: {} },
  }),
  manager('dub', {
    installs: 'fetch add upgrade',
    local: 'list describe search',
    verbs: same('build test run lint init clean convert', { project: ['dub.json', 'dub.sdl'] }),
  }),
  manager('elm', {
    installs: 'install',
    local: 'diff bump',
    verbs: {
      make: { operands: 'read', options: are('write', '--output') },
      repl: { does: [INTERACTIVE] },
      reactor: {},
      init: {},
      publish: { does: [published('elm')] },
    },
  }),
  manager('gleam', {
    installs: 'add deps update',
    local: 'help',
    verbs: {
      ...same('build test run check format new docs clean export', { project: [] }),
      publish: { does: [published('hex')] },
    },
  }),
]

interface Manager {
  readonly installs: string
  readonly local: string
  readonly verbs: Verbs
}

function same(names: string, row: Omit<Row, 'names'>): Verbs {
  return Object.fromEntries(names.split(' ').map((name) => [name, row]))
}

export function published(service: string): EffectDraft {
  return { does: 'change-service', service, deed: 'publish', target: '.', production: false }
}

/** A package manager whose verbs install, only look, or have a row. An unlisted verb is not known. */
function manager(name: string, { installs, local, verbs }: Manager): Program {
  const adding = new Set(installs.split(' '))
  const looking = new Set(local.split(' '))
  return {
    names: [name],
    means: (context) => {
      const at = context.invocation.args.findIndex((word) => !show(word).startsWith('-'))
      const verb = at < 0 ? undefined : textOf(context.invocation.args[at])
      if (at < 0) {
        // Without a verb the languages among them run what comes in.
        const { args, stdin } = context.invocation
        if (args.some((word) => textOf(word) === '-') || (args.length === 0 && stdin.kind !== 'nothing'))
          context.stdinAsCode('other')
        return
      }
      const args = context.invocation.args.slice(at + 1)
      const row = verb === undefined ? undefined : verbs[verb]
      if (verb !== undefined && adding.has(verb)) installNamed(context, name, args, 'project')
      if (row) walk(context, row, args)
      else if (verb === undefined || (!adding.has(verb) && !looking.has(verb)))
        context.opaque('unknown-subcommand', `${name} ${show(context.invocation.args[at]!)}`)
    },
  }
}

/** Packages named on a command line; none named means those the project declares. */
export function installNamed(
  context: ProgramContext,
  ecosystem: string,
  args: readonly Word[],
  scope: 'project' | 'user' | 'system',
  values = '-v --version -s --source',
): void {
  const read = readArguments(args, {
    arity: new Map<string, Arity>(values.split(' ').map((name) => [name, 'value'])),
    style: 'gnu',
  })
  const packages = read.operands.map(show)
  const url = read.operands.find(isUrl)
  const file = read.operands.find((word) =>
    /^(\.{0,2}\/|~)|\.(gem|deb|rpm|apk|whl|crate|nupkg|snap|flatpak|pkg|tgz|tar\.gz|zst)$/.test(show(word)),
  )
  if (url) context.contacts(url, 'fetch')
  if (file) context.reads(file)
  context.record({
    does: 'install-package',
    ecosystem,
    packages,
    origin: packages.length === 0 ? 'declared' : url ? 'url' : file ? 'file' : 'registry',
    scope,
  })
}

function bundle(context: ProgramContext): void {
  const at = context.invocation.args.findIndex((word) => !show(word).startsWith('-'))
  const verb = at < 0 ? 'install' : (textOf(context.invocation.args[at]) ?? '')
  const args = context.invocation.args.slice(at + 1)
  if (context.invocation.environment.has('BUNDLE_GEMFILE')) context.opaque('unreadable-code', 'BUNDLE_GEMFILE')
  if (verb === 'exec') {
    const read = readArguments(args, { arity: new Map(), style: 'gnu', stopAtOperand: true })
    if (read.operands.length > 0) context.runs(read.operands, { via: 'bundle exec' })
  } else if (/^(install|update|package|cache|check|outdated|lock|clean|doctor|pristine)$/.test(verb)) {
    // A Gemfile is a program.
    runsProject(context, ['Gemfile'], 'ruby')
    if (/^(install|update)$/.test(verb))
      context.record({ does: 'install-package', ecosystem: 'gem', packages: [], origin: 'declared', scope: 'project' })
  } else if (verb === 'add') installNamed(context, 'gem', args, 'project')
  else if (verb === 'config' && args.length > 1) {
    const [key, ...value] = args.filter((word) => !/^(set|--(?:global|local))$/.test(show(word)))
    const name = key === undefined ? '' : show(key)
    recordSetting(
      context,
      'package-manager',
      name.startsWith('mirror.') ? 'mirror' : name.startsWith('build.') ? 'build_flags' : 'bundle',
      literal(value.map(show).join(' ')),
    )
  } else if (/^(help|open|console)$/.test(verb)) context.record(INTERACTIVE)
  else if (
    !/^(config|list|show|info|env|platform|version|init|gem|binstubs|remove|viz|licenses|plugin|audit|--version)$/.test(
      verb,
    )
  )
    context.opaque('unknown-subcommand', `bundle ${verb}`)
}

function composer(context: ProgramContext): void {
  const read = readArguments(context.invocation.args, {
    arity: new Map<string, Arity>([
      ['-d', 'value'],
      ['--working-dir', 'value'],
      ['-W', 'flag'],
    ]),
    style: 'gnu',
    stopAtOperand: true,
  })
  const [verbWord, ...args] = read.operands
  const verb = textOf(verbWord) ?? ''
  if (!verbWord) return
  const directory = read.value('-d', '--working-dir')
  // Its composer.json runs scripts of its own with most verbs.
  if (directory) runsProject(context, ['composer.json'], 'other', context.place(directory))
  if (/^(install|i|update|u|upgrade|require|r|req|create-project|reinstall|bump)$/.test(verb)) {
    runsProject(context, ['composer.json'])
    installNamed(context, 'composer', /^(update|u|upgrade|install|i|bump)$/.test(verb) ? [] : args, 'project')
  } else if (verb === 'global') installNamed(context, 'composer', args.slice(1), 'user')
  else if (/^(run|run-script|exec)$/.test(verb)) runsProject(context, ['composer.json'])
  else if (verb === 'config' && args.length > 1) {
    const key = show(args.find((word) => !show(word).startsWith('-')) ?? args[0]!)
    recordSetting(
      context,
      'package-manager',
      /^repo(sitor(?:y|ies)|s)?\./.test(key) ? 'repositories' : key,
      args.find((word) => /^[a-z+]+:\/\//.test(show(word))) ?? args.at(-1)!,
    )
  } else if (
    !/^(show|info|outdated|validate|dump-autoload|dumpautoload|dump|audit|check-platform-reqs|config|licenses|depends|why|prohibits|why-not|search|status|diagnose|remove|rm|self-update|selfupdate|clear-cache|clearcache|cc|about|list|fund|suggests|init|archive|browse|home|help|--version)$/.test(
      verb,
    )
  ) {
    // Scripts may be called by their bare names.
    if (/^[\w:-]+$/.test(verb)) runsProject(context, ['composer.json'])
    else context.opaque('unknown-subcommand', `composer ${verb}`)
  }
}

function perlModules(context: ProgramContext): void {
  const args = context.invocation.args.filter((word) => !show(word).startsWith('-'))
  if (args.length === 0) context.record(INTERACTIVE)
  else if (args.every((word) => show(word) === '.')) runsProject(context, ['Makefile.PL'], 'perl')
  else installNamed(context, 'cpan', args, 'user')
}
