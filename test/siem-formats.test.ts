import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../src/call/tool-call.ts'
import { AUDIT_EVENT_TYPES, AUDIT_SEVERITIES } from '../src/journal/audit-logger.ts'
import { asEcs } from '../src/journal/ecs.ts'
import { asOcsf } from '../src/journal/ocsf.ts'
import { draftDecision, type StoredRecord } from '../src/journal/records.ts'
import { DECISIONS } from '../src/verdict.ts'
import { messageOf } from '../src/surfaces/siem/message.ts'
import { sample } from './journal/samples.ts'

const real: StoredRecord = {
  ...draftDecision({ ...sample('call-1', { decision: 'deny' }), user: 'ada' }, 1_790_000_000_123),
  position: 1,
  writer: '0123456789abcdef0123456789abcdef',
  seq: 7,
  hash: 'ab'.repeat(32),
}

const HOSTILE = '\u202e"\\\n\u0000字💥'.repeat(400)
const RECORDS: readonly (readonly [string, StoredRecord])[] = [
  ['a deny', real],
  ...DECISIONS.map((decision) => [`decision ${decision}`, { ...real, decision }] as const),
  ...AUDIT_EVENT_TYPES.map(
    (event) => [`event ${event}`, { ...real, event, decision: '', code: '', tool: '' }] as const,
  ),
  ...AUDIT_SEVERITIES.map((severity) => [`severity ${severity}`, { ...real, severity }] as const),
  ['a decision that nobody knows', { ...real, decision: 'constructor', severity: '__proto__', event: 'toString' }],
  ['nothing but its place', { ...real, session: '', agent: '', tool: '', user: '', code: '', body: '{}' }],
  ['a body that is no JSON', { ...real, body: '{broken' }],
  [
    'hostile text everywhere',
    {
      ...real,
      session: HOSTILE,
      agent: HOSTILE,
      tool: HOSTILE,
      user: HOSTILE,
      code: HOSTILE,
      body: JSON.stringify({ because: Array.from({ length: 50 }, () => ({ code: HOSTILE, sentence: HOSTILE })) }),
    },
  ],
]

type Rule = 'integer' | 'text' | 'filled' | 'boolean' | 'texts' | RegExp | readonly JsonValue[]

/** What stands at a path, or undefined. */
function at(value: JsonValue, path: string): JsonValue | undefined {
  return path.split('.').reduce<JsonValue | undefined>((found, key) => {
    if (typeof found !== 'object' || found === null) return undefined
    return (found as Readonly<Record<string, JsonValue>>)[key]
  }, value)
}

function breaks(value: JsonValue | undefined, rule: Rule): boolean {
  if (rule === 'integer') return !Number.isSafeInteger(value)
  if (rule === 'text') return typeof value !== 'string'
  if (rule === 'filled') return typeof value !== 'string' || value === ''
  if (rule === 'boolean') return typeof value !== 'boolean'
  if (rule === 'texts')
    return !Array.isArray(value) || value.length === 0 || value.some((one) => typeof one !== 'string')
  if (rule instanceof RegExp) return typeof value !== 'string' || !rule.test(value)
  return !rule.some((one) => JSON.stringify(one) === JSON.stringify(value))
}

/** Required and recommended attributes of OCSF 1.5.0: base event, then the class, then the profile Security Control. */
const OCSF_BASE: Readonly<Record<string, Rule>> = {
  activity_id: 'integer',
  category_uid: 'integer',
  class_uid: [6003, 2004],
  type_uid: 'integer',
  time: 'integer',
  severity_id: [0, 1, 2, 3, 4, 5, 6, 99],
  severity: 'filled',
  status_id: [0, 1, 2, 99],
  status: 'filled',
  'metadata.version': ['1.5.0'],
  'metadata.product.name': 'filled',
  'metadata.product.vendor_name': 'filled',
  'metadata.uid': /^[0-9a-f]{32}-\d+$/,
  'metadata.sequence': 'integer',
  'metadata.profiles': [['security_control']],
  disposition_id: [0, 1, 2, 99],
  disposition: 'filled',
  action_id: [0, 1, 2, 99],
  action: 'filled',
  'unmapped.hash': 'filled',
}
const OCSF_API: Readonly<Record<string, Rule>> = {
  category_uid: [6],
  activity_id: [99],
  activity_name: 'filled',
  type_uid: [600_399],
  'actor.user.name': 'filled',
  'actor.app_name': 'filled',
  'api.operation': 'filled',
  'src_endpoint.name': 'filled',
}
const OCSF_FINDING: Readonly<Record<string, Rule>> = {
  category_uid: [2],
  activity_id: [1],
  type_uid: [200_401],
  is_alert: 'boolean',
  'finding_info.uid': 'filled',
  'finding_info.title': 'filled',
  'finding_info.types': 'texts',
}

/** Field types of ECS 8.17, and the values that it allows. */
const ECS: Readonly<Record<string, Rule>> = {
  '@timestamp': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  'ecs.version': /^8\.\d+\.\d+$/,
  message: 'filled',
  'log.level': ['info', 'warning', 'critical'],
  'event.id': /^[0-9a-f]{32}-\d+$/,
  'event.hash': 'filled',
  'event.sequence': 'integer',
  'event.kind': ['alert', 'event'],
  'event.outcome': ['success', 'failure', 'unknown'],
  'event.severity': 'integer',
  'event.action': 'filled',
  'event.module': ['portcullis'],
  'event.dataset': ['portcullis.audit'],
  'observer.product': 'filled',
  'observer.vendor': 'filled',
}
const ECS_CATEGORIES = new Set(['api', 'iam', 'configuration', 'intrusion_detection', 'process'])
const ECS_TYPES = new Set(['access', 'admin', 'allowed', 'change', 'creation', 'deletion', 'denied', 'info', 'user'])

const broken = (value: JsonValue, rules: Readonly<Record<string, Rule>>): readonly string[] =>
  Object.entries(rules).flatMap(([path, rule]) =>
    breaks(at(value, path), rule) ? [`${path}: ${JSON.stringify(at(value, path))}`] : [],
  )

describe('records in the terms of others', () => {
  test.each(RECORDS)('%s as OCSF', (_name, record) => {
    const value = asOcsf(record, '1.2.3', 'summary')
    expect(broken(value, OCSF_BASE)).toEqual([])
    expect(broken(value, record.severity === 'critical' ? OCSF_FINDING : OCSF_API)).toEqual([])
    expect(value['type_uid']).toBe(Number(value['class_uid']) * 100 + Number(value['activity_id']))
  })

  test.each(RECORDS)('%s as ECS', (_name, record) => {
    const value = asEcs(record, '1.2.3', 'summary')
    expect(broken(value, ECS)).toEqual([])
    for (const [path, allowed] of [
      ['event.category', ECS_CATEGORIES],
      ['event.type', ECS_TYPES],
    ] as const) {
      const found = at(value, path)
      expect(Array.isArray(found) && found.length > 0 && found.every((one) => allowed.has(String(one))), path).toBe(
        true,
      )
    }
  })

  test.each(
    RECORDS.flatMap(([name, record]) => (['ecs', 'ocsf'] as const).map((format) => [name, format, record] as const)),
  )(
    '%s as %s is one line of ASCII of bounded size, with its place and hash, and without the input of the call',
    (_name, format, record) => {
      const { json } = messageOf(record, { format }, '1.2.3')
      expect(json).toMatch(/^[\x20-\x7e]+$/)
      expect(json.length).toBeLessThanOrEqual(8_000)
      const own = at(JSON.parse(json) as JsonValue, format === 'ecs' ? 'portcullis' : 'unmapped')!
      expect(own).toMatchObject({ writer: record.writer, seq: record.seq, hash: record.hash })
      expect(json).not.toContain('Run tests')
    },
  )

  test('with `include: "input"` what is in the call is sent, as the log has it', () => {
    expect(messageOf(real, { format: 'ecs', include: 'input' }, '1').json).toContain('Run tests')
  })
})

/** Every path of a value down to what is no object; lists count as one. */
function paths(value: JsonValue, prefix: string = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [prefix]
  return Object.entries(value).flatMap(([key, inner]) =>
    paths(inner as JsonValue, prefix === '' ? key : `${prefix}.${key}`),
  )
}

describe('the tables in docs/operations.md', () => {
  const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'operations.md'), 'utf8')
  const section = (heading: string): string => page.split(`### ${heading}\n`)[1]?.split(/\n#{2,3} /)[0] ?? ''

  test.each([
    ['Fields: OCSF', asOcsf],
    ['Fields: ECS', asEcs],
  ] as const)('%s names every field that is sent', (heading, as) => {
    const documented = new Set([...section(heading).matchAll(/`([^`]+)`/g)].map((match) => match[1]!))
    const sent = new Set(RECORDS.flatMap(([, record]) => paths(as(record, '1.2.3', 'summary'))))
    expect([...sent].filter((path) => !documented.has(path))).toEqual([])
  })
})
