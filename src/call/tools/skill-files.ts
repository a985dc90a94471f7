import { isInside, parent } from '../paths.ts'
import type { Context } from './tool.ts'

/** Directories in which agents keep skills and commands, in a project and at home. */
const AGENT_DIRECTORIES: readonly string[] = [
  '.claude',
  '.agents',
  '.gemini',
  '.qwen',
  '.opencode',
  '.github',
  '.copilot',
  '.codex',
  '.cursor',
  '.factory',
  '.cline',
]
/** Only at home, or only for plugins: each plugin below has `skills` and `commands` of its own. */
const AT_HOME: readonly string[] = ['.config/opencode']
const PLUGINS: readonly string[] = ['.claude/plugins', '.copilot/plugins', '.gemini/extensions', '.qwen/extensions']

const SKILL_FOLDERS = ['skills', 'skill']
const COMMAND_FOLDERS = ['commands', 'command', 'prompts']

/** What is listed at most: a search that is larger says so. */
const MOST_LISTED = 600
const PLUGIN_DEPTH = 6
const COMMAND_DEPTH = 4
const NESTED_DEPTH = 3

export interface SkillFile {
  readonly path: string
  /** Undefined: it is there and cannot be read, or nobody knows what it holds now. */
  readonly text: string | undefined
}

/**
 * Every file that a skill or command of this name may be loaded from: project, parents up to the repository, home,
 * plugins, and what this session wrote. Agents differ in which one wins, so all of them count.
 */
export function skillFiles(name: string, context: Context): readonly SkillFile[] {
  const parts = name.split(':')
  const last = parts.at(-1)!
  const search = new Search(context)
  const paths = new Set<string>()
  for (const root of search.roots()) {
    for (const path of search.skills(root, last)) paths.add(path)
    for (const path of search.commands(root, last)) paths.add(path)
  }
  for (const path of search.written(last)) paths.add(path)
  // `plugin:skill`, `folder:command`: only those of that name, where there are some.
  const named = [...paths].filter((path) => parts.slice(0, -1).every((part) => path.split('/').includes(part)))
  return (named.length > 0 ? named : [...paths]).map((path) => ({ path, text: textAt(path, context) }))
}

function textAt(path: string, { world, memory }: Context): string | undefined {
  const real = world.real(path)
  const written = memory.written.get(real)
  if (written !== undefined) return written.kind === 'text' ? written.text : undefined
  return world.read(real)
}

class Search {
  readonly #context: Context
  #listed = 0

  constructor(context: Context) {
    this.#context = context
  }

  roots(): readonly string[] {
    const { surroundings } = this.#context
    const bases = [...above(surroundings.cwd, surroundings.workspace), ...surroundings.additional]
    const nested = this.#below(surroundings.workspace, NESTED_DEPTH, (name) => !SKIPPED.test(name))
    const { home } = surroundings
    const own = [...bases, ...nested, home].flatMap((base) => AGENT_DIRECTORIES.map((each) => `${base}/${each}`))
    const plugins = PLUGINS.flatMap((each) => this.#below(`${home}/${each}`, PLUGIN_DEPTH, (name) => name !== '.git'))
    return [...new Set([...own, ...AT_HOME.map((each) => `${home}/${each}`), ...plugins])]
  }

  /** By the name of its directory, or by the name that its front matter gives it. */
  skills(root: string, name: string): readonly string[] {
    return SKILL_FOLDERS.flatMap((folder) =>
      (this.#list(`${root}/${folder}`) ?? []).flatMap((entry) => {
        const file = this.#manifest(`${root}/${folder}/${entry}`)
        if (file === undefined) return []
        return sameName(entry, name) || sameName(givenName(textAt(file, this.#context) ?? ''), name) ? [file] : []
      }),
    )
  }

  commands(root: string, name: string): readonly string[] {
    return COMMAND_FOLDERS.flatMap((folder) => {
      const top = `${root}/${folder}`
      const folders = [top, ...this.#below(top, COMMAND_DEPTH, () => true)]
      return folders.flatMap((each) =>
        (this.#list(each) ?? []).flatMap((entry) =>
          sameName(entry.replace(/\.(?:md|toml)$/i, ''), name) && /\.(?:md|toml)$/i.test(entry)
            ? [`${each}/${entry}`]
            : [],
        ),
      )
    })
  }

  /** A skill that this session wrote, wherever it lies and whether or not it is on disk yet. */
  written(name: string): readonly string[] {
    return [...this.#context.memory.written].flatMap(([path, content]) => {
      const [file = '', folder = ''] = path.split('/').reverse()
      if (/^skill\.md$/i.test(file)) {
        const given = content.kind === 'text' ? givenName(content.text) : ''
        return sameName(folder, name) || sameName(given, name) ? [path] : []
      }
      const isCommand = path.split('/').some((part) => COMMAND_FOLDERS.includes(part))
      return isCommand && sameName(file.replace(/\.(?:md|toml)$/i, ''), name) ? [path] : []
    })
  }

  #manifest(directory: string): string | undefined {
    return [`${directory}/SKILL.md`, `${directory}/skill.md`].find(
      (path) => this.#context.world.look(this.#context.world.real(path)) === 'file',
    )
  }

  /** Directories below, to a depth; names that start with a dot are the agents' own and looked at elsewhere. */
  #below(top: string, depth: number, enters: (name: string) => boolean): readonly string[] {
    if (depth === 0) return []
    return (this.#list(top) ?? []).flatMap((name) => {
      if (!enters(name) || this.#context.world.look(this.#context.world.real(`${top}/${name}`)) !== 'directory')
        return []
      return [`${top}/${name}`, ...this.#below(`${top}/${name}`, depth - 1, enters)]
    })
  }

  #list(path: string): readonly string[] | undefined {
    if (this.#listed >= MOST_LISTED) return undefined
    this.#listed++
    return this.#context.world.list(this.#context.world.real(path))
  }
}

const SKIPPED = /^(?:\..*|node_modules|vendor|target|dist|build|out|coverage|venv|__pycache__)$/

function above(from: string, to: string): readonly string[] {
  const found = [from]
  for (let at = from; at !== to && at !== '/' && isInside(at, to);) {
    at = parent(at)
    found.push(at)
  }
  return [...new Set([...found, to])]
}

/** Disks exist that do not tell upper from lower case. */
function sameName(one: string, other: string): boolean {
  return one !== '' && one.toLowerCase() === other.toLowerCase()
}

function givenName(text: string): string {
  return /^---\r?\n(?:[^\n]*\n)*?name:[ \t]*["']?([^"'\r\n]*?)["']?[ \t]*\r?\n/.exec(text)?.[1] ?? ''
}
