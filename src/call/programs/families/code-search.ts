import { asGroup } from '../../shell/programs/accounts.ts'
import type { Program, ProgramContext } from '../../shell/programs/program.ts'
import { textOf } from '../../word.ts'
import type { Entry } from '../entry.ts'
import { walk } from '../walk.ts'

/** Options of looking for code by its shape, shared by `run` and `scan`. */
const LOOKS = {
  options: {
    '-U, --update-all': 'flag',
    '-j, --threads, -A, --after, -B, --before, -C, --context, --max-results': 'number',
    '--globs, --no-ignore, --inspect, --heading, --color': 'text',
    '--json': 'text?',
  },
  flags: '--stdin --follow',
  inPlace: '-U, --update-all',
  operands: 'read-tree',
  default: '.',
} satisfies Entry

const RUN: Entry = {
  ...LOOKS,
  options: {
    ...LOOKS.options,
    '-p, --pattern, --selector, --strictness, -l, --lang, -r, --rewrite': 'text',
    '--debug-query': 'text?',
    '-c, --config': 'config',
  },
}

const CONFIG = { '-c, --config': 'config' } as const

/** Searches and rewrites code by its syntax tree. A settings file may name parsers to load. */
const VERBS: Readonly<Record<string, Entry>> = {
  run: RUN,
  scan: {
    ...LOOKS,
    options: {
      ...LOOKS.options,
      '-r, --rule': 'read',
      '--inline-rules, --report-style, --format, --filter': 'text',
      '--error, --warning, --info, --hint, --off': 'text?',
      ...CONFIG,
    },
    flags: `${LOOKS.flags} --include-metadata`,
  },
  test: {
    options: { '-t, --test-dir': 'read-tree', '--snapshot-dir': 'directory', '-f, --filter': 'text', ...CONFIG },
    flags: '--skip-snapshot-tests --include-off -U --update-all',
    effects: ['directory .'],
  },
  new: {
    operands: 'text',
    options: { '-b, --base-dir': 'directory', '-l, --lang': 'text', ...CONFIG },
    flags: '-y --yes',
    effects: ['directory .'],
  },
  lsp: { options: CONFIG },
  completions: { operands: 'text' },
}

/** Without a subcommand it is `run`. */
function meansAstGrep(context: ProgramContext): void {
  const [first, ...others] = context.invocation.args
  const verb = first === undefined ? undefined : textOf(first)
  const entry = verb !== undefined && Object.hasOwn(VERBS, verb) ? VERBS[verb]! : undefined
  if (entry !== undefined) walk(context, entry, others, `ast-grep ${verb}`)
  else if (first !== undefined) walk(context, RUN, context.invocation.args, 'ast-grep')
}

/** `sg` is ast-grep's other name, and the program that runs a command as a group, whose command is the next word. */
function meansSg(context: ProgramContext): void {
  const [first, second] = context.invocation.args.map((word) => textOf(word))
  const searches = /^(?:run|scan|test)$/.test(first ?? '') && /^-(?!c$|$)/.test(second ?? '')
  if (searches) meansAstGrep(context)
  else asGroup(context)
}

export const codeSearch: readonly Program[] = [
  {
    names: ['ast-grep'],
    means: meansAstGrep,
    examples: {
      "ast-grep run -p 'foo($A)' -l ts src": ['read-tree src'],
      "ast-grep -p 'foo($A)' --json=compact src": ['read-tree src'],
      "ast-grep -p 'foo($A)'": ['read-tree .'],
      "ast-grep -p 'foo($A)' -r 'bar($A)' src -U": ['read-tree src', 'edit src'],
      "ast-grep run -p 'foo($A)' -r 'bar($A)' --update-all src": ['read-tree src', 'edit src'],
      'ast-grep scan': ['read-tree .'],
      'ast-grep scan -c /tmp/x --rule rules/no-any.yml src': [
        'code other file /tmp/x',
        'read rules/no-any.yml',
        'read-tree src',
      ],
      'ast-grep scan -U src': ['read-tree src', 'edit src'],
      'ast-grep scan --update-all': ['read-tree .', 'edit .'],
      'ast-grep -c /tmp/x -p x src': ['code other file /tmp/x', 'read-tree src'],
      'ast-grep test -t tests --snapshot-dir snaps -U': ['read-tree tests', 'directory snaps', 'directory .'],
      'ast-grep new rule no-any -b rules -l ts -y': ['directory rules', 'directory .'],
      'ast-grep lsp': [],
      'ast-grep scan --unheard-of src': ['unknown option --unheard-of of ast-grep scan', 'read-tree src'],
      'ast-grep --unheard-of src': ['unknown option --unheard-of of ast-grep', 'read-tree src'],
    },
  },
  {
    names: ['sg'],
    means: meansSg,
    examples: {
      'sg scan --rule rules/no-any.yml': ['read rules/no-any.yml', 'read-tree .'],
      "sg run -p 'foo($A)' -r 'bar($A)' -U src": ['read-tree src', 'edit src'],
      "sg docker -c 'rm -rf build'": ['system grant-privilege', 'run rm', 'delete-tree build'],
      "sg run -c 'rm -rf build'": ['run rm', 'delete-tree build'],
      'sg scan --unheard-of src': ['unknown option --unheard-of of ast-grep scan', 'read-tree src'],
    },
  },
]
