import { foldPath } from '../call/paths.ts'

/**
 * Places whose content runs later or rules what runs: written only with somebody's consent, whatever the allow rules
 * say. `unapprovable`: no classifier may consent in a person's place.
 */
interface ProtectedPath {
  /** Lower case. A directory holds for everything below it; segments in a row, anywhere in a path. */
  readonly path: string
  readonly as: 'directory' | 'file'
  readonly why: string
  readonly unapprovable: boolean
}

type Row = readonly [as: ProtectedPath['as'], why: string, unapprovable: boolean, paths: string]

const ROWS: readonly Row[] = [
  ['directory', 'Git runs what stands there', true, '.git .config/git'],
  ['file', 'Git runs what stands there', true, '.gitconfig .gitmodules'],
  ['directory', 'the editor runs what stands there', false, '.vscode .idea .devcontainer'],
  ['file', 'the editor runs what stands there', false, '.devcontainer.json pyrightconfig.json'],
  ['directory', 'it runs on every commit', false, '.husky'],
  ['file', 'it runs on every commit', false, '.pre-commit-config.yaml'],
  ['directory', 'the build tool runs what stands there', false, '.cargo .yarn .mvn'],
  [
    'file',
    'the package manager or build tool obeys it',
    false,
    `.npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs bunfig.toml .bunfig.toml .bazelrc .bazelversion
     .bazeliskrc gradle-wrapper.properties maven-wrapper.properties .ripgreprc`,
  ],
  [
    'directory',
    'it rules what agents may do',
    true,
    '.claude .codex .gemini .qwen .cursor .opencode .copilot .config/opencode .cline .roo .windsurf .codeium/windsurf .factory .agents/plugins .config/goose .github/hooks .portcullis',
  ],
  ['file', 'it rules what agents may do', true, '.mcp.json .claude.json opencode.json opencode.jsonc'],
  [
    'file',
    'every new shell runs it',
    true,
    `.bashrc .bash_profile .bash_login .bash_aliases .bash_logout .zshrc .zprofile .zshenv .zlogin .zlogout .profile
     .envrc config.fish`,
  ],
]

/** Inside a protected directory, what agents write in the ordinary course of work. */
const OPEN_WITHIN: readonly string[] = [
  '.claude/worktrees/',
  '.claude/plans/',
  '.claude/memory/',
  '.claude/tmp/',
  '.gemini/tmp/',
]

/** What agents write there is theirs; what their programs write there about them is not. */
const CLOSED_WITHIN = /\/\.gemini\/tmp\/(?:.*\/)?chats(?:\/|$)/

const byPath = new Map(
  ROWS.flatMap(([as, why, unapprovable, paths]) =>
    paths.split(/\s+/).map((path) => [path, { as, why, unapprovable, path }] as const),
  ),
)

/** The protected place that this absolute path is or lies in, if there is one. */
export function protectedBy(absolute: string): ProtectedPath | undefined {
  const lower = foldPath(absolute)
  const segments = lower.split('/')
  let found: ProtectedPath | undefined
  for (let at = 1; at < segments.length; at++) {
    const last = at === segments.length - 1
    for (const name of [segments[at]!, `${segments[at - 1]}/${segments[at]}`]) {
      const entry = byPath.get(name)
      if (!entry || (entry.as === 'file' && !last)) continue
      if (OPEN_WITHIN.some((open) => lower.includes(`/${open}`) && open.startsWith(`${entry.path}/`)))
        if (!CLOSED_WITHIN.test(lower)) continue
      if (!found || (entry.unapprovable && !found.unapprovable)) found = entry
    }
    if (last && /^\.?lefthook(?:-local)?\.\w+$/.test(segments[at]!))
      found ??= { as: 'file', why: 'it runs on every commit', unapprovable: false, path: segments[at]! }
  }
  return found
}
