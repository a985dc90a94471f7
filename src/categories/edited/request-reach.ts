import { linesOnlyIn } from './file-changes.ts'

/**
 * Where code that is new hands on what a request brings, without a look at it: to a shell, to an interpreter, to what
 * builds objects from bytes, as an address or as a file name. Undefined: nowhere. The texts come without their comments.
 */
export function requestReach(before: string, after: string): string | undefined {
  const fresh = linesOnlyIn(after, before)
  for (const line of fresh)
    if (SHOWS_ALL.test(line)) return `settings and secrets are shown to whoever asks: ${quoted(line)}`
  const suspects = fresh.flatMap((line) => SINKS.flatMap((sink) => handedOn(sink, line)))
  if (suspects.length === 0) return undefined
  const names = requestNames(after)
  if (names.size === 0) return undefined
  const found = suspects.find(
    ({ sink, argument }) => !(sink.unless?.test(after) ?? false) && holdsRequest(argument, names, sink.direct === true),
  )
  return found && `${found.sink.says}: ${quoted(found.line)}`
}

interface Sink {
  /** Its first group is what is handed on. */
  readonly sign: RegExp
  readonly says: string
  /** Only when what is handed on is what the request brought, and not when it is a part of something else. */
  readonly direct?: true
  /** A look at it, anywhere in the file. */
  readonly unless?: RegExp
}

const LOOKS_AT_ADDRESS =
  /\.(?:hostname|host|origin|netloc)\b|starts_?[wW]ith\(\s*['"`]\/|allowed_?(?:hosts?|urls?|redirects?|origins?)|is_?safe|url_has_allowed_host|same_?origin|safe_?(?:url|redirect)|ipaddress\b|is_private/i
const LOOKS_AT_NAME =
  /\bbasename\b|\brealpath|\bis_relative_to\(|\bsecure_filename\(|\bfilepath\.(?:Clean|Base|IsLocal)\(|\.normalize\(|\.resolve\(|\bresolve\(|starts_?[wW]ith\(|\)\.name\b|sanitize|\bsend_from_directory\(/

const SINKS: readonly Sink[] = [
  {
    sign: /\bsubprocess\.\w+\((?=[^\n]*shell\s*=\s*True)([^\n]*)|\bos\.(?:system|popen)\(([^\n]*)|(?<![.\w])exec(?:Sync)?\(([^\n]*)|\b(?:child_process|cp)\.exec(?:Sync)?\(([^\n]*)|\b(?:shell_exec|passthru|proc_open|popen)\(([^\n]*)|\bexec\.Command\(\s*"(?:\/bin\/)?(?:ba)?sh"\s*,\s*"-c"\s*,([^\n]*)|getRuntime\(\)\.exec\(([^\n]*)|^\s*(?:\w+\s*=\s*)?`([^`\n]*#\{[^`\n]*)`/,
    says: 'what a request brings becomes part of a command',
    unless: /\bshlex\.quote\(|\bescapeshellarg\(|\bshellescape\b/,
  },
  {
    sign: /\b(?:pickle|cPickle|dill|marshal|jsonpickle)\.(?:loads?|decode)\(([^\n]*)|\byaml\.(?:load|unsafe_load|full_load)\((?![^\n]*Safe)([^\n]*)|\bunserialize\(([^\n]*)|\bMarshal\.load\(([^\n]*)|\bnew ObjectInputStream\(([^\n]*)|\bBinaryFormatter\b[^\n]*\.Deserialize\(([^\n]*)/,
    says: 'a request decides which objects are made',
  },
  {
    sign: /(?<![.\w])eval\(([^\n]*)|\bnew Function\(([^\n]*)|\bvm\.run\w*\(([^\n]*)|\binstance_eval\(([^\n]*)|\brender_template_string\(([^\n]*)/,
    says: 'what a request brings is run as code',
  },
  {
    sign: /\b(?:\w+\.redirect|redirect|RedirectResponse|HttpResponseRedirect|redirect_to|http\.Redirect)\(\s*(?:w\s*,\s*r\s*,\s*)?(?:url\s*=\s*)?([^\n]*)/,
    says: 'a request decides where people are sent',
    direct: true,
    unless: LOOKS_AT_ADDRESS,
  },
  {
    sign: /\b(?:fetch|axios(?:\.\w+)?|requests\.\w+|httpx\.\w+|urlopen|urllib\.request\.urlopen|http\.Get|got(?:\.\w+)?)\(\s*([^\n]*)/,
    says: 'a request decides which address is asked from inside',
    direct: true,
    unless: LOOKS_AT_ADDRESS,
  },
  {
    sign: /(?<![.\w])open\(([^\n]*)|\b(?:readFile(?:Sync)?|createReadStream|sendFile|send_file|FileResponse|os\.ReadFile|os\.Open|http\.ServeFile)\(([^\n]*)/,
    says: 'a request names any file',
    unless: LOOKS_AT_NAME,
  },
]

/** The whole environment in an answer. */
const SHOWS_ALL =
  /\b(?:Response\.json|NextResponse\.json|(?:reply|res|response|ctx|h)\b[\w.()]{0,80}\.(?:json|send|end)|res\.(?:json|send)|jsonify|JSONResponse|c\.JSON|render json:)\b[^\n]{0,160}\b(?:process\.env\b(?!\s*[.[?\w])|os\.environ\b(?!\s*[.[])|os\.Environ\(\)|ENV\.to_h)|\breturn\s+(?:dict\(\s*)?os\.environ\b(?!\s*[.[])/

interface Suspect {
  readonly sink: Sink
  readonly line: string
  readonly argument: string
}

function handedOn(sink: Sink, line: string): readonly Suspect[] {
  const found = sink.sign.exec(line)
  const argument = found?.slice(1).find((group) => group !== undefined)
  return argument === undefined ? [] : [{ sink, line, argument }]
}

const REQUEST =
  /\b(?:req|request)\.(?:body|query|params|headers|cookies|json|text|formData|form|args|values|url|nextUrl|GET|POST|data|files|query_params|path_params|param|get)\b|\bawait\s+(?:req|request)\b|\$_(?:GET|POST|REQUEST|COOKIE|FILES)\b|\bparams\[|\br\.(?:URL|FormValue|Body|Header|PathValue|PostFormValue)\b|\bc\.(?:Query|Param|PostForm|FormValue|Body)\b|\bctx\.(?:query|params|request|req)\b|\bevent\.(?:body|queryStringParameters|pathParameters)\b|\bsearchParams\b/
const BOUND =
  /(?:^\s*|[;{(]\s*)(?:const|let|var|final\s+\w+|String|auto)?\s*(?:\{([^{}=\n]{1,120})\}|\[([^[\]=\n]{1,120})\]|(\$?[A-Za-z_]\w{0,60})(?:\s*:\s*[\w<>[\] |.]{1,40})?(?:,\s*\w{1,40})?)\s*:?=(?!=)\s*([^\n]+)/
const HANDLER =
  /@(?:\w+\.)?(?:get|post|put|patch|delete|route|api_route|websocket|head|options)\([^\n]*\n(?:\s*@[^\n]*\n)*\s*(?:async\s+)?def\s+\w+\(([^)]*(?:\([^)]*\)[^)]*)*)\)/gi
const BOUND_PARAMETER =
  /@(?:RequestParam|PathVariable|RequestBody|RequestHeader|Query|Param|Body|Headers)\b(?:\([^)\n]*\))?\s+(?:final\s+)?(?:[\w<>.[\]]+\s+)?(\w+)/g
const MOST_LINES = 4_000

/** Names in a file that hold something of a request, or are made from it. */
function requestNames(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [, list = ''] of text.matchAll(HANDLER))
    for (const parameter of splitParameters(list)) {
      const name = /^\s*(\w+)/.exec(parameter)?.[1]
      if (
        name !== undefined &&
        !/^(?:self|cls|request|response|db|session)$/.test(name) &&
        !GIVEN_BY_US.test(parameter)
      )
        names.add(name)
    }
  for (const [, name] of text.matchAll(BOUND_PARAMETER)) names.add(name!)
  const lines = text.split('\n').slice(0, MOST_LINES)
  // Twice: what is made from a name that is bound further down is rare, and a third time finds next to nothing.
  for (let round = 0; round < 2; round++)
    for (const line of lines) {
      const bound = BOUND.exec(line)
      if (bound === null || !(REQUEST.test(bound[4]!) || holdsRequest(bound[4]!, names, false))) continue
      for (const name of (bound[1] ?? bound[2] ?? bound[3]!).split(',')) {
        const own = /([A-Za-z_]\w*)\s*(?:=[^,]*)?$/.exec(name.trim())?.[1]
        if (own !== undefined) names.add(own)
      }
    }
  if (REQUEST.test(text)) names.add(WHOLE)
  return names
}

/** Parameters that the framework makes, and that nobody outside decides. */
const GIVEN_BY_US =
  /=\s*(?:Depends|Security|Annotated)\(|:\s*(?:Annotated\[[^\]]*Depends|int\b|float\b|bool\b|UUID\b|datetime\b|date\b|Request\b|Response\b|BackgroundTasks\b|\w*Session\b)/
/** Stands for expressions that read the request where they are used. */
const WHOLE = '<request>'

function splitParameters(list: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < list.length; at++) {
    const char = list[at]!
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
    else if (char === ',' && depth === 0) {
      parts.push(list.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, list.slice(start)]
}

/** Whether an expression has one of the names in it, outside of what it says in quotes; `direct`: whether it begins with one. */
function holdsRequest(expression: string, names: ReadonlySet<string>, direct: boolean): boolean {
  const text = withoutTexts(expression)
  if (direct) {
    const first = /^\s*(?:String\(|str\(|await\s+)?([A-Za-z_$][\w$]*)(?=[\s,);.?!:]|$)/.exec(text)?.[1]
    if (first === undefined || /^(?:new|await|f|r)$/.test(first)) return false
    return (
      (names.has(first) && !/^\s*\w+\s*\.\s*(?:url|headers)\b/.test(text)) ||
      (names.has(WHOLE) && REQUEST.test(text.slice(0, 60)))
    )
  }
  if (names.has(WHOLE) && REQUEST.test(text)) return true
  return (text.match(/[A-Za-z_$][\w$]*/g) ?? []).some((word) => names.has(word))
}

/** Words in quotes are no names; what a template puts in is. */
function withoutTexts(text: string): string {
  return text
    .replaceAll(/`[^`]*`?/g, (template) =>
      [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, held]) => ` ${held} `).join(''),
    )
    .replaceAll(/\bf("[^"\n]*"?|'[^'\n]*'?)/g, (template) =>
      [...template.matchAll(/\{([^}]*)\}/g)].map(([, held]) => ` ${held} `).join(''),
    )
    .replaceAll(
      /"[^"\n]*"|'[^'\n]*'/g,
      (quote) => [...quote.matchAll(/#\{([^}]*)\}/g)].map(([, held]) => ` ${held} `).join('') || '""',
    )
}

function quoted(line: string): string {
  return `\`${line.trim().slice(0, 80)}\``
}
