import type { ComponentType, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { signed, signOut } from './data/api.ts'
import { ownCommand } from './data/own-command.ts'
import { changes } from './data/changes.ts'
import { liveRows } from './data/live-rows.ts'
import { loadQuestions, newsOf, questions } from './data/questions.ts'
import { useStore } from './data/store.ts'
import { line, listen, type Told } from './data/stream.ts'
import { Agents } from './pages/agents.tsx'
import { Approvals } from './pages/approvals.tsx'
import { Audit } from './pages/audit.tsx'
import { Insights } from './pages/insights.tsx'
import { Live } from './pages/live.tsx'
import { Policy } from './pages/policy.tsx'
import { Sessions } from './pages/sessions.tsx'
import { Users } from './pages/users.tsx'
import { Help } from './shell/help.tsx'
import { useKeys } from './shell/keys.ts'
import { Notes, tell, tellFailure } from './shell/notes.tsx'
import { notifyAsked, showInTitle } from './shell/notify.ts'
import { goTo, linkTo, place } from './shell/router.ts'
import { SettingsBroken } from './shell/settings-broken.tsx'
import { SignIn } from './shell/sign-in.tsx'
import { nextTheme, theme } from './shell/theme.ts'

interface PageEntry {
  readonly path: string
  readonly title: string
  readonly key: string
  readonly page: ComponentType
}

const PAGES: readonly PageEntry[] = [
  { path: 'live', title: 'Live', key: 'l', page: Live },
  { path: 'approvals', title: 'Approvals', key: 'a', page: Approvals },
  { path: 'sessions', title: 'Sessions', key: 's', page: Sessions },
  { path: 'policy', title: 'Policy', key: 'p', page: Policy },
  { path: 'audit', title: 'Audit', key: 'u', page: Audit },
  { path: 'insights', title: 'Insights', key: 'i', page: Insights },
  { path: 'agents', title: 'Agents', key: 'n', page: Agents },
]

/** Only where there are users, and only for who manages them. */
const USERS: PageEntry = { path: 'users', title: 'Users', key: 'e', page: Users }

export function App(): JSX.Element {
  const who = useStore(signed)
  if (who.state === 'looking')
    return (
      <div class="waiting brand" aria-busy="true">
        <Mark />
        <span>Portcullis</span>
      </div>
    )
  return who.state === 'out' ? (
    <SignIn because={who.because} />
  ) : (
    <Console
      version={who.version}
      mayChange={who.csrf !== ''}
      user={who.user === '' ? '' : `${who.user} (${who.role})`}
      pages={who.role === 'owner' || who.role === 'admin' ? [...PAGES, USERS] : PAGES}
    />
  )
}

function Console({
  version,
  mayChange,
  user,
  pages,
}: {
  version: string
  mayChange: boolean
  user: string
  pages: readonly PageEntry[]
}): JSX.Element {
  const { page } = useStore(place)
  const { pending } = useStore(questions)
  const state = useStore(line)
  const look = useStore(theme)
  const [help, setHelp] = useState(false)
  const entry = pages.find(({ path }) => path === page) ?? PAGES[0]!
  const waiting = pending.length

  useEffect(() => showInTitle(entry.title, waiting), [entry, waiting])
  // On a phone the navigation is one line that scrolls: the page that is open is in sight.
  const pagesList = useRef<HTMLUListElement>(null)
  useEffect(() => {
    pagesList.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [entry])
  useEffect(() => {
    const again = (): void => void loadQuestions().catch(() => undefined)
    again()
    return listen({
      told: (told) => hear(told, again),
      back: () => {
        again()
        changes.update((now) => now + 1)
        void liveRows.catchUp().catch(() => undefined)
      },
    })
  }, [])
  useKeys('Everywhere', [
    ...pages.map(({ path, title, key }) => ({ keys: `g ${key}`, does: title, run: () => goTo([path]) })),
    { keys: 't', does: 'light, dark or as the system', run: nextTheme },
    { keys: '?', does: 'these keys', run: () => setHelp(true) },
  ])

  const Page = entry.page
  return (
    <div class="shell">
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the page
      </a>
      <nav class="side" aria-label="Pages">
        <div class="brand">
          <Mark />
          <span>Portcullis</span>
        </div>
        <ul ref={pagesList}>
          {pages.map(({ path, title, key }) => (
            <li key={path}>
              <a href={linkTo([path])} aria-current={entry.path === path ? 'page' : undefined}>
                <span>{title}</span>
                {path === 'approvals' && waiting > 0 ? (
                  <span class="badge" aria-label={`${waiting} waiting`}>
                    {waiting}
                  </span>
                ) : (
                  <kbd aria-hidden="true">g {key}</kbd>
                )}
              </a>
            </li>
          ))}
        </ul>
        <div class="side-foot">
          <span class={`line line-${state}`} role="status">
            {state === 'open' ? 'Live' : state === 'connecting' ? 'Connecting' : 'Reconnecting'}
          </span>
          <div class="side-buttons">
            <button type="button" class="quiet" onClick={nextTheme} title="Theme (t)">
              {look === 'system' ? 'System' : look === 'light' ? 'Light' : 'Dark'}
            </button>
            <button type="button" class="quiet" onClick={() => setHelp(true)} title="Keys (?)">
              Keys
            </button>
            <button type="button" class="quiet" onClick={() => void signOut().catch(tellFailure)}>
              Sign out
            </button>
          </div>
          {user !== '' && <span class="dim">{user}</span>}
          <span class="dim version">{version}</span>
        </div>
      </nav>
      <main id="main" class="main" tabIndex={-1}>
        <h1 class={entry.path === 'live' ? 'for-readers' : 'page-title'}>{entry.title}</h1>
        {!mayChange && (
          <p class="hint-line">
            This browser may look but not change anything: open a new link from <code>{ownCommand('console')}</code>.
          </p>
        )}
        <SettingsBroken />
        <Page />
      </main>
      {help && <Help onClose={() => setHelp(false)} />}
      <Notes />
    </div>
  )
}

function hear(told: readonly Told[], again: () => void): void {
  liveRows.hear(told)
  const news = newsOf(told)
  if (news !== undefined) {
    notifyAsked(news.asked)
    for (const ended of news.endedElsewhere) tell(ended)
    again()
  }
  if (told.some(({ kind }) => kind === 'session' || kind === 'policy')) changes.update((now) => now + 1)
}

function skipToMain(event: Event): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M6 27V14a10 10 0 0 1 20 0v13M11 7v18l-1.500 3M16 5v20l0 3M21 7v18l1.500 3M6 14h20M6 21h20" />
    </svg>
  )
}
