import type { Program } from '../../shell/programs/program.ts'
import type { Entries, Value } from '../entry.ts'
import { looksIntoSource } from '../written-source.ts'
import { family } from '../walk.ts'

/** Options for the linker, one word each: `-Wl,-rpath,$ORIGIN`. Those that write, or load a plugin, are not among them. */
const LINKER: Value = {
  keys: {
    '-rpath, --rpath, -rpath-link, -soname, --soname, -h, -z, -e, --entry, --as-needed, --no-as-needed, --gc-sections, --no-gc-sections, --print-gc-sections, --start-group, --end-group, --whole-archive, --no-whole-archive, -Bstatic, -Bdynamic, -Bsymbolic, -Bsymbolic-functions, --export-dynamic, -E, --no-undefined, --allow-shlib-undefined, --allow-multiple-definition, --build-id, --hash-style, --enable-new-dtags, --disable-new-dtags, --warn-common, --fatal-warnings, --no-fatal-warnings, --eh-frame-hdr, --strip-all, -s, --strip-debug, -S, -x, --icf, -O1, -O2, --sort-common, --relax, --no-relax, --defsym, --undefined, -u, --wrap, -dead_strip, -headerpad_max_install_names, -undefined, -install_name, -framework, -t, --trace, --verbose, --stats, --compress-debug-sections, --color-diagnostics, --threads, --subsystem, --stack, --exclude-libs, -no_warn_duplicate_libraries':
      'text',
    '/*, .*, $ORIGIN*, @*, lib*, now, relro, norelro, noexecstack, execstack, defs, nodelete, origin, muldefs, separate-code, noseparate-code, max-page-size, common-page-size, stack-size, pack-relative-relocs, dynamic_lookup, suppress, error, main, _start, windows, console, ALL':
      'text',
  },
}

/** C, C++ and what stands beside them. A compiler reads and writes, unless it is told to start or to load something. */
const entries: Entries = {
  'gcc g++ cc c++ clang clang++ c99 c89 gfortran': {
    operands: 'read',
    style: 'single-dash',
    responseFiles: true,
    options: {
      '-o, -output': 'write',
      '-MF*, -MF': 'write',
      '-MJ*, -MJ': 'write',
      '-aux-info': 'write',
      '-dumpdir': 'directory',
      '-J': 'directory',
      '-index-store-path': 'directory',
      '-fprofile-generate, -fprofile-instr-generate, -fprofile-dir': 'directory?',
      '-fprofile-use, -fprofile-instr-use': 'read?',
      '-mllvm': 'opaque',
      '-include, -imacros, -include-pch, -ivfsoverlay': 'read',
      '-T*, -T': 'read',
      '-I*, -L*': 'names',
      '-I, -L, -isystem, -iquote, -idirafter, -isysroot, -sysroot, -F, -iframework, -cxx-isystem': 'names',
      // Where it finds the assembler, the linker and its own parts.
      '-B*, -B, -gcc-toolchain': 'project-directory',
      '-specs': 'loads-code',
      '-config': 'config',
      '-fuse-ld': { words: 'bfd gold lld mold ld', else: 'loads-code' },
      '-ld-path': 'loads-code',
      '-wrapper': 'opaque',
      '-Wl,*': { list: LINKER },
      '-Xlinker': LINKER,
      '-Wa,*': { list: { words: '--noexecstack -mbig-obj --fatal-warnings -W -march=armv8-a --gdwarf-5' } },
      '-Wp,*': { list: { keys: { '-D*, -U*': 'text' } } },
      '-Xpreprocessor': { words: '-fopenmp' },
      '-Xclang': {
        words:
          '-fopenmp -disable-O0-optnone -disable-llvm-passes -ast-dump -fcolor-diagnostics -emit-llvm -verify -target-feature',
      },
      '-D*, -U*, -W*, -O*, -g*, -m*, -l*, -x*': 'text',
      '-D, -U, -l, -x, -u, -z, -e, -MT, -MQ, -param, -arch, -target, -framework, -std, -stdlib, -rtlib, -unwindlib, -dumpbase, -dumpbase-ext, -print-file-name, -print-prog-name, -offload-arch, -cuda-gpu-arch':
        'text',
      // No negated option has a value or an effect.
      '-fno-*, -fsanitize=*, -fsanitize-recover*, -fsanitize-trap*, -fsanitize-undefined-*, -fsanitize-address-*, -fsanitize-coverage=*, -fstack-*, -fvisibility*, -flto*, -fdiagnostics-color*, -fdiagnostics-show-*, -fmax-*, -ftemplate-*, -fconstexpr-*, -finline*, -ffp-*, -fcf-protection*, -falign*, -ftrivial-auto-var-init=*, -fmacro-prefix-map=*, -ffile-prefix-map=*, -fdebug-prefix-map=*, -fms-*, -fobjc-*, -fopenmp*, -ftree-*, -fipa-*, -fsched-*, -fabi-version=*, -fmessage-length=*, -ferror-limit=*, -fexcess-precision=*, -ffree-line-length-*, -ffixed-line-length-*, -fcheck=*, -ffpe-trap=*, -fconvert=*, -fcrash-diagnostics=*, -fpack-struct=*, -fzero-call-used-regs=*, -fpatchable-function-entry=*':
        'text',
    },
    flags:
      '-c -compile -assemble -preprocess -verbose -S -E -v -w -s -r -P -C -CC -H -h -ansi -pedantic -pedantic-errors -pipe -pthread -shared -static -static-libgcc -static-libstdc++ -static-pie -pie -no-pie -rdynamic -symbolic -nostdlib -nodefaultlibs -nostartfiles -nolibc -nostdinc -nostdinc++ -nostdlib++ -undef -trigraphs -traditional-cpp -traditional -no-canonical-prefixes -no-integrated-cpp -M -MM -MD -MMD -MP -MG -MV -dM -dD -dI -dN -dU -dumpmachine -dumpversion -dumpfullversion -dumpspecs -print-search-dirs -print-libgcc-file-name -print-multi-lib -print-multi-directory -print-multiarch -print-sysroot -print-resource-dir -print-target-triple -print-supported-cpus -save-temps -save-temps=obj -save-temps=cwd -coverage -analyze -emit-llvm -emit-ast -fsyntax-only -ObjC -ObjC++ -Qunused-arguments -### -fPIC -fpic -fPIE -fpie -fexceptions -frtti -fasynchronous-unwind-tables -funwind-tables -fomit-frame-pointer -ffunction-sections -fdata-sections -ffast-math -funroll-loops -funroll-all-loops -fstrict-aliasing -fstrict-overflow -fstrict-enums -fwrapv -ftrapv -fcommon -fshort-enums -fshort-wchar -fsigned-char -funsigned-char -fsigned-bitfields -ffreestanding -fhosted -fbuiltin -fgnu89-inline -fpermissive -fcoroutines -fconcepts -fmodules -fmodules-ts -fcoverage-mapping -fprofile-arcs -ftest-coverage -fcolor-diagnostics -fansi-escape-codes -fcaret-diagnostics -finstrument-functions -fsplit-stack -fmerge-all-constants -fdelete-null-pointer-checks -fgcse -frename-registers -fweb -fpeel-loops -ftracer -fvect-cost-model -fwhole-program -fassociative-math -freciprocal-math -ffinite-math-only -fsingle-precision-constant -frounding-math -fcx-limited-range -fblocks -fcxx-exceptions -fchar8_t -fsized-deallocation -faligned-new -faligned-allocation -fimplicit-none -fbacktrace -fdefault-real-8 -fdefault-integer-8 -frecursive -fbounds-check -fanalyzer -fharden-compares -fharden-conditional-branches -femulated-tls -fnon-call-exceptions -fvisibility-inlines-hidden -fms-extensions -fplan9-extensions -fdirectives-only -fpreprocessed -fextended-identifiers -fwide-exec-charset -fdebug-macro -fstandalone-debug -fverbose-asm -frecord-gcc-switches -fkeep-inline-functions -cpp -nocpp -bundle -dynamiclib -dynamic',
    variables: {
      DEPENDENCIES_OUTPUT: 'write',
      SUNPRO_DEPENDENCIES: 'write',
      COMPILER_PATH: 'project-directory',
      GCC_EXEC_PREFIX: 'project-directory',
    },
    examples: {
      'gcc a.in': ['read a.in'],
      'gcc -o o.out -MFmf.out -MF mf.out a.in': ['write o.out', 'write mf.out', 'write mf.out', 'read a.in'],
      'gcc -MJmj.out -MJ mj.out -aux-info aux.out a.in': ['write mj.out', 'write mj.out', 'write aux.out', 'read a.in'],
      'gcc -dumpdir dumpdi-dir -J j-dir a.in': ['directory dumpdi-dir', 'directory j-dir', 'read a.in'],
      'gcc -index-store-path index-dir a.in': ['directory index-dir', 'read a.in'],
      'gcc -fprofile-dir=fprofi-dir a.in': ['directory fprofi-dir', 'read a.in'],
      'gcc -fprofile-instr-use=fprofi.in -include includ.in a.in': ['read fprofi.in', 'read includ.in', 'read a.in'],
      'gcc -imacros imacro.in -include-pch includ.in a.in': ['read imacro.in', 'read includ.in', 'read a.in'],
      'gcc -ivfsoverlay ivfsov.in -Tt.in -T t.in a.in': ['read ivfsov.in', 'read t.in', 'read t.in', 'read a.in'],
      'gcc -Idir -Ldir -I dir -L dir a.in': ['names dir', 'names dir', 'names dir', 'names dir', 'read a.in'],
      'gcc -isystem dir -iquote dir -idirafter dir a.in': ['names dir', 'names dir', 'names dir', 'read a.in'],
      'gcc -isysroot dir -sysroot dir -F dir a.in': ['names dir', 'names dir', 'names dir', 'read a.in'],
      'gcc -iframework dir -cxx-isystem dir a.in': ['names dir', 'names dir', 'read a.in'],
      'gcc -B/tmp/x -B /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'gcc -gcc-toolchain /tmp/x -specs /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'gcc -config /tmp/x -fuse-ld /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'gcc -ld-path /tmp/x -wrapper x a.in': ['code other file /tmp/x', 'unknown option -wrapper of gcc', 'read a.in'],
      'DEPENDENCIES_OUTPUT=depend.out gcc a.in': ['write depend.out', 'read a.in'],
      'SUNPRO_DEPENDENCIES=sunpro.out gcc a.in': ['write sunpro.out', 'read a.in'],
      'COMPILER_PATH=/tmp/x gcc a.in': ['opaque dynamic-code', 'code other file /tmp/x', 'read a.in'],
      'GCC_EXEC_PREFIX=/tmp/x gcc a.in': ['opaque dynamic-code', 'code other file /tmp/x', 'read a.in'],
      'gcc @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of gcc'],
      'gcc -fprofile-generate=fprofi-dir a.in': ['directory fprofi-dir', 'read a.in'],
      'gcc -fprofile-instr-generate=fprofi-dir a.in': ['directory fprofi-dir', 'read a.in'],
      'gcc -fprofile-use=fprofi.in a.in': ['read fprofi.in', 'read a.in'],
      'gcc -mllvm x -include includ.in a.in': ['unknown option -mllvm of gcc', 'read includ.in', 'read a.in'],
      'gcc -o o.out -output output.out a.in': ['write o.out', 'write output.out', 'read a.in'],
    },
  },
  cpp: {
    like: 'gcc',
    operands: ['read', 'write'],
    examples: {
      'cpp a.in b.out': ['read a.in', 'write b.out'],
      'cpp -unheard-of a.in b.out': ['unknown option -unheard-of of cpp', 'read a.in', 'write b.out'],
    },
  },
  'mpicc mpicxx mpic++ musl-gcc': {
    like: 'gcc',
    // Of MPI: what it would run.
    flags: '-show -showme -showme:compile -showme:link',
    examples: {
      'mpicc a.in': ['read a.in'],
      'mpicc -unheard-of a.in': ['unknown option -unheard-of of mpicc', 'read a.in'],
    },
  },
  'emcc em++': {
    like: 'gcc',
    options: {
      '-s*, -s': 'text',
      '-js-library, -pre-js, -post-js, -extern-pre-js, -extern-post-js, -shell-file': 'read',
      '-preload-file, -embed-file': 'read-tree',
      '-closure, -source-map-base, -minify, -threadprofiler, -memory-init-file': 'text',
      '-em-config': 'config',
    },
    flags: '-bind -emrun -profiling -profiling-funcs -tracing -clear-cache -check -emit-symbol-map -use-preload-cache',
    examples: {
      'emcc a.in': ['read a.in'],
      'emcc -js-library js.in -pre-js pre.in a.in': ['read js.in', 'read pre.in', 'read a.in'],
      'emcc -post-js post.in -extern-pre-js extern.in a.in': ['read post.in', 'read extern.in', 'read a.in'],
      'emcc -extern-post-js extern.in -shell-file shell.in a.in': ['read extern.in', 'read shell.in', 'read a.in'],
      'emcc -preload-file src -embed-file src a.in': ['read-tree src', 'read-tree src', 'read a.in'],
      'emcc -em-config /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'emcc -unheard-of a.in': ['unknown option -unheard-of of emcc', 'read a.in'],
    },
  },
  tcc: {
    like: 'gcc',
    forms: { '-run': { operands: ['run-file'], rest: 'text', language: 'compiled' } },
    flags: '-b -bt -bench',
    examples: {
      'tcc a.in': ['read a.in'],
      'tcc -run /tmp/x': ['code other file /tmp/x'],
      'tcc -unheard-of a.in': ['unknown option -unheard-of of tcc', 'read a.in'],
    },
  },
  nvcc: {
    operands: 'read',
    style: 'single-dash',
    options: {
      '-o, -output-file': 'write',
      '-odir, -output-directory': 'directory',
      '-MF, -dependency-output': 'write',
      '-ccbin, -compiler-bindir': 'loads-code',
      '-optf, -options-file': 'opaque',
      '-Xcompiler, -compiler-options': {
        list: { keys: { '-f*, -W*, -O*, -march, -std, -D*, -pthread': 'text' } },
      },
      '-I, -isystem, -L, -include-path': 'names',
      '-I*, -L*': 'names',
      '-D*, -U*, -l*, -O*, -std*, -gencode*': 'text',
      '-D, -U, -l, -O, -std, -arch, -gpu-architecture, -gencode, -code, -maxrregcount, -x, -threads, -t, -Xptxas, -ptxas-options, -cudart, -default-stream, -diag-suppress, -MT':
        'text',
    },
    flags:
      '-c -g -G -E -M -MM -MD -MMD -MP -v -w -shared -lib -dc -dlink -dw -ptx -cubin -fatbin -cuda -rdc=true -rdc=false -use_fast_math -lineinfo -expt-relaxed-constexpr -extended-lambda -expt-extended-lambda -dryrun -list-gpu-arch -list-gpu-code -restrict -time -Werror -h',
    examples: {
      'nvcc a.in': ['read a.in'],
      'nvcc -o o.out -output-file output.out a.in': ['write o.out', 'write output.out', 'read a.in'],
      'nvcc -odir odir-dir a.in': ['directory odir-dir', 'read a.in'],
      'nvcc -output-directory output-dir -MF mf.out a.in': ['directory output-dir', 'write mf.out', 'read a.in'],
      'nvcc -dependency-output depend.out a.in': ['write depend.out', 'read a.in'],
      'nvcc -ccbin /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'nvcc -compiler-bindir /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'nvcc -optf x a.in': ['unknown option -optf of nvcc', 'read a.in'],
      'nvcc -options-file x -I dir a.in': ['unknown option -options-file of nvcc', 'names dir', 'read a.in'],
      'nvcc -isystem dir -L dir -include-path dir a.in': ['names dir', 'names dir', 'names dir', 'read a.in'],
      'nvcc -Idir -Ldir a.in': ['names dir', 'names dir', 'read a.in'],
    },
  },
  'ld ld.lld lld gold mold ld.gold ld.bfd': {
    operands: 'read',
    style: 'single-dash',
    responseFiles: true,
    options: {
      '-o, -output, -Map, -out-implib, -dependency-file': 'write',
      '-T, -script, -version-script, -dynamic-list, -retain-symbols-file, -symbol-ordering-file, -R, -just-symbols':
        'read',
      '-L, -rpath-link, -sysroot': 'names',
      '-L*': 'names',
      '-plugin, -plugin-opt, -load-pass-plugin': 'opaque',
      '-l*, -z*, -O*, -m*': 'text',
      '-l, -m, -e, -entry, -z, -u, -undefined, -h, -soname, -rpath, -dynamic-linker, -I, -defsym, -y, -Ttext, -Tdata, -Tbss, -build-id, -hash-style, -A, -b, -format, -F, -a, -G, -wrap, -exclude-libs, -arch, -syslibroot, -platform_version, -compress-debug-sections, -threads, -icf, -macosx_version_min, -install_name, -framework':
        'text',
    },
    flags:
      '-v -V -verbose -s -S -x -X -r -i -relocatable -shared -Bshareable -static -Bstatic -Bdynamic -Bsymbolic -pie -no-pie -E -export-dynamic -nostdlib -as-needed -no-as-needed -gc-sections -no-gc-sections -print-gc-sections -start-group -end-group -whole-archive -no-whole-archive -no-undefined -allow-multiple-definition -allow-shlib-undefined -eh-frame-hdr -strip-all -strip-debug -t -trace -M -print-map -cref -n -N -d -dc -dp -EB -EL -warn-common -fatal-warnings -no-fatal-warnings -relax -no-relax -enable-new-dtags -disable-new-dtags -demangle -no-demangle -stats -print-memory-usage -dead_strip -dylib -build-id -demangle',
    examples: {
      'ld a.in': ['read a.in'],
      'ld -o o.out -output output.out a.in': ['write o.out', 'write output.out', 'read a.in'],
      'ld -Map map.out -out-implib out.out a.in': ['write map.out', 'write out.out', 'read a.in'],
      'ld -dependency-file depend.out -T t.in a.in': ['write depend.out', 'read t.in', 'read a.in'],
      'ld -script script.in -version-script versio.in a.in': ['read script.in', 'read versio.in', 'read a.in'],
      'ld -dynamic-list dynami.in a.in': ['read dynami.in', 'read a.in'],
      'ld -retain-symbols-file retain.in a.in': ['read retain.in', 'read a.in'],
      'ld -symbol-ordering-file symbol.in -R r.in a.in': ['read symbol.in', 'read r.in', 'read a.in'],
      'ld -just-symbols just.in -L dir -rpath-link dir a.in': ['read just.in', 'names dir', 'names dir', 'read a.in'],
      'ld -sysroot dir -Ldir -plugin x a.in': ['names dir', 'names dir', 'unknown option -plugin of ld', 'read a.in'],
      'ld -plugin-opt x a.in': ['unknown option -plugin-opt of ld', 'read a.in'],
      'ld -load-pass-plugin x a.in': ['unknown option -load-pass-plugin of ld', 'read a.in'],
      'ld @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of ld'],
    },
  },
  'as gas': {
    operands: 'read',
    style: 'single-dash',
    responseFiles: true,
    options: {
      '-o': 'write',
      '-MD': 'write',
      '-a*': { keys: { '*': 'write' } },
      '-I': 'names',
      '-I*': 'names',
      '-m*, -g*': 'text',
      '-defsym, -arch, -march, -target, -debug-prefix-map, -compress-debug-sections': 'text',
    },
    flags:
      '-32 -64 -x32 -D -f -J -K -L -keep-locals -n -R -s -W -no-warn -warn -fatal-warnings -Z -noexecstack -execstack -statistics -traditional-format -target-help -v -V -g -gstabs -EB -EL -dump-config',
    examples: {
      'as a.in': ['read a.in'],
      'as -o o.out -MD md.out -ax=a.out a.in': ['write o.out', 'write md.out', 'write a.out', 'read a.in'],
      'as -I dir -Idir a.in': ['names dir', 'names dir', 'read a.in'],
      'as @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of as'],
    },
  },
  'nasm yasm': {
    operands: 'read',
    style: 'single-dash',
    options: {
      '-o, -l, -Z, -MF, -MD': 'write',
      '-@': 'opaque',
      '-p, -P': 'read',
      '-i*, -I*, -i, -I': 'names',
      '-f*, -D*, -d*, -U*, -u*, -O*, -w*, -W*, -F*, -g*': 'text',
      '-f, -F, -D, -d, -U, -MT, -MQ, -prefix, -postfix, -m, -r': 'text',
    },
    flags: '-a -E -e -g -s -t -v -h -M -MG -MP -X -hf',
    examples: {
      'nasm a.in': ['read a.in'],
      'nasm -o o.out -l l.out -Z z.out a.in': ['write o.out', 'write l.out', 'write z.out', 'read a.in'],
      'nasm -MF mf.out -MD md.out a.in': ['write mf.out', 'write md.out', 'read a.in'],
      'nasm -@ x -p p.in -P p.in a.in': ['unknown option -@ of nasm', 'read p.in', 'read p.in', 'read a.in'],
      'nasm -idir -Idir -i dir -I dir a.in': ['names dir', 'names dir', 'names dir', 'names dir', 'read a.in'],
    },
  },
  ccache: {
    rest: 'command',
    options: {
      '-d, --dir, --directory': 'directory',
      '--config-path': 'config',
      // A setting may name a program that runs before the compiler.
      '-o, --set-config': 'opaque',
      '-k, --get-config, -F, --max-files, -M, --max-size, -X, --recompress, --evict-older-than, --evict-namespace, --checksum-file, --extract-result, --hash-file, --inspect, --trim-method, --trim-max-size':
        'text',
    },
    flags:
      '-c --cleanup -C --clear -p --show-config -s --show-stats -v --verbose -z --zero-stats -x --show-compression --show-log-stats -h -V --print-stats --print-log-stats',
    examples: {
      'ccache true': ['run true'],
      'ccache --dir dir-dir --directory direct-dir true': ['directory dir-dir', 'directory direct-dir', 'run true'],
      'ccache --config-path /tmp/x -o x true': ['code other file /tmp/x', 'unknown option -o of ccache', 'run true'],
    },
  },
  sccache: {
    rest: 'command',
    flags: '-s --show-stats --show-adv-stats -z --zero-stats --start-server --stop-server --dist-status -h -V',
    options: { '--stats-format': 'text', '--dist-auth, --package-toolchain': 'opaque' },
    examples: {
      'sccache true': ['run true'],
      'sccache --dist-auth x true': ['unknown option --dist-auth of sccache', 'run true'],
      'sccache --package-toolchain x true': ['unknown option --package-toolchain of sccache', 'run true'],
    },
  },
  distcc: {
    rest: 'command',
    flags: '--show-hosts --scan-includes -j --show-principal',
    variables: { DISTCC_HOSTS: { words: 'localhost 127.0.0.1', else: 'send' } },
    examples: {
      'distcc true': ['run true'],
      'DISTCC_HOSTS=https://b.example distcc true': ['contact b.example upload data', 'run true'],
      'distcc --unheard-of true': ['unknown option --unheard-of of distcc', 'run true'],
    },
  },
  'bear intercept-build': {
    rest: 'command',
    options: {
      '-o, --output, --cdb': 'write',
      '-c, --config': 'config',
      '-p, --parse': 'read',
      '-b, --bear-path, --library, --wrapper, --wrapper-dir, --interceptor, --citnames': 'opaque',
    },
    flags: '-v --verbose --append --force-preload --force-wrapper --run-checks -h',
    examples: {
      'bear true': ['run true'],
      'bear --output output.out --cdb cdb.out true': ['write output.out', 'write cdb.out', 'run true'],
      'bear -c /tmp/x -p p.in true': ['code other file /tmp/x', 'read p.in', 'run true'],
      'bear --bear-path x true': ['unknown option --bear-path of bear', 'run true'],
      'bear --library x true': ['unknown option --library of bear', 'run true'],
      'bear --wrapper x true': ['unknown option --wrapper of bear', 'run true'],
      'bear --wrapper-dir x true': ['unknown option --wrapper-dir of bear', 'run true'],
      'bear --interceptor x true': ['unknown option --interceptor of bear', 'run true'],
      'bear --citnames x true': ['unknown option --citnames of bear', 'run true'],
    },
  },
}

export const cCompilers: readonly Program[] = family(entries).map(looksIntoSource)
