import type { Action } from '../action.ts'
import type { JsonObject } from '../tool-call.ts'
import { deed, deletes, edits, placeOf, understood, writes } from './deeds.ts'
import { isList, optionalText } from './input.ts'
import { type PatchedFile, readPatch } from './patch.ts'
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
