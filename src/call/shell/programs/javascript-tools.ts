import { trusts } from '../../trust.ts'
import { accountedFor, siteOf } from '../installed.ts'
import { ownProgram } from '../program-declarations.ts'
import { isSystemName } from '../system-names.ts'
import type { Place } from '../../place.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import type { Arguments } from '../../programs/arguments.ts'
import { RUNNING } from '../../programs/families/javascript-package-options.ts'
import { followed } from '../../programs/walk.ts'
import { recordVariable } from '../environment.ts'
import { type Manifest, manifestAt } from './manifest.ts'
import type { ProgramContext } from './program.ts'
import { findUp, isOwn } from './project.ts'

/** What Node itself is told. */
export function recordNodeOptions(context: ProgramContext, read: Arguments): void {
  for (const word of read.values('--node-options')) recordVariable(context, 'NODE_OPTIONS', word)
}

export function originOf(name: string): 'registry' | 'url' | 'file' | 'repository' {
  if (/^(git\+|git:|git@|ssh:|github:|gitlab:|bitbucket:|gist:)/.test(name) || /^[\w-]+\/[\w.-]+(#.*)?$/.test(name))
    return 'repository'
  if (/^https?:/.test(name) || /@https?:/.test(name)) return /\.git(#|$)/.test(name) ? 'repository' : 'url'
  if (/^(\.{0,2}\/|~|file:|link:|portal:)|\.tgz$|^\.$/.test(name)) return 'file'
  return 'registry'
}

/** A script of package.json with its pre and post hooks. One that is not there does nothing, unless the package is elsewhere. */
export function script(context: ProgramContext, name: string, args: readonly Word[], cwd: Place): void {
  const manifest = manifestAt(context, cwd)
  if (manifest?.unreadable) {
    context.opaque('unreadable-code', 'package.json')
    return
  }
  if (context.invocation.where.kind === 'here' && !isOwn(context, cwd) && !manifest) {
    context.record({ does: 'run-code', language: 'shell', origin: 'file', place: cwd, seenThrough: false })
    return
  }
  const found = manifest?.scripts.has(name)
  if (!found && context.invocation.program === 'bun' && /[./]/.test(name)) {
    context.file(literal(name), 'javascript', args)
    return
  }
  if (!found && /^(yarn|pnpm|bun|nr)/.test(context.invocation.program)) {
    projectTool(context, name, args, cwd)
    return
  }
  for (const hook of [`pre${name}`, name, `post${name}`]) runHook(context, manifest, hook, hook === name ? args : [])
  // What the script starts loads the package's code.
  if (found) context.project(manifest!.directory)
}

export function runHook(
  context: ProgramContext,
  manifest: Manifest | undefined,
  name: string,
  args: readonly Word[] = [],
): void {
  const text = manifest?.scripts.get(name)
  if (text === undefined || !manifest) return
  const more = args
    .filter((word) => show(word) !== '--')
    .map((word) => (word.kind === 'literal' ? quote(word.text) : show(word)))
  context.code('shell', literal([text, ...more].join(' ')), {
    via: `${context.invocation.program} run ${name}`,
    cwd: manifest.directory,
  })
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** A program of the project's own node_modules, or one everybody knows. */
export function projectTool(context: ProgramContext, name: string, args: readonly Word[], cwd: Place): void {
  const manifest = manifestAt(context, cwd)
  if (manifest?.scripts.has(name)) {
    script(context, name, args, cwd)
    return
  }
  const bare = name.replace(/(?<=.)@[^/]*$/, '')
  if (context.programs.named(bare) ?? context.programs.named(bare.toLowerCase()))
    context.runs([literal(bare), ...args], { via: context.invocation.program, cwd })
  else if (runsPutThere(context, bare, args, cwd)) return
  else if (!isProjects(context, manifest, bare, cwd)) {
    // Without a manifest nothing is there to run; with one, a name it does not know is somebody else's.
    if (manifest || !isOwn(context, cwd)) context.opaque('unknown-program', `${context.invocation.program} ${name}`)
  }
}

/** This session wrote the program itself: it is judged by what it is. */
function runsPutThere(context: ProgramContext, name: string, args: readonly Word[], cwd: Place): boolean {
  const { isWritten } = siteOf(context)
  const place = findUp(context, `node_modules/.bin/${name}`, cwd)
  const path = place?.kind === 'path' ? place.real : ownProgram(context, name)
  if (path === undefined || !isWritten(path)) return false
  context.file(literal(path), undefined, args)
  return true
}

function isProjects(context: ProgramContext, manifest: Manifest | undefined, name: string, cwd: Place): boolean {
  if (manifest?.dependencies.has(name) || ownProgram(context, name) !== undefined) return true
  const place = findUp(context, `node_modules/.bin/${name}`, cwd)
  return place?.kind === 'path' && accountedFor(siteOf(context), place.path) !== 'unlisted'
}

/** npx, npm exec, pnpm dlx, bunx: a program of the project, one everybody knows, or somebody's package fetched and run. */
export function execute(
  context: ProgramContext,
  args: readonly Word[],
  from: 'project' | 'registry' = 'project',
  cwd: Place = context.invocation.cwd,
): void {
  const read = followed(context, RUNNING, args)
  recordNodeOptions(context, read)
  const packages = read.values('-p', '--package').map(show)
  const call = read.value('-c', '--call')
  if (call) context.code('shell', call, { via: 'npx -c' })
  const [tool, ...more] = read.operands
  if (packages.length > 0) fetchTool(context, packages, cwd)
  if (!tool) return
  const name = textOf(tool)
  if (name === undefined) {
    context.opaque('dynamic-program', context.invocation.evidence)
    return
  }
  const bare = name.replace(/(?<=.)@[^/]*$/, '')
  // `npx ls` is whatever somebody published under that name; Node and npm are published by their own makers.
  const known =
    context.programs.isMachineTool(bare) || (isSystemName(bare) && !/^(node|npm|npx)$/.test(bare))
      ? undefined
      : context.programs.named(bare)
  const manifest = manifestAt(context, cwd)
  if (/^(https?:|git|github:|\.|\/)/.test(name) && !known) {
    if (/^[./]/.test(name)) context.runs([tool, ...more], { via: context.invocation.program })
    else fetchTool(context, [name], cwd)
  } else if (known && originOf(bare) === 'registry')
    context.runs([literal(bare), ...more], { via: context.invocation.program, cwd })
  else if (
    from === 'registry' ||
    (!runsPutThere(context, bare, more, cwd) && !isProjects(context, manifest, bare, cwd))
  )
    fetchTool(context, [name], cwd)
}

function isTrustedTool(context: ProgramContext, name: string): boolean {
  return /^(?:@[\w.-]+\/)?[\w.-]+$/.test(name) && trusts(context.surroundings.trust, 'tools', `npm:${name}`)
}

export function fetchTool(context: ProgramContext, packages: readonly string[], cwd: Place): void {
  const manifest = manifestAt(context, cwd)
  const bare = packages.map((name) => name.replace(/(?<=.)@[^/]*$/, ''))
  if (bare.every((name) => isProjects(context, manifest, name, cwd) || isTrustedTool(context, name))) return
  const origin = packages.map(originOf).find((found) => found !== 'registry') ?? 'registry'
  context.record({ does: 'install-package', ecosystem: 'npm', packages, origin, scope: 'user' })
  context.record({
    does: 'run-code',
    language: 'javascript',
    origin: 'network',
    host: 'registry.npmjs.org',
    seenThrough: false,
  })
}
