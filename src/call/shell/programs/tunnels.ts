import { literal, show, textOf } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { always, door, onlyAsks, pipedPayload, plain, report, shown, system, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { recordTransfers } from './ssh.ts'
import { tabled } from './table.ts'

/** Ways out of the machine other than a request: tunnels, file transfer, mail, message queues, printing. */

const TUNNELS =
  'ngrok localtunnel lt bore frpc frps chisel zrok tunnelto telebit pagekite serveo inlets ligolo-ng ligolo gost rathole iodine iodined dnscat dnscat2 ptunnel stunnel stunnel4 gs-netcat localxpose loclx pinggy beeceptor playit tmate upterm teleconsole sshx ttyd gotty wetty shadowsocks ss-server ss-local v2ray xray sing-box tor openvpn zerotier-one zerotier-cli n2n edge wireproxy dns2tcp httptunnel hts htc revsocks rpivot earthworm ew'

const doors: readonly Program[] = [
  {
    names: TUNNELS.split(' '),
    means: (context) => {
      const { args, program } = context.invocation
      if (onlyAsks(args)) return
      const remote = /^(tmate|upterm|teleconsole|sshx|ttyd|gotty|wetty)$/.test(program)
      context.record(door(remote ? 'remote-access' : 'tunnel', shown(args)))
      if (program === 'tmate' || program === 'ttyd' || program === 'gotty') {
        const read = readOptions(context, args, {
          arity: valued('-c -S -f -p -i -W'),
          style: 'gnu',
          stopAtOperand: true,
        })
        const command = program === 'tmate' ? read.value('-c') : undefined
        if (command) context.code('shell', command, { via: 'tmate -c' })
        else if (program !== 'tmate' && read.operands.length > 0) context.runs(read.operands, { via: program })
      }
    },
  },
  {
    names: ['cloudflared'],
    means: (context) => {
      const { args } = context.invocation
      if (onlyAsks(args)) return
      const text = shown(args)
      if (/\b(tunnel|access|proxy-dns|service|run)\b/.test(text) && !/\b(list|info|validate|version)\b/.test(text))
        context.record(door('tunnel', text))
      else if (!/\b(update|version|tunnel|list|info|login)\b/.test(text))
        context.opaque('unknown-subcommand', `cloudflared ${text}`)
    },
  },
  {
    names: ['tailscale', 'tailscaled', 'warp-cli', 'nordvpn', 'mullvad', 'protonvpn', 'expressvpn', 'netbird'],
    means: (context) => {
      const verb = textOf(context.invocation.args.find((word) => !show(word).startsWith('-')))
      if (verb === 'funnel' || verb === 'serve') context.record(door('tunnel', shown(context.invocation.args)))
      else if (
        verb !== undefined &&
        /^(status|ip|ping|netcheck|version|whois|bugreport|dns|countries|cities|account|help|settings)$/.test(verb)
      )
        context.record(report('network'))
      else if (verb === 'ssh') context.runs([literal('ssh'), ...context.invocation.args.slice(1)], { via: 'tailscale' })
      else if (verb === 'file') context.contacts(literal('tailnet'), 'upload', 'data', pipedPayload(context))
      else context.record(system('change-network', shown(context.invocation.args)))
    },
  },
]

const transfers: readonly Program[] = [
  {
    names: ['ftp', 'tftp', 'lftp', 'ncftp', 'tnftp', 'ncftpput', 'ncftpget', 'atftp'],
    means: (context) => {
      const { args, program, stdin } = context.invocation
      if (onlyAsks(args)) return
      const read = readOptions(context, args, {
        arity: new Map(
          ['-c', '-e', '-f', '-u', '-p', '-P', '-o', '-s', '-l', '-r', '-g'].map(
            (name) => [name, program.startsWith('tftp') ? 'flag' : 'value'] as const,
          ),
        ),
        style: 'gnu',
      })
      const orders = read.value('-c', '-e')
      const opened = program === 'lftp' && /\bopen\s+(?:-\S+\s+)*([^\s;]+)/.exec(textOf(orders) ?? '')?.[1]
      const host = read.operands[0] ?? (opened ? literal(opened) : undefined)
      if (read.has('-f') && program === 'lftp') context.opaque('unreadable-code', 'lftp -f')
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
        context.opaque('unreadable-code', `${program} orders`)
      if (program === 'ncftpput') for (const file of read.operands.slice(2)) context.reads(file)
      if (host)
        recordTransfers(context, host, program === 'ncftpput' ? `put ${shown(read.operands.slice(2))}` : (text ?? ''))
      else if (!orders) context.opaque('interactive', program)
    },
  },
  {
    names: ['smbclient', 'smbget', 'rpcclient'],
    means: (context) => {
      const read = readOptions(context, context.invocation.args, {
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
      context.record(system('scan', show(host)))
      if (orders && textOf(orders) === undefined) context.opaque('dynamic-code', 'smbclient -c')
      if (share) recordTransfers(context, host, textOf(orders) ?? '')
      else context.opaque('interactive', 'smbclient')
    },
  },
]

function mail(context: ProgramContext): void {
  const { args, program, stdin } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
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
  if (read.has('--exec', '-S')) context.opaque('unknown-option', `${program} runs an order`)
  if (program === 'mutt' && read.has('-e', '-F')) context.opaque('unknown-option', 'mutt runs an order')
  if (program.includes('sendmail') && read.has('-C', '-be', '-D'))
    context.opaque('unknown-option', `${program} with its own configuration`)
  const to = [...read.operands, ...read.values('--to', '-to', '-c', '-b')].map(show).join(' ')
  if (to === '' && !read.has('-t')) {
    if (read.has('-f')) context.opaque('interactive', program)
    context.record(report('users'))
    return
  }
  for (const file of read.values('-a', '-A', '--attach', '--attachment')) {
    context.reads(file)
    context.contacts(literal(to.replace(/^.*@/, '') || 'mail'), 'upload', 'data', {
      from: 'file',
      place: context.place(file),
    })
  }
  const text = stdin.kind === 'text' ? stdin.text : shown([...read.values('-s', '--subject', '--body')])
  context.record({ does: 'send-message', to, text, through: 'mail' })
  if (stdin.kind === 'file')
    context.contacts(literal(to.replace(/^.*@/, '') || 'mail'), 'upload', 'data', pipedPayload(context))
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
    means: (context) =>
      context.record({ does: 'send-message', to: 'users', text: shown(context.invocation.args), through: 'other' }),
  },
  tabled({
    names: ['websocat', 'wscat', 'grpc_cli', 'evans', 'mosquitto_pub', 'mosquitto_sub', 'kcat', 'kafkacat', 'nats'],
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
