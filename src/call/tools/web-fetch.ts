import type { Action } from '../action.ts'
import { parseTarget } from '../hosts.ts'
import type { JsonObject } from '../tool-call.ts'
import { deed, reads, understood } from './deeds.ts'
import { optionalText, requiredText } from './input.ts'
import { type Context, type Tool, UnreadableInput } from './tool.ts'

export const webFetch: Tool = {
  name: 'WebFetch',
  aliases: ['web_fetch', 'fetch', 'fetch_url', 'fetch_webpage', 'read_url', 'open_url', 'url_fetch', 'get_url'],
  encode: (input) => {
    const url = optionalText(input, 'url', 'uri')
    const prompt = optionalText(input, 'prompt')
    if (url === undefined) return requiredText(input, 'prompt')
    return prompt === undefined || prompt === '' ? url : `${url}: ${prompt}`
  },
  understand: (input, context) => {
    const urls = urlsOf(input)
    return understood(...urls.map((url) => fetches(url, input, context)))
  },
  specifier: 'url',
}

/** Gemini's web_fetch has only a prompt with addresses in it. */
function urlsOf(input: JsonObject): readonly string[] {
  const url = optionalText(input, 'url', 'uri')
  if (url !== undefined) return [url]
  const found = requiredText(input, 'prompt').match(/\b(?:https?|ftp|file):\/\/[^\s"'<>)\]]+/gi)
  if (!found) throw new UnreadableInput('parameter `url` is missing')
  return found
}

/** An address is fetched; with a body or another method, something is sent to it. */
export function fetches(url: string, input: JsonObject, context: Context): Action {
  if (/^file:/i.test(url)) return reads(url, context, 'content')
  const host = parseTarget(url)
  const method = (optionalText(input, 'method') ?? 'GET').toUpperCase()
  const body = input['body'] ?? input['data']
  const writes = body !== undefined || !['GET', 'HEAD', 'OPTIONS'].includes(method)
  // Whatever else an address can begin with speaks another protocol, in which a request is an order.
  if (/^(?!https?:|ftps?:)[a-z][a-z0-9+.-]*:\/\//i.test(url))
    return deed({ does: 'something-opaque', text: url, because: 'other' }, url)
  const where = { host: host.kind === 'named' ? plain(host) : host, url }
  return writes
    ? deed(
        { does: 'contact-host', ...where, sends: 'data', purpose: 'api', payload: payload(body) },
        `${method} ${url}`,
      )
    : deed({ does: 'contact-host', ...where, sends: 'nothing', purpose: 'fetch' }, url)
}

function plain(host: {
  readonly name: string
  readonly port?: number
}): Extract<ReturnType<typeof parseTarget>, { kind: 'named' }> {
  return host.port === undefined
    ? { kind: 'named', name: host.name }
    : { kind: 'named', name: host.name, port: host.port }
}

function payload(body: JsonObject[string] | undefined): { readonly from: 'text'; readonly text: string } {
  return { from: 'text', text: typeof body === 'string' ? body : JSON.stringify(body ?? '') }
}
