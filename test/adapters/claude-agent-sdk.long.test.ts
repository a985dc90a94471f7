import { describe } from 'vitest'
import { claudeAgentSdk } from './claude-agent-sdk.ts'
import { conforms } from './conforms.ts'

/** Each case starts the real client. */
describe(claudeAgentSdk.name, () => conforms(claudeAgentSdk))
