import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { get, post } from '../data/api.ts'
import { textOf } from '../data/fields.ts'
import { ownCommand } from '../data/own-command.ts'

/** Nobody is signed in: how to get in, and why there is no password field. */
export function SignIn({ because }: { because: string }): JSX.Element {
  return (
    <main class="sign-in">
      <h1>Portcullis</h1>
      {because !== '' && (
        <p class="hint-line" role="alert">
          {because}
        </p>
      )}
      <SingleSignOn />
      <p>
        The console opens with a link that works once. It is printed where the daemon was started; for a new one run
      </p>
      <pre class="block">{ownCommand('console')}</pre>
      <p class="dim">Whoever can run that on this machine may answer for it. There is no password to guess.</p>
    </main>
  )
}

/** Only where the settings name an identity provider. */
function SingleSignOn(): JSX.Element | null {
  const [host, setHost] = useState('')
  const [trouble, setTrouble] = useState('')
  useEffect(() => {
    get('/v1/console/ways').then(
      ({ sso }) => setHost(textOf(sso)),
      () => undefined,
    )
  }, [])
  if (host === '') return null
  const leave = (): void => {
    setTrouble('')
    post('/v1/console/oidc/start', {}).then(
      ({ url }) => location.assign(textOf(url)),
      (error: unknown) => setTrouble(error instanceof Error ? error.message : 'The daemon does not answer.'),
    )
  }
  return (
    <>
      <p>
        <button type="button" class="primary" onClick={leave}>
          Sign in with {host}
        </button>
      </p>
      {trouble !== '' && (
        <p class="hint-line" role="alert">
          {trouble}
        </p>
      )}
    </>
  )
}
