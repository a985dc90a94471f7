import type { Program } from '../../shell/programs/program.ts'
import type { Entries, Entry } from '../entry.ts'
import { family } from '../walk.ts'

/** Its settings and what it builds are code of the project. */
const PROJECT: Entry = {
  language: 'javascript',
  project: ['package.json'],
}

/** What makes packages and documents of a project in JavaScript, and publishes them. */
const entries: Entries = {
  'typedoc jsdoc': {
    ...PROJECT,
    project: ['typedoc.js', 'typedoc.cjs', '.jsdoc.js'],
    operands: 'read-tree',
    options: {
      '--options, -c, --configure': 'loads-code',
      '--plugin, --theme, -t, --template': 'loads-code',
      '--tsconfig, --readme, -R, --customCss, --includes, --media': 'read',
      '--out, -d, --destination': 'directory',
      '--json': 'write',
      '--entryPoints, --entryPointStrategy, --exclude, --name, --logLevel, --gitRevision, --sourceLinkTemplate, -e, --encoding, -a, --access, -q, --query, --excludePrivate, --excludeInternal, --router, --basePath, --html':
        'text',
    },
    flags:
      '--watch --preserveWatchOutput --emit --treatWarningsAsErrors --validation --skipErrorChecking --includeVersion --hideGenerator --disableSources -r --recurse -p --private -X --explain --debug --pedantic -l --lenient -h -v --showConfig',
    examples: {
      'typedoc src': ['read-tree src'],
      'typedoc --options /tmp/x src': ['code javascript file /tmp/x', 'read-tree src'],
      'typedoc --configure /tmp/x src': ['code javascript file /tmp/x', 'read-tree src'],
      'typedoc --plugin /tmp/x src': ['code javascript file /tmp/x', 'read-tree src'],
      'typedoc --theme /tmp/x src': ['code javascript file /tmp/x', 'read-tree src'],
      'typedoc --template /tmp/x src': ['code javascript file /tmp/x', 'read-tree src'],
      'typedoc --tsconfig tsconf.in --readme readme.in src': ['read tsconf.in', 'read readme.in', 'read-tree src'],
      'typedoc --customCss custom.in --includes includ.in src': ['read custom.in', 'read includ.in', 'read-tree src'],
      'typedoc --media media.in --out out-dir src': ['read media.in', 'directory out-dir', 'read-tree src'],
      'typedoc --destination destin-dir src': ['directory destin-dir', 'read-tree src'],
      'typedoc --json json.out src': ['write json.out', 'read-tree src'],
      'cd /tmp/x && typedoc src': [
        'names /tmp/x',
        'run typedoc',
        'code javascript file /tmp/x',
        'read-tree /tmp/x/src',
      ],
      'typedoc --unheard-of src': ['unknown option --unheard-of of typedoc', 'read-tree src'],
    },
  },
  'graphql-codegen gql-gen': {
    ...PROJECT,
    project: ['codegen.ts', 'codegen.js'],
    options: {
      '-c, --config': 'loads-code',
      '-r, --require': 'loads-code',
      '-p, --project': 'text',
      '-w, --watch': 'text?',
    },
    flags:
      '-s --silent -e --errors-only --profile --verbose --debug --check --ignore-no-documents -o --overwrite --no-overwrite -h',
    examples: {
      'graphql-codegen': [],
      'graphql-codegen -c /tmp/x -r /tmp/x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'cd /tmp/x && graphql-codegen': ['names /tmp/x', 'run graphql-codegen', 'code javascript file /tmp/x'],
      'graphql-codegen --unheard-of': ['unknown option --unheard-of of graphql-codegen'],
    },
  },
  'fumadocs-mdx next-sitemap pagefind': {
    ...PROJECT,
    operands: 'text',
    options: {
      '--config': 'loads-code',
      '-s, --site': 'read-tree',
      '--output-path, --output-subdir': 'directory',
      '--glob, --root-selector, --exclude-selectors, --force-language': 'text',
    },
    flags: '--serve --quiet --silent --verbose --keep-index-url --write-playground -h',
    examples: {
      'fumadocs-mdx x': [],
      'fumadocs-mdx --config /tmp/x -s src x': ['code javascript file /tmp/x', 'read-tree src'],
      'fumadocs-mdx --output-path output-dir x': ['directory output-dir'],
      'fumadocs-mdx --output-subdir output-dir x': ['directory output-dir'],
      'cd /tmp/x && fumadocs-mdx x': ['names /tmp/x', 'run fumadocs-mdx', 'code javascript file /tmp/x'],
      'fumadocs-mdx --unheard-of x': ['unknown option --unheard-of of fumadocs-mdx'],
    },
  },
  'electron electron-vite': {
    ...PROJECT,
    operands: [{ words: 'dev build preview', else: 'project-directory' }, 'text…'],
    options: {
      '-r, --require': 'loads-code',
      '-c, --config': 'loads-code',
      '--outDir': 'directory',
      '-m, --mode, -l, --logLevel, --sourcemap, --rendererOnly, --entry': 'text?',
    },
    flags: '-w --watch --skipBuild -v -h -a --abi --noSandbox',
    examples: {
      'electron /tmp/x x': ['code javascript file /tmp/x'],
      'electron -r /tmp/x /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'electron -c /tmp/x /tmp/x x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'electron --outDir outdir-dir /tmp/x x': ['directory outdir-dir', 'code javascript file /tmp/x'],
      'cd /tmp/x && electron /tmp/x x': [
        'names /tmp/x',
        'run electron',
        'code javascript file /tmp/x',
        'code javascript file /tmp/x',
      ],
      'electron --unheard-of /tmp/x x': ['unknown option --unheard-of of electron', 'code javascript file /tmp/x'],
    },
  },
  'electron-builder': {
    ...PROJECT,
    operands: { words: 'build install-app-deps node-gyp-rebuild create-self-signed-cert start' },
    options: {
      '-c, --config': 'loads-code',
      '--project, --projectDir': 'project-directory',
      '--pd, --prepackaged': 'names',
      '-p, --publish': { words: 'never', else: 'opaque' },
      '-m, -o, --mac, --macos, -l, --linux, -w, --win, --windows, -c.*, --config.*': 'text?',
    },
    flags: '--x64 --ia32 --armv7l --arm64 --universal --dir -h',
    examples: {
      'electron-builder build': [],
      'electron-builder -c /tmp/x build': ['code javascript file /tmp/x'],
      'electron-builder --project /tmp/x build': ['code javascript file /tmp/x'],
      'electron-builder --projectDir /tmp/x --pd dir build': ['code javascript file /tmp/x', 'names dir'],
      'electron-builder --prepackaged dir -p x build': ['names dir', 'opaque unknown-option'],
      'cd /tmp/x && electron-builder build': ['names /tmp/x', 'run electron-builder', 'code javascript file /tmp/x'],
      'electron-builder --unheard-of build': ['unknown option --unheard-of of electron-builder'],
    },
  },
  tauri: {
    ...PROJECT,
    operands: [{ words: 'dev build info icon android ios init bundle inspect' }, 'text…'],
    options: {
      '-r, --runner': 'loads-code',
      '-c, --config': 'loads-code',
      '-t, --target, -f, --features, -b, --bundles': 'text',
    },
    flags: '--debug -d --verbose -v --no-bundle --no-watch --release --exit-on-panic --ci -h',
    examples: {
      'tauri dev x': [],
      'tauri -r /tmp/x -c /tmp/x dev x': ['code javascript file /tmp/x', 'code javascript file /tmp/x'],
      'cd /tmp/x && tauri dev x': ['names /tmp/x', 'run tauri', 'code javascript file /tmp/x'],
      'tauri --unheard-of dev x': ['unknown option --unheard-of of tauri'],
    },
  },
  'wasm-pack': {
    project: ['Cargo.toml', 'build.rs'],
    operands: [{ words: 'build test new' }, 'project-directory', 'text…'],
    options: { '-d, --out-dir': 'directory', '-t, --target, --scope, --out-name, -m, --mode, --log-level': 'text' },
    flags:
      '--dev --release --profiling --no-typescript --no-opt --weak-refs --reference-types --no-pack --node --chrome --firefox --safari --headless -q --quiet -v --verbose -h',
    examples: {
      'wasm-pack build tests x': [],
      'wasm-pack -d d-dir build tests x': ['directory d-dir'],
      'cd /tmp/x && wasm-pack build tests x': [
        'names /tmp/x',
        'run wasm-pack',
        'code other file /tmp/x',
        'code other file /tmp/x/tests',
      ],
      'wasm-pack --unheard-of build tests x': ['unknown option --unheard-of of wasm-pack'],
    },
  },
  'vsce ovsx': {
    language: 'javascript',
    subcommands: {
      'package, ls': {
        operands: 'text',
        project: [],
        options: {
          '-o, --out': 'write',
          '--readme-path, --changelog-path, --ignoreFile': 'read',
          '-t, --target, -m, --message, --baseContentUrl, --baseImagesUrl, --githubBranch': 'text',
        },
        flags:
          '--yarn --no-yarn --dependencies --no-dependencies --pre-release --allow-star-activation --no-rewrite-relative-links --no-update-package-json --no-git-tag-version --tree --skip-license --allow-missing-repository',
      },
      'show, search': { operands: 'text', flags: '--json --stats', options: { '--pagesize': 'text' } },
      'verify-pat, list-publishers, help': { operands: 'text' },
      publish: {
        operands: 'text',
        options: { '-p, --pat, -t, --target, -m, --message, -i, --packagePath': 'text' },
        flags: '--pre-release --no-dependencies --skip-duplicate --yarn',
        effects: ['service vscode publish'],
      },
      unpublish: {
        operands: 'text',
        options: { '-p, --pat': 'text' },
        flags: '-f --force',
        effects: ['service vscode delete'],
      },
    },
    examples: {
      'vsce package x': [],
      'vsce package -o o.out --readme-path readme.in x': ['write o.out', 'read readme.in'],
      'vsce package --changelog-path change.in --ignoreFile ignore.in x': ['read change.in', 'read ignore.in'],
      'cd /tmp/x && vsce package x': ['names /tmp/x', 'run vsce', 'code javascript file /tmp/x'],
      'vsce publish x': ['service vscode publish'],
      'vsce unpublish x': ['service vscode delete'],
      'vsce package --unheard-of': ['unknown option --unheard-of of vsce package'],
    },
  },
}

export const javascriptPackagers: readonly Program[] = family(entries)
