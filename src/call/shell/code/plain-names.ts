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
