import type { ActionOf } from '../call/action.ts'
import { trusts } from '../call/trust.ts'
import type { Deeds } from './category.ts'
import { deedsOf } from './seek.ts'

/** True when every network program this call runs comes over https from its maker's own installer address. */
export function isKnownInstaller(action: ActionOf<'run-code'>, deeds: Deeds): boolean {
  if (action.origin !== 'network' || action.host === undefined) return false
  const host = action.host
  const fetched = deedsOf(deeds, 'contact-host').filter(
    (contact) => contact.host.kind === 'named' && contact.host.name === host,
  )
  return (
    fetched.length > 0 && fetched.every((contact) => contact.url !== undefined && isInstallerUrl(contact.url, deeds))
  )
}

/** Over https: `curl get.example.com` without a scheme is plain http. */
export function isInstallerUrl(text: string, deeds: Deeds): boolean {
  const url = /^https:\/\/([^/:?#@\s]+(?:\/[^?#\s]*)?)(?:[?#].*)?$/i.exec(text)
  return url !== null && trusts(deeds.surroundings.trust, 'installers', url[1]!)
}
