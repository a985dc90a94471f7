import { actBy } from '../act.ts'
import { addWords, newCommand, setDirectory, startCommand } from '../command.ts'
import { readEntry, readTable } from '../entry.ts'
import { variable } from '../environment.ts'
import type { Library, LibraryCall, Special } from '../library.ts'
import { foundBelow, joinPaths, nameOf, parentOf } from '../paths.ts'
import {
  data,
  derivedFrom,
  either,
  holdsContent,
  knownText,
  library,
  optionsOf,
  text,
  type Value,
  wordsOf,
} from '../values.ts'
import { CANNOT_ACT, PRELUDE } from './cannot-act.ts'

/** What calls into Rust's libraries do, in the notation of `entry.ts`. `::` is a dot. */
const CALLS = readTable({
  'read:0 -> Data': `std.fs.read std.fs.read_to_string std.fs.read_link tokio.fs.read tokio.fs.read_to_string include_str! include_bytes! std.fs.canonicalize
    async_std.fs.read_to_string async_std.fs.read fs_err.read fs_err.read_to_string csv.Reader.from_path image.open dotenvy.from_path config.File.with_name`,
  'read:0 -> File': 'std.fs.File.open tokio.fs.File.open fs_err.File.open memmap2.Mmap.open',
  'write:0 -> File':
    'std.fs.File.create std.fs.File.create_new tokio.fs.File.create fs_err.File.create csv.Writer.from_path',
  'write:0': 'std.fs.write tokio.fs.write fs_err.write async_std.fs.write',
  'write:0 ': 'any#save any#write_to_file any#save_to_file',
  'delete:0':
    'std.fs.remove_file std.fs.remove_dir tokio.fs.remove_file tokio.fs.remove_dir fs_err.remove_file fs_err.remove_dir libc.unlink nix.unistd.unlink',
  'delete-tree:0':
    'std.fs.remove_dir_all tokio.fs.remove_dir_all fs_err.remove_dir_all fs_extra.dir.remove remove_dir_all.remove_dir_all async_std.fs.remove_dir_all',
  'move:0,1': 'std.fs.rename tokio.fs.rename fs_err.rename fs_extra.dir.move_dir fs_extra.file.move_file',
  'copy:0,1': `std.fs.copy tokio.fs.copy fs_err.copy std.fs.hard_link std.os.unix.fs.symlink std.fs.soft_link std.os.windows.fs.symlink_file std.os.windows.fs.symlink_dir
    fs_extra.dir.copy fs_extra.file.copy tokio.fs.symlink`,
  'directory:0':
    'std.fs.create_dir std.fs.create_dir_all tokio.fs.create_dir tokio.fs.create_dir_all fs_err.create_dir_all fs_err.create_dir',
  'access:0':
    'std.fs.set_permissions tokio.fs.set_permissions std.os.unix.fs.chown std.os.unix.fs.lchown nix.unistd.chown',
  'names:0 -> Data':
    'std.fs.metadata std.fs.symlink_metadata std.fs.exists tokio.fs.metadata tokio.fs.try_exists fs_err.metadata',
  'names:self -> Data':
    'Path#exists Path#is_file Path#is_dir Path#metadata Path#is_symlink Path#try_exists Path#symlink_metadata',
  'read:self -> Data': 'Path#read_link',
  'fetch:0 -> Response':
    'reqwest.get reqwest.blocking.get ureq.get minreq.get attohttpc.get isahc.get surf.get std.net.ToSocketAddrs any#to_socket_addrs',
  'send:0 -> Response': 'ureq.post ureq.put ureq.delete ureq.patch minreq.post surf.post isahc.post',
  'connect:0 -> Socket:0': `std.net.TcpStream.connect std.net.TcpStream.connect_timeout tokio.net.TcpStream.connect std.os.unix.net.UnixStream.connect
    tokio_tungstenite.connect_async tungstenite.connect tokio.net.UnixStream.connect`,
  'listen:0 -> Socket':
    'std.net.TcpListener.bind tokio.net.TcpListener.bind std.net.UdpSocket.bind tokio.net.UdpSocket.bind std.os.unix.net.UnixListener.bind axum.Server.bind hyper.Server.bind',
  'connect:0 -> Database': `sqlx.PgPool.connect sqlx.MySqlPool.connect sqlx.postgres.PgPoolOptions.connect postgres.Client.connect tokio_postgres.connect mysql.Pool.new diesel.PgConnection.establish redis.Client.open
    mongodb.Client.with_uri_str`,
  'read:0 -> Database': 'rusqlite.Connection.open sqlx.SqlitePool.connect diesel.SqliteConnection.establish sled.open',
  '-> Database': 'rusqlite.Connection.open_in_memory Database#transaction',
  'sql:0 -> Database': `Database#execute Database#execute_batch Database#query Database#query_row Database#prepare Database#query_map Database#batch_execute sqlx.query sqlx.query_as sqlx.query_scalar query! query_as!
    query_scalar! diesel.sql_query any#execute_batch any#batch_execute`,
  'environment:0': 'std.env.vars std.env.vars_os dotenvy.vars',
  'end-process': 'nix.sys.signal.kill libc.kill',
  'unread:0': `include! std.env.set_var_ std.process.Command.exec_ libloading.Library.new libc.* nix.* std.mem.transmute std.arch.asm core.arch.asm std.ptr.* std.ffi.CString.from_raw std.os.unix.process.CommandExt
    std.os.fd.FromRawFd std.net.UdpSocket.connect Socket#write Socket#write_all Socket#send Socket#send_to Socket#connect Socket#try_clone_ any#exec any#remove_dir_all any#drop_database any#flushall any#flushdb wasmtime.Module.new rhai.Engine.eval mlua.Lua.new
    pyo3.Python.with_gil deno_core.JsRuntime.new duct.cmd duct.cmd! xshell.cmd! any#eval any#from_file std.process.Command.from lettre.SmtpTransport.relay`,
  computes: `File#* Data#* Response#* Process#* Socket#incoming Socket#accept Socket#local_addr Socket#peer_addr Socket#set_nonblocking Socket#set_read_timeout Socket#set_write_timeout Socket#read Socket#read_to_string Socket#shutdown
    Socket#flush Socket#try_clone Socket#read_exact Socket#recv Socket#recv_from Socket#set_nodelay Socket#serve Socket#map_err Socket#unwrap Socket#expect Socket#ok Socket#map Socket#is_ok Socket#is_err Socket#await
    Database#* std.env.args std.env.args_os std.env.consts.* std.env.current_exe std.env.split_paths std.env.join_paths std.env.VarError std.process.exit std.process.abort std.process.id std.process.Stdio.* std.process.ExitCode.* std.process.ExitCode
    std.fs.OpenOptions_ std.fs.Permissions.* std.os.unix.fs.PermissionsExt std.net.IpAddr.* std.net.Ipv4Addr.* std.net.Ipv6Addr.* std.net.SocketAddr.* std.net.Shutdown.* std.net.SocketAddrV4.*
    std.os.unix.fs.MetadataExt std.os.unix.fs.OpenOptionsExt std.os.unix.fs.PermissionsExt.* std.fs.FileType Client#timeout_ Path#to_string_lossy_ Path#components Path#file_stem Path#extension Path#starts_with Path#ends_with Path#strip_prefix
    Path#is_absolute Path#is_relative Path#iter Path#ancestors Path#as_os_str_ std.fs.DirBuilder_ Entry#file_type Entry#metadata Entry#depth Entry#ino std.os.unix.process.ExitStatusExt tokio.fs.DirEntry std.fs.DirEntry`,
})

const first = ({ given }: LibraryCall): Value => given.positional[0] ?? data('argument')
const itself: Special = (call) => call.self ?? first(call)
const path = (held: Value): Value => ({ kind: 'object', type: 'Path', held })
const heldBy = (value: Value | undefined): Value | undefined => (value?.kind === 'object' ? value.held : undefined)

/** A path that another is put behind: what it was before stays possible, since nobody knows whether this line runs. */
const pushes: Special = (call) => {
  const self = call.self
  if (self?.kind === 'object' && self.held !== undefined)
    Object.assign(self, { held: either([joinPaths([self.held, first(call)], call.text), self.held]) })
  return data(call.text)
}

const lists: Special = (call) => {
  const root = call.self ?? first(call)
  for (const word of wordsOf(root, call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  const everywhere = !/read_dir/.test(call.name)
  return {
    kind: 'list',
    items: [{ kind: 'object', type: 'Entry', held: foundBelow(root, everywhere ? '**' : '*', call.text) }],
    more: true,
  }
}

const finds: Special = (call) => {
  const known = knownText(first(call)) ?? '**'
  return {
    kind: 'list',
    items: [path(foundBelow(text(known.startsWith('/') ? '/' : '.'), known.replace(/^\//, ''), call.text))],
    more: true,
  }
}

/** `OpenOptions::new().append(true).open(path)`. */
const options: Special = () => ({
  kind: 'object',
  type: 'Options',
  held: { kind: 'record', entries: new Map(), more: false },
})
const option: Special = (call) => {
  const held = heldBy(call.self)
  if (held?.kind === 'record' && knownText(first(call)) !== 'false')
    held.entries.set(call.name.slice(call.name.indexOf('#') + 1), text('true'))
  return call.self!
}
const opensWith: Special = (call) => {
  const held = heldBy(call.self)
  const has = (name: string): boolean => held?.kind !== 'record' || held.entries.has(name)
  const does =
    has('append') && !has('truncate')
      ? 'append'
      : ['write', 'create', 'truncate', 'create_new'].some(has)
        ? 'write'
        : 'read'
  return actBy(readEntry(`${does}:0 -> File`), call)
}

/** A request of a client: what it carries is told when it is sent. */
const client: Special = () => ({ kind: 'object', type: 'Client' })
const requests =
  (carries: boolean): Special =>
  (call) => ({
    kind: 'object',
    type: 'Request',
    held: { kind: 'list', items: [first(call)], more: carries || holdsContent(first(call)) },
  })
const carries: Special = (call) => {
  const held = heldBy(call.self)
  if (
    held?.kind === 'list' &&
    (!/header|query|auth|cookie/.test(call.name) || call.given.positional.some(holdsContent))
  )
    held.more = true
  return call.self!
}
const sends: Special = (call) => {
  const held = heldBy(call.self)
  const [address] = held?.kind === 'list' ? held.items : []
  const carried = held?.kind !== 'list' || held.more ? 'data' : 'nothing'
  for (const target of wordsOf(address, call.text))
    call.engine.record({ does: 'contact', target, sends: carried, text: call.text })
  return { kind: 'object', type: 'Response' }
}
const byMethod: Special = (call) => {
  const [, url] = call.given.positional
  const reads = /Method(?:::|\.)(?:GET|HEAD|OPTIONS)/.test(call.text)
  return requests(!reads)({ ...call, given: { ...call.given, positional: [url ?? data(call.text)] } })
}

/** The same value: taken out of what held it, or as something else. */
const keeps: Special = (call) => {
  for (const value of call.given.positional) call.engine.handOn(value, call.at)
  return call.self!
}

/** A function that is handed on is called. */
const calls: Special = (call) => {
  const [callee, ...more] = call.given.positional
  return callee === undefined ? data(call.text) : call.engine.call(callee, more, call.at)
}
const setsVariable: Special = (call) => {
  if (/^(?:PATH|LD_\w+|BASH_ENV|GIT_\w+|SHELL|RUSTC\w*|CARGO_\w+)$/.test(knownText(first(call)) ?? 'PATH'))
    call.engine.unread('unknown-call', call.text)
  return call.self ?? data(call.text)
}

const each = (names: string, special: Special): readonly (readonly [string, Special])[] =>
  names
    .split(/\s+/)
    .filter(Boolean)
    .map((name) => [name, special] as const)

const SPECIALS: ReadonlyMap<string, Special> = new Map<string, Special>([
  ...each('std.process.Command.new tokio.process.Command.new async_process.Command.new', newCommand),
  ...each('Command#arg Command#args Command#raw_arg', addWords),
  ['Command#current_dir', setDirectory],
  ...each('Command#spawn Command#status Command#output Command#exec', startCommand('Process')),
  ...each(
    'Command#stdin Command#stdout Command#stderr Command#env_remove Command#kill_on_drop Command#as_std Command#process_group Command#env_clear Command#get_args',
    itself,
  ),
  ['Command#env', setsVariable],
  ...each('Command#envs Command#pre_exec Command#uid Command#gid Command#arg0 Command#groups', (call) => {
    call.engine.unread('unknown-call', call.text)
    return call.self!
  }),
  ...each(
    'std.path.Path.new std.path.PathBuf.from camino.Utf8PathBuf.from camino.Utf8Path.new std.ffi.OsString.from std.ffi.OsStr.new',
    (call) => path(joinPaths([first(call)], call.text)),
  ),
  ['std.path.PathBuf.new', () => path(text(''))],
  ...each('Path#join', (call) => path(joinPaths([call.self!, first(call)], call.text))),
  ...each('Path#push', pushes),
  [
    'Path#pop',
    (call) => {
      if (call.self?.kind === 'object' && call.self.held !== undefined)
        Object.assign(call.self, { held: either([parentOf(call.self.held, call.text), call.self.held]) })
      return data(call.text)
    },
  ],
  ...each('Path#parent', (call) => path(parentOf(call.self!, call.text))),
  ...each('Path#file_name Entry#file_name', (call) => path(nameOf(call.self!, call.text))),
  ...each('Path#with_extension Path#with_file_name Path#set_extension Path#set_file_name', (call) =>
    path(joinPaths([parentOf(call.self!, call.text), nameOf(data('name'), 'name')], call.text)),
  ),
  ...each(
    'Path#display Path#to_path_buf Path#as_path Path#to_owned Path#clone Path#canonicalize Path#to_str Path#to_string_lossy Path#as_os_str Path#into_os_string Path#as_ref Path#unwrap Path#expect Path#unwrap_or_default Path#into_owned Path#to_string Path#into Path#unwrap_or_else Path#ok Path#borrow Path#deref Path#as_deref Path#into_boxed_path',
    itself,
  ),
  ...each('Entry#path Entry#into_path', (call) => path(heldBy(call.self) ?? data(call.text))),
  ...each('Entry#unwrap Entry#expect Entry#ok Entry#map Entry#as_ref Entry#clone', itself),
  ...each(
    'std.fs.read_dir tokio.fs.read_dir fs_err.read_dir walkdir.WalkDir.new ignore.Walk.new ignore.WalkBuilder.new jwalk.WalkDir.new Path#read_dir',
    lists,
  ),
  ...each('glob.glob', finds),
  ...each('std.fs.OpenOptions.new std.fs.File.options tokio.fs.OpenOptions.new fs_err.OpenOptions.new', options),
  ...each(
    'Options#read Options#write Options#append Options#truncate Options#create Options#create_new Options#mode Options#custom_flags',
    option,
  ),
  ['Options#open', opensWith],
  ...each(
    'reqwest.Client.new reqwest.Client.builder reqwest.blocking.Client.new reqwest.blocking.Client.builder reqwest.Client reqwest.ClientBuilder.new ureq.agent ureq.Agent.new reqwest.blocking.ClientBuilder.new',
    client,
  ),
  ...each(
    'Client#timeout Client#build Client#user_agent Client#default_headers Client#danger_accept_invalid_certs Client#connect_timeout Client#clone Client#redirect Client#unwrap Client#expect Client#no_proxy Client#gzip Client#pool_max_idle_per_host Client#cookie_store',
    itself,
  ),
  ...each('Client#get Client#head', requests(false)),
  ...each('Client#post Client#put Client#patch Client#delete', requests(true)),
  ['Client#request', byMethod],
  ...each(
    'Request#body Request#json Request#form Request#multipart Request#header Request#headers Request#query Request#basic_auth Request#bearer_auth',
    carries,
  ),
  ...each('Request#timeout Request#version Request#try_clone Request#clone Request#set', itself),
  ...each('Request#send Request#call Request#send_json Request#send_string', sends),
  ...each('std.env.var std.env.var_os dotenvy.var env! option_env!', (call) =>
    variable(knownText(first(call)), call, undefined),
  ),
  ['std.env.set_var', setsVariable],
  ['std.env.remove_var', (call) => data(call.text)],
  ...each('std.env.home_dir dirs.home_dir home.home_dir', () => path(text('~'))),
  ...each('dirs.config_dir', () => path(text('~/.config'))),
  ...each('dirs.data_dir dirs.data_local_dir', () => path(text('~/.local/share'))),
  ...each('dirs.cache_dir', () => path(text('~/.cache'))),
  ['std.env.current_dir', () => path(text('.'))],
  ['std.env.temp_dir', () => path(text('/tmp'))],
  [
    'std.env.set_current_dir',
    (call) => {
      call.engine.moveTo(first(call))
      return data(call.text)
    },
  ],
  ...each('tempfile.tempdir tempfile.TempDir.new tempfile.tempfile tempfile.NamedTempFile.new', () =>
    path(text('/tmp/dir')),
  ),
  ...each('Path#path', itself),
  ...each(
    'std.thread.spawn tokio.spawn tokio.task.spawn tokio.task.spawn_blocking std.thread.scope rayon.spawn rayon.join tokio.runtime.Runtime.block_on std.panic.catch_unwind',
    calls,
  ),
  ...each(
    'String.from std.string.String.from Box.new Some Ok Err Arc.new Rc.new Mutex.new RefCell.new RwLock.new Cell.new std.sync.Arc.new std.rc.Rc.new std.sync.Mutex.new std.sync.RwLock.new std.cell.RefCell.new Cow.from std.borrow.Cow.from std.sync.Arc.clone std.rc.Rc.clone Arc.clone Rc.clone Box.pin Vec.from std.io.BufReader.new std.io.BufWriter.new std.io.LineWriter.new String.from_utf8 std.str.from_utf8 String.from_utf8_lossy std.io.Cursor.new',
    first,
  ),
  ...each(
    `every#unwrap every#expect every#unwrap_or_default every#clone every#iter every#into_iter every#iter_mut every#as_ref every#as_mut every#to_owned every#as_str every#into every#collect
    every#cloned every#copied every#ok every#borrow every#borrow_mut every#lock every#as_deref every#to_vec every#as_slice every#into_inner every#by_ref every#peekable every#as_bytes every#into_bytes every#await
    every#context every#with_context every#map_err every#ok_or every#ok_or_else every#to_string every#as_os_str every#into_owned every#flatten`,
    keeps,
  ),
  ...each(
    `any#rev any#skip any#take any#fuse any#chain any#filter any#filter_map any#follow_links any#max_depth any#min_depth any#sort_by_file_name any#filter_entry any#build any#hidden
    any#step_by any#inspect any#dedup any#take_while any#skip_while`,
    keeps,
  ),
  ...each('every#unwrap_or', (call) => either([call.self!, first(call)])),
  ...each('every#unwrap_or_else every#or_else', (call) =>
    either([call.self!, call.engine.call(first(call), [data('error')], call.at)]),
  ),
  [
    'every#push',
    (call) => {
      const self = call.self!
      if (self.kind === 'list') self.items.push(...call.given.positional)
      else if (self.kind === 'object' && self.type === 'Path') pushes(call)
      // Text that is changed where it stands: what it is now is not known.
      else if (self.kind === 'text') call.engine.unread('dynamic-code', call.text)
      else for (const value of call.given.positional) call.engine.handOn(value, call.at)
      return data(call.text)
    },
  ],
  ...each('every#push_str every#insert_str every#insert every#replace_range', (call) => {
    if (call.self?.kind === 'text') call.engine.unread('dynamic-code', call.text)
    return data(call.text)
  }),
  [
    'std.io.copy',
    (call) => {
      const to = call.given.positional[1]
      for (const one of to === undefined ? [] : optionsOf(to))
        if (one.kind === 'object' && one.type === 'Socket' && one.held !== undefined)
          for (const target of wordsOf(one.held, call.text))
            call.engine.record({ does: 'contact', target, sends: 'data', text: call.text })
      return data(call.text)
    },
  ],
  ...each('std.io.Write.write_all std.io.Write.write', (call) => derivedFrom(call.given.positional, call.text)),
  [
    'a function of another language',
    (call) => {
      call.engine.unread('unknown-call', call.text)
      return data(call.text)
    },
  ],
])

export const RUST: Library = {
  language: 'rust',
  globals: new Map<string, Value>([
    ...PRELUDE.map((name) => [name, library(name)] as const),
    ...[
      'std',
      'core',
      'alloc',
      'tokio',
      'libc',
      'nix',
      'reqwest',
      'serde_json',
      'anyhow',
      'walkdir',
      'rand',
      'regex',
      'chrono',
      'tempfile',
      'glob',
      'toml',
      'serde_yaml',
      'rayon',
      'ureq',
      'dirs',
      'rusqlite',
      'sqlx',
      'tracing',
      'log',
      'clap',
      'env_logger',
      'tracing_subscriber',
      'uuid',
      'futures',
      'itertools',
      'serde',
      'thiserror',
      'base64',
      'hex',
      'sha2',
      'md5',
      'num_cpus',
      'colored',
      'fs_extra',
      'async_std',
      'csv',
      'bincode',
      'once_cell',
      'criterion',
      'proptest',
      'home',
      'url',
      'bytes',
      'crossbeam',
      'parking_lot',
      'indicatif',
      'quick_xml',
      'syn',
      'cc',
      'bindgen',
      'prost_build',
      'tonic_build',
    ].map((name) => [name, library(name)] as const),
    ...[
      'include_str!',
      'include_bytes!',
      'include!',
      'env!',
      'option_env!',
      'query!',
      'query_as!',
      'query_scalar!',
      'a function of another language',
    ].map((name) => [name, library(name)] as const),
    ['_', data('_')],
  ]),
  entries: CALLS,
  specials: SPECIALS,
  attributes: new Map(),
  cannotAct: CANNOT_ACT,
  results: 'with error',
  reaches: new Set(),
  assigns: 'nearest',
  members: 'by name',
  keepsEnvironment: new Set(),
  neverCalls: new Set(),
  // A crate is never brought by a star.
  starred: /^[A-Z]/,
  // Modules of the crate itself are read where they stand.
  isOwn: (name) => /^(?:crate|self|super)(?:\.|$)/.test(name),
  types: new Map([
    ['std.path.Path', 'Path'],
    ['std.path.PathBuf', 'Path'],
    ['std.process.Command', 'Command'],
    ['std.net.TcpStream', 'Socket'],
    ['reqwest.Client', 'Client'],
    ['reqwest.blocking.Client', 'Client'],
    ['rusqlite.Connection', 'Database'],
    ['walkdir.DirEntry', 'Entry'],
    ['std.fs.DirEntry', 'Entry'],
    ['std.fs.OpenOptions', 'Options'],
  ]),
}
