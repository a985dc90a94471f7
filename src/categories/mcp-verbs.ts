/** What a tool of an MCP server does, as far as its name says: names are written for models and say it plainly. */
export type McpEffect = 'read' | 'write' | 'transaction' | 'grant' | 'destroy' | 'execute' | 'unknown'

const VERBS: Readonly<Record<Exclude<McpEffect, 'unknown'>, ReadonlySet<string>>> = {
  read: words(`get list search read find query fetch view show describe check count lookup retrieve browse inspect
    summarize summarise calculate think thinking sequentialthinking resolve explain validate diff status compare preview
    analyze analyse estimate ping echo suggest screenshot snapshot outline help version whoami exists grep glob ls stat
    peek head tail tree info details detail profile translate convert parse format lint tokenize embed hover definition
    references diagnostics logs metrics trace recall autocomplete print wait sleep review ask_docs docs navigate visit goto
    resize viewport`),
  write:
    words(`create update add set put edit modify change rename move write insert upsert append save patch replace upload
    import sync comment reply react assign label tag close reopen archive restore merge commit push fork star subscribe follow
    upvote like mark pin draft submit fill click type press select drag navigate_and_click register schedule reschedule
    enable disable toggle start stop restart pause resume trigger return exchange complete finish apply attach detach link
    unlink log_work transition publish release deploy rollback scale annotate record remember store post_webpage cancel
    void_label copy`),
  transaction:
    words(`send pay transfer purchase buy book reserve order checkout charge refund post tweet publish_post email
    mail message dm sms call dial notify broadcast tip donate bid trade sell withdraw deposit invoice payout redeem wire
    forward announce`),
  grant: words(`share invite grant authorize authorise approve permit promote allow impersonate elevate password
    unshare_link make_public`),
  destroy: words(`delete remove drop destroy purge wipe truncate erase clear revoke unpublish terminate kill ban block
    deactivate uninstall reset flush empty expunge`),
  execute: words(`run execute exec eval evaluate invoke shell command script bash terminal spawn install`),
}

const GRAVEST_FIRST: readonly Exclude<McpEffect, 'unknown' | 'read'>[] = [
  'destroy',
  'grant',
  'transaction',
  'execute',
  'write',
]

/** Nouns that say what is handled when the verb alone is mild: `update_password`, `create_payment`. */
const GRAVE_NOUNS: readonly (readonly [RegExp, McpEffect])[] = [
  [/^(password|credential|role|permission|access|collaborator|admin|member|membership|policy|acl|owner)s?$/, 'grant'],
  [
    /^(payment|money|funds?|transaction|purchase|order|reservation|booking|invoice|payout|charge|refund|subscription)s?$/,
    'transaction',
  ],
  [/^(email|mail|message|dm|sms|tweet|post)s?$/, 'transaction'],
]

/** `workspace.send_email`, `sendEmail`, `browser_click` → its effect. The first verb decides; nouns can make it graver. */
export function mcpEffect(tool: string): McpEffect {
  const name = tool.slice(Math.max(tool.lastIndexOf('.'), tool.lastIndexOf('/')) + 1)
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
  const at = parts.findIndex((part) => effectOf(part) !== undefined)
  if (at < 0) return 'unknown'
  const first = effectOf(parts[at]!)!
  const later = parts.slice(at + 1)
  if (first === 'read') {
    // `get_and_delete`, `find_or_create`: a second verb after a conjunction counts.
    const joined = later.findIndex((part) => part === 'and' || part === 'or' || part === 'then')
    const second =
      joined < 0
        ? undefined
        : later
            .slice(joined + 1)
            .map(effectOf)
            .find((effect) => effect !== undefined)
    // What is resolved at a service was somebody's task; a name that is resolved was looked up.
    if (parts[at] === 'resolve' && later.some((part) => CLOSED_BY_RESOLVING.test(part))) return 'write'
    return second ?? 'read'
  }
  if (first === 'write')
    for (const [noun, effect] of GRAVE_NOUNS) if (later.some((part) => noun.test(part))) return effect
  return first
}

const CLOSED_BY_RESOLVING =
  /^(?:incident|issue|alert|ticket|thread|conversation|case|comment|finding|discussion|problem)s?$/

function effectOf(word: string): McpEffect | undefined {
  for (const effect of GRAVEST_FIRST) if (VERBS[effect].has(word)) return effect
  return VERBS.read.has(word) ? 'read' : undefined
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
