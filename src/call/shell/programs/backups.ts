import { literal, show, textOf } from '../../word.ts'
import { readArguments } from '../options.ts'
import { onlyAsks, report, service, shown, system, valued } from './facts.ts'
import type { Kit, Program } from './program.ts'
import { rows } from './table.ts'

const VALUES = valued(
  '-r -o -p -e -c -C -H -P -t --repo --password-file --password-command --rsh --remote-path --exclude --exclude-from --compression --tag --host ' +
    '--target --include --keep-last --keep-daily --keep-weekly --keep-monthly --keep-yearly --path --cache-dir --limit-upload --passphrase ' +
    '--config --config-file --encryption --ssh-options --rsync-options --archive --name --full-if-older-than --file-to-restore --time',
)
const LOOKS =
  /^(list|ls|snapshots|info|stats|check|verify|diff|find|cat|version|help|key|cache|collection-status|list-current-files|status|--list-archives|--print-stats|dump|repository|policy|show|fsck)$/
const REMOVES =
  /^(delete|forget|prune|remove-older-than|remove-all-but-n-full|cleanup|compact|rm|gc|--nuke|-d|purge|unlock|break-lock|snapshot-delete)$/

/** borg, restic and their kin: a repository, perhaps elsewhere, and commands that they run to reach it. */
function meansBackup(kit: Kit): void {
  const { args, program, environment } = kit.invocation
  if (onlyAsks(args)) return
  const read = readArguments(args, { arity: VALUES, style: 'gnu' })
  for (const order of [
    ...read.values('--rsh', '--password-command'),
    ...['BORG_RSH', 'BORG_PASSCOMMAND'].flatMap((name) => environment.get(name) ?? []),
  ])
    kit.code('shell', order, { via: program })
  if (read.has('--ssh-options', '--rsync-options', '--config', '--config-file'))
    kit.opaque('unknown-option', `${program} ${shown(args)}`)
  const noun = /^(?:snapshot|repository|policy|server|content|manifest)$/.test(textOf(read.operands[0]) ?? '')
  const verb = textOf(read.operands[program === 'kopia' && noun && read.operands.length > 1 ? 1 : 0])
  const words = read.operands.slice(1)
  const repository =
    read.value('-r', '--repo') ??
    words.find((word) => /::|^(s3|sftp|ssh|rest|b2|file|azure|gs|swift):|^[^/]+@/.test(show(word)))
  if (repository && /^(s3|sftp|ssh|rest|b2|azure|gs|swift):|@/.test(show(repository)))
    kit.contacts(
      literal(show(repository).replace(/^(sftp|rest|s3):(?!\/\/)/, '')),
      'copy',
      LOOKS.test(verb ?? '') ? 'nothing' : 'unknown',
    )
  if (verb === undefined) kit.opaque('unknown-subcommand', program)
  else if (LOOKS.test(verb)) kit.tell(report('machine'))
  else if (REMOVES.test(verb)) kit.tell(system('remove-backup', shown(read.operands)))
  else if (/^(restore|extract|mount|umount|get|--extract|recover|rollback)$/.test(verb))
    kit.writes(read.value('-t', '--target') ?? literal('.'), 'directory')
  else {
    for (const word of words)
      if (word !== repository && /^[/.~]/.test(show(word))) kit.reads(word, 'content', { recursive: true })
    kit.tell(service('backup', 'copy-in', read.operands))
  }
}

export const backups: readonly Program[] = [
  {
    names:
      'borg borgmatic restic duplicity bup rdiff-backup kopia tarsnap duplicati-cli attic rsnapshot autorestic resticprofile duplicacy zbackup'.split(
        ' ',
      ),
    means: meansBackup,
  },
  ...rows({
    'partclone partclone.ext4 partclone.ntfs partclone.restore fsarchiver ddrescue safecopy bmaptool clonezilla': {
      does: [system('destroy-disk', 'copies whole disks')],
      operands: 'read',
      lastOperand: 'write',
    },
    'findfs zramctl f3read f3write f3probe delpart addpart iscsiadm ndctl ledctl setserial zdb usbip': {
      does: [report('hardware')],
    },
    'tomb fscrypt ecryptfs-setup-private ecryptfs-mount-private systemd-mount systemd-umount': {
      does: [system('mount', 'an encrypted or removable volume')],
    },
    'systemd-cryptenroll systemd-creds systemd-firstboot systemd-sysusers systemd-sysext systemd-repart systemd-hwdb systemd-dissect mknod chcpu':
      {
        does: [system('change-configuration', 'the system')],
      },
    'systemd-ac-power needrestart ps_mem nitch cyme opensnoop execsnoop biosnoop tcpconnect tcpaccept vrms ifplugstatus nm-online pwck grpck lid lchage debman checkrestart':
      {
        does: [report('machine')],
      },
    'wpa_cli wifi-menu vpnc openvpn3 piactl dnsmap usb_modeswitch ifplugd htpdate': {
      does: [system('change-network', 'connection')],
    },
    'wpa_passphrase speedread moro sttr uwufetch zsteg vnstati gource picard mscore obabel ogr2ogr ogrinfo gdalinfo bedtools samtools bcftools gvcolor ccomps jigsaw wordgrinder csslint desktop-file-validate cava':
      {
        options: { '-o, --output': 'write' },
        operands: 'text',
      },
    'tcpkill tcpick httpflow': { does: [system('capture-traffic', 'network interface')] },
    'httrack megadl immich-cli isisdl subliminal ytfzf steamcmd': {
      does: [
        {
          does: 'contact-host',
          host: { kind: 'unknown', source: 'a download service' },
          sends: 'nothing',
          purpose: 'fetch',
        },
      ],
      options: { '-O, --path': 'directory' },
    },
    'choom cgexec daemonize': {
      options: { '-n, -p, -g, -e, -o, -c, -u, -l, -E, -a': 'text' },
      operands: 'command',
      stopAtOperand: true,
    },
    'pssh parallel-ssh pdsh clush dsh cssh pscp.pssh parallel-scp': {
      does: [{ does: 'something-opaque', text: 'runs a command on many machines', because: 'unreadable-code' }],
    },
    'keyctl gpg-zip prs pass-otp': { does: [{ does: 'read-secret', store: 'keychain', target: 'keys' }] },
    'xauth xsetwacom xwinwrap twm waybar mons dm-tool kdeconnect-cli byzanz-record zbarcam': {
      does: [report('screen')],
    },
  }),
]
