import { type Fields, textOf } from '../data/fields.ts'

/** Whether this browser may show notifications: `ask` means that a person can say yes. */
export function canNotify(): 'yes' | 'no' | 'ask' {
  if (!('Notification' in globalThis) || Notification.permission === 'denied') return 'no'
  return Notification.permission === 'granted' ? 'yes' : 'ask'
}

export async function wantNotifications(): Promise<void> {
  await Notification.requestPermission()
}

/**
 * Says that somebody waits. Only who and with which tool: a notification is seen by whoever passes the screen, and
 * nothing in it is to be approved unread.
 */
export function notifyAsked(asked: readonly Fields[]): void {
  if (asked.length === 0 || canNotify() !== 'yes' || document.visibilityState === 'visible') return
  const [first] = asked
  const title = asked.length === 1 ? 'An agent waits for you' : `${asked.length} agents wait for you`
  const shown = new Notification(title, {
    body: `${textOf(first!['agent']).slice(0, 60)}: ${textOf(first!['tool']).slice(0, 60)}`,
    tag: 'portcullis',
  })
  shown.addEventListener('click', () => {
    window.focus()
    location.hash = '#/approvals'
    shown.close()
  })
}

/** The number of questions in the title of the tab. */
export function showInTitle(page: string, waiting: number): void {
  document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${page} · Portcullis`
}
