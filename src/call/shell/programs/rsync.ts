import { knownPrefix, literal, show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { arity } from './arity.ts'
import type { ProgramContext, Program } from './program.ts'

/** rsync: between directories, to and from other machines, with the program it talks through. */
export const rsync: readonly Program[] = [{ names: ['rsync', 'grsync', 'openrsync'], means }]

const VALUES =
  '-e --rsh --rsync-path --exclude --include --exclude-from --include-from --files-from -f --filter --log-file ' +
  '--log-file-format --password-file --port --bwlimit --timeout --contimeout --backup-dir --suffix --compare-dest ' +
  '--copy-dest --link-dest -T --temp-dir --partial-dir --chmod --chown --out-format --info --debug --max-size --min-size ' +
  '--max-delete --address --config --dparam -M --remote-option --sockopts --iconv --compress-level --skip-compress ' +
  '--write-batch --only-write-batch --read-batch --early-input --block-size -B --modify-window --usermap --groupmap ' +
  '--stop-after --stop-at --checksum-choice --compress-choice --protocol'

function means(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, {
    arity: arity(VALUES),
    style: 'gnu',
  })
  if (read.has('--daemon')) context.record({ does: 'open-door', what: 'listener' })
  for (const word of read.values('-e', '--rsh'))
    if (
      !/^ssh( -(p ?\d+|[46AaCqTtvx]+|i \S+|l \S+|o ?(StrictHostKeyChecking|UserKnownHostsFile|BatchMode|ConnectTimeout|Port|User|IdentityFile)[= ]\S+))*$/.test(
        textOf(word) ?? '',
      )
    )
      context.code('shell', word, { via: 'rsync -e' })
  for (const word of read.values(
    '--exclude-from',
    '--include-from',
    '--files-from',
    '--password-file',
    '--config',
    '--read-batch',
    '--early-input',
  ))
    if (textOf(word) !== '-' && !isRemote(word)) context.reads(word)
  for (const word of read.values('--log-file', '--write-batch', '--only-write-batch')) context.writes(word, 'overwrite')
  for (const word of read.values('--backup-dir', '--temp-dir', '-T', '--partial-dir'))
    if (!isRemote(word)) context.writes(word, 'directory')
  const remoteCommand = read.value('--rsync-path')
  if (remoteCommand && !/^(sudo )?(\/\S+\/)?rsync$/.test(textOf(remoteCommand) ?? ''))
    context.opaque('dynamic-code', show(remoteCommand))

  const operands = read.operands
  const target = operands.length > 1 ? operands.at(-1)! : undefined
  const sources = target ? operands.slice(0, -1) : operands
  const dry = read.has('-n', '--dry-run', '--list-only') || !target
  for (const word of sources) {
    if (isRemote(word)) context.contacts(hostWord(word), 'copy')
    else context.reads(word, 'content', { recursive: true })
  }
  if (dry) {
    if (target && isRemote(target)) context.contacts(hostWord(target), 'copy')
    return
  }
  const local = sources.filter((word) => !isRemote(word))
  if (isRemote(target)) {
    for (const word of local.length > 0 ? local : [undefined])
      context.contacts(
        hostWord(target),
        'copy',
        'data',
        word ? { from: 'file', place: context.place(word) } : { from: 'unknown' },
      )
    return
  }
  const from = sources[0]
  const network = from && isRemote(from)
  context.writes(
    target,
    'create',
    network
      ? { kind: 'network', host: hostOf(from) }
      : from
        ? { kind: 'copy', of: context.place(from) }
        : { kind: 'unknown' },
  )
  if (read.given.some((option) => /^--del(ete.*)?$/.test(option.name))) context.deletes(target, { recursive: true })
  if (read.has('--remove-source-files'))
    for (const word of local) context.deletes(word, { recursive: true, filtered: true, movedTo: context.place(target) })
}

/** `host:path`, `host::module`, `rsync://…`; a colon after a slash is part of a name. */
function isRemote(word: Word): boolean {
  const text = word.kind === 'dynamic' ? show(word).replace(/\$\{[^}]*\}/g, '$x') : show(word)
  return text.startsWith('rsync://') || /^[^/]*:/.test(text)
}

/** A module (`host::name`) is not a port: only the host is passed on. */
function hostWord(word: Word): Word {
  const text = textOf(word)
  if (text === undefined) return word
  return literal(text.replace(/^([^/:]+)::.*$/, '$1'))
}

function hostOf(word: Word): string {
  const text = knownPrefix(word).replace(/^rsync:\/\//, '')
  return text.replace(/^[^@]*@/, '').split(/[:/]/)[0] ?? ''
}
