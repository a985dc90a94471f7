import type { Content } from '../../action.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readArguments, type ReadArguments } from '../options.ts'
import { isTransportHelper, recordAssignment } from './git-options.ts'
import { push } from './git-push.ts'
import { remoteOf } from './git-remotes.ts'
import { has, record } from './git-effects.ts'
import { arity } from './arity.ts'
import { hostName } from './facts.ts'
import type { ProgramContext } from './program.ts'
import { servesGit } from './stand-ins.ts'

const TRANSFER_VALUES = arity(
  '-b --branch -o --origin --depth --shallow-since --shallow-exclude -j --jobs -c --config --upload-pack -u --reference --reference-if-able --separate-git-dir --template --server-option --filter --bundle-uri -X --strategy-option -s --strategy --refmap --negotiation-tip --deepen --since --author',
  '--recurse-submodules -S --gpg-sign --rebase --recursive -r',
)

function recordTransfer(context: ProgramContext, read: ReadArguments): void {
  for (const word of read.values('--upload-pack')) servesGit(context, word, 'git --upload-pack')
  for (const word of read.operands)
    if (isTransportHelper(word))
      context.code('shell', word.kind === 'literal' ? literal(word.text.replace(/^ext::/, '')) : word, {
        via: 'git ext::',
      })
}

export function clone(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, { arity: TRANSFER_VALUES, style: 'gnu' })
  recordTransfer(context, read)
  for (const word of read.values('-u')) servesGit(context, word, 'git clone -u')
  for (const word of read.values('-c', '--config')) recordAssignment(context, word)
  for (const word of read.values('--template')) context.opaque('unreadable-code', `git clone --template ${show(word)}`)
  const [source, target] = read.operands
  if (!source || isTransportHelper(source)) return
  const url = show(source)
  record(context, 'clone', { url })
  const local = /^(\.{0,2}\/|~|file:)/.test(url)
  if (local) context.reads(source, 'content', { recursive: true })
  else context.contacts(source, 'repository')
  const name = /([^/:]+?)(\.git)?\/*$/.exec(url)?.[1] ?? '.'
  context.writes(target ?? literal(name), 'directory', local ? { kind: 'unknown' } : cloned(source))
}

/** What a clone brings, whoever asks for it. */
export function cloned(source: Word): Content {
  return { kind: 'network', host: hostName(source) ?? '?', clone: true }
}

export function fetchFrom(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, { arity: TRANSFER_VALUES, style: 'gnu' })
  recordTransfer(context, read)
  const source = read.operands[0]
  if (source && isTransportHelper(source)) return
  const { name, urls } = remoteOf(context, source, 'fetch')
  const [url] = urls
  record(context, 'fetch', { remote: name, ...(url ? { url } : {}) })
  if (url && !/^(\.{0,2}\/|~|file:)/.test(url))
    context.contacts(source?.kind === 'dynamic' ? source : literal(url), 'repository')
  const pulls = context.invocation.evidence.includes('pull')
  // The work of a stranger becomes that of this branch.
  if (pulls && url === name && /:\/\/|^[\w.-]+@[\w.-]+:/.test(name)) record(context, 'add-remote', { url })
  if (pulls) record(context, read.has('-r', '--rebase') ? 'rewrite-history' : 'merge')
}

export function listRemote(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('--upload-pack --exec --sort -o --server-option'), style: 'gnu' })
  recordTransfer(context, read)
  for (const word of read.values('--exec')) servesGit(context, word, 'git ls-remote --exec')
  const source = read.operands[0]
  const [url] = remoteOf(context, source, 'fetch').urls
  record(context, 'inspect')
  if (url && !isTransportHelper(literal(url)))
    context.contacts(source?.kind === 'dynamic' ? source : literal(url), 'repository')
}

export function bisect(context: ProgramContext, args: readonly Word[]): void {
  if (textOf(args[0]) === 'run') context.runs(args.slice(1), { via: 'git bisect run' })
  record(context, 'switch')
}

export function filterBranch(context: ProgramContext, args: readonly Word[]): void {
  const filters =
    '--env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --setup'
  const read = readArguments(args, {
    arity: arity(`${filters} --subdirectory-filter --original -d --state-branch`),
    style: 'gnu',
  })
  for (const word of read.values(...filters.split(' '))) context.code('shell', word, { via: 'git filter-branch' })
  record(context, 'rewrite-history')
}

export function updateReference(context: ProgramContext, args: readonly Word[]): void {
  if (!has(args, '-d', '--stdin')) record(context, 'branch')
  else {
    const name = args.map((word) => textOf(word)).find((text) => text?.startsWith('refs/heads/'))
    record(context, 'delete-local-ref', name === undefined ? {} : { branch: name.slice('refs/heads/'.length) })
  }
}

export function archive(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: arity('-o --output --prefix --format --remote --exec --add-file --add-virtual-file --mtime'),
    style: 'gnu',
  })
  for (const word of read.values('--exec')) servesGit(context, word, 'git archive --exec')
  for (const word of read.values('--remote')) context.contacts(word, 'repository')
  for (const word of read.values('-o', '--output')) context.writes(word, 'overwrite')
  for (const word of read.values('--add-file')) context.reads(word)
  record(context, 'inspect')
}

export function lfs(context: ProgramContext, args: readonly Word[]): void {
  const verb = textOf(args[0]) ?? ''
  if (/^(push)$/.test(verb)) push(context, args.slice(1))
  else if (/^(fetch|pull|clone)$/.test(verb))
    fetchFrom(
      context,
      args.slice(1).filter((word) => !show(word).startsWith('-')),
    )
  else if (/^(migrate)$/.test(verb)) record(context, 'rewrite-history')
  else if (/^(track|untrack|install|uninstall|update|lock|unlock|prune|checkout|dedup)$/.test(verb))
    record(context, 'configure')
  else if (/^(ls-files|status|env|version|logs|locks|fsck|pointer|ext|smudge|clean|merge-driver|)$/.test(verb))
    record(context, 'inspect')
  else context.opaque('unknown-subcommand', `git lfs ${verb}`)
}

export function credentials(context: ProgramContext, args: readonly Word[]): void {
  if (has(args, 'fill', 'get')) context.record({ does: 'read-secret', store: 'token', target: 'git credential' })
  else context.record({ does: 'change-settings', of: 'git', key: 'credential', value: show(args[0] ?? literal('')) })
}

export function subtree(context: ProgramContext, args: readonly Word[]): void {
  const [verb, ...more] = args
  const read = readArguments(more, {
    arity: arity('-P --prefix -m --message -b --branch --annotate --onto'),
    style: 'gnu',
  })
  if (textOf(verb) === 'push') push(context, read.operands)
  else if (/^(add|pull)$/.test(textOf(verb) ?? '')) fetchFrom(context, read.operands)
  record(context, 'merge')
}
