import type { Host } from '../../action.ts'
import type { Place } from '../../place.ts'
import { isGiven, knownPrefix, literal, show, textOf, type Word } from '../../word.ts'
import { readStatements } from '../code/sql.ts'
import { type ReadArguments } from '../options.ts'
import { readOptions } from './read-options.ts'
import { door, hostName, onlyAsks, plain, shown, system, valued } from './facts.ts'
import type { Entry } from '../../programs/entry.ts'
import {
  DUMP,
  MYSQL as MYSQL_OPTIONS,
  PSQL as PSQL_OPTIONS,
  SQLITE as SQLITE_OPTIONS,
} from '../../programs/families/database-options.ts'
import { followed } from '../../programs/walk.ts'
import type { ProgramContext, Program } from './program.ts'
import { isOwn } from './project.ts'
import { redis } from './redis.ts'
import { tabled } from './table.ts'

/** How one client is addressed: which options name the host, carry statements, or name a file of statements. */
interface Client {
  /** The options, closed where every one is written down. */
  readonly options: Entry | ReturnType<typeof valued>
  readonly host: readonly string[]
  readonly orders: readonly string[]
  readonly files: readonly string[]
  /** Options that write what comes back. */
  readonly outputs: readonly string[]
  /** Which operands are statements and not the name of a database. */
  readonly operandOrders?: number
  /** The first operand is a file on this machine. */
  readonly file?: true
}

const PSQL: Client = {
  options: PSQL_OPTIONS,
  host: ['-h', '--host'],
  orders: ['-c', '--command'],
  files: ['-f', '--file'],
  outputs: [],
}
const MYSQL: Client = {
  options: MYSQL_OPTIONS,
  host: ['-h', '--host'],
  orders: ['-e', '--execute', '--init-command', '--init-command-add'],
  files: ['--file'],
  outputs: [],
}
const SQLITE: Client = {
  options: SQLITE_OPTIONS,
  host: [],
  orders: ['-cmd', '-c', '-s'],
  files: ['-init', '-f'],
  outputs: [],
  operandOrders: 1,
  file: true,
}
const OTHERS: Client = {
  options: valued(
    '-e -q -h -u -p -k -f -d -c -Q -S -U -P -i -o -H --query --execute --host --port --user --password --keyspace --file --database -database -host -execute --queries-file --eval -s -t --token --command',
  ),
  host: ['-h', '--host', '-S', '-host', '-H'],
  orders: ['-e', '-q', '-Q', '--query', '--execute', '-execute', '-c', '--command'],
  files: ['-f', '--file', '-i', '--queries-file'],
  outputs: ['-o'],
}

function meansClient(client: Client): (context: ProgramContext) => void {
  return (context) => {
    const { args, program, stdin } = context.invocation
    if (onlyAsks(args)) return
    const read =
      client.options instanceof Map
        ? readOptions(context, args, { arity: client.options, style: 'gnu' })
        : followed(context, client.options as Entry, args)
    const operands = read.operands
    const host = hostOf(context, read, client)
    const database = show(operands[0] ?? read.value('-d', '--dbname', '-D', '--database') ?? literal(''))
    if (client.file && operands[0] && !isMemory(operands[0])) context.reads(withoutScheme(operands[0]))
    for (const file of read.values(...client.outputs)) context.writes(file, 'overwrite')
    const orders = [
      ...read.values(...client.orders),
      ...(client.operandOrders === undefined ? [] : operands.slice(client.operandOrders)),
    ]
    for (const order of orders) recordOrders(context, order, database, host, client)
    for (const file of read.values(...client.files))
      if (textOf(file) !== '-') recordFile(context, file, database, host, client)
    if (read.has('-l', '--list'))
      context.record({ does: 'change-database', deed: 'read', target: 'databases', ...at(host) })
    else if (orders.length === 0 && read.values(...client.files).every((file) => textOf(file) === '-')) {
      if (stdin.kind === 'text') recordOrders(context, literal(stdin.text), database, host, client)
      else if (stdin.kind === 'file' && stdin.places[0])
        for (const place of stdin.places) recordPlace(context, place, database, host, client)
      else if (stdin.kind === 'nothing') context.opaque('interactive', program)
      else context.opaque('dynamic-code', `${program} reads statements from a pipe`)
    }
  }
}

function isMemory(word: Word): boolean {
  return /^(:memory:|\/dev\/null|)$/.test(show(word))
}

function at(host: Host | undefined): { readonly host?: Host } {
  return host ? { host } : {}
}

/** The server, when it is another machine. A connection string may stand where a database name does. */
function hostOf(
  context: ProgramContext,
  read: Pick<ReadArguments, 'value' | 'values' | 'operands'>,
  client: Pick<Client, 'host' | 'file'>,
): Host | undefined {
  const named = client.host.length > 0 ? read.value(...client.host) : undefined
  const url = [...read.operands.slice(0, 1), ...read.values('-d', '--dbname')].find((word) =>
    // A name that is not known may be a connection string to anywhere.
    word.kind === 'dynamic' ? !client.file && knownPrefix(word) === '' : /^\w+:\/\/|\bhost=/.test(show(word)),
  )
  const inline = url && /\bhost=(\S+)/.exec(show(url))?.[1]
  const word = named ?? (inline === undefined ? url : literal(inline))
  if (!word) return undefined
  if (show(word).startsWith('/')) return undefined
  const name = hostName(word)
  if (name !== undefined && /^(localhost|127\.0\.0\.1|::1|\[::1\])$/.test(name)) return undefined
  // A database that the surroundings name is the one the project works with: asking it tells nobody anything.
  context.contacts(word, 'api', isGiven(word) ? 'nothing' : 'unknown')
  return name === undefined ? { kind: 'unknown', source: show(word) } : { kind: 'named', name }
}

/** A database as an address: `file:data/app.db?mode=ro`. */
function withoutScheme(word: Word): Word {
  const bare = (text: string): string => text.replace(/^file:(?:\/\/(?=\/))?/, '').replace(/\?[\w=&.%-]*$/, '')
  if (word.kind === 'literal') return word.text.startsWith('file:') ? literal(bare(word.text)) : word
  if (word.kind === 'glob' || !knownPrefix(word).startsWith('file:')) return word
  const pieces = word.pieces
    .map((piece) => ('known' in piece ? { known: bare(piece.known) } : piece))
    .filter((piece) => !('known' in piece) || piece.known !== '')
  return { ...word, pieces }
}

function recordFile(
  context: ProgramContext,
  file: Word,
  database: string,
  host: Host | undefined,
  client: Client,
): void {
  context.reads(file)
  recordPlace(context, context.place(file), database, host, client)
}

function recordPlace(
  context: ProgramContext,
  place: Place,
  database: string,
  host: Host | undefined,
  client: Client,
): void {
  // A file of the workspace that is not there, and that nothing writes, holds no orders.
  if (
    isOwn(context, place) &&
    place.kind === 'path' &&
    !context.written(place) &&
    context.world.look(place.real) === 'absent'
  )
    return
  recordText(context, textAt(context, place), database, host, client)
}

function textAt(context: ProgramContext, place: ReturnType<ProgramContext['place']>): string | undefined {
  const written = context.written(place)
  if (written) return written.kind === 'text' ? written.text : undefined
  return place.kind === 'path' ? context.world.read(place.real) : undefined
}

function recordText(
  context: ProgramContext,
  text: string | undefined,
  database: string,
  host: Host | undefined,
  client: Client,
): void {
  if (text === undefined) context.record({ does: 'run-code', language: 'sql', origin: 'file', seenThrough: false })
  else recordOrders(context, literal(text), database, host, client)
}

/** Statements and the client's own orders, which can start a shell, read and write files. */
function recordOrders(
  context: ProgramContext,
  word: Word,
  database: string,
  host: Host | undefined,
  client: Client,
): void {
  const text = textOf(word)
  if (text === undefined) {
    context.opaque('dynamic-code', show(word))
    return
  }
  const sql: string[] = []
  for (const line of text.split('\n')) {
    if (client.file && /^\s*\./.test(line)) recordDot(context, line.trim())
    else if (/(^|[\s;])\\[!a-z?]/i.test(line)) sql.push(recordBackslash(context, line))
    else if (/^\s*(system|source|pager|tee)\s/i.test(line)) recordBackslash(context, line.replace(/^\s*/, '\\'))
    else sql.push(line)
  }
  const statements = sql.join('\n').trim()
  if (statements === '') return
  const program = /\bprogram\s+'((?:[^']|'')*)'/i.exec(statements)
  if (program)
    context.code('shell', literal(program[1]!.replaceAll("''", "'")), {
      via: `${context.invocation.program} COPY PROGRAM`,
      ...(host?.kind === 'named' ? { where: { kind: 'remote', host: host.name } as const } : {}),
    })
  recordFilesIn(context, statements, host)
  for (const { deed, target, text: evidence } of readStatements(statements))
    context.record({ does: 'change-database', deed, target: target === '' ? database : target, evidence, ...at(host) })
}

/** A shell out of a database client is a way round, whatever it is told to run. */
function recordShell(context: ProgramContext, order: string, via: string): void {
  context.code('shell', literal(order), { via })
  context.opaque('unreadable-code', via)
}

/** sqlite3's dot orders. */
function recordDot(context: ProgramContext, line: string): void {
  const [order = '', ...rest] = line.split(/\s+/)
  const last = rest.at(-1)?.replace(/^(["'])(.*)\1$/, '$2') ?? ''
  if (/^\.(sh|shell|system|sys)/.test(order)) recordShell(context, line.slice(order.length).trim(), 'sqlite3 .shell')
  else if (/^\.(load)/.test(order)) context.opaque('unreadable-code', line)
  else if (/^\.(read|import|open|restore)/.test(order)) {
    if (last.startsWith('|') || line.includes('|'))
      context.code('shell', literal(line.slice(line.indexOf('|') + 1)), { via: `sqlite3 ${order}` })
    else if (order === '.import' && rest.length > 1) context.reads(literal(rest.at(-2)!))
    else context.reads(literal(last))
    if (order === '.read') context.opaque('unreadable-code', line)
  } else if (/^\.(output|once|log|backup|save|clone|archive|excel|trace)/.test(order)) {
    if (line.includes('|'))
      context.code('shell', literal(line.slice(line.indexOf('|') + 1)), { via: `sqlite3 ${order}` })
    else if (last !== '' && !/^(stdout|off|-e|-x)$/.test(last)) context.writes(literal(last), 'overwrite')
  } else context.record({ does: 'change-database', deed: order === '.dump' ? 'dump' : 'read', target: rest.join(' ') })
}

/** psql's and mysql's backslash orders. What stands before the first one is still a statement. */
function recordBackslash(context: ProgramContext, line: string): string {
  const match = /(^|[\s;])\\(!|[A-Za-z?+]+)\s*(.*)$/.exec(line)
  if (!match) return line
  const [, , order = '', rest = ''] = match
  const { program } = context.invocation
  if (order === '!' || order === 'system') recordShell(context, rest, `${program} \\!`)
  else if (/^(i|ir|include|source|e|ef|ev|edit)$/.test(order) || order === '.') {
    if (order.startsWith('i') || order === 'source') context.file(literal(rest.trim()), 'sql')
    else context.opaque('interactive', line)
  } else if (/^(o|out|w|write|g|gx|s|tee|T|P|pager|copy|lo_export|lo_import)$/.test(order)) {
    const pipe = /\|\s*(.*)$|program\s+'([^']*)'/i.exec(rest)
    const file = /(?:to|from)\s+'?([^'\s]+)'?/i.exec(rest)?.[1] ?? rest.trim().split(/\s+/).at(-1) ?? ''
    if (pipe) context.code('shell', literal(pipe[1] ?? pipe[2] ?? ''), { via: `${program} \\${order}` })
    else if (order === 'pager' || order === 'P') context.code('shell', literal(rest), { via: `${program} \\pager` })
    else if (/\bfrom\b/i.test(rest) || order === 'lo_import') context.reads(literal(file))
    else if (file !== '' && file !== 'stdout') context.writes(literal(file), 'overwrite')
  } else if (/^(setenv)$/.test(order)) context.opaque('unknown-option', line)
  else context.record({ does: 'change-database', deed: 'read', target: rest })
  return line.slice(0, match.index)
}

function recordDumpFile(context: ProgramContext, file: Word, restores: boolean): void {
  if (restores) context.reads(file)
  else context.writes(file, 'overwrite')
}

/** Places that statements themselves read from and write to. */
function recordFilesIn(context: ProgramContext, statements: string, host: Host | undefined): void {
  if (host !== undefined) return
  for (const statement of statements.split(';')) {
    for (const [, path] of statement.matchAll(WRITES_TO))
      context.writes(literal(path!.replaceAll("''", "'")), 'overwrite')
    for (const [, path] of statement.matchAll(READS_FROM)) context.reads(literal(path!.replaceAll("''", "'")))
  }
}

const WRITES_TO =
  /(?:^\s*copy\b.{0,2000}?\)?\s+to|\bvacuum\s+(?:\w+\s+)?into|\binto\s+(?:out|dump)file|^\s*export\s+database|^\s*backup\s+database\b.{0,200}?to\s+disk\s*=|\blo_export\s*\([^,)]*,)\s*'((?:[^']|'')+)'/gis
const READS_FROM =
  /(?:^\s*copy\b.{0,2000}?\s+from|\binfile|\battach(?:\s+database)?(?:\s+if\s+not\s+exists)?|\b(?:read_(?:csv|json|parquet|text|blob)\w*|pg_read_\w*file|load_file|file|lo_import)\s*\()\s*'((?:[^']|'')+)'/gis

/** Dumps and restores. */
function meansDump(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = followed(context, DUMP, args)
  const host = hostOf(context, read, { host: ['-h', '--host', '--uri'] })
  const restores = /restore|import|load/.test(program)
  const words = shown(read.operands)
  context.record({
    does: 'change-database',
    deed: restores ? (read.has('-c', '--clean', '--drop') ? 'drop' : 'restore') : 'dump',
    target: words || show(read.value('-d', '--dbname', '--db') ?? literal('')),
    ...at(host),
  })
  for (const file of read.values('-f', '--file', '-r', '--result-file', '-o', '--out', '--archive', '--tab'))
    // What pg_restore names so is the script that it writes.
    if (textOf(file) !== '-') recordDumpFile(context, file, restores && program !== 'pg_restore')
  if (restores) for (const file of read.operands) if (!/^\w+:\/\//.test(show(file))) context.reads(file)
}

function meansAdministration(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued('-h -p -U -u -O -E -T -D --host --port --username --owner --template --encoding -l --pgdata -o'),
    style: 'gnu',
  })
  const host = hostOf(context, read, PSQL)
  const target = shown(read.operands)
  const verb = /^(?:mysqladmin|mariadb-admin)$/.test(program) ? textOf(read.operands[0]) : undefined
  if (/^(?:shutdown|kill|stop-(?:slave|replica)|flush-privileges|reload)$/.test(verb ?? ''))
    context.record(system('stop-service', target))
  const deed =
    program.startsWith('drop') || verb === 'drop'
      ? 'drop'
      : /user|role/.test(program) || verb === 'password'
        ? 'grant'
        : program.startsWith('create') || verb === 'create'
          ? 'schema'
          : /^(status|ping|version|processlist|extended-status|variables)$/.test(verb ?? '') ||
              /^(pg_isready|mysqlshow|mysqlcheck|pg_config|pg_controldata)/.test(program)
            ? 'read'
            : 'write'
  context.record({ does: 'change-database', deed, target, ...at(host) })
}

function meansMongo(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued('--eval --host --port -u -p --username --password --authenticationDatabase --file -f --db'),
    style: 'gnu',
  })
  const host = hostOf(context, read, { ...PSQL, host: ['--host'] })
  const order =
    read.value('--eval') ??
    (context.invocation.stdin.kind === 'text' ? literal(context.invocation.stdin.text) : undefined)
  const scripts = read.operands.filter((word) => /\.(m?js|mongodb)$/.test(show(word)))
  for (const script of [...scripts, ...read.values('--file', '-f')]) context.file(script, 'javascript')
  if (!order) {
    if (scripts.length === 0) context.opaque('interactive', program)
    return
  }
  const text = textOf(order)
  if (
    text === undefined ||
    /\b(require|process|fs|child_process|load|run|eval|passwordPrompt|exec|import|globalThis|Function|shutdown\w*)\b/.test(
      text,
    )
  )
    context.opaque('dynamic-code', show(order))
  else {
    const deed = /\.(dropDatabase|drop)\s*\(/.test(text)
      ? 'drop'
      : /\.(deleteMany|remove)\s*\(\s*(\{\s*\})?\s*\)/.test(text)
        ? 'delete-all'
        : /\.(createUser|grantRoles\w*|updateUser|createRole)\s*\(/.test(text)
          ? 'grant'
          : /\.(insert\w*|update\w*|replace\w*|delete\w*|remove|save|bulkWrite|findOneAnd\w+|rename\w*|initiate|runCommand|adminCommand)\s*\(/.test(
                text,
              )
            ? 'write'
            : /\.(create\w*|drop\w+)\s*\(/.test(text)
              ? 'schema'
              : 'read'
    context.record({ does: 'change-database', deed, target: text, ...at(host) })
  }
}

const clients = { cockroach: meansClient(OTHERS) }

export const databases: readonly Program[] = [
  {
    names: ['psql', 'pgcli', 'usql', 'vsql'],
    means: meansClient(PSQL),
    examples: {
      "psql -At -c 'select 1'": ['database read'],
      'psql -o "|sh" -c "select 1"': ['run sh', 'code shell standard-input', 'database read'],
      'psql -L /etc/x -c "select 1"': ['write /etc/x', 'database read'],
      'psql -c "copy x to \'/etc/cron.d/x\'"': ['write /etc/cron.d/x', 'database read'],
      'psql --unheard-of -c "select 1"': ['unknown option --unheard-of of psql', 'database read'],
    },
  },
  {
    names: ['mysql', 'mariadb', 'mycli', 'mysqlsh'],
    means: meansClient(MYSQL),
    examples: {
      'mysql -u root -e "select 1"': ['database read'],
      'mysql --tee=/etc/x -e "select 1"': ['write /etc/x', 'database read'],
      'mysql --pager="rm x" -e "select 1"': ['run rm', 'delete x', 'database read'],
      'mysql --plugin-dir=/tmp/x -e "select 1"': ['unknown option --plugin-dir of mysql', 'database read'],
      'mysql --defaults-file=/tmp/x -e "select 1"': ['unknown option --defaults-file of mysql', 'database read'],
      'mysql --skip-ssl -e "select 1"': ['system weaken-tls', 'database read'],
      'mysql -e "select 1 into outfile \'/etc/x\'"': ['write /etc/x', 'database execute'],
      'mysql --unheard-of -e "select 1"': ['unknown option --unheard-of of mysql', 'database read'],
    },
  },
  {
    names: ['sqlite3', 'sqlite', 'litecli', 'duckdb', 'sqlcipher'],
    means: meansClient(SQLITE),
    examples: {
      'sqlite3 -json a.db "select 1"': ['read a.db', 'database read'],
      'sqlite3 "file:a.db?mode=ro" "select 1"': ['read a.db', 'database read'],
      'sqlite3 a.db "vacuum into \'/etc/cron.d/x\'"': ['read a.db', 'write /etc/cron.d/x', 'database write'],
      'duckdb -c "copy (select 1) to \'/etc/profile.d/x.sh\'"': ['write /etc/profile.d/x.sh', 'database read'],
      'duckdb -c "select * from read_csv(\'/etc/shadow\')"': ['read /etc/shadow', 'database read'],
      'sqlite3 -vfs x a.db "select 1"': ['unknown option -vfs of sqlite3', 'read a.db', 'database read'],
      'sqlite3 -unheard-of a.db "select 1"': ['unknown option -unheard-of of sqlite3', 'read a.db', 'database read'],
    },
  },
  {
    names:
      'cqlsh clickhouse-client clickhouse-local clickhouse influx sqlcmd bcp sqlplus isql hive beeline impala-shell presto trino snowsql db2 tsql osql sqlline iotdb questdb'.split(
        ' ',
      ),
    means: meansClient(OTHERS),
  },
  {
    names:
      'pg_dump pg_dumpall pg_restore mysqldump mariadb-dump mongodump mongorestore mongoexport mongoimport mysqlimport pg_basebackup mydumper myloader mysqlpump'.split(
        ' ',
      ),
    means: meansDump,
    examples: {
      'pg_dump -Fc -f a.dump app': ['database dump', 'write a.dump'],
      'pg_restore -f ~/.bashrc a.dump': ['database restore', 'write ~/.bashrc', 'read a.dump'],
      'mysqldump --defaults-file=/tmp/x app': ['unknown option --defaults-file of mysqldump', 'database dump'],
      'pg_dump --unheard-of app': ['unknown option --unheard-of of pg_dump', 'database dump'],
    },
  },
  {
    names:
      'dropdb createdb dropuser createuser mysqladmin mariadb-admin mysqlshow mysqlcheck vacuumdb reindexdb clusterdb pg_isready pg_config pg_controldata pgbench mysql_upgrade mysqlslap'.split(
        ' ',
      ),
    means: meansAdministration,
  },
  { names: ['mongosh', 'mongo'], means: meansMongo },
  tabled({
    names: [
      'pg_ctl',
      'initdb',
      'pg_ctlcluster',
      'pg_createcluster',
      'mysqld',
      'mysqld_safe',
      'mariadbd',
      'mongod',
      'postgres',
      'postmaster',
      'etcd',
    ],
    options: {
      '-D, --pgdata, --datadir, --dbpath': 'directory',
      '-l': 'append',
      '-o, --init-file, --plugin-load, -c, --skip-grant-tables, --defaults-file, --defaults-extra-file, --plugin-dir, --config, --init-connect':
        'opaque',
      '-p': 'config',
      '--port': 'text',
    },
    does: [door('listener')],
  }),
  {
    names: ['cockroach'],
    means: (context) => {
      const [verb, ...args] = context.invocation.args
      if (textOf(verb) === 'sql') clients.cockroach({ ...context, invocation: { ...context.invocation, args } })
      else if (/^(version|gen|node|help|debug)$/.test(textOf(verb) ?? 'help'))
        context.record({ does: 'change-database', deed: 'read', target: 'cluster' })
      else context.record(door('listener'))
    },
  },
  plain('pgformatter pg_format sqlformat sqlfmt sql-formatter'),
  ...redis,
]
