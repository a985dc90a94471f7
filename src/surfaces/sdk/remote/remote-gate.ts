import { randomUUID } from 'node:crypto'
import { readCallValue } from '../../../call/read-call.ts'
import type { ToolCall } from '../../../call/tool-call.ts'
import { AbortError } from '../../../classifier/denials.ts'
import { resultText } from '../../../results/result-text.ts'
import type { Reason, Verdict } from '../../../verdict.ts'
import { refusedVerdict } from '../../unreadable.ts'
import { Emitter } from '../gate-events.ts'
import type { OpenGate, SessionOptions } from '../gate-options.ts'
import type {
  AnsweredCall,
  GatedSession,
  GatedSubagent,
  JudgeOptions,
  ResultForModel,
  ToolResult,
} from '../gated-session.ts'
import { judgeOptions, wrapTool } from '../wrap-tool.ts'
import { DaemonLine } from './daemon-line.ts'
import { readVerdict } from './read-verdict.ts'
import { readRemote, type RemoteGateOptions } from './remote-options.ts'

/** A gate in a daemon. Nothing is judged here: what the daemon does not allow does not run. */
export function openRemoteGate(options: RemoteGateOptions): OpenGate {
  const line = new DaemonLine(readRemote(options))
  const events = new Emitter()
  const open = new Map<string, GatedSession>()
  const openSession = (name: string, more: SessionOptions = {}): GatedSession => {
    const known = open.get(name)
    if (known !== undefined) return known
    const session = remoteSession(name, { ...options, ...more }, { line, events, onClose: () => open.delete(name) })
    open.set(name, session)
    return session
  }
  const first = openSession(options.session ?? `library-${randomUUID()}`)
  return {
    ...first,
    openSession,
    on: (name, listener) => events.on(name, listener),
    close: async () => {
      const ids = [...open.keys()]
      await Promise.all(Array.from(open.values(), (session) => session.close()))
      line.close()
      events.emit('close', { sessions: ids })
    },
  }
}

interface RemoteParts {
  readonly line: DaemonLine
  readonly events: Emitter
  readonly onClose: () => void
}

type Subagent = NonNullable<ToolCall['subagent']>

function remoteSession(
  id: string,
  options: Pick<SessionOptions, 'cwd' | 'interactive' | 'agent'>,
  { line, events, onClose }: RemoteParts,
): GatedSession {
  const cwd = options.cwd ?? process.cwd()
  const agent = options.agent ?? 'library'
  /** What was said and is not yet told: no call is judged before the daemon knows it. */
  const untold: object[] = []
  let telling: Promise<Reason | undefined> = Promise.resolve(undefined)
  let closed = false

  const tell = async (): Promise<Reason | undefined> => {
    for (let [next] = untold; next !== undefined; [next] = untold) {
      const answer = await line.post('/v1/judge/said', next)
      if ('failed' in answer) return answer.failed
      untold.shift()
    }
    return undefined
  }
  const told = (): Promise<Reason | undefined> => (telling = telling.then(tell))
  const say = (said: object): void => {
    untold.push({ session: id, ...said })
    void told()
  }

  const emit = (call: Pick<ToolCall, 'id' | 'tool'>, of: Subagent | undefined, verdict: Verdict): Verdict => {
    const about = { id: call.id, tool: call.tool, ...(of === undefined ? {} : { subagent: of }) }
    events.emit('verdict', { session: id, call: about, verdict })
    return verdict
  }

  /** One call to one of the two routes that give verdicts. */
  const decide = async (
    path: string,
    tool: string,
    input: unknown,
    named: Pick<JudgeOptions, 'id' | 'agent' | 'cwd'>,
    more: object,
    of: Subagent | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Verdict> => {
    const where = { cwd: named.cwd ?? cwd, session: id, agent: named.agent ?? agent }
    const defaults = { id: named.id ?? `call-${randomUUID()}`, ...where }
    const read = readCallValue({ tool, input, ...(named.id === undefined ? {} : { id: named.id }) }, defaults)
    const shown = { tool: String(tool).slice(0, 512), id: String(defaults.id).slice(0, 512) }
    const refuse = (reason: Reason): Verdict => emit(shown, of, refusedVerdict('gate', reason))
    if ('unreadable' in read) return refuse(read.unreadable)
    if (closed) return refuse(CLOSED)
    const unheard = await told()
    if (unheard !== undefined) return refuse(unheard)
    const { fingerprint, ...call } = read.ok
    const body = { ...call, ...(of === undefined ? {} : { subagent: of }), ...more }
    const answer = await line.post(path, body, signal)
    if ('failed' in answer) return refuse(answer.failed)
    const verdict = readVerdict(answer.value, fingerprint)
    return verdict === undefined ? refuse(GARBAGE) : emit(read.ok, of, verdict)
  }

  const judge = (tool: string, input: unknown, given: JudgeOptions, of?: Subagent): Promise<Verdict> => {
    const interactive = given.interactive ?? options.interactive ?? false
    const more = {
      interactive,
      ...(interactive && given.id !== undefined ? { settles: true } : {}),
      ...(given.canRunRewritten === true ? { canRunRewritten: true } : {}),
    }
    return decide('/v1/judge', tool, input, given, more, of, given.signal)
  }

  const settle = (answered: AnsweredCall, signal?: AbortSignal, of?: Subagent): Promise<Verdict> => {
    const { tool, input, by } = answered
    const more = { approved: answered.approved === true, ...(by === undefined ? {} : { by }) }
    return decide('/v1/judge/settle', tool, input, answered, more, of, signal)
  }

  const look = async (
    tool: string,
    output: unknown,
    call: string | undefined,
    of: Subagent | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ResultForModel> => {
    const about = { ...(call === undefined ? {} : { id: call }), ...(of === undefined ? {} : { subagent: of.id }) }
    const notes: string[] = []
    let finding: ResultForModel['finding']
    for (const piece of pieces(resultText(output))) {
      const answer = await line.post('/v1/judge/result', { session: id, tool, output: piece, agent, ...about }, signal)
      const shown = 'failed' in answer ? withheld(tool, answer.failed.sentence) : noteIn(tool, answer.value, output)
      if (shown.withheld) return shown
      finding ??= shown.finding
      if (shown.note !== '') notes.push(shown.note)
    }
    return { output, note: notes.join('\n'), ...(finding === undefined ? {} : { finding }) }
  }

  const returned = async (
    { tool, output, id: call }: ToolResult,
    of: Subagent | undefined,
    signal?: AbortSignal,
  ): Promise<ResultForModel> => {
    const shown = await look(tool, output, call, of, signal).catch((error: unknown) => withheld(tool, messageOf(error)))
    if (shown.note !== '' || shown.withheld) {
      const about = { session: id, tool, ...(call === undefined ? {} : { id: call }) }
      events.emit('result', { ...about, note: shown.note, withheld: shown.withheld === true })
    }
    return shown
  }

  const gated = (of?: Subagent): Omit<GatedSubagent, 'handOver'> => {
    const own: Pick<GatedSubagent, 'judge' | 'resultOf' | 'returned'> = {
      judge: async (tool, input, given) => {
        const verdict = await judge(tool, input, judgeOptions(given), of)
        if (verdict.stopAgent) throw new AbortError(verdict.because)
        return verdict
      },
      resultOf: async ({ tool, id: call }, text) => {
        const {
          output,
          note,
          withheld: hidden,
          finding,
        } = await returned({ tool, input: {}, output: text, ...(call === undefined ? {} : { id: call }) }, of)
        return { finding, say: hidden ? String(output) : note, withhold: hidden === true }
      },
      returned: (result, signal) => returned(result, of, signal),
    }
    return { ...own, settle: (answered, signal) => settle(answered, signal, of), wrap: (tool) => wrapTool(own, tool) }
  }

  return {
    id,
    userSaid: (text) => say({ kind: 'user', text }),
    userAnswered: (question, answer) => say({ kind: 'answer', question, text: answer }),
    delivered: (from, text) => say({ kind: 'delivery', from, text }),
    ...gated(),
    subagent: (name, type = 'subagent') => ({
      ...gated({ id: name, type }),
      handOver: async (report, signal) => {
        const answer = await line.post('/v1/judge/handover', { session: id, subagent: name }, signal)
        const shown = 'failed' in answer ? withheld('', answer.failed.sentence) : noteIn('', answer.value, report)
        const note = shown.withheld ? UNLOOKED : shown.note
        return note === '' ? report : `${note}\n\n${report}`
      },
    }),
    close: async () => {
      closed = true
      await told()
      onClose()
    },
  }
}

const CLOSED: Reason = {
  code: 'gate.closed',
  sentence: 'this session was closed, so nothing of it is allowed any more',
  clearedBy: 'opening the gate or the session again',
}
const GARBAGE: Reason = {
  code: 'remote.garbage',
  sentence: 'the answer of the daemon is not a verdict on this call; so the call is refused',
  clearedBy: 'a daemon of the same version',
}

const UNLOOKED =
  'portcullis: nobody could look at what this sub-agent did, because the daemon gave no answer. Check its work before you rely on it.'

/** More than a request to the daemon holds is looked at in pieces, which overlap: nothing stands between two. */
const MOST_SENT = 200_000
const OVERLAP = 2_000

function pieces(text: string): readonly string[] {
  const list: string[] = []
  for (let at = 0; at === 0 || at + OVERLAP < text.length; at += MOST_SENT - OVERLAP)
    list.push(text.slice(at, at + MOST_SENT))
  return list
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function noteIn(tool: string, value: unknown, output: unknown): ResultForModel {
  if (typeof value !== 'object' || value === null || !('note' in value) || typeof value.note !== 'string')
    return withheld(tool, 'the answer of the daemon cannot be read')
  const found = findingIn(value)
  if ('withheld' in value) return { output: value.note, note: '', withheld: true, ...found }
  return { output, note: value.note, ...found }
}

function findingIn(value: object): Pick<ResultForModel, 'finding'> {
  if (!('finding' in value) || typeof value.finding !== 'object' || value.finding === null) return {}
  const { finding } = value
  const score = 'score' in finding && typeof finding.score === 'number' ? finding.score : 1
  const evidence = 'evidence' in finding && Array.isArray(finding.evidence) ? finding.evidence.map(String) : []
  return { finding: { score, evidence } }
}

function withheld(tool: string, why: string): ResultForModel {
  const output = `portcullis: what ${tool} brought back could not be looked at and is not shown: ${why}`
  return { output, note: '', withheld: true }
}
