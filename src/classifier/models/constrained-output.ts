/**
 * How a server is told to write nothing but a verdict: `response-format` (OpenAI, llama.cpp, Ollama, vLLM, LM Studio),
 * `guided-json` (older vLLM), `grammar` (older llama.cpp). Asked for only where the self-test saw it hold.
 */
export type ConstrainedForm = 'response-format' | 'guided-json' | 'grammar'

export const CONSTRAINED_FORMS: readonly ConstrainedForm[] = ['response-format', 'guided-json', 'grammar']

/** What is to be written: the verdict alone, or a reason first. */
export type ConstrainedShape = 'verdict' | 'reasoned'

export interface Constraint {
  readonly form: ConstrainedForm
  readonly shape: ConstrainedShape
}

/** In the order of writing: a model that has to give its reason first has thought before it decides. */
const SCHEMAS: Readonly<Record<ConstrainedShape, object>> = {
  verdict: {
    type: 'object',
    properties: { block: { type: 'boolean' } },
    required: ['block'],
    additionalProperties: false,
  },
  reasoned: {
    type: 'object',
    properties: { reason: { type: 'string' }, block: { type: 'boolean' } },
    required: ['reason', 'block'],
    additionalProperties: false,
  },
}

const VERDICT = String.raw`"{" ws "\"block\"" ws ":" ws ("true" | "false") ws "}"`
const REASONED = String.raw`"{" ws "\"reason\"" ws ":" ws string ws "," ws "\"block\"" ws ":" ws ("true" | "false") ws "}"`
const STRING = String.raw`string ::= "\"" ([^"\\\x00-\x1f] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F]))* "\""`
const SPACE = 'ws ::= [ \\n]?'

const GRAMMARS: Readonly<Record<ConstrainedShape, string>> = {
  verdict: `root ::= ${VERDICT}\n${SPACE}\n`,
  reasoned: `root ::= ${REASONED}\n${STRING}\n${SPACE}\n`,
}

/** The fields of a request that ask for it. */
export function constraintFields({ form, shape }: Constraint): Readonly<Record<string, unknown>> {
  switch (form) {
    case 'response-format':
      return {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'verdict', strict: true, schema: SCHEMAS[shape] },
        },
      }
    case 'guided-json':
      return { guided_json: SCHEMAS[shape] }
    case 'grammar':
      return { grammar: GRAMMARS[shape] }
  }
}
