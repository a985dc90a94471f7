import type { ActionOf } from '../call/action.ts'

/** Directories of a person's own papers, below their home. What lies there is nobody's source code. */
export const PERSONAL_DIRECTORIES: ReadonlySet<string> = new Set([
  'documents',
  'desktop',
  'pictures',
  'photos',
  'contacts',
  'mail',
  'maildir',
  'messages',
  'scans',
  'taxes',
  'invoices',
])

/** Where browsers and other programs put what came from outside. */
export const DOWNLOAD_DIRECTORIES: ReadonlySet<string> = new Set(['downloads', 'download'])

/** Words in the name of a tool of a server that say: what it reads is about people, money or mail. */
export const PRIVATE_WORDS: ReadonlySet<string> = new Set(
  `mail email emails inbox message messages thread threads dm channel calendar event events contact contacts customer
   customers client user users profile account accounts balance transaction transactions payment payments invoice invoices
   iban salary employee employees patient record records drive document documents file files note notes secret secrets
   credential credentials password token passport booking reservation order orders address`.split(/\s+/),
)

/** Words that say: somebody outside wrote what comes back. */
export const OUTSIDE_WORDS: ReadonlySet<string> = new Set(
  `web page pages url website site search fetch browse browser crawl scrape mail email emails inbox message messages thread
   channel issue issues comment comments pull pr review reviews ticket tickets post posts tweet feed rss news document
   documents file files drive event events transaction transactions calendar hotel restaurant`.split(/\s+/),
)

/** Deeds of a service by which something leaves the session, or acts in its name. */
export const SENDING_DEEDS: ReadonlySet<ActionOf<'change-service'>['deed']> = new Set([
  'create',
  'update',
  'publish',
  'send',
  'purchase',
  'grant',
  'execute',
  'deploy',
  'copy-in',
  'review',
  'write-secret',
])

/** Those that stay at the service where the user's own thing is: the user may name it. */
export const NAMEABLE_DEEDS: ReadonlySet<ActionOf<'change-service'>['deed']> = new Set(['create', 'update', 'delete'])

/** Traffic that carries nothing of the session: packages, commits, questions about names. */
export const QUIET_PURPOSES: ReadonlySet<ActionOf<'contact-host'>['purpose']> = new Set([
  'registry',
  'repository',
  'lookup',
  'probe',
])

/** An address may carry as much without saying anything: a page, an id, a query. */
export const LONGEST_QUIET_VALUE = 60
