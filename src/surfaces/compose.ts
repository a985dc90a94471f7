import { homedir } from 'node:os'
import {
  type SharedLimiter,
  type Admission,
  admittedUser,
  openAdmission,
  peopleFor,
  type PeopleFor,
} from '../checks/admission.ts'
import type { LoopLedger } from '../checks/loops.ts'
import type { RateLedger } from '../checks/rate-limit.ts'
import { loadGrammar } from '../call/code/grammar.node.ts'
import type { ToolDescriptions } from '../call/tools/description.ts'
import type { World } from '../call/world.ts'
import { realWorld } from '../call/world.node.ts'
import type { Team } from '../checks/team.ts'
import type { Gate } from '../gate.ts'
import type { AuditLogger } from '../journal/audit-logger.ts'
import { forgetful, type Journal } from '../journal/journal.ts'
import type { FlagStore } from '../journal/tickets.ts'
import type { Reviewer } from '../classifier/reviewer.ts'
import type { Walls } from '../classifier/walls.ts'
import type { Exchange } from '../classifier/two-stage.ts'
import { seal } from '../policy/merge.ts'
import type { Person } from '../policy/people.ts'
import type { Policy } from '../policy/policy.ts'
import { checkedTools } from '../policy/tool-settings.ts'
import { unaskedGuardian } from './compose-guardian.ts'
import type { Environment } from './compose-reviewer.ts'
import { gateIdentity, type IdentityOptions } from './gate-identity.ts'
import { followReviewing, type Reviewers } from './follow-reviewing.ts'
import { Policies, type PolicyChange } from './policies.ts'

export interface GateOptions {
  /** A settings file, or inline JSON: `--settings`. */
  readonly settings?: string
  readonly home?: string
  readonly managedDirectory?: string
  /** Text in place of the user's settings file: what is tried out must not depend on whose machine it is. */
  readonly userSettings?: string
  readonly world?: World
  /** The gate's state directory, when it is not the usual one: what lies there is the gate's own. */
  readonly state?: string
  readonly journal?: Journal
  /** Where events that are no verdicts are recorded: the guardian's reviews. */
  readonly audit?: AuditLogger
  /** Instead of settings files. */
  readonly policy?: Policy
  /** Contents of a policy bundle to try in place of the one in force. For what only looks. */
  readonly trialBundle?: string
  /** Settings files with a memory, when somebody else holds them already. */
  readonly policies?: Pick<Policies, 'policyFor'>
  /** Tools of your own: what each of their parameters is. The settings' descriptions come before these. */
  readonly tools?: ToolDescriptions
  /** A settings file was changed while the gate is open, or is broken: tell it loudly. */
  readonly onPolicyChange?: (change: PolicyChange) => void
  /**
   * Where keys and the model's name are looked for, such as `process.env`. A model is asked only when the settings name
   * one as well. Left out: no model is asked, whatever the settings say, and the guardian says so.
   */
  readonly environment?: Environment
  /** Told everything that goes to the reviewing model and comes back. */
  readonly onExchange?: (exchange: Exchange) => void
  /** `when needed`: a process that judges one call loads the grammar of PowerShell only for a call that has some. */
  readonly grammars?: 'when needed'
  /** Instead of the one that settings and environment name. */
  readonly reviewer?: Reviewer
  /** Who is a user of this installation, asked for every call. Left out: whom the settings name. */
  readonly users?: () => readonly Person[]
  /** The team's gate that this machine joined. */
  readonly team?: Team | undefined
  /** Where doubt may be tried. Left out: nothing is contained. */
  readonly walls?: (world: World) => Walls
  /** Where the last good flags outlive the process. */
  readonly keptFlags?: FlagStore
  /** Where limits outlive the process. */
  readonly limits?: (RateLedger | SharedLimiter) &
    LoopLedger & { use?(counting: Pick<Admission, 'reread' | 'close'>): void }
}

/**
 * Puts a gate together from the machine it runs on. Without a journal it is a dry run: nothing is recorded, so nothing
 * may run on its word.
 */
export async function composeGate(options: GateOptions = {}): Promise<Gate> {
  if (options.grammars !== 'when needed') await loadGrammar('powershell')
  const world = options.world ?? realWorld(gateIdentity(identityOptions(options)))
  const policyFor = policiesOf(options, world, 'tells')
  const reviewers = await reviewing(options, policiesOf(options, world, 'only looks'))
  const people = peopleFor(options.users, world.user)
  // A dry run asks about thousands of calls at once, and nothing runs on its word.
  const admit = options.journal ? counting(options, policyFor, people) : admittedUser(policyFor, world.user, people)
  return {
    world,
    policyFor,
    // Whoever takes a gate apart and keeps the pieces keeps those who review now.
    get reviewer() {
      return reviewers().reviewer
    },
    get guardian() {
      return reviewers().guardian
    },
    get ironGateClosed() {
      return reviewers().ironGateClosed
    },
    get reader() {
      return reviewers().reader
    },
    admit,
    people,
    team: options.team,
    ...(options.walls === undefined ? {} : { walls: options.walls(world) }),
    journal: options.journal ?? forgetful,
    clock: () => performance.now() * 1000,
    wall: () => Date.now(),
  }
}

function counting({ limits }: GateOptions, policyFor: Gate['policyFor'], people: PeopleFor): Gate['admit'] {
  const open = openAdmission({
    policyFor,
    people,
    now: () => performance.now(),
    wall: () => Date.now(),
    ...(limits === undefined ? {} : { limits }),
  })
  limits?.use?.(open)
  return open.admitShared ?? open.admit
}

function identityOptions({ state, home, managedDirectory }: GateOptions): IdentityOptions {
  return {
    ...(state === undefined ? {} : { state }),
    ...(home === undefined ? {} : { home }),
    ...(managedDirectory === undefined ? {} : { managedDirectory }),
  }
}

/**
 * The settings as the files are now; while one of them cannot be read, nothing is allowed. What changes is told, unless
 * somebody only looks.
 */
function policiesOf(options: GateOptions, world: World, telling: 'tells' | 'only looks'): Gate['policyFor'] {
  return withTools(options.tools, filesOf(options, world, telling))
}

/** What a program describes is part of the rules in force, and of their digest. */
function withTools(given: ToolDescriptions | undefined, policyFor: Gate['policyFor']): Gate['policyFor'] {
  if (given === undefined) return policyFor
  const tools = checkedTools(given)
  const known = new WeakMap<Policy, Policy>()
  return (cwd) => {
    const policy = policyFor(cwd)
    const made = known.get(policy) ?? seal({ ...policy, tools: { ...tools, ...policy.tools } })
    known.set(policy, made)
    return made
  }
}

function filesOf(options: GateOptions, world: World, telling: 'tells' | 'only looks'): Gate['policyFor'] {
  const { policy, policies, settings, home, managedDirectory, userSettings, state, trialBundle } = options
  if (policy) return () => policy
  const held =
    policies ??
    new Policies({
      world,
      ...(settings === undefined ? {} : { settings }),
      ...(home === undefined ? {} : { home }),
      ...(managedDirectory === undefined ? {} : { managedDirectory }),
      ...(userSettings === undefined ? {} : { userSettings }),
      ...(state === undefined ? {} : { state }),
      ...(trialBundle === undefined ? {} : { trialBundle }),
      onChange: (change) => {
        if (telling === 'tells') options.onPolicyChange?.(change)
      },
    })
  return (cwd) => held.policyFor(cwd)
}

/** What is said about the reviewer never comes from a project, so it is read where there is none: at home. */
async function reviewing(options: GateOptions, policyFor: Gate['policyFor']): Promise<() => Reviewers> {
  const { reviewer, environment, audit, onExchange } = options
  const home = options.home ?? homedir()
  const named =
    environment === undefined
      ? (): Reviewers => unaskedGuardian(policyFor(home))
      : await followReviewing({
          policy: () => policyFor(home),
          environment,
          home,
          audit,
          keptFlags: options.keptFlags,
          ...(onExchange === undefined ? {} : { onExchange }),
        })
  // Another reviewer takes the reviewer's place, not the guardian's, and not that of who reads what comes in.
  return reviewer === undefined ? named : () => ({ reviewer, guardian: named().guardian, reader: named().reader })
}
