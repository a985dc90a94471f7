import { commandOf } from '../call/tools/bash.ts'
import { hostOf } from '../checks/rules-hosts.ts'
import { ruleFor } from '../checks/rules.ts'
import type { Subject } from '../checks/subject.ts'
import { redact } from '../journal/redact.ts'
import type { Source } from '../policy/policy.ts'
import { isProblem, parseRule } from '../policy/rule-syntax.ts'
import { truthful } from './look-alikes.ts'
import { whyNotARule } from './savable-rule.ts'

/** Longer commands are approved as they are, not as rules. */
const LONGEST_OFFER = 300

/**
 * Rules a person may choose instead of answering once, narrowest first. Each of them really allows this call, says
 * what it says without any trick of characters, holds no secret, and is one that may be saved.
 */
export function offersFor(subject: Subject): readonly string[] {
  return [...new Set(candidatesFor(subject))].filter(
    (text) =>
      text.length <= LONGEST_OFFER &&
      redact(text) === text &&
      truthful(text) === text &&
      !text.includes('\n') &&
      whyNotARule(text) === undefined &&
      wouldAllow(subject, text),
  )
}

function candidatesFor(subject: Subject): readonly string[] {
  const { tool, call, actions } = subject
  const mcp = actions.find((action) => action.does === 'call-mcp-tool')
  if (mcp !== undefined) return [`mcp__${mcp.server}__${mcp.tool}`]
  switch (tool?.specifier) {
    case 'command':
      return commandRules(tool.name, commandOf(call.input).trim())
    case 'path':
      return fileRules(subject)
    case 'url': {
      const host = hostOf(call.input)
      return host === undefined ? [] : [`${tool.name}(domain:${host})`]
    }
    case 'agent':
    case 'none':
    case undefined:
      return []
  }
}

/**
 * Runners of the project's own scripts. What follows `--` goes to the script and never to the runner, whose own options
 * could name another shell or another project.
 */
const SCRIPT = /^(?:(?:npm|pnpm|yarn|bun) run [\w:.-]+|(?:npm|pnpm|yarn) test)(?= -- |$)/

function commandRules(tool: string, command: string): readonly string[] {
  if (command.includes('*')) return []
  const script = SCRIPT.exec(command)?.[0]
  return [`${tool}(${command})`, ...(script === undefined ? [] : [`${tool}(${script} -- *)`])]
}

/** The file itself, then its directory where that lies inside the project and is not all of it. */
function fileRules(subject: Subject): readonly string[] {
  const { cwd } = subject.surroundings
  const files = subject.actions.flatMap((action) =>
    (action.does === 'write-file' || action.does === 'read-file') && action.place.kind === 'path'
      ? [{ path: action.place.path, rule: action.does === 'write-file' ? 'Edit' : 'Read' }]
      : [],
  )
  const [first] = files
  if (first === undefined || files.some((file) => file.path !== first.path || file.rule !== first.rule)) return []
  if (!PLAIN_PATH.test(first.path)) return []
  const directory = first.path.slice(0, first.path.lastIndexOf('/'))
  const wider = directory.startsWith(`${cwd}/`) ? [`${first.rule}(/${directory}/**)`] : []
  return [`${first.rule}(/${first.path})`, ...wider]
}

/** No character that means something in a pattern. */
const PLAIN_PATH = /^\/[\w@+=:,./ -]+$/

const OFFERED: Source = { scope: 'session', file: 'an offer', line: 0, base: '/' }

function wouldAllow(subject: Subject, text: string): boolean {
  const rule = parseRule(text, OFFERED, 'allow')
  if (isProblem(rule)) return false
  // Looked at here and nowhere else: a digest of its own would cost more than everything that is looked at.
  return ruleFor('allow', { ...subject, policy: { ...subject.policy, allow: [rule] } }) !== undefined
}
