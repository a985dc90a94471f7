import type { Library } from '../library.ts'
import { data, library, text, type Value } from '../values.ts'
import { PYTHON_CALLS } from './calls.ts'
import { BUILTINS, CANNOT_ACT } from './cannot-act.ts'
import { PYTHON_ATTRIBUTES } from './files.ts'
import { GIVEN_BY_DECORATOR } from './tasks.ts'
import { PYTHON_SPECIALS } from './specials.ts'

const GLOBALS = new Map<string, Value>([
  ...[
    ...BUILTINS,
    'open',
    'eval',
    'exec',
    'compile',
    '__import__',
    'getattr',
    'globals',
    'locals',
    'breakpoint',
    'vars',
  ].map((name) => [name, library(name)] as const),
  ['__name__', text('__main__')],
  ['__file__', text('__file__')],
  ['__doc__', data('__doc__')],
])

/** Names through which everything can be reached. */
const REACHES: ReadonlySet<string> = new Set(
  `__builtins__ __globals__ __subclasses__ __bases__ __mro__ __loader__ __import__ __dict__ __getattribute__ __code__
   __closure__ __reduce__ sys.modules sys.meta_path sys.path_hooks sys.settrace f_globals f_locals f_builtins gi_frame
   cr_frame __self__`
    .split(/\s+/)
    .filter(Boolean),
)

export const PYTHON: Library = {
  language: 'python',
  globals: GLOBALS,
  entries: PYTHON_CALLS,
  specials: PYTHON_SPECIALS,
  attributes: PYTHON_ATTRIBUTES,
  cannotAct: CANNOT_ACT,
  results: 'many',
  reaches: REACHES,
  assigns: 'own',
  members: 'indexable',
  given: new Map([['tmp_path', { kind: 'object', type: 'Path', held: text('/tmp/pytest') }]]),
  givenByDecorator: GIVEN_BY_DECORATOR,
  keepsEnvironment: new Set(['dict', 'copy.copy', 'copy.deepcopy', 'len', 'isinstance', 'sorted', 'list', 'set']),
  neverCalls: new Set(
    BUILTINS.filter(
      (name) => !/^(?:map|filter|sorted|min|max|iter|property|classmethod|staticmethod|super)$/.test(name),
    ),
  ),
}
