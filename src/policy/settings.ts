import { z } from 'zod'
import type { Mode } from '../session.ts'
import { channels, notify } from './channel-settings.ts'
import { baseUrl, environmentName } from './setting-shapes.ts'
import { toolDescriptions } from './tool-settings.ts'
import type { Role } from './users.ts'

const MOST_RULES = 5_000
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
  baseUrl: baseUrl.optional().describe('For gateways and local servers: "http://localhost:11434/v1".'),
  mode: z
    .enum(['both', 'fast', 'thinking', 'offline'])
    .optional()
    .describe('Which stages a review has; "offline" asks no model.'),
  apiKeyEnv: environmentName.optional().describe('The environment variable that holds the key.'),
  transcript: z.enum(['jsonl', 'text']).optional().describe('How the session is told to the model.'),
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
    .strictObject({ apiHost: baseUrl, clientKey: z.string().min(1).max(200) })
    .optional()
    .describe('A GrowthBook project with the flags.'),
})

const guardian = z.strictObject({
  mode: z
    .enum(['off', 'monitor', 'guard', 'strict'])
    .describe(
      '"monitor" records, "guard" blocks high risks, "strict" blocks medium ones and whatever it cannot assess.',
    ),
  model: z
    .string()
    .regex(/^[\w][\w.:@/-]{0,199}$/)
    .optional()
    .describe("The model that assesses; left out: the classifier's."),
})

const admission = z.strictObject({
  rate: z
    .strictObject({
      burst: z.number().int().min(1).max(1_000_000).describe('How many calls of one session may come at once.'),
      perSecond: z.number().positive().max(1_000_000).describe('How many more come back each second.'),
    })
    .optional()
    .describe('How fast one session may call. Left out: so fast that no honest agent notices.'),
  users: z
    .record(z.string().min(1).max(200), z.enum(['owner', 'admin', 'member', 'viewer'] satisfies Role[]))
    .optional()
    .describe('Who is who: login names, and ids such as "telegram:4711". Left out: whoever is there may ask.'),
})

export type AdmissionSettings = z.infer<typeof admission>
/** Longer than five minutes nobody waits for a person, and no agent waits for its hook. */
const LONGEST_WAIT = 3_600

const approvals = z.strictObject({
  prefer: z
    .enum(['agent', 'portcullis'])
    .optional()
    .describe(
      'Who asks where both could: the agent in its own prompt (default), or `portcullis approve`, console and chat.',
    ),
  wait: z
    .enum(['auto', 'always', 'never'])
    .optional()
    .describe(
      'Where the agent cannot ask: "auto" (default) waits when somebody is there to answer, "always" waits, "never" denies at once.',
    ),
  timeoutSeconds: z
    .number()
    .int()
    .min(5)
    .max(LONGEST_WAIT)
    .optional()
    .describe('How long a question waits; 300 unless set, and never longer than the agent waits for its hook.'),
  mostPerSession: z
    .number()
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('More open questions of one session are denied.'),
  mostPerChannel: z
    .number()
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('With only chats to ask in, more open questions than this are denied; 5 unless set.'),
})

const absolutePath = z
  .string()
  .max(4_096)
  .regex(/^(?:\/|[A-Za-z]:[\\/])/, 'must be an absolute path')

const witness = z.union([
  z.strictObject({ file: absolutePath.describe('A file elsewhere that heads are appended to.') }),
  z.strictObject({ syslog: z.literal(true).describe("The system's log.") }),
  z.strictObject({ webhook: baseUrl.describe('Receives `{"checkpoint": …}`; asked with `?writer=…`.') }),
  z.strictObject({
    daemon: baseUrl.describe('Another daemon, which keeps the heads.'),
    tokenFile: absolutePath.describe("Holds that daemon's channel token."),
  }),
])

const journal = z.strictObject({
  witness: z
    .array(witness)
    .max(16)
    .optional()
    .describe('Who is told every signed head of the log, so that putting back all files is noticed.'),
})

export type JournalSettings = z.infer<typeof journal>
export type WitnessSetting = z.infer<typeof witness>
export type ApprovalSettings = z.infer<typeof approvals>
export type GuardianSettings = z.infer<typeof guardian>
export type ClassifierSettings = z.infer<typeof classifier>
export type FlagSettings = z.infer<typeof flags>

/** One settings file. Strict: an unknown key is an error, because a misspelt `deny` protects nobody. */
export const settingsSchema = z.strictObject({
  $schema: z.string().optional(),
  permissions: permissions.optional(),
  autoMode: autoMode.optional(),
  classifier: classifier.optional().describe('The model that reviews. Not read from project settings.'),
  guardian: guardian
    .optional()
    .describe(
      'Assesses the risk of a call before a person is asked, in modes other than auto. Not read from project settings.',
    ),
  admission: admission.optional().describe('Who may have calls judged, and how fast. Not read from project settings.'),
  approvals: approvals.optional().describe('How people are asked. Not read from project settings.'),
  journal: journal.optional().describe('The audit log. Not read from project settings.'),
  flags: flags.optional().describe('Switches that are set from afar. Not read from project settings.'),
  channels: channels.optional().describe('Chats in which people are asked. Not read from project settings.'),
  notify: notify
    .optional()
    .describe(
      'Who is told that something is asked, denied or stopped, without a say in it. Not read from project settings.',
    ),
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
    .describe('Host names that belong to you; "*.company.com" for any depth.'),
  tools: toolDescriptions
    .optional()
    .describe('Tools of your own programs and of MCP servers: what each parameter is. By the whole name of the tool.'),
  powershellAutoMode: z.boolean().optional().describe('false: PowerShell calls go to a person in auto mode.'),
  readClaudeSettings: z.boolean().optional().describe('true: the permission rules of Claude Code settings count too.'),
  trustedWorkspaces: paths
    .optional()
    .describe('Workspaces whose project settings may widen. User and managed settings only.'),
})

export type Settings = z.infer<typeof settingsSchema>

/** The part of a Claude Code settings file that is read as rules. Everything else in it is not ours to judge. */
export const claudeSettingsSchema = z.object({
  permissions: z.object({ allow: rules.optional(), ask: rules.optional(), deny: rules.optional() }).optional(),
})

export function settingsJsonSchema(): object {
  return { ...z.toJSONSchema(settingsSchema, { io: 'input' }), title: 'Portcullis settings' }
}

/** What is wrong with a value, each with the path of the key. Sorted as zod found them. */
export function settingsIssues(
  error: z.ZodError,
): readonly { readonly path: readonly (string | number)[]; message: string }[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.filter((part) => typeof part !== 'symbol')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key], message: unknownKey(key, path) }))
    return [{ path, message: lowerFirst(issue.message) }]
  })
}

function unknownKey(key: string, path: readonly (string | number)[]): string {
  const nearest = nearestName(key, knownKeys(path))
  return nearest === undefined ? 'unknown key' : `unknown key; did you mean \`${nearest}\`?`
}

function knownKeys(path: readonly (string | number)[]): readonly string[] {
  let schema: unknown = settingsSchema
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
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema
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

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
