import { system } from './facts.ts'
import type { Place } from '../../place.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { type Arity, readArguments } from '../options.ts'
import { manifestAt } from './manifest.ts'
import { execute, fetchTool, originOf, projectTool, runHook, script, recordOptions } from './javascript-tools.ts'
import type { ProgramContext, Program } from './program.ts'
import { textAt, within } from './project.ts'
import { are, INTERACTIVE, type Row, rows, walk } from './table.ts'
import { settingIn, recordSetting } from './tool-settings.ts'

/** Managers of toolchains share their subcommands. */
const TOOLCHAINS: Omit<Row, 'names'> = {
  operands: 'text',
  subcommands: {
    install: toolchain(),
    use: {},
    list: {},
    ls: {},
    'ls-remote': {},
    'list-remote': {},
    current: {},
    default: { does: [system('change-configuration', 'the Node of every later shell')] },
    alias: { does: [system('change-configuration', 'the Node of every later shell')] },
    pin: toolchain(),
    which: {},
    env: {},
    global: {},
    local: {},
    shell: {},
    versions: {},
    version: {},
    rehash: {},
    reshim: {},
    plugin: toolchain(),
    latest: {},
    lts: toolchain(),
    uninstall: {},
    unalias: {},
    set: {},
    activate: {},
    trust: {},
    doctor: {},
    outdated: {},
    upgrade: toolchain(),
    exec: { operands: ['text', 'command'], stopAtOperand: true },
    run: { operands: ['text', 'command'], stopAtOperand: true },
    cache: {},
    settings: {},
    where: {},
    deactivate: {},
  },
}

/** npm and its relatives: installing, running scripts, publishing. */
export const packagesJavascript: readonly Program[] = [
  { names: ['npm', 'pnpm', 'yarn', 'bun', 'cnpm', 'yarnpkg', 'vp', 'ni', 'nr'], means },
  { names: ['npx', 'bunx', 'pnpx', 'nlx'], means: (context) => execute(context, context.invocation.args) },
  ...rows({
    corepack: {
      subcommands: {
        enable: {},
        disable: {},
        prepare: {
          does: [
            {
              does: 'install-package',
              ecosystem: 'npm',
              packages: ['package manager'],
              origin: 'registry',
              scope: 'user',
            },
          ],
        },
        use: {
          does: [
            {
              does: 'install-package',
              ecosystem: 'npm',
              packages: ['package manager'],
              origin: 'registry',
              scope: 'project',
            },
          ],
        },
        install: {},
        up: {},
        pack: {},
        cache: {},
        npm: { operands: 'text' },
        pnpm: { operands: 'text' },
        yarn: { operands: 'text' },
      },
    },
    'npm-check npm-check-updates ncu depcheck knip madge license-checker npm-name npm-home npm-user updates taze syncpack manypkg publint attw arethetypeswrong sort-package-json size-limit bundlesize':
      {
        options: { ...are('text', '--filter -f --target -t --reject -x'), ...are('config', '--config') },
        inPlace: '-u, --update, --fix',
      },
    'nvm fnm n volta nodenv asdf': TOOLCHAINS,
  }),
  { names: ['mise', 'rtx'], means: mise },
]

function toolchain() {
  return {
    does: [{ does: 'install-package', ecosystem: 'toolchain', packages: [], origin: 'registry', scope: 'user' }],
  } as const
}

const VALUES =
  '-C --cwd --dir --prefix -w --workspace -F --filter --registry --script-shell --userconfig --globalconfig --cache --tag --otp ' +
  '--access -c --call -p --package --loglevel --reporter --node-options --config --network-timeout --modules-folder ' +
  '--omit --include --os --cpu --libc --before --fetch-retries --cache-folder --mutex --use-yarnrc --preload -r --require ' +
  '--env-file --shell --pack-destination --workspace-concurrency --store-dir --test-name-pattern -t --outdir --outfile ' +
  '--target --format --save-prefix --audit-level --depth --concurrency --entrypoint --external --define'

function means(context: ProgramContext): void {
  const { args } = context.invocation
  const read = readArguments(args, { arity: arityFor(context), style: 'gnu', stopAtOperand: true })
  const directory = read.value('-C', '--cwd', '--dir', '--prefix')
  const cwd = directory ? context.place(directory) : context.invocation.cwd
  recordOptions(context, read)
  for (const word of context.invocation.program === 'bun' ? read.values('-e', '--eval', '-p', '--print') : [])
    context.code('javascript', word)
  const [verb, ...more] = read.operands
  if (!verb) {
    // `yarn` alone installs; the others print help. `bun --watch x.ts` has its file as an operand.
    if (context.invocation.program.startsWith('yarn') && !read.has('--version', '-v', '--help', '-h'))
      install(context, cwd, [])
    return
  }
  const name = textOf(verb)
  if (name === undefined) context.opaque('dynamic-program', context.invocation.evidence)
  else runVerb(context, name, more, cwd)
}

const arities = new Map<string, ReadonlyMap<string, Arity>>()

function arityFor(context: ProgramContext): ReadonlyMap<string, Arity> {
  const known = arities.get(context.invocation.program)
  if (known) return known
  const arity = new Map<string, Arity>(VALUES.split(' ').map((name) => [name, 'value']))
  // pnpm's -w is --workspace-root, -r is --recursive, -C a directory; bun's -r is --preload.
  if (context.invocation.program !== 'npm') arity.delete('-w')
  if (context.invocation.program !== 'bun') for (const name of ['-r', '-t', '--target', '--config']) arity.delete(name)
  if (context.invocation.program === 'bun')
    for (const name of ['-e', '--eval', '-p', '--print']) arity.set(name, 'value')
  if (context.invocation.program === 'npm') for (const name of ['-F', '--filter', '--dir']) arity.delete(name)
  arities.set(context.invocation.program, arity)
  return arity
}

/** npm obeys its own options behind the name of a script too, up to `--`: `npm test --script-shell=…`. */
function recordLateOptions(context: ProgramContext, args: readonly Word[]): void {
  if (context.invocation.program !== 'npm') return
  const end = args.findIndex((word) => textOf(word) === '--')
  recordOptions(context, readArguments(end < 0 ? args : args.slice(0, end), { arity: arityFor(context), style: 'gnu' }))
}

function runVerb(context: ProgramContext, verb: string, args: readonly Word[], cwd: Place): void {
  const { program } = context.invocation
  if (INSTALLS.has(verb)) {
    const read = readArguments(args, { arity: arityFor(context), style: 'gnu' })
    recordOptions(context, read)
    const chosen = read.value('-C', '--cwd', '--dir', '--prefix')
    const system = read.has('-g', '--global', '--location=global')
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
    recordLateOptions(context, args)
    script(context, /^(t|tst)$/.test(verb) ? 'test' : verb, args, cwd)
  } else if (/^(install-test|it|install-ci-test|cit)$/.test(verb)) {
    install(context, cwd, args)
    script(context, 'test', [], cwd)
  } else if (program === 'bun' && verb === 'exec') context.code('shell', args[0] ?? literal(''), { via: 'bun exec' })
  else if (/^(exec|x|dlx)$/.test(verb)) execute(context, args, verb === 'dlx' ? 'registry' : 'project', cwd)
  else if (/^(create|init|innit)$/.test(verb)) create(context, args)
  else if (verb === 'workspace' && program.startsWith('yarn'))
    runVerb(context, textOf(args[1]) ?? '', args.slice(2), cwd)
  else if (verb === 'workspaces' && program.startsWith('yarn')) workspaces(context, args, cwd)
  else if (PUBLISHES.has(verb)) publish(context, verb, args)
  else if (verb === 'config' || verb === 'set' || verb === 'get' || verb === 'c') configure(context, verb, args)
  else if (verb === 'plugin') plugin(context, args)
  else if (verb === 'pack') context.writes(literal('.'), 'create')
  else if (verb === 'version') bump(context, args)
  else if ((verb === 'pkg' && show(args[0] ?? literal('')) === 'set') || verb === 'set-script')
    setsField(context, verb, args)
  else if (LOCAL.has(verb)) walk(context, { operands: 'text' }, args)
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
  const named = packages.map(show)
  const origins = named.map(originOf)
  const origin =
    named.length === 0
      ? 'declared'
      : (origins.find((found) => found !== 'registry') ?? (registry ? 'other-registry' : 'registry'))
  const removes = /\b(uninstall|remove|rm|un|unlink|prune)\b/.test(context.invocation.evidence)
  const manifest = manifestAt(context, cwd)
  const declared =
    named.length > 0 && named.every((name) => manifest?.dependencies.has(name.replace(/(?<=.)@[^/]*$/, '')))
  if (!removes) {
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
  const read = readArguments(args, { arity: arityFor(context), style: 'gnu', stopAtOperand: true })
  recordOptions(context, read)
  const [name, ...more] = read.operands
  if (!name) return
  recordLateOptions(context, more)
  const chosen = read.value('-C', '--cwd', '--dir', '--prefix')
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

/** Options of what speaks to the registry that take a value: `npm publish --access public` publishes no `public`. */
const REGISTRY_OPTIONS: ReadonlyMap<string, Arity> = new Map(
  '--access --tag --otp --registry --workspace -w --scope --userconfig --provenance-file --auth-type --loglevel'
    .split(' ')
    .map((name) => [name, 'value'] as const),
)

function publish(context: ProgramContext, verb: string, args: readonly Word[]): void {
  const target = readArguments(args, { arity: REGISTRY_OPTIONS, style: 'gnu' }).operands.map(show)[0] ?? '.'
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
  const words = args.map(show).filter((word) => !word.startsWith('-'))
  const [sub, ...more] = verb === 'config' || verb === 'c' ? words : [verb, ...words]
  if (sub === 'set' || sub === 'delete' || sub === 'rm') {
    const setting = settingIn(args.slice(args.findIndex((word) => show(word) === sub) + 1))
    if (sub === 'set' && setting) recordSetting(context, 'package-manager', setting.key, setting.value)
    else context.record({ does: 'change-settings', of: 'package-manager', key: more[0] ?? '', value: '' })
  } else if (sub === 'edit') context.record(INTERACTIVE)
  else if (sub === 'get' && /auth|token|password/i.test(more[0] ?? ''))
    context.record({ does: 'read-secret', store: 'token', target: `npm config ${more[0]}` })
}

function bump(context: ProgramContext, args: readonly Word[]): void {
  if (args.every((word) => show(word).startsWith('-'))) return
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
    const read = readArguments(args, { arity: arityFor(context), style: 'gnu' })
    recordOptions(context, read)
  } else if (verb === 'build')
    walk(
      context,
      {
        operands: 'read',
        options: {
          ...are('directory', '--outdir --root'),
          ...are('write', '--outfile --metafile'),
          ...are('text', '--target --format --external -e --define --naming --loader --entry-naming --public-path'),
        },
      },
      args,
    )
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

/** `mise exec node@22 -- node -v`: what stands behind the dashes is started. */
function mise(context: ProgramContext): void {
  const { args } = context.invocation
  const dashes = args.findIndex((word) => textOf(word) === '--')
  const verb = textOf(args[0]) ?? ''
  if (!/^(?:exec|x)$/.test(verb) || dashes < 0) return walk(context, TOOLCHAINS, args)
  context.runs(args.slice(dashes + 1), { via: 'mise exec' })
}
