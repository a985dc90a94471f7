import { parse } from 'jsonc-parser'

/** Settings files of agents, of a user, a project or the machine. */
export const SETTINGS =
  /\/(?:\.claude\/settings(?:\.local)?\.json|\.codex\/(?:config\.toml|hooks\.json)|\.(?:gemini|qwen)\/settings\.json|\.cursor\/hooks\.json|\.copilot\/(?:config|settings)\.json|\.copilot\/hooks\/[^/]+\.json|\.github\/hooks\/[^/]+\.json|claude-code\/managed-settings\.json|(?:gemini-cli|qwen-code)\/settings\.json|codex\/(?:requirements|managed_config)\.toml|cursor\/hooks\.json|\.factory\/(?:hooks|settings(?:\.local)?)\.json|\.config\/goose\/settings\.json|\.agents\/plugins\/[^/]+\/hooks\/hooks\.json|(?:\.codeium\/|\.|etc\/)windsurf\/hooks\.json|\.?opencode\/opencode\.jsonc?)$/i

/** What disables hooks, in any agent's settings. */
const OFF: readonly (readonly [shown: string, pattern: RegExp])[] = [
  ['disableAllHooks', /["']?disableAllHooks["']?\s*[:=]\s*(?!false\b)/],
  ['allowManagedHooksOnly', /["']?allowManagedHooksOnly["']?\s*[:=]\s*(?!false\b)/],
  ['hooksConfig.enabled', /["']?hooksConfig["']?\s*:\s*\{[^}]*["']?enabled["']?\s*:\s*false/],
  ['hooks.enabled', /["']?hooks["']?\s*:\s*\{[^}[]*["']?enabled["']?\s*:\s*false/],
  ['hooks.disabled', /["']?hooks(?:Config)?["']?\s*:\s*\{[^}]*["']?disabled["']?\s*:\s*\[\s*["']/],
  ['disabledPlugins', /["']?disabledPlugins["']?\s*:\s*\[[^\]]*["']portcullis/],
  ['features.hooks', /^\s*(?:features\.)?(?:codex_)?hooks\s*=\s*false/m],
]

const ON = /^\s*(?:features\.)?(?:codex_)?hooks\s*=\s*true/m

/**
 * What in the new text of an agent's settings disables hooks, or gives them other variables than before: `env` there is
 * handed to the hook, too. What stood there already is not this call's doing.
 */
export function switchesOff(after: string, before: string | undefined, path: string): string | undefined {
  const found = OFF.find(([, pattern]) => pattern.test(after) && !pattern.test(before ?? ''))
  if (found !== undefined) return found[0]
  if (before !== undefined && ON.test(before) && !ON.test(after)) return 'features.hooks'
  if (path.endsWith('.toml')) return losesLine(before, after) ? 'trusted_hash' : changedSection(before, after)
  if (/opencode\.jsonc?$/.test(path)) {
    // Plugins of OpenCode run in one process with ours.
    const plugins = JSON.stringify(objectIn(after)?.['plugin'])
    return plugins === undefined || plugins === JSON.stringify(objectIn(before ?? '')?.['plugin'])
      ? undefined
      : 'plugin'
  }
  if (!path.endsWith('.json')) return undefined
  const now = environmentOf(after)
  return now === undefined || now === environmentOf(before ?? '') || now === '{}' ? undefined : 'env'
}

/** A file without entries of ours that says whether they count. */
export function steersHook(text: string | undefined): boolean {
  return text !== undefined && (ON.test(text) || TRUSTED.test(text))
}

const TRUSTED = /^\s*trusted_hash\s*=.*$/m

/** Codex skips a hook whose hash nobody trusts. */
function losesLine(before: string | undefined, after: string): boolean {
  return (before ?? '').split('\n').some((line) => TRUSTED.test(line) && !after.includes(line.trim()))
}

/** The variables that Codex hands to what it starts. */
function changedSection(before: string | undefined, after: string): string | undefined {
  const section = (text: string): string =>
    [...text.matchAll(/^\s*(?:\[shell_environment_policy[^\]]*\][^[]*|shell_environment_policy\b.*)/gm)].join('\n')
  return section(after) === section(before ?? '') ? undefined : 'shell_environment_policy'
}

function environmentOf(text: string): string | undefined {
  const value = objectIn(text)?.['env']
  return value === undefined ? undefined : JSON.stringify(value)
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const value: unknown = parse(text, [], { allowTrailingComma: true })
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined
}

/** True when an entry of our hook stands in the old text and not, letter for letter, in the new one. */
export function losesHook(after: string, before: string): boolean {
  const now = new Set(entriesIn(after))
  return entriesIn(before).some((entry) => !now.has(entry))
}

/** The groups of hooks that start ours, each with its event; in texts that are not JSON, the lines that name it. */
function entriesIn(text: string): readonly string[] {
  const { hooks, mcpServers } = objectIn(text) ?? {}
  if (typeof hooks !== 'object' || hooks === null) return text.split('\n').filter((line) => OURS.test(line))
  return [...entriesOf(hooks), ...(typeof mcpServers === 'object' && mcpServers !== null ? entriesOf(mcpServers) : [])]
}

/** MCP servers that are started behind the gate count as its hooks do. */
function entriesOf(groups: object): readonly string[] {
  return Object.entries(groups as Readonly<Record<string, unknown>>).flatMap(([event, group]) =>
    (Array.isArray(group) ? group : [group])
      .map((one) => `${event} ${JSON.stringify(one)}`)
      .filter((entry) => OURS.test(entry)),
  )
}

const OURS = /portcullis/i
