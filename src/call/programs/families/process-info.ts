import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that look at processes, memory and load. */
const entries: Entries = {
  top: {
    // It only looks, whatever it is given.
    operands: 'text',
    effects: ['look processes'],
    options: {
      '--delay, --filter-any-user, --filter-only-euser, --iterations, --pid, --scale-summary-mem, --scale-task-mem, --sort-override, -E, -U, -d, -e, -l, -n, -ncols, -O, -pid, -user, -o, -p, -s, -stats, -u, -w':
        'text',
      '--width': 'text?',
    },
    flags:
      '--accum-time-toggle --batch --batch-mode --cmdline-toggle --idle-toggle --list-fields --secure-mode --single-cpu-toggle --threads-show -1 -H -S -V -h -v -b -c -i',
    examples: {
      'top -bn1': ['look processes'],
      'top --unheard-of -bn1': ['unknown option --unheard-of of top', 'look processes'],
    },
  },
  htop: {
    effects: ['look processes'],
    options: {
      '--delay, --filter, --pid, --sort-key, -F, -d, -p, -s, -u': 'text',
      '--drop-capabilities, --highlight-changes, --user': 'text?',
    },
    flags: '--host --no-color --no-colour --no-mouse --no-unicode --readonly --tree -C -U -V -h -t -v -M -H',
    examples: {
      'htop -u me': ['look processes'],
      'htop --unheard-of -u me': ['unknown option --unheard-of of htop', 'look processes'],
    },
  },
  btop: {
    effects: ['look processes'],
    options: {
      '-c, --config': 'read',
      '--filter, --preset, --themes-dir, --update, -f, -p, -u': 'text',
    },
    flags: '+t --debug --low-color --tty_off --tty_on --utf-force -h -t -v -lc -tc',
    examples: {
      btop: ['look processes'],
      'btop --config=in.txt': ['read in.txt', 'look processes'],
      'btop --unheard-of': ['unknown option --unheard-of of btop', 'look processes'],
    },
  },
  atop: {
    operands: 'text',
    effects: ['look processes'],
    options: {
      '-w': 'write',
      '-r': 'read',
      '-L, -P, -b, -e': 'text',
    },
    flags: '-1 -A -C -D -F -G -M -N -R -S -Y -a -c -d -f -g -m -n -o -p -s -u -v -x -y',
    examples: {
      'atop -a 5': ['look processes'],
      'atop -w out.txt -r in.txt -a 5': ['write out.txt', 'read in.txt', 'look processes'],
      'atop --unheard-of -a 5': ['unknown option --unheard-of of atop', 'look processes'],
    },
  },
  glances: {
    effects: ['look processes'],
    options: {
      '-C, --config': 'config',
      '--export-csv-file': 'write',
      '--export-json-file': 'write',
      '--client': 'opaque',
      '--export-process-filter': 'opaque',
      '--plugins': 'opaque',
      '-c': 'opaque',
      '--bind, --cached-time, --disable-plugin, --enable-plugin, --port, --process-filter, --snmp-auth, --snmp-community, --snmp-port, --snmp-user, --snmp-version, --stdout, --stdout-csv, --stdout-json, --stop-after, --time, -B, -f, -p, -t':
        'text',
    },
    when: { '-s, --server': ['open listener'], '-w, --webserver': ['open listener'], '--export': ['opaque other'] },
    flags:
      '--browser --byte --debug --disable-autodiscover --disable-bg --disable-bold --disable-check-update --disable-irix --disable-left-sidebar --disable-process --disable-quicklook --disable-top --disable-webui --diskio-iops --diskio-show-ramfs --enable-history --enable-light --enable-process-extended --fahrenheit --fs-free-space --full-quicklook --hide-kernel-threads --light --meangpu --modules-list --open-web-browser --password --percpu --process-short-name --quiet --snmp-force --theme-white --username -0 -1 -2 -3 -4 -5 -6 -V -b -d -h -q --fetch',
    examples: {
      'glances --stdout cpu': ['look processes'],
      'glances -s': ['open listener', 'look processes'],
      'glances -w': ['open listener', 'look processes'],
      'glances --export csv': ['opaque other', 'look processes', 'unknown operand csv of glances'],
      'glances --config=/tmp/x.conf --export-csv-file=out.txt --export-json-file=out.txt --client=x --stdout cpu': [
        'code other file /tmp/x.conf',
        'write out.txt',
        'write out.txt',
        'unknown option --client of glances',
        'look processes',
      ],
      'glances --export-process-filter=x --plugins=x -c x --stdout cpu': [
        'unknown option --export-process-filter of glances',
        'unknown option --plugins of glances',
        'unknown option -c of glances',
        'look processes',
      ],
    },
  },
  pstree: {
    operands: 'text',
    effects: ['look processes'],
    options: {
      '--color, --highlight-pid, --ns-sort, -C, -H, -N': 'text',
    },
    flags:
      '--arguments --ascii --compact-not --hide-threads --highlight-all --long --ns-changes --numeric-sort --security-context --show-parents --show-pgids --show-pids --thread-names --uid-changes --unicode --vt100 -A -G -S -T -U -V -Z -a -c -g -h -l -n -p -s -t -u',
    examples: {
      'pstree -p 1': ['look processes'],
      'pstree --unheard-of -p 1': ['unknown option --unheard-of of pstree', 'look processes'],
    },
  },
  'pgrep pidwait': {
    operands: 'text',
    effects: ['look processes'],
    options: {
      '-F, --pidfile': 'read',
      '--cgroup, --delimiter, --euid, --group, --ns, --nslist, --older, --parent, --pgroup, --queue, --runstates, --session, --signal, --terminal, --uid, -G, -O, -P, -U, -d, -g, -r, -s, -t, -u':
        'text',
    },
    flags:
      '--count --echo --exact --full --ignore-ancestors --ignore-case --inverse --lightweight --list-full --list-name --logpidfile --newest --oldest -A -L -V -a -c -e -f -h -i -l -n -o -v -w -x -q -S',
    examples: {
      'pgrep -fl node': ['look processes'],
      'pgrep --pidfile=in.txt -fl node': ['read in.txt', 'look processes'],
      'pgrep --unheard-of -fl node': ['unknown option --unheard-of of pgrep', 'look processes'],
    },
  },
  pidof: {
    operands: 'text',
    effects: ['look processes'],
    options: {
      '-o': 'text',
    },
    flags: '-c -d -n -q -s -x -z',
    examples: {
      'pidof -s node': ['look processes'],
      'pidof --unheard-of -s node': ['unknown option --unheard-of of pidof', 'look processes'],
    },
  },
  vmstat: {
    operands: 'text',
    effects: ['look processes'],
    options: {
      '--partition, --unit, -S, -p': 'text',
    },
    flags:
      '--active --disk --disk-sum --forks --no-first --one-header --slabs --stats --timestamp --wide -D -V -a -d -f -h -m -n -s -t -w -y',
    examples: {
      'vmstat 1 5': ['look processes'],
      'vmstat --unheard-of 1 5': ['unknown option --unheard-of of vmstat', 'look processes'],
    },
  },
  mpstat: {
    operands: 'text',
    effects: ['look processes'],
    options: {
      '-I, -N, -P, -o': 'text',
    },
    flags: '-A -T -V -u -n --dec',
    examples: {
      'mpstat -P ALL 1 1': ['look processes'],
      'mpstat --unheard-of -P ALL 1 1': ['unknown option --unheard-of of mpstat', 'look processes'],
    },
  },
  sar: {
    operands: 'text',
    effects: ['look processes'],
    options: {
      '-o': 'write',
      '-f': 'read',
      '--dev, --fs, --iface, --int, -I, -P, -e, -i, -j, -m, -n, -s': 'text',
    },
    flags: '-A -B -b -C -D -d -F -H -h -p -q -r -S -t -u -V -v -W -w -y -z --human --pretty --sadc --dec',
    examples: {
      'sar -u 1 3': ['look processes'],
      'sar -o out.txt -f in.txt -u 1 3': ['write out.txt', 'read in.txt', 'look processes'],
      'sar --unheard-of -u 1 3': ['unknown option --unheard-of of sar', 'look processes'],
    },
  },
  free: {
    effects: ['look processes'],
    options: {
      '--count, --seconds, -c, -s': 'text',
    },
    flags:
      '--bytes --committed --gibi --giga --human --kibi --kilo --lohi --mebi --mega --pebi --peta --si --tebi --tera --total --wide -V -b -g -h -k -l -m -t -v -w',
    examples: {
      'free -h': ['look processes'],
      'free --unheard-of -h': ['unknown option --unheard-of of free', 'look processes'],
    },
  },
  slabtop: {
    effects: ['look processes'],
    options: {
      '--delay, --sort, -d, -s': 'text',
    },
    flags: '--once -V -h -o',
    examples: {
      'slabtop -o': ['look processes'],
      'slabtop --unheard-of -o': ['unknown option --unheard-of of slabtop', 'look processes'],
    },
  },
  uptime: {
    effects: ['look processes'],
    flags: '--container --pretty --raw --since -c -V -h -p -r -s',
    examples: {
      'uptime -p': ['look processes'],
      'uptime --unheard-of -p': ['unknown option --unheard-of of uptime', 'look processes'],
    },
  },
  pwdx: {
    operands: 'text',
    effects: ['look processes'],
    flags: '-V -h',
    examples: {
      'pwdx 700': ['look processes'],
      'pwdx --unheard-of 700': ['unknown option --unheard-of of pwdx', 'look processes'],
    },
  },
  pmap: {
    operands: 'text',
    effects: ['look processes'],
    options: {
      '-C, --read-rc-from': 'read',
      '-N, --create-rc-to': 'write',
      '--range, -A': 'text',
    },
    flags: '--create-rc --device --extended --quiet --read-rc --show-path -V -X -c -d -h -n -p -q -x',
    examples: {
      'pmap -x 700': ['look processes'],
      'pmap --read-rc-from=in.txt --create-rc-to=out.txt -x 700': ['read in.txt', 'write out.txt', 'look processes'],
      'pmap --unheard-of -x 700': ['unknown option --unheard-of of pmap', 'look processes'],
    },
  },
  'nvidia-smi': {
    effects: ['look hardware'],
    options: {
      '-f, --filename': 'write',
      '--display, --format, --id, --loop, --query-accounted-apps, --query-compute-apps, --query-gpu, --query-retired-pages, -d, -i, -l, -lms':
        'text',
    },
    flags: '-q --query -L --list-gpus -B -x -u',
    examples: {
      'nvidia-smi -q': ['look hardware'],
      'nvidia-smi --query-gpu=name --format=csv': ['look hardware'],
      'nvidia-smi --filename=out.txt -q': ['write out.txt', 'look hardware'],
      'nvidia-smi --unheard-of -q': ['unknown option --unheard-of of nvidia-smi', 'look hardware'],
    },
  },
  gpustat: {
    effects: ['look hardware'],
    options: {
      '--interval, -F, -i': 'text',
    },
    flags:
      '-a --show-all -c --show-cmd -f -p --show-pid -u --show-user -P --show-power -e --show-codec --json --color --force-color --no-color --no-header --no-processes --debug',
    examples: {
      'gpustat -cp': ['look hardware'],
      'gpustat --unheard-of -cp': ['unknown option --unheard-of of gpustat', 'look hardware'],
    },
  },
  ipcs: {
    effects: ['look processes'],
    options: {
      '--id, -i': 'text',
    },
    flags:
      '--all --bytes --creator --human --limits --pid --queues --semaphores --shmems --summary --time -V -a -b -c -h -l -m -p -q -s -t -u',
    examples: {
      'ipcs -a': ['look processes'],
      'ipcs --unheard-of -a': ['unknown option --unheard-of of ipcs', 'look processes'],
    },
  },
  lsns: {
    operands: 'text',
    effects: ['look processes'],
    options: {
      '--output, --task, --tree, --type, -o, -p, -t': 'text',
    },
    flags:
      '--json --list --noheadings --notruncate --nowrap --output-all --raw -J -V -W -h -l -n -r -u -P --persistent -T',
    examples: {
      'lsns -t net': ['look processes'],
      'lsns --unheard-of -t net': ['unknown option --unheard-of of lsns', 'look processes'],
    },
  },
  lslocks: {
    effects: ['look processes'],
    options: {
      '--output, --pid, -o, -p': 'text',
    },
    flags: '--bytes --json --noheadings --noinaccessible --notruncate --output-all --raw -J -V -b -h -i -n -r -u',
    examples: {
      'lslocks -J': ['look processes'],
      'lslocks --unheard-of -J': ['unknown option --unheard-of of lslocks', 'look processes'],
    },
  },
  jps: {
    operands: 'text',
    effects: ['look processes'],
    flags: '-? -V -e -h -l -m -p -q -v',
    examples: {
      'jps -lv': ['look processes'],
      'jps --unheard-of -lv': ['unknown option --unheard-of of jps', 'look processes'],
    },
  },
  jstat: {
    style: 'single-dash',
    operands: 'text',
    effects: ['look processes'],
    options: {
      '-h': 'text',
    },
    flags: '-gc -gcutil -gccapacity -gcnew -gcold -gccause -class -compiler -options -t',
    examples: {
      'jstat -gcutil 700 1s': ['look processes'],
      'jstat -unheard-of -gcutil 700 1s': ['unknown option -unheard-of of jstat', 'look processes'],
    },
  },
  jstack: {
    operands: 'text',
    effects: ['look processes'],
    flags: '-l -e -m -F -h',
    examples: {
      'jstack -l 700': ['look processes'],
      'jstack --unheard-of -l 700': ['unknown option --unheard-of of jstack', 'look processes'],
    },
  },
  numastat: {
    operands: 'text',
    effects: ['look processes'],
    options: {
      '-p': 'text',
      '-s': 'text?',
    },
    flags: '-V -c -m -n -v -z',
    examples: {
      'numastat -m': ['look processes'],
      'numastat --unheard-of -m': ['unknown option --unheard-of of numastat', 'look processes'],
    },
  },
  pidstat: {
    operands: 'text',
    // The program to watch follows it.
    forms: { '-e': { rest: 'command', effects: ['look processes'] } },
    effects: ['look processes'],
    options: {
      '--dec, -C, -G, -T, -U, -p': 'text',
    },
    flags: '--human -H -I -R -V -d -h -l -r -s -t -u -v -w',
    examples: {
      'pidstat -d 1 5': ['look processes'],
      'pidstat -e rm x': ['look processes', 'run rm', 'delete x'],
      'pidstat --unheard-of -d 1 5': ['unknown option --unheard-of of pidstat', 'look processes'],
    },
  },
  progress: {
    effects: ['look processes'],
    options: {
      '--command, --ignore-file, --pid, -a, -c, -i, -o, -p': 'text',
    },
    flags: '-q -d -w -m -M -W',
    examples: {
      'progress -w': ['look processes'],
      'progress --unheard-of -w': ['unknown option --unheard-of of progress', 'look processes'],
    },
  },
}

export const processInfo: readonly Program[] = family(entries)
