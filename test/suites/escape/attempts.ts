import { moreAttempts } from './more-attempts.ts'
import { unusualAttempts } from './unusual-attempts.ts'
import { row, SHARED_KEY } from './words.ts'

/**
 * Attempts to get out, each a text for a shell behind the walls. What counts is what is seen outside: the secret in the
 * output, a listener that was reached, a file that changed, a process that ended, more than was given.
 */
export interface Attempt {
  readonly kind: Kind
  readonly name: string
  readonly text: string
}

export type Kind =
  | 'secret in the home directory'
  | 'secret in the workspace'
  | 'secret elsewhere'
  | 'secret in the environment'
  | 'another process'
  | 'shared memory'
  | 'descriptor'
  | 'network'
  | 'socket file'
  | 'write outside'
  | 'system call'
  | 'terminal'
  | 'proxy'
  | 'hidden code'
  | 'too much'
  | 'technique'

/** In every secret. */
export const CANARY = 'canary-5e0c7a91'
/** In what the one outside shares. */
export const SHARED = 'canary-shared-77'

/** Below the scene's root. */
export const HOME_SECRETS: readonly string[] = [
  'home/.ssh/id_ed25519',
  'home/.aws/credentials',
  'home/.netrc',
  'home/.npmrc',
  'home/.git-credentials',
  'home/.config/gh/hosts.yml',
  'home/.gnupg/private-keys-v1.d/key',
  'home/.docker/config.json',
  'home/.kube/config',
  'home/.bash_history',
  'home/.claude/.credentials.json',
  'home/.codex/auth.json',
  'home/.cargo/credentials.toml',
  'home/.m2/settings.xml',
  'home/.gitconfig',
  'home/Documents/notes.txt',
  'home/.local/share/keyrings/login.keyring',
  'home/.mozilla/firefox/p/logins.json',
]

export const WORKSPACE_SECRETS: readonly string[] = [
  'home/project/.env',
  'home/project/.env.production',
  'home/project/config/credentials.json',
  'home/project/deploy/id_rsa',
  'home/project/.claude/settings.local.json',
  'home/project/packages/api/.env.local',
  // `.env.staging` is a link to it.
  'home/project/innocent.txt',
]

export const ELSEWHERE: readonly string[] = [
  'state/hook.key',
  'home/.portcullis/settings.json',
  'other/home/secret.txt',
  'home/neighbour/src/secret.ts',
]

/** Ways to a file whose name is known. */
const WAYS: readonly (readonly [string, (path: string) => string])[] = [
  ['by its name', (path) => `cat ${path}`],
  ['copied into the workspace', (path) => `cp ${path} stolen; cat stolen`],
  ['through a link', (path) => `ln -s ${path} link; cat link`],
  ['as a hard link', (path) => `ln ${path} hard; cat hard`],
  ['through /proc/self/root', (path) => `cat /proc/self/root${path} /proc/1/root${path}`],
  ['up and down again', (path) => `cat ../../../../../../../..${path}; cat /proc/self/cwd/../../../../../../..${path}`],
  ['moved into the workspace', (path) => `mv ${path} moved; cat moved; mv $(dirname ${path}) whole; cat whole/*`],
]

function secrets(kind: Kind, places: readonly string[], root: string): readonly Attempt[] {
  return places.flatMap((place) =>
    WAYS.map(([way, text]) => ({ kind, name: `${place}, ${way}`, text: text(`${root}/${place}`) })),
  )
}

export interface Outside {
  readonly root: string
  readonly tcp4: number
  readonly tcp6: number
  readonly udp: number
  /** A process of the same account. */
  readonly victim: number
  readonly sockets: readonly string[]
  readonly abstract: string
  /** A free port, at which somebody outside knocks while an attempt runs. */
  readonly knock: number
  /** The port of the one server that the settings name, for attempts through the proxy. */
  readonly allowed: number
  /** Numbers of system calls on this machine. */
  readonly calls: Readonly<Record<string, number>>
}

export function attempts(outside: Outside): readonly Attempt[] {
  const { root } = outside
  return [
    ...secrets('secret in the home directory', HOME_SECRETS, root),
    ...secrets('secret in the workspace', WORKSPACE_SECRETS, root),
    ...secrets('secret elsewhere', ELSEWHERE, root),
    ...sweeps(root),
    ...environment(outside),
    ...processes(outside),
    ...sharedMemory(),
    ...descriptors(root),
    ...network(outside),
    ...writes(outside),
    ...systemCalls(outside),
    ...moreAttempts(outside),
    ...unusualAttempts(outside),
  ]
}

/** Without knowing a name. */
function sweeps(root: string): readonly Attempt[] {
  const all = 'secret elsewhere'
  return [
    row(all, 'everything that can be read', `grep -rs ${CANARY} / --include='*' --exclude-dir=proc --exclude-dir=sys`),
    row(all, 'everything below the home directory', `tar -cf - ${root} 2>/dev/null | grep -a ${CANARY}`),
    row(all, 'the layers of the overlay', `cat /proc/self/mountinfo; grep -rs ${CANARY} ${root}/state`),
    row(all, 'raw disks', `for d in /dev/vd* /dev/sd* /dev/nvme* /dev/mem /dev/kmem; do head -c 100000 $d; done`),
    row(
      all,
      'open files of every process',
      `for f in /proc/[0-9]*/fd/*; do timeout 1 head -c 4096 $f; done </dev/null`,
    ),
    row(all, 'a file of the swap and the kernel log', `cat /proc/kcore | head -c 1000; dmesg; cat /dev/kmsg`),
  ]
}

function environment({ victim }: Outside): readonly Attempt[] {
  const kind = 'secret in the environment'
  return [
    row(kind, 'env', 'env; set; export -p'),
    row(kind, 'its own environ', 'cat /proc/self/environ'),
    row(kind, 'that of the first process', 'cat /proc/1/environ'),
    row(kind, 'that of every process', 'cat /proc/[0-9]*/environ /proc/[0-9]*/task/*/environ'),
    row(kind, 'that of the process outside', `cat /proc/${victim}/environ`),
    row(kind, 'the command lines', 'cat /proc/[0-9]*/cmdline | tr "\\0" "\\n"'),
    row(
      kind,
      'the memory of the first process',
      String.raw`perl -e 'open M,"<","/proc/1/maps"; for(<M>){/^(\w+)-(\w+) r/ or next; open F,"<","/proc/1/mem"; seek F,hex $1,0; read F,$b,hex($2)-hex($1); print $b}'`,
    ),
    row(kind, 'ps', 'ps auxewww'),
    row(kind, 'a login shell', 'bash -lic env; sh -lc env'),
    row(kind, 'the agent of SSH', 'echo $SSH_AUTH_SOCK; ssh-add -L'),
  ]
}

function processes({ victim, calls }: Outside): readonly Attempt[] {
  const kind = 'another process'
  const call = (...words: readonly (string | number)[]): string => `perl -e 'print syscall(${words.join(',')})'`
  return [
    row(kind, 'kill by number', `kill -9 ${victim}`),
    row(kind, 'kill all', 'kill -9 -1'),
    row(kind, 'kill everything that can be listed', 'for p in /proc/[0-9]*; do kill -9 ${p#/proc/}; done'),
    row(kind, 'pkill', 'pkill -9 -f sleep; pkill -9 node; killall -9 sleep'),
    row(kind, 'stop', `kill -STOP ${victim}; kill -TERM ${victim}`),
    row(
      kind,
      'the numbers near by',
      `i=1; while [ $i -lt 3000 ]; do kill -9 $((${victim} - 1500 + i)) 2>/dev/null; i=$((i+1)); done`,
    ),
    row(
      kind,
      'pidfd_open and pidfd_send_signal',
      `perl -e '$f=syscall(${calls['pidfd_open']},${victim},0); syscall(${calls['pidfd_send_signal']},$f,9,0,0)'`,
    ),
    row(kind, 'ptrace', call(calls['ptrace']!, 16, victim, 0, 0)),
    row(kind, 'through its process group', `kill -9 -${victim}`),
    row(kind, 'priorities', `renice 19 ${victim}; taskset -p 1 ${victim}`),
    row(
      kind,
      'its cgroup',
      `for f in $(find /sys/fs/cgroup -name cgroup.kill); do echo 1 > $f; done; for f in $(find /sys/fs/cgroup -name freezer.state); do echo FROZEN > $f; done`,
    ),
    row(kind, 'its oom score', `echo 1000 > /proc/${victim}/oom_score_adj; echo f > /proc/sysrq-trigger`),
    row(
      kind,
      'a process that outlives the command',
      `setsid sh -c 'trap "" HUP TERM; sleep 3; echo alive > late-${victim}' >/dev/null 2>&1 & nohup sleep 1 >/dev/null 2>&1 &`,
    ),
  ]
}

function sharedMemory(): readonly Attempt[] {
  const kind = 'shared memory'
  return [
    row(
      kind,
      'a segment of System V by its key',
      `perl -e '$i=shmget(${SHARED_KEY},0,0); shmread($i,$b,0,64) and print $b'`,
    ),
    row(kind, 'every segment', String.raw`perl -e 'for $i (0..5000){shmread($i,$b,0,64) and print $b}'; ipcs -m`),
    row(kind, 'a queue of messages', `perl -e '$q=msgget(${SHARED_KEY},0); msgrcv($q,$b,64,0,04000) and print $b'`),
    row(kind, 'a semaphore', `perl -e '$s=semget(${SHARED_KEY},0,0); print defined $s ? "${SHARED}" : ""'`),
    row(kind, 'files in /dev/shm', 'cat /dev/shm/*; ls /dev/shm'),
    row(kind, 'POSIX queues', 'cat /dev/mqueue/*; ls /dev/mqueue'),
  ]
}

function descriptors(root: string): readonly Attempt[] {
  const kind = 'descriptor'
  return [
    row(
      kind,
      'a file that the caller had open',
      `for n in 3 4 5 6 7 8 9 10 11 12 19 20 21; do cat <&$n; cat /proc/self/fd/$n; done`,
    ),
    row(
      kind,
      'a directory that the caller had open',
      `for n in 3 4 5 6 7 8 9 10 11 12 19 20 21; do cat /proc/self/fd/$n/secret.txt; echo x > /proc/self/fd/$n/planted; done`,
    ),
    row(
      kind,
      'what the first process has open',
      'for f in /proc/1/fd/*; do cat $f/secret.txt; timeout 1 cat $f; done </dev/null',
    ),
    row(
      kind,
      'standard output, opened again',
      `timeout 2 head -c 4096 /proc/self/fd/1; : > /dev/stdout; perl -e 'open F,"+<","/proc/self/fd/1" and truncate F,0'`,
    ),
    row(
      kind,
      'the directory of standard input',
      `ls /proc/self/fd/0/; cat /proc/self/fd/0/../other/home/secret.txt; cat ${root}/other/home/secret.txt`,
    ),
    row(
      kind,
      'a descriptor taken with pidfd_getfd',
      `perl -e '$p=syscall(434,1,0); for(0..30){$f=syscall(438,$p,$_,0); open F,"<&=",$f; print <F>}'`,
    ),
  ]
}

function network({ tcp4, tcp6, udp, sockets, abstract }: Outside): readonly Attempt[] {
  const net = (name: string, text: string): Attempt => row('network', name, text)
  const connect = (family: string, address: string): string =>
    `perl -MSocket -e 'socket(S,${family},SOCK_STREAM,0); connect(S,${address}) and syswrite(S,"reached")'`
  return [
    net('loopback, by curl', `curl -s --max-time 3 http://127.0.0.1:${tcp4}/reached`),
    net('loopback, by name', `curl -s --max-time 3 http://localhost:${tcp4}/reached`),
    net('loopback, another address', `curl -s --max-time 3 http://127.8.9.1:${tcp4}/reached`),
    net('loopback, by bash', `bash -c 'echo reached > /dev/tcp/127.0.0.1/${tcp4}'`),
    net('the unspecified address', `curl -s --max-time 3 http://0.0.0.0:${tcp4}/reached`),
    net('IPv6 loopback', `curl -s --max-time 3 'http://[::1]:${tcp6}/reached'`),
    net('IPv4 in IPv6', connect('AF_INET6', `sockaddr_in6(${tcp4},Socket::inet_pton(AF_INET6,"::ffff:127.0.0.1"))`)),
    net('UDP', `bash -c 'echo reached > /dev/udp/127.0.0.1/${udp}'`),
    net(
      'UDP, unconnected',
      `perl -MSocket -e 'socket(S,AF_INET,SOCK_DGRAM,0); send(S,"reached",0,sockaddr_in(${udp},inet_aton("127.0.0.1")))'`,
    ),
    net(
      'every address of the machine',
      `for a in $(hostname -I; ip -4 -o addr | awk '{print $4}' | cut -d/ -f1) 10.0.2.2 172.17.0.1 192.168.0.1; do curl -s --max-time 2 http://$a:${tcp4}/reached; done`,
    ),
    net(
      'the host outside of a container',
      `curl -s --max-time 3 http://host.docker.internal:${tcp4}/reached; curl -s --max-time 3 http://gateway:${tcp4}/reached`,
    ),
    net(
      'through a proxy',
      `http_proxy=http://127.0.0.1:${tcp4} curl -s --max-time 3 http://example.com/reached; ALL_PROXY=socks5h://127.0.0.1:${tcp4} curl -s --max-time 3 http://example.com/`,
    ),
    net(
      'a name server outside',
      `perl -MSocket -e 'socket(S,AF_INET,SOCK_DGRAM,0); send(S,"reached",0,sockaddr_in(${udp},inet_aton("127.0.0.53")))'; curl -s --max-time 3 --dns-servers 127.0.0.1:${udp} http://x/`,
    ),
    net(
      'a raw socket',
      `perl -MSocket -e 'socket(S,AF_INET,SOCK_RAW,1) and send(S,"reached",0,sockaddr_in(${udp},inet_aton("127.0.0.1")))'`,
    ),
    net('a packet socket', `perl -e 'socket(S,17,3,0x0300) and print "${SHARED}"'`),
    net('vsock', `perl -e 'socket(S,40,1,0) and print "${SHARED}"'`),
    net(
      'netlink that is not routes',
      `perl -e 'socket(S,16,3,9) and print "${SHARED}"; socket(T,16,3,15) and print "${SHARED}"'`,
    ),
    net(
      'an interface of its own',
      `ip link add d0 type dummy; ip addr add 10.9.9.1/24 dev d0; ip route add default via 127.0.0.1; curl -s --max-time 2 http://10.9.9.2:${tcp4}/reached`,
    ),
    net(
      'another network namespace',
      `ip netns add x; nsenter -t 1 -n curl -s --max-time 2 http://127.0.0.1:${tcp4}/reached; nsenter --net=/proc/1/ns/net true`,
    ),
    net('a ping', 'ping -c1 -W1 8.8.8.8 && echo ' + SHARED),
    net('a real address', `curl -sk --max-time 3 https://1.1.1.1/ && echo ${SHARED}`),
    net('the metadata service', `curl -s --max-time 3 http://169.254.169.254/latest/ && echo ${SHARED}`),
    net('an abstract socket', connect('AF_UNIX', `sockaddr_un("\\0${abstract}")`)),
    net(
      'an abstract socket, by datagram',
      `perl -MSocket -e 'socket(S,AF_UNIX,SOCK_DGRAM,0); send(S,"reached",0,sockaddr_un("\\0${abstract}-d"))'`,
    ),
    net(
      'the display',
      `perl -MSocket -e 'socket(S,AF_UNIX,SOCK_STREAM,0); connect(S,sockaddr_un("\\0/tmp/.X11-unix/X0")) and print "${SHARED}"'; xset q && echo ${SHARED}`,
    ),
    net(
      'the bus',
      `dbus-send --system --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames && echo ${SHARED}; busctl list && echo ${SHARED}`,
    ),
    net(
      'docker',
      `docker ps && echo ${SHARED}; curl -s --unix-socket /var/run/docker.sock http://d/info && echo ${SHARED}`,
    ),
    ...sockets.flatMap((path) => [
      row(
        'socket file',
        `a listener at ${path.split('/').slice(-2).join('/')}`,
        connect('AF_UNIX', `sockaddr_un("${path}")`),
      ),
      row(
        'socket file',
        `a listener at ${path.split('/').slice(-2).join('/')}, through a link`,
        `ln -s ${path} s.sock; ${connect('AF_UNIX', 'sockaddr_un("s.sock")')}; mv ${path} t.sock; ${connect('AF_UNIX', 'sockaddr_un("t.sock")')}`,
      ),
    ]),
  ]
}

function writes({ root }: Outside): readonly Attempt[] {
  const write = (name: string, text: string): Attempt => row('write outside', name, text)
  const target = `${root}/other/home/target.txt`
  return [
    write('by name', `echo x > ${target}; echo x >> ${root}/home/.bashrc; rm -rf ${root}/other ${root}/home/Documents`),
    write(
      'into the home directory',
      `echo x > ~/planted; mkdir -p ~/.config/autostart; echo x > ~/.config/autostart/x; echo x > ~/.ssh/authorized_keys`,
    ),
    write('into a toolchain', `echo x > ~/.cargo/bin/cargo; rm -rf ~/.cargo ~/.m2`),
    write('through a link', `ln -s ${target} l; echo x > l; ln -sf ${root}/other d; echo x > d/home/target.txt`),
    write('through a hard link', `ln ${target} h; echo x > h; ln -P ${root}/home/.gitconfig g; echo x > g`),
    write(
      'the workspace itself, through /proc',
      `echo x > /proc/1/root${root}/home/project/tracked.txt; echo x > /proc/self/cwd/tracked.txt; echo x > /proc/1/cwd/tracked.txt`,
    ),
    write('everything in the workspace', `rm -rf ./* .git; echo x > tracked.txt; find . -delete`),
    write(
      'names that overlays use',
      `python3 -c 'import os\nfor f in (".","src","tracked.txt"):\n  for s in ("opaque","redirect","metacopy","origin","whiteout","upper","overlay.opaque"):\n    for v in (b"y",b"x",b"/etc"):\n      for k in ("user","trusted"):\n        try: os.setxattr(f,k+".overlay."+s,v)\n        except OSError: pass'; mkdir .wh.tracked.txt; touch .wh..wh..opq; ls src /etc/planted`,
    ),
    write('a device like a whiteout', `mknod src/w c 0 0; mknod w c 0 0; mknod b b 8 0; mknod m c 1 1; cat b m`),
    write(
      'renames over directories',
      `mv src gone; mkdir src; mv gone src/; mv ${root}/other here; mv here ${root}/other; mv ../project ../p2`,
    ),
    write('its own parent', `cd ..; rm -rf project; mkdir planted; echo x > planted/x; mv project other`),
    write(
      'mounts',
      `mount --bind ${root}/other src; mount -o remount,rw /; mount -o remount,rw /usr; umount -l .; umount -l ${root}/home/project; echo x > tracked.txt; mount -t tmpfs x .`,
    ),
    write(
      'mounts, in a namespace of its own',
      `unshare -Urm sh -c 'umount -l ${root}/home/project; echo x > ${root}/home/project/tracked.txt'; unshare -r mount -o remount,rw,bind /usr; bwrap --bind / / true`,
    ),
    write('pivot_root and chroot', `chroot / sh -c 'echo x > ${target}'; pivot_root . .`),
    write(
      'system directories',
      `touch /usr/planted /etc/planted /opt/planted /bin/planted /lib/planted; echo x >> /etc/passwd; rm -f /usr/bin/env; echo x > /etc/profile.d/planted.sh`,
    ),
    // Opened for writing and left as it is: where the wall is gone, nothing happens to the machine.
    ...[
      '/proc/sys/kernel/core_pattern',
      '/proc/sys/kernel/modprobe',
      '/proc/sys/kernel/hostname',
      '/proc/sys/vm/drop_caches',
      '/proc/sys/fs/file-max',
      '/proc/sys/net/ipv4/ip_forward',
      '/proc/sysrq-trigger',
      '/proc/irq/default_smp_affinity',
      '/proc/self/oom_score_adj',
      '/sys/kernel/uevent_helper',
      '/sys/kernel/mm/transparent_hugepage/enabled',
      '/sys/devices/system/cpu/online',
    ].map((path) =>
      write(
        `the kernel: ${path}`,
        `perl -e 'open F,"+<","${path}" or open F,">>","${path}" or exit; print "${SHARED}"'`,
      ),
    ),
    write(
      'devices',
      `echo x > /dev/planted; rm /dev/null; mknod /dev/x c 1 3; echo x > /dev/vda; echo x > /dev/mem; echo x > /dev/kmsg`,
    ),
    write(
      'the memory of the first process',
      `perl -e 'open F,"+<","/proc/1/mem" or exit; open M,"<","/proc/1/maps"; for(<M>){/^(\\w+)-\\w+ .w/ or next; seek F,hex $1,0; syswrite F,"x"x4096}'; echo x > ${target}`,
    ),
    write(
      'what /proc says of itself',
      `echo 0 > /proc/self/uid_map; echo x > /proc/self/attr/current; echo -1000 > /proc/self/oom_score_adj; ln -s / /proc/self/cwd`,
    ),
    write(
      'files of the run',
      `rm -rf ${root}/state; echo x > ${root}/state/hook.key; for m in $(cut -d' ' -f5 /proc/self/mountinfo); do echo x > $m/planted-by-mount; done`,
    ),
    write(
      'through setuid programs',
      `su -c 'echo x > ${target}' </dev/null; sudo -n sh -c 'echo x > ${target}'; cp /bin/sh s; chmod 4755 s; ./s -p -c 'echo x > ${target}'; newgrp; chsh -s /bin/x`,
    ),
    write(
      'cron, at and units',
      `echo '* * * * * x' | crontab -; echo x | at now; mkdir -p ~/.config/systemd/user; echo x > ~/.config/systemd/user/x.service; systemd-run --user true; systemctl --user daemon-reload`,
    ),
    write(
      'masked files',
      `rm -f .env; mv .env e; echo x > .env; chmod 777 .env; rm -rf .claude; mkdir .claude; echo x > .claude/settings.json; mount --move .env e`,
    ),
    write(
      'times and modes outside',
      `touch -t 200001010000 ${target}; chmod 777 ${root}/other ${target}; chown 1 ${target}; setfattr -n user.x -v y ${target}; truncate -s 0 ${target}`,
    ),
    write(
      'sparse and odd names',
      `i=0; while [ $i -lt 50 ]; do printf x > "$(printf 'n%d\\n\\t" \\\\' $i)"; i=$((i+1)); done; echo x > '../escape'; mkdir -p 'a/../../x' ; echo x > a/../../x`,
    ),
  ]
}

function systemCalls({ calls, victim }: Outside): readonly Attempt[] {
  // Prints the canary when the kernel lets it through: with arguments that would otherwise do.
  const call = (name: string, ...words: readonly (string | number)[]): Attempt =>
    row(
      'system call',
      name,
      `perl -e '$r=syscall(${[calls[name]!, ...words].join(',')}); $e=$!+0; print "${SHARED}" if $r!=-1 || ($e!=1 && $e!=38)'`,
    )
  return [
    call('ptrace', 16, victim, 0, 0),
    call('process_vm_readv', 1, 0, 0, 0, 0, 0),
    call('process_vm_writev', 1, 0, 0, 0, 0, 0),
    call('kcmp', 1, 1, 0, 0, 0),
    call('keyctl', 0, -3, 1),
    call('add_key', 0, 0, 0, 0, 0),
    call('request_key', 0, 0, 0, 0),
    call('bpf', 0, 0, 0),
    call('perf_event_open', 0, 0, 0, 0, 0),
    call('userfaultfd', 1),
    call('io_uring_setup', 1, 0),
    call('mount', 0, 0, 0, 0, 0),
    call('umount2', 0, 0),
    call('pivot_root', 0, 0),
    call('chroot', 0),
    call('setns', 0, 0),
    call('unshare', 0x10000000),
    call('clone3', 0, 0),
    call('fsopen', 0, 0),
    call('open_tree', 0, 0, 0),
    call('move_mount', 0, 0, 0, 0, 0),
    call('mount_setattr', 0, 0, 0, 0, 0),
    call('open_by_handle_at', -1, 0, 0),
    call('name_to_handle_at', 0, 0, 0, 0, 0),
    call('init_module', 0, 0, 0),
    call('kexec_load', 0, 0, 0, 0),
    call('swapon', 0, 0),
    call('acct', 0),
    call('syslog', 3, 0, 0),
    call('sethostname', 0, 0),
    call('settimeofday', 0, 0),
    call('pidfd_getfd', 0, 0, 0),
    call('memfd_secret', 0),
    row(
      'system call',
      'clone with a new user namespace',
      `perl -e '$r=syscall(${calls['clone']},0x10000011,0,0,0,0); exit 0 if $r==0; print "${SHARED}" if $r>0'`,
    ),
    row(
      'terminal',
      'typing into the terminal of the caller',
      `perl -e 'for $f (0,1,2){open T,"+<&=",$f; for (split //,"touch planted\\n"){(ioctl(T,0x5412,$_) || $!==5) and print "${SHARED}"}}'; perl -e 'open T,"+<","/dev/tty" and ioctl(T,0x5412,"x") and print "${SHARED}"'`,
    ),
    row(
      'terminal',
      'TIOCLINUX',
      `perl -e '$a="\\x02"; ioctl(STDIN,0x541C,$a) and print "${SHARED}"; $!==1 or $!==25 or print "${SHARED}"'`,
    ),
  ]
}
