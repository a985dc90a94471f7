import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Client, CLIENTS, installedVersion } from './clients.ts'
import { type Fault, FAULTS, playFault } from './faults.ts'
import { CONTAINED_ROWS, OWN_SANDBOX_ROW, playContained } from './contained.ts'
import { ACP_ROWS, playInEditor } from './acp.ts'
import { MUTANTS, playMutants } from './mutants.ts'
import { playSession } from './play-session.ts'
import { FAILED_RESULT, SESSION, stepsOf, UNASKED } from './session-script.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SOURCES = join(ROOT, 'src')

const HELP = `npm run test:agents -- [client …] [options]

Installs the pinned clients outside the repository and drives each through a whole session, with its real hook, the real
daemon and a scripted model; then through faults of the gate; then shows that the sessions notice bugs.

  --quick            only whole sessions, of Claude Code and Codex
  --sessions         only whole sessions
  --faults           only faults
  --contained        only commands that nobody can see through
  --acp              only under an editor (Agent Client Protocol)
  --mutants          only mutants
  --only <text>      only faults and mutants whose name has this text
  --cache <folder>   where the clients are installed
  --keep             keep the machines that were made, and say where
  --no-docs          leave docs/agents.md as it is
`

interface Outcome {
  readonly client: string
  readonly row: string
  readonly verdict: string
}

/** Runs every real client, prints what held and keeps it in docs/agents.md. */
export async function runClients(argv: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      cache: { type: 'string', default: join(tmpdir(), 'portcullis-clients') },
      only: { type: 'string', default: '' },
      keep: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      sessions: { type: 'boolean', default: false },
      faults: { type: 'boolean', default: false },
      mutants: { type: 'boolean', default: false },
      acp: { type: 'boolean', default: false },
      contained: { type: 'boolean', default: false },
      'no-docs': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(HELP)
  const played = values.sessions || values.faults || values.acp || values.contained || values.quick
  const all = !played && !values.mutants
  const onlyMutants = values.mutants && !played
  const wanted = values.quick && positionals.length === 0 ? ['claude-code', 'codex'] : positionals
  const clients = CLIENTS.filter(({ agent }) => wanted.length === 0 || wanted.includes(agent))
  const began = performance.now()
  let failed = 0
  const outcomes: Outcome[] = []
  const absent: string[] = []
  for (const client of onlyMutants ? [] : clients) {
    if (!installClient(client, values.cache)) {
      absent.push(client.agent)
      continue
    }
    if (all || values.sessions || values.quick) {
      for (const unasked of client.unasked === undefined ? [undefined] : [undefined, client.unasked]) {
        const how = { cache: values.cache, sources: SOURCES, keep: values.keep, ...(unasked ? { unasked } : {}) }
        const { failures, seconds, root } = await playSession(client, how)
        failed += failures.length
        const title = unasked ? 'asking nobody' : 'whole session'
        const where = values.keep ? `  ${root}` : ''
        say(`${client.agent.padEnd(12)} ${title}: ${failures.length === 0 ? 'holds' : 'FAILED'}  ${seconds} s${where}`)
        for (const failure of failures) say(`  ${failure}`)
        const steps = unasked ? UNASKED : stepsOf(client)
        outcomes.push(
          ...rowsFor(
            client.agent,
            [...steps.map(({ name }) => name), ...(unasked ? [] : ['prompt', 'log'])].filter(
              (row) => client.lacks?.[row] === undefined,
            ),
            failures,
          ),
        )
      }
    }
    if (all || values.contained)
      for (const ownSandbox of client.ownSandbox === undefined ? [undefined] : [undefined, client.ownSandbox]) {
        const how = { cache: values.cache, sources: SOURCES, keep: values.keep, ...(ownSandbox ? { ownSandbox } : {}) }
        const { failures, seconds, root } = await playContained(client, how)
        failed += failures.length
        const title = ownSandbox ? 'in its own sandbox' : 'contained'
        const held = client.contains === true ? 'holds' : 'asked instead'
        const where = values.keep ? `  ${root}` : ''
        say(`${client.agent.padEnd(12)} ${title}: ${failures.length === 0 ? held : 'FAILED'}  ${seconds} s${where}`)
        for (const failure of failures) say(`  ${failure}`)
        outcomes.push(
          ...rowsFor(client.agent, ownSandbox ? [OWN_SANDBOX_ROW] : CONTAINED_ROWS, failures).map((row) =>
            row.verdict === 'holds' ? { ...row, verdict: held } : row,
          ),
        )
      }
    if ((all || values.acp) && client.acp !== undefined) {
      const failures = await playInEditor(client, values.cache, SOURCES)
      const open = client.skipsHooksInEditors === true && failures.some((failure) => failure.includes('it ran'))
      if (!open) failed += failures.length
      say(
        `${client.agent.padEnd(12)} in an editor: ${open ? 'open (client)' : failures.length === 0 ? 'holds' : 'FAILED'}`,
      )
      for (const failure of failures) say(`  ${failure}`)
      outcomes.push(
        ...rowsFor(client.agent, ACP_ROWS, failures).map((row) =>
          open && row.verdict === 'FAILED' ? { ...row, verdict: 'open (client)' } : row,
        ),
      )
    }
    if (all || values.faults)
      for (const fault of FAULTS.filter(({ name }) => name.includes(values.only))) {
        const { verdict, detail } = await playFault(client, fault, values.cache, SOURCES)
        if (verdict === 'FAILED') failed++
        say(
          `${client.agent.padEnd(12)} ${fault.name.padEnd(24)} ${verdict}${verdict === 'FAILED' ? `  ${detail}` : ''}`,
        )
        outcomes.push({ client: client.agent, row: rowOfFault(fault), verdict })
      }
  }
  if (!values['no-docs'] && !values.quick) keepTable(outcomes)
  if (all || values.mutants) {
    for (const client of CLIENTS)
      if (MUTANTS.some((mutant) => mutant.client === client.agent) && !installClient(client, values.cache))
        throw new Error(`${client.agent} could not be installed, and mutants are shown with it`)
    failed += await playMutants({ cache: values.cache, only: values.only, say })
  }
  if (absent.length > 0) say(`NOT RUN, could not be installed: ${absent.join(', ')}`)
  say(`${failed === 0 ? 'all holds' : `${failed} FAILED`} in ${Math.round((performance.now() - began) / 1000)} s`)
  process.exitCode = failed === 0 ? 0 : 1
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** A row for each step, and for what the daemon must remember of the session. */
function rowsFor(client: string, names: readonly string[], failures: readonly string[]): readonly Outcome[] {
  return names.map((row) => ({
    client,
    row,
    verdict: failures.some((failure) => failure.startsWith(`${row}:`)) ? 'FAILED' : 'holds',
  }))
}

/**
 * Pinned: an unpinned install gives whatever old version fits the Node that runs npm. False: the registry does not have
 * it any more, or cannot be reached; then what the table says about the client stays as it is.
 */
export function installClient(client: Client, cache: string): boolean {
  if (installedVersion(client, cache) === client.version) return true
  const directory = join(cache, client.agent)
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'package.json'), '{"private":true}\n')
  say(`installing ${client.package}@${client.version}`)
  const run = spawnSync(
    'npm',
    ['install', '--no-fund', '--no-audit', `${client.package}@${client.version}`, ...(client.also ?? [])],
    {
      cwd: directory,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  return run.status === 0
}

const BEGIN = '<!-- table: npm run test:agents -->'
const END = '<!-- end of table -->'

/** Clients may be run one at a time: what the table says about the others stays, as long as it is the same version. */
function keepTable(outcomes: readonly Outcome[]): void {
  const path = join(ROOT, 'docs', 'agents.md')
  const text = readFileSync(path, 'utf8')
  const from = text.indexOf(BEGIN)
  const to = text.indexOf(END)
  if (from < 0 || to < from) throw new Error(`${path} has no place for the table`)
  const known = readTable(text.slice(from, to))
  const verdict = (client: string, row: string): string =>
    CLIENTS.find(({ agent }) => agent === client)?.lacks?.[row] ??
    [...known, ...outcomes].findLast((each) => each.client === client && each.row === row)?.verdict ??
    missing(row)
  const header = ['', ...CLIENTS.map(({ agent, version }) => `${agent} ${version}`)]
  const rows = ROWS.map((row) => [row, ...CLIENTS.map(({ agent }) => verdict(agent, row))])
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const table = [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')
  writeFileSync(path, `${text.slice(0, from)}${BEGIN}\n\n${table}\n\n${text.slice(to)}`)
}

/** Every row that there can be: steps of the sessions, what the daemon must remember, faults. */
const ROWS: readonly string[] = [
  ...SESSION.map(({ name }) => name),
  'prompt',
  'log',
  ...UNASKED.map(({ name }) => name),
  ...CONTAINED_ROWS,
  OWN_SANDBOX_ROW,
  ...ACP_ROWS,
  ...FAULTS.map(rowOfFault),
]

function rowOfFault({ name, expect }: Fault): string {
  return `${name} (must ${expect === 'runs' ? 'run' : 'not run'})`
}

/** Steps that a client has no row for are those it has no tool for; a fault without one was not played. */
function missing(row: string): string {
  if (FAULTS.some((fault) => rowOfFault(fault) === row) || (ACP_ROWS as readonly string[]).includes(row))
    return 'not run'
  if (CONTAINED_ROWS.includes(row) || row === FAILED_RESULT) return 'not run'
  if (row === OWN_SANDBOX_ROW) return 'none'
  return UNASKED.some(({ name }) => name === row) ? 'not needed' : 'no such tool'
}

function readTable(text: string): readonly Outcome[] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'))
  const [header = [], , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  return rows.flatMap(([row = '', ...cells]) =>
    cells.flatMap((verdict, at) => {
      const client = CLIENTS.find(({ agent, version }) => header[at + 1] === `${agent} ${version}`)
      return client === undefined || verdict === missing(row) ? [] : [{ client: client.agent, row, verdict }]
    }),
  )
}
