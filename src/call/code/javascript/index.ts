import type { Library } from '../library.ts'
import { data, library, text, type Value } from '../values.ts'
import { JAVASCRIPT_CALLS } from './calls.ts'
import { CANNOT_ACT, LANGUAGE, TESTS } from './cannot-act.ts'
import { JAVASCRIPT_ATTRIBUTES, JAVASCRIPT_SPECIALS, ZX } from './specials.ts'

const GLOBALS = new Map<string, Value>([
  ...[
    ...LANGUAGE,
    ...TESTS.filter((name) => /^\w+$/.test(name)),
    ...`require import import.meta process fetch eval Function setTimeout setInterval setImmediate queueMicrotask Bun Deno Worker WebSocket
      EventSource XMLHttpRequest WebAssembly Reflect globalThis Headers FormData AbortController Blob Response Request navigator importScripts getComputedStyle requestAnimationFrame innerWidth innerHeight scrollTo scrollBy scrollY matchMedia Element HTMLElement Node NodeFilter CSS location history`
      .split(/\s+/)
      .filter(Boolean),
  ].map((name) => [name, library(name)] as const),
  // `node -e` and its prompt have the modules of Node without an import.
  ...`fs os path child_process net http https http2 tls dgram dns vm worker_threads cluster util zlib readline events stream
    querystring url assert repl v8 perf_hooks timers tty string_decoder punycode inspector async_hooks`
    .split(/\s+/)
    .filter(Boolean)
    .map((name) => [name, library(name)] as const),
  ['global', library('globalThis')],
  ['window', library('globalThis')],
  ['self', library('globalThis')],
  ['__dirname', text('.')],
  ['__filename', text('./script')],
  // What a page holds may be private: what is sent with it leaves.
  ...['document', 'localStorage', 'sessionStorage', 'indexedDB', 'caches'].map((name): readonly [string, Value] => [
    name,
    { kind: 'data', source: name, holds: 'content' },
  ]),
  ['NaN', data('NaN')],
  ['Infinity', data('Infinity')],
  ['arguments', data('arguments')],
  ['exports', { kind: 'record', entries: new Map(), more: true }],
  ['module', library('module')],
  ['this', data('this')],
])

/** Names through which everything can be reached. */
const REACHES: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  '__defineGetter__',
  '__lookupGetter__',
  'mainModule',
  '_load',
  'process.binding',
  'process.mainModule',
])

export const JAVASCRIPT: Library = {
  language: 'javascript',
  globals: GLOBALS,
  entries: JAVASCRIPT_CALLS,
  specials: JAVASCRIPT_SPECIALS,
  attributes: JAVASCRIPT_ATTRIBUTES,
  cannotAct: CANNOT_ACT,
  results: 'many',
  reaches: REACHES,
  assigns: 'nearest',
  members: 'by name',
  keepsEnvironment: new Set(['Object.keys', 'Object.assign', 'Object.freeze', 'structuredClone']),
  neverCalls: new Set([
    'console.log',
    'console.error',
    'console.table',
    'console.dir',
    'String',
    'Number',
    'Boolean',
    'JSON.stringify',
  ]),
  globalObject: 'globalThis',
  bringsBy: (source) => (/^#!.*\bzx\b/.test(source) ? ZX : undefined),
  isOwn: (name) => /^(?:\.{1,2}(?:\/|\.|$)|\/|@\/|~\/|#)/.test(name),
}
