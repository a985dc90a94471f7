import type { ActionOf } from '../action.ts'
import { hostKind } from '../hosts.ts'
import { hostName } from '../shell/programs/facts.ts'
import type { ProgramContext } from '../shell/programs/program.ts'
import { isUrl } from '../shell/programs/project.ts'
import { show, type Word } from '../word.ts'

export type InstallScope = ActionOf<'install-package'>['scope']

/** Packages named on a command line; none named means those the project declares. */
export function installNamed(
  context: ProgramContext,
  ecosystem: string,
  named: readonly Word[],
  scope: InstallScope,
  registry?: Word,
): void {
  const packages = named.map(show)
  const url = named.find(isUrl)
  const file = named.find((word) => PACKAGE_FILE.test(show(word)))
  const elsewhere = registry !== undefined && isUrl(registry) && hostKind(hostName(registry) ?? '') !== 'loopback'
  if (url) context.contacts(url, 'fetch')
  if (file) context.reads(file)
  context.record({
    does: 'install-package',
    ecosystem,
    packages,
    origin: url
      ? 'url'
      : elsewhere
        ? 'other-registry'
        : packages.length === 0
          ? 'declared'
          : file
            ? 'file'
            : 'registry',
    scope,
  })
}

const PACKAGE_FILE = /^(\.{0,2}\/|~)|\.(gem|deb|rpm|apk|whl|crate|nupkg|snap|flatpak|pkg|rock|phar|tgz|tar\.gz|zst)$/
