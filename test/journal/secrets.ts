import { randomBytes, randomInt } from 'node:crypto'
import type { JsonObject } from '../../src/call/tool-call.ts'

/** Invented secrets in the shapes that well-known makers give theirs, and the places where people put secrets. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ALPHABETS = {
  word: `${LETTERS}0123456789`,
  wordy: `${LETTERS}0123456789_-`,
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  hex: '0123456789abcdef',
  base64: `${LETTERS}0123456789+/`,
  password: `${LETTERS}0123456789!#%*+,-./:=?@^_~`,
} as const

type Alphabet = keyof typeof ALPHABETS

function random(alphabet: Alphabet, length: number): string {
  const characters = ALPHABETS[alphabet]
  return Array.from(randomBytes(length), (byte) => characters[byte % characters.length]).join('')
}

function pick<T>(list: readonly T[]): T {
  const item = list[randomInt(list.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

/** The text that must vanish is the random part: the prefix alone is no secret. */
const SHAPES: readonly (() => readonly [whole: string, secret: string])[] = [
  ...(
    [
      ['AKIA', 'upper', 16],
      ['ASIA', 'upper', 16],
      ['ghp_', 'word', 36],
      ['gho_', 'word', 36],
      ['ghs_', 'word', 36],
      ['github_pat_', 'word', 60],
      ['glpat-', 'wordy', 20],
      ['xoxb-', 'word', 40],
      ['xapp-1-', 'word', 40],
      ['sk_live_', 'word', 24],
      ['rk_test_', 'word', 24],
      ['whsec_', 'word', 32],
      ['sk-', 'word', 48],
      ['sk-proj-', 'wordy', 80],
      ['sk-ant-api03-', 'wordy', 90],
      ['AIza', 'wordy', 35],
      ['GOCSPX-', 'wordy', 28],
      ['ya29.', 'wordy', 60],
      ['npm_', 'word', 36],
      ['pypi-', 'wordy', 100],
      ['hf_', 'word', 34],
      ['dop_v1_', 'hex', 64],
      ['dckr_pat_', 'wordy', 27],
      ['dapi', 'hex', 32],
      ['shpat_', 'hex', 32],
      ['lin_api_', 'word', 40],
      ['ntn_', 'word', 46],
      ['figd_', 'wordy', 40],
      ['NRAK-', 'upper', 27],
      ['glsa_', 'word', 40],
      ['hvs.', 'wordy', 90],
      ['dp.pt.', 'word', 43],
      ['AGE-SECRET-KEY-1', 'upper', 58],
      ['sbp_', 'hex', 40],
      ['pscale_tkn_', 'wordy', 43],
      ['gsk_', 'word', 52],
      ['xai-', 'word', 80],
      ['pplx-', 'word', 48],
      ['r8_', 'word', 37],
      ['tskey-auth-', 'word', 30],
      ['ATATT3', 'wordy', 100],
      ['AccountKey=', 'base64', 86],
    ] as const
  ).map(([prefix, alphabet, length]) => (): readonly [string, string] => {
    const secret = random(alphabet, length)
    return [prefix + secret, secret]
  }),
  () => {
    const parts = [random('wordy', 40), random('wordy', 60), random('wordy', 43)] as const
    return [`eyJ${parts[0]}.eyJ${parts[1]}.${parts[2]}`, parts[2]]
  },
  () => {
    const body = Array.from({ length: 6 }, () => random('base64', 64))
    const kind = pick(['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED '])
    return [`-----BEGIN ${kind}PRIVATE KEY-----\n${body.join('\n')}\n-----END ${kind}PRIVATE KEY-----`, body[3] ?? '']
  },
  () => {
    const secret = random('wordy', 35)
    return [`${randomInt(100_000_000, 999_999_999)}:AA${secret}`, secret]
  },
  () => {
    const secret = random('wordy', 43)
    return [`SG.${random('wordy', 22)}.${secret}`, secret]
  },
  () => {
    const secret = random('word', 24)
    return [`https://hooks.slack.com/services/T${random('upper', 8)}/B${random('upper', 8)}/${secret}`, secret]
  },
]

const NAMES = [
  'PASSWORD',
  'DB_PASSWORD',
  'PGPASSWORD',
  'MYSQL_PWD',
  'client_secret',
  'clientSecret',
  'API_KEY',
  'apiKey',
  'x-api-key',
  'access_token',
  'authToken',
  'AWS_SECRET_ACCESS_KEY',
  'private-key',
  'passphrase',
  'secret',
  'SECRET_KEY',
  'encryption_key',
  'credentials',
] as const

/** Texts with a whole token somewhere in them. */
const AROUND_TOKENS: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => `echo ${token}`,
  (token) => `curl -H 'Authorization: Bearer ${token}' https://api.example.com/v1`,
  (token) => `export THING=${token}; ./run.sh`,
  (token) => `const client = connect("${token}")`,
  (token) => `{"value":"${token}"}`,
  (token) => `git clone https://${token}@git.example.com/a/b.git`,
  (token) => `first line\n${token}\nlast line`,
]

/** Texts with a password in a place that tells. */
const AROUND_PASSWORDS: readonly ((password: string, name: string) => string)[] = [
  (password, name) => `${name}='${password}' ./deploy.sh`,
  (password, name) => `export ${name}="${password}"`,
  (password, name) => `{"${name}": "${password}", "region": "eu"}`,
  (password, name) => JSON.stringify({ body: JSON.stringify({ [name]: password }) }),
  (password, name) => `${name}: ${password}`,
  (password, name) => `${name} = "${password}"`,
  (password, name) => `--${name.toLowerCase().replaceAll('_', '-')}=${password} --verbose`,
  (password, name) => `tool --${name.toLowerCase().replaceAll('_', '-')} '${password}' run`,
  (password) => `psql "postgres://app:${password.replaceAll(/[/?#@:]/g, 'x')}@db.example.com/app"`,
  (password) => `mysql -u root -p'${password}' shop`,
  (password) => `sshpass -p '${password}' ssh host`,
  (password) => `curl -u 'admin:${password}' https://example.com`,
  (password) => `docker login -u me -p '${password}' registry.example.com`,
  (password, name) => `<${name}>${password}</${name}>`,
  (password, name) => `Set-Item; $env:${name.replaceAll('-', '_')} = "${password}"`,
]

export interface Planted {
  readonly input: JsonObject
  /** Must be nowhere in what is written. */
  readonly secret: string
}

/** A tool call input with one secret in it. */
export function plantSecret(): Planted {
  if (randomInt(2) === 0) {
    const [whole, secret] = pick(SHAPES)()
    return { input: wrap(pick(AROUND_TOKENS)(whole)), secret }
  }
  const password = random('word', 1) + random('password', randomInt(7, 30)) + random('word', 2)
  const name = pick(NAMES)
  if (randomInt(6) === 0) return { input: { command: 'x', settings: { [name]: password } }, secret: password }
  if (randomInt(8) === 0) return { input: { argv: ['tool', `--${name}`, password, 'go'] }, secret: password }
  const text = pick(AROUND_PASSWORDS)(password, name)
  const shown = text.includes(password) ? password : password.replaceAll(/[/?#@:]/g, 'x')
  return { input: wrap(text), secret: shown }
}

function wrap(text: string): JsonObject {
  return pick<JsonObject>([
    { command: text },
    { file_path: '/home/dev/project/a.txt', content: `before\n${text}\nafter` },
    { edits: [{ old_string: 'x', new_string: text }] },
    { deep: { list: [1, null, [text]] } },
  ])
}
