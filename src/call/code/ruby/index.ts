import { knownPrefix, literal } from '../../word.ts'
import { actBy } from '../act.ts'
import { below } from '../addresses.ts'
import { readEntry, readTable } from '../entry.ts'
import { variable } from '../environment.ts'
import type { Engine, Library, LibraryCall, Special } from '../library.ts'
import { foundBelow, joinPaths, nameOf, parentOf } from '../paths.ts'
import {
  data,
  derived,
  either,
  itemsOf,
  knownText,
  library,
  optionsOf,
  text,
  type Value,
  wordOf,
  wordsOf,
} from '../values.ts'
import { codeTemplate } from '../templates.ts'
import { BLOCK } from './expressions.ts'
import { bringsBy, FRAMEWORK_SPECIALS, GEMS } from './frameworks.ts'

/** What calls into Ruby's libraries do, in the notation of `entry.ts`. */
const CALLS = readTable({
  'read:0': `File.read File.readlines File.foreach File.binread IO.read IO.readlines IO.foreach YAML.load_file YAML.safe_load_file
    IniFile.load SmarterCSV.process Roo.Spreadsheet.open Roo.Excelx.new Roo.CSV.new Spreadsheet.open Dotenv.load Dotenv.parse
    JSON.load_file CSV.read CSV.foreach CSV.table File.readlink`,
  'names:0': `File.exist? File.file? File.directory? File.stat File.lstat File.size File.mtime File.symlink? File.executable?
    File.zero? File.readable? File.writable? Dir.exist? Dir.empty? File.size? File.ftype File.birthtime File.realpath`,
  'names:self': 'Path#exist? Path#file? Path#directory? Path#size Path#mtime Path#symlink? Path#stat',
  'write:0': 'File.write IO.write File.binwrite FileUtils.touch File.mkfifo File.utime IO.binwrite',
  'write:self': 'Path#write Path#binwrite',
  'read:self': 'Path#read Path#readlines Path#binread Path#each_line',
  'delete:0': 'File.delete File.unlink FileUtils.rm FileUtils.rm_f Dir.rmdir Dir.delete Dir.unlink File.truncate',
  'delete:self': 'Path#delete Path#unlink Path#rmdir',
  'delete-tree:0':
    'FileUtils.rm_rf FileUtils.rm_r FileUtils.remove_dir FileUtils.remove_entry FileUtils.rmtree FileUtils.remove_entry_secure FileUtils.remove',
  'delete-tree:self': 'Path#rmtree',
  'directory:0': 'FileUtils.mkdir_p FileUtils.mkdir Dir.mkdir FileUtils.makedirs',
  'directory:self': 'Path#mkpath Path#mkdir',
  'copy:0,1':
    'FileUtils.cp FileUtils.cp_r FileUtils.copy FileUtils.ln FileUtils.ln_s FileUtils.ln_sf File.symlink File.link FileUtils.copy_file FileUtils.install IO.copy_stream',
  'move:0,1': 'FileUtils.mv File.rename FileUtils.move',
  'access:0': 'File.chown',
  'access:1': 'File.chmod FileUtils.chmod FileUtils.chmod_R FileUtils.chown_R',
  'fetch:0 -> Response':
    'Net.HTTP.get Net.HTTP.get_response URI.open HTTParty.get Faraday.get RestClient.get open-uri.open OpenURI.open_uri Resolv.getaddress',
  'send:0 -> Response': `Net.HTTP.post Net.HTTP.post_form HTTParty.post HTTParty.put HTTParty.delete HTTParty.patch Faraday.post Faraday.put
    Faraday.delete RestClient.post RestClient.put RestClient.delete`,
  'connect:0 -> Socket':
    'TCPSocket.new TCPSocket.open UDPSocket.new Socket.tcp Net.SSH.start Net.SCP.upload! Net.FTP.open Net.SMTP.start Net.FTP.new Net.HTTP.start Net.HTTP.new',
  'listen:0': 'TCPServer.new TCPServer.open WEBrick.HTTPServer.new Socket.tcp_server_loop',
  'end-process': 'Process.kill',
  'unread:0': `instance_eval class_eval module_eval load syscall fork Marshal.load Marshal.restore Kernel.load Process.daemon PTY.spawn PTY.open
    Fiddle.dlopen DL.dlopen YAML.unsafe_load YAML.load Psych.unsafe_load ObjectSpace.each_object Binding.of_caller Process.setuid Process.fork
    Gem.install any#send any#public_send any#__send__ any#instance_eval any#class_eval any#module_eval any#instance_exec any#const_get any#constantize
    any#destroy_all any#delete_all any#destroy any#update_all any#truncate any#write any#unlink any#clear any#execute any#eval any#popen any#post any#put
    any#method any#delete_by any#destroy_by any#upload any#deliver_now any#drop any#load_module any#safe_constantize Socket#write Socket#puts Socket#print Socket#send
    send public_send __send__ const_get method Object.const_get Kernel.const_get`,
  '-> Data': 'StringIO.new',
  'read:0 -> Database': 'SQLite3.Database.new SQLite3.Database.open',
  'sql:0 -> Data': `Database#execute Database#execute2 Database#execute_batch Database#query Database#get_first_row Database#get_first_value
    Database#prepare Database#execute_batch2`,
  'unread:0  ': 'Database#load_extension Database#enable_load_extension',
  // What `rake clean` removes.
  'delete-tree:0 ': 'rm_rf rm_r CLEAN.include CLOBBER.include CLEAN.add CLOBBER.add',
  'delete:0 ': 'rm rm_f',
  'directory:0 ': 'mkdir_p mkdir',
  'copy:0,1 ': 'cp cp_r ln_s',
  'move:0,1 ': 'mv',
  'write:0 ': 'touch',
  'unread:0 ': 'RubyVM.InstructionSequence.compile RubyVM.InstructionSequence.new',
  'code:0': 'eval Kernel.eval',
  computes: `Client#* Database#* SQLite3.VERSION SQLite3.Exception SQLite3.Constants File.basename File.dirname File.extname File.absolute_path File.absolute_path? File.split File.fnmatch File.fnmatch? Dir.pwd Dir.getwd Process.pid
    Process.clock_gettime Process.ppid Process.wait Process.times IO.pipe IO.console Process.uid File.umask IO.select FileUtils.pwd 
    FileUtils.compare_file FileUtils.uptodate? File.identical? Response#* File#* Data#* Socket#close Socket#read Socket#gets Socket#recv
    Kernel.puts Kernel.format Kernel.sprintf Kernel.rand Kernel.sleep Kernel.loop Kernel.exit Kernel.raise Kernel.Integer Kernel.Float
    Path#basename Path#extname Path#to_s Path#relative? Path#absolute? Path#relative_path_from Path#each_filename Path#hash
    Net.HTTP.Get.new Net.HTTP.Get Net.HTTP.Head.new Gem.loaded_specs Gem.ruby_version Gem.platforms Gem.path Gem.Version.new Bundler.locked_gems Bundler.LockfileParser.new Bundler.LockfileParser Gem.Specification.* Gem.Dependency.new Gem.Requirement.new Object.new Kernel.warn`,
})

/** Modules, classes and functions that compute with what they are given. */
const CANNOT_ACT: ReadonlySet<string> = new Set(
  `raise loop lambda proc puts print p pp printf sprintf format putc gets rand srand sleep exit abort warn catch throw freeze attr_accessor
   attr_reader attr_writer private public protected include extend prepend Integer Float String Array Hash Rational Complex block_given? caller
   __method__ require_relative readlines readline gsub sub chomp chop split exit! at_exit private_constant module_function define_method instance_method
   private_class_method using refine alias_method autoload_off set_trace_func_off attr catch instance_variable_get instance_variable_set
   ARGV STDIN STDOUT STDERR ARGF RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL RUBY_DESCRIPTION DATA $stdout $stderr $stdin $PROGRAM_NAME
   FileTest GC MatchData Refinement Signal SizedQueue ThreadGroup TracePoint UnboundMethod Warning ConditionVariable Abbrev CGI Coverage Delegator SimpleDelegator DelegateClass
   DidYouMean ErrorHighlight Etc Fcntl Forwardable GetoptLong IPAddr Matrix Vector Monitor Mutex_m NKF Observable OpenSSL Prime Prism Racc Readline Reline Ripper Singleton
   SingleForwardable StringScanner TSort WeakRef REXML RSS Rake Thor Minitest -DBM -DRb -GDBM -SDBM -PStore -IRB -RDoc -Rinda -Syslog -Un -WIN32OLE -UNIXSocket -UNIXServer -RubyVM -OpenURI
   gem source group gemspec platforms platform ruby task desc namespace multitask rule subject subject! let let! described_class is_expected context specify example it describe shared_examples shared_context it_behaves_like
   include_examples include_context before after around expect allow receive receive_messages have_received instance_double class_double double spy instance_spy eq eql equal be be_a be_an
   be_kind_of be_instance_of be_nil be_truthy be_falsey be_within be_between be_empty be_valid be_present be_blank be_zero be_positive be_negative contain_exactly match match_array start_with
   end_with have_attributes have_key raise_error throw_symbol change satisfy cover respond_to yield_control yield_with_args all output aggregate_failures pending skip
   Math Time Date DateTime Comparable Enumerable Struct Set Range Regexp Symbol Random SecureRandom JSON YAML CSV Data Enumerator Proc Method Mutex Thread Queue
   Digest Base64 Encoding StringIO OpenStruct BigDecimal Numeric Exception StandardError RuntimeError ArgumentError TypeError KeyError NameError
   NoMethodError StopIteration IOError SystemCallError Errno NotImplementedError ZeroDivisionError IndexError RangeError FrozenError SystemExit Interrupt
   URI RbConfig Psych OptionParser Benchmark Timeout ERB Shellwords Logger PP Tempfile_off Zlib Find_off Module Class BasicObject NilClass TrueClass FalseClass
   Ractor Fiber Nokogiri ActiveSupport ActiveRecord Rails Minitest RSpec Test Rack Sidekiq describe it expect context before after let test assert assert_equal
    Redcarpet Kramdown CommonMarker Commonmarker Rouge Liquid Mustache Haml Slim Sanitize Loofah MultiJson Gyoza
    Builder Money Monetize Faker FactoryBot Timecop Hashie Dry ActiveModel Virtus Mustermann Addressable PublicSuffix
    Ipaddress TTY Pastel Rainbow ColorizedString Paint Terminal HighLine Slop Optimist Commander GLI BCrypt JWT RbNaCl
    Argon2 Chronic IceCube Fugit Concurrent AASM Pagy Kaminari Pundit CanCan CanCanCan Devise Ransack Draper Jbuilder
    Alba Blueprinter Rswag WebMock VCR Mocha Shoulda Simplecov SimpleCov Reek Parser Unparser I18n Levenshtein Damerau
    FuzzyMatch Text Unicode Stringex Babosa RGeo Numo NMatrix Tabulo Semantic Treetop Parslet Citrus Mime MIME MiniMime
    Marcel Hashdiff HashDiff
   Net.HTTPSuccess Net.HTTPResponse Net.HTTPRedirection Net.HTTPError Net.OpenTimeout Net.ReadTimeout tap then -File -Dir -IO -FileUtils -Net -Kernel -Process -Gem -Bundler
    Sinatra CLEAN CLOBBER ${GEMS}
   -YAML.load_file -YAML.load -YAML.unsafe_load -CSV.read -CSV.open -CSV.foreach -JSON.load_file -URI.open -Psych.unsafe_load`
    .split(/\s+/)
    .filter((name) => name !== '' && !name.endsWith('_off')),
)

const first = ({ given }: LibraryCall): Value => given.positional[0] ?? data('argument')

/** A block is called with what the call yields. */
function yields(call: LibraryCall, ...args: readonly Value[]): Value | undefined {
  const block = call.given.named.get(BLOCK)
  return block === undefined ? undefined : call.engine.call(block, args, call.at)
}

/** `File.open(path, mode) { |file| … }`. */
const opens: Special = (call) => {
  const mode = call.given.named.get('mode') ?? call.given.positional[1]
  const known = mode === undefined ? 'r' : knownText(mode)
  for (const path of wordsOf(first(call), call.text)) {
    const start = knownPrefix(path)
    if (call.name === 'open' && start.startsWith('|'))
      call.engine.record({ does: 'shell', code: literal(start.slice(1)), text: call.text })
    else if (/^https?:/.test(start))
      call.engine.record({ does: 'contact', target: path, sends: 'nothing', text: call.text })
    else
      call.engine.record({
        does: known === undefined || /[w+]/.test(known) ? 'write' : known.startsWith('a') ? 'append' : 'read',
        path,
        text: call.text,
      })
  }
  const file: Value = { kind: 'object', type: 'File', held: first(call) }
  return yields(call, file) ?? file
}

const writesPath: Special = (call) =>
  opens({ ...call, given: { ...call.given, positional: [call.self!, ...call.given.positional] } })

/** `system('git', 'push')` starts a program, `system('git push')` a shell. */
const starts: Special = (call) => {
  const values = call.given.positional.filter((value) => value.kind !== 'record')
  const [only] = values
  if (only?.kind === 'list' && values.length === 1)
    call.engine.record({ does: 'program', words: only.items.map((item) => wordOf(item, call.text)), text: call.text })
  else if (values.length === 1 && !call.given.open)
    for (const code of wordsOf(only, call.text)) call.engine.record({ does: 'shell', code, text: call.text })
  else {
    const words = values.map((value) => wordOf(value, call.text))
    if (call.given.open) words.push({ kind: 'dynamic', source: '…', pieces: [{ unknown: '…', from: 'argument' }] })
    call.engine.record({ does: 'program', words, text: call.text })
  }
  yields(call, data('output'), data('error'))
  return { kind: 'list', items: [data('output'), data('error'), data('status')], more: false }
}

const lists: Special = (call) => {
  const on = first(call)
  const patterns = optionsOf(on).flatMap((option) => (option.kind === 'list' ? option.items : [option]))
  const glob = /glob|\[\]/.test(call.name)
  const items = patterns.map((pattern): Value => {
    const known = knownText(pattern)
    if (!glob) return nameOf(data('name'), 'name')
    return foundBelow(
      text(known?.startsWith('/') ? '/' : '.'),
      known === undefined ? '**' : known.replace(/^\//, ''),
      call.text,
    )
  })
  if (!glob)
    for (const word of wordsOf(on, call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  yields(call, either(items))
  return { kind: 'list', items, more: true }
}

/** `Find.find('lib') { |path| … }`. */
const finds: Special = (call) => {
  const items = call.given.positional.map((root) => foundBelow(root, '**', call.text))
  for (const root of call.given.positional)
    for (const word of wordsOf(root, call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  yields(call, either(items))
  return { kind: 'list', items, more: true }
}

const requires: Special = (call) => {
  const known = knownText(first(call))
  if (known === undefined || /^[/.~]/.test(known)) call.engine.unread('dynamic-code', call.text)
  else bringsBy(known, call)
  return data(call.text)
}

const path = (held: Value): Value => ({ kind: 'object', type: 'Path', held })
const dumps: Special = (call) => {
  call.engine.record({ does: 'environment', name: 'environment', text: call.text })
  return data(call.text)
}

/** A client with a base address: what it asks for lies below that. */
function asks(does: 'fetch' | 'send'): Special {
  return (call) => {
    const base = call.self?.kind === 'object' ? call.self.held : undefined
    const asked = first(call)
    const absolute = wordsOf(asked, call.text).some((word) => /^\w+:\/\//.test(knownPrefix(word)))
    const whole = base === undefined || absolute ? asked : below(base, asked, call.text)
    yields(call, data('request'))
    return actBy(readEntry(`${does}:0 -> Response`), {
      ...call,
      given: { ...call.given, positional: [whole, ...call.given.positional.slice(1)] },
    })
  }
}

/** A table that is written row by row. */
const opensTable: Special = (call) => opens(call)

const each = (names: string, special: Special): readonly (readonly [string, Special])[] =>
  names.split(' ').map((name) => [name, special] as const)

const SPECIALS: ReadonlyMap<string, Special> = new Map<string, Special>([
  ...each('File.open File.new open IO.open Kernel.open', opens),
  ...each('CSV.open', opensTable),
  ['Path#open', writesPath],
  ...each(
    'sh ruby system exec spawn Kernel.system Kernel.exec Kernel.spawn IO.popen Process.spawn Open3.capture3 Open3.capture2 Open3.capture2e Open3.popen3 Open3.popen2 Open3.popen2e Open3.pipeline Process.exec',
    starts,
  ),
  ['`', (call) => actBy(readEntry('shell:0'), call)],
  ...each(
    'Dir.glob Dir.[] Rake.FileList.[] FileList.[] Rake.FileList.new FileList.new Dir.entries Dir.children Dir.each_child Dir.foreach',
    lists,
  ),
  ['Find.find', finds],
  ...each('require Kernel.require', requires),
  ...FRAMEWORK_SPECIALS,
  ...each('File.join', (call) => joinPaths(call.given.positional, call.text)),
  [
    'File.expand_path',
    (call) =>
      call.given.positional[1] === undefined
        ? first(call)
        : joinPaths([call.given.positional[1], first(call)], call.text),
  ],
  ['File.dirname', (call) => parentOf(first(call), call.text)],
  ['File.basename', (call) => nameOf(first(call), call.text)],
  ['Dir.home', () => text('~')],
  ['Dir.pwd', () => text('.')],
  ...each('Dir.chdir FileUtils.cd', (call) => {
    call.engine.moveTo(first(call))
    yields(call, first(call))
    return data(call.text)
  }),
  ['Dir.tmpdir', () => text('/tmp')],
  ['Dir.mktmpdir', (call) => yields(call, text('/tmp/dir')) ?? text('/tmp/dir')],
  ...each(
    'Tempfile.create Tempfile.new',
    (call) =>
      yields(call, { kind: 'object', type: 'File', held: text('/tmp/file') }) ?? {
        kind: 'object',
        type: 'File',
        held: text('/tmp/file'),
      },
  ),
  ...each('Pathname.new Pathname', (call) => path(joinPaths([first(call)], call.text))),
  ...each('Path#join Path#+ Path#/', (call) => path(joinPaths([call.self!, ...call.given.positional], call.text))),
  ['Path#parent', (call) => path(parentOf(call.self!, call.text))],
  ...each('Path#expand_path Path#realpath Path#cleanpath', (call) => call.self!),
  [
    'Pathname.glob',
    (call) => {
      const known = knownText(first(call)) ?? '**'
      const found = path(foundBelow(text(known.startsWith('/') ? '/' : '.'), known.replace(/^\//, ''), call.text))
      yields(call, found)
      return { kind: 'list', items: [found], more: true }
    },
  ],
  ...each('Path#glob Path#children Path#each_child Path#entries', (call) => {
    const found = path(foundBelow(call.self!, knownText(call.given.positional[0]) ?? '*', call.text))
    yields(call, found)
    return { kind: 'list', items: [found], more: true }
  }),
  ...each('URI URI.parse URI.join', (call) => first(call)),
  ['Environ#[]', (call) => variable(knownText(first(call)), call, undefined)],
  ['Environ#fetch', (call) => variable(knownText(first(call)), call, call.given.positional[1])],
  [
    'Environ#[]=',
    (call) => {
      if (/^(?:PATH|LD_\w+|RUBY\w+|BASH_ENV|GIT_\w+|SHELL)$/.test(knownText(first(call)) ?? 'PATH'))
        call.engine.unread('unknown-call', call.text)
      return data(call.text)
    },
  ],
  ...each('Environ#key? Environ#include? Environ#has_key? Environ#keys Environ#delete', (call) => data(call.text)),
  ...each(
    'Environ#to_h Environ#to_a Environ#each Environ#map Environ#inspect Environ#select Environ#values Environ#to_hash Environ#sort Environ#each_pair',
    dumps,
  ),
  ...each('ERB.new Erubi.Engine.new Erubis.Eruby.new Tilt.ERBTemplate.new', codeTemplate('ruby')),
  ...each('Faraday.new HTTP.persistent Excon.new', (call) => {
    const base = call.given.named.get('url') ?? call.given.positional.find((value) => value.kind === 'text')
    const made: Value = { kind: 'object', type: 'Client', ...(base === undefined ? {} : { held: base }) }
    yields(call, data('builder'))
    return made
  }),
  ...each('Client#get Client#head', asks('fetch')),
  ...each('Client#post Client#put Client#patch Client#delete', asks('send')),
  ...each('Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64', (call) => {
    const known = knownText(first(call))
    return known === undefined
      ? derived(first(call), call.text)
      : either([text(Buffer.from(known, 'base64').toString('utf8')), data(call.text)])
  }),
  ...each('any#then any#tap any#yield_self', (call) => yields(call, call.self!) ?? call.self!),
  ['Array', (call) => ({ kind: 'list', items: [...itemsOf(first(call)).items], more: true })],
])

const ATTRIBUTES: ReadonlyMap<string, (self: Value, engine: Engine) => Value> = new Map()

const GLOBALS = new Map<string, Value>([
  ...[...CANNOT_ACT]
    .filter((name) => !name.startsWith('-') && !name.includes('.'))
    .map((name) => [name, library(name)] as const),
  ...'File Dir IO FileUtils Net Kernel Process Open3 Find Tempfile Pathname URI HTTParty Faraday RestClient TCPSocket UDPSocket TCPServer WEBrick Socket Marshal PTY Fiddle Gem Bundler Resolv SQLite3 Object ObjectSpace DL Binding OpenURI system exec spawn open require load eval fork syscall send public_send __send__ const_get method instance_eval class_eval module_eval ` sh ruby rm_rf rm_r rm rm_f mkdir_p mkdir cp cp_r ln_s mv touch FileList RubyVM DBM DRb GDBM SDBM PStore IRB RDoc Rinda Syslog WIN32OLE UNIXSocket UNIXServer Oj Ox IniFile SmarterCSV Roo Spreadsheet Dotenv'
    .split(' ')
    .map((name) => [name, library(name)] as const),
  ['ENV', { kind: 'object', type: 'Environ' }],
  ['self', data('self')],
  ['super', library('super')],
  ['__FILE__', text('./script')],
  ['__dir__', library('__dir__')],
  ['binding', library('binding')],
  ['$0', text('./script')],
  // What the last match left behind.
  ...'$1 $2 $3 $4 $5 $6 $7 $8 $9 $~ $& $! $@ $; $, $/ $_ $? $$'.split(' ').map((name) => [name, data(name)] as const),
  ...'stub_request a_request assert_requested last_response last_request'
    .split(' ')
    .map((name) => [name, data(name)] as const),
])

export const RUBY: Library = {
  language: 'ruby',
  globals: GLOBALS,
  entries: CALLS,
  specials: SPECIALS,
  attributes: ATTRIBUTES,
  cannotAct: new Set([...CANNOT_ACT, 'super', '__dir__', 'binding']),
  results: 'many',
  reaches: new Set(['binding.eval']),
  assigns: 'nearest',
  members: 'indexable',
  keepsEnvironment: new Set(),
  neverCalls: new Set(['puts', 'print', 'p', 'pp']),
}
