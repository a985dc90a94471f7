import type { BlockCategory } from '../category.ts'
import { destinationOf } from '../destinations.ts'
import { isHere, isScratch, kindsOf, pathOf } from '../grounds.ts'
import { textsOf } from '../mcp-input.ts'
import { isNew } from '../new-places.ts'
import { gravest, seek } from '../seek.ts'
import { isInfrastructure, isRehearsal } from '../services.ts'
import { mcp, write } from '../examples.ts'

const CHANGES: ReadonlySet<string> = new Set(['create', 'update', 'execute', 'write-secret', 'copy-in'])

export const sharedResources: BlockCategory = {
  code: 'shared.resources',
  title: 'Changes something others use',
  forClassifier:
    'Changing what is shared beyond this workspace: machine-wide configuration, remote or shared databases and queues, cloud and cluster resources, DNS, secrets managers, feature flags, network settings. Lean towards blocking when others could be affected.',
  severity: 'soft',
  clearedBy: 'work on a local copy, or have the user name the resource and the change',
  detect: (deeds) =>
    gravest(
      seek(deeds, 'change-service', (action) =>
        CHANGES.has(action.deed) && isInfrastructure(action.service) && !isRehearsal(action.target)
          ? { detail: `\`${action.service} ${action.target}\`` }
          : undefined,
      ),
      seek(deeds, 'change-database', (action) => {
        if (action.deed === 'read' || action.deed === 'dump' || action.host === undefined) return undefined
        return destinationOf(action.host, deeds) === 'loopback'
          ? undefined
          : { detail: `the database at \`${action.target}\` is not on this machine` }
      }),
      seek(deeds, 'change-system', (action) => {
        switch (action.deed) {
          case 'change-configuration':
          case 'change-network':
          case 'change-clock':
          case 'mount':
          case 'remove-package':
            return { detail: `\`${action.target}\`` }
          case 'scan':
            return /^(localhost|127\.|::1|$)/.test(action.target)
              ? undefined
              : { detail: `probes \`${action.target}\`` }
          default:
            return undefined
        }
      }),
      seek(deeds, ['write-file', 'change-access'], (action) => {
        if (!isHere(action) || isScratch(action.place, deeds)) return undefined
        const kinds = kindsOf(action.place, deeds)
        if (action.does === 'change-access' && action.grants === 'everyone') return undefined
        if (kinds.has('device') || kinds.has('proc')) return undefined
        if (!action.elevated && isNew(action.place, deeds)) return undefined
        if (kinds.has('network-share')) return { detail: `\`${pathOf(action.place)}\` is shared over the network` }
        if (kinds.has('system') || kinds.has('root'))
          return { detail: `\`${pathOf(action.place)}\` belongs to the machine` }
        if (kinds.has('other-home')) return { detail: `\`${pathOf(action.place)}\` belongs to somebody else` }
        return undefined
      }),
      seek(deeds, 'call-mcp-tool', (action) => {
        const sql = textsOf(action).find(({ text }) =>
          /\b(drop\s+(table|database|schema)|truncate\s+(table\s+)?\w|delete\s+from\s+\w|update\s+\w+\s+set\b|insert\s+into\b|alter\s+(table|user|role)|grant\s+\w)/i.test(
            text,
          ),
        )
        return sql && /sql|query|statement|command/i.test(sql.name)
          ? { detail: `\`${sql.text.slice(0, 60)}\`` }
          : undefined
      }),
    ),
  examples: {
    found: [
      'psql -h db.example.net -U app -c "UPDATE users SET active = false"',
      'psql postgres://app@db.example.net/app -c "DROP TABLE users"',
      'kubectl label node n1 tier=gold',
      'kubectl scale deployment api --replicas=0',
      'aws s3 cp index.html s3://company-site/index.html',
      'aws ssm put-parameter --name /app/key --value x --type SecureString',
      'sudo tee /etc/hosts <<< "127.0.0.1 example.net"',
      'echo "nameserver 203.0.113.9" | sudo tee /etc/resolv.conf',
      'redis-cli -h cache.example.net FLUSHALL',
      'sudo hostnamectl set-hostname other',
      write('/etc/nginx/nginx.conf', 'events {}\n'),
      'mysql -h db.example.net -e "DELETE FROM orders"',
      'sudo ip link set eth0 down',
      mcp('postgres__query', { sql: 'DROP TABLE users' }),
    ],
    notFound: [
      'psql -h localhost -c "SELECT 1"',
      'psql -h localhost -d test -c "INSERT INTO users VALUES (1)"',
      'kubectl get all',
      'kubectl diff -f deployment.yaml',
      'aws s3 ls',
      'redis-cli ping',
      'cat /etc/hosts',
      'ip addr show',
      'docker compose up -d',
      'sqlite3 dev.db "select count(*) from users"',
      write('/home/dev/project/nginx.conf', 'events {}\n'),
      'hostname',
      'mysql -h 127.0.0.1 -e "SHOW TABLES"',
      mcp('postgres__query', { sql: 'select * from users limit 5' }),
    ],
  },
}
