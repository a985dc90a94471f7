import { expect, test } from 'vitest'
import { redactBasic } from './redact-basic.ts'

test.each([
  ['export API_KEY=abcdef123456', 'export API_KEY=[redacted]'],
  [`curl -H 'Authorization: Bearer ${'a'.repeat(30)}'`, "curl -H 'Authorization: Bearer [redacted]'"],
  ['{"password":"hunter22"}', '{"password":"[redacted]"}'],
  ['{\\"password\\":\\"hunter22\\"}', '{\\"password\\":\\"[redacted]\\"}'],
  ['postgres://me:hunter22@db.example.net/x', 'postgres://me:[redacted]@db.example.net/x'],
  [`ghp_${'x'.repeat(36)}`, '[redacted]'],
  ['-----BEGIN RSA PRIVATE KEY-----\nabc', '[redacted]'],
  ['npm test', 'npm test'],
  ['git commit -m "rotate the token"', 'git commit -m "rotate the token"'],
  ['https://example.net/a:b', 'https://example.net/a:b'],
])('%j becomes %j', (text, expected) => expect(redactBasic(text)).toBe(expected))
