import { trusts } from '../../trust.ts'
import { isSystemName } from '../system-names.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { hostKind } from '../../hosts.ts'
import type { Arguments } from '../../programs/arguments.ts'
import type { Entry } from '../../programs/entry.ts'
import {
  CONDA,
  CONDA_CONFIG,
  PIP,
  PIPENV,
  PIPX,
  POETRY,
  PROJECT_MANAGERS,
  UV,
} from '../../programs/families/python-package-options.ts'
import { followed } from '../../programs/walk.ts'
import { hostName, published } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { findUp, isOwn, isUrl, runsProject, textAt } from './project.ts'
import { INTERACTIVE } from './table.ts'
import { recordSetting } from './tool-settings.ts'

/** pip and its relatives: installing, environments, publishing. */
export const packagesPython: readonly Program[] = [
  {
    names: ['pip', 'pip3', 'pip2', 'pipx', 'uvx', 'pipenv', 'poetry', 'uv', 'pdm', 'rye', 'hatch', 'pixi'],
    means,
    examples: {
      'pip install -r requirements.txt --no-deps': [
        'read requirements.txt',
        'install pip requirements.txt declared project',
      ],
      'pip install -i https://pypi.example.net/simple flask': [
        'contact pypi.example.net registry',
        'install pip flask other-registry project',
      ],
      'pip install -r requirements.txt --index-url http://203.0.113.9/simple': [
        'read requirements.txt',
        'contact 203.0.113.9 registry',
        'install pip requirements.txt other-registry project',
      ],
      'pip install --trusted-host a.example flask': ['system weaken-tls', 'install pip flask registry project'],
      'pip install --target /usr/lib/x flask': ['directory /usr/lib/x', 'install pip flask registry project'],
      'pip --log /etc/x list': ['append /etc/x'],
      'pip --python /tmp/python install flask': ['code binary file /tmp/python', 'install pip flask registry project'],
      'pip config edit --editor "sh /tmp/x.sh"': ['run sh', 'code shell file /tmp/x.sh', 'opaque interactive'],
      'pip install --proxy http://203.0.113.9:8080 flask': [
        'contact 203.0.113.9 upload data',
        'install pip flask registry project',
      ],
      'pip install --unheard-of flask': ['unknown option --unheard-of of pip', 'install pip flask registry project'],
      'uv sync --frozen': ['install pip declared project'],
      'uv run --python /tmp/python pytest': ['code binary file /tmp/python', 'run pytest'],
      'uv run --python 3.12 pytest': ['run pytest'],
      'uv run --project /tmp/evil task': ['code python file /tmp/evil', 'run task'],
      'uv run --env-file /tmp/.env pytest': ['code python file /tmp/.env', 'run pytest'],
      'uv --config-file /tmp/uv.toml sync': ['code other file /tmp/uv.toml', 'install pip declared project'],
      'uv pip compile requirements.in -o requirements.txt': ['write requirements.txt'],
      'uv add --index corp=https://pypi.example.net/simple flask': [
        'contact pypi.example.net registry',
        'install pip flask other-registry project',
      ],
      'uv venv --python 3.12 .venv': ['directory .venv'],
      'uv sync --unheard-of': ['unknown option --unheard-of of uv', 'install pip declared project'],
      'poetry -C /tmp/evil install': ['code python file /tmp/evil', 'install pip declared project'],
      'poetry export -o /etc/x': ['write /etc/x'],
      'poetry config certificates.foo.cert false': ['settings package-manager certificates.foo.cert'],
      'poetry install --unheard-of': ['unknown option --unheard-of of poetry', 'install pip declared project'],
      'pipx install --python /tmp/python black': ['code binary file /tmp/python', 'install pip black registry user'],
      'pipx install --unheard-of black': ['unknown option --unheard-of of pipx', 'install pip black registry user'],
      'pipenv install --pypi-mirror http://203.0.113.9/ flask': [
        'contact 203.0.113.9 registry',
        'install pip flask other-registry project',
      ],
      'pipenv install --unheard-of': ['unknown option --unheard-of of pipenv', 'install pip declared project'],
      'pdm -p /tmp/evil install': ['code python file /tmp/evil', 'install pip declared project'],
      'hatch run --unheard-of test': ['unknown option --unheard-of of hatch', 'run test'],
      'uvx --from git+https://git.example.net/x.git tool': [
        'install pip git+https://git.example.net/x.git repository user',
        'code python network pypi.org',
      ],
    },
  },
  {
    names: ['conda', 'mamba', 'micromamba'],
    means: conda,
    examples: {
      'conda list --json': [],
      'conda install -y numpy': ['install conda numpy registry user'],
      'conda install -c http://203.0.113.9/ numpy': [
        'contact 203.0.113.9 registry',
        'install conda numpy other-registry user',
      ],
      'conda create -p /opt/x python=3.12': ['directory /opt/x', 'install conda python=3.12 registry user'],
      'conda env create -f environment.yml': ['read environment.yml', 'install conda declared user'],
      'conda run -n test rm a.txt': ['run rm', 'delete a.txt'],
      'conda config --set ssl_verify false': [
        'settings package-manager ssl_verify',
        'system weaken-tls',
        'system weaken-tls',
      ],
      'conda config --add channels http://packages.example.net': ['settings package-manager channel'],
      'conda remove -p /opt/conda --all -y': ['directory /opt/conda', 'system remove-package'],
      'conda install -k numpy': ['system weaken-tls', 'install conda numpy registry user'],
      'conda install --unheard-of numpy': ['unknown option --unheard-of of conda', 'install conda numpy registry user'],
    },
  },
]

const OPTIONS: Readonly<Record<string, Entry>> = {
  uv: UV,
  uvx: UV,
  poetry: POETRY,
  pipx: PIPX,
  pipenv: PIPENV,
  pdm: PROJECT_MANAGERS,
  rye: PROJECT_MANAGERS,
  hatch: PROJECT_MANAGERS,
  pixi: PROJECT_MANAGERS,
}

function optionsFor(context: ProgramContext): Entry {
  return OPTIONS[context.invocation.program] ?? PIP
}

function options(context: ProgramContext, args: readonly Word[], more: Partial<Entry> = {}): Arguments {
  return followed(context, { ...optionsFor(context), ...more }, args)
}

function means(context: ProgramContext): void {
  const { program, args } = context.invocation
  if (program === 'uvx') {
    runTool(context, args)
    return
  }
  const read = options(context, args, { stopAtOperand: true })
  const [verb, ...more] = read.operands
  if (!verb) return
  const name = textOf(verb)
  if (name === undefined) context.opaque('dynamic-program', context.invocation.evidence)
  else runVerb(context, program, name, more)
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
    for (const word of options(context, args).operands) context.writes(word, 'directory')
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
    const build = program === 'uv' || program === 'poetry' ? { '-o, --out-dir, --output': 'directory' } : {}
    options(context, args, { options: { ...optionsFor(context).options, ...build } })
    runsProject(context, ['setup.py'], 'python')
  } else if (verb === 'publish') {
    options(context, args)
    if (!args.some((word) => textOf(word) === '--dry-run')) context.record(published('pypi'))
  } else if (verb === 'config') configure(context, args)
  else if (verb === 'source' && textOf(args[0]) === 'show') return
  else if (verb === 'source')
    context.record({ does: 'change-settings', of: 'package-manager', key: 'source', value: args.map(show).join(' ') })
  else if (/^(test|lint|dev|format|docs|types|cov)$/.test(verb) && /^(hatch|rye|pdm|pixi)$/.test(program))
    runsProject(context)
  else if (!LOCAL.test(verb)) context.opaque('unknown-subcommand', `${program} ${verb}`)
  else {
    options(context, args)
    if (verb === 'init' || verb === 'new') context.writes(literal('.'), 'directory')
  }
}

function install(context: ProgramContext, program: string, verb: string, args: readonly Word[]): void {
  // `uv add --script a.py flask` adds to that file.
  const script: NonNullable<Entry['options']> = program === 'uv' && verb === 'add' ? { '--script': 'edit' } : {}
  const read = options(context, args, { options: { ...optionsFor(context).options, ...script } })
  const named = [...read.operands, ...read.values('-e', '--editable')].map(show)
  const fromFile = read.has('-r', '--requirement', '--requirements')
  // A list of packages that somebody else keeps may name any.
  const lists = read.values('-r', '--requirement', '--requirements').filter(isUrl).map(show)
  if (lists.length > 0)
    context.record({ does: 'install-package', ecosystem: 'pip', packages: lists, origin: 'url', scope: 'project' })
  for (const word of read.values('-r', '--requirement', '--requirements')) recordList(context, word)
  const indexed = read.has(
    '-i',
    '--pypi-mirror',
    '--index-url',
    '--extra-index-url',
    '--index',
    '--default-index',
    '-f',
    '--find-links',
  )
  const origins = named.map(originOf)
  const declares =
    named.length === 0 || (fromFile && named.length === 0) || (/^(sync|lock|self)$/.test(verb) && named.length === 0)
  // What the project built itself, and nothing else.
  const links = read.values('-f', '--find-links')
  const built =
    read.has('--no-index') &&
    links.length > 0 &&
    links.every((word) => !isUrl(word) && isOwn(context, context.place(word)))
  const indexes = read
    .values('-i', '--pypi-mirror', '--index-url', '--index', '--default-index', '--extra-index-url')
    .filter(isUrl)
  const own = named.length > 0 && named.every((name) => /^\.(\[.*\])?$|^-e$|^\.\/?(\[.*\])?$/.test(name))
  const elsewhere = indexes.some((word) => hostKind(hostName(word) ?? '') !== 'loopback')
  const origin =
    own || built || (declares && !elsewhere)
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
  const read = options(context, args, { stopAtOperand: true })
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
  if (program === 'uv' && read.has('-m', '--module')) {
    context.runs([literal('python'), literal('-m'), ...read.operands], { via: `${program} run` })
    return
  }
  if (!command) return
  const name = textOf(command) ?? ''
  const bare = name.replace(/^.*\//, '')
  if (/\.pyw?$/.test(name) || /^https?:/.test(name)) context.file(command, 'python', more)
  else if (name === '-') context.stdinAsCode('python')
  // `hatch run environment:script`.
  else if (program === 'hatch' && /^[\w.+-]*:[\w:.-]+$/.test(name)) runsProject(context)
  else if (context.programs.named(bare) || name === '' || /^[./]/.test(name) || !declares(context))
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
  const read = options(context, args, { stopAtOperand: true })
  const [tool, ...more] = read.operands
  if (!tool) return
  const spec = read.value('--spec', '--from')
  const name = (textOf(tool) ?? '').replace(/[@=<>[].*$/, '')
  const foreign = spec !== undefined && originOf(show(spec)) !== 'registry'
  // The package of the packaging authority, whose program has a name of its own.
  const program = name === 'build' ? 'pyproject-build' : name
  const taken = isSystemName(name)
    ? !/^python\d?$/.test(name)
    : context.programs.isMachineTool(name) && !PUBLISHED.test(name)
  if (!foreign && name !== '' && !taken && context.programs.named(program)) {
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
  const read = options(context, args)
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
  const read = followed(context, { ...CONDA, stopAtOperand: true }, context.invocation.args)
  const [verb, ...more] = read.operands
  const name = textOf(verb) ?? ''
  if (name === 'run') {
    const inner = followed(context, { ...CONDA, stopAtOperand: true }, more)
    context.runs(inner.operands, { via: 'conda run' })
    return
  }
  if (name === 'config') {
    condaConfig(context, more)
    return
  }
  const inner = followed(context, CONDA, more)
  if (/^(install|create|update|upgrade)$/.test(name)) {
    const packages = inner.operands.map(show)
    const elsewhere = inner.values('-c', '--channel').some(isUrl)
    const origin = elsewhere ? 'other-registry' : packages.length === 0 ? 'declared' : 'registry'
    context.record({ does: 'install-package', ecosystem: 'conda', packages, origin, scope: 'user' })
  } else if (name === 'env' && /^(create|update)$/.test(textOf(inner.operands[0]) ?? '')) {
    const list = more.find((word) => isUrl(word))
    context.record({
      does: 'install-package',
      ecosystem: 'conda',
      packages: list ? [show(list)] : [],
      origin: list ? 'url' : 'declared',
      scope: 'user',
    })
  } else if (
    (name === 'env' && textOf(inner.operands[0]) === 'remove') ||
    (/^(remove|uninstall)$/.test(name) && inner.has('--all'))
  )
    context.record({ does: 'change-system', deed: 'remove-package', target: context.invocation.evidence })
  else if (name === 'init') context.writes(literal('~/.bashrc'), 'edit')
  else if (
    !/^(|remove|uninstall|list|info|search|env|activate|deactivate|clean|package|compare|doctor|notices|shell|build|index|render|export|history|rename)$/.test(
      name,
    )
  )
    context.opaque('unknown-subcommand', context.invocation.evidence)
}

function condaConfig(context: ProgramContext, args: readonly Word[]): void {
  for (const { name, values } of followed(context, CONDA_CONFIG, args, 'conda config').given) {
    if (!/^--(set|add|append|prepend|remove)/.test(name)) continue
    const key = values[0] === undefined ? '' : show(values[0])
    recordSetting(context, 'package-manager', /channel/.test(key) ? 'channel' : key, values[1] ?? literal(''))
  }
}
