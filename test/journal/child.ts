/**
 * A process that writes records and says on its standard output which of them are durable.
 *   flood <state> <callers> <first id>       until it is killed
 *   count <state> <records> <synchronous>    one caller, one group per record
 *   steps <state> <records>                  the same in the caller's thread; says what was refused, and why
 *   share <state> <database> <records> <name> <other writer>
 *   hold <database>                          holds the write lock until its standard input ends
 */
import { writeSync } from 'node:fs'
import { JournalFailure } from '../../src/journal/journal.ts'
import { openSqliteJournal } from '../../src/journal/stores/sqlite.ts'
import { holdWriteLock } from '../write-lock.ts'
import { anchorIn, sample } from './samples.ts'

function say(line: string): void {
  writeSync(1, `${line}\n`)
}

/** A busy machine must not look like a broken store. */
const deadlineMs = 20_000

const [command, first = '', second = '', third = '', fourth = '', fifth = ''] = process.argv.slice(2)

switch (command) {
  case 'flood': {
    const journal = openSqliteJournal({ stateDirectory: first, anchor: anchorIn(first), deadlineMs })
    let next = 0
    const caller = async (): Promise<never> => {
      for (;;) {
        const id = `${third}-${next++}`
        await journal.remember(sample(id))
        say(id)
      }
    }
    await Promise.all(Array.from({ length: Number(second) }, caller))
    break
  }
  case 'count': {
    const synchronous = third === 'OFF' || third === 'NORMAL' ? third : 'FULL'
    const journal = openSqliteJournal({ stateDirectory: first, synchronous, deadlineMs })
    for (let index = 0; index < Number(second); index++) await journal.remember(sample(`c-${index}`))
    say(`groups ${second}`)
    process.exit(0)
    break
  }
  case 'steps': {
    const journal = openSqliteJournal({ stateDirectory: first, thread: 'caller', deadlineMs })
    for (let index = 0; index < Number(second); index++) {
      try {
        await journal.remember(sample(`s-${index}`))
        say(`durable s-${index}`)
      } catch (error) {
        say(`refused s-${index} ${error instanceof JournalFailure ? error.code : String(error)}`)
      }
    }
    await journal.close()
    say('end')
    break
  }
  case 'share': {
    const journal = openSqliteJournal({ stateDirectory: first, database: second, deadlineMs, writers: [fifth] })
    const ids = Array.from({ length: Number(third) }, (_, index) => `${fourth}-${index}`)
    for (let start = 0; start < ids.length; start += 20) {
      await Promise.all(ids.slice(start, start + 20).map((id) => journal.remember(sample(id))))
    }
    await journal.close()
    say('end')
    break
  }
  case 'hold': {
    const lock = await holdWriteLock(first)
    say('held')
    process.stdin.resume()
    process.stdin.on('end', () => {
      lock.release()
      say('released')
    })
    break
  }
  default:
    throw new Error(`unknown command: ${command}`)
}
