import { linesOnlyIn } from './file-changes.ts'

/** Scripts that releases, pipelines and colleagues run, and patches of packages that are applied wherever they are installed. */
const SCRIPT = /\.(?:sh|bash|zsh)$|(?:^|\/)(?:makefile|justfile|dockerfile)$/i
/** Somebody else's code, as it was fetched. */
const VENDORED = /\/(?:node_modules|vendor|third_party|third-party|site-packages|bower_components|Pods|_vendor)\//
const PACKAGE_PATCH = /(?:^|\/)(?:patches|\.yarn\/patches)\/[^\n]+\.(?:patch|diff)$/

/** What others would run that tells secrets to somebody or acts in a package's name, in words; undefined: nothing. */
export function shippedHarm(path: string, before: string, after: string): string | undefined {
  const added = linesOnlyIn(after, before)
  if (PACKAGE_PATCH.test(path)) {
    const line = added.find((each) => /^\+(?!\+\+)/.test(each) && ACTS.test(each))
    return line && `changes what a package does: \`${line.trim().slice(0, 80)}\``
  }
  if (VENDORED.test(path)) {
    const line = added.find((each) => ACTS.test(each))
    return line && `changes what a package does: \`${line.trim().slice(0, 80)}\``
  }
  if (!SCRIPT.test(path)) return undefined
  const line = added.find((each) => !each.trim().startsWith('#') && (SENDS_ALL.test(each) || SENDS_SECRET.test(each)))
  return line && `sends secrets to wherever it says: \`${line.trim().slice(0, 80)}\``
}

const ACTS =
  /\bfetch\(|\bhttps?:\/\/|\bhttps?\.(?:get|request)\b|child_process|\bexec(?:Sync|File)?\(|\bspawn|\beval\(|\bnew Function\(|\bprocess\.env\b|\batob\(|\bos\.(?:system|environ)|\bsubprocess\b|\bsocket\b|\burllib\b|\brequests\.|\bgetenv\(|\bfile_get_contents\(\s*['"]http|\bcurl_exec\(|\bNet::HTTP\b|\bhttp\.(?:Get|Post)\(|\bos\.Getenv\(|\brequire\(['"](?:https?|net|dns|child_process)['"]\)/
/** All variables at once, on their way out. */
const SENDS_ALL =
  /(?:^|[\s;&|(])(?:env|printenv|export -p|set|declare -p)\s*(?:\||>\s*>?\(|\)).*\b(?:curl|wget|nc|ncat|socat|openssl s_client)\b|\b(?:curl|wget)\b[^\n]*\$\((?:env|printenv)\b/
/** A secret in what is sent or in the address; in a header it tells the other side who asks. */
const SENDS_SECRET =
  /\b(?:curl|wget)\b[^\n]*(?:\s(?:-d|-F|--data(?:-\w+)?|--form|--post-data|--body-data)[= ]?\s*["']?[^\s"']*|https?:\/\/[^\s"']*[?&][\w-]+=)\$\{?\w*(?:TOKEN|SECRET|PASSWORD|PASSWD|_KEY|CREDENTIAL)\w*/

/** Every variable of the environment at once, in any language. */
const WHOLE_ENVIRONMENT =
  /\bObject\.(?:entries|keys|values|fromEntries)\(\s*process\.env\s*\)|\bJSON\.stringify\(\s*process\.env\b(?!\s*[.[])|\{\s*\.\.\.process\.env\s*\}|\bin\s+process\.env\b|\b(?:dict|json\.dumps|str|repr|list|urlencode)\(\s*(?:dict\(\s*)?os\.environ\b(?!\s*[.[])|\bos\.environ\.(?:items|copy|keys|values)\(|\bos\.Environ\(\)|\bENV\.(?:to_h|to_hash|map|each|inspect|to_a)\b|\benv::vars(?:_os)?\(|\bSystem\.getenv\(\s*\)|\$_ENV\b(?!\s*\[)|\bgetenv\(\s*\)|\bGetEnvironmentVariables\(|\bSystem\.get_env\(\s*\)|\bProcessInfo\.processInfo\.environment\b(?!\s*\[)/
/** What leaves the machine, or stands where others read it. */
const LEAVES =
  /\bfetch\(|\baxios\b|\bgot\(|\bhttps?\.(?:request|get|Post|NewRequest|Get)\b|\bdns\.\w*(?:resolve|lookup)|\bnet\.(?:connect|createConnection|Dial)|\brequests\.\w+\(|\bhttpx\.|\burllib\b|\burlopen\(|\bsocket\.|\bNet::HTTP\b|\bFaraday\b|\bHTTParty\b|\breqwest\b|\bHttpClient\b|\bHttpURLConnection\b|\bcurl_(?:init|exec)\(|\bfile_get_contents\(\s*['"]http|\bsendBeacon\(|\bWebSocket\(|\bURLSession\b|\bHTTPoison\b|\bReq\.(?:post|get)|\bnslookup\b|\bsmtplib\b|\bcreateTransport\(/

/** New code that hands the whole environment to somebody else, in words; undefined: it does not. */
export function tellsEnvironment(before: string, after: string): string | undefined {
  const fresh = linesOnlyIn(after, before)
  const line = fresh.find((each) => WHOLE_ENVIRONMENT.test(each))
  if (line === undefined || !LEAVES.test(after)) return undefined
  // The environment of a child process leaves nothing.
  return /\benv\s*[:=]\s*(?:\{\s*\.\.\.process\.env|os\.environ|dict\(os\.environ)/.test(line)
    ? undefined
    : `hands the whole environment on: \`${line.trim().slice(0, 80)}\``
}

const LOADS_MODULE = /\b(?:import|require|importScripts)\s*\(\s*["'`]https?:\/\/([\w.-]+)/
/** Where modules are published under a name and a version. */
const MODULE_HOST =
  /(?:^|\.)(?:deno\.land|jsr\.io|esm\.(?:sh|run)|jsdelivr\.net|unpkg\.com|skypack\.dev|jspm\.(?:io|dev)|cdnjs\.cloudflare\.com|gstatic\.com|googleapis\.com|raw\.githubusercontent\.com|localhost|127\.0\.0\.1)$/
const RUNS_ANSWER =
  /\b(?:eval|exec|Function|runIn\w*Context|instance_eval|class_eval)\s*\(\s*(?:\(|await\s+|new\s+)*(?:fetch|axios|got|requests\.\w+|httpx\.\w+|(?:urllib\.request\.)?urlopen|URI\.open|Net::HTTP)\b|\bfetch\([^\n]{0,300}\.then\(\s*(?:eval|Function)\s*\)/

/** New code that runs what a host answers, in words; undefined: it does not. */
export function fetchesCode(before: string, after: string): string | undefined {
  const line = linesOnlyIn(after, before).find((each) => {
    const host = LOADS_MODULE.exec(each)?.[1]
    return (host !== undefined && !MODULE_HOST.test(host)) || RUNS_ANSWER.test(each)
  })
  return line === undefined ? undefined : `runs what a host answers: \`${line.trim().slice(0, 80)}\``
}
