import { literal, show, textOf } from '../../word.ts'
import { unknownOption } from '../../programs/walk.ts'
import { readOptions } from './read-options.ts'
import { door, onlyAsks, report, service, shown, system, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { rows } from './table.ts'
import { serviceTool, verbs } from './verbs.ts'

/** qemu: disks and kernels are files; monitors, gdb stubs and display servers are doors. */
function meansQemu(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const text = shown(args)
  for (const [index, word] of args.entries()) {
    const name = show(word)
    const value = args[index + 1]
    if (!value) continue
    if (/^-(hd[a-d]|fd[ab]|cdrom|kernel|initrd|bios|pflash|dtb)$/.test(name)) context.reads(value)
    const file = /(?:^|,)file=([^,]+)/.exec(show(value))?.[1]
    if (/^-(drive|blockdev)$/.test(name) && file !== undefined) {
      context.reads(literal(file))
      if (file.startsWith('/dev/')) context.record(system('destroy-disk', file))
    }
    if (/^-(monitor|serial|qmp|gdb|vnc|chardev)$/.test(name) && /(tcp|telnet|unix|:\d)/.test(show(value)))
      context.record(door('listener', show(value)))
    if (/^-(netdev|nic|net)$/.test(name) && /(script=|helper=|guestfwd=.*cmd|smb=|tap)/.test(show(value)))
      context.opaque('unknown-option', `${program} ${name} ${show(value)}`)
    if (/^-(virtfs|fsdev)$/.test(name))
      context.reads(literal(/path=([^,]+)/.exec(show(value))?.[1] ?? '/'), 'content', { recursive: true })
    if (/^-(readconfig|plugin|object)$/.test(name)) context.opaque('unknown-option', `${program} ${name}`)
  }
  if (/-s(\s|$)/.test(text) && /(^|\s)-s(\s|$)/.test(text)) context.record(door('listener', '1234'))
  context.record(service('qemu', 'local-only', [], false))
}

const VM_VERBS = verbs({
  read: 'list ls info show dominfo domstate domblklist domiflist dumpxml nodeinfo net-list net-info pool-list vol-list snapshot-list version capabilities domdisplay vncdisplay showvminfo showhdinfo showmediuminfo guestproperty list-vms metrics hostinfo help sysinfo domstats console-log status getextradata bridgedifs',
  'local-only':
    'start startvm shutdown suspend resume reboot create define autostart snapshot-create snapshot-create-as snapshot-revert restore save setmem setvcpus attach-disk attach-device detach-device net-start net-define net-autostart pool-start pool-define vol-create vol-create-as createvm modifyvm controlvm snapshot createhd createmedium storagectl storageattach clonevm clonehd import registervm natnetwork hostonlyif setproperty sharedfolder edit migrate run stop pause setextradata convertfromraw usbfilter domifaddr send-key reset-vm screenshot vol-resize blockresize',
  'copy-out': 'export vol-download managedsave',
  execute: 'guestcontrol console qemu-agent-command',
  delete:
    'undefine destroy unregistervm closemedium snapshot-delete vol-delete net-undefine net-destroy pool-undefine pool-destroy pool-delete vol-wipe delete discardstate',
})

function meansSandbox(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued(
      '-b -B -H -W -p -u -r -w -e -m -t -q -c -d -l --bind --pwd --env --home --workdir --user --rootfs --directory --chroot --session-name --profile --env-file --dev-bind --net --name --nv-path --fakeroot-path --setenv',
    ),
    style: 'gnu',
    stopAtOperand: true,
  })
  const verb = textOf(read.operands[0])
  if (/^(singularity|apptainer|udocker|ch-run)$/.test(program)) {
    const after = readOptions(context, read.operands.slice(1), {
      arity: valued(
        '-B -H -W -e --bind --pwd --env --home --workdir --env-file --overlay --app --mount --network --volume --user --name -v -u',
      ),
      style: 'gnu',
      stopAtOperand: true,
    })
    const [image, ...command] = after.operands
    if (verb !== undefined && /^(exec|run|shell|test|instance)$/.test(verb)) {
      if (image && /^(docker|library|oras|https?|shub):/.test(show(image)))
        context.contacts(literal('docker.io'), 'registry')
      context.record(service(program, 'execute', image ? [image] : [], false))
      // These containers share the home directory with the host: what runs in them runs here.
      if (command.length > 0) context.runs(command, { via: `${program} ${verb}` })
      else if (verb === 'shell') context.opaque('interactive', `${program} shell`)
    } else if (verb !== undefined && /^(pull|build)$/.test(verb)) {
      context.contacts(literal('docker.io'), 'registry')
      if (image) context.writes(image, 'create')
    } else if (
      verb !== undefined &&
      /^(inspect|version|cache|search|verify|help|remote|key|config|plugin|capability|sif|images|ps|rm|rmi|create|login)$/.test(
        verb,
      )
    )
      context.record(service(program, 'read', read.operands, false))
    else context.opaque('unknown-subcommand', `${program} ${verb ?? ''}`)
    return
  }
  if (read.operands.length > 0) context.runs(read.operands, { via: program })
  else context.opaque('interactive', program)
}

const BWRAP = new Set(
  '-- --bind --dev-bind --ro-bind --bind-try --ro-bind-try --dev-bind-try --symlink --setenv --unsetenv --chmod --file --bind-data --ro-bind-data --overlay --overlay-src --tmp-overlay --ro-overlay --unshare-all --unshare-net --unshare-pid --unshare-user --unshare-user-try --unshare-ipc --unshare-uts --unshare-cgroup --unshare-cgroup-try --share-net --die-with-parent --new-session --as-pid-1 --clearenv --help --version --disable-userns --dev --proc --tmpfs --mqueue --dir --chdir --hostname --uid --gid --cap-add --cap-drop --remount-ro --perms --size --seccomp --add-seccomp-fd --args --argv0 --lock-file --sync-fd --info-fd --json-status-fd --block-fd --userns-block-fd --userns --userns2 --pidns --exec-label --file-label --level-prefix'.split(
    ' ',
  ),
)

/** bwrap's options take one, two or three words; the command is what follows the last known one. */
function meansBwrap(context: ProgramContext): void {
  const { args } = context.invocation
  let index = 0
  while (index < args.length) {
    const name = show(args[index]!)
    if (!name.startsWith('-')) break
    if (!BWRAP.has(name)) unknownOption(context, name)
    const [from, to] = args.slice(index + 1, index + 3)
    // What is shown under another name is no longer seen by its own: the command may open all of it.
    if (/^--(?:ro-|dev-)?bind(?:-try)?$/.test(name) && from && to && show(from) !== show(to))
      context.reads(from, 'content', { recursive: true })
    index +=
      /^--(bind|dev-bind|ro-bind|bind-try|ro-bind-try|dev-bind-try|symlink|setenv|chmod|file|bind-data|ro-bind-data|overlay)/.test(
        name,
      )
        ? 3
        : /^--(unshare-|share-net|die-with-parent|new-session|as-pid-1|clearenv|help|version|disable-userns|-$)/.test(
              name,
            )
          ? 1
          : 2
    if (name === '--') {
      index = index - 1
      break
    }
  }
  if (args.length > index) context.runs(args.slice(index), { via: 'bwrap' })
}

const WINE: Program = {
  names: [
    'wine',
    'wine64',
    'wineconsole',
    'proton',
    'mono',
    'box64',
    'box86',
    'fex',
    'qemu-user',
    'dosbox',
    'winedbg',
    'rosetta',
  ],
  means: (context) => {
    const { args, program } = context.invocation
    if (onlyAsks(args) || args.length === 0) return
    if (program === 'dosbox') {
      if (args.some((word) => /^-(c|conf)$/.test(show(word)))) context.opaque('unreadable-code', 'dosbox -c')
    }
    const target = args.find((word) => !show(word).startsWith('-'))
    if (
      target &&
      /^(uninstaller|winecfg|regedit|taskmgr|control|notepad|explorer|wineboot|winefile)$/.test(show(target))
    )
      context.opaque('interactive', `${program} ${show(target)}`)
    else if (target) context.file(target, 'binary')
  },
}

export const virtualMachines: readonly Program[] = [
  {
    names:
      'qemu qemu-system-x86_64 qemu-system-i386 qemu-system-aarch64 qemu-system-arm qemu-system-riscv64 kvm qemu-kvm'.split(
        ' ',
      ),
    means: meansQemu,
  },
  serviceTool({
    names: 'virsh vboxmanage utmctl prlctl vmrun xl tart proxmox qm pct vim-cmd govc',
    service: 'virtual-machine',
    verbs: VM_VERBS,
    alone: 'read',
    depth: 2,
    values: valued('-c --connect --name --vm --type'),
  }),
  {
    names: [
      'singularity',
      'apptainer',
      'udocker',
      'ch-run',
      'proot',
      'fakechroot',
      'schroot',
      'arch-chroot',
      'nspawn',
      'pbuilder',
      'enroot',
    ],
    means: meansSandbox,
  },
  { names: ['bwrap'], means: meansBwrap },
  WINE,
  ...rows({
    'qemu-img': {
      subcommands: {
        info: { operands: 'read' },
        check: { operands: 'read' },
        map: { operands: 'read' },
        compare: { operands: 'read' },
        measure: { operands: 'read' },
        create: { options: { '-f, -o, -b, -F': 'text' }, operands: ['write', 'text'] },
        convert: { options: { '-f, -O, -o, -l, -m': 'text' }, operands: 'read', lastOperand: 'write' },
        resize: { operands: ['edit', 'text'] },
        snapshot: { options: { '-a, -c, -d': 'text' }, operands: 'edit' },
        commit: { operands: 'edit' },
        rebase: { options: { '-b, -f, -F': 'text' }, operands: 'edit' },
        dd: { operands: 'text' },
        amend: { operands: 'edit' },
        bench: { operands: 'read' },
      },
    },
    'qemu-nbd nbd-client nbdfuse guestmount guestfish virt-customize virt-edit virt-copy-in virt-sysprep': {
      does: [system('mount', 'a disk image')],
      options: { '--run-command, --run, --firstboot, --firstboot-command, -a, -c, -d, --commands-from-file': 'opaque' },
    },
    'virt-install virt-clone virt-builder virt-resize virt-convert virt-v2v': {
      does: [service('virtual-machine', 'create', [])],
      options: {
        '--disk, --cdrom, --location, --name, --ram, --memory, --vcpus, --network, --os-variant, --import': 'text',
      },
    },
    'virt-manager virt-viewer virt-top virt-what virt-host-validate virt-ls virt-cat virt-df virt-filesystems virt-inspector gnome-boxes':
      { does: [report('hardware')] },
    // They set up and end the user's own emulation, and install nothing.
    'wineboot wineserver': {},
    'winetricks protontricks winecfg lutris steam heroic bottles-cli': {
      does: [system('change-configuration', 'wine prefix')],
      operands: 'text',
    },
    'debootstrap multistrap cdebootstrap mmdebstrap febootstrap': {
      does: [{ does: 'install-package', ecosystem: 'apt', packages: [], origin: 'registry', scope: 'system' }],
      options: { '--variant, --arch, --include, --exclude, --components': 'text' },
    },
    'slirp4netns rootlesskit fuse-overlayfs': { does: [system('change-network', 'container network')] },
  }),
]
