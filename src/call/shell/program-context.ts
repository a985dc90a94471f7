import type { Content, ActionOf, OpaqueBecause, Payload } from '../action.ts'
import { resolvePlace } from '../paths.ts'
import type { Place } from '../place.ts'
import { knownPrefix, show, type Word } from '../word.ts'
import { readTarget } from './hosts.ts'
import type { Invocation, ProgramContext, EffectDraft } from './programs/program.ts'
import { runChangedCode } from './changed-code.ts'
import { knownPrograms } from './programs/index.ts'
import { codeFromStdin, inlineCode, scriptFile } from './scripts.ts'
import { freshShell, LIMITS, mayRecordMore, type Scope, recordOpaque } from './state.ts'
import type { Stream } from './stream.ts'
import { namesIn, rememberLink, rememberWrite, writtenAt } from './written.ts'

export interface FilledContext extends ProgramContext {
  /** What was said with `puts`, if anything. */
  output(): Stream | undefined
}

/** So many pieces of one invocation that are not understood, for one reason, are told. */
const MOST_OPAQUE = 20

/** The context of one invocation in one scope. `index` is its place in the list of simple commands. */
export function contextFor(scope: Scope, invocation: Invocation, index: number): FilledContext {
  const { run } = scope
  const { context, actions } = run
  const { evidence, where, elevated } = invocation
  let output: Stream | undefined
  const opaques = new Map<OpaqueBecause, number>()

  const place = (word: Word): Place => resolvePlace(word, invocation.cwd, context.surroundings, context.world)
  const record = (recorded: EffectDraft): void => {
    if (mayRecordMore(scope)) actions.push({ evidence, where, elevated, ...recorded })
  }
  const innerScope = (via: string): Scope => ({
    ...scope,
    stdin: invocation.stdin,
    frame: {
      ...scope.frame,
      via: via === '' ? scope.frame.via : [...scope.frame.via, via],
      inside: index,
      depth: scope.frame.depth + 1,
      environment: invocation.environment,
    },
  })
  const started = (via: string, how: Partial<Parameters<ProgramContext['runs']>[1]>): Scope | undefined => {
    if (scope.frame.depth >= LIMITS.depth) {
      recordOpaque(scope, 'too-deep', evidence)
      return undefined
    }
    const inner = innerScope(via)
    return {
      ...inner,
      // Another process: it gets the environment, and neither variables nor functions of ours.
      shell: freshShell(how.cwd ?? invocation.cwd, how.cwd ? [] : scope.shell.elsewhere),
      stdin: how.stdin ?? inner.stdin,
      frame: {
        ...inner.frame,
        where: how.where ?? where,
        elevated: how.elevated ?? elevated,
        environment: how.environment
          ? new Map([...inner.frame.environment, ...how.environment])
          : inner.frame.environment,
      },
    }
  }

  return {
    programs: knownPrograms,
    invocation,
    surroundings: context.surroundings,
    world: context.world,
    memory: context.memory,
    place,
    record,
    reads(word, extent = 'content', how = {}) {
      if (run.streams.has(word) || !mayRecordMore(scope)) return
      const target = place(word)
      const only = how.only && target.kind === 'path' ? how.only(target.real) : undefined
      record({
        does: 'read-file',
        place: target,
        extent,
        ...(how.recursive ? { recursive: true } : {}),
        ...(only ? { only } : {}),
      })
    },
    writes(word, how, content: Content = { kind: 'unknown' }) {
      if (run.streams.has(word) || !mayRecordMore(scope)) return
      const target = place(word)
      record({ does: 'write-file', place: target, how, content })
      rememberWrite(run, target, how, content)
      if (how === 'link' && content.kind === 'copy') rememberLink(run, target, content.of)
    },
    deletes(word, how = {}) {
      if (!mayRecordMore(scope)) return
      for (const cwd of isRelative(word) ? placesOf(invocation.cwd, scope.shell.elsewhere) : [invocation.cwd]) {
        const target = resolvePlace(word, cwd, context.surroundings, context.world)
        const only = how.only && target.kind === 'path' ? how.only(target.real) : undefined
        record({
          does: 'delete-file',
          place: target,
          recursive: how.recursive ?? false,
          ...(how.movedTo ? { movedTo: how.movedTo } : {}),
          ...(how.filtered ? { filtered: true } : {}),
          ...(only ? { only } : {}),
        })
      }
    },
    contacts(target, purpose, sends: ActionOf<'contact-host'>['sends'] = 'nothing', payload?: Payload) {
      record({ does: 'contact-host', ...readTarget(target), purpose, sends, ...(payload ? { payload } : {}) })
    },
    opaque(because, text = evidence) {
      // It is not understood already: thousands of reasons of one kind say no more than some.
      const recorded = (opaques.get(because) ?? 0) + 1
      opaques.set(because, recorded)
      if (recorded <= MOST_OPAQUE) record({ does: 'something-opaque', because, text })
    },
    runs(words, how) {
      const inner = started(how.via, how)
      if (!inner) return
      const printed = scope.run.reader.program(inner, words, evidence, how.moreArguments ?? false)
      output ??= printed
    },
    code(language, text, how = {}) {
      const inner = started(how.via ?? `${invocation.program} -c`, how)
      if (!inner) return
      const printed = inlineCode(inner, language, text, record, how.parameters, how.args)
      output ??= printed
    },
    file(script, language, args, how = {}) {
      if (/^https?:/.test(knownPrefix(script))) {
        record({
          does: 'run-code',
          language: language ?? 'other',
          origin: 'network',
          host: show(script),
          seenThrough: false,
        })
        return
      }
      const inner = started(how.via ?? '', how)
      if (!inner) return
      const printed = scriptFile(inner, {
        script,
        language,
        args: args ?? behind(invocation.args, script),
        record,
        place,
      })
      output ??= printed
    },
    project(directory) {
      const inner = started('', {})
      if (inner) runChangedCode(inner, directory, record)
    },
    stdinAsCode(language, args) {
      const inner = started('', {})
      if (inner) output ??= codeFromStdin(inner, language, invocation.stdin, record, args)
    },
    puts(stream) {
      output = stream
    },
    names: (stream) => namesIn(run, stream),
    stream: (word) => run.streams.get(word),
    written: (target) => writtenAt(run, target),
    output: () => output,
  }
}

/** The words that stand behind a script, when it is one of them. */
function behind(words: readonly Word[], script: Word): readonly Word[] | undefined {
  const at = words.lastIndexOf(script)
  return at < 0 ? undefined : words.slice(at + 1)
}

function isRelative(word: Word): boolean {
  return !/^[/~]|^[A-Za-z]:[\\/]/.test(knownPrefix(word))
}

/** Where it may run: the directory it should be in, and those it is in when a change of directory failed. */
function placesOf(cwd: Place, elsewhere: readonly Place[]): readonly Place[] {
  const path = cwd.kind === 'path' ? cwd.path : undefined
  return [cwd, ...elsewhere.filter((place) => place.kind !== 'path' || place.path !== path)]
}
