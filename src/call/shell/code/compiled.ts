/** What a compiled program may do, by the calls its source makes: start others, become root, remove trees, name what is not ours. */
export const ACTS =
  /\b(?:system|popen|exec[lv]p?e?|execvpe|fork|vfork|posix_spawnp?|set(?:re)?[ug]id|ptrace|dlopen|reboot|nftw|init_module|SHELL|WinExec|ShellExecute\w*|CreateProcess\w*|CreateRemoteThread|VirtualAlloc\w*|remove_all|remove_dir_all|RemoveAll|removeItem|deleteRecursively|execCmd\w*|execShellCmd|startProcess|removeDir|spawnProcess|rmdirRecurse)\s*!?\(|process::Command|\bexec\.Command|Runtime\.getRuntime|ProcessBuilder|Process\.[Ss]tart|\bNSTask\b|Process\(\)|\basm\b|["'](?:\/(?:etc|home|root|usr|var|bin|boot|dev|proc)\/|~\/|[A-Z]:\\)/

interface Compiled {
  /** The source is in this language. */
  readonly is: RegExp
  /** Every library it names, one a match, in the first group that matched. */
  readonly names: RegExp
  /** Libraries that compute, print, and read what they are given. */
  readonly plain: RegExp
  /** What it must not hold all the same. */
  readonly not: RegExp
}

const LANGUAGES: readonly Compiled[] = [
  {
    is: /^package\s+main\b[^]*\bfunc\s+main\s*\(/m,
    names: /^\s*(?:import\s+)?(?:[\w.]+\s+)?"([^"\n]+)"\s*$/gm,
    plain:
      /^(?:fmt|strings|strconv|math(?:\/\w+)?|sort|slices|maps|cmp|iter|time|errors|bytes|unicode(?:\/\w+)?|regexp|encoding\/(?:json|hex|base64|base32|binary|csv|xml|gob)|container\/\w+|sync(?:\/atomic)?|context|reflect|bufio|io|os|log|hash(?:\/\w+)?|crypto\/(?:md5|sha1|sha256|sha512|rand|hmac)|text\/(?:template|tabwriter)|html|runtime(?:\/debug)?|testing|path|net\/url)$/,
    not: /\bos\.(?!Args\b|Exit\b|Stdin\b|Stdout\b|Stderr\b|ReadFile\(\s*"[\w.-]+")|\/\/go:(?:generate|embed|linkname)|\bunsafe\b|import\s+"C"|\bplugin\.|\bsyscall\b/,
  },
  {
    is: /\bstatic\s+(?:public\s+)?void\s+main\s*\(|^\s*void\s+main\s*\(\s*\)/m,
    names: /^\s*import\s+(?:static\s+)?([\w.]+(?:\.\*)?)\s*;/gm,
    plain:
      /^java\.(?:util(?:\.(?:function|stream|concurrent|regex|random|concurrent\.atomic|concurrent\.locks))?\.(?:\w+(?:\.\w+)?|\*)|math\.[\w*]+|time(?:\.\w+)*\.[\w*]+|text\.[\w*]+|nio\.charset\.[\w*]+|io\.(?:BufferedReader|InputStreamReader|IOException|PrintStream|StringReader|StringWriter|PrintWriter|ByteArray\w+|UncheckedIOException)|lang\.(?:Math|Integer|String)\.[\w*]+)$/,
    not: /\bSystem\.(?:load\w*|set\w+|getenv|getPropert\w+|inheritedChannel)\b|\bClass\.forName|\.getMethod\(|\.getDeclared|\bjava\.(?:net|nio\.file|io\.File|lang\.(?:reflect|invoke|Process))|\bFiles?\b\s*[.(]|\bnew\s+(?:File|Socket|URL|URI|Scanner\s*\(\s*new\s+File|PrintWriter\s*\(\s*")\b|\bnative\b|ScriptEngine/,
  },
  {
    is: /\bfn\s+main\s*\(/,
    names: /^\s*(?:pub\s+)?use\s+([\w:]+)/gm,
    plain:
      /^(?:std|core|alloc)::(?:collections|fmt|cmp|iter|str|string|vec|rc|cell|io|time|thread|sync|ops|convert|mem|num|hash|borrow|boxed|error|result|option|marker|any|array|slice|char|primitive|env)\b/,
    not: /\b(?:std|core)::(?:fs|process|net|os|ffi|ptr|arch)\b|\benv::(?!args)\w+|\bunsafe\b|\binclude(?:_str|_bytes)?!|\bextern\b|\bFile::|\bCommand::|\bTcp\w+::/,
  },
]

/** The source of a program that computes, prints and reads its input, and can do nothing else. False when that cannot be told. */
export function onlyComputes(source: string): boolean {
  const language = LANGUAGES.find((one) => one.is.test(source))
  if (!language || ACTS.test(source)) return false
  const plain = withoutComments(source)
  if (language.not.test(plain)) return false
  const named = [...plain.matchAll(language.names)].map((match) => match[1]!)
  return named.every((name) => language.plain.test(name))
}

/** Comments may name what they like. Inside a text `//` hides nothing that acts: it only leaves less of the text. */
function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[^]*?\*\//g, ' ').replaceAll(/(^|\s)\/\/(?!go:)[^\n]*/g, '$1')
}
