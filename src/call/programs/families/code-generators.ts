import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that make source or settings from other files: configure scripts, parsers, translations, protocols. */
const entries: Entries = {
  'autoconf autoreconf automake aclocal autoheader libtoolize autoupdate autoscan': {
    operands: 'read',
    project: ['configure.ac', 'configure.in', 'bootstrap.conf'],
    options: {
      '-o, --output': 'write',
      '-I, --include, -B, --prepend-include, --system-acdir': 'project-directory',
      '-W, --warnings, -t, --trace': 'text',
      '--aclocal-path, --automake-acdir': 'project-directory',
    },
    flags:
      '-v --verbose -d --debug -f --force -i --install -s --symlink -m --make -c --copy -a --add-missing --no-recursive --gnu --gnits --foreign --cygnus --force-missing --no-force -i --ignore-deps --include-deps --initialization -q --quiet --silent --automake --ltdl --recursive --subproject --nonrecursive -h -V',
    examples: {
      'autoconf a.in': ['read a.in'],
      'autoconf -o o.out --include /tmp/x a.in': ['write o.out', 'code other file /tmp/x', 'read a.in'],
      'autoconf --prepend-include /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'autoconf --system-acdir /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'autoconf --aclocal-path /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'autoconf --automake-acdir /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'cd /tmp/x && autoconf a.in': ['names /tmp/x', 'run autoconf', 'code other file /tmp/x', 'read /tmp/x/a.in'],
      'autoconf --unheard-of a.in': ['unknown option --unheard-of of autoconf', 'read a.in'],
    },
  },
  'msgfmt msgmerge xgettext msginit msgcat': {
    operands: 'read',
    options: {
      '-o, --output-file, --output': 'write',
      '-p, --output-dir, -d, --default-domain': 'directory',
      '-D, --directory': 'names',
      '-f, --files-from': 'read',
      '-x, --exclude-file, --its, --template, -C, --compendium': 'read',
      '-i, --input': 'read',
      '-L, --language, -k, --keyword, --from-code, -l, --locale, --width, -w, --package-name, --package-version, --copyright-holder, --msgid-bugs-address, -c, --add-comments, --flag, --backup, --suffix, -N, -r, --resource, --alignment, --check-accelerators, -t, --to-code, --lang':
        'text?',
    },
    flags:
      '-s --sort-output --sort-by-file -F -n --add-location --no-location --no-wrap -j --join-existing --omit-header --foreign-user -v --verbose --statistics --check --check-format --check-header --check-domain -U --update -q --quiet -e -E --no-escape --force-po --strict --java --java2 --no-translator --use-fuzzy --no-fuzzy-matching --previous --xml --csharp --qt --desktop --use-first -u --unique -a --extract-all -m -M -h -V',
    examples: {
      'msgfmt a.in': ['read a.in'],
      'msgfmt --output-file output.out --output output.out a.in': ['write output.out', 'write output.out', 'read a.in'],
      'msgfmt --output-dir output-dir a.in': ['directory output-dir', 'read a.in'],
      'msgfmt --default-domain defaul-dir -D dir a.in': ['directory defaul-dir', 'names dir', 'read a.in'],
      'msgfmt -f f.in --exclude-file exclud.in a.in': ['read f.in', 'read exclud.in', 'read a.in'],
      'msgfmt --its its.in --template templa.in a.in': ['read its.in', 'read templa.in', 'read a.in'],
      'msgfmt --compendium compen.in -i i.in a.in': ['read compen.in', 'read i.in', 'read a.in'],
      'msgfmt --unheard-of a.in': ['unknown option --unheard-of of msgfmt', 'read a.in'],
    },
  },
  'bison yacc byacc': {
    operands: 'read',
    options: {
      '-o, --output, --output-file': 'write',
      '-H, --header, --defines, --graph, -g, -x, --xml, --html, --report-file': 'write?',
      '-b, --file-prefix': 'write',
      '-S, --skeleton': 'loads-code',
      '-L, --language, -p, --name-prefix, -D, --define, -F, --force-define, -W, --warnings, -f, --feature, --report, --color, --style, -M, --file-prefix-map':
        'text',
      '-r': 'text',
    },
    flags:
      '-d -v --verbose -t --debug -l --no-lines -k --token-table --locations -y --yacc --print-localedir --print-datadir -u --update -h -V -Wall -Wno-yacc -Werror',
    examples: {
      'bison a.in': ['read a.in'],
      'bison --output output.out --output-file output.out a.in': ['write output.out', 'write output.out', 'read a.in'],
      'bison --header=header.out --defines=define.out a.in': ['write header.out', 'write define.out', 'read a.in'],
      'bison --graph=graph.out --xml=xml.out a.in': ['write graph.out', 'write xml.out', 'read a.in'],
      'bison --html=html.out --report-file=report.out a.in': ['write html.out', 'write report.out', 'read a.in'],
      'bison -b b.out -S /tmp/x a.in': ['write b.out', 'code other file /tmp/x', 'read a.in'],
      'bison --unheard-of a.in': ['unknown option --unheard-of of bison', 'read a.in'],
    },
  },
  'flex lex': {
    operands: 'read',
    options: {
      '-o, --outfile': 'write',
      '--header-file, --tables-file, --backup-file': 'write?',
      '-S, --skel': 'loads-code',
      '-P, --prefix, -D': 'text',
      '--yyclass': 'text?',
    },
    flags:
      '-B --batch -I --interactive -l --lex-compat -X --posix-compat -7 --7bit -8 --8bit -i --case-insensitive -d --debug -b --backup -p --perf-report -s --nodefault -T --trace -w --nowarn -v --verbose -f --full -F --fast -L --noline -R --reentrant --bison-bridge --bison-locations -t --stdout --yylineno --noyywrap --never-interactive --c++ -+ -h -V -Ca -Ce -Cf -CF -Cm -Cr --nounistd --noansi-definitions --noansi-prototypes',
    examples: {
      'flex a.in': ['read a.in'],
      'flex -o o.out --header-file=header.out a.in': ['write o.out', 'write header.out', 'read a.in'],
      'flex --tables-file=tables.out a.in': ['write tables.out', 'read a.in'],
      'flex --backup-file=backup.out -S /tmp/x a.in': ['write backup.out', 'code other file /tmp/x', 'read a.in'],
      'flex --unheard-of a.in': ['unknown option --unheard-of of flex', 'read a.in'],
    },
  },
  protoc: {
    operands: 'read',
    responseFiles: true,
    options: {
      '-I, --proto_path': 'names',
      '--plugin': { keys: { 'protoc-gen-*': 'loads-code' }, else: 'loads-code' },
      '-o, --descriptor_set_out, --dependency_out': 'write',
      '--descriptor_set_in': { list: 'read', separator: ':' },
      '--cpp_out, --csharp_out, --java_out, --js_out, --kotlin_out, --objc_out, --php_out, --pyi_out, --python_out, --ruby_out, --rust_out, --go_out, --go-grpc_out, --ts_out, --grpc_out, --grpc_python_out, --dart_out, --doc_out, --swift_out, --es_out, --grpc-gateway_out, --openapiv2_out':
        'directory',
      '--encode, --decode, --error_format, --go_opt, --go-grpc_opt, --ts_opt, --es_opt, --java_opt, --python_opt, --js_opt, --doc_opt, --grpc-gateway_opt, --openapiv2_opt, --swift_opt, --direct_dependencies':
        'text',
    },
    flags:
      '--include_imports --include_source_info --retain_options --decode_raw --print_free_field_numbers --fatal_warnings --experimental_allow_proto3_optional --experimental_editions --deterministic_output -h',
    examples: {
      'protoc a.in': ['read a.in'],
      'protoc -I dir --plugin protoc-gen-x=/tmp/x a.in': ['names dir', 'code other file /tmp/x', 'read a.in'],
      'protoc --plugin /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'protoc --descriptor_set_out descri.out a.in': ['write descri.out', 'read a.in'],
      'protoc --dependency_out depend.out a.in': ['write depend.out', 'read a.in'],
      'protoc --descriptor_set_in descri.in a.in': ['read descri.in', 'read a.in'],
      'protoc --cpp_out cpp-dir a.in': ['directory cpp-dir', 'read a.in'],
      'protoc --csharp_out csharp-dir a.in': ['directory csharp-dir', 'read a.in'],
      'protoc --java_out java-dir --js_out js-dir a.in': ['directory java-dir', 'directory js-dir', 'read a.in'],
      'protoc --kotlin_out kotlin-dir a.in': ['directory kotlin-dir', 'read a.in'],
      'protoc --objc_out objc-dir --php_out php-dir a.in': ['directory objc-dir', 'directory php-dir', 'read a.in'],
      'protoc --pyi_out pyi-dir a.in': ['directory pyi-dir', 'read a.in'],
      'protoc --python_out python-dir a.in': ['directory python-dir', 'read a.in'],
      'protoc --ruby_out ruby-dir --rust_out rust-dir a.in': ['directory ruby-dir', 'directory rust-dir', 'read a.in'],
      'protoc --go_out go-dir --go-grpc_out go-dir a.in': ['directory go-dir', 'directory go-dir', 'read a.in'],
      'protoc --ts_out ts-dir --grpc_out grpc-dir a.in': ['directory ts-dir', 'directory grpc-dir', 'read a.in'],
      'protoc --grpc_python_out grpc-dir a.in': ['directory grpc-dir', 'read a.in'],
      'protoc --dart_out dart-dir --doc_out doc-dir a.in': ['directory dart-dir', 'directory doc-dir', 'read a.in'],
      'protoc --swift_out swift-dir --es_out es-dir a.in': ['directory swift-dir', 'directory es-dir', 'read a.in'],
      'protoc --grpc-gateway_out grpc-dir a.in': ['directory grpc-dir', 'read a.in'],
      'protoc --openapiv2_out openap-dir a.in': ['directory openap-dir', 'read a.in'],
      'protoc @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of protoc'],
    },
  },
  buf: {
    options: { '--log-format, --timeout': 'text' },
    flags: '--debug -v --verbose -h',
    subcommands: {
      format: {
        operands: 'read-tree',
        default: '.',
        inPlace: '-w, --write',
        options: { '-o, --output': 'write', '--config': 'config', '--path, --exclude-path, --error-format': 'text' },
        flags: '-d --diff --exit-code',
      },
      'lint, build, breaking, ls-files, stats, dep graph, dep prune, mod prune, config ls-modules, export': {
        operands: 'source',
        default: '.',
        options: {
          '-o, --output': 'write',
          '--config, --against-config': 'config',
          '--against': 'source',
          '--path, --exclude-path, --error-format, --type, --exclude-type, --limit-to-input-files': 'text',
        },
        flags: '-d --diff --exit-code --exclude-imports --exclude-source-info --as-file-descriptor-set --all',
      },
      generate: {
        operands: 'source',
        default: '.',
        project: ['buf.gen.yaml'],
        options: {
          '--template': 'loads-code',
          '-o, --output': 'directory',
          '--config': 'config',
          '--path, --exclude-path, --error-format, --type': 'text',
        },
        flags: '--include-imports --include-wkt --clean',
      },
      'dep update, mod update': { operands: 'text', effects: ['install buf registry project'] },
      push: {
        operands: 'text',
        options: { '--label, --tag, --branch, --message, --create-visibility': 'text' },
        flags: '--create --draft',
        effects: ['service buf publish'],
      },
      'help, completion, config init, mod init, plugin prune': { operands: 'text' },
    },
    examples: {
      'buf format src': ['read-tree src'],
      'buf format -o o.out --config /tmp/x src': ['write o.out', 'code other file /tmp/x', 'read-tree src'],
      'buf format': ['read-tree .'],
      'buf format -w src': ['read-tree src', 'edit src'],
      'buf lint -o o.out --config /tmp/x a.in': ['write o.out', 'code other file /tmp/x', 'read a.in'],
      'buf lint --against-config /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'buf lint --against agains.in a.in': ['read agains.in', 'read a.in'],
      'buf lint': ['read .'],
      'buf generate --template /tmp/x -o o-dir a.in': ['code other file /tmp/x', 'directory o-dir', 'read a.in'],
      'buf generate --config /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'buf generate': ['read .'],
      'cd /tmp/x && buf generate a.in': ['names /tmp/x', 'run buf', 'code other file /tmp/x', 'read /tmp/x/a.in'],
      'buf dep update x': ['install buf x registry project'],
      'buf push x': ['service buf publish'],
      'buf format --unheard-of': ['unknown option --unheard-of of buf format', 'read-tree .'],
    },
  },
}

export const codeGenerators: readonly Program[] = family(entries)
