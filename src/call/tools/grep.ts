import { reads, understood } from './deeds.ts'
import { DIRECTORY, optionalText, requiredText } from './input.ts'
import type { Tool } from './tool.ts'

export const grep: Tool = {
  name: 'Grep',
  aliases: [
    'search_file_content',
    'grep_search',
    'search_files',
    'codebase_search',
    'ripgrep',
    'rg',
    'semantic_search',
    'file_search_content',
  ],
  encode: (input) => {
    const pattern = requiredText(input, 'pattern', 'query', 'regex')
    const path = optionalText(input, ...DIRECTORY)
    return path === undefined || path === '' ? pattern : `${pattern} in ${path}`
  },
  understand: (input, context) => {
    requiredText(input, 'pattern', 'query', 'regex')
    return understood(reads(optionalText(input, ...DIRECTORY) || '.', context, 'content', true))
  },
  safe: true,
  specifier: 'path',
}
