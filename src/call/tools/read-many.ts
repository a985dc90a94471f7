import type { Action } from '../action.ts'
import type { JsonObject } from '../tool-call.ts'
import { reads, searches, understood } from './deeds.ts'
import { isList } from './input.ts'
import { irrelevantUnlessSecret } from './secret-names.ts'
import { type Context, type Tool, UnreadableInput } from './tool.ts'

export const readMany: Tool = {
  name: 'ReadManyFiles',
  aliases: ['read_many_files', 'read_files', 'read_multiple_files'],
  encode: (input) => irrelevantUnlessSecret(pathsOf(input)),
  understand: (input, context) => understood(...pathsOf(input).map((path) => readsPattern(path, context))),
  safe: true,
  specifier: 'path',
}

function pathsOf(input: JsonObject): readonly string[] {
  const list = input['paths'] ?? input['include'] ?? input['files']
  if (!isList(list) || list.length === 0) throw new UnreadableInput('parameter `paths` is not a list of paths')
  return list.map((path) => {
    if (typeof path !== 'string' || path === '')
      throw new UnreadableInput('parameter `paths` has an entry that is not a path')
    return path
  })
}

/** A wildcard reads the tree below its fixed part. */
function readsPattern(path: string, context: Context): Action {
  const wild = path.search(/[*?[{]/)
  if (wild < 0) return reads(path, context, 'content')
  const head = path.slice(0, wild)
  const directory = head.slice(0, head.lastIndexOf('/') + 1)
  return searches(directory || '.', [path.slice(directory.length)], [], context)
}
