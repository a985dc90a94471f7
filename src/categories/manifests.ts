import { isPackageRegistry, parseTarget } from '../call/hosts.ts'
import { trusts } from '../call/trust.ts'
import type { Deeds } from './category.ts'
import { destinationOf, isTrusted } from './destinations.ts'
import { lookAlike } from './look-alike-packages.ts'

/** How the manifests of each ecosystem name another source of packages. */
const SOURCES: readonly (readonly [name: RegExp, line: RegExp])[] = [
  [
    /^(?:requirements[\w.-]*|constraints[\w.-]*)\.(?:txt|in)$/,
    /^\s*(?:-i|--index-url|--extra-index-url|-f|--find-links)[=\s]+(\S+)/gm,
  ],
  [/^(?:pyproject\.toml|pipfile|uv\.toml|poetry\.toml)$/, /^\s*url\s*=\s*["'](https?:[^"']+)["']/gm],
  [/^cargo\.toml$/, /\b(?:git|registry-index|index)\s*=\s*["'](https?:[^"']+)["']/g],
  [/^gemfile$/, /^\s*(?:source|git_source)[\s(]+["'](https?:[^"']+)["']|\bgit:\s*["'](https?:[^"']+)["']/gm],
  [/^(?:(?:build|settings)\.gradle(?:\.kts)?)$/, /\b(?:url\b\s*=?|maven\b)\s*\(?\s*(?:uri\()?["'](https?:[^"']+)["']/g],
  [/^pom\.xml$/, /<(?:repository|pluginRepository)>[^]{0,600}?<url>\s*(https?:[^<\s]+)/g],
  [/^composer\.json$/, /"(?:url)"\s*:\s*"(https?:[^"]+)"/g],
]

/** Where a manifest would take packages from that no known registry serves, or the look-alike that it names, in words. */
export function movedSource(name: string, text: string, deeds: Deeds): string | undefined {
  for (const [file, line] of SOURCES) {
    if (!file.test(name)) continue
    for (const found of text.matchAll(line)) {
      const address = found[1] ?? found[2] ?? ''
      const target = parseTarget(address)
      if (target.kind !== 'named') continue
      const known =
        isPackageRegistry(target.name, deeds.surroundings) ||
        trusts(deeds.surroundings.trust, 'repositories', target.name) ||
        isTrusted(target.name, deeds) ||
        destinationOf(target, deeds) === 'loopback'
      if (!known) return `packages would come from \`${address}\``
    }
  }
  if (name === 'go.mod') {
    const replaced = /^\s*(?:replace\s+)?\S+(?:\s+v\S+)?\s+=>\s+(?!\.{0,2}\/)([\w.-]+\.[a-z]+)\//m.exec(text)?.[1]
    if (replaced !== undefined && !trusts(deeds.surroundings.trust, 'modules', replaced))
      return `a module would come from \`${replaced}\``
  }
  if (/^requirements[\w.-]*\.txt$/.test(name))
    for (const [, wanted] of text.matchAll(/^([A-Za-z][\w.-]*)/gm)) {
      const twin = lookAlike(wanted!, 'pip')
      if (twin !== undefined) return `\`${wanted}\` is easily taken for \`${twin}\``
    }
  return undefined
}

/** What infrastructure code gives to everybody, in words. */
export function openToAll(text: string): string | undefined {
  if (
    /\bcluster-admin\b/.test(text) &&
    /name:\s*["']?system:(?:unauthenticated|anonymous|authenticated|serviceaccounts)\b/.test(text)
  )
    return 'everybody would rule the cluster'
  const world = /0\.0\.0\.0\/0|::\/0/.test(text)
  if (
    world &&
    /\bingress\b/i.test(text) &&
    /protocol["']?\s*[=:]\s*["'](?:-1|all)["']|\bto_port["']?\s*[=:]\s*65535\b/i.test(text)
  )
    return 'every port would be open to everybody'
  return /"?(?:principal|Principal)"?\s*[=:]\s*(?:"\*"|\{\s*"?AWS"?\s*[=:]\s*"\*")/.test(text) &&
    /"?(?:Action|actions?)"?\s*[=:]\s*\[?\s*"(?:\*|\w+:\*)"/.test(text)
    ? 'everybody could do everything with it'
    : undefined
}
