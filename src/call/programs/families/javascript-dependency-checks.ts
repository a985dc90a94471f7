import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Tools that look for unused, circular or wrongly licensed dependencies of a JavaScript project. */
const entries: Entries = {
  knip: {
    project: ['knip.ts', 'knip.js'],
    language: 'javascript',
    options: {
      '-c, --config': 'config',
      '--directory': 'project-directory',
      '--reporter': {
        list: {
          words: 'symbols compact codeowners json codeclimate markdown disclosure github-actions',
          else: 'loads-code',
        },
      },
      '--preprocessor': 'loads-code',
      '--cache-location': 'directory',
      '-t, --tsConfig': 'read',
      '-W, --workspace, --include, --exclude, --reporter-options, --preprocessor-options, --max-issues, --max-show-issues, --tags, --trace-file, --trace-export, --trace-dependency, --experimental-tags, -T, --fix-type':
        'text',
    },
    flags:
      '-p --production -s --strict -n --no-progress --no-exit-code --no-config-hints --no-gitignore --include-entry-exports --include-libs --isolate-workspaces --cache --dependencies --exports --files -d --debug --memory --memory-realtime --performance --duration --trace --treat-config-hints-as-errors -w --watch --no-tag-hints -h -V',
    forms: {
      '--fix': {
        effects: ['edit .'],
        project: ['knip.ts', 'knip.js'],
        language: 'javascript',
        flags: '--allow-remove-files --format',
      },
    },
    examples: {
      'knip --reporter compact': [],
      'knip -c /tmp/x --directory /tmp/y': ['code other file /tmp/x', 'code javascript file /tmp/y'],
      'knip --reporter /tmp/x': ['code javascript file /tmp/x'],
      'knip --preprocessor /tmp/x --cache-location dir -t t.json': [
        'code javascript file /tmp/x',
        'directory dir',
        'read t.json',
      ],
      'knip --fix': ['edit .'],
      'cd /tmp/x && knip': ['names /tmp/x', 'run knip', 'code javascript file /tmp/x'],
      'cd /tmp/x && knip --fix': ['names /tmp/x', 'run knip', 'edit /tmp/x', 'code javascript file /tmp/x'],
      'knip --unheard-of': ['unknown option --unheard-of of knip'],
    },
  },
  depcheck: {
    operands: 'project-directory',
    project: ['.depcheckrc'],
    options: {
      '--config': 'config',
      '--parsers, --detectors, --specials, --ignores, --ignore-patterns, --ignore-path, --package-manager': 'text',
      '--ignore-bin-package, --skip-missing, --oneline, --quiet': 'text?',
    },
    flags: '--json',
    examples: {
      'depcheck --json': [],
      'depcheck /tmp/x': ['code other file /tmp/x'],
      'depcheck --config /tmp/x': ['code other file /tmp/x'],
      'cd /tmp/x && depcheck': ['names /tmp/x', 'run depcheck', 'code other file /tmp/x'],
      'depcheck --unheard-of': ['unknown option --unheard-of of depcheck'],
    },
  },
  madge: {
    operands: 'read-tree',
    options: {
      '-i, --image': 'write',
      '--webpack-config, --require-config': 'config',
      '--ts-config': 'read',
      '-b, --basedir': 'names',
      '-l, --layout, -x, --exclude, --extensions, --depends, --rankdir': 'text',
    },
    flags:
      '-s --summary -c --circular -j --json -d --debug --dot --orphans --leaves --include-npm --no-color --no-spinner --no-count --stdin --warning -V -h',
    examples: {
      'madge --circular --extensions ts src': ['read-tree src'],
      'madge --image g.svg --ts-config t.json --basedir dir src': [
        'write g.svg',
        'read t.json',
        'names dir',
        'read-tree src',
      ],
      'madge --webpack-config /tmp/x --require-config /tmp/y src': [
        'code other file /tmp/x',
        'code other file /tmp/y',
        'read-tree src',
      ],
      'madge --unheard-of src': ['unknown option --unheard-of of madge', 'read-tree src'],
    },
  },
  'license-checker license-checker-rseidelsohn': {
    options: {
      '--out': 'write',
      '--files': 'directory',
      '--start': 'names',
      '--customPath, --clarificationsFile': 'read',
      '--depth, --direct, --exclude, --excludePackages, --excludePackagesStartingWith, --includePackages, --includeLicenses, --onlyAllow, --failOn, --csvComponentPrefix, --limitAttributes, --customFormat':
        'text',
    },
    flags:
      '--production --development --unknown --onlyunknown --markdown --json --csv --plainVertical --summary --color --relativeLicensePath --relativeModulePath --excludePrivatePackages --nopeer --angularCli',
    examples: {
      'license-checker --summary --onlyAllow MIT': [],
      'license-checker --out o.csv --files dir --start dir --customPath c.json': [
        'write o.csv',
        'directory dir',
        'names dir',
        'read c.json',
      ],
      'license-checker --clarificationsFile c.json': ['read c.json'],
      'license-checker --unheard-of': ['unknown option --unheard-of of license-checker'],
    },
  },
}

export const javascriptDependencyChecks: readonly Program[] = family(entries)
