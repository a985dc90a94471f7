import type { Role as UserRole } from '../../policy/users.ts'
import type { Role as MachineRole } from './tokens.ts'

/** Whoever comes with a token: one of the machine's own four, or a user's role. The machine's agents are as users who are agents. */
export type Caller = MachineRole | UserRole

/** Who may use which route. What is not in this table is refused, whatever the code behind it would do. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** `:name` stands for one segment of small letters, digits and dashes. */
  readonly path: string
  /** `stranger`: the page of the console before anybody is logged in; no token, and no cookie is looked at. */
  readonly roles: readonly (Caller | 'stranger')[]
  /** Not for the console's cookie, which a login of hours should not be able to outlive. */
  readonly tokenOnly?: true
  /** For strangers: a browser comes here from another site, by going to it. Nothing else may. */
  readonly arrival?: true
  /** For strangers: programs that watch the daemon. No browser proves anything here, and nothing is told that matters. */
  readonly probe?: true
  /** What `:name` stands for in this route, where it is more. */
  readonly segment?: RegExp
  /** How large a body may be, where it is more than the size of a call. */
  readonly mostBytes?: number
}

/** The operator's token is that of whoever owns the machine's files: it may whatever an owner may. */
const OWNS: readonly Caller[] = ['operator', 'owner']
/** Changes rules, sessions and users. */
const OPERATES: readonly Caller[] = [...OWNS, 'admin']
const APPROVES: readonly Caller[] = [...OPERATES, 'approver']
/** Sees what was recorded. */
const AUDITS: readonly Caller[] = [...OPERATES, 'auditor']
/** Sees what is going on. */
const SEES: readonly Caller[] = [...APPROVES, 'auditor']
const ASKS: readonly Caller[] = ['agent', ...APPROVES]
/** The webhook's receiver, whose answers are signed besides. */
const ANSWERS: readonly Caller[] = ['channel', 'operator']

export const ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v1/judge', roles: ASKS },
  { method: 'POST', path: '/v1/judge/settle', roles: APPROVES },
  { method: 'POST', path: '/v1/judge/result', roles: ASKS },
  { method: 'POST', path: '/v1/judge/said', roles: OPERATES },
  { method: 'POST', path: '/v1/judge/handover', roles: ASKS },
  { method: 'POST', path: '/v1/hooks/:agent', roles: ASKS },
  { method: 'POST', path: '/v1/contained/spend', roles: ASKS },
  { method: 'POST', path: '/v1/contained/:run/settle', roles: ASKS },
  { method: 'POST', path: '/v1/contained/:run/network', roles: ASKS },
  { method: 'POST', path: '/v1/mcp/call', roles: ASKS },
  { method: 'POST', path: '/v1/mcp/remark', roles: ASKS },
  { method: 'POST', path: '/v1/mcp/result', roles: ASKS },
  { method: 'GET', path: '/v1/mcp/held', roles: AUDITS },
  { method: 'POST', path: '/v1/mcp/approve', roles: OPERATES },
  { method: 'GET', path: '/v1/sessions', roles: SEES },
  { method: 'GET', path: '/v1/session', roles: SEES },
  { method: 'POST', path: '/v1/session/said', roles: OPERATES },
  { method: 'POST', path: '/v1/session/mode', roles: OPERATES },
  { method: 'POST', path: '/v1/session/forget', roles: OPERATES },
  { method: 'POST', path: '/v1/session/pause', roles: OPERATES },
  { method: 'POST', path: '/v1/session/stop', roles: APPROVES },
  { method: 'POST', path: '/v1/session/revoke', roles: OPERATES },
  { method: 'GET', path: '/v1/approvals', roles: SEES },
  { method: 'POST', path: '/v1/approvals/save-preview', roles: OPERATES },
  { method: 'POST', path: '/v1/approvals/retry', roles: OPERATES },
  { method: 'GET', path: '/v1/approvals/:id', roles: SEES },
  { method: 'POST', path: '/v1/approvals/:id/answer', roles: APPROVES },
  { method: 'GET', path: '/v1/channels', roles: SEES },
  { method: 'POST', path: '/v1/channels/test', roles: OPERATES },
  { method: 'GET', path: '/v1/channels/test/:id', roles: OPERATES },
  { method: 'POST', path: '/v1/channels/webhook/answer', roles: ANSWERS, tokenOnly: true },
  { method: 'POST', path: '/v1/heads', roles: ANSWERS, tokenOnly: true },
  { method: 'GET', path: '/v1/heads', roles: ANSWERS, tokenOnly: true },
  { method: 'POST', path: '/v1/team/consult', roles: ASKS, tokenOnly: true },
  { method: 'POST', path: '/v1/team/question', roles: ASKS, tokenOnly: true },
  { method: 'POST', path: '/v1/team/records', roles: ASKS, tokenOnly: true, mostBytes: 8 * 1024 * 1024 },
  { method: 'GET', path: '/v1/machines', roles: AUDITS },
  { method: 'GET', path: '/v1/machines/:writer/records', roles: AUDITS },
  { method: 'POST', path: '/v1/machines/accept', roles: OPERATES },
  { method: 'GET', path: '/v1/audit', roles: AUDITS },
  { method: 'GET', path: '/v1/audit/export', roles: AUDITS },
  { method: 'GET', path: '/v1/audit/verify', roles: AUDITS },
  { method: 'GET', path: '/v1/audit/records/:id', roles: SEES },
  { method: 'GET', path: '/v1/policy', roles: SEES },
  { method: 'GET', path: '/v1/policy/problems', roles: SEES },
  { method: 'GET', path: '/v1/policy/bundle', roles: SEES },
  { method: 'GET', path: '/v1/cost', roles: AUDITS },
  { method: 'POST', path: '/v1/console/login', roles: ['stranger', 'operator'] },
  { method: 'GET', path: '/v1/console/ways', roles: ['stranger', 'operator'] },
  { method: 'POST', path: '/v1/console/oidc/start', roles: ['stranger', 'operator'] },
  { method: 'GET', path: '/v1/console/oidc/callback', roles: ['stranger'], arrival: true },
  { method: 'POST', path: '/v1/console/logout', roles: SEES },
  { method: 'GET', path: '/v1/console/me', roles: SEES },
  { method: 'POST', path: '/v1/console/link', roles: SEES, tokenOnly: true },
  { method: 'POST', path: '/v1/lab', roles: OPERATES },
  { method: 'POST', path: '/v1/demo', roles: OPERATES },
  { method: 'GET', path: '/v1/settings', roles: AUDITS },
  { method: 'POST', path: '/v1/settings/preview', roles: OPERATES },
  { method: 'POST', path: '/v1/settings/save', roles: OPERATES },
  { method: 'GET', path: '/v1/insights', roles: AUDITS },
  { method: 'GET', path: '/v1/agents', roles: AUDITS },
  { method: 'POST', path: '/v1/agents/plan', roles: OWNS },
  { method: 'POST', path: '/v1/agents/install', roles: OWNS },
  { method: 'POST', path: '/v1/agents/uninstall', roles: OWNS },
  { method: 'GET', path: '/v1/reviews', roles: AUDITS },
  { method: 'GET', path: '/v1/reviews/:call', roles: AUDITS, segment: /^[A-Za-z0-9_.-]{1,128}$/ },
  { method: 'GET', path: '/v1/siem', roles: AUDITS },
  { method: 'GET', path: '/v1/users', roles: AUDITS },
  { method: 'POST', path: '/v1/users/change', roles: OPERATES },
  { method: 'POST', path: '/v1/users/token', roles: OPERATES },
  { method: 'GET', path: '/v1/events', roles: SEES },
  { method: 'GET', path: '/v1/health', roles: SEES },
  { method: 'GET', path: '/livez', roles: ['stranger', ...SEES], probe: true },
  { method: 'GET', path: '/readyz', roles: ['stranger', ...SEES], probe: true },
  { method: 'POST', path: '/v1/drain', roles: OWNS, tokenOnly: true },
  { method: 'GET', path: '/v1/metrics', roles: ['metrics', ...AUDITS] },
  { method: 'GET', path: '/v1/openapi.json', roles: SEES },
]

export type Found =
  | { readonly kind: 'route'; readonly route: Route }
  | { readonly kind: 'wrong method' }
  | { readonly kind: 'unknown' }

const SEGMENT = /^[a-z0-9-]{1,64}$/

/** Finds the row for a request. `path` is what stands before the question mark, as it was sent. */
export function findRoute(table: readonly Route[], method: string, path: string): Found {
  const segments = path.split('/')
  const rows = table.filter((route) => route.path === path || (route.path.includes(':') && matches(route, segments)))
  if (rows.length === 0) return { kind: 'unknown' }
  const route = rows.find((row) => row.method === method)
  return route ? { kind: 'route', route } : { kind: 'wrong method' }
}

function matches({ path, segment = SEGMENT }: Route, given: readonly string[]): boolean {
  const wanted = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(':') ? segment.test(given[index]!) : part === given[index]))
  )
}
