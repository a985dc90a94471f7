function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

interface Calculator {
  readonly programs: string
  /** Words that compute, print, end the program or hold it together. Any other word may do anything. */
  readonly plain: ReadonlySet<string>
  /** Words that the text itself gives a meaning: variables and parameters. */
  readonly own: RegExp
  /** What it must not hold: code in texts, names made while it runs, words that are run. */
  readonly not: RegExp
}

/** What begins a word of a language; Lisps have signs in their words. */
const WORD = /[A-Za-z_][\w']*[?!]?/g
const LISP_WORD = /[A-Za-z_*<>=!?+/-][\w*<>=!?+./:-]*/g

const LISP = names(`
  define let let* letrec lambda if cond else case when unless begin do set! quote list cons car cdr cadr length append reverse
  map for-each filter fold fold-left fold-right reduce apply-values vector make-vector vector-ref vector-length string-append
  number->string string->number string-length substring string-upcase string-downcase symbol->string equal? eq? eqv? null?
  pair? zero? even? odd? positive? negative? number? string? not and or + - * / = < > <= >= 1+ 1- abs min max quotient remainder
  modulo gcd lcm expt sqrt exp log sin cos tan floor ceiling round truncate exact inexact exact->inexact display newline write
  print println displayln printf format princ terpri write-line defun defvar defparameter loop for in collect sum from to below
  across repeat dotimes dolist mapcar nth first second third rest mod incf decf t nil setf setq exit quit range in-range
  for/list for/sum add1 sub1 even? iota assoc member delete-duplicates sort gethash str inc dec vec into conj frequencies prn pr-str nth count take drop keys vals fn hash-ref hash hash-set
`)

const CALCULATORS: readonly Calculator[] = [
  {
    programs: 'octave octave-cli scilab-cli scilab maxima',
    plain: names(`
      disp printf fprintf sprintf display num2str mat2str int2str abs sum prod cumsum cumprod mean median std var min max
      sort unique find any all numel length size ndims rows columns zeros ones eye rand randn randi linspace logspace colon
      reshape repmat cat horzcat vertcat inv det eig svd qr lu chol rank trace norm transpose kron cross dot expm logm sqrtm
      roots polyfit polyval conv deconv interp1 trapz cumtrapz diff fft ifft filter sqrt exp log log2 log10 sin cos tan asin acos
      atan atan2 sinh cosh tanh floor ceil round fix mod rem gcd lcm factorial nchoosek primes isprime factor real imag conj
      isempty isnan isinf ischar iscell isfield isnumeric strcat strsplit strjoin strrep strtrim upper lower fieldnames struct
      cell numel end endif endfor endwhile endfunction if else elseif for while do until switch case otherwise break
      continue function return true false pi e i j Inf NaN eps ans exit quit tic toc version OCTAVE_VERSION ver clc format long
      short integrate expand ratsimp solve limit taylor float
    `),
    own: /([A-Za-z_]\w*)\s*(?:\([^()]*\)\s*)?[-+*/.]?=(?!=)|@\(([^()]*)\)|\bfor\s+\(?\s*(\w+)/g,
    not: /@[A-Za-z]|`|!(?!=)|\$\(|\{:|%\{/,
  },
  {
    programs: 'elixir iex',
    plain: names(`
      IO puts inspect write Enum map reduce filter sum count min max sort sort_by reverse take drop zip with_index into join each
      any? all? member? uniq group_by frequencies chunk_every flat_map find reject concat at product range to_list Range List
      first last flatten duplicate Map new put get update merge keys values has_key? String length upcase downcase split trim
      replace contains? starts_with? ends_with? slice to_integer to_float graphemes pad_leading pad_trailing Integer digits
      parse to_string Float round floor ceil Keyword Tuple MapSet Date utc_today DateTime utc_now Regex match? scan Stream
      iterate cycle take_while System version otp_release build_info fn end do for if else unless case cond when and or
      not in true false nil rem div abs length hd tl elem is_integer is_list is_binary is_map label trunc then tap
      with Kernel Bitwise band bor bxor
    `),
    own: /(?<![.\w])([a-z_]\w*)\s*(?:=(?![=~>])|<-)|\bfn\s+([\w\s,{}[\]|]*?)\s*->/g,
    not: /#\{|:(?:os|erlang|file|code|init|rpc|net|inet|httpc|gen_\w+|elixir|"")|\bSystem\.(?!version\b|otp_release\b|build_info\b)|~[a-zA-Z]|&"|\."|`|\bapply\b|@/,
  },
  {
    programs: 'erl escript',
    plain: names(`
      io format fwrite lists seq sum map foldl foldr filter reverse sort nth member usort zip flatten length max min duplicate maps
      get put keys values to_list from_list uppercase lowercase erlang system_info otp_release version system_version
      schedulers_online init stop halt fun end case of if when and or not andalso orelse div rem abs round trunc float integer_to_list
      list_to_integer math sqrt pow pi exp log sin cos tan hd tl element size true false true is_list
    `),
    own: /(?<!\w)([A-Z_]\w*)/g,
    not: /`|#|\$\(|\?|!|->\s*""/,
  },
  {
    programs: 'raku rakudo perl6',
    plain: names(`
      say print put printf my for if else elsif unless while until loop given when default grep map sort reverse sum min max
      join split words comb elems end first head tail unique pick roll pairs keys values kv push pop shift unshift is-prime
      is prime abs sqrt floor ceiling round truncate exp log sin cos tan uc lc tc tclc flip chars trim substr index contains
      starts ends with fmt Int Num Str Rat Bool Array Hash List Range Set Bag True False so not and or xor div mod gcd lcm
      x xx Z X R pi e tau gist raku Date today DateTime now time base sprintf ranges polymod return sub squish rotor
      combinations permutations cross zip reduce produce any all none one
    `),
    own: /\bsub\s+(\w+)|->\s*([\w\s,$@%]*)|\bmy\s*\(?([\w\s,$@%]*)/g,
    not: /`|::\(|\."|\.\$|\.@|\.&|&|\$\*|%\*|@\*|\bqq?x\b|<<|q:x|\{\{/,
  },
  {
    programs: 'ghc ghci runghc runhaskell stack-ghci',
    plain: names(`
      print putStrLn putStr show map filter foldr foldl foldl' sum product maximum minimum length reverse take drop takeWhile
      dropWhile zip zipWith unzip head tail last init null concat concatMap replicate iterate repeat cycle lines unlines words
      unwords and or any all elem notElem lookup fst snd curry uncurry flip id const mod div rem quot gcd lcm even odd abs signum
      sqrt exp log sin cos tan pi floor ceiling round truncate fromIntegral toInteger negate min max compare not otherwise let in
      where if then else case of True False Nothing Just Left Right maybe either mapM_ forM_ mapM sequence return pure fmap Int
      Integer Double String Char Bool Data List sort nub group partition intercalate isPrefixOf isSuffixOf Map import Main
    `),
    own: /(?<![.\w])([a-z_]\w*'?)\s*(?:[a-z_]\w*'?\s*)*(?:=(?![=>])|<-)|\\([a-z_][\w\s,()]*?)\s*->/g,
    not: /`(?!(?:mod|div|rem|quot|elem|notElem|gcd|lcm|seq)`)|^\s*:|unsafe|\bIO\b|#/,
  },
  {
    programs: 'groovy scala scala-cli kotlin kotlinc',
    plain: names(`
      println print printf map filter reduce fold foldLeft foldRight sum product min max size length reverse sorted sort sortBy
      take drop zip head tail last toList toArray toSet toMap mkString join collect findAll find each inject any every count
      groupBy distinct flatMap range to until by List Map Set Seq Vector Array Int Long Double String Boolean Char BigInt BigDecimal
      Math abs pow sqrt PI floor ceil round toString toInt toLong toDouble toUpperCase toLowerCase trim split replace contains
      startsWith endsWith substring indexOf it def val var if else for while return case match true false null listOf mapOf
      setOf arrayOf joinToString sumOf associate forEach uppercase lowercase first last yield in plus minus multiply util Properties
      versionString versionNumberString GroovySystem version
    `),
    own: /\b(?:def|val|var)\s+(\w+)|(?<![.\w])([a-z]\w*)\s*(?:=(?![=~])|->|=>|<-)|\{\s*([\w\s,]+?)\s*->|\(([\w\s,]+)\)\s*=>/g,
    not: /\$\{|\$[A-Za-z]|`|\."|\['|\["|!!|#|\bas\b|::|@|\bimport\b|\.&/,
  },
  {
    programs: 'swipl gprolog',
    plain: names(
      'is print write writeln nl format halt member append length reverse msort sort sum_list sumlist nth0 nth1 between findall forall true fail last max_list min_list numlist atom_length mod rem abs max min',
    ),
    own: /(?<!\w)([A-Z_]\w*)/g,
    not: /`|=\.\.|\$\(|\bcall\b|:-/,
  },
]

const BY_PROGRAM: ReadonlyMap<string, Calculator> = new Map(
  CALCULATORS.flatMap((calculator) => calculator.programs.split(' ').map((program) => [program, calculator] as const)),
)
const LISPS: ReadonlySet<string> = names('clojure clj bb guile racket sbcl csi chez scheme mit-scheme gosh clisp ecl')

/**
 * A one-liner for an interpreter that is used as a calculator: every word of it computes, prints or is its own. False when
 * that cannot be told; a text that could be code of its own counts as a word that is not known.
 */
export function onlyCalculates(program: string, text: string): boolean {
  if (text.length > 2000) return false
  const code = withoutTexts(text)
  if (code === undefined) return false
  if (LISPS.has(program)) return onlyLisp(code)
  const calculator = BY_PROGRAM.get(program)
  if (!calculator || calculator.not.test(code) || /#\{|\$\{|\$\(|`/.test(textsOf(text, program))) return false
  const own = new Set<string>()
  for (const match of code.matchAll(calculator.own))
    for (const group of match.slice(1)) for (const name of group?.match(WORD) ?? []) if (OWN.test(name)) own.add(name)
  const symbolic = /^(?:maxima|octave|octave-cli)$/.test(program)
  return (code.match(WORD) ?? []).every(
    (name) => calculator.plain.has(name) || own.has(name) || (symbolic && /^[a-z]$/.test(name)),
  )
}

function onlyLisp(code: string): boolean {
  if (/#\.|`|,|\||#\+|#</.test(code)) return false
  const own = new Set(
    [
      ...code.matchAll(/\((?:define|defun|defvar|defparameter|set!|setq|lambda|let\*?|dolist|dotimes)\s+([^]*?)\)/g),
    ].flatMap((match) => (match[1]!.match(LISP_WORD) ?? []).filter((name) => OWN.test(name))),
  )
  const called = [...code.matchAll(/\(\s*([^\s()"']+)/g)].map((match) => match[1]!)
  // What stands first is called, and what is handed on may be: both must be plain.
  return (
    called.every((name) => LISP.has(name) || own.has(name) || /^[\d.-]+$/.test(name)) &&
    (code.match(LISP_WORD) ?? []).every((name) => LISP.has(name) || own.has(name) || /^#?[tf]$/.test(name))
  )
}

/** Names that a text may give a meaning of its own: short or usual ones, so that none stands for a word that acts. */
const OWN =
  /^(?!(?:cmd|run|os|sh|fs|dos|dir|rm|cp|mv|ls|cd|url|get|put|sys)$)(?:_?[A-Za-z]\w?\w?'?|[a-z]\d+|acc|args|arr|avg|count|data|elem|index|item|items|key|line|list|mat|matrix|mean|name|num|number|numbers|nums|pair|product|res|result|results|row|square|squares|str|sum|tail|text|total|val|value|values|vec|word|words|[A-Z][a-z]{0,5})$/

const TEXTS = /"(?:[^"\\]|\\.)*"|(?<![\w)\]}.'])'(?:[^'\\\n]|\\.)*'/g

/** The code with its texts emptied; undefined when a text does not end. */
function withoutTexts(text: string): string | undefined {
  const code = text.replaceAll(TEXTS, '""')
  return code.replaceAll('""', '').includes('"') ? undefined : code
}

/** What stands in its texts, where the language looks for code in them. Raku looks for braces as well. */
function textsOf(text: string, program: string): string {
  const texts = (text.match(TEXTS) ?? []).join('\n')
  return /^(raku|rakudo|perl6)$/.test(program) ? texts.replaceAll(/[{&]/g, '`') : texts
}
