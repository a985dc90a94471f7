import { onlyCalculates } from '../../shell/code/calculations.ts'
import type { Program } from '../../shell/programs/program.ts'
import { textOf } from '../../word.ts'
import type { Entries } from '../entry.ts'
import { looksIntoSource } from '../written-source.ts'
import { family } from '../walk.ts'

/** Compilers of languages beside C. Plugins, preprocessors, linkers and macros are code that runs while compiling. */
const entries: Entries = {
  rustc: {
    operands: 'read',
    responseFiles: true,
    options: {
      '-o': 'write',
      '--out-dir': 'directory',
      '-L': {
        keys: { 'dependency, crate, native, framework, all': 'project-directory' },
        else: 'project-directory',
      },
      // Macros are among them.
      '--extern': { keys: { '*': 'loads-code' } },
      '--sysroot': 'project-directory',
      '--target': 'loads-code',
      '--emit': { separator: ',', keys: { 'asm, llvm-bc, llvm-ir, obj, metadata, link, dep-info, mir': 'write' } },
      '--print': { keys: { '*': 'write' } },
      '-C, --codegen': {
        keys: {
          'linker, linker-plugin-lto': 'loads-code',
          'incremental, profile-generate': 'directory',
          'profile-use': 'read',
          'opt-level, debuginfo, target-cpu, target-feature, lto, codegen-units, panic, strip, debug-assertions, overflow-checks, embed-bitcode, metadata, extra-filename, relocation-model, code-model, prefer-dynamic, rpath, instrument-coverage, split-debuginfo, symbol-mangling-version, save-temps, no-prepopulate-passes, linker-flavor, force-frame-pointers, control-flow-guard, no-redzone, default-linker-libraries, inline-threshold':
            'text',
        },
      },
      '-Z': {
        keys: {
          'unstable-options, sanitizer, threads, parse-only, no-codegen, unpretty, time-passes, macro-backtrace, treat-err-as-bug, next-solver, polonius':
            'text',
        },
      },
      '--explain, --edition, --crate-type, --crate-name, --cfg, --check-cfg, -l, -A, --allow, -W, --warn, -D, --deny, -F, --forbid, --force-warn, --cap-lints, --error-format, --color, --json, --remap-path-prefix, --diagnostic-width':
        'text',
    },
    flags: '-g -O --test -v --verbose -h -V',
    examples: {
      'rustc a.in': ['read a.in'],
      'rustc -o o.out --out-dir out-dir a.in': ['write o.out', 'directory out-dir', 'read a.in'],
      'rustc -L dependency=/tmp/x -L /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'rustc --extern x=/tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'rustc --sysroot /tmp/x --target /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'rustc --emit asm=emit.out --print x=print.out a.in': ['write emit.out', 'write print.out', 'read a.in'],
      'rustc -C linker=/tmp/x -C incremental=c-dir a.in': ['code other file /tmp/x', 'directory c-dir', 'read a.in'],
      'rustc -C profile-use=c.in -C opt-level=x a.in': ['read c.in', 'read a.in'],
      'rustc @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of rustc'],
    },
  },
  swiftc: {
    operands: 'read',
    style: 'single-dash',
    responseFiles: true,
    options: {
      '-o, -emit-module-path, -emit-objc-header-path, -output-file-map-path, -emit-dependencies-path, -serialize-diagnostics-path':
        'write',
      '-module-cache-path, -index-store-path': 'directory',
      '-tools-directory, -ld-path': 'project-directory',
      '-load-plugin-library, -load-plugin-executable, -plugin-path, -external-plugin-path': 'loads-code',
      '-I*, -L*, -F*': 'names',
      '-I, -L, -F, -Fsystem, -sdk, -resource-dir, -working-directory': 'names',
      '-import-objc-header': 'read',
      '-D*, -l*, -framework*': 'text',
      '-D, -l, -framework, -module-name, -module-link-name, -target, -target-cpu, -swift-version, -j, -num-threads, -enable-experimental-feature, -enable-upcoming-feature, -use-ld, -sanitize, -profile-use, -strict-concurrency':
        'text',
    },
    flags:
      '-c -O -Onone -Osize -Ounchecked -g -gnone -v -emit-library -emit-executable -emit-object -emit-module -emit-assembly -emit-ir -emit-sil -emit-silgen -typecheck -parse -dump-ast -static -static-stdlib -static-executable -parse-as-library -whole-module-optimization -wmo -enable-testing -warnings-as-errors -suppress-warnings -incremental -color-diagnostics -no-color-diagnostics -profile-generate -enable-library-evolution -driver-print-jobs -h',
    examples: {
      'swiftc a.in': ['read a.in'],
      'swiftc -o o.out -emit-module-path emit.out a.in': ['write o.out', 'write emit.out', 'read a.in'],
      'swiftc -emit-objc-header-path emit.out a.in': ['write emit.out', 'read a.in'],
      'swiftc -output-file-map-path output.out a.in': ['write output.out', 'read a.in'],
      'swiftc -emit-dependencies-path emit.out a.in': ['write emit.out', 'read a.in'],
      'swiftc -serialize-diagnostics-path serial.out a.in': ['write serial.out', 'read a.in'],
      'swiftc -module-cache-path module-dir a.in': ['directory module-dir', 'read a.in'],
      'swiftc -index-store-path index-dir a.in': ['directory index-dir', 'read a.in'],
      'swiftc -tools-directory /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'swiftc -ld-path /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'swiftc -load-plugin-library /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'swiftc -load-plugin-executable /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'swiftc -plugin-path /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'swiftc -external-plugin-path /tmp/x -Idir a.in': ['code other file /tmp/x', 'names dir', 'read a.in'],
      'swiftc -Ldir -Fdir -I dir -L dir a.in': ['names dir', 'names dir', 'names dir', 'names dir', 'read a.in'],
      'swiftc -F dir -Fsystem dir -sdk dir a.in': ['names dir', 'names dir', 'names dir', 'read a.in'],
      'swiftc -resource-dir dir -working-directory dir a.in': ['names dir', 'names dir', 'read a.in'],
      'swiftc -import-objc-header import.in a.in': ['read import.in', 'read a.in'],
      'swiftc @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of swiftc'],
    },
  },
  zig: {
    options: {
      '-target, -O, --color, -mcpu, --name, -j, --summary, --seed, --maxrss': 'text',
      '-D*, -l*, -O*, -j*, -m*, -f*, -I*, -L*': 'text',
      '--prefix, -p, --cache-dir, --global-cache-dir': 'directory',
      '-femit-bin=*, -femit-asm=*, -femit-docs=*': 'write',
      '--build-file': 'loads-code',
      '--zig-lib-dir, --sysroot, --search-prefix': 'project-directory',
      '--libc': 'read',
      '--test-cmd': 'opaque',
      '--test-filter, --test-name-prefix': 'text',
    },
    style: 'single-dash',
    flags:
      '-h --verbose --watch --fetch --release --release=safe --release=fast --release=small -static -dynamic --strip -fstrip --test-no-exec -lc -lc++ --stdin -freference-trace --list-steps',
    subcommands: {
      build: { project: ['build.zig'], operands: 'text' },
      'run, test': { operands: 'project-directory', language: 'compiled' },
      'build-exe, build-lib, build-obj, ast-check, translate-c': { operands: 'read' },
      fmt: { operands: 'edit', forms: { '--check': { operands: 'read-tree' } } },
      init: { effects: ['write build.zig'] },
      'version, env, zen, targets, help, std': { operands: 'text' },
      fetch: { operands: 'fetch', flags: '--save' },
    },
    examples: {
      'zig build x': [],
      'zig build --prefix prefix-dir --cache-dir cache-dir x': ['directory prefix-dir', 'directory cache-dir'],
      'zig build --global-cache-dir global-dir -femit-bin=femit.out x': ['directory global-dir', 'write femit.out'],
      'zig build -femit-asm=femit.out -femit-docs=femit.out x': ['write femit.out', 'write femit.out'],
      'zig build --build-file /tmp/x --zig-lib-dir /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'zig build --sysroot /tmp/x --search-prefix /tmp/x x': ['code other file /tmp/x', 'code other file /tmp/x'],
      'zig build --libc libc.in --test-cmd x x': ['read libc.in', 'unknown option --test-cmd of zig build'],
      'cd /tmp/x && zig build x': ['names /tmp/x', 'run zig', 'code other file /tmp/x'],
      'zig run /tmp/x': ['code compiled file /tmp/x'],
      'zig build-exe a.in': ['read a.in'],
      'zig fmt a.file': ['edit a.file'],
      'zig fmt --check src': ['read-tree src'],
      'zig init': ['write build.zig'],
      'zig fetch https://a.example': ['contact a.example fetch'],
    },
  },
  ghc: {
    operands: 'read',
    style: 'single-dash',
    project: [],
    options: {
      '-o, -ohi, -dyno': 'write',
      '-outputdir, -odir, -hidir, -stubdir, -dumpdir, -tmpdir, -hiedir': 'directory',
      '-e': 'text',
      '-pgmF, -pgmP, -pgmL, -pgmc, -pgml, -pgma, -pgms, -pgmlo, -pgmlc, -pgmi, -pgmdll': 'loads-code',
      '-i*, -I*, -L*': 'names',
      '-package, -package-id, -hide-package, -main-is, -x, -this-unit-id, -framework': 'text',
      '-l*, -O*, -W*, -X*, -D*, -U*, -g*, -j*, -v*, -fno-*, -ddump-*, -with-rtsopts=*': 'text',
    },
    flags:
      '-c -S -C -E -F -M -fno-code -fforce-recomp -threaded -dynamic -static -shared -prof -fprof-auto -rtsopts -debug -no-link -w -Wall -Werror -O -n --make -fobject-code -fbyte-code -fPIC -fllvm -haddock -h',
    examples: {
      'ghc a.in': ['read a.in'],
      'ghc -o o.out -ohi ohi.out -dyno dyno.out a.in': ['write o.out', 'write ohi.out', 'write dyno.out', 'read a.in'],
      'ghc -outputdir output-dir -odir odir-dir a.in': ['directory output-dir', 'directory odir-dir', 'read a.in'],
      'ghc -hidir hidir-dir -stubdir stubdi-dir a.in': ['directory hidir-dir', 'directory stubdi-dir', 'read a.in'],
      'ghc -dumpdir dumpdi-dir -tmpdir tmpdir-dir a.in': ['directory dumpdi-dir', 'directory tmpdir-dir', 'read a.in'],
      'ghc -hiedir hiedir-dir -F /tmp/x a.in': [
        'directory hiedir-dir',
        'read /tmp/x',
        'read a.in',
        'opaque unknown-option',
      ],
      'ghc -pgmF /tmp/x -pgmP /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'ghc -pgmL /tmp/x -pgmc /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'ghc -pgml /tmp/x -pgma /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'ghc -pgms /tmp/x -pgmlo /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'ghc -pgmlc /tmp/x -pgmi /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'ghc -pgmdll /tmp/x -idir -Idir a.in': ['code other file /tmp/x', 'names dir', 'names dir', 'read a.in'],
      'ghc -Ldir a.in': ['names dir', 'read a.in'],
      'cd /tmp/x && ghc a.in': ['names /tmp/x', 'run ghc', 'code other file /tmp/x', 'read /tmp/x/a.in'],
      'ghc -unheard-of a.in': ['unknown option -unheard-of of ghc', 'read a.in'],
    },
  },
  nim: {
    options: {
      '-o, --out, -o:*, --out:*': 'write',
      '--outdir, --nimcache, --outdir:*, --nimcache:*': 'directory',
      '--eval, --eval:*': 'code',
      '-p, --path, -p:*, --path:*': 'project-directory',
      '--cincludes, --clibdir, --cincludes:*, --clibdir:*': 'names',
      '--lib, --lib:*': 'project-directory',
      '--passC:*, --passL:*, -t:*, -l:*': 'opaque',
      '--import:*, --include:*': 'loads-code',
      '-d:*, --define:*, -u:*, --undef:*, -x:*, --checks:*, --opt:*, --app:*, --mm:*, --gc:*, --threads:*, --os:*, --cpu:*, --cc:*, --backend:*, -b:*, --warnings:*, -w:*, --hints:*, --hint:*, --warning:*, --warningAsError:*, --hintAsError:*, --styleCheck:*, --lineTrace:*, --stackTrace:*, --stackTraceMsgs:*, --assertions:*, -a:*, --debugger:*, --verbosity:*, --parallelBuild:*, --colors:*, --panics:*, --exceptions:*, --tlsEmulation:*, --experimental:*, --skipCfg:*, --skipUserCfg:*, --skipParentCfg:*, --skipProjCfg:*, --index:*, --project:*, --excessiveStackTrace:*, --boundChecks:*, --overflowChecks:*, --rangeChecks:*, --nilChecks:*, --objChecks:*, --fieldChecks:*, --floatChecks:*, --nanChecks:*, --infChecks:*, --lineDir:*, --embedsrc:*, --incremental:*, --forceBuild:*, --run:*, --compileOnly:*, --genScript:*, --processing:*, --spellSuggest:*, --maxLoopIterationsVM:*, --errorMax:*, --implicitStatic:*, --patterns:*, --trmacros:*, --multimethods:*, --sinkInference:*, --deepcopy:*, --asm:*, --docRoot:*, --git.url:*, --git.commit:*, --filenames:*, --showAllMismatches:*, --declaredLocs:*, --unitsep:*, --hintsAsErrors:*':
        'text',
      '-d, --define, -u, --undef, -x, --checks, --opt, --app, --mm, --gc, --threads, --os, --cpu, --cc, --backend, -b, --warnings, -w, --hints, --hint, --warning, --styleCheck, --lineTrace, --stackTrace, --assertions, -a, --debugger, --verbosity, --parallelBuild, --colors, --panics, --exceptions, --tlsEmulation, --experimental, --skipCfg, --skipUserCfg, --skipParentCfg, --skipProjCfg, --index, --project':
        'text?',
    },
    flags:
      '-r --run -f --forceBuild -c --compileOnly --noLinking --noMain -h --listCmd --usenimcache --excessiveStackTrace',
    subcommands: {
      'c, cc, cpp, compile, compileToC, compileToCpp, objc, js, check, doc, doc2, rst2html, jsondoc, dump, genDepend, ctags, buildIndex':
        { operands: ['project-directory'], rest: 'text', project: [] },
      e: { operands: ['run-file'], rest: 'text' },
      r: { operands: ['project-directory'], rest: 'text', project: [] },
      'help, secret': { operands: 'text' },
    },
    examples: {
      'nim c tests': [],
      'nim c -o o.out --outdir outdir-dir tests': ['write o.out', 'directory outdir-dir'],
      'nim c --nimcache nimcac-dir --eval x tests': ['directory nimcac-dir', 'code other inline'],
      'nim c -p /tmp/x --cincludes dir --clibdir dir tests': ['code other file /tmp/x', 'names dir', 'names dir'],
      'nim c --lib /tmp/x tests': ['code other file /tmp/x'],
      'cd /tmp/x && nim c tests': ['names /tmp/x', 'run nim', 'code other file /tmp/x', 'code other file /tmp/x/tests'],
      'nim c -r --hints:off -d:release tests/a.nim': [],
      'nim c --out:o.out --outdir:dir --nimcache:cache tests': ['write o.out', 'directory dir', 'directory cache'],
      'nim c --path:/tmp/x --lib:/tmp/y --cincludes:dir --clibdir:dir tests': [
        'code other file /tmp/x',
        'code other file /tmp/y',
        'names dir',
        'names dir',
      ],
      'nim c -p:/tmp/x -o:o.out tests': ['code other file /tmp/x', 'write o.out'],
      'nim c --out o.out --path /tmp/x tests': ['write o.out', 'code other file /tmp/x'],
      'nim c --eval:x tests': ['code other inline'],
      'nim c --passC:-fplugin=x tests': ['unknown option --passC:* of nim c'],
      'nim c --passL:-lx tests': ['unknown option --passL:* of nim c'],
      'nim c -t:-fplugin=x tests': ['unknown option -t:* of nim c'],
      'nim c --import:/tmp/x tests': ['code other file /tmp/x'],
      'nim c --include:/tmp/x tests': ['code other file /tmp/x'],
      'nim e /tmp/x': ['code other file /tmp/x'],
      'cd /tmp/x && nim r tests': ['names /tmp/x', 'run nim', 'code other file /tmp/x', 'code other file /tmp/x/tests'],
      'nim c --unheard-of': ['unknown option --unheard-of of nim c'],
    },
  },
  'ocamlc ocamlopt ocamlfind': {
    operands: 'read',
    style: 'single-dash',
    options: {
      '-o': 'write',
      '-I': 'names',
      '-package, -predicates, -w, -warn-error, -cclib, -inline, -for-pack, -open, -color, -impl, -intf, -intf-suffix':
        'text',
    },
    flags:
      '-a -c -g -i -linkpkg -thread -unsafe -bin-annot -annot -custom -output-obj -output-complete-obj -principal -rectypes -safe-string -short-paths -strict-sequence -strict-formats -nolabels -noassert -noautolink -nopervasives -nostdlib -opaque -pack -shared -S -O2 -O3 -unboxed-types -v -verbose -version -vnum -where -config -only-show',
    examples: {
      'ocamlc a.in': ['read a.in'],
      'ocamlc -o o.out -I dir a.in': ['write o.out', 'names dir', 'read a.in'],
      'ocamlc -unheard-of a.in': ['unknown option -unheard-of of ocamlc', 'read a.in'],
    },
  },
  dmd: {
    operands: 'read',
    style: 'single-dash',
    forms: { '-run': { operands: ['run-file'], rest: 'text', language: 'compiled' } },
    options: {
      '-of=*, -of*, -Xf=*, -Hf=*, -Df=*, -deps=*, -map=*': 'write',
      '-od=*, -od*, -Hd=*, -Dd=*': 'directory',
      '-I=*, -I*, -J=*, -J*': 'names',
      '-L=*, -L*': 'opaque',
      '-conf=*': 'config',
      '-version=*, -debug=*, -mcpu=*, -boundscheck=*, -check=*, -checkaction=*, -preview=*, -revert=*, -transition=*, -extern-std=*, -color=*, -verrors=*, -mixin=*':
        'text',
    },
    flags:
      '-c -g -O -inline -release -unittest -main -shared -lib -m32 -m64 -w -wi -d -dw -de -betterC -cov -debug -fPIC -gc -gf -gs -gx -H -D -X -i -o- -op -profile -v -vcolumns -vtls -lowmem',
    examples: {
      'dmd a.in': ['read a.in'],
      'dmd -of=of.out -ofof.out -Xf=xf.out a.in': ['write of.out', 'write of.out', 'write xf.out', 'read a.in'],
      'dmd -Hf=hf.out -Df=df.out -deps=deps.out a.in': ['write hf.out', 'write df.out', 'write deps.out', 'read a.in'],
      'dmd -map=map.out -od=od-dir a.in': ['write map.out', 'directory od-dir', 'read a.in'],
      'dmd -odod-dir -Hd=hd-dir a.in': ['directory od-dir', 'directory hd-dir', 'read a.in'],
      'dmd -Dd=dd-dir -I=dir -Idir a.in': ['directory dd-dir', 'names dir', 'names dir', 'read a.in'],
      'dmd -J=dir -Jdir -L=x a.in': ['names dir', 'names dir', 'unknown option -L=* of dmd', 'read a.in'],
      'dmd -Lx -conf=/tmp/x a.in': ['unknown option -L* of dmd', 'code other file /tmp/x', 'read a.in'],
      'dmd -run /tmp/x': ['code other file /tmp/x'],
    },
  },
  elixirc: {
    // Macros of what it compiles are run.
    operands: 'project-directory',
    options: {
      '-o': 'directory',
      '-r, --require': 'loads-code',
      '-pa, -pz, -pr': 'project-directory',
      '-e, --eval': 'code',
      '--erl, --vm-args': 'opaque',
    },
    style: 'single-dash',
    flags: '--verbose --warnings-as-errors --ignore-module-conflict --no-docs --no-debug-info -v -h',
    examples: {
      'elixirc tests': [],
      'elixirc -o o-dir -r /tmp/x tests': ['directory o-dir', 'code other file /tmp/x'],
      'elixirc -pa /tmp/x -pz /tmp/x tests': ['code other file /tmp/x', 'code other file /tmp/x'],
      'elixirc -pr /tmp/x -e x tests': ['code other file /tmp/x', 'code other inline'],
      'elixirc --erl x --vm-args x tests': ['unknown option --erl of elixirc', 'unknown option --vm-args of elixirc'],
      'elixirc /tmp/x': ['code other file /tmp/x'],
    },
  },
  erlc: {
    operands: 'read',
    style: 'single-dash',
    options: {
      '-o': 'directory',
      '-I': 'names',
      '-pa, -pz': 'project-directory',
      '+{*': 'opaque',
      '-MF': 'write',
      '-W*, -D*, -b*': 'text',
      '-MT, -MQ': 'text',
    },
    flags:
      '-v -S -P -E -M -MMD -MP -MG -W +debug_info +warn_unused_vars +warnings_as_errors +native +deterministic +inline',
    examples: {
      'erlc a.in': ['read a.in'],
      'erlc -o o-dir -I dir -pa /tmp/x a.in': ['directory o-dir', 'names dir', 'code other file /tmp/x', 'read a.in'],
      'erlc -pz /tmp/x +{x a.in': ['code other file /tmp/x', 'unknown option +{* of erlc', 'read a.in'],
      'erlc -MF mf.out a.in': ['write mf.out', 'read a.in'],
    },
  },
  'opt llc llvm-as llvm-dis llvm-link': {
    operands: 'read',
    style: 'single-dash',
    options: {
      '-o': 'write',
      '-load, -load-pass-plugin': 'loads-code',
      '-pass-remarks-output, -time-trace-file, -info-output-file, -stats-json-file': 'write',
      '-passes, -march, -mcpu, -mtriple, -mattr, -filetype, -relocation-model, -code-model, -O, -float-abi, -print-after, -print-before, -filter-print-funcs, -debug-only':
        'text',
      '-O*': 'text',
    },
    flags:
      '-S -f -stats -time-passes -disable-output -print-after-all -print-before-all -mem2reg -instcombine -simplifycfg -verify -verify-each -dot-cfg -only-needed -internalize -suppress-warnings -v -analyze -enable-new-pm -disable-verify -strip-debug -loop-unroll -gvn -dce -inline -sroa',
    examples: {
      'opt a.in': ['read a.in'],
      'opt -o o.out -load /tmp/x a.in': ['write o.out', 'code other file /tmp/x', 'read a.in'],
      'opt -load-pass-plugin /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'opt -pass-remarks-output pass.out a.in': ['write pass.out', 'read a.in'],
      'opt -time-trace-file time.out a.in': ['write time.out', 'read a.in'],
      'opt -info-output-file info.out a.in': ['write info.out', 'read a.in'],
      'opt -stats-json-file stats.out a.in': ['write stats.out', 'read a.in'],
      'opt -unheard-of a.in': ['unknown option -unheard-of of opt', 'read a.in'],
    },
  },
}

/** Haskell on the command line, unless it only calculates: `ghc -e 'sum [1..10]'`. */
function evaluating(program: Program): Program {
  return {
    ...program,
    means: (context) => {
      program.means(context)
      const { args } = context.invocation
      for (const [index, word] of args.entries()) {
        if (textOf(word) !== '-e') continue
        const code = args[index + 1]
        if (code === undefined) continue
        if (onlyCalculates('ghc', textOf(code) ?? '`'))
          context.record({ does: 'run-code', language: 'other', origin: 'inline', seenThrough: true })
        else context.code('other', code, { via: 'ghc' })
      }
    },
    examples: {
      ...program.entry?.examples,
      "ghc -e 'sum [1..10]'": [],
      'ghc -e x': ['code other inline'],
    },
  }
}

export const compilers: readonly Program[] = family(entries)
  .map((program) => (program.names.includes('ghc') ? evaluating(program) : program))
  .map(looksIntoSource)
