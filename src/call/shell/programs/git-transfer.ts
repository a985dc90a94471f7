import type { Content } from '../../action.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readArguments, type ReadArguments } from '../options.ts'
import { isTransportHelper, tellAssignment } from './git-options.ts'
import { push } from './git-push.ts'
import { remoteOf } from './git-remotes.ts'
import { has, tell } from './git-telling.ts'
import { arity } from './arity.ts'
import { hostName } from './facts.ts'
import type { Kit } from './program.ts'
import { servesGit } from './stand-ins.ts'

const TRANSFER_VALUES = arity(
  '-b --branch -o --origin --depth --shallow-since --shallow-exclude -j --jobs -c --config --upload-pack -u --reference --reference-if-able --separate-git-dir --template --server-option --filter --bundle-uri -X --strategy-option -s --strategy --refmap --negotiation-tip --deepen --since --author',
  '--recurse-submodules -S --gpg-sign --rebase --recursive -r',
)

function tellTransfer(kit: Kit, read: ReadArguments): void {
  for (const word of read.values('--upload-pack')) servesGit(kit, word, 'git --upload-pack')
  for (const word of read.operands)
    if (isTransportHelper(word))
      kit.code('shell', word.kind === 'literal' ? literal(word.text.replace(/^ext::/, '')) : word, { via: 'git ext::' })
}

export function clone(kit: Kit, args: readonly Word[]): void {
  const read = readArguments(args, { arity: TRANSFER_VALUES, style: 'gnu' })
  tellTransfer(kit, read)
  for (const word of read.values('-u')) servesGit(kit, word, 'git clone -u')
  for (const word of read.values('-c', '--config')) tellAssignment(kit, word)
  for (const word of read.values('--template')) kit.opaque('unreadable-code', `git clone --template ${show(word)}`)
  const [source, target] = read.operands
  if (!source || isTransportHelper(source)) return
  const url = show(source)
  tell(kit, 'clone', { url })
  const local = /^(\.{0,2}\/|~|file:)/.test(url)
  if (local) kit.reads(source, 'content', { recursive: true })
  else kit.contacts(source, 'repository')
  const name = /([^/:]+?)(\.git)?\/*$/.exec(url)?.[1] ?? '.'
  kit.writes(target ?? literal(name), 'directory', local ? { kind: 'unknown' } : cloned(source))
}

/** What a clone brings, whoever asks for it. */
export function cloned(source: Word): Content {
  return { kind: 'network', host: hostName(source) ?? '?', clone: true }
}

export function fetchFrom(kit: Kit, args: readonly Word[]): void {
  const read = readArguments(args, { arity: TRANSFER_VALUES, style: 'gnu' })
  tellTransfer(kit, read)
  const source = read.operands[0]
  if (source && isTransportHelper(source)) return
  const { name, urls } = remoteOf(kit, source, 'fetch')
  const [url] = urls
  tell(kit, 'fetch', { remote: name, ...(url ? { url } : {}) })
  if (url && !/^(\.{0,2}\/|~|file:)/.test(url))
    kit.contacts(source?.kind === 'dynamic' ? source : literal(url), 'repository')
  const pulls = kit.invocation.evidence.includes('pull')
  // The work of a stranger becomes that of this branch.
  if (pulls && url === name && /:\/\/|^[\w.-]+@[\w.-]+:/.test(name)) tell(kit, 'add-remote', { url })
  if (pulls) tell(kit, read.has('-r', '--rebase') ? 'rewrite-history' : 'merge')
}

export function listRemote(kit: Kit, args: readonly Word[]): void {
  const read = readArguments(args, { arity: arity('--upload-pack --exec --sort -o --server-option'), style: 'gnu' })
  tellTransfer(kit, read)
  for (const word of read.values('--exec')) servesGit(kit, word, 'git ls-remote --exec')
  const source = read.operands[0]
  const [url] = remoteOf(kit, source, 'fetch').urls
  tell(kit, 'inspect')
  if (url && !isTransportHelper(literal(url)))
    kit.contacts(source?.kind === 'dynamic' ? source : literal(url), 'repository')
}

export function bisect(kit: Kit, args: readonly Word[]): void {
  if (textOf(args[0]) === 'run') kit.runs(args.slice(1), { via: 'git bisect run' })
  tell(kit, 'switch')
}

export function filterBranch(kit: Kit, args: readonly Word[]): void {
  const filters =
    '--env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter --setup'
  const read = readArguments(args, {
    arity: arity(`${filters} --subdirectory-filter --original -d --state-branch`),
    style: 'gnu',
  })
  for (const word of read.values(...filters.split(' '))) kit.code('shell', word, { via: 'git filter-branch' })
  tell(kit, 'rewrite-history')
}

export function updateReference(kit: Kit, args: readonly Word[]): void {
  if (!has(args, '-d', '--stdin')) tell(kit, 'branch')
  else {
    const name = args.map((word) => textOf(word)).find((text) => text?.startsWith('refs/heads/'))
    tell(kit, 'delete-local-ref', name === undefined ? {} : { branch: name.slice('refs/heads/'.length) })
  }
}

export function archive(kit: Kit, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: arity('-o --output --prefix --format --remote --exec --add-file --add-virtual-file --mtime'),
    style: 'gnu',
  })
  for (const word of read.values('--exec')) servesGit(kit, word, 'git archive --exec')
  for (const word of read.values('--remote')) kit.contacts(word, 'repository')
  for (const word of read.values('-o', '--output')) kit.writes(word, 'overwrite')
  for (const word of read.values('--add-file')) kit.reads(word)
  tell(kit, 'inspect')
}

export function lfs(kit: Kit, args: readonly Word[]): void {
  const verb = textOf(args[0]) ?? ''
  if (/^(push)$/.test(verb)) push(kit, args.slice(1))
  else if (/^(fetch|pull|clone)$/.test(verb))
    fetchFrom(
      kit,
      args.slice(1).filter((word) => !show(word).startsWith('-')),
    )
  else if (/^(migrate)$/.test(verb)) tell(kit, 'rewrite-history')
  else if (/^(track|untrack|install|uninstall|update|lock|unlock|prune|checkout|dedup)$/.test(verb))
    tell(kit, 'configure')
  else if (/^(ls-files|status|env|version|logs|locks|fsck|pointer|ext|smudge|clean|merge-driver|)$/.test(verb))
    tell(kit, 'inspect')
  else kit.opaque('unknown-subcommand', `git lfs ${verb}`)
}

export function credentials(kit: Kit, args: readonly Word[]): void {
  if (has(args, 'fill', 'get')) kit.tell({ does: 'read-secret', store: 'token', target: 'git credential' })
  else kit.tell({ does: 'change-settings', of: 'git', key: 'credential', value: show(args[0] ?? literal('')) })
}

export function subtree(kit: Kit, args: readonly Word[]): void {
  const [verb, ...more] = args
  const read = readArguments(more, {
    arity: arity('-P --prefix -m --message -b --branch --annotate --onto'),
    style: 'gnu',
  })
  if (textOf(verb) === 'push') push(kit, read.operands)
  else if (/^(add|pull)$/.test(textOf(verb) ?? '')) fetchFrom(kit, read.operands)
  tell(kit, 'merge')
}
