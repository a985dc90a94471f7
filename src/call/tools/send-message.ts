import type { JsonObject } from '../tool-call.ts'
import { deed, understood } from './deeds.ts'
import { requiredText } from './input.ts'
import { orderedCommands } from './ordered-commands.ts'
import type { Tool } from './tool.ts'

export const sendMessage: Tool = {
  name: 'SendMessage',
  aliases: ['send_message', 'message_agent'],
  encode: (input) => `to ${recipient(input)}: ${body(input)}`,
  understand: (input, context) =>
    understood(
      deed({ does: 'send-message', to: recipient(input), text: body(input), through: 'agent' }, body(input)),
      ...orderedCommands(body(input), context),
    ),
  safe: true,
  harmlessByName: true,
  specifier: 'none',
}

function recipient(input: JsonObject): string {
  return requiredText(input, 'to', 'recipient', 'target', 'agent_id')
}

/** Teams also send structured messages: shown as they are. */
function body(input: JsonObject): string {
  const message = input['message'] ?? input['content'] ?? input['text']
  return typeof message === 'object' && message !== null
    ? JSON.stringify(message)
    : requiredText(input, 'message', 'content', 'text')
}
