import { baseName } from '../../call/paths.ts'
import { readYaml } from '../../call/yaml.ts'
import { openedInfrastructure } from './infrastructure.ts'

/** What a change of a container, a cluster or a web server takes away that kept something out, in words. */
export function weakenedProtection(path: string, before: string, after: string): string | undefined {
  const name = baseName(path)
  const sign = SIGNS.find(({ file, within }) => file.test(name) && (within?.test(path) ?? true))
  return sign?.weakened(before, after)
}

interface Protected {
  readonly file: RegExp
  readonly within?: RegExp
  readonly weakened: (before: string, after: string) => string | undefined
}

const SIGNS: readonly Protected[] = [
  { file: /^(?:docker|container)file(?:\.[\w-]+)?$|\.(?:docker|container)file$/i, weakened: runsAsRoot },
  {
    file: /^(?:docker-)?compose[\w.-]*\.ya?ml$/i,
    weakened: (before, after) => settingsIn(before, after) ?? openedInfrastructure(before, after),
  },
  { file: /\.ya?ml$/i, weakened: (before, after) => settingsIn(before, after) ?? openedInfrastructure(before, after) },
  {
    file: /\.(?:tf|tfvars|hcl|bicep)$|(?:policy|template|cloudformation|iam|role)[\w.-]*\.json$/i,
    weakened: openedInfrastructure,
  },
  { file: /^(?:nginx|apache2|httpd|.*\.vhost|.*nginx.*)\.conf$|^\.htaccess$|^caddyfile$/i, weakened: opensServer },
  {
    file: /\.conf(?:\.\w+)?$|^[\w.-]+$/i,
    within: /\/(?:nginx|apache2?|httpd|sites-(?:available|enabled)|conf\.d)\//i,
    weakened: opensServer,
  },
]

function runsAsRoot(before: string, after: string): string | undefined {
  const last = (text: string): string => [...text.matchAll(/^\s*USER\s+(\S+)/gim)].at(-1)?.[1] ?? 'root'
  const root = (user: string): boolean => /^(?:root|0)(?::|$)/.test(user)
  return !root(last(before)) && root(last(after)) ? 'the container would run as root' : undefined
}

/** Settings whose value gives a container the machine, or takes its limits. */
const DANGEROUS: readonly (readonly [key: RegExp, value: RegExp, says: string])[] = [
  [/(?:^|\.)privileged$/, /^true$/, 'gets all rights on the machine'],
  [/(?:^|\.)(?:hostNetwork|hostPID|hostIPC|allowPrivilegeEscalation)$/, /^true$/, 'leaves its container'],
  [/(?:^|\.)(?:runAsNonRoot|readOnlyRootFilesystem|automountServiceAccountToken)$/, /^false$/, 'may run as root'],
  [
    /(?:^|\.)(?:networkPolicy|network_policy|podSecurity\w*|rbac|auth\w*|m?tls|ssl|encryption|audit\w*|waf|firewall)\.enabled$/i,
    /^false$/,
    'switches a protection off',
  ],
  [/(?:^|\.)runAsUser$/, /^0$/, 'runs as root'],
  [/(?:^|\.)(?:network_mode|pid|ipc|userns_mode)$/, /^host$/, 'shares what is the machine’s'],
  [
    /(?:^|\.)(?:volumes|path)(?:\.\d+)?(?:\.source)?$/,
    /^\/(?::|$)|docker\.sock|^\/(?:etc|root|proc|sys|var\/run|home)(?:\/|:|$)/,
    'sees files of the machine',
  ],
  [
    /(?:^|\.)(?:cap_add|capabilities\.add)\.\d+$/,
    /^(?:ALL|SYS_ADMIN|SYS_PTRACE|NET_ADMIN|SYS_MODULE)$/,
    'gets rights of the machine',
  ],
]

/** Rights in a cluster that are everything, or the rights to read secrets and to become somebody else. */
const WIDE_RIGHTS: readonly (readonly [key: RegExp, value: RegExp, says: string])[] = [
  [/(?:^|\.)rules\.\d+\.(?:verbs|resources)\.\d+$/, /^\*$/, 'may do everything in the cluster'],
  [/(?:^|\.)rules\.\d+\.verbs\.\d+$/, /^(?:escalate|bind|impersonate)$/, 'may give itself every right'],
  [/(?:^|\.)rules\.\d+\.resources\.\d+$/, /^(?:secrets|pods\/exec)$/, 'reaches secrets of the cluster'],
  [/(?:^|\.)roleRef\.name$/, /^cluster-admin$/, 'may do everything in the cluster'],
]

/** Settings that are a protection while they stand there. */
const PROTECTS =
  /(?:^|\.)(?:runAsNonRoot|readOnlyRootFilesystem|seccompProfile\.type|no-new-privileges)=|(?:^|\.)allowPrivilegeEscalation=false$|(?:^|\.)kind=(?:NetworkPolicy|PodSecurityPolicy|PodDisruptionBudget)$|(?:^|\.)capabilities\.drop\.\d+=ALL$/

function settingsIn(before: string, after: string): string | undefined {
  const [old, now] = [readYaml(before), readYaml(after)]
  if (now === undefined) return undefined
  const known = new Set(flat(old).map(([key, value]) => `${key}=${value}`))
  for (const [key, value] of flat(now)) {
    if (known.has(`${key}=${value}`)) continue
    const found = [...DANGEROUS, ...WIDE_RIGHTS].find(([name, bad]) => name.test(key) && bad.test(value))
    if (found) return `${found[2]}: \`${key.split('.').slice(-2).join('.')}: ${value}\``
  }
  const kept = new Set(flat(now).map(([key, value]) => `${lastOf(key)}=${value}`))
  const lost = flat(old)
    .map(([key, value]) => `${lastOf(key)}=${value}`)
    .find((setting) => PROTECTS.test(setting) && !kept.has(setting))
  return lost === undefined ? undefined : `\`${lost.replace('=', ': ')}\` no longer limits it`
}

/** A setting stays the same when what stands around it moves. */
function lastOf(key: string): string {
  return key
    .split('.')
    .slice(-3)
    .join('.')
    .replace(/^.*?(?=capabilities|securityContext|seccomp)/, '')
}

const MOST_VALUES = 5_000

function flat(value: unknown, key = '', found: [string, string][] = []): readonly (readonly [string, string])[] {
  if (found.length > MOST_VALUES) return found
  if (Array.isArray(value)) for (const [at, item] of value.entries()) flat(item, `${key}.${at}`, found)
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) flat(item, key === '' ? name : `${key}.${name}`, found)
  else found.push([key, String(value)])
  return found
}

/** Directives that keep somebody out. */
const KEEPS_OUT =
  /^(?:deny|auth_basic|auth_request|satisfy|limit_req|limit_conn|ssl_verify_client|Require|AuthType|basic_?auth)\b|^allow\s+\d|^(?:add_header|Header\s+(?:always\s+)?set|header)\s+(?:Strict-Transport-Security|Content-Security-Policy|X-Frame-Options|X-Content-Type-Options)|^(?:ssl_protocols|SSLProtocol|tls)\b/i

/** The same directives in a form that keeps nobody out. */
const LETS_IN =
  /\bssl_protocols\b[^;\n]*\b(?:SSLv[23]|TLSv1(?:\.1)?)(?=[\s;]|$)|^allow\s+all\b|^auth_basic\s+off\b|^ssl_verify_client\s+(?:off|optional\w*)|^Require\s+all\s+granted|'unsafe-(?:inline|eval)'|\b(?:default|script)-src\s+\*|^(?:autoindex|server_tokens)\s+on\b|Access-Control-Allow-Origin["']?\s+["']?\*|^ssl_ciphers\b[^\n]*\b(?<!!)(?:NULL|EXPORT|RC4|DES)\b|^proxy_ssl_verify\s+off|^Options\b[^\n]*\bIndexes\b/i

/** A server's file by its directives, wherever its lines end. */
function opensServer(before: string, after: string): string | undefined {
  const [old, now] = [directives(before), directives(after)]
  const opened = now.find((directive) => LETS_IN.test(directive) && !old.includes(directive))
  if (opened !== undefined) return `\`${opened.slice(0, 80)}\` keeps nobody out`
  const word = (directive: string): string => directive.split(/\s+/)[0]!.toLowerCase()
  const left = [...now]
  for (const directive of old.filter((each) => KEEPS_OUT.test(each))) {
    const at = left.indexOf(directive)
    const other = at >= 0 ? at : left.findIndex((each) => word(each) === word(directive) && !old.includes(each))
    if (other < 0) return `\`${directive.slice(0, 80)}\` no longer keeps anybody out`
    left.splice(other, 1)
  }
  return undefined
}

function directives(text: string): readonly string[] {
  return text
    .replaceAll(/(?:^|\s)#.*$/gm, '')
    .split(/[;{}\n]/)
    .map((each) => each.trim().replaceAll(/\s+/g, ' '))
    .filter((each) => each !== '')
}
