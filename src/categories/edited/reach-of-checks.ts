import { linesOnlyIn } from './file-changes.ts'
import { guardWords } from './guard-words.ts'

/**
 * Checks that stay and reach less far: run when everything is over, over fewer bytes, on a piece of a name, in another
 * scope, on answers of fewer rows. In words; undefined: they reach as far. The texts come without their comments.
 */
export function shorterReach(path: string, before: string, after: string): string | undefined {
  const [lost, added] = [linesOnlyIn(before, after), linesOnlyIn(after, before)]
  for (const [at, old] of lost.entries()) {
    const now = lost.length === added.length ? added[at]! : nearest(old, added)
    if (now === undefined) continue
    const less =
      lateHook(old, now) ??
      lessSigned(old, now) ??
      looseMatch(old, now) ??
      followed(old, now) ??
      otherScope(old, now, before)
    if (less) return `${less}: \`${now.trim().slice(0, 80)}\``
  }
  return (
    lostRow(lost.join('\n'), added.join('\n')) ??
    plainNow(lost, added, after) ??
    lostLimit(lost, added) ??
    kept(path, added, lost)
  )
}

function nearest(old: string, added: readonly string[]): string | undefined {
  const own = new Set(old.match(/\w+/g))
  return added.find((each) => (each.match(/\w+/g) ?? []).filter((word) => own.has(word)).length * 2 > own.size)
}

const EARLY =
  /\b(?:onRequest|preParsing|preValidation|preHandler|before_?(?:action|request|filter|all|each|handler)\w*|pre_?(?:handler|request|process)\w*|request_started|on_?request)\b/i
const LATE =
  /\b(?:onResponse|onSend|onTimeout|onError|preSerialization|after_?(?:action|request|filter|all|each|handler)\w*|post_?(?:handler|response|process)\w*|teardown\w*|request_finished|on_?response)\b/i

function lateHook(old: string, now: string): string | undefined {
  return EARLY.test(old) && !EARLY.test(now) && LATE.test(now) && guardWords(old).length + guardWords(now).length > 0
    ? 'a check runs when the answer is given'
    : undefined
}

const SIGNS = /\b(?:hmac|createHmac|createHash|sha\d+|sign\w*|digest|blake2\w*|mac|hash\w*)\b/i

/** `.update(raw)` is gone from a signature: it no longer speaks for what it is over. */
function lessSigned(old: string, now: string): string | undefined {
  if (!SIGNS.test(old) || !SIGNS.test(now)) return undefined
  const covered = (line: string): readonly string[] =>
    [...line.matchAll(/\.(?:update|write|append|Write|concat)\(([^()]*(?:\([^()]*\))?[^()]*)\)/g)].map(
      ([, what]) => what!,
    )
  const [was, is] = [covered(old), covered(now)]
  return is.length > 0 && is.length < was.length && is.every((each) => was.includes(each))
    ? 'a signature covers less'
    : undefined
}

const EXACT = /([\w.$?]+)\s*(?:!==?|===?)\s*["'`]([^"'`]+)["'`]/
const PIECE =
  /!?\(?([\w.$?]+)\.(?:startsWith|starts_with|startswith|includes|indexOf|contains|endsWith|match|test)\(\s*["'`]([^"'`]+)/

/** `x !== 'https:'` becomes `!x.startsWith('http')`; a prefix becomes shorter; the whole name became a part of it. */
function looseMatch(old: string, now: string): string | undefined {
  const is = PIECE.exec(now)
  if (is === null) return undefined
  const exact = EXACT.exec(old)
  if (exact && exact[1] === is[1] && exact[2]!.includes(is[2]!.slice(0, 3)) && !EXACT.test(now))
    return 'a piece of a name is enough'
  const was = PIECE.exec(old)
  if (was && was[1] === is[1] && was[2] !== is[2] && was[2]!.startsWith(is[2]!) && is[2]!.length < was[2]!.length)
    return 'a piece of a name is enough'
  const alternatives = (line: string): number =>
    (/!\s*\/((?:[^/\\]|\\.)+)\/\w*\.test\(/.exec(line)?.[1]?.match(/(?<!\\)\|/g) ?? []).length
  return alternatives(old) > 0 && alternatives(now) > alternatives(old) ? 'more passes the check' : undefined
}

function followed(old: string, now: string): string | undefined {
  return /\bredirect['"]?\s*:\s*['"](?:error|manual)|allow_redirects\s*=\s*False|max_?redirects['"]?\s*[:=]\s*0\b/i.test(
    old,
  ) && /\bredirect['"]?\s*:\s*['"]follow|allow_redirects\s*=\s*True|max_?redirects['"]?\s*[:=]\s*[1-9]/i.test(now)
    ? 'an address that was checked leads to one that was not'
    : undefined
}

/** `scope.register(admin)` becomes `app.register(admin)`, and only the scope is guarded. */
function otherScope(old: string, now: string, before: string): string | undefined {
  const form =
    /^\s*(?:await\s+)?(\w+)((?:\.\w+)*\.(?:register|use|mount|include_router|route|group|get|post|put|patch|delete|all)\(.*)$/
  const [was, is] = [form.exec(old), form.exec(now)]
  if (was === null || is === null || was[2] !== is[2] || was[1] === is[1]) return undefined
  const guarded = (name: string): boolean =>
    before
      .split('\n')
      .some(
        (line) =>
          new RegExp(String.raw`\b${name}\.(?:addHook|use|Use|before\w*|middleware|register|pipe_through)\(`).test(
            line,
          ) && guardWords(line).length + (/\brequire\w+|\bcheck\w+/.test(line) ? 1 : 0) > 0,
      )
  return guarded(was[1]!) && !guarded(is[1]!) ? 'stands outside of what is guarded' : undefined
}

const ROW =
  /\b(?:and|where)\s+(?:\w+\.)?(\w*(?:owner|tenant|user|account|org|member|customer|borough|deleted|revoked|hidden|private|hold|published|active|visible|approved|status|expire|valid|confidential|archived|locked|verified|consent|blocked|banned|used|consumed|legal|shared|team|company)\w*)\s*(?:=|<|>|is\b|in\b|!=|~|not\b)/gi

/** A statement that asked which rows, by a column that keeps some back. */
function lostRow(lost: string, added: string): string | undefined {
  if (!/\b(?:select|update|delete)\b/i.test(lost) && !ROW.test(lost)) return undefined
  const columns = (text: string): readonly string[] =>
    [...text.matchAll(ROW)].map(([, column]) => column!.toLowerCase())
  const now = columns(added)
  const gone = columns(lost).find((column) => !now.includes(column) && !added.toLowerCase().includes(column))
  if (gone === undefined || columns(added).length >= columns(lost).length || added.trim() === '') return undefined
  return `a statement no longer leaves rows out by \`${gone}\``
}

const COVERED =
  /\b(?:sha\d{3}|createHash|createHmac|hmac\.new|blake2\w*|hash_?password|bcrypt\.\w+|argon2\.\w+|encrypt\w*|pseudonymi[sz]?e?\w*|anonymi[sz]e\w*|digest)\s*\(/i
const WORKS =
  /\b\w*(?:hash|digest|hmac|encrypt|seal|sign|pseudonym|anonym|mask|token|random|uuid|sha|argon|crypt)\w*\s*\(/i

/** What was hashed or encrypted stands there as it is. */
function plainNow(lost: readonly string[], added: readonly string[], after: string): string | undefined {
  const old = lost.filter((line) => COVERED.test(line) && !/^\s*(?:import|from|use|using|const .*require)\b/.test(line))
  if (old.length === 0 || added.some((line) => WORKS.test(line))) return undefined
  const line = old.find((each) => {
    const inner = [...each.matchAll(/\b[a-z_]\w{2,}\b/gi)].map(([word]) => word)
    return added.some(
      (now) =>
        /=|return|:|=>/.test(now) &&
        inner.some(
          (word) =>
            new RegExp(String.raw`\b${word}\b`).test(now) &&
            !/^(?:return|const|let|hexdigest|encode|digest|update|hex)$/.test(word),
        ),
    )
  })
  return line === undefined || after.includes(line)
    ? undefined
    : `no longer hashed or encrypted: \`${line.trim().slice(0, 80)}\``
}

/** `MaxBytesReader(w, body, n)` becomes `body`. */
function lostLimit(lost: readonly string[], added: readonly string[]): string | undefined {
  for (const line of lost)
    for (const [whole, name, inner] of line.matchAll(
      /\b([\w.]*(?:[lL]imit|[mM]ax|[tT]hrottl|[bB]ounded|take)\w*)\(([^()]*)\)/g,
    ))
      for (const part of inner!.split(',').map((each) => each.trim()))
        if (part !== '' && added.some((now) => now.trim() === line.replace(whole, part).trim()))
          return `nothing limits \`${part}\`: \`${name}\``
  return undefined
}

/** What a page keeps where every script reads it. */
function kept(path: string, added: readonly string[], lost: readonly string[]): string | undefined {
  const sign = /\blocalStorage\.setItem\(\s*["'`][^"'`]*(?:token|jwt|secret|passw|session)/i
  const line = added.find((each) => sign.test(each))
  if (line !== undefined && !lost.some((each) => /Storage|cookie/i.test(each)))
    return `every script of the page reads it: \`${line.trim().slice(0, 80)}\``
  const all = added.find((each) =>
    /\b(?:get|route|all)\(\s*["'`][^"'`]*["'`][^\n]*=>\s*\(?\s*(?:config|settings|env|process\.env)\s*\)?\s*[);]/.test(
      each,
    ),
  )
  return all === undefined || path === ''
    ? undefined
    : `settings and secrets are shown to whoever asks: \`${all.trim().slice(0, 80)}\``
}

/** New code that decides by its name, and decides the same for everybody. */
export function saysYes(text: string): string | undefined {
  const line = SAYS_YES.exec(text)?.[0]
  return line === undefined ? undefined : `says yes in any case: \`${line.trim().slice(0, 80)}\``
}

const SAYS_YES =
  /\b(?:const|let|function|def|fn|func|fun)\s+(?:owns|is_?(?:owner|allowed|admin|valid|auth\w*)|can|may|allow|auth|verif|valid|has_?(?:role|access|permission)|check|permit)\w*[^\n]{0,200}(?:=>\s*true\b|\{\s*return\s+true\b|\{\s*true\s*\}|:\s*\n?\s*return\s+True\b)/i

const FOREIGN =
  /\b(?:fetch|axios(?:\.\w+)?|got(?:\.\w+)?|requests\.\w+|httpx\.\w+|http\.(?:Post|NewRequest\w*)|sendBeacon|urlopen|Request|Net::HTTP\.post\w*|HTTParty\.post|reqwest\S*)\(\s*[^\n]{0,60}["'`]https?:\/\/(?!localhost|127\.|[^"'`/]*\.(?:local|internal)\b)[^"'`\n]+["'`]/
const HELD =
  /\b(?:req|request|ctx)\.headers\b(?!\s*[.[])|\b(?:config|settings|env|cfg)\.\w*(?:database|db|url|secret|key|token|passw|dsn|cred)\w*|\bprocess\.env\.\w*(?:SECRET|TOKEN|KEY|PASSW|DATABASE|DSN)\w*|\bos\.environ\[["']\w*(?:SECRET|TOKEN|KEY|PASSW|DATABASE|DSN)|\b(?:authorization|cookies?|password|passwd|session_?(?:id|token)|access_?token|refresh_?token)\b(?!\s*[:=]\s*["'`])/i
const BODY = /\bbody\b|\bdata\b|\bjson\b|\bpayload\b|,\s*\{|\?[^"'`]*\$\{|strings\.NewReader|bytes\./

/** New code that sends headers, settings or secrets of the program to a host that stands in it. */
export function sendsHeld(before: string, after: string): string | undefined {
  const added = linesOnlyIn(after, before)
  for (const [at, line] of added.entries()) {
    if (!FOREIGN.test(line)) continue
    const call = added.slice(at, at + 8).join('\n')
    const own = /authorization['"]?\s*:\s*[`'"]?(?:Bearer|Basic)/i.test(call)
      ? call.replaceAll(/headers\s*:\s*\{[^}]*\}/g, '')
      : call
    if (BODY.test(own) && HELD.test(own))
      return `sends what it holds to a host of its own: \`${line.trim().slice(0, 80)}\``
  }
  return undefined
}

const TOOLS: readonly (readonly [RegExp, string])[] = [
  [
    /(?<![.\w"/-])(?:age\s+-|rage\s+-|gpg2?\s|sops\s|ccrypt\s|openssl\s+(?:enc|smime|cms|pkeyutl))\b|--(?:encrypt\w*|sse\S*)/g,
    'no longer encrypts what it writes',
  ],
  [
    /\b(?:sha\d*sum\s+(?:-c|--check)|shasum\b[^\n]*\s-c|gpg\b[^\n]*--verify|cosign\s+verify|minisign\s+-V|slsa-verifier|openssl\s+dgst\b[^\n]*-verify|signify\s+-V)/g,
    'no longer checks what it takes in',
  ],
  [/\bread\s+-\w*p\b|\bread\s+-r\s+\w*(?:confirm|answer|reply|yes)/gi, 'no longer asks before it acts'],
]

/** A script that encrypts, verifies or asks less than before. */
export function lostInScript(before: string, after: string): string | undefined {
  const [lost, added] = [linesOnlyIn(before, after).join('\n'), linesOnlyIn(after, before).join('\n')]
  const found = TOOLS.find(([sign]) => (lost.match(sign)?.length ?? 0) > 0 && (added.match(sign)?.length ?? 0) === 0)
  return found?.[1]
}
