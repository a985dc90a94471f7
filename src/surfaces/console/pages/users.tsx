import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { get, post } from '../data/api.ts'
import { useLoaded } from '../data/changes.ts'
import { type Fields, fieldsOf, textOf } from '../data/fields.ts'
import { Text } from '../parts/text.tsx'
import { Hint, tell, tellFailure } from '../shell/notes.tsx'

const ROLES = ['owner', 'admin', 'approver', 'auditor', 'agent'] as const

/** Who is who. A token is shown once, here, to whoever made it. */
export function Users(): JSX.Element {
  const { value, failed, again } = useLoaded('users', (signal) => get('/v1/users', {}, signal))
  const [made, setMade] = useState<{ readonly user: string; readonly token: string } | undefined>(undefined)
  const change = (body: object, said: string): void => {
    post('/v1/users/change', body)
      .then(() => {
        tell(said, 'good')
        again()
      })
      .catch((error: unknown) => {
        tellFailure(error)
        again()
      })
  }
  const token = (user: string): void => {
    post('/v1/users/token', { user })
      .then((answer) => {
        setMade({ user, token: textOf(answer['token']) })
        again()
      })
      .catch(tellFailure)
  }
  if (failed !== '') return <Hint title={failed} />
  return (
    <div class="page">
      {made !== undefined && (
        <div class="card" role="status">
          <p>
            The token of <Text of={made.user} />. This is the only time it is shown.
          </p>
          <p>
            <code>{made.token}</code>
          </p>
          <button type="button" onClick={() => setMade(undefined)}>
            I have it
          </button>
        </div>
      )}
      <ul class="agents">
        {fieldsOf(value?.['users']).map((user) => (
          <User key={textOf(user['id'])} of={user} change={change} token={token} />
        ))}
      </ul>
    </div>
  )
}

function User({
  of,
  change,
  token,
}: {
  of: Fields
  change: (body: object, said: string) => void
  token: (user: string) => void
}): JSX.Element {
  const id = textOf(of['id'])
  const disabled = of['disabled'] === true
  const identities = Array.isArray(of['identities']) ? of['identities'].map(String) : []
  const tokens = fieldsOf(of['tokens'])
  return (
    <li class="card">
      <header class="card-head">
        <h2>
          <Text of={id} />
        </h2>
        {disabled && <span class="tag tag-hard">disabled</span>}
        <div class="answers">
          <label>
            Role of <Text of={id} />{' '}
            <select
              value={textOf(of['role'])}
              onChange={(event) => {
                const role = event.currentTarget.value
                change({ does: 'role', user: id, role }, `${id} is ${role} now.`)
              }}
            >
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {role}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            onClick={() =>
              change(
                { does: disabled ? 'enable' : 'disable', user: id },
                `${id} is ${disabled ? 'enabled' : 'disabled'}.`,
              )
            }
          >
            {disabled ? 'Enable' : 'Disable'}
          </button>
          <button type="button" disabled={disabled} onClick={() => token(id)}>
            New token
          </button>
        </div>
      </header>
      <p class="dim">
        <Text of={identities.length === 0 ? 'no login names, no chats' : identities.join(', ')} />
      </p>
      <ul class="findings">
        {tokens.map((each) => (
          <li class="finding" key={textOf(each['id'])}>
            <span class="strong">
              <Text of={textOf(each['id'])} />
            </span>
            <span>
              <Text of={`${textOf(each['label'])} ${textOf(each['state'])}`.trim()} />{' '}
              {each['state'] === 'valid' && (
                <button
                  type="button"
                  class="quiet"
                  onClick={() =>
                    change({ does: 'revoke', user: id, token: textOf(each['id']) }, 'The token is revoked.')
                  }
                >
                  Revoke
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
