import { reads, understood } from './deeds.ts'
import { PATH } from './file-edit.ts'
import { requiredPath } from './input.ts'
import { irrelevantUnlessSecret } from './secret-names.ts'
import type { Tool } from './tool.ts'

export const fileRead: Tool = {
  name: 'Read',
  aliases: [
    'FileRead',
    'read_file',
    'view',
    'view_file',
    'open_file',
    'cat',
    'view_image',
    'read_image',
    'NotebookRead',
    'notebook_read',
  ],
  encode: (input) => irrelevantUnlessSecret([requiredPath(input, ...PATH)]),
  understand: (input, context) => understood(reads(requiredPath(input, ...PATH), context, 'content')),
  safe: true,
  specifier: 'path',
}
