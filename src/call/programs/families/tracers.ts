import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that start another one and watch what it does. */
const entries: Entries = {
  strace: {
    rest: 'command',
    options: {
      '-o, --output': 'write | pipe-to-shell',
      '-p, --attach': 'attach-process',
      '-E, --env': 'variable',
      '-e': {
        keys: {
          'trace, t, abbrev, a, verbose, v, raw, x, signal, s, signals, read, reads, r, write, writes, w, fault, inject, status, quiet, q, quiet, kvm, decode-fds, trace-fds, fd, fds':
            'text',
        },
        else: 'text',
      },
      '-u, --user, -b, --detach-on, -I, --interruptible, --trace, --trace-fds, --signal, --status, -a, --columns, --abbrev, --verbose, --raw, --read, --write, --kvm, -s, --string-limit, -X, --const-print-style, -O, --summary-syscall-overhead, -S, --summary-sort-by, -U, --summary-columns, --inject, --fault, --argv0':
        'text',
      '-P, --trace-path': 'text',
      '--daemonize, --daemonized, --daemon, --quiet, --silent, --silence, --relative-timestamps, --absolute-timestamps, --timestamps, --syscall-times, --strings-in-hex, --decode-fds, --decode-pids, --tips':
        'text?',
    },
    flags:
      '-D -f -ff --follow-forks --output-separately -z --successful-only -Z --failed-only -i --instruction-pointer -k --stack-traces --stack-trace -n --syscall-number -A --output-append-mode -q -r -t -tt -T -v --no-abbrev -x -y -Y --decode-pids -c --summary-only -C --summary -w --summary-wall-clock -d --debug -h --seccomp-bpf -V',
    examples: {
      'strace -f true': ['run true'],
      'strace -fo t.log -e trace=open,read true': ['write t.log', 'run true'],
      "strace -o '|sh' true": ['run sh', 'code shell standard-input', 'run true'],
      'strace -E LD_PRELOAD=/tmp/x.so true': ['run true', 'code binary file /tmp/x.so'],
      'strace -p 1': ['system dump-memory'],
      'strace --unheard-of true': ['unknown option --unheard-of of strace', 'run true'],
    },
  },
  ltrace: {
    rest: 'command',
    options: {
      '-o, --output': 'write',
      '-p': 'attach-process',
      '-F, --config': 'read',
      '-a, --align, -A, -D, --debug, -e, -l, --library, -n, --indent, -s, -u, -w, --where, -x': 'text',
    },
    flags: '-b --no-signals -c -C --demangle -d -f -h -i -L -r -S -t -T -V',
    examples: {
      'ltrace -c true': ['run true'],
      'ltrace -o /etc/x true': ['write /etc/x', 'run true'],
      'ltrace -F conf true': ['read conf', 'run true'],
      'ltrace -p 1': ['system dump-memory'],
      'ltrace --unheard-of true': ['unknown option --unheard-of of ltrace', 'run true'],
    },
  },
  valgrind: {
    rest: 'command',
    // Every value is attached.
    options: {
      '--log-file': 'write?',
      '--xml-file': 'write?',
      '--xtree-memory-file': 'write?',
      '--xtree-leak-file': 'write?',
      '--callgrind-out-file': 'write?',
      '--cachegrind-out-file': 'write?',
      '--massif-out-file': 'write?',
      '--dhat-out-file': 'write?',
      '--bb-out-file': 'write?',
      '--log-socket': 'send?',
      '--xml-socket': 'send?',
      '--debuginfo-server': 'send?',
      '--suppressions': 'read?',
      '--extra-debuginfo-path': 'names?',
      '--tool': { words: 'memcheck cachegrind callgrind helgrind drd massif dhat lackey none exp-bbv', optional: true },
      '--trace-children, --trace-children-skip, --trace-children-skip-by-arg, --child-silent-after-fork, --vgdb, --vgdb-error, --vgdb-stop-at, --track-fds, --time-stamp, --log-fd, --xml, --xml-fd, --xml-user-comment, --demangle, --num-callers, --error-limit, --exit-on-first-error, --error-exitcode, --error-markers, --show-error-list, --keep-debuginfo, --show-below-main, --default-suppressions, --gen-suppressions, --input-fd, --dsymutil, --max-stackframe, --main-stacksize, --alignment, --redzone-size, --xtree-memory, --fullpath-after, --allow-mismatched-debuginfo, --smc-check, --read-inline-info, --read-var-info, --vgdb-poll, --vgdb-shadow-registers, --run-libc-freeres, --run-cxx-freeres, --sim-hints, --fair-sched, --kernel-variant, --merge-recursive-frames, --num-transtab-sectors, --avg-transtab-entry-size, --aspace-minaddr, --valgrind-stacksize, --show-emwarns, --require-text-symbol, --soname-synonyms, --sigill-diagnostics, --unw-stack-scan-thresh, --unw-stack-scan-frames, --resync-filter, --max-threads':
        'text?',
      '--leak-check, --leak-resolution, --show-leak-kinds, --errors-for-leak-kinds, --leak-check-heuristics, --show-reachable, --show-possibly-lost, --xtree-leak, --undef-value-errors, --track-origins, --partial-loads-ok, --expensive-definedness-checks, --freelist-vol, --freelist-big-blocks, --workaround-gcc296-bugs, --ignore-ranges, --ignore-range-below-sp, --malloc-fill, --free-fill, --keep-stacktraces, --show-mismatched-frees':
        'text?',
      '--dump-instr, --collect-jumps, --collect-atstart, --collect-systime, --collect-bus, --branch-sim, --cache-sim, --dump-before, --dump-after, --zero-before, --toggle-collect, --dump-every-bb, --combine-dumps, --separate-threads, --separate-callers, --compress-strings, --simulate-wb, --simulate-hwpref, --cacheuse, --I1, --D1, --LL, --heap, --heap-admin, --stacks, --pages-as-heap, --depth, --alloc-fn, --ignore-fn, --threshold, --peak-inaccuracy, --time-unit, --detailed-freq, --max-snapshots, --free-is-write, --track-lockorders, --history-level, --conflict-cache-size, --check-stack-refs, --mode':
        'text?',
    },
    flags: '-h -q --quiet -v --verbose -s --help-debug --help-dyn-options -d',
    examples: {
      'valgrind --leak-check=full -q ./app x.txt': ['run app'],
      'valgrind --log-file=~/.bashrc true': ['write ~/.bashrc', 'run true'],
      'valgrind --xml=yes --xml-file=a.xml true': ['write a.xml', 'run true'],
      'valgrind --xtree-memory-file=a.kcg --xtree-leak-file=b.kcg true': ['write a.kcg', 'write b.kcg', 'run true'],
      'valgrind --tool=callgrind --callgrind-out-file=c.out true': ['write c.out', 'run true'],
      'valgrind --tool=cachegrind --cachegrind-out-file=c.out true': ['write c.out', 'run true'],
      'valgrind --tool=massif --massif-out-file=m.out true': ['write m.out', 'run true'],
      'valgrind --tool=dhat --dhat-out-file=d.out true': ['write d.out', 'run true'],
      'valgrind --tool=exp-bbv --bb-out-file=b.out true': ['write b.out', 'run true'],
      'valgrind --log-socket=10.0.0.1:1500 true': ['contact 10.0.0.1 upload data', 'run true'],
      'valgrind --xml-socket=10.0.0.1:1500 true': ['contact 10.0.0.1 upload data', 'run true'],
      'valgrind --debuginfo-server=10.0.0.1:1500 true': ['contact 10.0.0.1 upload data', 'run true'],
      'valgrind --suppressions=my.supp true': ['read my.supp', 'run true'],
      'valgrind --extra-debuginfo-path=/opt/debug true': ['names /opt/debug', 'run true'],
      'valgrind --tool=mine true': ['unknown value mine for --tool of valgrind', 'run true'],
      'valgrind --launcher=/tmp/x true': ['unknown option --launcher of valgrind', 'run true'],
    },
  },
  heaptrack: {
    rest: 'command',
    options: {
      '-o, --output': 'write',
      '-p, --pid': 'attach-process',
      '-a, --analyze': 'read',
      '--record-only, --use-inject': 'flag',
    },
    flags: '-r --raw -d --debug -h -v',
    examples: {
      'heaptrack true': ['run true'],
      'heaptrack -o out true': ['write out', 'run true'],
      'heaptrack -p 1': ['system dump-memory'],
      'heaptrack -a heaptrack.gz': ['read heaptrack.gz'],
      'heaptrack --unheard-of true': ['unknown option --unheard-of of heaptrack', 'run true'],
    },
  },
  gdbserver: {
    operands: ['listen'],
    rest: 'command',
    forms: { '--attach': { operands: ['listen', 'attach-process'] }, '--multi': { operands: ['listen'] } },
    options: {
      '--debug-format': 'text?',
      '--debug-file': 'write?',
      '--wrapper': 'opaque',
      '--disable-packet': 'text?',
    },
    flags:
      '--debug --remote-debug --event-loop-debug --once --[no-]disable-randomization --[no-]startup-with-shell --selftest',
    examples: {
      'gdbserver :1234 true': ['open listener :1234', 'run true'],
      'gdbserver --attach :1234 77': ['open listener :1234', 'system dump-memory'],
      'gdbserver --multi :1234': ['open listener :1234'],
      'gdbserver --debug-file=/etc/x :1 true': ['write /etc/x', 'open listener :1', 'run true'],
      'gdbserver --wrapper sh :1 true': ['unknown option --wrapper of gdbserver', 'open listener :1', 'run true'],
      'gdbserver --unheard-of :1 true': ['unknown option --unheard-of of gdbserver', 'open listener :1', 'run true'],
    },
  },
}

export const tracers: readonly Program[] = family(entries)
