import type { Program } from '../../shell/programs/program.ts'
import type { Entries, Entry } from '../entry.ts'
import { family } from '../walk.ts'

/** Its settings are code of the project. */
const PROJECT: Entry = {
  language: 'javascript',
  project: ['vite.config.ts', 'vite.config.js', 'webpack.config.js', 'rollup.config.js', 'rollup.config.mjs'],
}

const SERVES = '--host, --strictPort, --cors, -d, --debug, --ssrManifest, --minify, --sourcemap, --open, --https'
const SERVES_WITH =
  '-p, --port, --mode, -m, --base, -l, --logLevel, -f, --filter, --target, --assetsDir, --assetsInlineLimit, --configLoader'

/** Bundlers and transpilers of JavaScript. Plugins, loaders, presets and settings are code; what they make is written. */
const entries: Entries = {
  vite: {
    ...PROJECT,
    // A directory whose settings are run.
    operands: [{ words: 'dev build preview serve optimize', else: 'project-directory' }, 'project-directory'],
    options: {
      '-c, --config': 'loads-code',
      '--outDir': 'directory',
      '--ssr': 'loads-code?',
      [SERVES]: 'text?',
      [SERVES_WITH]: 'text',
    },
    flags:
      '--force --emptyOutDir --no-emptyOutDir --watch -w --manifest --app --clearScreen --no-clearScreen --profile --experimentalBundle -h -v',
    examples: {
      'vite build --mode nightly': [],
      'vite build web --mode nightly': [],
      'vite preview web --port 4000': [],
      'vite -c /tmp/x /tmp/x tests': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'vite --outDir outdir-dir /tmp/x tests': ['directory outdir-dir', 'code javascript file /tmp/x'],
      'vite --ssr=/tmp/x /tmp/x tests': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'cd /tmp/x && vite /tmp/x tests': [
        'names /tmp/x',
        'run vite',
        'code javascript file /tmp/x',
        'code javascript file /tmp/x',
        'code javascript file /tmp/x/tests',
      ],
      'vite --unheard-of /tmp/x tests': ['unknown option --unheard-of of vite', 'code javascript file /tmp/x'],
    },
  },
  'vitepress vuepress': {
    ...PROJECT,
    operands: [{ words: 'dev build preview serve init' }, 'project-directory'],
    options: { '--outDir, -d, --dest': 'directory', [SERVES]: 'text?', [SERVES_WITH]: 'text' },
    flags: '--force --mpa --no-mpa --clean-cache -h -v',
    examples: {
      'vitepress dev tests': [],
      'vitepress --outDir outdir-dir --dest dest-dir dev tests': ['directory outdir-dir', 'directory dest-dir'],
      'cd /tmp/x && vitepress dev tests': [
        'names /tmp/x',
        'run vitepress',
        'code javascript file /tmp/x',
        'code javascript file /tmp/x/tests',
      ],
      'vitepress --unheard-of dev tests': ['unknown option --unheard-of of vitepress'],
    },
  },
  'webpack webpack-cli webpack-dev-server': {
    ...PROJECT,
    operands: [
      { words: 'build bundle b serve server s watch w info i version configtest', else: 'project-directory' },
      'project-directory…',
    ],
    options: {
      '-c, --config': 'loads-code',
      '--entry, --plugin, -r, --require, --module-bind, --extends': 'loads-code',
      '-o, --output-path': 'directory',
      '--output-filename, --output-public-path, --output-chunk-filename, --output-library, --output-library-type':
        'text',
      '--json, --profile-json': 'write?',
      '--static, --content-base': 'names',
      '--host': { words: 'localhost 127.0.0.1 local-ip', else: 'listen' },
      '--mode, -d, --devtool, -t, --target, --env, --node-env, --config-node-env, --config-name, --name, --stats, --port, --define-process-env-node-env, --client-logging, --external':
        'text',
      '--watch-options-*, --optimization-*, --resolve-*, --cache-type, --infrastructure-logging-level': 'text?',
    },
    flags:
      '-w --watch --no-watch --hot --no-hot --open --no-open --progress --color --no-color --fail-on-warnings --analyze --merge -m --no-devtool --no-stats --history-api-fallback --live-reload --no-live-reload --compress --https --disable-interpret -h -v',
    examples: {
      'webpack serve --mode development': [],
      'webpack -c /tmp/x /tmp/x tests': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'webpack --entry /tmp/x /tmp/x tests': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'webpack --plugin /tmp/x /tmp/x tests': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'webpack --require /tmp/x /tmp/x tests': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'webpack --module-bind /tmp/x /tmp/x tests': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'webpack --extends /tmp/x /tmp/x tests': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'webpack -o o-dir /tmp/x tests': ['directory o-dir', 'code javascript file /tmp/x'],
      'webpack --json=json.out /tmp/x tests': ['write json.out', 'code javascript file /tmp/x'],
      'webpack --profile-json=profil.out /tmp/x tests': ['write profil.out', 'code javascript file /tmp/x'],
      'webpack --static dir --content-base dir /tmp/x tests': ['names dir', 'names dir', 'code javascript file /tmp/x'],
      'webpack --host :8080 /tmp/x tests': ['open listener :8080', 'code javascript file /tmp/x'],
      'cd /tmp/x && webpack /tmp/x tests': [
        'names /tmp/x',
        'run webpack',
        'code javascript file /tmp/x',
        'code javascript file /tmp/x',
        'code javascript file /tmp/x/tests',
      ],
      'webpack --unheard-of /tmp/x tests': ['unknown option --unheard-of of webpack', 'code javascript file /tmp/x'],
    },
  },
  'rollup rolldown': {
    ...PROJECT,
    operands: 'read',
    options: {
      '-c, --config': 'loads-code?',
      '-p, --plugin': 'loads-code',
      '--configPlugin': 'loads-code',
      '-o, --file': 'write',
      '-d, --dir': 'directory',
      '-i, --input': 'read',
      '--watch.onStart, --watch.onBundleStart, --watch.onBundleEnd, --watch.onEnd, --watch.onError': 'run-command',
      '-e, --external, -f, --format, -g, --globals, -n, --name, -m, --sourcemap, --environment, --banner, --footer, --intro, --outro, --entryFileNames, --chunkFileNames, --assetFileNames, --exports, --interop, --amd.id, --platform, --logLevel, --filterLogs, --treeshake, --minify, --target':
        'text?',
    },
    flags:
      '-w --watch --watch.clearScreen --no-watch.clearScreen --silent --strictDeprecations --no-strict --no-treeshake --preserveModules --preserveSymlinks --compact --bundleConfigAsCjs --perf --waitForBundleInput --failAfterWarnings --no-esModule --no-freeze --no-indent --no-interop --validate --forceExit -h -v',
    examples: {
      'rollup a.in': ['read a.in'],
      'rollup -c/tmp/x -p /tmp/x a.in': ['code javascript file /tmp/x', 'code javascript file /tmp/x', 'read a.in'],
      'rollup --configPlugin /tmp/x -o o.out a.in': ['code javascript file /tmp/x', 'write o.out', 'read a.in'],
      'rollup -d d-dir -i i.in a.in': ['directory d-dir', 'read i.in', 'read a.in'],
      "rollup --watch.onStart 'touch a' a.in": ['run touch', 'append a', 'read a.in'],
      "rollup --watch.onBundleStart 'touch a' a.in": ['run touch', 'append a', 'read a.in'],
      "rollup --watch.onBundleEnd 'touch a' a.in": ['run touch', 'append a', 'read a.in'],
      "rollup --watch.onEnd 'touch a' a.in": ['run touch', 'append a', 'read a.in'],
      "rollup --watch.onError 'touch a' a.in": ['run touch', 'append a', 'read a.in'],
      'cd /tmp/x && rollup a.in': ['names /tmp/x', 'run rollup', 'code javascript file /tmp/x', 'read /tmp/x/a.in'],
      'rollup --unheard-of a.in': ['unknown option --unheard-of of rollup', 'read a.in'],
    },
  },
  parcel: {
    ...PROJECT,
    operands: 'text',
    options: {
      '--config': 'loads-code',
      '--reporter': 'loads-code',
      '--dist-dir, --cache-dir': 'directory',
      '--cert, --key': 'read',
      '-p, --port, --host, --public-url, --hmr-port, --hmr-host, --target, --log-level, --feature-flag, --watch-dir, --watch-backend, --watch-ignore':
        'text',
    },
    flags:
      '--no-cache --no-source-maps --no-optimize --no-scope-hoist --no-content-hash --no-hmr --no-autoinstall --https --open --lazy --watch-for-stdin --profile --profile-native --trace --detailed-report -h -V',
    examples: {
      'parcel x': [],
      'parcel --config /tmp/x --reporter /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'parcel --dist-dir dist-dir --cache-dir cache-dir x': ['directory dist-dir', 'directory cache-dir'],
      'parcel --cert cert.in --key key.in x': ['read cert.in', 'read key.in'],
      'cd /tmp/x && parcel x': ['names /tmp/x', 'run parcel', 'code javascript file /tmp/x'],
      'parcel --unheard-of x': ['unknown option --unheard-of of parcel'],
    },
  },
  'tsup tsdown': {
    ...PROJECT,
    project: ['tsup.config.ts', 'tsup.config.js', 'tsdown.config.ts', 'tsdown.config.mts'],
    operands: 'read',
    options: {
      '--config, -c': 'loads-code',
      '--config-loader, --plugin, --from-vite': 'text?',
      '--tsconfig': 'read',
      '-d, --out-dir': 'directory',
      '--entry, --entry.*': 'read',
      '--onSuccess, --on-success': 'run-command',
      '--format, -f, --target, --platform, --external, --noExternal, --no-external, --env, --env.*, --define.*, --loader, --global-name, --ignore-watch, --inject, --name, --jsxFactory, --publicDir, --public-dir, --filter, -F, --log-level, -l, --env-prefix':
        'text',
      '--watch, --dts, --sourcemap, --minify, --treeshake, --clean, --splitting, --exports, --devtools, --unbundle, --report, --debug, --workspace, -W':
        'text?',
    },
    flags:
      '-w --dts-resolve --dts-only --experimental-dts --no-clean --no-config --no-splitting --no-dts --no-minify --no-sourcemap --no-treeshake --silent --shims --metafile --keep-names --cjsInterop --minify-whitespace --minify-syntax --minify-identifiers --replace-node-env --legacy-output --pure --removeNodeProtocol --skipNodeModulesBundle --publint --attw --unused --fail-on-warn --no-report --copy -h -v',
    examples: {
      'tsup a.in': ['read a.in'],
      'tsup --config /tmp/x --tsconfig tsconf.in a.in': ['code javascript file /tmp/x', 'read tsconf.in', 'read a.in'],
      'tsup -d d-dir --entry entry.in a.in': ['directory d-dir', 'read entry.in', 'read a.in'],
      "tsup --entry.entry.in --onSuccess 'touch a' a.in": ['read entry.in', 'run touch', 'append a', 'read a.in'],
      "tsup --on-success 'touch a' a.in": ['run touch', 'append a', 'read a.in'],
      'cd /tmp/x && tsup a.in': ['names /tmp/x', 'run tsup', 'code javascript file /tmp/x', 'read /tmp/x/a.in'],
      'tsup --unheard-of a.in': ['unknown option --unheard-of of tsup', 'read a.in'],
    },
  },
  esbuild: {
    // Every value is attached.
    operands: 'read',
    options: {
      '--outfile, --metafile': 'write?',
      '--outdir': 'directory?',
      '--tsconfig': 'read?',
      '--inject:*': 'read',
      '--servedir, --certfile, --keyfile, --outbase, --abs-working-dir': 'names?',
      '--serve': {
        words: '0 3000 8000 8080 5000 localhost:8000 127.0.0.1:8000 localhost:3000',
        else: 'listen',
        optional: true,
      },
      '--define:*, --external:*, --loader:*, --alias:*, --pure:*, --supported:*, --out-extension:*, --banner:*, --footer:*, --drop:*, --drop-labels:*, --log-override:*, --cors-origin:*':
        'text',
      '--platform, --target, --format, --charset, --color, --entry-names, --chunk-names, --asset-names, --global-name, --jsx, --jsx-factory, --jsx-fragment, --jsx-import-source, --legal-comments, --line-limit, --log-level, --log-limit, --main-fields, --conditions, --packages, --public-path, --resolve-extensions, --source-root, --sourcefile, --sourcemap, --sources-content, --tree-shaking, --tsconfig-raw, --watch, --watch-delay, --mangle-props, --mangle-quoted, --reserve-props, --loader, --analyze, --minify, --splitting, --keep-names, --bundle, --serve-fallback, --drop':
        'text?',
    },
    flags:
      '--minify-whitespace --minify-identifiers --minify-syntax --allow-overwrite --preserve-symlinks --jsx-dev --jsx-side-effects --ignore-annotations -h',
    examples: {
      'esbuild a.in': ['read a.in'],
      'esbuild --outfile=outfil.out --metafile=metafi.out a.in': ['write outfil.out', 'write metafi.out', 'read a.in'],
      'esbuild --outdir=outdir-dir --tsconfig=tsconf.in a.in': ['directory outdir-dir', 'read tsconf.in', 'read a.in'],
      'esbuild --inject:inject.in --servedir=dir a.in': ['read inject.in', 'names dir', 'read a.in'],
      'esbuild --certfile=dir --keyfile=dir --outbase=dir a.in': ['names dir', 'names dir', 'names dir', 'read a.in'],
      'esbuild --abs-working-dir=dir --serve=:8080 a.in': ['names dir', 'open listener :8080', 'read a.in'],
      'esbuild --unheard-of a.in': ['unknown option --unheard-of of esbuild', 'read a.in'],
    },
  },
  swc: {
    operands: 'read-tree',
    options: {
      '--config-file': 'config',
      '--plugin': 'loads-code',
      '-o, --out-file': 'write',
      '-d, --out-dir': 'directory',
      '-f, --filename, -C, --config, --env-name, -x, --extensions, --out-file-extension, --log-watch-compilation, --ignore, --only, -s, --source-maps, --source-map-target, --source-file-name, --source-root, --workers':
        'text',
    },
    flags:
      '-w --watch -q --quiet --sync --no-swcrc --strip-leading-paths --copy-files -D --include-dotfiles --delete-dir-on-start --cli -h -V',
    examples: {
      'swc src': ['read-tree src'],
      'swc --config-file /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'swc --plugin /tmp/x -o o.out src': ['code other file /tmp/x', 'write o.out', 'read-tree src'],
      'swc -d d-dir src': ['directory d-dir', 'read-tree src'],
      'swc --unheard-of src': ['unknown option --unheard-of of swc', 'read-tree src'],
    },
  },
  babel: {
    operands: 'read-tree',
    language: 'javascript',
    project: ['babel.config.js', 'babel.config.cjs', 'babel.config.mjs', '.babelrc.js'],
    options: {
      '--presets, --plugins': { list: 'loads-code' },
      '--config-file': 'loads-code',
      '--root-mode, --env-name, -f, --filename, --source-type, --ignore, --only, -s, --source-maps, --source-map-target, --source-file-name, --source-root, -x, --extensions, --out-file-extension, --module-root, --module-id, --caller-name':
        'text?',
      '-o, --out-file': 'write',
      '-d, --out-dir': 'directory',
    },
    flags:
      '--no-babelrc --no-highlight-code --no-comments --retain-lines --compact --minified --delete-dir-on-start -w --watch --skip-initial-build -D --copy-files --include-dotfiles --no-copy-ignored --verbose --quiet --relative --keep-file-extension --copy-ignored -M -h -V',
    examples: {
      'babel src': ['read-tree src'],
      'babel --presets /tmp/x src': ['code javascript file /tmp/x', 'read-tree src'],
      'babel --plugins /tmp/x src': ['code javascript file /tmp/x', 'read-tree src'],
      'babel --config-file /tmp/x -o o.out src': ['code javascript file /tmp/x', 'write o.out', 'read-tree src'],
      'babel -d d-dir src': ['directory d-dir', 'read-tree src'],
      'cd /tmp/x && babel src': ['names /tmp/x', 'run babel', 'code javascript file /tmp/x', 'read-tree /tmp/x/src'],
      'babel --unheard-of src': ['unknown option --unheard-of of babel', 'read-tree src'],
    },
  },
  'tsc tsgo vue-tsc': {
    operands: 'read',
    style: 'single-dash',
    responseFiles: true,
    options: {
      '-p, -project': 'names',
      '-outFile, -out, -tsBuildInfoFile, -generateTrace': 'write',
      '-outDir, -declarationDir': 'directory',
      '-rootDir, -rootDirs, -baseUrl, -typeRoots': 'names',
      '-plugins': 'loads-code',
      '-t, -target, -m, -module, -jsx, -lib, -moduleResolution, -types, -newLine, -moduleDetection, -locale, -jsxFactory, -jsxFragmentFactory, -jsxImportSource, -ignoreDeprecations, -importsNotUsedAsValues, -maxNodeModuleJsDepth, -mapRoot, -sourceRoot, -customConditions, -moduleSuffixes, -paths, -watchFile, -watchDirectory, -fallbackPolling, -excludeFiles, -excludeDirectories, -builders, -checkers, -charset, -reactNamespace':
        'text',
    },
    flags:
      '-pretty -strict -skipLibCheck -noEmit -declaration -sourceMap -incremental -composite -allowJs -checkJs -esModuleInterop -isolatedModules -emitDeclarationOnly -resolveJsonModule -noUnusedLocals -noUnusedParameters -noImplicitAny -strictNullChecks -preserveWatchOutput -inlineSourceMap -removeComments -noEmitOnError -declarationMap -verbatimModuleSyntax -allowImportingTsExtensions -noErrorTruncation -b -build -w -watch -v -verbose -h -all -init -showConfig -listFiles -listFilesOnly -listEmittedFiles -explainFiles -traceResolution -diagnostics -extendedDiagnostics -force -f -dry -d -clean -noCheck -stopBuildOnErrors -skipDefaultLibCheck -noLib -noResolve -noImplicitThis -noImplicitReturns -noImplicitOverride -noFallthroughCasesInSwitch -noUncheckedIndexedAccess -noPropertyAccessFromIndexSignature -exactOptionalPropertyTypes -strictFunctionTypes -strictBindCallApply -strictPropertyInitialization -alwaysStrict -useUnknownInCatchVariables -allowSyntheticDefaultImports -forceConsistentCasingInFileNames -experimentalDecorators -emitDecoratorMetadata -downlevelIteration -importHelpers -inlineSources -noEmitHelpers -stripInternal -preserveConstEnums -preserveSymlinks -allowUnreachableCode -allowUnusedLabels -allowUmdGlobalAccess -allowArbitraryExtensions -resolvePackageJsonExports -resolvePackageJsonImports -rewriteRelativeImportExtensions -erasableSyntaxOnly -isolatedDeclarations -libReplacement -useDefineForClassFields -singleThreaded -quiet -q -assumeChangesOnlyAffectDirectDependencies -disableSizeLimit -disableSolutionSearching -disableReferencedProjectLoad -disableSourceOfProjectReferenceRedirect -emitBOM -noStrictGenericChecks -keyofStringsOnly -suppressImplicitAnyIndexErrors -synchronousWatchDirectory',
    examples: {
      'tsc a.in': ['read a.in'],
      'tsc -p dir -project dir -outFile outfil.out a.in': ['names dir', 'names dir', 'write outfil.out', 'read a.in'],
      'tsc -out out.out -tsBuildInfoFile tsbuil.out a.in': ['write out.out', 'write tsbuil.out', 'read a.in'],
      'tsc -generateTrace genera.out a.in': ['write genera.out', 'read a.in'],
      'tsc -outDir outdir-dir a.in': ['directory outdir-dir', 'read a.in'],
      'tsc -declarationDir declar-dir -rootDir dir a.in': ['directory declar-dir', 'names dir', 'read a.in'],
      'tsc -rootDirs dir -baseUrl dir -typeRoots dir a.in': ['names dir', 'names dir', 'names dir', 'read a.in'],
      'tsc -plugins /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'tsc @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of tsc'],
    },
  },
  'svelte-check': {
    options: {
      '--workspace': 'project-directory',
      '--tsconfig': 'read',
      '--output, --threshold, --diagnostic-sources, --compiler-warnings, --ignore, --color': 'text',
    },
    project: ['svelte.config.js'],
    language: 'javascript',
    flags: '--watch --preserveWatchOutput --no-tsconfig --fail-on-warnings --incremental -h',
    examples: {
      'svelte-check': [],
      'svelte-check --workspace /tmp/x --tsconfig tsconf.in': ['code javascript file /tmp/x', 'read tsconf.in'],
      'cd /tmp/x && svelte-check': ['names /tmp/x', 'run svelte-check', 'code javascript file /tmp/x'],
      'svelte-check --unheard-of': ['unknown option --unheard-of of svelte-check'],
    },
  },
  'tsc-watch': {
    like: 'tsc',
    options: {
      '-onSuccess, -onFailure, -onFirstSuccess, -onEmit, -onCompilationStarted, -onCompilationComplete, -compiler':
        'run-command',
    },
    flags: '-noColors -noClear -signalEmittedFiles -silent',
    examples: {
      'tsc-watch a.in': ['read a.in'],
      "tsc-watch -onSuccess 'touch a' a.in": ['run touch', 'append a', 'read a.in'],
      "tsc-watch -onFailure 'touch a' a.in": ['run touch', 'append a', 'read a.in'],
      "tsc-watch -onFirstSuccess 'touch a' a.in": ['run touch', 'append a', 'read a.in'],
      "tsc-watch -onEmit 'touch a' a.in": ['run touch', 'append a', 'read a.in'],
      "tsc-watch -onCompilationStarted 'touch a' a.in": ['run touch', 'append a', 'read a.in'],
      "tsc-watch -onCompilationComplete 'touch a' a.in": ['run touch', 'append a', 'read a.in'],
      "tsc-watch -compiler 'touch a' a.in": ['run touch', 'append a', 'read a.in'],
      'tsc-watch -unheard-of a.in': ['unknown option -unheard-of of tsc-watch', 'read a.in'],
    },
  },
}

export const javascriptBundlers: readonly Program[] = family(entries)
