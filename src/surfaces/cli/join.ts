import type { Command } from 'commander'
import { readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { ownCommand } from '../../call/own-command.ts'
import { visible } from '../../call/visible.ts'
import { GENESIS } from '../../journal/chain.ts'
import { loadKey } from '../../journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { openReader } from '../../journal/stores/sqlite-reader.ts'
import { databaseFrom } from '../database.ts'
import { journalFor, journalPaths } from '../journal-places.ts'
import { stateDirectory } from '../state-directory.ts'
import { gateUrl, readTeam, type TeamFile, teamPath, writeTeam } from '../team/team-file.ts'
import { Delivery } from '../team/delivery.ts'
import { TeamLine } from '../team/team-line.ts'

interface Options {
  readonly state?: string
  readonly tokenFile: string
  readonly ca?: string
  readonly clientCert?: string
  readonly clientKey?: string
  readonly offline?: boolean
}

export function addJoin(program: Command): void {
  program
    .command('join')
    .description("let a team's gate have a say: its rules, its people, and a copy of this machine's log")
    .argument('<url>', 'the gate, such as https://gate.example:8443')
    .requiredOption('--token-file <file>', 'holds a token that `users token` made there; it is copied')
    .option('--ca <file>', "the authority that signed the gate's certificate (default: those this system trusts)")
    .option('--client-cert <file>', "this machine's own certificate, where the gate wants one")
    .option('--client-key <file>', 'its key')
    .option('--offline', 'do not try whether the gate is there')
    .option('--state <directory>', "the daemon's state directory (default: ~/.portcullis/state)")
    .action((url: string, options: Options) => join(url, options))
}

export function addLeave(program: Command): void {
  program
    .command('leave')
    .description('judge alone again; records that were not delivered stay here')
    .option('--state <directory>', "the daemon's state directory (default: ~/.portcullis/state)")
    .action((options: { readonly state?: string }) => leave(stateDirectory(options.state)))
}

async function join(address: string, options: Options): Promise<void> {
  const state = stateDirectory(options.state)
  const url = gateUrl(address)
  if (databaseFrom(state, {}, process.env) !== undefined)
    throw new Error(
      `the daemon of ${visible(state)} keeps its log in a database: it is a gate itself and joins none; \`--state\` names another one`,
    )
  const before = joinedBefore(state)
  const team: TeamFile = {
    url,
    // The first line, as `users token` prints it.
    token: readFileSync(options.tokenFile, 'utf8').trim().split('\n')[0]!.trim(),
    ...(options.ca === undefined ? {} : { ca: readFileSync(options.ca, 'utf8') }),
    ...(options.clientCert === undefined ? {} : { clientCertificate: resolve(options.clientCert) }),
    ...(options.clientKey === undefined ? {} : { clientKey: resolve(options.clientKey) }),
    // With a new token for the same gate the log goes on where it was.
    from: before?.url === url ? before.from : await headNow(state),
    joinedAt: Date.now(),
  }
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(team.token))
    throw new Error(`this file holds no token: ${visible(options.tokenFile)}`)
  if (options.offline !== true) await tryGate(state, team)
  writeTeam(state, team)
  process.stdout.write(
    [
      `joined      ${visible(url)}`,
      `judging     here, by this machine's own rules; the stricter of the two gates counts`,
      `log         what is recorded from now on is delivered there, secrets masked`,
      `away        while it cannot be reached this machine's rules decide, unless \`team.away\` is "deny"`,
      `next        \`${ownCommand('team')}\` shows how it stands; \`${ownCommand('leave')}\` ends it`,
      '',
    ].join('\n'),
  )
}

/** What cannot be read does not keep anybody from joining anew. */
function joinedBefore(state: string): TeamFile | undefined {
  try {
    return readTeam(state)
  } catch {
    return undefined
  }
}

/** Where this machine's log stands. It is begun where there is none, so that it has a key. */
async function headNow(state: string): Promise<TeamFile['from']> {
  const journal = openSqliteJournal({ ...journalFor(state), thread: 'caller' })
  try {
    await journal.check()
  } finally {
    await journal.close()
  }
  const paths = journalPaths(state)
  const { writer } = loadKey(paths)
  const reader = openReader(paths.database)
  try {
    const row = reader.connection
      .prepare('select seq, hash from main.audit_log where writer = ? order by seq desc limit 1')
      .get(writer)
    return row === undefined
      ? { writer, seq: 0, hash: GENESIS }
      : { writer, seq: Number(row['seq']), hash: String(row['hash']) }
  } finally {
    reader.close()
  }
}

/** Delivering proves address, certificate and token, and binds this machine's key to the token. */
async function tryGate(state: string, team: TeamFile): Promise<void> {
  const line = new TeamLine(team)
  const delivery = new Delivery({ line, paths: journalPaths(state), from: team.from, log: () => undefined })
  try {
    const problem = await delivery.deliverAll()
    if (problem === undefined) return
    if (line.state === 'away')
      throw new Error(`the gate cannot be reached: ${problem}; \`--offline\` joins all the same`)
    throw new Error(
      `the gate ${line.state === 'refuses' ? 'refuses the token' : 'does not take this machine'}: ${problem}`,
    )
  } finally {
    await delivery.stop()
    line.close()
  }
}

function leave(state: string): void {
  const before = joinedBefore(state)
  rmSync(teamPath(state), { force: true })
  process.stdout.write(
    before === undefined
      ? 'this machine belonged to no team\n'
      : `left ${visible(before.url)}: this machine judges alone\n`,
  )
}
