import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { Question } from '../../src/humans/questions/question.ts'
import { sampleQuestion } from './samples.ts'
import { Desk, type HumanSources } from './sources.ts'

export interface RestartReport {
  readonly restarts: number
  readonly questions: number
  readonly faults: readonly string[]
}

/** The program ends and begins again with questions pending: each comes back as it was, and none is answered. */
export async function restarts(sources: HumanSources, times: number, questions = 5): Promise<RestartReport> {
  const desk = await Desk.open(sources)
  const asked = Array.from({ length: questions }, (_, index) =>
    sampleQuestion(`kept ${index}`, { expiresAt: desk.clocks.wall + times * 10 + 300_000 }, desk.clocks.wall + index),
  )
  for (const question of asked) await desk.asked(question)
  const faults: string[] = []
  for (let time = 0; time < times; time++) {
    desk.clocks.pass(5)
    await desk.restart()
    if (!isDeepStrictEqual(desk.queue.pending(), asked)) faults.push(`restart ${time}: not the same questions`)
    if (desk.queue.settled(10).length > 0) faults.push(`restart ${time}: something was settled`)
  }
  const granted = desk.log().filter((record) => record.event === 'permission_granted').length
  if (granted > 0) faults.push(`${granted} were granted by a restart`)
  await desk.close()
  return { restarts: times, questions: asked.length, faults }
}

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))

/** A process that asks is killed, again and again: every question it said was kept is pending afterwards. */
export async function kills(sources: HumanSources, times: number): Promise<RestartReport> {
  const desk = await Desk.open(sources, { mostPerSession: () => 100_000 })
  const faults: string[] = []
  let expected: Question[] = []
  for (let time = 0; time < times; time++) {
    await desk.close()
    const kept = await askAndDie(desk.directory, `kill-${time}`, desk.clocks.wall)
    if (kept.length === 0) faults.push(`kill ${time}: the process kept nothing, which proves nothing`)
    await desk.restart()
    expected = [...expected, ...kept]
    const back = new Map(desk.queue.pending().map((question) => [question.id, question]))
    for (const question of expected) {
      if (!isDeepStrictEqual(back.get(question.id), question)) faults.push(`kill ${time}: ${question.call} is lost`)
    }
  }
  const ends = desk.log().length
  if (ends > 0) faults.push(`${ends} were settled by being killed`)
  await desk.close()
  return { restarts: times, questions: expected.length, faults }
}

function askAndDie(directory: string, name: string, now: number): Promise<readonly Question[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, directory, name, String(now)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += String(chunk)
      if (text.split('\n').length > 5) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', () =>
      resolve(
        text
          .split('\n')
          .slice(0, -1)
          .map((line): Question => JSON.parse(line)),
      ),
    )
  })
}
