import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadGrammars } from '../src/call/code/grammar.node.ts'
import type { readCode } from '../src/call/shell/code/read-code.ts'
import { type Change, putBack, scratchFor } from './put-back.ts'
import { misread } from './suites/code-cases.ts'

const BUGS: readonly (Change & { readonly bug: string })[] = [
  {
    bug: 'a syntax error is skipped',
    file: 'call/code/syntax.ts',
    find: "if (tree.rootNode.hasError) return { broken: 'syntax-error' }",
    replace: '',
  },
  {
    bug: 'a call into a library that nobody described is ignored',
    file: 'call/code/calls.ts',
    find: "    this.unread('unknown-call', call.text)\n    return NOTHING\n  }\n",
    replace: '    return NOTHING\n  }\n',
  },
  {
    bug: 'text that is evaluated is not followed',
    file: 'call/code/act.ts',
    find: "if (code.kind === 'literal') engine.record({ does: 'code', language: codeLanguage(call), code, text })",
    replace: "if (code.kind === 'literal') continue",
  },
  {
    bug: 'text that is evaluated and not known is skipped',
    file: 'call/code/act.ts',
    find: "        else engine.unread('dynamic-code', text)\n      return\n    case 'load'",
    replace: "\n      return\n    case 'load'",
  },
  {
    bug: 'the alias of an import is forgotten',
    file: 'call/code/python/map.ts',
    find: "as: this.text(child(node, 'alias')) }] }",
    replace: 'as: module }] }',
  },
  {
    bug: 'what a branch sets replaces what was there',
    file: 'call/code/scope.ts',
    find: "if ((maybe === 'perhaps none' || shadows) && before !== undefined) values.push(before)",
    replace: 'if (shadows && before !== undefined) values.push(before)',
  },
  {
    bug: 'functions that nothing calls are not read',
    file: 'call/code/interpreter.ts',
    find: 'if (left.length === 0) return',
    replace: 'return',
  },
  {
    bug: 'what is handed on is not called',
    file: 'call/code/python/specials.ts',
    find: '  if (isCallable(callee))\n',
    replace: '  if (isCallable(callee) && false)\n',
  },
  {
    bug: 'what a file holds does not leave in a header',
    file: 'call/code/act.ts',
    find: "if ([...given.positional, ...given.named.values()].some(holdsContent)) return 'data'",
    replace: '',
  },
  {
    bug: 'a node that the mapping does not know is nothing',
    file: 'call/code/interpreter.ts',
    find: "this.unread('not-parsed', `${statement.what}: ${this.textAt(statement)}`)",
    replace: '',
  },
  {
    bug: 'a name declared in a block replaces the outer one',
    file: 'call/code/scope.ts',
    find: "(maybe === 'perhaps none' || shadows)",
    replace: "(maybe === 'perhaps none')",
  },
  {
    bug: 'a function at the deepest call counts as read',
    file: 'call/code/calls.ts',
    find: 'if (again > 1 || this.active.length > DEEPEST_CALLS) return again > 1 ? ABSENT : data(this.textAt(at))\n    this.called.add(one)',
    replace:
      'this.called.add(one)\n    if (again > 1 || this.active.length > DEEPEST_CALLS) return again > 1 ? ABSENT : data(this.textAt(at))',
  },
  {
    bug: 'text that is called is data',
    file: 'call/code/calls.ts',
    find: "if (named !== 'unknown') return this.applyOne(named, given, at)",
    replace: "if (named !== 'unknown') break",
  },
  {
    bug: 'escaped letters of Java are not read first',
    file: 'call/code/java/map.ts',
    find: 'return code === undefined ? whole : String.fromCharCode(Number.parseInt(code, 16))',
    replace: 'return whole',
  },
  {
    bug: 'the arguments of a macro of Rust are not read',
    file: 'call/code/rust/expressions.ts',
    find: "return call === undefined ? undefined : (child(call, 'arguments')?.children ?? [])",
    replace: 'return []',
  },
  {
    bug: 'a macro that nobody described is nothing',
    file: 'call/code/rust/expressions.ts',
    find: "if (kind === undefined || tokens === undefined) return { ...at(node), is: 'unread', what: `macro ${name}` }",
    replace: 'if (kind === undefined || tokens === undefined) return computed(node, [])',
  },
  {
    bug: 'a star makes every unknown name harmless',
    file: 'call/code/interpreter.ts',
    find: '(this.language.starred?.test(name) ?? true)',
    replace: 'true',
  },
  {
    bug: 'the words of a command are forgotten',
    file: 'call/code/command.ts',
    find: '} else list.items.push(value)',
    replace: '}',
  },
  {
    bug: 'a computed path of PHP is included',
    file: 'call/code/php/index.ts',
    find: "if (path.kind !== 'literal' || /^[a-z]+:/i.test(start)) call.engine.unread('dynamic-code', call.text)",
    replace: "if (path.kind !== 'literal' || /^[a-z]+:/i.test(start)) continue",
  },
  {
    bug: 'what the command line says is forgotten',
    file: 'call/code/command-line.ts',
    find: 'return found.length > 0 ? either(found) : (fallback ?? ABSENT)',
    replace: 'return fallback ?? ABSENT',
  },
  {
    bug: 'what somebody else calls is called with nothing',
    file: 'call/code/calls.ts',
    find: 'return given.anything && isAbsent(value) ? undefined : value',
    replace: 'return value',
  },
  {
    bug: 'the code of a template is not read',
    file: 'call/code/templates.ts',
    find: 'if (ACTS.test(code))',
    replace: 'if (ACTS.test(code) && false)',
  },
  {
    bug: 'a variable that the code sets is its default',
    file: 'call/code/environment.ts',
    find: "if (set !== undefined && !secret) return { kind: 'text', word: set }",
    replace: '',
  },
  {
    bug: 'what is sent where a host says is sent to that host',
    file: 'call/code/act.ts',
    find: "for (const target of words()) engine.record({ does: 'contact', target, sends: 'data', text })",
    replace:
      "for (const target of words()) engine.record({ does: 'contact', target: whereItLeads(target), sends: 'data', text })",
  },
  {
    bug: 'what a task is given is nothing',
    file: 'call/code/interpreter.ts',
    find: 'else if (handed !== undefined && receives?.name !== undefined)',
    replace: 'else if (false)',
  },
  {
    bug: 'a session of nox only computes',
    file: 'call/code/python/specials.ts',
    find: '  ...TASK_SPECIALS,\n',
    replace: '',
  },
  {
    bug: 'a client of one address asks whatever it is told',
    file: 'call/code/javascript/services.ts',
    find: "whole ? 'fetch' : 'send'",
    replace: "'fetch'",
  },
  {
    bug: 'a framework listens nowhere',
    file: 'call/code/ruby/frameworks.ts',
    find: 'else if (bound !== undefined) actBy',
    replace: 'else if (bound === data) actBy',
  },
]

const scratch = scratchFor('code-teeth')

describe('the cases of code notice when', () => {
  beforeAll(() => loadGrammars())

  test.each(BUGS)('$bug', async ({ bug, ...change }) => {
    const place = putBack(scratch, bug, [change])
    const { readCode: mistaken } = (await import(join(place, 'call', 'shell', 'code', 'read-code.ts'))) as {
      readonly readCode: typeof readCode
    }
    expect(misread(mistaken)).not.toEqual([])
  })
})
