import { Store } from '../data/store.ts'

/** The address of the page lives behind `#`: it never reaches a server or its log. */
export interface Place {
  readonly page: string
  readonly rest: readonly string[]
  readonly query: URLSearchParams
}

export const place = new Store<Place>(read(location.hash))

addEventListener('hashchange', () => place.set(read(location.hash)))

function read(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const [page = '', ...rest] = path.split('/').map(decoded)
  return { page: page === '' ? 'live' : page, rest, query: new URLSearchParams(query) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function linkTo(path: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString()
  return `#/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`
}

export function goTo(path: readonly string[], query: Readonly<Record<string, string>> = {}): void {
  location.hash = linkTo(path, query)
}

/** Changes some of the query; an empty value removes its key. No new entry in the history of the browser. */
export function changeQuery(changes: Readonly<Record<string, string>>): void {
  const { page, rest, query } = place.value
  const next = new URLSearchParams(query)
  for (const [key, value] of Object.entries(changes)) {
    if (value === '') next.delete(key)
    else next.set(key, value)
  }
  const search = next.toString()
  const hash = `#/${[page, ...rest].map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`
  history.replaceState(null, '', hash)
  place.set(read(hash))
}

/** The code of a login link, taken out of the address at once. */
export function takeLoginCode(): string | undefined {
  const code = /^#login=([A-Za-z0-9_-]+)$/.exec(location.hash)?.[1]
  if (code === undefined) return undefined
  history.replaceState(null, '', '#/live')
  place.set(read('#/live'))
  return code
}
