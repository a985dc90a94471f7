import { describe } from 'vitest'
import { aiSdk } from './ai-sdk.ts'
import { conforms } from './conforms.ts'

describe.each([aiSdk(6), aiSdk(7)])('$name', (framework) => conforms(framework))
