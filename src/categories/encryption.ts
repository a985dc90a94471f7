import type { ActionOf } from '../call/action.ts'
import { show } from '../call/word.ts'
import type { Deeds } from './category.ts'
import { isHere, isOneOf, isOurs, pathOf } from './grounds.ts'

/** Programs that lock files with a password or key, and the words by which they are told to. */
const LOCKS: readonly { readonly program: RegExp; readonly words: RegExp; readonly unless?: RegExp }[] = [
  {
    program: /^(?:openssl|libressl)$/,
    words:
      /(?:^|\s)(?:-(?:aes|aria|camellia|des|bf|blowfish|cast|chacha|rc[245]|seed|sm4)[\w-]*|-k|-pass|-pbkdf2)(?:\s|$)|^(?:aes|aria|camellia|des|bf|chacha|rc[24]|sm4)/,
    unless: /(?:^|\s)-d(?:\s|$)/,
  },
  { program: /^gpg2?$/, words: /(?:^|\s)(?:-\w*c|--symmetric)(?:\s|$)/ },
  {
    program: /^(?:ccrypt|ccencrypt|mcrypt|bcrypt|scrypt|aescrypt)$/,
    words: /(?:)/,
    unless: /(?:^|\s)(?:-d|--decrypt|dec)(?:\s|$)/,
  },
  {
    program: /^(?:age|rage)$/,
    words: /(?:^|\s)(?:-p|--passphrase|-r|--recipient)(?:\s|$)/,
    unless: /(?:^|\s)(?:-d|--decrypt)(?:\s|$)/,
  },
  { program: /^7z[azr]?$/, words: /(?:^|\s)-(?:p\S*|mhe\S*)(?:\s|$)/, unless: /^[extl]\s/ },
  { program: /^(?:zip|rar)$/, words: /(?:^|\s)(?:-\w*[eP]\w*|--password|--encrypt|-h?p\S+)(?:\s|$)/ },
]

/** Files of the user's, outside the workspace, that this program locks away. */
export function lockedAway(action: ActionOf<'run-program'>, deeds: Deeds): string | undefined {
  const lock = LOCKS.find(({ program }) => program.test(action.program))
  if (!lock || !isHere(action)) return undefined
  const words = action.args.map(show).join(' ')
  if (!lock.words.test(words) || lock.unless?.test(words)) return undefined
  for (const other of deeds.actions) {
    if (other.does !== 'read-file' || other.evidence !== action.evidence || other.extent === 'names') continue
    if (!isOurs(other.place, deeds) && !isOneOf(other.place, deeds, 'temp', 'null')) return pathOf(other.place)
  }
  return undefined
}
