import { trusts } from '../../trust.ts'
import { accountedFor, siteOf } from '../installed.ts'
import { ownProgram } from '../program-declarations.ts'
import { isSystemName } from '../system-names.ts'
import type { Place } from '../../place.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { type Arity, readArguments, type ReadArguments } from '../options.ts'
import { isMachineTool, programNamed } from './index.ts'
import { type Manifest, manifestAt } from './manifest.ts'
import type { Kit } from './program.ts'
import { findUp, isOwn } from './project.ts'

/** Options that every verb obeys. */
export function tellOptions(kit: Kit, read: ReadArguments): void {
  for (const word of read.values('--script-shell', '--shell'))
    if (!/^(\/bin\/)?(ba|z|da)?sh$|^(bun|system)$/.test(show(word)))
      kit.runs([word], { via: 'npm --script-shell', moreArguments: true })
  for (const word of read.values('--node-options'))
    if (/require|import|loader|inspect/.test(show(word))) kit.opaque('unreadable-code', show(word))
  for (const word of read.values('--registry')) kit.contacts(word, 'registry')
  for (const word of read.values('--preload', '--require')) kit.file(word, 'javascript')
}

export function originOf(name: string): 'registry' | 'url' | 'file' | 'repository' {
  if (/^(git\+|git:|git@|ssh:|github:|gitlab:|bitbucket:|gist:)/.test(name) || /^[\w-]+\/[\w.-]+(#.*)?$/.test(name))
    return 'repository'
  if (/^https?:/.test(name) || /@https?:/.test(name)) return /\.git(#|$)/.test(name) ? 'repository' : 'url'
  if (/^(\.{0,2}\/|~|file:|link:|portal:)|\.tgz$|^\.$/.test(name)) return 'file'
  return 'registry'
}

/** A script of package.json with its pre and post hooks. One that is not there does nothing, unless the package is elsewhere. */
export function script(kit: Kit, name: string, args: readonly Word[], cwd: Place): void {
  const manifest = manifestAt(kit, cwd)
  if (manifest?.unreadable) {
    kit.opaque('unreadable-code', 'package.json')
    return
  }
  if (kit.invocation.where.kind === 'here' && !isOwn(kit, cwd) && !manifest) {
    kit.tell({ does: 'run-code', language: 'shell', origin: 'file', place: cwd, seenThrough: false })
    return
  }
  const found = manifest?.scripts.has(name)
  if (!found && kit.invocation.program === 'bun' && /[./]/.test(name)) {
    kit.file(literal(name), 'javascript', args)
    return
  }
  if (!found && /^(yarn|pnpm|bun|nr)/.test(kit.invocation.program)) {
    projectTool(kit, name, args, cwd)
    return
  }
  for (const hook of [`pre${name}`, name, `post${name}`]) runHook(kit, manifest, hook, hook === name ? args : [])
  // What the script starts loads the package's code.
  if (found) kit.project(manifest!.directory)
}

export function runHook(kit: Kit, manifest: Manifest | undefined, name: string, args: readonly Word[] = []): void {
  const text = manifest?.scripts.get(name)
  if (text === undefined || !manifest) return
  const more = args
    .filter((word) => show(word) !== '--')
    .map((word) => (word.kind === 'literal' ? quote(word.text) : show(word)))
  kit.code('shell', literal([text, ...more].join(' ')), {
    via: `${kit.invocation.program} run ${name}`,
    cwd: manifest.directory,
  })
}

function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** A program of the project's own node_modules, or one everybody knows. */
export function projectTool(kit: Kit, name: string, args: readonly Word[], cwd: Place): void {
  const manifest = manifestAt(kit, cwd)
  if (manifest?.scripts.has(name)) {
    script(kit, name, args, cwd)
    return
  }
  const bare = name.replace(/(?<=.)@[^/]*$/, '')
  if (programNamed(bare) ?? programNamed(bare.toLowerCase()))
    kit.runs([literal(bare), ...args], { via: kit.invocation.program, cwd })
  else if (runsPutThere(kit, bare, args, cwd)) return
  else if (!isProjects(kit, manifest, bare, cwd)) {
    // Without a manifest nothing is there to run; with one, a name it does not know is somebody else's.
    if (manifest || !isOwn(kit, cwd)) kit.opaque('unknown-program', `${kit.invocation.program} ${name}`)
  }
}

/** This session wrote the program itself: it is judged by what it is. */
function runsPutThere(kit: Kit, name: string, args: readonly Word[], cwd: Place): boolean {
  const { isWritten } = siteOf(kit)
  const place = findUp(kit, `node_modules/.bin/${name}`, cwd)
  const path = place?.kind === 'path' ? place.real : ownProgram(kit, name)
  if (path === undefined || !isWritten(path)) return false
  kit.file(literal(path), undefined, args)
  return true
}

function isProjects(kit: Kit, manifest: Manifest | undefined, name: string, cwd: Place): boolean {
  if (manifest?.dependencies.has(name) || ownProgram(kit, name) !== undefined) return true
  const place = findUp(kit, `node_modules/.bin/${name}`, cwd)
  return place?.kind === 'path' && accountedFor(siteOf(kit), place.path) !== 'unlisted'
}

/** npx, npm exec, pnpm dlx, bunx: a program of the project, one everybody knows, or somebody's package fetched and run. */
export function execute(
  kit: Kit,
  args: readonly Word[],
  from: 'project' | 'registry' = 'project',
  cwd: Place = kit.invocation.cwd,
): void {
  const arity = new Map<string, Arity>(
    '-p --package -c --call --registry -w --workspace --shell --node-options --filter -C'
      .split(' ')
      .map((name) => [name, 'value']),
  )
  const read = readArguments(args, { arity, style: 'gnu', stopAtOperand: true })
  tellOptions(kit, read)
  const packages = read.values('-p', '--package').map(show)
  const call = read.value('-c', '--call')
  if (call) kit.code('shell', call, { via: 'npx -c' })
  const [tool, ...more] = read.operands
  if (packages.length > 0) fetchTool(kit, packages, cwd)
  if (!tool) return
  const name = textOf(tool)
  if (name === undefined) {
    kit.opaque('dynamic-program', kit.invocation.evidence)
    return
  }
  const bare = name.replace(/(?<=.)@[^/]*$/, '')
  // `npx ls` is whatever somebody published under that name; Node and npm are published by their own makers.
  const known =
    isMachineTool(bare) || (isSystemName(bare) && !/^(node|npm|npx)$/.test(bare)) ? undefined : programNamed(bare)
  const manifest = manifestAt(kit, cwd)
  if (/^(https?:|git|github:|\.|\/)/.test(name) && !known) {
    if (/^[./]/.test(name)) kit.runs([tool, ...more], { via: kit.invocation.program })
    else fetchTool(kit, [name], cwd)
  } else if (known && originOf(bare) === 'registry')
    kit.runs([literal(bare), ...more], { via: kit.invocation.program, cwd })
  else if (from === 'registry' || (!runsPutThere(kit, bare, more, cwd) && !isProjects(kit, manifest, bare, cwd)))
    fetchTool(kit, [name], cwd)
}

function isTrustedTool(kit: Kit, name: string): boolean {
  return /^(?:@[\w.-]+\/)?[\w.-]+$/.test(name) && trusts(kit.surroundings.trust, 'tools', `npm:${name}`)
}

export function fetchTool(kit: Kit, packages: readonly string[], cwd: Place): void {
  const manifest = manifestAt(kit, cwd)
  const bare = packages.map((name) => name.replace(/(?<=.)@[^/]*$/, ''))
  if (bare.every((name) => isProjects(kit, manifest, name, cwd) || isTrustedTool(kit, name))) return
  const origin = packages.map(originOf).find((found) => found !== 'registry') ?? 'registry'
  kit.tell({ does: 'install-package', ecosystem: 'npm', packages, origin, scope: 'user' })
  kit.tell({
    does: 'run-code',
    language: 'javascript',
    origin: 'network',
    host: 'registry.npmjs.org',
    seenThrough: false,
  })
}
