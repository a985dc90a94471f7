import type { RepositoryDeed } from '../../action.ts'
import { literal, show, textOf } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { arity } from './arity.ts'
import type { ProgramContext, Program } from './program.ts'
import { isUrl } from './project.ts'

/** Version control other than git: what each verb amounts to. */
export const versioning: readonly Program[] = [
  vcs('svn', {
    inspect:
      'status st stat log diff di info list ls cat blame praise ann annotate propget pg proplist pl help h ? --version',
    fetch: 'update up checkout co switch sw export',
    stage: 'add changelist cl move mv rename ren copy cp resolve resolved mkdir lock unlock',
    commit: '',
    push: 'commit ci import',
    'discard-work': 'revert cleanup',
    merge: 'merge patch relocate upgrade',
    configure: 'propset ps propdel pd propedit pe',
  }),
  vcs('hg', {
    inspect:
      'status st log history diff summary sum cat annotate blame branch branches tags heads parents paths identify id root manifest files grep locate incoming in outgoing out bookmarks verify version help config showconfig tip export',
    fetch: 'pull clone',
    stage: 'add addremove copy cp move rename mv forget',
    commit: 'commit ci graft backout',
    push: 'push',
    switch: 'update up checkout co',
    'discard-work': 'revert purge',
    merge: 'merge resolve import unbundle',
    tag: 'tag bookmark',
    'rewrite-history': 'rebase strip histedit rollback amend uncommit evolve',
    stash: 'shelve unshelve',
    configure: 'init phase',
  }),
  vcs('jj', {
    inspect: 'status st log diff show help version root evolog file config op operation',
    fetch: 'git',
    commit: 'commit ci describe desc new',
    switch: 'edit next prev',
    branch: 'bookmark b workspace',
    'rewrite-history': 'rebase squash split abandon restore undo absorb parallelize diffedit',
    configure: 'init sparse util',
  }),
  vcs('bzr', {
    inspect: 'status st log diff info ls cat version help revno',
    fetch: 'branch pull checkout update',
    stage: 'add mv rm',
    commit: 'commit',
    push: 'push',
    'discard-work': 'revert',
    configure: 'init',
  }),
  vcs('cvs', {
    inspect: 'status log diff history annotate',
    fetch: 'checkout co update up export',
    stage: 'add',
    push: 'commit ci import',
    tag: 'tag',
  }),
  vcs('fossil', {
    inspect: 'status timeline info diff ls changes version help',
    fetch: 'clone open update pull sync',
    stage: 'add addremove mv rm',
    commit: 'commit',
    push: 'push',
    configure: 'new init settings close',
    'discard-work': 'revert clean undo',
  }),
  vcs('p4', {
    inspect: 'info status opened files filelog describe changes diff client clients where have print',
    fetch: 'sync clone',
    stage: 'add edit delete reconcile move',
    push: 'submit',
    'discard-work': 'revert',
    configure: 'login logout set',
  }),
  vcs('repo', {
    inspect: 'status diff info list branches version help',
    fetch: 'sync init download',
    branch: 'start',
    push: 'upload',
    'delete-local-ref': 'abandon prune',
  }),
]

function vcs(name: string, deeds: Partial<Record<RepositoryDeed, string>>): Program {
  const verbs = new Map(
    Object.entries(deeds).flatMap(([deed, names]) =>
      names.split(' ').map((verb) => [verb, deed as RepositoryDeed] as const),
    ),
  )
  return { names: [name], means: (context) => means(context, verbs) }
}

const VALUES =
  '-m --message -r --rev --revision -R --repository --cwd -u --user -d --date -b --branch --username --password -l --logfile --config --config-option --ssh --remotecmd -c --change'

function means(context: ProgramContext, verbs: ReadonlyMap<string, RepositoryDeed>): void {
  const { program } = context.invocation
  const read = readOptions(context, context.invocation.args, {
    arity: arity(VALUES),
    style: 'gnu',
  })
  // Settings for one call can name programs: hg's aliases, hooks and ssh, svn's tunnels and diff commands.
  for (const word of [
    ...read.values('--config', '--config-option', '--ssh', '--remotecmd'),
    ...read.values('--diff-cmd', '--diff3-cmd', '--editor-cmd'),
  ])
    context.opaque('unreadable-code', show(word))
  if (read.given.some((option) => /^--(diff3?|editor|merge)-cmd$/.test(option.name)))
    context.opaque('unreadable-code', context.invocation.evidence)
  const [verbWord, ...operands] = read.operands
  if (!verbWord) return
  const verb = textOf(verbWord) ?? ''
  const url = operands.find(isUrl)
  const deed = verbs.get(verb)
  if (
    /^(remove|rm|delete|del|forget|purge)$/.test(verb) &&
    program !== 'fossil' &&
    !(program === 'hg' && verb === 'forget')
  ) {
    for (const word of operands.length > 0 ? operands : [literal('.')]) {
      if (isUrl(word)) context.record({ does: 'change-repository', deed: 'delete-remote-ref', url: show(word) })
      else context.deletes(word, { recursive: true })
    }
    return
  }
  if (deed === undefined) {
    context.opaque('unknown-subcommand', `${program} ${show(verbWord)}`)
    return
  }
  // jj talks to git remotes through one verb.
  const recorded = program === 'jj' && verb === 'git' && textOf(operands[0]) === 'push' ? 'push' : deed
  const forced = recorded === 'push' && read.has('-f', '--force')
  context.record({
    does: 'change-repository',
    deed: forced ? 'force-push' : recorded,
    ...(url ? { url: show(url) } : {}),
  })
  if (url) context.contacts(url, 'repository', recorded === 'push' ? 'data' : 'nothing')
  if (url && /^(clone|checkout|co|export)$/.test(verb)) {
    const [target] = operands.filter((word) => word !== url)
    const name = /([^/:]+?)\/*$/.exec(show(url))?.[1] ?? '.'
    context.record({ does: 'change-repository', deed: 'clone', url: show(url) })
    context.writes(target ?? literal(name), 'directory', { kind: 'unknown' })
  }
}
