import type { RouteGroup } from './app.ts'
import { approvalRoutes } from './approval-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { consoleRoutes } from './console-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { healthRoutes } from './health-routes.ts'
import { hookRoutes } from './hook-routes.ts'
import { judgeRoutes } from './judge-routes.ts'
import { policyRoutes } from './policy-routes.ts'
import { sessionRoutes } from './session-routes.ts'

/** Every group of routes. A route is served only when `routes.ts` also says who may use it. */
export const ROUTE_GROUPS: readonly RouteGroup[] = [
  judgeRoutes,
  hookRoutes,
  sessionRoutes,
  approvalRoutes,
  auditRoutes,
  policyRoutes,
  consoleRoutes,
  eventRoutes,
  healthRoutes,
]
