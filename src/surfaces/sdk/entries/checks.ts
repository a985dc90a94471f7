/** What is known for certain: the checks by themselves, and one judgement put together from its parts. */
export { judge, type Gate } from '../../../gate.ts'
export type { Terms } from '../../../checks/look-at.ts'
export { composeGate, type GateOptions } from '../../compose.ts'
export { newSession, type Session } from '../../../session.ts'
export { PLAIN_CALLER, type Caller } from '../../../call/caller.ts'
export { ExecutionFirewall } from '../../../checks/firewall.ts'
export { RateLimiter } from '../../../checks/rate-limit.ts'
