/**
 * A secret that can be told by its shape alone. `triggers` are literal pieces that every match contains: the pattern is
 * tried only on text that has one, which keeps ordinary text cheap. Patterns are linear: no quantifier stands inside
 * another, and none can begin a match at many places of the same run.
 */
export interface SecretShape {
  readonly name: string
  readonly triggers: readonly string[]
  readonly pattern: RegExp
}

/** A prefix that its maker chose so that the token can be recognised, then its alphabet and least length. */
function prefixed(name: string, prefixes: readonly string[], rest: string): SecretShape {
  const alternatives = prefixes.map((prefix) => prefix.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
  return { name, triggers: prefixes, pattern: new RegExp(`(?<![A-Za-z0-9])(?:${alternatives})${rest}`, 'g') }
}

const WORDY = '[A-Za-z0-9_-]'

export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    name: 'private-key',
    triggers: ['PRIVATE KEY', 'PuTTY-User-Key-File'],
    // A key cut off in the middle is still a key: without an END line the rest of the text goes.
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)|PuTTY-User-Key-File-\d:[\s\S]*?(?:Private-MAC: ?[0-9a-f]+|$)/g,
  },
  {
    name: 'jwt',
    triggers: ['eyJ'],
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,3}/g,
  },
  prefixed('anthropic-key', ['sk-ant-'], `${WORDY}{16,}`),
  prefixed('openai-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-or-v1-', 'sk-'], `${WORDY}{20,}`),
  prefixed('aws-access-key', ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T'], '[A-Z0-9]{12,20}(?![A-Za-z0-9])'),
  prefixed('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'], '[A-Za-z0-9_]{20,}'),
  prefixed(
    'gitlab-token',
    ['glpat-', 'gldt-', 'glptt-', 'glrt-', 'glft-', 'glsoat-', 'glcbt-', 'glagent-'],
    '[A-Za-z0-9_.-]{16,}',
  ),
  prefixed(
    'slack-token',
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xoxc-', 'xoxd-', 'xoxe.', 'xapp-'],
    '[A-Za-z0-9.%-]{10,}',
  ),
  {
    name: 'webhook',
    triggers: ['hooks.slack.com/', '/api/webhooks/', 'webhook.office.com/'],
    pattern:
      /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{8,}|discord(?:app)?\.com\/api\/webhooks\/\d+\/[A-Za-z0-9_-]{16,}|webhook\.office\.com\/webhookb2\/[A-Za-z0-9@/_-]{16,}/g,
  },
  prefixed('stripe-key', ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'whsec_'], '[A-Za-z0-9+/=]{12,}'),
  prefixed('google-key', ['AIza'], `${WORDY}{30,}`),
  prefixed('google-secret', ['GOCSPX-', 'ya29.', '1//0'], '[A-Za-z0-9_.-]{16,}'),
  prefixed('npm-token', ['npm_'], '[A-Za-z0-9]{30,}'),
  prefixed('pypi-token', ['pypi-'], `${WORDY}{40,}`),
  prefixed('rubygems-key', ['rubygems_'], '[a-f0-9]{32,}'),
  prefixed('docker-token', ['dckr_pat_', 'dckr_oat_'], `${WORDY}{16,}`),
  prefixed('huggingface-token', ['hf_', 'api_org_'], '[A-Za-z0-9]{30,}'),
  prefixed('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[a-f0-9]{32,}'),
  {
    name: 'sendgrid-key',
    triggers: ['SG.'],
    pattern: /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  },
  prefixed('twilio-key', ['SK', 'AC'], '[a-f0-9]{32}(?![A-Za-z0-9])'),
  prefixed('mailgun-key', ['key-', 'pubkey-'], '[a-f0-9]{32}'),
  {
    name: 'mailchimp-key',
    triggers: ['-us'],
    pattern: /(?<![A-Za-z0-9])[a-f0-9]{32}-us\d{1,2}(?![A-Za-z0-9])/g,
  },
  {
    name: 'telegram-token',
    triggers: [':AA'],
    pattern: /(?<![A-Za-z0-9])(?:bot)?\d{8,10}:AA[A-Za-z0-9_-]{30,}/g,
  },
  prefixed('databricks-token', ['dapi'], '[a-f0-9]{32}(?:-\\d)?'),
  prefixed('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[A-Fa-f0-9]{32}'),
  prefixed('square-token', ['sq0atp-', 'sq0csp-', 'EAAAE'], `${WORDY}{20,}`),
  prefixed('linear-key', ['lin_api_', 'lin_oauth_'], '[A-Za-z0-9]{32,}'),
  prefixed('notion-token', ['ntn_', 'secret_'], '[A-Za-z0-9]{40,}'),
  prefixed('figma-token', ['figd_', 'figo_'], `${WORDY}{30,}`),
  prefixed('postman-key', ['PMAK-'], '[a-f0-9-]{40,}'),
  prefixed('newrelic-key', ['NRAK-', 'NRJS-', 'NRII-'], `${WORDY}{16,}`),
  prefixed('grafana-token', ['glsa_', 'glc_'], '[A-Za-z0-9_+/=]{30,}'),
  prefixed('sentry-token', ['sntrys_', 'sntryu_'], '[A-Za-z0-9_+/=]{30,}'),
  prefixed('vault-token', ['hvs.', 'hvb.', 'hvr.'], `${WORDY}{20,}`),
  { name: 'terraform-token', triggers: ['.atlasv1.'], pattern: /[A-Za-z0-9]{10,20}\.atlasv1\.[A-Za-z0-9_=-]{40,}/g },
  prefixed('doppler-token', ['dp.pt.', 'dp.st.', 'dp.sa.', 'dp.ct.', 'dp.scim.'], '[A-Za-z0-9._-]{30,}'),
  prefixed('age-key', ['AGE-SECRET-KEY-1'], '[A-Z0-9]{40,}'),
  prefixed('supabase-key', ['sbp_', 'sb_secret_'], '[A-Za-z0-9_]{20,}'),
  prefixed('planetscale-token', ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], '[A-Za-z0-9_.=-]{20,}'),
  prefixed('groq-key', ['gsk_'], '[A-Za-z0-9]{30,}'),
  prefixed('xai-key', ['xai-'], '[A-Za-z0-9]{40,}'),
  prefixed('perplexity-key', ['pplx-'], '[A-Za-z0-9]{30,}'),
  prefixed('replicate-token', ['r8_'], '[A-Za-z0-9]{30,}'),
  prefixed('tailscale-key', ['tskey-'], '[A-Za-z0-9-]{16,}'),
  prefixed('atlassian-token', ['ATATT3', 'ATCTT3', 'ATBB'], '[A-Za-z0-9_=+/-]{16,}'),
  prefixed('airtable-token', ['pat'], '[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
  prefixed('dropbox-token', ['sl.'], '[A-Za-z0-9_-]{100,}'),
  prefixed('facebook-token', ['EAA'], '[A-Za-z0-9]{60,}'),
  prefixed('fly-token', ['fo1_', 'fm2_', 'fm1r_', 'fm1a_'], '[A-Za-z0-9+/=_-]{30,}'),
  prefixed('pulumi-token', ['pul-'], '[a-f0-9]{40}'),
  prefixed('buildkite-token', ['bkua_'], '[a-z0-9]{40}'),
  prefixed('azure-secret', ['AccountKey=', 'SharedAccessKey=', 'sig='], '[A-Za-z0-9+/%]{30,}={0,2}'),
  { name: 'azure-client-secret', triggers: ['8Q~'], pattern: /[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,}/g },
]
