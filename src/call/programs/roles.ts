/**
 * What an option's value or an operand is. A closed set: a role states what happens to the word, never whether that is
 * good or bad. `inert` roles have no effect; all others tell at least one.
 */
export const ROLES = {
  flag: { inert: true, doc: 'An option without a value.' },
  text: { inert: true, doc: 'Text that names nothing on the machine: a pattern, a format, a name.' },
  number: { inert: true, shape: 'number', doc: 'A number, with a sign, a fraction, a unit or a range.' },
  read: { doc: 'A file whose content is read; `-` is standard input.' },
  'read-tree': { doc: 'A file or directory that is read with all that lies below it.' },
  names: { doc: 'A path of which only names and metadata are looked at.' },
  write: { doc: 'A file that is created or overwritten; `-` is standard output.' },
  append: { doc: 'A file that is appended to; `-` is standard output.' },
  edit: { doc: 'A file that is changed in place.' },
  directory: { doc: 'A directory that files are written to.' },
  delete: { doc: 'A file that is deleted.' },
  'delete-tree': { doc: 'A file or directory that is deleted with all that lies below it.' },
  source: { doc: 'A file that is read, or a URL that is read from.' },
  sink: { doc: 'A file that is written, or a URL that is sent to.' },
  fetch: { shape: 'url', doc: 'A URL or host that is read from.' },
  send: { shape: 'url', doc: 'A URL or host that data is sent to.' },
  registry: { shape: 'url', doc: 'A registry or index that packages come from: a URL, or `name=URL`.' },
  lookup: { doc: 'A host that is looked up or asked whether it is there.' },
  listen: { doc: 'An address or port that others can connect to from now on.' },
  'run-command': { doc: 'One word that a shell runs as a command.' },
  'pipe-to-shell': { shape: 'pipe', doc: 'A word that begins with `|`, `!` or `%pipe%`; a shell runs what follows.' },
  'run-program': { doc: 'One word that names a program to start.' },
  interpreter: {
    doc: "A version, or a program in the place of the usual one: the system's and the project's are fine, any other file is run.",
  },
  pager: { doc: 'A command that shows the output; `cat`, `less` and `never` are none.' },
  variable: { doc: 'A `NAME=value` that is set for the command it starts.' },
  command: { doc: 'This word and all that follow are a command.' },
  'run-file': { doc: "A script that is executed, in the program's language." },
  'loads-code': {
    doc: 'A module, plugin, parser or formatter that is executed: a package or file of the project is project code, any other file is run.',
  },
  config: { doc: "Settings that may hold code: the project's own are read, any other file is run." },
  code: { doc: "One word of code in the program's language." },
  'project-directory': { doc: 'A directory whose code is run: the project runs its own, any other is run as a file.' },
  'change-directory': { doc: 'The directory that it works in: all other paths are read from there.' },
  'attach-process': { doc: 'A running process whose memory or calls are looked into.' },
  secret: { doc: 'The name of a stored secret that is taken out.' },
  opaque: { doc: 'It changes what the program does in a way that is not followed.' },
} as const satisfies Readonly<Record<string, RoleFacts>>

interface RoleFacts {
  readonly doc: string
  readonly inert?: true
  /** In a union (`fetch | read`) the word must look like this to have the role. */
  readonly shape?: 'number' | 'url' | 'pipe'
}

export type Role = keyof typeof ROLES

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[]

export function isRole(name: string): name is Role {
  return Object.hasOwn(ROLES, name)
}

export function isInert(role: Role): boolean {
  return 'inert' in ROLES[role]
}

export function shapeOf(role: Role): RoleFacts['shape'] {
  return (ROLES[role] as RoleFacts).shape
}
