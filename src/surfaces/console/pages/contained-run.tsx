import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type ContainedView, findRun } from '../data/contained.ts'
import { reasonsOf } from '../data/records.ts'
import { count } from '../parts/figures.ts'
import { Became, Diff, Facts, Reasons, Section } from '../parts/parts.tsx'
import { Text } from '../parts/text.tsx'

/** What a run behind walls did: its files, the hosts it tried, the programs it started, the places it was refused. */
export function ContainedRun({ of, diff = '' }: { of: ContainedView; diff?: string }): JSX.Element {
  return (
    <Section title="Contained run" aside={<Became what={of.became} />}>
      <p class="pad">{SENTENCES[of.became] ?? 'It ran with no secrets, no network, and every write a proposal.'}</p>
      <Facts
        of={[
          ['Run', of.run],
          ['Exit code', of.exit],
          ['Workspace', of.workspace],
          ['Hit the walls', of.walls],
        ]}
      />
      {of.because.length > 0 && <Reasons of={reasonsOf(of.because)} />}
      <Did title="Files" all={of.changeCount}>
        {of.changes.map(({ kind, path }) => (
          <li key={path} class={`change change-${kind}`}>
            <span class="change-kind">{KINDS[kind] ?? kind}</span>{' '}
            <code>
              <Text of={path} />
            </code>
          </li>
        ))}
      </Did>
      {diff !== '' && <Diff of={diff} label="What it would change" />}
      <Listed title="Hosts it tried; none was reached" of={of.hosts} />
      <Listed title="Programs it started" of={of.programs} />
      <Listed title="Places it was refused" of={of.refused} />
      <Listed title="Limits it hit" of={of.limits} />
    </Section>
  )
}

const LOOK_AGAIN_MS = 2000

/** The run that a decision gave leave for, as the log tells it. */
export function RunOf({ session, run }: { session: string; run: string }): JSX.Element {
  const [found, setFound] = useState<ContainedView | 'none' | undefined>(undefined)
  useEffect(() => {
    const ending = new AbortController()
    let again: ReturnType<typeof setTimeout> | undefined
    const look = async (): Promise<void> => {
      const view = await findRun(session, run, ending.signal).catch(() => undefined)
      if (ending.signal.aborted) return
      setFound(view ?? 'none')
      // It may end while its story is open.
      if (view === undefined) again = setTimeout(() => void look(), LOOK_AGAIN_MS)
    }
    void look()
    return () => {
      ending.abort()
      clearTimeout(again)
    }
  }, [session, run])
  if (found === undefined) return <></>
  if (found === 'none')
    return (
      <Section title="Contained run">
        <p class="dim pad">It has not ended yet, or the client never started it.</p>
      </Section>
    )
  return <ContainedRun of={found} />
}

const SENTENCES: Readonly<Record<string, string>> = {
  committed:
    'It ran with no secrets and no network. What it did was judged harmless, and its changes are in the workspace.',
  unchanged: 'It ran with no secrets and no network, and changed nothing.',
  held: 'It ran with no secrets and no network. Nothing was written: its changes are waiting for a person.',
  discarded: 'A person discarded its changes: nothing was written.',
  conflict: 'Someone else changed the same files meanwhile: nothing was written.',
  failed: 'It did not run: the walls could not be built.',
}

const KINDS: Readonly<Record<string, string>> = {
  file: 'wrote',
  delete: 'deleted',
  directory: 'created directory',
  link: 'linked',
  mode: 'changed mode',
  other: 'special file',
}

function Listed({ title, of }: { title: string; of: readonly string[] }): JSX.Element {
  return (
    <Did title={title} all={of.length}>
      {of.map((one) => (
        <li key={one}>
          <code>
            <Text of={one} />
          </code>
        </li>
      ))}
    </Did>
  )
}

function Did({
  title,
  all,
  children,
}: {
  title: string
  all: number
  children: readonly ComponentChildren[]
}): JSX.Element {
  if (children.length === 0) return <></>
  return (
    <div class="did">
      <h3>
        {title} <span class="dim">{count(all)}</span>
      </h3>
      <ul class="files">{children}</ul>
      {all > children.length && <p class="dim">{count(all - children.length)} more</p>}
    </div>
  )
}
