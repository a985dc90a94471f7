import type { Program, ProgramContext } from '../../shell/programs/program.ts'
import { isUrl } from '../../shell/programs/project.ts'
import { rest } from '../../shell/options.ts'
import { literal, show, textOf, type Word } from '../../word.ts'
import type { Entry } from '../entry.ts'
import { followed, unknownOption } from '../walk.ts'

const K6: Entry = {
  options: {
    '--console-output': 'write',
    '--summary-export': 'write',
    '-c, --config': 'read',
    '-O, --archive-out': 'write',
    '-a, --address': 'listen',
    '-e, --env, -o, --out': 'text',
    '-u, --vus, -i, --iterations, -d, --duration, -s, --stage, --rps, -m, --max, --batch, --batch-per-host, --max-redirects, --max-iterations-per-vu':
      'text',
    '--tag, --system-tags, --summary-mode, --summary-time-unit, --summary-trend-stats, -t, --type, --compatibility-mode, --execution-segment, --execution-segment-sequence, --log-format, --local-ips, --dns, --user-agent, --blacklist-ip, --block-hostnames, --min-iteration-duration, --traces-output, --secret-source, --exit-on-running, --new-machine-readable-summary':
      'text',
    '--log-output': { words: 'none stdout stderr', else: 'opaque' },
  },
  flags:
    '-q --quiet -v --verbose --no-color --no-summary --no-thresholds --no-setup --no-teardown --no-usage-report --include-system-env-vars --http-debug --http-debug=full --discard-response-bodies --throw -w --no-connection-reuse --no-vu-connection-reuse --linger -p --paused --profiling-enabled --no-archive-upload --local-execution --show-logs --insecure-skip-tls-verify --execution-requirements -f --force -h',
}

/** A value that is not known may be a host. */
function namesHost(value: Word): boolean {
  const text = textOf(value)
  return text === undefined || isUrl(value) || (HOST.test(text) && !FILE.test(text))
}

const HOST = /^(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|$)/i
const FILE = /\.(?:csv|js|json|mjs|pem|proto|toml|ts|txt|xml|ya?ml)$/i

/** Runs a script that sends requests; the host is the fact, and a variable may name it. */
function meansK6(context: ProgramContext): void {
  const read = followed(context, K6, context.invocation.args)
  const [verb, script, more] = read.operands
  if (verb === undefined) return
  for (const word of read.values('-e', '--env')) {
    const value = rest(word, show(word).indexOf('=') + 1)
    if (namesHost(value)) context.contacts(value, 'probe', 'nothing')
  }
  for (const word of read.values('-o', '--out')) {
    const [kind] = show(word).split('=')
    const target = rest(word, show(word).indexOf('=') + 1)
    if (/^(?:json|csv|web-dashboard)$/.test(kind!)) {
      if (kind !== 'web-dashboard' && show(word).includes('=')) context.writes(target, 'overwrite')
    } else context.contacts(target, 'upload', 'data')
  }
  const name = textOf(verb)
  if (name === 'cloud') {
    const file = textOf(script) === 'run' || textOf(script) === 'upload' ? more : script
    if (file !== undefined) context.reads(file)
    context.record({ does: 'change-service', service: 'k6', deed: 'execute', target: show(verb), production: false })
  } else if (name === 'run') {
    if (script === undefined || textOf(script) === '-') context.stdinAsCode('javascript')
    else context.file(script, 'javascript')
  } else if (name === 'archive' || name === 'inspect') {
    if (script !== undefined) context.file(script, 'javascript')
    if (name === 'archive' && !read.has('-O', '--archive-out')) context.writes(literal('archive.tar'), 'overwrite')
  } else if (name === 'new') {
    if (script !== undefined) context.writes(script, 'overwrite')
  } else if (!/^(?:version|help|completion|stats|status|pause|resume|scale)$/.test(name ?? ''))
    unknownOption(context, show(verb))
}

export const loadTesting: readonly Program[] = [
  {
    names: ['k6'],
    means: meansK6,
    examples: {
      'k6 run --vus 5 --duration 20s -e BASE=http://localhost:8080 perf/smoke.js': ['contact localhost probe'],
      'k6 run -e BASE=https://shop.example --env HOST=api.example -e DATA=users.json perf/smoke.js': [
        'contact shop.example probe',
        'contact api.example probe',
      ],
      'k6 run -e BASE=$TARGET perf/smoke.js': ['contact ? probe'],
      'k6 run /tmp/x.js': ['code javascript file /tmp/x.js'],
      'cat a.js | k6 run -': ['read a.js', 'run k6', 'code javascript standard-input'],
      'k6 run --out json=o.json --out csv=o.csv --summary-export s.json perf/smoke.js': [
        'write s.json',
        'write o.json',
        'write o.csv',
      ],
      'k6 run -o influxdb=https://i.example perf/smoke.js': ['contact i.example upload data'],
      'k6 run --console-output c.log -c c.json perf/smoke.js': ['write c.log', 'read c.json'],
      'k6 run --address 0.0.0.0:6565 --log-output loki=https://l.example perf/smoke.js': [
        'open listener 0.0.0.0:6565',
        'opaque unknown-option',
      ],
      'k6 archive perf/smoke.js': ['write archive.tar'],
      'k6 archive -O a.tar perf/smoke.js': ['write a.tar'],
      'k6 inspect /tmp/x.js': ['code javascript file /tmp/x.js'],
      'k6 new perf/new.js': ['write perf/new.js'],
      'k6 cloud run perf/smoke.js': ['read perf/smoke.js', 'service k6 execute'],
      'k6 cloud perf/smoke.js': ['read perf/smoke.js', 'service k6 execute'],
      'k6 version': [],
      'k6 login cloud': ['unknown option login of k6'],
      'k6 run --unheard-of perf/smoke.js': ['unknown option --unheard-of of k6'],
    },
  },
]
