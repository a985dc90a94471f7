import { openQueue } from '../../src/humans/queue/approval-queue.ts'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { SqliteApprovals } from '../../src/journal/stores/sqlite-approvals.ts'
import { openSqliteJournal } from '../../src/journal/stores/sqlite.ts'
import { sampleQuestion } from './samples.ts'

/** Asks and asks, and says what is kept, until it is killed. */
const [directory = '', name = '', time = ''] = process.argv.slice(2)
const now = Number(time)
const journal = openSqliteJournal({ stateDirectory: directory, thread: 'caller', deadlineMs: 20_000 })
const queue = await openQueue({
  store: new SqliteApprovals(journal, statePaths(directory).database),
  now: () => now,
  monotonic: () => performance.now(),
  policyDigest: (question) => question.policyDigest,
  sessionOpen: () => true,
  mostPerSession: () => 100_000,
})
queue.listen((event) => {
  if (event.what === 'asked') process.stdout.write(`${JSON.stringify(event.question)}\n`)
})
for (let call = 0; call < 10_000; call++) {
  queue.ask(sampleQuestion(`${name} ${call}`, {}, now)).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 1))
}
