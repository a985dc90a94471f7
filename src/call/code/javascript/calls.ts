import { readTable } from '../entry.ts'

/** The functions of `fs`, by what they do with their first arguments; each also ends in `Sync`. */
const FILES: Readonly<Record<string, string>> = {
  'read:0 -> Data': 'readFile readlink readJson readJSON readv',
  'read:0 -> Data ': 'createReadStream openAsBlob',
  'names:0 -> Data': 'stat lstat exists access realpath pathExists statfs opendir watch watchFile unwatchFile',
  'write:0':
    'writeFile createWriteStream outputFile writeJson writeJSON outputJson outputJSON ensureFile utimes lutimes futimes',
  'append:0': 'appendFile',
  'delete:0': 'unlink rmdir truncate',
  'delete-tree:0': 'rm remove emptyDir rimraf',
  'move:0,1': 'rename move',
  'copy:0,1': 'copyFile cp copy symlink link ensureSymlink ensureLink',
  'directory:0': 'mkdir ensureDir mkdirp',
  'access:0': 'chmod chown lchown lchmod',
  computes: 'close fstat write read fsync writev fchmod fchown ftruncate constants Stats Dirent',
}

const MODULES = ['fs', 'fs/promises', 'fs.promises', 'fs-extra', 'graceful-fs', '@std/fs']

/** The rows of `fs` for every module that has its functions. */
function fileRows(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(FILES).map(([meaning, names]) => [
      meaning,
      MODULES.flatMap((module) =>
        names.split(' ').flatMap((name) => [`${module}.${name}`, `${module}.${name}Sync`]),
      ).join(' '),
    ]),
  )
}

/** What calls into JavaScript's libraries do, in the notation of `entry.ts`. What is not here and in no library that cannot act is not understood. */
export const JAVASCRIPT_CALLS = readTable({
  ...fileRows(),
  'shell:0 -> Process':
    'child_process.exec child_process.execSync shelljs.exec execa.execaCommand execa.execaCommandSync execa.command',
  'words:0,1 -> Process': `child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync
    execa.execa execa execa.execaSync cross-spawn cross-spawn.sync cross-spawn.spawn execa.execaNode`,
  'program:0 -> Process': 'Bun.spawn Bun.spawnSync',
  'load:0 -> Process': 'child_process.fork',
  'unread:0': `process.binding process.dlopen process._linkedBinding WebAssembly.instantiate
    WebAssembly.Module WebAssembly.compile WebAssembly.instantiateStreaming Deno.dlopen Reflect.construct Reflect.apply
    module.register module._load Module._load inspector.open inspector.Session repl.start vm.SourceTextModule
    vm.compileFunction cluster.fork process.setuid process.setgid process.chroot v8.setFlagsFromString v8.deserialize
    navigator.sendBeacon importScripts document.write process.report.writeReport v8.writeHeapSnapshot net.Server`,
  'code:0': 'eval vm.runInThisContext vm.runInNewContext vm.runInContext vm.Script vm.SyntheticModule',
  'fetch:0 -> Response': `fetch axios axios.get axios.head axios.options got got.get got.head node-fetch undici.fetch undici.request
    superagent.get ky ky.get needle.get request request.get EventSource XMLHttpRequest globalThis.fetch phin cross-fetch
    isomorphic-fetch ofetch.ofetch ofetch.$fetch`,
  'fetch:0 -> Request:0': 'http.get https.get http.request https.request http2.connect',
  'send:0 -> Response': `axios.post axios.put axios.patch axios.delete got.post got.put got.patch got.delete superagent.post
    superagent.put ky.post ky.put ky.patch ky.delete needle.post request.post request.put axios.postForm axios.putForm`,
  'fetch:0': `dns.lookup dns.resolve dns.promises.lookup dns.promises.resolve dns.resolve4 dns.resolveTxt dns/promises.lookup
    dns/promises.resolve dns/promises.resolveTxt dns.promises.resolveTxt dns.resolveMx dns.reverse`,
  'connect:0 -> Socket': `net.connect net.createConnection tls.connect`,
  'connect:0 -> WebSocket:0': 'WebSocket ws ws.WebSocket socket.io-client.io socket.io-client',
  '-> Socket': 'net.Socket dgram.createSocket',
  'connect:0': 'Socket#connect Socket#send',
  'send:self': 'Request#write WebSocket#send WebSocket#emit',
  // A directory that a server gives to whoever asks.
  'read:0 -> Data      ': 'express.static serve-static koa-static koa-static.default serve-handler',
  'write:0   ': 'TsProject#createSourceFile',
  'unread:0 ': 'Socket#write Socket#pipe Socket#emit',
  computes: `RssParser#parseString Dispatcher#close Dispatcher#destroy Dispatcher#on Dispatcher#once Dispatcher#closed Dispatcher#stats WebSocket#* zx.sleep zx.echo zx.question zx.which zx.spinner zx.retry zx.within zx.quote zx.YAML.* zx.minimist zx.stdin Socket#on Socket#once Socket#end Socket#close Socket#destroy Socket#setEncoding Socket#setTimeout Socket#unref Socket#off
    Socket#addEventListener Socket#onopen Socket#onmessage Socket#terminate Socket#setNoDelay
    Request#on Request#end Request#setTimeout Request#destroy Request#setHeader Request#once Request#flushHeaders
    Response#* Data#* Process#* Entry#* Image#* Statement#* Server#closeAllConnections Server#listeners
    worker_threads.parentPort.on worker_threads.parentPort.once worker_threads.parentPort.postMessage worker_threads.parentPort.close
    Reflect.getMetadata Reflect.defineMetadata Reflect.hasMetadata Reflect.getMetadataKeys Reflect.getOwnMetadata Reflect.metadata
    @playwright/test.expect @playwright/test.devices process.versions.* process.release.* process.features.* vite.defineConfig vite.normalizePath
    Server#on Server#close Server#address Server#once Server#unref
    process.exit process.cwd process.uptime process.memoryUsage process.cpuUsage process.hrtime
    process.hrtime.bigint process.nextTick process.on process.once process.off process.emitWarning process.exitCode
    process.resourceUsage process.getuid process.getgid process.geteuid process.umask process.abort process.emit
    process.removeListener process.removeAllListeners process.addListener process.constrainedMemory
    process.availableMemory process.setUncaughtExceptionCaptureCallback process.listenerCount
    Reflect.ownKeys Reflect.has Reflect.getPrototypeOf http.STATUS_CODES net.isIP net.isIPv4 net.isIPv6 dns.getServers
    http.Agent https.Agent axios.isAxiosError axios.AxiosError axios.CanceledError require.resolve import.meta.resolve
    worker_threads.isMainThread worker_threads.threadId util.* Bun.version Deno.version Deno.cwd Deno.exit Bun.nanoseconds
    Bun.sleep Bun.hash Bun.inspect Deno.inspect Headers FormData AbortController AbortSignal.timeout AbortSignal.any
    import.meta.glob module.builtinModules module.isBuiltin Client#interceptors.* Blob`,
  '-> App':
    'express express.Router fastify koa @koa/router koa-router hono.Hono polka restify.createServer @hapi/hapi.server App#*',
  'listen:0 -> Server': 'App#listen App#start',
  'listen:0 -> Server  ': 'ws.WebSocketServer ws.Server ws.WebSocket.Server socket.io.Server',
  'listen:0': 'Server#listen Bun.serve Deno.serve Deno.listen',
  '-> Server': 'http.createServer https.createServer net.createServer http2.createServer tls.createServer http.Server',
  'end-process': 'process.kill',
  'environment:0': 'Deno.env.toObject process.report.getReport',
  'read:0 -> Data  ':
    'Deno.readTextFile Deno.readTextFileSync Deno.readFile Deno.readFileSync Bun.file Deno.open Deno.openSync',
  'names:0 -> Data ': 'Deno.stat Deno.statSync Deno.lstat Deno.realPath',
  'write:0 ': 'Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile Deno.writeFileSync Bun.write Deno.create',
  'delete-tree:0 ':
    'Deno.remove Deno.removeSync rimraf rimraf.sync rimraf.rimraf rimraf.rimrafSync del del.deleteAsync del.deleteSync shelljs.rm trash',
  'move:0,1 ': 'Deno.rename Deno.renameSync shelljs.mv',
  'copy:0,1 ':
    'Deno.copyFile Deno.copyFileSync Deno.symlink Deno.symlinkSync Deno.link shelljs.cp cpy cpx.copySync shelljs.ln',
  'directory:0 ': 'Deno.mkdir Deno.mkdirSync mkdirp mkdirp.sync mkdirp.mkdirp shelljs.mkdir make-dir',
  'access:0 ': 'Deno.chmod Deno.chown shelljs.chmod',
  'read:0 -> Data   ': 'dotenv.config dotenv.configDotenv process.loadEnvFile shelljs.cat Deno.readLink',
  // Databases, caches and services
  'connect:0 -> Database':
    'pg.Client pg.Pool pg mysql2.createConnection mysql2/promise.createConnection mysql2.createPool mysql.createConnection postgres',
  'read:0 -> Database': 'better-sqlite3 sqlite3.Database sqlite.DatabaseSync',
  'sql:0 -> Database:self':
    'Database#query Database#execute Database#exec Database#run Database#all Database#get Database#each',
  // A statement that was read when it was prepared.
  'sql:0 -> Statement': 'Database#prepare',
  '-> Statement': 'Statement#bind Statement#pluck Statement#raw Statement#expand Statement#columns',
  '-> Image':
    'Image#resize Image#rotate Image#webp Image#png Image#jpeg Image#avif Image#toFormat Image#extract Image#composite Image#blur Image#sharpen Image#grayscale Image#greyscale Image#flip Image#flop Image#trim Image#normalize Image#threshold Image#tint Image#modulate Image#withMetadata Image#extend Image#flatten Image#clone Image#crop Image#quality Image#contain Image#cover Image#scale Image#raw Image#negate Image#gamma Image#median',
  'read:0 -> Image': 'sharp jimp.read jimp.Jimp.read Jimp.read canvas.loadImage',
  'write:0  ': 'Image#toFile Image#write Image#writeAsync xlsx.writeFile xlsx.writeFileXLSX',
  'read:0 -> Data    ':
    'xlsx.readFile read-pkg.readPackage read-pkg-up.readPackageUp load-json-file find-up.findUp find-up.findUpSync pkg-dir.packageDirectory image-size image-size.imageSizeFromFile',
  'listen:0 -> Server ': 'App#fire',
  '-> Data':
    'Database#* Store#* Prisma#find* Prisma#count* Prisma#aggregate* Prisma#group* Prisma#$connect Prisma#$disconnect Drizzle#select* Drizzle#query* Drizzle#with* Page#* Browser#*',
  'connect:0 -> Store': 'ioredis redis.createClient ioredis.Redis memcached',
  'unread:0   ':
    'Store#flushall Store#flushdb Store#flushAll Store#flushDb Store#script Store#eval Store#config Store#shutdown',
  // Rows are added where the project's settings say; one that is named by its key may change.
  '-> Data  ':
    'Prisma#create* Prisma#upsert* PrismaAt#find* PrismaAt#count* PrismaAt#aggregate* PrismaAt#group* PrismaAt#$connect PrismaAt#$disconnect',
  'sql:0   ': 'PrismaAt#$executeRawUnsafe PrismaAt#$queryRawUnsafe',
  'sql:0  ': 'Prisma#$executeRawUnsafe Prisma#$queryRawUnsafe',
  '-> Github': '@octokit/rest.Octokit octokit.Octokit @octokit/core.Octokit @actions/github.getOctokit',
  'fetch:=https://api.github.com -> Response': 'Github#list* Github#get* Github#search* Github#paginate*',
  '-> Browser':
    'puppeteer.launch playwright.chromium.launch playwright.firefox.launch playwright.webkit.launch @playwright/test.chromium.launch playwright-core.chromium.launch puppeteer-core.launch',
  '-> Page': 'Browser#newPage Browser#newContext Page#newPage Page#context',
  'fetch:0 -> Response ': 'Page#goto',
  // What a person is logged in with.
  'unread:0    ': `Page#cookies Page#storageState Browser#cookies Browser#storageState Page#localStorage
    puppeteer.connect playwright.chromium.connectOverCDP playwright.chromium.launchPersistentContext`,
  'connect:0 -> Drizzle': `drizzle-orm/node-postgres.drizzle drizzle-orm/postgres-js.drizzle drizzle-orm/mysql2.drizzle drizzle-orm/neon-http.drizzle
    drizzle-orm/planetscale-serverless.drizzle drizzle-orm/vercel-postgres.drizzle drizzle-orm/libsql.drizzle`,
  'read:0 -> Drizzle': 'drizzle-orm/better-sqlite3.drizzle drizzle-orm/bun-sqlite.drizzle',
  'fetch:0 -> Data ': 'jose.createRemoteJWKSet',
  'read:0 -> Data       ': 'fast-csv.parseFile @fast-csv/parse.parseFile',
  'write:0    ': 'fast-csv.writeToPath @fast-csv/format.writeToPath',
  '-> RssParser': 'rss-parser',
  'fetch:0 -> Data  ': 'RssParser#parseURL',
  'sql:0    ': 'Drizzle#execute Drizzle#run Drizzle#all Drizzle#get',
  '-> TsProject': 'ts-morph.Project',
  '-> TsProject ': 'TsProject#*',
  'write:=./src/**': 'TsProject#save TsProject#saveSync',
  // Clients of databases and queues
  'connect:0 -> Mongo': 'mongodb.MongoClient mongodb.MongoClient.connect',
  'connect:0 ': 'mongoose.connect mongoose.createConnection',
  'unread:0       ': 'Mongo#db.dropDatabase Mongo#dropDatabase Mongo#drop Mongo#dropCollection Mongo#deleteMany',
  '-> Mongo': 'Mongo#db Mongo#collection Mongo#admin',
  'unread:0        ': 'Queue#obliterate Queue#drain Queue#clean Queue#empty',
  'connect:0 -> Database ':
    'slonik.createPool pg-promise postgres.default mysql2.default @neondatabase/serverless.neon @libsql/client.createClient @planetscale/database.connect tedious.Connection mssql.connect cassandra-driver.Client neo4j-driver.driver',
  'connect:0 -> Store ':
    '@elastic/elasticsearch.Client @opensearch-project/opensearch.Client kafkajs.Kafka amqplib.connect nats.connect mqtt.connect @upstash/redis.Redis meilisearch.MeiliSearch typesense.Client @qdrant/js-client-rest.QdrantClient',
  // Tables of a database that a client was opened on
  '-> Statement  ': 'Drizzle#insert Drizzle#update',
  '-> Rows': 'Database#() Rows#*',
  'unread:0         ': `Rows#del Rows#delete Rows#truncate Database#schema.dropTable Database#schema.dropTableIfExists Database#schema.dropSchema Database#schema.raw Database#drop
    Database#dropTable Database#dropDatabase Database#dropAllSchemas Database#truncate Database#deleteFrom Database#sync Database#synchronize Database#migrate.rollback Commander#executableDir Mongo#command Mongo#adminCommand Mongo#updateMany Mongo#rename Mongo#bulkWrite`,
  // Linters and builders that read the project
  'read:0 -> Data     ': 'Linter#lintFiles',
  '-> Data ': `Linter#lintText Linter#loadFormatter Linter#calculateConfigForFile Linter#isPathIgnored eslint.ESLint.getErrorResults eslint.Linter eslint.RuleTester
    Mongo#* Queue#* mongoose.disconnect mongoose.Types.ObjectId mongoose.set mongoose.connection.close mongoose.startSession Interceptor#* Client#interceptors.request.use Client#interceptors.response.use Client#defaults
    rollup.defineConfig rollup.VERSION Bundle#close Bundle#watchFiles Bundle#generate`,
  // Methods that act, on a value of which nobody knows the type
  'shell:0': 'any#execSync any#execCommand',
  'sql:0': 'any#query any#$executeRawUnsafe any#$queryRawUnsafe',
  'unread:0  ': `any#rmSync any#unlinkSync any#rmdirSync any#execFileSync any#spawnSync any#writeFileSync any#appendFileSync
    any#flushall any#flushdb any#flushAll any#flushDb any#dropDatabase any#runInThisContext any#runInNewContext any#getBuiltinModule any#dlopen any#unlink
    any#rm any#rmdir any#removeSync any#emptyDirSync any#createWriteStream any#renameSync any#copyFileSync any#cpSync any#symlinkSync any#deleteMany
    any#writeFile any#appendFile any#readFileSync any#readFile any#spawn any#sendMail any#upload any#putObject`,
})
