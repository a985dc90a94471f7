/** A place in a command where a secret stands. */
export interface Place {
  readonly triggers: readonly string[]
  /** Groups: what stays, the value, and what stays after it. */
  readonly pattern: RegExp
}

const VALUE = String.raw`("[^"]*"|'[^']*'|[^\s"'|&;<>]+)`

/** A program at the start of a command, with or without its directory, and what may stand before the place. */
function after(programs: string, place: string, flags: 'g' | 'gi' = 'g'): RegExp {
  return new RegExp(
    `((?:^|[\\s;|&("'/\\\\])(?:${programs})(?:\\.exe)?\\s(?:[^\\n|;&]{0,256}?\\s)?${place})${VALUE}()`,
    flags,
  )
}

/** Where programs take a password without naming it. */
export const PLACES: readonly Place[] = [
  {
    triggers: ['mysql', 'mariadb'],
    pattern: after('mysql|mysqldump|mysqladmin|mariadb|mariadb-dump', '-p(?!\\s|assword|ort|rotocol)'),
  },
  { triggers: ['sshpass'], pattern: after('sshpass', '-p\\s{0,8}') },
  { triggers: ['login'], pattern: after('login', '-p\\s{1,8}') },
  { triggers: ['redis-cli'], pattern: after('redis-cli', '-a\\s{1,8}') },
  {
    triggers: ['curl', 'http', 'wget'],
    pattern:
      /(\b(?:curl|https?|wget)\b[^\n|;&]{0,512}?\s(?:-u|--user|--proxy-user|-U|-a|--auth)[ =]{0,2}["']?[^\s:"']{1,256}:)([^\s"'|&;]+)()/g,
  },
  { triggers: ['ldap'], pattern: after('ldap[a-z]{3,10}', '-w\\s{0,8}') },
  { triggers: ['pass:'], pattern: new RegExp(`(\\bpass:)${VALUE}()`, 'g') },
  {
    triggers: ['sqlplus', 'sqlcl', 'expdp', 'impdp'],
    pattern: after('sqlplus|sqlcl|expdp|impdp', '[\\w$]{1,64}/(?=[^\\s/@]{1,256}(?:@|\\s|$))'),
  },
  { triggers: ['zip'], pattern: after('zip|unzip', '-P\\s{0,8}') },
  { triggers: ['7z', 'rar'], pattern: after('7za?|7zz|rar|unrar', '-h?p(?!\\s)') },
  {
    triggers: ['htpasswd'],
    pattern: after('htpasswd', '-[a-zA-Z]{0,8}b[a-zA-Z]{0,8}\\s{1,8}\\S{1,256}\\s{1,8}\\S{1,256}\\s{1,8}'),
  },
  {
    triggers: ['chpasswd'],
    pattern:
      /(\becho\s{1,8}(?:-n\s{1,8})?["']?[^\s:"'|]{1,64}:)([^"'|\n]+)(["']?\s{0,8}\|\s{0,8}(?:sudo\s{1,8})?chpasswd)/g,
  },
  {
    triggers: ['net user', 'net1 user'],
    pattern: after('net1?', 'user\\s{1,8}(?:"[^"\\n]{1,64}"|[^\\s/"]{1,64})\\s{1,8}(?![/*&|])', 'gi'),
  },
  {
    // What is handed to a program that reads a secret from its input.
    triggers: ['secret', '-stdin', 'passwd', 'kinit'],
    pattern:
      /(\b(?:echo|printf)\s{1,8}(?:-n\s{1,8}|%s\s{1,8}|["']%s(?:\\n)?["']\s{1,8})?["']?)([^\s"'|;&]+)(["']?\s{0,8}\|\s{0,8}(?:gh\s{1,4}secret\s{1,4}set|wrangler\s{1,4}secret\s{1,4}put|[^\n|;&]{0,200}-stdin\b|passwd\b|kinit\b|fly\s{1,4}secrets|vercel\s{1,4}env\s{1,4}add|(?:docker|podman)\s{1,4}secret\s{1,4}create))/g,
  },
  {
    triggers: ['secret put', 'secret set', 'login'],
    pattern: /(\b(?:secret\s{1,4}(?:put|set)|login)\b[^\n|;&<]{0,200}<<<\s{0,4})("[^"]*"|'[^']*'|[^\s"'|;&]+)()/g,
  },
  {
    triggers: ['identified', 'password'],
    pattern: /(\b(?:IDENTIFIED(?:\s{1,4}WITH\s{1,4}\w{1,40})?\s{1,4}BY|PASSWORD)\s{1,8})('[^'\n]*'|\\"[^"\n]*\\")()/gi,
  },
  {
    triggers: ['password-command', 'passphrase-command', 'askpass'],
    pattern:
      /((?:password-command|passphrase-command|askpass)[ =]{1,4}["']?(?:echo|printf(?:\s{1,4}%s)?)\s{1,8})([^\s"'|;&]+)()/g,
  },
  {
    // Settings programs and network tools name what they set, and the value is the next word.
    triggers: ['nmcli', 'rclone', 'config'],
    pattern:
      /(\b(?:nmcli|rclone|conda\s{1,4}config|aws\s{1,4}configure|poetry\s{1,4}config|composer\s{1,4}config|git\s{1,4}config|yarn\s{1,4}config|npm\s{1,4}config)\b[^\n|;&]{0,256}?\s[\w./:-]{0,60}(?:password|psk|secret|_key|token|passphrase)\s{1,8})("[^"]*"|'[^']*'|[^\s"'|&;<>=-][^\s"'|&;<>]*)()/gi,
  },
  { triggers: ['securestring'], pattern: after('ConvertTo-SecureString', '(?:-String\\s{1,8})?(?![-$(])', 'gi') },
]

export const ANY_PLACE = new RegExp(PLACES.flatMap((place) => place.triggers).join('|'), 'i')
