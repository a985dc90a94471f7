import type { Content, ActionOf, Payload } from '../../action.ts'
import { dynamic, knownPrefix, literal, show, textOf, type Word } from '../../word.ts'
import { isSecretVariable } from '../../secret-values.ts'
import { type Arity, type ReadArguments, rest } from '../options.ts'
import { isOwn } from './project.ts'
import { readOptions } from './read-options.ts'
import { hostName, networkStream, onlyAsks, service, system, unnamedIn } from './facts.ts'
import { recordLocalApi } from './local-apis.ts'
import type { ProgramContext, Program } from './program.ts'

/** Options of curl that take a value; everything else is a flag. A missing one would turn its value into a URL. */
const VALUES =
  '-A -b -c -C -d -D -e -E -F -H -K -m -o -P -Q -r -t -T -u -U -w -x -X -y -Y -z --user-agent --cookie --cookie-jar ' +
  '--continue-at --data --data-ascii --data-binary --data-raw --data-urlencode --json --dump-header --referer --cert ' +
  '--form --form-string --header --proxy-header --config --max-time --connect-timeout --output --output-dir --ftp-port ' +
  '--quote --range --telnet-option --upload-file --user --proxy-user --write-out --proxy --preproxy --socks4 --socks4a ' +
  '--socks5 --socks5-hostname --request --speed-time --speed-limit --time-cond --url --url-query --cacert --capath ' +
  '--cert-type --key --key-type --pass --ciphers --tls13-ciphers --tls-max --crlfile --engine --interface --resolve ' +
  '--connect-to --unix-socket --abstract-unix-socket --doh-url --dns-servers --dns-interface --retry --retry-delay ' +
  '--retry-max-time --limit-rate --rate --max-filesize --max-redirs --trace --trace-ascii --stderr --libcurl ' +
  '--etag-save --etag-compare --hsts --alt-svc --netrc-file --oauth2-bearer --aws-sigv4 --proto --proto-default ' +
  '--proto-redir --request-target --mail-from --mail-rcpt --mail-auth --login-options --noproxy --local-port ' +
  '--pubkey --hostpubmd5 --hostpubsha256 --keepalive-time --happy-eyeballs-timeout-ms --parallel-max --variable ' +
  '--pinnedpubkey --postquote --prequote --service-name --tlsuser --tlspassword --proxy-cacert --proxy-cert ' +
  '--proxy-key --proxy-pass --random-file --egd-file --expect100-timeout --delegation --ftp-account --ftp-method ' +
  '--ftp-alternative-to-user --krb --sasl-authzid --socks5-gssapi-service --tftp-blksize --tlsauthtype --create-file-mode'
const ARITY: ReadonlyMap<string, Arity> = new Map(VALUES.split(' ').map((name) => [name, 'value']))

const BODY = ['-d', '--data', '--data-ascii', '--data-binary', '--json']
const WRITTEN = '-c --cookie-jar -D --dump-header --trace --trace-ascii --stderr --libcurl --etag-save --hsts --alt-svc'

export const curl: readonly Program[] = [{ names: ['curl', 'curlie'], means: meansCurl }]

function meansCurl(context: ProgramContext): void {
  const { stdin } = context.invocation
  if (onlyAsks(context.invocation.args)) return
  const typed = readOptions(context, context.invocation.args, { arity: ARITY, style: 'gnu' })
  // Options on its input count as if they stood here.
  const listed =
    stdin.kind === 'text' && textOf(typed.value('-K', '--config')) === '-' ? configured(stdin.text) : undefined
  const args = listed === undefined ? context.invocation.args : [...context.invocation.args, ...listed]
  const read = listed === undefined ? typed : readOptions(context, args, { arity: ARITY, style: 'gnu' })
  const urls = [...read.values('--url'), ...read.operands]
  recordFiles(context, read)
  recordRoutes(context, read)
  const payload = payloadOf(context, read)
  if (read.has('-K', '--config') && listed === undefined)
    context.opaque('unreadable-code', `curl --config ${show(read.value('-K', '--config') ?? literal(''))}`)
  for (const url of urls) recordUrl(context, read, url, payload)
  const destinations = read.values('-o', '--output')
  const toOutput =
    !read.has('-O', '--remote-name', '--remote-name-all') && !destinations.some((word) => textOf(word) !== '-')
  if (toOutput && urls.length > 0)
    context.puts(isFileUrl(urls[0]!) ? { kind: 'file', places: [context.place(urls[0]!)] } : networkStream(urls[0]))
}

/** A file of options: `url = "…"`, `-o name`, one a line. Undefined when a line is not of that form. */
function configured(text: string): readonly Word[] | undefined {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line))
  const words = lines.map((line) => {
    const [, name, quoted, plain] =
      /^\s*(-?-?[a-zA-Z][\w-]*)(?:\s*[=:\s]\s*(?:"((?:[^"\\]|\\.)*)"|(\S+)))?\s*$/.exec(line) ?? []
    if (name === undefined) return undefined
    const option = name.startsWith('-') ? name : `--${name}`
    const value = quoted === undefined ? plain : quoted.replaceAll(/\\(.)/g, '$1')
    return value === undefined ? [literal(option)] : [literal(option), literal(value)]
  })
  return words.every((word) => word !== undefined) ? words.flat() : undefined
}

function recordUrl(context: ProgramContext, read: ReadArguments, url: Word, payload: Payload | undefined): void {
  if (isFileUrl(url)) {
    context.reads(url)
    recordDestination(context, read, url, { kind: 'copy', of: context.place(url) })
    return
  }
  const method = textOf(read.value('-X', '--request') ?? literal(''))?.toUpperCase()
  const writes = method === undefined || !['', 'GET', 'HEAD', 'OPTIONS', 'PROPFIND'].includes(method)
  recordLocalApi(context, url, method || (payload && !read.has('-G', '--get') ? 'POST' : 'GET'))
  const upload = read.has('-T', '--upload-file', '-F', '--form', '--form-string')
  if (payload && !read.has('-G', '--get')) context.contacts(url, upload ? 'upload' : 'api', 'data', payload)
  else if (payload) context.contacts(url, 'fetch', 'data', payload)
  else if (writes) context.contacts(url, 'api', 'data')
  else {
    const hidden = [
      url,
      ...read.values('-H', '--header', '-b', '--cookie', '-A', '--user-agent', '-e', '--referer', '--url-query'),
    ]
    const carried = hidden.find((word) => carriesUnknown(word))
    // Cookies of another program's, not those that this call keeps.
    const cookies = read
      .values('-b', '--cookie')
      .find((word) => /^[~/]/.test(knownPrefix(word)) && !isOwn(context, context.place(word)))
    if (cookies) context.contacts(url, 'fetch', 'data', { from: 'file', place: context.place(cookies) })
    else if (carried) context.contacts(url, 'fetch', 'unknown', { from: 'unknown', text: show(carried) })
    else context.contacts(url, 'fetch', 'nothing')
  }
  if (read.has('-k', '--insecure', '--proxy-insecure', '--doh-insecure'))
    context.record(system('weaken-tls', `curl to ${hostName(url) ?? show(url)}`))
  recordDestination(context, read, url, { kind: 'network', host: hostName(url) ?? '' })
}

/** What is everyday in an address and tells nothing: the platform, the date, the commit. */
const PLAIN_SUBSTITUTION =
  /^(\$\(|`)\s*(uname( -[a-z]+)*|arch|nproc|date( [^|;&$`]*)?|dpkg --print-architecture|lsb_release [^|;&$`]*|git (rev-parse|describe)[^|;&$`]*|node -v|rpm -E [^|;&$`]*)\s*(\)|`)$/
const SECRET_VARIABLE = /secret|token|passw|credential|key|auth|session|cookie|private|history|env\b/i

/**
 * True when an unknown piece of a request can carry data out: any substitution but the plain ones, a variable named for
 * a secret outside the headers that are there for it, and whatever else is not known.
 */
export function carriesUnknown(word: Word): boolean {
  if (word.kind !== 'dynamic') return false
  const credential = /^(authorization|x-[a-z-]*(token|key)|private-token|cookie|apikey|api-key)\s*:/i.test(
    knownPrefix(word),
  )
  return word.pieces.some((piece, index) => {
    if (!('unknown' in piece)) return false
    switch (piece.from) {
      case 'arithmetic':
        return false
      case 'variable':
        return (
          index === 0 ||
          (!credential &&
            (SECRET_VARIABLE.test(piece.unknown) || isSecretVariable(piece.unknown.replaceAll(/\W/g, ''))))
        )
      case 'substitution':
        return !PLAIN_SUBSTITUTION.test(piece.unknown)
      case 'argument':
      case 'other':
        return true
    }
  })
}

function recordDestination(context: ProgramContext, read: ReadArguments, url: Word, content: Content): void {
  const directory = read.value('--output-dir')
  const inside = (name: Word): Word => {
    if (!directory) return name
    const both = [textOf(directory), textOf(name)]
    return both[0] !== undefined && both[1] !== undefined
      ? literal(`${both[0]}/${both[1]}`)
      : dynamic(`${show(directory)}/${show(name)}`)
  }
  for (const target of read.values('-o', '--output'))
    if (textOf(target) !== '-') context.writes(inside(target), 'overwrite', content)
  if (read.has('-O', '--remote-name', '--remote-name-all')) {
    const named = read.has('-J', '--remote-header-name') ? undefined : lastSegment(url)
    const base = directory ? textOf(directory) : '.'
    const word =
      named === undefined
        ? base === undefined
          ? dynamic(show(url))
          : unnamedIn(base, show(url))
        : inside(literal(named))
    context.writes(word, 'overwrite', content)
  }
}

/** The name that -O and wget give the file. */
export function lastSegment(url: Word): string | undefined {
  const text = textOf(url)
  if (text === undefined) return undefined
  const path = text.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/, '')
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name === '' ? 'index.html' : name
}

function recordFiles(context: ProgramContext, read: ReadArguments): void {
  for (const option of read.given) {
    if (!option.value) continue
    if (WRITTEN.split(' ').includes(option.name) && textOf(option.value) !== '-')
      context.writes(option.value, 'overwrite')
    const text = show(option.value)
    if ((option.name === '-b' || option.name === '--cookie') && !text.includes('=')) context.reads(option.value)
    if (
      (option.name === '-H' || option.name === '--header' || option.name === '-w' || option.name === '--write-out') &&
      text.startsWith('@')
    )
      context.reads(rest(option.value, 1))
    const output = /%output\{>{0,2}([^}]*)\}/.exec(text)
    if ((option.name === '-w' || option.name === '--write-out') && output)
      context.writes(literal(output[1]!), 'overwrite')
    if (option.name === '--variable' && text.includes('@')) context.reads(literal(text.slice(text.indexOf('@') + 1)))
    if (option.name === '--engine') context.opaque('unknown-option', 'curl --engine')
    if (option.name === '--netrc-file') context.reads(option.value)
  }
}

/** Where the bytes really go, whatever the URL says. */
function recordRoutes(context: ProgramContext, read: ReadArguments): void {
  for (const proxy of read.values(
    '-x',
    '--proxy',
    '--preproxy',
    '--socks4',
    '--socks4a',
    '--socks5',
    '--socks5-hostname',
    '--doh-url',
  ))
    if (show(proxy) !== '') context.contacts(proxy, 'other', 'unknown')
  for (const route of read.values('--resolve', '--connect-to')) {
    const parts = show(route).split(':')
    const target = parts[2]
    if (target) context.contacts(literal(target), 'other', 'unknown')
  }
  const socket = read.value('--unix-socket', '--abstract-unix-socket')
  if (socket) talksTo(context, socket)
}

/** What is sent into a socket is done by whoever listens there, with their rights. */
export function talksTo(context: ProgramContext, socket: Word): void {
  if (/(docker|podman|containerd|crio)[^/]*\.sock$/.test(show(socket))) {
    context.record(service('docker', 'execute', [socket]))
    context.record(system('grant-privilege', `${show(socket)} controls the host`))
  } else context.writes(socket, 'edit')
}

function payloadOf(context: ProgramContext, read: ReadArguments): ActionOf<'contact-host'>['payload'] {
  let found: Payload | undefined
  const take = (payload: Payload): void => {
    if (payload.from === 'file' || found === undefined) found = payload
  }
  const fromFile = (word: Word): void => {
    if (textOf(word) === '-') {
      const { stdin } = context.invocation
      const place = stdin.kind === 'file' ? stdin.places[0] : undefined
      take(
        place ? { from: 'file', place } : stdin.kind === 'text' ? { from: 'text', text: stdin.text } : { from: 'pipe' },
      )
      return
    }
    context.reads(word)
    take({ from: 'file', place: context.place(word) })
  }
  for (const { name, value } of read.given) {
    if (!value) continue
    const prefix = knownPrefix(value)
    const text = show(value)
    if (BODY.includes(name) && prefix.startsWith('@')) fromFile(rest(value, 1))
    else if (name === '--data-urlencode' && /^[^=@]*@/.test(prefix)) fromFile(rest(value, prefix.indexOf('@') + 1))
    else if (BODY.includes(name) || name === '--data-urlencode' || name === '--data-raw' || name === '--form-string')
      take(value.kind === 'dynamic' ? { from: 'unknown', text } : { from: 'text', text })
    else if (name === '-F' || name === '--form') {
      const at = /^[^=]*=[@<]/.exec(prefix)
      if (at) fromFile(withoutParameters(rest(value, at[0].length)))
      else take({ from: value.kind === 'dynamic' ? 'unknown' : 'text', text })
    } else if (name === '-T' || name === '--upload-file') fromFile(text === '.' ? literal('-') : value)
    else if (name === '-Q' || name === '--quote' || name === '--telnet-option') take({ from: 'text', text })
  }
  return found
}

/** `file;type=text/plain` in a form field. */
function withoutParameters(word: Word): Word {
  const text = textOf(word)
  return text === undefined ? word : literal(text.replace(/;.*$/, '').replace(/^"(.*)"$/, '$1'))
}

function isFileUrl(word: Word): boolean {
  return /^file:/i.test(knownPrefix(word))
}
