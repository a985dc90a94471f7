import { ownCommand } from '../../call/own-command.ts'
import { visible } from '../../call/visible.ts'
import {
  findLocalServers,
  type LocalServer,
  type ServedModel,
  USUAL_ADDRESSES,
} from '../../classifier/models/local-servers.ts'
import type { ClassifierSettings } from '../../policy/settings.ts'
import { composeGate } from '../compose.ts'
import { connect } from '../compose-reviewer.ts'
import { runSelfTest, trialOf } from '../reviewer/self-test.ts'
import { showSelfTest } from '../reviewer/show.ts'
import { findConstrained } from '../reviewer/trial.ts'
import { planSetting, saveSetting } from '../save-setting.ts'
import { showChange } from './install.ts'
import type { Place } from './place.ts'

export interface ReviewerOffer {
  readonly yes?: boolean
  readonly dryRun?: boolean
  /** A model that somebody named: that is the consent. */
  readonly reviewer?: string
  readonly ask: (question: string) => Promise<'yes' | 'no' | 'nobody is there'>
  readonly tell: (text: string) => void
  /** Where to look; only addresses of this machine are ever asked. */
  readonly addresses?: readonly string[]
}

/**
 * A server of models on this machine may review: it is looked for, named, tried, and written into the settings only when
 * a person agrees to this very model. A general `--yes` is not that: whoever may open a port on this machine could have
 * put the server there.
 */
export async function offerReviewer(place: Pick<Place, 'home' | 'environment'>, offer: ReviewerOffer): Promise<void> {
  const gate = await composeGate({ home: place.home, grammars: 'when needed' })
  const policy = gate.policyFor(place.home)
  if (policy.problems.length > 0) return
  if (policy.classifier !== undefined) {
    if (offer.reviewer !== undefined)
      refuse(
        offer,
        `your settings name a reviewer already; take \`classifier\` out of them to let ${offer.reviewer} review`,
      )
    return
  }
  const found = chosen(await findLocalServers(offer.addresses ?? USUAL_ADDRESSES), offer.reviewer)
  if (found === undefined) {
    if (offer.reviewer !== undefined) refuse(offer, `no server on this machine serves ${offer.reviewer}`)
    return
  }
  const { server, model } = found
  offer.tell(`Found ${describe(server)}: ${visible(server.models.map(({ id }) => id).join(', '))}`)
  if (offer.dryRun) return offer.tell('It could review what the rulebook cannot settle; nothing was tried (--dry-run).')
  const wanted =
    offer.reviewer !== undefined
      ? 'yes'
      : offer.yes
        ? 'nobody is there'
        : await offer.ask(`Try ${visible(model.id)} on twelve calls, to let it review what the rulebook cannot settle?`)
  if (wanted !== 'yes')
    return offer.tell(
      `It was left alone. \`${ownCommand(`reviewer test --url ${server.baseUrl} --model ${model.id}`)}\` tries it; \`${ownCommand(`init --reviewer ${model.id}`)}\` lets it review.`,
    )
  const classifier: ClassifierSettings = { provider: 'openai-compatible', baseUrl: server.baseUrl, model: model.id }
  const connection = connect(classifier, place.environment)
  if (connection === 'offline' || 'broken' in connection) return refuse(offer, 'it cannot be asked')
  const form = await findConstrained(trialOf(connection, model.id, classifier, place.home))
  const settings: ClassifierSettings = { ...classifier, ...(form === undefined ? {} : { constrained: form }) }
  const trial = trialOf(connection, model.id, settings, place.home)
  const { tried, traits, report, fitness } = await runSelfTest(trial, policy, () => undefined, { form })
  offer.tell(`\n${visible(model.id)}\n\n${showSelfTest(tried, traits, report, fitness)}`)
  if (fitness.fit !== 'yes') return refuse(offer, `${model.id} failed the self-test`)
  const plan = planSetting(place.home, ['classifier'], settings)
  offer.tell(showChange(plan))
  if (offer.reviewer === undefined && (await offer.ask('Write this into your settings?')) !== 'yes')
    return offer.tell('Nothing was changed: no model reviews.')
  saveSetting(plan, Date.now())
  offer.tell(`${visible(model.id)} reviews from now on. \`${ownCommand('reviewer')}\` shows it.`)
}

/** Somebody who named a model is owed a failure that a script can see. */
function refuse(offer: ReviewerOffer, why: string): void {
  offer.tell(`No model reviews: ${visible(why)}.`)
  if (offer.reviewer !== undefined) process.exitCode = 1
}

/** Models that only turn text into something else than text. */
const NO_REVIEWER = /embed|rerank|whisper|tts|clip|vision-encoder/i

function chosen(
  servers: readonly LocalServer[],
  named: string | undefined,
): { readonly server: LocalServer; readonly model: ServedModel } | undefined {
  for (const server of servers) {
    const model = server.models.find(({ id }) => (named === undefined ? !NO_REVIEWER.test(id) : id === named))
    if (model !== undefined) return { server, model }
  }
  return undefined
}

function describe({ kind, baseUrl }: LocalServer): string {
  return `${kind === 'unknown' ? 'a server of models' : kind} at ${baseUrl}`
}
