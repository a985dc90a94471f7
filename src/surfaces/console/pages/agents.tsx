import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { get, post } from '../data/api.ts'
import { useLoaded } from '../data/changes.ts'
import { type Fields, fieldsOf, textOf } from '../data/fields.ts'
import { Diff } from '../parts/parts.tsx'
import { Text } from '../parts/text.tsx'
import { Hint, tell, tellFailure } from '../shell/notes.tsx'
import { HeldTools } from './held-tools.tsx'

interface Plan {
  readonly agent: string
  readonly what: 'install' | 'uninstall'
  readonly files: readonly Fields[]
  readonly hash: string
}

/** Which agents are on this machine, whether the gate stands in front of them, and the exact change that puts it there. */
export function Agents(): JSX.Element {
  const { value, failed, again } = useLoaded('agents', (signal) => get('/v1/agents', {}, signal))
  const [plan, setPlan] = useState<Plan | undefined>(undefined)
  const look = (agent: string, what: Plan['what']): void => {
    post('/v1/agents/plan', { agent, what })
      .then((answer) => setPlan({ agent, what, files: fieldsOf(answer['files']), hash: textOf(answer['hash']) }))
      .catch(tellFailure)
  }
  const make = (wanted: Plan): void => {
    post(`/v1/agents/${wanted.what}`, { agent: wanted.agent, hash: wanted.hash })
      .then(() => {
        tell(wanted.what === 'install' ? `The gate stands in front of ${wanted.agent}.` : 'Removed.', 'good')
        setPlan(undefined)
        again()
      })
      .catch(tellFailure)
  }
  if (failed !== '') return <Hint title={failed} />
  const agents = fieldsOf(value?.['agents']).toSorted((one, other) => rank(one) - rank(other))
  const about = new Set(
    agents.flatMap((agent) => fieldsOf(agent['findings']).map((finding) => textOf(finding['says']))),
  )
  const general = fieldsOf(value?.['findings']).filter((finding) => !about.has(textOf(finding['says'])))
  return (
    <div class="page">
      {value === undefined && <p class="dim pad">Asking every agent on this machine …</p>}
      <HeldTools />
      <Findings of={general} />
      <ul class="agents">
        {agents.map((agent) => {
          const name = textOf(agent['agent'])
          return (
            <li class="card" key={name}>
              <header class="card-head">
                <h2>
                  <Text of={textOf(agent['title']) || name} />
                </h2>
                <Standing of={agent} />
                <div class="answers">
                  {agent['installed'] === true ? (
                    <button type="button" onClick={() => look(name, 'uninstall')}>
                      Remove …
                    </button>
                  ) : (
                    <button
                      type="button"
                      class={agent['found'] === true ? 'primary' : ''}
                      onClick={() => look(name, 'install')}
                    >
                      Put the gate in front …
                    </button>
                  )}
                </div>
              </header>
              <Findings of={fieldsOf(agent['findings'])} />
              {plan?.agent === name && (
                <div class="preview">
                  {plan.files.length === 0 && <p>Nothing would change.</p>}
                  {plan.files.map((file) => (
                    <div key={textOf(file['path'])}>
                      <p>
                        <code>
                          <Text of={textOf(file['path'])} />
                        </code>
                      </p>
                      <Diff of={textOf(file['diff'])} label={`Change of ${textOf(file['path'])}`} />
                    </div>
                  ))}
                  <div class="answers">
                    <button type="button" class="primary" onClick={() => make(plan)}>
                      {plan.what === 'install' ? 'Make exactly this change' : 'Remove it'}
                    </button>
                    <button type="button" class="quiet" onClick={() => setPlan(undefined)}>
                      Leave it
                    </button>
                  </div>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** An agent that is installed and passes by the gate is worse than one that is not: nobody would look for it there. */
function Standing({ of }: { of: Fields }): JSX.Element {
  if (of['installed'] !== true)
    return <span class="tag">{of['found'] === true ? 'not behind the gate' : 'not on this machine'}</span>
  return fieldsOf(of['findings']).some((finding) => finding['state'] === 'red') ? (
    <span class="tag tag-hard">installed, but not behind the gate</span>
  ) : (
    <span class="tag tag-good">behind the gate</span>
  )
}

/** Those behind the gate first, then those that could be. */
function rank(agent: Fields): number {
  return agent['installed'] === true ? 0 : agent['found'] === true ? 1 : 2
}

function Findings({ of }: { of: readonly Fields[] }): JSX.Element | null {
  if (of.length === 0) return null
  return (
    <ul class="findings">
      {of.map((finding, index) => (
        <li class={`finding finding-${textOf(finding['state'])}`} key={index}>
          <span class="strong">
            <Text of={textOf(finding['about'])} />
          </span>
          <span>
            <Text of={textOf(finding['says'])} />
            {textOf(finding['fix']) !== '' && (
              <span class="dim">
                {' '}
                <Text of={textOf(finding['fix'])} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
