import type { ActionOf } from '../call/action.ts'
import { isPackageRegistry, parseTarget } from '../call/hosts.ts'
import { trusts } from '../call/trust.ts'
import type { Surroundings } from '../call/world.ts'
import { show } from '../call/word.ts'

/** Package managers that take packages from wherever an option or an operand says. */
const MANAGERS =
  /^(?:choco|winget|scoop|gem|nuget|brew|snap|flatpak|install-package|install-module|install-script|save-module|add-appxpackage|add-appxprovisionedpackage|register-psrepository|dism|conda|mamba|helm|luarocks|cpan|cpanm|opam|mvn|mvnw|mvnd|gradle|gradlew|terraform|tofu|asdf|mise|rtx|nvm|pyenv|composer|r|pod|carthage|cargo|guix|apk|zypper|dnf|yum|ansible-galaxy|vagrant|packer|pulumi|dotnet|nimble|mix|rebar3|swift|port|docker-compose|code|cursor)$/

const SOURCE_OPTION =
  /^--?(?:s|src|source|sourcelocation|repo|repository|manifest|m|feed|server|mirror|path|channel|c)$/i

/** Where a package manager is told to take a package from, when that is a URL, a share or a file that no registry serves. */
export function otherSource(
  { program, args }: ActionOf<'run-program'>,
  surroundings: Surroundings,
): string | undefined {
  if (!MANAGERS.test(program)) return undefined
  const words = args.map(show)
  if (
    !words.some((word) =>
      /^(?:install|add|upgrade|update|import|tap|remote-add|i|init|dependency:get|get|require|create-project|pull|plugin|plugins|box|collection|repo|build|test|run|package|assemble|check|INSTALL|up)$/i.test(
        word,
      ),
    ) &&
    !/-/.test(program)
  )
    return undefined
  if (program === 'snap' && words.includes('--dangerous')) return words.at(-1)
  for (const [index, word] of words.entries()) {
    const given = /^--?[\w.-]+=(.+)$/.exec(word)?.[1] ?? (SOURCE_OPTION.test(word) ? words[index + 1] : word)
    // An address may stand inside: `git+https://…`, `{"url":"https://…"}`.
    const value = given === undefined ? undefined : (/(?:https?|ftp):\/\/[^\s"'}]+/i.exec(given)?.[0] ?? given)
    if (value === undefined || !/^["']?(?:https?:\/\/|ftp:|\\\\)/i.test(value)) continue
    const target = parseTarget(value)
    if (target.kind !== 'named' || !isSource(target.name, surroundings)) return value
  }
  return undefined
}

function isSource(host: string, surroundings: Surroundings): boolean {
  return isPackageRegistry(host, surroundings) || trusts(surroundings.trust, 'sources', host)
}
