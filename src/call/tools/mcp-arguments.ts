import type { Action } from '../action.ts'
import { readStatements } from '../shell/code/sql.ts'
import { namesProduction } from '../shell/programs/facts.ts'
import { isJsonObject } from '../strict-json.ts'
import type { JsonObject, JsonValue } from '../tool-call.ts'
import { parseTarget } from '../hosts.ts'
import { literal } from '../word.ts'
import { shellCommand } from './bash.ts'
import { deed, edits, writes } from './deeds.ts'
import type { Context } from './tool.ts'

/** Servers whose tools work on the files of this machine. */
export const LOCAL_FILES = /^(?:file-?system|files?|fs|local|desktop-commander|serena|ide|lsp|editor|everything)/i

const MOST_ARGUMENTS = 200

interface Argument {
  readonly name: string
  readonly value: string | boolean
}

/**
 * What the arguments of an MCP call say that it does, whatever the tool is called: files with their new text, methods,
 * statements, commands, secrets that are asked for, addresses that results go to. Only what they say is told; what they
 * do not say is left to the tool's name.
 */
export function argumentDeeds(server: string, tool: string, input: JsonObject, context: Context): readonly Action[] {
  const given = argumentsIn(input)
  return [
    ...fileDeeds(server, input, context),
    ...requestDeeds(server, tool, given),
    ...given.flatMap(({ name, value }) =>
      typeof value === 'string' ? statementDeeds(server, name, value, context) : [],
    ),
    ...secretDeeds(server, tool, given),
    ...given.flatMap(({ name, value }) => (typeof value === 'string' ? receiverDeeds(name, value) : [])),
  ]
}

function argumentsIn(input: JsonObject): readonly Argument[] {
  const found: Argument[] = []
  const walk = (name: string, value: JsonValue, depth: number): void => {
    if (found.length >= MOST_ARGUMENTS || depth > 8) return
    if (typeof value === 'string' || typeof value === 'boolean') found.push({ name, value })
    else if (Array.isArray(value)) for (const item of value) walk(name, item, depth + 1)
    else if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) walk(key, item, depth + 1)
  }
  walk('', input, 0)
  return found
}

// --- files ---

const PATH = [
  'path',
  'file_path',
  'filePath',
  'relative_path',
  'relativePath',
  'file',
  'filename',
  'target_file',
  'uri',
  'notebook_path',
]
/** Only the name of a file of this machine is called so. */
const LOCAL_NAME = /^(?:relative_?path|file_?path|file|filename|target_file|notebook_path)$/i
const TEXT = [
  'content',
  'contents',
  'file_text',
  'new_content',
  'newContent',
  'new_source',
  'fileContent',
  'text',
  'body',
  'data',
]
const OLD = ['oldText', 'old_text', 'old_string', 'oldString', 'old_str', 'search', 'find', 'needle']
const NEW = ['newText', 'new_text', 'new_string', 'newString', 'new_str', 'replace', 'replacement', 'repl']

function fileDeeds(server: string, input: JsonObject, context: Context): readonly Action[] {
  const name = PATH.find((each) => typeof input[each] === 'string')
  const path = name === undefined ? undefined : String(input[name])
  if (name === undefined || path === undefined || path === '' || /^https?:/i.test(path)) return []
  if (!/^(?:~|\/|file:\/\/|[A-Za-z]:[\\/])/.test(path) && !LOCAL_NAME.test(name) && !LOCAL_FILES.test(server)) return []
  const list = input['edits'] ?? input['changes'] ?? input['replacements']
  const pairs = [input, ...(Array.isArray(list) ? list.filter(isJsonObject) : [])].flatMap((each) => {
    const [removed, added] = [textUnder(each, OLD), textUnder(each, NEW)]
    return added === undefined ? [] : [edits(path, removed ?? '', added, context)]
  })
  if (pairs.length > 0) return pairs
  const text = textUnder(input, TEXT)
  // A search is given a text, too: what is looked for is one line.
  const looksFor = 'pattern' in input || 'query' in input || 'regex' in input
  return text === undefined || looksFor ? [] : [writes(path, text, context)]
}

function textUnder(input: JsonObject, names: readonly string[]): string | undefined {
  const name = names.find((each) => typeof input[each] === 'string')
  return name === undefined ? undefined : String(input[name])
}

// --- requests ---

const METHOD = /^(?:http_?)?(?:method|verb)$/i
const RESOURCE = /^(?:path|url|uri|endpoint|route|resource)$/i

function requestDeeds(server: string, tool: string, given: readonly Argument[]): readonly Action[] {
  const method = given.find(
    ({ name, value }) => METHOD.test(name) && /^(?:POST|PUT|PATCH|DELETE)$/i.test(String(value)),
  )
  if (method === undefined) return []
  const target = String(given.find(({ name }) => RESOURCE.test(name))?.value ?? tool)
  const verb = String(method.value).toUpperCase()
  return [
    deed(
      {
        does: 'change-service',
        service: server,
        deed: verb === 'DELETE' ? 'delete' : 'update',
        target,
        production: namesProduction([literal(target)]),
      },
      `${verb} ${target}`,
    ),
  ]
}

// --- statements and commands ---

const SQL_NAME = /^(?:sql|statement|query|where|filter|stmt|q|expression|condition)$/i
const SQL_CHANGE =
  /(?:^|;)\s*(?:DROP\s+(?:TABLE|DATABASE|SCHEMA|VIEW|INDEX|USER|ROLE)|TRUNCATE\b|DELETE\s+FROM\b|UPDATE\s+\S+\s+SET\b|ALTER\s+(?:TABLE|USER|ROLE|DATABASE)|INSERT\s+INTO\b|GRANT\s|REVOKE\s|CREATE\s+(?:USER|ROLE)|COPY\s+\S+\s+(?:TO|FROM)\s+PROGRAM)/i
const COMMAND_NAME = /^(?:command|cmd|commands|script|shell|shell_command|bash|args|arguments|argv)$/i

function statementDeeds(server: string, name: string, text: string, context: Context): readonly Action[] {
  const mutation = mutationIn(text)
  if (mutation !== undefined)
    return [
      deed(
        {
          does: 'change-service',
          service: server,
          deed: mutation,
          target: text.trim().slice(0, 80),
          production: false,
        },
        text.slice(0, 300),
      ),
    ]
  if (SQL_NAME.test(name) && SQL_CHANGE.test(text)) {
    const from =
      /;/.test(text) &&
      !/^\s*(?:DROP|TRUNCATE|DELETE|UPDATE|ALTER|INSERT|GRANT|REVOKE|CREATE|COPY|SELECT|WITH)\b/i.test(text)
        ? text.slice(text.indexOf(';') + 1)
        : text
    return readStatements(from).map((statement) =>
      deed({ does: 'change-database', deed: statement.deed, target: statement.target }, statement.text.slice(0, 300)),
    )
  }
  if (!COMMAND_NAME.test(name)) return []
  // Words for a program of the server's own are no command; a second command behind them is one.
  const second = /^(?:args|arguments|argv)$/i.test(name) ? /[;&|]\s*(\S.*)$/s.exec(text)?.[1] : text
  return second === undefined ? [] : shellCommand(second, context).actions
}

/** A GraphQL document that changes something, and whether it takes something away. */
function mutationIn(text: string): 'delete' | 'update' | undefined {
  if (!/(?:^|[\s}])mutation\b[^{]{0,200}\{/.test(text)) return undefined
  return /\bmutation\b[^{]*\{[^}]*?(?:delete|remove|destroy|drop|purge|revoke|archive)/i.test(text)
    ? 'delete'
    : 'update'
}

// --- secrets, receivers ---

const KIND = /^(?:resource|resource_?type|kind|type|object_?type|target_?type)$/i
const REVEALS = /^(?:decrypt|reveal|show_?secrets?|unmask|include_?secrets?|with_?(?:decryption|secrets?)|plaintext)$/i

function secretDeeds(server: string, tool: string, given: readonly Argument[]): readonly Action[] {
  const asked = given.find(
    ({ name, value }) =>
      (KIND.test(name) &&
        /^(?:secrets?|credentials?|passwords?|tokens?|api_?keys?|private_?keys?)$/i.test(String(value))) ||
      (REVEALS.test(name) && (value === true || /^(?:true|1|yes)$/i.test(String(value)))),
  )
  return asked === undefined
    ? []
    : [
        deed(
          { does: 'read-secret', store: 'vault', target: `${server} ${tool}` },
          `${tool} ${asked.name}=${String(asked.value)}`,
        ),
      ]
}

const RECEIVER =
  /^(?:webhook|callback|notify|postback|report|forward|send|push|export|delivery)_?(?:url|to|uri|endpoint|address)?$/i

/** Results go to an address of the caller's choosing. */
function receiverDeeds(name: string, text: string): readonly Action[] {
  if (!RECEIVER.test(name) || !/^https?:\/\//i.test(text)) return []
  return [
    deed(
      { does: 'contact-host', host: parseTarget(text), url: text, sends: 'data', purpose: 'api' },
      `${name}=${text}`,
    ),
  ]
}
