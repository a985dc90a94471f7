import { deed, understood } from './deeds.ts'
import { requiredText } from './input.ts'
import type { Tool } from './tool.ts'

/** A prompt that will run later without anybody asking. */
export const cronCreate: Tool = {
  name: 'CronCreate',
  aliases: ['cron_create', 'schedule_task', 'create_schedule', 'ScheduleWakeup'],
  encode: (input) => `${requiredText(input, 'cron', 'schedule', 'delay')}: ${requiredText(input, 'prompt', 'task')}`,
  understand: (input) => {
    const when = requiredText(input, 'cron', 'schedule', 'delay')
    const task = requiredText(input, 'prompt', 'task')
    return understood(deed({ does: 'schedule', with: 'agent', when, task }, `${when}: ${task}`))
  },
  neverAsEdit: true,
  specifier: 'none',
}
