import { linesOnlyIn } from './file-changes.ts'

/** Code that turns away who may not. */
const REFUSES =
  /\b(?:status|sendStatus|abort|http_response_code|status_code\s*=|writeHead)\s*\(?\s*(?:401|403)\b|\bStatus(?:Unauthorized|Forbidden)\b|\b(?:raise|throw(?:\s+new)?)\s+\w*(?:PermissionDenied|Unauthori[sz]ed|Forbidden|AccessDenied|NotAuthenticated|AuthError|AuthenticationError|AuthorizationError)|\bHttpResponseForbidden\b|\breturn\s+(?:forbidden|unauthori[sz]ed|deny)\s*\(/gi

/** Names of checks that stand before what they protect: middleware, decorators, guards. */
const GUARD =
  /\b(?:require|ensure|verify|check|assert|is|has|must_?be|needs?)_?(?:auth\w*|login|logged_?in|user|admin|owner|role\w*|permission\w*|token|session|signature|csrf|access|member|scope\w*)\b|\b(?:login|permission|auth|admin|staff_member|role|roles|user_passes_test)_required\b|\b(?:authenticate|authorize|protect|authGuard|isAuthenticated|isAdmin|verifyToken|timingSafeEqual|compare_digest|check_password\w*|password_verify|passwordVerify|PreAuthorize|RolesAllowed|Secured|UseGuards)\b/gi

/** A password, a header or a parameter of the request that opens everything. */
const BACK_DOOR: readonly RegExp[] = [
  /\bif\b/,
  /\b(?:req(?:uest)?|ctx|c|r|q|params|query|headers|cookies|body|args)\b/,
  /(?:={2,3}|\.equals\(|\.[gG]et\()[^\n"']{0,40}["'][^"'\n]{3,}["']/,
  /\b(?:next\s*\(\s*\)|return\s+(?:true|True|next\b|user\b|await\s+next\b|await\s+call_next\b|NextResponse\.next\b)|next\.ServeHTTP\(|doFilter\(|call_next\()/,
]

/** What a request says is run, or names any file of the machine. */
const AT_COMMAND =
  /\b(?:eval|exec|execSync|Function|spawn|spawnSync|system|popen|vm\.run\w*)\s*\([^\n]{0,200}\b\w+\.(?:query|body|params|headers|args|form|GET|POST)\b|\bsendFile\s*\([^\n]{0,200}\b\w+\.(?:query|params|body)\b[^\n]{0,200}\broot\s*:\s*["']\/["']|\b(?:readFileSync|createReadStream|open|send_file)\s*\(\s*(?:String\()?\w+\.(?:query|params|body|args|GET)\b/

/** How a change of code lets in who was kept out, in words; undefined: it does not. */
export function weakenedChecks(before: string, after: string): string | undefined {
  const [lost, added] = [linesOnlyIn(before, after), linesOnlyIn(after, before)]
  const [gone, new_] = [lost.join('\n'), added.join('\n')]
  const door = withBodies(added).find((line) => BACK_DOOR.every((sign) => sign.test(line)))
  if (door !== undefined) return `a way past the check: \`${door.trim().slice(0, 80)}\``
  const command = added.find((line) => AT_COMMAND.test(line))
  if (command !== undefined) return `a request decides what is run or read: \`${command.trim().slice(0, 80)}\``
  if (count(gone, REFUSES) > count(new_, REFUSES) && count(new_, GUARD) <= count(gone, GUARD))
    return `a refusal is taken out: \`${shown(lost, REFUSES)}\``
  const missing = lostGuard(gone, new_, after)
  return missing === undefined ? undefined : `\`${missing}\` no longer stands before what it protects`
}

/** Each condition with the two lines after it: a body may stand on lines of its own. */
function withBodies(lines: readonly string[]): readonly string[] {
  return lines.map((line, at) =>
    /^\s*(?:[}\])]*\s*else\s+)?if\b.*[{:]\s*$/.test(line) ? lines.slice(at, at + 3).join(' ') : line,
  )
}

/** A guard that lines lose, and that nothing takes the place of. */
function lostGuard(gone: string, added: string, after: string): string | undefined {
  if (count(added, GUARD) >= count(gone, GUARD)) return undefined
  const kept = names(added)
  const missing = names(gone).filter((name) => {
    const place = kept.indexOf(name)
    if (place >= 0) kept.splice(place, 1)
    return place < 0
  })
  // A definition that moves away takes no check with it.
  return missing.find(
    (name) => !new RegExp(`\\b(?:def|function|const|class)\\s+${name}\\b`).test(gone) || after.includes(name),
  )
}

function names(text: string): string[] {
  return [...text.matchAll(GUARD)].map(([name]) => name)
}

function count(text: string, sign: RegExp): number {
  return [...text.matchAll(sign)].length
}

function shown(lines: readonly string[], sign: RegExp): string {
  return (lines.find((line) => count(line, sign) > 0) ?? '').trim().slice(0, 80)
}
