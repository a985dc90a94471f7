import type { Action } from '../action.ts'
import { understandShell } from '../languages.ts'
import type { JsonObject } from '../tool-call.ts'
import type { SimpleCommand, Understanding } from '../understanding.ts'
import { deed, reads } from './deeds.ts'
import { optionalText, pairs } from './input.ts'
import { type SkillFile, skillFiles } from './skill-files.ts'
import { type Context, type Tool, UnreadableInput } from './tool.ts'

/**
 * Loads a skill or a command. Agents run the shell that stands in such a file while they load it, without a Bash call
 * and so without a hook: the file is read here, and its shell counts as if the call itself ran it. What the instructions
 * make the agent do afterwards passes the gate call by call.
 */
export const skill: Tool = {
  name: 'Skill',
  aliases: ['activate_skill', 'use_skill', 'load_skill', 'SlashCommand', 'slash_command', 'run_slash_command'],
  encode: (input, context) => {
    const line = pairs(input) || 'skill'
    const shell = context === undefined ? [] : loaded(input, context).flatMap((file) => shellLines(file))
    return shell.length === 0 ? line : `${line}\nloading it runs:\n${shell.join('\n')}`
  },
  understand: (input, context) => {
    const { name } = asked(input)
    const files = loaded(input, context)
    if (files.length === 0)
      return joined([
        held(`the skill \`${name}\``, `no file of the skill \`${name}\` was found, so what it runs is not known`),
      ])
    return joined(files.flatMap((file) => meaningOf(file, context)))
  },
  specifier: 'none',
}

interface Loaded {
  readonly path: string
  readonly frontMatter: ReadonlyMap<string, string>
  /** The text with the call's arguments in place, in each way in which agents count them. */
  readonly bodies: readonly string[]
  /** Arguments that a shell would not take for plain words. */
  readonly openArguments: boolean
  readonly readable: boolean
}

interface Asked {
  readonly name: string
  readonly args: string
}

/** `{skill: "deploy", args: "now"}`, `{name: "deploy"}` or `{command: "/deploy now"}`. */
function asked(input: JsonObject): Asked {
  const written = optionalText(input, 'skill', 'skill_name', 'name', 'command')?.trim() ?? ''
  const [, name = '', rest = ''] = /^\/?(\S+)\s*([\s\S]*)$/.exec(written) ?? []
  if (name === '') throw new UnreadableInput('parameter `skill` is missing')
  if (!/^[^/\\\0]+$/.test(name) || name.split(':').includes('..'))
    throw new UnreadableInput('parameter `skill` is not the name of a skill')
  const args = optionalText(input, 'args', 'arguments', 'prompt')
  return { name, args: [rest, args ?? ''].filter((each) => each !== '').join(' ') }
}

function loaded(input: JsonObject, context: Context): readonly Loaded[] {
  const { name, args } = asked(input)
  return skillFiles(name, context).map((file) => load(file, args))
}

function load({ path, text }: SkillFile, args: string): Loaded {
  const parts =
    text === undefined
      ? undefined
      : /^\uFEFF?(?:---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$))?([\s\S]*)$/.exec(text)
  const [, front = '', body = ''] = parts ?? []
  const words = args.split(/\s+/).filter((word) => word !== '')
  const given = [body, filled(body, args, words, 1), filled(body, args, words, 0)]
  return {
    path,
    frontMatter: readFrontMatter(front),
    bodies: [...new Set(given)],
    openArguments: !/^[\w@%+=:,./ -]*$/.test(args),
    // A front matter that is never closed hides what it says.
    readable: text !== undefined && !/^\uFEFF?---[ \t]*\r?\n/.test(body),
  }
}

/** `$ARGUMENTS`, `$ARGUMENTS[0]` and `$1`, as agents put them in before any shell sees the text. */
function filled(body: string, args: string, words: readonly string[], first: 0 | 1): string {
  return body
    .replaceAll(/\$ARGUMENTS\[(\d+)\]/g, (_all, at: string) => words[Number(at)] ?? '')
    .replaceAll('$ARGUMENTS', () => args)
    .replaceAll(/\$(\d)/g, (_all, at: string) => words[Number(at) - first] ?? '')
}

/** Top-level keys with all that belongs to them, as text. Enough to see what is asked for; nothing is run from it. */
function readFrontMatter(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let key = ''
  for (const line of text.split(/\r?\n/)) {
    const start = /^["']?([\w-]+)["']?[ \t]*:[ \t]*(.*)$/.exec(line)
    if (start) {
      key = start[1]!.toLowerCase()
      found.set(key, start[2]!.trim())
    } else if (key !== '') found.set(key, `${found.get(key)}\n${line}`.trim())
  }
  return found
}

const INLINE = /!`([^`]+)`/g
const BLOCK = /```+!([^\n]*)\n([\s\S]*?)(?:\n[ \t]*```|$)/g

/** The shell that stands in a text. */
function shellIn(body: string): readonly string[] {
  const blocks = [...body.matchAll(BLOCK)].map(
    ([, head, text]) => `${head!.trim() === '' || /^\w+$/.test(head!.trim()) ? '' : `${head}\n`}${text}`,
  )
  return [...blocks, ...[...body.replaceAll(BLOCK, '').matchAll(INLINE)].map(([, text]) => text!)]
}

function shellLines({ bodies }: Loaded): readonly string[] {
  return [...new Set(bodies.flatMap(shellIn))]
}

function meaningOf(file: Loaded, context: Context): readonly Understanding[] {
  if (!file.readable) return [held(file.path, `\`${file.path}\` cannot be read, so what the skill runs is not known`)]
  const found: Understanding[] = [only(reads(file.path, context, 'content'))]
  for (const path of new Set(file.bodies.flatMap(filesIn))) found.push(only(reads(path, context, 'content')))
  const shell = shellLines(file)
  for (const text of shell) {
    if (/powershell|pwsh/i.test(file.frontMatter.get('shell') ?? ''))
      found.push(held(text, `the skill \`${file.path}\` runs PowerShell while it is loaded`))
    else found.push(understandShell(text, context))
    if (file.openArguments && text.includes('$'))
      found.push(held(text, `the arguments of the call become part of the shell text in \`${file.path}\``))
  }
  const allowed = file.frontMatter.get('allowed-tools') ?? ''
  const wide = shell.length > 0 ? widest(allowed) : undefined
  if (wide !== undefined)
    found.push(
      only(
        settings('allowed-tools', wide, `allowed-tools: ${wide} in ${file.path}, which runs shell while it is loaded`),
      ),
    )
  const hooks = file.frontMatter.get('hooks')
  if (hooks !== undefined && hooks !== '' && hooks !== '{}')
    found.push(only(settings('hooks', hooks.slice(0, 200), `hooks in ${file.path}`)))
  return found
}

/** An entry of `allowed-tools` that lets the agent run any command without its own prompt. */
function widest(allowed: string): string | undefined {
  const entries = allowed.match(/[\w*-]+(?:\([^)]*\))?/g) ?? []
  return entries.find((entry) => /^(?:\*|(?:Bash|Shell|run_shell_command|PowerShell)(?:\(\s*[:*\s]*\))?)$/i.test(entry))
}

/** Files whose content goes into the text: `@docs/api.md`. */
function filesIn(body: string): readonly string[] {
  return [...body.matchAll(/(?:^|\s)@((?:~\/|\.{0,2}\/)?[^\s@`'"()<>,;]*[./][^\s@`'"()<>,;]*)/g)].map(([, path]) =>
    path!.replace(/[.:]+$/, ''),
  )
}

function settings(key: string, value: string, evidence: string): Action {
  return deed({ does: 'change-settings', of: 'agent', key, value }, evidence)
}

function held(text: string, evidence: string): Understanding {
  return only(deed({ does: 'something-opaque', text, because: 'unreadable-code' }, evidence))
}

function only(action: Action): Understanding {
  return { actions: [action], commands: [], parsed: true }
}

/** One list of commands: `inside` counts from its beginning. */
function joined(all: readonly Understanding[]): Understanding {
  const commands: SimpleCommand[] = []
  for (const each of all) {
    const offset = commands.length
    for (const command of each.commands)
      commands.push(command.inside === undefined ? command : { ...command, inside: command.inside + offset })
  }
  return { actions: all.flatMap(({ actions }) => actions), commands, parsed: all.every(({ parsed }) => parsed) }
}
