import { reads, understood } from './deeds.ts'
import { DIRECTORY, optionalText } from './input.ts'
import type { Tool } from './tool.ts'

export const listDirectory: Tool = {
  name: 'LS',
  aliases: ['list_directory', 'ListDir', 'list_dir', 'list_files', 'list', 'read_folder'],
  encode: () => '',
  understand: (input, context) => understood(reads(optionalText(input, ...DIRECTORY) || '.', context, 'names')),
  safe: true,
  specifier: 'path',
}
