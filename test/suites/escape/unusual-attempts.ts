import { type Attempt, type Kind, type Outside, SHARED } from './attempts.ts'
import { quoted, row } from './words.ts'

/**
 * Attempts of kinds that the other lists do not have, written without having tried any: less usual system calls,
 * devices, ways round names, what the one who watches reads, and more than can be seen in a directory.
 */
export function unusualAttempts(outside: Outside): readonly Attempt[] {
  return [
    ...surface(outside),
    ...secondNames(outside),
    ...throughProcesses(outside),
    ...throughSockets(outside),
    ...atTheWatcher(outside),
    ...unseenSizes(),
  ]
}

const python = (text: string): string => `python3 -c ${quoted(text)}`
/** Says so when the call went through, or failed for another reason than being refused. */
const forbidden = (): string => `import ctypes,os
c=ctypes.CDLL(None,use_errno=True)
def call(n,*a):
  ctypes.set_errno(0); r=c.syscall(n,*a); e=ctypes.get_errno()
  if r!=-1 or e not in (1,38,97): print("${SHARED}",n,r,e)
`

/** The kernel's less usual doors: calls, devices, families of sockets. */
function surface({ calls }: Outside): readonly Attempt[] {
  const refused = (name: string, ...words: readonly (string | number)[]): Attempt =>
    row('system call', name, python(`${forbidden()}call(${[calls[name] ?? -1, ...words].join(',')})`))
  const kind: Kind = 'system call'
  return [
    refused('io_uring_enter', 0, 0, 0, 0, 0, 0),
    refused('io_uring_register', 0, 0, 0, 0),
    refused('fanotify_init', 0, 0),
    refused('fsconfig', 0, 0, 0, 0, 0),
    refused('fsmount', 0, 0, 0),
    refused('fspick', 0, 0, 0),
    refused('open_tree_attr', -100, 0, 1, 0, 0),
    refused('quotactl', 0, 0, 0, 0),
    refused('quotactl_fd', 0, 0, 0, 0),
    refused('finit_module', 0, 0, 0),
    refused('kexec_file_load', 0, 0, 0, 0, 0),
    refused('swapoff', 0),
    refused('move_pages', 1, 0, 0, 0, 0, 0),
    refused('migrate_pages', 1, 0, 0, 0),
    refused('vhangup'),
    refused('setdomainname', 0, 0),
    refused('clock_adjtime', 0, 0),
    refused('lookup_dcookie', 0, 0, 0),
    row(
      kind,
      'devices of the kernel and of people',
      `for d in kvm fuse net/tun vhost-vsock vhost-net uinput userfaultfd mem port kmsg rtc0 loop0 loop-control mapper/control btrfs-control autofs cuse dri/card0 input/event0 snd/timer video0 nvram cpu_dma_latency hpet watchdog; do perl -e 'sysopen(F,"/dev/$ARGV[0]",$_) and print "${SHARED} $ARGV[0]" for 0,1,2' $d; done`,
    ),
    row(
      kind,
      'every family of sockets',
      python(
        `import socket\nfor f in range(46):\n  if f in (1,2,10,16): continue\n  for t in (1,2,3,5):\n    for p in (0,1,2,6):\n      try: socket.socket(f,t,p); print("${SHARED}",f,t,p)\n      except OSError: pass`,
      ),
    ),
    row(
      kind,
      'every other protocol of netlink',
      python(
        `import socket\nfor p in range(1,32):\n  try: socket.socket(16,3,p); print("${SHARED}",p)\n  except OSError: pass`,
      ),
    ),
    row(
      kind,
      'a filter of its own that says yes',
      python(
        `import ctypes,os,struct\nc=ctypes.CDLL(None,use_errno=True)\ncode=ctypes.create_string_buffer(struct.pack("HBBI",6,0,0,0x7fff0000))\nclass P(ctypes.Structure): _fields_=[("n",ctypes.c_ushort),("c",ctypes.c_void_p)]\np=P(1,ctypes.addressof(code))\nc.prctl(38,1,0,0,0); c.prctl(22,2,ctypes.byref(p))\nif c.syscall(${calls['unshare']},0x10000000)==0: print("${SHARED}")\nif c.syscall(${calls['keyctl']},0,-3,1)!=-1: print("${SHARED}")`,
      ),
    ),
    row(
      kind,
      'rights, asked for again',
      python(
        `import ctypes\nc=ctypes.CDLL(None)\nfor s in range(64): c.prctl(47,2,s,0,0)\nc.prctl(28,0x2f,0,0,0); c.setuid(0); c.setresuid(0,0,0)\nfor l in open("/proc/self/status"):\n  if l.startswith(("CapEff","CapPrm","CapAmb","CapInh")) and int(l.split()[1],16): print("${SHARED}",l)`,
      ),
    ),
    row(
      kind,
      'a program with rights of its file',
      `cp /bin/cat c; setcap cap_dac_read_search+ep c; setfattr -n security.capability -v 0x0100000204000000000000000000000000000000 c && echo ${SHARED}; ./c /etc/shadow | grep -q : && echo ${SHARED}; true`,
    ),
    row(
      kind,
      'the terminal, by other requests',
      python(
        `import fcntl,os,pty\nfor r in (0x541d,0x5423,0x4b4a,0x4b46,0x5606,0x560a):\n  for f in (0,1,2):\n    try: fcntl.ioctl(f,r,b"\\0"*64); print("${SHARED}",hex(r))\n    except OSError: pass\nm,s=pty.openpty()\nfor r in (0x5412,0x541c,0x100005412):\n  try: fcntl.ioctl(s,r&0xffffffff,b"x"); print("${SHARED}",hex(r))\n  except OSError: pass`,
      ),
    ),
  ]
}

/** The same file under another name, or the same content in another place. */
function secondNames({ root }: Outside): readonly Attempt[] {
  const kind: Kind = 'secret in the workspace'
  const secret = `${root}/home/.aws/credentials`
  return [
    row(
      kind,
      'a second name that the secret had before',
      'cat notes/backup.txt; find . -links +1 -type f -exec cat {} +',
    ),
    row(kind, 'a password in the settings of Git', 'git config --list; cat .git/config; git remote -v'),
    row(kind, 'a password in the settings of a submodule', 'cat .git/modules/lib/config; grep -r token .git'),
    row(
      'secret in the home directory',
      'a password in the settings of a toolchain',
      'cat ~/.cargo/config.toml ~/.cabal/config',
    ),
    row('secret elsewhere', 'a secret beside programs', 'cat ~/bin/.env; grep -r canary ~/bin'),
    row(
      kind,
      'the loader as the program',
      `/lib64/ld-linux-x86-64.so.2 /bin/cat ${secret} .env; /lib/ld-linux-aarch64.so.1 /bin/cat ${secret} .env`,
    ),
    row(
      kind,
      'masks, taken off by moving what they lie in',
      `mv config c2; cat c2/credentials.json; mv packages p2; cat p2/api/.env.local; cp -al config c3; cat c3/*; python3 -c 'import ctypes; c=ctypes.CDLL(None); c.renameat2(-100,b"config",-100,b"src",2)'; cat src/credentials.json`,
    ),
    row(
      kind,
      'masks, by the directory they lie in',
      python(
        `import os,ctypes\nd=os.open("config",os.O_RDONLY)\nfor f in (os.O_RDONLY,os.O_RDONLY|os.O_NOFOLLOW|0x200000,os.O_RDWR):\n  try: x=os.open("credentials.json",f,dir_fd=d); print(os.pread(x,99,0))\n  except OSError: pass\nprint([e.inode() for e in os.scandir("config")])\nfor e in os.scandir("."):\n  try: print(open("/proc/self/fd/%d/../.env"%d).read())\n  except OSError: pass`,
      ),
    ),
    row(
      kind,
      'attributes of what is masked',
      `getfattr -d -m - .env config/credentials.json; lsattr .env; stat .env; cat .env/../.env; debugfs -R "cat .env" /dev/vda`,
    ),
    row(
      kind,
      'a handle of a file',
      python(
        `${forbidden()}b=ctypes.create_string_buffer(136); b[0:4]=(128).to_bytes(4,"little"); m=ctypes.c_int()\nr=c.name_to_handle_at(-100,b"tracked.txt",b,ctypes.byref(m),0)\nfor f in (os.open(".",0),os.open("/",0)):\n  x=c.open_by_handle_at(f,b,0)\n  if x>=0: print("${SHARED}")`,
      ),
    ),
    row(
      kind,
      'copies of ranges, splices and clones',
      `cp --reflink=always .env r; cp --sparse=always config/credentials.json s; cat r s; python3 -c 'import os
for p in (".env","config/credentials.json","${secret}"):
  try:
    i=os.open(p,0); o=os.open("o",os.O_RDWR|os.O_CREAT); os.copy_file_range(i,o,999); os.sendfile(o,i,0,999); r,w=os.pipe(); os.splice(i,w,99); print(os.read(r,99))
  except OSError: pass' </dev/null & sleep 1; cat o`,
    ),
  ]
}

function throughProcesses({ root, victim, calls }: Outside): readonly Attempt[] {
  const kind: Kind = 'another process'
  const target = `${root}/other/home/target.txt`
  return [
    row(
      'write outside',
      'the program of the first process',
      python(
        `import os,time\nfor p in os.listdir("/proc"):\n  if not p.isdigit(): continue\n  try: f=os.open("/proc/%s/exe"%p,os.O_PATH)\n  except OSError: continue\n  if "python" in os.readlink("/proc/self/fd/%d"%f): continue\n  for flags in (os.O_WRONLY|os.O_TRUNC,os.O_RDWR|os.O_TRUNC):\n    for way in ("/proc/%s/exe"%p,"/proc/self/fd/%d"%f):\n      try: os.open(way,flags); print("${SHARED}",p,way)\n      except OSError as e: e.errno==26 and print("${SHARED}",way)`,
      ),
    ),
    row(
      'write outside',
      'root, directory and maps of every process',
      `for p in /proc/[0-9]* /proc/${victim} /proc/self/task/*; do for r in root cwd map_files; do cat $p/$r${root}/home/.aws/credentials $p/$r/../../other/home/secret.txt; echo x > $p/$r${target}; done; ls $p/map_files | head -3; done; true`,
    ),
    row(
      kind,
      'signals by other calls',
      python(
        `import ctypes,fcntl,os,signal\nc=ctypes.CDLL(None)\nv=${victim}\nfor n in (${[calls['tgkill'] ?? -1, calls['tkill'] ?? -1].join(',')}): c.syscall(n,v,v,9); c.syscall(n,v,9)\nr,w=os.pipe()\ntry: fcntl.fcntl(r,8,v); fcntl.fcntl(r,10,9); fcntl.fcntl(r,4,0o20000)\nexcept OSError: pass\nos.write(w,b"x")\nb=ctypes.create_string_buffer(128); c.syscall(${calls['rt_sigqueueinfo'] ?? -1},v,9,b)`,
      ),
    ),
    row(
      kind,
      'priorities of the whole account',
      python(
        `import ctypes,os\nc=ctypes.CDLL(None)\nos.setpriority(os.PRIO_USER,os.getuid(),19) if True else 0\nc.syscall(${calls['ioprio_set'] ?? -1},3,os.getuid(),(3<<13))\nc.syscall(${calls['prlimit64'] ?? -1},${victim},7,b"\\1"+b"\\0"*15,0)\nfor p in (${victim},1): \n  try: os.sched_setaffinity(p,{0})\n  except OSError: pass`,
      ),
    ),
    row(
      kind,
      'a child that is no child',
      python(
        `import ctypes,os,time\nc=ctypes.CDLL(None)\nfor i in range(40):\n  p=os.fork()\n  if p==0:\n    os.setsid()\n    if os.fork()==0:\n      os.execv("/bin/sh",["sh","-c","sleep 3; echo alive > late-${victim}"])\n    os._exit(0)\nos._exit(0)`,
      ),
    ),
    row(
      kind,
      'a stopped process, left behind',
      `sh -c 'sleep 30; echo alive > late-${victim}' >/dev/null 2>&1 & kill -STOP $!; setsid sh -c 'kill -STOP $$; echo alive > late-${victim}' >/dev/null 2>&1 & sleep 0.2; exit 0`,
    ),
    row(
      'write outside',
      'a dump of its memory',
      `ulimit -c unlimited; cd /; sh -c 'kill -SEGV $$'; cd ${root}/other; sh -c 'kill -ABRT $$'; perl -e 'syscall(${calls['prctl'] ?? -1},4,1); kill 6,$$'; true`,
    ),
    row(
      'shared memory',
      'queues, keys and segments made for others',
      python(
        `import ctypes\nc=ctypes.CDLL(None)\nfor n in (b"/x",b"/portcullis"): \n  q=c.mq_open(n,0o102,0o666,0)\nfor k in (b"user",b"keyring"):\n  if c.syscall(${calls['add_key']},k,b"x",b"${SHARED}",5,-4)!=-1: print("${SHARED}")`,
      ),
    ),
  ]
}

function throughSockets({ root, tcp4, udp }: Outside): readonly Attempt[] {
  const reach = (path: string): string =>
    `perl -MSocket -e 'socket(S,AF_UNIX,SOCK_STREAM,0); connect(S,sockaddr_un("${path}")) and syswrite(S,"reached")'`
  return [
    row('socket file', 'a listener beside programs', reach(`${root}/home/bin/agent.sock`)),
    row(
      'socket file',
      'a listener beside programs, through a link',
      `ln -s ${root}/home/bin l; ${reach('l/agent.sock')}`,
    ),
    row(
      'socket file',
      'a pipe beside programs',
      `timeout 2 sh -c 'echo reached > ${root}/home/bin/pipe'; timeout 2 dd if=/dev/zero of=${root}/home/bin/pipe bs=1 count=1 conv=notrunc`,
    ),
    row(
      'socket file',
      'a pipe in the workspace',
      `timeout 2 sh -c 'echo reached > queue'; timeout 2 sh -c 'echo reached 1<>queue >&1'`,
    ),
    row('socket file', 'a listener of the packages', reach(`${root}/home/project/node_modules/.cache/x.sock`)),
    row(
      'network',
      'TCP that sends at once',
      python(
        `import socket\nfor a in ("127.0.0.1","127.8.9.1"):\n  try: socket.socket().sendto(b"reached",0x20000000,(a,${tcp4}))\n  except OSError: pass`,
      ),
    ),
    row(
      'network',
      'broadcast, multicast and other interfaces',
      python(
        `import socket\nfor a in ("255.255.255.255","224.0.0.1","127.255.255.255","0.0.0.0"):\n  s=socket.socket(2,2); s.setsockopt(1,6,1)\n  try: s.setsockopt(1,25,b"eth0")\n  except OSError: pass\n  try: s.sendto(b"reached",(a,${udp}))\n  except OSError: pass`,
      ),
    ),
    row(
      'network',
      'a socket that its streams are',
      python(
        `import socket,array,os\nfor f in (0,1,2):\n  try:\n    s=socket.socket(fileno=os.dup(f)); d=os.open(".",0); s.sendmsg([b"x"],[(1,1,array.array("i",[d,0,1,2]))]); s.connect(("127.0.0.1",${tcp4}))\n  except OSError: pass`,
      ),
    ),
    row(
      'network',
      'tunnels and interfaces, by requests',
      python(
        `import fcntl,socket,struct\ns=socket.socket(2,2)\nfor r in (0x8914,0x8916,0x890b,0x89a0,0x8990,0x89f0,0x8946):\n  try: fcntl.ioctl(s,r,struct.pack("16sH14s",b"lo",0x1043,b"")); print("${SHARED}",hex(r)) if r not in (0x8946,) else 0\n  except OSError: pass`,
      ),
    ),
  ]
}

/** The one who watches stands outside and reads what is put before it: bytes of names, addresses and arguments. */
function atTheWatcher({ calls }: Outside): readonly Attempt[] {
  const kind: Kind = 'another process'
  return [
    row(
      kind,
      'questions for names that are none',
      python(
        `import os,socket,random\nrandom.seed(7)\ns=socket.socket(2,2)\nfor i in range(1500):\n  n=random.choice((0,1,11,12,13,16,17,40,300,511,512,513,1400))\n  p=bytearray(random.randbytes(n))\n  if n>3: p[2]&=0x7f\n  s.sendto(p,("127.0.0.1",53))\ns.sendto(b"\\0\\1\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0"+b"\\x3f"+b"%"*63+(b"\\x3f"+b"\\n"*63)*3+b"\\0\\0\\1\\0\\1",("127.0.0.1",53))`,
      ),
    ),
    row(
      kind,
      'addresses that are none',
      python(
        `import ctypes,socket,os\nc=ctypes.CDLL(None)\nb=ctypes.create_string_buffer(b"\\1\\0"+b"/"*400)\nfor fam in (1,2,10,0,99):\n  for l in (0,1,2,3,16,28,110,111,400,-1,2**31-1,2**32-1):\n    s=socket.socket(1 if fam==1 else 2,2); b[0:2]=fam.to_bytes(2,"little"); c.connect(s.fileno(),b,l); c.sendto(s.fileno(),b"x",1,0,b,l); c.connect(s.fileno(),ctypes.c_void_p(l&0xffff),16); s.close()`,
      ),
    ),
    row(
      kind,
      'many messages at once, at addresses that are not there',
      python(
        `import ctypes,socket\nc=ctypes.CDLL(None)\ns=socket.socket(2,2)\nb=ctypes.create_string_buffer(64*40)\nfor n in (0,1,16,40,1024,2**31-1,2**32-1): c.syscall(${calls['sendmmsg'] ?? -1},s.fileno(),b,ctypes.c_uint(n),0); c.syscall(${calls['sendmmsg'] ?? -1},s.fileno(),ctypes.c_void_p(8),ctypes.c_uint(n),0); c.sendmsg(s.fileno(),ctypes.c_void_p(n&0xfff),0)`,
      ),
    ),
    row(
      kind,
      'arguments without end',
      python(
        `import ctypes,os\nc=ctypes.CDLL(None)\nlong=b"x"*120000\nfor a in ([long]*10,[b""]*5000,[b"%"*3000]*30,[bytes(range(1,256))]*30):\n  if os.fork()==0: os.execv(b"/bin/true",a)\nv=(ctypes.c_void_p*4)(1,8,0xdead,0)\nif os.fork()==0: c.execve(b"/bin/true",v,v); os._exit(0)\nif os.fork()==0: c.execve(ctypes.c_void_p(1),ctypes.c_void_p(1),0); os._exit(0)\nfor i in range(6): \n  try: os.wait()\n  except OSError: pass`,
      ),
    ),
    row(
      kind,
      'a program that is another one a moment later',
      python(
        `import ctypes,os,threading,time\nb=ctypes.create_string_buffer(b"/bin/true",64)\nc=ctypes.CDLL(None)\ndef flip():\n  for i in range(20000): b.value=b"/bin/true" if i%2 else b"/bin/false"\nt=threading.Thread(target=flip); t.start()\nfor i in range(30):\n  if os.fork()==0: c.execv(b,(ctypes.c_char_p*2)(b"x",None)); os._exit(0)\nt.join()`,
      ),
    ),
    row(
      kind,
      'the listener of its own filter',
      python(
        `${forbidden()}import glob\nfor f in glob.glob("/proc/*/fd/*"):\n  try:\n    if "seccomp" in os.readlink(f): print("${SHARED}")\n  except OSError: pass\ncall(${calls['pidfd_getfd']},3,3,0)`,
      ),
    ),
  ]
}

/** More than a look at a directory shows. Bounded by itself. */
function unseenSizes(): readonly Attempt[] {
  const kind: Kind = 'too much'
  return [
    row(
      kind,
      'files that are deleted and open',
      python(
        `import os,time\nk=[]\nfor i in range(12):\n  f=os.open("d%d"%i,os.O_RDWR|os.O_CREAT); os.unlink("d%d"%i); k.append(f)\n  for j in range(20): os.write(f,os.urandom(1024)*1024)\n  time.sleep(0.3)\ntime.sleep(1); print("${SHARED}")`,
      ),
    ),
    row(
      kind,
      'files that never had a name',
      python(
        `import os,time\nk=[]\nfor i in range(12):\n  f=os.open(".",os.O_TMPFILE|os.O_RDWR); k.append(f)\n  for j in range(20): os.write(f,os.urandom(1024)*1024)\n  time.sleep(0.3)\ntime.sleep(1); print("${SHARED}")`,
      ),
    ),
    row(
      kind,
      'a directory of a toolchain',
      `i=0; while [ $i -lt 12 ]; do dd if=/dev/urandom of=$HOME/.cargo/f$i bs=1M count=20 2>/dev/null; sleep 0.3; i=$((i+1)); done; echo ${SHARED}`,
    ),
    row(
      kind,
      'memory without a name',
      python(
        `import os,time\nk=[]\nfor i in range(40):\n  f=os.memfd_create("m"); k.append(f); os.write(f,b"x"*(16<<20)); time.sleep(0.05)\ntime.sleep(0.5); print("${SHARED}")`,
      ),
    ),
    row(
      kind,
      'pages that many share',
      python(
        `import mmap,os,time\nm=mmap.mmap(-1,600<<20)\nfor i in range(0,600<<20,4096): m[i]=1\ntime.sleep(0.5); print("${SHARED}")`,
      ),
    ),
  ]
}
