import { hostKind, isPackageRegistry } from '../hosts.ts'
import { show, textOf, type Word } from '../word.ts'
import { hostName, namesProduction } from './programs/facts.ts'
import type { ProgramContext } from './programs/program.ts'
import { standsIn } from './programs/stand-ins.ts'
import { isDataVariable } from './data-variables.ts'
import { isForeign, loadsCode } from './loaded-values.ts'

/**
 * What a variable that nobody listed means for a program that runs or loads code: told by the shape of its value and by
 * what its name says the value is. A plain value is data. A path where anybody may put a file, a URL from which code comes,
 * and a command are what they are, whatever the variable is called.
 */
export function recordShape(context: ProgramContext, name: string, value: Word): void {
  const text = textOf(value)
  const setting = `${name}=${show(value)}`
  if (CERTIFICATES.test(name)) {
    if (text === '' || text === '/dev/null')
      context.record({ does: 'change-system', deed: 'weaken-tls', target: setting })
    else if (text !== undefined && isForeign(context, text))
      context.record({ does: 'change-system', deed: 'trust-certificate', target: setting })
    return
  }
  if (STAGE.test(name) && namesProduction([value]) && migrates(context.invocation.args))
    context.record({ does: 'change-service', service: 'runner', deed: 'deploy', target: setting, production: true })
  if (text === undefined && SOURCES.test(name) && /\$\(\s*(?:curl|wget)\b/.test(show(value)))
    context.opaque('dynamic-code', setting)
  if (WEAKENED.test(setting)) context.record({ does: 'change-system', deed: 'weaken-tls', target: setting })
  if (text !== undefined && namesSystemPlace(context, text)) {
    context.opaque('dynamic-code', setting)
    return
  }
  if (text !== undefined && PEER.test(name) && isPublicAddress(text)) context.contacts(value, 'other', 'unknown')
  if (text === undefined || text === '' || PLAIN.test(text)) {
    if (text !== undefined && LOADED_BY_NAME.test(name) && !OFF.test(text)) context.opaque('dynamic-code', setting)
    return
  }
  if (PIPED_TO_SHELL.test(text)) context.code('shell', value, { via: name })
  else if (OPTIONS.test(name) || text.startsWith('-')) {
    if (loadsCode(context, text)) context.opaque('dynamic-code', setting)
  } else if (isUrl(text)) recordUrl(context, name, value)
  else if (COMMANDS.test(name)) {
    if (/[/\s;|&$`]/.test(text) && !SYSTEM_PROGRAM.test(text)) standsIn(context, value, name)
  } else if (isDataVariable(name)) {
    if (/FILE|OUTPUT|LOG|TRACE|REPORT/i.test(name) && /^[/~]/.test(text)) context.writes(value, 'append')
  } else if (LOADED_BY_NAME.test(name)) context.opaque('dynamic-code', setting)
  else if (!isDataVariable(name) && text.split(/[:;,=@\s]/).some((entry) => isForeign(context, entry)))
    context.opaque('dynamic-code', setting)
}

/** Where the machine or an account keeps what it starts by itself: no program needs to be told of it to do its work. */
const SYSTEM_PLACE =
  /(?:^|[=:,@\s])(?:\/etc\/(?!(?:ssl|pki|ca-certificates|alternatives|java[\w.-]*|rancher|kubernetes|localtime)(?:\/|$))|\/etc(?:\/?$)|\/usr\/(?:local\/bin|lib\/python3|bin)(?:\/|$)|\/(?:home|root|Users\/\w+|home\/\w+)\/\.(?:bash|profile|zsh|zprofile|ssh|config\/autostart|local\/bin))/

export function namesSystemPlace(context: ProgramContext, text: string): boolean {
  return SYSTEM_PLACE.test(text.replace(/^~(?=\/)/, context.surroundings.home))
}

/** Another machine that takes part in what a program does. */
const PEER = /(?:HOSTS?|ADDRESS|ADDR|SERVER|PEERS?)$/i

function isPublicAddress(text: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}(?:[:/].*)?$/.test(text) && hostKind(text.replace(/[:/].*$/, '')) === 'public'
}

/** Which of its surroundings a program is to work on. */
const STAGE = /(?:^|_)(?:ENV|ENVIRONMENT|STAGE|TIER)$/i

const WEAKENED =
  /(?:DISABLE_TLS|SSL_NO_VERIFY|_INSECURE)=(?:1|true)$|(?:CHECK_REVOKE|TLS_VERIFY|SSL_VERIFY)=(?:0|false)$|TRUSTED_HOST=.|UNSAFE_HTTPS=(?:1|true)$|STRICT_SSL=(?:0|false)$|INTEGRITY_KEYS=(?:0|)$|NOSAFER|^shell_escape=t|^openout_any=a/i

/** Numbers, words, versions, lists of words. */
const PLAIN = /^[\w.,:*@+-]*$/
const OFF = /^(?:0|1|false|true|no|off|none)?$/i

const CERTIFICATES =
  /(?:^|_)(?:CA(?:_?BUNDLE|_?CERTS?|_?FILE|_?INFO|_?PATH)|CAINFO|CERT|SSL_CERT_(?:FILE|DIR)|EXTRA_CA_CERTS|TRUST_?STORE)$/i

const OPTIONS = /(?:OPTS?|OPTIONS|ARGS|FLAGS|PARAMS|PARAMETERS)$/i

/** Names of plug-ins and hooks: what they name is imported. */
const LOADED_BY_NAME =
  /(?:^|_)(?:PLUGINS?|PYTHONBREAKPOINT|PRELOAD|STARTUP_HOOKS?|VIMINIT|EXINIT|TF_REATTACH_PROVIDERS|IMPERSONATE_SERVICE_ACCOUNT)$|^YARN_(?:YARN_)?PATH$/i

const COMMANDS =
  /(?:^|_)(?:COMMAND|CMD|EXEC|PROCESS|PAGER|EDITOR|BROWSER|ASKPASS|RSH|SSH|SHELL|WRAPPER|LAUNCHER|RUNNER|COMPILER|LINKER|RUSTDOC|LD|AR|AS|PROGRAM|BIN|INTERPRETER)$/i

const SYSTEM_PROGRAM = /^\/(?:usr|opt|bin|nix)\/[\w./+-]+$/

const PIPED_TO_SHELL = /\|\s*(?:ba|z|da|k)?sh\b|\b(?:ba|z|da|k)?sh\s+-c\b/

const DATABASE =
  /^(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|redis(?:s)?|sqlserver|mssql|oracle|cockroachdb|clickhouse)(?:\+\w+)?:/i

/** Where code comes from. Other addresses are what a test or a server talks to. */
const SOURCES =
  /REGISTR|INDEX|MIRROR|DOWNLOAD|SOURCE|REPOSITOR|BINARY|_SITE$|PLUGIN|CONFIG|SETUP|SCRIPT|MODULE|LOADER|JSR_URL|HF_ENDPOINT|ENDPOINT_OVERRIDE|DOCKER_HOST|CONTAINER_HOST|DIST_SERVER|CDN_?URL|CHANNELS|FIND_LINKS|BOTTLE_DOMAIN|GIT_REMOTE|REMOTE_STORAGE|DEBUGINFOD|BACKEND_URL|NIX_REMOTE|BAZELISK/i

function isUrl(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
}

function recordUrl(context: ProgramContext, name: string, value: Word): void {
  const text = show(value)
  if (DATABASE.test(text)) {
    if (namesProduction([value]) && (context.invocation.program === 'export' || migrates(context.invocation.args)))
      context.record({ does: 'change-service', service: 'database', deed: 'deploy', target: name, production: true })
    return
  }
  const host = hostName(value)
  if (host === undefined || (!SOURCES.test(name) && !isPublicAddress(host))) return
  if (/^(?:loopback|private)$/.test(hostKind(host)) || isPackageRegistry(host, context.surroundings)) return
  context.contacts(value, 'other', 'unknown')
}

/** The words of an order that changes what a database or a service is. */
export function migrates(args: readonly Word[]): boolean {
  return args.some((word) =>
    /(?:^|[:_./-])(?:migrat\w*|deploy\w*|upgrade|release|rollout|seed|db:\w+)(?=$|[:_./-])/i.test(show(word)),
  )
}
