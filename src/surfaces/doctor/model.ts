import { ownCommand } from '../../call/own-command.ts'
import { COMPACT_BELOW } from '../../classifier/fit-context.ts'
import { within } from '../../classifier/deadlines.ts'
import { factsOf, requestFor } from '../../classifier/models/facts.ts'
import type { FailureCause } from '../../classifier/models/model.ts'
import { NO_FLAGS } from '../../policy/flags.ts'
import type { Policy } from '../../policy/policy.ts'
import { connect, type Environment } from '../compose-reviewer.ts'
import type { Finding } from './finding.ts'

/** What to look at when the model cannot be asked. */
const FIXES: Readonly<Record<FailureCause, string>> = {
  timeout: 'try again; if it stays silent, look at `classifier.baseUrl` and the network',
  'rate-limited': 'nothing: the service is rate limiting',
  quota: 'look at the limits and the credit of the account that the key belongs to',
  overloaded: 'nothing: the service itself is failing',
  connection: 'look at `classifier.baseUrl`, the proxy and the network',
  misconfigured: 'look at the key, at the name of the model and at `classifier.baseUrl`',
  'too-large': 'look at `classifier.baseUrl`: what answers there is no model',
  'too-long': 'choose a model with a larger context',
  malformed: 'look at `classifier.provider` and `classifier.baseUrl`: what answers speaks another language',
  truncated: 'look at the proxy or gateway in between',
  aborted: 'try again',
}

const PATIENCE = 15_000

/** The rules in few words, an action and room to answer. */
const SMALLEST_CONTEXT = 4_096

/** Is there a model, and does it answer? None at all is fine, and said. */
export async function examineModel(
  policy: Pick<Policy, 'classifier'>,
  environment: Environment,
  patience: number = PATIENCE,
): Promise<Finding> {
  const about = 'model'
  const connection = connect(policy.classifier, environment)
  if (connection === 'offline') {
    const why = policy.classifier?.mode === 'offline' ? 'switched off' : 'none is configured'
    return { about, state: 'green', says: `${why}: what the rulebook cannot settle goes to a person` }
  }
  if ('broken' in connection)
    return {
      about,
      state: 'red',
      says: `one is configured and cannot be asked, so what it would decide is denied: ${connection.broken}`,
      fix: 'set it where the daemon and the agents are started, or say `"classifier": {"mode": "offline"}`',
    }
  const model = connection.model(undefined, NO_FLAGS)
  const contextTokens = await connection.contextTokens(model)
  if (contextTokens !== undefined && contextTokens < SMALLEST_CONTEXT)
    return {
      about,
      state: 'red',
      says: `${model} runs with ${contextTokens.toLocaleString('en')} tokens of context, too few for the rules, so what it would decide is denied`,
      fix: `start it with at least ${SMALLEST_CONTEXT.toLocaleString('en')}, better ${COMPACT_BELOW.toLocaleString('en')} or more`,
    }
  const started = performance.now()
  const ended = await within(patience, new AbortController().signal, (signal) =>
    connection.client.complete(
      {
        model,
        system: [{ text: 'Answer with one word.' }],
        messages: [{ content: [{ text: 'Are you there?' }] }],
        ...requestFor(factsOf(model), 16),
        stopSequences: [],
        transfer: 'whole',
      },
      signal,
    ),
  )
  const silent = { cause: 'timeout', message: `no answer within ${patience / 1000} seconds` } as const
  const failure = ended.ended !== 'done' ? silent : ended.value.outcome === 'failed' ? ended.value.failure : undefined
  if (failure === undefined) {
    const took = Math.round(performance.now() - started)
    const small =
      contextTokens !== undefined && contextTokens < COMPACT_BELOW
        ? `; its context of ${contextTokens.toLocaleString('en')} tokens is small: the rules are told in few words`
        : ''
    return {
      about,
      state: 'green',
      says: `${model} answers, in ${took} ms (asked with the keys of this shell)${small}; \`${ownCommand('reviewer test')}\` shows how well it reviews`,
    }
  }
  return { about, state: 'red', says: `${model} cannot be asked: ${failure.message}`, fix: FIXES[failure.cause] }
}
