import type { JSX } from 'preact'
import { get } from '../data/api.ts'
import { useLoaded } from '../data/changes.ts'
import { asFields, fieldsOf, numberOf, textOf } from '../data/fields.ts'
import { Text } from '../parts/text.tsx'

/** Settings that cannot be read stop everything, so every page says so. */
export function SettingsBroken(): JSX.Element | null {
  const { value } = useLoaded('settings problems', (signal) => get('/v1/policy/problems', {}, signal))
  const [first] = fieldsOf(value?.['problems']).flatMap((workspace) => fieldsOf(workspace['problems']))
  if (first === undefined) return <BundleNotTaken />
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

/** A policy bundle that could not be taken, or has expired: what was in force may no longer be what the team wants. */
function BundleNotTaken(): JSX.Element | null {
  const { value } = useLoaded('policy bundle', (signal) => get('/v1/policy/bundle', {}, signal))
  const bundle = asFields(value?.['bundle'])
  const [failure] = fieldsOf(asFields(bundle['lastLook'])['failures'])
  const expired = textOf(bundle['state']) === 'expired'
  if (failure === undefined && !expired) return null
  return (
    <p class="hint-line" role="alert">
      {expired
        ? 'The policy bundle in force has expired.'
        : 'The next policy bundle was not taken; the one in force stays.'}{' '}
      <code>
        <Text of={failure === undefined ? 'portcullis policy status' : textOf(failure['message'])} />
      </code>
    </p>
  )
}
