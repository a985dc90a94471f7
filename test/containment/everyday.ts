/** Ordinary commands of people who work on a project, of our own making. Each is run plain and behind walls. */
export const EVERYDAY: readonly string[] = `
ls
ls -la src
ls -R src tests
pwd
echo "$HOME" | wc -l
cat package.json
head -n 2 README.md
tail -n 1 README.md
wc -l src/*.js
wc -c README.md package.json
find . -name '*.js' -not -path './node_modules/*' | sort
find src -type f | sort | xargs wc -l
grep -rn TODO src
grep -c function src/index.js
grep -rl add src tests | sort
grep nothing-like-this src/index.js
sed -n 1,3p src/index.js
sed -i 's/add/sum/g' src/index.js
awk '{print NF}' README.md
awk -F, '{s+=$2} END {print s}' data.csv
sort data.csv
sort -t, -k2 -n data.csv | head -2
uniq -c data.csv
cut -d, -f1 data.csv
tr a-z A-Z < README.md
diff src/index.js src/other.js
diff -u data.csv data.csv
cmp README.md README.md
comm -12 data.csv data.csv
paste data.csv data.csv
join -t, data.csv data.csv
tee copy.txt < README.md
cp README.md copy.md
cp -r src backup
mv data.csv moved.csv
rm src/other.js
rm -rf tests
mkdir -p a/b/c
rmdir empty
touch new.txt
touch README.md
ln -s README.md link.md
ln README.md hard.md
chmod +x run.sh
chmod 600 README.md
./run.sh
sh run.sh
bash run.sh arg1 'arg 2'
bash -c 'for i in 1 2 3; do echo $i; done'
bash -c 'set -e; false; echo never'
for f in src/*.js; do basename "$f" .js; done
i=0; while [ $i -lt 5 ]; do i=$((i+1)); done; echo $i
if [ -f package.json ]; then echo yes; else echo no; fi
test -d node_modules
[ -x run.sh ] && echo executable
case "$PWD" in */project) echo project;; esac
printf '%s\\n' a b c
printf '%05d %x\\n' 42 255
seq 1 5 | paste -sd+ | bc
expr 3 + 4
date -u -d @0
basename /a/b/c.txt
dirname /a/b/c.txt
realpath src/../README.md
readlink -f README.md
stat -c '%s %A' README.md
file README.md
md5sum README.md
sha256sum README.md src/index.js
base64 README.md
base64 -d encoded.txt
xxd README.md | head -1
od -c README.md | head -1
strings README.md
gzip -k README.md
gzip -c README.md | gunzip
tar cf - src | tar tf - | sort
tar czf out.tgz src && tar tzf out.tgz | sort
tar xf archive.tar
zcat archive.gz
split -l 1 data.csv part-
csplit -s README.md 2
xargs -n1 echo < data.csv
env | grep -c PATH
export A=1; echo $A
A=2 sh -c 'echo $A'
id -u
id -un
whoami
uname -s
hostname
nproc
umask
umask 077; touch private.txt; stat -c %a private.txt
ulimit -c 0; echo ok
sleep 0.1
true
false
exit 42
sh -c 'exit 3'
sh -c 'kill -9 $$'
echo out; echo err >&2
echo text > out.txt; cat out.txt
echo more >> README.md; cat README.md
cat <<EOF2\nhere\nEOF2
cat missing.txt
cat < /dev/null
echo a | cat -n
yes | head -3
(cd src && ls)
cd src && pwd | tail -c 5
pushd src > /dev/null 2>&1; ls; true
command -v sh
type ls
which git
git --version
git status --short
git log --oneline
git log -1 --format=%s
git diff
git diff --stat
git show --stat HEAD
git branch
git rev-parse --abbrev-ref HEAD
git ls-files
git grep -n function
git blame -s README.md
git config user.name
git remote -v
git stash list
git tag
git check-ignore node_modules
git describe --always --abbrev=0 2>/dev/null; true
git diff --no-index README.md data.csv
node --version
node -e 'console.log(1+1)'
node -p 'process.cwd().split("/").pop()'
node src/index.js
node -e 'require("fs").writeFileSync("made.txt","x")'
node -e 'console.log(require("./package.json").name)'
node -e 'process.exit(9)'
node -e 'throw new Error("x")' 2>/dev/null
node --check src/index.js
node --test --test-reporter=tap tests/add.test.js | grep -E '^# (tests|pass|fail)'
node -e 'console.log(require("os").EOL.length, require("path").sep)'
node -e 'const s=require("http").createServer((q,r)=>r.end("hi")).listen(0,()=>fetch("http://127.0.0.1:"+s.address().port).then(r=>r.text()).then(t=>{console.log(t);s.close()}))'
node -e 'require("child_process").execSync("echo child",{stdio:"inherit"})'
node -e 'console.log(require("crypto").createHash("sha1").update("a").digest("hex"))'
node -e 'new (require("worker_threads").Worker)("console.log(5)",{eval:true})'
node -e 'const d=require("fs").mkdtempSync(require("os").tmpdir()+"/x");console.log(require("fs").existsSync(d))'
python3 -c 'print(sum(range(10)))'
python3 script.py
python3 -m json.tool package.json
python3 -m py_compile script.py
python3 -m unittest -q test_script 2>&1 | tail -1
python3 -c 'import os; print(os.getcwd().split("/")[-1], len(os.listdir(".")))'
python3 -c 'import sqlite3; c=sqlite3.connect("x.db"); c.execute("create table t(a)"); print(c.execute("select count(*) from t").fetchone())'
python3 -c 'import tempfile; print(tempfile.gettempdir())'
python3 -c 'import subprocess; print(subprocess.check_output(["echo","hi"]))'
python3 -c 'import multiprocessing as m; print(m.Pool(2).map(abs,[-1,-2]))'
python3 -c 'import socket; s=socket.socket(); s.bind(("127.0.0.1",0)); print(s.getsockname()[0])'
python3 -c 'import sys; sys.exit(4)'
perl -e 'print "ok\\n"'
perl -pi -e 's/name/title/' data.csv
perl -ne 'print if /a/' data.csv
make
make -n test
make clean
gcc -o hello hello.c && ./hello
gcc -c hello.c && nm hello.o | grep main
gcc -Wall -Werror -fsyntax-only hello.c
ldd /bin/ls | wc -l
timeout 5 echo in-time
timeout 0.2 sleep 5
nice -n 5 echo nice
nohup echo nohup 2>/dev/null
time -p true 2>/dev/null
mktemp -u -p . name.XXXX | cut -c1-6
tmp=$(mktemp); echo x > $tmp; cat $tmp; rm $tmp
dd if=/dev/zero of=zero bs=1k count=4 2>/dev/null; stat -c %s zero
truncate -s 1M sparse; stat -c %s sparse
mkfifo p; (echo through > p &) ; cat p; rm p
flock lock echo locked
trap 'echo bye' EXIT; echo hi
wait
sleep 0.1 & wait $!; echo $?
cat /etc/os-release | grep -c ID
cat /proc/cpuinfo | grep -c processor
cat /etc/hostname
getent passwd root | cut -d: -f1
locale 2>/dev/null | head -1
`
  .trim()
  .split('\n')
  .map((line) => line.replaceAll('\\n', '\n').replaceAll('\\\\n', '\\n'))

export const PROJECT: Readonly<Record<string, string>> = {
  'home/project/package.json': '{"name":"sample","version":"1.0.0","scripts":{"test":"node --test"}}\n',
  'home/project/README.md': '# Sample\n\nA project with a name.\n',
  'home/project/.gitignore': 'node_modules\n*.log\n',
  'home/project/data.csv': 'name,1\nanna,22\nbert,3\n',
  'home/project/encoded.txt': 'aGVsbG8K\n',
  'home/project/src/index.js':
    '// TODO: more\nfunction add(a, b) { return a + b }\nmodule.exports = { add }\nconsole.log(add(1, 2))\n',
  'home/project/src/other.js': 'function other() {}\n',
  'home/project/tests/add.test.js': `const { test } = require('node:test')\ntest('adds', () => {})\ntest('more', () => {})\n`,
  'home/project/run.sh': '#!/bin/sh\necho "run $# $1"\n',
  'home/project/script.py': 'def double(n):\n    return 2 * n\n\nif __name__ == "__main__":\n    print(double(21))\n',
  'home/project/test_script.py':
    'import unittest, script\nclass T(unittest.TestCase):\n    def test(self):\n        self.assertEqual(script.double(2), 4)\n',
  'home/project/hello.c': '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n',
  'home/project/Makefile':
    'all: out.txt\nout.txt: README.md\n\tcp README.md out.txt\ntest:\n\techo test\nclean:\n\trm -f out.txt\n',
  'home/.gitconfig': '[user]\n\tname = Dev\n\temail = dev@example.com\n[init]\n\tdefaultBranch = main\n',
}
