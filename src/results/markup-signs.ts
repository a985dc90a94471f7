import type { Technique } from './order-rules.ts'

/** A sign in the form of a text. Every pattern starts with a fixed character and has an end: none can run away. */
export interface MarkupSign {
  readonly name: string
  readonly technique: Technique
  readonly weight: number
  /** Without one of these in a text, the pattern is not tried. */
  readonly anchors: readonly string[]
  readonly pattern: RegExp
}

const sign = (
  technique: Technique,
  name: string,
  weight: number,
  pattern: RegExp,
  ...anchors: readonly [string, ...string[]]
): MarkupSign => ({ technique, name, weight, pattern, anchors })

export const MARKUP_SIGNS: readonly MarkupSign[] = [
  sign(
    'forged message',
    'forges a turn with chat markers',
    1,
    /<\|(?:im_start|start_header_id)\|>(?:system|user|assistant)\b|<\|im_end\|>\s{0,3}<\|im_start\|>/gi,
    '<|',
  ),
  sign(
    'forged message',
    'forges a chat marker',
    0.6,
    /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|end_header_id|eot_id|begin_of_text)\|>/gi,
    '<|',
  ),
  sign(
    'forged message',
    'forges an instruction marker',
    0.7,
    /\[\/?(?:INST|SYSTEM MESSAGE|SYSTEM PROMPT|END SYSTEM MESSAGE)\]|<<\/?SYS>>/g,
    '[INST]',
    '[/INST]',
    '[SYSTEM ',
    '[END SYSTEM',
    '<<SYS',
    '<</SYS',
  ),
  sign('forged message', 'forges a message of the system', 1, /<(system|developer|admin)>[^<\n]{3,600}<\/\1>/gi, '<'),
  sign(
    'forged message',
    'forges a message of the system',
    1,
    /\[SYSTEM MESSAGE\][^\n]{3,600}\[END SYSTEM MESSAGE\]/g,
    '[SYSTEM MESSAGE]',
  ),
  sign('forged message', 'forges a message of the system', 0.6, /<\/?(?:system|developer|admin)>/gi, '<'),
  sign(
    'forged message',
    'forges a message of the system',
    1,
    /<\/?(?:system[-_ ](?:reminder|message|prompt|mode|instructions?|mode activated)|assistant[-_]instructions?|user[-_]message)>/gi,
    '<',
  ),
  sign('forged message', 'forges an instruction marker', 0.7, /\[\[\/?(?:SYSTEM|ADMIN|DEVELOPER)\]\]/g, '[['),
  sign(
    'forged message',
    'forges a turn of the user',
    0.7,
    /<\/?(?:user|human|assistant)>/gi,
    '<user',
    '</user',
    '<human',
    '</human',
    '<assistant',
    '</assistant',
    '<USER',
    '</USER',
  ),
  sign(
    'forged message',
    'forges the end of a tool result',
    1,
    /<\/(?:tool_result|function_results?|tool_output|tool_response)>/gi,
    '</',
  ),
  sign(
    'forged message',
    'forges a tool call',
    1,
    /<(?:tool_use|tool_call|function_calls?|invoke name=|antml:\w{1,20}|function_results?)\b/gi,
    '<tool',
    '<function',
    '<invoke',
    '<antml',
    '<TOOL',
  ),
  sign(
    'forged message',
    'marks itself as important',
    0.6,
    /<(?:IMPORTANT|CRITICAL|URGENT|MANDATORY)>/g,
    '<IMPORTANT',
    '<CRITICAL',
    '<URGENT',
    '<MANDATORY',
  ),
  sign(
    'forged message',
    'forges a system message as data',
    0.6,
    /"role"\s{0,3}:\s{0,3}"(?:system|developer)"\s{0,3},\s{0,3}"content"\s{0,3}:\s{0,3}"(?!you are an? )/gi,
    '"role"',
  ),
  sign(
    'forged message',
    'forges a message of the user as data',
    0.8,
    /"type"\s{0,3}:\s{0,3}"(?:user|tool_result)"\s{0,3},\s{0,3}"(?:message|is_error)"/gi,
    '"type"',
  ),
  sign(
    'forged message',
    'forges a heading of the system',
    0.8,
    /^#{2,4}\s{0,2}(?:system|instructions?|assistant|user)\s{0,2}:\s{0,2}$/gim,
    '##',
  ),
  sign(
    'forged message',
    'forges a turn after the end of a document',
    1,
    /(?:END OF (?:DOCUMENT|TOOL OUTPUT|FILE|RESULT|PAGE|CONTEXT|DATA)|tool output ended|<\/\w{3,20}>)[^\n]{0,20}\n{1,3}\s{0,4}(?:user|human|new message from the user|system|assistant)\b[^\n]{0,20}:/gi,
    'END OF ',
    'end of ',
    'End of ',
    'ended',
    '</',
  ),
  sign(
    'forged message',
    'forges a dialogue with the user',
    0.8,
    /\bSystem: [^\n]{3,200}(?:approved|granted|enabled|override)|\bASSISTANT: [^\n]{0,200}\n{1,2}USER: /g,
    'ystem: ',
    'SSISTANT: ',
    'SYSTEM: ',
  ),
  sign(
    'forged message',
    'forges the words of an administrator',
    1,
    /\b(?:BEGIN (?:ADMIN|SYSTEM) (?:OVERRIDE|MESSAGE)|SYSTEM NOTICE: the (?:agent|assistant)|(?:ADMIN|SYSTEM) OVERRIDE(?: CONFIRMED| CODE|:))/g,
    'OVERRIDE',
    'SYSTEM NOTICE',
    'BEGIN SYSTEM',
  ),
  sign(
    'forged message',
    'forges a dialogue with the user',
    0.8,
    /(?:^|\n)Human: [^\n]{3,400}\n{1,3}Assistant:/g,
    'Human: ',
  ),

  sign(
    'forged message',
    'forges a dialogue with the user',
    0.3,
    /\n{2}Assistant: (?:Sure|Okay|OK|Of course|Certainly|Yes|Understood|Doing)\b/g,
    'Assistant: ',
  ),
  sign(
    'forged message',
    'forges an order of the user',
    0.3,
    /^Human: [^\n]{0,200}\b(?:now|also|go ahead|delete|send|remove|run|post|push|approve|show me|deploy)\b/gm,
    'Human: ',
  ),
  sign(
    'forged message',
    'speaks as the system',
    0.5,
    /\b(?:SYSTEM|ADMIN|ADMINISTRATOR|DEVELOPER|OPERATOR|SECURITY|ROOT)[ _-](?:NOTICE|MESSAGE|OVERRIDE|INSTRUCTIONS?|UPDATE|COMMAND|ALERT|DIRECTIVE|NOTE|PROMPT)\b/g,
    'SYSTEM',
    'ADMIN',
    'DEVELOPER',
    'OPERATOR',
    'SECURITY',
    'ROOT',
  ),
  sign(
    'forged message',
    'speaks as the maker of the model',
    0.7,
    /\b(?:from|sender|author)\s?: ?(?:the )?(?:Anthropic|OpenAI|Google DeepMind|system administrator|AI safety|your developers?)\b|\b(?:OpenAI|Anthropic) (?:developer|system|safety|policy|admin) (?:message|notice|update|override|team)\b/gi,
    'nthropic',
    'penAI',
    'eepMind',
    'dministrator',
    'AI safety',
    'developer',
  ),
  sign(
    'forged message',
    'forges the thoughts of the model',
    0.8,
    /<\/?(?:assistant|model|ai|agent)[-_](?:thoughts?|thinking|response|reply|plan|action|output|turn)>/gi,
    '<assistant',
    '</assistant',
    '<model',
    '<ai',
    '<agent',
  ),
  sign(
    'forged message',
    'forges an answer of the user',
    0.7,
    /\buser_(?:approved|consent|confirmed|permission)\s?[=:]\s?"?(?:true|yes|1|granted)|\b[Tt]he user (?:said|replied|answered|wrote|typed)\s?: ?["“']?(?:yes|ok|sure|go ahead|approved|confirm)/g,
    'user_',
    'he user ',
  ),
  sign(
    'forged message',
    'forges a heading of the system',
    0.6,
    /^#{2,4}\s{0,2}(?:Instruction|Response|System|New task)s?\s{0,2}:/gim,
    '##',
  ),
  sign(
    'forged message',
    'marks the end of what it is part of',
    0.5,
    /[-=]{3,10}\s{0,2}(?:END OF|BEGIN|START OF) (?:ISSUE|DOCUMENT|EMAIL|MAIL|MESSAGE|CONTENT|CONTEXT|PAGE|FILE|INPUT|DATA|USER INPUT|TOOL OUTPUT|ADMIN MESSAGE|INSTRUCTIONS|NEW INSTRUCTIONS)\b/g,
    'END OF',
    'BEGIN',
    'START OF',
  ),
  sign(
    'forged message',
    'forges a tool’s tag',
    0.8,
    /<(?:tool_result|tool_output|tool_response|system_note|system-note|sys|operator)>/gi,
    '<tool',
    '<sys',
    '<operator',
  ),

  sign(
    'exfiltration',
    'asks for an address with data in it',
    1,
    /https?:\/\/[^\s"']{1,200}[?&/][\w-]{0,30}[=/]?\s{1,3}(?:followed by|and append|plus|with) the (?:user|content|conversation|last|value|full|chat|result|token|key)/gi,
    '://',
  ),
  sign(
    'exfiltration',
    'carries data out in a link',
    0.8,
    /https?:\/\/[^\s)"']{1,200}[?&][\w-]{1,30}=(?:[A-Z0-9]{2,16}_(?:OF|KEY|TOKEN|HISTORY|HERE|DATA|CONTENT|SECRET)|<[a-z][a-z _]{3,40}>|\[[A-Za-z][A-Za-z _]{3,40}\])/g,
    '://',
  ),
  sign(
    'exfiltration',
    'puts a file of secrets into an address',
    1,
    /\b(?:curl|wget|nc|fetch)\b[^\n]{0,120}(?:\.env|id_rsa|id_ed25519|\.aws\/credentials|\.netrc|\.npmrc)\b[^\n]{0,80}https?:/gi,
    'curl',
    'wget',
    'fetch',
    'nc ',
  ),
  sign(
    'exfiltration',
    'puts the environment into a text',
    0.7,
    /\b(?:output|result|value) of [`'"]?(?:env|printenv|set)\b/gi,
    'env',
    'of set',
  ),
  sign(
    'exfiltration',
    'carries data out in an image',
    1,
    /!\[[^\]\n]{0,80}\]\(https?:\/\/[^)\s]{1,200}[?&/][^)\s=]{0,40}=?(?:\{\{?|<|\[[A-Z]|%7b|\$[({]|[A-Z0-9]{2,12}_(?:OF_|KEY|TOKEN|HISTORY))/gi,
    '![',
  ),
  sign(
    'exfiltration',
    'carries data out in an image',
    1,
    /<img\b[^>]{0,200}\bsrc\s{0,2}=\s{0,2}["']https?:\/\/[^"'\s]{1,200}[?&][^"'\s=]{1,40}=(?:\{\{|\$\{|<|%7b)/gi,
    '<img',
    '<IMG',
  ),
  sign(
    'exfiltration',
    'carries data out in a link',
    1,
    /\]\(https?:\/\/[^)\s]{1,200}=(?:<|\{\{?|\[)[^)\n]{0,60}\b(?:conversation|insert|data|secret|token|history|message|key|user)/gi,
    '](',
  ),
  sign(
    'exfiltration',
    'carries data out in an address',
    1,
    /https?:\/\/[^\s"']{1,200}[?&/=](?:\$\((?:cat|env|printenv)\b|%7B%7B\s{0,2}[\w.]{0,40}(?:token|secret|key)|\{the [^}\n]{1,40}\})/gi,
    '://',
  ),
  sign(
    'exfiltration',
    'asks for an address with secrets in it',
    0.7,
    /\breplac(?:e|ing) (?:SECRET|YOUR_API_KEY|\w{0,20}(?:KEY|TOKEN))\b[^\n]{0,120}\b(?:value|by the|with the)\b/gi,
    'eplac',
  ),
  sign(
    'exfiltration',
    'asks for an address with data in it',
    1,
    /https?:\/\/[^\s"']{1,200}[?&][\w-]{1,30}=\s{1,3}(?:followed by|and append|plus) /gi,
    '://',
  ),
  sign(
    'exfiltration',
    'asks for an address with data in it',
    1,
    /\bcarry the (?:previous|last) (?:user )?message\b|\b(?:append|add) the (?:user.{0,2}s|last|previous) (?:last )?message\b/gi,
    'essage',
  ),
]

/** Where text stands that a reader does not see. A sign inside weighs more by `adds`. */
export interface Hiding {
  readonly name: string
  readonly adds: number
  readonly anchors: readonly string[]
  /** Starts with a fixed character and has an end. */
  readonly opens: RegExp
  /** What else must hold of what opens it. */
  readonly if?: RegExp
  readonly closes: string
}

export const HIDINGS: readonly Hiding[] = [
  { name: 'in an HTML comment', adds: 0.6, anchors: ['<!--'], opens: /<!--/g, closes: '-->' },
  {
    name: 'in an element that is not shown',
    adds: 0.7,
    anchors: ['style', 'hidden', 'STYLE', 'HIDDEN'],
    opens: /<\w[^<>]{0,400}>/g,
    if: /\sstyle\s?=.*(?:display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?[01](?:px|pt)?\s?[;"']|opacity\s?:\s?0(?:\.0\d*)?\s?[;"']|(?:height|width|max-height)\s?:\s?[01](?:px)?\s?[;"']|clip\s?:\s?rect|clip-path|text-indent\s?:\s?-|transform\s?:\s?scale\(0|color\s?:\s?(?:white|#fff(?:fff)?)\s?[;"']|-\d{4,}px)|\shidden(?=[\s>=])|\saria-hidden\s?=\s?"true"/is,
    closes: '</',
  },
  {
    name: 'in an attribute',
    adds: 0.5,
    anchors: ['alt', 'title', 'content', 'aria-label', 'data-'],
    opens: /\b(?:alt|title|content|aria-label|data-[\w-]{1,30})\s?=\s?"/gi,
    closes: '"',
  },
  {
    name: 'in a comment of Markdown',
    adds: 0.6,
    anchors: [']: #', ']: <>'],
    opens: /\[[^\]\n]{0,20}\]: (?:#|<>) ?[("']/g,
    closes: '\n',
  },
  {
    name: 'in an element for programs',
    adds: 0.5,
    anchors: ['<noscript', '<template', '<script type="text', '<NOSCRIPT'],
    opens: /<(?:noscript|template|script type="text\/plain")[^<>]{0,200}>/gi,
    closes: '</',
  },
  { name: 'behind a fold', adds: 0.3, anchors: ['</summary>'], opens: /<\/summary>/gi, closes: '</details' },
  { name: 'in a footnote', adds: 0.3, anchors: ['[^'], opens: /^\[\^[^\]\n]{1,20}\]: /gm, closes: '\n' },
  { name: 'in the title of a link', adds: 0.5, anchors: [']('], opens: /\]\([^)\s]{1,300} "/g, closes: '"' },
]
