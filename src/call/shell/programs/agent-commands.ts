import type { Program } from './program.ts'
import { are, rows } from './table.ts'

/**
 * Commands that an agent brings along in its own shell instead of calling tools: SWE-agent and its offspring for
 * security exercises. They look at files and move a window over them. Those that edit, debug or talk to a server stay
 * unknown: what they do is decided by earlier calls.
 */
export const agentCommands: readonly Program[] = rows({
  'goto scroll_up scroll_down set_cursors': { operands: 'text' },
  'search_dir search_file': { operands: ['text', 'read-tree'], otherwise: '.' },
  find_file: { operands: ['text', 'names'], otherwise: '.' },
  'filemap view_image': { operands: 'read' },
  'decompile disassemble': { operands: 'read', options: are('text', '--function_name') },
  'rsactftool rsactftool.py': {
    options: {
      ...are('text', '-n -e -p -q --attack'),
      ...are('read', '--publickey --key'),
      ...are('opaque', '--decrypt --decryptfile --private --output --sendtofdb'),
    },
  },
})
