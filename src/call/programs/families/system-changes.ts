import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that change the machine whatever they are given: kernel, clock, volumes, interfaces, accounts. */
const entries: Entries = {
  'modprobe insmod rmmod depmod dkms kexec kextload kextunload kldload kldunload mkinitcpio dracut update-initramfs grub-install update-grub grub-mkconfig grub2-mkconfig kernel-install bless refind-install sbctl':
    {
      operands: 'text',
      effects: ['system change-kernel'],
      flags: '-a --all -r --remove -f --force -v --verbose -q --quiet -n --dry-run -u -c -k',
      examples: {
        'modprobe loop': ['system change-kernel'],
        'insmod -f x.ko': ['system change-kernel'],
        'modprobe --unheard-of loop': ['unknown option --unheard-of of modprobe', 'system change-kernel'],
      },
    },
  'ntpdate sntp chronyd rdate ptp4l ntpd': {
    operands: 'lookup',
    effects: ['system change-clock'],
    flags: '-b -d -q -s -u -v -g -n',
    examples: {
      'ntpdate example.com': ['system change-clock', 'contact example.com lookup'],
      'ntpdate --unheard-of example.com': [
        'unknown option --unheard-of of ntpdate',
        'system change-clock',
        'contact example.com lookup',
      ],
    },
  },
  'update-locale dpkg-reconfigure tzselect raspi-config': {
    operands: 'text',
    effects: ['system change-configuration'],
    flags: '--no-checks --reset -f --force -u --unseen-only',
    examples: {
      'update-locale LANG=C.UTF-8': ['system change-configuration'],
      'update-locale --unheard-of LANG=C.UTF-8': [
        'unknown option --unheard-of of update-locale',
        'system change-configuration',
      ],
    },
  },
  'renice ipcrm ipcmk cgset cgcreate cgdelete': {
    operands: 'text',
    effects: ['system change-configuration'],
    options: { '-n, --priority, -m, -M, -q, -Q, -s, -S': 'text' },
    flags: '-p --pid -u --user -g --pgrp -a --all',
    examples: {
      'renice -n 5 700': ['system change-configuration'],
      'renice --unheard-of -n 5 700': ['unknown option --unheard-of of renice', 'system change-configuration'],
    },
  },
  'reptyr injcode scanmem gameconqueror': {
    operands: 'text',
    effects: ['system inject-process'],
    flags: '-T -s -l -L -v',
    examples: {
      'reptyr 700': ['system inject-process'],
      'reptyr --unheard-of 700': ['unknown option --unheard-of of reptyr', 'system inject-process'],
    },
  },
  'stress stress-ng sysbench s-tui': {
    operands: 'text',
    effects: ['system exhaust'],
    options: {
      '-c, --cpu, -m, --vm, -i, --io, -d, --hdd, -t, --timeout, --vm-bytes, --hdd-bytes, --threads, --time': 'text',
    },
    flags: '-q --quiet -v --verbose -n --dry-run --metrics-brief',
    examples: {
      'stress -c 2 -t 10': ['system exhaust'],
      'stress --unheard-of -c 2 -t 10': ['unknown option --unheard-of of stress', 'system exhaust'],
    },
  },
  'bpftrace stap dtrace': {
    operands: ['run-file', 'text…'],
    effects: ['system change-kernel'],
    options: { '-e, -n, -f': 'code', '-c': 'run-command', '-o': 'write', '-p': 'text' },
    flags: '-v -d -l -q -s -Z',
    examples: {
      'bpftrace -l': ['system change-kernel'],
      "bpftrace -e 'x'": ['code other inline', 'system change-kernel'],
      "dtrace -n 'x'": ['code other inline', 'system change-kernel'],
      "dtrace -f 'x'": ['code other inline', 'system change-kernel'],
      "bpftrace -c 'rm y' /tmp/x.bt": ['run rm', 'delete y', 'system change-kernel', 'code other file /tmp/x.bt'],
      'bpftrace -o out.txt /tmp/x.bt': ['write out.txt', 'system change-kernel', 'code other file /tmp/x.bt'],
      'bpftrace --unheard-of -l': ['unknown option --unheard-of of bpftrace', 'system change-kernel'],
    },
  },
  'swapoff fstrim partprobe kpartx partx multipath': {
    operands: 'text',
    effects: ['system change-configuration'],
    flags: '-a --all -v --verbose -s -l -d',
    examples: {
      'swapoff -a': ['system change-configuration'],
      'swapoff --unheard-of -a': ['unknown option --unheard-of of swapoff', 'system change-configuration'],
    },
  },
  'lvcreate vgcreate pvcreate lvextend lvresize vgextend pvresize lvrename vgrename lvchange vgchange pvchange pvmove lvconvert vgcfgrestore quotaon quotaoff setquota edquota':
    {
      operands: 'text',
      effects: ['system change-configuration'],
      options: { '-L, --size, -l, --extents, -n, --name': 'text' },
      flags: '-a -r --resizefs -y --yes -v',
      examples: {
        'lvextend -L +1G vg/lv': ['system change-configuration'],
        'lvextend --unheard-of -L +1G vg/lv': [
          'unknown option --unheard-of of lvextend',
          'system change-configuration',
        ],
      },
    },
  blockdev: {
    operands: 'names',
    effects: ['look hardware'],
    options: { '--setra, --setfra, --setbsz': 'text' },
    when: { '--setrw, --setro, --flushbufs, --rereadpt, --setra': ['system change-configuration'] },
    flags: '--getsz --getsize64 --getss --getpbsz --getro --getra --getbsz --getsize --report -q -v -h -V',
    examples: {
      'blockdev --getsize64 /dev/sda': ['look hardware', 'names /dev/sda'],
      'blockdev --setrw /dev/sda': ['system change-configuration', 'look hardware', 'names /dev/sda'],
      'blockdev --setro /dev/sda': ['system change-configuration', 'look hardware', 'names /dev/sda'],
      'blockdev --flushbufs /dev/sda': ['system change-configuration', 'look hardware', 'names /dev/sda'],
      'blockdev --rereadpt /dev/sda': ['system change-configuration', 'look hardware', 'names /dev/sda'],
      'blockdev --setra 8 /dev/sda': ['system change-configuration', 'look hardware', 'names /dev/sda'],
      'blockdev --unheard-of --getsize64 /dev/sda': [
        'unknown option --unheard-of of blockdev',
        'look hardware',
        'names /dev/sda',
      ],
    },
  },
  visudo: {
    effects: ['system grant-privilege'],
    options: { '-f, --file': 'edit', '-x, --export': 'write' },
    flags: '-c --check -I --no-includes -O --owner -P --perms -q --quiet -s --strict -h -V',
    examples: {
      visudo: ['system grant-privilege'],
      'visudo -f /etc/sudoers.d/x': ['edit /etc/sudoers.d/x', 'system grant-privilege'],
      'visudo --export=out.txt': ['write out.txt', 'system grant-privilege'],
      'visudo --unheard-of': ['unknown option --unheard-of of visudo', 'system grant-privilege'],
    },
  },
  'htpasswd htdigest': {
    operands: ['edit', 'text…'],
    forms: { '-n': { operands: 'text' } },
    options: { '-C, -r': 'text' },
    flags: '-b -B -c -d -D -i -m -p -s -v -2 -5',
    examples: {
      'htpasswd -bc users.txt me secret': ['edit users.txt'],
      'htpasswd -nb me secret': [],
      'htpasswd --unheard-of -bc users.txt me secret': ['unknown option --unheard-of of htpasswd', 'edit users.txt'],
    },
  },
  'kinit kdestroy kswitch': {
    operands: ['text'],
    effects: ['service kerberos log-in'],
    options: { '-t, -c, -l, -r, -S, -s': 'text' },
    flags: '-k -f -F -p -P -a -A -C -E -v -R -V -n',
    examples: {
      'kinit me': ['service kerberos log-in'],
      'kinit --unheard-of me': ['unknown option --unheard-of of kinit', 'service kerberos log-in'],
    },
  },
  'ifup ifdown dhcpcd wpa_supplicant hostapd create_ap macchanger pppd wg-quick resolvconf netplan tunctl': {
    operands: 'text',
    effects: ['system change-network'],
    flags: '-a -v -f -n -r -d',
    examples: {
      'ifup eth0': ['system change-network'],
      'ifup --unheard-of eth0': ['unknown option --unheard-of of ifup', 'system change-network'],
    },
  },
  dhclient: {
    style: 'single-dash',
    operands: 'text',
    effects: ['system change-network'],
    options: { '-sf': 'run-program', '-cf': 'opaque', '-lf, -pf': 'write' },
    flags: '-v -r -x -1 -4 -6 -d -q -w -n -nw',
    examples: {
      'dhclient -v eth0': ['system change-network'],
      'dhclient -sf /tmp/x -cf x -lf out.txt -pf out.txt -v eth0': [
        'run x',
        'code other file /tmp/x',
        'unknown option -cf of dhclient',
        'write out.txt',
        'write out.txt',
        'system change-network',
      ],
    },
  },
  'ettercap bettercap dsniff tcpflow urlsnarf driftnet kismet snort suricata arpspoof mitmproxy mitmdump mitmweb responder sslstrip':
    {
      operands: 'text',
      effects: ['system capture-traffic'],
      options: { '-i': 'text' },
      examples: {
        'tcpflow -i eth0': ['system capture-traffic'],
        'tcpflow --unheard-of -i eth0': ['unknown option --unheard-of of tcpflow', 'system capture-traffic'],
      },
    },
  'capinfos mergecap editcap': {
    operands: 'read',
    last: 'write',
    options: { '-w': 'write', '-F, -T, -c, -s, -a, -A, -B, -i, -t': 'text' },
    flags: '-v -h -r -d -I',
    examples: {
      'editcap a.pcap out.pcap': ['read a.pcap', 'write out.pcap'],
      'mergecap -w out.pcap a.pcap': ['write out.pcap', 'read a.pcap'],
      'editcap --unheard-of a.pcap out.pcap': [
        'unknown option --unheard-of of editcap',
        'read a.pcap',
        'write out.pcap',
      ],
    },
  },
}

export const systemChanges: readonly Program[] = family(entries)
