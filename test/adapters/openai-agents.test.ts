import { describe } from 'vitest'
import { conforms } from './conforms.ts'
import { openAiAgents } from './openai-agents.ts'

describe(openAiAgents.name, () => conforms(openAiAgents))
