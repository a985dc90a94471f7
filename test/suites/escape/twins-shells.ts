import type { Outside } from './attempts.ts'
import type { Execution, Rows, Technique } from './twins.ts'

/** A compiled library that runs the payload when it is loaded. */
const LIBRARY = `printf '#include <stdlib.h>\\nstatic void __attribute__((constructor)) f(void){unsetenv("LD_PRELOAD");system("sh h.sh");}' > l.c; cc -shared -fPIC l.c -o l.so; `

/** Each executes the payload, `h.sh`; `h` is a program that does. */
export function shells({ root }: Outside): Readonly<Record<Extract<Technique, Execution>, Rows>> {
  return {
    'a shell from a program that starts another': [
      ...[
        'env',
        'nice',
        'ionice -c 3',
        'taskset 1',
        'setarch -R',
        'stdbuf -i0',
        'setsid -w',
        'timeout 30',
        'nohup',
        'flock h.sh',
        'valgrind -q',
        'logsave /dev/null',
      ].map((words) => [words, words.split(' ')[0]!, `${words} /bin/sh h.sh`] as const),
      ['the loader of programs', '', `$(ls /lib64/ld-linux-* /lib/ld-linux-* 2>/dev/null | head -1) /bin/sh h.sh`],
      ['find', '', `find . -maxdepth 1 -name h.sh -exec /bin/sh {} \\; -quit`],
      ['xargs', '', `echo h.sh | xargs /bin/sh`],
      ['run-parts', 'run-parts', `mkdir r; cp h r/h; run-parts --regex '^h$' r`],
      ['start-stop-daemon', 'start-stop-daemon', `start-stop-daemon -S -d . -p $PWD/none.pid -x /bin/sh -- h.sh`],
      ['script', 'script', `script -qec 'sh h.sh' /dev/null`],
      ['a multiplexer of commands', 'busctl', `busctl --address=unixexec:path=/bin/sh,argv1=h.sh list`],
    ],
    'a shell from an interpreter': [
      ['Perl', 'perl', `perl -e 'exec "/bin/sh","h.sh"'`],
      ['Python', 'python3', `python3 -c 'import os; os.execl("/bin/sh","sh","h.sh")'`],
      ['Node', 'node', `node -e 'require("child_process").spawnSync("/bin/sh",["h.sh"],{stdio:"inherit"})'`],
      ['Node, read from its input', 'node', `echo 'require("child_process").execSync("sh h.sh")' | node`],
      ['awk', '', `awk 'BEGIN{system("sh h.sh")}'`],
      ['Tcl', 'tclsh', `echo 'catch {exec sh h.sh}' | tclsh`],
      ['zsh', 'zsh', `zsh -c 'exec sh h.sh'`],
      ['fish', 'fish', `fish -c 'sh h.sh'`],
      ['Java', 'jshell', `echo 'new ProcessBuilder("sh","h.sh").start().waitFor()' | jshell -s -`],
      ['SQLite', 'sqlite3', `sqlite3 :memory: '.shell sh h.sh'`],
      ['a debugger', 'gdb', `gdb -batch -nx -ex 'shell sh h.sh'`],
    ],
    'a shell from a build tool': [
      ['make --eval', 'make', `make --eval='x:=$(shell sh h.sh)' nothing`],
      ['a makefile', 'make', `printf 'all:\\n\\tsh h.sh\\n' > M; make -f M`],
      ['npm', 'npm', `echo '{"scripts":{"x":"sh h.sh"}}' > package.json; npm -C . run x`],
      ['CMake', 'cmake', `echo 'execute_process(COMMAND sh h.sh)' > x.cmake; cmake -P x.cmake`],
      ['Ninja', 'ninja', `printf 'rule x\\n  command = sh h.sh\\nbuild out: x\\n' > build.ninja; ninja`],
      ['the compiler', 'gcc', `cp h cc1; echo 'int x;' > a.c; gcc -B "$PWD/" -c a.c`],
      [
        'a package of Python',
        'python3',
        `mkdir p; printf 'import os\\nos.system("sh h.sh")\\n' > p/__main__.py; python3 p`,
      ],
    ],
    'a shell from a pager, an editor or an archiver': [
      ['less', 'less', `LESSOPEN='|sh h.sh %s' less tracked.txt | cat`],
      ['vim', 'vim', `vim -es -u NONE -c '!sh h.sh' -c 'q!'`],
      ['sed', '', `echo 'sh h.sh' | sed -n '1e sh h.sh'`],
      ['tar', 'tar', `tar cf /dev/null tracked.txt --checkpoint=1 --checkpoint-action=exec='sh h.sh'`],
      ['zip', 'zip', `zip -q z.zip tracked.txt -T -TT 'sh h.sh #'`],
      ['the editor of Git', 'git', `GIT_EDITOR='sh h.sh #' git config -f x.cfg --edit`],
      ['an alias of Git', 'git', `git -c alias.x='!sh h.sh' x`],
      ['a program of Git', 'git', `cp h git-x; git --exec-path="$PWD" x`],
    ],
    'a library that is loaded': [
      ['before all others', 'cc', `${LIBRARY}LD_PRELOAD=$PWD/l.so ls`],
      ['by Python', 'cc python3', `${LIBRARY}python3 -c 'import ctypes; ctypes.CDLL("./l.so")'`],
      ['by bash', 'cc bash', `${LIBRARY}bash -c 'enable -f ./l.so x'`],
      ['by SQLite', 'cc sqlite3', `${LIBRARY}sqlite3 :memory: '.load ./l.so'`],
      ['by Node', 'cc node', `${LIBRARY}node -e 'process.dlopen({exports:{}},"./l.so")'`],
      ['by Perl', 'cc perl', `${LIBRARY}perl -MDynaLoader -e 'DynaLoader::dl_load_file("./l.so")'`],
    ],
    'a variable that loads code': [
      ['BASH_ENV', 'bash', `BASH_ENV=./h.sh bash -c true`],
      ['PROMPT_COMMAND', 'bash', `echo true | PROMPT_COMMAND='sh h.sh' bash --norc -i`],
      ['ZDOTDIR', 'zsh', `mkdir z; cp h.sh z/.zshenv; ZDOTDIR=z zsh -c true`],
      [
        'NODE_OPTIONS',
        'node',
        `echo 'require("child_process").execSync("NODE_OPTIONS= sh h.sh")' > h.js; NODE_OPTIONS='--require ./h.js' node -e 1`,
      ],
      [
        'NODE_PATH',
        'node',
        `mkdir m; echo 'require("child_process").execSync("sh h.sh")' > m/x.js; NODE_PATH=m node -e 'require("x")'`,
      ],
      [
        'PYTHONPATH',
        'python3',
        `mkdir s; printf 'import os\\nos.system("PYTHONPATH= sh h.sh")\\n' > s/sitecustomize.py; PYTHONPATH=s python3 -c 1`,
      ],
      [
        'PYTHONBREAKPOINT',
        'python3',
        `printf 'import os\\ndef x(): os.system("sh h.sh")\\n' > bp.py; PYTHONPATH=. PYTHONBREAKPOINT=bp.x python3 -c 'breakpoint()'`,
      ],
      [
        'PERL5OPT',
        'perl',
        `printf 'package X; system("PERL5OPT= sh h.sh"); 1;' > X.pm; PERL5OPT=-MX PERL5LIB=. perl -e 1`,
      ],
      ['PERL5DB', 'perl', `PERL5DB='BEGIN{system("sh h.sh")} sub DB::DB{}' perl -d -e 1`],
      ['GIT_CONFIG_COUNT', 'git', `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!sh h.sh' git x`],
      ['GIT_CONFIG_GLOBAL', 'git', `printf '[alias]\\n\\tx = !sh h.sh\\n' > g.cfg; GIT_CONFIG_GLOBAL=$PWD/g.cfg git x`],
      [
        'GIT_EXTERNAL_DIFF',
        'git',
        `echo y > y.txt; GIT_EXTERNAL_DIFF=./h git diff --no-index --ext-diff tracked.txt y.txt`,
      ],
      [
        'MAKEFLAGS',
        'make',
        `echo 'all:' > M; MAKEFLAGS='--eval=x:=$(shell\${IFS}sh\${IFS}h.sh)' make -f M || make -f M SHELL=./h 'x!=true'; printf 'all:\\n\\ttrue x;\\n' > M; make -f M SHELL=./h`,
      ],
      ['CC', 'make', `printf 'all:\\n\\t$(CC) x.c\\n' > M; make -f M CC=./h`],
      [
        'CMAKE_C_COMPILER_LAUNCHER',
        'cmake',
        `printf 'cmake_minimum_required(VERSION 3.10)\\nproject(x C)\\nadd_executable(x x.c)\\n' > CMakeLists.txt; echo 'int main(){}' > x.c; CMAKE_C_COMPILER_LAUNCHER=$PWD/h cmake -B b; cmake --build b`,
      ],
      [
        'JAVA_TOOL_OPTIONS',
        'java jshell',
        `echo 'new ProcessBuilder("sh","h.sh").start().waitFor()' > x.jsh; echo '/exit' >> x.jsh; JAVA_TOOL_OPTIONS=-Xshare:auto jshell -s x.jsh`,
      ],
      ['PATH', '', `mkdir b; cp h b/ls; PATH=$PWD/b:$PATH ls`],
      ['EDITOR', 'git', `VISUAL= EDITOR=./h GIT_DIR= sh -c '$EDITOR x'`],
    ],
    'an option that loads code': [
      ['node --require', 'node', `echo 'require("child_process").execSync("sh h.sh")' > h.js; node -r ./h.js -e 1`],
      [
        'node --import',
        'node',
        `node --import 'data:text/javascript,import("child_process").then(c=>c.execSync("sh h.sh"))' -e 1`,
      ],
      [
        'tests that are discovered',
        'python3',
        `mkdir e; printf 'import os\\nos.system("sh h.sh")\\n' > e/test_x.py; python3 -m unittest discover -s e`,
      ],
      ['git -c core.fsmonitor', 'git', `git init -q g; cd g; cp ../h.sh .; git -c core.fsmonitor="sh h.sh" status`],
      [
        'git -c core.hooksPath',
        'git',
        `git init -q g; cd g; cp ../h.sh .; mkdir k; cp ../h k/post-index-change; cp ../h k/pre-commit; git -c core.hooksPath=k -c user.name=x -c user.email=x@x commit -q --allow-empty -m x`,
      ],
      [
        'git -c include.path',
        'git',
        `printf '[alias]\\n\\tx = !sh h.sh\\n' > i.cfg; git -c include.path="$PWD/i.cfg" x`,
      ],
      [
        'an archive as a program',
        'python3 zip',
        `printf 'import os\\nos.system("sh h.sh")\\n' > __main__.py; zip -q x.zip __main__.py; python3 x.zip`,
      ],
    ],
    'a text that becomes a command': [
      ['substituted', '', `echo 'sh h.sh' > t; $(cat t)`],
      ['piped', '', `cat h.sh | sh`],
      ['by xargs', '', `echo "sh h.sh" > t; xargs -a t -I{} sh -c '{}'`],
      [
        'by Python',
        'python3',
        `echo '__import__("os").system("sh h.sh")' > t; python3 -c 'exec(input())' < t; python3 -c "$(cat t)"`,
      ],
      ['sourced', '', `. ./h.sh`],
      ['sent to an interactive shell', '', `sh -i < h.sh`],
      ['a makefile from its input', 'make', `printf 'all:\\n\\tsh h.sh\\n' | make -f -`],
      ['by sqlite3', 'sqlite3', `echo '.system sh h.sh' > d.sql; sqlite3 x.db < d.sql`],
    ],
    'a name that is put together': [
      ['by a pattern', '', `/bin/s? h.sh || /bin/das? h.sh`],
      ['by a default', '', `\${NOTHING:-sh} h.sh`],
      ['by a reference', 'bash', `bash -c 'declare -n r=x; x="sh h.sh"; $r'`],
      ['by printf', 'bash', `bash -c 'printf -v x "sh %s" h.sh; $x'`],
      ['by a path that goes around', '', `./../../../../../../../../../bin/sh h.sh; /usr/../bin/sh h.sh`],
    ],
    'code that is fetched': [
      // Nothing can be fetched behind the walls: what stands in for it is code from a server of its own.
      [
        'from a server inside',
        'python3 curl',
        `mkdir w; cp h.sh w/; (cd w; exec timeout 20 python3 -m http.server 8931 --bind 127.0.0.1 >/dev/null 2>&1) & sleep 1; curl -s --retry 5 --retry-connrefused http://127.0.0.1:8931/h.sh | sh`,
      ],
      [
        'in a URL of data',
        'python3',
        `python3 -c 'import urllib.request as u,base64 as b; exec(u.urlopen("data:,"+"__import__(%22os%22).system(%22sh%20h.sh%22)").read())'`,
      ],
      ['unpacked', 'tar', `tar cf x.tar h.sh; mkdir u; tar xf x.tar -C u; sh u/h.sh`],
    ],
    'code that was written before': [
      ['a script', '', `mkdir -p scripts; cp h.sh scripts/run.sh; sh scripts/run.sh`],
      [
        'a binary',
        'cc',
        `printf '#include <stdlib.h>\\nint main(void){return system("sh h.sh");}' > m.c; cc m.c -o main; ./main --version`,
      ],
      [
        'a script of the package',
        'npm',
        `echo '{"scripts":{"pretest":"sh h.sh","test":"true"}}' > package.json; npm test`,
      ],
      [
        'an interpreter of the project',
        'python3',
        `mkdir -p .venv/bin; cp h .venv/bin/python; .venv/bin/python -m pytest`,
      ],
      [
        'a hook of a commit',
        'git',
        `git init -q g; cp h g/.git/hooks/pre-commit; cd g; cp ../h.sh .; git -c user.name=x -c user.email=x@x commit -q --allow-empty -m x`,
      ],
      ['a link to it', '', `ln -s ${root}/home/project/h.sh l; sh l`],
    ],
  }
}
