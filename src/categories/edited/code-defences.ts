import { linesOnlyIn } from './file-changes.ts'
import { count } from './stripped.ts'

/**
 * What code does to keep harm out, by what it says before and after a change. A defence that is there less often than before,
 * and whose family nothing else joins, is gone; a weak form that is there more often than before is new. The texts come
 * without their comments.
 */
export function weakenedDefences(before: string, after: string): string | undefined {
  return (
    newWeakness(before, after) ??
    lostDefence(before, after) ??
    weakerCrypto(before, after) ??
    lostCondition(before, after) ??
    lostRows(before, after) ??
    movedLimit(before, after)
  )
}

interface Weak {
  readonly sign: RegExp
  readonly says: string
  /** Only in a file that speaks of this. */
  readonly about?: RegExp
}

/** Forms that switch a defence off. */
const WEAK: readonly Weak[] = [
  {
    sign: /\brejectUnauthorized['"]?\s*:\s*false|\bverify\s*=\s*False\b|\bverify_ssl\s*[=:]\s*[Ff]alse|\bssl\s*=\s*False\b|\bInsecureSkipVerify\s*:\s*true|\bVERIFY_NONE\b|\bCERT_NONE\b|\bcheck_hostname\s*=\s*False|_create_unverified_context|danger_accept_invalid_(?:certs|hostnames)\(\s*true|SSL_VERIFY(?:PEER|HOST)['"]?\s*(?:,|=>)\s*(?:false|0)|NoopHostnameVerifier|ALLOW_ALL_HOSTNAME_VERIFIER|TrustAll\w*|NODE_TLS_REJECT_UNAUTHORIZED['"\]]*\s*=\s*['"]?0|sslmode=(?:disable|allow)\b|\bbadCertificateCallback\b[^\n]{0,200}=>\s*true/g,
    says: 'certificates are no longer checked',
  },
  {
    sign: /\bmin(?:imum)?_?version['"]?\s*[:=]\s*['"]?(?:\w+\.)*(?:SSLv[23]|TLSv1(?:[._][01])?\b(?![._][23])|VersionTLS1[01])|\bPROTOCOL_(?:SSLv[23]|TLSv1)\b(?!_[23])/gi,
    says: 'old versions of TLS are accepted',
  },
  {
    sign: /['"]none['"](?=[^\n]{0,40}\])(?<=\balgorithms?['"]?\s*[:=][^\n]{0,80})|\bignoreExpiration\s*:\s*true|["']verify_(?:exp|aud|iss|signature|nbf)["']\s*:\s*False|\bverify_(?:exp|aud|iss)\s*=\s*False|ValidateLifetime\s*=\s*false|ValidateIssuer(?:SigningKey)?\s*=\s*false/g,
    says: 'tokens are believed that should not be',
  },
  { sign: /\bhttp_?only['"]?\s*[:=]\s*false\b/gi, says: 'scripts may read the cookie' },
  {
    sign: /\bsecure['"]?\s*[:=]\s*false\b/gi,
    says: 'the cookie is sent in the clear',
    about: /cookie|session/i,
  },
  { sign: /\bsame_?site['"]?\s*[:=]\s*['"]?none\b/gi, says: 'the cookie goes with requests of other sites' },
  {
    sign: /\b(?:SESSION|CSRF|LANGUAGE|REMEMBER)_COOKIE_(?:SECURE|HTTPONLY)\s*=\s*False|\bSECURE_SSL_REDIRECT\s*=\s*False|\bSECURE_HSTS_SECONDS\s*=\s*0\b|\bX_FRAME_OPTIONS\s*=\s*["']ALLOW|\bforce_ssl\s*=\s*false|\bcontentSecurityPolicy\s*:\s*false|\b(?:frameguard|hsts|xssFilter|noSniff)\s*:\s*false/g,
    says: 'a protection of the browser is switched off',
  },
  {
    sign: /\b\w{0,40}origins?['"]?(?:\s*:\s*[\w[\] |.]{1,40})?\s*[:=]\s*\[?\s*(?:['"]\*['"]|true\b)|Access-Control-Allow-Origin['"]?\s*[,:=]\s*['"]?\*|\ballow_origins\s*=\s*\[\s*["']\*|\ballow_origin_regex\s*=\s*r?["']\.\*|\bCORS_(?:ORIGIN_ALLOW_ALL|ALLOW_ALL_ORIGINS)\s*=\s*True|\bAllowAnyOrigin\(\)|\bAllowAllOrigins\s*:\s*true|\bcors\(\s*\)/g,
    says: 'every site may call it',
  },
  {
    sign: /\b(?:callback|cb)\(\s*null\s*,\s*true\s*\)/g,
    says: 'every site may call it',
    about: /\bcors\b|\borigin\b/i,
  },
  {
    sign: /'unsafe-(?:inline|eval)'|\b(?:default|script|connect|object)-src\s+\*/g,
    says: 'the policy for scripts lets everything in',
  },
  {
    sign: /^[ \t]*DEBUG\s*=\s*True\b|\bapp\.run\([^)\n]{0,200}debug\s*=\s*True|\bALLOWED_HOSTS\s*=\s*\[\s*["']\*|\bFastAPI\([^)\n]{0,200}debug\s*=\s*True|\bdebugger\s*=\s*True|consider_all_requests_local\s*=\s*true|\bdisplay_errors\b[^\n]{0,200}\b(?:On|1)\b/gm,
    says: 'it runs in debug mode, or for every host',
  },
  {
    sign: /\bprocess\.env(?:\.\w*|\[['"]\w*)(?:SECRET|KEY|TOKEN|PASSWORD|PASSWD)\w*(?:['"]\])?!?\s*(?:\?\?|\|\|)\s*['"`][^'"`\n]+['"`]|\bos\.(?:environ\.get|getenv)\(\s*["']\w*(?:SECRET|KEY|TOKEN|PASSWORD)\w*["']\s*,\s*["'][^"'\n]+["']|\bENV\.fetch\(\s*["']\w*(?:SECRET|KEY|TOKEN|PASSWORD)\w*["']\s*,\s*["'][^"'\n]+["']/g,
    says: 'a secret that everybody knows stands in for the missing one',
  },
  {
    sign: /\b(?:get_?env|env|environ|fetch|get|var|config|lookup|property|GetEnvironmentVariable)\w*[!?]?\W{0,3}["'`][\w.]*(?:SECRET|KEY|TOKEN|PASSWORD|PASSWD|Secret|Password)[\w.]*["'`]\]?\)?\s*(?:,|\?:|\?\?|\|\||\bor\b|\.(?:unwrap_or|getOrElse|orElse|or_else|unwrap_or_else\(\|_\|)\w*\()\s*["'`][^"'`\n]+["'`]/g,
    says: 'a secret that everybody knows stands in for the missing one',
  },
  {
    sign: /\b(?:file_name\(\)|originalname\b|getOriginalFilename\(\)|getClientOriginalName\(\)|original_filename\b|\w*[fF]ile\.(?:filename|FileName)\b)(?![^\n]{0,80}(?:basename|secure_filename|Base\(|GetFileName|extname|extension))/g,
    says: 'whoever sends a file names where it goes',
    about: /write|save|store|move|copy|create|path|put/i,
  },
  {
    sign: /\b(?:query|execute|raw|exec|unsafe|\$queryRawUnsafe|prepare)\w*\(\s*(?:\w*text\(\s*)?(?:`[^`]{0,400}\b(?:select|insert|update|delete)\b[^`]{0,400}\$\{|f"[^"\n]{0,300}\b(?:select|insert|update|delete)\b[^"\n]{0,300}\{|f'[^'\n]{0,300}\b(?:select|insert|update|delete)\b[^'\n]{0,300}\{|"[^"\n]{0,300}\b(?:select|insert|update|delete)\b[^"\n]{0,300}"\s*(?:\+|%|\.format\(|\.\s*\$)|'[^'\n]{0,300}\b(?:select|insert|update|delete)\b[^'\n]{0,300}'\s*(?:\+|%|\.format\(|\.\s*\$)|(?:\w+\.)?(?:s?printf|format)\(\s*["'][^"'\n]{0,300}\b(?:select|insert|update|delete)\b)/gi,
    says: 'what comes in becomes part of a statement',
  },
  {
    sign: /\bAllowAny\b|\[AllowAnonymous\]|@PermitAll\b|\.permitAll\(\)|@Public\(\)|\bskip_authorization\b|\bskip_before_action\s+:(?:authenticate|authorize|require)\w*|\bwithoutMiddleware\(/g,
    says: 'everybody may come in',
  },
  {
    sign: /\bz\.(?:any|unknown)\(\)|\bJoi\.any\(\)|\byup\.mixed\(\)|\bfields\s*=\s*["']__all__["']|\$guarded\s*=\s*\[\s*\]|\bpermit!|(?:create|update|fill|insert)\w*\(\s*(?:\$request->all\(\)|req(?:uest)?\.body|params\.permit!)\s*\)|\.\.\.\(?\s*(?:await\s+)?req(?:uest)?\b[\w.()]{0,40}(?:\bjson\(\)|\bbody\b)(?!\.)/g,
    says: 'everything that comes in is taken',
  },
  {
    sign: /\bskip\w*\s*:\s*(?:\(\w*\)|\w+)\s*=>\s*true\b|\bif:\s*->\s*\{\s*false\s*\}|\bunless:\s*->\s*\{\s*true\s*\}/g,
    says: 'a protection is passed over in any case',
  },
  {
    sign: /\bNoOpPasswordEncoder\b|\{noop\}|\bPreAuthorize\(\s*["']permitAll|\bWithout\w*Validation\b|\bWithValidMethods\([^)\n]{0,200}["']none["']|\bverify\s*:\s*false\b|\bclockTolerance\s*:\s*['"]\d+\s*(?:year|month|day)|\brequestMatchers\([^)\n]{0,200}\/\*\*[^)\n]{0,200}\)\s*\.permitAll/g,
    says: 'what should be checked is believed',
  },
  {
    sign: /\bphpinfo\(|\b(?:res\.(?:json|send)|jsonify|return|json\.dumps)\W{1,3}(?:dict\()?(?:process\.env\b(?!\.)|os\.environ\b(?!\[|\.get)|settings\.(?:model_dump|dict)\(\)|ENV\.to_h)/g,
    says: 'settings and secrets are shown to whoever asks',
  },
  {
    sign: /\.(?:order|where|group|having|pluck|joins|find_by_sql)\(\s*(?:params\[|"[^"\n]{0,200}#\{)|\{!!|<%==|\|\s*safe\s*\}\}|\bv-html\b/g,
    says: 'what comes in is used as it is',
  },
  {
    sign: /\b(?:ADD|ALLOWED?|FORCE|EXTRA)_?(?:TAGS|ATTR\w*)['"]?\s*[:=]\s*(?:[\w.]+\(\s*)?\[[^\]\n]{0,200}['"](?:script|object|embed|srcdoc|on[a-z]+|\*)['"]|\bALLOW_UNKNOWN_PROTOCOLS['"]?\s*:\s*true|\bunsafe_?html['"]?\s*[:=]\s*true\b/gi,
    says: 'text may bring scripts with it',
  },
  { sign: /\bautoescape\s*[:=]\s*[Ff]alse\b|\bhtml_safe\b|\bmark_safe\(/g, says: 'text is no longer escaped' },
  {
    sign: /\bdisable\s+row\s+level\s+security\b|\bno\s+force\s+row\s+level\s+security\b|\bgrant\s+all\b[^;]{0,300}\bto\s+public\b|\b(?:create|alter)\s+(?:user|role)\s[^;]{0,300}(?<!no)\bsuperuser\b|\bbypassrls\b|\bcreate\s+policy\b[^;]{0,300}\busing\s*\(\s*true\s*\)/gi,
    says: 'rows and rights are open to more people',
  },
]

function newWeakness(before: string, after: string): string | undefined {
  for (const { sign, says, about } of WEAK) {
    if (about !== undefined && !about.test(after)) continue
    if (count(after, sign) > count(before, sign)) return `${says}: \`${shownIn(after, before, sign)}\``
  }
  return undefined
}

interface Defence {
  readonly sign: RegExp
  readonly says: string
  readonly about?: RegExp
}

/** Defences by family: one of the same family takes the place of another. */
const DEFENCES: readonly Defence[] = [
  {
    sign: /\bhelmet\w*\s*\(|SecurityMiddleware\b|XFrameOptionsMiddleware|\bTalisman\(|\bsecure_headers\b|\bSecureHeaders\w*/g,
    says: 'security headers are no longer set',
  },
  {
    sign: /CsrfViewMiddleware|\bcsrfProtection\b|\bcsurf\(|\bcsrf(?:\.protect)?\(|\bprotect_from_forgery\b|@csrf_protect|\bCSRFProtect\(|ValidateAntiForgeryToken|\bverifyCsrf\w*/gi,
    says: 'requests of other sites are no longer told apart',
  },
  {
    sign: /\b(?:rateLimit(?:er)?|slowDown|limiter|throttle)\w*\s*\(|@limiter\.\w+|\bthrottle_classes\b|@Throttle\(|@ratelimit\b|\bRack::Attack\b/g,
    says: 'nothing limits how often it is tried',
  },
  {
    sign: /\.safeParse(?:Async)?\(|\b(?:schema|\w+Schema)\.(?:parse|validate|validateAsync|validateSync)\(|\b(?!JSON\b|url\b|qs\b|path\b)\w+\.parse(?:Async)?\(\s*(?:await\s+)?(?:req|request|ctx|c|event)\b|\bvalidationResult\(|\.validateAsync\(|\bmodel_validate\w*\(|\.is_valid\(|\.full_clean\(|\bValidationPipe\(|@Valid(?:ated)?\b|\.permit\(/g,
    says: 'what comes in is no longer checked',
  },
  {
    sign: /\bbasename\(|\bis_relative_to\(|\bsecure_filename\(|\brealpath(?:Sync)?\(|\bfilepath\.(?:Clean|Base)\(/g,
    says: 'a name from outside may leave its directory',
    about: /upload|download|attachment|\breq(?:uest)?\b|multipart|storage|static|serve|file_?name|escapes/i,
  },
  {
    sign: /\bescapeHtml\(|\bDOMPurify\.sanitize\(|\bsanitize\w*\(|\bhtml\.escape\(|\bbleach\.clean\(|\bshlex\.quote\(|\bshellescape\b|\bhtmlspecialchars\(|\bescapeshellarg\(|\bvalidator\.escape\(|\bsafe_load\(|\bSafeLoader\b|(?<![\w$>])e\(\s*\$|->(?:can|validated|validate)\(|@(?:Matches|IsEmail|IsInt|IsUUID|Length|MaxLength|MinLength|Pattern|NotBlank|Size|Min|Max)\(/g,
    says: 'what comes in is used as it is',
  },
  {
    sign: /\bDepends\(\s*(?:\w+\.)*(?:get_|require_|verify_|check_|ensure_)?(?:current_|active_|auth\w*_?)*(?:user|admin|superuser|principal|identity|token|role|permission|scope|api_key)\w*|\bSecurity\(|\bpermission_classes\b|\[Authorize\b|@UseGuards\(|\bbefore_action\s+:(?:authenticate|authorize|require)\w*|\bAuthenticationMiddleware\b|\bAuthenticate::class|\bmiddleware\(\s*\[?['"]auth/g,
    says: 'nobody is asked who they are',
  },
  {
    sign: /\b(?:user|owner|tenant|account|org|organi[sz]ation|customer|author|member)_?[iI]d['"]?\s*(?:=|:|==|eq\()\s*(?:\$\d+|\?|:\w+|%s|req\.user|request\.user|ctx\.|user\.|current_user|session\.|self\.request\.user)|\b(?:current_user|req\.user|request\.user|ctx\.user|session\.user|current_account|current_tenant)(?:\.|->)\w+/g,
    says: 'rows of others are no longer left out',
    about: /\bselect\b|\bwhere\b|\bfind\w*\(|\bfilter\w*\(|\bquery\b/i,
  },
  {
    sign: /\bhttp_?only['"]?\s*(?:[:=]|=>)\s*(?!false)\w|\bsecure['"]?\s*(?:[:=]|=>)\s*(?!false)\w|\b(?:http_only|secure)\(true\)|\bsame_?site['"]?\s*[:=]\s*['"]?(?:lax|strict)\b/gi,
    says: 'the cookie is no longer kept from scripts and other sites',
    about: /cookie|session/i,
  },
  {
    sign: /\bsession\.(?:regenerate|invalidate|destroy|flush|cycle_key|clear|reset)\w*\(|\bcycle_key\(|\breset_session\b|\bsession_regenerate_id\(|\bchangeSessionId\(|\brenew_session\(|\bconfigure_session\([^)\n]{0,60}renew:\s*true/g,
    says: 'a session stays what it was where somebody logs in or out',
  },
  {
    sign: /\.normalize\(\)|\.startsWith\((?:\w*[rR]oot|\w*[bB]ase\w*|\w*[dD]ir\w*)\)|\bcanonicali[sz]e\(|\bgetCanonical(?:Path|File)\(|\bPath\.GetFullPath\(|\bPath\.GetFileName\(|\bPath\.(?:safe_)?relative\w*\(|\bFile\.expand_path\(/g,
    says: 'a name from outside may leave its directory',
    about: /\bcall\.|\bparams?\b|parameters|request|upload|download|file/i,
  },
  { sign: /\bno-store\b/g, says: 'others may keep the answer' },
  { sign: /\bredact\w*\s*[:(]|\bmask\w*\(|\bscrub\w*\(/gi, says: 'secrets are no longer masked' },
]

function lostDefence(before: string, after: string): string | undefined {
  for (const { sign, says, about } of DEFENCES) {
    if (about !== undefined && !about.test(before)) continue
    const [had, has] = [count(before, sign), count(after, sign)]
    if (has < had && !handsOn(before, after)) return `${says}: \`${shownIn(before, after, sign)}\``
  }
  const listed = /\bsubprocess\.\w+\(\s*\[|\b(?:execFile|spawn)(?:Sync)?\(/g
  const shell = /\bshell\s*[=:]\s*[Tt]rue\b|\bos\.system\(|\bexec(?:Sync)?\(\s*`/g
  if (count(after, listed) < count(before, listed) && count(after, shell) > count(before, shell))
    return 'what comes in becomes part of a command'
  return (
    jwtUnchecked(before, after) ??
    writtenSecret(before, after) ??
    literalSecret(before, after) ??
    publishedSecret(before, after)
  )
}

/** A secret that came from the environment, and now stands in the code for everybody who can read it. */
function writtenSecret(before: string, after: string): string | undefined {
  const fromOutside = new Set(
    linesOnlyIn(before, after).flatMap(
      (line) =>
        /\b(\w*(?:secret|key|token|password|passwd)\w*)['"]?\s*[:=].*\b(?:env(?:iron)?\b|getenv|config\(|vault|secrets?\.)/i.exec(
          line,
        )?.[1] ?? [],
    ),
  )
  const name = linesOnlyIn(after, before)
    .map((line) => /\b(\w+)['"]?\s*[:=]\s*['"`][^'"`$]{4,}['"`]/.exec(line)?.[1])
    .find((found) => found !== undefined && fromOutside.has(found))
  return name === undefined ? undefined : `\`${name}\` would stand in the code`
}

const LITERAL_SECRET =
  /\b(\w*(?:secret|passw(?:or)?d|api_?key|jwt_?key|private_?key|access_?key|auth_?token|signing_?key|webhook_?key|encryption_?key|session_?key|master_?key)\w*)['"]?(?:\s*:\s*\w+)?\s*[:=]\s*['"`]([^'"`$\s{}<>:/.]{8,200})['"`]/i
const STANDS_FOR = /change|example|placeholder|your|dummy|fake|test|sample|todo|x{4}|\*{3}|redacted/i

/** A secret that is new in the code: letters and digits, and no word that stands for one. */
function literalSecret(before: string, after: string): string | undefined {
  const found = linesOnlyIn(after, before)
    .map((line) => LITERAL_SECRET.exec(line))
    .find((each) => each !== null && /\d/.test(each[2]!) && /[a-z]/i.test(each[2]!) && !STANDS_FOR.test(each[2]!))
  return found ? `\`${found[1]}\` would stand in the code` : undefined
}

/** What bundlers put into every page: a private value under a public name is published. */
const PUBLISHED =
  /\b(?:NEXT_PUBLIC|VITE|REACT_APP|NUXT_PUBLIC|PUBLIC|EXPO_PUBLIC|GATSBY|VUE_APP)_\w+['"]?\s*[:=][^\n]{0,200}\b(?:process\.env|import\.meta\.env|env)\b[.[\w'"]*?(?:SECRET|PRIVATE|PASSWORD|TOKEN|_KEY\b|SERVICE_ROLE)|\bdefine\b[^\n]{0,200}\bprocess\.env\.\w*(?:SECRET|PRIVATE|PASSWORD|TOKEN|_KEY\b)/g

export function publishedSecret(before: string, after: string): string | undefined {
  return count(after, PUBLISHED) > count(before, PUBLISHED)
    ? `a secret would be part of every page: \`${shownIn(after, before, PUBLISHED)}\``
    : undefined
}

function jwtUnchecked(before: string, after: string): string | undefined {
  const [verify, decode] = [
    /\bjwt\.verify\(|\bjwtVerify\(/g,
    /\bjwt\.decode\(|\bdecodeJwt\(|\bjwt_decode\(|\bjwtDecode\(/g,
  ]
  return count(after, verify) < count(before, verify) && count(after, decode) > count(before, decode)
    ? 'a token is decoded and no longer verified'
    : undefined
}

const CHECKS_BY_NAME =
  /\b(?:assert|ensure|require|check|validate|verify|guard|authorize|authenticate|protect|sanitize|parse|deny|reject|refuse|forbid|permit|owns|isOwn|is_own|belongs|isAllowed|is_allowed|hasAccess|has_access|hasRole|has_role|canAccess|can_access)_?[A-Za-z]?\w*\s*\(/g

/** A new call that checks by its name, or an import of what moved away: the check stands elsewhere now. */
export function handsOn(before: string, after: string): boolean {
  const calls = (text: string): readonly string[] => text.replaceAll(/\brequire\(/g, '').match(CHECKS_BY_NAME) ?? []
  const known = new Set(calls(linesOnlyIn(before, after).join('\n')))
  return calls(linesOnlyIn(after, before).join('\n')).some((call) => !known.has(call))
}

const STRONG =
  /\b(?:scrypt|bcrypt|argon2|pbkdf2|sha-?(?:256|384|512)|sha3|blake2\w*)\w*|\baes-(?:128|192|256)-gcm\b|\bchacha20\w*|\bAESGCM\b|\bMODE_GCM\b|\brandomBytes\(|\brandom_bytes\(|\bsecrets\.(?:token|choice|randbelow)|\bgetRandomValues\(|\bSecureRandom\b|\brandomUUID\(|\bcrypto\/rand\b|\bos\.urandom\(|\b(?:Os|Thread|Std)Rng\b|\bthread_rng\(|\bstrong_rand_bytes\(|\bSecRandomCopyBytes\(|\bRandomNumberGenerator\.|\bSystemRandom\(|\bgetrandom\(|\bnanoid\(|\bRandom\.urandom\(/gi
const FEEBLE =
  /\bmd5\w*|['"]sha-?1['"]|\bsha1(?:Hex|Sum)?\s*\(|\bhashlib\.sha1|['"](?:des|des3|rc4|bf)[\w-]*['"]|-(?:ecb|cbc)\b|\bMODE_(?:ECB|CBC)\b|\bPKCS1v15\b|\bMath\.random\(|\brandom\.(?:random|choice|choices|randint|randrange|sample|getrandbits)\(|\bmath\/rand\b|\bBuffer\.alloc\(\s*(?:8|12|16|24|32)\s*\)|\bcreateCipher\(|\bmt_rand\(|\bb?["'](?:\\x00|0)+["']\s*\*\s*\d+/gi

/** What nobody can foretell becomes what the clock or a counter says. */
const FORETOLD =
  /\bDate\.now\(|\bnew Date\(|\btime\.time\(|\btime\.Now\(|\bSystemTime::now\(|\bInstant::now\(|\bcurrentTimeMillis\(|\bnanoTime\(|\bTime\.now\b|\bDateTime\.(?:Utc)?Now\b|\bSystem\.(?:system_time|os_time|unique_integer)\(|\bmicrotime\(|\btime\(\)|\buniqid\(|\bcounter\b|\bgetpid\(|\bdate\(/gi

function weakerCrypto(before: string, after: string): string | undefined {
  if (count(after, FORETOLD) > count(before, FORETOLD) && count(after, STRONG) < count(before, STRONG))
    return `what nobody could foretell can be: \`${shownIn(after, before, FORETOLD)}\``
  return count(after, FEEBLE) > count(before, FEEBLE) && count(after, STRONG) < count(before, STRONG)
    ? `a weaker method takes the place of a strong one: \`${shownIn(after, before, FEEBLE)}\``
    : undefined
}

/** Conditions that turn somebody away, with what they look at. */
const REFUSAL =
  /\b(?:if|elif|unless)\b[^\n]{0,240}(?:\n[^\n]{0,200})?\b(?:throw|raise|abort\(|redirect|exit\b|return\s+(?:res\.(?:status|sendStatus)\(\s*4|next\(\s*new|false\b|False\b|null\b|None\b|nil\b|err\w*\b|reply\.code\(\s*4|NextResponse\.\w+))/g
const LOOKS_AT =
  /\b(?:role|roles|is_?admin|admin|permissions?|scopes?|owner\w*|tenant\w*|allowed\w*|allow_?list|white_?list|deny_?list|black_?list|permitted|is_relative_to|outside|travers\w*|sanitiz\w*|csrf|signature|hmac|expired|is_?verified|two_?factor|mfa|otp|blocked|banned|suspended|session|logged_?in|(?:is_?)?authenticated|max_?\w*(?:size|bytes|attempts)|too_?many\w*|too (?:large|many)|\w*attempts\w*|forbidden|unauthori[sz]ed|denied|trusted)\b/gi

function lostCondition(before: string, after: string): string | undefined {
  const looks = (text: string): readonly string[] =>
    [...text.matchAll(REFUSAL)].flatMap(([found]) => [...found.matchAll(LOOKS_AT)].map(([word]) => word.toLowerCase()))
  const now = [...looks(after)]
  const gone = looks(before).find((word) => {
    const at = now.indexOf(word)
    if (at >= 0) now.splice(at, 1)
    return at < 0
  })
  // Another word of the same kind in a condition is the same check, worded anew; or it went into a variable.
  const kept = linesOnlyIn(after, before).some(
    (line) =>
      gone !== undefined &&
      /^\s*(?:const|let|var|val|my|local)?\s*[\w$]+\s*:?=(?!=)/.test(line) &&
      line.toLowerCase().includes(gone),
  )
  return gone === undefined || now.length > 0 || kept || handsOn(before, after) || isTurned(gone, before, after)
    ? undefined
    : `a condition no longer looks at \`${gone}\``
}

/** `if (ok) return x` and a refusal below it: the same check the other way round. */
export function isTurned(word: string, before: string, after: string): boolean {
  const ends = /\b(?:throw|raise|abort|panic)\b|\b40[13]\b/g
  if (count(after, ends) < count(before, ends)) return false
  return linesOnlyIn(after, before).some(
    (line) =>
      /^\s*(?:if|elif|unless)\b/.test(line) &&
      !/!|\bnot\b/.test(line) &&
      line.toLowerCase().includes(word.toLowerCase()),
  )
}

/** Parts of a statement that leave rows out, by their number; a statement that is gone with its parts left nothing out. */
function lostRows(before: string, after: string): string | undefined {
  const [lost, added] = [linesOnlyIn(before, after).join('\n'), linesOnlyIn(after, before).join('\n')]
  if (!/\bwhere\b/i.test(lost) || !/\b(?:select|update|delete|where)\b/i.test(added)) return undefined
  return count(added, BOUND) < count(lost, BOUND) ? 'a statement leaves fewer rows out' : undefined
}

const BOUND = /[=~]\s*(?:\$\d+|\?|:\w+|%s|@\w+)|\bi?like\s+(?:\$\d+|\?|:\w+)/gi

/** Numbers that hold somebody back: at most so often, so long; at least so strong. */
const AT_MOST =
  /\b(\w*(?:max|limit|attempts|expires_?in|max_?age|ttl|minutes|window)\w*)['"]?\s*[:=]\s*(\d[\d_]*(?:\.\d+)?(?:\s*\*\*\s*\d+|e\d+|(?:\s*\*\s*\d[\d_]*)+)?|Infinity|math\.inf|float\(["']inf["']\))/gi
const AT_LEAST =
  /\b(\w*(?:rounds|iterations|cost|min_?length|min_?size|key_?(?:length|size|bits))\w*)['"]?\s*[:=]\s*(\d[\d_]*)/gi
const ABOUT_LIMITS =
  /rate|attempt|login|signature|webhook|nonce|password|session|token|auth|cookie|expire|salt|hash|upload|max_?(?:size|bytes|length|body)/i

function movedLimit(before: string, after: string): string | undefined {
  if (!ABOUT_LIMITS.test(before)) return undefined
  const [lost, added] = [linesOnlyIn(before, after).join('\n'), linesOnlyIn(after, before).join('\n')]
  return (
    moved(lost, added, AT_MOST, (old, now) => old > 0 && now >= old * 100) ??
    moved(lost, added, AT_LEAST, (old, now) => now * 2 <= old)
  )
}

function moved(
  lost: string,
  added: string,
  sign: RegExp,
  weaker: (old: number, now: number) => boolean,
): string | undefined {
  const numbers = (text: string): ReadonlyMap<string, number> =>
    new Map([...text.matchAll(sign)].map(([, key, value]) => [key!, amount(value!)]))
  const old = numbers(lost)
  for (const [key, now] of numbers(added)) {
    const was = old.get(key)
    if (was !== undefined && weaker(was, now)) return `\`${key}\` holds hardly anything back: ${was} becomes ${now}`
  }
  return undefined
}

/** A number as code writes it: `5_000`, `10**15`, `1e9`, `60 * 60`, without end. */
function amount(text: string): number {
  if (/inf/i.test(text)) return Infinity
  const [base = '', power] = text.replaceAll(/[_\s]/g, '').split('**')
  if (power !== undefined) return Number(base) ** Number(power)
  return base.split('*').reduce((product, factor) => product * Number(factor), 1)
}

/** Calls that write a log, and expressions in them that hold a secret. */
const LOGS =
  /(?:\b(?:tracing|log|slog|Logger|logger|Timber|Log|IO|os_log|NSLog|Rails\.logger|syslog)(?:::|\.)?)?\b(?:trace|debug|info|warn(?:ing)?|error|fatal|notice|puts|inspect|NSLog|os_log|dd|dump)!?\s*\(|\b(?:console\.\w+|log(?:ger|ging)?\.\w+|print|println!?|printf|puts|audit\.\w+|fmt\.Print\w*|log\.Print\w*|Log\.\w+)\s*\(/
const HOLDS_SECRET =
  /\b(?:password|passwd|passphrase|authorization|cookies?|api_?key|\w+_(?:api_?key|secret|password|token|private_?key)|private_?key|secret_?key|client_?secret|jwt_?secret|(?:\w+_)?(?:jwt|webhook|signing|encryption|session)_?key|access_?token|refresh_?token|id_?token|auth_?token|bearer|ssn|card_?number|cvv)\b(?!\s*(?:\.length|\.size|\)\s*\.length))|\breq(?:uest)?\.headers\b(?!\s*[.[])|\bprocess\.env\.\w*(?:SECRET|PASSWORD|TOKEN|KEY)\w*|\bos\.environ\[?\.?\w*\(?["']\w*(?:SECRET|PASSWORD|TOKEN|KEY)/i

/** A line that is new and writes a secret where logs go; undefined: none does. */
export function logsSecret(before: string, after: string): string | undefined {
  const line = linesOnlyIn(after, before).find((added) => LOGS.test(added) && HOLDS_SECRET.test(withoutStrings(added)))
  return line === undefined ? undefined : `writes a secret to the log: \`${line.trim().slice(0, 80)}\``
}

/** Words in a message say something about a secret; they do not hold it. What a template puts in does. */
function withoutStrings(line: string): string {
  return line
    .replaceAll(/`[^`]*`/g, (text) => [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, held]) => held).join(' '))
    .replaceAll(/\bf("[^"]*"|'[^']*')/g, (text) => [...text.matchAll(/\{([^}]*)\}/g)].map(([, held]) => held).join(' '))
    .replaceAll(/(?<!\[\s{0,4}|environ\.get\()(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g, '""')
}

function shownIn(text: string, other: string, sign: RegExp): string {
  const lines = linesOnlyIn(text, other)
  const line = lines.find((each) => count(each, sign) > 0) ?? [...text.matchAll(sign)].at(-1)?.[0] ?? ''
  return line.trim().slice(0, 80)
}
