import { linesOnlyIn } from './file-changes.ts'

/** Files that say nothing but who may do what: each line of them is a check. */
const POLICY =
  /\.(?:rego|cedar|polar|fga|rules|sentinel|casbin)$|(?:^|\/)(?:pg_hba\.conf|sudoers\S*|casbin\S*\.csv|policy\.csv|haproxy\.cfg|sshd_config|hosts\.(?:allow|deny))$/i

export function isPolicy(path: string): boolean {
  return POLICY.test(path)
}

/** What a policy no longer asks for, or lets in as well; undefined: it is as strict as before. */
export function loosenedPolicy(path: string, before: string, after: string): string | undefined {
  if (!isPolicy(path)) return undefined
  const [lost, added] = [linesOnlyIn(before, after), linesOnlyIn(after, before)]
  const open = added.find((line) => OPEN.test(line))
  if (open !== undefined) return `lets in whom it kept out: \`${open.trim().slice(0, 80)}\``
  const pool = new Set(added.flatMap(tokens))
  const gone = lost.find((line) => ASKS.test(line) && tokens(line).some((token) => !pool.has(token)))
  if (gone !== undefined) return `no longer asks for \`${gone.trim().slice(0, 80)}\``
  return undefined
}

const OPEN =
  /\bdefault\s+\w+\s*:?=\s*true\b|\ballow\s+[\w, ]+(?:;|:\s*if\s+true\b)|^\s*p\s*,\s*(?:guest|anonymous|anyone|public|everyone|\*)\s*,|\ballow\s*(?::?=\s*true|if\s*\{\s*true)|permit\s*\(\s*principal\s*,\s*action\s*,\s*resource\s*\)|\b0\.0\.0\.0\/0\b|::\/0|\btrust\s*$|NOPASSWD|^\s*ALL\s*:\s*ALL|\bPermit(?:RootLogin|EmptyPasswords)\s+(?!no\b)|\bPasswordAuthentication\s+yes/im
const ASKS =
  /==|!=|\bif\b|\bnot\b|\bin\b|\bdeny\b|\brequest\.|\bauth\b|\bhttp-request\b|\bacl\b|\bwhen\b|\bforbid\b|\breject\b|\binput\.|\bscram\b|\bcert\b|^\s*p\s*,/i

function tokens(line: string): readonly string[] {
  return line.match(/[\w/.-]+|[=!<>]=?/g) ?? []
}
