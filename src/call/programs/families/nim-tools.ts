import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** What comes with Nim beside the compiler and its package manager. */
const entries: Entries = {
  nimpretty: {
    operands: 'edit',
    options: { '--out:*, --out=*': 'write', '--indent:*, --indent=*, --maxLineLen:*, --maxLineLen=*': 'text' },
    flags: '--backup:on --backup:off --stdin',
    style: 'single-dash',
    examples: {
      'nimpretty --indent:2 a.nim': ['edit a.nim'],
      'nimpretty --out:o.nim a.nim': ['write o.nim', 'edit a.nim'],
      'nimpretty --out=o.nim a.nim': ['write o.nim', 'edit a.nim'],
      'nimpretty --unheard-of a.nim': ['unknown option --unheard-of of nimpretty', 'edit a.nim'],
    },
  },
  nimgrep: {
    operands: ['text', 'read-tree…'],
    options: {
      '--ext:*, --ext=*, --match:*, --noMatch:*, --includeDir:*, --excludeDir:*, --includeFile:*, --excludeFile:*, --count, --sortTime:*, -j:*, --threads:*, --afterContext:*, --beforeContext:*, --context:*, -a:*, -b:*, -c:*, --color:*, --colorTheme:*, --limit:*, --follow, --bin:*, --text, --hidden, --gitRepo, --depth:*':
        'text?',
    },
    forms: { '-!, --replace': { operands: ['text', 'text', 'edit…'] } },
    flags:
      '-f --find -p --peg -r --re -x --rex --recursive -R -s --confirm --stdin -w --word -i --ignoreCase -y --ignoreStyle -l --newLine --cols --onlyAscii --noColor --verbose --filenames --dateTime -g -d -@ -X -n -e -o',
    style: 'single-dash',
    examples: {
      'nimgrep -r TODO src': ['read-tree src'],
      'nimgrep --replace a b src': ['edit src'],
      'nimgrep -! a b src': ['edit src'],
      'nimgrep --unheard-of TODO src': ['unknown option --unheard-of of nimgrep', 'read-tree src'],
    },
  },
  testament: {
    subcommands: {
      'all, cat, category, c, p, pattern, r, run, html': { operands: 'text', project: ['tests/config.nims'] },
    },
    options: {
      '--nim:*': 'interpreter',
      '--directory:*': 'project-directory',
      '--targets:*, --target:*, --backendLogging:*, --megatest:*, --skipFrom:*, --colors:*, --batch:*': 'text',
    },
    flags: '--print --verbose --simulate --failing --retry --valgrind:on --valgrind:off',
    style: 'single-dash',
    examples: {
      'testament --print run tests/a.nim': [],
      'testament --nim:/tmp/nim all': ['code binary file /tmp/nim'],
      'testament --directory:/tmp/x all': ['code other file /tmp/x'],
      'cd /tmp/x && testament all': ['names /tmp/x', 'run testament', 'code other file /tmp/x'],
      'testament --unheard-of all': ['unknown option --unheard-of of testament'],
    },
  },
  choosenim: {
    operands: 'text',
    effects: ['install toolchain registry user'],
    bare: {},
    subcommands: {
      'show, versions': { operands: 'text' },
      update: { operands: 'text', effects: ['install toolchain registry user'] },
      remove: { operands: 'text', effects: ['system remove-package'] },
    },
    options: { '--choosenimDir:*, --nimbleDir:*': 'directory' },
    flags: '-y --yes --noColor --firstInstall --latest --installed --debug --verbose',
    style: 'single-dash',
    examples: {
      'choosenim show': [],
      'choosenim 2.0.0': ['install toolchain 2.0.0 registry user'],
      'choosenim update stable': ['install toolchain stable registry user'],
      'choosenim remove 2.0.0': ['system remove-package'],
      'choosenim --choosenimDir:/etc/a show': ['directory /etc/a'],
      'choosenim --nimbleDir:/etc/a show': ['directory /etc/a'],
      'choosenim --unheard-of show': ['unknown option --unheard-of of choosenim'],
    },
  },
}

export const nimTools: readonly Program[] = family(entries)
