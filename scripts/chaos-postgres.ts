import { chaos, chaosOnFullDisk, type ChaosRow, chaosTable } from '../test/chaos/run.ts'
import { startPostgres } from '../test/servers/postgres.ts'

/**
 * `node scripts/chaos-postgres.ts [--short] [--only=words]`: three daemons over one PostgreSQL, and everything that can
 * happen to them. Exit code 1 when anything that was promised did not hold.
 */
const form = process.argv.includes('--short') ? 'short' : 'long'
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const note = (text: string): void => void process.stdout.write(`${text}\n`)

const postgres = await startPostgres()
const rows: ChaosRow[] = []
const wanted = new RegExp(only ?? '')
const show = (row: ChaosRow): void => {
  rows.push(row)
  note(`  ${row.what}: ${row.missing ?? (row.violations.length === 0 ? 'held' : row.violations.join('; '))}`)
}
try {
  note('three daemons, one database')
  await chaos(postgres, { form, only: wanted, onRow: show })
} finally {
  await postgres.stop()
}
if (form === 'long' && wanted.test('a full disk under the database')) show(await chaosOnFullDisk())
note(`\n${chaosTable(rows)}`)
const broken = rows.flatMap(({ what, violations }) => violations.map((violation) => `${what}: ${violation}`))
for (const violation of broken) note(`FAILED ${violation}`)
process.exitCode = broken.length === 0 && rows.length > 0 ? 0 : 1
