import type { ActionOf } from '../call/action.ts'
import { show } from '../call/word.ts'
import type { Deeds } from './category.ts'
import { destinationOf, leavesHome } from './destinations.ts'
import { deedsOf } from './seek.ts'

/** Variables that hold the key of one service, and the hosts of that service. */
const VENDORS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:GITHUB|GH)_(?:TOKEN|PAT|API_TOKEN|ACCESS_TOKEN)$/, /(?:^|\.)github|(?:^|\.)ghe?\./],
  [/^(?:GITLAB_(?:API_|ACCESS_|PRIVATE_)?TOKEN|CI_JOB_TOKEN)$/, /gitlab/],
  [/^OPENAI_API_KEY$/, /(?:^|\.)openai\.|azure\.com$|openrouter\.ai$/],
  [/^(?:ANTHROPIC_API_KEY|ANTHROPIC_AUTH_TOKEN)$/, /(?:^|\.)(?:anthropic|claude)\./],
  [/^(?:GOOGLE|GEMINI)_API_KEY$/, /googleapis\.com$|google\.com$/],
  [/^AWS_(?:SECRET_ACCESS_KEY|SESSION_TOKEN|ACCESS_KEY_ID)$/, /amazonaws\.com(?:\.cn)?$|aws\.amazon\.com$/],
  [/^(?:NPM_TOKEN|NODE_AUTH_TOKEN)$/, /npmjs\.(?:org|com)$|(?:^|\.)npm\./],
  [/^(?:PYPI|TWINE)_(?:API_)?(?:TOKEN|PASSWORD)$/, /pypi\./],
  [/^STRIPE_(?:SECRET_|API_|LIVE_)?KEY$/, /(?:^|\.)stripe\.com$/],
  [/^SLACK_(?:BOT_|USER_|APP_|API_)?TOKEN$/, /(?:^|\.)slack\.com$/],
  [/^(?:HF_TOKEN|HUGGING_?FACE_(?:HUB_)?TOKEN)$/, /(?:^|\.)(?:huggingface\.co|hf\.co)$/],
  [/^(?:CLOUDFLARE_API_TOKEN|CF_API_TOKEN)$/, /cloudflare\.com$/],
  [/^VERCEL_TOKEN$/, /vercel\.com$/],
  [/^NETLIFY_AUTH_TOKEN$/, /netlify\.com$/],
  [/^SENTRY_AUTH_TOKEN$/, /sentry/],
  [/^DIGITALOCEAN_(?:ACCESS_)?TOKEN$/, /digitalocean\.com$/],
  [/^HEROKU_API_KEY$/, /heroku\.com$/],
  [/^(?:SENDGRID|TWILIO)_(?:API_KEY|AUTH_TOKEN)$/, /(?:sendgrid|twilio)\.com$/],
]

/** A key of one service that goes to a host of another, in words. */
export function misdirectedKey(action: ActionOf<'run-program'>, deeds: Deeds): string | undefined {
  if (!/^(?:curl|wget|http|https|xh|curlie|aria2c)$/.test(action.program)) return undefined
  const names = action.args.flatMap((word) => (word.kind === 'dynamic' ? [...show(word).matchAll(/\$\{?(\w+)/g)] : []))
  for (const [, name] of names) {
    const vendor = VENDORS.find(([variable]) => variable.test(name!))
    if (!vendor) continue
    const stranger = deedsOf(deeds, 'contact-host').find(
      ({ host, url, evidence }) =>
        evidence === action.evidence &&
        host.kind === 'named' &&
        leavesHome(destinationOf(host, deeds, url)) &&
        !vendor[1].test(host.name),
    )
    if (stranger?.host.kind === 'named') return `\`$${name}\` to \`${stranger.host.name}\``
  }
  return undefined
}
