import { type Action, type Common, HERE } from '../call/action.ts'
import { baseName, normalise } from '../call/paths.ts'
import type { Place } from '../call/place.ts'
import type { Change, Event } from './did.ts'

/** A change with what was in the file before and what is in it now, where that is text of a reasonable length. */
export interface SeenChange extends Change {
  readonly text?: string
  readonly textBefore?: string
}

/** What a contained command did and tried. */
export interface Did {
  readonly workspace: string
  readonly changes: readonly SeenChange[]
  readonly events: readonly Event[]
  /** New files that name the copy in which the command ran: that will be gone. */
  readonly namesCopy?: readonly string[]
}

/**
 * What was done, as the same actions that `call/` makes of text: so that firewall, rules and categories judge it as if it
 * had been read in a command. What was only tried stands among them: an attempt says what the command is about.
 */
export function effectsOf(did: Did): readonly Action[] {
  return [...did.changes.flatMap((change) => changeEffects(change, did.workspace)), ...did.events.flatMap(eventEffects)]
}

function changeEffects(change: SeenChange, workspace: string): readonly Action[] {
  const path = `${workspace}/${change.path}`
  const place = placeAt(path)
  const was = change.before !== '-'
  switch (change.kind) {
    case 'delete':
      return [{ ...common(`deleted ${change.path}`), does: 'delete-file', place, recursive: change.overDirectory }]
    case 'directory':
      return [
        {
          ...common(`made ${change.path}/`),
          does: 'write-file',
          place,
          how: 'directory',
          content: { kind: 'unknown' },
        },
      ]
    case 'file':
      return [
        {
          ...common(`${was ? 'changed' : 'wrote'} ${change.path}`),
          does: 'write-file',
          place,
          how: was ? 'overwrite' : 'create',
          content: change.text === undefined ? { kind: 'unknown' } : { kind: 'text', text: change.text },
        },
        ...accessEffects(change, place),
      ]
    case 'link':
      return [
        {
          ...common(`linked ${change.path} to ${change.target}`),
          does: 'write-file',
          place,
          how: 'link',
          content: { kind: 'copy', of: placeAt(targetOf(path, change.target)) },
        },
      ]
    case 'mode':
      return accessEffects(change, place)
    case 'other':
      return [
        {
          ...common(`made ${change.path}, which is no file`),
          does: 'something-opaque',
          text: change.path,
          because: 'other',
        },
      ]
  }
}

function accessEffects({ mode, path, before }: SeenChange, place: Place): readonly Action[] {
  const was = before === '-' ? 0 : Number.parseInt(before.slice(before.lastIndexOf(':') + 1), 8)
  const gained = mode & ~was
  const grants =
    (mode & 0o6000) !== 0
      ? 'setuid'
      : (gained & 0o002) !== 0
        ? 'everyone'
        : (gained & 0o111) !== 0
          ? 'execute'
          : undefined
  // A new directory can be entered: that is what it is for.
  if (grants === undefined) return []
  return [{ ...common(`mode ${mode.toString(8)} for ${path}`), does: 'change-access', place, grants, recursive: false }]
}

function eventEffects(event: Event): readonly Action[] {
  switch (event.kind) {
    case 'program':
      return [
        {
          ...common(event.args.join(' ')),
          does: 'run-program',
          program: baseName(event.path).toLowerCase(),
          typed: { kind: 'literal', text: event.path },
          args: event.args.slice(1).map((text) => ({ kind: 'literal', text })),
          via: [],
          environment: [],
        },
      ]
    case 'host':
      return [
        {
          ...common(`tried ${event.host}:${event.port}`),
          does: 'contact-host',
          host: { kind: 'named', name: event.host, port: event.port },
          // There was no network: whatever it meant to send, nothing left.
          sends: 'nothing',
          purpose: 'fetch',
        },
      ]
    case 'reached':
      return [
        {
          ...common(`talked to ${event.host}:${event.port}`),
          does: 'contact-host',
          host: { kind: 'named', name: event.host, port: event.port },
          // Nobody looks into TLS: whatever it could read, it could send.
          sends: 'unknown',
          purpose: 'fetch',
        },
      ]
    case 'name':
      return [
        {
          ...common(`asked for the address of ${event.host}`),
          does: 'contact-host',
          host: { kind: 'named', name: event.host },
          sends: 'nothing',
          purpose: 'lookup',
        },
      ]
    case 'refused':
      return [
        { ...common(`tried to read ${event.path}`), does: 'read-file', place: placeAt(event.path), extent: 'content' },
      ]
    case 'socket':
    case 'limit':
    case 'more':
    case 'unseen':
      return []
  }
}

function common(evidence: string): Common {
  return { evidence, where: HERE, elevated: false }
}

/** The overlay holds what is written, not what a link names: the place is where it lies. */
function placeAt(path: string): Place {
  return { kind: 'path', path, real: path }
}

function targetOf(link: string, target: string): string {
  return normalise(target.startsWith('/') ? target : `${link.slice(0, link.lastIndexOf('/'))}/${target}`)
}
