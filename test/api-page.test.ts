import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { apiPage } from '../scripts/api-page.ts'
import * as library from '../src/index.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/reference/api.md'), 'utf8')

describe('the page of the library', () => {
  test('is what the code says', () => {
    expect(apiPage('Made from the code by `npm run generate`; do not edit.')).toBe(page)
  })

  test('says what becomes of an ask without an approver, at openGate and at judge', () => {
    const [, atOpen] = /### `openGate`\n([^]*?)\n### /.exec(page) ?? []
    expect(atOpen).toContain('humans.nobody')
    const [, atSession] = /### `GatedSession`\n([^]*?)\n### /.exec(page) ?? []
    expect(atSession).toContain('humans.nobody')
  })

  test('of a program that builds agents is short', () => {
    expect(Object.keys(library).sort()).toEqual([
      'AbortError',
      'containedText',
      'isRefusal',
      'openGate',
      'promptInTerminal',
    ])
  })

  /** Components that are named for what they are, and work alone. */
  test.each([
    ['checks', ['ExecutionFirewall', 'RateLimiter', 'composeGate', 'judge', 'newSession']],
    ['classifier', ['GuardianAgent', 'twoStageReviewer', 'anthropicClient', 'openAiCompatibleClient']],
    ['humans', ['ChannelPermissionGate', 'PermissionManager', 'parseReply', 'openQueue']],
    ['journal', ['AuditLogger', 'JournalFailure', 'openSqliteJournal', 'redact', 'verify']],
    ['policy', ['UserPermissionService', 'settingsJsonSchema', 'BLOCK_CATEGORIES', 'ALLOW_CATEGORIES']],
    ['results', ['PromptGuardian']],
    ['agents', ['AGENTS', 'agentNamed']],
    ['call', ['InputSanitizer', 'readCallText', 'readCallValue']],
  ])('portcullis/%s has its components', async (name, components) => {
    const entry = (await import(join(root, 'src/surfaces/sdk/entries', `${name}.ts`))) as object
    expect(Object.keys(entry)).toEqual(expect.arrayContaining(components))
    expect(page).toContain(`## \`portcullis/${name}\``)
  })
})
