import { z } from 'zod'
import { TRUST_KINDS, type TrustKind } from '../call/trust.ts'
import { TRUST_DEFAULTS } from './trust.ts'
import type { Mode } from '../session.ts'
import { once } from '../call/once.ts'
import { approvalShape } from './approval-settings.ts'
import { channelShapes } from './channel-settings.ts'
import { consoleShape } from './console-settings.ts'
import { ALLOWED_HOST, baseUrl, environmentName } from './setting-shapes.ts'
import { observeShapes } from './observe-settings.ts'
import { programEntries } from './program-settings.ts'
import { toolDescriptions } from './tool-settings.ts'
import { ROLE_WORDS } from './users.ts'
import { managedShapes } from './managed-settings.ts'

const MOST_RULES = 5_000
/** Made when a settings file is first read: most processes never need them. */
const shapes = once(() => {
  const { channels, notify } = channelShapes()
  const { siem, traces, logs } = observeShapes()
  const rules = z.array(z.string().max(2_000)).max(MOST_RULES)
  const prose = z.array(z.string().min(1).max(4_000)).max(500)
  const paths = z.array(z.string().min(1).max(4_096)).max(1_000)
  const switchedOff = z.union([z.boolean(), z.literal('disable')])

  const permissions = z.strictObject({
    allow: rules.optional().describe('Calls that run without asking, such as "Bash(npm test)".'),
    ask: rules.optional().describe('Calls that a person decides, in every mode.'),
    deny: rules.optional().describe('Calls that never run. A deny wins over every ask and allow.'),
    defaultMode: z
      .enum(['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'] satisfies Mode[])
      .optional()
      .describe('The mode a session starts in.'),
    additionalDirectories: paths.optional().describe('Directories that count as part of the workspace.'),
    disableAutoMode: switchedOff.optional().describe('"disable" or true: auto mode cannot be entered.'),
    disableBypassPermissionsMode: switchedOff
      .optional()
      .describe('"disable" or true: bypassPermissions mode cannot be entered.'),
  })

  const autoMode = z.strictObject({
    allow: prose.optional().describe('What is fine, in words. "$defaults" stands for the built-in list.'),
    soft_deny: prose.optional().describe('What to block unless the user asked for exactly that, in words.'),
    hard_deny: prose.optional().describe('What to block whatever the user said, in words.'),
    environment: prose.optional().describe('Facts about repositories, hosts and services, in words.'),
    classifyAllShell: z.boolean().optional().describe('true: no allow rule spares a shell command the review.'),
  })

  const dollars = z.number().nonnegative().max(1_000_000)

  const trusted = z
    .array(z.string().min(1).max(300).regex(TRUST_ENTRY, 'not a name: no spaces, and "!" only at the start'))
    .max(2_000)
  const trust = z.strictObject(
    Object.fromEntries(
      TRUST_KINDS.map((kind) => [kind, trusted.optional().describe(`${upperFirst(TRUST_DEFAULTS[kind].says)}.`)]),
    ) as Record<TrustKind, z.ZodOptional<typeof trusted>>,
  )

  const classifier = z.strictObject({
    provider: z
      .enum(['anthropic', 'openai-compatible'])
      .optional()
      .describe('Who answers. Left out: the one whose key is in the environment.'),
    model: z
      .string()
      .regex(/^[\w][\w.:@/-]{0,199}$/)
      .optional()
      .describe("The model that reviews when neither the environment, a flag nor the agent's own model names one."),
    baseUrl: baseUrl().optional().describe('For gateways and local servers: "http://localhost:11434/v1".'),
    mode: z
      .enum(['both', 'fast', 'thinking', 'offline'])
      .optional()
      .describe('Which stages a review has; "offline" asks no model.'),
    apiKeyEnv: environmentName().optional().describe('The environment variable that holds the key.'),
    transcript: z.enum(['jsonl', 'text']).optional().describe('How the session is told to the model.'),
    contextTokens: z
      .number()
      .int()
      .min(2_048)
      .max(100_000_000)
      .optional()
      .describe(
        'The context the model runs with: the record is cut to fit. Left out: what a server on this machine says.',
      ),
    constrained: z
      .enum(['response-format', 'guided-json', 'grammar'])
      .optional()
      .describe('How the server holds the model to JSON; `portcullis reviewer test` finds out. Left out: it does not.'),
    cacheTtl: z
      .enum(['5m', '1h'])
      .optional()
      .describe('How long Anthropic keeps what it was sent; an hour is dearer to write. Left out: five minutes.'),
    budget: z
      .strictObject({
        session: dollars.optional().describe('US dollars for the reviews of one session; then a person is asked.'),
        day: dollars.optional().describe('US dollars for the reviews of one day.'),
      })
      .optional(),
  })

  const flags = z.strictObject({
    file: z.string().min(1).max(4_096).optional().describe('A JSON file with the flags.'),
    growthBook: z
      .strictObject({ apiHost: baseUrl(), clientKey: z.string().min(1).max(200) })
      .optional()
      .describe('A GrowthBook project with the flags.'),
  })

  const guardian = z.strictObject({
    mode: z
      .enum(['off', 'monitor', 'guard', 'strict'])
      .describe(
        '"monitor" records, "guard" blocks high risks of risky tools, "strict" looks at every tool and blocks medium ones and whatever it cannot assess.',
      ),
    model: z
      .string()
      .regex(/^[\w][\w.:@/-]{0,199}$/)
      .optional()
      .describe("The model that assesses; left out: the classifier's."),
    prompt: z
      .string()
      .min(1)
      .max(20_000)
      .optional()
      .describe('What its model is told besides our instructions, in your own words and language.'),
  })

  const rate = z.strictObject({
    burst: z.number().int().min(1).max(1_000_000).describe('How many calls may come at once.'),
    perSecond: z.number().positive().max(1_000_000).describe('How many more come back each second.'),
  })
  const admission = z.strictObject({
    rate: rate.optional().describe('How fast one session may call. Left out: so fast that no honest agent notices.'),
    ratePerAgent: rate.optional().describe('How fast all sessions of one agent together may call.'),
    ratePerUser: rate.optional().describe('How fast all agents of one user together may call.'),
    loop: z
      .union([
        z.literal(false),
        z.strictObject({
          same: z
            .number()
            .int()
            .min(2)
            .max(100_000)
            .describe('How often the same call may come while nothing else happens.'),
          everySeconds: z.number().positive().max(86_400).describe('After so many seconds it may come once more.'),
        }),
      ])
      .optional()
      .describe(
        'A runaway loop: the same call again and again is asked about. 60 and 15 unless set; false switches it off.',
      ),
    users: z
      .record(z.string().min(1).max(200), z.enum(ROLE_WORDS))
      .optional()
      .describe(
        'Who is who: login names, and ids such as "telegram:4711". "member" is read as agent, "viewer" as auditor. Left out: whoever is there may ask. Teams use `portcullis users` instead: docs/teams.md.',
      ),
  })

  const approvals = approvalShape()
  const absolutePath = z
    .string()
    .max(4_096)
    .regex(/^(?:\/|[A-Za-z]:[\\/])/, 'must be an absolute path')

  const witness = z.union([
    z.strictObject({ file: absolutePath.describe('A file elsewhere that heads are appended to.') }),
    z.strictObject({ syslog: z.literal(true).describe("The system's log.") }),
    z.strictObject({ webhook: baseUrl().describe('Receives `{"checkpoint": …}`; asked with `?writer=…`.') }),
    z.strictObject({
      daemon: baseUrl().describe('Another daemon, which keeps the heads.'),
      tokenFile: absolutePath.describe("Holds that daemon's channel token."),
    }),
  ])

  const journal = z.strictObject({
    witness: z
      .array(witness)
      .max(16)
      .optional()
      .describe('Who is told every signed head of the log, so that putting back all files is noticed.'),
    retentionDays: z
      .number()
      .int()
      .min(1)
      .max(36_500)
      .optional()
      .describe(
        'Records older than this are removed by the daemon, when it starts and every day; a signed anchor says from where on the log goes. Left out: nothing is ever removed. Of several files the longest time holds.',
      ),
  })

  const outcome = z.enum(['off', 'mark', 'warn', 'ask', 'withhold'] satisfies ResultOutcome[])
  const results = z.strictObject({
    web: outcome.optional().describe('Fetched pages and search results.'),
    mcp: outcome.optional().describe('Results of MCP tools.'),
    files: outcome.optional().describe('Files that are read.'),
    commands: outcome.optional().describe('What commands print.'),
    subagents: outcome.optional().describe('Reports of sub-agents.'),
    prompts: outcome.optional().describe('What is typed or pasted; "warn" and "withhold" count as "mark".'),
    other: outcome.optional().describe('Results of every other tool.'),
    model: z
      .enum(['off', 'doubt', 'all'])
      .optional()
      .describe(
        'What of it the reviewing model is shown, where one is configured: nothing ("off", the default), what the scanner is in doubt about, or everything the scanner found nothing in. It can only object. Typed prompts are not shown.',
      ),
    taint: z
      .strictObject({
        untrusted: z.enum(['off', 'mark']).optional().describe('Remember that untrusted content was read.'),
        private: z.enum(['off', 'mark']).optional().describe('Remember that private data was read.'),
        sends: z
          .enum(['off', 'mark', 'ask', 'deny'])
          .optional()
          .describe('What happens when a session that has read both sends something out. Default: "ask".'),
      })
      .optional()
      .describe('What a session that has read untrusted content and private data may send.'),
  })

  const team = z.strictObject({
    away: z
      .enum(['local-rules', 'deny'])
      .optional()
      .describe(
        'While the team\'s gate cannot be reached: "local-rules" (default) judges as a machine on its own, "deny" denies whatever is not denied anyway. Of several files the stricter holds.',
      ),
    consult: z
      .enum(['every-call', 'questions'])
      .optional()
      .describe(
        'What the team\'s gate is asked about: "every-call" (default) that is not denied here, or only "questions" that need a person.',
      ),
    approvals: z
      .enum(['team', 'local'])
      .optional()
      .describe("Who answers questions: people at the team's gate (default), or at this machine."),
  })

  const containment = () => z.union([z.enum(['off', 'on']), z.array(z.enum(DOUBT_KINDS)).min(1).max(32)])

  /** One settings file. Strict: an unknown key is an error, because a misspelt `deny` protects nobody. */
  const settings = z.strictObject({
    $schema: z.string().optional(),
    permissions: permissions.optional(),
    autoMode: autoMode.optional(),
    classifier: classifier.optional().describe('The model that reviews. Not read from project settings.'),
    guardian: guardian
      .optional()
      .describe(
        'Assesses the risk of a call that no rule denies, in every mode and before anything allows it. Not read from project settings.',
      ),
    admission: admission
      .optional()
      .describe('Who may have calls judged, and how fast. Not read from project settings.'),
    approvals: approvals.optional().describe('How people are asked. Not read from project settings.'),
    journal: journal.optional().describe('The audit log. Not read from project settings.'),
    team: team
      .optional()
      .describe("How a machine that joined a team's gate works with it. Not read from project settings."),
    results: results
      .optional()
      .describe(
        'What happens when something that comes in gives the agent orders: "mark" remembers it, "warn" (the default) also tells the agent, "ask" also puts what the session sends before a person, "withhold" does not show it where the client allows that, "off" does not look. Not read from project settings.',
      ),
    containment: containment()
      .optional()
      .describe(
        'What cannot be understood may run behind walls instead of being asked about: "on" (the default where a trial showed that walls can be built), "off", or a list of the kinds of doubt for which it may. Not read from project settings.',
      ),
    containmentOrder: z
      .enum(['walls-first', 'model-first'])
      .optional()
      .describe(
        'Which comes first where both could: walls (the default) or the reviewing model. Not read from project settings.',
      ),
    containmentNetwork: z
      .array(z.string().max(260).regex(ALLOWED_HOST, 'not a host, such as "registry.npmjs.org" or "*.company.com:443"'))
      .max(200)
      .optional()
      .describe(
        'Hosts that a contained command may talk to, through a proxy: "registry.npmjs.org" (port 443), "*.company.com", "mirror.company.com:80". None unless set, and none once the session has read untrusted or private content. Not read from project settings.',
      ),
    flags: flags.optional().describe('Remote feature flags. Not read from project settings.'),
    console: consoleShape().optional().describe('The web console. Not read from project settings.'),
    channels: channels.optional().describe('Chats in which people are asked. Not read from project settings.'),
    notify: notify
      .optional()
      .describe(
        'Who is told that something is asked, denied or stopped, without a say in it. Not read from project settings.',
      ),
    siem: siem
      .optional()
      .describe(
        'Where every record of the audit log is sent, at least once: docs/operations.md. Not read from project settings.',
      ),
    traces: traces
      .optional()
      .describe(
        'Where the life of each call is sent as an OpenTelemetry trace. Left out: nowhere. Not read from project settings.',
      ),
    logs: logs.optional().describe('How the daemon writes what it has to say. Not read from project settings.'),
    firewall: z
      .strictObject({
        readWrite: paths.optional().describe('Further paths that no call may read or write; "!path" clears one.'),
        writeOnly: paths.optional().describe('Further paths that no call may write; "!path" clears one.'),
      })
      .optional(),
    trustedHosts: z
      .array(z.string().min(1).max(253))
      .max(1_000)
      .optional()
      .describe('Host names that belong to you; "*.company.com" for any depth. Short for adding to `trust.hosts`.'),
    trust: trust
      .optional()
      .describe(
        'Who is trusted. A list replaces the built-in one unless it has "$defaults"; "!name" takes a name away, whatever another file says. An untrusted project may only take away.',
      ),
    tools: toolDescriptions()
      .optional()
      .describe(
        'Tools of your own programs and of MCP servers: what each parameter is. By the whole name of the tool.',
      ),
    programs: programEntries()
      .optional()
      .describe(
        'Programs of your own, and options of known ones, by name. In a project that is not trusted, only what adds effects counts.',
      ),
    powershellAutoMode: z
      .boolean()
      .optional()
      .describe(
        'true: PowerShell calls are reviewed in auto mode; otherwise those that do more than read go to a person.',
      ),
    readClaudeSettings: z
      .boolean()
      .optional()
      .describe("true: Claude Code's own settings count too: rules, mode, directories, switches and `autoMode`."),
    trustedWorkspaces: paths
      .optional()
      .describe('Workspaces whose project settings may widen. User and managed settings only.'),
    ...managedShapes(),
  })

  /** The part of a Claude Code settings file that says what may run. Loose: it is not ours, and grows with its client. */
  const claudeSettings = z.looseObject({
    permissions: permissions.extend({ defaultMode: z.string().optional() }).loose().optional(),
    autoMode: autoMode.loose().optional(),
  })

  return {
    admission,
    approvals,
    classifier,
    claudeSettings,
    flags,
    guardian,
    journal,
    results,
    settings,
    team,
    witness,
  }
})

/** The kinds of doubt by which settings say what may be tried behind walls. */
export const DOUBT_KINDS = [
  'unknown-program',
  'unknown-subcommand',
  'unknown-option',
  'unknown-call',
  'dynamic-program',
  'dynamic-code',
  'unreadable-code',
  'not-parsed',
  'too-deep',
  'too-long',
  'other',
  'later-effect',
  'no-rule',
] as const

export type ContainmentSetting = 'off' | 'on' | readonly (typeof DOUBT_KINDS)[number][]
export type ContainmentOrder = 'walls-first' | 'model-first'

type Shapes = ReturnType<typeof shapes>
export type AdmissionSettings = z.infer<Shapes['admission']>
export type JournalSettings = z.infer<Shapes['journal']>
export type TeamSettings = z.infer<Shapes['team']>
export type ResultSettings = z.infer<Shapes['results']>
export type ResultOutcome = 'off' | 'mark' | 'warn' | 'ask' | 'withhold'
export type WitnessSetting = z.infer<Shapes['witness']>
export type ApprovalSettings = z.infer<Shapes['approvals']>
export type GuardianSettings = z.infer<Shapes['guardian']>
export type ClassifierSettings = z.infer<Shapes['classifier']>
export type FlagSettings = z.infer<Shapes['flags']>
export type Settings = z.infer<Shapes['settings']>
export type ClaudeSettings = z.infer<Shapes['claudeSettings']>

export const settingsSchema = (): Shapes['settings'] => shapes().settings
export const claudeSettingsSchema = (): Shapes['claudeSettings'] => shapes().claudeSettings

export function settingsJsonSchema(): object {
  return { ...z.toJSONSchema(settingsSchema(), { io: 'input' }), title: 'Portcullis settings' }
}

/** What is wrong with a value, each with the path of the key. Sorted as zod found them. */
export function settingsIssues(
  error: Pick<z.ZodError, 'issues'>,
): readonly { readonly path: readonly (string | number)[]; message: string }[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.filter((part) => typeof part !== 'symbol')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key], message: unknownKey(key, path) }))
    if (issue.code === 'invalid_union') {
      // What was meant is the variant whose kind fits; its own issues say more than that none fits.
      const meant = issue.errors.find(
        (one) => !one.some((each) => each.path.length === 0 && each.code === 'invalid_type'),
      )
      if (meant !== undefined)
        return settingsIssues({ issues: meant.map((each) => ({ ...each, path: [...path, ...each.path] })) })
    }
    return [{ path, message: lowerFirst(issue.message) }]
  })
}

function unknownKey(key: string, path: readonly (string | number)[]): string {
  const nearest = nearestName(key, knownKeys(path))
  return nearest === undefined ? 'unknown key' : `unknown key; did you mean \`${nearest}\`?`
}

function knownKeys(path: readonly (string | number)[]): readonly string[] {
  let schema: unknown = settingsSchema()
  for (const part of path) {
    schema = unwrap(schema)
    if (schema instanceof z.ZodRecord) schema = schema.valueType
    else if (schema instanceof z.ZodObject) schema = schema.shape[String(part)]
    else return []
  }
  schema = unwrap(schema)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

function unwrap(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodLazy ? unwrap(schema.unwrap()) : schema
}

/** The known name with the fewest edits, when they are few enough to be a slip of the hand. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Math.max(2, Math.floor(name.length / 3)) + 1
  for (const candidate of known) {
    const edits = editDistance(name.toLowerCase().slice(0, 60), candidate.toLowerCase())
    if (edits < least) {
      least = edits
      best = candidate
    }
  }
  return best
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[other.length]!
}

/** A name, `$defaults`, or a name that is taken away. */
const TRUST_ENTRY = /^!?[^\s!]+$/

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
