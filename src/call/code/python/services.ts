import { textOf } from '../../word.ts'
import type { Special } from '../library.ts'
import { data, isAbsent, knownText, text, type Value, wordsOf } from '../values.ts'
import { first } from './files.ts'

/** A service of Amazon, or one that speaks like it somewhere else: `endpoint_url='http://localhost:4566'`. */
export const opensService: Special = (call) => {
  const endpoint = call.given.named.get('endpoint_url')
  return endpoint === undefined ? { kind: 'object', type: 'Aws' } : { kind: 'object', type: 'AwsAt', held: endpoint }
}

/** A template that reaches from its values into Python. */
export const template: Special = (call) => {
  for (const word of wordsOf(first(call), call.text)) {
    const known = textOf(word)
    if (
      known === undefined
        ? first(call).kind === 'text'
        : /__\w+__|\b(?:popen|os\.|import|attr\s*\()|<%|\$\{/.test(known)
    )
      call.engine.unread('dynamic-code', call.text)
  }
  return data(call.text)
}

/** Handlers that are named by their class; a factory of its own may be anything. */
export const configuresLogs: Special = (call) => {
  const known = (value: Value): boolean => {
    if (value.kind === 'list') return !value.more && value.items.every(known)
    if (value.kind !== 'record')
      return value.kind === 'text' || value.kind === 'library' || isAbsent(value) || value.kind === 'object'
    if (value.more || value.entries.has('()')) return false
    const name = value.entries.get('class')
    if (
      name !== undefined &&
      !/^(?:logging\.|pythonjsonlogger\.|rich\.logging\.|colorlog\.)/.test(knownText(name) ?? '')
    )
      return false
    const file = value.entries.get('filename')
    for (const path of file === undefined ? [] : wordsOf(file, call.text))
      call.engine.record({ does: 'append', path, text: call.text })
    return [...value.entries.values()].every(known)
  }
  if (!known(first(call))) call.engine.unread('unknown-call', call.text)
  return data(call.text)
}

/** A statement that is put together from calls: what it does is known, the names in it need not be. */
export function statement(words: string): Special {
  return () => ({ kind: 'object', type: 'Statement', held: text(words) })
}

export const conditioned: Special = (call) => {
  const held = knownText(call.self) ?? 'SELECT 1'
  // Without a condition it is about every row, as before.
  if (call.given.positional.length === 0 && call.given.named.size === 0) return call.self ?? data(call.text)
  return { kind: 'object', type: 'Statement', held: text(/\bWHERE\b/.test(held) ? held : `${held} WHERE condition`) }
}

/** Statements of DuckDB read and write files: a question about files of the project is plain. */
export const asksDuckdb: Special = (call) => {
  const known = knownText(first(call)) ?? ''
  const asks = /^\s*(?:select|with|from|describe|summarize|show|explain)\b/i.test(known)
  const reaches =
    /\b(?:copy|attach|install|load|export|import|getenv)\b|;\s*\S|['"](?:[/~\\]|[^'"]*(?::|\.\.|\.env|\.pem|\.ssh))/i.test(
      known,
    )
  if (!asks || reaches) call.engine.unread('dynamic-code', call.text)
  return data(call.text)
}

/** A database by its address; one in a file of the project is its own. */
export const makesEngine: Special = (call) => {
  const known = knownText(first(call)) ?? ''
  if (!/^sqlite(?:\+\w+)?:\/\/(?:\/[\w./-]*|\/:memory:)?$/.test(known))
    for (const target of wordsOf(first(call), call.text))
      call.engine.record({ does: 'contact', target, sends: 'unknown', text: call.text })
  return { kind: 'object', type: 'Database' }
}
