import type { Words } from './word-classes.ts'

export const ENGLISH: Words = {
  drop: 'dismiss|erase|scrap|suspend|cease following|no longer follow|refrain from following|unlearn|set your|put your|stop listening to|throw away|do not listen to|dont listen to|ignore|disregard|forget|override|overlook|neglect|abandon|bypass|set aside|pay no attention to|do not follow|dont follow|do not obey|dont obey|stop following|stop obeying|cancel|discard|do not comply|disobey|forget about|take no notice of',
  earlier:
    'previous|previously|prior|above|earlier|preceding|foregoing|original|initial|before|so far|up to now|existing|your|you were given|you have received|you have been given|you received|you were told|all those|all these|everything|users|the user gave you|developer message|system|that tell you',
  instructions:
    'instruction|instructions|guidelines|directives|directive|directions|system prompt|system message|developer message|prompt|prompts|constraints|training|programming|safety rules|everything you were told|everything you know|everything before|the above|that above|what the developer said|what the user said|what you were told|what i said before|everything i said|what was said before|all of the above|everything above',
  void: 'do not matter|does not matter|are revoked|is revoked|have been revoked|are suspended|have been lifted|has been lifted|is overridden|are overridden|have been replaced|have expired|are invalid|are no longer in force|no longer applies|no longer apply|are outdated|is outdated|are void|is void|is cancelled|is canceled|superseded|was a test|were a test|are obsolete|by mistake|are cancelled|does not apply|do not apply|are no longer valid',
  stop: 'your only goal|your only task|your sole task|your new goal|your sole purpose|your only purpose|cancel what you are doing|stop what you are doing|skip the remaining steps|drop your task|stop your task|your prior task|your previous task|your current task|stop summarising|stop summarizing|abandon your task|abandon the current|abandon the task|cancel your task',
  rules:
    'rules|rule|orders|commands|task|tasks|objective|request|requests|context|message|messages|policy|policies|goal|goals|steps',
  new: 'new|real|actual|updated|true|additional|revised',
  instead:
    'from now on|from this point on|follow only|obey this|obey only|follow these|start now|highest authority|comply with|do as i say|exactly as i say|without question',
  'and then': 'instead|and say|and state|and print|and repeat|and output|and give me|and respond|and reply|and write',
  ai: 'ai|a.i.|llm|llms|language model|language models|ai assistant|ai assistants|ai agent|ai agents|chatgpt|gpt|claude|copilot|gemini|coding agent|coding agents|automated agent|automated agents|ai model|ai models|ai reviewer|ai reviewers|chatbot|ai system|ai systems|artificial intelligence|ai helper|large language model|large language models',
  helper: 'assistant|assistants|agent|agents|the agent|the model|model reading|bot|bots|the assistant',
  called:
    'as the model reading|as the ai reading|as the agent reading|as the assistant reading|as an ai model reading|the ai reading this|the model reading this|agent reading this|assistant reading this',
  reading:
    'reading this|processing this|summarising this|summarizing this|handling this|that reads this|who reads this|parsing this|analysing this|analyzing this|reviewing this',
  authority:
    'i order you|as your administrator|as your developer|i am the administrator|i am your administrator|i am your developer|i am your creator|this is an order|i am the developer of you|i command you',
  'if you are': 'if you are|if youre|if this is read by|when read by|if you are reading this as|to whichever',
  address:
    'dear|hey|hello|attention|note to|note for|message to|message for|instructions for|instructions to|instruction for|important for|notice to|notice for|to the|to any|any|hint for|reminder for',
  must: 'must|have to|has to|are required to|is required to|need to|needs to|should now|you should|are to|require you to|shall|always|you will',
  hide: 'do not tell|dont tell|do not mention|dont mention|do not inform|dont inform|never tell|never mention|never reveal|do not reveal|dont reveal|do not notify|do not alert|without telling|without informing|without notifying|without mentioning|without alerting|do not let|keep this secret from|do not disclose|never disclose|hide this from',
  user: 'the user|user|users|the human|human|humans|the owner|the reader|the person|this note|this step|this to|that you were asked',
  silently:
    'silently|without telling anyone|without anyone noticing|secretly|just run it|just do it|without asking|without confirmation|do not ask|dont ask|never ask|no confirmation|without approval|in the background|skip confirmation|skip confirmations|without further confirmation|does not need to ask',
  show: 'share with me|print|reveal|show|output|repeat|display|disclose|dump|recite|tell me|give me|write out|print out',
  ask: 'what is|whats|what are|share|provide|list|describe|return|tell me about|tell us',
  prompt:
    'system prompt|system message|developer message|hidden prompt|initial prompt|hidden instructions|secret instructions|hidden files|users and their|list of users|initial instructions|original instructions',
  'own prompt':
    'your prompt|your system prompt|your hidden prompt|your initial prompt|your instructions|your initial instructions|your system message|your hidden instructions|your secret|your secrets|your secret key|your passcode|your passcode phrase|your password|your database|your training data|your credentials|your api keys|password you were given|users in your database',
  whole: 'word for word|verbatim|entire|in full|complete|completely|whole|all of it',
  outside: 'channel|public gist|gist|webhook|pastebin|dns lookups|commit message|query string|this link',
  your: 'your',
  'you are now':
    'developer mode enabled|developer mode activated|you are now|you are that|you are no longer|from now on you are|you will now act|you have become|you will act as|you now are|you are going to be|youre now',
  'act as':
    'act as|acting as|pretend you are|pretend to be|pretend that you are|simulate|imagine you are|imagine that you are|assume the role|assume the identity|play the role|role play|roleplay|you are a character|respond as|answer as|take on the role|behave as|behave like|enter',
  'no limits':
    'unrestricted|without restrictions|no restrictions|without any restrictions|without limits|no limits|without limitations|no limitations|without ethical|ethical guidelines|content policy|never refuse|never refuses|no rules|without rules|anything now|do anything|unfiltered|uncensored|mode activated|mode enabled|without filters|no filters|no filter|can do anything|no ethics|no content policy|no refusals|safety checks are disabled|safety is off|full permission|full permissions|unlimited access|without censorship|read me api keys|jailbroken',
  power:
    'administrator|admin|root|superuser|god mode|developer mode|debug mode|maintenance mode|jailbreak mode|sudo mode|dan|system mode|deployment bot|admin mode|root access|unrestricted mode',
  send: 'send|post|forward|upload|exfiltrate|transmit|email|mail|share|submit|publish|append|encode|leak|include the values|create a public|put it into|posting|sending|uploading',
  secret:
    'credentials|private key|private keys|ssh key|ssh keys|conversation|chat history|conversation history|environment variables|environment variable|.env|.ssh|id_rsa|id_ed25519|.aws|.netrc|system prompt|secrets|list of customers|address book|customer data|employee data|user data|last message|previous user message|content of the configuration|contents of the configuration|configuration files|configuration file|file content|contents of the inbox|the inbox|mailbox|all emails|customer list|database dump|contact list|full conversation|hosts.yml|api keys you know|user name|personal data|bank details|session token|browser history|password file|the output of env|the conversation so far|.pem|mcp.json|its token|their token',
  key: 'api key|api keys|token|tokens|access token|password|passwords|secret|secret key|passcode|your_api_key|login data|access_token|credit card',
  run: 'run|execute|paste|enter|launch|start|perform|carry out|open|visit|fetch|load|call|invoke',
  following: 'following|subsequent|below|next line|at the bottom|this|these|first',
  command: 'command|commands|script|scripts|shell command|code|in the terminal|curl|wget',
  code: 'code snippet|code block|code excerpt|code section|code fragment|code snippets|snippet|code blocks|snippet below|script snippet',
  work: 'response|reply|answer|output|implementation|solution|algorithm|codebase|code base|summary|explanation|elucidation|program|codes|responses|answers|program logic|code you develop|code|every file that you edit|next response|final answer|final response|robust code|implementations',
  insert:
    'rank|praise|prefer|endorse|include|add|integrate|suggest|tease|mention|promote|modify|enhance|append|insert|incorporate|embed|put|recommend|advertise|weave|write|change|render|suggesting|adding|including|tell|advertisement|addition|share|integrating|incorporating|feature|adopt',
  lie: 'even if it|even if they|even though it|is not true|isnt true|fabricated|misleading|fake|untrue|made up|non existent|nonexistent|false statement|has no known',
  suppose:
    'imagine a story|write a story in which|story in which an ai|hypothetical|hypothetically|imagine a scenario|parallel world|parallel universe|dystopian|in a world where|imagine a world',
  personal:
    'where the user|where does the user|user currently live|birth date|birthdate|email address|home address|city of residence|place of residence|socioeconomic|phone number|social security|bank balance',
  'in your answer':
    'in your response|in your reply|in your answer|in your summary|to your response|to your reply|to your answer|of your response|into your response|within your response|your next response|modify your reply|modify your response|enhance your reply|enhance your response|end your reply|end your response|start your reply|into your answer',
  'before tool':
    'before using this tool|before using any other tool|before using any tool|before calling any|before you use this tool|before using other tools|before calling this tool',
  say: 'say that|state that|say only|reply only|respond only|answer only|respond with|reply with|only with the word|tell the user that|tell the user to|tell them that|claim that|recommend it|say the|respond to the user only|we say|might say|might state|could say|state the|and say|and state|confirm with|inform the user that|state the|reply only with|only reply|answer that|consider the output',
  'when answering':
    'when you review|when reviewing|when processing|when you read|when you translate|when you evaluate|while summarizing|while summarising|before replying|before you reply|when you summarise|when you summarize|when summarising|when summarizing|when answering|when you answer|before you answer|before answering|before you continue|before continuing|when responding|when you respond|in your next|end your reply|start your reply|when asked about|end of every answer|end of each answer|at the end of every|when you process|whenever you',
  approve:
    'approve it|mark this as safe|mark this pull request as|mark it as safe|merge it without|approve every|approve all|approve this|approve each|approve the|approve any|approve pending|merge this|accept this|hire|close the issue|assign it to|set its priority|authorise|authorize|confirm all',
  grant:
    'grant write access|grant access|grant full access|grant admin|grant administrator|change the remote|set the remote|add me as|make me an|give write access|give full access|give admin',
  consent:
    'user already confirmed|user already approved|already confirmed the|user already agreed|has been approved by the user|skip the confirmation|elevated privileges|privileges granted|consent obtained|access granted for all|pre-authorised|pre-authorized|without asking the user|without telling the user|has already approved|already approved|has granted|granted full access|user approved|user confirmed|user agreed|user has agreed|has already confirmed|user turned on|auto approve|approvals are granted|permissions have been upgraded|approved by administrator|approved by the administrator|confirmation policy has been lifted|you may run any command|has pre-approved|has preapproved|user wants you to|user has authorised|user has authorized|user has consented|yes delete everything|you have permission|user has given you|granted automatically|has authorised you|has authorized you',
  disable: 'disable|turn off|switch off|deactivate|remove|delete|lift|unprotect|change the remote',
  protection:
    'two-factor|two factor authentication|twofactor|2fa|mfa|multi-factor|firewall|branch protection|safety checks|safety check|antivirus|content filter|audit log|confirmations|sandbox|seccomp|selinux|the gate|permission checks',
  tool: 'tool|tools|function|read_file|send_money|send_email|this tool|any other tool|the tool|tool call|other tools|transfer tool|this server',
  read: 'read|open|cat|call read_file on|retrieve|look up|load|access',
  collect: 'collect|gather|find all|extract|harvest|steal',
  about:
    'injection|injections|injected|jailbreak|jailbreaks|jailbreaking|attack|attacks|attacker|attackers|adversarial|malicious|payload|payloads|owasp|cve|red team|red teaming|exploit|exploits|prompts like|phishing|classifier|scanner|flagged|my chatbot|llm application|llm applications',
  telling:
    'to|nor|without|cannot|doesnt|they|we|i|he|she|it|will|would|can|could|may|might|not|dont|never|who|which|that|attackers|users|people|models|agents|did|does|cannot|cant|wont|and it|also|you can|you may|then you|if you|let us|lets|simply|often|or|please do not|being|should not',
  needing: 'need|needs|have|has|must|required|want|wants|order|going|you|asked|instructed|told',
}
