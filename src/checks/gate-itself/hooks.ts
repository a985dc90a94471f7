import type { ActionOf } from '../../call/action.ts'
import { globMatcher } from '../../call/glob.ts'
import { baseName, isInside } from '../../call/paths.ts'
import { candidatePaths } from '../../call/place-kinds.ts'
import { reaches } from '../../call/place-reach.ts'
import { showPlace } from '../../call/place.ts'
import { textOf } from '../../call/word.ts'
import type { Subject } from '../subject.ts'
import { fills, locks } from './files.ts'
import { type Finding, here, textsIn } from './finding.ts'
import { losesHook, SETTINGS, steersHook, switchesOff } from './hook-entries.ts'

/** The hook of any agent removed, disabled or led astray: its settings, or the way a child is started. */
export function removesHook(subject: Subject): Finding | undefined {
  return (
    rewritesSettings(subject) ??
    takesSettings(subject) ??
    codeRewrites(subject) ??
    changesSetting(subject) ??
    startsWithout(subject)
  )
}

function finding(what: string): Finding {
  return { code: 'itself.hook', what }
}

/** Where they are at home: what holds our hook is found by looking. */
const AT_HOME: readonly string[] = [
  '.claude/settings.json',
  '.codex/hooks.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.qwen/settings.json',
  '.cursor/hooks.json',
  '.copilot/hooks/portcullis.json',
  '.config/opencode/plugins/portcullis.js',
  '.factory/hooks.json',
  '.factory/settings.json',
  '.agents/plugins/portcullis/hooks/hooks.json',
  '.agents/plugins/portcullis/plugin.json',
  '.cline/plugins/portcullis.js',
  '.codeium/windsurf/hooks.json',
]

/** Written: what stands there afterwards decides. */
function rewritesSettings(subject: Subject): Finding | undefined {
  for (const write of here(subject, 'write-file')) {
    const paths = candidatePaths(write.place, subject.surroundings, subject.world)
    const below = fills(write)
      ? subject.world.gate.hooked.find((one) => paths.some((path) => one !== path && isInside(one, path)))
      : undefined
    if (below !== undefined)
      return finding(`\`${write.evidence}\` may replace \`${below}\`, in which the gate's hook is registered`)
    const path = paths.find((one) => SETTINGS.test(one) || subject.world.gate.hooked.includes(one))
    if (path === undefined) continue
    const before = subject.world.read(path)
    const holds = holdsHook(path, subject) || steersHook(before)
    const shown = showPlace(write.place)
    const after = textAfter(write, before, subject)
    if (after === undefined) {
      if (holds)
        return finding(`\`${shown}\` holds the gate's hook, and what would stand there afterwards is not known`)
      // What is known of it stands in the call.
      const off = switchesOff(textsIn(subject.call.input).join('\n').replaceAll('\\"', '"'), before, path)
      if (off !== undefined) return finding(`\`${shown}\` may get \`${off}\`, which disables or steers the gate's hook`)
      // Elsewhere a person looks at it; with bypassPermissions nobody does.
      if (subject.mode === 'bypassPermissions')
        return finding(`\`${shown}\` may disable the gate's hook: what would stand there is not known`)
      continue
    }
    for (const text of after) {
      const off = switchesOff(text, before, path)
      if (off !== undefined)
        return finding(`\`${shown}\` would get \`${off}\`, which disables or steers the gate's hook`)
      if (holds && losesHook(text, before ?? ''))
        return finding(`\`${shown}\` would lose the entries of the gate's hook`)
    }
  }
  return undefined
}

/** What a file may be after a write; undefined when that is not known. An edit may be made once or everywhere. */
function textAfter(
  { how, content, evidence }: ActionOf<'write-file'>,
  before: string | undefined,
  subject: Subject,
): readonly string[] | undefined {
  if (how === 'link' || how === 'directory') return undefined
  if (content.kind === 'text') return [how === 'append' ? `${before ?? ''}${content.text}` : content.text]
  if (content.kind === 'copy' && content.of.kind === 'path' && isPlainCopy(evidence, subject)) {
    const { session, world } = subject
    const { real } = content.of
    const kept = session.written.get(real)
    const text = kept === undefined ? world.read(real) : kept.kind === 'text' ? kept.text : undefined
    return text === undefined ? undefined : [text]
  }
  if (content.kind !== 'change') return undefined
  const { removed, added } = content
  if (removed === '') return before === undefined ? [added] : substituted(before, added)
  if (before === undefined || !before.includes(removed)) return undefined
  return [before.replace(removed, () => added), before.replaceAll(removed, () => added)]
}

/** What a filter makes of a file on its way is not the file. */
function isPlainCopy(evidence: string, subject: Subject): boolean {
  return here(subject, 'run-program').some(
    (run) => run.evidence === evidence && /^(?:cp|mv|install)$/.test(run.program),
  )
}

/** `sed s/a/b/` with plain texts. */
function substituted(before: string, script: string): readonly string[] | undefined {
  const [, mark, from, to] = /^s([/|#,])((?:(?!\1)[^\\.*[\]^$+?(){}])+)\1((?:(?!\1)[^\\&])*)\1g?$/.exec(script) ?? []
  return mark === undefined ? undefined : [before.replaceAll(from!, () => to!)]
}

function holdsHook(path: string, { world }: Subject): boolean {
  return world.gate.hooked.includes(path) || /portcullis/i.test(world.read(path) ?? '')
}

/** Deleted, moved, linked over, made unreadable, or put back from a repository. */
function takesSettings(subject: Subject): Finding | undefined {
  const { home } = subject.surroundings
  const targets = (): readonly string[] => [
    ...subject.world.gate.hooked,
    ...AT_HOME.map((name) => `${home}/${name}`).filter((path) => holdsHook(path, subject)),
  ]
  for (const action of subject.actions) {
    if (action.where.kind !== 'here' || (action.does !== 'delete-file' && action.does !== 'change-access')) continue
    const extent = action.does === 'delete-file' || action.recursive || locks(action) ? 'everything below' : 'itself'
    const taken = targets().find(
      (path) =>
        reaches(action.place, path, extent, subject) && !(isFiltered(action) && leavesOut(action.evidence, path)),
    )
    if (taken !== undefined)
      return finding(`\`${action.evidence}\` takes away \`${taken}\`, in which the gate's hook is registered`)
    const over =
      action.does === 'delete-file' && action.movedTo
        ? targets().find((path) => reaches(action.movedTo!, path, 'itself', subject))
        : undefined
    if (over !== undefined)
      return finding(`\`${action.evidence}\` replaces \`${over}\`, in which the gate's hook is registered`)
  }
  return undefined
}

function isFiltered(action: ActionOf<'delete-file'> | ActionOf<'change-access'>): boolean {
  return action.does === 'delete-file' && action.filtered === true && action.movedTo === undefined
}

/** `find … -name '*.log' -delete`: a name that the file does not have. */
function leavesOut(evidence: string, path: string): boolean {
  return [...evidence.matchAll(/-i?name\s+["']?([^\s"']+)/g)].some(
    ([, pattern]) => !globMatcher(pattern!)(baseName(path)),
  )
}

/** Code that writes a file which holds our hook, below a home directory that it asks for. */
function codeRewrites(subject: Subject): Finding | undefined {
  const { home } = subject.surroundings
  for (const { evidence, origin } of here(subject, 'run-code')) {
    if (origin !== 'inline' && origin !== 'standard-input') continue
    if (
      !/write|unlink|rename|rmSync|\brm\b|remove|chmod|truncate|copyFile|symlink|['"][wa]\+?['"]|dump/i.test(evidence)
    )
      continue
    const path = AT_HOME.map((name) => ({ name, path: `${home}/${name}` })).find(
      (one) => evidence.includes(one.name) && holdsHook(one.path, subject),
    )
    if (path !== undefined) return finding(`code may change \`${path.path}\`, in which the gate's hook is registered`)
  }
  return undefined
}

/** `claude config set disableAllHooks true`. */
function changesSetting(subject: Subject): Finding | undefined {
  for (const action of here(subject, 'change-settings'))
    if (action.of === 'agent' && /\b(?:disableAllHooks|hooks?(?:Config)?|env)\b/.test(action.value))
      return finding(`\`${action.evidence}\` changes the hooks of an agent`)
  return undefined
}

const AGENTS = /^(?:claude|claude-code|codex|gemini|opencode|copilot|cursor-agent|qwen)$/
/** Options that start an agent without the hooks of its user. */
const WITHOUT =
  /^--(?:bare|pure|setting-sources(?:=.*)?|ignore-user-config|no-hooks|disable-hooks|disable=hooks|safe-mode|no-extensions)$/
/** Variables that lead an agent to other settings. */
const ELSEWHERE =
  /^(?:CLAUDE_CONFIG_DIR|CODEX_HOME|HOME|XDG_CONFIG_HOME|GEMINI_CLI_HOME|GEMINI_CLI_SYSTEM_SETTINGS_PATH|QWEN_\w+|COPILOT_HOME|OPENCODE_\w+|PORTCULLIS_\w+)$/

/** A child agent that would run without the hook. */
function startsWithout(subject: Subject): Finding | undefined {
  for (const run of here(subject, 'run-program')) {
    if (!AGENTS.test(run.program)) continue
    const told = (what: string): Finding =>
      finding(`\`${run.evidence}\` starts an agent without the gate's hook: \`${what}\``)
    const variable = run.environment.find((name) => ELSEWHERE.test(name))
    if (variable !== undefined) return told(variable)
    const order = run.args.map((word) => textOf(word) ?? '').filter((word) => !word.startsWith('-'))
    if (
      /^(?:features|hooks?)$/.test(order[0] ?? '') &&
      /^(?:disable|remove|rm|delete|off|uninstall|clear|reset)/.test(order[1] ?? '')
    )
      return told(order.slice(0, 2).join(' '))
    for (const [at, word] of run.args.entries()) {
      const text = textOf(word) ?? ''
      if (WITHOUT.test(text)) return told(text)
      const value = text.includes('=') ? text.slice(text.indexOf('=') + 1) : textOf(run.args[at + 1])
      if (/^--disable(?:=|$)/.test(text) && /hooks/.test(value ?? '')) return told(text)
      if (
        /^(?:-c|--config)$/.test(text) &&
        /^\s*["']?(?:hooks|features\.\w*hooks|profiles\.[^=]*hooks)\b/.test(value ?? '')
      )
        return told(`${text} ${value}`)
      if (/^--settings(?:=|$)/.test(text) && handsOver(value, subject)) return told(text)
    }
  }
  return undefined
}

/** Settings for one start: as text, or as a file. What cannot be read may disable everything. */
function handsOver(value: string | undefined, subject: Subject): boolean {
  if (value === undefined) return true
  if (value.trimStart().startsWith('{'))
    return switchesOff(value, undefined, '.json') !== undefined || /"hooks"/.test(value)
  const { cwd, home } = subject.surroundings
  const path = value.startsWith('/') ? value : value.startsWith('~/') ? home + value.slice(1) : `${cwd}/${value}`
  const text = subject.world.read(path)
  return text === undefined || switchesOff(text, undefined, path) !== undefined || isInside(path, '/dev')
}
