import { literal, show, textOf, type Word } from '../../word.ts'
import { type Arity, readArguments, type ReadArguments } from '../options.ts'
import type { RepositoryDeed } from '../../action.ts'
import { isTransportHelper } from './git-options.ts'
import { remoteOf } from './git-remotes.ts'
import type { ProgramContext } from './program.ts'

const VALUES = '--repo --receive-pack --exec -o --push-option --recurse-submodules'

/** Every way to push: what is sent where, what is overwritten, what is deleted. */
export function push(context: ProgramContext, args: readonly Word[]): void {
  const read = readArguments(args, {
    arity: new Map<string, Arity>([
      ...VALUES.split(' ').map((name) => [name, 'value'] as const),
      ['--force-with-lease', 'optional'],
      ['--signed', 'optional'],
    ]),
    style: 'gnu',
  })
  for (const word of read.values('--receive-pack', '--exec'))
    context.code('shell', word, { via: 'git push --receive-pack' })
  const target = read.operands[0] ?? read.value('--repo')
  if (target && isTransportHelper(target)) {
    context.code('shell', target.kind === 'literal' ? literal(target.text.replace(/^ext::/, '')) : target, {
      via: 'git ext::',
    })
    return
  }
  if (read.has('-n', '--dry-run')) {
    context.record({ does: 'change-repository', deed: 'inspect' })
    return
  }
  if (read.has('--no-verify')) context.record({ does: 'change-repository', deed: 'skip-hooks' })
  const { name: remote, urls } = remoteOf(context, target, 'push')
  for (const url of urls)
    if (!/^(\.{0,2}\/|~|file:)/.test(url))
      context.contacts(target?.kind === 'dynamic' ? target : literal(url), 'repository', 'data', { from: 'unknown' })
  for (const url of urls.length === 0 ? [undefined] : urls)
    recordPush(context, read, { remote, ...(url === undefined ? {} : { url }) })
}

function recordPush(
  context: ProgramContext,
  read: ReadArguments,
  where: { readonly remote: string; readonly url?: string },
): void {
  const forced: RepositoryDeed = read.has('-f', '--force', '--mirror')
    ? 'force-push'
    : read.has('--force-with-lease', '--force-if-includes')
      ? 'force-push-lease'
      : 'push'
  if (read.has('--prune', '--mirror'))
    context.record({ does: 'change-repository', deed: 'delete-remote-ref', ...where })
  const refs = read.operands.slice(1)
  if (refs.length === 0) {
    const all = read.has('--all', '--branches', '--mirror')
    const branch = all || read.has('--tags') ? undefined : context.surroundings.branch
    context.record({ does: 'change-repository', deed: forced, ...where, ...(branch === undefined ? {} : { branch }) })
  }
  for (const [index, word] of refs.entries()) {
    // `git push origin tag v1`
    if (textOf(word) === 'tag' && refs[index + 1]) continue
    const { deed, branch } = reading(context, word, forced)
    const deletes = read.has('-d', '--delete')
    context.record({
      does: 'change-repository',
      deed: deletes ? 'delete-remote-ref' : deed,
      ...where,
      ...(branch === undefined ? {} : { branch }),
    })
  }
}

/** `+src:dst` forces, `:dst` deletes, `HEAD` is the current branch. An unknown ref has no name. */
function reading(
  context: ProgramContext,
  word: Word,
  forced: RepositoryDeed,
): { deed: RepositoryDeed; branch?: string | undefined } {
  const text = show(word)
  const plus = text.startsWith('+')
  const spec = plus ? text.slice(1) : text
  const deed = plus && forced !== 'force-push-lease' ? 'force-push' : forced
  const colon = spec.indexOf(':')
  const deletes = colon === 0 && spec.length > 1
  const target = (colon >= 0 ? spec.slice(colon + 1) : spec).replace(/^refs\/heads\//, '')
  if (word.kind === 'literal')
    return {
      deed: deletes ? 'delete-remote-ref' : deed,
      branch: target === 'HEAD' || target === '@' ? context.surroundings.branch : target,
    }
  const known = /^[\w./-]+$/.test(target) ? target : undefined
  return { deed: deletes ? 'delete-remote-ref' : deed, branch: known }
}
