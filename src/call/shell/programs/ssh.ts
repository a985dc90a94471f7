import { dynamic, knownPrefix, literal, show, textOf, type Word } from '../../word.ts'
import { type ReadArguments } from '../options.ts'
import { readOptions } from './read-options.ts'
import { door, hostName, joined, onlyAsks, pipedPayload, secret, settings, system, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { tabled } from './table.ts'

const SSH = valued('-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -P -Q -R -S -W -w')

function meansSsh(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const before = readOptions(context, args, { arity: SSH, style: 'gnu', stopAtOperand: true })
  if (before.has('-V', '-Q')) return
  const host = before.operands[0]
  // ssh reads options on both sides of the host.
  const after = readOptions(context, before.operands.slice(1), { arity: SSH, style: 'gnu', stopAtOperand: true })
  const given = [...before.given, ...after.given]
  recordOptions(context, given, host)
  if (!host) return
  if (given.some((option) => option.name === '-O' || option.name === '-G')) return
  context.contacts(host, 'shell', 'unknown')
  const where = { kind: 'remote', host: hostName(host) ?? show(host) } as const
  if (after.operands.length > 0)
    context.code('shell', joined(after.operands), { via: program, where, stdin: context.invocation.stdin })
  else if (context.invocation.stdin.kind !== 'nothing' && !given.some((option) => option.name === '-N')) {
    const { stdin } = context.invocation
    if (stdin.kind === 'text') context.code('shell', literal(stdin.text), { via: program, where })
    else context.code('shell', dynamic('standard input'), { via: program, where })
  }
}

type Given = ReadArguments['given']

function recordOptions(context: ProgramContext, given: Given, host: Word | undefined): void {
  const { program } = context.invocation
  for (const { name, value } of given) {
    if (!value) continue
    const text = show(value)
    switch (name) {
      case '-o':
        recordSetting(context, value, host)
        break
      case '-F':
        recordConfiguration(context, value)
        break
      case '-I':
        context.opaque('unknown-option', `${program} -I ${text}`)
        break
      case '-J':
        for (const jump of text.split(',')) if (jump !== 'none') context.contacts(literal(jump), 'shell', 'unknown')
        break
      case '-E':
        context.writes(value, 'append')
        break
      case '-R':
      case '-w':
      case '-D':
        context.record(door('tunnel', text))
        break
      case '-L':
        context.record(door('port-forward', given.some((option) => option.name === '-g') ? '0.0.0.0' : boundTo(text)))
        break
      case '-W':
        context.record(door('port-forward', text))
        break
    }
  }
}

/** The address on which `[bind:]port:host:hostport` listens here: this machine's own unless another is named. */
function boundTo(forward: string): string {
  const bind = /^(\[[^\]]*\]|[^:/]*):\d+:(?:\[[^\]]*\]|[^:]+):\d+$/.exec(forward)?.[1]
  if (bind !== undefined) return bind === '' ? '0.0.0.0' : bind
  return /^\d+:(?:\[[^\]]*\]|[^:/]+):\d+$/.test(forward) ? '127.0.0.1' : forward
}

/** `-o Key=value` or `-o "Key value"`: the keys that run programs here, and those that switch checks off. */
function recordSetting(context: ProgramContext, word: Word, host: Word | undefined): void {
  const via = `${context.invocation.program} -o`
  const key = /^\s*([A-Za-z]+)\s*[=\s]\s*/.exec(knownPrefix(word))
  if (!key) {
    context.opaque('unknown-option', `${via} ${show(word)}`)
    return
  }
  const value = show(word).slice(key[0].length)
  const valueWord = word.kind === 'literal' ? literal(value) : dynamic(value)
  switch (key[1]!.toLowerCase()) {
    case 'proxycommand':
      if (value.toLowerCase() !== 'none') context.code('shell', valueWord, { via: `${via} ProxyCommand` })
      return
    case 'localcommand':
    case 'knownhostscommand':
      context.code('shell', valueWord, { via: `${via} ${key[1]}` })
      return
    case 'remotecommand':
      context.code('shell', valueWord, { via, where: { kind: 'remote', host: (host && hostName(host)) ?? '' } })
      return
    case 'proxyjump':
      context.contacts(valueWord, 'shell', 'unknown')
      return
    case 'stricthostkeychecking':
      if (/^(no|off)$/i.test(value))
        context.record(system('weaken-tls', `host key check of ${host ? show(host) : 'ssh'}`))
      return
    case 'userknownhostsfile':
      if (value === '/dev/null') context.record(system('weaken-tls', `host key check of ${host ? show(host) : 'ssh'}`))
      return
    case 'remoteforward':
    case 'dynamicforward':
    case 'tunnel':
      context.record(door('tunnel', value))
      return
    case 'localforward':
      context.record(door('port-forward', value))
      return
    case 'pkcs11provider':
    case 'securitykeyprovider':
    case 'include':
    case 'xauthlocation':
      context.opaque('unknown-option', `${via} ${show(word)}`)
  }
}

/** A configuration file can run programs: only one that is readable and has none of those keys is seen through. */
function recordConfiguration(context: ProgramContext, word: Word): void {
  if (textOf(word) === 'none' || textOf(word) === '/dev/null') return
  context.reads(word)
  const place = context.place(word)
  const written = context.written(place)
  const text = written
    ? written.kind === 'text'
      ? written.text
      : undefined
    : place.kind === 'path'
      ? context.world.read(place.real)
      : undefined
  if (text === undefined || /(command|include|provider|match\s+.*exec)/i.test(text))
    context.opaque('unreadable-code', `${context.invocation.program} -F ${show(word)}`)
}

const SCP = valued('-c -D -F -i -J -l -o -P -S -X')

function isRemote(word: Word): boolean {
  const prefix = knownPrefix(word)
  return /^(scp|sftp):\/\//.test(prefix) || /^[^/:]+:/.test(prefix) || /^[^/:]+:/.test(show(word))
}

function meansScp(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: SCP, style: 'gnu' })
  const target = read.operands.at(-1)
  const sources = read.operands.slice(0, -1)
  recordOptions(
    context,
    read.given.filter((option) => !['-D', '-P'].includes(option.name)),
    target,
  )
  for (const runner of read.values('-S', '-D')) context.runs([runner], { via: program, moreArguments: true })
  if (!target) return
  const recursive = read.has('-r')
  for (const source of sources) {
    if (isRemote(source)) {
      context.contacts(source, 'copy', 'nothing')
      if (isRemote(target)) context.contacts(target, 'copy', 'data', { from: 'unknown', text: show(source) })
      else context.writes(target, 'overwrite', { kind: 'network', host: hostName(source) ?? '' })
    } else {
      context.reads(source, 'content', { recursive })
      if (isRemote(target)) context.contacts(target, 'copy', 'data', { from: 'file', place: context.place(source) })
      else context.writes(target, 'overwrite', { kind: 'copy', of: context.place(source) })
    }
  }
}

const SFTP = valued('-B -b -c -D -F -i -J -l -o -P -R -S -s -X')

/** sftp and its kin take orders from a batch file or standard input; `!` in them is a shell here. */
function meansSftp(context: ProgramContext): void {
  const { args, program, stdin } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: SFTP, style: 'gnu' })
  recordOptions(
    context,
    read.given.filter((option) => !['-D', '-P', '-R'].includes(option.name)),
    read.operands[0],
  )
  for (const runner of read.values('-S', '-D')) context.runs([runner], { via: program, moreArguments: true })
  const host = read.operands[0]
  const batch = read.value('-b')
  if (batch && textOf(batch) !== '-') context.reads(batch)
  const orders =
    batch && textOf(batch) !== '-'
      ? textAt(context, batch)
      : stdin.kind === 'text'
        ? stdin.text
        : stdin.kind === 'nothing'
          ? ''
          : undefined
  if (orders === undefined) context.opaque('unreadable-code', `${program} orders`)
  if (host) recordTransfers(context, host, orders ?? '')
  else context.opaque('interactive', program)
}

function textAt(context: ProgramContext, word: Word): string | undefined {
  const place = context.place(word)
  const written = context.written(place)
  if (written) return written.kind === 'text' ? written.text : undefined
  return place.kind === 'path' ? context.world.read(place.real) : undefined
}

/** Orders of an interactive transfer program, one a line. */
export function recordTransfers(context: ProgramContext, host: Word, orders: string): void {
  let moved = false
  for (const line of orders.split(/[\n;]/)) {
    const [verb = '', first, second] = line.trim().split(/\s+/)
    if (verb.startsWith('!')) context.code('shell', literal(line.trim().slice(1)), { via: context.invocation.program })
    else if (/^m?(put|reput|send|append)$/i.test(verb) && first) {
      context.reads(literal(first))
      context.contacts(host, 'upload', 'data', { from: 'file', place: context.place(literal(first)) })
      moved = true
    } else if (/^m?(get|reget|recv)$/i.test(verb) && first) {
      context.contacts(host, 'copy', 'nothing')
      context.writes(literal(second ?? first.slice(first.lastIndexOf('/') + 1)), 'overwrite', {
        kind: 'network',
        host: hostName(host) ?? '',
      })
      moved = true
    } else if (/^(m?del(ete)?|rm|rmdir|rename|chmod)$/i.test(verb)) {
      context.contacts(host, 'api', 'data', { from: 'text', text: line.trim() })
      moved = true
    }
  }
  if (!moved) context.contacts(host, 'copy', orders === '' ? 'nothing' : 'unknown')
}

const KEYGEN = valued('-b -t -f -C -N -P -m -I -n -V -s -D -F -R -O -E -w -z -Z -M -S -r -W -a -Y')

function meansKeygen(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, { arity: KEYGEN, style: 'gnu' })
  if (read.has('-D', '-w')) context.opaque('unknown-option', 'ssh-keygen loads a library')
  const file = read.value('-f')
  if (read.has('-l', '-y', '-e', '-i', '-L', '-B', '-F', '-Q')) {
    if (file) context.reads(file, read.has('-y') ? 'content' : 'names')
    return
  }
  if (read.has('-R')) context.writes(file ?? literal('~/.ssh/known_hosts'), 'edit')
  else if (read.has('-s', '-Y')) for (const word of read.operands) context.writes(word, 'create')
  else if (!file && !read.has('-p', '-c')) {
    // It asks where to put the key, and again before it replaces one.
    context.record(settings('ssh', 'key', show(read.value('-t') ?? literal('default'))))
  } else context.writes(file ?? literal('~/.ssh/id_ed25519'), read.has('-p', '-c') ? 'edit' : 'create')
}

function meansCopyId(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, { arity: valued('-i -p -o -F -t'), style: 'gnu' })
  recordOptions(
    context,
    read.given.filter((option) => option.name === '-o' || option.name === '-F'),
    read.operands[0],
  )
  for (const host of read.operands) {
    context.contacts(host, 'copy', 'data', { from: 'text', text: 'public key' })
    context.record(settings('ssh', 'authorized_keys', show(host)))
  }
}

function meansAdd(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, { arity: valued('-t -s -e -H -h -T -E -S'), style: 'gnu' })
  if (read.has('-s', '-S')) context.opaque('unknown-option', 'ssh-add loads a library')
  if (read.has('-l', '-L')) context.record({ does: 'read-system', what: 'security' })
  else context.record(settings('ssh', 'agent', read.operands.map(show).join(' ')))
}

function meansAgent(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, {
    arity: valued('-a -t -E -P -O'),
    style: 'gnu',
    stopAtOperand: true,
  })
  if (read.operands.length > 0) context.runs(read.operands, { via: 'ssh-agent' })
  else
    context.puts({
      kind: 'text',
      text: read.has('-k') ? 'unset SSH_AUTH_SOCK;' : 'SSH_AUTH_SOCK=/tmp/ssh-agent; export SSH_AUTH_SOCK;',
    })
}

function meansSshpass(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, {
    arity: valued('-p -f -d -P'),
    style: 'gnu',
    stopAtOperand: true,
  })
  if (read.has('-f')) context.reads(read.value('-f')!)
  // A password on the command line answers the question that was meant for a person, and everybody can read it.
  if (read.has('-p')) context.record({ does: 'read-secret', store: 'other', target: 'a password on the command line' })
  if (read.operands.length > 0) context.runs(read.operands, { via: 'sshpass' })
}

function meansSshfs(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, { arity: valued('-o -p -F'), style: 'gnu' })
  for (const option of read.values('-o'))
    for (const part of show(option).split(','))
      if (/^(ssh_command|sftp_server|proxycommand)/i.test(part))
        context.code('shell', literal(part.slice(part.indexOf('=') + 1)), { via: 'sshfs -o' })
  const [remote, local] = read.operands
  if (remote) context.contacts(remote, 'copy', 'unknown', pipedPayload(context))
  if (local) context.record(system('mount', show(local)))
}

export const ssh: readonly Program[] = [
  { names: ['ssh', 'slogin', 'autossh', 'dbclient'], means: meansSsh },
  { names: ['scp', 'pscp'], means: meansScp },
  { names: ['sftp', 'psftp'], means: meansSftp },
  { names: ['ssh-keygen'], means: meansKeygen },
  { names: ['ssh-copy-id'], means: meansCopyId },
  { names: ['ssh-add'], means: meansAdd },
  { names: ['ssh-agent'], means: meansAgent },
  { names: ['sshpass'], means: meansSshpass },
  { names: ['sshfs'], means: meansSshfs },
  {
    names: ['mosh'],
    means: (context) => {
      const read = readOptions(context, context.invocation.args, {
        arity: valued('--ssh --client --server -p --port'),
        style: 'gnu',
        stopAtOperand: true,
      })
      for (const runner of read.values('--ssh', '--client')) context.code('shell', runner, { via: 'mosh' })
      const [host, ...command] = read.operands
      if (!host) return
      context.contacts(host, 'shell', 'unknown')
      if (command.length > 0)
        context.runs(command, { via: 'mosh', where: { kind: 'remote', host: hostName(host) ?? show(host) } })
    },
  },
  tabled({ names: ['ssh-keyscan'], options: { '-f': 'read', '-p, -T, -t, -O': 'text' }, operands: 'lookup' }),
  tabled({ names: ['ssh-audit'], options: { '-T, --targets': 'read', '-p, --port': 'text' }, operands: 'lookup' }),
  tabled({
    names: ['sshuttle'],
    options: {
      '-e, --ssh-cmd': 'shell',
      '-r, --remote': 'send',
      '-x, --exclude, -X, --python': 'text',
      '-s': 'opaque',
    },
    does: [door('tunnel'), system('change-network', 'routes through sshuttle')],
  }),
  tabled({ names: ['rsh', 'rlogin', 'rexec'], options: { '-l, -p': 'text' }, operands: ['send', 'opaque'] }),
  tabled({ names: ['keychain'], does: [secret('keychain', 'ssh keys')] }),
  tabled({ names: ['sshd'], does: [door('remote-access')], options: { '-f, -o': 'opaque' }, when: { '-t, -T': [] } }),
]
