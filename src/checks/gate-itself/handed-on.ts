import { toolNamed } from '../../call/tools/index.ts'
import { UnreadableInput } from '../../call/tools/tool.ts'
import type { JsonObject, JsonValue } from '../../call/tool-call.ts'
import type { Subject } from '../subject.ts'
import { type Finding, here } from './finding.ts'
import { namesSecretPath } from './named-places.ts'

type Judge = (subject: Subject) => Finding | undefined

/** Commands that somebody else is to run: a server's tool, a tool that nobody knows, an agent that gets a task. */
export function handsOn(subject: Subject, judge: Judge): Finding | undefined {
  return toTool(subject, judge) ?? toAgent(subject, judge)
}

function toTool(subject: Subject, judge: Judge): Finding | undefined {
  const calls = here(subject, 'call-mcp-tool').map(({ tool, input }) => ({ tool, input }))
  if (subject.tool === undefined) calls.push({ tool: subject.call.tool, input: subject.call.input })
  for (const { tool, input } of calls) {
    for (const command of commandsIn(input)) {
      const found = judgeCommand(command, subject, judge)
      if (found !== undefined) return found
    }
    const ours = ENDS.test(tool)
      ? numbersIn(input).find((pid) => subject.world.gate.processes.includes(pid))
      : undefined
    if (ours !== undefined)
      return { code: 'itself.process', what: `\`${tool}\` is given ${ours}, the number of the gate's own process` }
  }
  return undefined
}

/** Tools that end, halt or attach to what they are given. */
const ENDS = /kill|terminat|stop|signal|end|halt|suspend|debug|attach|inspect|restart|process/i
const COMMAND = /^(?:command|cmd|script|shell|bash|command_?line|cmdline|exec|run|code)$/i

/** What parameters that are named so say, alone or as a list of words. */
function commandsIn(input: JsonObject): readonly string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    if (COMMAND.test(name)) {
      if (typeof value === 'string') return [withArguments(value, input['args'] ?? input['arguments'] ?? null)]
      if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return [value.join(' ')]
    }
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? commandsIn(value as JsonObject) : []
  })
}

function withArguments(command: string, args: JsonValue): string {
  return Array.isArray(args) && args.every((word) => typeof word === 'string') ? [command, ...args].join(' ') : command
}

function numbersIn(value: JsonValue): readonly number[] {
  if (typeof value === 'number') return [value]
  if (typeof value === 'string') return /^-?\d+$/.test(value) ? [Number(value)] : []
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(numbersIn)
}

/** A sub-agent's calls are judged, too; whoever gives it an order that can only be denied wants to get around that. */
function toAgent(subject: Subject, judge: Judge): Finding | undefined {
  const tasks = [
    ...here(subject, 'spawn-agent').map(({ task }) => task),
    ...here(subject, 'send-message').flatMap(({ text, through }) => (through === 'agent' ? [text] : [])),
    ...here(subject, 'schedule').map(({ task }) => task),
  ]
  for (const task of tasks) {
    if (task.length > LONGEST) continue
    for (const command of ordersIn(task)) {
      const found = judgeCommand(command, subject, judge)
      if (found !== undefined && !IN_PASSING.has(found.code))
        return { ...found, what: `a task orders \`${command}\`: ${found.what}` }
    }
    const named = task
      .split(/\n|(?<=[.!?])\s+/)
      .map((sentence) =>
        OPENS.test(sentence) && !FORBIDS.test(sentence) ? namesSecretPath(sentence, subject) : undefined,
      )
      .find((path) => path !== undefined)
    if (named !== undefined)
      return {
        code: 'itself.secret',
        what: `a task orders to open \`${named}\`, where the gate keeps its state, keys and log`,
      }
    if (SWITCHES.test(task))
      return { code: 'itself.hook', what: 'a task orders to disable the hooks of an agent: `disableAllHooks`' }
  }
  return undefined
}

/** What is asked for by words alone: `read the file ~/…/operator.token`. */
const OPENS =
  /\b(?:read|open|print|show|cat|display|dump|copy|send|upload|post|return|report|include|move|delete|remove|edit|change|replace|overwrite|write|quote|paste|fetch|get)\b/i
const FORBIDS = /\b(?:never|not|don't|avoid|without|must not|instead of|except)\b/i

const LONGEST = 64 * 1024
const MOST_ORDERS = 24
/** `never run \`pkill node\`` is common advice. */
const IN_PASSING: ReadonlySet<string> = new Set(['itself.process', 'itself.port', 'itself.shadow'])
const SWITCHES =
  /\b(?:set|add|put|write|turn|switch|change|enable)\b[^.\n]{0,60}\bdisableAllHooks\b|\bdisableAllHooks\b["']?\s*(?::|=|to)\s*true/i

/** Pieces of a task that are commands: in backticks, in a block of code, behind "run". */
function ordersIn(task: string): readonly string[] {
  const orders = [
    ...[...task.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, text]) => text!),
    ...[...task.matchAll(/(?<!`)`([^`\n]{2,2000})`(?!`)/g)].map(([, text]) => text!),
    ...[
      ...task.matchAll(
        /\b(?:run|execute|type|invoke)\s*:?\s+(?!`)([^\n]{2,500}?)(?=\.(?:\s|$)|\n|$|,\s|\s(?:and|then)\s)/gi,
      ),
    ].map(([, text]) => text!),
  ]
  return [...new Set(orders)].slice(0, MOST_ORDERS)
}

function judgeCommand(command: string, subject: Subject, judge: Judge): Finding | undefined {
  const shell = toolNamed('Bash')
  if (shell === undefined || command.length > LONGEST) return undefined
  const { surroundings, world, session } = subject
  try {
    const input = { command }
    const understanding = shell.understand(input, { surroundings, world, memory: session })
    const { actions } = understanding
    return judge({ ...subject, call: { ...subject.call, input }, tool: shell, understanding, actions })
  } catch (error) {
    if (error instanceof UnreadableInput) return undefined
    throw error
  }
}
