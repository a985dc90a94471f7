import { onOneLine } from './on-one-line.ts'

/**
 * Code in any language that gives a shell to somebody else. One sign is never enough: servers open sockets, wrappers
 * start shells, terminals join streams. It takes a socket, a shell without a fixed command (or a command that came in),
 * and the two joined.
 */
const CONNECTION =
  /\bsocket\.socket\s*\(|\bsocket\s*\(\s*(?:AF_|PF_|\d+\s*,|\w+\s*,\s*(?:AF_|PF_))|\bWSASocket\w*\s*\(|\bnew\s+(?:java\.net\.)?Socket\s*\(|[=:(]\s*Socket\s*\(\s*["'\w]|\bnet\.(?:Socket|connect|createConnection|createServer|Dial\w*|Listen\w*)\b|\bTcp(?:Stream|Listener)::|\bTCP(?:Socket|Server)\b|\bTcp(?:Client|Listener)\b|\bNet\.Sockets\b|\bIO::Socket\b|\bnewSocket\s*\(|\bSocket\.(?:tcp|connect|open)\b|\bsocket\.tcp\s*\(|\bp?fsockopen\s*\(|\bstream_socket_(?:client|server)\s*\(|\bgen_tcp\b|\/inet\/(?:tcp|udp)\/|\[socket\s+[\w.$]+\s+[\d$]|\bServerSocket\b|\basyncio\.open_connection\b|\bcreate_connection\s*\(/

/** A shell as the whole program: not `sh -c "…"`, not `bash deploy.sh`. */
const SHELL_ITSELF =
  /["'`](?:\/(?:usr\/)?(?:local\/)?bin\/)?(?:(?:ba|z|da|k|a)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)(?:\s+-i)?["'`](?!\s*,\s*(?:[[{(]|&\[|vec!\[|Arrays\.asList\()?\s*["'`](?:-\w*c|\/[ck]|-Command|-File|[\w./-]+\.(?:sh|bat|ps1))["'`])/i

const JOINED =
  /\bdup2\s*\(|\.fileno\s*\(\s*\)|from_raw_fd|\.pipe\s*\(|\bpty\.spawn\b|\b[sS]td(?:in|out|err)\s*[=:]\s*(?!subprocess|PIPE|Stdio::piped|os\.|["'])\w|\bstdin\.(?:write|add)\w*\s*\(|>&\s*\$?\w|getInputStream|getOutputStream|\b[0-2]\s*=>\s*\$\w|hStd(?:Input|Output)|RedirectStandardInput|\boutput:\s*\w+|\bio\.Copy\b|\|&/

const RECEIVES =
  /\b(?:recv\w*|receive|readLine|read_line|recvLine|ReadString|ReadLine|getline|gets\s+\$\w+|\w+\.gets\b|fgets|fread)\b|\.on\s*\(\s*["']data["']|\.(?:read|listen)\s*\(|\bsocket_read\b/i

/** A command that is a value, not a text. */
const RUNS_VALUE =
  /\b(?:getoutput|getstatusoutput|check_output|Popen|subprocess\.(?:run|call)|os\.(?:system|popen)|execProcess|execCmdEx|io\.popen|os\.execute|shell_exec|proc_open|passthru|popen|exec(?:Sync|File)?|system|Process\.(?:start|run)|IO\.popen|Open3\.\w+|spawn(?:Sync)?)\s*\(\s*(?!["'`[{)\s])\$?[A-Za-z_]\w*|\beval\s+\$\w+|\beval\s*\(\s*\$?[a-z_]\w*\s*\)|\bwhile\s*\(\s*\(?\s*\w+\s*\|&\s*getline/

/** Signs that need no second one. */
const PLAIN_SIGNS: readonly RegExp[] = [
  /\/dev\/(?:tcp|udp)\/[^/\s]+\/\S+/,
  onOneLine(/\b(?:bash|sh|zsh)\s+-i\b/, />&|0<&|<&/),
  onOneLine(/\bn(?:c|cat|etcat)(?:\.\w+)?\b/, /\s-[a-z]*[ec]\s*['"]?(?:\/bin\/)?(?:ba|z|da)?sh\b/),
  onOneLine(/\bsocat\b/i, /\bexec:/),
  /\bdup2\s*\(\s*\w+\.fileno\(\)\s*,\s*[012]\s*\)/,
  onOneLine(/\bmkfifo\b/, /\bn(?:c|cat)\b/),
  /\b0<&\d+;\s*exec\s+\d+<>\s*\/dev\/tcp/,
  /Net\.Sockets\.TCPClient[^]*\b(?:iex|Invoke-Expression)\b/i,
]

/** The text is a shell for somebody else, as a client or as a server. */
export function isRemoteShell(text: string): boolean {
  if (PLAIN_SIGNS.some((sign) => sign.test(text))) return true
  if (!CONNECTION.test(text)) return false
  return (
    (SHELL_ITSELF.test(text) && JOINED.test(text)) ||
    (RECEIVES.test(text) && RUNS_VALUE.test(text) && SENDS_BACK.test(text))
  )
}

const SENDS_BACK = /\b(?:send\w*|write\w*|puts|print\w*|emit)\b/i

/** Where a request's own words come from. */
const REQUEST = String.raw`(?:\$_(?:GET|POST|REQUEST|COOKIE|SERVER)\b|\brequest\.(?:args|form|values|json|data|GET|POST|query|body|params|getParameter)\b|\breq\.(?:query|body|params)\b|\bRequest(?:\.(?:QueryString|Form|Item|Params))?\s*[[(])`
const EXECUTES = String.raw`(?:(?<![\w.>])(?:system|exec(?:Sync|File)?|shell_exec|passthru|popen|proc_open|eval|assert|spawn(?:Sync)?)\s*\(|\bos\.(?:system|popen)\s*\(|\bsubprocess\.\w+\s*\(|\b(?:child_process|cp)\.\w+\s*\(|\bgetRuntime\(\)\.exec\s*\(|\brt\.exec\s*\(|\bProcessBuilder\s*\(|\bProcess\.Start\s*\(|\bArguments\s*\+?=|\bProcessStartInfo\s*\()`

const ANY_REQUEST = new RegExp(REQUEST)
const DIRECT = new RegExp(`${EXECUTES}[^;\\n]*${REQUEST}`)
const ASSIGNED = new RegExp(String.raw`\$?\b([A-Za-z_]\w*)\s*(?::\s*\w+\s*)?=(?!=)[^;\n]*${REQUEST}`, 'g')

/** A route that hands its own request to a command, whatever the request is called there. */
const HANDLER =
  /\.(?:get|post|put|all|use)\s*\([^\n]{0,80}?\(\s*(\w+)\s*,[^)]*\)\s*=>[^\n]*\b(?:exec(?:Sync|File)?|spawn(?:Sync)?|eval)\s*\(\s*\1\.(?:query|body|params|headers)\b/

/** PHP that calls the function a request names: `$f = $_GET['f']; $f(…)`. */
const CALLED_BY_NAME =
  /\$_(?:GET|POST|REQUEST|COOKIE)\s*\[[^\]]*\]\s*\(|\$(\w+)\s*=\s*\$_(?:GET|POST|REQUEST|COOKIE)\b[^;]*;[^]*?\$\1\s*\(/

/** The text runs, as a command, what a request says. */
export function isWebShell(text: string): boolean {
  if (HANDLER.test(text) || CALLED_BY_NAME.test(text)) return true
  if (!ANY_REQUEST.test(text)) return false
  if (DIRECT.test(text)) return true
  for (const match of text.matchAll(ASSIGNED))
    if (new RegExp(String.raw`${EXECUTES}[^;\n]*\$?\b${match[1]}\b`).test(text)) return true
  return false
}
