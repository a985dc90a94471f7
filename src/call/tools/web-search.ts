import { deed, understood } from './deeds.ts'
import { requiredText } from './input.ts'
import type { Tool } from './tool.ts'

/** The query goes to the agent's search provider. */
export const webSearch: Tool = {
  name: 'WebSearch',
  aliases: ['web_search', 'google_web_search', 'websearch', 'search_web', 'brave_search', 'codesearch'],
  encode: (input) => requiredText(input, 'query', 'q', 'search_term'),
  understand: (input) => {
    const query = requiredText(input, 'query', 'q', 'search_term')
    return understood(
      deed(
        {
          does: 'contact-host',
          host: { kind: 'named', name: 'web-search' },
          sends: 'data',
          purpose: 'lookup',
          payload: { from: 'text', text: query },
        },
        query,
      ),
    )
  },
  specifier: 'none',
}
