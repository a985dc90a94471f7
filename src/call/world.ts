import type { GateIdentity } from './gate-identity.ts'
import type { Trust } from './trust.ts'

/**
 * The only way to the machine. Everything in `call/`, `categories/` and `checks/` that needs to know something about
 * the disk asks a World; `world.node.ts` is the real one, `frozenWorld` the one for tests. All answers are bounded,
 * nothing throws: what cannot be read is absent.
 */
export interface World {
  readonly platform: 'posix' | 'windows'
  readonly home: string
  readonly user: string
  /** The gate that judges: asked anew for every call, because its daemon comes and goes. */
  readonly gate: GateIdentity
  /**
   * A path without links on the way is its own real path, letter for letter. Not so where the disk knows one name in
   * several spellings and `real` answers with its own.
   */
  readonly namesAreExact?: true
  /** Where programs are looked for, as far as this process knows: a client's shell may look elsewhere too. */
  readonly searchPath?: readonly string[]
  /** What is at this path itself, not following a final symlink. */
  look(path: string): 'file' | 'directory' | 'link' | 'other' | 'absent'
  /** Follows every symlink as far as the path exists; the rest is appended. Never fails: a loop yields the path. */
  real(path: string): string
  /** The text of a regular file of at most `limit` bytes; undefined when absent, larger, unreadable or not UTF-8. */
  read(path: string, limit?: number): string | undefined
  /** The bytes of a regular file of at most `limit` bytes, 16 MiB unless told; undefined when absent, larger or unreadable. */
  bytes(path: string, limit?: number): Uint8Array | undefined
  /** Names in a directory, at most 1,000; undefined when it is not a readable directory. */
  list(path: string): readonly string[] | undefined
}

/** The agent's whereabouts, found once per call. */
export interface Surroundings {
  readonly cwd: string
  /** The repository root of cwd, else cwd. Its real path. */
  readonly workspace: string
  /** Directories the settings add to the workspace (`permissions.additionalDirectories`). */
  readonly additional: readonly string[]
  readonly home: string
  readonly platform: 'posix' | 'windows'
  /** Remotes configured in the repository of cwd: name → URL. */
  readonly remotes: ReadonlyMap<string, string>
  /** The branch that HEAD names, when it names one. */
  readonly branch: string | undefined
  /** Whom policy trusts. */
  readonly trust: Trust
}
