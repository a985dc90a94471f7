import { dynamic, literal, textOf, type Word } from '../../word.ts'
import { type Call, constant, isSign, type Program, splitArguments } from './calls.ts'
import type { Effect } from './effects.ts'
import type { Token } from './tokens.ts'

/** What a call does with the argument at an index. */
export type Rule =
  | `${'read' | 'names' | 'delete' | 'delete-tree' | 'directory' | 'access' | 'write' | 'append' | 'shell' | 'program' | 'fetch' | 'send' | 'connect' | 'code' | 'sql'}:${number}`
  | 'open'
  | 'copy'
  | 'move'
  | 'environment'
  | 'end-process'
  | 'listener'
  | 'opaque'
  | 'plain'

/** The effects of one call by its rule. */
export function effectsOf(
  call: Call,
  rule: Rule,
  program: Program,
  source: string,
  language: 'python' | 'javascript',
): readonly Effect[] {
  const { text } = call
  const argument = (index: number): Word => {
    const tokens = call.args[index]
    const value = tokens && constant(withoutKeyword(tokens), program.constants, source)
    return value ?? dynamic(text.slice(0, 80), 'argument')
  }
  switch (rule) {
    case 'plain':
      return []
    case 'opaque':
      return [{ does: 'opaque', because: 'dynamic-code', text }]
    case 'environment':
      return [{ does: 'environment', name: 'environment', text }]
    case 'end-process':
      return [{ does: 'end-process', text }]
    case 'listener':
      return [
        {
          does: 'door',
          what: 'listener',
          text,
          ...(/['"](?:0\.0\.0\.0|::)?['"]\s*,\s*\d/.test(text) ? { address: '0.0.0.0' } : {}),
        },
      ]
    case 'copy':
    case 'move':
      return [{ does: rule, from: argument(0), to: argument(1), text }]
    case 'open':
      return opened(call, argument, text)
  }
  const [does, at] = rule.split(':')
  const index = Number(at)
  switch (does) {
    case 'read':
    case 'names':
    case 'delete':
    case 'delete-tree':
    case 'directory':
    case 'access':
      return [{ does, path: argument(index), text }]
    case 'write':
    case 'append':
      return [{ does, path: argument(index), content: textOf(argument(index + 1)), text }]
    case 'shell':
      return [{ does: 'shell', code: argument(index), text }]
    case 'program':
      return started(call, index, argument, program, source)
    case 'fetch':
      return [
        {
          does: 'contact',
          target: argument(index),
          sends: /\b(?:data|json|files|body|method)\b\s*[=:]/.test(text) ? 'data' : 'nothing',
          text,
        },
      ]
    case 'send':
      return [{ does: 'contact', target: argument(index), sends: 'data', text }]
    case 'connect':
      return [{ does: 'contact', target: address(call, program, source) ?? argument(index), sends: 'unknown', text }]
    case 'code':
      return textOf(argument(index)) === undefined
        ? [{ does: 'opaque', because: 'dynamic-code', text }]
        : [{ does: 'code', language, code: argument(index), text }]
    case 'sql': {
      const code = textOf(argument(index))
      return code === undefined ? [] : [{ does: 'sql', code, text }]
    }
    default:
      return []
  }
}

/** `open(path, mode)`: reading unless the mode says otherwise; a mode that is not known may be any. */
function opened(call: Call, argument: (index: number) => Word, text: string): readonly Effect[] {
  const path = argument(0)
  const named = /\bmode\s*=\s*(?:'([^']*)'|"([^"]*)")/.exec(text)
  const second = call.args[1]
  const keyword = second !== undefined && isSign(second[1], '=')
  const mode = named ? (named[1] ?? named[2]) : second && !keyword ? textOf(argument(1)) : 'r'
  if (mode === undefined) return [{ does: 'write', path, text }]
  const effects: Effect[] = []
  if (/[wx]|r\+|w\+/.test(mode)) effects.push({ does: 'write', path, text })
  else if (mode.includes('a')) effects.push({ does: 'append', path, text })
  else effects.push({ does: 'read', path, text })
  return effects
}

/** `subprocess.run([...])`, `run('…', shell=True)`, `spawn('git', ['push'])`. */
function started(
  call: Call,
  index: number,
  argument: (index: number) => Word,
  program: Program,
  source: string,
): readonly Effect[] {
  const { text } = call
  const first = call.args[index] ?? []
  if (/\bshell\s*[=:]\s*(?:True|true)/.test(text))
    return [
      {
        does: 'shell',
        code: isSign(first[0], '[') ? (listed(first, program, source)[0] ?? argument(index)) : argument(index),
        text,
      },
    ]
  if (isSign(first[0], '[') || isSign(first[0], '(')) {
    const words = listed(first, program, source)
    return words.length > 0
      ? [{ does: 'program', words, text }]
      : [{ does: 'opaque', because: 'dynamic-program', text }]
  }
  const second = call.args[index + 1]
  const last = call.name.split('.').at(-1) ?? ''
  // The exec family names the program twice: the file, and what it is told it is called.
  if (second && isSign(second[0], '[') && /^(?:exec|spawn)v/.test(last))
    return [{ does: 'program', words: [argument(index), ...listed(second, program, source).slice(1)], text }]
  if (/^(?:exec|spawn)l/.test(last))
    return [
      {
        does: 'program',
        words: call.args
          .slice(index)
          .map((_, at) => argument(index + at))
          .filter((_, at) => at !== 1),
        text,
      },
    ]
  if (second && isSign(second[0], '['))
    return [{ does: 'program', words: [argument(index), ...listed(second, program, source)], text }]
  if (!/^[.\w]*(?:exec|spawn)[a-z]*$/i.test(call.name.split('.').at(-1) ?? ''))
    return [{ does: 'program', words: splitWords(argument(index)), text }]
  return [
    {
      does: 'program',
      words: call.args
        .slice(index)
        .filter((tokens) => !isSign(tokens[0], '{'))
        .map((_, at) => argument(index + at)),
      text,
    },
  ]
}

function splitWords(word: Word): readonly Word[] {
  const text = textOf(word)
  return text === undefined
    ? [word]
    : text
        .split(/\s+/)
        .filter(Boolean)
        .map((part) => literal(part))
}

/** The interpreter that runs this code: `sys.executable`, `process.execPath`. */
function itself(item: readonly Token[], source: string): Word | undefined {
  const [only, ...more] = item
  if (only?.kind !== 'name' || more.length > 0 || /\bexecutable\b\s*['"]?\s*[,=](?!=)[^\]]*$/m.test(source))
    return undefined
  return only.text === 'sys.executable' ? literal('python3') : undefined
}

function listed(tokens: readonly Token[], program: Program, source: string): readonly Word[] {
  return splitArguments(tokens, 1, tokens.length - 1).map((item) => {
    const word = constant(item, program.constants, source) ?? dynamic('…', 'argument')
    return word.kind === 'literal' ? word : (itself(item, source) ?? word)
  })
}

/** `connect(('host', 80))`, `createConnection(80, 'host')`, `{host: 'x'}`. */
function address(call: Call, program: Program, source: string): Word | undefined {
  const tokens = call.args.flat()
  const strings = tokens.filter((token) => token.kind === 'string')
  const first = strings[0]
  if (first) return constant([first], program.constants, source)
  const named = tokens.find((token) => token.kind === 'name' && program.constants.get(token.text)?.kind === 'literal')
  return named ? constant([named], program.constants, source) : undefined
}

/** `file='x'` as an argument is the value. */
function withoutKeyword(tokens: readonly Token[]): readonly Token[] {
  return tokens[0]?.kind === 'name' && isSign(tokens[1], '=') ? tokens.slice(2) : tokens
}
