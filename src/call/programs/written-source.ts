import { ACTS } from '../shell/code/compiled.ts'
import type { Program } from '../shell/programs/program.ts'
import { textOf } from '../word.ts'

const SOURCE =
  /\.(?:c|cc|cpp|cxx|c\+\+|m|mm|rs|go|java|kt|scala|swift|nim|zig|d|hs|ml|cs|fs|vb|pas|f90|s|S|asm|odin|cr|v|ex|erl)$/

/** Source that this session wrote is read before it is compiled: the program it becomes can no longer be. */
export function looksIntoSource(program: Program): Program {
  return {
    ...program,
    means: (context) => {
      program.means(context)
      const { args, stdin, evidence } = context.invocation
      // Rust is read by its grammar; Java where it is run.
      for (const word of args)
        if (textOf(word)?.endsWith('.rs') && context.written(context.place(word))?.kind === 'text')
          context.file(word, 'compiled')
      const written = args
        .filter((word) => SOURCE.test(textOf(word) ?? '') && !/\.(?:rs|java)$/.test(textOf(word) ?? ''))
        .map((word) => context.written(context.place(word)))
        .map((content) => (content?.kind === 'text' ? content.text : ''))
      if (stdin.kind === 'text' && args.some((word) => textOf(word) === '-')) written.push(stdin.text)
      if (written.some((text) => ACTS.test(text))) context.opaque('unreadable-code', evidence)
    },
  }
}
