import { knownPrefix, literal, textOf } from '../../word.ts'
import { type Call, constant, findCalls, isSign, type Program, resolve } from './calls.ts'
import type { Effect, Reading, ReadingContext } from './effects.ts'
import { oncePerText } from './once-per-text.ts'
import { modelsIn, pathsIn, variablesIn } from './python-names.ts'
import { effectsOf, type Rule } from './rules.ts'
import { type Syntax, type Token, tokenise } from './tokens.ts'
import { tellWalks } from './walks.ts'

const SYNTAX: Syntax = { lineComments: ['#'], tripleQuotes: true, prefixes: true, joints: /\s*\.\s*/ }

function rows(rule: Rule, names: string): readonly (readonly [string, Rule])[] {
  return names.split(' ').map((name) => [name, rule] as const)
}

/** Calls by their full name. */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ...rows(
    'open',
    'open io.open codecs.open gzip.open bz2.open lzma.open os.open tarfile.open zipfile.ZipFile h5py.File',
  ),
  ...rows(
    'shell:0',
    'os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput commands.getstatusoutput popen2.popen2',
  ),
  ...rows(
    'program:0',
    'subprocess.run subprocess.call subprocess.Popen subprocess.check_output subprocess.check_call os.execl os.execle os.execlp os.execlpe os.execv os.execve os.execvp os.execvpe os.posix_spawn pty.spawn pexpect.spawn asyncio.create_subprocess_exec sh.Command',
  ),
  ...rows('program:1', 'os.spawnl os.spawnle os.spawnlp os.spawnv os.spawnve os.spawnvp'),
  ...rows('shell:0', 'asyncio.create_subprocess_shell pexpect.run os.startfile'),
  ...rows('delete:0', 'os.remove os.unlink os.rmdir os.removedirs send2trash.send2trash os.truncate'),
  ...rows('delete-tree:0', 'shutil.rmtree'),
  ...rows(
    'write:0',
    'logging.FileHandler logging.handlers.RotatingFileHandler numpy.save numpy.savetxt numpy.savez cv2.imwrite',
  ),
  ...rows('write:1', 'torch.save joblib.dump safetensors.torch.save_file'),
  ...rows('read:0', 'duckdb.connect duckdb.read_csv duckdb.read_parquet duckdb.read_json geopandas.read_file'),
  ...rows('read:0', 'xarray.open_dataset rasterio.open librosa.load soundfile.read nbformat.read'),
  ...rows('move', 'os.rename os.replace os.renames shutil.move'),
  ...rows('copy', 'shutil.copy shutil.copy2 shutil.copyfile shutil.copytree shutil.copymode os.link os.symlink'),
  ...rows('directory:0', 'os.mkdir os.makedirs'),
  ...rows('access:0', 'os.chmod os.chown os.lchown shutil.chown os.setxattr os.chflags'),
  ...rows(
    'names:0',
    'os.listdir os.scandir os.walk os.stat os.lstat os.access glob.glob glob.iglob os.path.exists os.path.isfile os.path.isdir os.path.getsize os.path.getmtime',
  ),
  ...rows(
    'read:0',
    'linecache.getline runpy.run_path fileinput.input os.readlink pandas.read_csv pandas.read_json pandas.read_excel pandas.read_parquet numpy.load numpy.loadtxt PIL.Image.open sqlite3.connect pandas.read_table pandas.read_fwf pandas.read_xml pandas.read_feather pandas.read_orc polars.read_csv polars.read_parquet polars.scan_csv json.load_file pathlib.Path.read_text cv2.imread',
  ),
  ...rows(
    'fetch:0',
    'requests.get requests.head requests.options httpx.get httpx.head urllib.request.urlopen urllib.request.Request urllib.urlopen urllib2.urlopen urllib.request.urlretrieve wget.download feedparser.parse pandas.read_html socket.gethostbyname socket.getaddrinfo socket.gethostbyaddr',
  ),
  ...rows(
    'send:0',
    'requests.post requests.put requests.patch requests.delete httpx.post httpx.put httpx.patch httpx.delete',
  ),
  ...rows('fetch:1', 'requests.request httpx.request httpx.stream'),
  ...rows(
    'connect:0',
    'socket.create_connection http.client.HTTPConnection http.client.HTTPSConnection httplib.HTTPConnection ftplib.FTP ftplib.FTP_TLS smtplib.SMTP smtplib.SMTP_SSL telnetlib.Telnet paramiko.SSHClient paramiko.Transport imaplib.IMAP4_SSL poplib.POP3 xmlrpc.client.ServerProxy websocket.create_connection websockets.connect asyncio.open_connection redis.Redis redis.StrictRedis redis.from_url redis.Redis.from_url pymongo.MongoClient',
  ),
  ...rows(
    'listener',
    'http.server.HTTPServer http.server.ThreadingHTTPServer socketserver.TCPServer socketserver.ThreadingTCPServer asyncio.start_server',
  ),
  ...rows('code:0', 'eval exec'),
  ...rows(
    'opaque',
    'PIL.ImageGrab.grab pyautogui.screenshot mss.mss compile __import__ importlib.import_module importlib.util.module_from_spec runpy.run_module runpy.run_path yaml.unsafe_load yaml.unsafe_load_all cv2.VideoCapture pyaudio.PyAudio sounddevice.rec logging.config.listen pickle.loads pickle.load torch.load torch.hub.load pandas.read_pickle pandas.eval numpy.fromfile marshal.loads dill.loads cloudpickle.loads joblib.load ctypes.CDLL ctypes.cdll.LoadLibrary cffi.FFI code.interact code.InteractiveConsole builtins.exec builtins.eval globals locals vars breakpoint pdb.set_trace os.dup2 os.fork os.setuid os.setgid os.setreuid os.putenv shutil.unpack_archive shutil.make_archive sys.settrace types.FunctionType types.CodeType zipimport.zipimporter',
  ),
  ...rows('end-process', 'os.kill os.killpg os.abort psutil.Process signal.pthread_kill'),
])

/** Methods that matter whatever they are called on; the receiver's first argument is the path when it is a path. */
const METHODS: ReadonlyMap<string, Rule> = new Map([
  ...rows('delete:0', 'unlink rmdir'),
  ...rows('delete-tree:0', 'rmtree'),
  ...rows('write:0', 'write_text write_bytes touch to_csv to_json to_excel to_parquet savefig save'),
  ...rows('directory:0', 'mkdir makedirs'),
  ...rows('access:0', 'chmod'),
  ...rows('shell:0', 'system popen exec_command run_command'),
  ...rows('connect:0', 'connect connect_ex sendto sendall'),
  ...rows('listener', 'listen serve_forever'),
  ...rows('read:0', 'read_text read_bytes'),
  ...rows('sql:0', 'execute executemany executescript'),
  ...rows('opaque', 'from_pretrained load_model load_dataset'),
  ...rows('opaque', 'flushall flushdb drop_database drop_collection'),
  ...rows('opaque', '__subclasses__ __getattribute__ extractall load_module exec_module'),
])

/** Modules that are known to compute, and of those that also act, the calls that do not. */
const PURE_CALLS: ReadonlySet<string> = new Set(
  'os.getcwd os.getpid os.getppid os.getuid os.geteuid os.getgid os.getlogin os.cpu_count os.uname os.getenv os.fspath os.fsdecode os.fsencode os.get_terminal_size os.getloadavg os.urandom os.strerror os.sched_getaffinity os.times os.environ.get os.environ.setdefault os.environ.pop os.environ.copy os.environ.update os.environ.items os.environ.values os.environ.keys os._exit os.close os.isatty os.get_exec_path os.umask os.path.join os.walk os.chdir shutil.which shutil.disk_usage shutil.get_terminal_size importlib.metadata.version importlib.metadata.distributions importlib.metadata.distribution importlib.metadata.metadata importlib.metadata.requires importlib.metadata.files importlib.metadata.entry_points importlib.util.find_spec importlib.resources.files importlib.invalidate_caches importlib.reload socket.gethostname socket.getfqdn socket.inet_aton socket.inet_ntoa socket.socket signal.signal signal.alarm ssl.create_default_context ssl.get_default_verify_paths asyncio.run asyncio.gather asyncio.sleep asyncio.wait_for asyncio.Queue asyncio.Lock asyncio.Event asyncio.Semaphore asyncio.get_event_loop asyncio.create_task asyncio.new_event_loop multiprocessing.cpu_count multiprocessing.Pool multiprocessing.Process multiprocessing.Queue select.select selectors.DefaultSelector urllib.parse.quote pickle.dump pickle.dumps requests.Session requests.session requests.raise_for_status requests.headers.update requests.close'.split(
    ' ',
  ),
)
const ACTING_MODULES: ReadonlySet<string> = new Set(
  'os shutil importlib socket signal ssl asyncio multiprocessing select selectors pickle runpy fcntl shelve site sqlite3 pty ctypes'.split(
    ' ',
  ),
)

/** Modules of the standard library and common packages whose other calls only compute. */
const PURE: ReadonlySet<string> = new Set(
  'abc argparse array ast base64 binascii bisect bz2 calendar cmath codecs collections colorsys concurrent configparser contextlib copy csv curses dataclasses datetime dateutil decimal difflib dis doctest email enum errno filecmp fileinput fnmatch fractions functools gc getopt gettext glob gzip hashlib heapq hmac html imghdr inspect io ipaddress itertools json keyword linecache locale logging lzma math mimetypes numbers operator optparse pathlib pkgutil pkg_resources platform plistlib pprint profile queue quopri random re readline reprlib resource sched secrets shlex stat statistics string stringprep struct sys sysconfig tarfile tempfile textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc types typing typing_extensions unicodedata unittest urllib uuid warnings wave weakref xml zipfile zlib zoneinfo numpy np pandas pd matplotlib plt seaborn scipy sklearn sympy statsmodels networkx torch torchvision tensorflow tf keras jax flax transformers tokenizers datasets xgboost lightgbm cv2 PIL skimage yaml toml tomli tomli_w tomlkit jsonschema pydantic attr attrs click rich tqdm colorama termcolor tabulate jinja2 markupsafe markdown docutils sphinx bs4 lxml html5lib regex chardet charset_normalizer idna certifi packaging wheel pytest hypothesis faker freezegun django flask fastapi starlette werkzeug six pytz tzdata babel black isort mypy pylint flake8 ruff nltk spacy gensim polars pyarrow dask numba cython openpyxl xlrd xlsxwriter docx pptx pypdf PyPDF2 reportlab qrcode astropy mpmath gym gymnasium plotly altair geopandas shapely pyproj xarray sqlglot sqlparse pyparsing lark libcst astroid parso tree_sitter pygments marshmallow msgspec orjson ujson simplejson cattrs cattr more_itertools toolz funcy boltons pendulum arrow humanize pint einops tiktoken sentencepiece evaluate timm pytorch_lightning lightning catboost optuna shap imblearn umap hdbscan patsy prophet pmdarima cvxpy pulp librosa folium wordcloud pydot typer pluggy loguru structlog bcrypt passlib itsdangerous multidict yarl sortedcontainers cachetools rapidfuzz Levenshtein unidecode slugify inflect phonenumbers email_validator markdown_it mistune bleach nbformat sqlalchemy sqlmodel ibis pandera missingno category_encoders torchmetrics torchaudio sentence_transformers deepdiff jsonpath_ng jmespath semver distro site xmltodict ijson msgpack cbor2 addict frozendict bidict intervaltree pygtrie igraph rdflib rdkit qutip pennylane cirq pywt filterpy trimesh webcolors emoji ftfy langdetect textblob sacrebleu rouge_score deap ortools pyomo casadi numexpr bottleneck sparse textdistance shortuuid nanoid whenever zstandard lz4 brotli snappy blake3 xxhash mmh3 bitarray bitstring construct kaitaistruct'.split(
    ' ',
  ),
)

const BUILTINS: ReadonlySet<string> = new Set(
  'abs all any anext aiter ascii bin bool bytearray bytes callable chr classmethod complex delattr dict dir divmod enumerate filter float format frozenset hasattr hash help hex id input int isinstance issubclass iter len list map max memoryview min next object oct ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type zip getattr exit quit Exception ValueError KeyError TypeError RuntimeError SystemExit AssertionError IndexError FileNotFoundError NotImplementedError OSError IOError AttributeError StopIteration ImportError PermissionError TimeoutError KeyboardInterrupt ZeroDivisionError UnicodeDecodeError if elif while for in not and or return yield lambda assert del raise with except else print await async is from import as case match global nonlocal finally try break continue pass'.split(
    ' ',
  ),
)

/** A variable is set that says which program or code the next process runs. */
const RULING_VARIABLE =
  /\b(?:environ\s*\[\s*|environ\.(?:setdefault|__setitem__)\(\s*|environ\.update\([^)]*|putenv\(\s*)['"]?(?:PATH|LD_\w+|DYLD_\w+|BASH_ENV|ENV|PYTHON(?:PATH|STARTUP|HOME)|NODE_OPTIONS|PERL5\w+|RUBY\w+|GIT_(?:SSH|EXTERNAL|PAGER|EDITOR)\w*|PAGER|EDITOR|SHELL)['"]?\s*(?:\]\s*=(?!=)|,|=(?!=)|:)/

/**
 * `def sh(cmd): return subprocess.check_output(shlex.split(cmd))`: a function that only starts what it is given. Its calls
 * are read as what they start; one whose command is not written out stays a call of something unknown.
 */
function withoutStarters(text: string): string {
  const found = STARTER.exec(text)
  if (!found || text.length > 20_000 || text.split(`def ${found[1]!}(`).length !== 2) return text
  const call = new RegExp(String.raw`(?<![\w.])${found[1]!}\(\s*('[^'\n\\]*'|"[^"\n\\]*")\s*\)`, 'g')
  const read = text
    .replace(found[0], '\n')
    .replaceAll(call, (_, command: string) => `subprocess.run(${command}, shell=True)`)
  // Handed on by its name, or given what is not written out: left as it was.
  return new RegExp(String.raw`\b${found[1]!}\b`).test(read) ? text : read
}

const STARTER =
  /(?:^|\n)def (\w{1,40})\((\w{1,40})(?:: ?str)?\)(?: ?-> ?\w+)?:\n[ \t]+(?:return |print\()?subprocess\.(?:run|check_output|getoutput)\((?:shlex\.split\(\2\)|\2)(?:, ?(?:text|shell|check|capture_output|universal_newlines)=True)*\)(?:\.(?:stdout|strip\(\)|decode\(\)))*\)?(?=\n|$)/

/** Names that hold a known path stand for it wherever a path is asked for: `open(target, 'w')`. */
function placed(program: Program, paths: ReadonlyMap<string, Token>): Program {
  if (paths.size === 0) return program
  const constants = new Map(program.constants)
  // What a listing yields is many: it stands for no one path.
  for (const [name, path] of paths)
    if (path.kind === 'string' && !/(?:^|\/)_(?:\/|$)/.test(path.known.replace(/^\/tmp\/_/, '')))
      constants.set(name, literal(path.known))
  return { ...program, constants }
}

/** `(base / 'a').write_text(…)` where `base` is a known path: the path that it is. */
function withPaths(text: string): string {
  if (!/\(\s*\w+\s*\/\s*['"]/.test(text)) return text
  const paths = pathsIn(text)
  return text.replaceAll(
    /(?<!\w)\(\s*(\w+)((?:\s*\/\s*(?:'[\w .-]+'|"[\w .-]+"))+)\s*\)(?=\.\w)/g,
    (whole, name: string, more: string) => {
      const base = paths.get(name)
      const below = [...more.matchAll(/['"]([^'"]*)['"]/g)].map((part) => part[1]!)
      if (base?.kind !== 'string' || below.includes('..') || /['\\]/.test(base.known)) return whole
      return `pathlib.Path('${base.known}/${below.join('/')}')`
    },
  )
}

/** What Python code does. */
export function readPython(source: string, context: ReadingContext): Reading {
  const text = withPaths(withoutStarters(source))
  const tokens = tokenise(text, SYNTAX)
  const imports = readImports(text)
  const paths = pathsIn(text)
  const program = placed(findCalls(text, tokens, imports.aliases, definedIn(text)), paths)
  const variables = variablesIn(text)
  const models = modelsIn(text, imports.aliases)
  const effects: Effect[] = []
  let seen =
    !program.computed &&
    !/\bsys\s*\.\s*(?:modules|meta_path|path_hooks|settrace)\b/.test(text) &&
    !RULING_VARIABLE.test(text) &&
    !/\bUnsafeLoader\b/.test(text)
  for (const call of program.calls) {
    const rule = ruleOf(call, text, program)
    if (rule) effects.push(...effectsOf(withReceiver(call, paths), rule, program, text, 'python'))
    else if (!models.has(call.name) && !isPlain(call, program, imports, context, variables)) seen = false
  }
  // What is listed and then opened by a name that is not known is read.
  if (
    effects.some(
      (effect) =>
        (effect.does === 'read' && effect.path.kind !== 'literal') ||
        (effect.does === 'copy' && effect.from.kind !== 'literal'),
    )
  )
    effects.push(
      ...effects.flatMap((effect) => (effect.does === 'names' ? [{ ...effect, does: 'read' as const }] : [])),
    )
  if (!context.project) {
    tellHomePaths(text, effects)
    tellHunt(text, effects)
    tellWalks(text, effects)
  }
  if (reachesByReference(tokens, imports.aliases)) seen = false
  tellEnvironment(text, effects)
  // A loop that only takes memory, disk or processes and never ends.
  if (ENDLESS.test(text) && !/\b(?:break|return|sleep|exit|raise)\b/.test(text))
    effects.push({ does: 'opaque', because: 'other', text: ENDLESS.exec(text)![0] })
  tellDoors(text, effects)
  if (/__(?:builtins|globals|subclasses|bases|mro|loader|import)__\b/.test(text)) {
    seen = false
    effects.push({ does: 'opaque', because: 'dynamic-code', text: text.slice(0, 200) })
  }
  const opaque = effects.some((effect) => effect.does === 'opaque')
  if (context.project) return { effects: effects.filter(isDefinite), seenThrough: true }
  return { effects, seenThrough: seen && !opaque && !imports.star }
}

/** In the project's own code only what is certain counts: a path or command that the code computes is its business. */
export function isDefinite(effect: Effect): boolean {
  switch (effect.does) {
    case 'opaque':
    case 'load':
    case 'environment':
    case 'end-process':
      return false
    case 'shell':
    case 'code':
      return effect.code.kind === 'literal'
    case 'program':
      return effect.words[0]?.kind === 'literal' && effect.words.every((word) => word.kind === 'literal')
    case 'contact':
      return effect.target.kind === 'literal'
    case 'move':
    case 'copy':
      return effect.from.kind === 'literal' && effect.to.kind === 'literal'
    case 'door':
      return effect.what !== 'listener'
    case 'sql':
      return false
    default:
      return effect.path.kind === 'literal' || knownPrefix(effect.path).startsWith('/')
  }
}

function ruleOf(call: Call, text: string, program: Program): Rule | undefined {
  const { name } = call
  const known = RULES.get(name)
  if (known) return program.defined.has(name) ? undefined : known
  if (name === '.format' || name === '.join') return undefined
  const root = call.receiver
  // `__import__('os').system(…)`, `importlib.import_module('os').system(…)`.
  if (root && name.startsWith('.') && /^(?:__import__|importlib\.import_module)$/.test(root.name)) {
    const module = root.args[0] && textOf(constant(root.args[0], program.constants, text) ?? literal(''))
    if (module) return RULES.get(`${module}${name}`)
  }
  // `getattr(os, 'system')` reaches anything by a name that is not written as one.
  if (name === 'getattr') {
    const attribute = call.args[1] && constant(call.args[1], program.constants, text)
    const named = attribute && textOf(attribute)
    return named === undefined ||
      named.startsWith('_') ||
      ACTING_NAMES.has(named) ||
      /getattr\(\s*(?:os|sys|subprocess|shutil|builtins|socket|importlib|ctypes)\b/.test(call.text)
      ? 'opaque'
      : 'plain'
  }
  // Modules are then looked for where anybody may put them.
  if (
    /^(?:sys\.path\.(?:insert|append|extend)|site\.addsitedir)$/.test(name) &&
    /['"](?:\/tmp|\/var\/tmp|\/dev\/shm|~)/.test(call.text)
  )
    return 'opaque'
  const method = name.slice(name.lastIndexOf('.') + 1)
  const given = call.args[0] && textOf(constant(call.args[0], program.constants, text) ?? literal(''))
  if (/^(?:sqlalchemy|sqlmodel)\.(?:\w+\.)*create_(?:async_)?engine$/.test(name))
    return /^sqlite(?:\+\w+)?:\/\/(?:\/[\w./-]*|\/:memory:)?$/.test(given ?? '') ? 'plain' : 'connect:0'
  // A client of a server that runs here, when no other address is named.
  if (
    /^httpx\.(?:Async)?Client$/.test(name) &&
    /\bbase_url\s*=\s*['"]https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?[/'"]/.test(call.text) &&
    namesOneAddress(text)
  )
    return 'plain'
  // Its statements read and write files: a question about files of the project is plain.
  if (/^duckdb\.(?:sql|query|execute)$/.test(name))
    return /^\s*(?:select|with|from|describe|summarize|show|explain)\b/i.test(given ?? '') &&
      !/\b(?:copy|attach|install|load|export|import|getenv)\b|;\s*\S|['"](?:[/~\\]|[^'"]*(?::|\.\.|\.env|\.pem|\.ssh))/i.test(
        given!,
      )
      ? 'plain'
      : 'opaque'
  // The engine has said where it connects to.
  if (/^\w+\.(?:connect|begin)$/.test(name) && call.args.length === 0 && makesEngine(text)) return 'plain'
  if (/^(?:from_pretrained|load_dataset)$/.test(method) && isKnownModel(given ?? '') && !trustsRemoteCode(text))
    return 'plain'
  if (name.includes('.') && usesPaths(text)) {
    // `Path.replace` takes one argument and moves; `str.replace` takes two.
    const positional = call.args.filter((tokens) => !isSign(tokens[1], '='))
    if (/^(?:replace|rename)$/.test(method) && positional.length === 1 && call.args.length === 1) return 'opaque'
    if (/^(?:symlink_to|hardlink_to|link_to|open)$/.test(method) && !PURE.has(name.split('.')[0]!))
      return method === 'open' && !/open\(\s*(?:mode\s*=\s*)?["'][^"']*[wax+]/.test(call.text) ? 'plain' : 'opaque'
  }
  if (method === 'extract' && usesArchives(text)) return 'opaque'
  return name.includes('.') ? METHODS.get(method) : undefined
}

/** Questions about the whole text that every call in it asks again. */
const usesPaths = oncePerText((text) => /\bpathlib\b|\bPath\(/.test(text))
const usesArchives = oncePerText((text) => /\b(?:tarfile|zipfile)\b/.test(text))
const makesEngine = oncePerText((text) => /\bcreate_(?:async_)?engine\(/.test(text))
const trustsRemoteCode = oncePerText((text) => text.includes('trust_remote_code'))
const namesOneAddress = oncePerText((text) => text.match(/\b\w+:\/\//g)?.length === 1 && !/['"]\/\//.test(text))

/** Models and data sets of the hub's own list, and of those who publish the models everybody uses. */
function isKnownModel(name: string): boolean {
  return (
    /^(?:(?:google|google-bert|google-t5|facebook|FacebookAI|meta-llama|microsoft|openai|openai-community|mistralai|Qwen|sentence-transformers|distilbert|huggingface|HuggingFaceH4|HuggingFaceTB|EleutherAI|bigscience|stabilityai|deepseek-ai|BAAI|allenai|nvidia|albert|cardiffnlp|Helsinki-NLP|tiiuae|stanfordnlp|rajpurkar|nyu-mll)\/)?[\w.-]+$/.test(
      name,
    ) && !name.startsWith('.')
  )
}

/** Last parts of the names that act, whatever they are reached through. */
const ACTING_NAMES: ReadonlySet<string> = new Set(
  [...RULES.keys(), ...METHODS.keys()].map((name) => name.slice(name.lastIndexOf('.') + 1)),
)

/** A function that acts, named without being called: `map(os.system, …)`, `Thread(target=os.remove)`. */
function reachesByReference(tokens: readonly Token[], aliases: ReadonlyMap<string, string>): boolean {
  let imports = false
  for (const [index, token] of tokens.entries()) {
    const imported = imports
    imports = isImporting(imports, tokens, index)
    if (token.kind !== 'name') continue
    const next = tokens[index + 1]
    if (isSign(next, '(')) continue
    const name = resolve(token.text, aliases)
    // A module handed on under another name: `m = os`, `[os]`, `f(os)`.
    if (!isSign(next, '=') && isActingModule(name) && !imported) return true
    const rule = RULES.get(name)
    if (
      rule === undefined ||
      (!name.includes('.') && !aliases.has(token.text) && !/^(?:eval|exec|compile)$/.test(name))
    )
      continue
    // `run = subprocess.run` is followed to its calls; `from os import remove` names it only.
    const before = tokens[index - 1]
    const ends = next === undefined || next.kind === 'line' || isSign(next, ';')
    if (isSign(before, '=') && ends) continue
    if (!imported) return true
  }
  return false
}

const MODULES_WITH_RULES: ReadonlySet<string> = new Set(
  [...RULES.keys()].filter((name) => name.includes('.')).map((name) => name.slice(0, name.lastIndexOf('.'))),
)

function isActingModule(name: string): boolean {
  return ACTING_MODULES.has(name) || (MODULES_WITH_RULES.has(name) && !PURE.has(name.split('.')[0]!))
}

/** Whether what follows this token stands in an import statement. */
function isImporting(before: boolean, tokens: readonly Token[], index: number): boolean {
  const token = tokens[index]!
  if (token.kind === 'name') return before || token.text === 'import' || token.text === 'from'
  if (isSign(token, ';') || isSign(token, '=')) return false
  return before && (token.kind !== 'line' || isSign(tokens[index - 1], ',') || isSign(tokens[index - 1], '('))
}

/** A method of a path acts on that path. */
function withReceiver(call: Call, paths: ReadonlyMap<string, Token>): Call {
  if (
    RULES.has(call.name) ||
    !/\.(?:unlink|rmdir|rmtree|write_text|write_bytes|touch|mkdir|chmod|read_text|read_bytes)$/.test(call.name)
  )
    return call
  const held = paths.get(call.name.slice(0, call.name.lastIndexOf('.')))
  if (held) return { ...call, args: [[held], ...call.args] }
  const path =
    call.receiver && /(?:^|\.)(?:Path|PosixPath|PurePath)$/.test(call.receiver.name) ? call.receiver.args[0] : []
  return { ...call, args: [path ?? [], ...call.args] }
}

interface Imports {
  readonly aliases: ReadonlyMap<string, string>
  readonly modules: ReadonlySet<string>
  readonly star: boolean
}

function readImports(text: string): Imports {
  const aliases = new Map<string, string>()
  const modules = new Set<string>()
  let star = false
  for (const found of text.matchAll(/(?:^|[\n;:])\s*import\s+([^\n;#]+)/g))
    for (const item of found[1]!.split(',')) {
      const parts = /^\s*([\w.]+)(?:\s+as\s+(\w+))?/.exec(item)
      if (!parts) continue
      modules.add(parts[1]!)
      if (parts[2]) aliases.set(parts[2], parts[1]!)
    }
  for (const found of text.matchAll(/(?:^|[\n;:])\s*from\s+([\w.]+)\s+import\s+(\([^)]*\)|[^\n;#]+)/g)) {
    modules.add(found[1]!)
    for (const item of found[2]!.replace(/[()\n]/g, ' ').split(',')) {
      const parts = /^\s*(\w+|\*)(?:\s+as\s+(\w+))?/.exec(item)
      if (!parts) continue
      if (parts[1] === '*') star ||= !PURE.has(found[1]!.split('.')[0]!)
      else aliases.set(parts[2] ?? parts[1]!, `${found[1]}.${parts[1]}`)
    }
  }
  return { aliases, modules, star }
}

function definedIn(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/\b(?:def|class)\s+(\w+)|\b(\w+)\s*=\s*lambda\b/g)].map((found) => (found[1] ?? found[2])!),
  )
}

/** Neither a rule nor a danger: a builtin, a function of the text, a method of a value, a call into a known library. */
function isPlain(
  call: Call,
  program: Program,
  imports: Imports,
  context: ReadingContext,
  variables: ReadonlySet<string>,
): boolean {
  const { name } = call
  if (name.startsWith('.')) return true
  const root = name.split('.')[0]!
  if (program.defined.has(root) || BUILTINS.has(name)) return true
  if (root === 'pandas' && name.startsWith('pandas.read_')) return false
  if (root === 'urllib') return name.startsWith('urllib.parse.') || name.startsWith('urllib.error.')
  if (PURE.has(root) || PURE_CALLS.has(name) || name.startsWith('os.path.')) return true
  if (ACTING_MODULES.has(root) && !variables.has(root)) return false
  if (
    !imports.modules.has(root) &&
    ![...imports.modules].some((module) => name.startsWith(`${module}.`) || module.startsWith(`${root}.`))
  )
    return name.includes('.') && variables.has(root)
  return context.local(name)
}

/** Printing or passing on the whole environment, or a variable that is named like a secret. */
function tellEnvironment(text: string, effects: Effect[]): void {
  const dump =
    /\bos\.environ\b(?!\s*(?:\[|\.(?:get|setdefault|pop|copy|update|__setitem__)\b|,|=[^=]))|\bos\.environ\.(?:items|values|copy)\b/.exec(
      text,
    )
  if (dump && !/\benv\s*=\s*(?:dict\()?os\.environ/.test(text))
    effects.push({ does: 'environment', name: 'environment', text: text.slice(dump.index, dump.index + 80) })
  for (const found of text.matchAll(
    /\b(?:os\.environ(?:\.get\(|\[)|os\.getenv\()\s*['"](\w*(?:SECRET|TOKEN|PASSWORD|API_?KEY|ACCESS_KEY|PRIVATE)\w*)['"]/gi,
  ))
    effects.push({ does: 'environment', name: found[1]!, text: found[0] })
}

/** A socket joined to a shell. */
function tellDoors(text: string, effects: Effect[]): void {
  if (!/\bsocket\b/.test(text)) return
  if (!/\bdup2\b|\bpty\.spawn\b|(?:\/bin\/(?:ba|z|da)?sh|cmd\.exe|powershell)\b/.test(text)) return
  const address = /connect(?:_ex)?\(\s*\(\s*['"]([^'"]+)['"]\s*,\s*(\d+)/.exec(text)
  effects.push({
    does: 'door',
    what: /\bbind\s*\(/.test(text) ? 'bind-shell' : 'reverse-shell',
    text: text.slice(0, 200),
    ...(address ? { address: `${address[1]}:${address[2]}` } : {}),
  })
}

/** `Path.home() / '.aws' / 'credentials'`: what is made of it is read when the code reads anything by a name it made. */
function tellHomePaths(text: string, effects: Effect[]): void {
  const does = effects.some((effect) => effect.does === 'read' && effect.path.kind !== 'literal') ? 'read' : 'names'
  for (const found of text.matchAll(/\bPath\.home\(\)((?:\s*\/\s*(?:'[^'\n]+'|"[^"\n]+"))+)/g)) {
    const path = found[1]!.replace(/\s*\/\s*['"]([^'"]+)['"]/g, '/$1')
    effects.push({ does, path: literal(`~${path}`), text: found[0] })
  }
}

const ENDLESS =
  /\bwhile\s+(?:True|1)\s*:\s*(?:\n[ \t]+)?[^\n]*(?:\b(?:append|write|extend|start|Process|Thread)\s*\(|\+=|\bpass\b)/

/** A walk through the home directory or the disk for names that only secrets have. */
function tellHunt(text: string, effects: Effect[]): void {
  if (!/\bPath\.home\(\)|\bexpanduser\b|\bHOME\b|['"](?:\/|~|\/(?:home|root|Users)\b[^'"]*)['"]/.test(text)) return
  const found =
    /\b(?:r?glob|iglob|endswith|fnmatch|filter|match|walk)\([^)]*?['"][^'"]*?(\.env|\.pem|\.kdbx|\.ppk|\.p12|\.pfx|\.key|wallet\.dat|\.netrc)\b/.exec(
      text,
    )
  if (found)
    effects.push({
      does: 'read',
      path: literal(`~/${/^\.(?:env|netrc)$/.test(found[1]!) ? '' : 'x'}${found[1]}`),
      text: found[0],
    })
}
