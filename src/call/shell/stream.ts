import type { Place } from '../place.ts'

/** What flows through a pipe or comes out of a substitution, as far as it is known without running anything. */
export type Stream =
  | { readonly kind: 'nothing' }
  /** Constant text: `echo x`, `printf`, a heredoc, `echo … | base64 -d`. */
  | { readonly kind: 'text'; readonly text: string }
  /** The content of files, perhaps filtered: `cat f`, `grep x f`, `tar c dir`. */
  | { readonly kind: 'file'; readonly places: readonly Place[] }
  /** Something that came from the network: `curl url`. */
  | { readonly kind: 'network'; readonly host: string }
  | { readonly kind: 'unknown' }

export const NOTHING: Stream = { kind: 'nothing' }
export const UNKNOWN: Stream = { kind: 'unknown' }
