import { ownCommand } from '../../call/own-command.ts'
import type { Command } from 'commander'
import { shorten, visible } from '../../call/visible.ts'
import { summaryLine } from '../daemon/one-line.ts'
import { demoGate, playDemo } from '../demo/play.ts'
import { stateDirectory } from '../state-directory.ts'
import { askDaemon, messageOf } from './ask-daemon.ts'
import { paintFor } from './paint.ts'

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('play a recorded session: the real gate judges it, nothing of it is run or recorded')
    .option('--console', 'play it in the console of the running daemon instead')
    .option('--state <directory>', "the daemon's state directory (default: ~/.portcullis/state)")
    .action(async (options: { readonly console?: boolean; readonly state?: string }) => {
      if (options.console) {
        const answer = await askDaemon(stateDirectory(options.state), 'POST', '/v1/demo', { play: true })
        if (answer.status !== 200) throw new Error(messageOf(answer))
        process.stdout.write(`Playing: look at the console (\`${ownCommand('console')}\` prints a link).\n`)
        return
      }
      await printDemo()
    })
}

async function printDemo(): Promise<void> {
  const paint = paintFor(process.stdout)
  process.stdout.write(`${paint.bold('A recorded session')}, judged now. Nothing below is run or recorded.\n\n`)
  const counts = { allow: 0, contain: 0, ask: 0, deny: 0 }
  for await (const { call, verdict, why } of playDemo(await demoGate())) {
    counts[verdict.decision]++
    const [reason] = verdict.because
    const decision = paint.decision(verdict.decision) + ' '.repeat(5 - verdict.decision.length)
    process.stdout.write(`${decision}  ${visible(shorten(`${call.tool}  ${summaryLine(call.input)}`, 100))}\n`)
    process.stdout.write(`       ${paint.dim(`${why} · ${reason?.code ?? ''}`)}\n`)
    if (verdict.decision !== 'allow') process.stdout.write(`       ${visible(shorten(reason?.sentence ?? '', 160))}\n`)
  }
  process.stdout.write(`\n${counts.allow} allowed, ${counts.ask} asked, ${counts.deny} denied.\n`)
}
