import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that start a command with another root, user, namespace, architecture or set of rights. */
const entries: Entries = {
  unshare: {
    rest: 'command',
    bare: { stdin: 'code', language: 'shell' },
    options: {
      '-m, --mount, -u, --uts, -i, --ipc, -n, --net, -p, --pid, -U, --user, -C, --cgroup, -T, --time': 'text?',
      '--map-user, --map-group, --map-users, --map-groups, --propagation, --setgroups, -S, --setuid, -G, --setgid, --monotonic, --boottime, -l, --load-interp':
        'text',
      '--kill-child': 'text?',
      '--mount-proc, --mount-binfmt': 'names?',
      // What it starts is found below another root.
      '-R, --root': 'opaque',
      '-w, --wd': 'change-directory',
    },
    flags: '-f --fork -r --map-root-user -c --map-current-user --map-auto --map-subids --keep-caps -h -V',
    abbreviations: true,
    examples: {
      'unshare -rn true': ['run true'],
      'unshare -Ur rm x': ['run rm', 'delete x'],
      'unshare --mount-proc=/p --mount-binfmt=/b -f true': ['names /p', 'names /b', 'run true'],
      'unshare -w /etc rm x': ['names /etc', 'run rm', 'delete /etc/x'],
      'unshare -R /mnt true': ['unknown option -R of unshare', 'run true'],
      unshare: ['opaque interactive'],
      'unshare --unheard-of true': ['unknown option --unheard-of of unshare', 'run true'],
    },
  },
  nsenter: {
    rest: 'command',
    elevates: true,
    bare: { effects: ['system become-administrator'], stdin: 'code', language: 'shell' },
    options: {
      '-t, --target, -S, --setuid, -G, --setgid': 'text',
      '-m, --mount, -u, --uts, -i, --ipc, -n, --net, -p, --pid, -C, --cgroup, -U, --user, -T, --time, -r, --root, -w, --wd':
        'text?',
      '-W, --wdns': 'text',
    },
    flags:
      '-a --all --preserve-credentials --keep-caps -F --no-fork -Z --follow-context -e --env -c --join-cgroup -h -V',
    abbreviations: true,
    examples: {
      'nsenter -t 1 -m true': ['run true elevated'],
      'nsenter -t 1 -a rm x': ['run rm elevated', 'delete x'],
      'nsenter -t 1': ['system become-administrator', 'opaque interactive'],
      'nsenter --unheard-of true': ['unknown option --unheard-of of nsenter', 'run true elevated'],
    },
  },
  pkexec: {
    rest: 'command',
    elevates: true,
    bare: { effects: ['system become-administrator'], stdin: 'code', language: 'shell' },
    options: { '--user, -u': 'text' },
    flags: '--disable-internal-agent --keep-cwd',
    examples: {
      'pkexec --user bob true': ['run true elevated'],
      'pkexec rm x': ['run rm elevated', 'delete x'],
      pkexec: ['system become-administrator', 'opaque interactive'],
      'pkexec --unheard-of true': ['unknown option --unheard-of of pkexec', 'run true elevated'],
    },
  },
  'aa-exec': {
    rest: 'command',
    options: { '-p, --profile, -n, --namespace': 'text' },
    flags: '-d --debug -i --immediate -v --verbose -h',
    examples: {
      'aa-exec -p web true': ['run true'],
      'aa-exec rm x': ['run rm', 'delete x'],
      'aa-exec --unheard-of true': ['unknown option --unheard-of of aa-exec', 'run true'],
    },
  },
  fakeroot: {
    rest: 'command',
    bare: { stdin: 'code', language: 'shell' },
    options: {
      '-l, --lib': 'config',
      '--faked': 'run-program',
      '-i': 'read',
      '-s': 'write',
      '-b, --fd-base': 'number',
    },
    flags: '-u --unknown-is-real -v -h',
    examples: {
      'fakeroot true': ['run true'],
      'fakeroot -i in.db -s out.db rm x': ['read in.db', 'write out.db', 'run rm', 'delete x'],
      'fakeroot -l /tmp/x.so true': ['code other file /tmp/x.so', 'run true'],
      'fakeroot --faked /tmp/x true': ['run x', 'code other file /tmp/x', 'run true'],
      fakeroot: ['opaque interactive'],
      'fakeroot --unheard-of true': ['unknown option --unheard-of of fakeroot', 'run true'],
    },
  },
  'linux32 linux64 i386 x86_64': {
    rest: 'command',
    flags:
      '-B --32bit -F --fdpic-funcptrs -I --short-inode -L --addr-compat-layout -R --addr-no-randomize -S --whole-seconds -T --sticky-timeouts -X --read-implies-exec -Z --mmap-page-zero -3 --3gb --4gb --uname-2.6 -v --verbose --list -h -V',
    bare: { stdin: 'code', language: 'shell' },
    examples: {
      'linux32 -R true': ['run true'],
      'linux64 rm x': ['run rm', 'delete x'],
      linux32: ['opaque interactive'],
      'linux32 --unheard-of true': ['unknown option --unheard-of of linux32', 'run true'],
    },
  },
  setarch: {
    like: 'linux32',
    operands: [{ words: 'linux32 linux64 i386 i486 i586 i686 x86_64 aarch64 armv7l arm uname26' }],
    stopAtOperand: false,
    examples: {
      'setarch x86_64 -R true': ['run true'],
      'setarch x86_64 rm x': ['run rm', 'delete x'],
      'setarch --unheard-of x86_64 true': ['unknown option --unheard-of of setarch', 'run true'],
    },
  },
  firejail: {
    rest: 'command',
    bare: { stdin: 'code', language: 'shell' },
    options: {
      '--profile': 'config?',
      '--net, --dns, --hostname, --timeout, --nice, --name, --protocol, --rlimit-nofile, --rlimit-nproc, --rlimit-fsize, --rlimit-as, --caps.drop, --seccomp, --seccomp.drop, --seccomp.keep, --private-etc, --private-bin, --shell':
        'text?',
      '--private, --whitelist, --blacklist, --noblacklist, --read-only, --read-write, --tmpfs': 'names?',
      '--output, --output-stderr, --trace': 'write?',
      '--join': 'attach-process?',
    },
    flags:
      '--quiet --noprofile --private-tmp --private-dev --private-cache --nogroups --noroot --nonewprivs --nosound --no3d --novideo --nodvd --nou2f --ipc-namespace --x11 --debug --list --tree --top --netfilter --caps.drop=all',
    examples: {
      'firejail --quiet --net=none true': ['run true'],
      'firejail --private=/srv/x rm x': ['names /srv/x', 'run rm', 'delete x'],
      'firejail --whitelist=/a --blacklist=/b --noblacklist=/c --read-only=/d --read-write=/e --tmpfs=/f true': [
        'names /a',
        'names /b',
        'names /c',
        'names /d',
        'names /e',
        'names /f',
        'run true',
      ],
      'firejail --profile=/tmp/x true': ['code other file /tmp/x', 'run true'],
      'firejail --output=a --output-stderr=b --trace=c true': ['write a', 'write b', 'write c', 'run true'],
      'firejail --join=77': ['system dump-memory', 'opaque interactive'],
      firejail: ['opaque interactive'],
      'firejail --unheard-of true': ['unknown option --unheard-of of firejail', 'run true'],
    },
  },
}

export const namespaces: readonly Program[] = family(entries)
