/** Where the name of the reviewing model can come from, in order of precedence. */
export interface ModelSources {
  /** `PORTCULLIS_AUTO_MODE_MODEL`. */
  readonly environment: string | undefined
  /** A remote flag. */
  readonly flag: string | undefined
  /** The model the agent itself runs on: the judge should understand what the judged one does. */
  readonly session: string | undefined
  /** From the settings, or the provider's default. */
  readonly configured: string
}

export const MODEL_VARIABLE = 'PORTCULLIS_AUTO_MODE_MODEL'

/** What each provider is asked for when nobody has chosen. */
export const DEFAULT_MODEL = { anthropic: 'claude-sonnet-5', 'openai-compatible': 'gpt-4.1' } as const

export type Provider = keyof typeof DEFAULT_MODEL

/**
 * The first that is named. A session's model counts only where the provider can be asked for it by that name: agents add
 * marks of their own (`claude-opus-5[1m]`), and other platforms have names of their own.
 */
export function chooseModel(sources: ModelSources, provider: Provider): string {
  const bare = sources.session?.replace(/\[\w+\]$/, '')
  const session = bare !== undefined && PLAIN_NAME[provider].test(bare) ? bare : undefined
  return [sources.environment, sources.flag, session].find(isNamed) ?? sources.configured
}

const PLAIN_NAME: Readonly<Record<Provider, RegExp>> = {
  anthropic: /^claude-[a-z0-9-]+$/,
  'openai-compatible': /^(?:gpt-|o\d)[a-z0-9.-]*$/,
}

function isNamed(name: string | undefined): name is string {
  return name !== undefined && name.trim() !== ''
}
