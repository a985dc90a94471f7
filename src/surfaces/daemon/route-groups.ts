import { agentRoutes } from './agent-routes.ts'
import type { RouteGroup } from './app.ts'
import { channelRoutes } from './channel-routes.ts'
import { approvalRoutes } from './approval-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { containedRoutes } from './contained-routes.ts'
import { costRoutes } from './cost-routes.ts'
import { consoleRoutes } from './console-routes.ts'
import { demoRoutes } from './demo-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { headsRoutes } from './heads-routes.ts'
import { healthRoutes } from './health-routes.ts'
import { hookRoutes } from './hook-routes.ts'
import { insightRoutes } from './insight-routes.ts'
import { judgeRoutes } from './judge-routes.ts'
import { labRoutes } from './lab-routes.ts'
import { mcpRoutes } from './mcp-routes.ts'
import { pinRoutes } from './pin-routes.ts'
import { policyRoutes } from './policy-routes.ts'
import { probeRoutes } from './probe-routes.ts'
import { programRoutes } from './program-routes.ts'
import { reviewRoutes } from './review-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { siemRoutes } from './siem-routes.ts'
import { ssoRoutes } from './sso-routes.ts'
import { machineRoutes } from './machine-routes.ts'
import { teamRoutes } from './team-routes.ts'
import { userRoutes } from './user-routes.ts'

/** Every group of routes. A route is served only when `routes.ts` also says who may use it. */
export const ROUTE_GROUPS: readonly RouteGroup[] = [
  judgeRoutes,
  programRoutes,
  hookRoutes,
  containedRoutes,
  mcpRoutes,
  pinRoutes,
  sessionRoutes,
  approvalRoutes,
  channelRoutes,
  auditRoutes,
  policyRoutes,
  costRoutes,
  consoleRoutes,
  ssoRoutes,
  labRoutes,
  demoRoutes,
  settingsRoutes,
  insightRoutes,
  agentRoutes,
  reviewRoutes,
  siemRoutes,
  userRoutes,
  eventRoutes,
  healthRoutes,
  probeRoutes,
  headsRoutes,
  teamRoutes,
  machineRoutes,
]
