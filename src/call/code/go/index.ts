import { literal } from '../../word.ts'
import { actBy } from '../act.ts'
import { readEntry, readTable } from '../entry.ts'
import { variable } from '../environment.ts'
import type { Engine, Library, LibraryCall, Special } from '../library.ts'
import { percentFormat } from '../methods.ts'
import { foundBelow, joinPaths, nameOf, parentOf } from '../paths.ts'
import { GO_ATTRIBUTES, GO_PLAIN_SPECIALS } from './plain.ts'
import { data, knownText, library, text, type Value, wordOf, wordsOf } from '../values.ts'

/** What calls into Go's libraries do, in the notation of `entry.ts`. */
const CALLS = readTable({
  'read:0 -> File': 'os.Open',
  'read:0 -> Data': `archive/zip.OpenReader debug/elf.Open debug/macho.Open debug/pe.Open debug/plan9obj.Open debug/buildinfo.ReadFile text/template.ParseFiles
    html/template.ParseFiles crypto/tls.LoadX509KeyPair`,
  'read:1 -> Data': 'go/parser.ParseFile go/parser.ParseDir',
  'send:0': 'net/smtp.SendMail net/smtp.Dial',
  'read:0': 'os.ReadFile io/ioutil.ReadFile os.Readlink',
  'names:0': 'os.Stat os.Lstat',
  'write:0 -> File': 'os.Create',
  'write:0': 'os.WriteFile io/ioutil.WriteFile os.Truncate',
  'delete:0': 'os.Remove syscall.Unlink syscall.Rmdir',
  'delete-tree:0': 'os.RemoveAll',
  'move:0,1': 'os.Rename',
  'copy:0,1': 'os.Symlink os.Link',
  'directory:0': 'os.Mkdir os.MkdirAll',
  'access:0': 'os.Chmod os.Chown os.Lchown os.Chtimes',
  'fetch:0 -> Response': 'net/http.Get net/http.Head Client#Get Client#Head net.LookupHost net.LookupIP net.LookupTXT',
  'send:0 -> Response': 'net/http.Post net/http.PostForm Client#Post Client#PostForm',
  '-> Client': 'net/http.Client',
  'connect:1 -> Socket:1': 'net.Dial net.DialTimeout crypto/tls.Dial',
  'listen:1 -> Listener:1': 'net.Listen crypto/tls.Listen',
  'listen:1 -> Socket': 'net.ListenPacket',
  '-> Socket': 'Listener#Accept Listener#AcceptTCP',
  'unread:0  ':
    'github.com/spf13/viper.WriteConfig github.com/spf13/viper.WriteConfigAs github.com/spf13/viper.SafeWriteConfig github.com/spf13/viper.SafeWriteConfigAs github.com/spf13/viper.AddRemoteProvider',
  // Its context comes first.
  'connect:1 -> Pgx':
    'github.com/jackc/pgx/v5.Connect github.com/jackc/pgx/v5/pgxpool.New github.com/jackc/pgx/v4.Connect github.com/jackc/pgx/v4/pgxpool.Connect',
  'sql:1 ': 'Pgx#Exec Pgx#Query Pgx#QueryRow',
  'sql:2': 'Pgx#Prepare',
  '-> Pgx': 'Pgx#Begin Pgx#BeginTx Pgx#Acquire Pgx#Conn',
  // Stores in a file of the program's own
  'read:0 -> Data ':
    'go.etcd.io/bbolt.Open github.com/boltdb/bolt.Open github.com/dgraph-io/badger/v4.Open github.com/cockroachdb/pebble.Open github.com/syndtr/goleveldb/leveldb.OpenFile github.com/tidwall/buntdb.Open github.com/peterbourgon/diskv/v3.New',
  '-> Rest': 'github.com/go-resty/resty/v2.New github.com/imroc/req/v3.C resty.dev/v3.New',
  'read:0  ': 'github.com/joho/godotenv.Load github.com/joho/godotenv.Read github.com/xuri/excelize/v2.OpenFile',
  'listen:0': 'net/http.ListenAndServe net/http.ListenAndServeTLS Server#ListenAndServe Server#ListenAndServeTLS',
  '-> Server': 'net/http.Server',
  'sql:0':
    'Database#Exec Database#Query Database#QueryRow Database#Prepare Database#Select Database#Get Database#MustExec',
  'sql:1': 'Database#ExecContext Database#QueryContext Database#QueryRowContext Database#PrepareContext',
  '-> Database': 'Database#Begin Database#BeginTx Database#Conn',
  'environment:0': 'os.Environ syscall.Environ',
  'end-process': 'syscall.Kill',
  'unread:0':
    'plugin.Open syscall.Syscall syscall.RawSyscall syscall.ForkExec syscall.Setuid syscall.Setgid syscall.Chroot reflect.NewAt os.StartProcess os.FindProcess',
  '-> Router':
    'github.com/gin-gonic/gin.Default github.com/gin-gonic/gin.New github.com/labstack/echo/v4.New github.com/gofiber/fiber/v2.New github.com/gofiber/fiber/v3.New',
  'listen:0 ': 'Router#Run Router#Start Router#Listen Router#RunTLS Router#StartTLS Router#ListenTLS',
  'unread:0 ': 'Router#RunUnix Router#RunFd Router#RunListener Gorm#Delete Gorm#Unscoped Gorm#Migrator',
  'read:0 -> Dialect': 'gorm.io/driver/sqlite.Open github.com/glebarez/sqlite.Open',
  'connect:0 -> Dialect': 'gorm.io/driver/postgres.Open gorm.io/driver/mysql.Open gorm.io/driver/sqlserver.Open',
  '-> Gorm': 'gorm.io/gorm.Open',
  'sql:0 -> Gorm': 'Gorm#Exec Gorm#Raw',
  computes: `Pgx#Close Pgx#Ping Pgx#Rollback Pgx#Commit Pgx#Release Pgx#Stat Pgx#Config github.com/jackc/pgx/v5.ErrNoRows github.com/jackc/pgx/v5.NamedArgs github.com/jackc/pgx/v5.CollectRows github.com/jackc/pgx/v5.CollectOneRow github.com/jackc/pgx/v5.RowTo* Listener#* Address#* TestServer#* Router#* Gorm#* github.com/gin-gonic/gin.* github.com/labstack/echo/v4.* github.com/gofiber/fiber/v2.* gorm.io/gorm.* net/http.NotFound
    net/http.Redirect net/http.SetCookie net/http.MaxBytesReader net/http.TimeoutHandler net/http.StripPrefix net/http.NotFoundHandler net/http.NewRequest.*
    File#* Response#* Process#* Data#* Client#CloseIdleConnections Server#Close Server#Shutdown Socket#Accept Socket#Addr
    Socket#Close Socket#Read Socket#SetDeadline Socket#RemoteAddr Database#Close Database#Ping Database#PingContext Database#Commit
    Database#Rollback Database#SetMaxOpenConns os.Exit os.Getpid os.Getppid os.Getuid os.Hostname os.IsNotExist os.IsExist os.IsPermission os.Args
    os.Executable os.ExpandEnv net/http.HandleFunc net/http.Handle net/http.NewServeMux net/http.StatusText net/http.Error
    net/http.HandlerFunc net.ParseIP net.ParseCIDR net.JoinHostPort net.SplitHostPort net.ParseMAC
    os/exec.LookPath os.Getwd os/signal.* net/http/httptest.* net/url.* os/user.Current net/http.Header`,
})

/** Packages that compute with what they are given. */
const CANNOT_ACT: ReadonlySet<string> = new Set(
  `fmt strings strconv math math/rand math/rand/v2 math/big math/bits math/cmplx sort slices maps cmp iter time errors bytes unicode
   unicode/utf8 unicode/utf16 regexp encoding/json encoding/hex encoding/base64 encoding/base32 encoding/binary encoding/csv encoding/xml
   encoding/gob encoding/pem container/heap container/list container/ring sync sync/atomic context reflect bufio io io/fs log log/slog hash hash/fnv
   hash/crc32 hash/adler32 hash/maphash crypto/md5 crypto/sha1 crypto/sha256 crypto/sha512 crypto/rand crypto/hmac crypto/aes crypto/cipher
   text/template text/tabwriter text/scanner html html/template runtime runtime/debug testing path path/filepath flag go/ast go/parser go/token go/format
   compress/gzip compress/zlib compress/flate archive/tar archive/zip embed errors builtin compress/bzip2 compress/lzw crypto crypto/des crypto/dsa crypto/ecdh crypto/ecdsa crypto/ed25519 crypto/elliptic
   crypto/fips140 crypto/hkdf crypto/mlkem crypto/pbkdf2 crypto/rc4 crypto/rsa crypto/sha3 crypto/subtle crypto/x509 crypto/x509/pkix database/sql/driver debug/buildinfo debug/dwarf debug/elf
   debug/gosym debug/macho debug/pe debug/plan9obj encoding encoding/ascii85 encoding/asn1 expvar go/build go/build/constraint go/constant go/doc go/doc/comment go/importer go/printer
   go/scanner go/types go/version hash/crc64 image image/color image/color/palette image/draw image/gif image/jpeg image/png index/suffixarray mime mime/multipart
   mime/quotedprintable net/http/cookiejar net/http/httptrace net/mail net/netip regexp/syntax runtime/metrics runtime/pprof runtime/race runtime/trace structs testing/fstest testing/iotest
   testing/quick testing/slogtest testing/synctest text/template/parse time/tzdata weak -net/http/cgi -net/http/fcgi -net/http/httputil -net/http/pprof -net/rpc -net/rpc/jsonrpc -net/smtp
   -net/textproto -log/syslog -runtime/cgo -runtime/coverage -unsafe -plugin -syscall -os/exec -os -net -net/http -crypto/tls -database/sql -io/ioutil -os/signal -os/user
   github.com/stretchr/testify/assert github.com/stretchr/testify/require github.com/stretchr/testify/mock github.com/stretchr/testify/suite go.uber.org/zap github.com/sirupsen/logrus
   github.com/rs/zerolog github.com/rs/zerolog/log github.com/gorilla/mux github.com/go-chi/chi/v5 github.com/samber/lo github.com/shopspring/decimal github.com/davecgh/go-spew/spew
   github.com/BurntSushi/toml github.com/pelletier/go-toml/v2 gopkg.in/yaml.v2 github.com/goccy/go-yaml github.com/json-iterator/go github.com/tidwall/gjson github.com/tidwall/sjson
   github.com/go-playground/validator/v10 github.com/urfave/cli/v2 github.com/alecthomas/kong github.com/olekukonko/tablewriter github.com/charmbracelet/lipgloss github.com/mattn/go-isatty
   github.com/dustin/go-humanize github.com/Masterminds/semver/v3 golang.org/x/exp/slices golang.org/x/exp/maps golang.org/x/sync/errgroup golang.org/x/sync/semaphore golang.org/x/text/cases
   golang.org/x/text/language golang.org/x/tools/go/ast/astutil github.com/onsi/gomega github.com/onsi/ginkgo/v2 github.com/golang/mock/gomock go.uber.org/mock/gomock errors unique strings.Builder
   github.com/golang-module/carbon/v2 github.com/dromara/carbon/v2 github.com/rickar/cal/v2 github.com/aymerick/raymond github.com/cbroglie/mustache github.com/peterbourgon/ff/v3
   github.com/pkg/errors github.com/google/uuid github.com/stretchr/testify github.com/spf13/cobra github.com/spf13/pflag gopkg.in/yaml.v3
   golang.org/x/exp golang.org/x/text golang.org/x/sync github.com/google/go-cmp github.com/fatih/color
    golang.org/x/image golang.org/x/net/html golang.org/x/net/html/atom golang.org/x/crypto/bcrypt
    golang.org/x/crypto/argon2 golang.org/x/crypto/scrypt golang.org/x/crypto/pbkdf2 golang.org/x/crypto/blake2b
    golang.org/x/crypto/chacha20poly1305 golang.org/x/crypto/nacl golang.org/x/crypto/sha3 golang.org/x/time/rate
    golang.org/x/mod/semver golang.org/x/mod/modfile golang.org/x/mod/module golang.org/x/tools/go/ast
    golang.org/x/term golang.org/x/exp/constraints golang.org/x/exp/rand gonum.org/v1/gonum github.com/spf13/cast
    github.com/mitchellh/mapstructure github.com/go-viper/mapstructure/v2 github.com/imdario/mergo dario.cat/mergo
    github.com/google/btree github.com/emirpasic/gods github.com/deckarep/golang-set github.com/deckarep/golang-set/v2
    github.com/elliotchance/orderedmap/v2 github.com/hashicorp/golang-lru github.com/hashicorp/golang-lru/v2
    github.com/hashicorp/go-multierror github.com/hashicorp/go-version go.uber.org/multierr go.uber.org/atomic
    github.com/cenkalti/backoff/v4 github.com/avast/retry-go github.com/avast/retry-go/v4 github.com/sony/gobreaker
    github.com/golang-jwt/jwt/v5 github.com/golang-jwt/jwt/v4 github.com/google/gopacket/layers github.com/gofrs/uuid
    github.com/oklog/ulid/v2 github.com/rs/xid github.com/segmentio/ksuid github.com/matoous/go-nanoid/v2
    github.com/speps/go-hashids/v2 github.com/yuin/goldmark github.com/gomarkdown/markdown
    github.com/russross/blackfriday/v2 github.com/microcosm-cc/bluemonday github.com/alecthomas/chroma/v2
    github.com/alecthomas/participle/v2 github.com/valyala/fastjson github.com/bytedance/sonic
    github.com/buger/jsonparser github.com/vmihailenco/msgpack/v5 github.com/fxamacker/cbor/v2
    google.golang.org/protobuf github.com/golang/protobuf github.com/zclconf/go-cty
    github.com/go-ozzo/ozzo-validation/v4 github.com/asaskevich/govalidator github.com/invopop/jsonschema
    github.com/tidwall/pretty github.com/itchyny/gojq github.com/charmbracelet/bubbles github.com/charmbracelet/glamour
    github.com/muesli/termenv github.com/muesli/reflow github.com/schollz/progressbar/v3 github.com/cheggaaa/pb/v3
    github.com/jedib0t/go-pretty/v6 github.com/pterm/pterm github.com/gookit/color github.com/logrusorgru/aurora
    github.com/manifoldco/promptui github.com/mattn/go-runewidth github.com/mattn/go-colorable github.com/kr/pretty
    github.com/kr/text github.com/sergi/go-diff github.com/pmezard/go-difflib github.com/hexops/gotextdiff
    github.com/agnivade/levenshtein github.com/lithammer/fuzzysearch github.com/iancoleman/strcase
    github.com/gosimple/slug github.com/jinzhu/inflection github.com/gertd/go-pluralize github.com/leekchan/accounting
    github.com/araddon/dateparse github.com/jinzhu/now github.com/robfig/cron/v3 github.com/gorhill/cronexpr
    github.com/teambition/rrule-go github.com/jonboulle/clockwork github.com/benbjohnson/clock
    github.com/brianvoe/gofakeit/v6 github.com/brianvoe/gofakeit/v7 github.com/go-faker/faker/v4
    github.com/Masterminds/sprig/v3 github.com/Masterminds/squirrel github.com/klauspost/compress
    github.com/andybalholm/brotli github.com/pierrec/lz4/v4 github.com/golang/snappy github.com/cespare/xxhash/v2
    github.com/zeebo/blake3 github.com/dlclark/regexp2 github.com/gobwas/glob github.com/bmatcuk/doublestar/v4.Match
    github.com/prometheus/client_golang/prometheus go.opentelemetry.io/otel github.com/rs/cors
    github.com/gorilla/schema github.com/gorilla/securecookie github.com/gorilla/csrf github.com/justinas/alice
    github.com/julienschmidt/httprouter github.com/didip/tollbooth/v7 github.com/smartystreets/goconvey/convey
    github.com/frankban/quicktest github.com/matryer/is gotest.tools/v3/assert github.com/stretchr/objx
    github.com/DATA-DOG/go-sqlmock github.com/golang/geo github.com/paulmach/orb github.com/uber/h3-go/v4
    github.com/samber/mo github.com/thoas/go-funk github.com/google/wire go.uber.org/fx go.uber.org/dig
    github.com/goccy/go-json github.com/ettle/strcase github.com/disintegration/imaging.Resize github.com/nfnt/resize
    go.etcd.io/bbolt github.com/boltdb/bolt github.com/dgraph-io/badger/v4 github.com/cockroachdb/pebble github.com/syndtr/goleveldb/leveldb/opt github.com/fogleman/gg.NewContext github.com/spf13/viper github.com/gorilla/sessions github.com/gorilla/handlers github.com/go-chi/chi github.com/go-chi/render github.com/go-chi/cors
    github.com/go-chi/chi/v5/middleware github.com/go-chi/httprate github.com/labstack/echo/v4/middleware github.com/gofiber/fiber/v2/middleware github.com/gin-contrib/cors github.com/gin-contrib/sessions
    github.com/urfave/cli github.com/urfave/cli/v3 github.com/jessevdk/go-flags github.com/alecthomas/kingpin/v2 github.com/charmbracelet/huh github.com/charmbracelet/log github.com/charmbracelet/x/ansi
    github.com/AlecAivazis/survey/v2 github.com/briandowns/spinner github.com/vbauerster/mpb/v8 github.com/gosuri/uitable github.com/rodaine/table github.com/xlab/treeprint github.com/ddddddO/gtree
    github.com/knadh/koanf/v2 github.com/caarlos0/env/v11 github.com/kelseyhightower/envconfig github.com/ilyakaznacheev/cleanenv github.com/go-playground/locales github.com/go-playground/universal-translator
    github.com/go-kit/log github.com/go-logr/logr github.com/inconshreveable/log15 github.com/apex/log go.uber.org/goleak go.uber.org/ratelimit go.uber.org/automaxprocs github.com/sourcegraph/conc
    github.com/panjf2000/ants/v2 github.com/alitto/pond github.com/puzpuzpuz/xsync/v3 github.com/dgraph-io/ristretto github.com/patrickmn/go-cache github.com/allegro/bigcache/v3 github.com/coocood/freecache
    github.com/jellydator/ttlcache/v3 github.com/maypok86/otter github.com/bits-and-blooms/bloom/v3 github.com/bits-and-blooms/bitset github.com/RoaringBitmap/roaring github.com/tidwall/btree github.com/zyedidia/generic
    github.com/ahmetb/go-linq/v3 github.com/repeale/fp-go github.com/IBM/fp-go github.com/barkimedes/go-deepcopy github.com/jinzhu/copier github.com/mohae/deepcopy github.com/r3labs/diff/v3 github.com/wI2L/jsondiff
    github.com/evanphx/json-patch github.com/xeipuuv/gojsonschema github.com/santhosh-tekuri/jsonschema/v5 github.com/getkin/kin-openapi github.com/swaggo/swag github.com/graphql-go/graphql github.com/99designs/gqlgen/graphql
    github.com/hashicorp/hcl/v2 github.com/magiconair/properties gopkg.in/ini.v1 github.com/ghodss/yaml sigs.k8s.io/yaml github.com/mailru/easyjson github.com/ugorji/go/codec github.com/linkedin/goavro/v2
    github.com/apache/arrow-go/v18/arrow github.com/gocarina/gocsv github.com/jszwec/csvutil github.com/PuerkitoBio/goquery github.com/antchfx/htmlquery github.com/antchfx/xmlquery github.com/andybalholm/cascadia
    github.com/JohannesKaufmann/html-to-markdown github.com/tdewolff/minify/v2 github.com/evanw/esbuild/pkg/api.Transform github.com/yuin/gopher-lua/parse github.com/expr-lang/expr github.com/google/cel-go
    github.com/Knetic/govaluate github.com/robertkrimen/otto/ast github.com/tetratelabs/wazero/api github.com/mccutchen/go-httpbin github.com/jarcoal/httpmock github.com/h2non/gock github.com/gavv/httpexpect/v2
    github.com/vektra/mockery github.com/jaswdr/faker github.com/bxcodec/faker github.com/leanovate/gopter pgregory.net/rapid github.com/approvals/go-approval-tests github.com/bradleyjkemp/cupaloy/v2
    github.com/alicebob/miniredis/v2 github.com/pashagolub/pgxmock/v3 golang.org/x/sys/cpu golang.org/x/tools/go/analysis golang.org/x/tools/txtar golang.org/x/net/idna golang.org/x/net/publicsuffix golang.org/x/net/trace
    golang.org/x/oauth2.Token golang.org/x/perf/benchfmt golang.org/x/mod/sumdb/dirhash golang.org/x/exp/event golang.org/x/exp/slog golang.org/x/crypto golang.org/x/net/context k8s.io/apimachinery k8s.io/api
    k8s.io/utils github.com/prometheus/common/expfmt github.com/prometheus/client_model go.opentelemetry.io/otel/trace go.opentelemetry.io/otel/attribute go.opentelemetry.io/otel/sdk github.com/getsentry/sentry-go.Hub
    github.com/gonum/matrix github.com/montanaflynn/stats github.com/aclements/go-moremath github.com/sjwhitworth/golearn gorgonia.org/tensor github.com/hajimehoshi/ebiten/v2 github.com/ojrac/opensimplex-go
    github.com/anthonynsimon/bild github.com/esimov/caire github.com/muesli/smartcrop github.com/lucasb-eyer/go-colorful github.com/skip2/go-qrcode.New github.com/boombuler/barcode github.com/go-echarts/go-echarts/v2
   len cap append make new panic recover print println copy delete close min max clear complex real imag string int int64 int32 float64 byte rune
   uint64 uint32 uint8 uint bool error any`
    .split(/\s+/)
    .filter((name) => name !== '' && !name.endsWith('_off')),
)

const first = ({ given }: LibraryCall): Value => given.positional[0] ?? data('argument')

function startsAt(index: number): Special {
  return (call) => {
    const values = call.given.positional.slice(index)
    const words = values.map((value) => wordOf(value, call.text))
    if (call.given.open) words.push({ kind: 'dynamic', source: '…', pieces: [{ unknown: '…', from: 'argument' }] })
    call.engine.record({ does: 'program', words, text: call.text })
    return { kind: 'object', type: 'Process' }
  }
}

/** `filepath.WalkDir(root, f)`: the function is called for everything below. */
const walks: Special = (call) => {
  const root = first(call)
  for (const word of wordsOf(root, call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  const callback = call.given.positional[1]
  const entry: Value = { kind: 'object', type: 'Data', held: nameOf(data('name'), 'name') }
  if (callback !== undefined)
    call.engine.call(callback, [foundBelow(root, '**', call.text), entry, data('error')], call.at)
  return data(call.text)
}

const lists: Special = (call) => {
  for (const word of wordsOf(first(call), call.text)) call.engine.record({ does: 'names', path: word, text: call.text })
  return { kind: 'list', items: [{ kind: 'object', type: 'Entry', held: nameOf(data('name'), 'name') }], more: true }
}

const requests: Special = (call) => {
  const [method, url, body] = call.given.positional
  const reads = /^(?:GET|HEAD|OPTIONS)$/.test(knownText(method) ?? '') && (body === undefined || body.kind === 'data')
  return actBy(readEntry(`${reads ? 'fetch' : 'send'}:0 -> Response`), {
    ...call,
    given: { ...call.given, positional: [url ?? data(call.text)] },
  })
}

const opensDatabase: Special = (call) => {
  const driver = knownText(first(call)) ?? ''
  return actBy(readEntry(driver.startsWith('sqlite') ? 'read:1 -> Database' : 'connect:1 -> Database'), call)
}

const opensFile: Special = (call) => {
  const flags = call.text
  return actBy(
    readEntry(
      /O_(?:WRONLY|RDWR|CREATE|TRUNC|APPEND)/.test(flags) || !/O_RDONLY/.test(flags)
        ? 'write:0 -> File'
        : 'read:0 -> File',
    ),
    call,
  )
}

const formats: Special = (call) => {
  const [format, ...values] = call.given.positional
  return format?.kind === 'text'
    ? percentFormat(format.word, { kind: 'list', items: values, more: false }, call.text)
    : data(call.text)
}

const RULING = /^(?:PATH|LD_\w+|DYLD_\w+|BASH_ENV|ENV|GIT_(?:SSH|EXTERNAL|PAGER|EDITOR)\w*|PAGER|EDITOR|SHELL|GOFLAGS)$/

const SPECIALS: ReadonlyMap<string, Special> = new Map<string, Special>([
  ['os/exec.Command', startsAt(0)],
  ['os/exec.CommandContext', startsAt(1)],
  [
    'syscall.Exec',
    (call) => {
      const list = call.given.positional[1]
      const words = list?.kind === 'list' ? list.items.slice(1).map((item) => wordOf(item, call.text)) : []
      call.engine.record({ does: 'program', words: [wordOf(first(call), call.text), ...words], text: call.text })
      return data(call.text)
    },
  ],
  ['path/filepath.Join', (call) => joinPaths(call.given.positional, call.text)],
  ['path.Join', (call) => joinPaths(call.given.positional, call.text)],
  ['path/filepath.Dir', (call) => parentOf(first(call), call.text)],
  ['path/filepath.Base', (call) => nameOf(first(call), call.text)],
  ['path/filepath.Abs', first],
  ['path/filepath.Clean', first],
  ['path/filepath.Walk', walks],
  ['path/filepath.WalkDir', walks],
  [
    'path/filepath.Glob',
    (call) => {
      const known = knownText(first(call)) ?? '**'
      return {
        kind: 'list',
        items: [foundBelow(text(known.startsWith('/') ? '/' : '.'), known.replace(/^\//, ''), call.text)],
        more: true,
      }
    },
  ],
  ['os.ReadDir', lists],
  ['io/ioutil.ReadDir', lists],
  ['os.Getenv', (call) => variable(knownText(first(call)), call, undefined)],
  ['os.LookupEnv', (call) => variable(knownText(first(call)), call, undefined)],
  [
    'os.Setenv',
    (call) => {
      if (RULING.test(knownText(first(call)) ?? 'PATH')) call.engine.unread('unknown-call', call.text)
      return data(call.text)
    },
  ],
  ['os.UserHomeDir', () => text('~')],
  ['os.Getwd', () => text('.')],
  [
    'os.Chdir',
    (call) => {
      call.engine.moveTo(first(call))
      return data(call.text)
    },
  ],
  ['os.TempDir', () => text('/tmp')],
  [
    'os.MkdirTemp',
    () => ({
      kind: 'text',
      word: { kind: 'dynamic', source: 'tmp', pieces: [{ known: '/tmp/' }, { unknown: 'name', from: 'argument' }] },
    }),
  ],
  ['os.CreateTemp', () => ({ kind: 'object', type: 'File', held: { kind: 'text', word: literal('/tmp/file') } })],
  ['os.OpenFile', opensFile],
  ['net/http.NewRequest', requests],
  [
    'net/http.NewRequestWithContext',
    (call) => requests({ ...call, given: { ...call.given, positional: call.given.positional.slice(1) } }),
  ],
  ['Client#Do', (call) => data(call.text)],
  ['database/sql.Open', opensDatabase],
  ...['Open', 'Connect', 'MustConnect', 'MustOpen'].map(
    (name) => [`github.com/jmoiron/sqlx.${name}`, opensDatabase] as const,
  ),
  ['fmt.Sprintf', formats],
  ...GO_PLAIN_SPECIALS,
  ...['io.Copy', 'fmt.Fprintf', 'fmt.Fprintln', 'fmt.Fprint', 'bufio.NewWriter', 'io.WriteString'].map(
    (name) =>
      [
        name,
        (call: LibraryCall): Value => {
          // Into a connection that is open to elsewhere.
          const to = first(call)
          if (to.kind === 'object' && to.type === 'Socket' && to.held !== undefined)
            for (const target of wordsOf(to.held, call.text))
              call.engine.record({ does: 'contact', target, sends: 'data', text: call.text })
          return to
        },
      ] as const,
  ),
  [
    'append',
    (call) => {
      const [list, ...more] = call.given.positional
      const items = list?.kind === 'list' ? list.items : []
      return {
        kind: 'list',
        items: [...items, ...more],
        more: call.given.open || list === undefined || (list.kind === 'list' && list.more),
      }
    },
  ],
])

const ATTRIBUTES: ReadonlyMap<string, (self: Value, engine: Engine) => Value> = new Map<
  string,
  (self: Value, engine: Engine) => Value
>([
  ...GO_ATTRIBUTES,
  ['os.Stdin', () => ({ kind: 'object', type: 'File' })],
  ['os.Stdout', () => ({ kind: 'object', type: 'File' })],
  ['os.Stderr', () => ({ kind: 'object', type: 'File' })],
  ['net/http.DefaultClient', () => ({ kind: 'object', type: 'Client' })],
])

const BUILTINS =
  'len cap append make new panic recover print println copy delete close min max clear complex real imag int int64 int32 float64 byte rune uint64 uint32 uint8 uint bool error any string'

export const GO: Library = {
  language: 'go',
  globals: new Map<string, Value>([
    ...BUILTINS.split(' ').map((name) => [name, library(name)] as const),
    ['_', data('_')],
  ]),
  entries: CALLS,
  specials: SPECIALS,
  attributes: ATTRIBUTES,
  cannotAct: CANNOT_ACT,
  results: 'with error',
  reaches: new Set(),
  assigns: 'nearest',
  members: 'by name',
  keepsEnvironment: new Set(),
  neverCalls: new Set(),
  isOwn: () => false,
}
