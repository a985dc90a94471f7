import { chmodSync, cpSync, existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newKey } from '../../journal/checkpoints.ts'
import { signCheckpoint } from '../../journal/checkpoints.ts'
import { anchorOf, copyAnchor } from './tamper-originals.ts'
import {
  type Way,
  DB,
  sql,
  rowsOf,
  rewrite,
  appendForged,
  foreignChain,
  putBackRows,
  putBackFiles,
  ALL_FILES,
  editAnchor,
  checkpointLines,
  writeCheckpoints,
  byStatement,
  statements,
  SESSION_TABLES,
} from './tamper-tools.ts'

export const WAYS: readonly Way[] = [
  // Records, edited in place.
  ...[
    'event',
    'severity',
    'session',
    'agent',
    'tool',
    'decision',
    'code',
    'user',
    'fingerprint',
    'policy',
    'hash',
    'writer',
  ].map((column) =>
    byStatement(
      `a record's ${column} is edited`,
      `update audit_log set "${column}" = "${column}" || 'x' where seq = 12`,
    ),
  ),
  byStatement('the time of a record is edited', 'update audit_log set at = at - 3600000 where seq = 12'),
  byStatement(
    'the body of a record is edited',
    `update audit_log set body = replace(body, 'npm test', 'npm toast') where seq = 12`,
  ),
  byStatement('the number of a record is edited', 'update audit_log set seq = 9999 where seq = 12'),
  byStatement(
    'the last record is edited',
    `update audit_log set user = 'eve' where seq = (select max(seq) from audit_log)`,
  ),
  byStatement('the first record is edited', `update audit_log set user = 'eve' where seq = 1`),
  ...(['decision', 'code', 'user', 'session', 'tool'] as const).map((column): Way => ({
    name: `a record's ${column} is edited and every hash from there on written anew`,
    on: 'late',
    tamper: (place) => rewrite(place, (rows) => rows.map((row) => (row.seq === 12 ? { ...row, [column]: 'x' } : row))),
  })),
  {
    name: 'the last record is edited with the hash that belongs to it',
    on: 'late',
    tamper: (place) =>
      rewrite(place, (rows) => rows.map((row, index) => (index === rows.length - 1 ? { ...row, user: 'eve' } : row))),
  },
  {
    name: 'two records are swapped and every hash written anew',
    on: 'late',
    tamper: (place) =>
      rewrite(place, (rows) =>
        rows.map((row, index) =>
          index === 4 ? { ...rows[5]!, seq: row.seq } : index === 5 ? { ...rows[4]!, seq: row.seq } : row,
        ),
      ),
  },
  // Records removed, repeated, moved.
  ...statements({
    'the first record is deleted': 'delete from audit_log where seq = 1',
    'a record in the middle is deleted': 'delete from audit_log where seq = 12',
    'the last record is deleted': 'delete from audit_log where seq = (select max(seq) from audit_log)',
    'the last five records are deleted': 'delete from audit_log where seq > (select max(seq) - 5 from audit_log)',
    'all records are deleted': 'delete from audit_log',
    'all records but one are deleted': 'delete from audit_log where seq > 1',
    'all denies are deleted': `delete from audit_log where decision = 'deny'`,
    'two records change their order of arrival':
      'update audit_log set position = -1 where seq = 3; update audit_log set position = 3 where seq = 4; update audit_log set position = 4 where seq = 3',
    'two records change their numbers':
      'update audit_log set seq = -1 where seq = 3; update audit_log set seq = 3 where seq = 4; update audit_log set seq = 4 where seq = -1',
    'two records change their bodies':
      'update audit_log set body = case seq when 3 then (select body from audit_log where seq = 4) else (select body from audit_log where seq = 3) end where seq in (3, 4)',
    'two columns of a record are swapped': 'update audit_log set session = agent, agent = session where seq = 12',
    'a record is repeated at the end': `insert into audit_log select null, writer, seq + 1000, at, event, severity, session, agent, tool, decision, code, user, fingerprint, policy, body, hash from audit_log where seq = 12`,
  }),
  {
    name: 'the numbers are closed up after a deletion and every hash written anew',
    on: 'late',
    tamper: (place) =>
      rewrite(place, (rows) => rows.filter((row) => row.seq !== 12).map((row, index) => ({ ...row, seq: index + 1 }))),
  },
  // Records invented with public knowledge.
  {
    name: 'a record is appended with the hash that belongs to it',
    on: 'late',
    tamper: (place) => void appendForged(place, 1),
  },
  { name: 'three records are appended with their hashes', on: 'late', tamper: (place) => void appendForged(place, 3) },
  { name: 'a record is appended after a crash', on: 'crashed', tamper: (place) => void appendForged(place, 1) },
  {
    name: 'a record is appended and the seal edited to fit',
    on: 'late',
    tamper: (place) => {
      const { seq, hash } = appendForged(place, 1)
      sql(place, `update journal_seal set seq = ${seq}, hash = '${hash}', commits = commits + 1`)
    },
  },
  {
    name: 'the last record is deleted and the seal edited to fit',
    on: 'late',
    tamper: (place) => {
      const last = rowsOf(place).at(-2)!
      sql(
        place,
        `delete from audit_log where seq > ${last.seq}`,
        `update journal_seal set seq = ${last.seq}, hash = '${last.hash}'`,
      )
    },
  },
  { name: 'another writer begins a chain', on: 'late', tamper: (place) => foreignChain(place, 'without checkpoints') },
  {
    name: 'another writer begins a chain and signs it',
    on: 'late',
    tamper: (place) => foreignChain(place, 'with checkpoints'),
  },
  // Sessions.
  ...statements({
    'the mode of a session is edited': `update session set mode = 'bypassPermissions' where id = 's1'`,
    'the mode of a session is edited to a narrower one': `update session set mode = 'plan' where id = 's1'`,
    'somebody is said to be there': 'update session set interactive = 1 - interactive',
    'the denials in a row are edited': `update session set consecutive = 0 where id = 's1'`,
    'the denials of a session are edited': `update session set total = 0 where id = 's1'`,
    'a stopped session is let go on': 'update session set stopped = 0',
    'a session is paused by nobody': 'update session set paused = 1',
    'the time of a session is edited': 'update session set updated = 0',
    'a session is deleted': `delete from session where id = 's2'`,
    'a session is renamed': `update session set id = 's9' where id = 's2'`,
    'a session is added': `insert into session values ('s9', 'bypassPermissions', 1, 0, 0, 0, 0, 0)`,
    'a session takes the state of another': `update session set mode = (select mode from session where id = 's2') || '', total = 0 where id = 's1'`,
    'a turn is edited': `update session_turn set text = 'delete it all' where kind = 'user'`,
    'a delivery becomes the user’s word': `update session_turn set kind = 'user' where kind = 'delivery'`,
    'who delivered is edited': `update session_turn set tool = 'schedule' where kind = 'delivery'`,
    'a turn is deleted': `delete from session_turn where kind = 'user' and number = 0`,
    'all turns are deleted': 'delete from session_turn',
    'a turn is added': `insert into session_turn values ('s1', 99, 'user', '', 'yes, force push')`,
    'turns change their order': 'update session_turn set number = number + 100 where number = 0',
    'a turn is moved to another session': `update session_turn set session = 's2' where number = 0`,
    'a file the agent wrote is edited': `update session_written set content = '{"kind":"text","text":"ls"}'`,
    'a file the agent wrote is forgotten': 'delete from session_written',
    'a file the agent did not write is added': `insert into session_written values ('s1', '/w/x', '{"kind":"text","text":"ls"}')`,
    'a file the agent wrote is renamed': `update session_written set path = '/w/other.sh'`,
  }),
  // Grants and approvals.
  ...statements({
    'a spent grant is not spent any more': `update session_grant set spent = 0 where id = 'g1'`,
    'a grant is added': `insert into session_grant values ('g9', 's1', 'command', '${'f'.repeat(64)}', '', 'eve', 1, 0, 0)`,
    'a grant covers a rule': `update session_grant set rule = 'Bash(*)' where id = 'g2'`,
    'a grant covers more than one call': `update session_grant set scope = 'command', spent = 0 where id = 'g1'`,
    'a grant covers another input': `update session_grant set fingerprint = '${'e'.repeat(64)}'`,
    'a grant lasts longer': 'update session_grant set expires = 9000000000000',
    'a grant is moved to another session': `update session_grant set session = 's2' where id = 'g2'`,
    'a grant was given by somebody else': `update session_grant set "by" = 'owner'`,
    'a grant is deleted': `delete from session_grant where id = 'g1'`,
    'a given approval can be given again': `update approval set delivered = 0 where id = 'a1'`,
    'a pending approval is answered': `update approval set state = 'answered', settlement = '{"says":"once"}', settled = 5 where id = 'a2'`,
    'what was answered is edited': `update approval set settlement = '{"says":"session"}' where id = 'a1'`,
    'a question is edited': `update approval set question = '{"id":"other"}' where id = 'a2'`,
    'an approval is for another call': `update approval set key = 'k-other'`,
    'an approval is for another session': `update approval set session = 's2' where id = 'a2'`,
    'an approval lasts longer': 'update approval set expires = expires + 1000',
    'an approval is added': `insert into approval values ('a9', 'k9', 's1', '{}', 1, 9000000000000, 'answered', '{"says":"once"}', 2, 0)`,
    'an approval is deleted': `delete from approval where id = 'a2'`,
  }),
  // Rows of an earlier time.
  ...[
    ['the session rows', ['session']],
    ['the turns', ['session_turn']],
    ['the grants', ['session_grant']],
    ['the approvals', ['approval']],
    ['all rows of sessions', SESSION_TABLES],
    ['all rows of sessions and their seals', [...SESSION_TABLES, 'session_seal']],
    ['all rows of sessions and all seals', [...SESSION_TABLES, 'session_seal', 'journal_seal']],
    ['the seals of sessions', ['session_seal']],
    ['the seal of the journal', ['journal_seal']],
    ['everything in the database', [...SESSION_TABLES, 'session_seal', 'journal_seal', 'audit_log']],
    ['the records alone', ['audit_log']],
    ['the records and the seal of the journal', ['audit_log', 'journal_seal']],
  ].map(([what, tables]): Way => ({
    name: `put back from an earlier time: ${String(what)}`,
    on: 'late',
    tamper: (place, originals) => putBackRows(place, originals, tables as readonly string[]),
  })),
  {
    name: 'put back from an earlier time: one session with its seal',
    on: 'late',
    tamper: (place, originals) => {
      putBackRows(place, originals, ['session'], `id = 's1'`)
      putBackRows(
        place,
        originals,
        ['session_turn', 'session_grant', 'session_written', 'approval', 'session_seal'],
        `session = 's1'`,
      )
    },
  },
  // Seals.
  ...['commits', 'seq', 'signed', 'hashed_only'].map((column) =>
    byStatement(`the seal's ${column} is edited`, `update journal_seal set ${column} = ${column} + 1`),
  ),
  ...['hash', 'layout', 'sessions', 'mac', 'writer'].map((column) =>
    byStatement(
      `the seal's ${column} is edited`,
      // Another digit whatever it was: an edit that changes nothing is none.
      `update journal_seal set ${column} = case substr(${column}, 1, 1) when 'f' then 'e' else 'f' end || substr(${column}, 2)`,
    ),
  ),
  ...statements({
    'the seal of the journal is deleted': 'delete from journal_seal',
    'the seal of a session is deleted': `delete from session_seal where session = 's1'`,
    'all seals are deleted': 'delete from session_seal; delete from journal_seal',
    'all seals and session rows are deleted': `delete from session_seal; delete from journal_seal; ${SESSION_TABLES.map((table) => `delete from ${table}`).join('; ')}`,
    'the rows of a session and its seal are deleted': `delete from session_seal where session = 's2'; delete from session where id = 's2'`,
    'the rows in the seal of a session are edited': `update session_seal set rows = substr(rows, 2) || '0'`,
    'the commit of a session’s seal is edited': 'update session_seal set "commit" = "commit" + 1',
    'the code of a session’s seal is edited': `update session_seal set mac = substr(mac, 2) || '0'`,
    'the seal of a session is renamed': `update session_seal set session = 's9' where session = 's2'`,
    'the seals of two sessions are swapped': `update session_seal set session = 'x' where session = 's1'; update session_seal set session = 's1' where session = 's2'; update session_seal set session = 's2' where session = 'x'`,
    'the start is cut off behind an anchor that nobody signed': `insert into audit_anchor select writer, seq, hash, 0, 'AAAA', 'AAAA' from audit_log where seq = 10; delete from audit_log where seq <= 10`,
    'an anchor of another writer is added': `insert into audit_anchor values ('${'0'.repeat(32)}', 1, 'x', 0, 'AAAA', 'AAAA')`,
  }),
  // The layout.
  ...statements({
    'a trigger drops new records': 'create trigger t before insert on audit_log begin select raise(ignore); end',
    'a trigger edits new records': `create trigger t after insert on audit_log begin update audit_log set decision = 'allow' where position = new.position; end`,
    'a trigger widens modes': `create trigger t after update on session begin update session set mode = 'bypassPermissions'; end`,
    'a trigger brings grants back':
      'create trigger t after update on session_grant begin update session_grant set spent = 0; end',
    'a table becomes a view': 'alter table session_grant rename to g; create view session_grant as select * from g',
    'a view stands in front of the records':
      'alter table audit_log rename to l; create view audit_log as select * from l',
    'a view is added': 'create view v as select 1',
    'a table is added': 'create table t (x)',
    'an index is added': 'create index i on audit_log (code)',
    'an index is dropped': 'drop index audit_log_session',
    'two writers may share a number':
      'drop index audit_log_chain; create index audit_log_chain on audit_log (writer, seq)',
    'a column is added': 'alter table session add column x text',
    'a table is dropped': 'drop table session_written',
    'a number of the user’s is set': 'pragma user_version = 7',
    'the number of the application is set': 'pragma application_id = 7',
    'the version is set back': 'update journal_schema set version = 3',
    'the version is set to a later one': 'update journal_schema set version = 99',
    'the version is deleted': 'delete from journal_schema',
    'a trigger is hidden behind the old version of the schema':
      'create trigger t before insert on audit_log begin select raise(ignore); end; pragma schema_version = 12',
  }),
  // Files.
  { name: 'the database is deleted', on: 'late', tamper: ({ state }) => rmSync(join(state, DB)) },
  { name: 'the database is emptied', on: 'late', tamper: ({ state }) => truncateSync(join(state, DB), 0) },
  { name: 'the database is cut in half', on: 'late', tamper: ({ state }) => truncateSync(join(state, DB), 4096 * 10) },
  {
    name: 'the database is garbage',
    on: 'late',
    tamper: ({ state }) => writeFileSync(join(state, DB), 'x'.repeat(10_000)),
  },
  {
    name: 'the database is another installation’s',
    on: 'late',
    tamper: ({ state }, { other }) => cpSync(join(other.state, DB), join(state, DB)),
  },
  {
    name: 'the write-ahead log is deleted after a crash',
    on: 'crashed',
    tamper: ({ state }) => [`${DB}-wal`, `${DB}-shm`].forEach((file) => rmSync(join(state, file), { force: true })),
  },
  {
    name: 'the write-ahead log is emptied after a crash',
    on: 'crashed',
    tamper: ({ state }) => truncateSync(join(state, `${DB}-wal`), 0),
  },
  { name: 'the checkpoints are deleted', on: 'late', tamper: ({ state }) => rmSync(join(state, 'checkpoints.jsonl')) },
  {
    name: 'the checkpoints are emptied',
    on: 'late',
    tamper: ({ state }) => truncateSync(join(state, 'checkpoints.jsonl'), 0),
  },
  {
    name: 'the last checkpoint is removed',
    on: 'late',
    tamper: (place) => writeCheckpoints(place, checkpointLines(place).slice(0, -1)),
  },
  {
    name: 'all checkpoints but the first are removed',
    on: 'late',
    tamper: (place) => writeCheckpoints(place, checkpointLines(place).slice(0, 1)),
  },
  {
    name: 'a checkpoint has another number',
    on: 'late',
    tamper: (place) =>
      writeCheckpoints(
        place,
        checkpointLines(place).map((line, index, all) =>
          index === all.length - 1 ? line.replace(/"seq":\d+/, '"seq":3') : line,
        ),
      ),
  },
  {
    name: 'a checkpoint in the middle is edited',
    on: 'late',
    tamper: (place) =>
      writeCheckpoints(
        place,
        checkpointLines(place).map((line, index) => (index === 1 ? line.replace(/"at":\d+/, '"at":1') : line)),
      ),
  },
  {
    name: 'a checkpoint is signed by another key',
    on: 'late',
    tamper: (place) =>
      writeCheckpoints(place, [
        ...checkpointLines(place).slice(0, -1),
        JSON.stringify({
          ...signCheckpoint(newKey().key, { kind: 'head', seq: 3, hash: 'x', commits: 3, at: 1 }),
          writer: JSON.parse(checkpointLines(place)[0]!).writer,
        }),
      ]),
  },
  {
    name: 'the checkpoints are another installation’s',
    on: 'late',
    tamper: ({ state }, { other }) => cpSync(join(other.state, 'checkpoints.jsonl'), join(state, 'checkpoints.jsonl')),
  },
  { name: 'the key is deleted', on: 'late', tamper: ({ state }) => rmSync(join(state, 'journal.key')) },
  { name: 'the key is emptied', on: 'late', tamper: ({ state }) => truncateSync(join(state, 'journal.key'), 0) },
  {
    name: 'the key is a new one',
    on: 'late',
    tamper: ({ state }) => writeFileSync(join(state, 'journal.key'), newKey().pem),
  },
  {
    name: 'the key is another installation’s',
    on: 'late',
    tamper: ({ state }, { other }) => cpSync(join(other.state, 'journal.key'), join(state, 'journal.key')),
  },
  { name: 'others may read the key', on: 'late', tamper: ({ state }) => chmodSync(join(state, 'journal.key'), 0o644) },
  {
    name: 'the whole state is another installation’s',
    on: 'late',
    tamper: ({ state }, { other }) =>
      ALL_FILES.forEach((file) => {
        rmSync(join(state, file), { force: true })
        if (existsSync(join(other.state, file))) cpSync(join(other.state, file), join(state, file))
      }),
  },
  {
    name: 'the key and the checkpoints are deleted',
    on: 'late',
    tamper: ({ state }) => ['journal.key', 'checkpoints.jsonl'].forEach((file) => rmSync(join(state, file))),
  },
  {
    name: 'everything in the state directory is deleted',
    on: 'late',
    tamper: ({ state }) => ALL_FILES.forEach((file) => rmSync(join(state, file), { force: true })),
  },
  { name: 'the anchor is deleted', on: 'late', tamper: (place) => rmSync(anchorOf(place)) },
  { name: 'the anchor is emptied', on: 'late', tamper: (place) => truncateSync(anchorOf(place), 0) },
  {
    name: 'the anchor has fewer commits',
    on: 'late',
    tamper: (place) => editAnchor(place, (anchor) => ({ ...anchor, commits: 1 })),
  },
  {
    name: 'the anchor has another code',
    on: 'late',
    tamper: (place) => editAnchor(place, (anchor) => ({ ...anchor, mac: '0'.repeat(64) })),
  },
  { name: 'the anchor is put back', on: 'late', tamper: (place, { early }) => copyAnchor(early, place) },
  { name: 'the anchor is another installation’s', on: 'late', tamper: (place, { other }) => copyAnchor(other, place) },
  {
    name: 'the anchor and the checkpoints are deleted',
    on: 'late',
    tamper: (place) => [anchorOf(place), join(place.state, 'checkpoints.jsonl')].forEach((file) => rmSync(file)),
  },
  // Put back together.
  {
    name: 'the database is put back',
    on: 'late',
    tamper: (place, originals) => putBackFiles(place, originals, [DB, `${DB}-wal`, `${DB}-shm`]),
  },
  {
    name: 'the checkpoints are put back',
    on: 'late',
    tamper: (place, originals) => putBackFiles(place, originals, ['checkpoints.jsonl']),
  },
  {
    name: 'database and checkpoints are put back',
    on: 'late',
    tamper: (place, originals) => putBackFiles(place, originals, [DB, `${DB}-wal`, `${DB}-shm`, 'checkpoints.jsonl']),
  },
  {
    name: 'all files of the state directory are put back together',
    on: 'late',
    tamper: (place, originals) => putBackFiles(place, originals, ALL_FILES),
  },
  {
    name: 'all files of the state directory are put back together after a crash',
    on: 'crashed',
    tamper: (place, originals) => putBackFiles(place, originals, ALL_FILES),
  },
  {
    name: 'all files are put back and the anchor is deleted',
    on: 'late',
    tamper: (place, originals) => {
      putBackFiles(place, originals, ALL_FILES)
      rmSync(anchorOf(place))
    },
  },
  {
    name: 'records and checkpoint lines are cut together',
    on: 'late',
    tamper: (place) => {
      sql(place, 'delete from audit_log where seq > 20')
      writeCheckpoints(place, checkpointLines(place).slice(0, 2))
    },
  },
  {
    name: 'all files are put back, the anchor too',
    on: 'late',
    needsWitness: true,
    tamper: (place, originals) => {
      putBackFiles(place, originals, ALL_FILES)
      copyAnchor(originals.early, place)
    },
  },
]
