import { type Call, constant, findCalls, type Program } from './calls.ts'
import { textOf } from '../../word.ts'
import type { Effect, Reading, ReadingContext } from './effects.ts'
import { isDefinite } from './python.ts'
import { effectsOf, type Rule } from './rules.ts'
import { type Syntax, tokenise } from './tokens.ts'

const SYNTAX: Syntax = {
  lineComments: ['//', '#!'],
  blockComment: ['/*', '*/'],
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
    'readdir readdirSync stat statSync lstat lstatSync exists existsSync access accessSync opendir opendirSync realpath realpathSync readlink',
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
    'child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync execa.execa execa cross-spawn Bun.spawn Bun.spawnSync Deno.Command',
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
  'console JSON Math Object Array String Number Boolean Date RegExp Promise Map Set WeakMap WeakSet Symbol BigInt Intl Error TypeError RangeError URL URLSearchParams TextEncoder TextDecoder Buffer Uint8Array Uint16Array Uint32Array Int32Array Float64Array Float32Array ArrayBuffer DataView Proxy Reflect Atomics structuredClone parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI setTimeout setInterval setImmediate clearTimeout clearInterval queueMicrotask atob btoa process performance path os util events stream assert crypto querystring url string_decoder zlib readline perf_hooks timers test describe it expect fs fs/promises buffer punycode v8 async_hooks tty child_process http https net module console.log require import'.split(
    ' ',
  ),
)

const KEYWORDS: ReadonlySet<string> = new Set(
  'if for while switch catch function return typeof await async new throw delete void in of else do yield super with constructor get set case instanceof'.split(
    ' ',
  ),
)

/** Built-in modules whose calls without a rule only compute. A package that is installed is the project's own choice. */
const UNKNOWN_MODULE =
  /^(?:child_process|cluster|dgram|inspector|repl|vm|worker_threads|wasi|ssh2|node-pty|robotjs|keytar|puppeteer|playwright|nodemailer|net|tls|http|https|http2|dns)$/

/** What JavaScript or TypeScript does. */
export function readJavascript(text: string, context: ReadingContext): Reading {
  const tokens = tokenise(text, SYNTAX)
  const imports = readImports(text)
  const program = findCalls(text, tokens, imports, definedIn(text))
  const effects: Effect[] = []
  let seen = !program.computed
  for (const call of program.calls) {
    const name = fullName(call, program, text)
    const rule = program.defined.has(name) ? undefined : RULES.get(name)
    if (rule) effects.push(...effectsOf({ ...call, name }, rule, program, text, 'javascript'))
    else if (name === 'require' || name === 'import') {
      const target =
        call.args[0] &&
        textOf(constant(call.args[0], program.constants, text) ?? { kind: 'dynamic', source: '', pieces: [] })
      if (target === undefined) effects.push({ does: 'opaque', because: 'dynamic-code', text: call.text })
    } else if (!isPlain(name, program, imports)) seen = false
  }
  tellEnvironment(text, effects)
  tellDoors(text, effects)
  if (/\b(?:constructor\s*\.\s*constructor|mainModule|_load|__proto__)\b|\]\s*\(/.test(text)) seen = false
  if (context.project) return { effects: effects.filter(isDefinite), seenThrough: true }
  return { effects, seenThrough: seen && !effects.some((effect) => effect.does === 'opaque') }
}

/** `require('fs').rmSync` and `(await import('fs')).rm` by the module they come from. */
function fullName(call: Call, program: Program, text: string): string {
  const { receiver, name } = call
  if (!name.startsWith('.')) return name
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

function definedIn(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const found of text.matchAll(
    /\b(?:function\s*\*?|class)\s+([\w$]+)|\b(?:const|let|var)\s+([\w$]+)\s*=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)/g,
  ))
    names.add((found[1] ?? found[2])!)
  // Parameters of arrow functions and callbacks: what they are called with is in the text.
  for (const found of text.matchAll(/(?:\(([\w$,\s]*)\)|\b([\w$]+))\s*=>|function\s*[\w$]*\s*\(([\w$,\s]*)\)/g))
    for (const name of (found[1] ?? found[2] ?? found[3] ?? '').split(',')) if (name.trim()) names.add(name.trim())
  return names
}

function isPlain(name: string, program: Program, imports: ReadonlyMap<string, string>): boolean {
  if (name.startsWith('.')) return true
  if (KEYWORDS.has(name)) return true
  const root = name.split('.')[0]!
  if (program.defined.has(root) || PURE.has(root) || PURE.has(name)) return true
  if (UNKNOWN_MODULE.test(root)) return false
  // A method of a value made in the text; a package of the project.
  return name.includes('.') || imports.has(name)
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
