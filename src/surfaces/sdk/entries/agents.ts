/** Who asks: the agents whose hooks and built-in tools are known. */
export { AGENTS, agentNamed } from '../../../agents/index.ts'
export type { Agent, HookAnswer } from '../../../agents/agent.ts'
