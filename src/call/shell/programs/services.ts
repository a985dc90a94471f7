import { dynamic, literal, show, textOf, type Word } from '../../word.ts'
import { readArguments } from '../options.ts'
import { onlyAsks, report, shown, system, valued } from './facts.ts'
import type { Kit, Program } from './program.ts'
import { tabled } from './table.ts'

const SYSTEMCTL = valued(
  '-t -H -M -p -s -o -n --type --host --machine --property --signal --state --output --lines --root --job-mode --what --kill-who --kill-whom --message --timestamp --image -P',
)

/** Units whose loss blinds or opens the machine. */
const GUARDS =
  /(auditd|rsyslog|syslog|journald|firewalld|ufw|iptables|nftables|apparmor|selinux|fail2ban|clamav|falcon|osquery|crowdstrike|wazuh|ossec|sentinel|defender|mdatp|auto-?updates|unattended-upgrades|cbdaemon|sysmon|suricata|snort|aide|tripwire)/

function meansSystemctl(kit: Kit): void {
  const { args } = kit.invocation
  if (onlyAsks(args)) return
  const read = readArguments(args, { arity: SYSTEMCTL, style: 'gnu' })
  const [verbWord, ...units] = read.operands
  for (const host of read.values('-H', '--host')) kit.contacts(host, 'shell', 'unknown')
  const verb = verbWord === undefined ? 'list-units' : textOf(verbWord)
  const target = shown(units)
  if (verb === undefined) {
    kit.opaque('unknown-subcommand', 'systemctl')
    return
  }
  if (/^(status|list-.*|show|show-environment|cat|is-.*|help|get-default|--version)$/.test(verb))
    kit.tell(report('services'))
  else if (
    /^(start|restart|reload|try-restart|reload-or-restart|isolate|reset-failed|thaw|condrestart|force-reload)$/.test(
      verb,
    )
  )
    kit.tell(
      verb === 'isolate' && /^(rescue|emergency|poweroff|reboot|halt|kexec|runlevel[016])\b/.test(target)
        ? system('power', target)
        : system('start-service', target),
    )
  else if (/^(stop|kill|freeze|clean)$/.test(verb)) kit.tell(system('stop-service', target))
  else if (
    /^(enable|reenable|link|preset|preset-all|add-wants|add-requires|edit|set-property|revert|set-default|unmask)$/.test(
      verb,
    )
  )
    kit.tell(system('persist', target))
  else if (/^(disable|mask)$/.test(verb)) kit.tell(system('stop-service', target))
  else if (
    /^(reboot|poweroff|halt|suspend|hibernate|hybrid-sleep|kexec|rescue|emergency|default|exit|soft-reboot|switch-root|suspend-then-hibernate|sleep)$/.test(
      verb,
    )
  )
    kit.tell(system('power', verb))
  else if (/^(daemon-reload|daemon-reexec)$/.test(verb)) kit.tell(system('change-configuration', 'unit files'))
  else if (/^(set-environment|unset-environment|import-environment|log-level|log-target|service-log-level)$/.test(verb))
    kit.tell(system('change-configuration', `${verb} ${target}`))
  else kit.opaque('unknown-subcommand', `systemctl ${verb}`)
  if (/^(stop|disable|mask|kill|freeze)$/.test(verb) && GUARDS.test(target))
    kit.tell(system('disable-security', target))
  if (/^(link|edit)$/.test(verb)) for (const unit of units) kit.reads(unit)
}

/** `service name verb`: the name is a script under /etc/init.d, and `../` leads out of it. */
function meansService(kit: Kit): void {
  const { args } = kit.invocation
  if (onlyAsks(args)) return
  const [name, verb] = args
  const what = textOf(verb)
  const unit = show(name ?? literal(''))
  if (unit.includes('/')) kit.runs([literal(`/etc/init.d/${unit}`), ...args.slice(1)], { via: 'service' })
  else if (/^--status-all$/.test(unit)) kit.tell(report('services'))
  else if (verb === undefined) kit.tell(report('services'))
  else if (what === undefined) kit.opaque('unknown-subcommand', 'service')
  else if (/^(status|--status-all)$/.test(what)) kit.tell(report('services'))
  else {
    kit.tell(system(/^(stop|kill|--full-stop)$/.test(what) ? 'stop-service' : 'start-service', unit))
    if (what === 'stop' && GUARDS.test(unit)) kit.tell(system('disable-security', unit))
  }
}

const LAUNCHCTL_READS =
  /^(list|print|print-cache|print-disabled|dumpstate|blame|version|help|managerpid|manageruid|managername|procinfo|hostinfo|resolveport|examine|error|variant|plist)$/

function meansLaunchctl(kit: Kit): void {
  const [verbWord, ...words] = kit.invocation.args
  const verb = verbWord === undefined ? 'help' : textOf(verbWord)
  if (verb !== undefined && LAUNCHCTL_READS.test(verb)) kit.tell(report('services'))
  else if (verb !== undefined && /^(load|bootstrap|enable|submit)$/.test(verb)) {
    kit.tell(system('persist', shown(words)))
    const dashes = words.findIndex((word) => textOf(word) === '--')
    if (verb === 'submit' && dashes >= 0) kit.runs(words.slice(dashes + 1), { via: 'launchctl submit' })
  } else if (verb !== undefined && /^(start|kickstart|setenv|asuser|bsexec|getenv|limit|config|debug)$/.test(verb)) {
    kit.tell(
      system(
        verb === 'getenv'
          ? 'start-service'
          : verb === 'setenv' || verb === 'config' || verb === 'limit'
            ? 'change-configuration'
            : 'start-service',
        shown(words),
      ),
    )
    if (verb === 'asuser' || verb === 'bsexec') kit.runs(words.slice(1), { via: `launchctl ${verb}` })
  } else if (verb !== undefined && /^(unload|bootout|disable|stop|remove|kill|unsetenv)$/.test(verb))
    kit.tell(system('stop-service', shown(words)))
  else if (verb === 'reboot') kit.tell(system('power', 'reboot'))
  else kit.opaque('unknown-subcommand', `launchctl ${verb ?? ''}`)
}

/** The lines of a crontab, each judged as the command it will run. */
function tellCrontab(kit: Kit, text: string): void {
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#') || /^\w+\s*=/.test(trimmed)) continue
    const match = /^(@\w+|(?:\S+\s+){4}\S+)\s+(.+)$/.exec(trimmed)
    kit.tell({ does: 'schedule', with: 'cron', when: match?.[1] ?? '', task: match?.[2] ?? trimmed })
    kit.code('shell', literal(match?.[2] ?? trimmed), { via: 'crontab' })
  }
}

function meansCrontab(kit: Kit): void {
  const { args, stdin } = kit.invocation
  const read = readArguments(args, { arity: valued('-u'), style: 'gnu' })
  if (read.has('-l')) {
    kit.tell(report('services'))
    return
  }
  if (read.has('-r')) {
    kit.tell(system('change-configuration', 'removes the crontab'))
    return
  }
  if (read.has('-e')) {
    kit.opaque('interactive', 'crontab -e')
    return
  }
  const file = read.operands[0]
  const text = file && textOf(file) !== '-' ? textAt(kit, file) : stdin.kind === 'text' ? stdin.text : undefined
  if (file && textOf(file) !== '-') kit.reads(file)
  if (text !== undefined) tellCrontab(kit, text)
  else kit.tell({ does: 'schedule', with: 'cron', when: '', task: file ? show(file) : 'standard input' })
  kit.tell(system('persist', 'crontab'))
}

function textAt(kit: Kit, word: Word): string | undefined {
  const place = kit.place(word)
  const written = kit.written(place)
  if (written) return written.kind === 'text' ? written.text : undefined
  return place.kind === 'path' ? kit.world.read(place.real) : undefined
}

/** `at` and `batch` take shell commands from standard input or a file. */
function meansAt(kit: Kit): void {
  const { args, stdin, program } = kit.invocation
  const read = readArguments(args, { arity: valued('-f -q -t -c'), style: 'gnu' })
  if (read.has('-l', '-c', '-V')) {
    kit.tell(report('services'))
    return
  }
  if (read.has('-d', '-r')) {
    kit.tell(system('change-configuration', 'removes a queued job'))
    return
  }
  const file = read.value('-f')
  const when = shown([...read.operands, ...read.values('-t')])
  kit.tell({
    does: 'schedule',
    with: 'at',
    when,
    task: file ? show(file) : stdin.kind === 'text' ? stdin.text : 'standard input',
  })
  if (file) kit.file(file, 'shell')
  else if (stdin.kind === 'text') kit.code('shell', literal(stdin.text), { via: program })
  else kit.code('shell', dynamic('standard input'), { via: program })
}

const SYSTEMD_RUN = valued(
  '-p -E -u -H -M -d --property --setenv --unit --host --machine --on-active --on-boot --on-calendar --on-startup --on-unit-active --on-unit-inactive --timer-property --description --slice --uid --gid --nice --working-directory --service-type --path-property --socket-property --background',
)

function meansSystemdRun(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: SYSTEMD_RUN, style: 'gnu', stopAtOperand: true })
  const timed = read.given.find(({ name }) => /^--on-|^--timer/.test(name))
  if (timed)
    kit.tell({ does: 'schedule', with: 'timer', when: show(timed.value ?? literal('')), task: shown(read.operands) })
  else kit.tell(system('start-service', shown(read.operands)))
  if (read.operands.length > 0)
    kit.runs(read.operands, { via: 'systemd-run', ...(read.has('--user') ? {} : { elevated: true }) })
  else kit.opaque('interactive', 'systemd-run shell')
}

function meansPm2(kit: Kit): void {
  const { args, program } = kit.invocation
  if (onlyAsks(args)) return
  const dashes = args.findIndex((word) => textOf(word) === '--')
  const read = readArguments(dashes < 0 ? args : args.slice(0, dashes), {
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
    kit.tell(report('services'))
  else if (/^(stop|delete|del|kill|flush|reset|shutdown|remove|clear)$/.test(verb))
    kit.tell(system('stop-service', shown(words)))
  else if (
    /^(restart|reload|resurrect|scale|gracefulReload|update|trigger|sendSignal|signal|reread|add|start-all|reopenLogs)$/.test(
      verb,
    )
  )
    kit.tell(system('start-service', shown(words)))
  else if (/^(startup|save|dump|unstartup|install|set|module:install|deploy|link|plus)$/.test(verb))
    kit.tell(system('persist', `${program} ${verb}`))
  else if (verb === 'start' && program === 'pm2') {
    kit.tell(system('start-service', shown(words)))
    const script = words[0]
    if (!script) return
    if (/\s/.test(show(script))) kit.code('shell', script, { via: 'pm2 start' })
    else if (/\.(json|ya?ml|config\.[cm]?js)$/.test(show(script))) kit.reads(script)
    else if (/[./]/.test(show(script))) kit.file(script)
    else kit.runs([script, ...args.slice(dashes < 0 ? args.length : dashes + 1)], { via: 'pm2 start' })
  } else if (verb === 'start') kit.tell(system('start-service', shown(words)))
  else kit.opaque('unknown-subcommand', `${program} ${verb}`)
}

/** Logs: reading is everyday, removing is not. */
function meansJournalctl(kit: Kit): void {
  const { args } = kit.invocation
  const read = readArguments(args, {
    arity: valued(
      '-u -n -p -o -S -U -t -g -D -b --unit --lines --priority --output --since --until --identifier --grep --directory --vacuum-size --vacuum-time --vacuum-files --file --root --case-sensitive --cursor --cursor-file -M --user-unit --facility',
    ),
    style: 'gnu',
  })
  if (read.given.some(({ name }) => name.startsWith('--vacuum'))) kit.tell(system('erase-log', 'journal'))
  else if (read.has('--rotate', '--flush', '--sync', '--relinquish-var'))
    kit.tell(system('change-configuration', 'journal'))
  else kit.tell(report('logs'))
}

function meansDmesg(kit: Kit): void {
  const read = readArguments(kit.invocation.args, {
    arity: valued('-l -f -s -n -F --level --facility --file'),
    style: 'gnu',
  })
  if (read.has('-C', '--clear', '-c', '--read-clear')) kit.tell(system('erase-log', 'kernel ring buffer'))
  else if (read.has('-D', '--console-off', '-n')) kit.tell(system('change-configuration', 'kernel console'))
  kit.tell(report('logs'))
}

/** Tools of the form `program verb unit`: what the verb is, decides. */
function switches(names: string): Program {
  return {
    names: names.split(' '),
    means: (kit) => {
      const { args } = kit.invocation
      const text = shown(args)
      if (args.length === 0 || /(^|\s)(--list|list|status|show|-l|--status)(\s|$)/.test(text))
        kit.tell(report('services'))
      else if (/(^|\s)(del|delete|remove|disable|off|-f|stop|down|d|x)(\s|$)/.test(text))
        kit.tell(system('stop-service', text))
      else kit.tell(system('persist', text))
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
  { names: ['pm2', 'supervisorctl', 'circusctl', 'forever', 'god', 'monit'], means: meansPm2 },
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
    means: (kit) => {
      const { args, program } = kit.invocation
      const text = shown(args)
      if (/^(systemd-inhibit|systemd-cat|systemd-nspawn)$/.test(program)) {
        const read = readArguments(args, {
          arity: valued(
            '-t -p -D -M -i --what --who --why --mode --identifier --priority --directory --machine --image --bind -u --user',
          ),
          style: 'gnu',
          stopAtOperand: true,
        })
        if (read.operands.length > 0) kit.runs(read.operands, { via: program })
      } else if (
        /--address=unixexec|unixexec:|systemd1|set-property|call .*(Exec|Run|Start)|--print-reply.*(Exec|Run|Start)/i.test(
          text,
        )
      )
        kit.opaque('other', `${program} ${text}`)
      else if (
        /(^|\s)(list|list-\S+|status|show|show-\S+|user-status|session-status|seat-status|tree|introspect|get-property|monitor|info|is-\S+|settle|test)(\s|$)/.test(
          text,
        ) ||
        args.length === 0
      )
        kit.tell(report('services'))
      else if (/(^|\s)(terminate|kill)/.test(text)) kit.tell({ does: 'end-process', whose: 'named', target: text })
      else if (/enable-linger/.test(text)) kit.tell(system('persist', text))
      else kit.tell(system('change-configuration', `${program} ${text}`))
    },
  },
]
