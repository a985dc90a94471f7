import type { Redirection } from 'unbash'
import type { Content } from '../action.ts'
import type { Place } from '../place.ts'
import { resolvePlace } from '../paths.ts'
import type { SimpleCommand } from '../understanding.ts'
import { foundBy, literal, show, textOf, type Word } from '../word.ts'
import { expandJoined, expandTextParts, expandWord } from './expand.ts'
import { type Scope, recordOpaque } from './state.ts'
import { NOTHING, type Stream, UNKNOWN } from './stream.ts'
import { contentOf, rememberWrite, streamOfPlaces } from './written.ts'

export interface Applied {
  readonly stdin: Stream | undefined
  readonly stdout: 'through' | 'elsewhere'
  readonly redirects: SimpleCommand['redirects']
  /** Connects to a host through `/dev/tcp`. */
  readonly socket: string | undefined
  /** Tells the writes, once it is known what the command prints. */
  finish(output: Stream): void
}

const NONE: Applied = { stdin: undefined, stdout: 'through', redirects: [], socket: undefined, finish: () => {} }

/** Devices that are no file: nothing is read or written on the machine. */
const NO_FILE = /^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|u?random|fd\/\d+|pts\/\d+)$|^\/proc\/self\/fd\/\d+$/

export function applyRedirects(scope: Scope, redirects: readonly Redirection[]): Applied {
  if (redirects.length === 0) return NONE
  let stdin: Stream | undefined
  let stdout: Applied['stdout'] = 'through'
  let socket: string | undefined
  const recorded: { reads: boolean; writes: boolean; place: Place; text: string }[] = []
  const writes: { place: Place; how: 'overwrite' | 'append'; ofOutput: boolean; text: string }[] = []

  for (const redirect of redirects) {
    const descriptor = redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : undefined
    if (redirect.type === 'HereDoc') {
      const { body } = redirect
      const raw = redirect.operator === '<<-' ? body.text.replace(/^\t+/gm, '') : body.text
      const word =
        redirect.delimiter?.quoted || !body.parts ? literal(raw) : expandTextParts(scope, body.parts, body.text)
      if ((descriptor ?? 0) === 0) stdin = streamOfWord(word)
      continue
    }
    if (redirect.type === 'HereString') {
      const word = redirect.target ? expandJoined(scope, redirect.target) : literal('')
      if ((descriptor ?? 0) === 0) {
        const stream = streamOfWord(word)
        stdin = stream.kind === 'text' ? { kind: 'text', text: `${stream.text}\n` } : stream
      }
      continue
    }
    if (!redirect.target) continue
    const { operator } = redirect
    const words = expandWord(scope, redirect.target)
    const word = words.length === 1 ? words[0]! : literal(words.map(show).join(' '))
    const text = scope.source.slice(redirect.pos, redirect.end)
    // zsh reads `>! file` as a forced write to the word that follows; bash as a write to `!`.
    if (redirect.target.text.startsWith('!'))
      recordOpaque(scope, 'not-parsed', scope.source.slice(redirect.pos, redirect.end + 80))
    const stream = scope.run.streams.get(word)
    const duplicates = operator === '>&' || operator === '<&'
    if (duplicates && /^(?:\d+-?|-)$/.test(textOf(word) ?? '')) {
      const from = Number.parseInt(show(word), 10)
      if (from === 2 && (descriptor ?? 1) === 1 && operator === '>&') stdout = 'elsewhere'
      const address = scope.shell.sockets.get(from)
      if (address !== undefined) socket = address
      if (operator === '<&' && (descriptor ?? 0) === 0 && from !== 0)
        stdin = address === undefined ? UNKNOWN : { kind: 'network', host: address.split('/')[0]! }
      continue
    }
    const input = operator === '<' || operator === '<&' || operator === '<>'
    const output = operator !== '<' && operator !== '<&'
    const mainOutput = output && (descriptor === undefined || descriptor === 1)
    if (stream) {
      if (input && (descriptor ?? 0) === 0) stdin = stream
      if (mainOutput) stdout = 'elsewhere'
      continue
    }
    const address = /^\/dev\/(?:tcp|udp)\/(.+)$/.exec(show(word))?.[1]
    if (address !== undefined) {
      socket = address
      if (descriptor !== undefined && descriptor > 2) scope.shell.sockets.set(descriptor, address)
      recordSocket(scope, address, text)
      if (input && (descriptor ?? 0) === 0) stdin = { kind: 'network', host: address.split('/')[0]! }
      if (mainOutput) stdout = 'elsewhere'
      continue
    }
    if (mainOutput && operator !== '<>') stdout = 'elsewhere'
    const known = textOf(word)
    if (known !== undefined && NO_FILE.test(known)) {
      if (input && (descriptor ?? 0) === 0)
        stdin = known.endsWith('stdin') ? scope.stdin : known === '/dev/null' ? NOTHING : UNKNOWN
      if (mainOutput && /stdout|fd\/1$/.test(known)) stdout = 'through'
      continue
    }
    const place = resolvePlace(word, scope.shell.cwd, scope.run.context.surroundings, scope.run.context.world)
    recorded.push({ reads: input, writes: output, place, text })
    if (input) {
      scope.run.actions.push({ does: 'read-file', place, extent: 'content', evidence: text, ...common(scope) })
      if ((descriptor ?? 0) === 0) stdin = streamOfPlaces(scope.run, [place])
    }
    if (output)
      writes.push({
        place,
        how: operator.includes('>>') ? 'append' : 'overwrite',
        ofOutput: mainOutput || operator.startsWith('&'),
        text,
      })
  }

  return {
    stdin,
    stdout,
    redirects: recorded,
    socket,
    finish: (printed) => {
      for (const write of writes) {
        const content: Content = write.ofOutput ? contentOf(printed) : { kind: 'unknown' }
        scope.run.actions.push({
          does: 'write-file',
          place: write.place,
          how: write.how,
          content,
          evidence: write.text,
          ...common(scope),
        })
        rememberWrite(scope.run, write.place, write.how, content)
      }
    },
  }
}

function common(scope: Scope): Pick<Scope['frame'], 'where' | 'elevated'> {
  return { where: scope.frame.where, elevated: scope.frame.elevated }
}

function recordSocket(scope: Scope, address: string, text: string): void {
  const [name, port] = address.split('/')
  const known = name !== undefined && !/[$`*]/.test(name)
  scope.run.actions.push({
    does: 'contact-host',
    host: known
      ? { kind: 'named', name, ...(/^\d+$/.test(port ?? '') ? { port: Number(port) } : {}) }
      : { kind: 'unknown', source: address },
    sends: 'unknown',
    purpose: 'other',
    evidence: text,
    ...common(scope),
  })
}

function streamOfWord(word: Word): Stream {
  if (word.kind === 'literal') return { kind: 'text', text: word.text }
  const found = foundBy(word)
  return found === undefined ? UNKNOWN : { kind: 'unknown', below: [found] }
}
