import { baseName, isInside, normalise, parent } from '../../call/paths.ts'
import { candidatePaths } from '../../call/place-kinds.ts'
import { textOf } from '../../call/word.ts'
import type { SimpleCommand } from '../../call/understanding.ts'
import type { Subject } from '../subject.ts'
import { type Finding, here } from './finding.ts'
import { manifestNames } from './manifest-names.ts'

/** Something put in the place of a program that the hook starts, or of the Node that the gate runs on. */
export function shadowsProgram(subject: Subject): Finding | undefined {
  const { gate } = subject.world
  if (gate.programs.length === 0) return undefined
  return writesProgram(subject) ?? installsProgram(subject) ?? removesNode(subject) ?? changesEnvironment(subject)
}

function shadow(evidence: string, name: string): Finding {
  return {
    code: 'itself.shadow',
    what: `\`${evidence}\` puts something in the place of \`${name}\`, which the gate's hook starts`,
  }
}

/** Directories whose programs are started by their name alone. */
const PROGRAM_DIRECTORY = /(?:^|\/)(?:s?bin|shims|scripts)$/

function isProgramDirectory(directory: string, subject: Subject): boolean {
  const { workspace, additional } = subject.surroundings
  return PROGRAM_DIRECTORY.test(directory) && ![workspace, ...additional].some((ours) => isInside(directory, ours))
}

/** Directories that shells of users are told to search. */
const SEARCHED = /^(?:bin|\.local\/bin|go\/bin|\.[\w-]+\/(?:.+\/)?(?:bin|shims))$/

function isSearched(directory: string, { surroundings }: Subject): boolean {
  const { home } = surroundings
  return isInside(directory, home)
    ? SEARCHED.test(directory.slice(home.length + 1))
    : /^\/(?:usr\/(?:local\/)?|opt\/[\w-]+\/)?s?bin$/.test(directory)
}

function writesProgram(subject: Subject): Finding | undefined {
  const { programs } = subject.world.gate
  for (const action of subject.actions) {
    if (action.where.kind !== 'here') continue
    const places =
      action.does === 'write-file'
        ? [action.place]
        : action.does === 'delete-file' && action.movedTo
          ? [action.movedTo]
          : []
    for (const place of places)
      for (const path of candidatePaths(place, subject.surroundings, subject.world)) {
        const name = baseName(path).replace(/\.(?:exe|cmd|bat|ps1)$/i, '')
        if (programs.includes(name) && isProgramDirectory(parent(path), subject)) return shadow(action.evidence, name)
      }
  }
  for (const write of here(subject, 'write-file')) {
    const { content, place, how } = write
    if (place.kind !== 'path' || how === 'directory' || how === 'link' || !isSearched(place.real, subject)) continue
    if (content.kind !== 'unknown' && content.kind !== 'copy') continue
    const names =
      content.kind === 'copy' && content.of.kind === 'path' ? subject.world.list(content.of.real) : undefined
    if (names === undefined || names.some((name) => programs.includes(name)))
      return {
        code: 'itself.shadow',
        what: `\`${write.evidence}\` fills a directory of programs, and may put something in the place of one that the gate's hook starts`,
        instead: 'unpack it elsewhere, and copy the program by its name',
      }
  }
  for (const { program, args, evidence } of here(subject, 'run-program')) {
    const words = args.map((word) => textOf(word) ?? '')
    const chooses =
      /^(?:update-)?alternatives$/.test(program) || (MANAGERS.test(program) && words.some((word) => CHOOSES.test(word)))
    if (!chooses) continue
    const name = words.map((word) => baseName(word).replace(/@.*$/, '')).find((one) => programs.includes(one))
    if (name !== undefined) return shadow(evidence, name)
  }
  return undefined
}

/** What decides which version of a program its name starts, everywhere. */
const MANAGERS = /^(?:asdf|mise|rtx|proto|vfox)$/
const CHOOSES = /^(?:global|set|use|pin|-g|--global|-u|--home)$/

function installsProgram(subject: Subject): Finding | undefined {
  const { programs } = subject.world.gate
  for (const command of subject.understanding.commands) {
    const [program, ...words] = command.words.map((word) => textOf(word) ?? '')
    const install = installOf(baseName(program ?? ''), words)
    if (install === undefined) continue
    const named = install.names.find((name) => programs.includes(name))
    if (named !== undefined) return shadow(command.text, named)
    for (const directory of install.directories) {
      const path = directoryOf(directory, command)
      const name = path && manifestNames(path, install.ecosystem, subject).find((one) => programs.includes(one))
      if (name) return shadow(command.text, name)
    }
  }
  return undefined
}

function directoryOf(written: string, { cwd }: SimpleCommand): string | undefined {
  const bare = written.replace(/^file:(?:\/\/)?/, '').replace(/\[[\w,-]+\]$/, '')
  if (bare.startsWith('/')) return normalise(bare)
  return cwd.kind === 'path' ? normalise(`${cwd.real}/${bare}`) : undefined
}

export type Ecosystem = 'npm' | 'cargo' | 'python' | 'go'

/** What a command puts where programs are started from: packages by name, and directories whose manifests name more. */
interface Install {
  readonly ecosystem: Ecosystem
  readonly names: readonly string[]
  readonly directories: readonly string[]
}

const isPath = (word: string): boolean => /^(?:\.{1,2}(?:\/|$|\[)|\/|~|file:)/.test(word)

function installOf(program: string, words: readonly string[]): Install | undefined {
  const operands = words.filter(
    (word, at) => !word.startsWith('-') && !/^--(?:prefix|registry|dir|cwd|tag)$/.test(words[at - 1] ?? ''),
  )
  const [verb, second] = operands
  switch (program) {
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun': {
      if (verb === 'pkg' && second === 'set')
        return {
          ecosystem: 'npm',
          names: operands.flatMap((word) => /^bin\.([\w.-]+)=/.exec(word)?.[1] ?? []),
          directories: [],
        }
      if (/^(?:link|ln)$/.test(verb ?? '')) {
        const given = operands.slice(1).filter(isPath)
        return { ecosystem: 'npm', names: [], directories: operands.length === 1 ? ['.'] : given }
      }
      const global = words.some((word) => /^(?:-g|--global|--location=global)$/.test(word)) || verb === 'global'
      const packages = operands.slice(verb === 'global' ? 2 : 1)
      const verbs = /^(?:i|in|ins|inst|insta|instal|install|add|isntall|update|up|upgrade)$/
      if (!global || !verbs.test((verb === 'global' ? second : verb) ?? '')) return undefined
      return {
        ecosystem: 'npm',
        names: packages.filter((word) => !isPath(word)).map((word) => word.replace(/(?<=.)@.*$/, '')),
        directories: packages.filter(isPath),
      }
    }
    case 'cargo': {
      if (verb !== 'install') return undefined
      const at = words.indexOf('--path')
      const inline = words.find((word) => word.startsWith('--path='))?.slice(7)
      const directory = inline ?? (at >= 0 ? words[at + 1] : undefined)
      return { ecosystem: 'cargo', names: operands.slice(1), directories: directory === undefined ? [] : [directory] }
    }
    case 'pip':
    case 'pip3':
    case 'pipx':
    case 'uv': {
      const at = operands.indexOf('install')
      if (at < 0) return undefined
      const packages = operands.slice(at + 1)
      return {
        ecosystem: 'python',
        names: program === 'pipx' || verb === 'tool' ? packages : [],
        directories: packages.filter(isPath),
      }
    }
    case 'go':
      return verb === 'install'
        ? {
            ecosystem: 'go',
            names: operands.slice(1).map((word) => baseName(word.replace(/@.*$/, ''))),
            directories: operands
              .slice(1)
              .filter((word) => word.endsWith('...'))
              .map((word) => word.slice(0, -3) || '.'),
          }
        : undefined
    default:
      return undefined
  }
}

/** Managers of Node versions: their name, and a piece of the path at which they keep them. */
const VERSION_MANAGERS: readonly (readonly [program: RegExp, removes: RegExp, kept: RegExp])[] = [
  [/^nvm$/, /^(?:uninstall|unload|deactivate)$/, /\/\.?nvm\//],
  [/^fnm$/, /^(?:uninstall|rm)$/, /\/\.?fnm\//],
  [/^volta$/, /^(?:uninstall)$/, /\/\.volta\//],
  [/^(?:asdf|mise|rtx)$/, /^(?:uninstall|prune|reshim|rm|remove)$/, /\/(?:\.asdf|mise|rtx)\//],
  [/^n$/, /^(?:rm|-|prune|uninstall)$/, /\/n\/versions\//],
  [/^nodenv$/, /^uninstall$/, /\/\.nodenv\//],
  [/^brew$/, /^(?:uninstall|remove|rm|unlink|cleanup|autoremove)$/, /\/(?:Cellar|homebrew|linuxbrew)\//],
]

/** Our own package removed or replaced, and the Node that the gate runs on. */
function removesNode(subject: Subject): Finding | undefined {
  const { fixed } = subject.world.gate
  for (const { program, args, evidence } of here(subject, 'run-program')) {
    const words = args.map((word) => textOf(word))
    const operands = words.filter((word) => !(word?.startsWith('-') ?? false))
    if (/^(?:npm|pnpm|yarn|bun)$/.test(program) && isGlobal(words)) {
      const [verb] = operands.filter((word) => word !== 'global')
      if (
        operands.some((word) => /^portcullis(?:@.*)?$/.test(word ?? '')) &&
        !/^(?:ls|list|view|info|why|explain|outdated)$/.test(verb ?? '')
      )
        return { code: 'itself.program', what: `\`${evidence}\` replaces or removes the gate's own program` }
      const all = /^(?:update|up|upgrade|prune|dedupe)$/.test(verb ?? '') && operands.length <= 1
      if (all && fixed.some((path) => path.endsWith('/node_modules/portcullis')))
        return { code: 'itself.program', what: `\`${evidence}\` replaces the gate's own program` }
    }
    const manager = VERSION_MANAGERS.find(([name]) => name.test(program))
    if (manager === undefined || !manager[1].test(operands[0] ?? '')) continue
    const version = operands
      .slice(1)
      .map((word) => (word === undefined ? undefined : word.replace(/^(?:node|nodejs)@?/, '')))
    const node = fixed.find((path) => manager[2].test(path))
    if (node !== undefined && (version.length === 0 || version.some((one) => couldBeVersion(one, node))))
      return { code: 'itself.program', what: `\`${evidence}\` removes the Node that the gate runs on: \`${node}\`` }
  }
  return undefined
}

function isGlobal(words: readonly (string | undefined)[]): boolean {
  return words.some((word) => /^(?:-g|--global|--location=global|global)$/.test(word ?? ''))
}

/** `24`, `v24.1.0`, `lts/*`, or nothing that is known. */
function couldBeVersion(version: string | undefined, path: string): boolean {
  if (version === undefined || !/^v?\d/.test(version)) return true
  const numbers = version.replace(/^v/, '')
  return new RegExp(`(?<![\\d.])${numbers.replaceAll('.', '\\.')}(?!\\d)`).test(path)
}

/** Variables that change which program or library a process gets. */
const STEERS =
  /\b(?:PATH|fish_user_paths|LD_\w+|DYLD_\w+|NODE_OPTIONS|NODE_PATH|PERL5\w*|PERLLIB|BASH_ENV|ENV|ZDOTDIR|PORTCULLIS_\w+|CLAUDE_CONFIG_DIR|CODEX_HOME)\b/
const LASTS =
  /(?:^|\/)(?:environment\.d\/[^/]+\.conf|\.pam_environment|fish_variables|config\.fish|fish\/conf\.d\/[^/]+|\.zshenv|\.zprofile|\.zlogin|\.zshrc|\.bashrc|\.bash_profile|\.bash_login|\.profile|\.xprofile|\.cshrc|\.tcshrc|\.login|\.kshrc|\.xsessionrc|\.envrc)$/

/** Variables for every later process, and so for the hook: written into profiles, or set for good by the shell. */
function changesEnvironment(subject: Subject): Finding | undefined {
  const { home } = subject.surroundings
  for (const write of here(subject, 'write-file')) {
    if (write.place.kind !== 'path' || !isInside(write.place.real, home) || !LASTS.test(write.place.real)) continue
    const { content } = write
    const text = content.kind === 'text' ? content.text : content.kind === 'change' ? content.added : ''
    const name = STEERS.exec(text)?.[0]
    if (name !== undefined && !isInside(write.place.real, subject.surroundings.workspace))
      return {
        code: 'itself.shadow',
        what: `\`${write.evidence}\` sets \`${name}\` for every later process, the gate's hook included`,
      }
  }
  for (const { program, args, evidence } of here(subject, 'run-program')) {
    const words = args.map((word) => textOf(word) ?? '')
    const lasting =
      program === 'fish_add_path' ||
      program === 'setx' ||
      (program === 'set' && /^-\w*U/.test(words[0] ?? '')) ||
      (program === 'launchctl' && words[0] === 'setenv') ||
      (program === 'systemctl' && words.some((word) => /^(?:set|import)-environment$/.test(word))) ||
      program === 'dbus-update-activation-environment'
    if (lasting && (program === 'fish_add_path' || words.some((word) => STEERS.test(word))))
      return {
        code: 'itself.shadow',
        what: `\`${evidence}\` changes the environment of every later process, the gate's hook included`,
      }
  }
  return undefined
}
