import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that reach into other machines, devices and keys: what they do is told whatever their options are. */
const entries: Entries = {
  'x11vnc vncserver tigervncserver x0vncserver xrdp wayvnc anydesk teamviewer rustdesk xpra': {
    operands: 'text',
    effects: ['open remote-access'],
    examples: {
      x11vnc: ['open remote-access'],
      'x11vnc --unheard-of': ['unknown option --unheard-of of x11vnc', 'open remote-access'],
    },
  },
  'rdesktop xfreerdp xfreerdp3 vncviewer remmina': {
    operands: 'send',
    style: 'single-dash',
    options: { '-u, -p, -d, -g, -via': 'text' },
    examples: {
      'vncviewer 10.0.0.1': ['contact 10.0.0.1 upload data'],
      'vncviewer -unheard-of 10.0.0.1': ['unknown option -unheard-of of vncviewer', 'contact 10.0.0.1 upload data'],
    },
  },
  'pssh parallel-ssh pdsh clush dsh': {
    operands: 'text',
    stopAtOperand: true,
    options: { '-h, --hosts': 'read', '-H, --host, -l, --user, -p, --par, -t, --timeout, -w, -g': 'text' },
    flags: '-i --inline -P --print -a -A --askpass -v --verbose',
    // A command on many machines.
    effects: ['opaque unreadable-code'],
    examples: {
      'pssh --version': [],
      'pssh -h hosts uptime': ['read hosts', 'opaque unreadable-code'],
      'pssh --unheard-of uptime': ['unknown option --unheard-of of pssh', 'opaque unreadable-code'],
    },
  },
  keyctl: {
    operands: 'text',
    effects: ['secret keychain'],
    examples: {
      'keyctl show': ['secret keychain'],
      'keyctl --unheard-of show': ['unknown option --unheard-of of keyctl', 'secret keychain'],
    },
  },
  mknod: {
    operands: 'text',
    effects: ['system change-configuration'],
    options: { '-m, --mode': 'text', '--context': 'text?' },
    flags: '-Z',
    examples: {
      'mknod a c 1 3': ['system change-configuration'],
      'mknod --unheard-of a c 1 3': ['unknown option --unheard-of of mknod', 'system change-configuration'],
    },
  },
  'ddrescue partclone.restore fsarchiver': {
    operands: ['read', 'write', 'text…'],
    effects: ['system destroy-disk'],
    examples: {
      'ddrescue /dev/sda out.img': ['system destroy-disk', 'read /dev/sda', 'write out.img'],
      'ddrescue --unheard-of /dev/sda out.img': [
        'unknown option --unheard-of of ddrescue',
        'system destroy-disk',
        'read /dev/sda',
        'write out.img',
      ],
    },
  },
  'tcpkill tcpick': {
    operands: 'text',
    effects: ['system capture-traffic'],
    examples: {
      'tcpkill host 10.0.0.1': ['system capture-traffic'],
      'tcpkill --unheard-of host 10.0.0.1': ['unknown option --unheard-of of tcpkill', 'system capture-traffic'],
    },
  },
  wpa_passphrase: {
    operands: 'text',
    examples: {
      'wpa_passphrase name': [],
      'wpa_passphrase --unheard-of name': ['unknown option --unheard-of of wpa_passphrase'],
    },
  },
  'choom cgexec daemonize': {
    rest: 'command',
    options: { '-n, --adjust, -p, --pid, -g, -u, -E, -c': 'text', '-e, -o, -l': 'write' },
    flags: '-a -v --sticky -h -V',
    examples: {
      'choom -n 5 true': ['run true'],
      'daemonize rm x': ['run rm', 'delete x'],
      'daemonize -e err.log true': ['write err.log', 'run true'],
      'daemonize -o out.log true': ['write out.log', 'run true'],
      'daemonize -l lock true': ['write lock', 'run true'],
      'choom --unheard-of -n 5 true': ['unknown option --unheard-of of choom', 'run true'],
    },
  },
}

export const machineControl: readonly Program[] = family(entries)
