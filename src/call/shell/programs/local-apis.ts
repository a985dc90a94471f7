import { show, type Word } from '../../word.ts'
import { secret, system } from './facts.ts'
import type { ProgramContext, EffectDraft } from './program.ts'

interface Api {
  readonly ports: string
  readonly path: RegExp
  /** The methods it holds for; undefined: any. */
  readonly methods?: RegExp
  readonly recorded: (url: string) => EffectDraft
}

const CHANGES = /^(POST|PUT|PATCH|DELETE)$/

/**
 * Services that listen on this machine and do more than answer: whoever may speak to them rules containers, clusters and
 * databases. Known by the port they have everywhere.
 */
const APIS: readonly Api[] = [
  {
    ports: '2375 2376',
    path: /^\//,
    methods: CHANGES,
    recorded: (url) => system('grant-privilege', `${url} controls the host`),
  },
  {
    ports: '10250',
    path: /^\/(run|exec|attach|cri)\b/,
    recorded: (url) => system('grant-privilege', `${url} runs in a pod`),
  },
  {
    ports: '9200 9201',
    path: /^\/(?!_search\/scroll)[^/?]+\/?($|\?)/,
    methods: /^DELETE$/,
    recorded: (url) => ({ does: 'change-database', deed: 'drop', target: url }),
  },
  {
    ports: '9200 9201',
    path: /_delete_by_query/,
    methods: CHANGES,
    recorded: (url) => ({ does: 'change-database', deed: 'delete-all', target: url }),
  },
  {
    ports: '5984 8086 8529 6333 7700 8108 19530',
    path: /^\/[^?]+/,
    methods: /^DELETE$/,
    recorded: (url) => ({ does: 'change-database', deed: 'drop', target: url }),
  },
  {
    ports: '8500',
    path: /^\/v1\/agent\/(service|check)\/register/,
    methods: CHANGES,
    recorded: (url) => ({ does: 'something-opaque', because: 'unreadable-code', text: url }),
  },
  {
    ports: '8500 2379',
    path: /recurse|deleterange|recursive=true/,
    methods: /^(DELETE|POST)$/,
    recorded: (url) => ({ does: 'change-database', deed: 'delete-all', target: url }),
  },
  { ports: '8500', path: /^\/v1\/kv\/.*recurse|^\/v1\/acl/, recorded: (url) => secret('cluster', url) },
  {
    ports: '2379',
    path: /^\/v3(?:alpha|beta)?\/kv\/range|^\/v2\/keys\/?\?/,
    recorded: (url) => secret('cluster', url),
  },
  { ports: '8200', path: /^\/v1\/(?!sys\/(health|seal-status|leader))/, recorded: (url) => secret('vault', url) },
  { ports: '6443 8001 8443', path: /\/secrets(\/|\?|$)/, recorded: (url) => secret('cluster', url) },
  {
    ports: '8080 8081 9090 50000',
    path: /^\/(?:jenkins\/)?script(?:Text)?(?:$|\?)/,
    methods: /^POST$/,
    recorded: (url) => ({ does: 'something-opaque', because: 'unreadable-code', text: url }),
  },
]

/** Tells what a request does to a service that is known by its port. */
export function recordLocalApi(context: ProgramContext, url: Word, method: string): void {
  const text = show(url)
  const found = /^(?:https?:\/\/)?(?:[^/@\s]*@)?(?:\[[^\]]+\]|[\w.-]+):(\d+)(\/[^#\s]*)?/i.exec(text)
  if (!found) return
  for (const api of APIS)
    if (
      api.ports.split(' ').includes(found[1]!) &&
      api.path.test(found[2] ?? '/') &&
      (api.methods?.test(method) ?? true)
    )
      context.record(api.recorded(text))
}
