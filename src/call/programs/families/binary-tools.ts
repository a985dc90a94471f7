import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that look into, change or measure what compilers made. */
const entries: Entries = {
  'objdump llvm-objdump': {
    operands: 'read',
    responseFiles: true,
    options: {
      '--dwarf, --dwarf-check, --visualize-jumps, --ctf, --sframe': 'text?',
      '-b, --target, -m, --architecture, -j, --section, -M, --disassembler-options, --start-address, --stop-address, --adjust-vma, --prefix, --prefix-strip, --insn-width, --dwarf-depth, --dwarf-start, --dwarf-cie, -P, --private, --source-comment, --disassemble-symbols, --mcpu, --mattr, --triple, -E, --endian':
        'text',
      '--disassemble, -C, --demangle, -W, -L, --recurse-limit': 'text?',
      '--debug-dir': 'names',
    },
    flags:
      '-a --archive-headers -f --file-headers -p --private-headers -h --headers --section-headers -x --all-headers -d -D --disassemble-all -S --source -s --full-contents -g --debugging -e --debugging-tags -G --stabs -t --syms -T --dynamic-syms -r --reloc -R --dynamic-reloc -i --info -l --line-numbers -F --file-offsets -w --wide -z --disassemble-zeroes --show-raw-insn --no-show-raw-insn --no-addresses --inlines --special-syms --prefix-addresses -EB -EL -v -V -H --no-recurse-limit --print-imm-hex --macho',
    examples: {
      'objdump a.in': ['read a.in'],
      'objdump --debug-dir dir a.in': ['names dir', 'read a.in'],
      'objdump @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of objdump'],
    },
  },
  readelf: {
    operands: 'read',
    options: {
      '-x, --hex-dump, -p, --string-dump, -R, --relocated-dump, --dwarf-depth, --dwarf-start, --ctf, --ctf-parent, --ctf-symbols, --ctf-strings, --sym-base':
        'text',
      '-w, --debug-dump, -C, --demangle, -U': 'text?',
    },
    flags:
      '-a --all -h --file-header -l --program-headers --segments -S --section-headers --sections -g --section-groups -t --section-details -e --headers -s --syms --symbols --dyn-syms --lto-syms -n --notes -r --relocs -u --unwind -d --dynamic -V --version-info -A --arch-specific -c --archive-index -D --use-dynamic -L --lint --enable-checks -I --histogram -W --wide -T --silent-truncation -z --decompress -X -P --process-links -v -H --got-contents --no-demangle',
    examples: {
      'readelf a.in': ['read a.in'],
      'readelf --unheard-of a.in': ['unknown option --unheard-of of readelf', 'read a.in'],
    },
  },
  'nm llvm-nm': {
    operands: 'read',
    options: {
      '-f, --format, -t, --radix, --target, --ifunc-chars, --unicode, -X': 'text',
      '-C, --demangle': 'text?',
      '--plugin': 'loads-code',
    },
    flags:
      '-a --debug-syms -A -o --print-file-name -B -D --dynamic -g --extern-only -l --line-numbers -n -v --numeric-sort -p --no-sort -P --portability -r --reverse-sort -s --print-armap -S --print-size --size-sort -u --undefined-only -U --defined-only -V --special-syms --synthetic --no-demangle -W --no-weak -j --just-symbol-name --with-symbol-versions --without-symbol-versions -h -m',
    examples: {
      'nm a.in': ['read a.in'],
      'nm --plugin /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'nm --unheard-of a.in': ['unknown option --unheard-of of nm', 'read a.in'],
    },
  },
  size: {
    operands: 'read',
    options: { '--format, --radix, --target': 'text' },
    flags: '-A -B -G -d -o -x -t --totals --common -V -h',
    examples: {
      'size a.in': ['read a.in'],
      'size --unheard-of a.in': ['unknown option --unheard-of of size', 'read a.in'],
    },
  },
  addr2line: {
    operands: 'text',
    options: { '-e, --exe': 'read', '-b, --target, -j, --section': 'text', '-C, --demangle': 'text?' },
    flags: '-a --addresses -f --functions -i --inlines -p --pretty-print -s --basenames -H -v',
    examples: {
      'addr2line x': [],
      'addr2line -e e.in x': ['read e.in'],
      'addr2line --unheard-of x': ['unknown option --unheard-of of addr2line'],
    },
  },
  'c++filt': {
    operands: 'text',
    options: { '-s, --format': 'text' },
    flags: '-_ --strip-underscore -n --no-strip-underscore -p --no-params -t --types -i --no-verbose -r -R -h',
    examples: {
      'c++filt x': [],
      'c++filt --unheard-of x': ['unknown option --unheard-of of c++filt'],
    },
  },
  ldd: {
    // It may start what it looks at, as glibc's does.
    operands: 'read',
    flags: '-v --verbose -u --unused -d --data-relocs -r --function-relocs',
    examples: {
      'ldd a.in': ['read a.in'],
      'ldd --unheard-of a.in': ['unknown option --unheard-of of ldd', 'read a.in'],
    },
  },
  'strip llvm-strip': {
    operands: 'edit',
    forms: { '-o': { operands: 'read' } },
    options: {
      '-o': 'write',
      '-F, --target, -I, --input-target, -O, --output-target, -K, --keep-symbol, -N, --strip-symbol, -R, --remove-section, --remove-relocations, --keep-section':
        'text',
      '--plugin': 'loads-code',
    },
    flags:
      '-s --strip-all -g -S -d --strip-debug --strip-dwo --strip-unneeded --only-keep-debug --keep-file-symbols -p --preserve-dates -D --enable-deterministic-archives -U -w --wildcard -x --discard-all -X --discard-locals -M --merge-notes --no-merge-notes -v --verbose -V --info -h -u -r',
    examples: {
      'strip a.file': ['edit a.file'],
      'strip -o o.out --plugin /tmp/x a.file': ['write o.out', 'code other file /tmp/x', 'read a.file'],
      'strip --unheard-of a.file': ['unknown option --unheard-of of strip', 'edit a.file'],
    },
  },
  'objcopy llvm-objcopy': {
    // With one operand it changes that.
    operands: ['edit', 'write'],
    options: {
      '--add-gnu-debuglink': 'read',
      '--add-section, --update-section': { keys: { '*': 'read' } },
      '--dump-section': { keys: { '*': 'write' } },
      '--keep-symbols, --strip-symbols, --redefine-syms, --globalize-symbols, --localize-symbols, --weaken-symbols':
        'read',
      '--split-dwo': 'write',
      '--plugin': 'loads-code',
      '-I, --input-target, -O, --output-target, -F, --target, -B, --binary-architecture, -j, --only-section, -R, --remove-section, -K, --keep-symbol, -N, --strip-symbol, -G, --keep-global-symbol, -L, --localize-symbol, -W, --weaken-symbol, --globalize-symbol, --redefine-sym, --gap-fill, --pad-to, --set-start, --change-start, --adjust-start, --change-addresses, --change-section-address, --change-section-vma, --change-section-lma, --set-section-flags, --set-section-alignment, --rename-section, --prefix-symbols, --prefix-sections, --compress-debug-sections, --keep-section, -b, --byte, -i, --interleave, --interleave-width, --add-symbol, --verilog-data-width, --remove-relocations, --file-alignment, --subsystem':
        'text',
    },
    flags:
      '-S --strip-all -g --strip-debug --strip-unneeded --only-keep-debug --strip-dwo --extract-dwo -w --wildcard -x --discard-all -X --discard-locals --weaken -p --preserve-dates -D -U --debugging --keep-file-symbols --decompress-debug-sections --localize-hidden --long-section-names --merge-notes --no-change-warnings -v --verbose -V --info -h',
    examples: {
      'objcopy a.in b.out': ['edit a.in', 'write b.out'],
      'objcopy --add-gnu-debuglink add.in a.in b.out': ['read add.in', 'edit a.in', 'write b.out'],
      'objcopy --add-section x=add.in a.in b.out': ['read add.in', 'edit a.in', 'write b.out'],
      'objcopy --update-section x=update.in a.in b.out': ['read update.in', 'edit a.in', 'write b.out'],
      'objcopy --dump-section x=dump.out a.in b.out': ['write dump.out', 'edit a.in', 'write b.out'],
      'objcopy --keep-symbols keep.in a.in b.out': ['read keep.in', 'edit a.in', 'write b.out'],
      'objcopy --strip-symbols strip.in a.in b.out': ['read strip.in', 'edit a.in', 'write b.out'],
      'objcopy --redefine-syms redefi.in a.in b.out': ['read redefi.in', 'edit a.in', 'write b.out'],
      'objcopy --globalize-symbols global.in a.in b.out': ['read global.in', 'edit a.in', 'write b.out'],
      'objcopy --localize-symbols locali.in a.in b.out': ['read locali.in', 'edit a.in', 'write b.out'],
      'objcopy --weaken-symbols weaken.in a.in b.out': ['read weaken.in', 'edit a.in', 'write b.out'],
      'objcopy --split-dwo split.out a.in b.out': ['write split.out', 'edit a.in', 'write b.out'],
      'objcopy --plugin /tmp/x a.in b.out': ['code other file /tmp/x', 'edit a.in', 'write b.out'],
      'objcopy --unheard-of a.in b.out': ['unknown option --unheard-of of objcopy', 'edit a.in', 'write b.out'],
    },
  },
  gcov: {
    operands: 'read',
    options: { '-o, --object-directory, --object-file': 'names', '-s, --source-prefix, --include, --exclude': 'text' },
    flags:
      '-a --all-blocks -b --branch-probabilities -c --branch-counts -d --display-progress -f --function-summaries -g --conditions -H --human-readable -i --json-format -j -k --use-colors -l --long-file-names -m --demangled-names -n --no-output -p --preserve-paths -q --use-hotness-colors -r --relative-only -t --stdout -u --unconditional-branches -v -w --verbose -x --hash-filenames -h',
    examples: {
      'gcov a.in': ['read a.in'],
      'gcov --object-directory dir --object-file dir a.in': ['names dir', 'names dir', 'read a.in'],
      'gcov --unheard-of a.in': ['unknown option --unheard-of of gcov', 'read a.in'],
    },
  },
  gcovr: {
    operands: 'names',
    options: {
      '-o, --output': 'write',
      '--html, --html-details, --html-nested, --xml, --cobertura, --json, --json-summary, --csv, --sonarqube, --coveralls, --txt, --lcov, --jacoco, --clover, -x':
        'write?',
      '--config': 'read',
      '--gcov-executable': 'loads-code',
      '-a, --add-tracefile': 'read',
      '-r, --root, --object-directory, --gcov-object-directory': 'names',
      '-e, --exclude, -f, --filter, --exclude-directories, --gcov-exclude, --gcov-filter, -j, --fail-under-line, --fail-under-branch, --fail-under-function, --html-title, --html-theme, --html-medium-threshold, --html-high-threshold, --source-encoding, --sort, --exclude-lines-by-pattern, --gcov-ignore-parse-errors, --merge-mode-functions':
        'text',
    },
    flags:
      '-s --print-summary -b --txt-branches --branches -d --delete -k --keep -v --verbose -p --sort-percentage -u --sort-uncovered --exclude-unreachable-branches --exclude-throw-branches --decisions --calls --html-self-contained --json-pretty --xml-pretty --no-markers --timestamp -h',
    examples: {
      'gcovr dir': ['names dir'],
      'gcovr -o o.out --html=html.out dir': ['write o.out', 'write html.out', 'names dir'],
      'gcovr --html-details=html.out --html-nested=html.out dir': ['write html.out', 'write html.out', 'names dir'],
      'gcovr --xml=xml.out --cobertura=cobert.out dir': ['write xml.out', 'write cobert.out', 'names dir'],
      'gcovr --json=json.out --json-summary=json.out dir': ['write json.out', 'write json.out', 'names dir'],
      'gcovr --csv=csv.out --sonarqube=sonarq.out dir': ['write csv.out', 'write sonarq.out', 'names dir'],
      'gcovr --coveralls=covera.out --txt=txt.out dir': ['write covera.out', 'write txt.out', 'names dir'],
      'gcovr --lcov=lcov.out --jacoco=jacoco.out dir': ['write lcov.out', 'write jacoco.out', 'names dir'],
      'gcovr --clover=clover.out --config config.in dir': ['write clover.out', 'read config.in', 'names dir'],
      'gcovr --gcov-executable /tmp/x -a a.in dir': ['code other file /tmp/x', 'read a.in', 'names dir'],
      'gcovr --root dir --object-directory dir dir': ['names dir', 'names dir', 'names dir'],
      'gcovr --gcov-object-directory dir dir': ['names dir', 'names dir'],
      'gcovr --unheard-of dir': ['unknown option --unheard-of of gcovr', 'names dir'],
    },
  },
  'lcov geninfo': {
    operands: 'names',
    options: {
      '-o, --output-file': 'write',
      '-d, --directory, -b, --base-directory, --build-directory': 'names',
      '-a, --add-tracefile, -l, --list, --summary': 'read',
      '-e, --extract, -r, --remove, --diff': 'read',
      '--config-file': 'config',
      '--gcov-tool': 'loads-code',
      '--rc, -t, --test-name, --ignore-errors, --include, --exclude, --substitute, -j, --filter, --fail-under-lines, --from-package, --to-package, --omit-lines, --erase-functions':
        'text',
    },
    flags:
      '-c --capture -z --zerocounters -k --kernel-directory -q --quiet -v --verbose --no-external --external -i --initial --no-checksum --checksum --branch-coverage --function-coverage --no-recursion --follow --compat-libtool --no-compat-libtool --list-full-path --no-list-full-path --parallel --mcdc-coverage --debug --preserve -h',
    examples: {
      'lcov dir': ['names dir'],
      'lcov -o o.out --directory dir --base-directory dir dir': ['write o.out', 'names dir', 'names dir', 'names dir'],
      'lcov --build-directory dir --add-tracefile add.in dir': ['names dir', 'read add.in', 'names dir'],
      'lcov --list list.in --summary summar.in dir': ['read list.in', 'read summar.in', 'names dir'],
      'lcov --extract extrac.in --remove remove.in dir': ['read extrac.in', 'read remove.in', 'names dir'],
      'lcov --diff diff.in --config-file /tmp/x dir': ['read diff.in', 'code other file /tmp/x', 'names dir'],
      'lcov --gcov-tool /tmp/x dir': ['code other file /tmp/x', 'names dir'],
      'lcov --unheard-of dir': ['unknown option --unheard-of of lcov', 'names dir'],
    },
  },
  genhtml: {
    operands: 'read',
    options: {
      '-o, --output-directory': 'directory',
      '-b, --baseline-file, -c, --css-file, --html-prolog, --html-epilog, --diff-file': 'read',
      '--config-file': 'config',
      '--annotate-script, --criteria-script, --version-script, --select-script': 'opaque',
      '-t, --title, -p, --prefix, --num-spaces, --html-extension, --rc, --ignore-errors, --substitute, -j': 'text',
    },
    flags:
      '-f --frames --no-prefix --no-source --highlight --legend --html-gzip --sort --no-sort --function-coverage --branch-coverage --demangle-cpp --missed --show-details -s --keep-descriptions -k -q --quiet --dark-mode --flat --hierarchical --precision --parallel -h',
    examples: {
      'genhtml a.in': ['read a.in'],
      'genhtml -o o-dir --baseline-file baseli.in a.in': ['directory o-dir', 'read baseli.in', 'read a.in'],
      'genhtml --css-file css.in --html-prolog html.in a.in': ['read css.in', 'read html.in', 'read a.in'],
      'genhtml --html-epilog html.in --diff-file diff.in a.in': ['read html.in', 'read diff.in', 'read a.in'],
      'genhtml --config-file /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'genhtml --annotate-script x a.in': ['unknown option --annotate-script of genhtml', 'read a.in'],
      'genhtml --criteria-script x a.in': ['unknown option --criteria-script of genhtml', 'read a.in'],
      'genhtml --version-script x a.in': ['unknown option --version-script of genhtml', 'read a.in'],
      'genhtml --select-script x a.in': ['unknown option --select-script of genhtml', 'read a.in'],
    },
  },
  'llvm-cov llvm-profdata': {
    operands: ['text', 'read…'],
    responseFiles: true,
    options: {
      '-o, --output': 'write',
      '-output-dir, --output-dir': 'directory',
      '-instr-profile, --instr-profile, -object, --object': 'read',
      '-format, --format, -name, --name, -ignore-filename-regex, --ignore-filename-regex, -arch, --num-threads, -path-equivalence, -show-branches, --show-branches, -failure-mode':
        'text',
    },
    style: 'single-dash',
    flags:
      '-summary-only --summary-only -sparse --sparse -show-line-counts -show-regions -show-expansions -use-color -all-functions -counts -skip-functions -show-functions',
    examples: {
      'llvm-cov x b.in': ['read b.in'],
      'llvm-cov -o o.out -output-dir output-dir x b.in': ['write o.out', 'directory output-dir', 'read b.in'],
      'llvm-cov --instr-profile instr.in --object object.in x b.in': ['read instr.in', 'read object.in', 'read b.in'],
      'llvm-cov @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of llvm-cov'],
    },
  },
  grcov: {
    operands: 'names',
    options: {
      '-o, --output-path': 'write',
      '-b, --binary-path, -s, --source-dir, -p, --prefix-dir, --path-mapping': 'names',
      '--llvm-path': 'project-directory',
      '--log': 'write',
      '-t, --output-type, --output-types, --filter, --ignore, --keep-only, --excl-line, --excl-start, --excl-stop, --excl-br-line, --excl-br-start, --excl-br-stop, --service-name, --service-number, --service-job-id, --commit-sha, --vcs-branch, --threads, --log-level, --precision':
        'text',
      '--token': 'text',
    },
    flags:
      '--branch --llvm --ignore-not-existing --parallel --guess-directory-when-missing --no-demangle --sort-output-types -h -V',
    examples: {
      'grcov dir': ['names dir'],
      'grcov -o o.out --binary-path dir --source-dir dir dir': ['write o.out', 'names dir', 'names dir', 'names dir'],
      'grcov --prefix-dir dir --path-mapping dir dir': ['names dir', 'names dir', 'names dir'],
      'grcov --llvm-path /tmp/x --log log.out dir': ['code other file /tmp/x', 'write log.out', 'names dir'],
      'grcov --unheard-of dir': ['unknown option --unheard-of of grcov', 'names dir'],
    },
  },
}

export const binaryTools: readonly Program[] = family(entries)
