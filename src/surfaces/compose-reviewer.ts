import { maySpend } from '../classifier/cost.ts'
import { LIMITS, type Limits } from '../classifier/deadlines.ts'
import { once } from '../call/once.ts'
import { chooseModel, DEFAULT_MODEL, MODEL_VARIABLE, type Provider } from '../classifier/models/choose.ts'
import type { ClientOptions } from '../classifier/models/clients.ts'
import { contextOf } from '../classifier/models/local-servers.ts'
import { isLoopback, isOwnServer } from '../classifier/models/loopback.ts'
import type { ModelClient } from '../classifier/models/model.ts'
import type { Reviewing } from '../classifier/review.ts'
import type { Reviewer } from '../classifier/reviewer.ts'
import { type Exchange, twoStageReviewer } from '../classifier/two-stage.ts'
import type { Flags } from '../policy/flags.ts'
import { redact } from '../journal/redact.ts'
import type { Policy } from '../policy/policy.ts'
import type { ClassifierSettings } from '../policy/settings.ts'
import { costDirectory, dayOf, fileLedger } from './cost-files.ts'
import { dumpExchanges, noteUnreadable } from './dump.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A model that can be asked. */
export interface Connection {
  readonly client: ModelClient
  readonly model: (sessionModel: string | undefined, flags: Flags) => string
  readonly limits: Limits
  /** The context a model runs with, when the settings or a server on this machine say so. What it said is remembered. */
  readonly contextTokens: (model: string) => Promise<number | undefined>
}

/** `offline`: nobody chose a model. `broken`: somebody did, and it cannot be asked: that is not the same. */
export type Connecting = Connection | 'offline' | { readonly broken: string }

const KEY_VARIABLE: Readonly<Record<Provider, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  'openai-compatible': 'OPENAI_API_KEY',
}

/**
 * Finds the model that settings and environment name. A key alone is not a choice: a transcript leaves the machine only
 * when the settings speak of a classifier, or the environment names its model.
 */
export function connect(
  settings: ClassifierSettings | undefined,
  environment: Environment,
  given?: Limits,
): Connecting {
  const named = environment[MODEL_VARIABLE]?.trim() || undefined
  if (settings?.mode === 'offline' || (settings === undefined && named === undefined)) return 'offline'
  const provider = settings?.provider ?? providerByKey(settings, environment)
  if (provider === undefined) {
    if (named === undefined && settings?.model === undefined) return 'offline'
    return { broken: `no key: set ${KEY_VARIABLE.anthropic} or ${KEY_VARIABLE['openai-compatible']}` }
  }
  const variable = settings?.apiKeyEnv ?? KEY_VARIABLE[provider]
  const apiKey = environment[variable]?.trim() || undefined
  const baseUrl = settings?.baseUrl
  // A server of one's own often wants no key, unless the settings name one; any other always does.
  const isOwn = baseUrl !== undefined && isOwnServer(baseUrl)
  const needsKey = provider === 'anthropic' || !isOwn || settings?.apiKeyEnv !== undefined
  if (apiKey === undefined && needsKey) return { broken: `no key: ${variable} is not set` }
  const limits = given ?? (baseUrl !== undefined && isLoopback(baseUrl) ? LOCAL_LIMITS : LIMITS)
  const options = {
    limits,
    environment,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(settings?.cacheTtl === undefined ? {} : { cacheTtl: settings.cacheTtl }),
  }
  const configured = settings?.model ?? DEFAULT_MODEL[provider]
  return {
    client: loadedWhenAsked(provider, options),
    // A model in the settings was chosen for this, and a server of one's own serves its own; else the agent's own model.
    model: (session, flags) =>
      chooseModel(
        {
          environment: named,
          flag: flags.model,
          session: isOwn || settings?.model !== undefined ? undefined : session,
          configured,
        },
        provider,
      ),
    limits,
    contextTokens: contextWith(settings),
  }
}

/** A model on this machine reads a long prompt for a while before it says anything; the whole may not take longer. */
const LOCAL_LIMITS: Limits = { ...LIMITS, firstByte: 45_000, idle: 15_000, stage1: 30_000 }

function contextWith(settings: ClassifierSettings | undefined): Connection['contextTokens'] {
  const { contextTokens, baseUrl } = settings ?? {}
  if (contextTokens !== undefined) return () => Promise.resolve(contextTokens)
  if (baseUrl === undefined || !isLoopback(baseUrl)) return () => Promise.resolve(undefined)
  const known = new Map<string, number>()
  return async (model) => {
    const tokens = known.get(model) ?? (await contextOf(baseUrl, model))
    if (tokens !== undefined) known.set(model, tokens)
    return tokens
  }
}

/** Most calls are decided without a model: what speaks to one is loaded with the first question to it. */
function loadedWhenAsked(provider: Provider, options: ClientOptions): ModelClient {
  const load = once(async (): Promise<ModelClient> => {
    if (provider === 'anthropic') return (await import('../classifier/models/anthropic.ts')).anthropicClient(options)
    return (await import('../classifier/models/openai-compatible.ts')).openAiCompatibleClient(options)
  })
  return {
    provider,
    tellsStopSequence: provider === 'anthropic',
    complete: async (request, signal) => (await load()).complete(request, signal),
  }
}

function providerByKey(settings: ClassifierSettings | undefined, environment: Environment): Provider | undefined {
  if (settings?.baseUrl !== undefined && settings.apiKeyEnv === undefined) return 'openai-compatible'
  if (environment[KEY_VARIABLE.anthropic]) return 'anthropic'
  return environment[KEY_VARIABLE['openai-compatible']] ? 'openai-compatible' : undefined
}

export interface ReviewerParts {
  readonly policy: Pick<Policy, 'classifier'>
  readonly environment: Environment
  readonly home: string
  /** Told everything that goes to a model and comes back. */
  readonly onExchange?: (exchange: Exchange) => void
}

/** The reviewer of a gate, or nothing when none is configured. */
export function reviewerWith(parts: ReviewerParts, flags: () => Flags): Pick<Reviewing, 'reviewer' | 'ironGateClosed'> {
  const { policy, environment, home } = parts
  const connection = connect(policy.classifier, environment)
  if (connection === 'offline') return {}
  const ironGateClosed = (): boolean => flags().ironGateClosed
  if ('broken' in connection) return { reviewer: brokenReviewer(connection.broken), ironGateClosed }
  const ledger = fileLedger(costDirectory(home), today)
  const settings = policy.classifier ?? {}
  const dumping = { home, environment, redact, now: () => new Date() }
  const dump = dumpExchanges(dumping)
  const reviewer = twoStageReviewer({
    client: connection.client,
    model: (session) => connection.model(session, flags()),
    mode: () => flags().stages ?? (settings.mode === 'offline' ? 'both' : (settings.mode ?? 'both')),
    transfer: 'streamed',
    limits: connection.limits,
    now: () => performance.now(),
    chance: Math.random,
    format: settings.transcript ?? 'jsonl',
    contextTokens: connection.contextTokens,
    ...(settings.constrained === undefined || connection.client.provider !== 'openai-compatible'
      ? {}
      : { constrained: settings.constrained }),
    ...(settings.cacheTtl === undefined ? {} : { cacheTtl: settings.cacheTtl }),
    maySpend: (session) => maySpend(ledger, settings.budget ?? {}, session, today()),
    onUsage: (session, usage) => ledger.add({ ...usage, session, day: today() }),
    onUnreadable: noteUnreadable(dumping),
    onExchange: (exchange) => {
      parts.onExchange?.(exchange)
      dump(exchange)
    },
  })
  return { reviewer, ironGateClosed }
}

function today(): string {
  return dayOf(new Date())
}

/** Somebody wants a reviewer and has none: every question says so. It is not quietly left out. */
function brokenReviewer(message: string): Reviewer {
  return {
    review: async () => ({ outcome: 'unavailable', block: true, cause: 'misconfigured', message, usage: [] }),
  }
}
