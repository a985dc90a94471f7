import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as BackupModule from '../../src/journal/stores/backup.ts'
import type * as CheckpointFile from '../../src/journal/stores/checkpoint-file.ts'
import type * as RestoreModule from '../../src/journal/stores/restore.ts'
import type * as SqliteModule from '../../src/journal/stores/sqlite.ts'
import type * as VerifyModule from '../../src/journal/stores/verify-state.ts'
import type * as WitnessesModule from '../../src/journal/stores/witnesses.ts'
import type { Witness } from '../../src/journal/stores/witnesses.ts'
import type * as PlacesModule from '../../src/surfaces/journal-places.ts'
import { type Failures, loaderFor, SOURCES } from '../product.ts'

/** The product as this suite sees it. */
export interface BackupProduct {
  readonly backup: typeof BackupModule
  readonly restore: typeof RestoreModule
  readonly sqlite: typeof SqliteModule
  readonly verify: typeof VerifyModule
  readonly witnesses: typeof WitnessesModule
  readonly places: typeof PlacesModule
  readonly files: typeof CheckpointFile
}

export async function loadBackup(root: string = SOURCES): Promise<BackupProduct> {
  const load = loaderFor(root)
  return {
    backup: await load('journal/stores/backup.ts'),
    restore: await load('journal/stores/restore.ts'),
    sqlite: await load('journal/stores/sqlite.ts'),
    verify: await load('journal/stores/verify-state.ts'),
    witnesses: await load('journal/stores/witnesses.ts'),
    places: await load('surfaces/journal-places.ts'),
    files: await load('journal/stores/checkpoint-file.ts'),
  }
}

type Held = readonly (readonly [what: string, holds: boolean])[]

interface Sitting {
  readonly product: BackupProduct
  readonly directory: string
  readonly home: string
  readonly state: string
  readonly file: string
  readonly witness: Witness
  /** Writes so many records and closes the log. */
  write(count: number): Promise<void>
  backup(options?: { passphrase?: string; file?: string; tokens?: boolean }): Promise<BackupModule.Manifest>
  restore(options?: {
    passphrase?: string
    file?: string
    state?: string
    acceptLoss?: boolean
  }): Promise<RestoreModule.Restored>
  /** What `log verify` finds, with the witness asked. */
  findings(state?: string): Promise<readonly string[]>
  /** Every file of the log, and its anchor. */
  snapshot(name: string): () => void
}

function sit(product: BackupProduct): Sitting {
  const directory = mkdtempSync(join(tmpdir(), 'pc-backup-'))
  const home = join(directory, 'home')
  const state = join(directory, 'state')
  const file = join(directory, 'gate.backup')
  mkdirSync(home)
  const witness = product.witnesses.witnessOf({ file: join(directory, 'witness.jsonl') })
  const pathsOf = (where: string) => product.places.journalPaths(where, home)
  let written = 0
  const sitting: Sitting = {
    product,
    directory,
    home,
    state,
    file,
    witness,
    write: async (count) => {
      const told: Promise<void>[] = []
      const journal = product.sqlite.openSqliteJournal({
        ...product.places.journalFor(state, home),
        thread: 'caller',
        onSigned: (checkpoint) => void told.push(witness.tell(checkpoint)),
      })
      for (let index = 0; index < count; index++) await journal.append(draft(`record ${written++}`))
      await journal.close()
      await Promise.all(told)
    },
    backup: (options = {}) =>
      product.backup.makeBackup(pathsOf(state), options.file ?? file, {
        passphrase: options.passphrase,
        tokens: options.tokens ?? false,
        product: 'test',
        now: Date.now(),
      }),
    restore: async (options = {}) => {
      const restored = await product.restore.restoreBackup(options.file ?? file, pathsOf(options.state ?? state), {
        passphrase: options.passphrase,
        acceptLoss: options.acceptLoss ?? false,
        user: 'ann',
        now: Date.now(),
        askWitnesses: async (writer) => [await witness.ask(writer)],
      })
      await witness.tell(restored.statement)
      return restored
    },
    findings: async (where = state) => {
      const paths = pathsOf(where)
      const writer = product.files.loadKey(paths).writer
      const found = await product.verify.verifyStateDirectory(paths, { witnesses: [await witness.ask(writer)] })
      return [...found.findings.map(({ kind, sentence }) => `${kind}: ${sentence}`), ...found.damage]
    },
    snapshot: (name) => {
      const kept = join(directory, name)
      const { anchor } = pathsOf(state)
      cpSync(state, kept, { recursive: true })
      cpSync(anchor!, `${kept}.anchor`)
      return () => {
        rmSync(state, { recursive: true })
        cpSync(kept, state, { recursive: true })
        cpSync(`${kept}.anchor`, anchor!)
      }
    },
  }
  return sitting
}

const draft = (text: string) => ({
  at: Date.now(),
  event: 'operator_action',
  severity: 'info' as const,
  session: '',
  agent: '',
  tool: '',
  decision: '',
  code: 'test.record',
  user: '',
  fingerprint: '',
  policy: '',
  body: JSON.stringify({ text }),
})

/** The words of a refusal; undefined: there was none. */
async function refusal(act: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await act()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const leftovers = ({ directory }: Sitting): readonly string[] =>
  readdirSync(directory).filter((name) => /restoring|\.portcullis-backup/.test(name))

const ROWS: readonly { readonly name: string; readonly check: (sitting: Sitting) => Promise<Held> }[] = [
  {
    name: 'what is restored is the log as it was, and says so',
    check: async (sitting) => {
      await sitting.write(30)
      writeFileSync(join(sitting.state, 'agent.token'), `${'t'.repeat(43)}\n`)
      const manifest = await sitting.backup()
      renameSync(sitting.state, `${sitting.state}.old`)
      const restored = await sitting.restore()
      const after = await sitting.findings()
      await sitting.write(5)
      const records = readFileSync(join(sitting.state, 'checkpoints.jsonl'), 'utf8')
      return [
        ['for its owner alone', (statSync(sitting.file).mode & 0o777) === 0o600],
        ['whole', manifest.head.seq === 30 && restored.lostTo === undefined],
        ['sound', after.length === 0],
        ['it goes on', (await sitting.findings()).length === 0],
        ['the statement is signed', /"kind":"restored"/.test(records)],
        ['no tokens unless asked for', !existsSync(join(sitting.state, 'agent.token'))],
        ['nothing is left lying about', leftovers(sitting).length === 0],
        [
          'its files are for its owner alone',
          readdirSync(sitting.state).every((name) => (statSync(join(sitting.state, name)).mode & 0o077) === 0),
        ],
      ]
    },
  },
  {
    name: 'an encrypted backup tells nothing and needs its passphrase',
    check: async (sitting) => {
      await sitting.write(3)
      await sitting.backup({ passphrase: 'correct horse', tokens: true })
      const text = readFileSync(sitting.file).toString('latin1')
      renameSync(sitting.state, `${sitting.state}.old`)
      const none = await refusal(() => sitting.restore())
      const wrong = await refusal(() => sitting.restore({ passphrase: 'battery staple' }))
      const before = existsSync(sitting.state)
      const right = await refusal(() => sitting.restore({ passphrase: 'correct horse' }))
      return [
        ['nothing readable', !/PRIVATE KEY|journal|SQLite|record/.test(text.slice(20))],
        ['without', /encrypted/.test(none ?? '')],
        ['wrong', /passphrase is wrong/.test(wrong ?? '')],
        ['nothing was made', !before && leftovers(sitting).length === 0],
        ['right', right === undefined],
      ]
    },
  },
  {
    name: 'a backup that was changed anywhere is refused',
    check: async (sitting) => {
      await sitting.write(3)
      const held: [string, boolean][] = []
      for (const passphrase of [undefined, 'correct horse']) {
        const file = join(sitting.directory, passphrase === undefined ? 'plain' : 'locked')
        await sitting.backup({ file, ...(passphrase === undefined ? {} : { passphrase }) })
        const whole = readFileSync(file)
        const tries: [string, Buffer][] = [
          ['cut', whole.subarray(0, -1)],
          ['longer', Buffer.concat([whole, Buffer.from('x')])],
          ['empty', Buffer.alloc(0)],
        ]
        const flipped = (at: number): Buffer => {
          const changed = Buffer.from(whole)
          changed[at] = changed[at]! ^ 1
          return changed
        }
        tries.push(['its last byte', flipped(whole.length - 1)])
        // A digit of when it was made: what is unpacked stays the same.
        if (passphrase === undefined) tries.push(['when it was made', flipped(whole.indexOf('"made":') + 12)])
        for (let step = 0; step < 12; step++) {
          const at = Math.floor(((step + 0.5) / 12) * whole.length)
          tries.push([`byte ${at} of ${whole.length}`, flipped(at)])
        }
        for (const [what, bytes] of tries) {
          writeFileSync(`${file}.bad`, bytes)
          const elsewhere = join(sitting.directory, 'elsewhere')
          const said = await refusal(() =>
            sitting.restore({
              file: `${file}.bad`,
              state: elsewhere,
              acceptLoss: true,
              ...(passphrase === undefined ? {} : { passphrase }),
            }),
          )
          held.push([`${passphrase ?? 'plain'}: ${what}`, said !== undefined && !existsSync(elsewhere)])
          rmSync(elsewhere, { recursive: true, force: true })
        }
      }
      return held
    },
  },
  {
    name: 'nothing is overwritten',
    check: async (sitting) => {
      await sitting.write(3)
      await sitting.backup()
      const before = readFileSync(sitting.file)
      const again = await refusal(() => sitting.backup())
      const used = await refusal(() => sitting.restore({ acceptLoss: true }))
      return [
        ['the backup', /not there yet/.test(again ?? '') && readFileSync(sitting.file).equals(before)],
        ['the state directory', /empty state directory/.test(used ?? '')],
        ['which is as it was', (await sitting.findings()).length === 0],
      ]
    },
  },
  {
    name: 'later records that are known are lost only knowingly',
    check: async (sitting) => {
      await sitting.write(10)
      await sitting.backup()
      await sitting.write(7)
      renameSync(sitting.state, `${sitting.state}.old`)
      const said = await refusal(() => sitting.restore())
      const made = existsSync(sitting.state)
      const restored = await sitting.restore({ acceptLoss: true })
      const behind = await sitting.findings()
      await sitting.write(20)
      const beyond = await sitting.findings()
      return [
        ['refused', /7 records would be missing/.test(said ?? '') && !made],
        ['accepted', restored.lostTo === 17],
        ['sound although the witness knows more', behind.length === 0],
        ['and when it is further than the lost ones', beyond.length === 0],
      ]
    },
  },
  {
    name: 'old files that are put back by hand are found',
    check: async (sitting) => {
      await sitting.write(10)
      const old = sitting.snapshot('old')
      await sitting.backup()
      await sitting.write(7)
      old()
      const byHand = await sitting.findings()
      return [['a later head is known', byHand.some((each) => /rolled-back|truncated/.test(each))]]
    },
  },
  {
    name: 'going back to the moment after a restoring is found',
    check: async (sitting) => {
      await sitting.write(10)
      await sitting.backup()
      renameSync(sitting.state, `${sitting.state}.old`)
      await sitting.restore()
      const fresh = sitting.snapshot('fresh')
      await sitting.write(9)
      const before = await sitting.findings()
      fresh()
      const after = await sitting.findings()
      return [
        ['sound before', before.length === 0],
        ['found after', after.some((each) => /rolled-back|truncated/.test(each))],
      ]
    },
  },
  {
    name: 'a log that is not sound is not restored',
    check: async (sitting) => {
      await sitting.write(10)
      const { DatabaseSync } = await import('node:sqlite')
      const database = new DatabaseSync(join(sitting.state, 'journal.db'))
      database.exec("update audit_log set code = 'other' where seq = 4")
      database.close()
      await sitting.backup()
      renameSync(sitting.state, `${sitting.state}.old`)
      const checked = await refusal(() =>
        sitting.product.restore.checkBackup(sitting.file, sitting.directory, undefined),
      )
      const said = await refusal(() => sitting.restore({ acceptLoss: true }))
      return [
        ['found when it is checked', /not sound: record/.test(checked ?? '')],
        ['refused', /not sound: record/.test(said ?? '') && !existsSync(sitting.state)],
      ]
    },
  },
]

export const BACKUP_ROWS: readonly string[] = ROWS.map(({ name }) => name)

export async function backup(product: BackupProduct, only: RegExp = /./): Promise<Failures> {
  const failures: string[] = []
  for (const row of ROWS.filter(({ name }) => only.test(name))) {
    const sitting = sit(product)
    try {
      for (const [what, holds] of await row.check(sitting)) if (!holds) failures.push(`${row.name}: ${what}`)
    } catch (error) {
      failures.push(`${row.name}: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      chmodSync(sitting.directory, 0o700)
      rmSync(sitting.directory, { recursive: true, force: true })
    }
  }
  return failures
}
