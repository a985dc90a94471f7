/**
 * Where programs take a secret on their command line. A closed table: one row says of which programs, after which words,
 * which options, joined options or operands are secret. What is not here is looked at by its name and shape only.
 */
export interface SecretOptions {
  readonly programs: readonly string[]
  /** Words that must have come before, in this order; options may stand between them. */
  readonly after?: readonly string[]
  /** The next word is the secret, or what stands behind `=`. */
  readonly options?: readonly string[]
  /** The secret follows in the same word. */
  readonly joined?: readonly string[]
  /** Of the operands after the words, these are secret; the first is 0. */
  readonly operands?: readonly number[]
  /** Every operand `name=value` after the words has a secret value. */
  readonly assigned?: true
  /** In the value of these options, what stands behind this mark is the secret: `me%secret`. */
  readonly marked?: { readonly options: readonly string[]; readonly mark: string }
  /** The value of one of these options may itself be `name=value`. */
  readonly literals?: readonly string[]
}

export const SECRET_OPTIONS: readonly SecretOptions[] = [
  { programs: ['openssl'], options: ['-k', '-K', '-hmac', '-psk', '-key_password'] },
  { programs: ['openssl'], after: ['passwd'], operands: [0] },
  {
    programs: ['keytool', 'jarsigner'],
    options: ['-storepass', '-keypass', '-srcstorepass', '-deststorepass', '-srckeypass', '-destkeypass', '-new'],
  },
  { programs: ['gh'], after: ['secret', 'set'], options: ['-b', '--body'] },
  { programs: ['glab'], after: ['variable', 'set'], options: ['-v', '--value'], operands: [1] },
  {
    programs: ['mysql', 'mysqldump', 'mysqladmin', 'mysqlimport', 'mariadb', 'mariadb-dump', 'mariadb-admin'],
    joined: ['-p'],
  },
  {
    programs: ['az'],
    options: ['-p', '--password', '--client-secret', '--admin-password', '--account-key', '--sas-token'],
  },
  { programs: ['az'], after: ['secret', 'set'], options: ['--value'] },
  { programs: ['aws'], options: ['--secret-string', '--master-user-password', '--password', '--secret-access-key'] },
  { programs: ['aws'], after: ['put-parameter'], options: ['--value'] },
  { programs: ['gcloud'], options: ['--password', '--root-password'] },
  {
    programs: ['kubectl', 'oc', 'microk8s.kubectl'],
    after: ['create', 'secret'],
    literals: ['--from-literal'],
    options: ['--docker-password'],
  },
  {
    programs: ['docker', 'podman', 'helm', 'oras', 'crane', 'nerdctl', 'buildah', 'skopeo'],
    after: ['login'],
    options: ['-p', '--password'],
  },
  { programs: ['sshpass'], options: ['-p'], joined: ['-p'] },
  { programs: ['curl'], options: ['--pass', '--proxy-pass', '--oauth2-bearer', '--tlspassword'] },
  { programs: ['curl'], marked: { options: ['-b', '--cookie'], mark: '=' } },
  {
    programs: ['curl', 'wget', 'http', 'https', 'xh'],
    marked: { options: ['-u', '--user', '-U', '--proxy-user', '-a', '--auth'], mark: ':' },
  },
  { programs: ['redis-cli', 'valkey-cli', 'keydb-cli'], options: ['-a', '--pass'] },
  {
    programs: [
      'mongo',
      'mongosh',
      'mongodump',
      'mongorestore',
      'mongoexport',
      'mongoimport',
      'mongostat',
      'mongotop',
      'mongofiles',
    ],
    options: ['-p', '--password'],
  },
  { programs: ['sqlcmd', 'bcp', 'osql', 'isql', 'tsql'], options: ['-P'], joined: ['-P'] },
  {
    programs: ['cqlsh', 'arangosh', 'arangodump', 'cypher-shell', 'neo4j-admin', 'influx', 'couchbase-cli', 'cbq'],
    options: ['-p', '--password'],
  },
  { programs: ['vault', 'bao'], after: ['login'], operands: [0] },
  { programs: ['vault', 'bao'], after: ['put'], assigned: true },
  { programs: ['vault', 'bao'], after: ['patch'], assigned: true },
  { programs: ['vault', 'bao'], after: ['unseal'], operands: [0] },
  { programs: ['consul', 'nomad', 'boundary'], options: ['-token'] },
  { programs: ['7z', '7za', '7zz', 'rar', 'unrar'], joined: ['-p', '-hp'] },
  { programs: ['zip', 'unzip', 'zipcloak'], options: ['-P', '--password'], joined: ['-P'] },
  { programs: ['gpg', 'gpg2'], options: ['--passphrase'] },
  { programs: ['ansible-vault'], after: ['encrypt_string'], operands: [0] },
  { programs: ['ssh-keygen'], options: ['-N', '-P'] },
  { programs: ['useradd', 'usermod', 'groupadd', 'newusers'], options: ['-p', '--password'] },
  {
    programs: ['smbclient', 'rpcclient', 'smbget', 'smbcacls', 'winexe'],
    marked: { options: ['-U', '--user'], mark: '%' },
  },
  { programs: ['smbpasswd'], operands: [1] },
  {
    programs: ['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapdelete', 'ldapwhoami', 'ldappasswd', 'ldapcompare'],
    options: ['-w'],
    joined: ['-w'],
  },
  { programs: ['ldappasswd'], options: ['-s', '-a'] },
  { programs: ['lftp'], marked: { options: ['-u', '--user'], mark: ',' } },
  { programs: ['ncftp', 'ncftpput', 'ncftpget', 'ncftpls'], options: ['-p'] },
  { programs: ['conda', 'mamba', 'anaconda'], options: ['-t', '--token'] },
  { programs: ['twine', 'flit', 'hatch', 'poetry'], options: ['-p', '--password', '-a', '--auth'] },
  { programs: ['cargo'], after: ['login'], operands: [0] },
  {
    programs: ['dotnet', 'nuget'],
    after: ['push'],
    options: ['-k', '--api-key', '-ApiKey', '-sk', '--symbol-api-key'],
  },
  { programs: ['nuget', 'choco'], after: ['setapikey'], operands: [0] },
  { programs: ['choco'], after: ['apikey'], options: ['-k', '--key', '--api-key'] },
  { programs: ['heroku'], after: ['config:set'], assigned: true },
  { programs: ['fly', 'flyctl', 'railway'], after: ['secrets', 'set'], assigned: true },
  { programs: ['railway', 'doppler', 'render'], after: ['set'], assigned: true },
  { programs: ['netlify', 'ntl'], options: ['--auth', '-a'] },
  { programs: ['netlify', 'ntl'], after: ['env:set'], operands: [1] },
  { programs: ['supabase'], after: ['secrets', 'set'], assigned: true },
  { programs: ['pulumi'], after: ['config', 'set'], operands: [1] },
  { programs: ['rabbitmqctl'], after: ['add_user'], operands: [1] },
  { programs: ['rabbitmqctl'], after: ['change_password'], operands: [1] },
  {
    programs: ['rabbitmqadmin', 'mosquitto_pub', 'mosquitto_sub', 'mosquitto_rr', 'kcat', 'nats'],
    options: ['-p', '-P', '--password', '--pw'],
  },
  { programs: ['mosquitto_passwd'], after: ['-b'], operands: [2] },
  { programs: ['htpasswd'], after: ['-b'], operands: [2] },
  { programs: ['wpa_passphrase'], operands: [1] },
  { programs: ['xfreerdp', 'wfreerdp', 'xfreerdp3', 'sdl-freerdp'], joined: ['/p:', '/gp:'] },
  { programs: ['rdesktop', 'vncviewer', 'x11vnc'], options: ['-p', '-passwd'] },
  { programs: ['ipmitool', 'ipmipower', 'racadm'], options: ['-P', '-p'] },
  {
    programs: ['snmpget', 'snmpset', 'snmpwalk', 'snmpbulkwalk', 'snmpgetnext', 'snmptrap'],
    options: ['-A', '-X', '-c'],
  },
  { programs: ['security'], options: ['-w', '-p', '-P'] },
  { programs: ['qpdf'], after: ['--encrypt'], operands: [0, 1] },
  { programs: ['pdftotext', 'pdfinfo', 'pdftoppm', 'pdfimages', 'pdftocairo', 'mutool'], options: ['-upw', '-opw'] },
  { programs: ['pdftk'], after: ['user_pw'], operands: [0] },
  { programs: ['pdftk'], after: ['owner_pw'], operands: [0] },
  { programs: ['steamcmd'], after: ['+login'], operands: [1] },
  {
    programs: ['chia', 'bitcoin-cli', 'geth', 'cast', 'forge', 'solana'],
    options: ['-rpcpassword', '--private-key', '--mnemonic', '--password'],
  },
  { programs: ['cryptsetup', 'veracrypt', 'borg', 'duplicity'], options: ['-p', '--password', '--passphrase'] },
  { programs: ['certutil', 'signtool', 'pvk2pfx', 'nuget'], options: ['-p', '/p', '-pi', '-po', '-password'] },
  { programs: ['schtasks', 'psexec', 'cmdkey'], options: ['/rp', '/p', '-p'], joined: ['/pass:'] },
]

/** Programs of the table, for a quick look whether a text names one. */
export const SECRET_PROGRAMS: ReadonlySet<string> = new Set(SECRET_OPTIONS.flatMap((row) => row.programs))

/** A part of a word: everything from `from` on is secret. */
export interface SecretPart {
  readonly index: number
  readonly from: number
}

/** Which words of a command are secret, wholly or from some character on. The first is the program, without its directory. */
export function secretParts(words: readonly string[]): readonly SecretPart[] {
  const [program = ''] = words
  const parts: SecretPart[] = []
  for (const row of SECRET_OPTIONS) if (row.programs.includes(program)) findParts(row, words, parts)
  return parts
}

function findParts(row: SecretOptions, words: readonly string[], parts: SecretPart[]): void {
  const { after = [], options = [], joined = [], operands = [], literals = [] } = row
  let passed = 0
  let operand = 0
  for (let index = 1; index < words.length; index++) {
    const word = bare(words[index]!)
    if (passed < after.length) {
      if (word === after[passed] || (after[passed] === '-b' && /^-[A-Za-z]*b[A-Za-z]*$/.test(word))) passed++
      continue
    }
    const [name = '', ...rest] = word.split('=')
    const hasValue = rest.length > 0
    if (options.includes(name)) {
      if (hasValue) parts.push({ index, from: words[index]!.indexOf('=') + 1 })
      else if (index + 1 < words.length && !words[index + 1]!.startsWith('-')) parts.push({ index: ++index, from: 0 })
      continue
    }
    if (literals.includes(name) && (hasValue || index + 1 < words.length)) {
      const [at, text] = hasValue ? [index, rest.join('=')] : [index + 1, bare(words[index + 1]!)]
      const start = hasValue ? words[index]!.indexOf('=') + 1 : 0
      const assigned = text.indexOf('=')
      if (assigned >= 0) parts.push({ index: at, from: words[at]!.indexOf('=', start) + 1 })
      index = at
      continue
    }
    const mark = markedPart(row, words, index, name, hasValue)
    if (mark !== undefined) {
      if (mark.from > 0) parts.push(mark)
      index = mark.index
      continue
    }
    const glued = joined.find((prefix) => word.startsWith(prefix) && word.length > prefix.length && !isLongOption(word))
    if (glued !== undefined) {
      parts.push({ index, from: words[index]!.indexOf(glued) + glued.length })
      continue
    }
    if (row.assigned === true && /^[A-Za-z_][\w.-]*=/.test(word)) {
      parts.push({ index, from: words[index]!.indexOf('=') + 1 })
      continue
    }
    if (word.startsWith('-') && word !== '-') continue
    if (operands.includes(operand++)) parts.push({ index, from: 0 })
  }
}

function markedPart(
  { marked }: SecretOptions,
  words: readonly string[],
  index: number,
  name: string,
  hasValue: boolean,
): SecretPart | undefined {
  if (marked === undefined) return undefined
  const { options, mark } = marked
  if (!options.includes(name)) return undefined
  const at = hasValue ? index : index + 1
  const word = words[at]
  if (word === undefined) return { index, from: 0 }
  const found = word.indexOf(mark, hasValue ? word.indexOf('=') + 1 : 0)
  return { index: at, from: found < 0 ? 0 : found + mark.length }
}

/** `-port`, `-protocol`: words of their own, not `-p` with a value. */
function isLongOption(word: string): boolean {
  return /^-p(?:assword|ort|rotocol|ipe|lugin-dir|rint|ager|refix)?(?:=|$)/.test(word) || word.startsWith('--')
}

function bare(word: string): string {
  return word.replace(/^(["'])([\s\S]*)\1$/, '$2')
}
