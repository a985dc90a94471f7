import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { get } from '../data/api.ts'
import { useLoaded } from '../data/changes.ts'
import { asFields, type Fields, fieldsOf, numberOf, textOf, textsOf } from '../data/fields.ts'
import { liveRows } from '../data/live-rows.ts'
import { useStore } from '../data/store.ts'
import { Facts, Said, Section, Table } from '../parts/parts.tsx'
import { Sentence, Text } from '../parts/text.tsx'
import { useKeys } from '../shell/keys.ts'
import { Hint } from '../shell/notes.tsx'
import { changeQuery, goTo, linkTo, place } from '../shell/router.ts'
import { Lab } from './lab.tsx'
import { Settings } from './settings.tsx'

const TABS = [
  ['rules', 'Rules'],
  ['lab', 'Lab'],
  ['settings', 'Settings'],
] as const

/** The rules in force, a place to try a call, and the settings with what a change of them would change. */
export function Policy(): JSX.Element {
  const { rest } = useStore(place)
  const tab = TABS.find(([path]) => path === rest[0])?.[0] ?? 'rules'
  useKeys(
    'Policy',
    TABS.map(([path, title], index) => ({
      keys: String(index + 1),
      does: title,
      run: () => goTo(['policy', path]),
    })),
  )
  return (
    <div class="page">
      <nav class="tabs" aria-label="Policy">
        {TABS.map(([path, title]) => (
          <a key={path} href={linkTo(['policy', path])} aria-current={path === tab ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {tab === 'rules' && <Rules />}
      {tab === 'lab' && <Lab />}
      {tab === 'settings' && <Settings />}
    </div>
  )
}

/** The directory that was worked in last, as far as the page knows. */
function likelyDirectory(): string {
  return liveRows.cwd || '/'
}

const EFFECTS = ['deny', 'ask', 'allow'] as const

function Rules(): JSX.Element {
  const { query } = useStore(place)
  const cwd = query.get('cwd') ?? likelyDirectory()
  const [typed, setTyped] = useState(cwd)
  const { value, failed } = useLoaded(`policy ${cwd}`, (signal) => get('/v1/policy', { cwd }, signal))
  const policy = asFields(value?.['policy'])
  const autoMode = asFields(policy['autoMode'])
  const words = asFields(value?.['needsModel'])
  const stripped = fieldsOf(value?.['stripped'] ?? policy['stripped'])
  const problems = [...fieldsOf(policy['problems']), ...fieldsOf(policy['notices'])]
  const rules = EFFECTS.flatMap((effect) => fieldsOf(policy[effect]).map((rule) => ({ effect, rule })))
  return (
    <>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault()
          changeQuery({ cwd: typed })
        }}
      >
        <label class="search">
          <span>In the directory</span>
          <input value={typed} spellcheck={false} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <button type="submit">Show</button>
      </form>
      {failed !== '' && <Hint title={failed} />}
      {textOf(words['says']) !== '' && (
        <Section title="Words that need a model">
          <Hint title={textOf(words['says'])} />
          <Table
            caption="Sentences that no model reads"
            columns={[{ name: 'Sentence', kind: 'wide' }]}
            rows={textsOf(words['sentences']).map((sentence) => [sentence])}
          />
        </Section>
      )}
      {problems.length > 0 && (
        <Section title="Settings that need a look">
          <Table
            caption="Problems and notices"
            columns={[
              { name: 'Where', kind: 'mono' },
              { name: 'What', kind: 'wide' },
            ]}
            rows={problems.map((problem) => [
              whereOf(problem),
              `${textOf(problem['key'])}: ${textOf(problem['message'])}`,
            ])}
          />
        </Section>
      )}
      <Section
        title="Rules in force"
        aside={<span class="dim">deny before ask before allow; the first that matches decides</span>}
      >
        {value !== undefined && rules.length === 0 && <p class="dim pad">No rule is written down anywhere.</p>}
        {rules.length > 0 && (
          <Table
            caption="Rules in force"
            columns={[
              { name: 'Effect' },
              { name: 'Rule', kind: 'wide' },
              { name: 'From' },
              { name: 'File and line', kind: 'mono' },
            ]}
            rows={rules.map(({ effect, rule }) => [
              <Said what={effect} />,
              <code>
                <Text of={textOf(rule['text'])} />
              </code>,
              textOf(asFields(rule['source'])['scope']),
              whereOf(asFields(rule['source'])),
            ])}
          />
        )}
      </Section>
      {stripped.length > 0 && (
        <Section title="Set aside in auto mode">
          <Table
            caption="Rules that auto mode sets aside"
            columns={[{ name: 'Rule' }, { name: 'Why', kind: 'wide' }, { name: 'File and line', kind: 'mono' }]}
            rows={stripped.map((entry) => [
              <code>
                <Text of={textOf(entry['text'])} />
              </code>,
              <Sentence of={textOf(entry['why'])} />,
              whereOf(asFields(entry['source'])),
            ])}
          />
        </Section>
      )}
      <Section title="Mode">
        <Facts
          of={[
            ['Default mode', textOf(policy['defaultMode'])],
            ['Auto mode', policy['disableAutoMode'] === true ? 'switched off' : 'may be used'],
            ['Bypass', policy['disableBypassPermissionsMode'] === true ? 'switched off' : 'may be used'],
            ['Workspace', policy['trustedWorkspace'] === true ? 'trusted: its own files may widen' : 'not trusted'],
            ...bundleFacts(asFields(policy['bundle']), policy['locked']),
            ['Digest', textOf(policy['digest'])],
          ]}
        />
      </Section>
      <Section
        title="Who is trusted"
        aside={<span class="dim">`trust` in the settings: "$defaults" and names add, "!name" takes away</span>}
      >
        <Table
          caption="Who is trusted"
          columns={[{ name: 'List' }, { name: 'Trusted', kind: 'wide' }, { name: 'Taken away', kind: 'mono' }]}
          rows={Object.entries(asFields(policy['trust'])).map(([kind, list]) => [
            kind,
            <Text of={textsOf(asFields(list)['trusted']).join(' ')} />,
            <Text of={textsOf(asFields(list)['not']).join(' ')} />,
          ])}
        />
      </Section>
      <Prose title="What the reviewer is told about this place" lines={textsOf(autoMode['environment'])} />
      <Prose title="It may allow" lines={textsOf(autoMode['allow'])} />
      <Prose title="It should deny, unless the user asked for it" lines={textsOf(autoMode['soft_deny'])} />
      <Prose title="It must deny" lines={textsOf(autoMode['hard_deny'])} />
    </>
  )
}

function whereOf(source: Fields): string {
  const file = textOf(source['file'])
  const line = numberOf(source['line'])
  return file === '' ? '' : line === undefined || line === 0 ? file : `${file}:${line}`
}

function Prose({ title, lines }: { title: string; lines: readonly string[] }): JSX.Element | null {
  if (lines.length === 0) return null
  return (
    <Section title={title}>
      <ul class="prose">
        {lines.map((line, index) => (
          <li key={index}>
            <Text of={line} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The signed bundle in force, where this machine follows one. */
function bundleFacts(bundle: ReturnType<typeof asFields>, locked: unknown): readonly [string, string][] {
  const expires = numberOf(bundle['expires'])
  if (expires === undefined) return []
  const state = textOf(bundle['state']) === 'valid' ? 'until' : 'EXPIRED on'
  const version = numberOf(bundle['version']) ?? 0
  return [
    ['Policy bundle', `${textOf(bundle['name'])} ${version}, ${state} ${new Date(expires).toISOString()}`],
    ...(Array.isArray(locked) ? [['Locked', locked.join(', ')] as [string, string]] : []),
  ]
}
