import { dynamic, literal, show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { onlyAsks, report, shown, system, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { tabled } from './table.ts'

const SYSTEMCTL = valued(
  '-t -H -M -p -s -o -n --type --host --machine --property --signal --state --output --lines --root --job-mode --what --kill-who --kill-whom --message --timestamp --image -P',
)

/** Units whose loss blinds or opens the machine. */
const GUARDS =
  /(auditd|rsyslog|syslog|journald|firewalld|ufw|iptables|nftables|apparmor|selinux|fail2ban|clamav|falcon|osquery|crowdstrike|wazuh|ossec|sentinel|defender|mdatp|auto-?updates|unattended-upgrades|cbdaemon|sysmon|suricata|snort|aide|tripwire)/

function meansSystemctl(context: ProgramContext): void {
  const { args } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: SYSTEMCTL, style: 'gnu' })
  const [verbWord, ...units] = read.operands
  for (const host of read.values('-H', '--host')) context.contacts(host, 'shell', 'unknown')
  const verb = verbWord === undefined ? 'list-units' : textOf(verbWord)
  const target = shown(units)
  if (verb === undefined) {
    context.opaque('unknown-subcommand', 'systemctl')
    return
  }
  if (/^(status|list-.*|show|show-environment|cat|is-.*|help|get-default|--version)$/.test(verb))
    context.record(report('services'))
  else if (
    /^(start|restart|reload|try-restart|reload-or-restart|isolate|reset-failed|thaw|condrestart|force-reload)$/.test(
      verb,
    )
  )
    context.record(
      verb === 'isolate' && /^(rescue|emergency|poweroff|reboot|halt|kexec|runlevel[016])\b/.test(target)
        ? system('power', target)
        : system('start-service', target),
    )
  else if (/^(stop|kill|freeze|clean)$/.test(verb)) context.record(system('stop-service', target))
  else if (
    /^(enable|reenable|link|preset|preset-all|add-wants|add-requires|edit|set-property|revert|set-default|unmask)$/.test(
      verb,
    )
  )
    context.record(system('persist', target))
  else if (/^(disable|mask)$/.test(verb)) context.record(system('stop-service', target))
  else if (
    /^(reboot|poweroff|halt|suspend|hibernate|hybrid-sleep|kexec|rescue|emergency|default|exit|soft-reboot|switch-root|suspend-then-hibernate|sleep)$/.test(
      verb,
    )
  )
    context.record(system('power', verb))
  else if (/^(daemon-reload|daemon-reexec)$/.test(verb)) context.record(system('change-configuration', 'unit files'))
  else if (/^(set-environment|unset-environment|import-environment|log-level|log-target|service-log-level)$/.test(verb))
    context.record(system('change-configuration', `${verb} ${target}`))
  else context.opaque('unknown-subcommand', `systemctl ${verb}`)
  if (/^(stop|disable|mask|kill|freeze)$/.test(verb) && GUARDS.test(target))
    context.record(system('disable-security', target))
  if (/^(link|edit)$/.test(verb)) for (const unit of units) context.reads(unit)
}

/** `service name verb`: the name is a script under /etc/init.d, and `../` leads out of it. */
function meansService(context: ProgramContext): void {
  const { args } = context.invocation
  if (onlyAsks(args)) return
  const [name, verb] = args
  const what = textOf(verb)
  const unit = show(name ?? literal(''))
  if (unit.includes('/')) context.runs([literal(`/etc/init.d/${unit}`), ...args.slice(1)], { via: 'service' })
  else if (/^--status-all$/.test(unit)) context.record(report('services'))
  else if (verb === undefined) context.record(report('services'))
  else if (what === undefined) context.opaque('unknown-subcommand', 'service')
  else if (/^(status|--status-all)$/.test(what)) context.record(report('services'))
  else {
    context.record(system(/^(stop|kill|--full-stop)$/.test(what) ? 'stop-service' : 'start-service', unit))
    if (what === 'stop' && GUARDS.test(unit)) context.record(system('disable-security', unit))
  }
}

const LAUNCHCTL_READS =
  /^(list|print|print-cache|print-disabled|dumpstate|blame|version|help|managerpid|manageruid|managername|procinfo|hostinfo|resolveport|examine|error|variant|plist)$/

function meansLaunchctl(context: ProgramContext): void {
  const [verbWord, ...words] = context.invocation.args
  const verb = verbWord === undefined ? 'help' : textOf(verbWord)
  if (verb !== undefined && LAUNCHCTL_READS.test(verb)) context.record(report('services'))
  else if (verb !== undefined && /^(load|bootstrap|enable|submit)$/.test(verb)) {
    context.record(system('persist', shown(words)))
    const dashes = words.findIndex((word) => textOf(word) === '--')
    if (verb === 'submit' && dashes >= 0) context.runs(words.slice(dashes + 1), { via: 'launchctl submit' })
  } else if (verb !== undefined && /^(start|kickstart|setenv|asuser|bsexec|getenv|limit|config|debug)$/.test(verb)) {
    context.record(
      system(
        verb === 'getenv'
          ? 'start-service'
          : verb === 'setenv' || verb === 'config' || verb === 'limit'
            ? 'change-configuration'
            : 'start-service',
        shown(words),
      ),
    )
    if (verb === 'asuser' || verb === 'bsexec') context.runs(words.slice(1), { via: `launchctl ${verb}` })
  } else if (verb !== undefined && /^(unload|bootout|disable|stop|remove|kill|unsetenv)$/.test(verb))
    context.record(system('stop-service', shown(words)))
  else if (verb === 'reboot') context.record(system('power', 'reboot'))
  else context.opaque('unknown-subcommand', `launchctl ${verb ?? ''}`)
}

/** The lines of a crontab, each judged as the command it will run. */
function recordCrontab(context: ProgramContext, text: string): void {
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#') || /^\w+\s*=/.test(trimmed)) continue
    const match = /^(@\w+|(?:\S+\s+){4}\S+)\s+(.+)$/.exec(trimmed)
    context.record({ does: 'schedule', with: 'cron', when: match?.[1] ?? '', task: match?.[2] ?? trimmed })
    context.code('shell', literal(match?.[2] ?? trimmed), { via: 'crontab' })
  }
}

function meansCrontab(context: ProgramContext): void {
  const { args, stdin } = context.invocation
  const read = readOptions(context, args, { arity: valued('-u'), style: 'gnu' })
  if (read.has('-l')) {
    context.record(report('services'))
    return
  }
  if (read.has('-r')) {
    context.record(system('change-configuration', 'removes the crontab'))
    return
  }
  if (read.has('-e')) {
    context.opaque('interactive', 'crontab -e')
    return
  }
  const file = read.operands[0]
  const text = file && textOf(file) !== '-' ? textAt(context, file) : stdin.kind === 'text' ? stdin.text : undefined
  if (file && textOf(file) !== '-') context.reads(file)
  if (text !== undefined) recordCrontab(context, text)
  else context.record({ does: 'schedule', with: 'cron', when: '', task: file ? show(file) : 'standard input' })
  context.record(system('persist', 'crontab'))
}

function textAt(context: ProgramContext, word: Word): string | undefined {
  const place = context.place(word)
  const written = context.written(place)
  if (written) return written.kind === 'text' ? written.text : undefined
  return place.kind === 'path' ? context.world.read(place.real) : undefined
}

/** `at` and `batch` take shell commands from standard input or a file. */
function meansAt(context: ProgramContext): void {
  const { args, stdin, program } = context.invocation
  const read = readOptions(context, args, { arity: valued('-f -q -t -c'), style: 'gnu' })
  if (read.has('-l', '-c', '-V')) {
    context.record(report('services'))
    return
  }
  if (read.has('-d', '-r')) {
    context.record(system('change-configuration', 'removes a queued job'))
    return
  }
  const file = read.value('-f')
  const when = shown([...read.operands, ...read.values('-t')])
  context.record({
    does: 'schedule',
    with: 'at',
    when,
    task: file ? show(file) : stdin.kind === 'text' ? stdin.text : 'standard input',
  })
  if (file) context.file(file, 'shell')
  else if (stdin.kind === 'text') context.code('shell', literal(stdin.text), { via: program })
  else context.code('shell', dynamic('standard input'), { via: program })
}

const SYSTEMD_RUN = valued(
  '-p -E -u -H -M -d --property --setenv --unit --host --machine --on-active --on-boot --on-calendar --on-startup --on-unit-active --on-unit-inactive --timer-property --description --slice --uid --gid --nice --working-directory --service-type --path-property --socket-property --background',
)

function meansSystemdRun(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, { arity: SYSTEMD_RUN, style: 'gnu', stopAtOperand: true })
  const timed = read.given.find(({ name }) => /^--on-|^--timer/.test(name))
  if (timed)
    context.record({
      does: 'schedule',
      with: 'timer',
      when: show(timed.value ?? literal('')),
      task: shown(read.operands),
    })
  else context.record(system('start-service', shown(read.operands)))
  if (read.operands.length > 0)
    context.runs(read.operands, { via: 'systemd-run', ...(read.has('--user') ? {} : { elevated: true }) })
  else context.opaque('interactive', 'systemd-run shell')
}

function meansPm2(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const dashes = args.findIndex((word) => textOf(word) === '--')
  const read = readOptions(context, dashes < 0 ? args : args.slice(0, dashes), {
    arity: valued(
      '-n --name -i --instances --interpreter --cwd --env --watch-delay -l --log -o -e --cron -c --max-memory-restart --node-args --only --lines',
    ),
    style: 'gnu',
  })
  const [verbWord, ...words] = read.operands
  const verb = textOf(verbWord)
  if (verb === undefined) return
  if (
    /^(list|ls|l|ps|status|logs|log|monit|show|describe|info|jlist|prettylist|env|id|pid|get|conf|ping|report|dash|imonit|tail|avail|maintail|version)$/.test(
      verb,
    )
  )
    context.record(report('services'))
  else if (/^(stop|delete|del|kill|flush|reset|shutdown|remove|clear)$/.test(verb))
    context.record(system('stop-service', shown(words)))
  else if (
    /^(restart|reload|resurrect|scale|gracefulReload|update|trigger|sendSignal|signal|reread|add|start-all|reopenLogs)$/.test(
      verb,
    )
  )
    context.record(system('start-service', shown(words)))
  else if (/^(startup|save|dump|unstartup|install|set|module:install|deploy|link|plus)$/.test(verb))
    context.record(system('persist', `${program} ${verb}`))
  else if (verb === 'start' && program === 'pm2') {
    context.record(system('start-service', shown(words)))
    const script = words[0]
    if (!script) return
    if (/\s/.test(show(script))) context.code('shell', script, { via: 'pm2 start' })
    else if (/\.(json|ya?ml|config\.[cm]?js)$/.test(show(script))) context.reads(script)
    else if (/[./]/.test(show(script))) context.file(script)
    else context.runs([script, ...args.slice(dashes < 0 ? args.length : dashes + 1)], { via: 'pm2 start' })
  } else if (verb === 'start') context.record(system('start-service', shown(words)))
  else context.opaque('unknown-subcommand', `${program} ${verb}`)
}

/** Logs: reading is everyday, removing is not. */
function meansJournalctl(context: ProgramContext): void {
  const { args } = context.invocation
  const read = readOptions(context, args, {
    arity: valued(
      '-u -n -p -o -S -U -t -g -D -b --unit --lines --priority --output --since --until --identifier --grep --directory --vacuum-size --vacuum-time --vacuum-files --file --root --case-sensitive --cursor --cursor-file -M --user-unit --facility',
    ),
    style: 'gnu',
  })
  if (read.given.some(({ name }) => name.startsWith('--vacuum'))) context.record(system('erase-log', 'journal'))
  else if (read.has('--rotate', '--flush', '--sync', '--relinquish-var'))
    context.record(system('change-configuration', 'journal'))
  else context.record(report('logs'))
}

function meansDmesg(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, {
    arity: valued('-l -f -s -n -F --level --facility --file'),
    style: 'gnu',
  })
  if (read.has('-C', '--clear', '-c', '--read-clear')) context.record(system('erase-log', 'kernel ring buffer'))
  else if (read.has('-D', '--console-off', '-n')) context.record(system('change-configuration', 'kernel console'))
  context.record(report('logs'))
}

/** Tools of the form `program verb unit`: what the verb is, decides. */
function switches(names: string): Program {
  return {
    names: names.split(' '),
    means: (context) => {
      const { args } = context.invocation
      const text = shown(args)
      if (args.length === 0 || /(^|\s)(--list|list|status|show|-l|--status)(\s|$)/.test(text))
        context.record(report('services'))
      else if (/(^|\s)(del|delete|remove|disable|off|-f|stop|down|d|x)(\s|$)/.test(text))
        context.record(system('stop-service', text))
      else context.record(system('persist', text))
    },
  }
}

export const services: readonly Program[] = [
  { names: ['systemctl'], means: meansSystemctl },
  { names: ['service', 'rcctl', 'invoke-rc.d'], means: meansService },
  { names: ['launchctl'], means: meansLaunchctl },
  { names: ['crontab', 'fcrontab'], means: meansCrontab },
  { names: ['at', 'batch'], means: meansAt },
  tabled({ names: ['atq'], does: [report('services')] }),
  tabled({ names: ['atrm'], does: [system('change-configuration', 'removes a queued job')] }),
  { names: ['systemd-run'], means: meansSystemdRun },
  { names: ['pm2', 'supervisorctl', 'circusctl', 'forever', 'monit'], means: meansPm2 },
  switches('rc-update update-rc.d chkconfig rc-service sv initctl s6-rc runsv rcconf sysv-rc-conf'),
  { names: ['journalctl'], means: meansJournalctl },
  { names: ['dmesg'], means: meansDmesg },
  tabled({
    names: ['logrotate'],
    options: { '-s, --state, -l, --log': 'write', '-m, --mail': 'program' },
    operands: 'opaque',
    when: { '-d, --debug': [] },
  }),
  tabled({
    names: ['logger'],
    options: { '-f, --file': 'read', '-n, --server': 'send', '-p, --priority, -t, --tag, -P, --port': 'text' },
    does: [system('change-configuration', 'adds a line to the log')],
  }),
  tabled({
    names: [
      'systemd-analyze',
      'systemd-cgls',
      'systemd-cgtop',
      'systemd-delta',
      'systemd-detect-virt',
      'systemd-path',
      'systemd-escape',
      'lastlog',
      'lnav',
      'multitail',
      'goaccess',
      'ccze',
      'logwatch',
      'systemd-id128',
      'coredumpctl',
    ],
    options: { '-l': 'text', '-o': 'text', '-f, --file': 'read', '--debugger': 'program' },
    does: [report('logs')],
  }),
  {
    names: [
      'loginctl',
      'busctl',
      'dbus-send',
      'gdbus',
      'qdbus',
      'userdbctl',
      'homectl',
      'portablectl',
      'systemd-cat',
      'systemd-ask-password',
      'systemd-notify',
      'systemd-tmpfiles',
      'systemd-nspawn',
      'varlinkctl',
      'bootctl',
      'udevadm',
    ],
    means: (context) => {
      const { args, program } = context.invocation
      const text = shown(args)
      if (/^(systemd-inhibit|systemd-cat|systemd-nspawn)$/.test(program)) {
        const read = readOptions(context, args, {
          arity: valued(
            '-t -p -D -M -i --what --who --why --mode --identifier --priority --directory --machine --image --bind -u --user',
          ),
          style: 'gnu',
          stopAtOperand: true,
        })
        if (read.operands.length > 0) context.runs(read.operands, { via: program })
      } else if (
        /--address=unixexec|unixexec:|systemd1|set-property|call .*(Exec|Run|Start)|--print-reply.*(Exec|Run|Start)/i.test(
          text,
        )
      )
        context.opaque('other', `${program} ${text}`)
      else if (
        /(^|\s)(list|list-\S+|status|show|show-\S+|user-status|session-status|seat-status|tree|introspect|get-property|monitor|info|is-\S+|settle|test)(\s|$)/.test(
          text,
        ) ||
        args.length === 0
      )
        context.record(report('services'))
      else if (/(^|\s)(terminate|kill)/.test(text))
        context.record({ does: 'end-process', whose: 'named', target: text })
      else if (/enable-linger/.test(text)) context.record(system('persist', text))
      else context.record(system('change-configuration', `${program} ${text}`))
    },
  },
]
