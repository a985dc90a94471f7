import { linesOnlyIn } from './file-changes.ts'

/**
 * Commands in scripts, images, tasks and pipelines that lose an option which holds packages, sources and checks to what
 * was agreed, or gain one that lets them off. In words; undefined: neither.
 */
export function lostFlags(before: string, after: string): string | undefined {
  const [lost, added] = [linesOnlyIn(before, after), linesOnlyIn(after, before)]
  if (lost.length === 0) return undefined
  const [gone, fresh] = [lost.join('\n'), added.join('\n')]
  for (const sign of HOLDS) {
    const option = sign.exec(gone)?.[0]
    if (option !== undefined && !sign.test(after))
      return `\`${option.trim()}\` no longer holds packages to what was agreed`
  }
  for (const [strict, loose] of BECOMES) {
    const now = loose.exec(fresh)?.[0]
    if (strict.test(gone) && !strict.test(fresh) && now !== undefined)
      return `\`${now.trim()}\` takes the place of what the lockfile says`
  }
  const moved = movedAddress(lost, added, before)
  if (moved !== undefined) return moved
  const line = added.find((each) => LETS_OFF.test(each) && !each.trim().startsWith('#'))
  return line !== undefined && !LETS_OFF.test(gone) ? `lets a check off: \`${line.trim().slice(0, 80)}\`` : undefined
}

const HOLDS: readonly RegExp[] = [
  /--require-hashes\b|\brequire-hashes\s*=\s*true/,
  /--frozen-lockfile\b|--immutable\b|--frozen\b|--deployment\b|\bBUNDLE_(?:FROZEN|DEPLOYMENT)\b|--locked-mode\b|--locked\b|--check-locked\b|--no-deps-update\b|--verify\b|--checksum=\S+/,
  /--ignore-scripts\b|\bignore-scripts\s*=\s*true/,
  /-mod=(?:readonly|vendor)\b/,
  /--verify-signatures?\b|--require-signature\b|\b(?:gpgv?\s+--verify|cosign verify|sha\d+sum\s+(?:-c|--check)|minisign -V|slsa-verifier|npm audit signatures)/,
  /--only-binary\b|--no-build-isolation\s*=\s*false/,
  /--proto\s+['"]?=https|--tlsv1\.[23]/,
]

const BECOMES: readonly (readonly [RegExp, RegExp])[] = [
  [/\bnpm\s+(?:ci|clean-install)\b/, /\bnpm\s+(?:i|install|update)\b(?!\s+(?:-g|--global)\s)/],
  [/\buv\s+sync\s+--(?:locked|frozen)\b/, /\buv\s+(?:sync|lock)\b/],
  [/\bcomposer\s+install\b/, /\bcomposer\s+(?:update|upgrade)\b/],
  [/\bbundle\s+install\b/, /\bbundle\s+update\b/],
  [/\bpoetry\s+(?:install|sync)\b/, /\bpoetry\s+update\b/],
]

const LETS_OFF =
  /\B--(?:trusted-host|no-check-certificate|no-verify-ssl|insecure|allow-unauthenticated|allow-untrusted|no-gpg-check|nogpgcheck|no-signature|skip-verify|skip-signature|no-package-lock|no-lockfile|disable-gpg|allow-insecure-repositories|force-yes|unsafe-perm|break-lock|no-sig-check|insecure-skip-tls-verify|no-ignore-scripts|(?:config\.)?ignore-scripts[= ](?:false|0)|no-frozen-lockfile|no-immutable)\b|\b(?:GONOSUMDB|GONOSUMCHECK|GOINSECURE|GIT_SSL_NO_VERIFY|NODE_TLS_REJECT_UNAUTHORIZED|PIP_TRUSTED_HOST|PIP_EXTRA_INDEX_URL|PIP_INDEX_URL|CARGO_HTTP_CHECK_REVOKE)\s*[=:]|\bGOFLAGS=\S*-insecure|\bGOSUMDB\s*[=:]\s*["']?off|\bcurl\b[^\n|]*\s-\w*k\w*\s/

/** A command that fetches from somebody else than before, in the place of the same command. */
function movedAddress(lost: readonly string[], added: readonly string[], before: string): string | undefined {
  for (const [at, line] of lost.entries()) {
    const now = lost.length === added.length ? added[at] : undefined
    if (now === undefined || !FETCHES.test(line) || !FETCHES.test(now)) continue
    const [was, is] = [owner(line), owner(now)]
    if (was !== undefined && is !== undefined && was !== is && !before.includes(is))
      return `something would come from \`${is}\`, not from \`${was}\``
  }
  return undefined
}

const FETCHES =
  /\b(?:curl|wget|git\s+clone|ADD|aria2c|http|go\s+install|pip3?\s+install|npm\s+i(?:nstall)?|cargo\s+install|gh\s+release)\b/

/** The host; on a forge, whose repository. */
function owner(line: string): string | undefined {
  const [, host, first] = /\bhttps?:\/\/(?:[^@/\s]*@)?([\w.-]+)\/?([\w.-]*)/.exec(line) ?? []
  if (host === undefined) return undefined
  return /(?:github(?:usercontent)?|gitlab|bitbucket|codeberg)\.\w+$/.test(host) ? `${host}/${first}` : host
}
