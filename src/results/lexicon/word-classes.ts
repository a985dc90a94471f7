/** What a word or phrase can be in an order to an agent. Rules are made of these; every language gives its own words. */
export const WORD_CLASSES = [
  /** ignore, disregard, do not follow … */
  'drop',
  /** previous, above, so far, your … */
  'earlier',
  /** instructions, guidelines, system message … */
  'instructions',
  /** Words that are instructions only beside others: rules, task, request, commands. */
  'rules',
  /** new, real, actual … before instructions. */
  'new',
  /** from now on, instead, obey this, follow only … */
  'instead',
  /** and say, and print, instead … after what is to be dropped. */
  'and then',
  /** no longer applies, superseded, was a test … */
  'void',
  /** cancel what you are doing, your prior task … */
  'stop',
  /** An AI, by any name. */
  'ai',
  /** Names that only an AI has, in languages whose `ai` has assistants among them as well. */
  'machine',
  /** Words for an AI that are also something else: assistant, agent, model. */
  'helper',
  /** An AI that is called: given by the tokenizer for `Assistant:`. */
  'called',
  /** if you are …, as the model reading this. */
  'if you are',
  /** dear, attention, note to … */
  'address',
  'must',
  /** should, may, would: weaker than must. */
  'should',
  /** do not tell, without telling, never reveal … */
  'hide',
  'user',
  /** silently, without asking … */
  'silently',
  /** print, reveal, show, what is … */
  'show',
  /** what is, share, list …: weaker than to show. */
  'ask',
  /** system prompt, hidden prompt … */
  'prompt',
  /** your prompt, your password … */
  'own prompt',
  /** word for word, entire … */
  'whole',
  'your',
  /** you are now, from now on you are … */
  'you are now',
  /** act as, pretend, simulate … */
  'act as',
  /** no restrictions, never refuses, anything … */
  'no limits',
  /** administrator, root, god mode … */
  'power',
  'send',
  /** Nobody sends these around: credentials, private key, .env, conversation. */
  'secret',
  /** Keys and tokens, which documentation of interfaces also sends: api key, token, password. */
  'key',
  /** An address outside: given by the tokenizer for URLs and mail addresses. */
  'outside',
  'run',
  /** following, below, subsequent … */
  'following',
  /** command, script … */
  'command',
  /** code snippet, code block … */
  'code',
  /** response, answer, implementation … */
  'work',
  /** include, add, suggest … */
  'insert',
  /** in your response, end your reply … */
  'in your answer',
  /** before using this tool … */
  'before tool',
  /** say that, state that, respond with … */
  'say',
  /** even if it failed, not true, fabricated … */
  'lie',
  /** hypothetically, in a parallel world … */
  'suppose',
  /** birth date, where the user lives … */
  'personal',
  /** when you summarise, when answering, before you answer … */
  'when answering',
  /** reading this, handling this …: after a word for an AI. */
  'reading',
  /** I order you, as your administrator … */
  'authority',
  /** approve, grant, authorise. */
  'approve',
  /** grant write access, change the remote … */
  'grant',
  /** the user has approved, full access granted … */
  'consent',
  'disable',
  /** two-factor, firewall, branch protection, safety checks … */
  'protection',
  /** What an agent can do that somebody would want of it: delete, approve, transfer, recommend … */
  'acts',
  /** Verbs that mean an order only to one who was spoken to by name: give, close, change, show … */
  'any act',
  /** decode, put the parts together … */
  'decode',
  /** and do what it says, follow what is inside … */
  'obey',
  /** you were given, your, above …: only the one who is spoken to has these. */
  'given to you',
  'tool',
  'read',
  'collect',
  /** Words of texts about attacks: injection, attacker, for example. */
  'about',
  /** Before a verb: somebody tells of it, nobody orders it. */
  'telling',
  /** Before those: it is an order after all. */
  'needing',
] as const

export type WordClass = (typeof WORD_CLASSES)[number]

/** Words of one language by class, `|` between them; `*` at the end stands for any ending. */
export type Words = Partial<Readonly<Record<WordClass, string>>>
