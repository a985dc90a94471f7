import type { Deed } from '../call/action.ts'
import { isPackageRegistry, parseTarget } from '../call/hosts.ts'
import { show } from '../call/word.ts'

/** Package managers that take packages from wherever an option or an operand says. */
const MANAGERS =
  /^(?:choco|winget|scoop|gem|nuget|brew|snap|flatpak|install-package|install-module|install-script|save-module|add-appxpackage|add-appxprovisionedpackage|register-psrepository|dism|conda|mamba|helm|luarocks|cpan|cpanm|opam|mvn|mvnw|terraform|tofu|asdf)$/

const SOURCE_OPTION =
  /^--?(?:s|src|source|sourcelocation|repo|repository|manifest|m|feed|server|mirror|path|channel|c)$/i

/** Where a package manager is told to take a package from, when that is a URL, a share or a file that no registry serves. */
export function otherSource({ program, args }: Deed<'run-program'>): string | undefined {
  if (!MANAGERS.test(program)) return undefined
  const words = args.map(show)
  if (
    !words.some((word) =>
      /^(?:install|add|upgrade|update|import|tap|remote-add|i|init|dependency:get|get)$/i.test(word),
    ) &&
    !/-/.test(program)
  )
    return undefined
  if (program === 'snap' && words.includes('--dangerous')) return words.at(-1)
  for (const [index, word] of words.entries()) {
    const value = /^--?[\w-]+=(.+)$/.exec(word)?.[1] ?? (SOURCE_OPTION.test(word) ? words[index + 1] : word)
    if (value === undefined || !/^["']?(?:https?:\/\/|ftp:|\\\\)/i.test(value)) continue
    const target = parseTarget(value)
    if (target.kind !== 'named' || !(isPackageRegistry(target.name) || KNOWN.test(target.name))) return value
  }
  return undefined
}

const KNOWN =
  /(?:^|\.)(?:github\.com|powershellgallery\.com|nuget\.org|chocolatey\.org|flathub\.org|bioconda\.org|bitnami\.com|microsoft\.com|luarocks\.org|cpan\.org)$/i
