import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { loadDaemon, run, type Running } from '../daemon/client.ts'

const DENYING = '{"permissions":{"deny":["Bash(git status)"]}}'

/** What a program prints. The daemon is in this process: nothing here may block. */
export async function printedBy(running: Running, words: readonly string[], input: string): Promise<string> {
  const child = spawn(process.execPath, words, {
    cwd: running.project,
    env: { ...process.env, HOME: join(running.directory, 'home') },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.end(input)
  return text(child.stdout)
}

/** `allow rulebook.harmless`, from the answer of a hook in the dialect of any other agent. */
export function inAnswer(stdout: string): string {
  const { decision, codes } = JSON.parse(stdout) as { decision: string; codes: readonly string[] }
  return `${decision} ${codes[0]}`
}

/** A daemon that knows nothing of any settings runs: what a hook that is given some answers, and one that is not. */
export async function hookWithSettings(main: string): Promise<{ readonly given: string; readonly without: string }> {
  const running = await run(await loadDaemon())
  try {
    const hook = [main, 'hook', 'generic', '--state', running.daemon.paths.directory]
    const call = (session: string): string => {
      const input = { command: 'git status' }
      return JSON.stringify({ event: 'tool-call', session, cwd: running.project, tool: 'Bash', input })
    }
    const given = inAnswer(await printedBy(running, [...hook, '--settings', DENYING], call('given')))
    return { given, without: inAnswer(await printedBy(running, hook, call('without'))) }
  } finally {
    await running.end()
  }
}
