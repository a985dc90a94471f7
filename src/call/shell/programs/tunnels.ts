import { literal, show, textOf } from '../../word.ts'
import { readArguments } from '../options.ts'
import { always, door, onlyAsks, pipedPayload, plain, report, shown, system, valued } from './facts.ts'
import type { Kit, Program } from './program.ts'
import { tellTransfers } from './ssh.ts'
import { tabled } from './table.ts'

/** Ways out of the machine other than a request: tunnels, file transfer, mail, message queues, printing. */

const TUNNELS =
  'ngrok localtunnel lt bore frpc frps chisel zrok tunnelto telebit pagekite serveo inlets ligolo-ng ligolo gost rathole iodine iodined dnscat dnscat2 ptunnel stunnel stunnel4 gs-netcat localxpose loclx pinggy beeceptor playit tmate upterm teleconsole sshx ttyd gotty wetty shadowsocks ss-server ss-local v2ray xray sing-box tor openvpn zerotier-one zerotier-cli n2n edge wireproxy dns2tcp httptunnel hts htc revsocks rpivot earthworm ew'

const doors: readonly Program[] = [
  {
    names: TUNNELS.split(' '),
    means: (kit) => {
      const { args, program } = kit.invocation
      if (onlyAsks(args)) return
      const remote = /^(tmate|upterm|teleconsole|sshx|ttyd|gotty|wetty)$/.test(program)
      kit.tell(door(remote ? 'remote-access' : 'tunnel', shown(args)))
      if (program === 'tmate' || program === 'ttyd' || program === 'gotty') {
        const read = readArguments(args, {
          arity: valued('-c -S -f -p -i -W'),
          style: 'gnu',
          stopAtOperand: true,
        })
        const command = program === 'tmate' ? read.value('-c') : undefined
        if (command) kit.code('shell', command, { via: 'tmate -c' })
        else if (program !== 'tmate' && read.operands.length > 0) kit.runs(read.operands, { via: program })
      }
    },
  },
  {
    names: ['cloudflared'],
    means: (kit) => {
      const { args } = kit.invocation
      if (onlyAsks(args)) return
      const text = shown(args)
      if (/\b(tunnel|access|proxy-dns|service|run)\b/.test(text) && !/\b(list|info|validate|version)\b/.test(text))
        kit.tell(door('tunnel', text))
      else if (!/\b(update|version|tunnel|list|info|login)\b/.test(text))
        kit.opaque('unknown-subcommand', `cloudflared ${text}`)
    },
  },
  {
    names: ['tailscale', 'tailscaled', 'warp-cli', 'nordvpn', 'mullvad', 'protonvpn', 'expressvpn', 'netbird'],
    means: (kit) => {
      const verb = textOf(kit.invocation.args.find((word) => !show(word).startsWith('-')))
      if (verb === 'funnel' || verb === 'serve') kit.tell(door('tunnel', shown(kit.invocation.args)))
      else if (
        verb !== undefined &&
        /^(status|ip|ping|netcheck|version|whois|bugreport|dns|countries|cities|account|help|settings)$/.test(verb)
      )
        kit.tell(report('network'))
      else if (verb === 'ssh') kit.runs([literal('ssh'), ...kit.invocation.args.slice(1)], { via: 'tailscale' })
      else if (verb === 'file') kit.contacts(literal('tailnet'), 'upload', 'data', pipedPayload(kit))
      else kit.tell(system('change-network', shown(kit.invocation.args)))
    },
  },
]

const transfers: readonly Program[] = [
  {
    names: ['ftp', 'tftp', 'lftp', 'ncftp', 'tnftp', 'ncftpput', 'ncftpget', 'atftp'],
    means: (kit) => {
      const { args, program, stdin } = kit.invocation
      if (onlyAsks(args)) return
      const read = readArguments(args, {
        arity: new Map(
          ['-c', '-e', '-f', '-u', '-p', '-P', '-o', '-s', '-l', '-r', '-g'].map(
            (name) => [name, program.startsWith('tftp') ? 'flag' : 'value'] as const,
          ),
        ),
        style: 'gnu',
      })
      const orders = read.value('-c', '-e')
      const host = read.operands[0]
      if (read.has('-f') && program === 'lftp') kit.opaque('unreadable-code', 'lftp -f')
      const text = program.startsWith('tftp')
        ? shown(read.operands.slice(1))
        : orders
          ? textOf(orders)
          : stdin.kind === 'text'
            ? stdin.text
            : stdin.kind === 'nothing'
              ? ''
              : undefined
      if (text === undefined || /\b(mirror\s+.*-R|shell|local|source|command)\b/.test(text))
        kit.opaque('unreadable-code', `${program} orders`)
      if (program === 'ncftpput') for (const file of read.operands.slice(2)) kit.reads(file)
      if (host) tellTransfers(kit, host, program === 'ncftpput' ? `put ${shown(read.operands.slice(2))}` : (text ?? ''))
      else if (!orders) kit.opaque('interactive', program)
    },
  },
  {
    names: ['smbclient', 'smbget', 'rpcclient'],
    means: (kit) => {
      const read = readArguments(kit.invocation.args, {
        arity: valued('-c --command -U --user -L --list -I -p -W -A -D -m -o'),
        style: 'gnu',
      })
      const share = read.operands[0] ?? read.value('-L', '--list')
      const orders = read.value('-c', '--command')
      const host = literal(
        show(share ?? literal(''))
          .replace(/^(smb:)?[\\/]+/, '')
          .split(/[\\/]/)[0] ?? '',
      )
      kit.tell(system('scan', show(host)))
      if (orders && textOf(orders) === undefined) kit.opaque('dynamic-code', 'smbclient -c')
      if (share) tellTransfers(kit, host, textOf(orders) ?? '')
      else kit.opaque('interactive', 'smbclient')
    },
  },
]

function mail(kit: Kit): void {
  const { args, program, stdin } = kit.invocation
  if (onlyAsks(args)) return
  const read = readArguments(args, {
    arity: new Map(
      [
        '-s',
        '-a',
        '-A',
        '-b',
        '-c',
        '-r',
        '-S',
        '-f',
        '-F',
        '-e',
        '-i',
        '-H',
        '-to',
        '--to',
        '--from',
        '--server',
        '--header',
        '--body',
        '--attach',
        '--exec',
        '-C',
        '-q',
        '-N',
        '-t',
        '-u',
        '-m',
        '-o',
        '-xu',
        '-xp',
        '-d',
        '--data',
        '--subject',
        '--attachment',
      ].map(
        (name) =>
          [
            name,
            name === '-t' && program === 'sendmail' ? 'flag' : name === '-e' && program === 'mail' ? 'flag' : 'value',
          ] as const,
      ),
    ),
    style: program === 'swaks' ? 'gnu' : 'gnu',
  })
  if (read.has('--exec', '-S')) kit.opaque('unknown-option', `${program} runs an order`)
  if (program === 'mutt' && read.has('-e', '-F')) kit.opaque('unknown-option', 'mutt runs an order')
  if (program.includes('sendmail') && read.has('-C', '-be', '-D'))
    kit.opaque('unknown-option', `${program} with its own configuration`)
  const to = [...read.operands, ...read.values('--to', '-to', '-c', '-b')].map(show).join(' ')
  if (to === '' && !read.has('-t')) {
    if (read.has('-f')) kit.opaque('interactive', program)
    kit.tell(report('users'))
    return
  }
  for (const file of read.values('-a', '-A', '--attach', '--attachment')) {
    kit.reads(file)
    kit.contacts(literal(to.replace(/^.*@/, '') || 'mail'), 'upload', 'data', { from: 'file', place: kit.place(file) })
  }
  const text = stdin.kind === 'text' ? stdin.text : shown([...read.values('-s', '--subject', '--body')])
  kit.tell({ does: 'send-message', to, text, through: 'mail' })
  if (stdin.kind === 'file')
    kit.contacts(literal(to.replace(/^.*@/, '') || 'mail'), 'upload', 'data', pipedPayload(kit))
}

export const tunnels: readonly Program[] = [
  ...doors,
  ...transfers,
  {
    names: [
      'mail',
      'mailx',
      's-nail',
      'sendmail',
      'mutt',
      'neomutt',
      'swaks',
      'msmtp',
      'ssmtp',
      'sendemail',
      'mpack',
      'exim',
      'exim4',
      'alpine',
      'git-send-email',
    ],
    means: mail,
  },
  {
    names: ['wall', 'write', 'mesg', 'talk'],
    means: (kit) => kit.tell({ does: 'send-message', to: 'users', text: shown(kit.invocation.args), through: 'other' }),
  },
  tabled({
    names: [
      'websocat',
      'wscat',
      'grpcurl',
      'grpc_cli',
      'evans',
      'mosquitto_pub',
      'mosquitto_sub',
      'kcat',
      'kafkacat',
      'nats',
    ],
    options: {
      '-c, --connect, -h, --host, -b, -s': 'send',
      '-d, -p, -t, -m, -H, -P, -C, -L': 'text',
      '-f, --file, -proto, -import-path': 'read',
      '--exec, sh-c, exec, cmd, -E': 'opaque',
      '-l, --listen': 'opaque',
    },
    operands: ['send', 'text'],
    style: 'single-dash',
  }),
  tabled({
    names: ['lp', 'lpr'],
    options: { '-h, -H': 'send', '-d, -P, -n, -o, -t, -#, -i': 'text', '-U, -u': 'text' },
    operands: 'read',
  }),
  plain('lpstat lpq lpoptions lpinfo', { options: { '-h': 'send' } }),
  tabled({ names: ['cancel', 'lprm'], options: { '-h': 'send', '-u, -U': 'text' } }),
  always(
    system('change-configuration', 'printing'),
    'lpadmin cupsctl cupsenable cupsdisable lpmove cupsaccept cupsreject',
  ),
]
