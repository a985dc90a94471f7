import { describe, expect, test } from 'vitest'
import { loadDaemon, type DaemonProduct } from './daemon/client.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { backup, type BackupProduct, loadBackup } from './suites/backup.ts'
import { readiness } from './suites/readiness.ts'

const suite = (only: RegExp) => (product: BackupProduct) => backup(product, only)

const BUGS: readonly Bug<BackupProduct>[] = [
  {
    bug: 'what is unpacked is not compared',
    file: 'journal/stores/restore.ts',
    find: "if (digest.digest('hex') !== sha256)",
    replace: "if (digest.digest('hex') === '')",
    noticedBy: suite(/changed anywhere/),
  },
  {
    bug: 'the list of files is not signed',
    file: 'journal/stores/backup.ts',
    find: "verifySignature(null, signedText(unsigned), publicKey, Buffer.from(signature, 'base64')) &&",
    replace: 'signedText(unsigned).length > 0 && signature.length > 0 && verifySignature !== undefined &&',
    noticedBy: suite(/changed anywhere/),
  },
  {
    bug: 'what follows the end is ignored',
    file: 'journal/stores/backup-file.ts',
    find: "if (this.#left > 0 || this.#waiting.length > 0) throw new UnusableBackup('the backup goes on after its end')",
    replace: '',
    noticedBy: suite(/changed anywhere/),
  },
  {
    bug: 'the tag of the encryption is not looked at',
    file: 'journal/stores/backup-file.ts',
    find: '        this.#decipher.final()\n',
    replace: '',
    noticedBy: suite(/changed anywhere/),
  },
  {
    bug: 'a passphrase encrypts nothing',
    file: 'journal/stores/backup-file.ts',
    find: 'writeAll(this.#file, this.#cipher === undefined ? bytes : this.#cipher.update(bytes))',
    replace: 'writeAll(this.#file, bytes)',
    noticedBy: suite(/encrypted backup/),
  },
  {
    bug: 'a backup is for everybody',
    file: 'journal/stores/backup-file.ts',
    find: "this.#file = openSync(path, 'wx', 0o600)",
    replace: "this.#file = openSync(path, 'wx', 0o644)",
    noticedBy: suite(/log as it was/),
  },
  {
    bug: 'a backup is overwritten',
    file: 'journal/stores/backup-file.ts',
    find: "this.#file = openSync(path, 'wx', 0o600)",
    replace: "this.#file = openSync(path, 'w', 0o600)",
    noticedBy: suite(/nothing is overwritten/),
  },
  {
    bug: 'tokens always come along',
    file: 'journal/stores/backup.ts',
    find: '(options.tokens && TOKENS.includes(name))',
    replace: 'TOKENS.includes(name)',
    noticedBy: suite(/log as it was/),
  },
  {
    bug: 'a state directory in use is replaced',
    file: 'journal/stores/restore.ts',
    find: 'if (!existsSync(directory) || readdirSync(directory).length === 0) return',
    replace: 'if (readdirSync.length > 0) return',
    noticedBy: suite(/nothing is overwritten/),
  },
  {
    bug: 'the log in a backup is not verified',
    file: 'journal/stores/restore.ts',
    find: 'if (wrong !== undefined) throw',
    replace: "if (wrong === '') throw",
    noticedBy: suite(/not sound is not restored/),
  },
  {
    bug: 'lost records are not spoken of',
    file: 'journal/stores/restore.ts',
    find: 'if (later.seq > head.seq && !options.acceptLoss)',
    replace: 'if (later.seq < head.seq && !options.acceptLoss)',
    noticedBy: suite(/lost only knowingly/),
  },
  {
    bug: 'a restoring excuses heads that were signed after it',
    file: 'journal/checkpoints.ts',
    find: 'head.at <= restored.at &&',
    replace: '',
    noticedBy: suite(/moment after a restoring/),
  },
  {
    bug: 'every head is given up',
    file: 'journal/checkpoints.ts',
    find: 'if (restored.length === 0) return checkpoints',
    replace: 'if (restored.length === 0) return []',
    noticedBy: suite(/put back by hand/),
  },
  {
    bug: 'nothing is given up',
    file: 'journal/checkpoints.ts',
    find: 'return checkpoints.filter((head) => !restored.some((statement) => isAbandoned(head, statement)))',
    replace: 'return checkpoints',
    noticedBy: suite(/lost only knowingly/),
  },
]

const READY_BUGS: readonly Bug<DaemonProduct>[] = [
  {
    bug: 'strangers are told the checks',
    file: 'surfaces/daemon/probe-routes.ts',
    find: "context.env.taken.role === 'stranger' ? {} : { checks }",
    replace: '{ checks }',
    noticedBy: (product) => readiness(product, /strangers/),
  },
  {
    bug: 'a journal that fails is ready',
    file: 'surfaces/daemon/daemon.ts',
    find: "{ name: 'journal', look: () => journal.check().then(() => undefined) },",
    replace: '',
    noticedBy: (product) => readiness(product, /journal/),
  },
  {
    bug: 'whoever drains stays ready',
    file: 'surfaces/daemon/readiness.ts',
    find: "look: () => (this.#draining ? 'draining' : undefined)",
    replace: 'look: () => undefined',
    noticedBy: (product) => readiness(product, /draining/),
  },
]

const scratch = scratchFor('backup')

describe('with a bug put back, its suite goes red', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadBackup(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })

  test.each(READY_BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadDaemon(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
