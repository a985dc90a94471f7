import { literal, show, textOf } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { door, namesProduction, onlyAsks, report, service, shown, system, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { isOwn } from './project.ts'
import { rows } from './table.ts'
import { serviceTool, verbs } from './verbs.ts'

/** Web servers: testing the configuration is looking, starting opens a port. A configuration elsewhere can load modules. */
function meansServer(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued(
      '-c -p -s -g -e -f -d -D -C -k -n --config --adapter --configFile --http-port --pidfile --conf-script --dhcp-script --dhcp-luascript --load-module --loadmodule -a -b -T',
    ),
    style: 'gnu',
  })
  const signal = show(
    read.value('-s', '-k') ?? read.operands[0] ?? read.operands.at(-1) ?? { kind: 'literal', text: '' },
  )
  const custom = read.value('-c', '-f', '--config', '--configFile')
  if (custom) {
    const place = context.place(custom)
    context.reads(custom)
    if (
      context.written(place) ||
      (place.kind === 'path' &&
        !place.real.startsWith('/etc/') &&
        !place.real.startsWith(`${context.surroundings.workspace}/`))
    )
      context.opaque('unreadable-code', `${program} ${show(custom)}`)
  }
  if (args.some((word) => /^--(conf-script|dhcp-script|dhcp-luascript|load-?module)/.test(show(word))))
    context.opaque('unknown-option', `${program} runs a script`)
  if (read.has('-g', '-C', '-D', '-e') && program !== 'caddy')
    context.opaque('unknown-option', `${program} with inline configuration`)
  if (
    read.has('-t', '-T', '-V', '-v', '-S', '-M', '-L', '-l') ||
    /^(configtest|status|fullstatus|validate|fmt|adapt|version|list-modules|environ|build-info|healthcheck)$/.test(
      signal,
    )
  )
    context.record(report('services'))
  else if (/^(stop|quit|graceful-stop)$/.test(signal)) context.record(system('stop-service', program))
  else if (/^(reload|restart|graceful|reopen|upgrade)$/.test(signal)) context.record(system('start-service', program))
  else {
    context.record(door('listener'))
    if (/^(trust|untrust)$/.test(signal)) context.record(system('trust-certificate', program))
  }
}

/** Load generators: a request again and again. Against another's machine that is an attack; the host is the fact. */
function meansLoad(context: ProgramContext): void {
  const { args } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued(
      '-n -c -t -d -z -q -H -m -D -p -T -s -r -R -b -f -A -C -u -w --duration --connections --threads --rate --requests --header --method --body --script --timeout --output --targets -o --out --users --spawn-rate -i --num-conns --server --port --uri',
    ),
    style: 'gnu',
  })
  for (const script of read.values('-s', '--script')) if (/[./]/.test(show(script))) context.file(script)
  for (const file of [
    ...read.values('-f', '--targets', '-D'),
    ...(/^(ab)$/.test(context.invocation.program) ? read.values('-p', '-u') : []),
  ])
    if (/[./]/.test(show(file)) && !/^https?:/.test(show(file))) context.reads(file)
  for (const url of [
    ...read.operands.filter((word) => /^\w+:\/\/|[\w-]\.[\w-]+|localhost/.test(show(word))),
    ...read.values('--server', '-u').filter((word) => /:\/\//.test(show(word))),
  ])
    context.contacts(url, 'probe', read.has('-d', '--body', '-p') ? 'data' : 'nothing')
}

function meansModules(context: ProgramContext): void {
  context.record(system('change-configuration', `${context.invocation.program} ${shown(context.invocation.args)}`))
}

const QUEUE_VERBS = verbs({
  read: 'list list_queues list_users list_vhosts list_exchanges list_bindings list_connections list_channels list_consumers list_permissions list_policies status cluster_status environment node_health_check ping version help report topics describe stats inspect dags tasks state show info debug docs ls test parse compile source lag partitions get query rules config check wait health check-config labels series instant-query alert silence volume',
  'local-only':
    'init build compile run-local deps clean seed snapshot docs generate serve standalone webserver scheduler db dev ui server',
  create: 'add_vhost declare create',
  update:
    'enable disable set pause unpause trigger rotate_logs restart start start_app reset-offsets set_policy clear_policy push',
  execute: 'eval execute run backfill call apply consume produce control',
  grant: 'add_user set_permissions set_user_tags change_password clear_password authenticate_user acls',
  delete:
    'delete delete_queue delete_user delete_vhost purge_queue purge stop stop_app reset force_reset forget_cluster_node remove rm',
})

/** Batch systems run a script or a command on other machines. */
function meansBatch(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued(
      '-n -N -c -p -t -J -o -e -A -q -w -D -a -d -l -m -M -P -W -R -x -np --ntasks --nodes --cpus-per-task --partition --time --job-name --output --error --account --qos --mem --gres --array --dependency --chdir --wrap --constraint --hostfile -hostfile -host --host --bind-to --map-by -mca --mca --export --nodelist --gpus --reservation',
    ),
    style: 'gnu',
    stopAtOperand: true,
  })
  const wrap = read.value('--wrap')
  const remote = { where: { kind: 'remote', host: 'cluster' } as const }
  for (const file of read.values('-o', '-e', '--output', '--error'))
    if (/[./]/.test(show(file)) && !program.startsWith('mpi')) context.writes(file, 'overwrite')
  if (wrap) context.code('shell', wrap, { via: program, ...remote })
  if (read.operands.length === 0) return
  if (/^(sbatch|qsub|bsub|condor_submit|oarsub)$/.test(program) && /[./]/.test(show(read.operands[0]!)))
    context.file(read.operands[0]!, 'shell')
  else context.runs(read.operands, { via: program })
}

function meansHadoop(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const text = shown(args)
  const verb = args.map((word) => textOf(word)).find((word) => word !== undefined && /^-\w+/.test(word)) ?? ''
  if (
    /^-(ls|cat|du|df|stat|tail|text|count|find|test|checksum|getfacl|help|report|head|usage)/.test(verb) ||
    /fsck|version|classpath|getconf|job -list/.test(text)
  )
    context.record(service('hadoop', 'read', args))
  else if (/^-(rm|rmr|rmdir|expunge|delete)/.test(verb))
    context.record(service('hadoop', /(-r|-rmr|-R|skipTrash)/.test(text) ? 'mass-delete' : 'delete', args))
  else if (/^-(put|copyFromLocal|moveFromLocal|appendToFile)/.test(verb)) {
    for (const word of args.slice(args.findIndex((word) => textOf(word) === verb) + 1, -1))
      if (!show(word).startsWith('-')) context.reads(word)
    context.record(service('hadoop', 'copy-in', args))
  } else if (/^-(get|copyToLocal|getmerge)/.test(verb)) {
    const target = args.at(-1)
    if (target) context.writes(target, 'create')
    context.record(service('hadoop', 'copy-out', args))
  } else if (/^-(mkdir|touchz?|cp|mv|chmod|chown|chgrp|setrep|setfacl|setfattr)/.test(verb))
    context.record(service('hadoop', 'update', args))
  else context.opaque('unknown-subcommand', `${program} ${text}`)
}

/** Servers of files: the directory is given to whoever can reach the port, so it has to be the project's. */
function meansFileServer(context: ProgramContext): void {
  const { args } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued(
      '-p --port -a --host -c -l --listen -t -P --proxy -C --cert -K --key -d --ext -e --mount --watch --ignore --entry-file --config',
    ),
    style: 'gnu',
  })
  for (const file of read.values('--config')) context.reads(file)
  const directory = read.operands[0] ?? literal('.')
  context.reads(directory, 'names')
  const address = read.value('-a', '--host')
  const own = isOwn(context, context.place(directory))
  context.record(own ? door('listener', ...(address ? [show(address)] : [])) : door('listener', '0.0.0.0'))
}

export const servers: readonly Program[] = [
  {
    names: ['http-server', 'live-server', 'serve', 'sirv', 'sirv-cli', 'superstatic', 'miniserve', 'darkhttpd'],
    means: meansFileServer,
  },
  {
    names: [
      'nginx',
      'apachectl',
      'apache2ctl',
      'httpd',
      'apache2',
      'caddy',
      'traefik',
      'haproxy',
      'varnishd',
      'squid',
      'lighttpd',
      'php-fpm',
      'openresty',
      'angie',
      'envoy',
      'dnsmasq',
      'named',
      'unbound',
      'coredns',
      'vsftpd',
      'proftpd',
      'smbd',
      'nmbd',
      'dovecot',
      'postfix',
      'slapd',
    ],
    means: meansServer,
  },
  {
    names: [
      'ab',
      'wrk',
      'wrk2',
      'hey',
      'siege',
      'vegeta',
      'bombardier',
      'autocannon',
      'httperf',
      'oha',
      'plow',
      'ali',

      'cassowary',
      'tsung',
      'h2load',
      'artillery',
      'gatling',
      'ghz',
    ],
    means: meansLoad,
  },
  {
    names: [
      'a2enmod',
      'a2dismod',
      'a2ensite',
      'a2dissite',
      'a2enconf',
      'a2disconf',
      'nginx_ensite',
      'phpenmod',
      'phpdismod',
      'gitlab-ctl',
      'gitlab-rake',
      'gitlab-runner',
      'postconf',
      'postmap',
      'newaliases',
      'postqueue',
      'postsuper',
      'rndc',
      'doveadm',
      'smbcontrol',
      'exportfs',
      'tomcat',
      'catalina.sh',
      'asadmin',
      'varnishadm',
      'squidclient',
      'cupsd',
    ],
    means: (context) =>
      /(^|\s)(status|list|-n|show|tail|-p|-s|help|service-list|verify|--version|stats)(\s|$)/.test(
        shown(context.invocation.args),
      )
        ? context.record(report('services'))
        : meansModules(context),
  },
  serviceTool({
    names:
      'rabbitmqctl rabbitmqadmin rabbitmq-plugins rabbitmq-diagnostics pulsar-admin kafka-topics kafka-topics.sh kafka-configs.sh kafka-consumer-groups kafka-consumer-groups.sh airflow dagster prefect dbt mlflow grafana-cli logcli tctl cortextool mimirtool promtool amtool',
    service: 'data',
    verbs: QUEUE_VERBS,
    depth: 3,
    values: valued(
      '-q -p -n -b -f -u -t --bootstrap-server --topic --group --zookeeper --profiles-dir --project-dir --target --select -s -m --models --exclude --vars --config-file --alertmanager.url --addr --from --to --limit',
    ),
    also: (context, read) => {
      const text = shown(context.invocation.args)
      // dbt works on the target of the profile, which is the developer's own unless another is named.
      if (
        context.invocation.program === 'dbt' &&
        /^(run|build|test|seed|compile|snapshot|docs|deps|debug|parse|show|list|ls|clean|init|source)$/.test(
          textOf(read.operands[0]) ?? '',
        ) &&
        !namesProduction(context.invocation.args)
      ) {
        context.record(service('data', 'local-only', read.operands, false))
        return true
      }
      if (/--(list|describe)\b/.test(text)) context.record(service('data', 'read', read.operands))
      else if (/--(create|alter)\b/.test(text)) context.record(service('data', 'update', read.operands))
      else if (/--(delete|delete-offsets)\b/.test(text)) context.record(service('data', 'delete', read.operands))
      else return false
      return true
    },
  }),
  {
    names: [
      'srun',
      'sbatch',
      'salloc',
      'qsub',
      'bsub',
      'condor_submit',
      'oarsub',
      'mpirun',
      'mpiexec',
      'orterun',
      'prun',
      'jsrun',
      'aprun',
      'mpirun.openmpi',
    ],
    means: meansBatch,
  },
  { names: ['hadoop', 'hdfs', 'mapred'], means: meansHadoop },
  ...rows({
    'squeue sinfo sacct sstat sprio sshare sdiag sreport qstat qhost bjobs bhosts bqueues lsload condor_q condor_status pbsnodes showq qselect oarstat':
      { does: [report('processes')], options: { '-o, --format, -u, -p, -j, -w, -A, -M, -t': 'text' } },
    'scancel qdel bkill condor_rm oardel': { does: [{ does: 'end-process', whose: 'named', target: 'cluster jobs' }] },
    'scontrol qalter bmod condor_hold condor_release qhold qrls qmod': {
      does: [service('cluster', 'update', [])],
    },
    'varnishlog varnishncsa varnishtop': {
      does: [report('logs')],
      options: { '-w, -o': 'write', '-F, -q, -g, -i, -I, -n': 'text', '-P': 'write', '-f, -r': 'read' },
    },
    'varnishstat ngxtop kafka-console-consumer.sh kafka-console-consumer mosquitto_rr': {
      does: [report('logs')],
      options: { '--bootstrap-server, -h': 'lookup', '--topic, --group': 'text' },
    },
    'kafka-console-producer.sh kafka-console-producer': {
      does: [service('kafka', 'send', [])],
      options: { '--bootstrap-server, --broker-list': 'send', '--topic': 'text' },
    },
    'mosquitto nats-server influxd prometheus node_exporter grafana-server telegraf alertmanager chronograf kibana elasticsearch logstash filebeat metricbeat opensearch solr zookeeper-server-start.sh kafka-server-start.sh minio jaeger zipkin otelcol vector fluentd fluent-bit collectd statsd netdata uptime-kuma':
      {
        does: [door('listener')],
        options: { '-c, --config, --config.file, -config': 'config', '-e': 'opaque', '-p, --port': 'text' },
      },
    osqueryi: {
      does: [report('machine')],
      options: { '--extension, --extensions_autoload': 'opaque', '--json, --csv, --line': 'flag' },
    },
    'sysdig falco': {
      does: [system('capture-traffic', 'system calls')],
      options: { '-w': 'write', '-r': 'read', '-c': 'opaque' },
    },
  }),
]
