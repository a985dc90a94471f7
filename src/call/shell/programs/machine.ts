import { show, textOf } from '../../word.ts'
import { readArguments } from '../options.ts'
import { onlyAsks, report, secret, shown, system, tellAllVariables, valued } from './facts.ts'
import type { Kit, Program } from './program.ts'

/** Names of variables that hold what opens something. */
const SECRET_NAME =
  /(secret|token|passw|passphrase|credential|api_?key|private_?key|access_?key|auth|session|cookie|_key$|^key$|_pwd$|dsn|connection_string|database_url)/i

/** `printenv` alone shows everything, secrets too; with a name only that one. */
function meansPrintenv(kit: Kit): void {
  const names = kit.invocation.args.filter((word) => !show(word).startsWith('-'))
  kit.tell(report('environment'))
  if (names.length === 0) tellAllVariables(kit)
  for (const name of names)
    if (textOf(name) === undefined || SECRET_NAME.test(show(name))) kit.tell(secret('environment', show(name)))
}

/** `shutdown -c` takes it back; everything else ends the session of everybody. */
function meansPower(kit: Kit): void {
  const { args, program } = kit.invocation
  if (args.some((word) => /^(-c|--help|--version|--show|-w|--wtmp-only)$/.test(show(word)))) return
  if ((program === 'init' || program === 'telinit') && !/^[06sS1]$/.test(shown(args))) {
    if (args.length > 0) kit.tell(system('change-configuration', `runlevel ${shown(args)}`))
    return
  }
  kit.tell(system('power', `${program} ${shown(args)}`.trim()))
}

/** Programs that show without an argument and set with one. */
function shows(
  names: string,
  deed: 'change-configuration' | 'change-clock' | 'change-kernel' | 'change-network',
  looks: RegExp,
): Program {
  return {
    names: names.split(' '),
    means: (kit) => {
      const { args, program } = kit.invocation
      const text = shown(args)
      if (args.length === 0 || onlyAsks(args) || looks.test(text)) kit.tell(report('machine'))
      else kit.tell(system(deed, `${program} ${text}`))
    },
  }
}

function meansHostname(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: valued('-F -b --file --boot'), style: 'gnu' })
  // With an option that shows something, a name that follows is not set.
  const shows = read.has('-a', '-A', '-d', '-f', '-i', '-I', '-s', '-y', '--alias', '--fqdn', '--ip-address', '--short')
  if (!shows && (read.has('-F', '--file') || read.operands.length > 0))
    kit.tell(system('change-configuration', `host name ${shown(read.operands)}`))
  else kit.tell(report('machine'))
}

export const machine: readonly Program[] = [
  { names: ['hostname'], means: meansHostname },
  {
    names: ['facter', 'ohai'],
    means: (kit) =>
      kit.invocation.args.some((word) => /custom-dir|external-dir|--puppet|-p$|-d$|--directory/.test(show(word))) ||
      kit.invocation.environment.has('FACTERLIB')
        ? kit.opaque('unreadable-code', `${kit.invocation.program} loads code`)
        : kit.tell(report('machine')),
  },
  shows('hostnamectl localectl', 'change-configuration', /^(status|list-\S+|hostname$|--help|show)/),
  shows('timedatectl', 'change-clock', /^(status|show|list-timezones|timesync-status|show-timesync|--help)/),
  shows('hwclock', 'change-clock', /^(-r|--show|--get|-v|--verbose)$/),
  shows(
    'chronyc ntpq ntpstat',
    'change-clock',
    /^(tracking|sources|sourcestats|activity|-p|-pn|clients|serverstats|ntpdata)/,
  ),
  { names: ['printenv'], means: meansPrintenv },
  {
    names: [
      'reboot',
      'shutdown',
      'halt',
      'poweroff',
      'init',
      'telinit',
      'pm-suspend',
      'pm-hibernate',
      'rtcwake',
      'systemsleep',
      'zzz',
    ],
    means: meansPower,
  },
  shows('pmset', 'change-configuration', /^-g/),
  shows(
    'efibootmgr kmod grubby update-alternatives alternatives fwupdmgr ipmitool',
    'change-kernel',
    /^(-v|list|--list|--info\S*|--default-kernel|--display|--get-selections|--query|get-devices|get-updates|sdr|sensor|--version|static-nodes|chassis status|config --display|display|mc info)/,
  ),
  shows('loadkeys setxkbmap xmodmap setfont kbdrate numlockx', 'change-configuration', /^(-query|-print|-pke|-pm|-p)$/),
  shows('limits cpufreq-set tuned-adm powerprofilesctl', 'change-configuration', /^(list|active|get|recommend|verify)/),
  {
    names: ['ldconfig'],
    // By itself it makes the list of installed libraries anew; told where else to look, it changes what programs load.
    means: ({ tell, invocation }) => {
      if (!invocation.args.every((word) => /^-[vpXN]$/.test(show(word))))
        tell(system('change-configuration', 'libraries'))
    },
  },
  {
    names: ['defaults'],
    means: (kit) => {
      const verb = textOf(kit.invocation.args[0])
      const text = shown(kit.invocation.args)
      if (verb === undefined || /^(read|read-type|domains|find|export|help|-currentHost)$/.test(verb))
        kit.tell(report('machine'))
      else if (/LoginHook|LogoutHook|loginwindow|AutoLaunched|SMLogin|LaunchAgents/i.test(text))
        kit.tell(system('persist', text))
      else kit.tell({ does: 'change-settings', of: 'other', key: `defaults ${text}`, value: '' })
    },
  },
  {
    names: [
      'gsettings',
      'dconf',
      'xfconf-query',
      'kwriteconfig5',
      'kwriteconfig6',
      'kreadconfig5',
      'gconftool-2',
      'plutil',
      'plistbuddy',
    ],
    means: (kit) => {
      const text = shown(kit.invocation.args)
      if (
        /(^|\s)(get|list-\S+|read|dump|list|describe|range|monitor|-p|-lint|-c Print)(\s|$)/i.test(text) ||
        kit.invocation.program.startsWith('kread')
      )
        kit.tell(report('machine'))
      else if (/custom-command|command|exec|autostart|startup|RunAtLoad|ProgramArguments/i.test(text))
        kit.tell(system('persist', text))
      else kit.tell({ does: 'change-settings', of: 'other', key: `${kit.invocation.program} ${text}`, value: '' })
    },
  },
]
