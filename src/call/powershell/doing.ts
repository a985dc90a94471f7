import type { Content } from '../action.ts'
import type { EffectDraft } from '../shell/programs/program.ts'
import type { Word } from '../word.ts'
import type { Bound, Call } from './commands.ts'
import { registryChange, registryRead } from './native/registry.ts'
import { placeOf, type providerOf } from './places.ts'
import type { Script } from './script.ts'
import { NONE, originOf, wordOf, wordsOf } from './values.ts'
import { setEnvironment } from './variables.ts'

export interface Doing {
  readonly script: Script
  readonly call: Call
  readonly bound: Bound
  record(recorded: EffectDraft): void
}

/** The words of a parameter: given, or from the pipe. */
export function given(about: Doing, ...names: string[]): readonly Word[] {
  for (const name of names) {
    const value = about.bound.named.get(name)
    if (value) return wordsOf(value)
  }
  return []
}

/** Paths a cmdlet works on: its parameter, else what the pipe brings. */
export function paths(about: Doing): readonly Word[] {
  const own = given(about, 'path', 'literalpath', 'filepath')
  if (own.length > 0) return own
  return about.call.input === NONE ? [] : wordsOf(about.call.input)
}

export function contentFor(about: Doing): Content {
  // An archive and what is in it are the same content.
  const [packed] = about.bound.named.has('destinationpath') ? given(about, 'path', 'literalpath') : []
  if (packed) return { kind: 'copy', of: placeOf(packed, about.script.engine.cwd, about.script.engine.context) }
  const value = about.bound.named.get('value') ?? about.bound.named.get('inputobject') ?? about.call.input
  const origin = originOf(value)
  if (origin.kind === 'text') return { kind: 'text', text: origin.text }
  if (origin.kind === 'network') return { kind: 'network', host: origin.host }
  return origin.kind === 'file' && origin.places[0] ? { kind: 'copy', of: origin.places[0] } : { kind: 'unknown' }
}

/** A path on a drive that is not the file system. */
export function recordProvider(
  about: Doing,
  provider: ReturnType<typeof providerOf>,
  path: string,
  how: 'read' | 'change',
  name = '',
): void {
  switch (provider) {
    case 'registry':
      about.record(how === 'read' ? registryRead(path) : registryChange(path, name))
      return
    case 'certificates':
      if (how === 'change')
        about.record({
          does: 'change-system',
          deed: /root|trustedpublisher|\\ca\b/i.test(path) ? 'trust-certificate' : 'change-configuration',
          target: path,
        })
      else about.record({ does: 'read-system', what: 'security' })
      return
    case 'remote-management':
      about.record(
        how === 'read'
          ? { does: 'read-system', what: 'machine' }
          : {
              does: 'change-system',
              deed: /trustedhosts|allowunencrypted/i.test(path) ? 'disable-security' : 'change-configuration',
              target: path,
            },
      )
      return
    case 'memory':
      if (/^env:/i.test(path) && how === 'read') about.record({ does: 'read-system', what: 'environment' })
      if (/^env:[\\/]?\w+$/i.test(path) && how === 'change' && about.bound.named.has('value'))
        setEnvironment(
          about.script.engine,
          path.replace(/^env:[\\/]?/i, ''),
          wordOf(about.bound.named.get('value')!),
          about.call.evidence,
        )
      return
    case 'file':
      return
  }
}
