import type { Language } from '../../action.ts'
import { stripLiterals } from './strip.ts'

/**
 * What scripts may name and still only compute, print, or read what they are given. A name that stands neither here nor
 * in the tables of effects nor is defined in the script itself may do anything.
 */
function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

const PERL = names(`
  abs and atan2 BEGIN binmode bless chomp chop chr close cmp continue cos default defined delete die do each else elsif
  END eof eq eval exists exit exp fc for foreach ge given gmtime grep gt hex if index int join keys last lc lcfirst le
  length local localtime log lt map my ne next no not oct or ord our pack package pop pos print printf push quotemeta
  rand redo ref return reverse rindex say scalar seek select shift sin sleep sort splice split sprintf sqrt srand state
  sub substr tell time uc ucfirst undef unless unpack unshift until use values vec wantarray warn when while x xor
  STDIN STDOUT STDERR ARGV DATA ENV INC __FILE__ __LINE__ __PACKAGE__ main a b
  sum sum0 min max first reduce any all none uniq shuffle maxstr minstr product pairs Dumper decode_json encode_json
  from_json to_json encode_base64 decode_base64 md5_hex sha1_hex sha256_hex sha512_hex md5 encode decode encode_utf8
  decode_utf8 floor ceil fmod strftime mktime looks_like_number blessed reftype basename dirname fileparse cwd getcwd
  usleep wrap timelocal timegm strict warnings utf8 feature vars constant integer bigint Config
`)

const RUBY_WORDS = names(`
  alias and begin BEGIN break case class def defined? do else elsif end END ensure false for if in include extend module
  next nil not or redo rescue retry return self super then true undef unless until when while yield raise loop lambda proc
  puts print p pp printf sprintf format putc gets rand srand sleep exit abort warn catch throw freeze attr_accessor
  attr_reader attr_writer private public protected Integer Float String Array Hash Rational Complex block_given? caller
  __FILE__ __LINE__ __method__ __dir__ require require_relative it readlines readline gsub sub chomp chop split
  ARGV STDIN STDOUT STDERR ENV ARGF RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL RUBY_DESCRIPTION DATA
  Math Time Date DateTime Comparable Enumerable Struct Set Range Regexp Symbol Object Random SecureRandom JSON YAML CSV
  Digest MD5 SHA1 SHA256 SHA512 Base64 Encoding UTF_8 StringIO OpenStruct BigDecimal Kernel Numeric Exception StandardError
  RuntimeError ArgumentError TypeError KeyError NameError StopIteration ParserError URI Gem Version RbConfig CONFIG Psych
  PI INFINITY NAN Dir File Bundler VERSION Rails OptionParser Benchmark Timeout
`)

const RUBY_QUESTIONS =
  /^\s*(?:\.\s*(?:basename|dirname|extname|expand_path|absolute_path|join|split|exist\?|file\?|directory\?|size|mtime|pwd|home|parse|parse_line|generate|generate_line|loaded_specs|ruby_version|platforms|clock_gettime|pid|new\s*$)(?![\w?!])|::\s*(?:SEPARATOR|VERSION|Version|CLOCK_MONOTONIC))/

const RUBY_METHODS = names(`
  abs all? any? append at between? bytes bytesize capitalize ceil center chars chomp chop chunk_while clamp class clone
  codepoints collect combination compact compare_by_identity concat count cycle date day days decode64 delete
  delete_at delete_if delete_prefix delete_suffix detect difference dig digits divmod downcase drop drop_while dump dup
  each each_char each_cons each_entry each_key each_line each_pair each_slice each_value each_with_index
  each_with_object empty? encode encode64 encoding end_with? entries eql? equal? even? exclude? fdiv fetch fetch_values
  fill filter filter_map find find_all find_index first flat_map flatten floor flush force_encoding freeze frozen? gcd
  generate getlocal gmtime group_by gsub gsub! has_key? has_value? hex hexdigest hour include? index inject insert inspect
  instance_of? integer? intersect? intersection invert is_a? iso8601 join keep_if key key? keys kind_of? lambda? last lazy
  lcm length lines ljust localtime lstrip map map! match match? max max_by member? merge merge! message min min_by minmax
  minute modulo month nan? negative? new next nil? none? now nonzero? nsec odd? one? ord parse partition peek permutation
  pop positive? pow prepend pretty_generate product push puts print write quo rand random_number random_bytes read
  readlines reduce reject reject! replace repeated_combination respond_to? reverse reverse! reverse_each rindex rjust
  rotate round rstrip sample scan second select select! shift shuffle size sleep slice slice_when sort sort! sort_by
  sort_by! split sqrt squeeze start_with? step store strftime string strip strip! sub sub! succ sum swapcase sync
  take take_while tally tap then times to_a to_date to_f to_h to_i to_json to_r to_s to_sym to_time to_yaml today tr
  transform_keys transform_values transpose truncate union uniq uniq! unpack unpack1 unshift upcase update upto downto
  urlsafe_encode64 urlsafe_decode64 strict_encode64 strict_decode64 utc uuid hex alphanumeric valid_encoding? values
  values_at wday with_index with_object yday year zero? zip call yield_self backtrace full_message version specs
  basename dirname extname expand_path join exist? file? directory? size mtime pwd home sin cos tan log log2 log10 exp
  hypot atan atan2 pi load_file safe_load host path port query scheme segments realtime measure bm report name parameters
`)

const PHP = names(`
  array_map array_filter array_reduce array_walk usort uasort uksort fn function abs acos addslashes array array_chunk array_column array_combine array_count_values array_diff array_diff_key
  array_fill array_flip array_intersect array_intersect_key array_is_list array_key_exists array_key_first
  array_key_last array_keys array_merge array_pad array_pop array_product array_push array_rand array_reverse
  array_search array_shift array_slice array_splice array_sum array_unique array_unshift array_values arsort asin asort
  atan base64_encode base_convert basename bin2hex bindec catch ceil checkdate chr chunk_split class_exists compact
  constant copy cos count crc32 ctype_alnum ctype_alpha ctype_digit ctype_lower ctype_space ctype_upper current date
  date_default_timezone_get date_default_timezone_set decbin dechex declare define defined die dirname echo elseif empty
  end exit exp explode extension_loaded filter_var floor fmod fn for foreach function function_exists get_class
  get_debug_type get_loaded_extensions gettype gmdate hash hash_algos hexdec hrtime html_entity_decode htmlentities
  htmlspecialchars if implode in_array ini_get intdiv intval is_array is_bool is_callable is_float is_int is_null
  is_numeric is_object is_string isset join json_decode json_encode json_last_error json_last_error_msg key ksort krsort
  lcfirst levenshtein list ltrim match max mb_convert_case mb_internal_encoding mb_str_pad mb_str_split mb_strlen mb_strpos
  mb_strtolower mb_strtoupper mb_substr md5 memory_get_peak_usage memory_get_usage metaphone method_exists microtime min
  mktime money_format mt_rand next nl2br number_format octdec ord parse_str parse_url password_hash password_verify
  pathinfo php_sapi_name php_uname phpversion pi pow preg_grep preg_last_error preg_match preg_match_all preg_quote
  preg_replace preg_split print print_r printf rand random_bytes random_int range rawurlencode rawurldecode reset return
  round rsort rtrim serialize sha1 similar_text sin sleep sort soundex spl_object_id sprintf sqrt str_contains
  str_ends_with str_pad str_repeat str_replace str_split str_starts_with str_word_count strcasecmp strcmp strip_tags
  stripos strlen strncmp strpos strrev strrpos strstr strtolower strtotime strtoupper strtr strval substr substr_count
  switch sys_get_temp_dir tan time timezone_identifiers_list trim ucfirst ucwords uniqid unset urldecode urlencode usleep
  utf8_decode utf8_encode var_dump var_export version_compare vsprintf while wordwrap zend_version and or not xor
  fgets feof fclose fread fwrite fputs fputcsv fgetcsv stream_get_contents
`)

const PHP_CLASSES = names(`
  DateTime DateTimeImmutable DateTimeZone DateInterval DatePeriod Exception RuntimeException InvalidArgumentException
  stdClass ArrayObject ArrayIterator NumberFormatter IntlDateFormatter Collator SplStack SplQueue SplObjectStorage
`)

const LUA = names(`
  and break do else elseif end false for function goto if in local nil not or repeat return then true until while
  print tostring tonumber type pairs ipairs next select unpack error assert rawget rawset rawequal rawlen setmetatable
  getmetatable collectgarbage _VERSION arg jit.version jit.os jit.arch
  os.time os.date os.clock os.getenv os.difftime os.exit io.write io.read io.stdout io.stderr io.stdin
`)
const LUA_LIBRARIES = /^(?:string|table|math|utf8|bit|bit32|coroutine)\.(?!dump$|wrap$)\w+$/
const LUA_METHODS = names(
  'gsub sub len rep reverse upper lower find match gmatch byte format write read lines flush close',
)

const AWK = names(`
  BEGIN END BEGINFILE ENDFILE if else while for do break continue next nextfile exit return function func delete in
  getline print printf length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand
  tolower toupper gensub patsplit asort asorti strftime systime mktime and or xor lshift rshift compl strtonum isarray
  typeof close fflush bindtextdomain dcgettext switch case default not
`)

/** Statements of AppleScript that only compute, wait, or tell the person something. */
const APPLESCRIPT =
  /^(?:(?:set|copy) \w+ to (?!.*\b(?:application|script|clipboard|path|alias|file|POSIX|disk|folder|choose|load|read|document|URL|user|password)\b)|return\b(?!.*\b(?:application|script|clipboard|file|alias|POSIX|path|disk|user|password)\b)|log ""|display notification ""(?: with title "")?(?: subtitle "")?(?: sound name "")?$|beep\b|delay [\d.]+$|say ""|do shell script ""$|else\b|end\b|repeat\b|if [\w\s"<>=+*/-]+ then|set volume\b|get volume settings$|output volume of \(?get volume settings\)?$|current date$|[\d\s+*/()-]+$|""$)/

/** The first name in the script that is not known to be harmless, or undefined when there is none. */
export function unknownName(language: Language, text: string): string | undefined {
  const code = stripLiterals(language, text)
  if (code === undefined) return text.slice(0, 40)
  switch (language) {
    case 'perl':
      return inPerl(code)
    case 'ruby':
      return inRuby(code)
    case 'php':
      return inPhp(code)
    case 'lua':
      return inLua(code)
    case 'awk':
      return firstUnknown(
        code,
        /(?<![\w$])([A-Za-z_]\w*)\(/g,
        (name) => AWK.has(name),
        definedBy(code, /\bfunc(?:tion)?\s+(\w+)/g),
      )
    case 'applescript':
      return code
        .split('\n')
        .map((line) => line.trim().replace(/\s+/g, ' ').replace(/ ""/g, ' ""'))
        .find((line) => line !== '' && !APPLESCRIPT.test(line))
    default:
      return text.slice(0, 40)
  }
}

function definedBy(code: string, pattern: RegExp): ReadonlySet<string> {
  const found = new Set<string>()
  for (const match of code.matchAll(pattern))
    for (const name of (match[1] ?? match[2] ?? '').split(/[\s,()*&$@=]+/)) if (name) found.add(name)
  return found
}

function firstUnknown(
  code: string,
  pattern: RegExp,
  isKnown: (name: string) => boolean,
  defined: ReadonlySet<string>,
): string | undefined {
  for (const match of code.matchAll(pattern)) if (!defined.has(match[1]!) && !isKnown(match[1]!)) return match[1]
  return undefined
}

/** How far before a name the sign is looked for that makes it no name of a function; a run of blanks hides it, and then it is one. */
const FURTHEST_SIGN = 64

function inPerl(code: string): string | undefined {
  // Code reached by reference, a symbol table that is changed, files that `<>` is told to open, in-place editing.
  const reach =
    /(?<![&\w\s)\]])&[\w${]|(?:^|[;{(=,]\s*)&[\w${]|->\s*[($@&]|->\s*\w+\s*->\s*\(|\}\s*\(|\*\{|\*\w+\s*=(?!=)|@(?:main::)?ARGV\s*=|(?:push|unshift)\W+ARGV\b|(?:push|unshift)\s*\(?\s*@ARGV|\$\^I|\$ARGV\s*=|\beval\s*(?![\s{]|$)|\beval\s+[^\s{]|\bdo\s+[^\s{]/.exec(
      code,
    )
  if (reach) return reach[0]
  const defined = definedBy(code, /\bsub\s+(\w+)/g)
  for (const match of code.matchAll(/(->\s*)?(?<![\w$@%*\\:])([A-Za-z_]\w*(?:::\w+)*)/g)) {
    const name = match[2]!
    const after = code.slice(match.index + match[0].length)
    const before = code.slice(Math.max(0, match.index - FURTHEST_SIGN), match.index)
    if (/[$@%]#?\{?\^?$/.test(before) && !match[1]) continue
    // A key of a hash, a file test, a label.
    if (/^\s*=>/.test(after) || (/\{\s*-?$/.test(before) && /^\s*\}/.test(after))) continue
    if (before.endsWith('-') && /^[a-zA-Z]$/.test(name)) continue
    if (match[1]) {
      if (name === 'import') continue
      return name
    }
    if (/\b(?:use|no|require|package)\s+$/.test(before)) continue
    if (!PERL.has(name) && !defined.has(name)) return name
  }
  return undefined
}

function inRuby(code: string): string | undefined {
  const own = definedBy(
    code,
    /(?:^|[^\w.])((?:\*?[a-z_]\w*\s*,\s*)*\*?[a-z_]\w*)\s*(?:[-+*/|&]|\|\||&&|\*\*|<<)?=(?![=~>])|\bdef\s+(?:self\.)?(\w+[?!]?)/g,
  )
  const parameters = definedBy(code, /\|([^|\n]*)\||\bdef\s+(?:self\.)?\w+[?!]?\s*\(([^)]*)\)/g)
  const loops = definedBy(code, /\bfor\s+([\w,\s]+?)\s+in\b|\brescue\b[^\n;]*=>\s*(\w+)/g)
  const modules = definedBy(code, /\b(?:class|module)\s+(\w+)/g)
  const lambdas = definedBy(code, /->\s*\(?([\w,\s]*)\)?\s*(?:\{|do\b)/g)
  const defined = new Set([...own, ...parameters, ...loops, ...modules, ...lambdas])
  const choice = openChoice(code)
  for (const match of code.matchAll(/(&?\.\s*|::\s*|&:|:)?(?<![\w$@])([A-Za-z_]\w*[?!]?)/g)) {
    const name = match[2]!
    const after = code.slice(match.index + match[0].length)
    const link = match[1]?.trim()
    // `key: value` and `:symbol`.
    if (link === ':' || (link === undefined && /^:(?!:)/.test(after) && !choice(match.index))) continue
    // Classes that act as well as compute: only by the methods that do not, and never handed on.
    if (/^(?:File|Dir|CSV|Kernel|Gem|Bundler|Process|IO|Object)$/.test(name) && !RUBY_QUESTIONS.test(after)) return name
    if (link === undefined || link === '::') {
      if (!RUBY_WORDS.has(name) && !defined.has(name)) return name
    } else if (!RUBY_METHODS.has(name) && !own.has(name)) return name
  }
  return undefined
}

/** Whether a `?` stands before a place, and no `:` between: the place is the first answer of `a ? b : c`. Asked in order. */
function openChoice(code: string): (at: number) => boolean {
  let looked = 0
  let open = false
  return (at) => {
    for (; looked < at; looked++) {
      if (code[looked] === '?') open = true
      else if (code[looked] === ':') open = false
    }
    return open
  }
}

function inPhp(code: string): string | undefined {
  // A function whose name is a value.
  const reach = /\$\w+\s*\(|\$\$|->\s*[${]|::\s*[${]|\]\s*\(|\)\s*\(|\}\s*\(|""\s*\(/.exec(
    code.replace(/\b(?:if|while|for|foreach|switch|match|function|fn|catch|elseif)\s*\([^()]*\)\s*\(/g, ''),
  )
  if (reach) return reach[0]
  const defined = definedBy(code, /\bfunction\s+&?(\w+)|\bclass\s+(\w+)/g)
  const call = firstUnknown(
    code,
    /(?<![\w$>:\\])\\?([A-Za-z_]\w*)\s*\(/g,
    (name) => PHP.has(name.toLowerCase()) || PHP_CLASSES.has(name),
    defined,
  )
  if (call !== undefined) return call
  const made = firstUnknown(code, /\bnew\s+\\?([A-Za-z_][\w\\]*)/g, (name) => PHP_CLASSES.has(name), defined)
  if (made !== undefined) return made
  const fixed = firstUnknown(code, /(?<![\w$])\\?([A-Za-z_][\w\\]*)::/g, (name) => PHP_CLASSES.has(name), defined)
  if (fixed !== undefined) return fixed
  const plainObjects = /\bnew\b/.test(code)
  return plainObjects ? undefined : firstUnknown(code, /->\s*(\w+)\s*\(/g, (name) => name === 'format', defined)
}

function inLua(code: string): string | undefined {
  const defined = definedBy(
    code,
    /\blocal\s+(?:function\s+)?([\w\s,]+)|(?:^|[\s;(])([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*=(?!=)|\bfunction\b/g,
  )
  const parameters = definedBy(code, /\bfunction\s*[\w.:]*\s*\(([^)]*)\)|\bfor\s+([\w\s,]+?)\s*(?:=|\bin\b)/g)
  const functions = definedBy(code, /\bfunction\s+(\w+)/g)
  const known = new Set([...defined, ...parameters, ...functions])
  for (const match of code.matchAll(/(:\s*)?(?<![\w.])([A-Za-z_]\w*(?:\.\w+)*)/g)) {
    const name = match[2]!
    if (match[1]) {
      if (!LUA_METHODS.has(name)) return name
      continue
    }
    const root = name.split('.')[0]!
    if (LUA.has(name) || LUA_LIBRARIES.test(name)) continue
    // A library is not handed on under another name.
    if (known.has(root) && !/^(?:os|io|package|debug|_G|_ENV|string|table)$/.test(root)) continue
    return name
  }
  return undefined
}
