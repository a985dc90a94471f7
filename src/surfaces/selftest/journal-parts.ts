import { spawn } from 'node:child_process'
import { statePaths } from '../../journal/stores/checkpoint-file.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { verifyStateDirectory } from '../../journal/stores/verify-state.ts'
import { LAUNCHER } from '../launcher.ts'
import { anchorIn, crash } from './crash.ts'
import { control, held, letThrough, messageOf, type Part, type Tried } from './part.ts'
import { sample } from './sample-records.ts'
import { anchorOf, copyOf, makeOriginals, type Place } from './tamper-originals.ts'
import { WAYS } from './tamper-ways.ts'

const ROUNDS = 12
const FEWEST = 5
const CALLERS = 4

/** The word by which this program is started again as a writer that will be killed. */
export const FLOOD = '--flood'

/** kill -9 in the middle of writing: whatever was acknowledged is there afterwards, and the log verifies. */
export const crashPart: Part = {
  name: 'crash',
  title: 'kill -9 while records are written',
  run: async (_place, progress) => {
    const start = (directory: string, name: string) =>
      spawn(process.execPath, [LAUNCHER, 'selftest', FLOOD, directory, name], { stdio: ['ignore', 'pipe', 'ignore'] })
    const { acknowledged, lost, findings, fewest } = await crash(ROUNDS, start, (round) => progress(round, ROUNDS))
    const kept = `${acknowledged} acknowledged records are kept`
    const enough = fewest >= FEWEST ? undefined : `a round had only ${fewest} acknowledged records`
    return [
      control(`every one of ${ROUNDS} rounds acknowledged records before it was killed`, enough),
      lost.length === 0 ? held(kept) : letThrough(kept, `${lost.length} were lost`),
      ...Array.from({ length: ROUNDS }, (_, round) => held(`round ${round + 1}: the log verifies`)).slice(
        findings.length,
      ),
      ...findings.slice(0, ROUNDS).map((finding) => letThrough('the log verifies after a kill', finding)),
    ]
  },
}

/** Writes records until it is killed, and says which are durable. Never ends by itself. */
export async function flood(directory: string, name: string, say: (line: string) => void): Promise<never> {
  const journal = openSqliteJournal({ stateDirectory: directory, anchor: anchorIn(directory), deadlineMs: 20_000 })
  let next = 0
  const caller = async (): Promise<never> => {
    for (;;) {
      const id = `${name}-${next++}`
      await journal.remember(sample(id))
      say(id)
    }
  }
  return Promise.race(Array.from({ length: CALLERS }, caller))
}

/** Everything that somebody with the files and without the key can do to the log is noticed. */
export const tamperPart: Part = {
  name: 'tamper',
  title: 'tampering with the log',
  run: async (_place, progress) => {
    const originals = await makeOriginals()
    const untouched = await said(copyOf(originals.late))
    const tried: Tried[] = [
      control('a log that nobody touched verifies', untouched === 'unwitnessed' ? undefined : untouched),
    ]
    // What only a witness outside can tell is not for a machine that has none.
    const ways = WAYS.filter(({ needsWitness }) => needsWitness === undefined)
    for (const [at, way] of ways.entries()) {
      const place = copyOf(originals[way.on])
      way.tamper(place, originals)
      const found = await said(place)
      tried.push(/^(?:not sound|refused)/.test(found) ? held(way.name) : letThrough(way.name, `verify said ${found}`))
      progress(at + 1, ways.length)
    }
    return tried
  },
}

/** What `log verify` says, in the words of its result. */
async function said(place: Place): Promise<string> {
  try {
    return (await verifyStateDirectory(statePaths(place.state, { anchor: anchorOf(place) }))).status
  } catch (error) {
    return `refused: ${messageOf(error)}`
  }
}
