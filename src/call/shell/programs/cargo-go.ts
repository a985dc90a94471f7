import { trusts } from '../../trust.ts'
import type { Place } from '../../place.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import type { Arguments } from '../../programs/arguments.ts'
import { CARGO, GO, GO_EDIT, GO_TOOL } from '../../programs/families/cargo-go-options.ts'
import { followed, walk as walkEntry } from '../../programs/walk.ts'
import { installNamed } from '../../programs/install-named.ts'
import { published } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { runsProject, sketch, textAt, within } from './project.ts'
import { INTERACTIVE, rows } from './table.ts'

/** Rust and Go: build tool, test runner and package manager in one. */
export const cargoGo: readonly Program[] = [
  {
    names: ['cargo', 'cross', 'cargo-zigbuild'],
    means: cargo,
    examples: {
      'cargo test --workspace': [],
      'cargo build --target-dir /etc/a': ['directory /etc/a'],
      'cargo install --root /usr/local --path .': ['directory /usr/local', 'install cargo . file user'],
      'cargo install ripgrep --locked': ['install cargo ripgrep registry user'],
      'cargo rustc -- -C linker=/tmp/ld': ['run rustc', 'code other file /tmp/ld'],
      'cargo clippy -- -D warnings': ['run rustc'],
      'cargo --config net.offline=true build': [],
      'cargo --config build.rustc-wrapper=/tmp/x build': ['opaque unknown-option'],
      'cargo install --index https://a.example/ x': [
        'contact a.example registry',
        'install cargo x other-registry user',
      ],
      'cargo nextest run --config-file /tmp/n.toml': ['code other file /tmp/n.toml'],
      'cargo watch -s "rm x"': ['run rm', 'delete x'],
      'cargo build --unheard-of': ['unknown option --unheard-of of cargo build'],
    },
  },
  { names: ['rustup'], means: rustup },
  {
    names: ['go', 'gotip', 'tinygo', 'garble'],
    means: go,
    examples: {
      'go test -race ./...': [],
      'go build -o bin/app -ldflags "-s -w" ./cmd/app': ['write bin/app'],
      'go build -o /etc/x .': ['write /etc/x'],
      'go test -exec "rm x" ./...': ['run rm', 'delete x'],
      'go vet -vettool=/tmp/v ./...': ['unknown option -vettool of go vet'],
      'go test -coverprofile=c.out -outputdir /etc/a ./...': ['write c.out', 'directory /etc/a'],
      'go tool pprof -http=0.0.0.0:8080 cpu.prof': ['open listener 0.0.0.0:8080', 'read cpu.prof'],
      'go tool cover -html=c.out -o c.html': ['read c.out', 'write c.html'],
      'go get -u ./...': ['install go ./... declared project'],
      'go mod tidy -v': ['install go declared project'],
      'go build -ldflags "-extld=/tmp/ld" .': ['unknown flags -extld=/tmp/ld of the compiler or linker'],
      'cd /tmp/x && go test ./...': ['names /tmp/x', 'run go', 'code other file /tmp/x'],
      'go build -unheard-of .': ['unknown option -unheard-of of go build'],
      'go tool pprof -unheard-of cpu.prof': ['unknown option -unheard-of of go tool pprof', 'read cpu.prof'],
    },
  },
  ...rows({
    'cargo-audit cargo-deny cargo-nextest cargo-fmt cargo-clippy cargo-llvm-cov cargo-tarpaulin cargo-outdated cargo-expand cargo-bloat cargo-hack cargo-machete cargo-udeps cargo-semver-checks':
      { operands: 'text', project: ['build.rs'] },
  }),
]

function cargo(context: ProgramContext): void {
  const args = context.invocation.args.filter((word) => !/^\+[\w.-]+$/.test(show(word)))
  const read = followed(context, { ...CARGO, stopAtOperand: true }, args)
  const [verbWord, ...more] = read.operands
  const dashes = more.findIndex((word) => textOf(word) === '--')
  const name = textOf(verbWord) ?? ''
  // An alias of the project has options of its own.
  const unknown = ALIASES.test(name) ? 'handed on' : 'not understood'
  const inner = followed(context, CARGO, dashes < 0 ? more : more.slice(0, dashes), `cargo ${name}`, unknown)
  // What stands behind the dashes is for the compiler: it names linkers, plugins and outputs.
  if (dashes >= 0 && /^(?:rustc|rustdoc|clippy|fix)$/.test(name))
    context.runs([literal(name === 'rustdoc' ? 'rustdoc' : 'rustc'), ...more.slice(dashes + 1)], {
      via: `cargo ${name}`,
    })
  for (const name of ['RUSTC_WRAPPER', 'RUSTC', 'CARGO_BUILD_RUSTC_WRAPPER']) {
    const wrapper = context.invocation.environment.get(name)
    if (wrapper && !/^(sccache|ccache|)$/.test(textOf(wrapper) ?? '?')) context.opaque('unreadable-code', name)
  }
  const verb = textOf(verbWord)
  if (!verbWord) return
  const manifest = read.value('--manifest-path') ?? inner.value('--manifest-path')
  const directory = manifest ? context.place(literal(`${show(manifest)}/..`)) : context.invocation.cwd
  if (verb === undefined) context.opaque('dynamic-program', context.invocation.evidence)
  else if (RUNS_PROJECT.has(verb)) {
    if (verb === 'run' || verb === 'r') {
      // What the session wrote and now runs by name is read as it stands; the rest is the project's.
      const [bin, example] = [inner.value('--bin'), inner.value('--example')].map((word) => word && show(word))
      const sources =
        bin !== undefined
          ? [`src/bin/${bin}.rs`, `src/bin/${bin}/main.rs`, 'src/main.rs']
          : example !== undefined
            ? [`examples/${example}.rs`, `examples/${example}/main.rs`]
            : ['src/main.rs']
      for (const name of sources) {
        const place = context.place(literal(manifest ? `${show(manifest)}/../${name}` : name))
        if (place.kind === 'path' && context.written(place)?.kind === 'text')
          context.file(literal(place.path), 'compiled')
      }
    }
    runsProject(context, ['build.rs', ...buildScript(context, directory)], 'compiled', directory)
  } else if (verb === 'install' || verb === 'binstall') {
    const git = inner.value('--git')
    if (git) context.contacts(git, 'repository')
    const path = inner.value('--path')
    const packages = [...inner.operands, ...(path ? [path] : [])].map(show)
    const origin = path
      ? 'file'
      : git
        ? 'repository'
        : inner.has('--registry', '--index')
          ? 'other-registry'
          : packages.length === 0
            ? 'declared'
            : 'registry'
    context.record({ does: 'install-package', ecosystem: 'cargo', packages, origin, scope: 'user' })
  } else if (/^(add|fetch|update|vendor|generate-lockfile|upgrade)$/.test(verb))
    installNamed(context, 'cargo', verb === 'add' ? inner.operands : [], 'project')
  else if (verb === 'publish' && inner.has('--dry-run')) runsProject(context, ['build.rs'], 'compiled', directory)
  else if (verb === 'publish' || (verb === 'release' && more.some((word) => /^(?:-x|--execute)$/.test(show(word)))))
    context.record(published('crates.io'))
  else if (verb === 'owner' && inner.has('-l', '--list')) return
  else if (verb === 'yank' || verb === 'owner')
    context.record({
      does: 'change-service',
      service: 'crates.io',
      deed: verb === 'yank' ? 'delete' : 'grant',
      target: more.map(show).join(' '),
      production: false,
    })
  else if (/^(login|logout)$/.test(verb))
    context.record({
      does: 'change-service',
      service: 'crates.io',
      deed: 'log-in',
      target: 'crates.io',
      production: false,
    })
  else if (verb === 'help' && more.length > 0) context.record(INTERACTIVE)
  else if (verb === 'new' || verb === 'init') context.writes(inner.operands[0] ?? literal('.'), 'directory')
  else if (
    !/^(help|tree|metadata|search|info|verify-project|locate-project|pkgid|read-manifest|version|clean|remove|rm|uninstall|fmt|license|report|config|outdated|audit|deny|machete|udeps|bloat|geiger|about|cache|sort|generate|set-version|release|semver-checks|public-api|cyclonedx|rdme|readme|spellcheck|--version|--list)$/.test(
      verb,
    )
  )
    context.opaque('unknown-subcommand', `cargo ${verb}`)
}

const ALIASES = /^(?:xtask|xtest|dev|ci|dist|make|rail)$/

const RUNS_PROJECT = new Set(
  (
    'chef deb shear build b check c test t run r bench doc d rustdoc rustc fix clippy nextest miri llvm-cov tarpaulin expand package hack xtask xtest dev ci dist ' +
    'ndk lipo wasi component make zigbuild watch criterion fuzz mutants careful insta asm flamegraph msrv minimal-versions ' +
    'no-dev-deps leptos tauri lambda shuttle espflash embed size objdump nm rail codspeed minify wasm all-features'
  ).split(' '),
)

function rustup(context: ProgramContext): void {
  const words = context.invocation.args.map(show).filter((word) => !word.startsWith('-'))
  const [verb = '', second = ''] = words
  if (verb === 'run')
    context.runs(context.invocation.args.slice(context.invocation.args.findIndex((word) => show(word) === 'run') + 2), {
      via: 'rustup run',
    })
  else if (verb === 'toolchain' && second === 'link') context.opaque('unreadable-code', context.invocation.evidence)
  else if (
    /^(install|update|default|component|target|toolchain|override|self|set)$/.test(verb) &&
    /^(add|install|update|\d|stable|nightly|beta|$)/.test(
      verb === 'install' || verb === 'update' || verb === 'default' ? 'add' : second,
    )
  )
    context.record({
      does: 'install-package',
      ecosystem: 'rustup',
      packages: words.slice(1),
      origin: 'registry',
      scope: 'user',
    })
  else if (/^(man|doc)$/.test(verb)) context.record(INTERACTIVE)
  else if (
    !/^(|show|which|completions|help|check|component|target|toolchain|override|set|self|default|uninstall|dump-testament)$/.test(
      verb,
    )
  )
    context.opaque('unknown-subcommand', `rustup ${verb}`)
}

function go(context: ProgramContext): void {
  const read = followed(context, { ...GO, stopAtOperand: true }, context.invocation.args)
  const [verbWord, ...args] = read.operands
  const verb = textOf(verbWord) ?? ''
  switch (verb) {
    case 'test':
      // What go does not know goes to the test's own program.
      recordFlagsOfTools(context, followed(context, GO, args, 'go test', 'handed on'))
      runsProject(context)
      return
    case 'build':
    case 'vet':
    case 'fix':
      recordFlagsOfTools(context, followed(context, GO, args, `go ${verb}`))
      runsProject(context)
      return
    case 'generate':
      followed(context, GO, args, 'go generate')
      runsProject(context)
      // A package by its path, outside the module.
      for (const word of args)
        if (/^[/~]/.test(show(word)))
          runsProject(context, [], 'other', context.place(literal(show(word).replace(/\/\.\.\.$/, ''))))
      return
    case 'run':
      run(context, args)
      return
    case 'install':
    case 'get': {
      const named = followed(context, GO, args, `go ${verb}`).operands.map(show)
      // `@none` takes a module out.
      const own = named.every((name) => /^(\.|all$)|@none$/.test(name))
      context.record({
        does: 'install-package',
        ecosystem: 'go',
        packages: named,
        origin: own ? 'declared' : named.every((name) => isKnownModule(context, name)) ? 'registry' : 'url',
        scope: verb === 'install' ? 'user' : 'project',
      })
      return
    }
    case 'mod':
    case 'work':
      followed(context, GO_EDIT, args, `go ${verb}`)
      if (/^(download|tidy|vendor|verify|sync)$/.test(textOf(args[0]) ?? ''))
        context.record({ does: 'install-package', ecosystem: 'go', packages: [], origin: 'declared', scope: 'project' })
      // A module in the place of another: its name stays, its code is somebody else's.
      for (const word of args) {
        const to = /^-{0,2}(?:replace=)?[^\s=]+=((?!\.{0,2}\/)[^\s=]*\.[^\s=]+)$/.exec(show(word))?.[1]
        if (textOf(args[0]) === 'edit' && to !== undefined)
          context.record({
            does: 'install-package',
            ecosystem: 'go',
            packages: [to],
            origin: 'repository',
            scope: 'project',
          })
      }
      return
    case 'env':
      followed(context, GO_EDIT, args, 'go env')
      for (const word of args)
        if (/^[A-Z]+=/.test(show(word))) {
          context.record({ does: 'change-settings', of: 'package-manager', key: 'go env', value: show(word) })
          // Kept for every later build: a program it runs, or modules that nobody checks.
          if (
            /^(CC|CXX|GCCGO|PKG_CONFIG|GOINSECURE|GONOSUM\w*|GONOPROXY|GOSUMDB|GOTOOLDIR)=.|-(tool)?exec\b|-insecure/.test(
              show(word),
            )
          )
            context.opaque('unreadable-code', `go env -w ${show(word)}`)
        }
      return
    case 'tool': {
      const tool = textOf(args.find((word) => !show(word).startsWith('-'))) ?? ''
      if (tool === '' || GO_TOOLS.has(tool)) walkEntry(context, GO_TOOL, args, 'go tool')
      else runsProject(context)
      return
    }
    case 'fmt':
    case 'clean':
    case 'list':
    case 'doc':
    case 'version':
    case 'help':
    case 'bug':
    case 'telemetry':
      followed(context, GO, args, `go ${verb}`)
      return
    case '':
      return
    default:
      context.opaque('unknown-subcommand', `go ${verb}`)
  }
}

/** Flags for the compiler and the linker: those that name no program, plugin or file. */
const PLAIN_FLAGS =
  /^(?:[\w./*]+=)?\s*(?:(?:-[swvNlmSeBWg]+|-X[ =](?:'[^']*'|"[^"]*"|\S+)|-extldflags[ =](?:'[^'/]*'|"[^"/]*"|[^\s/]+)|-(?:linkmode|H|trimpath|B)[ =][^\s=]+|-(?:buildid|d|lang|compressdwarf|checklinkname|dwarf|m|l|c|O)=?[\w=,.+-]*|-static[\w-]*|-race)(?:\s+|$))*$/

function recordFlagsOfTools(context: ProgramContext, read: Arguments): void {
  for (const word of read.values('-ldflags', '-gcflags', '-asmflags', '-gccgoflags'))
    if (!PLAIN_FLAGS.test(sketch(word).trim()))
      context.opaque('unknown-option', `unknown flags \`${show(word)}\` of the compiler or linker`)
}

const GO_TOOLS = new Set(Object.keys(GO_TOOL.subcommands!).flatMap((names) => names.split(', ')))

/** A host that is not trusted is somebody's own server, which serves what it likes. */
function isKnownModule(context: ProgramContext, name: string): boolean {
  return (
    /^(\.|all$)/.test(name) ||
    !/^[\w-]+(\.[\w-]+)+\//.test(name) ||
    trusts(context.surroundings.trust, 'modules', name.split('/')[0]!)
  )
}

/**
 * `go run .` is the project; `go run file.go` is that file; `go run host/path@v` is somebody's program. A path whose first
 * part has no dot names nothing on the network.
 */
function run(context: ProgramContext, args: readonly Word[]): void {
  const read = followed(context, { ...GO, stopAtOperand: true }, args, 'go run')
  recordFlagsOfTools(context, read)
  const [target, ...words] = read.operands
  if (!target) return
  const text = show(target)
  if (text.endsWith('.go')) {
    const place = context.place(target)
    if (context.written(place) || !/^[\w./-]+$/.test(text) || text.startsWith('/'))
      context.file(target, 'compiled', words)
    else runsProject(context)
  } else if (/^\.|^[\w-]+(?:\/[\w.-]+)*$/.test(text) && !text.includes('@')) {
    // What the session wrote there is read; the rest is the project's.
    const directory = text.replace(/(?<=.)\/$/, '')
    const own = ['main', directory.split('/').at(-1)!].map((name) => literal(`${directory}/${name}.go`))
    for (const file of own) if (context.written(context.place(file))) context.file(file, 'compiled', words)
    runsProject(context)
  } else {
    context.record({ does: 'install-package', ecosystem: 'go', packages: [text], origin: 'registry', scope: 'user' })
    if (!trusts(context.surroundings.trust, 'tools', `go:${text}`))
      context.record({
        does: 'run-code',
        language: 'binary',
        origin: 'network',
        host: text.split('/')[0]!,
        seenThrough: false,
      })
  }
}

/** The script that a manifest names in the place of `build.rs`. */
function buildScript(context: ProgramContext, directory: Place): readonly string[] {
  const text = textAt(context, within(directory, 'Cargo.toml', context)) ?? ''
  const named = /^\s*build\s*=\s*"([^"\n]+)"/m.exec(text)?.[1]
  return named === undefined ? [] : [named]
}
