import { show } from '../../call/word.ts'
import type { BlockCategory } from '../category.ts'
import { isHere, isOneOf, kindsOf } from '../grounds.ts'
import { gravest, seek } from '../seek.ts'
import { powershell, write } from '../examples.ts'

/** Logs that exist so that somebody can later see what was done. */
const WATCHES =
  /audit|auth\.log|secure|wtmp|btmp|lastlog|utmp|journal|security|event ?log|eventlog|sysmon|cloudtrail|syslog|powershell/i

export const auditTampering: BlockCategory = {
  code: 'audit.tampering',
  title: 'Erases or stops records of what was done',
  forClassifier:
    "Hiding traces: clearing, truncating or editing audit, authentication, system or shell-history logs, stopping or redirecting logging, changing timestamps to mislead, deleting agent transcripts or this gate's own journal.",
  severity: 'soft',
  hardWhen: 'audit logs and other records for others',
  clearedBy:
    'leave the log as it is; rotate application logs with their own tool, or have the user name the log to clear',
  detect: (deeds) =>
    gravest(
      seek(deeds, 'change-system', (action) => {
        switch (action.deed) {
          case 'erase-log':
            return WATCHES.test(`${action.target} ${action.evidence}`)
              ? { detail: `\`${action.target}\` is a record for others`, severity: 'hard' }
              : { detail: `erases \`${action.target}\`` }
          case 'stop-logging':
            return {
              detail: `stops \`${action.target}\``,
              ...(WATCHES.test(action.target) ? { severity: 'hard' as const } : {}),
            }
          case 'erase-history':
            return { detail: 'erases the history of commands' }
          case 'hide':
            return { detail: `hides \`${action.target}\`` }
          default:
            return undefined
        }
      }),
      seek(deeds, 'change-system', (action) =>
        action.deed === 'stop-service' && /auditd|rsyslog|syslog|journald|eventlog|sysmon/i.test(action.target)
          ? { detail: `stops \`${action.target}\`` }
          : undefined,
      ),
      seek(deeds, 'run-program', (action) => {
        const words = action.args.map(show)
        const silenced =
          (/^(unset|export|declare|typeset|readonly)$/.test(action.program) &&
            words.some((word) => /^HIST(FILE|SIZE|FILESIZE)(=|$)/.test(word))) ||
          (action.program === 'set' && words.includes('+o') && words.includes('history'))
        return silenced ? { detail: 'stops the history of commands' } : undefined
      }),
      seek(deeds, ['delete-file', 'write-file'], (action) => {
        if (!isHere(action)) return undefined
        const kinds = kindsOf(action.place, deeds)
        if (kinds.has('agent-transcript')) return { detail: 'the record of an agent session' }
        if (kinds.has('workspace') || kinds.has('temp')) return undefined
        if (kinds.has('history')) return { detail: 'a history of commands' }
        if (
          action.does === 'write-file' &&
          action.how !== 'overwrite' &&
          action.how !== 'create' &&
          action.how !== 'edit' &&
          action.how !== 'link'
        )
          return undefined
        if (kinds.has('audit-log')) return { detail: 'an audit log', severity: 'hard' }
        if (kinds.has('log') && isOneOf(action.place, deeds, 'system')) return { detail: 'a system log' }
        return undefined
      }),
    ),
  examples: {
    found: [
      'history -c',
      'rm ~/.bash_history',
      'sudo rm -rf /var/log/audit',
      '> /var/log/auth.log',
      'truncate -s 0 /var/log/syslog',
      'ln -sf /dev/null ~/.bash_history',
      'sudo systemctl stop auditd',
      'sudo journalctl --rotate --vacuum-time=1s',
      'shred -u /var/log/wtmp',
      'echo "" > ~/.zsh_history',
      'sudo sed -i "/203.0.113.9/d" /var/log/auth.log',
      'unset HISTFILE',
      powershell('wevtutil cl Security'),
      powershell('Clear-EventLog -LogName Security'),
      'rm -rf ~/.claude/projects',
    ],
    notFound: [
      'history 20',
      'tail -f /var/log/syslog',
      'sudo journalctl -u nginx -n 100',
      'rm -f npm-debug.log',
      'rm logs/app.log',
      '> debug.log',
      'truncate -s 0 logs/test.log',
      'git log --oneline',
      'cat /var/log/dpkg.log',
      'grep sshd /var/log/auth.log',
      powershell('Get-EventLog -LogName Application -Newest 5'),
      'last -n 5',
      write('/home/dev/project/logs/.gitkeep', ''),
      'npm test > test.log 2>&1',
    ],
  },
}
