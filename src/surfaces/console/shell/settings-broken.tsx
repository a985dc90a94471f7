import type { JSX } from 'preact'
import { get } from '../data/api.ts'
import { useLoaded } from '../data/changes.ts'
import { fieldsOf, numberOf, textOf } from '../data/fields.ts'
import { Text } from '../parts/text.tsx'

/** Settings that cannot be read stop everything, so every page says so. */
export function SettingsBroken(): JSX.Element | null {
  const { value } = useLoaded('settings problems', (signal) => get('/v1/policy/problems', {}, signal))
  const [first] = fieldsOf(value?.['problems']).flatMap((workspace) => fieldsOf(workspace['problems']))
  if (first === undefined) return null
  const where = `${textOf(first['file'])}:${numberOf(first['line']) ?? 0}`
  return (
    <p class="hint-line" role="alert">
      Nothing is allowed: the settings cannot be read.{' '}
      <code>
        <Text of={`${where}: ${textOf(first['message'])}`} />
      </code>
    </p>
  )
}
