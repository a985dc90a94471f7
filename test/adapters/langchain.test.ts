import { describe } from 'vitest'
import { conforms } from './conforms.ts'
import { langchain } from './langchain.ts'

describe(langchain.name, () => conforms(langchain))
