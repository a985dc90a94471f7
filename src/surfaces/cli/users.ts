import type { Command } from 'commander'
import { userInfo } from 'node:os'
import { visible } from '../../call/visible.ts'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { SqliteUsers } from '../../journal/stores/sqlite-users.ts'
import type { UserStore } from '../../journal/users.ts'
import { type Role, ROLE_WORDS, roleNamed } from '../../policy/users.ts'
import { databaseFrom, databasePlaces } from '../database.ts'
import { journalFor } from '../journal-places.ts'
import { stateDirectory } from '../state-directory.ts'
import {
  type Actor,
  changeUsers,
  MOST_TOKEN_DAYS,
  newToken,
  RefusedChange,
  TOKEN_DAYS,
  usersView,
  type Wanted,
} from '../user-admin.ts'
import { table } from './table.ts'
import { UsageError } from './usage-error.ts'

interface Options {
  readonly state?: string
  readonly json?: boolean
}

/** Whoever may write the state directory counts as an owner: they could change any of this by hand. */
export function addUsers(program: Command): void {
  const users = program
    .command('users')
    .description('who may ask, answer and look: for teams; one person on one machine needs none')
    .option('--state <directory>', "the daemon's state directory (default: ~/.portcullis/state)")
    .option('--json', 'as JSON')
    .action((options: Options) => list(options))
  const globals = (command: Command): Options => command.optsWithGlobals<Options>()
  users
    .command('list')
    .description('every user with role, identities and tokens')
    .action((_options: object, command: Command) => list(globals(command)))
  users
    .command('add')
    .description('make somebody a user')
    .argument('<name>', 'the name under which they stand in the log')
    .requiredOption('--role <role>', `one of ${ROLE_WORDS.join(', ')}`)
    .option('--login <name...>', 'login names of this machine')
    .option('--chat <id...>', 'ids in chats, such as telegram:4711')
    .action((user: string, own: { role: string; login?: string[]; chat?: string[] }, command: Command) =>
      change(globals(command), {
        does: 'add',
        user,
        role: readRole(own.role),
        identities: [...(own.login ?? []).map((name) => `login:${name}`), ...(own.chat ?? [])],
      }),
    )
  users
    .command('role')
    .description('give somebody another role')
    .argument('<name>')
    .argument('<role>', `one of ${ROLE_WORDS.join(', ')}`)
    .action((user: string, role: string, _options: object, command: Command) =>
      change(globals(command), { does: 'role', user, role: readRole(role) }),
    )
  for (const [does, description] of [
    ['disable', 'refuse everything they do, from the next request on; their tokens stay'],
    ['enable', 'let somebody act again'],
    ['remove', 'forget somebody, their identities and their tokens; the log keeps what they did'],
  ] as const)
    users
      .command(does)
      .description(description)
      .argument('<name>')
      .action((user: string, _options: object, command: Command) => change(globals(command), { does, user }))
  for (const [does, description] of [
    ['join', 'say that a login name or an id of a chat is theirs'],
    ['part', 'say that it no longer is'],
  ] as const)
    users
      .command(does)
      .description(description)
      .argument('<name>')
      .argument('<identity>', 'login:dev, telegram:4711, discord:…, slack:…, webhook:…')
      .action((user: string, identity: string, _options: object, command: Command) =>
        change(globals(command), { does, user, identity }),
      )
  users
    .command('token')
    .description('make a token for somebody, and show it once')
    .argument('<name>')
    .option('--days <days>', `for how long, at most ${MOST_TOKEN_DAYS}`, String(TOKEN_DAYS))
    .option('--label <text>', 'what it is for')
    .option('--revoke <id>', 'revoke one instead: the next request with it is refused')
    .action((user: string, own: { days: string; label?: string; revoke?: string }, command: Command) =>
      own.revoke === undefined
        ? token(globals(command), user, readDays(own.days), own.label ?? '')
        : change(globals(command), { does: 'revoke', user, token: own.revoke }),
    )
}

function readRole(word: string): Role {
  const role = roleNamed(word)
  if (role === undefined) throw new UsageError(`unknown role \`${word}\`: use one of ${ROLE_WORDS.join(', ')}`)
  return role
}

function readDays(text: string): number {
  const days = Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= MOST_TOKEN_DAYS) return days
  throw new UsageError(`--days takes a whole number from 1 to ${MOST_TOKEN_DAYS}`)
}

async function list(options: Options): Promise<void> {
  const stored = await withUsers(options, (users) => Promise.resolve(users.read()))
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(usersView(stored, Date.now()), undefined, 2)}\n`)
    return
  }
  if (stored.people.length === 0) {
    process.stdout.write('there are no users: whoever is at this machine is the owner (docs/teams.md)\n')
    return
  }
  const rows = usersView(stored, Date.now()).users.map(({ id, role, disabled, identities, tokens }) => [
    visible(id),
    disabled ? `${role}, disabled` : role,
    identities.map((each) => visible(each)).join(' ') || '-',
    tokens.map(({ id: token, state }) => (state === 'valid' ? token : `${token} (${state})`)).join(' ') || '-',
  ])
  process.stdout.write(table(['user', 'role', 'identities', 'tokens'], rows))
}

async function change(options: Options, wanted: Wanted): Promise<void> {
  await withUsers(options, (users) => changeUsers(users, wanted, actor()))
  process.stdout.write(`${visible(saidOf(wanted))}\n`)
}

function saidOf(wanted: Wanted): string {
  switch (wanted.does) {
    case 'add':
      return `${wanted.user} is a user now, with role ${wanted.role}`
    case 'role':
      return `${wanted.user} has role ${wanted.role} now`
    case 'disable':
      return `${wanted.user} is disabled`
    case 'enable':
      return `${wanted.user} is enabled`
    case 'remove':
      return `${wanted.user} is no user any more`
    case 'join':
      return `${wanted.identity} is ${wanted.user}`
    case 'part':
      return `${wanted.identity} is no longer ${wanted.user}`
    case 'revoke':
      return `the token ${wanted.token} of ${wanted.user} is revoked`
  }
}

async function token(options: Options, user: string, days: number, label: string): Promise<void> {
  const made = await withUsers(options, (users) => newToken(users, { user, label, days }, actor(), Date.now()))
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(made, undefined, 2)}\n`)
    return
  }
  process.stdout.write(
    `${made.token}\nThis is the only time it is shown. It is called ${made.id} and lasts ${days} ${days === 1 ? 'day' : 'days'}.\n`,
  )
}

function actor(): Actor {
  return { user: userInfo().username, role: 'owner', through: 'command line' }
}

async function withUsers<T>(options: Options, act: (users: UserStore) => Promise<T>): Promise<T> {
  const state = stateDirectory(options.state)
  try {
    const database = databaseFrom(state, {}, process.env)
    if (database === undefined) return await withSqliteUsers(state, act)
    const { withPostgresUsers } = await import('../../journal/stores/postgres/users-once.ts')
    return await withPostgresUsers(databasePlaces(state, database), act)
  } catch (error) {
    if (error instanceof RefusedChange) throw new Error(error.message, { cause: error })
    throw error
  }
}

async function withSqliteUsers<T>(state: string, act: (users: UserStore) => Promise<T>): Promise<T> {
  const journal = openSqliteJournal({ ...journalFor(state), thread: 'caller' })
  const users = new SqliteUsers(journal, statePaths(state).database)
  try {
    await users.open()
    return await act(users)
  } finally {
    users.close()
    await journal.close()
  }
}
