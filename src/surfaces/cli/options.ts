import type { Command } from 'commander'
import { type Mode, MODES } from '../../session.ts'
import { PLAIN_CALLER } from '../../call/caller.ts'
import { PLAIN_TERMS, type Terms } from '../../checks/look-at.ts'
import type { GateOptions } from '../compose.ts'
import { dryWalls } from '../containing.ts'
import type { StoredState } from './stored-state.ts'
import { UsageError } from './usage-error.ts'

export interface JudgingOptions {
  readonly cwd?: string
  readonly mode?: string
  readonly user?: string
  readonly settings?: string
  /** Ask the configured model, too. */
  readonly review?: boolean
  /** As a client that runs what is put in the place of a call, where walls can be built. */
  readonly contain?: boolean
  /** Where the gate keeps users and sessions. */
  readonly state?: string
  /** The words after `--`, which commander never sees. */
  readonly shellCommand?: readonly string[]
}

export function addJudgingOptions(command: Command): Command {
  return command
    .option('--cwd <directory>', 'the directory the agent works in (default: this one)')
    .option('--mode <mode>', `one of ${MODES.join(', ')} (default: the settings' defaultMode, auto unless set)`)
    .option('--user <request>', 'what the user asked the agent to do')
    .option('--settings <file-or-json>', "settings to use besides the user's and the project's")
    .option('--state <directory>', 'where users and sessions are kept (default: ~/.portcullis/state)')
    .option('--contain', 'as for a client that can run a command behind walls: what is not understood is contained')
    .option('--review', 'ask the configured model where the gate would; it costs money')
}

export function readMode(text: string | undefined): Mode | undefined {
  if (text === undefined) return undefined
  const found = MODES.find((mode) => mode === text)
  if (!found) throw new UsageError(`unknown mode \`${text}\`: use one of ${MODES.join(', ')}`)
  return found
}

/** The gate that the options ask for. Without `--review` it sees no environment, so it asks no model. */
export function gateOptions(options: JudgingOptions, stored: StoredState | undefined): GateOptions {
  return {
    ...(stored === undefined ? {} : { users: stored.users }),
    ...(options.settings === undefined ? {} : { settings: options.settings }),
    ...(options.review ? { environment: process.env } : {}),
    ...(options.contain ? { walls: () => dryWalls('claude-code') } : {}),
  }
}

/** Who asks: somebody at a terminal, or a client that can contain. */
export function termsOf({ contain }: Pick<JudgingOptions, 'contain'>): Terms {
  return contain === true ? { caller: { ...PLAIN_CALLER, canRewrite: true } } : PLAIN_TERMS
}

/** For commands that show the policy of a directory. */
export function addPolicyOptions(command: Command): Command {
  return command
    .option('--cwd <directory>', 'the directory the agent works in (default: this one)')
    .option('--settings <file-or-json>', "settings to use besides the user's and the project's")
    .option('--json', 'print JSON')
}
