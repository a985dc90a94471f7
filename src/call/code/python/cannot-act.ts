import { PACKAGES } from './packages.ts'

/**
 * Libraries of which no call reads, writes, runs or contacts anything by itself, beyond what `calls.ts` says: they
 * compute with what they are given. Grouped by the reason why they cannot act.
 */
const GROUPS = {
  'widely used packages that compute, parse, check and print': `
    rapidjson fastjsonschema typeguard beartype cytoolz returns gmpy2 uncertainties lime optuna.distributions
    prettytable texttable argcomplete inflection titlecase ply textx parsimonious soupsieve nh3 html2text readability
    chevron pystache workalendar assertpy nose ddt vcr argon2 jose uuid6 base58 pyotp zxcvbn tldextract.TLDExtract
    url_normalize user_agents ua_parser nltk.stem nltk.tokenize stamina ratelimit lru_dict wrapt deprecated blinker
    transitions simpy pygad geopy.distance h3 haversine geojson polyline PIL.ImageDraw PIL.ImageOps PIL.ImageFilter
    PIL.ImageEnhance PIL.ImageChops PIL.ImageColor colour jaxtyping tokenizers.pre_tokenizers torch.nn torch.optim
    torch.nn.functional graphene ariadne graphql_core rest_framework django.utils django.forms django.urls
    flask_limiter starlette.responses starlette.middleware starlette.routing fastapi.responses fastapi.security
    fastapi.middleware sse_starlette resolvelib defusedxml.common dictdiffer glom benedict munch dotmap dacite
    numpy_financial pandas_ta ta pykalman ruptures tsfresh dtaidistance mido pyfiglet art cowsay crcmod crccheck bson`,
  'language services: they compute on objects and text': `abc argparse array ast base64 binascii bisect calendar cmath
    collections colorsys contextlib copy copyreg csv curses dataclasses datetime decimal difflib dis email enum errno
    fnmatch fractions functools gc getopt gettext graphlib hashlib heapq hmac html inspect io ipaddress itertools json keyword
    locale math mimetypes numbers operator optparse pathlib pprint queue quopri random re readline reprlib sched secrets
    shlex stat statistics string stringprep struct sys sysconfig textwrap token tokenize tomllib traceback tracemalloc
    types typing typing_extensions unicodedata uuid warnings weakref xml zlib zoneinfo platform imghdr __future__ builtins
    importlib.metadata audioop chunk cmd crypt encodings genericpath grp ntpath posixpath pickletools pwd pydoc_data pyexpat rlcompleter
    sre_compile sre_constants sre_parse termios this tty turtle xdrlib opcode symtable tabnanny contextvars faulthandler nturl2path concurrent.interpreters annotationlib`,
  'their files are opened by calls in the table': `bz2 gzip lzma configparser filecmp fileinput glob linecache logging
    plistlib tarfile zipfile wave tempfile pkgutil codecs mailbox netrc`,
  'they wait, repeat and count': 'time timeit threading concurrent profile cProfile pstats trace doctest unittest',
  'arrays, tables and mathematics; their loaders stand in the table': `numpy pandas scipy sympy statsmodels networkx
    sklearn polars pyarrow dask numba mpmath patsy numexpr bottleneck sparse cvxpy pulp ortools pyomo casadi deap pint
    einops igraph filterpy pywt shapely pyproj geopandas xarray astropy trimesh rdkit qutip pennylane cirq bitarray`,
  'models; what loads one stands in the table': `torch torchvision torchaudio torchmetrics tensorflow keras jax flax
    transformers tokenizers datasets xgboost lightgbm catboost optuna shap imblearn umap hdbscan timm lightning
    pytorch_lightning sentence_transformers evaluate gym gymnasium tiktoken sentencepiece spacy nltk gensim prophet pmdarima
    textblob langdetect sacrebleu rouge_score category_encoders missingno pandera`,
  'pictures, plots and documents; what reads and writes them stands in the table': `matplotlib seaborn plotly altair
    folium wordcloud pydot PIL cv2 skimage imageio librosa soundfile openpyxl xlrd xlsxwriter docx pptx pypdf PyPDF2
    reportlab qrcode webcolors`,
  'text and data formats': `yaml toml tomli tomli_w tomlkit jsonschema pydantic attr attrs cattrs cattr marshmallow msgspec
    orjson ujson simplejson ijson msgpack cbor2 xmltodict jinja2 markupsafe markdown docutils bs4 lxml html5lib regex
    chardet charset_normalizer idna certifi packaging sqlglot sqlparse pyparsing lark libcst astroid parso tree_sitter
    pygments rapidfuzz Levenshtein unidecode slugify inflect phonenumbers email_validator markdown_it mistune bleach nbformat
    deepdiff jsonpath_ng jmespath semver addict frozendict bidict intervaltree pygtrie rdflib emoji ftfy textdistance shortuuid
    nanoid zstandard lz4 brotli snappy blake3 xxhash mmh3 bitstring construct kaitaistruct multidict yarl sortedcontainers
    cachetools more_itertools toolz funcy boltons pendulum arrow humanize whenever dateutil pytz tzdata babel six
    phonenumbers defusedxml graphql xmlschema`,
  'more that computes on what it is given': `urllib3.exceptions tenacity backoff retrying retry decorator pyrsistent immutables result parse regex
    fuzzywuzzy thefuzz jellyfish Stemmer snowballstemmer unicodedata2 wcwidth grapheme ansi2html commonmark
    markdownify textile pydantic_core annotated_types schema voluptuous cerberus trafaret jsonpatch jsonpointer
    ndjson json5 hjson pyjson5 dicttoxml asn1crypto pyasn1 ecdsa nacl cryptography Crypto.Hash Crypto.Cipher rsa
    hashids sqids ulid ksuid cuid coolname names mimesis holidays dateparser croniter isodate timeago tzlocal
    ciso8601 astral ephem pycountry iso3166 icalendar ics toposort cycler kiwisolver contourpy colorcet squarify
    asciichartpy uniplot drawille questionary halo yaspin alive_progress progressbar enlighten click_default_group
    cloup rich_click docopt flask_cors flask_login flask_wtf flask_restful django_filters pytest_mock
    pytest_asyncio parameterized expects sure respx aioresponses requests_mock time_machine coloredlogs
    verboselogs pymorphy2 hypothesis_jsonschema asttokens astunparse gast typed_ast ipaddr netaddr validators
    rfc3986 hyperlink furl w3lib cssselect parsel tinycss2 selectolax`,
  'command lines and terminals':
    'click rich tqdm colorama termcolor tabulate typer prompt_toolkit loguru structlog distro blessed',
  'frameworks whose code is the project\u2019s': `django flask fastapi starlette werkzeug sqlalchemy sqlmodel pytest hypothesis
    faker freezegun pluggy wtforms jwt itsdangerous passlib bcrypt ibis alembic strawberry celery.schedules responses
    factory model_bakery dotenv environ pkg_resources setuptools wheel black isort mypy pylint flake8 ruff site distutils`,
} as const

/** Functions of the language that need no import. */
export const BUILTINS =
  `abs all any anext aiter ascii bin bool bytearray bytes callable chr classmethod complex delattr dict
  dir divmod enumerate filter float format frozenset hasattr hash help hex id input int isinstance issubclass iter len list
  map max memoryview min next object oct ord pow print property range repr reversed round set setattr slice sorted
  staticmethod str sum super tuple type zip exit quit reload unichr unicode xrange raw_input long basestring
  Exception BaseException ValueError KeyError TypeError RuntimeError SystemExit AssertionError IndexError FileNotFoundError
  NotImplementedError OSError IOError AttributeError StopIteration StopAsyncIteration ImportError PermissionError
  TimeoutError KeyboardInterrupt ZeroDivisionError UnicodeDecodeError UnicodeError UnicodeEncodeError ModuleNotFoundError
  ConnectionError ConnectionRefusedError ConnectionResetError BrokenPipeError FileExistsError IsADirectoryError
  NotADirectoryError InterruptedError LookupError ArithmeticError OverflowError FloatingPointError MemoryError
  RecursionError EOFError NameError UnboundLocalError SyntaxError IndentationError Warning UserWarning DeprecationWarning
  FutureWarning ResourceWarning RuntimeWarning EnvironmentError GeneratorExit ChildProcessError ProcessLookupError
  BlockingIOError ExceptionGroup BaseExceptionGroup NotImplemented Ellipsis EncodingWarning ReferenceError SystemError`
    .split(/\s+/)
    .filter(Boolean)

/** Modules that act: only what the table says of them is understood. */
const ACTS = `os shutil importlib socket signal ssl asyncio multiprocessing select selectors pickle runpy fcntl shelve
  asynchat asyncore smtpd imp posix nt spwd nis pipes venv ensurepip zipapp lib2to3 idlelib compileall py_compile modulefinder
  pyclbr antigravity winreg msilib msvcrt winsound syslog cgi cgitb ossaudiodev turtledemo mailcap aifc sunau sndhdr uu sqlite3 pty ctypes subprocess urllib http io.open_code sys.modules logging.config`
  .split(/\s+/)
  .filter(Boolean)

export const CANNOT_ACT: ReadonlySet<string> = new Set([
  ...Object.values(PACKAGES).flatMap((names) => names.split(/\s+/).filter(Boolean)),
  ...Object.values(GROUPS).flatMap((names) => names.split(/\s+/).filter(Boolean)),
  ...BUILTINS,
  ...ACTS.map((name) => `-${name}`),
])
