import { show, textOf } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import { runsProject } from '../../shell/programs/project.ts'

/** An alias of `deps.edn` is the project's own; `-e` and `-Sdeps` bring in code from the command line. */
function means(context: ProgramContext): void {
  const { args, program } = context.invocation
  const unknown = args.find((word) => show(word).startsWith('-') && !KNOWN.test(show(word)))
  if (unknown) context.opaque('unknown-option', `unknown option \`${show(unknown)}\` of ${program}`)
  const brought = args.findIndex((word) => /^(-e|--eval|-i|--init|-Sdeps|-r|--repl)$/.test(show(word)))
  const alias = args.some((word) => /^-[MXTAP](:[\w./-]+)*$/.test(show(word)))
  if (brought >= 0) {
    const code = args[brought + 1]
    if (code) context.code('other', code, { via: program })
    else context.opaque('interactive')
  } else if (alias) runsProject(context, ['deps.edn'])
  else if (/^(-version|--version|-h|--help|-P|-Spath|-Stree|-Sdescribe)$/.test(textOf(args[0]) ?? '')) return
  else if (args[0] && !show(args[0]).startsWith('-')) context.file(args[0], 'other', args.slice(1))
  else context.opaque('interactive')
}

const KNOWN =
  /^-(?:[MXTAP](?::[\w./-]+)*|-?version|h|-help|e|-eval|i|-init|m|-main|r|-repl|Sdeps|Spath|Stree|Sdescribe|Srepro|Sforce|Sverbose|Sthreads)$/

export const clojure: readonly Program[] = [
  {
    names: ['clojure', 'clj'],
    means,
    examples: {
      'clojure -M:test': [],
      "clj -e '(+ 1 2)'": ['code other inline'],
      'clojure -Sdeps x': ['code other inline'],
      'clojure /tmp/x.clj': ['code other file /tmp/x.clj'],
      clojure: ['opaque interactive'],
      'clojure -Spath': [],
      'clojure -M:test -unheard': ['unknown option -unheard of clojure'],
      'cd /tmp/x && clojure -M:test': ['names /tmp/x', 'run clojure', 'code other file /tmp/x'],
    },
  },
]
