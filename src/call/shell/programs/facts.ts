import type { ActionOf, ServiceDeed, SystemDeed } from '../../action.ts'
import { type Dynamic, knownPrefix, literal, type Piece, show, textOf, type Word } from '../../word.ts'
import type { Arity } from '../options.ts'
import type { Stream } from '../stream.ts'
import type { ProgramContext, Program, EffectDraft } from './program.ts'
import { type Row, tabled } from './table.ts'

/** Short ways to state the facts that many families state. */

export function report(what: ActionOf<'read-system'>['what']): EffectDraft<'read-system'> {
  return { does: 'read-system', what }
}

export function system(deed: SystemDeed, target: string): EffectDraft<'change-system'> {
  return { does: 'change-system', deed, target }
}

export function secret(store: ActionOf<'read-secret'>['store'], target: string): EffectDraft<'read-secret'> {
  return { does: 'read-secret', store, target }
}

/** A package is handed to everybody. */
export function published(service: string): EffectDraft {
  return { does: 'change-service', service, deed: 'publish', target: '.', production: false }
}

export function door(what: ActionOf<'open-door'>['what'], address?: string): EffectDraft<'open-door'> {
  return address === undefined ? { does: 'open-door', what } : { does: 'open-door', what, address }
}

export function settings(
  of: ActionOf<'change-settings'>['of'],
  key: string,
  value = '',
): EffectDraft<'change-settings'> {
  return { does: 'change-settings', of, key, value }
}

export function service(
  name: string,
  deed: ServiceDeed,
  words: readonly Word[],
  production = namesProduction(words),
): EffectDraft<'change-service'> {
  return { does: 'change-service', service: name, deed, target: shown(words), production }
}

/** Programs that only report about the machine, by their names in one string. */
export function reports(what: ActionOf<'read-system'>['what'], names: string, row: Omit<Row, 'names'> = {}): Program {
  return tabled({ ...row, names: names.split(' '), does: [report(what), ...(row.does ?? [])] })
}

/** Programs of which every option and operand is text: they compute and print. */
export function plain(names: string, row: Omit<Row, 'names'> = {}): Program {
  return tabled({ ...row, names: names.split(' ') })
}

/** Programs that do one deed whatever their arguments are. */
export function always(recorded: EffectDraft, names: string, row: Omit<Row, 'names'> = {}): Program {
  return tabled({ ...row, names: names.split(' '), does: [recorded, ...(row.does ?? [])] })
}

/** By name: prod, production, prd, live as a whole part of a word. An unknown word may name anything: not told here. */
export function namesProduction(words: readonly Word[]): boolean {
  return words.some((word) => /(^|[^a-z])(prod|production|prd|live)([^a-z]|$)/i.test(show(word)))
}

export function shown(words: readonly Word[]): string {
  return words.map(show).join(' ')
}

/** Words joined by spaces into one, as ssh and tmux do before a shell reads them. */
export function joined(words: readonly Word[]): Word {
  if (words.every((word) => word.kind === 'literal')) return literal(shown(words))
  const pieces: Piece[] = []
  for (const [index, word] of words.entries()) {
    if (index > 0) pieces.push({ known: ' ' })
    if (word.kind === 'dynamic') pieces.push(...word.pieces)
    else pieces.push({ known: show(word) })
  }
  const out: Dynamic = { kind: 'dynamic', source: shown(words), pieces }
  return words.some((word) => word.kind === 'dynamic') ? out : literal(shown(words))
}

/** The host a URL, `user@host:path` or `host:port` names, when it is known. */
export function hostName(word: Word): string | undefined {
  const text = word.kind === 'literal' ? word.text : knownPrefix(word)
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]+\]|[^/:?#]+)(?=[/:?#]|$)/i.exec(text)
  if (url) return word.kind === 'literal' || url[0].length < text.length ? url[1]!.toLowerCase() : undefined
  const bare = /^(?:[^@/\s]+@)?(\[[^\]]+\]|[A-Za-z0-9_.-]+)(?=[/:?#]|$)/.exec(text)
  if (!bare) return undefined
  return word.kind === 'literal' || bare[0].length < text.length ? bare[1]!.toLowerCase() : undefined
}

export function networkStream(word: Word | undefined): Stream {
  return { kind: 'network', host: (word && hostName(word)) ?? '' }
}

/** What is on standard input as the payload of something that sends it on; undefined when nothing is piped. */
export function pipedPayload(context: ProgramContext): ActionOf<'contact-host'>['payload'] {
  const { stdin } = context.invocation
  switch (stdin.kind) {
    case 'nothing':
      return undefined
    case 'text':
      return { from: 'text', text: stdin.text }
    case 'file': {
      const place = stdin.places[0]
      return place ? { from: 'file', place } : { from: 'pipe' }
    }
    case 'network':
    case 'unknown':
      return { from: 'pipe' }
  }
}

export function isShell(name: string): boolean {
  return /^(?:.*\/)?(?:ba|z|da|k|mk|c|tc|fi|a|pw)?sh(?:\.exe)?$|^(?:.*\/)?(?:cmd|powershell)(?:\.exe)?$/i.test(name)
}

/** True when the whole invocation only asks for help or the version. */
export function onlyAsks(args: readonly Word[]): boolean {
  const first = textOf(args[0])
  return (
    args.length === 1 && first !== undefined && /^(--help|--version|-V|-h|help|version|-version|-help)$/.test(first)
  )
}

/** Option names, in one string, that take a value. */
export function valued(names: string): ReadonlyMap<string, Arity> {
  return new Map(names.split(' ').map((name) => [name, 'value']))
}

/** A file in a known directory whose own name is chosen by somebody else, and cannot hold a slash. */
export function unnamedIn(directory: string, source: string): Dynamic {
  return {
    kind: 'dynamic',
    source: `${directory}/${source}`,
    pieces: [{ known: `${directory}/` }, { unknown: source, from: 'other' }],
  }
}

/** The whole environment of this machine with its values, unless a filter picks what is asked for. */
export function recordAllVariables(context: ProgramContext): void {
  if (context.invocation.where.kind === 'here' && context.invocation.sifted !== true)
    context.record(secret('environment', 'all variables'))
}
