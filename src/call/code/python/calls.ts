import { readTable } from '../entry.ts'

/**
 * What calls into Python's libraries do, in the notation of `entry.ts`: the meaning, then the names that have it. A
 * method stands under the type that another row gives: `Path#unlink`. What is not here and in no library that cannot act
 * is not understood.
 */
export const PYTHON_CALLS = readTable({
  // Files
  'read:0|path|filename -> Data': `linecache.getline linecache.getlines os.readlink numpy.loadtxt numpy.genfromtxt
    duckdb.read_csv duckdb.read_parquet duckdb.read_json geopandas.read_file xarray.open_dataset
    rasterio.open librosa.load soundfile.read nbformat.read cv2.imread pathlib.Path.read_text plistlib.readPlist
    imageio.imread imageio.v2.imread imageio.v3.imread skimage.io.imread matplotlib.pyplot.imread docx.Document
    openpyxl.load_workbook pypdf.PdfReader PyPDF2.PdfReader pdfplumber.open fitz.open pptx.Presentation
    wave.open dotenv.dotenv_values mmap.mmap scipy.io.loadmat scipy.io.wavfile.read
    pyarrow.parquet.read_table pyarrow.csv.read_csv polars.read_csv polars.read_parquet polars.read_json polars.scan_csv
    polars.scan_parquet polars.read_excel polars.read_ndjson torchvision.io.read_image xml.etree.ElementTree.parse
    lxml.etree.parse xml.dom.minidom.parse pyarrow.feather.read_table nibabel.load trimesh.load
    librosa.get_duration ConfigParser#read fileinput.input fileinput.FileInput
   `,
  'read:0|path|fp|filename -> Image': 'PIL.Image.open',
  'names:0|path|top': `os.stat os.lstat os.access os.path.exists os.path.lexists os.path.isfile os.path.isdir
    os.path.islink os.path.getsize os.path.getmtime os.path.getatime os.path.getctime os.path.ismount os.path.samefile
    os.statvfs filecmp.cmp shutil.disk_usage os.pathconf os.getxattr os.listxattr`,
  'names:self': `Path#exists Path#is_file Path#is_dir Path#is_symlink Path#stat Path#lstat Path#owner Path#group
    Path#samefile Path#is_mount Path#is_socket Path#is_fifo`,
  'read:self -> Data': 'Path#read_text Path#read_bytes Path#readlink',
  'delete:0|path': 'os.remove os.unlink os.rmdir os.removedirs send2trash.send2trash os.truncate',
  'delete:self': 'Path#unlink Path#rmdir',
  'delete-tree:0|path': 'shutil.rmtree distutils.dir_util.remove_tree',
  'directory:0|name|path': 'os.mkdir os.makedirs distutils.dir_util.mkpath',
  'directory:self': 'Path#mkdir',
  'access:0|path|file': 'os.chmod os.chown os.lchown shutil.chown os.setxattr os.chflags os.lchmod os.removexattr',
  'access:self': 'Path#chmod Path#lchmod',
  'write:0|path|filename|file|fname': `numpy.save numpy.savetxt numpy.savez numpy.savez_compressed cv2.imwrite
    logging.FileHandler logging.handlers.RotatingFileHandler logging.handlers.TimedRotatingFileHandler os.mknod os.mkfifo
    matplotlib.pyplot.savefig imageio.imwrite imageio.imsave imageio.v2.imwrite soundfile.write skimage.io.imsave
    scipy.io.savemat scipy.io.wavfile.write os.utime tarfile.TarFile shelve.open dbm.open xlsxwriter.Workbook
   _image librosa.output.write_wav`,
  'write:1|path|filename|f':
    'torch.save joblib.dump safetensors.torch.save_file nbformat.write plistlib.writePlist torchvision.utils.save',
  'write:self': 'Path#write_text Path#write_bytes Path#touch',
  'copy:0|src,1|dst': `shutil.copy shutil.copy2 shutil.copyfile shutil.copytree shutil.copymode shutil.copystat os.link os.symlink
    distutils.dir_util.copy_tree distutils.file_util.copy_file`,
  'copy:0,self': 'Path#symlink_to Path#hardlink_to Path#link_to',
  'move:0|src,1|dst': 'os.rename os.replace os.renames shutil.move',
  'move:self,0|target -> Path:0': 'Path#rename Path#replace',
  'write:0|path_or_buf|path|excel_writer|fname': `Frame#to_csv Frame#to_json Frame#to_excel Frame#to_parquet Frame#to_pickle
    Frame#to_feather Frame#to_html Frame#to_hdf Frame#to_stata Frame#to_xml Frame#to_markdown Frame#to_latex Frame#write_csv
    Frame#write_parquet Frame#write_json Frame#to_file Frame#to_orc Figure#savefig Image#save Frame#write_ndjson Frame#write_excel`,
  // Programs
  'shell:0|cmd|command': `os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput
    commands.getstatusoutput popen2.popen2 asyncio.create_subprocess_shell pexpect.run os.startfile pexpect.runu
    invoke.run fabric.run`,
  'program:0|args -> Process': `subprocess.run subprocess.call subprocess.Popen subprocess.check_output
    subprocess.check_call pexpect.popen_spawn.PopenSpawn sh.Command`,
  'program:0|argv -> Process': 'pty.spawn',
  'shell:0|command -> Process': 'TaskContext#run TaskContext#sudo TaskContext#local',
  '-> NoxTask': 'nox.session',
  '-> ContextTask': 'invoke.task invoke.tasks.task fabric.task fabric.tasks.task fabric2.task duty.duty',
  'end-process': `os.kill os.killpg os.abort signal.pthread_kill
    PsProcess#kill PsProcess#terminate PsProcess#suspend PsProcess#send_signal`,
  '-> PsProcess': 'psutil.Process',
  computes: `NoxSession#* NoxTask#* TaskContext#* nox.param nox.parametrize invoke.Collection invoke.Exit invoke.call App#* AwsAt#meta AwsAt#exceptions Playwright#stop Playwright#devices Browser#* BrowserOptions#* TestClient#* Celery#* Canvas#* Arguments#* Parameter#* PathType#* Entry#* playwright.sync_api.expect playwright.async_api.expect
    selenium.webdriver.common.* selenium.webdriver.support.* selenium.common.* selenium.webdriver.ActionChains selenium.webdriver.chrome.service.* selenium.webdriver.firefox.service.*
    uvicorn.Config elasticsearch.exceptions.* celery.group celery.chain celery.chord celery.shared_task kafka.errors.* openai.APIError openai.RateLimitError anthropic.APIError
    pathlib.Path.exists pathlib.PurePath.* sqlite3.Error sqlite3.OperationalError sqlite3.IntegrityError sqlite3.PARSE_DECLTYPES sqlite3.threadsafety subprocess.CalledProcessError
    subprocess.TimeoutExpired subprocess.list2cmdline subprocess.SubprocessError urllib.request.build_opener urllib.request.HTTPHandler socketserver.BaseRequestHandler.* socketserver.StreamRequestHandler.*
    socketserver.ThreadingMixIn.* asyncio.wrap_future asyncio.eager_task_factory asyncio.StreamReader asyncio.Protocol.* asyncio.TimeoutError asyncio.CancelledError
    multiprocessing.shared_memory.SharedMemory multiprocessing.Semaphore multiprocessing.RLock multiprocessing.Barrier multiprocessing.managers.*
    Catalog#* Statement#compile WebSocket#recv WebSocket#close WebSocket#ping WebSocket#wait_closed websockets.broadcast websockets.exceptions.* websockets.ConnectionClosed
    urllib3.Timeout urllib3.disable_warnings urllib3.Retry urllib3.util.Retry urllib3.util.Timeout urllib3.util.parse_url
    urllib3.util.retry.Retry urllib3.util.timeout.Timeout polib.POEntry aiofiles.os.path.* anyio.sleep anyio.run anyio.create_task_group anyio.Event trio.sleep trio.run trio.open_nursery
    Process#* psutil.cpu_percent psutil.virtual_memory psutil.disk_usage psutil.cpu_count psutil.pids
    psutil.net_io_counters psutil.boot_time psutil.swap_memory psutil.cpu_times psutil.getloadavg psutil.disk_partitions
    psutil.cpu_freq psutil.disk_io_counters psutil.sensors_temperatures psutil.pid_exists PsProcess#*
    Data#* File#* Frame#* Figure#* Image#* Response#* Path#as_posix Path#as_uri Path#is_absolute Path#is_relative_to
    Path#relative_to Path#match Path#full_match
    os.getcwd os.getpid os.getppid os.getuid os.geteuid os.getgid os.getegid os.getlogin os.cpu_count os.uname os.fspath
    os.fsdecode os.fsencode os.get_terminal_size os.getloadavg os.urandom os.strerror os.sched_getaffinity os.times
    os._exit os.close os.isatty os.get_exec_path os.umask os.path.* os.pipe os.nice os.WEXITSTATUS os.wait
    os.waitpid os.waitstatus_to_exitcode os.get_inheritable os.process_cpu_count os.fsync os.getpgid os.getrandom os.sysconf
    shutil.which shutil.get_terminal_size shutil.ignore_patterns shutil.get_archive_formats
    importlib.metadata.* importlib.util.find_spec importlib.resources.files importlib.invalidate_caches importlib.reload
    socket.gethostname socket.getfqdn socket.inet_aton socket.inet_ntoa socket.htons socket.ntohs socket.setdefaulttimeout
    socket.socketpair socket.has_dualstack_ipv6 socket.inet_pton socket.inet_ntop
    signal.signal signal.alarm signal.Signals signal.getsignal signal.setitimer
    ssl.create_default_context ssl.get_default_verify_paths ssl.SSLContext ssl._create_unverified_context
    asyncio.gather asyncio.sleep asyncio.wait_for asyncio.Queue asyncio.Lock asyncio.Event asyncio.Semaphore asyncio.wait
    asyncio.get_event_loop asyncio.create_task asyncio.new_event_loop asyncio.TaskGroup asyncio.timeout
    asyncio.as_completed asyncio.Future asyncio.ensure_future asyncio.shield asyncio.current_task asyncio.all_tasks
    asyncio.get_running_loop asyncio.set_event_loop asyncio.iscoroutinefunction asyncio.run asyncio.to_thread
    asyncio.BoundedSemaphore asyncio.Condition asyncio.PriorityQueue asyncio.LifoQueue asyncio.Runner
    multiprocessing.cpu_count multiprocessing.Queue multiprocessing.Manager multiprocessing.Lock multiprocessing.Value
    multiprocessing.Array multiprocessing.set_start_method multiprocessing.get_context multiprocessing.current_process
    multiprocessing.Event multiprocessing.Pipe multiprocessing.freeze_support
    select.select selectors.DefaultSelector pickle.dump pickle.dumps pickle.Pickler marshal.dump marshal.dumps
    urllib.parse.* urllib.error.* requests.exceptions.* requests.utils.* requests.Timeout requests.HTTPError
    requests.auth.* requests.adapters.* httpx.Timeout httpx.Limits httpx.HTTPError httpx.BasicAuth httpx.URL
    aiohttp.ClientTimeout aiohttp.TCPConnector aiohttp.ClientError aiohttp.FormData
    sqlite3.Row sqlite3.register_adapter sqlite3.complete_statement sqlite3.sqlite_version resource.getrusage
    fcntl.flock fcntl.lockf site.getsitepackages site.getusersitepackages site.getuserbase
    Socket#setsockopt Socket#settimeout Socket#close Socket#getsockname Socket#recv Socket#recvfrom Socket#makefile
    Socket#shutdown Socket#setblocking Socket#fileno Socket#getpeername Socket#gettimeout
    Session#close Session#mount Session#aclose Session#raise_for_status Session#headers Session#cookies Session#auth
    Database#commit Database#close Database#fetchall Database#fetchone Database#fetchmany Database#rollback Database#total_changes
    Database#create_function Database#row_factory Database#description Database#rowcount Database#set_trace_callback
    Database#__enter__
    Server#shutdown Server#server_close Archive#namelist Archive#getnames Archive#close Archive#infolist Archive#read
    Archive#getmembers Archive#getmember Archive#open Archive#testzip Archive#printdir Archive#writestr Archive#extractfile
    Archive#getinfo Archive#addfile Archive#setpassword
    Environ#setdefault Environ#pop Environ#keys Environ#update
    tempfile.gettempdir_prefix tempfile.TemporaryFile tempfile.SpooledTemporaryFile
    http.server.BaseHTTPRequestHandler.* http.server.SimpleHTTPRequestHandler.* http.HTTPStatus http.cookies.*
    http.client.responses http.cookiejar.* unittest.mock.* codecs.* gzip.compress gzip.decompress
    redis.exceptions.* pymongo.errors.* smtplib.SMTPException ftplib.all_errors psycopg2.Error`,
  // Browsers that a program drives: a page is asked for, the rest happens in it
  '-> Playwright':
    'playwright.sync_api.sync_playwright playwright.async_api.async_playwright Playwright#start Playwright#chromium Playwright#firefox Playwright#webkit',
  '-> Browser': `Playwright#chromium.launch Playwright#firefox.launch Playwright#webkit.launch Browser#new_context Browser#new_page Browser#contexts Browser#context
    selenium.webdriver.Chrome selenium.webdriver.Firefox selenium.webdriver.Edge selenium.webdriver.Safari seleniumbase.Driver splinter.Browser undetected_chromedriver.Chrome`,
  'fetch:0|url': 'Browser#goto Browser#get Browser#visit',
  'write:9|path': 'Browser#screenshot Browser#pdf',
  'write:0|filename': 'Browser#save_screenshot Browser#get_screenshot_as_file',
  'unread:0|browser': `Browser#cookies Browser#storage_state Browser#get_cookies Browser#get_cookie Browser#add_init_script_file Playwright#chromium.connect_over_cdp
    Playwright#chromium.launch_persistent_context`,
  '-> BrowserOptions':
    'selenium.webdriver.ChromeOptions selenium.webdriver.FirefoxOptions selenium.webdriver.EdgeOptions selenium.webdriver.chrome.options.Options selenium.webdriver.firefox.options.Options selenium.webdriver.edge.options.Options',
  // Applications and their routes: `@app.delete('/x')` defines one
  '-> App': `fastapi.FastAPI fastapi.APIRouter starlette.applications.Starlette flask.Flask flask.Blueprint quart.Quart quart.Blueprint sanic.Sanic sanic.Blueprint litestar.Litestar bottle.Bottle
    aiohttp.web.Application aiohttp.web.RouteTableDef falcon.App falcon.asgi.App tornado.web.Application ninja.NinjaAPI ninja.Router robyn.Robyn blacksheep.Application App#router`,
  // Tests that call the application without a network
  '-> TestClient':
    'fastapi.testclient.TestClient starlette.testclient.TestClient django.test.Client django.test.RequestFactory rest_framework.test.APIClient any#test_client any#test_cli_runner typer.testing.CliRunner click.testing.CliRunner aiohttp.test_utils.TestClient',
  'listen:9|host': 'uvicorn.run waitress.serve hypercorn.run bottle.run aiohttp.web.run_app App#run',
  // Services at an address of their own
  'fetch:=https://amazonaws.com':
    'Aws#instances.filter Aws#instances.all Aws#buckets.all Aws#objects.all Aws#objects.filter Aws#query Aws#scan',
  'send:self -> AwsAt:self': 'AwsAt#*',
  'read:0|Filename send:self': 'AwsAt#upload_file',
  // Queues, search and other stores
  'connect:9|broker -> Celery': 'celery.Celery',
  'connect:0|host|hosts|url|uri|bootstrap_servers|contact_points|parameters -> Store ': `elasticsearch.Elasticsearch elasticsearch.AsyncElasticsearch opensearchpy.OpenSearch influxdb_client.InfluxDBClient
    motor.motor_asyncio.AsyncIOMotorClient cassandra.cluster.Cluster neo4j.GraphDatabase.driver kafka.KafkaConsumer kafka.KafkaAdminClient meilisearch.Client qdrant_client.QdrantClient
    chromadb.HttpClient weaviate.Client pymilvus.MilvusClient clickhouse_driver.Client clickhouse_connect.get_client pymemcache.client.base.Client etcd3.client ldap3.Server rq.Queue`,
  'connect:0|dsn|host|conninfo -> Database ':
    'aiomysql.connect aiomysql.create_pool aiopg.connect aiopg.create_pool asyncpg.create_pool psycopg_pool.ConnectionPool psycopg2.pool.SimpleConnectionPool pymssql.connect snowflake.connector.connect trino.dbapi.connect',
  'read:0|database|path -> Database ': 'peewee.SqliteDatabase tinydb.TinyDB sqlite_utils.Database',
  'read:0|path -> Store': 'chromadb.PersistentClient lmdb.open diskcache.Cache',
  // Models of others: what they are told leaves
  '-> Model': 'openai.OpenAI openai.AsyncOpenAI',
  '-> Claude': 'anthropic.Anthropic anthropic.AsyncAnthropic',
  'send:=https://api.anthropic.com -> Data': 'Claude#messages.create Claude#messages.stream',
  'fetch:=https://api.anthropic.com': 'Claude#models.list Claude#messages.count_tokens',
  'send:=https://api.openai.com -> Data':
    'Model#chat.completions.create Model#responses.create Model#embeddings.create Model#messages.create Model#generate_content Model#chat Model#generate Model#images.generate Model#files.create Model#batches.create',
  'fetch:=https://api.openai.com': 'Model#models.list Model#models.retrieve Model#messages.count_tokens Model#list',
  'fetch:=http://localhost:11434 -> Data': 'ollama.chat ollama.generate ollama.embeddings ollama.list',
  // Documents
  'write:0|filename -> Canvas:0':
    'reportlab.pdfgen.canvas.Canvas reportlab.platypus.SimpleDocTemplate reportlab.platypus.BaseDocTemplate svgwrite.Drawing',
  'write:self  ': 'Canvas#save Canvas#build Canvas#saveas',
  'read:0|source|path|handle|file -> Data': `Bio.SeqIO.parse Bio.SeqIO.read Bio.AlignIO.read tifffile.imread laspy.read pydicom.dcmread uproot.open mne.io.read_raw_fif obspy.read
    fiona.open pikepdf.open camelot.read_pdf tabula.read_pdf docx2txt.process  pyreadstat.read_sav iris.load pysam.AlignmentFile rdflib.Graph.parse
    astropy.io.fits.open astropy.table.Table.read music21.converter.parse mido.MidiFile pydub.AudioSegment.from_file pydub.AudioSegment.from_wav
    whisper.load_audio moviepy.editor.VideoFileClip moviepy.VideoFileClip ruamel.yaml.YAML.load_file fastavro.reader pyarrow.ipc.open_file pyarrow.orc.read_table
    pyarrow.json.read_json vaex.open dask.dataframe.read_csv dask.dataframe.read_parquet dask.dataframe.read_json modin.pandas.read_csv librosa.stream datasets.load_from_disk`,
  'write:1|path ':
    'Bio.SeqIO.write tifffile.imwrite pyarrow.parquet.write_table pyarrow.csv.write_csv pyarrow.feather.write_feather',
  // Network
  'fetch:0|url -> Response': `requests.get requests.head requests.options httpx.get httpx.head httpx.options
    urllib.request.urlopen urllib.urlopen urllib2.urlopen`,
  'fetch:0|url -> Request:0': 'urllib.request.Request urllib2.Request',
  'fetch:0|url write:1|filename -> Response': 'urllib.request.urlretrieve urllib.urlretrieve',
  'fetch:0|url ': `wget.download feedparser.parse socket.gethostbyname socket.getaddrinfo
    socket.gethostbyaddr dns.resolver.resolve whois.whois`,
  'fetch:0|url|io': 'pandas.read_html',
  'fetch:1|url -> Response': 'requests.request httpx.request httpx.stream Session#request Session#stream',
  'send:0|url -> Response': `requests.post requests.put requests.patch requests.delete httpx.post httpx.put httpx.patch
    httpx.delete Session#post Session#put Session#patch Session#delete`,
  '-> Session': `requests.Session requests.session requests.sessions.Session aiohttp.ClientSession cloudscraper.create_scraper
    requests_cache.CachedSession`,
  'connect:0|address|host|hostname -> Socket': `socket.create_connection telnetlib.Telnet websocket.create_connection
    asyncio.open_connection`,
  'connect:0|host|hostname -> Remote:0|host|hostname': `http.client.HTTPConnection http.client.HTTPSConnection httplib.HTTPConnection
    httplib.HTTPSConnection ftplib.FTP ftplib.FTP_TLS smtplib.SMTP smtplib.SMTP_SSL imaplib.IMAP4_SSL imaplib.IMAP4
    poplib.POP3 poplib.POP3_SSL xmlrpc.client.ServerProxy paramiko.Transport nntplib.NNTP`,
  'connect:0|host|url -> Store': `redis.Redis redis.StrictRedis redis.from_url redis.Redis.from_url pymongo.MongoClient
    redis.asyncio.Redis redis.asyncio.from_url`,
  'connect:0|address|host': `logging.handlers.SysLogHandler logging.handlers.HTTPHandler logging.handlers.SocketHandler
    logging.handlers.DatagramHandler logging.handlers.SMTPHandler`,
  '-> Aws': 'Aws#Table Aws#Bucket Aws#Object boto3.Session boto3.session.Session',
  'fetch:=https://amazonaws.com -> Response': 'Aws#list* Aws#get* Aws#describe* Aws#head* Aws#batch_get*',

  'connect:0|dsn|host|database -> Database': `psycopg2.connect psycopg.connect pymysql.connect MySQLdb.connect
    mysql.connector.connect asyncpg.connect pyodbc.connect cx_Oracle.connect oracledb.connect`,
  '-> Ssh': 'paramiko.SSHClient',
  'connect:0|hostname': 'Ssh#connect',
  'shell:0|command': 'Ssh#exec_command Remote#run_command',
  'connect:0|address': 'Socket#connect Socket#connect_ex Socket#sendto',
  'send:self':
    'Remote#request Remote#sendmail Remote#send_message Remote#storbinary Remote#storlines Remote#putrequest',
  'unread:0': `Socket#sendall Socket#send Socket#sendfile Socket#dup Socket#detach`,
  'connect:0|uri -> WebSocket:0': 'websockets.connect websockets.sync.client.connect websockets.client.connect',
  'send:self ': 'WebSocket#send',
  'listen:1|host -> Server': 'websockets.serve websockets.server.serve aiohttp.web.TCPSite',
  'listen:0|address': 'Socket#bind Server#serve_forever',
  'listen:0|server_address -> Server': `http.server.HTTPServer http.server.ThreadingHTTPServer socketserver.TCPServer
    socketserver.ThreadingTCPServer socketserver.UDPServer asyncio.start_server wsgiref.simple_server.make_server`,
  '-> Socket': 'socket.socket ssl.wrap_socket',
  // Databases and archives
  'read:0|filename|name': 'Archive#write Archive#add',
  'read:0|database -> Database': 'sqlite3.connect duckdb.connect aiosqlite.connect',
  'sql:0|sql|query|operation -> Database:self': `Database#execute Database#executemany Database#executescript Database#sql
    Database#query Database#fetch Database#fetchrow Database#fetchval`,
  '-> Database': 'Database#cursor Database#connect Database#begin',
  'sql:0|text -> Statement:0|text': 'sqlalchemy.text sqlalchemy.sql.text sqlalchemy.sql.expression.text sqlmodel.text',
  // Text that is evaluated
  'code:0|source|stmt|statement':
    'eval exec profile.run cProfile.run builtins.eval builtins.exec timeit.repeat profile.runctx cProfile.runctx',
  'read:0|pofile -> Catalog:0': 'polib.pofile polib.mofile',
  '-> Catalog': 'polib.POFile',
  'write:0 ': 'Catalog#save_as_mofile',
  'unread:0|code': `compile PIL.ImageGrab.grab pyautogui.screenshot mss.mss importlib.util.module_from_spec
    importlib.util.spec_from_file_location importlib.machinery.SourceFileLoader runpy.run_module yaml.unsafe_load
    yaml.unsafe_load_all yaml.full_load cv2.VideoCapture pyaudio.PyAudio sounddevice.rec logging.config.listen
    logging.config.fileConfig pickle.loads pickle.load pickle.Unpickler
    torch.hub.load marshal.loads marshal.load dill.loads dill.load cloudpickle.loads
    cloudpickle.load joblib.load shelve.Shelf ctypes.CDLL ctypes.cdll.LoadLibrary ctypes.WinDLL cffi.FFI code.interact
    code.InteractiveConsole code.InteractiveInterpreter codeop.compile_command globals locals breakpoint pdb.set_trace
    pdb.run os.dup2 os.fork os.forkpty pty.fork os.setuid os.setgid os.setreuid os.setsid os.chroot
    shutil.unpack_archive shutil.make_archive sys.settrace sys.setprofile types.FunctionType types.CodeType
    zipimport.zipimporter pytest.main trace.Trace trace.Trace.run bdb.Bdb doctest.testfile
    tkinter.Tcl tkinter.Tk pydoc.locate pkgutil.resolve_name pkgutil.get_loader
    numpy.fromfile jsonpickle.decode Archive#extractall Archive#extract Store#flushall Store#flushdb
    Store#drop_database Store#drop_collection Store#eval Store#config_set sys._getframe inspect.currentframe gc.get_objects
    operator.methodcaller keyring.get_password getpass.getpass browser_cookie3.chrome win32crypt.CryptUnprotectData
    numpy.ctypeslib.load_library sympy.sympify sympy.parsing.sympy_parser.parse_expr
    webbrowser.open webbrowser.open_new webbrowser.open_new_tab`,
  'read:0|path_name load:0|path_name': 'runpy.run_path',
  // A store of keys: reads and writes of single keys
  '-> Data': 'Store#*',
  // Methods that act, on a value of which nobody knows the type
  'delete:self ': 'any#unlink any#rmdir',
  'delete-tree:self': 'any#rmtree',
  'write:self ': 'any#write_text any#write_bytes any#touch',
  'read:self': 'any#read_text any#read_bytes',
  'directory:self ': 'any#mkdir any#makedirs',
  'access:self ': 'any#chmod',
  'write:0|path|fname|path_or_buf': `any#to_csv any#to_json any#to_excel any#to_parquet any#savefig any#save any#to_pickle
    any#write_csv any#write_parquet any#save_pretrained any#to_file any#write_image any#write_html any#save_weights any#render_to_file any#render_to_png`,
  'shell:0': 'any#system any#popen any#exec_command any#run_command',
  'connect:0': 'any#connect_ex any#sendto any#sendall',
  'listen:0': 'any#listen any#serve_forever',
  'sql:0': 'any#execute any#executemany any#executescript',
  'unread:0 ': `any#flushall any#flushdb any#drop_database any#drop_collection any#extractall any#load_module any#exec_module
    any#load_model any#symlink_to any#hardlink_to any#create_subprocess_exec any#create_subprocess_shell any#subprocess_exec
    any#subprocess_shell any#run_in_terminal any#delete_many any#delete_bucket any#send_file any#putfo any#upload_file
    any#upload_fileobj any#delete any#bulk_delete any#drop_all any#destroy any#sendmail any#send_message any#storbinary`,
})
