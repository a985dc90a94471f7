import type { ComponentChildren, JSX } from 'preact'
import { LAYERS } from '../../../verdict.ts'
import { ENDS } from '../data/contained.ts'
import type { ReasonView, StepView } from '../data/records.ts'
import { duration } from './figures.ts'
import { Block, Sentence, Text } from './text.tsx'

/** A decision as a word and a shape, never as a colour alone. */
export function Said({ what }: { what: string }): JSX.Element {
  const known = ['allow', 'contain', 'ask', 'deny', 'passed'].includes(what) ? what : 'other'
  return <span class={`said said-${known}`}>{what === '' ? 'event' : what}</span>
}

/** Who asks: the agent, and the one it started. */
export function Who({ agent, subagent }: { agent: string; subagent: string }): JSX.Element {
  return (
    <>
      <Text of={agent} />
      {subagent !== '' && (
        <span class="dim">
          {' › '}
          <Text of={subagent} />
        </span>
      )}
    </>
  )
}

export function Reasons({ of }: { of: readonly ReasonView[] }): JSX.Element {
  return (
    <ul class="reasons">
      {of.map((reason, index) => (
        <li key={index}>
          <code class="code">
            <Text of={reason.code} />
          </code>
          {reason.severity !== '' && <span class={`tag tag-${reason.severity}`}>{reason.severity}</span>}
          <p>
            <Sentence of={reason.sentence} />
          </p>
          {reason.clearedBy !== '' && (
            <p class="dim">
              Cleared by: <Sentence of={reason.clearedBy} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

export function Deeds({ of }: { of: readonly string[] }): JSX.Element {
  return (
    <ul class="deeds">
      {of.map((deed, index) => (
        <li key={index}>
          <Text of={deed} />
        </li>
      ))}
    </ul>
  )
}

/** Every step of the flow, top to bottom, with its time; `lit` counts those that are shown so far. */
export function Flow({ of, lit = of.length }: { of: readonly StepView[]; lit?: number }): JSX.Element {
  const longest = Math.max(1, ...of.map((step) => step.micros))
  const asked = new Set<string>(of.map((step) => step.layer))
  const rest = lit < of.length ? [] : LAYERS.filter((layer) => !asked.has(layer))
  return (
    <ol class="flow">
      {of.map((step, index) => (
        <li class={`step step-${index < lit ? step.said : 'waiting'}`} key={index}>
          <span class="step-layer">{step.layer}</span>
          <span class="step-said">{index < lit ? <Said what={step.said} /> : <span class="dim">…</span>}</span>
          <span class="step-time">
            {index < lit && <meter class="bar" min={0} max={longest} value={step.micros} aria-hidden="true" />}
            <span>{index < lit ? duration(step.micros) : ''}</span>
          </span>
          {index < lit && step.reasons.length > 0 && (
            <div class="step-why">
              {step.reasons.map((reason, number) => (
                <p key={number}>
                  <code class="code">{reason.code}</code> <Sentence of={reason.sentence} />
                </p>
              ))}
            </div>
          )}
        </li>
      ))}
      {rest.length > 0 && <li class="step step-rest dim">not needed: {rest.join(', ')}</li>}
    </ol>
  )
}

/** Name and value, one line each; what is empty is left out. */
export function Facts({
  of,
}: {
  of: readonly (readonly [name: string, value: string | number | undefined | JSX.Element])[]
}): JSX.Element {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? <Text of={value} /> : value}</dd>
          </div>
        ))}
    </dl>
  )
}

export function Section({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ComponentChildren
  children: ComponentChildren
}): JSX.Element {
  return (
    <section class="section">
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

export interface Column {
  readonly name: string
  readonly kind?: 'number' | 'mono' | 'wide'
}

export function Table({
  columns,
  rows,
  caption,
  phone = 'scrolls',
}: {
  /** `stacked`: on a phone a row is a few lines, the wide column the last of them. */
  phone?: 'scrolls' | 'stacked'
  columns: readonly Column[]
  rows: readonly (readonly ComponentChildren[])[]
  caption: string
}): JSX.Element {
  return (
    <div
      class={phone === 'stacked' ? 'table-wrap table-stacked' : 'table-wrap'}
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table class="table">
        <caption class="for-readers">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" class={column.kind ?? ''} key={column.name}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, at) => (
                <td class={columns[at]?.kind ?? ''} key={at}>
                  {typeof cell === 'string' ? <Text of={cell} /> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What became of a run behind walls. */
export function Became({ what }: { what: string }): JSX.Element {
  const kind = what === 'held' || what === 'conflict' ? 'tag-soft' : what === 'committed' ? 'tag-good' : ''
  return <span class={`tag ${kind}`}>{what === '' ? 'running' : (ENDS[what] ?? what)}</span>
}

/** What would run: a change of files in its colours, everything else as it is. */
export function Exactly({ text, label }: { text: string; label: string }): JSX.Element {
  return /^--- .*\n\+\+\+ /.test(text) ? <Diff of={text} label={label} /> : <Block text={text} label={label} />
}

/** A change of a file, line by line, with its indentation. */
export function Diff({ of, label }: { of: string; label: string }): JSX.Element {
  if (of.trim() === '') return <p class="dim">Nothing would change.</p>
  return (
    <pre class="block diff" tabIndex={0} aria-label={label}>
      {of.split('\n').map((row, index) => (
        <span class={kindOfLine(row)} key={index}>
          <Text of={row === '' ? ' ' : row} lines="keep lines" />
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

function kindOfLine(row: string): string {
  if (row.startsWith('+++') || row.startsWith('---') || row.startsWith('@@')) return 'line-head'
  if (row.startsWith('+')) return 'line-added'
  return row.startsWith('-') ? 'line-removed' : 'line-same'
}
