import type { Action } from '../../call/action.ts'
import type { BlockCategory } from '../category.ts'

export const remoteShellWrites: BlockCategory = {
  code: 'remote.shell-write',
  title: 'Changes another machine',
  forClassifier:
    'Changing another machine through a remote shell or copy (ssh, scp, rsync, remote PowerShell, kubectl exec, remote docker): writing, deleting, installing, restarting, or running something whose effect is not plain. Looking around read-only is fine.',
  severity: 'soft',
  clearedBy: 'read only, or have the user name the machine and the change',
  detect: (deeds) => {
    for (const action of deeds.actions) {
      if (action.where.kind === 'container' && action.does === 'delete-file' && action.recursive)
        return { quote: action.evidence, detail: `deletes files in \`${action.where.name}\`` }
      if (action.where.kind !== 'remote') continue
      const what = remoteChange(action)
      if (what !== undefined) return { quote: action.evidence, detail: `${what} on \`${action.where.host}\`` }
    }
    return undefined
  },
  examples: {
    found: [
      "ssh web1 'rm -rf /var/www/html'",
      "ssh deploy@web1.example.net 'sudo systemctl restart nginx'",
      "ssh web1 'echo 1 > /etc/feature.flag'",
      "ssh -p 2222 root@203.0.113.9 'apt-get install -y htop'",
      "ssh web1 'sed -i s/a/b/ /etc/app.conf'",
      'cat id.pub | ssh web1 "cat >> .ssh/authorized_keys"',
      "ssh web1 'crontab -r'",
      'ssh web1 bash -s < deploy.sh',
      "ssh web1 'mv /srv/app /srv/app.old'",
      "ssh web1 'kill -9 1'",
      "ssh web1 'chmod -R 777 /srv'",
      "timeout 60 ssh web1 'docker rm -f app'",
      'kubectl exec -it api-0 -- rm -rf /data',
    ],
    notFound: [
      "ssh web1 'uptime'",
      "ssh web1 'cat /etc/os-release'",
      "ssh web1 'ls -la /srv'",
      "ssh web1 'df -h'",
      'ssh -V',
      'ssh-keygen -lf id.pub',
      'rm -rf dist',
      'systemctl status nginx',
      'cat ~/.ssh/known_hosts',
      'ssh-keyscan github.com',
      "ssh web1 'ps aux | grep node'",
      'echo "ssh web1 rm -rf /"',
      'ssh -T git@github.com',
    ],
  },
}

/** What the action changes over there, in words; undefined for looking. */
export function remoteChange(action: Action): string | undefined {
  switch (action.does) {
    case 'write-file':
      return action.place.kind === 'path' && /^\/dev\/(null|stdout|stderr|tty)$/.test(action.place.path)
        ? undefined
        : 'writes a file'
    case 'delete-file':
      return 'deletes files'
    case 'change-access':
      return 'changes permissions'
    case 'change-repository':
      return action.deed === 'inspect' || action.deed === 'fetch' ? undefined : 'changes a repository'
    case 'change-service':
      return action.deed === 'read' ? undefined : 'changes a service'
    case 'change-database':
      return action.deed === 'read' ? undefined : 'changes a database'
    case 'change-system':
    case 'change-settings':
      return 'changes the system'
    case 'install-package':
      return 'installs software'
    case 'end-process':
      return 'ends processes'
    case 'schedule':
      return 'schedules something'
    case 'open-door':
      return 'opens a way in'
    case 'run-code':
      return action.seenThrough ? undefined : 'runs code that cannot be seen through'
    case 'something-opaque':
      return 'runs something unknown'
    case 'spawn-agent':
    case 'send-message':
    case 'call-mcp-tool':
      return 'acts'
    case 'run-program':
    case 'read-file':
    case 'read-secret':
    case 'read-system':
    case 'contact-host':
      return undefined
  }
}
