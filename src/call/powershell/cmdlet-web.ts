import { literal, show, textOf } from '../word.ts'
import { type Doing, given } from './doing.ts'
import { hostName, hostOf } from './hosts.ts'
import { placeOf } from './places.ts'
import { fromNetwork, knownText, NONE, originOf, type Value, wordsOf } from './values.ts'

/** Invoke-WebRequest and Invoke-RestMethod. */
export function requests(about: Doing): Value {
  const { bound, call, script } = about
  const uri = bound.named.get('uri') ?? call.input
  const words = wordsOf(uri)
  const word = words[0] ?? literal('')
  const method = (knownText(bound.named.get('method') ?? bound.named.get('custommethod')) ?? 'get').toLowerCase()
  const file = given(about, 'infile')[0]
  const body =
    bound.named.get('body') ??
    bound.named.get('form') ??
    (call.input === NONE || uri === call.input ? undefined : call.input)
  const sends = file || body ? 'data' : ['get', 'head', 'options', 'default'].includes(method) ? 'nothing' : 'data'
  const origin = body ? originOf(body) : undefined
  const payload = file
    ? { from: 'file' as const, place: placeOf(file, script.engine.cwd, script.engine.context) }
    : origin?.kind === 'file' && origin.places[0]
      ? { from: 'file' as const, place: origin.places[0] }
      : origin?.kind === 'text'
        ? { from: 'text' as const, text: origin.text }
        : body
          ? { from: 'unknown' as const }
          : undefined
  const url = textOf(word)
  about.record({
    does: 'contact-host',
    host: hostOf(url !== undefined && !/^\w+:\/\//.test(url) ? literal(`http://${url}`) : word),
    sends,
    purpose: sends === 'nothing' ? 'fetch' : file ? 'upload' : method === 'get' ? 'fetch' : 'api',
    ...(payload ? { payload } : {}),
    ...(url === undefined ? {} : { url }),
  })
  if (bound.has('skipcertificatecheck')) about.record({ does: 'change-system', deed: 'weaken-tls', target: show(word) })
  const host = hostName(word)
  for (const out of given(about, 'outfile'))
    about.record({
      does: 'write-file',
      place: placeOf(out, script.engine.cwd, script.engine.context),
      how: 'overwrite',
      content: { kind: 'network', host },
    })
  return fromNetwork(call.evidence, host)
}

/** Start-BitsTransfer. */
export function downloads(about: Doing): Value {
  const { script } = about
  const { engine } = script
  const upload = /^upload/i.test(knownText(about.bound.named.get('transfertype')) ?? '')
  const source = given(about, 'source')[0] ?? literal('')
  const destination = given(about, 'destination')[0]
  if (upload) {
    about.record({
      does: 'contact-host',
      host: hostOf(destination ?? source),
      sends: 'data',
      purpose: 'upload',
      payload: { from: 'file', place: placeOf(source, engine.cwd, engine.context) },
    })
    return NONE
  }
  about.record({
    does: 'contact-host',
    host: hostOf(source),
    sends: 'nothing',
    purpose: 'fetch',
    ...(textOf(source) === undefined ? {} : { url: show(source) }),
  })
  if (destination)
    about.record({
      does: 'write-file',
      place: placeOf(destination, engine.cwd, engine.context),
      how: 'overwrite',
      content: { kind: 'network', host: hostName(source) },
    })
  return NONE
}
