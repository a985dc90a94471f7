import { linesOnlyIn } from './file-changes.ts'

/** Lists of what stays out of a commit, an image or a package. */
const IGNORE_LIST = /(?:^|\/)\.(?:git|docker|npm|vercel|gcloud|slug|vscode|helm)ignore$|(?:^|\/)\.git\/info\/exclude$/
const SECRETS =
  /\.env\b|\.pem\b|\.key\b|\.p12\b|\.pfx\b|secret|credential|id_(?:rsa|ed25519)|\.tfstate|\.npmrc|\.pypirc|kubeconfig|service-account/i

/** What a list of ignored files no longer keeps out of what others get, in words; undefined: no secret. */
export function letsOut(path: string, before: string, after: string): string | undefined {
  if (!IGNORE_LIST.test(path)) return undefined
  const rules = (text: string): readonly string[] =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
  const now = rules(after)
  const lost = linesOnlyIn(before, after)
    .map((line) => line.trim())
    .find((line) => SECRETS.test(line) && !/^[!#]/.test(line) && !now.some((rule) => covers(rule, line)))
  const let_ = linesOnlyIn(after, before).find(
    (line) => /^\s*!/.test(line) && SECRETS.test(line) && !/example|sample|template|dist\b/i.test(line),
  )
  const shown = lost ?? let_?.trim()
  return shown === undefined ? undefined : `no longer keeps secrets out: \`${shown.slice(0, 80)}\``
}

/** A wider rule takes the place of a narrower one: `.env*` of `.env.local`. */
function covers(rule: string, line: string): boolean {
  const bare = (text: string): string => text.replace(/^\*\*\/|^\//, '').replace(/\/$/, '')
  const stem = bare(rule).replace(/\*.*$/, '')
  return bare(rule) === bare(line) || (rule.includes('*') && stem !== '' && bare(line).startsWith(stem))
}
