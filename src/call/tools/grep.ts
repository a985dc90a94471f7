import type { JsonValue } from '../tool-call.ts'
import { readsPattern, searches, understood } from './deeds.ts'
import { DIRECTORY, optionalText, requiredText } from './input.ts'
import type { Tool } from './tool.ts'

/** Parameters that choose files by pattern, in the dialects of the agents. */
const FILTERS = ['glob', 'include', 'include_pattern', 'includePattern', 'file_pattern', 'glob_pattern', 'files']

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
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
    const path = optionalText(input, ...DIRECTORY) || '.'
    const globs = FILTERS.flatMap((name) => textsIn(input[name]))
    const away = globs.filter((glob) => /^(?:[/~]|[A-Za-z]:)|(?:^|\/)\.\.(?:\/|$)/.test(glob))
    const types = typeof input['type'] === 'string' ? [input['type']] : []
    return understood(
      searches(path, away.length > 0 ? [] : globs, types, context),
      ...away.map((glob) => readsPattern(/^[/~]/.test(glob) ? glob : `${path}/${glob}`, context)),
    )
  },
  safe: true,
  specifier: 'path',
}
