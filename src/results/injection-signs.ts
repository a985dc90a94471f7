/** One sign that a text speaks to the agent and not to its reader. Signs add up; 1 is enough by itself. */
export interface InjectionSign {
  readonly name: string
  readonly weight: number
  readonly pattern: RegExp
}

const CODE = String.raw`(?:code|script|snippet)\s*(?:snippet|block|excerpt|section|fragment|below)?`
const OWN_WORK = String.raw`(?:response|reply|answer|output|code(?:base)?|implementation|solution|algorithm|program|explanation|elucidation|summary|message)`

/** Read over text whose hidden characters have been removed or made visible. No pattern repeats inside a repetition. */
export const INJECTION_SIGNS: readonly InjectionSign[] = [
  {
    name: 'asks to drop earlier instructions',
    weight: 1,
    pattern:
      /\b(?:ignore|disregard|forget|override|overlook|skip|neglect|do not follow|stop following)\b[^.\n]{0,40}?\b(?:previous|prior|above|earlier|preceding|foregoing|original|initial|system|all those|all these|your)\b[^.\n]{0,30}?\b(?:instructions?|prompts?|rules?|directions?|guidelines?|commands?|constraints?|context|messages?|tasks?|training)\b/i,
  },
  {
    name: 'asks to drop what stands above',
    weight: 1,
    pattern:
      /\b(?:ignore|disregard|forget)\s+(?:all\s+|everything\s+|about\s+)*(?:of\s+)?(?:the\s+)?(?:above|that\b|rules|function\b|table\b|article\b|text above|paper\b)/i,
  },
  {
    name: 'gives new instructions',
    weight: 0.5,
    pattern:
      /\b(?:new|updated|real|actual|additional|following) (?:instructions?|task|objective|directive)s?\s*(?::|are\b|is\b)/i,
  },
  {
    name: 'asks to put code into the work',
    weight: 1,
    pattern: new RegExp(
      String.raw`\b(?:following|subsequent|below)\s+${CODE}[^.\n]{0,80}\byour\s+(?:\w+\s+)?${OWN_WORK}`,
      'i',
    ),
  },
  {
    name: 'asks to put code into the work',
    weight: 1,
    pattern: new RegExp(
      String.raw`\byour\s+(?:\w+\s+)?${OWN_WORK}\b[^.\n]{0,80}\b(?:following|subsequent|below)\s+${CODE}`,
      'i',
    ),
  },
  {
    name: 'asks to put code into the work',
    weight: 0.6,
    pattern: new RegExp(
      String.raw`\b(?:incorporate|include|integrate|embed|append|insert|add|weave|blend|inject|adopt|use|utili[sz]e|introduc)(?:e|ing)?\b[^.\n]{0,30}\b(?:following|subsequent|below)\s+${CODE}`,
      'i',
    ),
  },
  {
    name: 'steers the answer',
    weight: 1,
    pattern:
      /\b(?:in|to|into|within|of|modify|enhance|change|end|start|begin|finish) your (?:next |final )?(?:response|reply|answer|output|summary)\b/i,
  },
  {
    name: 'gives the agent another role',
    weight: 1,
    pattern:
      /\byou are (?:now|no longer)\b|\bdo anything now\b|\b(?:developer|dan|jailbreak|god|system|admin(?:istrator)?|maintenance|debug) mode\b[^.\n]{0,20}\b(?:activated|enabled|on)\b|\bact as (?:if|though|an? (?:unrestricted|evil|different))/i,
  },
  {
    name: 'forges a turn or a system message',
    weight: 1,
    pattern:
      /<\/?(?:system[ _-]mode|system-reminder|system prompt|system instructions?)\b[^>\n]{0,40}>|<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?(?:INST|SYS(?:TEM)?)\]|<<\/?SYS>>|^\s*#{2,}\s*(?:system|instructions?|assistant)\s*:/im,
  },
  { name: 'forges a turn', weight: 0.3, pattern: /^\s*(?:human|assistant|system|user)\s*:\s*\S/im },
  {
    name: 'forges a tool call',
    weight: 1,
    pattern:
      /<(?:tool_use|tool_call|function_calls?|invoke|antml:\w+|function_results?)\b|"(?:tool_use|tool_calls|function_call)"\s*:/i,
  },
  {
    name: 'asks for secrets',
    weight: 1,
    pattern:
      /\b(?:what(?:'s| is| are)|reveal|print|show|tell|give|share|repeat|output|display|leak|send|provide)\b[^.\n]{0,40}\b(?:your|the system|initial|hidden|user'?s?|users'?)\b[^.\n]{0,30}\b(?:secret|password|passcode|pass ?phrase|api[ _-]?keys?|system prompt|prompt|instructions|credentials?|database|tokens?|bank balance|private key|socioeconomic)/i,
  },
  {
    name: 'asks for personal data',
    weight: 1,
    pattern:
      /\b(?:give me|tell me|where does|where do)\b[^.\n]{0,60}\b(?:birth ?date|email address|home address|phone number|place of residence|city of residence|social security|the user (?:currently )?lives?|user currently live)\b/i,
  },
  {
    name: 'speaks to an AI',
    weight: 0.6,
    pattern:
      /\b(?:dear|hey|hello|attention|note to|instructions? (?:for|to)|message (?:for|to))\s+(?:the\s+|any\s+|all\s+)?(?:ai|a\.i\.|llms?|language models?|assistants?|agents?|chatgpt|gpt|claude|copilot|gemini|bots?)\b/i,
  },
  {
    name: 'speaks to an AI',
    weight: 1,
    pattern:
      /\bif you(?:'re| are) (?:an? )?(?:ai|llm|language model|assistant|agent|bot|automated)\b|\b(?:ai|llm) (?:assistants?|agents?|models?)\b[^.\n]{0,30}\b(?:must|should|need to|have to|are required)\b/i,
  },
  {
    name: 'asks to hide it from the user',
    weight: 0.8,
    pattern:
      /\b(?:do not|don't|never|without)\s+(?:mention(?:ing)?|tell(?:ing)?|inform(?:ing)?|reveal(?:ing)?|alert(?:ing)?|notify(?:ing)?|ask(?:ing)?|show(?:ing)?)\b[^.\n]{0,30}\b(?:the )?(?:user|human|owner|anyone|this)\b/i,
  },
  {
    name: 'asks for another answer',
    weight: 0.5,
    pattern:
      /\b(?:instead|rather)\b[^.\n]{0,40}\b(?:say|output|print|state|respond|reply|answer|write|return)\b|\b(?:say|output|print|state|respond|reply|answer|write|return)\b[^.\n]{0,60}\binstead\b/i,
  },
  {
    name: 'dictates what the answer is',
    weight: 0.8,
    pattern:
      /\b(?:say|state|output|respond|reply|answer|conclude|report|claim|acknowledge)\s+(?:that|with|only)\b[^.\n]{0,60}\b(?:output|capital|conclusion|sum|answer|best|hello|summary|website|hacked|pwned)\b|\b(?:please |just )(?:say|state|output|respond with|reply with|answer)\b/i,
  },
  {
    name: 'asks to run something',
    weight: 0.7,
    pattern:
      /\b(?:please |you must |you should |now )?(?:run|execute|paste|enter)\s+(?:the following|this|these|the command|the script)\b[^.\n]{0,30}\b(?:command|script|code|in (?:the|your) terminal|shell)/i,
  },
  {
    name: 'fetches and runs',
    weight: 0.6,
    pattern: /\b(?:curl|wget)\b[^|\n]{0,200}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/i,
  },
  {
    name: 'sends data away',
    weight: 0.8,
    pattern:
      /\b(?:send|post|forward|upload|exfiltrate|transmit|e-?mail|copy)\b[^.\n]{0,60}\b(?:conversation|chat history|credentials?|secrets?|environment variables?|\.env|api keys?|tokens?|passwords?|ssh keys?|contents? of|file contents?|source code)\b[^\n]{0,60}\b(?:to|at)\b\s*\S/i,
  },
  {
    name: 'carries data out in an image link',
    weight: 1,
    pattern: /!\[[^\]\n]{0,80}\]\(https?:\/\/[^)\s]{1,200}[?&][^)\s=]{1,40}=(?:\{|<|\[|%7b|\$)/i,
  },
  {
    name: 'hides text in markup',
    weight: 0.4,
    pattern:
      /(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])|color\s*:\s*(?:white|#fff(?:fff)?)\b)/i,
  },
  {
    name: 'speaks to the agent from a comment',
    weight: 1,
    pattern:
      /<!--[^>]{0,200}\b(?:ignore (?:the|all|your|previous|la|las)|dear assistant|ai assistant|instructions? (?:for|to)|system prompt|you must|state:|say:)/i,
  },
  {
    name: 'claims authority',
    weight: 0.5,
    pattern:
      /\b(?:system override|override confirmed|admin(?:istrator)? (?:override|access)|this is an? (?:order|test) from|i(?:'m| am) (?:actually )?(?:the|your|a|an) (?:\w+ )?(?:developer|administrator|admin|creator|owner|accountant|engineer)|as an authority)\b/i,
  },
  {
    name: 'asks for the database',
    weight: 0.7,
    pattern:
      /\b(?:print|dump|show|give|list)\b[^.\n]{0,30}\b(?:your|the|all) (?:\w+ )?(?:database|users|tables|records|customers)\b/i,
  },
  {
    name: 'asks to spread falsehood',
    weight: 0.8,
    pattern:
      /\b(?:add|include|integrate|insert|suggest|promote|mention|tease)\b[^.\n]{0,40}\b(?:fabricated|fake|false|misleading|made[- ]up|untrue|phishing|malicious)\b/i,
  },
  {
    name: 'asks to drop what was asked and say something else',
    weight: 1,
    pattern:
      /\b(?:ignore|disregard|forget)\b[^.\n]{0,60}\band (?:then |instead |just )?(?:say|state|output|print|respond|reply|answer|write|claim)\b/i,
  },
  {
    name: 'asks for it as a supposition',
    weight: 1,
    pattern:
      /\b(?:imagine|hypothetical(?:ly)?|suppose|pretend|parallel world|dystopian|scenario)\b[^.\n]{0,80}\bwe (?:\w+ ){0,3}(?:ignore|say|state|output)\b/i,
  },
  {
    name: 'dictates the result',
    weight: 0.8,
    pattern:
      /\b(?:state|say)\s+(?:that\s+)?the (?:output|answer|capital|sum|result|conclusion)\b|\b(?:and|please|then|might) (?:state|say)\s*:/i,
  },
  {
    name: 'asks in another language to drop earlier instructions',
    weight: 1,
    pattern:
      /\b(?:ignora|ignore|ignorez|olvida|oubliez|ignoriere|vergiss|dimentica|esque[cç]a)\b[^.\n]{0,30}\b(?:instrucciones|instructions|anweisungen|istruzioni|instru[cç][oõ]es|p[aá]gina|todo|tout|alles)\b|(?:忽略|无视|忘记)[^。\n]{0,20}(?:指示|指令|说明|提示)|無視して|指示を無視|(?:игнорируй|забудь)[^.\n]{0,30}(?:инструкции|указания)/i,
  },
]
