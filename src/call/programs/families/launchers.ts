import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that start a command with another priority, time limit, buffering, terminal, network or display. */
const entries: Entries = {
  nice: {
    rest: 'command',
    options: { '-n, --adjustment': 'number', '-#': 'number' },
    abbreviations: true,
    examples: {
      'nice -n 10 true': ['run true'],
      'nice -5 rm x': ['run rm', 'delete x'],
      'nice --adj=5 true': ['run true'],
      'nice --unheard-of true': ['unknown option --unheard-of of nice', 'run true'],
    },
  },
  ionice: {
    rest: 'command',
    options: { '-c, --class, -n, --classdata, -p, --pid, -P, --pgid, -u, --uid': 'text' },
    flags: '-t --ignore -h -V',
    abbreviations: true,
    examples: {
      'ionice -c3 true': ['run true'],
      'ionice -c 2 -n 7 rm x': ['run rm', 'delete x'],
      'ionice -x true': ['unknown option -x of ionice', 'run true'],
    },
  },
  'timeout gtimeout': {
    operands: ['number'],
    rest: 'command',
    options: { '-k, --kill-after': 'number', '-s, --signal': 'text' },
    flags: '--preserve-status --foreground -f -p -v --verbose',
    abbreviations: true,
    examples: {
      'timeout -k 5s 1m true': ['run true'],
      'timeout 5 rm x': ['run rm', 'delete x'],
      'timeout -x 5 true': ['unknown option -x of timeout', 'run true'],
      'timeout rm x': ['unknown value rm for a number of timeout', 'run x', 'opaque unknown-program'],
    },
  },
  'time gtime': {
    rest: 'command',
    options: { '-o, --output': 'write', '-f, --format': 'text' },
    flags: '-a --append -p --portability -v --verbose -q --quiet -l -h -V',
    abbreviations: true,
    examples: {
      'gtime -v true': ['run true'],
      'gtime -o ~/.bashrc -f %E rm x': ['write ~/.bashrc', 'run rm', 'delete x'],
      'gtime --unheard-of true': ['unknown option --unheard-of of gtime', 'run true'],
    },
  },
  'stdbuf gstdbuf': {
    rest: 'command',
    options: { '-i, --input, -o, --output, -e, --error': { words: 'L 0', else: 'number' } },
    abbreviations: true,
    examples: {
      'stdbuf -oL true': ['run true'],
      'stdbuf -o 4K -e0 rm x': ['run rm', 'delete x'],
      'stdbuf -x true': ['unknown option -x of stdbuf', 'run true'],
    },
  },
  taskset: {
    operands: ['text'],
    rest: 'command',
    // An existing process: nothing is started.
    forms: { '-p, --pid': { operands: ['text', 'text'] } },
    flags: '-a --all-tasks -c --cpu-list -h -V',
    abbreviations: true,
    examples: {
      'taskset -c 0,1 true': ['run true'],
      'taskset 0x3 rm x': ['run rm', 'delete x'],
      'taskset -pc 0 700': [],
      'taskset -x 3 true': ['unknown option -x of taskset', 'run true'],
    },
  },
  chrt: {
    operands: ['number'],
    rest: 'command',
    options: { '-T, --sched-runtime, -P, --sched-period, -D, --sched-deadline': 'number' },
    forms: { '-p, --pid': { operands: ['number', 'number'] }, '-m, --max': {} },
    flags:
      '-b --batch -d --deadline -f --fifo -i --idle -o --other -r --rr -e --ext -R --reset-on-fork -a --all-tasks -v --verbose -h -V',
    abbreviations: true,
    examples: {
      'chrt -i 0 true': ['run true'],
      'chrt -r 10 rm x': ['run rm', 'delete x'],
      'chrt -p 700': [],
      'chrt -x 0 true': ['unknown option -x of chrt', 'run true'],
    },
  },
  numactl: {
    rest: 'command',
    options: {
      '-i, --interleave, -w, --weighted-interleave, -m, --membind, -P, --preferred-many, -N, --cpunodebind, -C, --physcpubind, -p, --preferred':
        'text',
      '-b, --balancing': 'flag',
      // Policies for memory that others share, kept in a file.
      '-f, --file': 'write',
      '-S, --shm, -o, --offset, -l, --length, -M, --shmmode, -I, --shmid': 'text',
    },
    flags: '-l --localalloc -a --all -H --hardware -s --show -h -V -t --strict -d --dump -D --dump-nodes -T --touch',
    examples: {
      'numactl --cpunodebind=0 --membind=0 true': ['run true'],
      'numactl -C 1 rm x': ['run rm', 'delete x'],
      'numactl --file /dev/shm/x --interleave all': ['write /dev/shm/x'],
      'numactl --unheard-of true': ['unknown option --unheard-of of numactl', 'run true'],
    },
  },
  cpulimit: {
    rest: 'command',
    options: {
      '-l, --limit, -c, --cpu': 'number',
      // It stops and continues the process all the time.
      '-p, --pid, -P, --path, -e, --exe': 'text',
    },
    flags:
      '-z --lazy -i --include-children -m --monitor-forks -b --background -f --foreground -r --restart -q --quiet -k --kill -v --verbose -h',
    when: { '-p, --pid': ['end pid'], '-e, --exe, -P, --path': ['end named'] },
    examples: {
      'cpulimit -l 50 true': ['run true'],
      'cpulimit -l 50 rm x': ['run rm', 'delete x'],
      'cpulimit -l 5 -p 700': ['end pid'],
      'cpulimit -l 5 -e sshd': ['end named'],
      'cpulimit --unheard-of true': ['unknown option --unheard-of of cpulimit', 'run true'],
    },
  },
  prlimit: {
    rest: 'command',
    options: {
      '-o, --output': 'text',
      '-p, --pid': 'text',
      '-c, --core, -d, --data, -e, --nice, -f, --fsize, -i, --sigpending, -l, --memlock, -m, --rss, -n, --nofile, -q, --msgqueue, -r, --rtprio, -s, --stack, -t, --cpu, -u, --nproc, -v, --as, -x, --locks, -y, --rttime':
        'text?',
    },
    flags: '--noheadings --raw --verbose -h -V',
    abbreviations: true,
    examples: {
      'prlimit --nofile=1024 true': ['run true'],
      'prlimit -n1024 rm x': ['run rm', 'delete x'],
      'prlimit --unheard-of true': ['unknown option --unheard-of of prlimit', 'run true'],
    },
  },
  nohup: {
    rest: 'command',
    examples: {
      'nohup true': ['run true'],
      'nohup rm x': ['run rm', 'delete x'],
      'nohup -x true': ['unknown option -x of nohup', 'run true'],
    },
  },
  setsid: {
    rest: 'command',
    flags: '-c --ctty -f --fork -w --wait -h -V',
    abbreviations: true,
    examples: {
      'setsid -f true': ['run true'],
      'setsid --wait rm x': ['run rm', 'delete x'],
      'setsid -x true': ['unknown option -x of setsid', 'run true'],
    },
  },
  chronic: {
    rest: 'command',
    flags: '-v -e',
    examples: {
      'chronic -v true': ['run true'],
      'chronic rm x': ['run rm', 'delete x'],
      'chronic -x true': ['unknown option -x of chronic', 'run true'],
    },
  },
  unbuffer: {
    rest: 'command',
    flags: '-p',
    examples: {
      'unbuffer -p true': ['run true'],
      'unbuffer rm x': ['run rm', 'delete x'],
      'unbuffer -x true': ['unknown option -x of unbuffer', 'run true'],
    },
  },
  caffeinate: {
    rest: 'command',
    options: { '-t, -w': 'number' },
    flags: '-d -i -m -s -u',
    examples: {
      'caffeinate -is -t 60 true': ['run true'],
      'caffeinate rm x': ['run rm', 'delete x'],
      'caffeinate -x true': ['unknown option -x of caffeinate', 'run true'],
    },
  },
  'eatmydata catchsegv with-contenv': {
    rest: 'command',
    examples: {
      'eatmydata true': ['run true'],
      'catchsegv rm x': ['run rm', 'delete x'],
      'with-contenv -x true': ['unknown option -x of with-contenv', 'run true'],
    },
  },
  nocache: {
    rest: 'command',
    options: { '-n': 'number' },
    examples: {
      'nocache -n 2 true': ['run true'],
      'nocache rm x': ['run rm', 'delete x'],
      'nocache -x true': ['unknown option -x of nocache', 'run true'],
    },
  },
  'proxychains proxychains4': {
    rest: 'command',
    options: { '-f': 'read' },
    flags: '-q',
    variables: { PROXYCHAINS_CONF_FILE: 'read' },
    examples: {
      'proxychains -q true': ['run true'],
      'proxychains4 -f my.conf rm x': ['read my.conf', 'run rm', 'delete x'],
      'PROXYCHAINS_CONF_FILE=my.conf proxychains true': ['read my.conf', 'run true'],
      'proxychains -x true': ['unknown option -x of proxychains', 'run true'],
    },
  },
  'torsocks torify tsocks': {
    rest: 'command',
    options: { '-a, --address, -u, --user, -p, --pass': 'text', '-P, --port': 'number' },
    flags: '-i --isolate -d --debug -q --quiet -h',
    examples: {
      'torsocks -i true': ['run true'],
      'torify rm x': ['run rm', 'delete x'],
      'torsocks --unheard-of true': ['unknown option --unheard-of of torsocks', 'run true'],
    },
  },
  'dbus-run-session': {
    rest: 'command',
    options: { '--dbus-daemon': 'run-program', '--config-file': 'config' },
    examples: {
      'dbus-run-session -- true': ['run true'],
      'dbus-run-session --dbus-daemon=/tmp/x true': ['run x', 'code other file /tmp/x', 'run true'],
      'dbus-run-session --config-file=/tmp/x true': ['code other file /tmp/x', 'run true'],
      'dbus-run-session --unheard-of true': ['unknown option --unheard-of of dbus-run-session', 'run true'],
    },
  },
  'dbus-launch': {
    rest: 'command',
    options: { '--config-file': 'config', '--autolaunch': 'text?' },
    flags: '--exit-with-session --exit-with-x11 --close-stderr --sh-syntax --csh-syntax --auto-syntax --binary-syntax',
    examples: {
      'dbus-launch --exit-with-session true': ['run true'],
      'dbus-launch --config-file=/tmp/x true': ['code other file /tmp/x', 'run true'],
      'dbus-launch --unheard-of true': ['unknown option --unheard-of of dbus-launch', 'run true'],
    },
  },
  'xvfb-run': {
    rest: 'command',
    options: {
      '-e, --error-file': 'write',
      '-f, --auth-file': 'write',
      '-n, --server-num, -p, --xauth-protocol, -s, --server-args, -w, --wait': 'text',
    },
    flags: '-a --auto-servernum -l --listen-tcp -h',
    examples: {
      "xvfb-run -a -s '-screen 0 1280x720x24' true": ['run true'],
      'xvfb-run -e x.log rm x': ['write x.log', 'run rm', 'delete x'],
      'xvfb-run -f ~/.Xauthority true': ['write ~/.Xauthority', 'run true'],
      'xvfb-run --unheard-of true': ['unknown option --unheard-of of xvfb-run', 'run true'],
    },
  },
  'systemd-inhibit': {
    rest: 'command',
    options: { '--what, --who, --why, --mode': 'text' },
    flags: '-h --no-pager --no-legend --list --no-ask-password',
    abbreviations: true,
    examples: {
      'systemd-inhibit --what=idle true': ['run true'],
      'systemd-inhibit rm x': ['run rm', 'delete x'],
      'systemd-inhibit --unheard-of true': ['unknown option --unheard-of of systemd-inhibit', 'run true'],
    },
  },
  rlwrap: {
    rest: 'command',
    options: {
      '-H, --history-filename': 'edit',
      '-l, --logfile': 'append',
      '-f, --file': 'read',
      '-z, --filter': 'run-command',
      '-a, --always-readline': 'text?',
      '-b, --break-chars, -C, --command-name, -D, --history-no-dupes, -e, --extra-char-after-completion, -g, --forget-matching, -p, --prompt-colour, -P, --pre-given, -s, --histsize, -S, --substitute-prompt, -t, --set-term-name, -w, --wait-before-prompt':
        'text',
      '-A, --ansi-colour-aware, -I, --pass-sigint-as-sigterm, -m, --multi-line, -M, --multi-line-ext, -q, --quote-characters':
        'text?',
    },
    flags:
      '-c --complete-filenames -E --ansi-colour-aware -i --case-insensitive -n --no-warnings -N --no-children -o --one-shot -O --only-cook -r --remember -R --renice -U --mirror-arguments -v -W --polling -h',
    examples: {
      'rlwrap -cr true': ['run true'],
      'rlwrap -H ~/.hist rm x': ['edit ~/.hist', 'run rm', 'delete x'],
      'rlwrap -l ~/.log true': ['append ~/.log', 'run true'],
      'rlwrap -f words true': ['read words', 'run true'],
      "rlwrap -z 'rm y' true": ['run rm', 'delete y', 'run true'],
      'rlwrap --unheard-of true': ['unknown option --unheard-of of rlwrap', 'run true'],
    },
  },
  winpty: {
    rest: 'command',
    options: { '-Xshowkey': 'flag' },
    flags: '--mouse --showkey -Xallow-non-tty -Xplain -Xcolor',
    examples: {
      'winpty true': ['run true'],
      'winpty rm x': ['run rm', 'delete x'],
      'winpty --unheard-of true': ['unknown option --unheard-of of winpty', 'run true'],
    },
  },
}

export const launchers: readonly Program[] = family(entries)
