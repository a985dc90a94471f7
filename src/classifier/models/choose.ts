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

/** The first that is named. A session's model counts only where the provider can be asked for it. */
export function chooseModel(sources: ModelSources, provider: Provider): string {
  const session = sources.session !== undefined && speaks(provider, sources.session) ? sources.session : undefined
  return [sources.environment, sources.flag, session].find(isNamed) ?? sources.configured
}

function speaks(provider: Provider, model: string): boolean {
  return provider === 'anthropic' ? model.startsWith('claude-') : /^(?:gpt-|o\d)/.test(model)
}

function isNamed(name: string | undefined): name is string {
  return name !== undefined && name.trim() !== ''
}
