import { type Decision, DECISIONS } from '../../../verdict.ts'
import { CONTAINED_RUN, containedLine, containedOf, type ContainedView } from './contained.ts'
import { asFields, type Fields, fieldsOf, numberOf, parsed, textOf, textsOf } from './fields.ts'

/** One decision on one line. */
export interface Row {
  readonly key: string
  readonly at: number
  readonly decision: Decision | ''
  readonly agent: string
  readonly subagent: string
  readonly tool: string
  /** The command or path. */
  readonly summary: string
  /** The worst deed in words. */
  readonly deed: string
  readonly code: string
  readonly sentence: string
  readonly layer: string
  readonly micros: number | undefined
  readonly session: string
  readonly call: string
  /** Where it is in the log; empty while that is not known. */
  readonly record: string
  readonly position: number
  /** The run behind walls that the decision gave leave for, and what became of it; empty while that is not known. */
  readonly run: string
  readonly became: string
  readonly demo: boolean
  /** The whole story, where there is no record to look it up in: of the demo. */
  readonly story: Fields | undefined
  /** Everything that a search looks at, in small letters. */
  readonly hay: string
}

export interface ReasonView {
  readonly code: string
  readonly sentence: string
  readonly clearedBy: string
  readonly severity: string
}

export interface StepView {
  readonly layer: string
  readonly said: string
  readonly micros: number
  readonly reasons: readonly ReasonView[]
}

export interface Highlight {
  readonly start: number
  readonly end: number
  readonly code: string
}

export interface UsageView {
  readonly model: string
  readonly stage: string
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly price: number | undefined
  readonly latencyMs: number
}

/** One decision with everything that is known about it. */
export interface StoryView {
  readonly row: Row
  readonly event: string
  readonly severity: string
  readonly user: string
  readonly cwd: string
  readonly mode: string
  readonly approver: string
  readonly fingerprint: string
  readonly policy: string
  readonly hash: string
  readonly chain: string
  readonly input: unknown
  /** The text that `highlights` count in, when it is not the input itself. */
  readonly text: string
  readonly highlights: readonly Highlight[]
  readonly because: readonly ReasonView[]
  readonly trace: readonly StepView[]
  readonly deeds: readonly string[]
  readonly usage: readonly UsageView[]
  /** What a run behind walls did: of a record that tells just that. */
  readonly contained: ContainedView | undefined
}

export function decisionOf(value: unknown): Decision | '' {
  return DECISIONS.find((decision) => decision === value) ?? ''
}

/** A `decision` event as a line. */
export function rowOfEvent(data: Fields): Row {
  const record = textOf(data['record'])
  return finished({
    key: record || [data['session'], data['call'], data['decision'], data['code'], data['at']].join('\n'),
    at: numberOf(data['at']) ?? Date.now(),
    decision: decisionOf(data['decision']),
    agent: textOf(data['agent']),
    subagent: subagentOf(data['subagent']),
    tool: textOf(data['tool']),
    summary: textOf(data['summary']),
    deed: textOf(data['deed']),
    code: textOf(data['code']),
    sentence: textOf(data['sentence']),
    layer: textOf(data['layer']),
    micros: numberOf(data['micros']),
    session: textOf(data['session']),
    call: textOf(data['call']),
    record,
    position: 0,
    run: textOf(asFields(data['contained'])['run']),
    became: '',
    demo: data['demo'] === true,
    story: data['demo'] === true ? { ...data, ...asFields(data['story']) } : undefined,
  })
}

/** A record of the log as a line. What the log adds about it stands beside its columns or in its body. */
export function rowOfRecord(record: Fields): Row {
  const body = parsed(record['body'])
  const because = reasonsOf(record['because'] ?? body['because'])
  const trace = stepsOf(record['trace'] ?? body['trace'])
  const writer = textOf(record['writer'])
  const id = textOf(record['id']) || `${writer.slice(0, 8)}-${String(record['seq'])}`
  const deeds = textsOf(record['deeds'] ?? body['deeds'])
  return finished({
    key: id,
    at: numberOf(record['at']) ?? 0,
    decision: decisionOf(record['decision']),
    agent: textOf(record['agent']),
    subagent: subagentOf(body['subagent']),
    tool: textOf(record['tool']),
    summary:
      textOf(record['event']) === CONTAINED_RUN
        ? containedLine(containedOf(body))
        : textOf(record['summary']) || mainText(body['input'] ?? record['input']) || textOf(record['event']),
    deed: textOf(record['deed']) || deedOf(deeds),
    code: textOf(record['code']),
    sentence: because[0]?.sentence ?? '',
    layer: textOf(body['layer']) || textOf(record['layer']),
    micros: trace.length === 0 ? undefined : trace.reduce((sum, step) => sum + step.micros, 0),
    session: textOf(record['session']),
    call: textOf(body['call']),
    record: id,
    position: numberOf(record['position']) ?? 0,
    run: textOf(asFields(body['contained'])['run']) || textOf(body['run']),
    became: textOf(body['became']),
    demo: false,
    story: undefined,
  })
}

/** The log keeps what kinds of deeds there were; a story has them in full. Starting a program says least. */
function deedOf(deeds: readonly string[]): string {
  const telling = deeds.filter((deed) => deed !== 'run-program')
  return (telling.length === 0 ? deeds : telling)
    .slice(0, 3)
    .map((deed) => DEEDS[deed] ?? deed)
    .join(', ')
}

const DEEDS: Readonly<Record<string, string>> = {
  'call-mcp-tool': 'calls a tool of another server',
  'change-access': 'changes access',
  'change-database': 'changes a database',
  'change-repository': 'works with the repository',
  'change-service': 'works with a service',
  'change-settings': 'changes settings',
  'change-system': 'changes the system',
  'contact-host': 'contacts a host',
  'delete-file': 'deletes files',
  'end-process': 'ends a process',
  'install-package': 'installs a package',
  'open-door': 'opens a port',
  'read-file': 'reads files',
  'read-secret': 'reads a secret',
  'read-system': 'looks at the system',
  'run-code': 'runs code',
  'run-program': 'starts a program',
  schedule: 'schedules something',
  'send-message': 'sends a message',
  'something-opaque': 'does something that is not understood',
  'spawn-agent': 'starts another agent',
  'write-file': 'writes files',
}

function finished(row: Omit<Row, 'hay'>): Row {
  const { agent, subagent, tool, summary, deed, code, sentence, session } = row
  return { ...row, hay: [agent, subagent, tool, summary, deed, code, sentence, session].join('\n').toLowerCase() }
}

function subagentOf(value: unknown): string {
  const fields = asFields(value)
  return textOf(value) || textOf(fields['type']) || textOf(fields['id'])
}

/** What a person would call the input: the command, the path, the address. */
export function mainText(input: unknown): string {
  const fields = asFields(input)
  for (const key of ['command', 'file_path', 'path', 'url', 'pattern', 'query', 'prompt']) {
    const text = textOf(fields[key])
    if (text !== '') return text
  }
  return input === undefined ? '' : JSON.stringify(input)
}

export function reasonsOf(value: unknown): readonly ReasonView[] {
  return fieldsOf(value).map((reason) => ({
    code: textOf(reason['code']),
    sentence: textOf(reason['sentence']),
    clearedBy: textOf(reason['clearedBy']),
    severity: textOf(reason['severity']),
  }))
}

export function stepsOf(value: unknown): readonly StepView[] {
  return fieldsOf(value).map((step) => ({
    layer: textOf(step['layer']),
    said: textOf(step['said']),
    micros: numberOf(step['micros']) ?? 0,
    reasons: reasonsOf(step['reasons']),
  }))
}

export function highlightsOf(value: unknown): readonly Highlight[] {
  return fieldsOf(value).map((mark) => ({
    start: numberOf(mark['start']) ?? 0,
    end: numberOf(mark['end']) ?? 0,
    code: textOf(mark['code']),
  }))
}

export function storyOfRecord(record: Fields): StoryView {
  const body = parsed(record['body'])
  const of = (key: string): unknown => record[key] ?? body[key]
  return {
    row: record['demo'] === true ? rowOfEvent(record) : rowOfRecord(record),
    event: textOf(of('event')),
    severity: textOf(of('severity')),
    user: textOf(of('user')),
    cwd: textOf(of('cwd')),
    mode: textOf(of('mode')),
    approver: textOf(of('approver')),
    fingerprint: textOf(of('fingerprint')),
    policy: textOf(of('policy')),
    hash: textOf(of('hash')),
    chain: textOf(of('writer')),
    input: of('input'),
    text: textOf(of('text')),
    highlights: highlightsOf(of('highlights')),
    because: reasonsOf(of('because')),
    trace: stepsOf(of('trace')),
    deeds: textsOf(of('deeds')),
    contained: textOf(of('event')) === CONTAINED_RUN ? containedOf(body) : undefined,
    usage: fieldsOf(of('usage')).map((usage) => {
      const tokens = asFields(usage['tokens'])
      return {
        model: textOf(usage['model']),
        stage: textOf(usage['stage']),
        input: numberOf(tokens['input']) ?? 0,
        cached: numberOf(tokens['cached']) ?? 0,
        output: numberOf(tokens['output']) ?? 0,
        price: numberOf(usage['price']),
        latencyMs: numberOf(usage['latencyMs']) ?? 0,
      }
    }),
  }
}
