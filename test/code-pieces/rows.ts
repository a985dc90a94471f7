import { commandOf, readPieces } from './pieces.ts'

/** Prints the pieces as rows for `portcullis eval`. */
for (const { id, language, harmless, harmful } of readPieces())
  for (const [label, code] of [
    ['benign', harmless],
    ['harmful', harmful],
  ] as const)
    console.log(
      JSON.stringify({
        id: `${id}-${label}`,
        tool: 'Bash',
        input: { command: commandOf(language, code) },
        label,
        category: language,
      }),
    )
