import { show, textOf } from '../../word.ts'
import type { Kit, Program } from './program.ts'
import { service } from './facts.ts'
import { runsProject } from './project.ts'
import { make } from './make.ts'
import { are, rows } from './table.ts'

/** Build tools: they run the project's own code. Options that bring in other code are listed. */
export const build: readonly Program[] = [
  ...make,
  { names: ['clojure', 'clj'], means: meansClojure },
  ...rows({
    just: {
      operands: 'text',
      options: {
        ...are('text', '--shell-arg --set --color --dump-format'),
        ...are('config', '-f --justfile'),
        ...are('names', '-d --working-directory --dotenv-path'),
        ...are('program', '--shell --chooser'),
        '-c, --command': 'shell',
      },
      project: ['justfile', 'Justfile'],
    },
    'ctest cpack': {
      options: {
        ...are('text', '-C -R -E -L -j --parallel --timeout -G --preset --output-junit --build-config'),
        ...are('names', '--test-dir --config'),
        ...are('config', '-S --script'),
        ...are('write', '-O --output-log'),
      },
      project: [],
    },
    'ninja samu': {
      options: { ...are('text', '-j -k -l -d -t -w'), ...are('config', '-f'), ...are('names', '-C') },
      project: ['build.ninja'],
    },
    meson: {
      operands: ['text', 'elsewhere'],
      options: are('text', '-D --buildtype --prefix --backend -C --wrap-mode --cross-file --native-file --suite'),
      project: ['meson.build'],
    },
    'bazel bazelisk buck buck2 pants please plz': {
      operands: 'text',
      options: {
        ...are('config', '--bazelrc'),
        ...are('text', '--config -c --jobs'),
        ...are('program', '--run_under'),
      },
      project: ['BUILD', 'BUILD.bazel', 'WORKSPACE', 'MODULE.bazel'],
    },
    'gradle gradlew': {
      operands: 'text',
      options: {
        ...are('config', '-I --init-script -b --build-file -c --settings-file'),
        ...are('names', '-p --project-dir -g --gradle-user-home --include-build'),
        ...are('text', '-x --exclude-task -P -D --tests --console --max-workers --warning-mode'),
      },
      project: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'init.gradle'],
    },
    'mvn mvnw mvnd': {
      operands: 'goal',
      options: {
        ...are('config', '-f --file'),
        ...are('read', '-s --settings -gs --global-settings'),
        ...are('text', '-P --activate-profiles -pl --projects -T --threads -rf --resume-from -D -l'),
      },
      project: ['pom.xml'],
    },
    ant: {
      options: {
        ...are('config', '-f -file -buildfile -propertyfile'),
        ...are('names', '-lib'),
        ...are('text', '-D -logger -listener'),
      },
      style: 'single-dash',
      project: ['build.xml'],
    },
    'sbt mill scala-cli bloop': { operands: 'text', project: ['build.sbt', 'build.sc'] },
    'lein boot bb': {
      operands: 'text',
      options: { ...are('code', '-e --eval'), ...are('text', '-M -X -A -T -Sdeps') },
      project: ['project.clj', 'deps.edn', 'bb.edn'],
    },
    'scons waf xmake premake5 bjam': {
      operands: 'text',
      options: are('config', '-f --file -F'),
      project: ['SConstruct', 'wscript', 'xmake.lua'],
    },
    rake: {
      operands: 'text',
      options: {
        ...are('code', '-e --execute -p --execute-print -E --execute-continue'),
        ...are('config', '-f --rakefile -r --require'),
        ...are('names', '-R --rakelibdir -I --libdir'),
      },
      project: ['Rakefile', 'rakefile', 'Rakefile.rb'],
      language: 'ruby',
    },
    'gulp grunt jake brunch': {
      operands: 'text',
      options: are('config', '-f --gulpfile --gruntfile -r --require --tasks'),
      project: ['gulpfile.js', 'Gruntfile.js', 'gulpfile.mjs', 'gulpfile.ts'],
      language: 'javascript',
    },
    'webpack webpack-cli webpack-dev-server rspack rsbuild rslib farm vite vitepress rollup rolldown parcel snowpack microbundle tsup tsdown unbuild obuild pkgroll bunchee father swc swcx esbuild ncc prebuildify node-gyp node-pre-gyp napi cmake-js wasm-pack esbuild-runner electron electron-vite electron-builder electron-forge electron-packager tauri nativescript nexe wxt plasmo packemon tshy preconstruct api-extractor api-documenter microsoft-api-extractor':
      {
        operands: 'text',
        options: {
          ...are('config', '-c --config --tsconfig --plugin -r --require'),
          ...are(
            'text',
            '--mode -m --port -p --host --target --format -f --env --platform --external --define --loader --sourcemap --log-level --base',
          ),
          ...are('write', '--outfile -o --metafile'),
          ...are('directory', '--outdir --outDir --out-dir --dist-dir -d'),
        },
        project: [
          'webpack.config.js',
          'vite.config.js',
          'vite.config.ts',
          'rollup.config.js',
          'rollup.config.mjs',
          'binding.gyp',
        ],
        language: 'javascript',
      },
    'tsc tsgo vue-tsc svelte-check ngc glint tspc tsc-alias tsc-watch ttsc resolve-tspaths dts-bundle-generator flow coffee lessc sass node-sass stylus postcss tailwindcss tailwind svgo svgr purgecss uglifyjs terser html-minifier html-minifier-terser cleancss csso lightningcss babel jade pug ejs mustache handlebars nunjucks json2ts quicktype graphql-codegen relay-compiler openapi-typescript orval protoc-gen-ts ts-proto buf protoc flatc thrift capnp swagger-codegen openapi-generator openapi-generator-cli oapi-codegen sqlc wit-bindgen bindgen cbindgen swig':
      {
        operands: 'read',
        options: {
          ...are(
            'text',
            '--target -t --module -m --jsx --lib --moduleResolution --types --extensions -x --source-maps --ext --style --format',
          ),
          ...are('names', '-p --project --root-dir --rootDir -I --proto_path -d --baseUrl'),
          ...are('config', '-c --config --config-file --presets --plugins --plugin'),
          ...are('write', '-o --output --out-file --outFile --tsBuildInfoFile --descriptor_set_out'),
          ...are(
            'directory',
            '--outDir --out-dir --declarationDir --cpp_out --python_out --go_out --java_out --js_out --ts_out',
          ),
        },
      },
    'turbo nx moon wireit ultra lage wsrun': {
      operands: 'text',
      options: are(
        'text',
        '--filter -F --scope --target -t --projects -p --parallel --concurrency -n --names -c --prefix-colors',
      ),
      project: ['turbo.json', 'nx.json'],
      when: { '--shell': [{ does: 'something-opaque', text: 'runs a shell', because: 'unknown-option' }] },
    },
    'next nuxt nuxi astro remix react-router svelte-kit gatsby docusaurus storybook sb start-storybook build-storybook eleventy hexo hugo jekyll ng nest vue vue-cli-service react-scripts craco ionic remotion fumadocs-mdx vinxi solid-start qwik analog umi dumi taro uni quasar redwood rw blitz keystone strapi directus-cli contentlayer velite typedoc jsdoc vuepress rspress zola mdbook nitro nitropack wmr slidev marp histoire ladle styleguidist react-docgen next-sitemap next-intl pagefind lingui i18next formatjs':
      {
        operands: 'text',
        options: {
          ...are(
            'text',
            '-p --port -H --hostname --host -o --output -c --config --configuration --root --mode -s --source -d --destination',
          ),
          ...are('directory', '--outDir --out-dir --build-dir'),
        },
        project: ['next.config.js', 'nuxt.config.ts', 'astro.config.mjs'],
        language: 'javascript',
      },
    'standard-version auto-changelog conventional-changelog git-cliff bumpp lerna-changelog release-please cliff': {
      operands: 'text',
      options: {
        ...are('text', '--tag -t --from --to'),
        ...are('write', '-o --output'),
        ...are('config', '-c --config'),
      },
    },
    'autoconf autoreconf automake aclocal autoheader libtoolize intltoolize autopoint gettextize libtool pkg-config pkgconf autoscan autoupdate':
      {
        operands: 'text',
        options: {
          ...are('write', '-o --output'),
          ...are('text', '-I --include -B --variable -W -m -M'),
          ...are('program', '--with-autom4te'),
        },
        project: ['configure.ac'],
      },
    'msgfmt msgmerge xgettext msginit msgcat pybabel i18n-extract': {
      operands: 'read',
      options: {
        ...are('write', '-o --output --output-file'),
        ...are('text', '-L --language -k --keyword --from-code'),
        ...are('directory', '-d -D --directory'),
        ...are('read', '-f --files-from'),
      },
    },
    'bison yacc flex lex antlr4 antlr ragel re2c byacc peg lemon gperf tree-sitter': {
      operands: 'read',
      options: { ...are('write', '-o --output --defines -b'), ...are('text', '-p -D -L') },
    },
    'watchman air': { operands: 'text' },
    'vsce ovsx': {
      subcommands: {
        package: { operands: 'text', options: are('write', '-o --out'), project: [] },
        ls: {},
        show: {},
        search: {},
        'verify-pat': {},
        publish: { does: [service('vscode', 'publish', [])] },
        unpublish: { does: [service('vscode', 'delete', [])] },
      },
    },
  }),
]

/** An alias of `deps.edn` is the project's own; `-e` and `-Sdeps` bring in code from the command line. */
function meansClojure(kit: Kit): void {
  const { args } = kit.invocation
  const brought = args.findIndex((word) => /^(-e|--eval|-i|--init|-Sdeps|-Srepro|-r|--repl)$/.test(show(word)))
  const alias = args.some((word) => /^-[MXTAP](:[\w./-]+)*$/.test(show(word)))
  if (brought >= 0) {
    const code = args[brought + 1]
    if (code) kit.code('other', code, { via: kit.invocation.program })
    else kit.opaque('interactive')
  } else if (alias) runsProject(kit, ['deps.edn'])
  else if (/^(-version|--version|-h|--help|-P|-Spath|-Stree|-Sdescribe)$/.test(textOf(args[0]) ?? '')) return
  else if (args[0] && !show(args[0]).startsWith('-')) kit.file(args[0], 'other', args.slice(1))
  else kit.opaque('interactive')
}
