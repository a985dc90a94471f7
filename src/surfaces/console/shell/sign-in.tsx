import type { JSX } from 'preact'
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
      <p>
        The console opens with a link that works once. It is printed where the daemon was started; for a new one run
      </p>
      <pre class="block">{ownCommand('console')}</pre>
      <p class="dim">Whoever can run that on this machine may answer for it. There is no password to guess.</p>
    </main>
  )
}
