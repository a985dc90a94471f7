import { describe } from 'vitest'
import { conforms } from './conforms.ts'
import { langchain, langgraph } from './langchain.ts'

describe.each([langchain, langgraph])('$name', (framework) => conforms(framework))
