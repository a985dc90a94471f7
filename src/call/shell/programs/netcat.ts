import { talksTo } from './curl.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { door, isShell, networkStream, onlyAsks, pipedPayload, shown, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'

const NETCAT = valued(
  '-c -e -g -G -i -I -m -M -O -o -p -P -q -s -T -V -w -W -x -X --exec --sh-exec --lua-exec --source --source-port --output ' +
    '--hex-dump --wait --delay --idle-timeout --proxy --proxy-type --proxy-auth --allow --allowfile --deny --denyfile ' +
    '--max-conns --ssl-cert --ssl-key --ssl-trustfile --ssl-ciphers',
)

function meansNetcat(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: NETCAT, style: 'gnu' })
  let operands = read.operands
  let shell = read.value('-c', '--sh-exec')
  const listens = read.has('-l', '--listen', '-L')
  // In some versions `-c` is a flag for TLS: then the next word is the host and one number follows it.
  if (shell && !read.has('--sh-exec') && !listens && operands.length === 1 && /^\d+$/.test(show(operands[0]!))) {
    operands = [shell, ...operands]
    shell = undefined
  }
  const direct = read.value('-e', '--exec')
  const [host, port] = operands
  const address = operands.map(show).join(':')
  for (const file of read.values('-o', '--output', '--hex-dump')) context.writes(file, 'overwrite')
  if (shell || direct || read.has('--lua-exec')) {
    context.record(door(listens ? 'bind-shell' : 'reverse-shell', address))
    if (shell) context.code('shell', shell, { via: `${program} -c` })
    if (direct) context.code('shell', direct, { via: `${program} -e` })
    if (read.has('--lua-exec')) context.opaque('unreadable-code', `${program} --lua-exec`)
  } else if (listens) context.record(door('listener', address === '' ? undefined : address))
  for (const proxy of read.values('-x', '--proxy'))
    if (/[.:]/.test(show(proxy))) context.contacts(proxy, 'other', 'unknown')
  if (!host || listens) {
    const payload = pipedPayload(context)
    if (listens && payload) context.contacts(literal('0.0.0.0'), 'upload', 'data', payload)
    context.puts({ kind: 'network', host: '' })
    return
  }
  if (read.has('-U', '--unixsock')) {
    talksTo(context, host)
    return
  }
  const target = textOf(host) !== undefined && port && textOf(port) ? literal(`${textOf(host)}:${textOf(port)}`) : host
  const payload = pipedPayload(context)
  if (read.has('-z')) context.contacts(host, 'probe')
  else if (payload) context.contacts(target, 'upload', 'data', payload)
  else context.contacts(target, 'other', shell || direct ? 'data' : 'nothing')
  context.puts(networkStream(host))
}

interface Address {
  readonly kind: 'exec' | 'system' | 'listen' | 'connect' | 'read' | 'write' | 'stdio' | 'local' | 'unknown'
  readonly rest: string
}

function addressOf(word: Word): Address {
  const text = show(word)
  if (word.kind === 'dynamic' && !/^[A-Za-z0-9-]+:/.test(text)) return { kind: 'unknown', rest: text }
  if (text === '-' || /^(stdio|stdin|stdout|stderr|\d+)$/i.test(text)) return { kind: 'stdio', rest: '' }
  const match = /^([A-Za-z0-9-]+)(?::(.*))?$/s.exec(text)
  if (!match) return { kind: text.includes('/') ? 'write' : 'unknown', rest: text }
  const type = match[1]!.toUpperCase()
  const rest = match[2] ?? ''
  if (type === 'EXEC') return { kind: 'exec', rest: withoutOptions(rest) }
  if (type === 'SYSTEM' || type === 'SHELL') return { kind: 'system', rest: withoutOptions(rest) }
  if (/^(UNIX|ABSTRACT|VSOCK)/.test(type)) return { kind: 'local', rest }
  if (/(LISTEN|RECV|RECVFROM)$/.test(type) || type.endsWith('-L')) return { kind: 'listen', rest }
  if (/^(TCP|UDP|SSL|OPENSSL|SCTP|DTLS|SOCKS|PROXY|DCCP|UDPLITE)/.test(type)) return { kind: 'connect', rest }
  if (/^(FILE|OPEN|GOPEN|CREATE|PIPE|FIFO)$/.test(type))
    return {
      kind: type === 'CREATE' || /(creat|wronly|trunc|append|rdwr)/.test(rest) ? 'write' : 'read',
      rest: withoutOptions(rest),
    }
  if (/^(PTY|READLINE|ECHO|TUN|INTERFACE|IP\d?|IP\d?-SENDTO)$/.test(type)) return { kind: 'local', rest }
  return { kind: 'unknown', rest: text }
}

/** Options after the first comma, with the quotes that protect commas and colons removed. */
function withoutOptions(text: string): string {
  const quoted = /^(["'])(.*?)\1/s.exec(text)
  if (quoted) return quoted[2]!
  return text.replace(
    /,(pty|stderr|setsid|sigint|sane|ctty|raw|echo|fork|nofork|su|creat|append|trunc|rdonly|wronly|rdwr|user|mode|setgid|login|b\d|chroot|pipes|end-close).*$/is,
    '',
  )
}

function meansSocat(context: ProgramContext): void {
  const { args } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: valued('-b -t -T -lf -lp -L -W -S -r -R'), style: 'gnu' })
  const addresses = read.operands.flatMap((word) => splitDual(word)).map((word) => addressOf(word))
  const runs = addresses.filter(({ kind }) => kind === 'exec' || kind === 'system')
  const listens = addresses.filter(({ kind }) => kind === 'listen')
  const connects = addresses.filter(({ kind }) => kind === 'connect')
  for (const { kind, rest } of runs) {
    if (listens.length > 0)
      context.record(
        door(isShell(rest.split(' ')[0]!) || kind === 'system' ? 'bind-shell' : 'listener', listens[0]!.rest),
      )
    if (connects.length > 0) context.record(door('reverse-shell', connects[0]!.rest))
    context.code('shell', literal(rest), { via: 'socat' })
  }
  if (runs.length === 0)
    for (const { rest } of listens)
      context.record(door(connects.length > 0 ? 'port-forward' : 'listener', rest.split(',')[0]!))
  const file = addresses.find(({ kind }) => kind === 'read')
  if (file) context.reads(literal(file.rest))
  const payload = file ? { from: 'file' as const, place: context.place(literal(file.rest)) } : pipedPayload(context)
  for (const { rest } of connects) {
    const [host = '', port = ''] = rest.split(',')[0]!.split(':')
    context.contacts(
      literal(`${host}:${port}`),
      payload ? 'upload' : 'other',
      payload || runs.length > 0 ? 'data' : 'nothing',
      payload,
    )
  }
  for (const { kind, rest } of addresses) {
    if (kind === 'write') context.writes(literal(rest), 'overwrite', { kind: 'unknown' })
    if (kind === 'unknown') context.opaque('unknown-option', `socat ${rest}`)
    if (kind === 'local' && rest.includes('/')) talksTo(context, literal(rest.split(',')[0]!))
  }
  if (connects.length + listens.length > 0)
    context.puts({ kind: 'network', host: connects[0]?.rest.split(':')[0] ?? '' })
}

/** `left!!right`: one direction from each. */
function splitDual(word: Word): readonly Word[] {
  const text = textOf(word)
  return text?.includes('!!') ? text.split('!!').map(literal) : [word]
}

function meansTelnet(context: ProgramContext): void {
  if (onlyAsks(context.invocation.args)) return
  const read = readOptions(context, context.invocation.args, { arity: valued('-l -n -e -b -S -X'), style: 'gnu' })
  const [host, port] = read.operands
  if (!host) {
    context.opaque('interactive', 'telnet')
    return
  }
  const payload = pipedPayload(context)
  const target =
    textOf(host) !== undefined && textOf(port) !== undefined ? literal(`${textOf(host)}:${textOf(port)}`) : host
  context.contacts(target, payload ? 'upload' : 'other', payload ? 'data' : 'nothing', payload)
  context.puts(networkStream(host))
}

/** rcat: `listen` waits, `connect -s shell` gives a shell away. */
function meansRustcat(context: ProgramContext): void {
  const { args } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: valued('-s --shell -H -t'), style: 'gnu' })
  const [verb, host, port] = read.operands
  const address = shown([host, port].filter((word) => word !== undefined)).replace(' ', ':')
  if (/^c(onnect)?$/.test(textOf(verb) ?? '') && host) {
    if (read.has('-s', '--shell')) context.record(door('reverse-shell', address))
    context.contacts(host, 'other', 'unknown')
  } else context.record(door('listener', address === '' ? '0.0.0.0' : address))
}

export const netcat: readonly Program[] = [
  {
    names: ['nc', 'ncat', 'netcat', 'nc.traditional', 'nc.openbsd', 'pwncat', 'cryptcat', 'rustcat'],
    means: meansNetcat,
  },
  { names: ['rcat'], means: meansRustcat },
  { names: ['socat'], means: meansSocat },
  { names: ['telnet'], means: meansTelnet },
]
