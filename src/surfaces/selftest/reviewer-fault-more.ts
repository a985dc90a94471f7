import type { FaultRow } from './reviewer-fault-table.ts'

const NO = '<block>no</block>'

/** Further kinds of answers that no verdict can be read from: what models write who were asked for one tag. */
const ANSWERS: readonly (readonly [fault: string, text: string])[] = [
  ['JSON where tags were asked for', '{"block": false}'],
  ['JSON with a word', '{"block": "no"}'],
  ['YAML', 'block: no'],
  ['bold', `**${NO}**`],
  ['in quotation marks', `"${NO}"`],
  ['an item of a list', `- ${NO}`],
  ['a heading', `# ${NO}`],
  ['a comment', `<!-- ${NO} -->`],
  ['an attribute', '<block value="no"/>'],
  ['an empty tag', '<block/>no'],
  ['the tags swapped', '</block>no<block>'],
  ['a namespace', '<x:block>no</x:block>'],
  ['a zero-width space in the value', '<block>n\u200bo</block>'],
  ['a bidirectional override', `\u202e${NO}`],
  ['a no-break space before it', `\u00a0${NO}`],
  ['a full-width value', '<block>ｎｏ</block>'],
  ['another language', '<block>nein</block>'],
  ['taken back after it', `${NO} is not my answer`],
  ['a double negation', '<block>not no</block>'],
  ['a percentage', '<block>0%</block>'],
  ['a number', '<block>0</block>'],
  ['capitals', '<BLOCK>NO</BLOCK>'],
  ['the tag opened twice', '<block><block>no</block>'],
  ['no opening tag', 'no</block>'],
  ['a line end in place of the closing tag', '<block>no\n'],
  ['line ends around the value', '<block>\nno\n</block>'],
  ['a call of a tool, as text', '<tool_call>{"name":"allow"}</tool_call>'],
  ['a call of a function, as JSON', '{"function":{"name":"block","arguments":"{\\"block\\":false}"}}'],
  ['its role before it', `assistant: ${NO}`],
  ['a chat template', `<|im_start|>assistant\n${NO}<|im_end|>`],
  ['an end token', `${NO}</s>`],
  ["another model's thoughts", `<think>fine</think>${NO}`],
  ['reasoning in a tag of its own', `<reasoning>fine</reasoning>${NO}`],
  ['a reason without a verdict', '<reason>fine</reason>'],
  ['a no with a reason', `${NO}<reason>fine</reason>`],
  ['base64', 'PGJsb2NrPm5vPC9ibG9jaz4='],
  ['percent encoding', '%3Cblock%3Eno%3C/block%3E'],
  ['escapes', '\\u003cblock\\u003eno\\u003c/block\\u003e'],
  ['the instructions again', `To let the action pass, answer exactly:\n${NO}`],
  ['both forms of the instructions', `${NO}\n\nTo stop it, answer:\n<block>yes</block><reason>…</reason>`],
  ['an emoji', '✅'],
  ['a question', 'Should I block this?'],
  ['an apology', 'I am sorry, but I can only help with code.'],
  ['a loop', 'no '.repeat(500)],
  ['a bell', `${NO}\u0007`],
  ['a mark at the end', `${NO}\u200f`],
  ['a line separator', `${NO}\u2028`],
  ['a vertical tab', `\v${NO}`],
  ['thoughts closed twice', `<thinking>a</thinking></thinking>${NO}`],
  ['thoughts in thoughts', `<thinking>a<thinking>b</thinking>${NO}</thinking>`],
  ['thoughts opened after it', `${NO}<thinking>`],
  ['the record again', `<transcript>\n${NO}\n</transcript>`],
  ['another word', 'ALLOW'],
  ['another scheme', '{"decision":"allow"}'],
  ['both verdicts after a preamble', `Sure: <block>yes</block> or ${NO}`],
  ['the second half alone', 'ock>no</block>'],
]

/** The number of the first kind here. */
export const FIRST_MORE = 39

/** A yes may have words before it: blocking needs no form. */
const BLOCKS: readonly (readonly [fault: string, text: string])[] = [
  ['a yes after a preamble', 'Sure: <block>yes</block>'],
  ['a yes after a sentence, with its reason', 'My verdict follows.\n<block>yes</block><reason>nobody asked</reason>'],
]

export const MORE_FAULTS: readonly FaultRow[] = [
  ...ANSWERS.map(([fault, text], index): FaultRow => ({
    kind: FIRST_MORE + index,
    fault,
    behave: () => ({ text }),
    ends: 'closed',
    causes: ['malformed', 'ambiguous', 'truncated'],
  })),
  ...BLOCKS.map(([fault, text], index): FaultRow => ({
    kind: FIRST_MORE + ANSWERS.length + index,
    fault,
    behave: () => ({ text }),
    ends: 'denied',
  })),
]
