import type { JSX } from 'preact'
import { post } from '../data/api.ts'
import { ownCommand } from '../data/own-command.ts'
import { tellFailure } from '../shell/notes.tsx'
import { linkTo } from '../shell/router.ts'

/** Nothing was decided yet: three lines, and something to look at. */
export function FirstRun(): JSX.Element {
  return (
    <div class="first-run">
      <h2>The gate is running. No tool call has arrived yet.</h2>
      <ol>
        <li>
          Put it in front of an agent: <code>{ownCommand('init')}</code>, or use the buttons under{' '}
          <a href={linkTo(['agents'])}>Agents</a>.
        </li>
        <li>Use your agent as always. Every tool call appears here before it runs.</li>
        <li>
          What needs you waits under <a href={linkTo(['approvals'])}>Approvals</a>; the rest never bothers you.
        </li>
      </ol>
      <button type="button" class="primary" onClick={playDemo}>
        Play a demo session
      </button>
      <p class="dim">It is marked as demo and never gets into your log.</p>
    </div>
  )
}

export function playDemo(): void {
  post('/v1/demo', { play: true }).catch(tellFailure)
}
