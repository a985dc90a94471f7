import type { Decision } from '../../verdict.ts'

/** Colours for a terminal; plain text when piped or when NO_COLOR is set. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly red: (text: string) => string
  readonly decision: (decision: Decision | 'passed') => string
}

export function paintFor(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv = process.env): Paint {
  const colour = stream.isTTY === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb'
  const wrap = (open: number, close: number) => (text: string) =>
    colour ? `\u001b[${open}m${text}\u001b[${close}m` : text
  const paint = { bold: wrap(1, 22), dim: wrap(2, 22), green: wrap(32, 39), yellow: wrap(33, 39), red: wrap(31, 39) }
  return {
    ...paint,
    decision: (decision) => {
      switch (decision) {
        case 'allow':
          return paint.green('allow')
        case 'contain':
          return paint.green('contain')
        case 'ask':
          return paint.yellow('ask')
        case 'deny':
          return paint.red('deny')
        case 'passed':
          return paint.dim('–')
      }
    },
  }
}
