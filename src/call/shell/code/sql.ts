export interface SqlStatement {
  readonly deed: 'read' | 'write' | 'write-all' | 'drop' | 'delete-all' | 'grant' | 'schema' | 'execute'
  readonly target: string
  readonly text: string
}

/** First words of a statement → what it does, where one word is enough to tell. */
const BY_VERB: Readonly<Record<string, SqlStatement['deed']>> = {
  SELECT: 'read',
  SHOW: 'read',
  DESCRIBE: 'read',
  DESC: 'read',
  VALUES: 'read',
  TABLE: 'read',
  USE: 'read',
  BEGIN: 'read',
  START: 'read',
  COMMIT: 'read',
  END: 'read',
  ROLLBACK: 'read',
  SAVEPOINT: 'read',
  RELEASE: 'read',
  ANALYZE: 'read',
  VACUUM: 'write',
  REINDEX: 'write',
  OPTIMIZE: 'write',
  CHECKPOINT: 'write',
  LOCK: 'write',
  UNLOCK: 'write',
  INSERT: 'write',
  REPLACE: 'write',
  UPSERT: 'write',
  MERGE: 'write',
  TRUNCATE: 'delete-all',
  DROP: 'drop',
  CREATE: 'schema',
  ALTER: 'schema',
  RENAME: 'schema',
  COMMENT: 'schema',
  GRANT: 'grant',
  REVOKE: 'grant',
}

/** Functions and clauses that reach out of the database: a read that has one executes. */
const REACHES_OUT =
  /\b(?:xp_cmdshell|sp_oacreate|sp_configure|pg_read_(?:binary_)?file|pg_ls_dir|pg_execute_server_program|lo_(?:im|ex)port|load_file|load_extension|sys_exec|sys_eval|dblink\w*|query_to_xml|utl_http|dbms_scheduler|openrowset|opendatasource|writefile|readfile|edit|pg_terminate_backend|pg_cancel_backend|pg_reload_conf|pg_sleep|set_config)\s*\(|\bxp_cmdshell\b|\bINTO\s+(?:OUT|DUMP)FILE\b|\b(?:TO|FROM)\s+PROGRAM\b/i

/** Splits a script into statements and says what each does. A statement that is not known yields `execute`. */
export function readStatements(text: string): readonly SqlStatement[] {
  return split(text).map(({ statement, bare }) => {
    const { deed, target } = readOne(bare)
    return { deed, target, text: statement }
  })
}

function readOne(bare: string): { deed: SqlStatement['deed']; target: string } {
  const words = bare.toUpperCase().split(/[\s(]+/)
  let verb = words[0] ?? ''
  if (REACHES_OUT.test(bare)) return { deed: 'execute', target: '' }
  if (verb === 'EXPLAIN') return explained(bare)
  // A common table expression ends in the statement that counts; any of the writing verbs in it writes.
  if (verb === 'WITH') verb = /\b(DELETE|UPDATE|INSERT|MERGE)\b/i.exec(bare)?.[1]?.toUpperCase() ?? 'SELECT'
  switch (verb) {
    case 'SELECT':
      return /\bINTO\s+(?!@|STRICT\b)["`[\w]/i.test(bare.replace(/\bINSERT\s+INTO\b/gi, ''))
        ? { deed: 'write', target: nameAfter(bare, /\bINTO\s+/i) }
        : { deed: 'read', target: nameAfter(bare, /\bFROM\s+/i) }
    case 'DELETE':
      return { deed: narrowed(bare) ? 'write' : 'delete-all', target: nameAfter(bare, /\bFROM\s+/i) }
    case 'UPDATE':
      return { deed: narrowed(bare) ? 'write' : 'write-all', target: nameAfter(bare, /\bUPDATE\s+(?:ONLY\s+)?/i) }
    case 'ALTER':
      if (/^ALTER\s+(?:USER|ROLE|LOGIN|DEFAULT\s+PRIVILEGES|SYSTEM)\b/i.test(bare))
        return { deed: 'grant', target: objectName(bare) }
      // The whole database under another name or owner, or out of reach.
      if (
        /^ALTER\s+DATABASE\b/i.test(bare) &&
        /\b(?:RENAME|OWNER|OFFLINE|READ_ONLY|SINGLE_USER|RESTRICTED_USER|ALLOW_CONNECTIONS)\b/i.test(bare)
      )
        return { deed: 'execute', target: objectName(bare) }
      return {
        deed: /\bDROP\s+(?:COLUMN|CONSTRAINT|PARTITION)?\b/i.test(bare) ? 'drop' : 'schema',
        target: objectName(bare),
      }
    case 'CREATE':
      if (/^CREATE\s+(?:USER|ROLE|LOGIN)\b/i.test(bare)) return { deed: 'grant', target: objectName(bare) }
      return /^CREATE\s+(?:OR\s+REPLACE\s+)?(?:FUNCTION|PROCEDURE|TRIGGER|EVENT|EXTENSION|LANGUAGE|SERVER)\b/i.test(
        bare,
      )
        ? { deed: 'execute', target: objectName(bare) }
        : { deed: 'schema', target: objectName(bare) }
    case 'PRAGMA':
      return {
        deed:
          /=|\(/.test(bare) &&
          !/^PRAGMA\s+(?:table_info|table_xinfo|index_list|index_info|foreign_key_list|integrity_check|quick_check)\b/i.test(
            bare,
          )
            ? 'schema'
            : 'read',
        target: words[1] ?? '',
      }
    case 'SET':
      return {
        deed: /^SET\s+(?:GLOBAL|PERSIST)\b|\bROLE\b|\bPASSWORD\b/i.test(bare) ? 'grant' : 'read',
        target: words[1] ?? '',
      }
    case 'COPY':
      return { deed: /\bFROM\b/i.test(bare) ? 'write' : 'read', target: words[1]?.toLowerCase() ?? '' }
    default:
      return { deed: BY_VERB[verb] ?? 'execute', target: objectName(bare) }
  }
}

function explained(bare: string): { deed: SqlStatement['deed']; target: string } {
  const inner = bare.replace(
    /^EXPLAIN\s+(?:\([^)]*\)\s*|(?:ANALYZE|ANALYSE|VERBOSE|QUERY\s+PLAN|EXTENDED|FORMAT\s*=?\s*\w+)\s+)*/i,
    '',
  )
  const read = readOne(inner)
  return /^EXPLAIN\s+(?:\([^)]*\bANALY[SZ]E\b|ANALY[SZ]E\b)/i.test(bare) ? read : { deed: 'read', target: read.target }
}

/** A WHERE that is always true narrows nothing. A LIMIT does. */
function narrowed(bare: string): boolean {
  const where = /\bWHERE\s+([^]*?)(?:\bRETURNING\b|\bORDER\s+BY\b|\bLIMIT\b|$)/i.exec(bare)?.[1]?.trim()
  if (/\bLIMIT\s+\d+/i.test(bare)) return true
  if (where === undefined || where === '') return false
  return !/^\(*\s*(?:TRUE|1|(\d+|'[^']*')\s*=\s*\1|1\s*<>\s*0|NOT\s+FALSE)\s*\)*$|\bOR\s+(?:TRUE\b|(\d+)\s*=\s*\2)/i.test(
    where,
  )
}

function nameAfter(bare: string, opener: RegExp): string {
  const found = opener.exec(bare)
  if (!found) return ''
  return readName(bare.slice(found.index + found[0].length))
}

function objectName(bare: string): string {
  const after = bare.replace(
    /^\w+\s+(?:(?:OR\s+REPLACE|TEMP|TEMPORARY|UNIQUE|MATERIALIZED|UNLOGGED|EXTERNAL|IF\s+(?:NOT\s+)?EXISTS|CONCURRENTLY|TABLE|DATABASE|SCHEMA|VIEW|INDEX|SEQUENCE|FUNCTION|PROCEDURE|TRIGGER|USER|ROLE|TYPE|INTO|EXTENSION|KEYSPACE|COLLECTION)\s+)*/i,
    '',
  )
  return readName(after)
}

function readName(text: string): string {
  return /^["`[\]\w.$-]+/.exec(text)?.[0].replace(/["`[\]]/g, '') ?? ''
}

/** Statements with comments removed; `bare` has the insides of strings removed too, so that words in them say nothing. */
function split(text: string): { statement: string; bare: string }[] {
  const out: { statement: string; bare: string }[] = []
  let statement = ''
  let bare = ''
  const end = (): void => {
    if (bare.trim() !== '') out.push({ statement: statement.trim(), bare: bare.trim() })
    statement = ''
    bare = ''
  }
  const token =
    /--[^\n]*|#[^\n]*|\/\*(?!!)[^]*?(?:\*\/|$)|\/\*!\d*|\*\/|'(?:[^'\\]|\\[^]|'')*'?|"(?:[^"\\]|\\[^])*"?|`[^`]*`?|\$(\w*)\$[^]*?(?:\$\1\$|$)|;|[^-#/*'"`$;]+|[^]/g
  for (const [piece] of text.matchAll(token)) {
    if (piece === ';') end()
    else if (
      piece.startsWith('--') ||
      piece.startsWith('/*') ||
      piece === '*/' ||
      (piece.startsWith('#') && piece.length > 1)
    ) {
      statement += ' '
      bare += ' '
    } else {
      statement += piece
      // `/*! … */` is executed by MySQL and so is kept; a dollar-quoted body is code and is kept too.
      bare += piece.startsWith("'") ? shortened(piece) : piece
    }
  }
  end()
  return out
}

/** A short constant keeps its text so that `'a'='a'` is seen; anything longer is only a string. */
function shortened(text: string): string {
  return text.length <= 5 ? text : "'…'"
}
