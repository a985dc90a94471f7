const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/

/** A network around this machine: what the settings accept without TLS. */
const PRIVATE = /^(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})$/

/** True only for an address that cannot leave this machine. Names are not looked up: one that merely points here is not. */
export function isLoopback(url: string): boolean {
  return LOOPBACK.test(hostOf(url))
}

/** A server of one's own, which often wants no key: on this machine, or on a private network without TLS. */
export function isOwnServer(url: string): boolean {
  return isLoopback(url) || (url.startsWith('http://') && PRIVATE.test(hostOf(url)))
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}
