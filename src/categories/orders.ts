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
  [/\bwithout (asking|confirmation|approval|permission|review|telling)/i, 'orders to act without asking'],
  [
    /(\.ssh\/|id_rsa|id_ed25519|\.aws\/credentials|\.netrc|\.kube\/config|\.gnupg|keychain|credentials? file|private keys?|\bpasswords?\b|api[ _-]?keys?|\.env\b|secrets?\b|tokens?\b).{0,120}\b(post|send|upload|exfiltrat\w*|email|paste|publish|transmit|curl|forward|share)\b|\b(post|send|upload|exfiltrat\w*|email|paste|publish|transmit|forward)\b.{0,80}(\.ssh\/|id_rsa|\.aws\/|credentials|private keys?|\bpasswords?\b|api[ _-]?keys?|\.env\b|\bsecrets?\b)/i,
    'sends secrets out',
  ],
  [
    /\b(read|collect|gather|harvest|dump|copy|print|cat|steal|extract)\b.{0,60}(\.ssh\/|id_rsa|id_ed25519|\.aws\/credentials|\.netrc|\.kube\/config|\.gnupg|keychain|browser (cookies|passwords)|\/etc\/shadow)/i,
    'collects secrets',
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

const ONLY_LOOKS =
  /^\s*(please\s+)?(search|find|look|review|explain|summari[sz]e|check|analy[sz]e|read|inspect|describe|document|list|investigate|audit|explore|grep|locate|understand|report|research|compare|identify|write (unit )?tests?|update the doc\w*|add (unit )?tests?)\b/i

/** Orders that stay harmful however politely the text begins. */
const ALWAYS: ReadonlySet<string> = new Set([
  'claims an approval',
  'orders to get round the checks',
  'sends secrets out',
  'collects secrets',
  'runs code from the network',
  'orders to act without asking',
])

export function harmInWords(text: string): string | undefined {
  const looks = ONLY_LOOKS.test(text)
  for (const sentence of text.slice(0, 20_000).split(/(?<=[.!?;\n])\s+/)) {
    if (
      /\b(do not|don't|never|must not|avoid|without) (\w+ ){0,3}(delete|push|force|deploy|send|bypass|skip|disable|touch|edit|remove)/i.test(
        sentence,
      )
    )
      continue
    for (const [order, says] of ORDERS) if (order.test(sentence) && (!looks || ALWAYS.has(says))) return says
  }
  return undefined
}
