import type { Command } from 'commander'
import { type Mode, MODES } from '../../session.ts'
import type { GateOptions } from '../compose.ts'
import { UsageError } from './usage-error.ts'

export interface JudgingOptions {
  readonly cwd?: string
  readonly mode?: string
  readonly user?: string
  readonly settings?: string
  /** Ask the configured model, too. */
  readonly review?: boolean
  /** The words after `--`, which commander never sees. */
  readonly shellCommand?: readonly string[]
}

export function addJudgingOptions(command: Command): Command {
  return command
    .option('--cwd <directory>', 'the directory the agent works in (default: this one)')
    .option('--mode <mode>', `one of ${MODES.join(', ')} (default: the settings' defaultMode, auto unless set)`)
    .option('--user <request>', 'what the user asked the agent to do')
    .option('--settings <file-or-json>', "settings to use besides the user's and the project's")
    .option('--review', 'ask the configured model where the gate would; it costs money')
}

export function readMode(text: string | undefined): Mode | undefined {
  if (text === undefined) return undefined
  const found = MODES.find((mode) => mode === text)
  if (!found) throw new UsageError(`unknown mode \`${text}\`: use one of ${MODES.join(', ')}`)
  return found
}

/** The gate that the options ask for. Without `--review` it sees no environment, so it asks no model. */
export function gateOptions(options: JudgingOptions): GateOptions {
  return {
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    ...(options.review ? { environment: process.env } : {}),
  }
}
