import { resolve } from 'node:path'
import { readCallText } from '../../call/read-call.ts'
import { type Read, readJson } from '../../call/strict-json.ts'
import type { ToolCall } from '../../call/tool-call.ts'
import { toolNamed } from '../../call/tools/index.ts'

/** What a person types after `check` or `explain`: a tool and its input, or `--` and a shell command. */
export interface TypedCall {
  readonly tool: string
  readonly input: string
}

/** The parameter a bare word stands for, so that `check Read src/a.ts` needs no JSON. */
const MAIN_PARAMETER: Readonly<Record<string, string>> = { command: 'command', path: 'file_path', url: 'url' }

export function readTypedCall(typed: TypedCall, cwd: string, session: string): Read<ToolCall> {
  const text = typed.input.trimStart().startsWith('{') ? typed.input : asJson(typed)
  // By itself first: a place in it is told as it was typed.
  const alone = readJson(new TextEncoder().encode(text))
  if ('unreadable' in alone)
    return { unreadable: { ...alone.unreadable, clearedBy: `an input in JSON: '{"key": "value"}'` } }
  return readCallText(`{"tool":${JSON.stringify(typed.tool)},"input":${text}}`, {
    id: 'typed',
    cwd: resolve(cwd),
    session,
    agent: 'cli',
  })
}

function asJson(typed: TypedCall): string {
  const parameter = MAIN_PARAMETER[toolNamed(typed.tool)?.specifier ?? '']
  // An input that is neither JSON nor the main parameter of a known tool is passed on and refused with its own words.
  return parameter === undefined ? typed.input : JSON.stringify({ [parameter]: typed.input })
}

/** `check -- git commit -m "a b"`: the shell took the quotes away; they are put back. A single word is the whole command. */
export function joinCommand(words: readonly string[]): string {
  if (words.length === 1) return words[0]!
  return words.map((word) => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}
