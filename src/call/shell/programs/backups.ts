import { literal, show, textOf } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { onlyAsks, report, service, shown, system, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'

const VALUES = valued(
  '-r -o --option -p -e -c -C -H -P -t --repo --password-file --password-command --rsh --remote-path --exclude --exclude-from --compression --tag --host ' +
    '--target --include --keep-last --keep-daily --keep-weekly --keep-monthly --keep-yearly --path --cache-dir --limit-upload --passphrase ' +
    '--config --config-file --encryption --ssh-options --rsync-options --archive --name --full-if-older-than --file-to-restore --time',
)
const LOOKS =
  /^(list|ls|snapshots|info|stats|check|verify|diff|find|cat|version|help|key|cache|collection-status|list-current-files|status|--list-archives|--print-stats|dump|repository|policy|show|fsck)$/
const REMOVES =
  /^(delete|forget|prune|remove-older-than|remove-all-but-n-full|cleanup|compact|rm|gc|--nuke|-d|purge|unlock|break-lock|snapshot-delete)$/

/** borg, restic and their kin: a repository, perhaps elsewhere, and commands that they run to reach it. */
function meansBackup(context: ProgramContext): void {
  const { args, program, environment } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: VALUES, style: 'gnu' })
  for (const order of [
    ...read.values('--rsh', '--password-command'),
    ...['BORG_RSH', 'BORG_PASSCOMMAND'].flatMap((name) => environment.get(name) ?? []),
  ])
    context.code('shell', order, { via: program })
  if (read.has('--ssh-options', '--rsync-options', '--config', '--config-file', '-o', '--option', '--remote-path'))
    context.opaque('unknown-option', `${program} ${shown(args)}`)
  const noun = /^(?:snapshot|repository|policy|server|content|manifest)$/.test(textOf(read.operands[0]) ?? '')
  const verb = textOf(read.operands[program === 'kopia' && noun && read.operands.length > 1 ? 1 : 0])
  const words = read.operands.slice(1)
  const repository =
    read.value('-r', '--repo') ??
    words.find((word) => /::|^(s3|sftp|ssh|rest|b2|file|azure|gs|swift):|^[^/]+@/.test(show(word)))
  if (repository && /^(s3|sftp|ssh|rest|b2|azure|gs|swift):|@/.test(show(repository)))
    context.contacts(
      literal(show(repository).replace(/^(sftp|rest|s3):(?!\/\/)/, '')),
      'copy',
      LOOKS.test(verb ?? '') ? 'nothing' : 'unknown',
    )
  if (verb === undefined) context.opaque('unknown-subcommand', program)
  else if (LOOKS.test(verb)) context.record(report('machine'))
  else if (REMOVES.test(verb)) context.record(system('remove-backup', shown(read.operands)))
  else if (/^(restore|extract|mount|umount|get|--extract|recover|rollback)$/.test(verb))
    context.writes(read.value('-t', '--target') ?? literal('.'), 'directory')
  else {
    for (const word of words)
      if (word !== repository && /^[/.~]/.test(show(word))) context.reads(word, 'content', { recursive: true })
    context.record(service('backup', 'copy-in', read.operands))
  }
}

export const backups: readonly Program[] = [
  {
    names: 'borg borgmatic restic duplicity rdiff-backup kopia tarsnap rsnapshot'.split(' '),
    means: meansBackup,
  },
]
