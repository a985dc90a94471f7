import type { Command } from 'commander'
import { visible } from '../../call/visible.ts'
import { takeInstanceLock } from '../daemon/instance-lock.ts'
import { daemonPaths } from '../daemon/state.ts'
import { databaseFrom, databasePlaces } from '../database.ts'
import { journalPaths } from '../journal-places.ts'
import { stateDirectory } from '../state-directory.ts'
import { progressOn } from './progress.ts'

interface Options {
  readonly state?: string
  readonly database?: string
  readonly databaseFile?: string
  readonly teamKey?: string
  readonly from?: string
  readonly dryRun?: boolean
}

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('prepare the PostgreSQL that several daemons share, or bring its tables up to date while they run')
    .option('--state <directory>', 'of a daemon of this database (default: ~/.portcullis/state)')
    .option('--database <address>', 'postgres://…; rather in PORTCULLIS_DATABASE or a file')
    .option('--database-file <file>', 'a file with the address of the database, for its owner only')
    .option('--team-key <file>', 'the key that all daemons of one database share')
    .option('--from <directory>', 'also move the SQLite journal of this state directory into it; its daemon is stopped')
    .option('--dry-run', 'only say which versions there are')
    .action(async (options: Options) => void process.stdout.write(await migrateDatabase(options)))
}

async function migrateDatabase(options: Options): Promise<string> {
  const state = stateDirectory(options.state)
  const database = databaseFrom(state, options, process.env)
  if (database === undefined)
    throw new Error(
      'which database? Give --database-file, PORTCULLIS_DATABASE, or write the address to `database.url` in the state directory',
    )
  const { prepareDatabase } = await import('../../journal/stores/postgres/prepare.ts')
  const { paths, place } = databasePlaces(state, database)
  const done = await prepareDatabase(place, Date.now(), options.dryRun === true ? 'only look' : 'migrate')
  const lines = [
    done.before === done.after
      ? `tables      version ${done.after}${done.after === done.known ? '' : `, and this program knows ${done.known}`}`
      : `tables      version ${done.before} before, ${done.after} now`,
    ...(done.teamKey === undefined
      ? []
      : [`team key    ${visible(place.teamKey)} (${done.teamKey}): every daemon of this database needs a copy`]),
  ]
  if (options.from !== undefined && options.dryRun !== true) {
    const from = stateDirectory(options.from)
    // A daemon that still writes there would write on after the move.
    const lock = takeInstanceLock(daemonPaths(from).lock)
    const progress = progressOn(process.stderr, 'moved')
    try {
      const { moveIntoPostgres } = await import('../../journal/stores/postgres/move.ts')
      const moved = await moveIntoPostgres({
        from: journalPaths(from),
        paths,
        place,
        now: Date.now(),
        progress: (records, most) => progress.step(records, most),
      })
      lines.push(
        moved.already
          ? `moved       chain ${moved.writer.slice(0, 8)} is there already`
          : `moved       chain ${moved.writer.slice(0, 8)}: ${moved.records} records, ${moved.names} sessions and lists of users`,
      )
    } finally {
      progress.end()
      lock.release()
    }
  }
  return `${lines.join('\n')}\n`
}
