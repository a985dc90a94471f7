import type { Action, ActionOf, RepositoryDeed, ServiceDeed, SystemDeed } from '../action.ts'
import { type Place, showPlace } from '../place.ts'
import { shapeProblem } from './effect-words.ts'
import type { EffectDraft } from '../shell/programs/program.ts'

/**
 * The short notation of effects: one line each, the same in examples (what a command line would do), in `effects` of an
 * entry (what it always does) and in `portcullis programs test`.
 */

/** Shortens paths: `src/a.ts` in the workspace, `~/.bashrc` at home. */
export interface Shortening {
  readonly workspace: string
  readonly home: string
}

/**
 * The effects of a command as lines. Left out are the start of the command's own program, code that was read, and that
 * code which was not read is opaque.
 */
export function linesOf(actions: readonly Action[], shortening: Shortening): readonly string[] {
  const lines: string[] = []
  for (const action of actions.slice(actions[0]?.does === 'run-program' ? 1 : 0)) {
    const line = lineOf(action, (place) => shortened(showPlace(place), shortening))
    if (line === undefined) continue
    if (/^opaque (?:unreadable|dynamic)-code$/.test(line) && lines.at(-1)?.startsWith('code ')) continue
    lines.push(line)
  }
  return lines
}

function shortened(path: string, { workspace, home }: Shortening): string {
  if (path === workspace) return '.'
  if (path.startsWith(`${workspace}/`)) return path.slice(workspace.length + 1)
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

function lineOf(action: Action, path: (place: Place) => string): string | undefined {
  const words = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(' ')
  switch (action.does) {
    case 'run-program':
      return words('run', action.program, ...placed(action))
    case 'run-code':
      if (action.seenThrough) return undefined
      return words('code', action.language, action.origin, action.place && path(action.place), action.host)
    case 'read-file':
      return words(action.extent === 'names' ? 'names' : action.recursive ? 'read-tree' : 'read', path(action.place))
    case 'write-file':
      return words(action.how === 'overwrite' ? 'write' : action.how, path(action.place))
    case 'delete-file':
      return words(
        action.recursive ? 'delete-tree' : 'delete',
        path(action.place),
        action.movedTo && `to ${path(action.movedTo)}`,
      )
    case 'change-access':
      return words('access', path(action.place), action.grants)
    case 'contact-host':
      return words(
        'contact',
        action.host.kind === 'named' ? action.host.name : '?',
        action.purpose,
        action.sends !== 'nothing' && action.sends,
      )
    case 'open-door':
      return words('open', action.what, action.address)
    case 'read-secret':
      return words('secret', action.store)
    case 'read-system':
      return words('look', action.what)
    case 'change-repository':
      return words('git', action.deed, action.remote, action.branch)
    case 'change-service':
      return words('service', action.service, action.deed, action.production && 'production')
    case 'change-database':
      return words('database', action.deed)
    case 'change-system':
      return words('system', action.deed)
    case 'install-package':
      return words('install', action.ecosystem, action.packages.join(','), action.origin, action.scope)
    case 'end-process':
      return words('end', action.whose)
    case 'schedule':
      return words('schedule', action.with)
    case 'change-settings':
      return words('settings', action.of, action.key)
    case 'spawn-agent':
      return words('agent', action.permissions, action.unattended && 'unattended')
    case 'send-message':
      return words('message', action.through)
    case 'call-mcp-tool':
      return words('mcp', action.server, action.tool)
    case 'something-opaque':
      return /^unknown \w/.test(action.text) ? action.text.replaceAll('`', '') : words('opaque', action.because)
  }
}

function placed({ where, elevated }: Action): readonly string[] {
  return [
    ...(elevated ? ['elevated'] : []),
    ...(where.kind === 'here' ? [] : [`in ${where.kind === 'container' ? where.name : where.host}`]),
  ]
}

/** What an effect is about, where its line does not say: the words of the invocation. */
export interface About {
  readonly target: string
  readonly production: boolean
}

type Reads = 'path' | readonly [read: (words: readonly string[], about: About) => EffectDraft]

/** The effects an entry can state. Those of files are told by their role: `write dist`, `read ~/.npmrc`. */
const STATED: Readonly<Record<string, Reads>> = {
  read: 'path',
  'read-tree': 'path',
  names: 'path',
  write: 'path',
  append: 'path',
  edit: 'path',
  directory: 'path',
  delete: 'path',
  'delete-tree': 'path',
  fetch: 'path',
  send: 'path',
  lookup: 'path',
  listen: 'path',
  look: [([what]) => ({ does: 'read-system', what: what as ActionOf<'read-system'>['what'] })],
  secret: [
    ([store], { target }) => ({ does: 'read-secret', store: store as ActionOf<'read-secret'>['store'], target }),
  ],
  git: [([deed]) => ({ does: 'change-repository', deed: deed as RepositoryDeed })],
  service: [
    ([service, deed], { target, production }) => ({
      does: 'change-service',
      service: service!,
      deed: deed as ServiceDeed,
      target,
      production,
    }),
  ],
  database: [
    ([deed], { target }) => ({ does: 'change-database', deed: deed as ActionOf<'change-database'>['deed'], target }),
  ],
  system: [([deed], { target }) => ({ does: 'change-system', deed: deed as SystemDeed, target })],
  open: [
    ([what, address]) => ({
      does: 'open-door',
      what: what as ActionOf<'open-door'>['what'],
      ...(address === undefined ? {} : { address }),
    }),
  ],
  install: [
    ([ecosystem, origin, scope], { target }) => ({
      does: 'install-package',
      ecosystem: ecosystem!,
      packages: origin === 'declared' ? [] : target.split(' '),
      origin: (origin ?? 'registry') as ActionOf<'install-package'>['origin'],
      scope: (scope ?? 'project') as ActionOf<'install-package'>['scope'],
    }),
  ],
  end: [([whose], { target }) => ({ does: 'end-process', whose: whose as ActionOf<'end-process'>['whose'], target })],
  schedule: [
    ([by], { target }) => ({ does: 'schedule', with: by as ActionOf<'schedule'>['with'], when: 'later', task: target }),
  ],
  settings: [
    ([of, key], { target }) => ({
      does: 'change-settings',
      of: of as ActionOf<'change-settings'>['of'],
      key: key ?? target,
      value: key === undefined ? '' : target,
    }),
  ],
  message: [
    ([through], { target }) => ({
      does: 'send-message',
      to: target,
      text: '',
      through: through as ActionOf<'send-message'>['through'],
    }),
  ],
  opaque: [
    ([because], { target }) => ({
      does: 'something-opaque',
      because: because as ActionOf<'something-opaque'>['because'],
      text: because === 'interactive' ? 'waits for a person' : target,
    }),
  ],
}

export const EFFECT_KINDS: readonly string[] = Object.keys(STATED)

export type StatedEffect = { readonly role: string; readonly path: string } | { readonly recorded: EffectDraft }

/** Reads one line of `effects`, or says why it is none. */
export function statedEffect(line: string, about: About): StatedEffect | { readonly problem: string } {
  const [kind = '', ...words] = line.split(' ')
  const reads = Object.hasOwn(STATED, kind) ? STATED[kind] : undefined
  if (reads === undefined) return { problem: `there is no effect \`${kind}\`; there are ${EFFECT_KINDS.join(', ')}` }
  if (words.length === 0) return { problem: `\`${kind}\` says nothing by itself` }
  if (reads === 'path') return { role: kind, path: words.join(' ') }
  const problem = shapeProblem(kind, words)
  return problem === undefined ? { recorded: reads[0](words, about) } : { problem }
}
