import { isGiven, literal, show, textOf } from '../../word.ts'
import { readArguments } from '../options.ts'
import { onlyAsks, report, secret, shown, system, valued } from './facts.ts'
import type { Kit, Program } from './program.ts'
import { type Row, walk } from './table.ts'

/** Looking up names, measuring routes, reading the state of the network. */
const lookups: readonly Program[] = [
  {
    names: ['hping3', 'hping'],
    means: (kit) => {
      const read = readArguments(kit.invocation.args, {
        arity: valued('-E --file -d --data -e --sign -p -c -i -a -I --listen -s'),
        style: 'gnu',
      })
      const file = read.value('-E', '--file')
      if (file) kit.reads(file)
      if (read.operands.length === 0) kit.opaque('interactive', 'hping3')
      for (const host of read.operands) {
        if (file) kit.contacts(host, 'upload', 'data', { from: 'file', place: kit.place(file) })
        else kit.contacts(host, 'probe', 'unknown')
      }
      kit.tell(system(read.has('--flood') ? 'exhaust' : 'scan', shown(read.operands)))
    },
  },
  { names: ['dig', 'drill', 'kdig', 'delv', 'doggo', 'dog'], means: meansDig },
  {
    names: ['whois'],
    means: (kit) => {
      const read = readArguments(kit.invocation.args, {
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
        kit.contacts(server, read.has('-p', '--port') ? 'upload' : 'lookup', 'data', { from: 'text', text: asked })
      else for (const name of read.operands) kit.contacts(name, 'lookup')
    },
  },
  {
    names: ['finger'],
    means: (kit) => {
      kit.tell(report('users'))
      for (const word of readArguments(kit.invocation.args, { arity: new Map(), style: 'gnu' }).operands) {
        const text = show(word)
        if (text.includes('@'))
          kit.contacts(literal(text.slice(text.lastIndexOf('@') + 1)), 'upload', 'data', { from: 'text', text })
      }
    },
  },
  {
    names: ['showmount'],
    means: (kit) => {
      const hosts = kit.invocation.args.filter((word) => !show(word).startsWith('-'))
      kit.tell(hosts.length === 0 ? report('network') : system('scan', shown(hosts)))
    },
  },
]

function meansDig(kit: Kit): void {
  if (onlyAsks(kit.invocation.args)) return
  const read = readArguments(kit.invocation.args, {
    arity: valued('-f -k -p -q -t -x -y -b -c -m'),
    style: 'single-dash',
  })
  const list = read.value('-f')
  if (list) kit.reads(list)
  for (const word of [...read.operands, ...read.values('-x', '-q')]) {
    const text = show(word)
    if (
      text.startsWith('+') ||
      /^(A|AAAA|MX|NS|TXT|SOA|CNAME|PTR|SRV|ANY|CAA|DS|DNSKEY|AXFR|IXFR|IN|CH|HS)$/i.test(text)
    )
      continue
    if (text.startsWith('@')) kit.contacts(literal(text.slice(1)), 'lookup')
    // A name built from data is how a lookup carries data out.
    else if (word.kind === 'dynamic' && !isGiven(word))
      kit.contacts(word, 'lookup', 'unknown', { from: 'unknown', text })
    else kit.contacts(word, 'lookup')
  }
}

/** Verbs of `ip`, `nmcli`, `ifconfig` … that only show. */
const SHOWS = /^(show|list|ls|lst|l|s|sh|get|help|monitor|status|dump|st|stat)$/

function meansIp(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
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
  if (read.has('-b', '-batch', '-force')) kit.opaque('unreadable-code', 'ip -batch')
  const [object, verb] = read.operands.map((word) => textOf(word))
  kit.tell(report('network'))
  if (object !== undefined && object.startsWith('netn') && verb !== undefined && /^(e|ex|exe|exec)$/.test(verb))
    kit.runs(read.operands.slice(3), { via: 'ip netns exec' })
  else if (object !== undefined && /^vrf$/.test(object) && verb === 'exec')
    kit.runs(read.operands.slice(3), { via: 'ip vrf exec' })
  else if (
    verb !== undefined &&
    !SHOWS.test(verb) &&
    /^(a|add|append|c|change|ch|d|del|delete|f|flush|replace|r|set|up|down|restore|save|attach|exec|deleteall|flush|update)/.test(
      verb,
    )
  )
    kit.tell(system('change-network', shown(read.operands)))
  else if (read.operands[1] && verb === undefined) kit.opaque('unknown-subcommand', 'ip')
}

function meansIfconfig(kit: Kit): void {
  const { args, program } = kit.invocation
  const operands = args.filter((word) => !show(word).startsWith('-'))
  kit.tell(report('network'))
  if (program === 'tc' && /^(?:show|list|ls)$/.test(show(operands[1] ?? operands[0] ?? literal('')))) return
  const changes = program === 'route' || program === 'arp' ? /^(add|del|delete|change|flush)$/ : undefined
  if (changes ? args.some((word) => changes.test(show(word)) || /^-(d|s|i)$/.test(show(word))) : operands.length > 1)
    kit.tell(system('change-network', shown(args)))
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
    means: (kit) => {
      kit.tell(report('network'))
      if (
        kit.invocation.program === 'wg' &&
        /^show(conf| .*(private-key|preshared-keys|dump))/.test(shown(kit.invocation.args))
      )
        kit.tell(secret('other', `wg ${shown(kit.invocation.args)}`))
      if (
        kit.invocation.args.some((word) =>
          /^-*(set|add|del|delete|remove|up|down|block|unblock|flush|create|connect|disconnect|genpsk|setconf|addconf|revert|dns|--set|--flush|-?set\w+)$/i.test(
            show(word),
          ),
        )
      )
        kit.tell(system('change-network', shown(kit.invocation.args)))
    },
  },
]

/** nmcli: object then verb; both may be abbreviated. */
const nmcli: Program = {
  names: ['nmcli'],
  means: (kit) => {
    const changes = kit.invocation.args.some((word) =>
      /^(up|down|add|mod(ify)?|del(ete)?|edit|reload|load|import|connect|disconnect|on|off|set|reapply|hotspot|clone|rescan)$/.test(
        show(word),
      ),
    )
    if (kit.invocation.args.some((word) => /^(-s|--show-secrets)$/.test(show(word))))
      kit.tell(secret('other', `nmcli ${shown(kit.invocation.args)}`))
    walk(kit, changes ? MANAGED : SEEN, [])
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
function meansCapture(kit: Kit): void {
  const { args, program } = kit.invocation
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
  walk(kit, row, args)
  if (onlyAsks(args)) return
  const harmless = args.some((word) =>
    /^(-r.*|--read-file.*|-D|-G|--list-interfaces|-L|--list-data-link-types|-v|--version)$/.test(show(word)),
  )
  if (!harmless) kit.tell(system('capture-traffic', shown(args)))
}

/** In a file that was recorded, or in what passes by. */
function searchTraffic(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: valued('-I -O -d -n -A -s -S -F -P -W -c'), style: 'gnu' })
  for (const file of read.values('-I')) kit.reads(file)
  for (const file of read.values('-O')) kit.writes(file, 'overwrite')
  if (read.has('-F')) kit.opaque('unknown-option', 'ngrep -F')
  if (!read.has('-I')) kit.tell(system('capture-traffic', 'network interface'))
}

export const network: readonly Program[] = [
  ...lookups,
  ...interfaces,
  nmcli,
  { names: ['tcpdump', 'tshark', 'dumpcap', 'wireshark', 'termshark'], means: meansCapture },
  { names: ['ngrep'], means: searchTraffic },
]
