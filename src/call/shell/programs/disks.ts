import { literal, show, textOf } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { onlyAsks, report, shown, system, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'

/** Programs that look when told to list and otherwise rewrite a disk. */
function disk(
  names: string,
  looks: RegExp,
  deed: 'destroy-disk' | 'change-configuration' | 'mount' = 'destroy-disk',
): Program {
  return {
    names: names.split(' '),
    means: (context) => {
      const { args, program } = context.invocation
      const text = shown(args)
      if (onlyAsks(args) || looks.test(text)) context.record(report('hardware'))
      else context.record(system(deed, `${program} ${text}`))
    },
  }
}

const MKFS =
  'mkfs mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.ntfs mkfs.exfat mkfs.f2fs mkfs.minix mkfs.jfs mkfs.reiserfs mkdosfs mkntfs mkexfatfs newfs newfs_apfs newfs_hfs newfs_msdos format mkswap mkfs.cramfs mkreiserfs'

/** A file system made in an ordinary file is a file; on a device it is the end of what was there. */
function meansMkfs(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued('-t -L -U -n -b -i -m -N -O -E -T -s -d -I -J -C -l'),
    style: 'gnu',
  })
  const targets = read.operands.filter(
    (word) => /\//.test(show(word)) || word.kind !== 'literal' || /\.(img|iso|raw|bin|dmg)$/.test(show(word)),
  )
  for (const target of targets.length > 0 ? targets : read.operands) {
    const place = context.place(target)
    if (place.kind === 'path' && !place.real.startsWith('/dev/'))
      context.writes(target, 'overwrite', { kind: 'unknown' })
    else context.record(system('destroy-disk', `${program} ${show(target)}`))
  }
}

function meansMount(context: ProgramContext): void {
  const { args, program } = context.invocation
  const read = readOptions(context, args, {
    arity: valued('-t -o -L -U -O -T -N --types --options --target --source'),
    style: 'gnu',
  })
  if (
    onlyAsks(args) ||
    (args.length > 0 && read.has('-l', '--list', '-V')) ||
    (program === 'mount' && read.operands.length === 0 && !read.has('-a', '--all'))
  ) {
    context.record(report('hardware'))
    return
  }
  context.record(system('mount', shown(args)))
  const [source] = read.operands
  const remote = source && (/^(\/\/|\\\\)([^/\\]+)/.exec(show(source))?.[2] ?? /^([\w.-]+):\//.exec(show(source))?.[1])
  if (remote) context.contacts(literal(remote), 'copy', 'unknown')
  if (
    /remount,.*rw|(^|,)suid|exec/.test(shown(read.values('-o', '--options'))) &&
    read.operands.some((word) => textOf(word) === '/')
  )
    context.record(system('disable-security', shown(args)))
}

const ZFS_READS =
  /^(list|get|status|history|iostat|events|version|diff|holds|userspace|groupspace|upgrade$|show|usage|stat|device (stats|usage|scan)|filesystem (show|df|usage|du)|subvolume (list|show|get-default)|scrub status|balance status|property (get|list)|inspect-internal|help|fi (show|df|us))/

/** zfs, zpool, btrfs, lvm: snapshots and volumes come and go. */
function meansVolumes(context: ProgramContext): void {
  const { args, program } = context.invocation
  const text = shown(args.filter((word) => !show(word).startsWith('-')))
  if (onlyAsks(args) || ZFS_READS.test(text)) context.record(report('hardware'))
  else if (
    /^(destroy|labelclear|offline|detach|remove|rollback|subvolume delete|sub delete|device (remove|delete)|filesystem resize|rescue|check)/.test(
      text,
    )
  )
    context.record(system(/snap|@/.test(text) ? 'remove-backup' : 'destroy-disk', `${program} ${text}`))
  else if (/^(mount|unmount|umount|import|export|load-key|unload-key)/.test(text))
    context.record(system('mount', `${program} ${text}`))
  else context.record(system('change-configuration', `${program} ${text}`))
}

export const disks: readonly Program[] = [
  { names: MKFS.split(' '), means: meansMkfs },
  disk(
    'fdisk gdisk sgdisk cfdisk sfdisk cgdisk',
    /(^|\s)(-l|--list|-p|--print|-s|--getsz|-d|--dump|-J|--json|-V|--verify|-i)(\s|$)/,
  ),
  disk('parted', /(^|\s)(-l|--list|print|unit \w+ print)(\s|$)/),
  disk('wipefs', /^((-n|--no-act|-J|--json|-o|-p|-i|--noheadings)\s+)*[^-]\S*$|^$/),
  disk('blkdiscard sg_format nwipe scrub wipe dban', /^$/),
  disk('hdparm', /^(-[ItTgiaCvr]+\s+)+\/dev\/\S+$|^-[ItTgiaCv]+$/, 'change-configuration'),
  disk(
    'nvme',
    /^(list\S*|smart-log|id-\S+|error-log|fw-log|\S+-log|show-regs|help|version|get-\S+|self-test-log|effects-log)\b/,
  ),
  disk('smartctl', /(^|\s)(-a|-i|-H|-x|-A|-l|--all|--info|--health|--xall|--scan|--scan-open|-c|--attributes)(\s|$)/),
  disk('badblocks', /^((?!-w|-n).)*$/),
  disk('cryptsetup', /^(status|luksDump|isLuks|luksUUID|benchmark|--version)/),
  disk(
    'fsck e2fsck fsck.ext4 fsck.xfs xfs_repair dosfsck fsck.vfat ntfsfix fsck.ext3 fsck.ext2 btrfsck reiserfsck resize2fs tune2fs e2label xfs_growfs xfs_admin dosfslabel ntfslabel ntfsresize e4defrag debugfs e2image zerofree fatlabel exfatlabel swaplabel',
    /(^|\s)(-N|-n|-l|-V|--dry-run)(\s|$)|^-R? ?stats/,
    'change-configuration',
  ),
  disk('losetup', /^(-a|--all|-l|--list|-j.*|-f|--find|)$/, 'mount'),
  disk('dmsetup', /^(ls|info|table|status|deps|version|targets)(?!.*--exec)/),
  disk('mdadm', /(--detail|--examine|-D|-E|--query|-Q|--monitor)/),
  disk('swapon', /^(-s|--show|--summary|-v|)$/, 'change-configuration'),
  disk('diskutil', /^(list|info|activity|listFilesystems|apfs list|cs list|verify\w*|appleRAID list)/),
  disk('hdiutil', /^(info|imageinfo|verify|checksum|help|plugins|isencrypted)/, 'mount'),
  disk(
    'tmutil',
    /^(list\w*|status|destinationinfo|latestbackup|machinedirectory|version|isexcluded|compare|uniquesize|calculatedrift)/,
    'change-configuration',
  ),
  {
    names: [
      'mount',
      'mount.nfs',
      'mount.cifs',
      'mount_smbfs',
      'mount.ntfs',
      'ntfs-3g',
      'bindfs',
      'fuse-zip',
      'archivemount',
      'encfs',
      'gocryptfs',
      'veracrypt',
      's3fs',
      'gcsfuse',
      'overlayroot',
    ],
    means: meansMount,
  },
  {
    names: ['umount', 'fusermount', 'fusermount3', 'eject', 'udisksctl', 'pmount', 'pumount', 'udevil', 'unmount'],
    means: (context) =>
      context.record(system('mount', `${context.invocation.program} ${shown(context.invocation.args)}`)),
  },
  { names: ['zfs', 'zpool', 'btrfs', 'bcachefs', 'stratis', 'snapper', 'timeshift'], means: meansVolumes },
  disk('lvremove vgremove pvremove lvreduce lvm vgreduce', /^(version|help|pvs|vgs|lvs|fullreport|dumpconfig)/),
]
