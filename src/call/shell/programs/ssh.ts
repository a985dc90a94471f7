import { dynamic, knownPrefix, literal, show, textOf, type Word } from '../../word.ts'
import { readArguments, type ReadArguments } from '../options.ts'
import { door, hostName, joined, onlyAsks, pipedPayload, secret, settings, system, valued } from './facts.ts'
import type { Kit, Program } from './program.ts'
import { tabled } from './table.ts'

const SSH = valued('-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -P -Q -R -S -W -w')

function meansSsh(kit: Kit): void {
  const { args, program } = kit.invocation
  if (onlyAsks(args)) return
  const before = readArguments(args, { arity: SSH, style: 'gnu', stopAtOperand: true })
  if (before.has('-V', '-Q')) return
  const host = before.operands[0]
  // ssh reads options on both sides of the host.
  const after = readArguments(before.operands.slice(1), { arity: SSH, style: 'gnu', stopAtOperand: true })
  const given = [...before.given, ...after.given]
  tellOptions(kit, given, host)
  if (!host) return
  if (given.some((option) => option.name === '-O' || option.name === '-G')) return
  kit.contacts(host, 'shell', 'unknown')
  const where = { kind: 'remote', host: hostName(host) ?? show(host) } as const
  if (after.operands.length > 0)
    kit.code('shell', joined(after.operands), { via: program, where, stdin: kit.invocation.stdin })
  else if (kit.invocation.stdin.kind !== 'nothing' && !given.some((option) => option.name === '-N')) {
    const { stdin } = kit.invocation
    if (stdin.kind === 'text') kit.code('shell', literal(stdin.text), { via: program, where })
    else kit.code('shell', dynamic('standard input'), { via: program, where })
  }
}

type Given = ReadArguments['given']

function tellOptions(kit: Kit, given: Given, host: Word | undefined): void {
  const { program } = kit.invocation
  for (const { name, value } of given) {
    if (!value) continue
    const text = show(value)
    switch (name) {
      case '-o':
        tellSetting(kit, value, host)
        break
      case '-F':
        tellConfiguration(kit, value)
        break
      case '-I':
        kit.opaque('unknown-option', `${program} -I ${text}`)
        break
      case '-J':
        for (const jump of text.split(',')) if (jump !== 'none') kit.contacts(literal(jump), 'shell', 'unknown')
        break
      case '-E':
        kit.writes(value, 'append')
        break
      case '-R':
      case '-w':
      case '-D':
        kit.tell(door('tunnel', text))
        break
      case '-L':
        kit.tell(door('port-forward', given.some((option) => option.name === '-g') ? '0.0.0.0' : boundTo(text)))
        break
      case '-W':
        kit.tell(door('port-forward', text))
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
function tellSetting(kit: Kit, word: Word, host: Word | undefined): void {
  const via = `${kit.invocation.program} -o`
  const key = /^\s*([A-Za-z]+)\s*[=\s]\s*/.exec(knownPrefix(word))
  if (!key) {
    kit.opaque('unknown-option', `${via} ${show(word)}`)
    return
  }
  const value = show(word).slice(key[0].length)
  const valueWord = word.kind === 'literal' ? literal(value) : dynamic(value)
  switch (key[1]!.toLowerCase()) {
    case 'proxycommand':
      if (value.toLowerCase() !== 'none') kit.code('shell', valueWord, { via: `${via} ProxyCommand` })
      return
    case 'localcommand':
    case 'knownhostscommand':
      kit.code('shell', valueWord, { via: `${via} ${key[1]}` })
      return
    case 'remotecommand':
      kit.code('shell', valueWord, { via, where: { kind: 'remote', host: (host && hostName(host)) ?? '' } })
      return
    case 'proxyjump':
      kit.contacts(valueWord, 'shell', 'unknown')
      return
    case 'stricthostkeychecking':
      if (/^(no|off)$/i.test(value)) kit.tell(system('weaken-tls', `host key check of ${host ? show(host) : 'ssh'}`))
      return
    case 'userknownhostsfile':
      if (value === '/dev/null') kit.tell(system('weaken-tls', `host key check of ${host ? show(host) : 'ssh'}`))
      return
    case 'remoteforward':
    case 'dynamicforward':
    case 'tunnel':
      kit.tell(door('tunnel', value))
      return
    case 'localforward':
      kit.tell(door('port-forward', value))
      return
    case 'pkcs11provider':
    case 'securitykeyprovider':
    case 'include':
    case 'xauthlocation':
      kit.opaque('unknown-option', `${via} ${show(word)}`)
  }
}

/** A configuration file can run programs: only one that is readable and has none of those keys is seen through. */
function tellConfiguration(kit: Kit, word: Word): void {
  if (textOf(word) === 'none' || textOf(word) === '/dev/null') return
  kit.reads(word)
  const place = kit.place(word)
  const written = kit.written(place)
  const text = written
    ? written.kind === 'text'
      ? written.text
      : undefined
    : place.kind === 'path'
      ? kit.world.read(place.real)
      : undefined
  if (text === undefined || /(command|include|provider|match\s+.*exec)/i.test(text))
    kit.opaque('unreadable-code', `${kit.invocation.program} -F ${show(word)}`)
}

const SCP = valued('-c -D -F -i -J -l -o -P -S -X')

function isRemote(word: Word): boolean {
  const prefix = knownPrefix(word)
  return /^(scp|sftp):\/\//.test(prefix) || /^[^/:]+:/.test(prefix) || /^[^/:]+:/.test(show(word))
}

function meansScp(kit: Kit): void {
  const { args, program } = kit.invocation
  if (onlyAsks(args)) return
  const read = readArguments(args, { arity: SCP, style: 'gnu' })
  const target = read.operands.at(-1)
  const sources = read.operands.slice(0, -1)
  tellOptions(
    kit,
    read.given.filter((option) => !['-D', '-P'].includes(option.name)),
    target,
  )
  for (const runner of read.values('-S', '-D')) kit.runs([runner], { via: program, moreArguments: true })
  if (!target) return
  const recursive = read.has('-r')
  for (const source of sources) {
    if (isRemote(source)) {
      kit.contacts(source, 'copy', 'nothing')
      if (isRemote(target)) kit.contacts(target, 'copy', 'data', { from: 'unknown', text: show(source) })
      else kit.writes(target, 'overwrite', { kind: 'network', host: hostName(source) ?? '' })
    } else {
      kit.reads(source, 'content', { recursive })
      if (isRemote(target)) kit.contacts(target, 'copy', 'data', { from: 'file', place: kit.place(source) })
      else kit.writes(target, 'overwrite', { kind: 'copy', of: kit.place(source) })
    }
  }
}

const SFTP = valued('-B -b -c -D -F -i -J -l -o -P -R -S -s -X')

/** sftp and its kin take orders from a batch file or standard input; `!` in them is a shell here. */
function meansSftp(kit: Kit): void {
  const { args, program, stdin } = kit.invocation
  if (onlyAsks(args)) return
  const read = readArguments(args, { arity: SFTP, style: 'gnu' })
  tellOptions(
    kit,
    read.given.filter((option) => !['-D', '-P', '-R'].includes(option.name)),
    read.operands[0],
  )
  for (const runner of read.values('-S', '-D')) kit.runs([runner], { via: program, moreArguments: true })
  const host = read.operands[0]
  const batch = read.value('-b')
  if (batch && textOf(batch) !== '-') kit.reads(batch)
  const orders =
    batch && textOf(batch) !== '-'
      ? textAt(kit, batch)
      : stdin.kind === 'text'
        ? stdin.text
        : stdin.kind === 'nothing'
          ? ''
          : undefined
  if (orders === undefined) kit.opaque('unreadable-code', `${program} orders`)
  if (host) tellTransfers(kit, host, orders ?? '')
  else kit.opaque('interactive', program)
}

function textAt(kit: Kit, word: Word): string | undefined {
  const place = kit.place(word)
  const written = kit.written(place)
  if (written) return written.kind === 'text' ? written.text : undefined
  return place.kind === 'path' ? kit.world.read(place.real) : undefined
}

/** Orders of an interactive transfer program, one a line. */
export function tellTransfers(kit: Kit, host: Word, orders: string): void {
  let moved = false
  for (const line of orders.split(/[\n;]/)) {
    const [verb = '', first, second] = line.trim().split(/\s+/)
    if (verb.startsWith('!')) kit.code('shell', literal(line.trim().slice(1)), { via: kit.invocation.program })
    else if (/^m?(put|reput|send|append)$/i.test(verb) && first) {
      kit.reads(literal(first))
      kit.contacts(host, 'upload', 'data', { from: 'file', place: kit.place(literal(first)) })
      moved = true
    } else if (/^m?(get|reget|recv)$/i.test(verb) && first) {
      kit.contacts(host, 'copy', 'nothing')
      kit.writes(literal(second ?? first.slice(first.lastIndexOf('/') + 1)), 'overwrite', {
        kind: 'network',
        host: hostName(host) ?? '',
      })
      moved = true
    } else if (/^(m?del(ete)?|rm|rmdir|rename|chmod)$/i.test(verb)) {
      kit.contacts(host, 'api', 'data', { from: 'text', text: line.trim() })
      moved = true
    }
  }
  if (!moved) kit.contacts(host, 'copy', orders === '' ? 'nothing' : 'unknown')
}

const KEYGEN = valued('-b -t -f -C -N -P -m -I -n -V -s -D -F -R -O -E -w -z -Z -M -S -r -W -a -Y')

function meansKeygen(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: KEYGEN, style: 'gnu' })
  if (read.has('-D', '-w')) kit.opaque('unknown-option', 'ssh-keygen loads a library')
  const file = read.value('-f')
  if (read.has('-l', '-y', '-e', '-i', '-L', '-B', '-F', '-Q')) {
    if (file) kit.reads(file, read.has('-y') ? 'content' : 'names')
    return
  }
  if (read.has('-R')) kit.writes(file ?? literal('~/.ssh/known_hosts'), 'edit')
  else if (read.has('-s', '-Y')) for (const word of read.operands) kit.writes(word, 'create')
  else if (!file && !read.has('-p', '-c')) {
    // It asks where to put the key, and again before it replaces one.
    kit.tell(settings('ssh', 'key', show(read.value('-t') ?? literal('default'))))
  } else kit.writes(file ?? literal('~/.ssh/id_ed25519'), read.has('-p', '-c') ? 'edit' : 'create')
}

function meansCopyId(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: valued('-i -p -o -F -t'), style: 'gnu' })
  tellOptions(
    kit,
    read.given.filter((option) => option.name === '-o' || option.name === '-F'),
    read.operands[0],
  )
  for (const host of read.operands) {
    kit.contacts(host, 'copy', 'data', { from: 'text', text: 'public key' })
    kit.tell(settings('ssh', 'authorized_keys', show(host)))
  }
}

function meansAdd(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: valued('-t -s -e -H -h -T -E -S'), style: 'gnu' })
  if (read.has('-s', '-S')) kit.opaque('unknown-option', 'ssh-add loads a library')
  if (read.has('-l', '-L')) kit.tell({ does: 'read-system', what: 'security' })
  else kit.tell(settings('ssh', 'agent', read.operands.map(show).join(' ')))
}

function meansAgent(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: valued('-a -t -E -P -O'),
    style: 'gnu',
    stopAtOperand: true,
  })
  if (read.operands.length > 0) kit.runs(read.operands, { via: 'ssh-agent' })
  else
    kit.puts({
      kind: 'text',
      text: read.has('-k') ? 'unset SSH_AUTH_SOCK;' : 'SSH_AUTH_SOCK=/tmp/ssh-agent; export SSH_AUTH_SOCK;',
    })
}

function meansSshpass(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: valued('-p -f -d -P'), style: 'gnu', stopAtOperand: true })
  if (read.has('-f')) kit.reads(read.value('-f')!)
  // A password on the command line answers the question that was meant for a person, and everybody can read it.
  if (read.has('-p')) kit.tell({ does: 'read-secret', store: 'other', target: 'a password on the command line' })
  if (read.operands.length > 0) kit.runs(read.operands, { via: 'sshpass' })
}

function meansSshfs(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: valued('-o -p -F'), style: 'gnu' })
  for (const option of read.values('-o'))
    for (const part of show(option).split(','))
      if (/^(ssh_command|sftp_server|proxycommand)/i.test(part))
        kit.code('shell', literal(part.slice(part.indexOf('=') + 1)), { via: 'sshfs -o' })
  const [remote, local] = read.operands
  if (remote) kit.contacts(remote, 'copy', 'unknown', pipedPayload(kit))
  if (local) kit.tell(system('mount', show(local)))
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
    means: (kit) => {
      const read = readArguments(kit.invocation.args, {
        arity: valued('--ssh --client --server -p --port'),
        style: 'gnu',
        stopAtOperand: true,
      })
      for (const runner of read.values('--ssh', '--client')) kit.code('shell', runner, { via: 'mosh' })
      const [host, ...command] = read.operands
      if (!host) return
      kit.contacts(host, 'shell', 'unknown')
      if (command.length > 0)
        kit.runs(command, { via: 'mosh', where: { kind: 'remote', host: hostName(host) ?? show(host) } })
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
