import { visible } from '../call/visible.ts'
import type { SeenChange } from '../containment/effects.ts'
import { truthful } from '../humans/look-alikes.ts'
import { makeQuestion } from '../humans/questions/make-question.ts'
import type { Question } from '../humans/questions/question.ts'
import { redact } from '../journal/redact.ts'
import { lineDiff } from './line-diff.ts'
import type { HeldQuestion } from './settle-contained.ts'
import { triedHosts } from './tried-hosts.ts'

/** A diff of more characters is cut, and says so: the hash still binds the answer to all of it. */
const MOST_TEXT = 100_000
const MOST_DEEDS = 40

/** What a person is asked about a run that is held: the command, the diff, and everything that it did and tried. */
export function heldQuestion(held: HeldQuestion, policyDigest: string, now: number, timeoutMs: number): Question {
  const { run, call, outcome } = held
  const { did, hash, held: because } = outcome
  return makeQuestion(
    {
      session: call.session,
      agent: line(call.agent),
      call: call.id,
      tool: line(call.tool),
      cwd: line(call.cwd),
      ...(call.subagent === undefined
        ? {}
        : { subagent: { id: line(call.subagent.id), type: line(call.subagent.type) } }),
      fingerprint: call.fingerprint,
      policyDigest,
      text: diffText(held),
      deeds: deedsOf(held),
      why: because.map(({ sentence, clearedBy, ...rest }) => ({
        ...rest,
        sentence: line(sentence),
        ...(clearedBy === undefined ? {} : { clearedBy: line(clearedBy) }),
      })),
      offers: [],
      contained: { run: run.id, hash, workspace: line(did.workspace) },
    },
    now,
    timeoutMs,
  )
}

function diffText({ call, outcome }: HeldQuestion): string {
  const { changes } = outcome.did
  // Indented: no line of the command can pass for one of the diff.
  const command = String(call.input['command'] ?? '').split('\n')
  const parts = ['ran contained:', ...command.map((one) => `  ${one}`)]
  for (const change of changes) {
    const head = `--- ${change.kind} ${visible(change.path)}`
    if (change.kind === 'file' && change.text === undefined) parts.push(head, `(${change.size} bytes that are no text)`)
    else if (change.kind === 'file' || change.textBefore !== undefined)
      parts.push(head, lineDiff(change.textBefore ?? '', change.text ?? ''))
    else if (change.kind === 'link') parts.push(`${head} → ${visible(change.target)}`)
    else parts.push(head)
  }
  const text = truthful(redact(parts.join('\n').toWellFormed()))
  return text.length <= MOST_TEXT
    ? text
    : `${text.slice(0, MOST_TEXT)}\n… cut: ${text.length - MOST_TEXT} more characters`
}

const CHANGED: Readonly<Record<SeenChange['kind'], string>> = {
  file: 'wrote',
  delete: 'deleted',
  directory: 'created the directory',
  link: 'linked',
  mode: 'changed the mode of',
  other: 'created the special file',
}

function deedsOf({ outcome: { did } }: HeldQuestion): readonly string[] {
  const { changes, events } = did
  const programs = [...new Set(events.flatMap((event) => (event.kind === 'program' ? [event.path] : [])))]
  const deeds = [
    ...changes.map(({ kind, path }) => `${CHANGED[kind]} ${path}`),
    ...triedHosts(did).map((host) => `tried to reach ${host}: there is no network`),
    ...events.flatMap((event) => (event.kind === 'refused' ? [`tried to open ${event.path}: it is hidden`] : [])),
    ...programs.map((path) => `ran ${path}`),
  ].map(line)
  return deeds.length <= MOST_DEEDS ? deeds : [...deeds.slice(0, MOST_DEEDS), `and ${deeds.length - MOST_DEEDS} more`]
}

function line(text: string): string {
  return truthful(redact(text.toWellFormed()).replaceAll('\n', '\\n').replaceAll('\t', '\\t'))
}
