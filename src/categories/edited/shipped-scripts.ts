import { linesOnlyIn } from './file-changes.ts'

/** Scripts that releases, pipelines and colleagues run, and patches of packages that are applied wherever they are installed. */
const SCRIPT = /\.(?:sh|bash|zsh)$|(?:^|\/)(?:makefile|justfile|dockerfile)$/i
const PACKAGE_PATCH = /(?:^|\/)(?:patches|\.yarn\/patches)\/[^\n]+\.(?:patch|diff)$/

/** What others would run that tells secrets to somebody or acts in a package's name, in words; undefined: nothing. */
export function shippedHarm(path: string, before: string, after: string): string | undefined {
  const added = linesOnlyIn(after, before)
  if (PACKAGE_PATCH.test(path)) {
    const line = added.find((each) => /^\+(?!\+\+)/.test(each) && ACTS.test(each))
    return line && `changes what a package does: \`${line.trim().slice(0, 80)}\``
  }
  if (!SCRIPT.test(path)) return undefined
  const line = added.find((each) => !each.trim().startsWith('#') && (SENDS_ALL.test(each) || SENDS_SECRET.test(each)))
  return line && `sends secrets to wherever it says: \`${line.trim().slice(0, 80)}\``
}

const ACTS =
  /\bfetch\(|\bhttps?:\/\/|\bhttps?\.(?:get|request)\b|child_process|\bexec(?:Sync|File)?\(|\bspawn|\beval\(|\bnew Function\(|\bprocess\.env\b|\batob\(|\bos\.(?:system|environ)|\bsubprocess\b|\bsocket\b|\burllib\b|\brequests\./
/** All variables at once, on their way out. */
const SENDS_ALL =
  /(?:^|[\s;&|(])(?:env|printenv|export -p|set|declare -p)\s*(?:\||>\s*>?\(|\)).*\b(?:curl|wget|nc|ncat|socat|openssl s_client)\b|\b(?:curl|wget)\b[^\n]*\$\((?:env|printenv)\b/
/** A secret in what is sent or in the address; in a header it tells the other side who asks. */
const SENDS_SECRET =
  /\b(?:curl|wget)\b[^\n]*(?:\s(?:-d|-F|--data(?:-\w+)?|--form|--post-data|--body-data)[= ]?\s*["']?[^\s"']*|https?:\/\/[^\s"']*[?&][\w-]+=)\$\{?\w*(?:TOKEN|SECRET|PASSWORD|PASSWD|_KEY|CREDENTIAL)\w*/
