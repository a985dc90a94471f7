import type { Action } from '../action.ts'
import { pathKinds } from '../place-kinds.ts'
import type { JsonObject } from '../tool-call.ts'
import { reads, understood } from './deeds.ts'
import { PATH } from './file-edit.ts'
import { isList, optionalText, requiredPath, requiredText } from './input.ts'
import { type Context, type Tool, UnreadableInput } from './tool.ts'

const DIRECTORY = [
  'path',
  'dir_path',
  'directory',
  'dirPath',
  'relative_workspace_path',
  'target_directory',
  'file_path',
] as const

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
  return reads(head.slice(0, head.lastIndexOf('/') + 1) || '.', context, 'content', true)
}

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

export const listDirectory: Tool = {
  name: 'LS',
  aliases: ['list_directory', 'ListDir', 'list_dir', 'list_files', 'list', 'read_folder'],
  encode: () => '',
  understand: (input, context) => understood(reads(optionalText(input, ...DIRECTORY) || '.', context, 'names')),
  safe: true,
  specifier: 'path',
}

/** Reading is irrelevant to security unless the name says that it is a secret; then the classifier sees it. */
function irrelevantUnlessSecret(paths: readonly string[]): string {
  const telling = paths.filter((path) => {
    const kinds = pathKinds(`/${path.replaceAll('\\', '/')}`.replaceAll(/\/+/g, '/'), NOWHERE)
    return kinds.has('secret') || kinds.has('ssh') || kinds.has('browser-profile') || kinds.has('agent-transcript')
  })
  return telling.map((path) => `read ${path}`).join('\n')
}

/** Only names are looked at here, so it does not matter where we are. */
const NOWHERE: Context['surroundings'] = {
  cwd: '/',
  workspace: '/nowhere',
  additional: [],
  home: '/',
  platform: 'posix',
  remotes: new Map(),
  branch: undefined,
}
