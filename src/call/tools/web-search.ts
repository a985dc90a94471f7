import type { Action } from '../action.ts'
import { deed, understood } from './deeds.ts'
import { requiredText } from './input.ts'
import type { Tool } from './tool.ts'

/** The query goes to the agent's search provider. */
export const webSearch: Tool = {
  name: 'WebSearch',
  aliases: ['web_search', 'google_web_search', 'websearch', 'search_web', 'brave_search', 'codesearch'],
  encode: (input) => requiredText(input, 'query', 'q', 'search_term'),
  understand: (input) => understood(lookUp(requiredText(input, 'query', 'q', 'search_term'))),
  harmlessByName: true,
  specifier: 'none',
}

export function lookUp(query: string): Action {
  const host = { kind: 'named', name: 'web-search' } as const
  const payload = { from: 'text', text: query } as const
  return deed({ does: 'contact-host', host, sends: 'data', purpose: 'lookup', payload }, query)
}
