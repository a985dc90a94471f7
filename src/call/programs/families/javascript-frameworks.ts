import type { Program } from '../../shell/programs/program.ts'
import type { Entries, Entry } from '../entry.ts'
import { family } from '../walk.ts'

/** Its settings and what it builds are code of the project. */
const PROJECT: Entry = {
  language: 'javascript',
  project: [
    'next.config.js',
    'next.config.ts',
    'nuxt.config.ts',
    'astro.config.mjs',
    'turbo.json',
    'nx.json',
    'gulpfile.js',
    'Gruntfile.js',
  ],
}

/** Task runners and frameworks of JavaScript: they run the project's own code. */
const entries: Entries = {
  turbo: {
    ...PROJECT,
    operands: 'text',
    options: {
      '--cwd': 'project-directory',
      // A server that gets what was built, and from which it is taken.
      '--api, --login': 'send',
      '--team, --token': 'text',
      '--cache-dir': 'directory',
      '--graph, --profile, --anon-profile': 'write?',
      '-F, --filter, --scope, --concurrency, --log-order, --output-logs, --log-prefix, --env-mode, --framework-inference, --cache-workers, --global-deps, --heap, --ui, --remote-cache-timeout, --remote-cache-read-only, --cache':
        'text',
      '--force, --dry, --dry-run, --parallel, --continue, --affected, --summarize, --preflight, --only, --no-cache, --daemon, --no-daemon, --remote-only, --include-dependencies, --no-deps':
        'text?',
    },
    flags:
      '--color --no-color --no-update-notifier --skip-infer --trace --single-package --dangerously-disable-package-manager-check --docker --json -v -vv -vvv -h',
    examples: {
      'turbo x': [],
      'turbo --cwd /tmp/x --api https://b.example x': ['code javascript file /tmp/x', 'contact b.example upload data'],
      'turbo --login https://b.example x': ['contact b.example upload data'],
      'turbo --cache-dir cache-dir --graph=graph.out x': ['directory cache-dir', 'write graph.out'],
      'turbo --profile=profil.out --anon-profile=anon.out x': ['write profil.out', 'write anon.out'],
      'cd /tmp/x && turbo x': ['names /tmp/x', 'run turbo', 'code javascript file /tmp/x'],
      'turbo --unheard-of x': ['unknown option --unheard-of of turbo'],
    },
  },
  nx: {
    ...PROJECT,
    operands: 'text',
    options: {
      '--runner': 'loads-code',
      '--graph, --file': 'write?',
      '-t, --target, --targets, -p, --projects, --exclude, --base, --head, --files, --parallel, -c, --configuration, --output-style, --type, --affected, --maxParallel, --project, --batch, --tui, --outputStyle, --watch, --coverage, --ci, --skipNxCache, --testFile, --name, --directory, --port, --host, --interactive, --dryRun, --defaultBase':
        'text?',
    },
    flags:
      '--all --verbose --skip-nx-cache --skipRemoteCache --nx-bail --nxBail --nx-ignore-cycles --uncommitted --untracked --fix -d --dry-run --no-interactive --json --with-target --onlyWorkspaceProjects --no-cloud --no-dte --check --prod -h',
    examples: {
      'nx x': [],
      'nx --runner /tmp/x --graph=graph.out x': ['code javascript file /tmp/x', 'write graph.out'],
      'nx --file=file.out x': ['write file.out'],
      'cd /tmp/x && nx x': ['names /tmp/x', 'run nx', 'code javascript file /tmp/x'],
      'nx --unheard-of x': ['unknown option --unheard-of of nx'],
    },
  },
  'gulp grunt': {
    ...PROJECT,
    operands: 'text',
    options: {
      '-f, --gulpfile, --gruntfile': 'loads-code',
      '--cwd, --base, -b': 'project-directory',
      '--preload, --require, --npm, --tasks': 'loads-code',
      '--tasks-depth, --depth, --compact-tasks, --series, --sort-tasks, --env, --target': 'text',
    },
    flags:
      '-T --tasks-simple --tasks-json --color --no-color -S --silent --continue -L --force --verbose -v -d --debug --stack --write --no-write --production -h',
    examples: {
      'gulp x': [],
      'gulp --gulpfile /tmp/x --gruntfile /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'gulp --cwd /tmp/x --base /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'gulp --preload /tmp/x --require /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'gulp --npm /tmp/x --tasks /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'cd /tmp/x && gulp x': ['names /tmp/x', 'run gulp', 'code javascript file /tmp/x'],
      'gulp --unheard-of x': ['unknown option --unheard-of of gulp'],
    },
  },
  next: {
    ...PROJECT,
    operands: [{ words: 'dev build start lint info telemetry typegen upgrade analyze' }, 'project-directory'],
    options: {
      '-d, --dir': 'project-directory',
      '-o, --output-file': 'write',
      '--experimental-https-key, --experimental-https-cert, --experimental-https-ca': 'read',
      '--rulesdir, --resolve-plugins-relative-to, -c, --config, -f, --format': 'loads-code',
      '--cache-location': 'write',
      '-p, --port, -H, --hostname, --keepAliveTimeout, --experimental-build-mode, --ext, --ignore-path, --ignore-pattern, --max-warnings, --file, --error-on-unmatched-pattern, --experimental-upload-trace':
        'text',
    },
    when: { '--fix': ['edit .'] },
    flags:
      '--turbo --turbopack --webpack --experimental-https --no-lint --no-mangling --profile --debug -d --experimental-app-only --experimental-debug-memory-usage --verbose --strict --base --quiet --no-cache --cache --disable-source-maps --no-inline-config -h -v',
    examples: {
      'next dev tests': [],
      'next -d /tmp/x -o o.out dev tests': ['code javascript file /tmp/x', 'write o.out'],
      'next --experimental-https-key experi.in dev tests': ['read experi.in'],
      'next --experimental-https-cert experi.in dev tests': ['read experi.in'],
      'next --experimental-https-ca experi.in dev tests': ['read experi.in'],
      'next --rulesdir /tmp/x dev tests': ['code javascript file /tmp/x'],
      'next --resolve-plugins-relative-to /tmp/x dev tests': ['code javascript file /tmp/x'],
      'next --config /tmp/x --format /tmp/x dev tests': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'next --cache-location cache.out dev tests': ['write cache.out'],
      'cd /tmp/x && next dev tests': [
        'names /tmp/x',
        'run next',
        'code javascript file /tmp/x',
        'code javascript file /tmp/x/tests',
      ],
      'next --fix dev tests': ['edit .'],
      'next --unheard-of dev tests': ['unknown option --unheard-of of next'],
    },
  },
  'nuxt nuxi': {
    ...PROJECT,
    operands: [
      { words: 'dev build generate preview prepare start analyze typecheck cleanup info test module add devtools' },
      'text…',
    ],
    options: {
      '--cwd': 'project-directory',
      '--dotenv': 'project-directory',
      '-p, --port, -h, --host, --preset, --logLevel, --extends, -e, --envName, --ssl, --public, --clipboard': 'text?',
    },
    flags: '--prerender --open -o --no-clear --clear --https --fork --no-fork --inspect --qr --no-qr -v',
    examples: {
      'nuxt dev x': [],
      'cd /tmp/x && nuxt dev x': ['names /tmp/x', 'run nuxt', 'code javascript file /tmp/x'],
      'nuxt --unheard-of dev x': ['unknown option --unheard-of of nuxt'],
      'nuxt --cwd /tmp/x --dotenv /tmp/x dev x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
    },
  },
  astro: {
    ...PROJECT,
    operands: [{ words: 'dev build preview check sync info docs telemetry preferences' }, 'text…'],
    options: {
      '--config': 'loads-code',
      '--root': 'project-directory',
      '--outDir, --out-dir': 'directory',
      '--port, --host, --site, --base, --mode, --minimumFailingSeverity, --minimumSeverity, --allowed-hosts': 'text?',
    },
    flags:
      '--open --verbose --silent --force --watch --noSync --no-sync --preserveWatchOutput --devOutput --skip-build --json -h',
    examples: {
      'astro dev x': [],
      'astro --config /tmp/x --root /tmp/x dev x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'astro --outDir outdir-dir --out-dir out-dir dev x': ['directory outdir-dir', 'directory out-dir'],
      'cd /tmp/x && astro dev x': ['names /tmp/x', 'run astro', 'code javascript file /tmp/x'],
      'astro --unheard-of dev x': ['unknown option --unheard-of of astro'],
    },
  },
  'react-router remix': {
    ...PROJECT,
    operands: [{ words: 'dev build typegen routes reveal start' }, 'project-directory…'],
    options: {
      '-c, --config': 'loads-code',
      '--port, --host, -m, --mode, -l, --logLevel, --base, --assetsInlineLimit': 'text?',
    },
    flags:
      '--watch -w --json --profile --force --open --strictPort --cors --clearScreen --minify --sourcemapClient --sourcemapServer --emptyOutDir --no-typescript -h -v',
    examples: {
      'react-router dev tests': [],
      'react-router -c /tmp/x dev tests': ['code javascript file /tmp/x'],
      'cd /tmp/x && react-router dev tests': [
        'names /tmp/x',
        'run react-router',
        'code javascript file /tmp/x',
        'code javascript file /tmp/x/tests',
      ],
      'react-router --unheard-of dev tests': ['unknown option --unheard-of of react-router'],
    },
  },
  docusaurus: {
    ...PROJECT,
    operands: [{ words: 'build start serve clear write-translations write-heading-ids swizzle' }, 'text…'],
    options: {
      '--config': 'loads-code',
      '--out-dir, --dir': 'directory',
      '-l, --locale, -p, --port, -h, --host, --poll': 'text?',
    },
    flags:
      '--dev --bundle-analyzer --no-minify --no-open --hot-only --build --override --maintain-case --overwrite --eject --wrap --list --typescript --javascript --danger',
    examples: {
      'docusaurus build x': [],
      'docusaurus --config /tmp/x --out-dir out-dir build x': ['code javascript file /tmp/x', 'directory out-dir'],
      'docusaurus --dir dir-dir build x': ['directory dir-dir'],
      'cd /tmp/x && docusaurus build x': ['names /tmp/x', 'run docusaurus', 'code javascript file /tmp/x'],
      'docusaurus --unheard-of build x': ['unknown option --unheard-of of docusaurus'],
    },
  },
  'storybook sb': {
    ...PROJECT,
    operands: [{ words: 'dev build info doctor' }],
    options: {
      '-c, --config-dir': 'loads-code',
      '-o, --output-dir': 'directory',
      '-s, --static-dir': 'names',
      '--https-ca, --ssl-cert, --ssl-key, --ssl-ca': 'read',
      '--webpack-stats-json, --stats-json, --debug-webpack': 'write?',
      '-p, --port, -h, --host, --loglevel, --preview-url, --initial-path': 'text',
    },
    flags:
      '--ci --no-open --quiet --smoke-test --https --docs --no-manager-cache --exact-port --disable-telemetry --test --force-build-preview --no-version-updates --debug -V',
    examples: {
      'storybook dev': [],
      'storybook -c /tmp/x -o o-dir -s dir dev': ['code javascript file /tmp/x', 'directory o-dir', 'names dir'],
      'storybook --https-ca https.in --ssl-cert ssl.in dev': ['read https.in', 'read ssl.in'],
      'storybook --ssl-key ssl.in --ssl-ca ssl.in dev': ['read ssl.in', 'read ssl.in'],
      'storybook --webpack-stats-json=webpac.out --stats-json=stats.out dev': ['write webpac.out', 'write stats.out'],
      'storybook --debug-webpack=debug.out dev': ['write debug.out'],
      'cd /tmp/x && storybook dev': ['names /tmp/x', 'run storybook', 'code javascript file /tmp/x'],
      'storybook --unheard-of dev': ['unknown option --unheard-of of storybook'],
    },
  },
  'ng nest': {
    ...PROJECT,
    operands: [{ words: 'build serve test lint start info version extract-i18n e2e b s t generate g new' }, 'text…'],
    options: {
      '-p, --path, --tsconfig, --tsConfig, --ts-config, --proxy-config, --webpackPath': 'loads-code',
      '--output-path, --outputPath': 'directory',
      '--config, -c, --configuration, --port, --host, --browsers, --conditions, --base-href, --named-chunks, --builder, -b, --type, --project, --exec, -e, --include, --exclude, --style, --routing, --ssr, --skip-tests, --package-manager, --preset, --watchAssets':
        'text?',
    },
    flags:
      '--watch -w --no-watch --prod --aot --debug -d --source-map --stats-json --code-coverage --no-progress --progress --open -o --live-reload --no-live-reload --verbose --delete-output-path --tsc --webpack --preserveWatchOutput --flat --dry-run --skip-import --standalone --no-spec --spec --strict --skip-git --skip-install -h',
    examples: {
      'ng build x': [],
      'ng --path /tmp/x --tsconfig /tmp/x build x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'ng --tsConfig /tmp/x --ts-config /tmp/x build x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'ng --proxy-config /tmp/x build x': ['code javascript file /tmp/x'],
      'ng --webpackPath /tmp/x build x': ['code javascript file /tmp/x'],
      'ng --output-path output-dir --outputPath output-dir build x': ['directory output-dir', 'directory output-dir'],
      'cd /tmp/x && ng build x': ['names /tmp/x', 'run ng', 'code javascript file /tmp/x'],
      'ng --unheard-of build x': ['unknown option --unheard-of of ng'],
    },
  },
  hugo: {
    project: ['hugo.toml', 'config.toml'],
    operands: [{ words: 'server serve build list version env config new' }, 'text…'],
    options: {
      '--config, --configDir': 'read',
      '-s, --source': 'project-directory',
      '-t, --theme, --themesDir': 'text',
      '-d, --destination, --cacheDir, --resourceDir': 'directory',
      '-c, --contentDir, -l, --layoutDir': 'names',
      '-b, --baseURL, -e, --environment, -p, --port, --logLevel, --poll, --clock, -k, --kind, --format': 'text',
      '--bind': { words: '127.0.0.1 localhost', else: 'listen' },
    },
    flags:
      '-D --buildDrafts -E --buildExpired -F --buildFuture --cleanDestinationDir --enableGitInfo --forceSyncStatic --gc --ignoreCache --minify --noBuildLock --noChmod --noTimes --printI18nWarnings --printPathWarnings --printMemoryUsage --printUnusedTemplates -w --watch --disableFastRender --navigateToChanged --renderToMemory --appendPort --panicOnWarning --quiet -v --verbose --templateMetrics --templateMetricsHints -h',
    examples: {
      'hugo server x': [],
      'hugo --config config.in --configDir config.in server x': ['read config.in', 'read config.in'],
      'hugo -s /tmp/x --destination destin-dir server x': ['code other file /tmp/x', 'directory destin-dir'],
      'hugo --cacheDir cached-dir --resourceDir resour-dir server x': ['directory cached-dir', 'directory resour-dir'],
      'hugo --contentDir dir --layoutDir dir --bind :8080 server x': ['names dir', 'names dir', 'open listener :8080'],
      'cd /tmp/x && hugo server x': ['names /tmp/x', 'run hugo', 'code other file /tmp/x'],
      'hugo --unheard-of server x': ['unknown option --unheard-of of hugo'],
    },
  },
  remotion: {
    ...PROJECT,
    operands: [
      { words: 'studio preview render still compositions bundle versions benchmark' },
      'loads-code',
      'text',
      'write',
    ],
    options: {
      '--config': 'loads-code',
      '--props': 'read',
      '--output, --out-dir': 'write',
      '--codec, --pixel-format, --frame, --frames, --concurrency, --scale, --crf, --fps, --image-format, --jpeg-quality, --quality, --log, --port, --timeout, --width, --height, --gl, --muted, --audio-codec, --video-bitrate, --color-space, --every-nth-frame':
        'text',
    },
    flags: '--overwrite --sequence --quiet -q --bundle-cache --no-open --transparent -h',
    examples: {
      'remotion studio /tmp/x x d.out': ['code javascript file /tmp/x', 'write d.out'],
      'remotion --config /tmp/x studio /tmp/x x d.out': [
        'code javascript file /tmp/x',
        'code javascript file /tmp/x',
        'write d.out',
      ],
      'remotion --props props.in studio /tmp/x x d.out': [
        'read props.in',
        'code javascript file /tmp/x',
        'write d.out',
      ],
      'remotion --output output.out studio /tmp/x x d.out': [
        'write output.out',
        'code javascript file /tmp/x',
        'write d.out',
      ],
      'remotion --out-dir out.out studio /tmp/x x d.out': [
        'write out.out',
        'code javascript file /tmp/x',
        'write d.out',
      ],
      'cd /tmp/x && remotion studio /tmp/x x d.out': [
        'names /tmp/x',
        'run remotion',
        'code javascript file /tmp/x',
        'code javascript file /tmp/x',
        'write /tmp/x/d.out',
      ],
      'remotion --unheard-of studio /tmp/x x d.out': [
        'unknown option --unheard-of of remotion',
        'code javascript file /tmp/x',
        'write d.out',
      ],
    },
  },
}

export const javascriptFrameworks: readonly Program[] = family(entries)
