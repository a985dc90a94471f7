import { reads, understood } from './deeds.ts'
import { DIRECTORY, optionalText, requiredText } from './input.ts'
import type { Tool } from './tool.ts'

export const glob: Tool = {
  name: 'Glob',
  aliases: ['file_search', 'find_files', 'find_path', 'glob_file_search', 'list_code_usages'],
  encode: () => '',
  understand: (input, context) => {
    requiredText(input, 'pattern', 'glob', 'query', 'glob_pattern')
    return understood(reads(optionalText(input, ...DIRECTORY) || '.', context, 'names', true))
  },
  safe: true,
  specifier: 'path',
}
