import { isGiven, literal, show, textOf } from '../../word.ts'
import { readArguments } from '../options.ts'
import { readOptions } from './read-options.ts'
import { onlyAsks, report, secret, shown, system, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { type Row, walk } from './table.ts'

/** Looking up names, measuring routes, reading the state of the network. */
const lookups: readonly Program[] = [
  {
    names: ['hping3', 'hping'],
    means: (context) => {
      const read = readOptions(context, context.invocation.args, {
        arity: valued('-E --file -d --data -e --sign -p -c -i -a -I --listen -s'),
        style: 'gnu',
      })
      const file = read.value('-E', '--file')
      if (file) context.reads(file)
      if (read.operands.length === 0) context.opaque('interactive', 'hping3')
      for (const host of read.operands) {
        if (file) context.contacts(host, 'upload', 'data', { from: 'file', place: context.place(file) })
        else context.contacts(host, 'probe', 'unknown')
      }
      context.record(system(read.has('--flood') ? 'exhaust' : 'scan', shown(read.operands)))
    },
  },
  { names: ['dig', 'drill', 'kdig', 'delv', 'doggo', 'dog'], means: meansDig },
  {
    names: ['whois'],
    means: (context) => {
      const read = readOptions(context, context.invocation.args, {
        arity: new Map([
          ['-h', 'value'],
          ['--host', 'value'],
          ['-p', 'value'],
          ['--port', 'value'],
        ] as const),
        style: 'gnu',
      })
      const server = read.value('-h', '--host')
      const asked = shown(read.operands)
      if (server)
        context.contacts(server, read.has('-p', '--port') ? 'upload' : 'lookup', 'data', { from: 'text', text: asked })
      else for (const name of read.operands) context.contacts(name, 'lookup')
    },
  },
  {
    names: ['finger'],
    means: (context) => {
      context.record(report('users'))
      for (const word of readArguments(context.invocation.args, { arity: new Map(), style: 'gnu' }).operands) {
        const text = show(word)
        if (text.includes('@'))
          context.contacts(literal(text.slice(text.lastIndexOf('@') + 1)), 'upload', 'data', { from: 'text', text })
      }
    },
  },
  {
    names: ['showmount'],
    means: (context) => {
      const hosts = context.invocation.args.filter((word) => !show(word).startsWith('-'))
      context.record(hosts.length === 0 ? report('network') : system('scan', shown(hosts)))
    },
  },
]

function meansDig(context: ProgramContext): void {
  if (onlyAsks(context.invocation.args)) return
  const read = readOptions(context, context.invocation.args, {
    arity: valued('-f -k -p -q -t -x -y -b -c -m'),
    style: 'single-dash',
  })
  const list = read.value('-f')
  if (list) context.reads(list)
  for (const word of [...read.operands, ...read.values('-x', '-q')]) {
    const text = show(word)
    if (
      text.startsWith('+') ||
      /^(A|AAAA|MX|NS|TXT|SOA|CNAME|PTR|SRV|ANY|CAA|DS|DNSKEY|AXFR|IXFR|IN|CH|HS)$/i.test(text)
    )
      continue
    if (text.startsWith('@')) context.contacts(literal(text.slice(1)), 'lookup')
    // A name built from data is how a lookup carries data out.
    else if (word.kind === 'dynamic' && !isGiven(word))
      context.contacts(word, 'lookup', 'unknown', { from: 'unknown', text })
    else context.contacts(word, 'lookup')
  }
}

/** Verbs of `ip`, `nmcli`, `ifconfig` … that only show. */
const SHOWS = /^(show|list|ls|lst|l|s|sh|get|help|monitor|status|dump|st|stat)$/

function meansIp(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, {
    arity: new Map([
      ['-f', 'value'],
      ['-family', 'value'],
      ['-n', 'value'],
      ['-netns', 'value'],
      ['-rc', 'value'],
      ['-b', 'value'],
      ['-batch', 'value'],
    ] as const),
    style: 'single-dash',
    stopAtOperand: true,
  })
  if (read.has('-b', '-batch', '-force')) context.opaque('unreadable-code', 'ip -batch')
  const [object, verb] = read.operands.map((word) => textOf(word))
  context.record(report('network'))
  if (object !== undefined && object.startsWith('netn') && verb !== undefined && /^(e|ex|exe|exec)$/.test(verb))
    context.runs(read.operands.slice(3), { via: 'ip netns exec' })
  else if (object !== undefined && /^vrf$/.test(object) && verb === 'exec')
    context.runs(read.operands.slice(3), { via: 'ip vrf exec' })
  else if (
    verb !== undefined &&
    !SHOWS.test(verb) &&
    /^(a|add|append|c|change|ch|d|del|delete|f|flush|replace|r|set|up|down|restore|save|attach|exec|deleteall|flush|update)/.test(
      verb,
    )
  )
    context.record(system('change-network', shown(read.operands)))
  else if (read.operands[1] && verb === undefined) context.opaque('unknown-subcommand', 'ip')
}

function meansIfconfig(context: ProgramContext): void {
  const { args, program } = context.invocation
  const operands = args.filter((word) => !show(word).startsWith('-'))
  context.record(report('network'))
  if (program === 'tc' && /^(?:show|list|ls)$/.test(show(operands[1] ?? operands[0] ?? literal('')))) return
  const changes = program === 'route' || program === 'arp' ? /^(add|del|delete|change|flush)$/ : undefined
  if (changes ? args.some((word) => changes.test(show(word)) || /^-(d|s|i)$/.test(show(word))) : operands.length > 1)
    context.record(system('change-network', shown(args)))
}

const MANAGED: Omit<Row, 'names'> = { does: [system('change-network', 'connection')] }
const SEEN: Omit<Row, 'names'> = { does: [report('network')] }

const interfaces: readonly Program[] = [
  { names: ['ip'], means: meansIp },
  {
    names: ['ifconfig', 'route', 'arp', 'iwconfig', 'brctl', 'bridge', 'vconfig', 'ipmaddr', 'tc', 'iptunnel'],
    means: meansIfconfig,
  },
  {
    names: [
      'iw',
      'wg',
      'rfkill',
      'networkctl',
      'resolvectl',
      'systemd-resolve',
      'networksetup',
      'scutil',
      'iwctl',
      'nmtui',
      'connmanctl',
    ],
    means: (context) => {
      context.record(report('network'))
      if (
        context.invocation.program === 'wg' &&
        /^show(conf| .*(private-key|preshared-keys|dump))/.test(shown(context.invocation.args))
      )
        context.record(secret('other', `wg ${shown(context.invocation.args)}`))
      if (
        context.invocation.args.some((word) =>
          /^-*(set|add|del|delete|remove|up|down|block|unblock|flush|create|connect|disconnect|genpsk|setconf|addconf|revert|dns|--set|--flush|-?set\w+)$/i.test(
            show(word),
          ),
        )
      )
        context.record(system('change-network', shown(context.invocation.args)))
    },
  },
]

/** nmcli: object then verb; both may be abbreviated. */
const nmcli: Program = {
  names: ['nmcli'],
  means: (context) => {
    readOptions(context, context.invocation.args, {
      arity: valued('-f --fields -g --get-values -m --mode -w --wait -c --colors -e --escape --overview'),
      style: 'gnu',
    })
    const changes = context.invocation.args.some((word) =>
      /^(up|down|add|mod(ify)?|del(ete)?|edit|reload|load|import|connect|disconnect|on|off|set|reapply|hotspot|clone|rescan)$/.test(
        show(word),
      ),
    )
    if (context.invocation.args.some((word) => /^(-s|--show-secrets)$/.test(show(word))))
      context.record(secret('other', `nmcli ${shown(context.invocation.args)}`))
    walk(context, changes ? MANAGED : SEEN, [])
  },
}

const CAPTURE: Omit<Row, 'names'> = {
  options: {
    '-w': 'write',
    '-r': 'read',
    '-F': 'read',
    '-z': 'program',
    '-X, -o, -C': 'opaque',
    '-i, -c, -s, -Y, -f, -T, -e, -E, -b, -B, -G, -W, -y, -a, -d, -R, -n': 'text',
  },
}

/** tcpdump and tshark: a saved file is only read; an interface is everybody's traffic. */
function meansCapture(context: ProgramContext): void {
  const { args, program } = context.invocation
  const row =
    program === 'tcpdump'
      ? CAPTURE
      : ({
          options: {
            '-w': 'write',
            '-r': 'read',
            '-X': 'opaque',
            '-i, -c, -s, -Y, -f, -T, -e, -E, -b, -B, -a, -d, -R, -z, -o, -C, -K, -O, -F': 'text',
          },
        } satisfies Omit<Row, 'names'>)
  walk(context, row, args)
  if (onlyAsks(args)) return
  const harmless = args.some((word) =>
    /^(-r.*|--read-file.*|-D|-G|--list-interfaces|-L|--list-data-link-types|-v|--version)$/.test(show(word)),
  )
  if (!harmless) context.record(system('capture-traffic', shown(args)))
}

/** In a file that was recorded, or in what passes by. */
function searchTraffic(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, {
    arity: valued('-I -O -d -n -A -s -S -F -P -W -c'),
    style: 'gnu',
  })
  for (const file of read.values('-I')) context.reads(file)
  for (const file of read.values('-O')) context.writes(file, 'overwrite')
  if (read.has('-F')) context.opaque('unknown-option', 'ngrep -F')
  if (!read.has('-I')) context.record(system('capture-traffic', 'network interface'))
}

export const network: readonly Program[] = [
  ...lookups,
  ...interfaces,
  nmcli,
  { names: ['tcpdump', 'tshark', 'dumpcap', 'wireshark', 'termshark'], means: meansCapture },
  { names: ['ngrep'], means: searchTraffic },
]
