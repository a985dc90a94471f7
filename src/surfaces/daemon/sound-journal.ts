import { ownCommand } from '../../call/own-command.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { JournalFailure } from '../../journal/journal.ts'
import type { StoreJournal } from '../../journal/stores/store.ts'
import type { StateVerification } from '../../journal/stores/verify-state.ts'
import { CannotStart } from './cannot-start.ts'
import type { Log } from './log.ts'

const LOOK_AGAIN_AFTER = 1000

/** What passes by itself may be waited for; a log that is not the one we knew may not. */
export function passes(error: JournalFailure): boolean {
  return ['journal.locked', 'journal.full', 'journal.deadline', 'journal.unreachable'].includes(error.code)
}

/** `later`: nothing is wrong with it, but it cannot be used yet. */
export type Usable = 'now' | 'later'

export async function soundJournal(check: () => Promise<void>, log: Log): Promise<Usable> {
  try {
    await check()
    return 'now'
  } catch (error) {
    if (!(error instanceof JournalFailure)) throw error
    if (!passes(error))
      throw new CannotStart(`the journal cannot be used (${error.code}): ${error.message}`, { cause: error })
    log('error', `nothing is allowed until the journal can be written (${error.code}): ${error.message}`)
    return 'later'
  }
}

/** Milliseconds. A long log is read to its end in the background. */
export const VERIFY_PATIENCE = 5000

/**
 * The whole log, before anything is added to it. What is found keeps the daemon from starting; what is found later, in a
 * log that takes longer to read or that cannot be read yet, ends all allowing.
 */
export async function soundLog(
  verify: () => Promise<StateVerification>,
  journal: Pick<StoreJournal, 'refuse'>,
  log: Log,
  { usable, patience }: { readonly usable: Usable; readonly patience: number },
): Promise<void> {
  const found = verify().then(
    (result) => ({ finding: findingOf(result), unread: undefined }),
    (error: unknown) => ({ finding: undefined, unread: error instanceof Error ? error.message : String(error) }),
  )
  const done = new AbortController()
  const late = sleep(patience, 'late' as const, { signal: done.signal }).catch(() => 'late' as const)
  const first = await Promise.race([found, late])
  done.abort()
  if (first === 'late') log('info', 'the log is long: it is being verified while the daemon runs')
  else if (first.finding !== undefined || (first.unread !== undefined && usable === 'now'))
    throw new CannotStart(
      `the log is not sound: ${first.finding ?? first.unread}; see \`${ownCommand('log verify')}\`, then \`${ownCommand('log accept')}\``,
    )
  else if (first.unread === undefined) return
  void found.then(({ finding, unread }) => {
    if (unread !== undefined) {
      const again = (): void =>
        void soundLog(verify, journal, log, { usable: 'later', patience }).catch((error: unknown) => {
          const message = error instanceof Error ? error.message : String(error)
          log('error', `THE LOG IS NOT SOUND, so nothing is allowed: ${message}`)
          journal.refuse(new JournalFailure('journal.forged', message))
        })
      setTimeout(again, LOOK_AGAIN_AFTER).unref()
    } else if (finding === undefined) log('info', 'the whole log was verified')
    else {
      log('error', `THE LOG IS NOT SOUND, so nothing is allowed: ${finding}`)
      journal.refuse(new JournalFailure('journal.forged', `the log is not sound: ${finding}`))
    }
  })
}

function findingOf({ findings, damage }: StateVerification): string | undefined {
  return findings[0]?.sentence ?? damage[0]
}
