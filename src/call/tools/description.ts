import type { ServiceDeed } from '../action.ts'

/** One parameter or several, by name: `path`, `options.path` for one inside another, `cc?` for one that may be missing. */
export type ParameterNames = string | readonly string[]

/** What a parameter is. The tool's own name says nothing. */
export const ROLES = [
  'reads',
  'lists',
  'searches',
  'writes',
  'content',
  'deletes',
  'command',
  'directory',
  'url',
  'host',
  'sends',
  'to',
  'query',
  'sql',
  'code',
  'task',
  'target',
] as const

export type Role = (typeof ROLES)[number]

/** What the rest of the world calls the deeds of a service, for a tool that speaks to one. */
export const SERVICE_DEEDS = [
  'read',
  'create',
  'update',
  'delete',
  'mass-delete',
  'grant',
  'deploy',
  'publish',
  'send',
  'purchase',
  'execute',
] as const satisfies readonly ServiceDeed[]

/**
 * A tool of your own, as data: which parameter is what. The gate judges what the parameters say, with the same rules as
 * for every other tool. A parameter that is not described makes the call one that nobody understands.
 */
export interface ToolDescription {
  /** Paths of files that are read. */
  readonly reads?: ParameterNames | undefined
  /** Directories whose names are listed. */
  readonly lists?: ParameterNames | undefined
  /** Directories that are read with everything below. */
  readonly searches?: ParameterNames | undefined
  /** Paths of files that are written. */
  readonly writes?: ParameterNames | undefined
  /** The text that is written there. Left out: nobody knows what. */
  readonly content?: ParameterNames | undefined
  /** Paths that are deleted, with everything below. */
  readonly deletes?: ParameterNames | undefined
  /** Shell commands that are run. */
  readonly command?: ParameterNames | undefined
  /** The directory they run in. Left out: the session's. */
  readonly directory?: ParameterNames | undefined
  /** Addresses that are fetched, or that `sends` goes to. */
  readonly url?: ParameterNames | undefined
  /** Hosts that are connected to, or that `sends` goes to. */
  readonly host?: ParameterNames | undefined
  /** What leaves this machine: to `to`, to `url`, to `host`, else to nobody knows whom. */
  readonly sends?: ParameterNames | undefined
  /** Who receives it: mail addresses, channels, names. */
  readonly to?: ParameterNames | undefined
  /** A question to a search service that the tool always uses. */
  readonly query?: ParameterNames | undefined
  /** Statements for a database. */
  readonly sql?: ParameterNames | undefined
  /** Code that is executed. */
  readonly code?: ParameterNames | undefined
  /** What another agent is told to do. */
  readonly task?: ParameterNames | undefined
  /** The service the tool always speaks to: `crm`. Needs `deed`. */
  readonly service?: string | undefined
  /** What it does there. */
  readonly deed?: (typeof SERVICE_DEEDS)[number] | undefined
  /** To what there. */
  readonly target?: ParameterNames | undefined
  /** Parameters that do not matter to security: ids, limits, formats. `true`: whatever the tool is given. */
  readonly harmless?: ParameterNames | true | undefined
}

export type ToolDescriptions = Readonly<Record<string, ToolDescription>>
