import { trusts } from '../../trust.ts'
import { isSystemName } from '../system-names.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { type Arity, readArguments, type ReadArguments } from '../options.ts'
import { isMachineTool, programNamed } from './index.ts'
import { arity } from './arity.ts'
import type { ProgramContext, Program, EffectDraft } from './program.ts'
import { findUp, isOwn, isUrl, runsProject, textAt } from './project.ts'
import { are, INTERACTIVE, rows, recordRole, walk } from './table.ts'
import { recordSetting } from './tool-settings.ts'

/** pip and its relatives: installing, environments, publishing. */
export const packagesPython: readonly Program[] = [
  { names: ['pip', 'pip3', 'pip2', 'pipx', 'uvx', 'pipenv', 'poetry', 'uv', 'pdm', 'rye', 'hatch', 'pixi'], means },
  { names: ['conda', 'mamba', 'micromamba'], means: conda },
  { names: ['tox', 'nox', 'invoke', 'inv', 'doit', 'poe', 'taskipy'], means: automation },
  ...rows({
    twine: {
      subcommands: {
        upload: {
          operands: 'read',
          does: [published('pypi')],
          options: are('text', '-r --repository -u --username -p --password --repository-url'),
        },
        check: { operands: 'read' },
        register: { operands: 'read', does: [published('pypi')] },
      },
    },
    flit: {
      subcommands: {
        build: {},
        publish: { does: [published('pypi')] },
        install: { does: [declared('pip')] },
        init: {},
      },
    },
    maturin: {
      subcommands: {
        build: { project: ['build.rs'] },
        develop: { project: ['build.rs'] },
        sdist: {},
        publish: { does: [published('pypi')] },
        upload: { does: [published('pypi')] },
        new: {},
        init: {},
        'list-python': {},
      },
    },
    'virtualenv venv pyvenv': { operands: 'directory', options: are('text', '-p --python --prompt') },
    'pyenv jenv rbenv goenv phpenv plenv chruby rvm': {
      subcommands: {
        install: {
          does: [{ does: 'install-package', ecosystem: 'python', packages: [], origin: 'registry', scope: 'user' }],
        },
        versions: {},
        version: {},
        'version-name': {},
        global: {},
        local: {},
        shell: {},
        which: {},
        whence: {},
        rehash: {},
        init: {},
        root: {},
        prefix: {},
        uninstall: {},
        virtualenv: {},
        virtualenvs: {},
        activate: {},
        deactivate: {},
        commands: {},
        update: {},
        latest: {},
        add: {},
        exec: { operands: 'command', stopAtOperand: true },
        use: {},
        list: {},
        current: {},
        get: {},
        reload: {},
      },
    },
    'pip-compile pip-sync pip-audit pipdeptree pip-licenses pip-tools deptry pyroma validate-pyproject check-manifest check-wheel-contents abi3audit auditwheel delocate-wheel delvewheel cibuildwheel pyproject-build pyinstaller cx_Freeze nuitka py2app briefcase setuptools-scm bumpversion bump2version bump-my-version towncrier versioneer scriv gitlint conda-lock':
      {
        operands: 'read',
        options: {
          ...are('write', '-o --output-file'),
          ...are('directory', '-w --wheel-dir --dist-dir --distpath --workpath --outdir'),
        },
        project: ['setup.py'],
        language: 'python',
      },
  }),
]

function published(service: string): EffectDraft {
  return { does: 'change-service', service, deed: 'publish', target: '.', production: false }
}

function declared(ecosystem: string): EffectDraft {
  return { does: 'install-package', ecosystem, packages: [], origin: 'declared', scope: 'project' }
}

const VALUES =
  '-r --requirement --requirements -c --constraint -e --editable -i --index-url --extra-index-url -f --find-links --trusted-host --index --default-index ' +
  '-t --target --prefix --root --src --platform --python --python-version --implementation --abi --only-binary --no-binary --log ' +
  '--cache-dir --cert --client-cert --proxy --timeout --retries --editor --global-option --config-settings -d --dest --dir ' +
  '-w --wheel-dir -G --group --with --without --only --extra -E --extras -C --directory --project -P --source --spec ' +
  '--suffix --pip-args -p --package --from --env-file --out-dir -o --output-file --format --build -n --name --file --channel ' +
  '--no-extra --only-group --no-group --upgrade-package --refresh-package --exclude-newer --resolution --prerelease --link-mode ' +
  '--color --config-file --with-requirements --with-editable -m --module -s --script --allow-insecure-host --publish-url --token -u --username'

function means(context: ProgramContext): void {
  const { program, args } = context.invocation
  const table = arity(VALUES)
  // Only installers take -r, -e, -c, -m and -s this way before their verb.
  const read = readArguments(args, { arity: table, style: 'gnu', stopAtOperand: true })
  recordOptions(context, read)
  if (program === 'uvx') {
    runTool(context, args)
    return
  }
  const [verb, ...more] = read.operands
  if (!verb) {
    if (read.has('-m', '--module')) context.opaque('unknown-option', context.invocation.evidence)
    return
  }
  const name = textOf(verb)
  if (name === undefined) context.opaque('dynamic-program', context.invocation.evidence)
  else runVerb(context, program, name, more)
}

/** Where packages come from, and what runs, whatever the verb. */
function recordOptions(context: ProgramContext, read: ReadArguments): void {
  for (const word of read.values(
    '-i',
    '--index-url',
    '--extra-index-url',
    '--index',
    '--default-index',
    '--proxy',
    '--publish-url',
  ))
    if (isUrl(word)) context.contacts(word, 'registry')
  for (const word of read.values('--trusted-host', '--allow-insecure-host'))
    // The options of a program that is run may look like a prefix of ours; a host never looks like an option.
    if (!show(word).startsWith('-')) context.record({ does: 'change-system', deed: 'weaken-tls', target: show(word) })
  for (const word of read.values('--editor'))
    context.code('shell', word, { via: `${context.invocation.program} --editor` })
  for (const word of read.values('--log')) context.writes(word, 'append')
}

const INSTALLS =
  /^(install|add|sync|update|upgrade|lock|download|wheel|inject|reinstall|self|upgrade-all|reinstall-all)$/
const LOCAL =
  /^(list|show|freeze|check|search|index|help|debug|inspect|cache|hash|completion|version|env|about|tree|outdated|export|graph|requirements|verify|clean|info|locate|status|ensurepath|environment|dep|shell-completion|--version|--help|python|toolchain|pin|init|new|metadata|scripts|fix|prune|audit|latest-version|--venv|--where|--py|use|fmt|fetch|import|config-show|workspace|project|compile|global|dir|format)$/

function runVerb(context: ProgramContext, program: string, verb: string, args: readonly Word[]): void {
  if (program === 'uv' && verb === 'pip') {
    const [inner, ...more] = args
    runVerb(context, 'pip', textOf(inner) ?? '', more)
  } else if (program === 'uv' && verb === 'tool') {
    const [inner, ...more] = args
    if (textOf(inner) === 'run') runTool(context, more)
    else runVerb(context, 'pipx', textOf(inner) ?? '', more)
  } else if (program === 'uv' && verb === 'auth')
    context.record({ does: 'change-settings', of: 'package-manager', key: 'auth', value: show(args[0] ?? literal('')) })
  else if (program === 'uv' && verb === 'venv')
    walk(context, { operands: 'directory', options: are('text', '-p --python --prompt') }, args)
  else if (program === 'hatch' && verb === 'env') {
    if (textOf(args[0]) === 'run') runCommand(context, program, args.slice(1))
  } else if (verb === 'run' && program === 'pipx') runTool(context, args)
  else if (verb === 'run' || verb === 'exec') runCommand(context, program, args)
  else if (verb === 'runpip') runVerb(context, 'pip', textOf(args[1]) ?? '', args.slice(2))
  else if (verb === 'shell') context.record(INTERACTIVE)
  else if (INSTALLS.test(verb)) install(context, program, verb, args)
  else if (/^(uninstall|remove|uninject|uninstall-all)$/.test(verb)) {
    if (program !== 'pip' && program !== 'pip3' && program !== 'pipx') context.writes(literal('pyproject.toml'), 'edit')
  } else if (verb === 'build') {
    const read = readArguments(args, { arity: arity(VALUES), style: 'gnu' })
    for (const word of read.values('-o', '--out-dir', '-d', '--dest')) context.writes(word, 'directory')
    runsProject(context, ['setup.py'], 'python')
  } else if (verb === 'publish') {
    if (!args.some((word) => textOf(word) === '--dry-run')) context.record(published('pypi'))
  } else if (verb === 'config') configure(context, args)
  else if (verb === 'source' && textOf(args[0]) === 'show') return
  else if (verb === 'source')
    context.record({ does: 'change-settings', of: 'package-manager', key: 'source', value: args.map(show).join(' ') })
  else if (/^(test|lint|dev|format|docs|types|cov)$/.test(verb) && /^(hatch|rye|pdm|pixi)$/.test(program))
    runsProject(context)
  else if (!LOCAL.test(verb)) context.opaque('unknown-subcommand', `${program} ${verb}`)
  else if (verb === 'init' || verb === 'new') context.writes(literal('.'), 'directory')
}

function install(context: ProgramContext, program: string, verb: string, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity(VALUES), style: 'gnu' })
  recordOptions(context, read)
  for (const word of read.values('-r', '--requirement', '--requirements', '-c', '--constraint'))
    recordRole(context, 'source', word)
  for (const word of read.values('-t', '--target', '--prefix', '--root', '-d', '--dest', '-w', '--wheel-dir'))
    if (/[/.~]/.test(show(word))) context.writes(word, 'directory')
  const named = [...read.operands, ...read.values('-e', '--editable')].map(show)
  const fromFile = read.has('-r', '--requirement', '--requirements')
  // A list of packages that somebody else keeps may name any.
  const lists = read.values('-r', '--requirement', '--requirements').filter(isUrl).map(show)
  if (lists.length > 0)
    context.record({ does: 'install-package', ecosystem: 'pip', packages: lists, origin: 'url', scope: 'project' })
  for (const word of read.values('-r', '--requirement', '--requirements')) recordList(context, word)
  const indexed = read.has('-i', '--index-url', '--extra-index-url', '--index', '--default-index', '-f', '--find-links')
  const origins = named.map(originOf)
  const declares =
    named.length === 0 || (fromFile && named.length === 0) || (/^(sync|lock|self)$/.test(verb) && named.length === 0)
  // What the project built itself, and nothing else.
  const links = read.values('-f', '--find-links')
  const built =
    read.has('--no-index') &&
    links.length > 0 &&
    links.every((word) => !isUrl(word) && isOwn(context, context.place(word)))
  const own = named.length > 0 && named.every((name) => /^\.(\[.*\])?$|^-e$|^\.\/?(\[.*\])?$/.test(name))
  const origin =
    declares || own || built
      ? 'declared'
      : (origins.find((found) => found !== 'registry') ?? (indexed ? 'other-registry' : 'registry'))
  for (const [index, name] of named.entries()) {
    if (origins[index] === 'url' || origins[index] === 'repository')
      context.contacts(literal(name.replace(/^.*@\s*(?=git\+|https?:)/, '').replace(/^git\+/, '')), 'repository')
    if (origins[index] === 'file') context.reads(literal(name.replace(/\[.*\]$/, '')), 'content', { recursive: true })
  }
  const scope =
    program === 'pipx' || read.has('--user', '-g', '--global')
      ? 'user'
      : context.invocation.elevated || read.has('--break-system-packages', '--system')
        ? 'system'
        : 'project'
  const listed = fromFile && named.length === 0 ? read.values('-r', '--requirement', '--requirements').map(show) : named
  context.record({ does: 'install-package', ecosystem: 'pip', packages: listed, origin, scope })
  if (own || verb === 'wheel' || origins.includes('file')) runsProject(context, ['setup.py'], 'python')
}

/** A list of packages that this session made names what it names; the project's own is trusted like the project. */
function recordList(context: ProgramContext, word: Word): void {
  const place = context.place(word)
  const written = context.written(place)
  if (isUrl(word) || place.kind !== 'path' || (written === undefined && isOwn(context, place))) return
  const text = textAt(context, place)
  const strange = text?.split('\n').find((line) => NOT_FROM_REGISTRY.test(line))
  if (strange !== undefined)
    context.record({
      does: 'install-package',
      ecosystem: 'pip',
      packages: [strange.trim()],
      origin: 'url',
      scope: 'project',
    })
  else if (text === undefined)
    context.record({
      does: 'install-package',
      ecosystem: 'pip',
      packages: [place.path],
      origin: 'file',
      scope: 'project',
    })
}

const NOT_FROM_REGISTRY =
  /^\s*(?:-e\s+)?(?:git|hg|svn|bzr)\+|@\s*(?:https?:|git\+)|^\s*https?:|^\s*(?:-i|--index-url|--extra-index-url|-f|--find-links|--trusted-host)\b/

function originOf(name: string): 'registry' | 'url' | 'file' | 'repository' {
  if (/git\+|^git:|\.git(@|#|$)/.test(name)) return 'repository'
  if (/https?:\/\//.test(name)) return 'url'
  if (/^(\.{0,2}\/|\.$|~|file:)|\.(whl|tar\.gz|zip)(\[.*\])?$|^\.\[/.test(name)) return 'file'
  return 'registry'
}

/** `uv run x`, `poetry run x`: x is a file, a module, or a program in the environment. */
function runCommand(context: ProgramContext, program: string, args: readonly Word[]): void {
  // With uv, `--script` says that what follows is one.
  const values = program === 'uv' ? VALUES.replace(' -s --script', '') : VALUES
  const read = readArguments(args, { arity: arity(values), style: 'gnu', stopAtOperand: true })
  recordOptions(context, read)
  for (const word of read.values('--with'))
    if (originOf(show(word)) !== 'registry')
      context.record({
        does: 'install-package',
        ecosystem: 'pip',
        packages: [show(word)],
        origin: originOf(show(word)),
        scope: 'project',
      })
  const [command, ...more] = read.operands
  if (read.has('-m', '--module')) {
    const module = read.value('-m', '--module')
    if (module) context.runs([literal('python'), literal('-m'), module, ...read.operands], { via: `${program} run` })
    return
  }
  if (!command) return
  const name = textOf(command) ?? ''
  const bare = name.replace(/^.*\//, '')
  if (/\.pyw?$/.test(name) || /^https?:/.test(name)) context.file(command, 'python', more)
  else if (name === '-') context.stdinAsCode('python')
  // `hatch run environment:script`.
  else if (program === 'hatch' && /^[\w.+-]*:[\w:.-]+$/.test(name)) runsProject(context)
  else if (programNamed(bare) || name === '' || /^[./]/.test(name) || !declares(context))
    context.runs(read.operands, { via: `${program} run` })
}

/** A program that the project's manifest brings along is the project's own. */
function declares(context: ProgramContext): boolean {
  return ['pyproject.toml', 'Pipfile', 'setup.py', 'setup.cfg'].some((name) => findUp(context, name) !== undefined)
}

/** Programs of the workbench that are packages of the same name. */
const PUBLISHED =
  /^(?:pyinstrument|viztracer|scalene|pipreqs|pydeps|pyan3|sphinx-lint|pydocstringformatter|absolufy-imports|pycln|pyproject-fmt|tox-ini-fmt|setup-cfg-fmt|gprof2dot|fastcov|pygount|cruft|copier|cookiecutter|memray|snakeviz|tuna|pytest-watcher|mutmut|cwltool|miniwdl|planemo)$/

/** pipx run, uvx: a tool everybody knows, or somebody's package fetched and run. */
function runTool(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity(VALUES), style: 'gnu', stopAtOperand: true })
  recordOptions(context, read)
  const [tool, ...more] = read.operands
  if (!tool) return
  const spec = read.value('--spec', '--from')
  const name = (textOf(tool) ?? '').replace(/[@=<>[].*$/, '')
  const foreign = spec !== undefined && originOf(show(spec)) !== 'registry'
  // The package of the packaging authority, whose program has a name of its own.
  const program = name === 'build' ? 'pyproject-build' : name
  const taken = isSystemName(name) ? !/^python\d?$/.test(name) : isMachineTool(name) && !PUBLISHED.test(name)
  if (!foreign && name !== '' && !taken && programNamed(program)) {
    context.runs([literal(program), ...more], { via: context.invocation.program })
    return
  }
  const source = spec ? show(spec) : show(tool)
  const trusted = spec === undefined ? name : show(spec)
  if (/^[\w.-]+$/.test(trusted) && trusts(context.surroundings.trust, 'tools', `pip:${trusted}`)) return
  context.record({
    does: 'install-package',
    ecosystem: 'pip',
    packages: [source],
    origin: originOf(source),
    scope: 'user',
  })
  context.record({ does: 'run-code', language: 'python', origin: 'network', host: 'pypi.org', seenThrough: false })
}

function configure(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, { arity: new Map([['--editor', 'value']]), style: 'gnu' })
  const editor = read.value('--editor')
  if (editor) context.code('shell', editor, { via: 'pip config --editor' })
  const words = read.operands.map(show)
  if (words[0] === 'edit') context.record(INTERACTIVE)
  else if (!/^(list|get|debug|show)$/.test(words[0] ?? 'list') && words.length > 1)
    recordSetting(
      context,
      'package-manager',
      words[0] === 'set' ? (words[1] ?? '') : words[0]!,
      read.operands.at(-1) ?? literal(''),
    )
}

function conda(context: ProgramContext): void {
  const read = readArguments(context.invocation.args, { arity: arity(VALUES), style: 'gnu', stopAtOperand: true })
  const [verb, ...more] = read.operands
  const name = textOf(verb) ?? ''
  if (/^(install|create|update|upgrade)$/.test(name)) {
    const inner = readArguments(more, {
      arity: new Map<string, Arity>([...arity(VALUES), ['-c', 'value'], ['-f', 'value'], ['-p', 'value']]),
      style: 'gnu',
    })
    for (const word of inner.values('-f', '--file')) context.reads(word)
    const packages = inner.operands.map(show)
    context.record({
      does: 'install-package',
      ecosystem: 'conda',
      packages,
      origin: packages.length === 0 ? 'declared' : 'registry',
      scope: 'user',
    })
  } else if (name === 'run') {
    const inner = readArguments(more, {
      arity: new Map<string, Arity>([
        ['-n', 'value'],
        ['--name', 'value'],
        ['-p', 'value'],
        ['--prefix', 'value'],
        ['--cwd', 'value'],
      ]),
      style: 'gnu',
      stopAtOperand: true,
    })
    context.runs(inner.operands, { via: 'conda run' })
  } else if (name === 'env' && /^(create|update)$/.test(textOf(more[0]) ?? '')) {
    const list = more.find((word) => isUrl(word))
    context.record({
      does: 'install-package',
      ecosystem: 'conda',
      packages: list ? [show(list)] : [],
      origin: list ? 'url' : 'declared',
      scope: 'user',
    })
  } else if (name === 'env' && textOf(more[0]) === 'remove')
    context.record({ does: 'change-system', deed: 'remove-package', target: context.invocation.evidence })
  else if (name === 'config' && more.some((word) => /^--(set|add|append|prepend|remove)/.test(show(word))))
    context.record({
      does: 'change-settings',
      of: 'package-manager',
      key: more.some((word) => /channel/.test(show(word))) ? 'channel' : 'conda',
      value: show(more.at(-1) ?? literal('')),
    })
  else if (name === 'init') context.writes(literal('~/.bashrc'), 'edit')
  else if (/^(remove|uninstall)$/.test(name)) return
  else if (
    !/^(|list|info|search|env|activate|deactivate|clean|config|package|compare|doctor|notices|shell|build|index|render|export|history|rename)$/.test(
      name,
    )
  )
    context.opaque('unknown-subcommand', context.invocation.evidence)
}

/** Session runners execute what a file of the project says. */
function automation(context: ProgramContext): void {
  const { program } = context.invocation
  const read = readArguments(context.invocation.args, {
    arity: new Map<string, Arity>(
      '-e -c --conf -f --noxfile --file -s --session -t --tags -k -r --root --workdir -x --override'
        .split(' ')
        .map((name) => [name, 'value']),
    ),
    style: 'gnu',
  })
  const file =
    program === 'tox'
      ? 'tox.ini'
      : program === 'nox'
        ? 'noxfile.py'
        : program === 'doit'
          ? 'dodo.py'
          : program === 'fab'
            ? 'fabfile.py'
            : 'tasks.py'
  const chosen = read.value('-c', '--conf', '-f', '--noxfile', '--file')
  if (chosen) walk(context, { operands: 'config' }, [chosen])
  if (program === 'tox' && read.has('exec', '--exec')) context.opaque('unknown-option', context.invocation.evidence)
  if (program === 'fab') context.opaque('unreadable-code', context.invocation.evidence)
  if (!read.has('-l', '--list', '--version', '--help', '-h'))
    runsProject(context, [file], file.endsWith('.py') ? 'python' : 'other')
}
