import { hostKind } from '../../hosts.ts'
import { hostName } from './facts.ts'
import type { Place } from '../../place.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import type { Arguments } from '../../programs/arguments.ts'
import type { Entry } from '../../programs/entry.ts'
import { BUN, BUN_BUILD, NPM, PNPM, YARN } from '../../programs/families/javascript-package-options.ts'
import { followed, walk as walkEntry } from '../../programs/walk.ts'
import { manifestAt } from './manifest.ts'
import { execute, fetchTool, originOf, projectTool, recordNodeOptions, runHook, script } from './javascript-tools.ts'
import type { ProgramContext, Program } from './program.ts'
import { isOwn, isUrl, runsProject, textAt, within } from './project.ts'
import { INTERACTIVE } from './table.ts'
import { settingIn, recordSetting } from './tool-settings.ts'
import { chosenPackages } from './workspace-packages.ts'

/** npm and its relatives: installing, running scripts, publishing. */
export const packagesJavascript: readonly Program[] = [
  {
    names: ['npm', 'pnpm', 'yarn', 'bun', 'cnpm', 'yarnpkg', 'vp', 'ni', 'nr'],
    means,
    examples: {
      'npm ci --no-audit': ['install npm declared project'],
      'npm install --prefix /usr/local left-pad': [
        'names /usr/local',
        'directory /usr/local',
        'install npm left-pad registry project',
      ],
      'npm ci --registry=http://203.0.113.9/': [
        'contact 203.0.113.9 registry',
        'install npm http://203.0.113.9/ other-registry project',
      ],
      'npm_config_prefix=/usr npm install -g typescript': ['directory /usr', 'install npm typescript registry system'],
      'npm test --script-shell=/tmp/sh': ['run sh', 'code other file /tmp/sh'],
      'npm --userconfig /tmp/npmrc test': ['code other file /tmp/npmrc'],
      'npm version patch --git=/tmp/git': [
        'run git',
        'code other file /tmp/git',
        'edit package.json',
        'git commit',
        'git tag',
      ],
      'npm rebuild --node-gyp=/tmp/x.js': ['code javascript file /tmp/x.js', 'install npm declared project'],
      'npm ci --node-options="--require /tmp/x.js"': [
        'opaque dynamic-code',
        'install npm declared project',
        'opaque unknown-option',
      ],
      'npm ci --no-strict-ssl': ['system weaken-tls', 'install npm declared project'],
      'pnpm install --pnpmfile /tmp/x.cjs': ['code other file /tmp/x.cjs', 'install npm declared project'],
      'pnpm install --store-dir /etc/x': ['directory /etc/x', 'install npm declared project'],
      'pnpm install --config.script-shell=/tmp/sh': [
        'unknown option --config.* of pnpm install',
        'install npm declared project',
      ],
      'pnpm config set dangerously-allow-all-builds true --global': [
        'settings package-manager dangerously-allow-all-builds',
        'system disable-security',
      ],
      'yarn install --use-yarnrc /tmp/rc': ['code other file /tmp/rc', 'install npm declared project'],
      'yarn set version https://files.example.net/yarn.cjs': [
        'install npm yarn https://files.example.net/yarn.cjs url project',
        'contact files.example.net fetch',
      ],
      'bun test --preload /tmp/x.ts': ['code javascript file /tmp/x.ts'],
      'bun build src/a.ts --outfile /etc/x': ['write /etc/x', 'read src/a.ts'],
      'npm install --unheard-of': ['unknown option --unheard-of of npm install', 'install npm declared project'],
      'pnpm install --unheard-of': ['unknown option --unheard-of of pnpm install', 'install npm declared project'],
      'yarn install --unheard-of': ['unknown option --unheard-of of yarn install', 'install npm declared project'],
      'bun install --unheard-of': ['unknown option --unheard-of of bun install', 'install npm declared project'],
    },
  },
  {
    names: ['npx', 'bunx', 'pnpx', 'nlx'],
    means: (context) => execute(context, context.invocation.args),
    examples: {
      'npx tsc --noEmit': ['run tsc'],
      'npx -c "rm a.txt"': ['run rm', 'delete a.txt'],
      'npx --registry https://npm.example.net left-pad': [
        'contact npm.example.net registry',
        'install npm left-pad registry user',
        'code javascript network registry.npmjs.org',
      ],
      'npx --script-shell /tmp/sh tsc': ['run sh', 'code other file /tmp/sh', 'run tsc'],
      'npx --unheard-of tsc': ['unknown option --unheard-of of npx', 'run tsc'],
    },
  },
]

/** Options before and behind a verb. */
const OPTIONS: Readonly<Record<string, Entry>> = {
  npm: NPM,
  cnpm: NPM,
  pnpm: PNPM,
  vp: PNPM,
  ni: PNPM,
  nr: PNPM,
  yarn: YARN,
  yarnpkg: YARN,
  bun: BUN,
}

/** npm and pnpm read every setting from a variable too. */
const VARIABLES: NonNullable<Entry['variables']> = {
  npm_config_prefix: 'directory',
  NPM_CONFIG_PREFIX: 'directory',
}

function optionsFor(context: ProgramContext): Entry {
  return OPTIONS[context.invocation.program] ?? NPM
}

function options(context: ProgramContext, args: readonly Word[], verb?: string): Arguments {
  const { program } = context.invocation
  const read = followed(context, optionsFor(context), args, verb === undefined ? program : `${program} ${verb}`)
  recordNodeOptions(context, read)
  return read
}

/** The options that come before a verb or the name of a script. */
function optionsBefore(context: ProgramContext, args: readonly Word[], more: Partial<Entry> = {}): Arguments {
  const read = followed(context, before(optionsFor(context), more), args)
  recordNodeOptions(context, read)
  return read
}

function before(entry: Entry, more: Partial<Entry>): Entry {
  return { ...entry, ...more, stopAtOperand: true }
}

function means(context: ProgramContext): void {
  const { args } = context.invocation
  const read = optionsBefore(context, args, { variables: VARIABLES })
  const directory = read.value(...DIRECTORY)
  const cwd = directory ? context.place(directory) : context.invocation.cwd
  const [verb, ...more] = read.operands
  if (!verb) {
    // `yarn` alone installs; the others print help. `bun --watch x.ts` has its file as an operand.
    if (context.invocation.program.startsWith('yarn') && !read.has('--version', '-v', '--help', '-h'))
      install(context, cwd, [])
    return
  }
  const name = textOf(verb)
  if (name === undefined) {
    context.opaque('dynamic-program', context.invocation.evidence)
    return
  }
  const packages = chosenPackages(context, args, cwd)
  if (packages.length === 0) runVerb(context, name, more, cwd)
  for (const place of packages) runVerb(context, name, more, place)
}

const DIRECTORY = ['-C', '--cwd', '--dir', '--prefix']

/** npm obeys its own options behind the name of a script too, up to `--`: `npm test --prefix web`. */
function directoryBehind(context: ProgramContext, args: readonly Word[]): Word | undefined {
  if (context.invocation.program !== 'npm') return undefined
  const end = args.findIndex((word) => textOf(word) === '--')
  const read = followed(context, NPM, end < 0 ? args : args.slice(0, end), 'npm', 'handed on')
  recordNodeOptions(context, read)
  return read.value(...DIRECTORY)
}

function runVerb(context: ProgramContext, verb: string, args: readonly Word[], cwd: Place): void {
  const { program } = context.invocation
  if (INSTALLS.has(verb)) {
    const read = options(context, args, verb)
    const chosen = read.value(...DIRECTORY)
    const system = read.has('-g', '--global') || textOf(read.value('--location', '-L')) === 'global'
    install(
      context,
      chosen ? context.place(chosen) : cwd,
      verb === 'ci' || verb === 'clean-install' ? [] : read.operands,
      system,
      read.value('--registry'),
      read.has('--ignore-scripts'),
    )
  } else if (verb === 'global' && program.startsWith('yarn')) install(context, cwd, args.slice(1), true)
  else if (/^(run|run-script|rum|urn)$/.test(verb)) runScript(context, args, cwd)
  else if (verb === 'explore') {
    const dashes = args.findIndex((word) => textOf(word) === '--')
    if (dashes < 0 && context.invocation.stdin.kind !== 'nothing') context.stdinAsCode('shell')
    else if (dashes >= 0) context.runs(args.slice(dashes + 1), { via: 'npm explore' })
  } else if (/^(test|t|tst|start|stop|restart)$/.test(verb) && !(program === 'bun' && verb === 'test')) {
    const chosen = directoryBehind(context, args)
    script(context, /^(t|tst)$/.test(verb) ? 'test' : verb, args, chosen ? context.place(chosen) : cwd)
  } else if (/^(install-test|it|install-ci-test|cit)$/.test(verb)) {
    install(context, cwd, args)
    script(context, 'test', [], cwd)
  } else if (program === 'bun' && verb === 'exec') context.code('shell', args[0] ?? literal(''), { via: 'bun exec' })
  else if (/^(exec|x|dlx)$/.test(verb)) execute(context, args, verb === 'dlx' ? 'registry' : 'project', cwd)
  else if (/^(create|init|innit)$/.test(verb)) create(context, args)
  else if (verb === 'workspace' && program.startsWith('yarn'))
    runVerb(context, textOf(args[1]) ?? '', args.slice(2), cwd)
  else if (verb === 'workspaces' && program.startsWith('yarn')) workspaces(context, args, cwd)
  else if (/^(un)?star$/.test(verb) && args.every((word) => /^--?[a-z]/.test(textOf(word) ?? '')))
    // Without a package they explain themselves and end.
    options(context, args, verb)
  else if (PUBLISHES.has(verb)) publish(context, verb, args)
  else if (verb === 'config' || verb === 'set' || verb === 'get' || verb === 'c') configure(context, verb, args)
  else if (verb === 'plugin') plugin(context, args)
  else if (verb === 'pack') {
    options(context, args, verb)
    context.writes(literal('.'), 'create')
  } else if (verb === 'version') bump(context, args)
  else if ((verb === 'pkg' && show(args[0] ?? literal('')) === 'set') || verb === 'set-script')
    setsField(context, verb, args)
  else if (LOCAL.has(verb)) options(context, args, verb)
  else if (program === 'bun') bun(context, verb, args, cwd)
  else if (/^(yarn|pnpm|nr|ni)/.test(program)) projectTool(context, verb, args, cwd)
  else context.opaque('unknown-subcommand', `${program} ${verb}`)
}

const INSTALLS = new Set(
  (
    'install i in ins inst isntall add ci clean-install ic install-clean update up upgrade udpate dedupe ddp rebuild rb link ln ' +
    'import fetch prune uninstall un remove rm r unlink upgrade-interactive patch-commit autoinstall approve-builds'
  ).split(' '),
)
const PUBLISHES = new Set(
  'publish unpublish deprecate undeprecate dist-tag dist-tags owner access adduser login logout token team org profile star unstar hook trust stage'.split(
    ' ',
  ),
)
/** `npm pkg set scripts.x=y` is an edit of `package.json`: what comes in is judged as in any other edit. */
function setsField(context: ProgramContext, verb: string, args: readonly Word[]): void {
  const fields =
    verb === 'set-script'
      ? [`scripts.${show(args[0] ?? literal(''))}=${show(args[1] ?? literal(''))}`]
      : args.slice(1).map(show)
  const added = fields
    .map((field) => /^(?:[\w-]+\.)*([\w:-]+)=(.*)$/s.exec(field))
    .map((found) => (found ? `${JSON.stringify(found[1])}: ${JSON.stringify(found[2])}` : ''))
    .join(',\n')
  const place = context.place(literal('package.json'))
  const after = withFields(textAt(context, place), fields)
  // What comes in is looked at by itself, and with the whole file that it leaves behind.
  context.writes(literal('package.json'), 'edit', { kind: 'change', removed: '', added })
  if (after !== undefined) context.writes(literal('package.json'), 'edit', { kind: 'text', text: after })
}

/** A manifest with these fields set: `scripts.test=vitest`, `files[]=dist`. Undefined: it cannot be told. */
function withFields(text: string | undefined, fields: readonly string[]): string | undefined {
  let manifest: unknown
  try {
    manifest = JSON.parse(text ?? '')
  } catch {
    return undefined
  }
  for (const field of fields) {
    const [, path, value] = /^([\w@/:.[\]-]+?)=(.*)$/s.exec(field) ?? []
    if (path === undefined || value === undefined) continue
    const names = path.split(/\.|(?=\[)/).map((name) => name.replaceAll(/[[\]]/g, ''))
    let at = manifest as Record<string, unknown>
    for (const name of names.slice(0, -1)) {
      if (typeof at !== 'object' || at === null || name === '__proto__') return undefined
      at[name] ??= {}
      at = at[name] as Record<string, unknown>
    }
    const last = names.at(-1)!
    if (typeof at !== 'object' || at === null || last === '__proto__') return undefined
    at[last === '' ? String(Object.keys(at).length) : last] = value
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

const LOCAL = new Set(
  (
    'ls list ll la find-dupes stars outdated audit view info show v why explain bin root prefix help help-search search s find doctor ping cache store ' +
    'whoami licenses license fund sbom query diff bugs docs home repo issues completion check generate-lock-entry versions ' +
    'node env constraints patch server pm size get-version stats shrinkwrap pkg setup self-update ' +
    'deploy import-lock rebuild-wasm cat-file cat-index find-hash patch-remove set-script node-gyp'
  ).split(' '),
)

/** Installing runs the project's own install hooks; a package named here comes from outside. */
function install(
  context: ProgramContext,
  cwd: Place,
  packages: readonly Word[],
  system = false,
  registry?: Word,
  noScripts = false,
): void {
  const elsewhere = registry !== undefined && isUrl(registry) && hostKind(hostName(registry) ?? '') !== 'loopback'
  const named = packages.length === 0 && elsewhere ? [show(registry)] : packages.map(show)
  const origins = packages.map((word) => originOf(show(word)))
  const origin =
    named.length === 0
      ? 'declared'
      : (origins.find((found) => found !== 'registry') ?? (registry ? 'other-registry' : 'registry'))
  const removes = /\b(uninstall|remove|rm|un|unlink|prune)\b/.test(context.invocation.evidence)
  const manifest = manifestAt(context, cwd)
  const declared =
    named.length > 0 && named.every((name) => manifest?.dependencies.has(name.replace(/(?<=.)@[^/]*$/, '')))
  if (!removes) {
    if (!isOwn(context, cwd) && cwd.kind === 'path') context.writes(literal(cwd.path), 'directory')
    // Its own install hooks are somebody else's code.
    if (!noScripts && cwd.kind === 'path' && !isOwn(context, cwd) && packages.length === 0)
      runsProject(context, [], 'javascript', cwd)
    for (const [index, word] of packages.entries()) {
      if (origins[index] === 'url' || origins[index] === 'repository')
        context.contacts(
          literal(named[index]!.replace(/^(github|gitlab|bitbucket):/, 'https://$1.com/').replace(/^git\+/, '')),
          'repository',
        )
      if (origins[index] === 'file') context.reads(word, 'content', { recursive: true })
    }
    context.record({
      does: 'install-package',
      ecosystem: 'npm',
      packages: named,
      origin: declared ? 'declared' : origin,
      scope: system ? 'system' : 'project',
    })
  }
  if (!noScripts && !system)
    for (const hook of ['preinstall', 'install', 'postinstall', 'prepare']) runHook(context, manifest, hook)
}

function runScript(context: ProgramContext, args: readonly Word[], cwd: Place): void {
  const read = optionsBefore(context, args)
  const [name, ...more] = read.operands
  if (!name) return
  const chosen = directoryBehind(context, more) ?? read.value(...DIRECTORY)
  const known = textOf(name)
  if (known === undefined) {
    const manifest = manifestAt(context, cwd)
    // Whichever script it is, it is one of the project's own.
    if (!manifest || context.written(within(manifest.directory, 'package.json', context)))
      context.opaque('dynamic-program', context.invocation.evidence)
  } else script(context, known, more, chosen ? context.place(chosen) : cwd)
}

function create(context: ProgramContext, args: readonly Word[]): void {
  const name = args.map(show).find((word) => !word.startsWith('-'))
  if (name === undefined) {
    context.writes(literal('package.json'), 'edit')
    return
  }
  const spelled = name.startsWith('@') ? name : `create-${name}`
  fetchTool(context, [spelled.replace(/@[\w.^~-]+$/, '')], context.invocation.cwd)
  context.writes(literal('.'), 'directory')
}

function workspaces(context: ProgramContext, args: readonly Word[], cwd: Place): void {
  const operands = args.filter((word) => !show(word).startsWith('-'))
  const verb = textOf(operands[0]) ?? ''
  if (/^(run|foreach)$/.test(verb)) runVerb(context, textOf(operands[1]) ?? '', operands.slice(2), cwd)
}

function publish(context: ProgramContext, verb: string, args: readonly Word[]): void {
  const target = options(context, args, verb).operands.map(show)[0] ?? '.'
  if (args.some((word) => show(word) === '--dry-run')) return
  const deed =
    verb === 'publish' || verb === 'stage'
      ? 'publish'
      : verb === 'unpublish'
        ? 'delete'
        : /^(adduser|login|logout)$/.test(verb)
          ? 'log-in'
          : /^(owner|access|team|org|trust)$/.test(verb)
            ? /^(ls|list)/.test(target)
              ? 'read'
              : 'grant'
            : /^(ls|list|get)$/.test(target)
              ? 'read'
              : 'update'
  context.record({ does: 'change-service', service: 'npm', deed, target, production: false })
  if (deed === 'publish' || deed === 'update')
    context.contacts(literal('registry.npmjs.org'), 'registry', deed === 'publish' ? 'data' : 'unknown')
  if (verb === 'token' && target === 'create')
    context.record({ does: 'read-secret', store: 'token', target: 'npm token' })
  if (verb === 'publish')
    for (const hook of ['prepublishOnly', 'prepack', 'prepare', 'postpublish'])
      runHook(context, manifestAt(context, context.invocation.cwd), hook)
}

function configure(context: ProgramContext, verb: string, args: readonly Word[]): void {
  options(context, args, verb)
  const words = args.map(show).filter((word) => !word.startsWith('-'))
  const [sub, ...more] = verb === 'config' || verb === 'c' ? words : [verb, ...words]
  if (sub === 'set' && more[0] === 'version' && verb === 'set') setsVersion(context, more[1] ?? '')
  else if (sub === 'set' || sub === 'delete' || sub === 'rm') {
    const setting = settingIn(args.slice(args.findIndex((word) => show(word) === sub) + 1))
    if (sub === 'set' && setting) recordSetting(context, 'package-manager', setting.key, setting.value)
    else context.record({ does: 'change-settings', of: 'package-manager', key: more[0] ?? '', value: '' })
  } else if (sub === 'edit') context.record(INTERACTIVE)
  else if (sub === 'get' && /auth|token|password/i.test(more[0] ?? ''))
    context.record({ does: 'read-secret', store: 'token', target: `npm config ${more[0]}` })
}

/** `yarn set version`: a release by its name, or a file that is yarn from now on. */
function setsVersion(context: ProgramContext, version: string): void {
  const origin = /^https?:/.test(version) ? 'url' : /^[./~]/.test(version) ? 'file' : 'registry'
  const install = {
    does: 'install-package',
    ecosystem: 'npm',
    packages: [`yarn ${version}`],
    scope: 'project',
  } as const
  context.record({ ...install, origin })
  if (origin === 'url') context.contacts(literal(version), 'fetch')
  if (origin === 'file') context.file(literal(version), 'javascript')
}

function bump(context: ProgramContext, args: readonly Word[]): void {
  if (options(context, args, 'version').operands.length === 0) return
  context.writes(literal('package.json'), 'edit')
  if (!args.some((word) => /^--no-git-tag-version$/.test(show(word)))) {
    context.record({ does: 'change-repository', deed: 'commit' })
    context.record({ does: 'change-repository', deed: 'tag' })
  }
  const manifest = manifestAt(context, context.invocation.cwd)
  for (const hook of ['preversion', 'version', 'postversion']) runHook(context, manifest, hook)
}

/** bun is also an interpreter, a bundler and a test runner. */
function bun(context: ProgramContext, verb: string, args: readonly Word[], cwd: Place): void {
  if (verb === 'test') {
    options(context, args, 'test')
  } else if (verb === 'build') walkEntry(context, BUN_BUILD, args, 'bun build')
  else if (verb === 'repl') context.record(INTERACTIVE)
  else if (/\.[cm]?[jt]sx?$|\.sh$|^\.{0,2}\/|\/|\.html$/.test(verb))
    context.file(literal(verb), verb.endsWith('.sh') ? 'shell' : 'javascript', args)
  else projectTool(context, verb, args, cwd)
}

/** yarn plugins run inside every later yarn. */
function plugin(context: ProgramContext, args: readonly Word[]): void {
  if (!/^import$/.test(textOf(args[0]) ?? '')) return
  const source = show(args.find((word, index) => index > 0 && !show(word).startsWith('-')) ?? literal(''))
  context.record({
    does: 'install-package',
    ecosystem: 'yarn plugin',
    packages: [source],
    origin: /[:/]/.test(source) ? 'url' : 'registry',
    scope: 'project',
  })
  if (/^https?:/.test(source))
    context.record({
      does: 'run-code',
      language: 'javascript',
      origin: 'network',
      host: source.split('/')[2] ?? source,
      seenThrough: false,
    })
}
