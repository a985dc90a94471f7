import { actBy } from '../act.ts'
import { readEntry } from '../entry.ts'
import { handOn } from '../methods.ts'
import type { LibraryCall, Special } from '../library.ts'
import { codeTemplate } from '../templates.ts'
import { data, knownText, library, text, type Value } from '../values.ts'
import { BLOCK } from './expressions.ts'

/** Words that a framework puts beside every statement of a script that requires it. */
const SINATRA = {
  routes: 'get post put patch delete options link unlink head before after error not_found helpers configure namespace',
  answers:
    'status content_type headers redirect halt pass json last_modified etag expires cache_control url to uri logger body attachment enable disable use register mime_type back development? production? test?',
  given: 'request params session response env settings flash cookies',
}

const first = ({ given }: LibraryCall): Value => given.positional[0] ?? data('argument')

/** A block that runs whenever somebody asks. */
const route: Special = (call) => {
  const block = call.given.named.get(BLOCK)
  if (block !== undefined) call.engine.handOn(block, call.at)
  else handOn(call.given, call.at, call.engine)
  return data(call.text)
}

/** `set :bind, '0.0.0.0'`: on every address only when it says so. */
const setting: Special = (call) => {
  const [name, value] = call.given.positional
  const bound =
    call.given.named.get('bind') ??
    (name?.kind === 'record' ? name.entries.get('bind') : undefined) ??
    (/^:?bind$/.test(knownText(name) ?? '') ? value : undefined)
  if (bound !== undefined && knownText(bound) === undefined) call.engine.unread('unknown-call', call.text)
  else if (bound !== undefined) actBy(readEntry('listen:0'), { ...call, given: { ...call.given, positional: [bound] } })
  handOn(call.given, call.at, call.engine)
  return data(call.text)
}

/** A template in a file of the project is named by a symbol; a text is the template. */
const shows: Special = (call) => {
  const known = knownText(first(call))
  if (known === undefined) call.engine.unread('dynamic-code', call.text)
  return known === undefined || /^:?\w+$/.test(known) ? data(call.text) : codeTemplate('ruby')(call)
}

const sends: Special = (call) => actBy(readEntry('read:0'), call)

const SINATRA_NAMES: ReadonlyMap<string, Value> = new Map<string, Value>([
  ...`${SINATRA.routes} ${SINATRA.answers} set erb haml slim send_file`
    .split(' ')
    .map((name) => [name, library(`sinatra.${name}`)] as const),
  ...SINATRA.given.split(' ').map((name) => [name, data(name)] as const),
])

/** What requiring a library brings: its words, and what it starts by itself. */
export function bringsBy(name: string, call: LibraryCall): void {
  if (!/^sinatra(?:\/reloader|\/json|\/namespace)?$/.test(name)) return
  call.engine.brings(SINATRA_NAMES)
  if (name === 'sinatra')
    actBy(readEntry('listen:0'), { ...call, given: { ...call.given, positional: [text('localhost')] } })
}

/** A reader that makes any object unless it is told not to. */
const loadsObjects: Special = (call) => {
  const mode = call.given.named.get('mode') ?? modeIn(call.given.positional[1])
  if (!/^:?(?:strict|compat|null|json|rails|hash|generic)$/.test(knownText(mode) ?? ''))
    call.engine.unread('dynamic-code', call.text)
  return data(call.text)
}

function modeIn(options: Value | undefined): Value | undefined {
  return options?.kind === 'record' ? options.entries.get('mode') : undefined
}

export const FRAMEWORK_SPECIALS: readonly (readonly [string, Special])[] = [
  ...SINATRA.routes.split(' ').map((name) => [`sinatra.${name}`, route] as const),
  ...SINATRA.answers.split(' ').map((name) => [`sinatra.${name}`, route] as const),
  ['sinatra.set', setting],
  ['sinatra.send_file', sends],
  ...'erb haml slim'.split(' ').map((name) => [`sinatra.${name}`, shows] as const),
  ...'Oj.load Ox.load'.split(' ').map((name) => [name, loadsObjects] as const),
]

/** Widely used gems that cannot act: readers of text and formats, tests, plots, checks, words of command lines. */
export const GEMS = `MessagePack CBOR BSON Yajl FastJsonparser MultiXml MultiXML Crack TOML TomlRB Tomlrb Plist Snappy LZ4 Zstd Brotli ProtocolBuffers Google.Protobuf Avro
  Oj.dump Oj.generate Oj.strict_load Oj.safe_load Oj.compat_load Oj.mimic_JSON Oj.default_options Oj.Parser Ox.parse Ox.dump Ox.Document Ox.Element
  UnicodePlot AsciiCharts Terminal.Table Hirb Awesome AwesomePrint Amazing Dry Reform Scrivener Yup Vanguard Clamp Cri Mixlib Docopt Trollop
  Cucumber Gherkin Shoulda Turn Ffaker FFaker Forgery Machinist Fabrication Approvals Rantly Prophet ParallelTests Allocation
  Ice Recurrence Biz Holidays Business Tzinfo TZInfo Duration RubyUnits Unitwise Measured RubyProf MemoryProfiler StackProf Benchmark.ips
  Diffy Differ Diff Twitter.Text Truncato Titleize Linguistics Verbs Numbers NumbersInWords Humanize Ruby2D Chunky ChunkyPNG RQRCode Barby
  Zeitwerk Docile Gem.Version Sorbet T Contracts Memoist Memery Hamster Immutable Wisper Interactor Trailblazer Statesman Workflow StateMachines
  Ahoy Rouge CodeRay Asciidoctor.Document Maruku RDiscount Textile RedCloth Creole Premailer Roadie Inky Phlex Temple Curly Mustermann Radius Handlebars
  ActionView.Helpers JSONPath JsonPath JMESPath JSONSchemer JsonSchema Jsonapi JSONAPI OpenapiParser Graphql.Language EventEmitter Opal`
