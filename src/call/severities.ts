/** Severities of categories that settings change, by code. */
export type Severities = Readonly<Record<string, 'hard' | 'soft'>>
