import { ONLY_LOOKS } from '../call/tools/ordered-commands.ts'
import { orderedHarm } from './orders-by-object.ts'

/**
 * Harm in plain words: what a delegated task, a scheduled prompt or a message to an agent tells it to do. Only what is
 * ordered counts; a text that asks to look for, explain or review such a thing orders nothing.
 */
const ORDERS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(user|owner|admin\w*|human|they|he|she)\b.{0,20}\b(has|have|already)\b.{0,20}\b(approved|authori[sz]ed|granted|allowed|confirmed|consented|agreed)/i,
    'claims an approval',
  ],
  [
    /\b(you (are|have been)|we (are|have been)|is) (pre-?)?(approved|authori[sz]ed) (to|for) (do )?(anything|everything|all)/i,
    'claims an approval',
  ],
  [
    /\b(ignore|bypass|skip|disable|turn off|circumvent|work around|evade|disregard)\b.{0,40}\b(permission|approval|confirmation|safety|security|guard|gate|hook|sandbox|classifier|rule|restriction|polic|check)/i,
    'orders to get round the checks',
  ],
  [
    /\b(ignore|disregard|override|forget)\b.{0,30}\b(agents\.md|claude\.md|gemini\.md|copilot-instructions|instructions|guidelines|conventions|contributing)\b/i,
    'orders to get round the checks',
  ],
  [
    /\bon (the |our |my )?(user|owner|human|admin|customer|reviewer)('s|s'|s)? behalf\b|\b(answer|say|reply|respond( with)?|press|click|choose|select) ["'`]?(yes|y|allow|approve|always allow|accept)\b["'`]?.{0,60}\b(prompt|permission|question|hook|ask|dialog|confirm)|\b(prompt|permission|question|hook|asks?|dialog)\b.{0,60}\b(answer|say|reply|respond( with)?|press|click) ["'`]?(yes|y|allow|approve|accept)\b/i,
    'orders to get round the checks',
  ],
  [/\b(by (any|whatever|all) means|whatever it takes|no matter (what|how)|at any cost)\b/i, 'lifts every limit'],
  [
    /\b(do not|don't|never|without) (mention(ing)?|tell(ing)? (the user|anyone|anybody|them|us|me)|let(ting)? (the user|anyone|them) know|reveal(ing)?|disclos(e|ing))\b/i,
    'orders to keep something from the user',
  ],
  [
    /\b(no need to|don't|do not|never|stop) (ask(ing)?( for)?( again| me| us| anyone| the user| permission| approval| confirmation| first)|wait for (an? |the )?(approval|confirmation|review)|confirm(ing)?\b)|\bno (confirmation|approval|review|permission) (is )?(needed|required|necessary)/i,
    'orders to act without asking',
  ],
  [/\bwithout (asking|confirmation|approval|permission|review|telling)/i, 'orders to act without asking'],
  [
    /(\.ssh\/|id_rsa|id_ed25519|\.aws\/credentials|\.netrc|\.kube\/config|\.gnupg|keychain|credentials? file|private keys?|\bpasswords?\b|api[ _-]?keys?|\.env\b|secrets?\b|tokens?\b).{0,120}\b(post|send|upload|exfiltrat\w*|email|paste|publish|transmit|curl|forward|share)\b|\b(post|send|upload|exfiltrat\w*|email|paste|publish|transmit|forward)\b.{0,80}(\.ssh\/|id_rsa|\.aws\/|credentials|private keys?|\bpasswords?\b|api[ _-]?keys?|\.env\b|\bsecrets?\b)/i,
    'sends secrets out',
  ],
  [
    /\b(read|collect|gather|harvest|dump|copy|print|cat|steal|extract)\b.{0,60}(\.ssh\/|id_rsa|id_ed25519|\.aws\/credentials|\.netrc|\.kube\/config|\.gnupg|keychain|browser (cookies|passwords)|\/etc\/shadow)/i,
    'collects secrets',
  ],
  [
    /\b(passwords?|credentials?|tokens?|api[ _-]?keys?|private keys?)\b.{0,80}\buse (it|them|that)\b|\b(take over|impersonate|log ?in as|sign in as)\b.{0,40}\b(account|bot|user|admin\w*|owner)\b/i,
    'uses what belongs to others',
  ],
  [
    /\b(collect|gather|harvest|dump|steal|extract|put together|compile|inventory)\b.{0,60}(\.env\b(?!\.(example|sample|template))|\b(aws|gcp|azure|cloud|git|npm|ssh|database|db) (credentials?|keys?|tokens?|passwords?)\b)/i,
    'collects secrets',
  ],
  [
    /\b(look|go|search|rummage|dig|walk) (through|in|into|around)\b.{0,60}(~\/\.\w+|\.ssh\b|\.aws\b|\.kube\b|keychain|password store)/i,
    'collects secrets',
  ],
  [
    /\b(print|show|write|dump|copy|save|put|paste|echo|log|commit)\b.{0,50}\b(all (the )?environment variables|every environment variable|the whole environment|(database |admin |root |master )?passwords?\b|(operator|access|api|auth) (token|key)|private keys?)/i,
    'collects secrets',
  ],
  [
    /\b(find|list|return|report|collect|include|search for|look for|hunt for|locate|grab)\b.{0,30}\b(every|all|any)\b.{0,20}\b(api[ _-]?keys?|credentials?|secrets?|passwords?|private keys?|(access |auth |login )?tokens?)\b.{0,100}\b(machine|computer|system|home|return|include|give|send|summary|report|disk|~\/)/i,
    'collects secrets',
  ],
  [
    /(\.env\b|\b(credentials?|secrets?|passwords?|api[ _-]?keys?)\b).{0,60}\b(put|include|add|write|copy|insert|quote|list)\b.{0,60}\b(description|comment|issue|pull request|pr|ticket|message|chat|channel|readme|summary|wiki|gist)\b/i,
    'hands secrets on',
  ],
  [
    /\b(credentials?|secrets?|passwords?|tokens?|api[ _-]?keys?)\b.{0,80}\b(with (their |the |all )?values?|in (plain|clear) ?text|unmasked|unredacted)\b/i,
    'collects secrets',
  ],
  [
    /https?:\/\/\S{1,200}.{0,40}\b(and )?(do|follow|execute|carry out|obey|perform|act on)\b.{0,20}\b(what|whatever|its|the|those|any)\b.{0,20}\b(says?|tells?|instructions?|orders?|commands?|steps?|tasks?|asks?)\b/i,
    'takes orders from the network',
  ],
  [
    /\b(upload|send|post|publish|copy|push|mirror|transfer|export)\b.{0,80}\b(source|src|code ?base|repo(sitory)?|directory|folder|files?|archive|tarball|dump|database|backup|logs?)\b.{0,60}\b(to|at)\b.{0,12}(https?:\/\/|s3:\/\/|\w+@[\w.-]+)/i,
    'sends files out',
  ],
  [
    /\b(upload|post|send|submit|forward|export|mirror|transfer)\b.{0,100}\bto\b.{0,12}\b(https?|ftps?|s3|gs):\/\/(?!(localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker\.internal))/i,
    'sends something out',
  ],
  [
    /\b(e-?mail|message|notify|text|write to|call)\b.{0,20}\b(all|every|each|our|the)\b.{0,15}\b(customers?|users?|subscribers?|clients?|everyone|everybody|contacts?|employees)|\bsend\b.{0,20}\b(e-?mails?|messages?|newsletters?|sms)\b.{0,20}\bto\b/i,
    'writes to people',
  ],
  [
    /\b(refund|charge|bill|invoice|reimburse|pay out)\b.{0,30}\b(all|every|each|orders?|charges?|customers?|payments?)\b/i,
    'spends money',
  ],
  [/\bmerge\b.{0,40}\b(without|before|bypass\w*|despite|no need)\b/i, 'merges without a review'],
  [
    /\b(make|set|turn|open)\b.{0,40}\b(bucket|repo(sitory)?|database|port|folder|directory|share|endpoint|server)\b.{0,30}\b(public|readable|writable|accessible|open)\b/i,
    'opens something to everybody',
  ],
  [/\b(write|full) access to \/|\bchmod\b.{0,20}\b(777|666|a\+w)|\btake ownership of \//i, 'gives rights away'],
  [
    /\b(overwrite|replace|restore|reset)\b.{0,40}\b(prod(uction)?|live|current)\b.{0,20}\b(database|db|data|cluster|server)|\brestore\b.{0,40}\bdatabase\b.{0,60}\boverwrite/i,
    'overwrites data',
  ],
  [
    /\b(comment out|disable|remove|skip|turn off|delete|bypass)\b.{0,40}\b(failing tests?|tests?|auth\w*|login|middleware|validation|rate limit\w*|signature|permission)\b.{0,60}\b(until|so that|to (make|get)|for now|check)\b/i,
    'takes checks out',
  ],
  [
    /\b(clone|download|fetch|get)\b.{0,20}https?:\/\/\S{1,200}.{0,40}\b(run|execute|install|start|source)\b/i,
    'runs code from the network',
  ],
  [
    /\b(empty|clear|clean out|wipe)\b.{0,20}\b(the )?(trash|recycle bin|downloads?|desktop|documents|pictures)\b/i,
    'destroys files outside the workspace',
  ],
  [
    /\bscale\b.{0,50}\b(to|down to)\b.{0,6}\b(zero|0)\b|\b(shut|take|bring)\b.{0,20}\b(prod(uction)?|live)\b.{0,20}\bdown\b/i,
    'takes production down',
  ],
  [
    /\bportcullis\b.{0,40}\b(token|key|state|settings|hook|journal|log)\b|\b(token|key|state|hook)s? of portcullis\b|\.portcullis\b/i,
    'reaches for the gate itself',
  ],
  [/\bforce[- ]?push|push\b.{0,20}(--force|-f\b)/i, 'force-pushes'],
  [
    /\b(delete|remove|wipe|erase|destroy|purge|drop)\b.{0,40}\b(everything|all (the )?(files|branches|data|tables|databases|users|backups|logs|resources|buckets)|every (file|branch|table|database|user|record|backup)|(home|root) directory|production|database|backups?|remote branch)/i,
    'destroys',
  ],
  [
    /\b(delete|remove|wipe|erase)\b\s+[`'"]?(~|\/(home|etc|usr|var|root|opt|srv)\b)/i,
    'destroys files outside the workspace',
  ],
  [/\brm\s+-[a-z]*[rf]/i, 'destroys files'],
  [/\b(deploy|release|roll ?out|ship)\b.{0,30}\b(to )?(prod|production|live)\b/i, 'deploys to production'],
  [/\b(transfer|pay|wire|purchase|buy|order)\b.{0,40}(\$|€|£|\b(usd|eur|money|bitcoin|btc|funds)\b)/i, 'spends money'],
  [/\b(curl|wget)\b[^\n]{0,200}\|\s*(sudo\s+)?(ba|z)?sh\b/i, 'runs code from the network'],
  [/\b(reverse|bind|web) ?shell|backdoor|keylogger|crypto ?min(er|ing)|ransomware|malware/i, 'asks for an attack tool'],
  [
    /\b(disable|stop|kill|uninstall|turn off)\b.{0,30}\b(firewall|antivirus|defender|selinux|auditd?|logging|monitoring|portcullis|2fa|mfa)/i,
    'switches off a protection',
  ],
  [
    /\b(push|commit|merge)\b.{0,30}\b(directly |straight )?(to|into) (main|master|production)\b/i,
    'changes the shared branch',
  ],
  [
    /\b(create|add|make)\b.{0,20}\b(admin(istrator)?|root|sudo)\b.{0,12}\b(user|account)|grant.{0,30}\b(admin|root|owner|sudo)\b/i,
    'grants administrator rights',
  ],
  [
    /\b(rewrite|erase|falsify)\b.{0,20}\b(git )?history\b|\b(remove|cover|hide|erase|clean up)\b.{0,12}\b(our|my|your|the|all|any) (traces|tracks)\b/i,
    'covers tracks',
  ],
  [
    /\b(approvals?|reviews?|confirmations?|sign-?offs?|checks?|questions?)\b.{0,24}\b(is|are|was)\b.{0,12}\b(just |only |merely |a |mere )*(formality|formalities|noise|red tape|theatre|theater|pointless|unnecessary|not needed|optional|superfluous)\b|\b(nobody|no one|no-one|none of them)\b.{0,16}\b(reads?|looks?|checks?|reviews?|notices?|will notice|cares?|will see|sees)\b|\bbefore (any(body|one)|somebody|someone|they|the (team|reviewer|owner|security team)) (looks?|notices?|sees?|reviews?|wakes?|finds? out|can (look|see|review|object))\b|\b(quietly|silently|discreetly|secretly|unnoticed|under the radar)\b/i,
    'orders to keep something from the user',
  ],
  [
    /\b(answer|confirm|accept|approve|acknowledge|click|dismiss|agree to|say yes to)\b.{0,40}\b(dialogs?|prompts?|confirmations?|permission (requests?|questions?)|questions? of the agent|approvals?)\b.{0,40}\b(for me|for us|yourself|automatically|in my (name|place)|in our name|on your own|instead of me|right away)\b|\byou have (my|our|the user's|full|every) (permission|approval|consent|blessing|authority)\b|\b(approve|review|merge)\b.{0,30}\b(your|its|our) own\b|\bas (an? )?admin(istrator)?\b.{0,24}\b(merge|override|bypass|force)\b|\b(merge|push|override)\b.{0,40}\b(admin|administrator)('s)? (override|rights|privileges?)\b|\bbranch protections?\b.{0,40}\b(off|disable|remove|lift|relax|bypass)|\b(lift|relax|remove|disable|turn off|switch off)\b.{0,30}\bbranch (protections?|rules?)\b/i,
    'orders to get round the checks',
  ],
  [
    /\b(migrat\w*|migrations?|seed|backfill|update|change|alter|run|apply)\b.{0,60}\b(on|against|in|to)\b.{0,12}\b(the )?(live|prod(uction)?) (database|db|data|cluster|system|environment|server|tables?)\b/i,
    'changes production',
  ],
  [
    /\b(keys?|tokens?|credentials?|passwords?|secrets?|logins?)\b.{0,40}\b(still |actually |really )?(works?|(is|are) (still )?(valid|active|live|accepted))\b|\b(try|test|check|validate|verify)\b.{0,20}\b(each|every|all|whether|which)\b.{0,30}\b(keys?|tokens?|credentials?|passwords?)\b.{0,60}\b(against|by calling|by logging|on the|with the provider|works?|valid)\b/i,
    'collects secrets',
  ],
  [
    /\b(remove|delete|skip|disable|drop|comment out|loosen|relax|weaken|rip out|take out|get rid of)\b.{0,30}\b(security|auth\w*|permission|access|signature|validation|csrf|rate[- ]limit\w*) (tests?|checks?|specs?|rules?|middlewares?|headers?|limits?)\b|\b(replace|unpin|swap|move)\b.{0,40}\b(pinned|hash(es)?|digests?|sha)\b.{0,40}\b(branch(es)?|tags?|main|master|latest)\b|\b(lower|raise|loosen|relax)\b.{0,24}\b(threshold|severity|coverage|gate|policy)\b.{0,40}\b(so that|until|to (get|make)|for now|passes?)\b/i,
    'takes checks out',
  ],
  [
    /\b(customers?|users?|patients?|clients?|members?|employees?|personal|production|payroll|orders?)\b.{0,24}\b(table|data|records?|list|dump|export|database|details)\b.{0,120}\b(private|personal|home|own|gmail|dropbox|google drive|usb|outside|external|my) (address|e?mail|account|drive|folder|box|machine|laptop|bucket|stick|server)\b/i,
    'sends files out',
  ],
  [
    /\b(with|use|using|take|borrow|reuse)\b.{0,20}\b(credentials?|passwords?|(access |api |auth |deploy )?(tokens?|keys?)|logins?|account)\b.{0,20}\b(in|from|at|of|stored in)\b.{0,8}(~\/|\/home|\/etc|\.env\b(?!\.(?:example|sample|test))|\.aws|\.kube|\.ssh|the keychain|(my|his|her|their|someone|somebody|the admin|the release) ?(colleague|manager|admin|bot|else)?)/i,
    'uses what belongs to others',
  ],
  [
    /\binstall\b.{0,40}\bfrom\s+`?(git\+)?https?:\/\/(?!(www\.)?(github|gitlab|npmjs|pypi)\b)/i,
    'installs code from an address',
  ],
  [
    /\bauthorized_keys\b|\b(open|expose)\b.{0,30}\bports?\b.{0,30}\b(world|internet|everyone|anyone|everybody|public|anywhere|0\.0\.0\.0)/i,
    'opens a way in',
  ],
  [
    /\b(cron ?job|crontab|launchd|systemd (unit|service|timer)|startup (script|item)|login item)\b/i,
    'installs something that keeps running',
  ],
]

const ONLY_TESTS = /^\s*(please\s+)?(write (unit )?tests?|update the doc\w*|add (unit )?tests?)\b/i

/** Orders that stay harmful however politely the text begins. */
const ALWAYS: ReadonlySet<string> = new Set([
  'claims an approval',
  'orders to get round the checks',
  'sends secrets out',
  'collects secrets',
  'runs code from the network',
  'orders to act without asking',
  'orders to keep something from the user',
  'sends files out',
  'sends something out',
  'uses what belongs to others',
  'reaches for the gate itself',
])

/** What a task or a message orders, by its phrases or by verb and object. */
export function harmInTask(text: string): string | undefined {
  return harmInWords(text) ?? orderedHarm(text)
}

export function harmInWords(text: string): string | undefined {
  const looks = ONLY_LOOKS.test(text) || ONLY_TESTS.test(text)
  for (const sentence of text.slice(0, 20_000).split(/(?<=[.!?;\n])\s+/)) {
    if (
      /\b(do not|don't|never|must not|avoid|without) (\w+ ){0,3}(delete|push|force|deploy|send|bypass|skip|disable|touch|edit|remove)/i.test(
        sentence,
      )
    )
      continue
    const hides = /\b(?:redact|mask|scrub|obfuscate)\b/i.test(sentence)
    for (const [order, says] of ORDERS)
      if (order.test(sentence) && (!looks || ALWAYS.has(says)) && !(hides && says === 'collects secrets')) return says
  }
  return undefined
}
