import { literal, show, textOf, type Word } from '../../word.ts'
import { onlyCalculates } from '../code/calculations.ts'
import { ACTS } from '../code/compiled.ts'
import { readArguments } from '../options.ts'
import { arity } from './arity.ts'
import type { Kit, Program } from './program.ts'
import { isOwn, runsProject } from './project.ts'
import { are, rows, walk } from './table.ts'

/** Compilers, linkers, and programs that look at what they made. */
const tools: readonly Program[] = [
  {
    names: [
      'irb',
      'pry',
      'jjs',
      'gosh',
      'scheme',
      'csi',
      'utop',
      'iex',
      'R',
      'Rscript',
      'gp',
      'sage',
      'gforth',
      'gst',
      'gprolog',
      'sml',
      'poly',
      'ginsh',
      'psysh',
      'tinker',
      'rhino',
      'd8',
      'qjs',
      'hermes',
      'bsh',
      'jython',
      'ipython',
      'bpython',
      'ptpython',
      'ptipython',
    ],
    means: interpret,
  },
  { names: ['yosys'], means: synthesise },
  {
    names: [
      'gcc',
      'g++',
      'cc',
      'c++',
      'clang',
      'clang++',
      'cpp',
      'c99',
      'c89',
      'gfortran',
      'f77',
      'f95',
      'icc',
      'icpc',
      'nvcc',
      'hipcc',
      'emcc',
      'em++',
      'zig-cc',
      'tcc',
      'arm-none-eabi-gcc',
      'arm-none-eabi-g++',
      'x86_64-w64-mingw32-gcc',
      'x86_64-linux-gnu-gcc',
      'aarch64-linux-gnu-gcc',
      'gdc',
      'gnat',
      'gnatmake',
      'mpicc',
      'mpicxx',
      'musl-gcc',
      'dpcpp',
      'cl',
    ],
    means: compile,
  },
  { names: ['java', 'javaw'], means: runJava },
  { names: ['gdb-multiarch', 'dlv', 'rust-gdb', 'rust-lldb'], means: debug },
  ...rows({
    'ld ld.lld lld gold mold wild ld.gold as gas nasm yasm fasm masm ml64 link.exe ld64': {
      operands: 'read',
      options: {
        ...are('text', '-l -f -m -e -z -F -D --defsym -arch -dynamic-linker -rpath -soname -h'),
        ...are('names', '-L -I'),
        ...are('write', '-o -Map'),
        ...are('read', '-T --script --version-script'),
        ...are('opaque', '-plugin --plugin'),
      },
    },
    'ccache sccache distcc icecc': { operands: 'command', stopAtOperand: true },
    rustc: {
      operands: 'read',
      options: {
        ...are(
          'text',
          '--explain -C --codegen --edition --crate-type --crate-name --target --cfg --emit -l -A -W -D -Z --print --cap-lints --remap-path-prefix --check-cfg',
        ),
        ...are('names', '-L --extern --sysroot'),
        ...are('write', '-o'),
        ...are('directory', '--out-dir'),
      },
    },
    'javac kotlinc scalac scala3-compiler groovyc ecj jlink jpackage javadoc': {
      operands: 'read',
      style: 'single-dash',
      options: {
        ...are('text', '-source -target --release -encoding -Xlint -jvm-target -A'),
        ...are('names', '-cp -classpath --class-path -sourcepath -processorpath --module-path -p'),
        ...are('directory', '-d -s -h'),
        ...are('opaque', '-processor -Xplugin -J'),
        ...are('script', '-script'),
        ...are('code', '-expression'),
      },
    },
    jar: {
      operands: 'read',
      options: { ...are('write', '-f --file'), ...are('text', '-e -m --main-class -C'), ...are('directory', '-C') },
    },
    'javap jdeps jcmd jmap jmod jdeprscan': {
      operands: 'read',
      style: 'single-dash',
      options: are('names', '-cp -classpath'),
    },
    zig: {
      operands: 'text',
      options: { ...are('text', '-target -O --color'), ...are('directory', '--prefix -p --cache-dir') },
      project: ['build.zig'],
    },
    ghc: {
      operands: 'read',
      style: 'single-dash',
      options: {
        ...are('text', '-l -package -I -O -g -w'),
        ...are('write', '-o'),
        ...are('directory', '-outputdir -odir -hidir'),
        ...are('calculation', '-e'),
        ...are('program', '-F -pgmF -pgmP -pgmL -pgmc -pgml -pgma'),
        ...are('opaque', '-ghci-script'),
      },
      project: [],
    },
    nim: {
      operands: ['text', 'elsewhere'],
      options: {
        ...are('text', '-d -p --path --mm --gc'),
        ...are('write', '-o --out'),
        ...are('directory', '--outdir --nimcache'),
        ...are('code', '--eval'),
      },
      project: [],
    },
    'nimrod ocamlc ocamlopt ocamlfind dmd ldc2 valac fpc mlton elixirc erlc mcs csc fsc vbc swiftc haxe odin v vlang purs idris2 agda lean lake coqc rocq gnatprove iverilog verilator ghdl solc vyper move sui aptos cairo scarb anchor nargo leo tact slither':
      {
        operands: 'read',
        options: {
          ...are('text', '-l -package -I -O -target --target -g -w'),
          ...are('write', '-o --output --out'),
          ...are('directory', '-d --outdir --out-dir -outputdir --nimcache'),
        },
        project: [],
      },
    'objdump readelf nm size addr2line c++filt ldd otool dwarfdump llvm-objdump llvm-nm llvm-readelf llvm-size llvm-cxxfilt llvm-dwarfdump pahole bloaty elfutils eu-readelf dumpbin gcov gcovr lcov genhtml llvm-cov llvm-profdata grcov kcov gprof':
      {
        operands: 'read',
        options: {
          ...are(
            'text',
            '-j --section -M -b -m -t --source-dir --excl-start --excl-stop --excl-line -r --remove --filter -e',
          ),
          ...are('write', '-o --output --output-file --output-path --xml --html --json'),
          ...are('read', '-i --instr-profile -a --add-tracefile'),
        },
      },
    'strip objcopy lipo install_name_tool chrpath prelink upx llvm-strip llvm-objcopy dsymutil elfedit wasm-opt wasm-strip':
      {
        operands: 'edit',
        options: {
          ...are(
            'text',
            '-O -I -R -K -N -j --remove-section --only-section -r -l -id -change -add_rpath -arch -thin --add-section --set-section-flags',
          ),
          ...are('write', '-o -output --output'),
        },
      },
    'wat2wasm wasm2wat wasm-objdump wasm-validate wasm-bindgen wasm-tools wabt llc opt llvm-as llvm-dis llvm-link mlir-opt clang-check clang-query clang-apply-replacements clang-include-fixer include-what-you-use iwyu run-clang-tidy':
      {
        operands: 'read',
        options: { ...are('write', '-o --output'), ...are('text', '-p --checks'), ...are('directory', '--out-dir') },
      },
    'bear intercept-build compiledb': {
      operands: 'command',
      stopAtOperand: true,
      options: { ...are('write', '-o --output --cdb'), ...are('config', '-c --config'), ...are('read', '-p --parse') },
    },
    'callgrind_annotate cg_annotate ms_print heaptrack_print massif-visualizer': { operands: 'read' },
  }),
]

/** java runs a jar, a class or a source file; agents and options files bring in more code. */
function runJava(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: arity(
      '-cp -classpath --class-path -jar -p --module-path -m --module --add-modules --add-opens --add-exports --add-reads --source -e',
    ),
    style: 'single-dash',
    stopAtOperand: true,
  })
  for (const option of read.given)
    if (/^-(javaagent|agentpath|agentlib)/.test(option.name) || option.name.startsWith('@'))
      kit.opaque('unreadable-code', option.name)
  if (read.has('-version', '--version', '-help', '--help', '-h')) return
  for (const word of kit.invocation.program === 'groovy' ? read.values('-e') : []) kit.code('other', word)
  const jar = read.value('-jar')
  const [main] = read.operands
  if (jar) kit.file(jar, 'binary', read.operands)
  else if (main && /\.(java|kts?|scala|groovy|jsh|sc)$/.test(show(main)))
    kit.file(main, /\.(?:java|jsh)$/.test(show(main)) ? 'compiled' : 'other')
  else if (main && runsClass(kit, main, read.values('-cp', '-classpath', '--class-path'))) return
  else if (main || read.has('-m', '--module')) kit.opaque('unreadable-code', kit.invocation.evidence)
}

/**
 * A class that a build of the project left in directories of its own, or one whose source is there: source that this
 * session wrote is read, a class file that it brought is not trusted.
 */
function runsClass(kit: Kit, main: Word, paths: readonly Word[]): boolean {
  const parts = paths.flatMap((word) => (textOf(word) ?? '/').split(':').filter((part) => part !== ''))
  const brought = [...kit.memory.written.keys()].some((path) => /\.(?:class|jar)$/.test(path))
  if (
    brought ||
    kit.invocation.elevated ||
    !parts.every((part) => isOwn(kit, kit.place(literal(part.replace(/\*$/, '')))))
  )
    return false
  const source = literal(`${show(main).replaceAll('.', '/')}.java`)
  const place = kit.place(source)
  if (kit.written(place)) {
    kit.file(source, 'compiled')
    return true
  }
  if (parts.length === 0 && (place.kind !== 'path' || kit.world.look(place.real) === 'absent')) return false
  runsProject(kit)
  return true
}

/** A debugger with only harmless commands in batch mode is a look at a program; anything else is a shell. */
function debug(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: arity('-ex --eval-command -x --command -o --one-line -s --source -p --pid -c --core -iex -ix -k'),
    style: 'single-dash',
  })
  const commands = read.values('-ex', '--eval-command', '-o', '--one-line', '-iex')
  const plain =
    /^(bt|backtrace|thread apply all bt|where|info \w+|list|quit|q|disassemble|disas|print [\w>.*&\s-]+|p [\w>.*&\s-]+|x\/\S+ \S+|set (pagination|confirm|height|width|logging) \S+|frame \S+|up|down|run|r|break \S+|b \S+|continue|c)( .*)?$/
  for (const word of read.values('-x', '--command', '-s', '--source', '-ix')) kit.file(word, 'other')
  const batch = read.has('-batch', '--batch', '-b') || commands.some((word) => /^(quit|q)$/.test(show(word)))
  for (const word of read.operands) kit.reads(word)
  if (read.has('-p', '--pid'))
    kit.tell({ does: 'change-system', deed: 'inject-process', target: show(read.value('-p', '--pid') ?? literal('')) })
  if (read.has('--version', '-version', '-v')) return
  if (
    !batch ||
    !commands.every((word) => plain.test(textOf(word) ?? '')) ||
    commands.some((word) => /[|!]|shell|python/.test(show(word)))
  )
    kit.opaque('interactive', kit.invocation.evidence)
}

const COMPILE: Parameters<typeof walk>[1] = {
  operands: 'read',
  options: {
    ...are(
      'text',
      '-D -U -l -x -std -arch -target --target -Xlinker -Xpreprocessor -Xassembler -isystem -MT -MQ -W -O -g -f -m -Xclang -mllvm --param -framework -u -z',
    ),
    ...are('names', '-I -L -iquote -isysroot -B --sysroot -idirafter'),
    ...are('read', '-include -imacros -T'),
    ...are('write', '-o -MF -MJ'),
  },
}

/** A compiler only reads and writes, unless it is told to start another program or to load a plugin. */
function compile(kit: Kit): void {
  for (const word of kit.invocation.args)
    if (/^--?(wrapper|fplugin|specs|load|fpass-plugin|Xclang=?-load|plugin)\b|^-Wl,.*plugin|^@/.test(show(word)))
      kit.opaque('unreadable-code', show(word))
  walk(kit, COMPILE, kit.invocation.args)
}

/** Interpreters nobody here reads: a script, code in an option, or a prompt. */
function interpret(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: arity('-e -E --eval --expression -c -x --exec --goal -f --file -l --load'),
    style: 'gnu',
    stopAtOperand: true,
  })
  for (const word of read.values('-e', '-E', '--eval', '--expression', '-c', '-x', '--exec', '--goal'))
    if (onlyCalculates(kit.invocation.program, textOf(word) ?? '`'))
      kit.tell({ does: 'run-code', language: 'other', origin: 'inline', seenThrough: true })
    else kit.code('other', word, { via: kit.invocation.program })
  for (const word of read.values('-f', '--file', '-l', '--load')) kit.file(word, 'other')
  const [script, ...args] = read.operands
  if (script) kit.file(script, 'other', args)
  else if (read.has('--version', '-v', '-V', '--help', '-h')) return
  else if (!read.given.some((option) => option.value)) kit.stdinAsCode('other')
}

/** Orders for circuits; a few of them run programs. */
function synthesise(kit: Kit): void {
  const runs = kit.invocation.args.some(
    (word) => word.kind !== 'literal' || /\b(?:exec|tcl|shell|script|plugin|tee)\b|[!|<>`$]/.test(word.text),
  )
  walk(
    kit,
    {
      operands: 'read',
      options: {
        ...are('write', '-o -l -L'),
        ...are('text', '-f -b -d -v'),
        ...are(runs ? 'code' : 'text', '-p'),
        ...are('opaque', '-m -c -C -s'),
      },
    },
    kit.invocation.args,
  )
}

const SOURCE =
  /\.(?:c|cc|cpp|cxx|c\+\+|m|mm|rs|go|java|kt|scala|swift|nim|zig|d|hs|ml|cs|fs|vb|pas|f90|s|S|asm|odin|cr|v|ex|erl)$/

/** Source that this session wrote is read before it is compiled: the program it becomes can no longer be. */
function looksIntoSource(program: Program): Program {
  return {
    names: program.names,
    means: (kit) => {
      program.means(kit)
      const { args, stdin, evidence } = kit.invocation
      // Rust is read by its grammar; Java where it is run.
      for (const word of args)
        if (textOf(word)?.endsWith('.rs') && kit.written(kit.place(word))?.kind === 'text') kit.file(word, 'compiled')
      const written = args
        .filter((word) => SOURCE.test(textOf(word) ?? '') && !/\.(?:rs|java)$/.test(textOf(word) ?? ''))
        .map((word) => kit.written(kit.place(word)))
        .map((content) => (content?.kind === 'text' ? content.text : ''))
      if (stdin.kind === 'text' && args.some((word) => textOf(word) === '-')) written.push(stdin.text)
      if (written.some((text) => ACTS.test(text))) kit.opaque('unreadable-code', evidence)
    },
  }
}

export const compilers: readonly Program[] = tools.map(looksIntoSource)
