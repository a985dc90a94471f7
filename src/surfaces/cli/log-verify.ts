import { closeSync, openSync, readSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { visible } from '../../call/visible.ts'
import { jsonText } from '../../journal/export.ts'
import { readExport } from '../../journal/read-export.ts'
import { readCheckpoints } from '../../journal/stores/checkpoint-file.ts'
import { verifyPlace } from '../../journal/stores/open-log.ts'
import type { StateVerification, VerifyStatus } from '../../journal/stores/verify-state.ts'
import { verify } from '../../journal/verify.ts'
import type { WitnessReport } from '../../journal/witness.ts'
import { logPlace } from '../database.ts'
import { stateDirectory } from '../state-directory.ts'
import { askWitnesses } from '../witness-settings.ts'
import { type Paint, paintFor } from './paint.ts'
import { progressOn } from './progress.ts'

/** Exit codes of `log verify`, besides 0 for a log that is sound. */
const EXIT: Readonly<Record<VerifyStatus, number | undefined>> = { sound: undefined, 'not sound': 1, unwitnessed: 3 }

export interface VerifyLogOptions {
  readonly state?: string
  readonly json?: boolean
  readonly checkpoints?: readonly string[]
}

/** What `log verify` prints. Sets the exit code. */
export async function verifyLog(file: string | undefined, options: VerifyLogOptions): Promise<string> {
  const paint = paintFor(process.stdout)
  const progress = progressOn(process.stderr, 'verified')
  const place = logPlace(stateDirectory(options.state))
  const result =
    file === undefined
      ? await verifyPlace(place, {
          checkpoints: options.checkpoints ?? [],
          witnesses: await askWitnesses(place.paths),
          progress: (done, most) => progress.step(done, most),
        })
      : verifyExport(file, options.checkpoints ?? [], (done) => progress.step(done, undefined))
  progress.end()
  const code = EXIT[result.status]
  if (code !== undefined) process.exitCode = code
  return options.json ? `${jsonText(result, 2)}\n` : verificationText(result, paint)
}

/**
 * A file with records, without the journal: its chain, and the signed heads in the checkpoint files that are named.
 * Without any, whoever wrote the file could have written all of it.
 */
function verifyExport(
  file: string,
  checkpointFiles: readonly string[],
  progress: (records: number) => void,
): StateVerification {
  const named = checkpointFiles.map((path) => ({ path, ...readCheckpoints(path) }))
  const checkpoints = named.flatMap((one) => one.checkpoints)
  const chain = verify(
    {
      records: readExport(linesOf(file)),
      anchors: [],
      checkpoints,
      named: checkpoints,
    },
    progress,
  )
  const witnesses = named.map((one): WitnessReport => {
    const last = one.checkpoints.at(-1)
    const known = chain.chains.find(({ writer }) => writer === last?.writer)
    const agrees = chain.ok && last !== undefined && known !== undefined && known.head.seq >= last.seq
    return {
      name: one.path,
      state: agrees ? 'agrees' : 'knows nothing',
      ...(last === undefined ? {} : { seq: last.seq }),
    }
  })
  const proven = chain.ok && chain.chains.every(({ signed, records }) => records === 0 || signed > 0)
  return {
    ...chain,
    status: chain.ok ? (proven ? 'sound' : 'unwitnessed') : 'not sound',
    damage: [],
    damagedCheckpoints: named.reduce((sum, one) => sum + one.damaged, 0),
    key: 'without the key',
    hashedOnly: 0,
    witnesses,
  }
}

function verificationText(result: StateVerification, paint: Paint): string {
  const lines: string[] = []
  for (const [index, finding] of result.findings.entries()) {
    lines.push(`${paint.red(index === 0 ? 'first finding' : 'also')}: ${visible(finding.sentence)}`)
  }
  for (const damage of result.damage) lines.push(`${paint.red('file')}: ${visible(damage)}`)
  if (result.damagedCheckpoints > 0)
    lines.push(
      `${paint.yellow('note')}: ${result.damagedCheckpoints} lines of the checkpoint files are no genuine checkpoints`,
    )
  for (const chain of result.chains) {
    const unsigned = Math.max(0, chain.head.seq - chain.signed)
    const pruned = chain.prunedTo > 0 ? `, pruned up to ${chain.prunedTo}` : ''
    lines.push(
      `chain ${visible(chain.writer.slice(0, 8))}: ${chain.records} records, head ${chain.head.seq}${pruned}, ${chain.signed === 0 ? 'nothing signed' : `signed up to ${chain.signed}`}${unsigned > 0 && chain.signed > 0 ? ` (${unsigned} after it)` : ''}`,
    )
  }
  if (result.hashedOnly > 0)
    lines.push(
      `${paint.yellow('note')}: records up to ${result.hashedOnly} were written before records were sealed: they are hashed only`,
    )
  if (result.key === 'without the key')
    lines.push(
      `${paint.yellow('note')}: without the key only hashes and signed checkpoints were checked; seals, sessions, grants and approvals need it`,
    )
  for (const report of result.witnesses) lines.push(witnessLine(report))
  lines.push(statusLine(result, paint))
  return `${lines.join('\n')}\n`
}

function witnessLine({ name, state, seq, because }: WitnessReport): string {
  const known = seq === undefined ? '' : `, last record ${seq}`
  return `witness ${visible(name)}: ${state}${known}${because === undefined ? '' : `: ${visible(because)}`}`
}

function statusLine({ status, records }: StateVerification, paint: Paint): string {
  switch (status) {
    case 'sound':
      return paint.green(`sound: ${records} records`)
    case 'unwitnessed':
      return paint.yellow(
        `unwitnessed: ${records} records, nothing wrong; no witness outside this account says how many there should be (see \`journal.witness\` in the settings)`,
      )
    case 'not sound':
      return paint.red(`NOT sound: ${records} records read`)
  }
}

/** The lines of a file of any size, a piece at a time. */
function* linesOf(path: string): IterableIterator<string> {
  const file = openSync(path, 'r')
  try {
    const decoder = new StringDecoder('utf8')
    const piece = Buffer.alloc(1 << 20)
    let rest = ''
    for (let size = readSync(file, piece); size > 0; size = readSync(file, piece)) {
      const lines = (rest + decoder.write(piece.subarray(0, size))).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    rest += decoder.end()
    if (rest !== '') yield rest
  } finally {
    closeSync(file)
  }
}
