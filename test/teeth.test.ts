import { describe, expect, test } from 'vitest'
import { loadProduct, type Product } from './product.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { agents } from './suites/agents.ts'
import { harmfulCases } from './suites/corpus.ts'
import { failClosed } from './suites/fail-closed.ts'
import { flow } from './suites/flow.ts'
import { hooks } from './suites/hooks.ts'
import { recall } from './suites/understanding-cache.ts'

const BUGS: readonly Bug<Product>[] = [
  {
    bug: 'a call is understood as before, whatever changed on the disk',
    file: 'call/understanding-cache.ts',
    find: 'before.understood.world.isStill()',
    replace: 'true',
    noticedBy: recall,
  },
  {
    bug: 'a call is understood as before, whatever the session wrote',
    file: 'call/understanding-cache.ts',
    find: 'isWritten(before.written, memory) &&',
    replace: '',
    noticedBy: recall,
  },
  {
    bug: 'a call is understood as before, whatever settings are in force',
    file: 'call/understanding-cache.ts',
    find: 'before.inForce === inForce &&',
    replace: '',
    noticedBy: recall,
  },
  {
    bug: 'a call is understood as another with its fingerprint',
    file: 'call/understanding-cache.ts',
    find: '(before.input ??= canonical(before.call.input)) === canonical(call.input) &&',
    replace: '',
    noticedBy: recall,
  },
  {
    bug: 'a wildcard covers whatever is written in its place',
    file: 'checks/rules-shell.ts',
    find: 'first === undefined || !coversDeeds(allowed, subject)) return undefined',
    replace: 'first === undefined) return undefined',
    noticedBy: flow,
  },
  {
    bug: 'only the list says which rules run anything',
    file: 'policy/dangerous-rules.ts',
    find: 'return dangerOf(rule.specifier, shell, 0) ?? byItsPrograms(rule.specifier, shell)',
    replace: 'return dangerOf(rule.specifier, shell, 0) ?? void byItsPrograms',
    noticedBy: flow,
  },
  {
    bug: 'PowerShell needs no flag',
    file: 'checks/fast-paths.ts',
    find: 'subject.policy.powershellAutoMode || readsOnly(subject)',
    replace: 'readsOnly(subject) || true',
    noticedBy: flow,
  },
  {
    bug: 'a crash allows',
    file: 'recording.ts',
    find: "const ruling = trace.record(error instanceof JournalFailure ? 'journal' : 'gate', deny(failureReason(error)))!",
    replace: "const ruling = { says: 'allow' as const, because: [failureReason(error)] }",
    noticedBy: failClosed,
  },
  {
    bug: 'a refused call has taught the session all the same',
    file: 'recording.ts',
    find: 'unlearn?.()',
    replace: '',
    noticedBy: failClosed,
  },
  {
    bug: 'an allow does not wait for the journal',
    file: 'recording.ts',
    find: 'await Promise.all([written, gate.keep?.(session)])',
    replace: 'void written.catch(() => undefined)',
    noticedBy: failClosed,
  },
  {
    bug: 'a broken settings file is skipped',
    file: 'checks/sound-policy.ts',
    find: 'if (!problem) return undefined',
    replace: 'return undefined',
    noticedBy: failClosed,
  },
  {
    bug: 'nobody there means yes',
    file: 'humans/ask-person.ts',
    find: "(interactive ? 'agent' : 'nobody')",
    replace: "'agent'",
    noticedBy: failClosed,
  },
  {
    bug: 'silence allows',
    file: 'gate.ts',
    find: "trace.record('review', await review(gate, subject, encoded, terms.signal)) ??",
    replace: "trace.record('review', undefined) ?? ({ says: 'allow' as const, because: [] }) ??",
    noticedBy: flow,
  },
  {
    bug: 'the firewall is skipped',
    file: 'gate.ts',
    find: "trace.record('firewall', gateItself(subject) ?? firewall(subject)) ??",
    replace: '',
    noticedBy: flow,
  },
  {
    bug: "bypass stands before the tool's own check",
    file: 'checks/steps.ts',
    find: "  const own = toolSafety(subject)\n  if (own?.says === 'deny')",
    replace:
      "  if (subject.mode === 'bypassPermissions') return allow('mode.bypass', '')\n  const own = toolSafety(subject)\n  if (own?.says === 'deny')",
    noticedBy: flow,
  },
  {
    bug: 'an allow rule beats an ask rule',
    file: 'checks/steps.ts',
    find: "return asked ? askOrDeny(subject, byRule('rule.ask'",
    replace: "return asked && !ruleFor('allow', subject) ? askOrDeny(subject, byRule('rule.ask'",
    noticedBy: flow,
  },
  {
    bug: 'an ask rule is asked in dontAsk',
    file: 'checks/steps.ts',
    find: "if (subject.mode !== 'dontAsk') return ask(reason)",
    replace: 'return ask(reason)',
    noticedBy: flow,
  },
  {
    bug: 'an unknown tool may call itself irrelevant',
    file: 'checks/fast-paths.ts',
    find: "if (!subject.tool || encoded !== '' || !readsOnly(subject)) return undefined",
    replace: "if (encoded !== '' && subject.tool) return undefined",
    noticedBy: flow,
  },
  {
    bug: 'edits are not looked at',
    file: 'checks/fast-paths.ts',
    find: '!acceptsAsEdit(subject) || !isPlainEdit(subject) || toolSafety(subject)',
    replace: '!acceptsAsEdit(subject)',
    noticedBy: flow,
  },
  {
    bug: 'dangerous allow rules stay in auto',
    file: 'checks/modes.ts',
    find: "if (mode !== 'auto') return policy",
    replace: 'return policy',
    noticedBy: flow,
  },
  {
    bug: 'an allow does not end a row of denials',
    file: 'classifier/denials.ts',
    find: "if (ruling.says === 'allow') session.denials.consecutive = 0",
    replace: '',
    noticedBy: flow,
  },
  {
    bug: 'the limit of denials is off by one',
    file: 'classifier/denials.ts',
    find: 'consecutive < MAX_CONSECUTIVE_DENIALS &&',
    replace: 'consecutive <= MAX_CONSECUTIVE_DENIALS &&',
    noticedBy: flow,
  },
  {
    bug: 'hard harm only asks',
    file: 'classifier/review.ts',
    find: 'return isHard(first) ? deny(...because) : ask(...because)',
    replace: 'return ask(...because)',
    noticedBy: flow,
  },
  {
    bug: 'what it cannot tell is allowed',
    file: 'classifier/review.ts',
    find: "case 'harmless':",
    replace: "case 'cannot-tell':\n    case 'harmless':",
    noticedBy: flow,
  },
  {
    bug: 'a program nobody knows is harmless',
    file: 'call/shell/simple-command.ts',
    find: "test(only(args)))\n      context.opaque('unknown-program', show(typed))",
    replace: 'test(only(args))) void typed',
    noticedBy: harmfulCases,
  },
  {
    bug: 'quotes hide a word',
    file: 'call/shell/expand.ts',
    find: "    case 'SingleQuoted':\n    case 'AnsiCQuoted':\n      fields.quoted(part.value)",
    replace: "    case 'SingleQuoted':\n    case 'AnsiCQuoted':\n      fields.quoted(`'${part.value}'`)",
    noticedBy: harmfulCases,
  },
  {
    bug: 'wrappers are not looked through',
    file: 'call/programs/walk.ts',
    find: "if (entry.rest === 'command') entryRun.context.runs(words, started(entryRun, entry, read))\n  else if (entry.rest === 'shell')",
    replace: "if (entry.rest === 'shell')",
    noticedBy: harmfulCases,
  },
  {
    bug: 'the text after sh -c is not read',
    file: 'call/shell/programs/shells.ts',
    find: "      context.code('shell', text, {",
    replace: "      void (() => context.code)('shell', text, {",
    noticedBy: harmfulCases,
  },
  {
    bug: 'a link is what it is called, not what it points to',
    file: 'call/paths.ts',
    find: 'return world.real(normalise(absolute))',
    replace: 'return normalise(absolute)',
    noticedBy: harmfulCases,
  },
  {
    bug: 'a deny exits 0',
    file: 'agents/answers.ts',
    find: 'stderr: `${reason}\\n`, exit: 2 }',
    replace: 'stderr: `${reason}\\n`, exit: 0 }',
    noticedBy: agents,
  },
  {
    bug: 'a failure still prints JSON',
    file: 'agents/answers.ts',
    find: "return { stdout: '', stderr: `portcullis: ${shorten(",
    replace: "return { stdout: '{}', stderr: `portcullis: ${shorten(",
    noticedBy: agents,
  },
  {
    bug: 'a deny without a reason stays without one',
    file: 'agents/answers.ts',
    find: 'return `portcullis: ${stop}${shorten(visible(text), LONGEST_REASON)}`',
    replace: "return verdict.because.map(({ sentence }) => sentence).join('')",
    noticedBy: agents,
  },
  {
    bug: 'Codex is asked to ask',
    file: 'agents/codex/adapter.ts',
    find: "return denied(decision('deny', reason), reason)",
    replace: "return allowed(decision('ask', reason))",
    noticedBy: agents,
  },
  {
    bug: 'Gemini CLI is asked to ask',
    file: 'agents/gemini-cli/adapter.ts',
    find: "return denied({ decision: 'deny', reason }, reason)",
    replace: "return allowed({ decision: 'ask', reason })",
    noticedBy: agents,
  },
  {
    bug: 'the answer has one field too many for Codex',
    file: 'agents/claude-answers.ts',
    find: "return {\n    hookSpecificOutput: {\n      hookEventName: 'PreToolUse',",
    replace: "return {\n    by: 'portcullis',\n    hookSpecificOutput: {\n      hookEventName: 'PreToolUse',",
    noticedBy: agents,
  },
  {
    bug: 'Cline is told to go on with what is denied',
    file: 'agents/cline/adapter.ts',
    find: 'return denied({ cancel: true, errorMessage: reason }, reason)',
    replace: 'return denied({ cancel: false, errorMessage: reason }, reason)',
    noticedBy: agents,
  },
  {
    bug: 'goose is told that nothing was decided',
    file: 'agents/goose/adapter.ts',
    find: "return denied({ decision: 'block', reason }, reason)",
    replace: "return { ...denied({ decision: 'deny', reason }, reason), exit: 0 }",
    noticedBy: agents,
  },
  {
    bug: 'Factory Droid is asked, and runs what it is asked about',
    file: 'agents/factory-droid/adapter.ts',
    find: "return denied(decision('deny', reason), reason)",
    replace: "return allowed(decision(verdict.decision === 'ask' ? 'ask' : 'deny', reason))",
    noticedBy: agents,
  },
  {
    bug: 'an event nobody knows is waved through',
    file: 'agents/claude-shape.ts',
    find: 'return unreadable(`The hook event \\`${name}\\` is not known.`)',
    replace: "return { kind: 'irrelevant', name }",
    noticedBy: agents,
  },
  {
    bug: 'a missing field is an empty text',
    file: 'agents/fields.ts',
    find: "if (typeof value !== 'string' || value === '') unreadable(`The hook's \\`${name}\\` is missing or not a text.`)",
    replace: "if (typeof value !== 'string') return ''",
    noticedBy: agents,
  },
  {
    bug: 'a hook that fails says nothing',
    file: 'surfaces/hook/answer-hook.ts',
    find: 'return refuse(`the gate failed on this event:',
    replace:
      "if (agentName !== '') return { stdout: '', stderr: '', exit: 0 }\n    return refuse(`the gate failed on this event:",
    noticedBy: hooks,
  },
  {
    bug: 'what the user said is forgotten',
    file: 'surfaces/hook/answer-hook.ts',
    find: "if (event.text !== '') await judge.said(event.session, event.text, event.cwd)",
    replace: '',
    noticedBy: hooks,
  },
]

const scratch = scratchFor('gate')

describe('with a bug put back, its suite goes red', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadProduct(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
