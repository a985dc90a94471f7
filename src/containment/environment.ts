import { redact } from '../journal/redact.ts'
import { SECRET_SHAPES } from '../journal/secret-shapes.ts'
import { VARIABLE_FAMILIES, VARIABLES } from './shown.ts'
import { PROXY_PORT } from './walls.ts'

/** What a variable is called when it holds a secret, whoever wants it kept. */
const SECRET_NAME =
  /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|AUTH|COOKIE|SESSION|^AWS_|^AZURE_|^GOOGLE_|^GCP_|_DSN$|DATABASE_URL|_PAT$/i

/** What leads to somebody who would act outside: agents, buses, displays, daemons. Their sockets are not there either. */
const LEADS_OUT =
  /_SOCK$|^DBUS_|^DISPLAY$|^WAYLAND_|^XAUTHORITY$|^XDG_RUNTIME_DIR$|^SSH_|^GPG_|^KRB5|^DOCKER_|^CONTAINER_HOST$|^KUBE|_PROXY$|^LD_PRELOAD$|^LD_AUDIT$|^BASH_ENV$|^ENV$|^BASH_FUNC_|^GIT_(?!OPTIONAL_LOCKS$)/i

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The environment behind the walls: the variables of the table and those that the settings add, without any that is
 * named like a secret, looks like one, or leads out. In the order of their names.
 */
export function containedEnvironment(given: Environment, more: readonly string[], own: Environment): readonly string[] {
  const kept = new Map<string, string>()
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && mayKeep(name, more) && redact(`${name}=${value}`) === `${name}=${value}`)
      kept.set(name, value)
  for (const [name, value] of Object.entries({ ...own, ...ALWAYS })) if (value !== undefined) kept.set(name, value)
  return [...kept].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, value]) => `${name}=${value}`)
}

/** What the runner needs to take the variables of whoever starts it. */
export interface ClientVariables {
  /** Set, whatever the client has. */
  readonly environment: readonly string[]
  /** `NAME`, or `NAME=value` with what the gate has itself: that very value is known to be harmless. */
  readonly client: readonly string[]
  /** No value with one of these pieces passes: every secret with a maker's shape has one. */
  readonly never: readonly string[]
}

/**
 * The same variables as above, with the values of the client: it keeps what was exported there. Families have no place
 * here: a name that is not written down could be named like a secret.
 */
export function clientVariables(given: Environment, more: readonly string[], own: Environment): ClientVariables {
  const fixed = { ...own, ...ALWAYS }
  const kept = containedEnvironment(given, more, own)
  const names = [...VARIABLES, ...LOCALES, ...more].filter((name) => !(name in fixed) && mayKeep(name, more))
  return {
    environment: kept.filter((variable) => variable.slice(0, variable.indexOf('=')) in fixed),
    client: [...new Set(names)].map((name) => kept.find((variable) => variable.startsWith(`${name}=`)) ?? name),
    never: [...new Set(SECRET_SHAPES.flatMap(({ triggers }) => triggers))],
  }
}

const LOCALES =
  'ALL CTYPE MESSAGES COLLATE NUMERIC TIME MONETARY PAPER NAME ADDRESS TELEPHONE MEASUREMENT IDENTIFICATION'
    .split(' ')
    .map((name) => `LC_${name}`)

/** Git looks without writing its index: otherwise every `git status` would be a change below `.git`. */
const ALWAYS: Environment = { TMPDIR: '/tmp', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' }

const PROXY = `http://127.0.0.1:${PROXY_PORT}`

/** How programs find the proxy. Loopback inside is theirs, and needs none. */
export const THROUGH_PROXY: Environment = {
  ...Object.fromEntries(
    ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']
      .flatMap((name) => [name, name.toLowerCase()])
      .map((name) => [name, PROXY]),
  ),
  NO_PROXY: 'localhost,127.0.0.1,::1',
  no_proxy: 'localhost,127.0.0.1,::1',
  NODE_USE_ENV_PROXY: '1',
}

function mayKeep(name: string, more: readonly string[]): boolean {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || SECRET_NAME.test(name) || LEADS_OUT.test(name)) return false
  return VARIABLES.has(name) || more.includes(name) || VARIABLE_FAMILIES.some((family) => name.startsWith(family))
}
