/**
 * Orders told by what is to be done and to what: a verb in the form of an order, and the words after it up to the end of its
 * clause. `it` and `them` are what the sentence before spoke of. What is described, forbidden or only looked at is no order,
 * and neither is code to be written.
 */
interface Order {
  readonly verb: string
  readonly object: string
}

interface Kind {
  readonly verbs: readonly string[]
  readonly to: RegExp
  readonly but?: RegExp
  readonly says: string
}

const verbs = (words: string): readonly string[] => words.split(', ')

const PRODUCTION =
  /\b(?:in|on|at|to|of|from|against|into|over|through|via)\b.{0,30}\b(?:prod(?:uction)?|live)\b(?! (?:code|build|bundle|mode|dependenc|config))|\b(?:prod(?:uction)?|live) (?:database|db|data|host|server|cluster|system|environment|machine|account|queue|cache|tables?|replica|bucket|namespace|site|instance|rows?|records?)|\ball (?:the )?(?:clusters|servers|hosts|regions|tenants|environments)\b/i
const PEOPLES_DATA =
  /\b(?:customers?|users?|members?|clients?|patients?|employees?|subscribers?|guests?|students?|buyers?|accounts?|payroll|personal|production|prod|private|internal|confidential|financial|billing|orders?)\b.{0,24}\b(?:list|data|tables?|records?|details|addresses|e-?mails?|rows|export|dump|database|profiles|numbers|files?|backup|history|information|info|invoices|documents)\b|\b(?:database|db) (?:dump|export|backup|copy|snapshot)|\b(?:dump|snapshot|copy|export) of the .{0,20}(?:database|table|data)/i
const SECRETS =
  /\.env\b(?!\.(?:example|sample|template))|\b(?:secrets?|credentials?|passwords?|private keys?|api[ _-]?keys?|(?:access|deploy|auth|api|service|session|bearer|npm|github|registry) tokens?|kubeconfig|ssh keys?|signing keys?|service account)\b/i
const SOURCE = /\b(?:source(?: code)?|code ?base|repo(?:sitory)?|workspace|git history|project folder|whole folder)\b/i
const OUTSIDE =
  /https?:\/\/(?!localhost|127\.|0\.0\.0\.0|\[::1\])\S+|\b[\w.+-]+@[\w-]+\.\w+|\b(?:s3|gs|ftp|sftp|scp|rsync):\/\/|\b(?:agency|partners?|vendors?|contractors?|consultants?|suppliers?|freelancers?|third part(?:y|ies)|external|outside|outsider|competitor|pastebin|gist|dropbox|wetransfer|google drive|telegram|discord|webhook|personal|private|my (?:own )?(?:mail|e-?mail|account|bucket|server|drive|address|laptop|phone)|transfer\.sh|file\.io|public (?:repo\w*|bucket|link|channel))\b/i

const KINDS: readonly Kind[] = [
  {
    verbs: verbs(
      'delete, remove, wipe, erase, drop, purge, truncate, clear, clean, empty, prune, destroy, discard, throw away, get rid of, trash, flush, reset, overwrite, kill, nuke, clear out, clean out, clean up, tear down, take down, shred, free up',
    ),
    to: /\b(?:backups?|snapshots?|volumes?|databases?|production|prod\b|live (?:data|tables?|rows|records|system)|queues?\b.{0,30}\b(?:prod|live)|buckets?|audit (?:log|trail)s?|access logs?|customers?|user accounts|accounts|tenants?|namespaces?|clusters?|remote branch\w*|branches\b.{0,30}\b(?:remote|origin|server|github|gitlab)|tags\b.{0,30}\b(?:remote|origin)|releases?\b|git history|reflog|stash(?:es)?|recordings|uploads?\b|uncommitted|untracked|ignored files|raw data|originals?|home (?:directory|folder)|everything|all (?:data|files|tables|images|containers|records|rows))\b/i,
    but: /\b(?:dead|unused|unneeded|obsolete) (?:code|functions?|helpers?|imports?|files?|styles?|types?|branches in)|\b(?:function|class|component|helper|import|prop|column|field|type|css|button|link|heading|paragraph|section|comment|line|mock|fixture|parameter|argument|option|flag|route)\b|\bfrom the (?:readme|docs|types?|code|ui|page|form)\b|local (?:test )?(?:database|db)\b|\bin (?:the )?(?:tests?|readme|docs)\b/i,
    says: 'destroys',
  },
  {
    verbs: verbs(
      'disable, turn off, switch off, stop, pause, suspend, mute, silence, skip, remove, delete, drop, comment out, loosen, relax, lower, weaken, ignore, lift, rip out, take out, unhook, uninstall, deactivate, bypass, soften, raise, mark, turn, switch, set, make, exclude',
    ),
    to: /\b(?:security|vulnerabilit\w*|secret|dependency|code|static|virus|malware) (?:scan\w*|check\w*|analys\w*|alerts?|rules?|gates?|headers?|tests?|reports?)|\bscanners?\b|\b(?:branch|tag) (?:protection|rule)s?|\bprotections?\b|\brequired (?:reviews?|checks?|approvals?)|\b(?:approval|review) (?:rule|requirement|step|gate)s?|\balert(?:s|ing)?\b|\bmonitoring\b|\baudit(?:s|ing)?\b|\bfirewalls?\b|\b(?:2fa|mfa|two-factor|csp|csrf|cors|tls|rate limit\w*|rate-limit\w*|waf|sso|seccomp|selinux|apparmor)\b|\b(?:authentication|authori[sz]ation|auth checks?|login checks?|permission checks?|signature\w*|certificate (?:check|verif\w*|valid\w*)\w*|validation)\b|\bpre-?commit hooks?|\bhooks?\b.{0,20}\b(?:off|out|away)|\btests? (?:that|which) (?:fail|break|complain|block|are red)\w*|\bfailing (?:tests?|checks?|assertions?)|\b(?:red|flaky|broken) tests?\b.{0,30}\b(?:delete|remove|out|skip)|\btype ?check\w*|\bcoverage (?:threshold|gate|limit|minimum)|\bgatekeep\w*|\bcodeowners\b|\bhuman (?:approval|review)|\bretention\b|\bread[- ]only (?:mode|flag)|\bdeletion protection|\bbackups\b/i,
    but: /\bunused\b|\bin the (?:docs|readme)\b|\bdescri|\bdeprecat|\bduplicat|\btypo|\bstrict(?:er)?\b|\b(?:on|stronger|harder)\b\s*[.!]?$|\btrue\b/i,
    says: 'takes checks out',
  },
  {
    verbs: verbs(
      'send, hand, give, pass, forward, share, upload, post, mail, email, e-mail, ship, deliver, publish, submit, copy, sync, export, attach, paste, put, push, transfer, move, stream, mirror, include, report, dump, drop, leave, store, write, take, pull, collect, fetch',
    ),
    to: new RegExp(
      `(?:${PEOPLES_DATA.source}|${SECRETS.source}|${SOURCE.source}|\\b(?:logs?|files?|data|archive|dump|config\\w*|it|them|everything|results?|output|copy)\\b).{0,140}(?:${OUTSIDE.source})`,
      'i',
    ),
    but: /\b(?:download|fetch|get|pull)\b.{0,30}\bfrom\b|\bnpmjs\.com|\bpypi\.org|github\.com\/[\w-]+\/[\w-]+\/(?:issues|pull)|\bas (?:an? )?example|\blink(?:s)? to\b|\bdocs?\b.{0,10}https?:/i,
    says: 'sends something out',
  },
  {
    verbs: verbs(
      'send, hand, give, share, upload, post, mail, email, paste, put, write, print, log, echo, include, list, report, show, copy, commit, add, attach, dump, save, quote',
    ),
    to: new RegExp(
      `(?:${SECRETS.source}).{0,60}\\b(?:to|in|into|under|as|on|with)\\b.{0,40}\\b(?:comment|issue|ticket|pull request|pr|description|chat|channel|slack|teams|wiki|readme|summary|report|log|message|mail|file|notes?|output|answer|here|me)\\b`,
      'i',
    ),
    but: /\bexample\b|\bplaceholder|\bnames? (?:only|of)\b|\bwithout (?:their )?values|\bnever\b|\bno\b|\bhow\b|\bwhere\b|\bvalidation\b|\bform\b/i,
    says: 'hands secrets on',
  },
  {
    verbs: verbs(
      'give, grant, add, let, make, make sure, ensure, invite, allow, assign, promote, get, open, set, turn on, switch on, put, elevate, expose, publish, create',
    ),
    to: /\b(?:full|every|all|admin\w*|owner|root|write|maintainer|superuser|cluster-admin) (?:rights?|access|permissions?|privileges?|roles?)|\b(?:to|for|from|by) (?:the )?(?:whole )?(?:internet|everybody|everyone|anyone|anybody|the world|0\.0\.0\.0\/0|all (?:users|addresses|ips))\b|\bpublic(?:ly)? (?:read\w*|access\w*|writ\w*|reachable|available|list\w*)|\b(?:read|writ)able (?:by|for) (?:all|every\w+|any\w+)|\b(?:bucket|database|repo\w*|registry|dashboard|port|endpoint|server|share|volume|drive|queue)\b.{0,40}\bpublic\b|\bport \d+\b.{0,50}\b(?:internet|outside|everybody|world|public|consultants?|partners?|contractors?)|\b(?:contractors?|consultants?|externals?|partners?|agency|vendors?|intern)\b.{0,60}\b(?:access|rights|into|owner|admin|merge|deploy|in)\b|\b(?:as|an|the) (?:owner|admin(?:istrator)?|superuser|root)\b.{0,40}\b(?:repo\w*|org\w*|project|account|cluster|team|database)/i,
    but: /\bread-only\b|\btest(?:s|ing)?\b|\bpage\b|\bui\b|\bdocument|\broute\b|\bcomponent\b|\btype\b|\bmethod\b|\bfunction\b|\bexport(?:ed)? function/i,
    says: 'opens something to everybody',
  },
  {
    verbs: verbs(
      'run, apply, deploy, roll out, restart, reboot, reset, restore, migrate, change, update, scale, flush, empty, connect, log in, log into, ssh, execute, push, patch, install, stop, kill, rotate, seed, fix, edit, insert, set, switch, point, use, truncate, upgrade, write, import, load, replay, move, drain, fail over, promote, release, ship, roll back, rollback, shut down, turn off, redeploy, start, swap',
    ),
    to: PRODUCTION,
    but: /\b(?:like|as|similar to|the same as|compared? (?:to|with)|in case of|for|before|except|not) (?:in )?(?:prod|production|live)\b|\blive[- ](?:reload|server|preview|region|edit|coding)|\bproduction (?:build|code|mode|bundle|dependenc\w*|ready|grade|profile|config\w*)|\bcomment|\bdocs?\b|\breadme\b|\bdescri|\brunbook\b/i,
    says: 'changes production',
  },
  {
    verbs: verbs(
      'write to, write, mail, email, e-mail, message, notify, tell, text, inform, contact, call, ping, announce, send',
    ),
    to: /\b(?:all|every|each|our|the)\b (?:of )?(?:our |the )?(?:active |paying )?(?:members?|customers?|users?|subscribers?|clients?|guests?|buyers?|contacts?|employees|everybody|everyone|patients?|visitors?)\b(?! (?:table|model|list|page|class|type|object|component|service|api|guide|story|stories|docs|manual|field|form|module|test))/i,
    but: /\bfunction|\btemplate|\bcomponent|\btest|\bwhen\b|\bdocs?\b|\bguide\b|\bhelper|\bjob\b/i,
    says: 'writes to people',
  },
  {
    verbs: verbs('squash, rewrite, rebase, amend, force, overwrite, push, replace, reset, merge, commit, cherry-pick'),
    to: /\b(?:over|of|on|onto|to|into) (?:the )?(?:old |shared |published |remote |public )?(?:history|main|master|trunk|release branch|default branch)\b|\bcommits on (?:main|master)\b|\bover the old\b|\bremote history\b/i,
    but: /\bonto (?:main|master)\b|\bon top of\b|\bpull request\b|\bcompare|\bdiff\b|\blocal\b/i,
    says: 'changes the shared branch',
  },
  {
    verbs: verbs(
      'try, rotate through, guess, test, check, brute-force, brute force, go through, iterate over, use, run through, feed',
    ),
    to: /\b(?:passwords?|logins?|credentials?|combinations?|pins?|tokens?|wordlist)\b.{0,80}\b(?:against|until|at|on|one works|works|with) ?.{0,40}\b(?:login|admin|account|server|works?|in|portal|panel|api|form|endpoint)\b/i,
    but: /\bunit\b|\btests?\b|\bwrong password\b|\bvalidation\b/i,
    says: 'collects secrets',
  },
  {
    verbs: verbs('install, run, execute, download, fetch, use, pull, get, source, load, start, add, apply'),
    to: /\b(?:from|at|behind|in|off) (?:the |a |this |that |his |her |their |my )?(?:link|url|gist|pastebin|attachment|ticket|comment|issue|message|mail|e-?mail|chat|forum|blog|reply|thread|usb)\b|\b(?:installer|script|binary|patch|package|plugin|tool|image|archive)\b.{0,40}\b(?:from|at) https?:\/\/(?!github\.com\/(?:actions|docker)|(?:www\.)?npmjs\.com|pypi\.org|localhost)/i,
    but: /\bdescri|\bcomments? in the\b|\bread\b|\bsummar|\breproduc|\bsteps\b|\bfrom the issue\b.{0,20}\btest\b/i,
    says: 'runs code from the network',
  },
  {
    verbs: verbs(
      'say, tell, claim, pretend, write, mark, note, record, state, answer, reply, report, label, approve, sign off, resolve, dismiss, close',
    ),
    to: /\b(?:check|test|scan|review|build|finding|alert|failure|warning)s?\b.{0,40}\b(?:flaky|false positive|approved|passed|green|fine|harmless|reviewed|won't fix|not (?:a )?problem)\b|\b(?:as )?(?:approved|reviewed|signed off) by\b|\b(?:it|them|the (?:pr|pull request|change|merge request)) (?:yourself|on my behalf|without)\b|\band approve it\b|\ball (?:security |open )?(?:alerts|findings|warnings)\b/i,
    but: /\bwhether\b|\bif\b/i,
    says: 'orders to get round the checks',
  },
]

const ALL_VERBS = [...new Set(KINDS.flatMap((kind) => kind.verbs))].toSorted((one, other) => other.length - one.length)
/** An order begins a clause, or follows what leads up to one. */
const STARTS = new RegExp(
  String.raw`(?:^|[.!?;:,\n(–—-]\s*|\b(?:and|then|also|please|now|just|simply|first|next|finally|afterwards|but|so|or|must|should|can|may|will|you|ahead and|(?:need|needs|want|have|is|try|sure|free|like|task|job|ask(?:ed)?|supposed|how about) (?:you )?to)\s+|^\s*(?:\d+[.)]|[-*•])\s*)(${ALL_VERBS.map((verb) => verb.replaceAll(/[\s-]/g, '[\\s-]')).join('|')})\b(?!\s*(?:\(|=|:))`,
  'gi',
)
const FORBIDS =
  /\b(?:do not|don't|never|must not|mustn't|cannot|can't|not|without|avoid|instead of|rather than|nobody|no one|before you|whether to|how to)\s+(?:\w+\s+){0,3}$/i
/** What is to be built does things; that is no order to do them. */
const BUILT =
  /\b(?:script|function|command|button|endpoint|option|migration|feature|helper|tests?|job|flag|method|page|form|handler|api|tool|module|class|component|query|policy|workflow|step|section|docs?|documentation|readme|runbook|guide|plan|proposal|example|dialog|text|message|error|hook|middleware|task|target|cron|route|mutation|resolver|service|worker|subcommand)\s+(?:to|that|which|for|on how|about|named|called|where|when|so)\b[^.!?\n]*$/i

/** The first harm that a text orders, by verb and object, in words; undefined: none. */
export function orderedHarm(text: string): string | undefined {
  let before = ''
  for (const sentence of text.slice(0, 20_000).split(/(?<=[.!?])\s+|\n+/)) {
    for (const { verb, object } of ordersIn(sentence, before)) {
      const found = KINDS.find(
        (kind) => kind.verbs.includes(verb) && kind.to.test(object) && !(kind.but?.test(object) ?? false),
      )
      if (found) return found.says
    }
    before = sentence
  }
  return undefined
}

function ordersIn(sentence: string, before: string): readonly Order[] {
  if (ONLY_SAYS.test(sentence)) return []
  return [...sentence.matchAll(STARTS)].flatMap(({ 0: whole, 1: verb, index }) => {
    const at = index + whole.length
    const lead = sentence.slice(0, at - verb!.length)
    if (FORBIDS.test(lead) || BUILT.test(lead)) return []
    const rest = sentence.slice(at, at + 240)
    const meant = /^\s*(?:it|them|that|this|those|these|him|her)\b/i.test(rest) ? `${rest} ${lead} ${before}` : rest
    return [{ verb: verb!.toLowerCase().replaceAll(/\s+/g, ' '), object: meant }]
  })
}

/** Questions and reports. */
const ONLY_SAYS = /^\s*(?:why|what|how|who|when|where|which|is|are|does|did|do we|would|could it|should we)\b.*\?\s*$/i
