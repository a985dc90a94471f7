import type { JsonObject } from '../tool-call.ts'
import { deed, understood } from './deeds.ts'
import { requiredText } from './input.ts'
import type { Tool } from './tool.ts'

/** The agent's own settings. Without a value it only reads one. */
export const config: Tool = {
  name: 'Config',
  aliases: ['update_config', 'set_config'],
  encode: (input) => {
    const setting = requiredText(input, 'setting', 'key')
    const value = valueOf(input)
    return value === undefined ? setting : `${setting} = ${value}`
  },
  understand: (input) => {
    const setting = requiredText(input, 'setting', 'key')
    const value = valueOf(input)
    return value === undefined
      ? understood()
      : understood(deed({ does: 'change-settings', of: 'agent', key: setting, value }, `${setting} = ${value}`))
  },
  specifier: 'none',
}

function valueOf(input: JsonObject): string | undefined {
  const { value } = input
  if (value === undefined) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
