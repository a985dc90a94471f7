import { isInside, normalise } from '../../call/paths.ts'
import { knownText, textOf } from '../../call/word.ts'
import type { Subject } from '../subject.ts'
import { changed, type Finding, here, HOME, isInsideAny } from './finding.ts'

/** Git and package managers that change files below the directory they work in. */
const REWRITES: ReadonlySet<string> = new Set([
  'configure',
  'clone',
  'switch',
  'merge',
  'stash',
  'discard-work',
  'rewrite-history',
  'apply-patch',
])

/** `git pull`, `git checkout`, `npm install` inside the gate's own directories. */
export function changesRepository(subject: Subject): Finding | undefined {
  const changes = subject.actions.filter(
    (action) =>
      (action.does === 'change-repository' && REWRITES.has(action.deed)) ||
      (action.does === 'install-package' && action.scope === 'project'),
  )
  const managed = here(subject, 'run-program').filter(
    ({ program, args }) =>
      PACKAGE_MANAGERS.test(program) && args.some((word) => CHANGES_PACKAGES.test(textOf(word) ?? '')),
  )
  const patched = here(subject, 'run-program').filter(({ program }) => program === 'patch')
  for (const change of [...changes, ...managed, ...patched]) {
    const directories = directoriesOf(change.evidence, subject)
    const hooked = hookedIn(directories, subject)
    if (hooked !== undefined)
      return {
        code: 'itself.hook',
        what: `\`${change.evidence}\` may change \`${hooked}\`, in which the gate's hook is registered`,
      }
    const root = subject.world.gate.fixed.find((path) =>
      directories.some((one) => isInside(one, path) || isCheckout(one, path)),
    )
    if (root) return changed(`\`${change.evidence}\` changes the gate's own program: \`${root}\``, root, subject)
  }
  return undefined
}

/** A file with the gate's hook below a directory that is not the agent's workspace. */
function hookedIn(directories: readonly string[], { world, surroundings }: Subject): string | undefined {
  const elsewhere = directories.filter((directory) => !isInside(directory, surroundings.workspace))
  return world.gate.hooked.find((path) => elsewhere.some((directory) => isInside(path, directory)))
}

/** Git in the directory that holds the state: it shows every file that it keeps, and what they were. */
export function looksThroughGit(subject: Subject): Finding | undefined {
  const { secrets, fixed } = subject.world.gate
  for (const run of here(subject, 'run-program')) {
    if (run.program !== 'git') continue
    const directory = directoriesOf(run.evidence, subject).find(
      (one) =>
        isInsideAny(one, secrets) || (isInsideAny(one, fixed) && secrets.some((secret) => isInside(secret, one))),
    )
    if (directory !== undefined)
      return {
        code: 'itself.secret',
        what: `\`${run.evidence}\` works in \`${directory}\`, which holds the gate's state`,
      }
  }
  return undefined
}

const PACKAGE_MANAGERS = /^(?:npm|pnpm|yarn|bun)$/
const CHANGES_PACKAGES =
  /^(?:un(?:install|link)?|r|rm|remove|install|i|add|ci|update|up(?:grade)?|prune|dedupe|rebuild|link|audit|pkg|version|set)$/

/** The directory of the manifest that the gate runs from. */
function isCheckout(directory: string, path: string): boolean {
  return path === `${directory}/package.json`
}

/** Where a command works: its directory, or the one that its options name. */
function directoriesOf(evidence: string, subject: Subject): readonly string[] {
  const { cwd } = subject.surroundings
  const places = subject.understanding.commands
    .filter(({ text }) => evidence.includes(text))
    .flatMap((command) => (command.cwd.kind === 'path' ? [command.cwd.real] : []))
  const named = here(subject, 'run-program')
    .filter((run) => run.evidence === evidence)
    .flatMap(({ args }) =>
      args.flatMap((word, at) => {
        const text = knownText(word)
        if (/^(?:-C|-d|--prefix|--cwd|--dir|--directory|--work-tree|--git-dir)$/.test(text))
          return args[at + 1] ? [knownText(args[at + 1]!)] : []
        return /^--(?:prefix|cwd|dir|directory|work-tree|git-dir)=/.test(text)
          ? [text.slice(text.indexOf('=') + 1)]
          : []
      }),
    )
  return [...places, ...named.map((path) => normalise(path.startsWith('/') ? path : `${cwd}/${path}`))]
}

/** Mounting over a directory replaces all below it. */
export function mountsOver(subject: Subject): Finding | undefined {
  const { gate } = subject.world
  for (const run of here(subject, 'run-program')) {
    const mounts = /^(?:mount|umount|bindfs|sshfs|fusermount3?|mount\.\w+)$/.test(run.program)
    if (!mounts && run.program !== 'bwrap') continue
    const words = run.args.map((word) =>
      knownText(word).replace(OWN_ADDRESS, (_, path: string) =>
        normalise(path.startsWith('/') ? path : `${subject.surroundings.home}/${path}`),
      ),
    )
    for (const path of mounts ? words : coveredBy(words)) {
      const target = [...gate.secrets, ...gate.fixed, ...gate.hooked].find(
        (one) => path.startsWith('/') && (isInside(path, one) || isInside(one, path)),
      )
      if (target !== undefined)
        return {
          code: 'itself.change',
          what: `\`${run.evidence}\` hides or replaces \`${target}\`, which belongs to the gate`,
        }
    }
  }
  return undefined
}

/** This machine by its own address: `sshfs localhost:.portcullis here`. */
const OWN_ADDRESS = /^(?:[\w.-]+@)?(?:localhost|127(?:\.\d+){3}|\[?::1\]?):(.*)$/s

/** Where a sandbox puts something else than what lies there: `--bind / /` changes nothing. */
function coveredBy(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    if (/^--(?:tmpfs|dir|mqueue|proc|dev|overlay|tmp-overlay|ro-overlay)$/.test(word))
      return words.slice(at + 1, at + 2)
    if (!/^--(?:(?:ro-|dev-)?bind(?:-try|-data|-fd)?|ro-bind-data|symlink|file)$/.test(word)) return []
    const [from, to] = words.slice(at + 1, at + 3)
    return to === undefined || from === to ? [] : [to]
  })
}

const EDITORS: ReadonlySet<string> = new Set(
  'ed ex vi vim nvim view nano pico emacs emacsclient micro joe kak hx helix code codium subl gedit kate mcedit ne tilde'.split(
    ' ',
  ),
)

/** An editor can write what it opens. */
export function opensInEditor(subject: Subject): Finding | undefined {
  const { cwd, home } = subject.surroundings
  for (const run of here(subject, 'run-program')) {
    if (!EDITORS.has(run.program)) continue
    for (const word of run.args) {
      const text = knownText(word).replace(HOME, home)
      const path = normalise(text.startsWith('/') ? text : `${cwd}/${text}`)
      if (isInsideAny(path, subject.world.gate.fixed))
        return changed(`\`${run.evidence}\` opens \`${path}\`, which belongs to the gate`, path, subject)
    }
  }
  return undefined
}
