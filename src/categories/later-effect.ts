import type { ActionOf } from '../call/action.ts'
import { baseName } from '../call/paths.ts'
import { weakWorkflow } from './block/review-bypass.ts'
import { repointed } from './block/repointing.ts'
import { movedSource, openToAll } from './manifests.ts'
import type { Deeds, Evidence } from './category.ts'
import { harmIfRun, harmInImage, incoming, leavesSomethingRunning, wipesByCall } from './contents.ts'
import { weakened } from './edited/weakenings.ts'
import { isHere, isOurs, kindsOf, pathOf } from './grounds.ts'
import { harmInWords } from './orders.ts'
import { deedsOf } from './seek.ts'
import { wideContainer } from './wide-containers.ts'

/**
 * An edit of what will later run or rule, with content that is not plainly ordinary: package scripts, hooks, build
 * files, workflows, editor and package-manager settings, infrastructure state. Such an edit is reviewed even inside the
 * workspace, because its effect comes when nobody looks. Undefined: nothing of the kind, or an everyday edit.
 */
export function laterEffect(deeds: Deeds): Evidence | undefined {
  for (const action of deedsOf(deeds, 'write-file')) {
    if (!isHere(action) || !isOurs(action.place, deeds) || action.how === 'directory') continue
    const detail = later(action, deeds)
    if (detail !== undefined) return { quote: action.evidence, detail }
  }
  return weakened(deeds, 'instructions')
}

/** Where `npx`, package scripts and an activated environment look for programs. Only installers have business there. */
const STARTED_BY_NAME = /\/(?:node_modules\/\.bin|vendor\/bin|\.?v?env\/(?:bin|Scripts))\/[^/]+$/

function later(action: ActionOf<'write-file'>, deeds: Deeds): string | undefined {
  const kinds = kindsOf(action.place, deeds)
  const path = pathOf(action.place)
  const name = baseName(path).toLowerCase()
  const text = incoming(action.content)
  if (action.how === 'link' && (kinds.has('agent-settings') || kinds.has('git-internals')))
    return 'a link in place of settings'
  if (kinds.has('git-internals')) return 'the repository’s own files run and rule git'
  // What stands there already is often a link: the name counts, not where it leads.
  const named = action.place.kind === 'path' ? action.place.path : path
  if (STARTED_BY_NAME.test(named) || STARTED_BY_NAME.test(path)) return 'other commands start it by its name'
  if (ALWAYS_REVIEWED.has(name)) return `\`${name}\` runs whenever its tool starts`
  if (/\.tfstate(\.backup)?$/.test(name)) return 'infrastructure state decides what is created and destroyed'
  if (kinds.has('hook-runner')) return text === undefined ? 'hooks run at every commit' : oddHook(text, name)
  if (kinds.has('editor-settings') || name.endsWith('.code-workspace')) return oddEditor(text, name)
  if (kinds.has('package-settings')) {
    if (/\/\.yarn\/(releases|plugins)\//.test(path) || /^\.?(pnp|pnpmfile)\b/.test(name))
      return 'the package manager runs it'
    if (text === undefined)
      return action.content.kind === 'copy' ? 'settings of a package manager come from elsewhere' : undefined
    const moved = repointed(text, deeds)
    if (moved !== undefined) return `\`${moved}\``
    return /\b(rustc-wrapper|runner|linker|credential-process|build-command|init-script|javaagent|node-options|preload|LD_PRELOAD|run_under|workspace_status_command)\b/i.test(
      text,
    )
      ? 'it names a program that the package manager will start'
      : undefined
  }
  if (text === undefined) {
    const fromElsewhere =
      action.content.kind === 'network' || (action.content.kind === 'copy' && !isOurs(action.content.of, deeds))
    return fromElsewhere && RUNS_LATER.some((kind) => kinds.has(kind))
      ? `\`${name}\` will run and comes from elsewhere`
      : undefined
  }
  if (kinds.has('agent-instructions')) return harmInWords(text)
  if (kinds.has('documentation')) return undefined
  const wide = wideContainer(name, text)
  if (wide !== undefined) return `what it describes gets ${wide}`
  if (kinds.has('package-manifest') || kinds.has('build-script')) {
    const moved = movedSource(name, text, deeds)
    if (moved !== undefined) return moved
  }
  if (kinds.has('infrastructure') || /\.(?:tf|ya?ml|json)$/.test(name)) {
    const open = openToAll(text)
    if (open !== undefined) return open
  }
  if (CODE.test(name)) {
    const order = harmInCalls(text)
    if (order !== undefined) return `it holds ${order}`
  }
  if (name === 'package.json') return oddScripts(text)
  if (kinds.has('ci')) return weakWorkflow(text)
  if (name === '.gitattributes')
    return /\b(filter|diff|merge)=(?!lfs|text|binary|union|ours)\w/.test(text)
      ? 'it names a filter that git will run'
      : undefined
  if (name === '.gitmodules') return /url\s*=/.test(text) ? 'it names where submodules come from' : undefined
  if (kinds.has('package-manifest') || kinds.has('build-script') || kinds.has('infrastructure'))
    return oddBuild(text, name)
  return undefined
}

const CODE = /\.(?:py|[cm]?[jt]sx?|rb|pl|php|go|rs|lua|java|kt|cs|swift|ex|exs)$/

/** Orders that code, a test among it, hands to a shell as they stand. */
function harmInCalls(text: string): string | undefined {
  if (wipesByCall(text)) return 'a call that wipes a system or home directory'
  for (const [, , order] of text.matchAll(
    /\b(?:os\.(?:system|popen)|subprocess\.\w+|exec(?:Sync)?|execa|system|shell_exec|passthru|popen|IO\.popen|os\.execute|Command::new|exec\.Command|Runtime\.getRuntime\(\)\.exec)\s*\(\s*(["'`])((?:(?!\1)[^\\\n]|\\.){4,400})\1/g,
  )) {
    const harm = harmIfRun(order!)
    if (harm !== undefined && !harm.includes('downloads')) return harm
  }
  return undefined
}

const RUNS_LATER = [
  'package-manifest',
  'build-script',
  'ci',
  'hook-runner',
  'infrastructure',
  'package-settings',
  'git-config',
] as const

const ALWAYS_REVIEWED: ReadonlySet<string> = new Set([
  '.envrc',
  'sitecustomize.py',
  'usercustomize.py',
  '.pnp.cjs',
  '.pnp.loader.mjs',
  '.pnpmfile.cjs',
  '.bazeliskrc',
  '.devcontainer.json',
  '.ripgreprc',
  '.exrc',
])

/** Scripts that npm and its like run by themselves on install. */
const INSTALL_HOOKS =
  /"(pre|post)?(install|uninstall|prepare|publish|pack|version|shrinkwrap|dependencies)(Only)?"\s*:\s*"((?:[^"\\]|\\.)*)"/gi
const ORDINARY_HOOK =
  /^((npx |pnpm |yarn |bunx? )?(husky( install)?|lefthook install|simple-git-hooks|patch-package|tsc\b[\w .-]*|prisma generate|electron-builder install-app-deps|electron-rebuild|ngcc[\w .-]*|nuxt prepare|svelte-kit sync|playwright install[\w -]*|is-ci \|\| husky( install)?|panda codegen|wxt prepare|fumadocs-mdx|lerna bootstrap|turbo build|rimraf [\w./ -]+|ts-patch install( -s)?|unbuild|tsup|tsdown|vite build|rollup -c|husky \|\| true)|(npm|pnpm|yarn|bun) (run )?[\w:-]+)( (&&|\|\|) ((npm|pnpm|yarn|bun) (run )?[\w:-]+|husky( install)?|tsc\b[\w .-]*|true))*$/

/** A dependency that is an archive or a repository on somebody's server. */
const FETCHED_DEPENDENCY =
  /"(?!homepage"|url"|bugs"|repository"|funding"|\$schema"|registry"|icon")(?:@[\w.-]+\/)?[\w.-]+"\s*:\s*"((?:git\+)?https?:\/\/(?!(?:www\.)?(?:github|gitlab)\.com\/|bitbucket\.org\/|codeload\.github\.com\/|registry\.(?:npmjs\.org|yarnpkg\.com)\/|pkg\.pr\.new\/|cdn\.sheetjs\.com\/)[^"\s]+?(?:\.(?:tgz|tar\.gz|zip|git)(?:[#?][^"]*)?|git\+[^"]*))"/

function oddScripts(text: string): string | undefined {
  for (const [, before, what, only, command] of text.matchAll(INSTALL_HOOKS)) {
    const hook = `${before ?? ''}${what}${only ?? ''}`
    // The version of the package, not a script of that name.
    if (hook === 'version' && /^v?\d+(?:\.\d+)*(?:[-+][\w.-]+)?$/.test(command!)) continue
    if (!ORDINARY_HOOK.test(command!.trim())) return `\`${hook}\` runs by itself on install`
  }
  const fetched = FETCHED_DEPENDENCY.exec(text)
  if (fetched) return `\`${fetched[1]}\` comes from no registry`
  return oddCommand(text)
}

function oddBuild(text: string, name: string): string | undefined {
  const odd = oddCommand(text, name)
  if (odd !== undefined) return odd
  if (
    /^(setup\.py|build\.rs|conftest\.py|noxfile\.py)$/.test(name) &&
    /\b(urlopen|requests\.(get|post)|reqwest|socket\.|ureq|TcpStream|b64decode|exec\(|eval\()/.test(text)
  )
    return 'it reaches the network or runs text while building'
  return undefined
}

/** Lines of an image's description run inside the image; removing is what they are for. */
function isImage(name: string): boolean {
  return /^(docker|container)file(\.[\w-]+)?$|\.(docker|container)file$/.test(name)
}

/** A command that no ordinary build needs. */
function oddCommand(text: string, name?: string): string | undefined {
  const harm = name !== undefined && isImage(name) ? harmInImage(text) : harmIfRun(text)
  if (harm !== undefined) return `it holds ${harm}`
  if (leavesSomethingRunning(text)) return 'it would leave something running'
  if (
    /base64\s+(-d|--decode|-D)\b[^\n]*\|\s*(ba|z)?sh|\beval\b[^\n]*\$\((curl|wget|base64)|\bnc\s+[\w.-]+\s+\d+|\bchmod\s+(u\+s|[24]7)/.test(
      text,
    )
  )
    return 'it hides what it runs'
  return /\$\{?(HOME|USERPROFILE)\}?\/\.(ssh|aws|gnupg|netrc|npmrc|kube)|~\/\.(ssh|aws|gnupg|netrc|kube)\b/.test(text)
    ? 'it touches credentials'
    : undefined
}

function oddHook(text: string, name: string): string | undefined {
  if (name === '.pre-commit-config.yaml')
    return [...text.matchAll(/repo:\s*['"]?(\S+?)['"]?\s*$/gm)].every(
      ([, repo]) => repo === 'local' || repo === 'meta' || /^https:\/\/(github|gitlab)\.com\//.test(repo!),
    ) && oddCommand(text) === undefined
      ? undefined
      : 'the hooks come from an unusual place'
  if (name === '.tool-versions' || name === 'mise.toml' || name === '.mise.toml') return oddCommand(text)
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const plain =
    /^((\.|source) "?\$\(dirname.*|set -\w+|(npx |pnpm |yarn |bunx? |npm )?(exec )?(--no-install |--no |-- )?(lint-staged|commitlint|eslint|prettier|tsc|vitest|jest|biome|pretty-quick|test|lint|format|typecheck|check)\b[\w\s./:"$-]*|(npm|pnpm|yarn|bun) (run )?[\w:-]+( -- ?[\w -]*)?|\w[\w-]*:|[\w-]+: [\w\s./{}"'*,:-]+|- [\w\s./{}"'*,:-]+|[{}\],]+|"[\w*./{},-]+": \[?"?[\w\s./,"-]*\]?,?|(cargo|go|make|ruff|black|pytest|mypy) [\w\s./-]+)$/
  return lines.every((line) => plain.test(line)) && oddCommand(text) === undefined
    ? undefined
    : 'hooks run at every commit'
}

const PLAIN_EDITOR_KEY =
  /^(editor|files|search|workbench|explorer|prettier|eslint|typescript|javascript|css|html|json|markdown|diffEditor|breadcrumbs|cSpell|recommendations|unwantedRecommendations|todo-tree|git\.(ignore|enable|auto)|\[\w+\]|emeraldwalk|version|folders|source\.|\*\*?|tailwindCSS|stylelint|yaml|biome|reportMissing|typeCheckingMode|include|exclude|strict|pythonVersion)/
const STARTS_SOMETHING =
  /path|command|args|shell|executable|interpreter|\benv\b|task|hook|terminal|launch|program|runtime|tsdk|server|nodePath/i

function oddEditor(text: string | undefined, name: string): string | undefined {
  if (name === '.editorconfig' || name === 'extensions.json') return undefined
  if (text === undefined) return 'editor settings can start programs'
  if (name !== 'settings.json' && name !== 'pyrightconfig.json') return 'editor settings can start programs'
  const keys = [...text.matchAll(/"([^"\\]+)"\s*:/g)].map(([, key]) => key!)
  return keys.every((key) => PLAIN_EDITOR_KEY.test(key) && !STARTS_SOMETHING.test(key))
    ? undefined
    : 'editor settings can start programs'
}
