import { show } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'
import type { Entry } from '../entry.ts'
import { walk } from '../walk.ts'

const TEX: Entry = {
  operands: 'read',
  style: 'single-dash',
  options: {
    '-output-directory, -aux-directory': 'directory',
    '-include-directory': 'names',
    '-interaction, -jobname, -fmt, -format, -output-format, -synctex, -progname, -output-comment, -src-specials, -mktex, -translate-file, -kpathsea-debug':
      'text',
  },
  flags:
    '-draftmode -halt-on-error -file-line-error -no-file-line-error -recorder -no-shell-escape -shell-restricted -etex -enc -parse-first-line -no-pdf -safer -nosocket -8bit -help -version -h',
}

/** TeX runs commands when the escape is on, and reads inline TeX from its operands. */
function typeset(context: ProgramContext): void {
  const { args, evidence } = context.invocation
  walk(
    context,
    TEX,
    args.filter((word) => !show(word).startsWith('\\')),
  )
  if (args.some((word) => /\\(write18|directlua|input\|)/.test(show(word)))) context.opaque('unreadable-code', evidence)
}

export const typesetting: readonly Program[] = [
  {
    names: [
      'latex',
      'pdflatex',
      'xelatex',
      'lualatex',
      'luatex',
      'tex',
      'pdftex',
      'xetex',
      'etex',
      'platex',
      'uplatex',
    ],
    means: typeset,
    examples: {
      'pdflatex -interaction=nonstopmode paper.tex': ['read paper.tex'],
      'pdflatex -output-directory=/etc/x -jobname=x paper.tex': ['directory /etc/x', 'read paper.tex'],
      'pdflatex -include-directory lib paper.tex': ['names lib', 'read paper.tex'],
      "pdflatex '\\\\write18{sh}'": ['opaque unreadable-code'],
      'pdflatex -shell-escape paper.tex': ['unknown option -shell-escape of pdflatex', 'read paper.tex'],
      'lualatex --lua=/tmp/x.lua paper.tex': ['unknown option --lua of lualatex', 'read paper.tex'],
    },
  },
]
