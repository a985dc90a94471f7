import { type Call, constant, findCalls, isSign, type Program, resolve } from './calls.ts'
import { dynamic, literal, textOf } from '../../word.ts'
import type { Effect, Reading, ReadingContext } from './effects.ts'
import { oncePerText } from './once-per-text.ts'
import { isDefinite } from './python.ts'
import { effectsOf, type Rule } from './rules.ts'
import { type Syntax, type Token, tokenise } from './tokens.ts'
import { tellWalks } from './walks.ts'

const SYNTAX: Syntax = {
  lineComments: ['//', '#!'],
  blockComment: ['/*', '*/'],
  expressions: true,
  backtick: 'template',
  interpolation: /\$\{/,
  joints: /\s*\??\.\s*/,
  sigils: '$',
}

function rows(rule: Rule, names: string): readonly (readonly [string, Rule])[] {
  return names.split(' ').map((name) => [name, rule] as const)
}

const FILES: readonly (readonly [string, Rule])[] = [
  ...rows('read:0', 'readFile readFileSync createReadStream'),
  ...rows(
    'names:0',
    'readdir readdirSync glob globSync stat statSync lstat lstatSync exists existsSync access accessSync opendir opendirSync realpath realpathSync readlink',
  ),
  ...rows('write:0', 'writeFile writeFileSync createWriteStream outputFile outputFileSync writeJson writeJsonSync'),
  ...rows('append:0', 'appendFile appendFileSync'),
  ...rows('delete:0', 'unlink unlinkSync rmdir rmdirSync truncate truncateSync'),
  ...rows('delete-tree:0', 'rm rmSync remove removeSync emptyDir emptyDirSync'),
  ...rows('move', 'rename renameSync move moveSync'),
  ...rows('copy', 'copyFile copyFileSync cp cpSync copy copySync symlink symlinkSync link linkSync'),
  ...rows('directory:0', 'mkdir mkdirSync ensureDir ensureDirSync mkdtemp mkdtempSync'),
  ...rows('access:0', 'chmod chmodSync chown chownSync'),
  ...rows('open', 'open openSync'),
]

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...['fs', 'fs/promises', 'fs.promises', 'fs-extra', 'graceful-fs'].flatMap((module) =>
    FILES.map(([name, rule]) => [`${module}.${name}`, rule] as const),
  ),
  ...rows('shell:0', 'child_process.exec child_process.execSync shelljs.exec'),
  ...rows(
    'program:0',
    'child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync execa.execa execa cross-spawn Bun.spawn Bun.spawnSync',
  ),
  ...rows(
    'opaque',
    'child_process.fork vm.runInThisContext vm.runInNewContext vm.runInContext vm.Script process.binding process.dlopen module.createRequire worker_threads.Worker Worker WebAssembly.instantiate WebAssembly.Module Function Deno.dlopen Reflect.get Reflect.construct',
  ),
  ...rows('code:0', 'eval'),
  ...rows(
    'fetch:0',
    'fetch axios axios.get axios.head got got.get http.get https.get http.request https.request node-fetch undici.fetch undici.request superagent.get dns.lookup dns.resolve dns.promises.lookup EventSource XMLHttpRequest',
  ),
  ...rows('send:0', 'axios.post axios.put axios.patch axios.delete got.post superagent.post navigator.sendBeacon'),
  ...rows('connect:0', 'net.connect net.createConnection net.Socket tls.connect dgram.createSocket WebSocket ws'),
  ...rows('listener', 'http.createServer https.createServer net.createServer Bun.serve Deno.serve'),
  ...rows('end-process', 'process.kill'),
])

const PURE: ReadonlySet<string> = new Set(
  'console JSON Math Object Array String Number Boolean Date RegExp Promise Map Set WeakMap WeakSet WeakRef Symbol BigInt Intl Error TypeError RangeError SyntaxError URL URLSearchParams TextEncoder TextDecoder Buffer Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float64Array Float32Array BigInt64Array ArrayBuffer DataView Proxy Atomics structuredClone parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI setTimeout setInterval setImmediate clearTimeout clearInterval queueMicrotask atob btoa performance path path/posix path/win32 os util util/types events stream stream/promises assert assert/strict crypto querystring url string_decoder zlib readline readline/promises perf_hooks timers timers/promises test describe it expect buffer punycode v8 async_hooks tty require.resolve'.split(
    ' ',
  ),
)

/** Calls that do not act of modules and objects that also do. */
const PURE_CALLS: ReadonlySet<string> = new Set(
  'process.exit process.cwd process.chdir process.uptime process.memoryUsage process.cpuUsage process.hrtime process.hrtime.bigint process.nextTick process.on process.once process.stdout.write process.stderr.write process.stdin.on process.stdin.resume process.stdin.setEncoding process.emitWarning fs.closeSync fs.close fs.fstatSync fs.writeSync fs.readSync fs.watch fs.watchFile fs.unwatchFile Reflect.ownKeys Reflect.has http.STATUS_CODES net.isIP net.isIPv4 net.isIPv6 dns.getServers'.split(
    ' ',
  ),
)

/** Installed packages that are known to compute only. */
const PURE_PACKAGES: ReadonlySet<string> = new Set(
  'lodash lodash-es underscore ramda semver chalk picocolors kleur colorette dayjs moment date-fns luxon uuid nanoid ulid yaml js-yaml toml json5 jsonc-parser zod ajv joi yup validator ms bytes minimist yargs yargs-parser commander debug minimatch micromatch picomatch fast-deep-equal deep-equal immer immutable rxjs mathjs bignumber.js bn.js decimal.js big.js marked markdown-it cheerio he entities csv-parse csv-stringify papaparse qs slugify pluralize classnames clsx react react-dom react-dom/server vue preact svelte acorn esprima espree @babel/parser @babel/types @babel/generator glob fast-glob globby tinyglobby typescript prettier handlebars mustache diff fuse.js iconv-lite mime mime-types ua-parser-js color tinycolor2 d3 p-limit p-map string-width strip-ansi wrap-ansi camelcase change-case inflection @babel/core @babel/traverse @babel/template magic-string source-map postcss terser uglify-js sass less svgo cssnano autoprefixer tailwindcss csso clean-css htmlparser2 parse5 jsonpath jsonpath-plus jmespath object-hash hash-sum graphql graphql-tag @apollo/client/utilities superjson devalue flatted msgpackr protobufjs avsc ohash defu pathe ufo scule consola cli-table3 ora boxen figlet lru-cache tiny-invariant nanostores zustand redux reselect @reduxjs/toolkit vue-router effect fp-ts io-ts arktype valibot typebox @sinclair/typebox superstruct temporal-polyfill chroma-js three cron-parser libphonenumber-js numeral accounting currency.js dinero.js faker @faker-js/faker chance linkify-it remark rehype unified mdast-util-from-markdown gray-matter front-matter supertest fast-check seedrandom mathml string-similarity fastest-levenshtein leven natural compromise simple-statistics ml-matrix @noble/hashes @noble/curves'.split(
    ' ',
  ),
)

const KEYWORDS: ReadonlySet<string> = new Set(
  'if for while switch catch function return typeof await async new throw delete void in of else do yield super with constructor get set case instanceof'.split(
    ' ',
  ),
)

/** What JavaScript or TypeScript does. */
export function readJavascript(source: string, context: ReadingContext): Reading {
  const text = source.replaceAll(/\brequire\(\s*(['"])(?:node:)?os\1\s*\)(?=\s*\.\s*homedir\b)/g, 'os')
  const tokens = tokenise(text, SYNTAX)
  const imports = readImports(text)
  const program = findCalls(text, tokens, imports, definedIn(text, imports))
  const effects: Effect[] = []
  const variables = variablesIn(text)
  let seen = !program.computed && !reachesByReference(tokens, imports)
  for (const call of program.calls) {
    const name = fullName(call, program, text)
    const rule = program.defined.has(name) ? undefined : RULES.get(name)
    if (rule) effects.push(...effectsOf({ ...call, name }, rule, program, text, 'javascript'))
    else if (name === 'Deno.Command') effects.push(denoCommand(call, program, text))
    else if (name === 'require' || name === 'import') {
      const target =
        call.args[0] &&
        textOf(constant(call.args[0], program.constants, text) ?? { kind: 'dynamic', source: '', pieces: [] })
      if (target === undefined || /^(?:data|https?|blob):/.test(target))
        effects.push({ does: 'opaque', because: 'dynamic-code', text: call.text })
      else if (/^\.{0,2}\//.test(target) && !target.endsWith('.json'))
        effects.push({ does: 'load', path: literal(target), text: call.text })
      else if (/^\.{0,2}\//.test(target)) effects.push({ does: 'read', path: literal(target), text: call.text })
    } else if (!isPlain(name, call, text, program, variables)) seen = false
  }
  if (!context.project) tellWalks(text, effects)
  tellEnvironment(text, effects)
  tellDoors(text, effects)
  tellTemplates(text, effects)
  if (/\b(?:constructor\s*\.\s*constructor|mainModule|_load|__proto__)\b|\]\s*\(/.test(text)) seen = false
  if (context.project) return { effects: effects.filter(isDefinite), seenThrough: true }
  return { effects, seenThrough: seen && !effects.some((effect) => effect.does === 'opaque') }
}

/** `new Deno.Command('git', { args: ['status'] })`: the words of the program stand in its options. */
function denoCommand(call: Call, program: Program, text: string): Effect {
  const name = call.args[0] && constant(call.args[0], program.constants, text)
  const list = /\bargs\s*:\s*\[((?:\s*(?:"[^"\\]*"|'[^'\\]*')\s*,?)*)\]/.exec(call.text)
  if (!name || (call.args.length > 1 && !list && /\bargs\b|\.\.\.|^[^{]*,\s*\w+\s*\)/.test(call.text)))
    return { does: 'opaque', because: 'dynamic-code', text: call.text }
  const words = [...(list?.[1] ?? '').matchAll(/"([^"]*)"|'([^']*)'/g)].map((found) => literal(found[1] ?? found[2]!))
  return { does: 'program', words: [name, ...words], text: call.text }
}

/** Templates that a library runs as a command: Bun's and zx's `$`, execa's own. */
function tellTemplates(text: string, effects: Effect[]): void {
  for (const found of text.matchAll(
    /(?<![\w$])(?:(?:Bun\s*\.\s*)?\$(?:\([^()]*\)|\.\w+)?|execa\w*|dax|sh)\s*`([^`]*)`/g,
  ))
    effects.push({
      does: 'shell',
      code: found[1]!.includes('${') ? dynamic(found[1]!, 'variable') : literal(found[1]!),
      text: found[0],
    })
}

/** `require('fs').rmSync` and `(await import('fs')).rm` by the module they come from. */
function fullName(call: Call, program: Program, text: string): string {
  const { receiver, name } = call
  if (!name.startsWith('.')) return name
  if (receiver?.name === 'import' && /^\.(?:then|catch|finally)$/.test(name)) return name
  if (receiver && (receiver.name === 'require' || receiver.name === 'import') && receiver.args[0]) {
    const module = textOf(
      constant(receiver.args[0], program.constants, text) ?? { kind: 'dynamic', source: '', pieces: [] },
    )
    if (module !== undefined) return `${module.replace(/^node:/, '')}${name}`
  }
  return name
}

function readImports(text: string): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>()
  const bring = (names: string, module: string): void => {
    for (const item of names.split(',')) {
      const parts = /^\s*(?:type\s+)?([\w$]+)(?:\s*(?::|\bas\b)\s*([\w$]+))?/.exec(item)
      if (parts) aliases.set(parts[2] ?? parts[1]!, `${module}.${parts[1]}`)
    }
  }
  for (const found of text.matchAll(
    /(?:const|let|var)\s+(?:([\w$]+)|\{([^}]*)\})\s*=\s*(?:await\s+import|require)\s*\(\s*['"`](?:node:)?([^'"`]+)['"`]\s*\)((?:\.[\w$]+)*)/g,
  )) {
    const module = `${found[3]}${found[4]}`
    if (found[1]) aliases.set(found[1], module)
    else bring(found[2]!, module)
  }
  for (const found of text.matchAll(
    /import\s+(?:type\s+)?(?:\*\s+as\s+([\w$]+)|([\w$]+))?\s*,?\s*(?:\{([^}]*)\})?\s*from\s*['"](?:node:)?([^'"]+)['"]/g,
  )) {
    const whole = found[1] ?? found[2]
    if (whole) aliases.set(whole, found[4]!)
    if (found[3]) bring(found[3], found[4]!)
  }
  // promisify(exec) is exec.
  for (const found of text.matchAll(/(?:const|let|var)\s+([\w$]+)\s*=\s*(?:util\.)?promisify\(\s*([\w$.]+)\s*\)/g))
    aliases.set(found[1]!, aliases.get(found[2]!) ?? found[2]!)
  return aliases
}

function definedIn(text: string, imports: ReadonlyMap<string, string>): ReadonlySet<string> {
  const names = new Set<string>()
  // What a function of the project returned is the project's own.
  for (const found of text.matchAll(/\b(?:const|let|var)\s+([\w$]+)\s*=\s*(?:await\s+)?([\w$]+)\(/g))
    if (/^\.{1,2}\//.test(imports.get(found[2]!) ?? '')) names.add(found[1]!)
  for (const found of text.matchAll(
    /\b(?:function\s*\*?|class)\s+([\w$]+)|\b(?:const|let|var)\s+([\w$]+)(?:\s*:\s*[\w$<>[\]|&. ]+)?\s*=\s*(?:async\s*)?(?:function\b|\([^()]*\)(?:\s*:\s*[\w$<>[\]|&. ]+)?\s*=>|[\w$]+\s*=>)/g,
  ))
    names.add((found[1] ?? found[2])!)
  // Methods of classes and objects, with their parameters.
  for (const found of text.matchAll(METHODS))
    for (const name of [found[1]!, ...found[2]!.split(',')])
      if (/^\s*[\w$]+\s*$/.test(name) && !RULES.has(name.trim()) && !KEYWORDS.has(name.trim())) names.add(name.trim())
  // Parameters of arrow functions and callbacks: what they are called with is in the text.
  for (const found of text.matchAll(/(?:\(([\w$,\s]*)\)|\b([\w$]+))\s*=>|function\s*[\w$]*\s*\(([\w$,\s]*)\)/g))
    for (const name of (found[1] ?? found[2] ?? found[3] ?? '').split(',')) if (name.trim()) names.add(name.trim())
  return names
}

const METHODS =
  /(?:^|[{,;}\n])[ \t]*(?:(?:async|static)[ \t]+){0,2}\*?(?!(?:if|for|while|switch|catch|function|with|return|await|require|import|eval|fetch|process)\b)([\w$]+)[ \t]*\(([\w$, \t]*)\)[ \t]*\{/g

function isPlain(name: string, call: Call, text: string, program: Program, variables: ReadonlySet<string>): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (last === 'constructor' || last === '__defineGetter__') return false
  // A method of something that has no name here may belong to a module that acts.
  if (name.startsWith('.')) return !(ACTING_NAMES.has(last) && namesActingModule(text) && !isValue(call))
  if (KEYWORDS.has(name)) return true
  const root = name.split('.')[0]!
  if (program.defined.has(root)) return true
  if (root === 'this') return /\bclass\b/.test(text) && !ACTING_NAMES.has(last)
  if (PURE.has(root) || PURE.has(name) || PURE_CALLS.has(name)) return true
  const module = moduleOf(name)
  if (PURE.has(module) || PURE_PACKAGES.has(module) || /^\.{1,2}\//.test(name)) return true
  // A method of a value made in the text.
  return name.includes('.') && variables.has(root) && !ACTING_ROOTS.has(root)
}

/** `lodash.map` → `lodash`; `@babel/parser.parse` → `@babel/parser`; `big.js.Big` → `big.js`. */
function moduleOf(name: string): string {
  for (let end = name.indexOf('.'); end > 0; end = name.indexOf('.', end + 1)) {
    const head = name.slice(0, end)
    if (PURE_PACKAGES.has(head)) return head
  }
  if (PURE_PACKAGES.has(name)) return name
  const slash = name.indexOf('/')
  const dot = name.indexOf('.', slash < 0 ? 0 : slash)
  return dot < 0 ? name : name.slice(0, dot)
}

const ACTING_ROOTS: ReadonlySet<string> = new Set(
  'globalThis global window self process module Bun Deno Reflect'.split(' '),
)
const ACTING_MODULE =
  /\b(?:child_process|fs|net|http|https|http2|tls|dgram|dns|vm|worker_threads|cluster|Bun|Deno|getBuiltinModule)\b/
const namesActingModule = oncePerText((text) => ACTING_MODULE.test(text))
const ACTING_NAMES: ReadonlySet<string> = new Set(
  [...RULES.keys()].map((name) => name.slice(name.lastIndexOf('.') + 1)),
)

/** The method of a call whose own name is known, such as a promise's or a string's. */
function isValue(call: Call): boolean {
  return call.receiver !== undefined && call.receiver.name !== 'require' && call.receiver.name !== 'import'
}

/** A function that acts, named without being called: `files.forEach(fs.unlinkSync)`, `(0, eval)('…')`. */
function reachesByReference(tokens: readonly Token[], aliases: ReadonlyMap<string, string>): boolean {
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'name') continue
    const next = tokens[index + 1]
    if (token.text.startsWith('.')) {
      // `require('fs').unlinkSync` handed on.
      const acts = ACTING_NAMES.has(token.text.slice(token.text.lastIndexOf('.') + 1))
      if (acts && !isSign(next, '(') && isSign(tokens[index - 1], ')') && !isBound(tokens, index)) return true
      continue
    }
    if (isSign(next, '(') || isSign(next, '=') || isSign(next, ':')) continue
    const name = resolve(token.text, aliases)
    // A module handed on under another name: `const x = fs`, `[fs]`, `run(fs)`.
    if (aliases.has(token.text) && MODULES_WITH_RULES.has(name) && !isImported(tokens, index)) return true
    if (!RULES.has(name) || (!name.includes('.') && !/^(?:eval|Function)$/.test(name))) continue
    const before = tokens[index - 1]
    const ends = next === undefined || next.kind === 'line' || isSign(next, ';')
    if (isSign(before, '=') && ends) continue
    // `const { rm } = require('fs')`, `import { rm } from 'fs'`.
    if ((isSign(before, '{') || isSign(before, ',')) && (isSign(next, '}') || isSign(next, ','))) {
      const close = closingBrace(tokens, index)
      const follows = tokens[close + 1]
      if (close > 0 && (isSign(follows, '=') || (follows?.kind === 'name' && follows.text === 'from'))) continue
    }
    // `promisify(exec)` is followed to its calls.
    const called = tokens[index - 2]
    if (called?.kind === 'name' && /(?:^|\.)promisify$/.test(called.text)) continue
    return true
  }
  return false
}

/** Where the next brace closes; none within a list of names of any sensible length counts as nowhere. */
function closingBrace(tokens: readonly Token[], from: number): number {
  const furthest = Math.min(tokens.length, from + 500)
  for (let at = from + 1; at < furthest; at++) if (isSign(tokens[at], '}')) return at
  return -1
}

const MODULES_WITH_RULES: ReadonlySet<string> = new Set(
  [...RULES.keys()].filter((name) => name.includes('.')).map((name) => name.slice(0, name.lastIndexOf('.'))),
)

/** The name in `import fs from 'fs'` and `import * as fs from 'fs'`. */
function isImported(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1]
  if (next?.kind === 'name' && next.text === 'from') return true
  const before = tokens[index - 1]
  return before?.kind === 'name' && (before.text === 'import' || before.text === 'as')
}

/** `const rm = require('fs').rm`: followed to its calls. */
function isBound(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1]
  return (
    (next === undefined || next.kind === 'line' || isSign(next, ';') || isSign(next, ',')) &&
    isSign(tokens[index - 2], ')') === false &&
    isSign(tokens[index - 3], '(') &&
    isSign(tokens[index - 5], '=')
  )
}

/** Names that the code gives a value. */
function variablesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const match of text.matchAll(
    /\b(?:const|let|var)\s+([\w$]+)|\b(?:const|let|var)\s*[[{]([^\]}]*)[\]}]|\bcatch\s*\(\s*([\w$]+)|(?:^|[;{(\n])\s*([\w$]+)\s*=(?![=>])|\(\s*[[{]([\w$,\s:]*)[\]}]\s*\)\s*=>/g,
  ))
    for (const name of (match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? '').split(/[\s,:=]+/))
      if (name) found.add(name)
  return found
}

function tellEnvironment(text: string, effects: Effect[]): void {
  const dump = /\bprocess\.env\b(?!\s*(?:\.|\[|\?\.|=[^=]|\}))/.exec(text)
  if (dump && !/env\s*:\s*(?:\{\s*\.\.\.)?process\.env/.test(text))
    effects.push({ does: 'environment', name: 'environment', text: text.slice(dump.index, dump.index + 80) })
  for (const found of text.matchAll(
    /\bprocess\.env(?:\.|\[['"])(\w*(?:SECRET|TOKEN|PASSWORD|API_?KEY|ACCESS_KEY|PRIVATE)\w*)/gi,
  ))
    effects.push({ does: 'environment', name: found[1]!, text: found[0] })
}

function tellDoors(text: string, effects: Effect[]): void {
  if (!/\bnet\b/.test(text) || !/\b(?:spawn|exec)\w*\s*\(\s*['"](?:\/bin\/)?(?:ba|z|da)?sh\b|cmd\.exe/.test(text))
    return
  const address = /connect\(\s*(\d+)\s*,\s*['"]([^'"]+)['"]/.exec(text)
  effects.push({
    does: 'door',
    what: /createServer/.test(text) ? 'bind-shell' : 'reverse-shell',
    text: text.slice(0, 200),
    ...(address ? { address: `${address[2]}:${address[1]}` } : {}),
  })
}
