import { isSecretVariable } from '../../secret-values.ts'
import { show, textOf } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { onlyAsks, report, secret, shown, system, recordAllVariables, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'

/** `printenv` alone shows everything, secrets too; with a name only that one. */
function meansPrintenv(context: ProgramContext): void {
  const names = context.invocation.args.filter((word) => !show(word).startsWith('-'))
  context.record(report('environment'))
  if (names.length === 0) recordAllVariables(context)
  for (const name of names)
    if (textOf(name) === undefined || isSecretVariable(show(name))) context.record(secret('environment', show(name)))
}

/** `shutdown -c` takes it back; everything else ends the session of everybody. */
function meansPower(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (args.some((word) => /^(-c|--help|--version|--show|-w|--wtmp-only)$/.test(show(word)))) return
  if ((program === 'init' || program === 'telinit') && !/^[06sS1]$/.test(shown(args))) {
    if (args.length > 0) context.record(system('change-configuration', `runlevel ${shown(args)}`))
    return
  }
  context.record(system('power', `${program} ${shown(args)}`.trim()))
}

/** Programs that show without an argument and set with one. */
function shows(
  names: string,
  deed: 'change-configuration' | 'change-clock' | 'change-kernel' | 'change-network',
  looks: RegExp,
): Program {
  return {
    names: names.split(' '),
    means: (context) => {
      const { args, program } = context.invocation
      const text = shown(args)
      if (args.length === 0 || onlyAsks(args) || looks.test(text)) context.record(report('machine'))
      else context.record(system(deed, `${program} ${text}`))
    },
  }
}

function meansHostname(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, { arity: valued('-F -b --file --boot'), style: 'gnu' })
  // With an option that shows something, a name that follows is not set.
  const shows = read.has('-a', '-A', '-d', '-f', '-i', '-I', '-s', '-y', '--alias', '--fqdn', '--ip-address', '--short')
  if (!shows && (read.has('-F', '--file') || read.operands.length > 0))
    context.record(system('change-configuration', `host name ${shown(read.operands)}`))
  else context.record(report('machine'))
}

export const machine: readonly Program[] = [
  { names: ['hostname'], means: meansHostname },
  {
    names: ['facter', 'ohai'],
    means: (context) =>
      context.invocation.args.some((word) => /custom-dir|external-dir|--puppet|-p$|-d$|--directory/.test(show(word))) ||
      context.invocation.environment.has('FACTERLIB')
        ? context.opaque('unreadable-code', `${context.invocation.program} loads code`)
        : context.record(report('machine')),
  },
  shows('hostnamectl localectl', 'change-configuration', /^(status|list-\S+|hostname$|--help|show)/),
  shows('timedatectl', 'change-clock', /^(status|show|list-timezones|timesync-status|show-timesync|--help)/),
  shows('hwclock', 'change-clock', /^(-r|--show|--get|-v|--verbose)$/),
  shows(
    'chronyc ntpq ntpstat',
    'change-clock',
    /^(tracking|sources|sourcestats|activity|-p|-pn|clients|serverstats|ntpdata)/,
  ),
  { names: ['printenv', 'gprintenv'], means: meansPrintenv },
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
  shows('loadkeys setfont kbdrate numlockx', 'change-configuration', /^(-query|-print|-pke|-pm|-p)$/),
  shows('limits cpufreq-set tuned-adm powerprofilesctl', 'change-configuration', /^(list|active|get|recommend|verify)/),
  {
    names: ['ldconfig'],
    // By itself it makes the list of installed libraries anew; told where else to look, it changes what programs load.
    means: ({ record, invocation }) => {
      if (!invocation.args.every((word) => /^-[vpXN]$/.test(show(word))))
        record(system('change-configuration', 'libraries'))
    },
  },
  {
    names: ['defaults'],
    means: (context) => {
      const verb = textOf(context.invocation.args[0])
      const text = shown(context.invocation.args)
      if (verb === undefined || /^(read|read-type|domains|find|export|help|-currentHost)$/.test(verb))
        context.record(report('machine'))
      else if (/LoginHook|LogoutHook|loginwindow|AutoLaunched|SMLogin|LaunchAgents/i.test(text))
        context.record(system('persist', text))
      else context.record({ does: 'change-settings', of: 'other', key: `defaults ${text}`, value: '' })
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
    means: (context) => {
      const text = shown(context.invocation.args)
      if (
        /(^|\s)(get|list-\S+|read|dump|list|describe|range|monitor|-p|-lint|-c Print)(\s|$)/i.test(text) ||
        context.invocation.program.startsWith('kread')
      )
        context.record(report('machine'))
      else if (/custom-command|command|exec|autostart|startup|RunAtLoad|ProgramArguments/i.test(text))
        context.record(system('persist', text))
      else
        context.record({
          does: 'change-settings',
          of: 'other',
          key: `${context.invocation.program} ${text}`,
          value: '',
        })
    },
  },
]
