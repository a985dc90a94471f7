import { deed, placeOf, understood, writes } from './deeds.ts'
import { PATH } from './file-edit.ts'
import { requiredPath, requiredText } from './input.ts'
import type { Tool } from './tool.ts'

const CONTENT = ['content', 'contents', 'file_text', 'text', 'fileText'] as const

export const fileWrite: Tool = {
  name: 'Write',
  aliases: ['FileWrite', 'write_file', 'create', 'create_file', 'write_to_file', 'save_file', 'new_file'],
  encode: (input) => `${requiredPath(input, ...PATH)}: ${requiredText(input, ...CONTENT)}`,
  understand: (input, context) =>
    understood(writes(requiredPath(input, ...PATH), requiredText(input, ...CONTENT), context)),
  specifier: 'path',
}

/** Gemini and Qwen keep what they are told to remember in a file that steers every later session. */
export const saveMemory: Tool = {
  name: 'SaveMemory',
  aliases: ['save_memory', 'memory', 'update_memory'],
  encode: (input) => `remember: ${requiredText(input, 'fact', 'knowledge_to_store', 'content')}`,
  understand: (input, context) => {
    const text = requiredText(input, 'fact', 'knowledge_to_store', 'content')
    const place = placeOf('~/.gemini/GEMINI.md', context)
    return understood(
      deed({ does: 'write-file', place, how: 'append', content: { kind: 'text', text } }, '~/.gemini/GEMINI.md'),
    )
  },
  specifier: 'none',
}
