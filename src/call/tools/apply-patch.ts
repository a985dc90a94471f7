import type { Action } from '../action.ts'
import type { JsonObject } from '../tool-call.ts'
import { deed, deletes, edits, placeOf, understood, writes } from './deeds.ts'
import { isList, optionalText } from './input.ts'
import { type Context, type Tool, UnreadableInput } from './tool.ts'

/** Edits any number of files by a patch: the `*** Begin Patch` grammar or a unified diff. */
export const applyPatch: Tool = {
  name: 'ApplyPatch',
  aliases: ['apply_patch', 'patch', 'apply_diff', 'applyPatch'],
  encode: (input) => {
    const patch = patchOf(input)
    const files = readPatch(patch)
    return files === undefined ? patch : files.map((file) => `${file.path}: ${summary(file)}`).join('\n')
  },
  understand: (input, context) => {
    const patch = patchOf(input)
    const files = readPatch(patch)
    if (files === undefined)
      return {
        actions: [deed({ does: 'something-opaque', text: patch, because: 'not-parsed' }, patch.slice(0, 200))],
        commands: [],
        parsed: false,
      }
    return understood(...files.flatMap((file) => actionsOf(file, context)))
  },
  specifier: 'path',
}

interface PatchedFile {
  readonly path: string
  readonly how: 'add' | 'update' | 'delete'
  readonly movedTo?: string
  readonly removed: string
  readonly added: string
}

function patchOf(input: JsonObject): string {
  const command = input['command']
  // Codex sends `["apply_patch", "*** Begin Patch…"]` or the patch itself.
  if (isList(command)) {
    const last = command.at(-1)
    if (typeof last === 'string') return last
    throw new UnreadableInput('parameter `command` does not end with a patch')
  }
  const text = optionalText(input, 'patch', 'input', 'patchText', 'patch_text', 'diff', 'command')
  if (text === undefined) throw new UnreadableInput('parameter `patch` is missing')
  return text
}

function summary(file: PatchedFile): string {
  if (file.how === 'delete') return 'deleted'
  return file.movedTo === undefined ? file.added : `moved to ${file.movedTo}: ${file.added}`
}

function actionsOf(file: PatchedFile, context: Context): readonly Action[] {
  switch (file.how) {
    case 'add':
      return [writes(file.path, file.added, context)]
    case 'delete':
      return [deletes(file.path, context)]
    case 'update': {
      if (file.movedTo === undefined) return [edits(file.path, file.removed, file.added, context)]
      const movedTo = placeOf(file.movedTo, context)
      return [
        deed({ does: 'delete-file', place: placeOf(file.path, context), recursive: false, movedTo }, file.path),
        edits(file.movedTo, file.removed, file.added, context),
      ]
    }
  }
}

/** Undefined when a line does not belong to either grammar: what cannot be read is not taken for harmless. */
export function readPatch(patch: string): readonly PatchedFile[] | undefined {
  const lines = patch.replaceAll('\r\n', '\n').trim().split('\n')
  if (lines[0] === '*** Begin Patch') return readBeginPatch(lines)
  return /^(?:diff |--- |Index: )/.test(lines[0]!) ? readUnified(lines) : undefined
}

function readBeginPatch(lines: readonly string[]): readonly PatchedFile[] | undefined {
  if (lines.length < 3 || lines.at(-1) !== '*** End Patch') return undefined
  const files: { path: string; how: PatchedFile['how']; movedTo?: string; removed: string; added: string }[] = []
  for (const line of lines.slice(1, -1)) {
    const header = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line)
    const file = files.at(-1)
    if (header) files.push({ path: header[2]!.trim(), how: HOW[header[1]!]!, removed: '', added: '' })
    else if (!file) return undefined
    else if (line.startsWith('*** Move to: ') && file.how === 'update') file.movedTo = line.slice(13).trim()
    else if (line.startsWith('+')) file.added += `${line.slice(1)}\n`
    else if (line.startsWith('-') && file.how === 'update') file.removed += `${line.slice(1)}\n`
    else if (!/^(?: |@@|$|\*\*\* End of File$)/.test(line)) return undefined
  }
  return files.length > 0 ? files : undefined
}

const HOW: Readonly<Record<string, PatchedFile['how']>> = { Add: 'add', Update: 'update', Delete: 'delete' }

function readUnified(lines: readonly string[]): readonly PatchedFile[] | undefined {
  const files: { path: string; how: PatchedFile['how']; removed: string; added: string }[] = []
  let from = ''
  for (const line of lines) {
    if (line.startsWith('--- ')) from = named(line.slice(4))
    else if (line.startsWith('+++ ')) {
      const to = named(line.slice(4))
      if (to === '/dev/null') files.push({ path: from, how: 'delete', removed: '', added: '' })
      else files.push({ path: to, how: from === '/dev/null' ? 'add' : 'update', removed: '', added: '' })
    } else if (
      /^(?:rename|copy) (?:from|to) |^GIT binary patch|^(?:old|new) mode |^(?:new|deleted) file mode /.test(line)
    ) {
      if (!/^new file mode 100644$|^deleted file mode /.test(line)) return undefined
    } else if (line.startsWith('+')) {
      const file = files.at(-1)
      if (!file) return undefined
      file.added += `${line.slice(1)}\n`
    } else if (line.startsWith('-')) {
      const file = files.at(-1)
      if (!file) return undefined
      file.removed += `${line.slice(1)}\n`
    }
  }
  return files.length > 0 ? files : undefined
}

function named(header: string): string {
  const path = header.split('\t', 1)[0]!.trim()
  return path === '/dev/null' ? path : path.replace(/^[ab]\//, '')
}
