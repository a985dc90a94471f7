import { describe, expect, it } from 'vitest'
import { SOURCES } from '../product.ts'
import { type Change, putBack, scratchFor } from '../put-back.ts'
import { loadJournal, soundness } from './soundness.ts'

const BUGS: readonly (Change & { readonly bug: string })[] = [
  {
    bug: 'the file is not looked at again',
    file: 'journal/stores/sqlite-writer.ts',
    find: "if (state === 'same') return",
    replace: 'return',
  },
  {
    bug: 'the head in the file is not compared',
    file: 'journal/stores/compare-head.ts',
    find: 'if (seal.commits < commits)',
    replace: 'if (seal.commits < 0)',
  },
  {
    bug: 'a missing file is begun anew',
    file: 'journal/stores/sqlite-connection.ts',
    find: "if (expected !== 'nothing yet') {",
    replace: "if (expected !== 'nothing yet' && size === 1) {",
  },
  {
    bug: 'what was signed is forgotten',
    file: 'journal/stores/sqlite-keeper.ts',
    find: 'return { anchor, signed: findLastCheckpoint(paths.checkpoints, key.writer) }',
    replace: 'return { anchor, signed: undefined }',
  },
  {
    bug: 'a later version is written',
    file: 'journal/stores/sqlite-connection.ts',
    find: 'if (version <= SCHEMA_VERSION) return',
    replace: 'if (version > 0 || version === 0) return',
  },
  {
    bug: 'a failed commit is acknowledged',
    file: 'journal/stores/group-commit.ts',
    find: 'for (const waiting of group) this.#fail(waiting, failure)',
    replace: 'for (const waiting of group) waiting.resolve(1)',
  },
  {
    bug: 'a failed commit is swallowed',
    file: 'journal/stores/sqlite-writer.ts',
    find: "    connection.exec('commit')\n",
    replace: "    try {\n      connection.exec('commit')\n    } catch {}\n",
  },
  {
    bug: 'links are not linked',
    file: 'journal/chain.ts',
    find: '"previous":${JSON.stringify(previous)}',
    replace: '"previous":""',
  },
  {
    bug: 'the decision is not part of the hash',
    file: 'journal/chain.ts',
    find: '"decision":${quoteAgain(row.decision)}',
    replace: '"decision":""',
  },
  {
    bug: 'hashes are not compared',
    file: 'journal/verify.ts',
    find: 'if (hash !== record.hash) {',
    replace: "if (hash === '') {",
  },
  {
    bug: 'gaps are not noticed',
    file: 'journal/verify.ts',
    find: 'if (seq !== chain.head.seq + 1) {',
    replace: 'chain.head = { seq: seq - 1, hash: chain.head.hash }\n  if (seq < 0) {',
  },
  {
    bug: 'the end is not compared with what was signed',
    file: 'journal/verify.ts',
    find: 'if (chain.head.seq >= chain.lastSigned) return undefined',
    replace: 'if (chain.head.seq >= 0) return undefined',
  },
  {
    bug: 'nothing is signed',
    file: 'journal/stores/sqlite-keeper.ts',
    find: 'appendCheckpoint(paths.checkpoints, checkpoint)',
    replace: 'void [appendCheckpoint, checkpoint]',
  },
  {
    bug: 'every signature is good',
    file: 'journal/checkpoints.ts',
    find: 'if (writerOf(der) !== checkpoint.writer) return false',
    replace: 'return true',
  },
  {
    bug: 'halves of surrogate pairs are written',
    file: 'call/canonical-json.ts',
    find: "if (!text.isWellFormed()) throw new TypeError('text with half of a surrogate pair has no unique encoding')",
    replace: '',
  },
  {
    bug: 'names are not looked at for secrets',
    file: 'journal/redact.ts',
    find: 'result = redactPlaces(redactNamed(redactCommands(result)))',
    replace: 'result = redactPlaces(redactCommands(result))',
  },
  {
    bug: 'shapes are not looked at for secrets',
    file: 'journal/redact.ts',
    find: 'let result = redactShapes(text)',
    replace: 'let result = text',
  },
  {
    bug: 'a key that others can read is used',
    file: 'journal/stores/checkpoint-file.ts',
    find: '(statSync(paths.key).mode & 0o077) !== 0',
    replace: '(statSync(paths.key).mode & 0o077) === -1',
  },
  {
    bug: 'a grant can be spent again',
    file: 'journal/stores/sqlite-sessions.ts',
    find: "          .where('id', '=', id)\n          .where('spent', '=', 0)\n",
    replace: "          .where('id', '=', id)\n",
  },
]

const scratch = scratchFor('journal')

it('the journal is sound', async () => {
  expect(await soundness(await loadJournal(SOURCES))).toEqual([])
})

describe('with a bug put back, the suite goes red', () => {
  it.each(BUGS)('$bug', async (row) => {
    expect(await soundness(await loadJournal(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
