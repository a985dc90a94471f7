import type { JSX } from 'preact'
import { get, post } from '../data/api.ts'
import { useLoaded } from '../data/changes.ts'
import { type Fields, fieldsOf, textOf } from '../data/fields.ts'
import { Diff } from '../parts/parts.tsx'
import { Text } from '../parts/text.tsx'
import { Hint, tell, tellFailure } from '../shell/notes.tsx'

/** Descriptions of MCP tools that wait for a person: what a model would read, and a yes to exactly that. */
export function HeldTools(): JSX.Element | null {
  const { value, failed, again } = useLoaded('held tools', (signal) => get('/v1/mcp/held', {}, signal))
  const held = fieldsOf(value?.['held'])
  if (failed !== '') return <Hint title={failed} />
  if (held.length === 0) return null
  const accept = (one: Fields): void => {
    post('/v1/mcp/approve', { server: one['server'], tool: one['tool'], hash: one['hash'] })
      .then(() => tell(`${textOf(one['title'])} is accepted. Clients show it after their next listing.`, 'good'))
      .catch(tellFailure)
      .finally(again)
  }
  return (
    <section aria-label="Held MCP tools">
      <ul class="agents">
        {held.map((one) => {
          const name = `${textOf(one['title'])} of ${textOf(one['name'])}`
          return (
            <li class="card" key={`${textOf(one['server'])} ${textOf(one['tool'])}`}>
              <header class="card-head">
                <h2>
                  <Text of={name} />
                </h2>
                <span class="tag tag-hard">held</span>
                <div class="answers">
                  <button type="button" aria-label={`Accept ${name}`} onClick={() => accept(one)}>
                    Let models read this, and call it
                  </button>
                </div>
              </header>
              <p>
                <code>{textOf(one['code'])}</code>: <Text of={textOf(one['sentence'])} />
              </p>
              <p class="dim">
                <code>
                  <Text of={textOf(one['runs'])} />
                </code>
              </p>
              <Diff of={textOf(one['text'])} label={`What models would read of ${name}`} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
