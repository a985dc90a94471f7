import { gzipSync } from 'node:zlib'
import type { Behaviour, Said } from './model-server/said.ts'
import { MORE_FAULTS } from './reviewer-fault-more.ts'

/** One thing that can go wrong between the gate and its reviewing model. */
export interface FaultRow {
  /** The number of its kind: every kind of the plan has at least one row. */
  readonly kind: number
  readonly fault: string
  /** What the model's server does. `elsewhere` is the address of a second server that would allow anything. */
  readonly behave: (elsewhere: string) => Behaviour
  /** What the gate says. `closed`: no verdict was reached. `denied`: the model's own no to the action. */
  readonly ends: 'closed' | 'denied' | 'too-long'
  /** One of these stands after `review.unavailable.`. Without: any. */
  readonly causes?: readonly string[]
  /** Requests that one stage may cost. Default 1. */
  readonly attempts?: number
  /** The limits that this row needs to be short, so that it ends soon. */
  readonly slow?: true
  /** The client is sent to a wrong address instead of the server. */
  readonly address?: 'refused' | 'unknown host' | 'not TLS'
  /** In stage 1 this would be a sound answer. */
  readonly onlySecond?: true
  /** A fault of the stream, or of the whole answer, alone. */
  readonly only?: 'streamed' | 'whole'
}

const NO = '<block>no</block>'
const YES = '<block>yes</block><reason>nobody asked for it</reason>'

const says =
  (text: string, more: Omit<Said, 'text'> = {}) =>
  (): Behaviour => ({ text, ...more })

const raw =
  (status: number, body: string | Uint8Array = '{}', headers: Readonly<Record<string, string>> = {}) =>
  (): Behaviour => ({ fault: 'raw', status, body, headers })

const statuses = (kind: number, rows: readonly (readonly [number, readonly string[], number])[]): readonly FaultRow[] =>
  rows.map(([status, causes, attempts]) => ({
    kind,
    fault: `status ${status}`,
    behave: raw(status, '{"type":"error","error":{"type":"some_error","message":"no"}}'),
    ends: 'closed',
    causes,
    attempts,
  }))

const texts = (kind: number, causes: readonly string[], list: readonly string[]): readonly FaultRow[] =>
  list.map((text) => ({
    kind,
    fault: `the answer ${JSON.stringify(text)}`,
    behave: says(text),
    ends: 'closed',
    causes,
  }))

const UNREADABLE = ['malformed', 'ambiguous', 'truncated']

export const FAULTS: readonly FaultRow[] = [
  {
    kind: 1,
    fault: '429 that says when to come back',
    behave: raw(429, '{}', { 'retry-after': '0' }),
    ends: 'closed',
    causes: ['rate-limited'],
    attempts: 3,
  },
  {
    kind: 1,
    fault: '429 that says to come back tomorrow',
    behave: raw(429, '{}', { 'retry-after': '86400' }),
    ends: 'closed',
    causes: ['rate-limited', 'quota'],
  },
  { kind: 2, fault: '429 without a time', behave: raw(429), ends: 'closed', causes: ['quota'] },
  ...statuses(
    3,
    [500, 502, 503, 529].map((status) => [status, ['overloaded'], 3] as const),
  ),
  ...statuses(
    4,
    [400, 401, 403, 404].map((status) => [status, ['misconfigured'], 1] as const),
  ),
  { kind: 4, fault: 'status 413', behave: raw(413), ends: 'too-long' },
  {
    kind: 5,
    fault: 'an error in the middle of the stream',
    behave: says(NO, { error: 'overloaded_error' }),
    ends: 'closed',
    attempts: 3,
  },
  ...[301, 302, 303, 307, 308].map((status): FaultRow => ({
    kind: 6,
    fault: `a redirect with ${status}`,
    behave: (elsewhere) => ({ fault: 'raw', status, headers: { location: elsewhere } }),
    ends: 'closed',
  })),
  {
    kind: 7,
    fault: 'a slow first byte',
    behave: says(NO, { delay: 5_000 }),
    ends: 'closed',
    causes: ['timeout'],
    slow: true,
  },
  { kind: 7, fault: 'silence', behave: () => ({ fault: 'silence' }), ends: 'closed', causes: ['timeout'], slow: true },
  {
    kind: 8,
    fault: 'a stall after 40 bytes',
    behave: says(NO, { stallAt: 40 }),
    ends: 'closed',
    causes: ['timeout'],
    slow: true,
  },
  {
    kind: 8,
    fault: 'a stall after the headers',
    behave: says(NO, { stallAt: 0 }),
    ends: 'closed',
    causes: ['timeout'],
    slow: true,
  },
  {
    kind: 9,
    fault: 'a drip of bytes',
    behave: says(NO, { drip: 25 }),
    ends: 'closed',
    causes: ['timeout'],
    slow: true,
  },
  ...(['refused', 'unknown host', 'not TLS'] as const).map((address): FaultRow => ({
    kind: 10,
    fault: `an address that is ${address}`,
    behave: says(NO),
    ends: 'closed',
    causes: ['connection', 'malformed', 'timeout'],
    address,
  })),
  {
    kind: 11,
    fault: 'a reset at once',
    behave: () => ({ fault: 'reset' }),
    ends: 'closed',
    causes: ['connection'],
    attempts: 3,
  },
  { kind: 11, fault: 'a reset after the headers', behave: says(NO, { resetAt: 0 }), ends: 'closed', attempts: 3 },
  { kind: 11, fault: 'a reset in the body', behave: says(NO, { resetAt: 60 }), ends: 'closed', attempts: 3 },
  {
    kind: 12,
    fault: 'a stream without an end',
    behave: says(NO, { unfinished: true }),
    ends: 'closed',
    only: 'streamed',
  },
  { kind: 12, fault: 'a body that is cut', behave: says(NO, { cutAt: 80 }), ends: 'closed' },
  { kind: 12, fault: 'no reason why it ended', behave: says(NO, { stop: 'nothing' }), ends: 'closed' },
  {
    kind: 13,
    fault: 'a no that ran out of tokens',
    behave: says('<block>no', { stop: 'max-tokens' }),
    ends: 'closed',
    causes: UNREADABLE,
  },
  {
    kind: 13,
    fault: 'a whole no that ran out of tokens',
    behave: says(NO, { stop: 'max-tokens' }),
    ends: 'closed',
    causes: UNREADABLE,
  },
  { kind: 13, fault: 'the beginning of a not', behave: says('<block>not', { stop: 'stop-sequence' }), ends: 'closed' },
  {
    kind: 14,
    fault: 'the short form without its stop sequence',
    behave: says('<block>no'),
    ends: 'closed',
    causes: UNREADABLE,
  },
  {
    kind: 14,
    fault: 'the short form where the long one belongs',
    behave: says('<block>no</block', { stop: 'stop-sequence' }),
    ends: 'closed',
  },
  {
    kind: 14,
    fault: 'the short form in stage 2',
    behave: says('<block>no', { stop: 'stop-sequence' }),
    ends: 'closed',
    onlySecond: true,
  },
  { kind: 15, fault: 'an empty text', behave: says(''), ends: 'closed' },
  { kind: 15, fault: 'no content', behave: says('', { empty: true }), ends: 'closed' },
  ...texts(15, UNREADABLE, [' ', '\n\n\t']),
  {
    kind: 16,
    fault: 'no JSON',
    behave: raw(200, '{"content":[{"type":"text","text":"<block>no</block>"'),
    ends: 'closed',
  },
  { kind: 16, fault: 'another JSON', behave: raw(200, '{"block":"no"}'), ends: 'closed' },
  { kind: 16, fault: 'a bare verdict', behave: raw(200, NO, { 'content-type': 'text/plain' }), ends: 'closed' },
  {
    kind: 16,
    fault: 'a page',
    behave: raw(200, `<html>${NO}</html>`, { 'content-type': 'text/html' }),
    ends: 'closed',
  },
  { kind: 16, fault: 'no body', behave: raw(200, ''), ends: 'closed' },
  { kind: 16, fault: 'status 204', behave: raw(204, ''), ends: 'closed' },
  {
    kind: 16,
    fault: 'JSON in a stream',
    behave: raw(200, 'data: <block>no</block>\n\n', { 'content-type': 'text/event-stream' }),
    ends: 'closed',
  },
  {
    kind: 17,
    fault: 'a text of 100 KB',
    behave: says(`${NO}${' '.repeat(100_000)}`),
    ends: 'closed',
    causes: ['too-large'],
  },
  {
    kind: 17,
    fault: 'a body without end',
    behave: () => ({ fault: 'flood', bytes: ' '.repeat(16_384) }),
    ends: 'closed',
    causes: ['too-large', 'malformed'],
  },
  {
    kind: 17,
    fault: 'a stream without end',
    behave: () => ({
      fault: 'flood',
      bytes: ': ping\n\n'.repeat(2_000),
      headers: { 'content-type': 'text/event-stream' },
    }),
    ends: 'closed',
    slow: true,
  },
  {
    kind: 17,
    fault: 'a compressed bomb',
    behave: raw(200, gzipSync(Buffer.alloc(10_000_000, 32)), { 'content-encoding': 'gzip' }),
    ends: 'closed',
  },
  ...texts(18, UNREADABLE, [
    '<allow>yes</allow>',
    '<Block>no</Block>',
    '<block >no</block>',
    '[block]no[/block]',
    '＜block＞no＜/block＞',
    '<bl\u200bock>no</block>',
  ]),
  ...texts(
    19,
    UNREADABLE,
    ['maybe', 'no.', 'No', 'n\u043e', 'no\u0000', ' no', 'no ', '', 'false', 'not'].map(
      (value) => `<block>${value}</block>`,
    ),
  ),
  ...texts(20, UNREADABLE, [`${NO}<block>yes</block>`, `${NO}${YES}`, `${NO}\n${YES}`]),
  ...texts(21, UNREADABLE, [`${NO}${NO}`, `${NO}\n${NO}`]),
  ...texts(22, UNREADABLE, [`Here is my verdict: ${NO}`, `${NO} Stay safe!`, `${NO}.`, `\u200b${NO}`, `\ufeff${NO}`]),
  {
    kind: 23,
    fault: 'a no in the reason of a yes',
    behave: says(`<block>yes</block><reason>${NO}</reason>`),
    ends: 'denied',
  },
  ...texts(24, UNREADABLE, [
    `<thinking>${NO}</thinking>`,
    `<thinking>${NO}`,
    `<thinking>fine${NO}`,
    `</thinking>${NO}`,
  ]),
  {
    kind: 25,
    fault: 'a no in the thoughts before a yes',
    behave: says(`<thinking>perhaps ${NO}?</thinking>${YES}`),
    ends: 'denied',
  },
  ...texts(26, UNREADABLE, [`</transcript>${NO}`, `{"Bash":"echo '</transcript>${NO}'"}`]),
  ...texts(27, UNREADABLE, [
    '&lt;block&gt;no&lt;/block&gt;',
    `<![CDATA[${NO}]]>`,
    `\`\`\`\n${NO}\n\`\`\``,
    `<answer>${NO}</answer>`,
    '<block><block>no</block></block>',
  ]),
  {
    kind: 28,
    fault: 'a refusal',
    behave: says('', { stop: 'refusal' }),
    ends: 'closed',
    causes: ['refusal', 'malformed'],
  },
  {
    kind: 28,
    fault: 'a refusal after a no',
    behave: says(NO, { stop: 'refusal' }),
    ends: 'closed',
    causes: ['refusal', 'malformed'],
  },
  ...texts(28, UNREADABLE, ['I cannot help with that.']),
  { kind: 29, fault: 'a wish to call a tool', behave: says(NO, { also: 'tool' }), ends: 'closed' },
  { kind: 29, fault: 'two texts', behave: says(NO, { also: 'text' }), ends: 'closed' },
  {
    kind: 30,
    fault: 'the answer of another model',
    behave: says(NO, { model: 'some-other-model' }),
    ends: 'closed',
    causes: ['malformed'],
  },
  { kind: 31, fault: 'a yes without a reason', behave: says('<block>yes</block>'), ends: 'denied' },
  {
    kind: 31,
    fault: 'a yes with a wild reason',
    behave: says(`<block>yes</block><reason>\u001b[2J<b>${'x'.repeat(10_000)}</b></reason>`),
    ends: 'denied',
  },
  {
    kind: 32,
    fault: 'a prompt that is too long',
    behave: raw(
      400,
      '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 300000 tokens > 200000 maximum context length"}}',
    ),
    ends: 'too-long',
  },
  {
    kind: 32,
    fault: 'a context that is too small, in the words of llama.cpp',
    behave: raw(
      400,
      '{"error":{"type":"invalid_request_error","message":"the request exceeds the available context size"}}',
    ),
    ends: 'too-long',
  },
  {
    kind: 34,
    fault: 'a no after the deadline',
    behave: says(NO, { delay: 1_200 }),
    ends: 'closed',
    causes: ['timeout'],
    slow: true,
  },
  {
    kind: 34,
    fault: 'a no whose last byte drips in after the deadline',
    behave: says(NO, { drip: 4 }),
    ends: 'closed',
    causes: ['timeout'],
    slow: true,
  },
  ...MORE_FAULTS,
]
