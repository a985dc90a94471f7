import type { ActionOf } from '../../action.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { door, hostName, onlyAsks, secret, shown, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { tabled } from './table.ts'

const READS =
  'get mget exists type ttl pttl keys scan hget hgetall hkeys hvals hlen hmget hscan lrange llen lindex smembers scard sismember sscan zrange zrangebyscore zcard zscore zscan zrevrange strlen getrange ping info dbsize time lastsave monitor memory slowlog latency object dump randomkey echo client command xrange xlen xinfo xread role cluster pfcount bitcount geopos geodist srandmember subscribe psubscribe pubsub select auth hello'
const WRITES =
  'set setex setnx mset hset hmset hdel lpush rpush lpop rpop sadd srem zadd zrem incr decr incrby decrby append expire expireat persist del unlink rename renamenx setrange lset linsert ltrim publish xadd xdel xtrim pfadd setbit geoadd hincrby zincrby getset getdel copy move restore touch spop sunionstore sdiffstore bgsave save bgrewriteaof pexpire psetex hsetnx lrem rpoplpush smove flushdb-async multi exec watch'

function meansRedis(context: ProgramContext): void {
  const { args, program, stdin } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued(
      '-h -p -a -n -u -s -r -i -d -D -t --user --pass --pattern --eval --rdb --cacert --cert --key --functions-rdb -x-name',
    ),
    style: 'gnu',
    stopAtOperand: true,
  })
  const server = read.value('-h', '-u')
  const name = server && hostName(server)
  const away = server !== undefined && !/^(localhost|127\.0\.0\.1)$/.test(name ?? '')
  if (server && away) context.contacts(server, 'api', 'unknown')
  const host =
    server && away
      ? name === undefined
        ? ({ kind: 'unknown', source: show(server) } as const)
        : ({ kind: 'named', name } as const)
      : undefined
  for (const file of read.values('--rdb', '--functions-rdb')) context.writes(file, 'overwrite')
  if (read.has('--eval')) context.opaque('unreadable-code', `${program} --eval`)
  const record = (words: readonly Word[]): void => {
    const deed = deedOf(words)
    if (deed === undefined) context.opaque('unknown-subcommand', `${program} ${shown(words)}`)
    else context.record({ does: 'change-database', deed, target: shown(words), ...(host ? { host } : {}) })
    // The usual way from a database to a file on its machine.
    if (/^config\s+set\s+(dir|dbfilename)|^(slaveof|replicaof|module\s+load|debug|migrate)/i.test(shown(words)))
      context.opaque('other', `${program} ${shown(words)}`)
  }
  if (read.operands.length > 0) record(read.operands)
  else if (stdin.kind === 'text') {
    for (const line of stdin.text.split('\n')) if (line.trim() !== '') record(line.trim().split(/\s+/).map(literal))
  } else if (stdin.kind !== 'nothing') context.opaque('dynamic-code', program)
  else if (
    read.has('--scan', '--bigkeys', '--memkeys', '--hotkeys', '--stat', '--latency', '--rdb', '--latency-history')
  )
    record([literal('info')])
  else context.opaque('interactive', program)
}

function deedOf(words: readonly Word[]): ActionOf<'change-database'>['deed'] | undefined {
  const verb = textOf(words[0])?.toLowerCase()
  const second = textOf(words[1])?.toLowerCase()
  if (verb === undefined) return undefined
  if (/^flush(all|db)$/.test(verb)) return 'delete-all'
  if (verb === 'config') return second === 'get' ? 'read' : 'execute'
  if (verb === 'acl') return /^(list|whoami|users|cat|getuser)$/.test(second ?? '') ? 'read' : 'grant'
  if (
    /^(eval|evalsha|fcall|script|function|module|debug|shutdown|slaveof|replicaof|failover|migrate|swapdb|sync|psync)$/.test(
      verb,
    )
  )
    return 'execute'
  // Names that are not known here are whatever was printed before: all keys, for all we know.
  if (/^(del|unlink)$/.test(verb) && words.slice(1).some((word) => word.kind === 'dynamic')) return 'delete-all'
  if (READS.split(' ').includes(verb)) return 'read'
  if (WRITES.split(' ').includes(verb)) return 'write'
  return undefined
}

export const redis: readonly Program[] = [
  { names: ['redis-cli', 'valkey-cli', 'keydb-cli', 'iredis', 'dragonfly-cli'], means: meansRedis },
  tabled({
    names: ['redis-server', 'valkey-server', 'memcached', 'keydb-server'],
    options: {
      '--port, -p, -m, -c, --dir, --requirepass, --save, --appendonly': 'text',
      '--loadmodule, --rename-command, --enable-module-command, --enable-debug-command': 'opaque',
    },
    // Its settings load modules and run scripts.
    operands: 'config',
    does: [door('listener')],
  }),
  tabled({
    names: ['redis-benchmark', 'memtier_benchmark'],
    options: { '-h': 'lookup', '-p, -c, -n, -d, -t, -r, -P': 'text' },
  }),
  {
    names: ['etcdctl', 'zkcli', 'zookeepercli'],
    means: (context) => {
      const verb = textOf(context.invocation.args.find((word) => !show(word).startsWith('-')))
      const all = context.invocation.args.some((word) => /^--(prefix|from-key)$/.test(show(word)))
      if (verb === undefined) return
      // A cluster keeps its secrets below /registry; the root holds everything.
      if (
        verb === 'get' &&
        context.invocation.args.some((word) => /^\/registry(\/secrets|$)|^['"]?\/?['"]?$/.test(show(word))) &&
        !context.invocation.args.some((word) => show(word) === '--keys-only')
      )
        context.record(secret('cluster', shown(context.invocation.args)))
      if (/^(get|ls|version|member|endpoint|watch|lease|check|alarm|user|role|auth)$/.test(verb))
        context.record({
          does: 'change-database',
          deed: /^(user|role|auth)$/.test(verb) ? 'grant' : 'read',
          target: shown(context.invocation.args),
        })
      else if (/^(del|rm|rmdir|delete)$/.test(verb))
        context.record({
          does: 'change-database',
          deed: all ? 'delete-all' : 'write',
          target: shown(context.invocation.args),
        })
      else if (/^(put|set|mk|mkdir|txn|compaction|defrag|snapshot|create)$/.test(verb))
        context.record({
          does: 'change-database',
          deed: verb === 'snapshot' ? 'dump' : 'write',
          target: shown(context.invocation.args),
        })
      else context.opaque('unknown-subcommand', verb)
    },
  },
]
