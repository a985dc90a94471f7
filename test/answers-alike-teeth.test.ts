import { join } from 'node:path'
import { expect, test } from 'vitest'
import { putBack, scratchFor } from './put-back.ts'
import { hookWithSettings } from './suites/hook-settings.ts'

const scratch = scratchFor('alike')

test('with the settings of a hook dropped again, that is noticed', async () => {
  const root = putBack(scratch, 'dropped', [
    {
      file: 'surfaces/cli/hook.ts',
      find: 'options.inProcess !== true && options.settings === undefined',
      replace: 'options.inProcess !== true',
    },
  ])
  expect((await hookWithSettings(join(root, 'surfaces/cli/main.ts'))).given).not.toBe('deny rule.deny')
})
