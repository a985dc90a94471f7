import { PACKAGES } from './packages.ts'

/**
 * Libraries of which no call reads, writes, runs or contacts anything by itself, beyond what `calls.ts` says: they
 * compute with what they are given. Grouped by the reason why they cannot act.
 */
const GROUPS = {
  'the language itself': `console JSON Math Object Array String Number Boolean Date RegExp Promise Map Set WeakMap WeakSet WeakRef Symbol
    BigInt Intl Error TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError
    FinalizationRegistry URL URLSearchParams URLPattern TextEncoder TextDecoder Buffer Uint8Array Uint8ClampedArray
    Uint16Array Uint32Array Int8Array Int16Array Int32Array Float64Array Float32Array BigInt64Array BigUint64Array
    ArrayBuffer SharedArrayBuffer DataView Proxy Atomics structuredClone parseInt parseFloat isNaN isFinite
    encodeURIComponent decodeURIComponent encodeURI decodeURI clearTimeout clearInterval clearImmediate escape
    unescape atob btoa performance Iterator AbortSignal Event EventTarget ReadableStream WritableStream
    TransformStream CompressionStream super Temporal`,
  'modules of Node that compute; what acts in them stands in the table': `path path/posix path/win32 os util util/types events stream stream/promises stream/web stream/consumers assert
    assert/strict crypto querystring url string_decoder zlib readline readline/promises perf_hooks timers
    timers/promises test buffer punycode v8 async_hooks tty diagnostics_channel constants domain sys trace_events test/reporters`,
  'tests: they run the functions they are given': `describe it expect beforeEach afterEach beforeAll afterAll before after vi jest vitest chai mocha @jest/globals`,
  'packages that compute, parse and print': `jscodeshift recast ast-types lodash lodash-es underscore ramda semver chalk picocolors kleur colorette dayjs moment date-fns luxon uuid
    nanoid ulid yaml js-yaml toml json5 jsonc-parser zod ajv joi yup validator ms bytes minimist yargs yargs-parser
    commander debug minimatch micromatch picomatch fast-deep-equal deep-equal immer immutable rxjs mathjs
    bignumber.js bn.js decimal.js big.js marked markdown-it cheerio he entities csv-parse csv-stringify papaparse qs
    slugify pluralize classnames clsx react react-dom react-dom/server vue preact svelte acorn esprima espree
    @babel/parser @babel/types @babel/generator glob fast-glob globby tinyglobby typescript prettier handlebars
    mustache diff fuse.js iconv-lite mime mime-types ua-parser-js color tinycolor2 d3 p-limit p-map string-width
    strip-ansi wrap-ansi camelcase change-case inflection @babel/core @babel/traverse @babel/template magic-string
    source-map postcss terser uglify-js sass less svgo cssnano autoprefixer tailwindcss csso clean-css htmlparser2
    parse5 jsonpath jsonpath-plus jmespath object-hash hash-sum graphql graphql-tag @apollo/client/utilities
    superjson devalue flatted msgpackr protobufjs avsc ohash defu pathe ufo scule consola cli-table3 ora boxen
    figlet lru-cache tiny-invariant nanostores zustand redux reselect @reduxjs/toolkit vue-router effect fp-ts io-ts
    arktype valibot typebox @sinclair/typebox superstruct temporal-polyfill chroma-js three cron-parser
    libphonenumber-js numeral accounting currency.js dinero.js faker @faker-js/faker chance linkify-it remark rehype
    unified mdast-util-from-markdown gray-matter front-matter supertest fast-check seedrandom mathml string-
    similarity fastest-levenshtein leven natural compromise simple-statistics ml-matrix @noble/hashes @noble/curves`,
  'web frameworks: they define routes; what listens stands in the table': `express fastify koa @koa/router koa-router koa-bodyparser hono polka @hapi/hapi restify cors helmet morgan compression
    cookie-parser body-parser express-rate-limit express-validator swagger-ui-express express-async-handler http-errors @fastify/cors @fastify/helmet @trpc/server graphql-yoga
    @nestjs/common @nestjs/swagger class-validator class-transformer`,
  'widely used packages that compute, parse, check and describe': `
    ts-morph.Node ts-morph.SyntaxKind ts-morph.ts drizzle-orm drizzle-orm/pg-core drizzle-orm/mysql-core
    drizzle-orm/sqlite-core drizzle-zod kysely.sql @fastify/sensible @fastify/rate-limit @fastify/cookie @fastify/jwt
    @fastify/type-provider-typebox fastify-plugin @fastify/swagger light-my-request express-session connect-flash
    hono/cors hono/jwt hono/logger hono/validator zod-validation-error envalid znv t3-env @t3-oss/env-core
    @tanstack/react-table @tanstack/react-router @tanstack/virtual-core react-i18next i18next intl-messageformat
    @formatjs/intl globalize date-fns/format date-fns/locale dayjs/plugin/utc dayjs/plugin/timezone
    @js-temporal/polyfill @date-fns/tz spacetime chrono-node rrule ical.js lodash/fp lodash.isequal lodash.clonedeep
    lodash.throttle lodash.groupby es-toolkit rambda sanctuary folktale immutability-helper use-immer mdast-util-toc
    remark-mdx @mdx-js/mdx markdown-it-anchor markdown-it-toc-done-right showdown snarkdown micromark-extension-gfm
    nunjucks.renderString pug.compile ejs.render jsdom.JSDOM.fragment linkedom node-html-parser css-select css-tree
    css-what domhandler domutils dom-serializer domelementtype xpath @xmldom/xmldom msw/core msw nock sinon sinon-chai
    testdouble chai-as-promised chai-http uvu node:test ava.serial @vitest/expect expect-type tsd jose @noble/secp256k1
    argon2-browser scrypt-js otplib speakeasy otpauth uuidv7 ksuid nanoid/non-secure @lukeed/uuid typeid-js bwip-js
    qrcode.toString qrcode.toDataURL pngjs jpeg-js gifuct-js color-convert color-name culori polished d3-format
    d3-time-format d3-hierarchy d3-force d3-geo d3-path d3-scale-chromatic vega-lite topojson-client topojson-server
    flexsearch wink-nlp stemmer stopword franc ml-kmeans ml-pca ml-random-forest arquero binary-parser smart-buffer
    long int64-buffer bignumber bigint-crypto-utils bitset roaring pako fflate lz-string snappyjs cbor cbor-x bson
    @msgpack/msgpack flatbuffers opossum cockatiel bottleneck p-throttle p-debounce p-event p-reduce p-props p-settle
    async-mutex async-sema limiter rate-limiter-flexible.RateLimiterMemory pino.stdTimeFunctions ololog ansi-escapes
    cli-spinners slice-ansi cli-truncate gradient-string ink react-reconciler clipanion cleye cmd-ts gunshi
    yargs/helpers reflect-metadata tsyringe inversify awilix @nestjs/testing @nestjs/config.registerAs @nestjs/passport
    @nestjs/throttler @nestjs/mapped-types @nestjs/jwt passport passport-jwt passport-local @apollo/server
    apollo-server-core @graphql-tools/schema @graphql-tools/utils @graphql-tools/merge type-graphql pothos @pothos/core
    nexus graphql-scalars dataloader react-dom/client react-test-renderer react/jsx-runtime styled-components
    @emotion/react @emotion/css @emotion/styled clsx/lite class-variance-authority tailwind-merge framer-motion
    @radix-ui/react-slot lucide-react @heroicons/react @headlessui/react @angular/core @angular/common @angular/forms
    @angular/router @ngrx/store svelte/store solid-js solid-js/web lit lit-html preact/hooks @preact/signals vuex pinia
    @vue/test-utils vue-i18n @vueuse/core slate prosemirror-model prosemirror-state quill-delta diff-match-patch jsdiff
    fast-json-patch rfc6902 json-patch jsondiffpatch microdiff deep-object-diff sql-formatter node-sql-parser
    pgsql-ast-parser sqlstring pg-format jsep peggy chevrotain nearley moo ohm-js antlr4 @lezer/lr @lezer/common geolib
    haversine geokdbush supercluster proj4 wellknown ngeohash h3-js open-location-code country-list i18n-iso-countries
    currency-codes iso-639-1 libphonenumber-js/max validator/lib/isEmail email-addresses emailjs-mime-parser
    semver-compare compare-versions compare-func parse-github-url hosted-git-info git-url-parse parse-diff
    gitdiff-parser conventional-commits-parser conventional-changelog-angular @commitlint/parse ignore braces
    fill-range to-regex-range is-extglob`,
  'trees of documents': `remark-parse remark-stringify remark-gfm remark-rehype remark-html remark-frontmatter remark-math rehype-stringify rehype-raw rehype-parse rehype-highlight
    rehype-slug rehype-sanitize unist-util-visit unist-util-map unist-util-remove unist-util-select unist-builder mdast-util-to-string mdast-util-to-markdown
    mdast-util-gfm hast-util-to-html hast-util-to-string vfile micromark`,
  'words of a command line, and what is shown on it': `cac meow citty sade arg mri getopts @clack/prompts prompts inquirer enquirer @inquirer/prompts cli-progress listr2 log-symbols figures
    ansi-colors ansis colors cli-cursor log-update nanospinner yoctocolors pretty-bytes pretty-ms table columnify terminal-link`,
  'queries as text: nothing in them runs one': `sql-template-tag sql-template-strings squel`,
  'more packages that compute, parse and print': `filesize github-slugger p-queue p-retry p-all p-series p-timeout eventemitter3 mitt tiny-emitter nanoevents
    lodash.debounce lodash.merge lodash.get deepmerge merge-deep clone rfdc flat radash remeda just-map-values
    date-fns-tz moment-timezone uuid/v4 cuid @paralleldrive/cuid2 short-uuid hashids bcryptjs jsonwebtoken
    crypto-js tweetnacl md5 sha.js base64-js buffer text-encoding fast-xml-parser xml2js xmlbuilder2 sax xml-js
    csv csv-parser json2csv @json2csv/plainjs jsonlines ndjson split2 through2 concat-stream json-stable-stringify
    fast-json-stable-stringify ini smol-toml @iarna/toml strip-json-comments ajv-formats ajv-keywords jsonschema
    dompurify sanitize-html turndown html-escaper shiki highlight.js prismjs katex escape-string-regexp
    regexpu-core xregexp emoji-regex title-case sentence-case camel-case param-case dedent common-tags outdent
    wordwrap word-wrap cli-table text-table treeify asciichart chartist ansi-regex supports-color has-flag
    is-unicode-supported node-emoji onetime mimic-fn memoize mem quick-lru is-plain-obj is-number is-glob
    type-fest ts-pattern ts-results neverthrow purify-ts true-myth @tanstack/query-core @tanstack/react-query swr
    jotai recoil xstate mobx mobx-react react-router react-router-dom react-hook-form @testing-library/react
    @testing-library/dom @testing-library/user-event @testing-library/jest-dom expect tape power-assert should
    estree-walker estraverse escodegen astring meriyah @swc/types es-module-lexer cjs-module-lexer
    code-block-writer ip ip-address ipaddr.js netmask tldts psl punycode.js whatwg-url url-parse query-string
    path-to-regexp urlpattern-polyfill content-type content-disposition cookie set-cookie-parser accepts
    negotiator vary etag fresh randomstring random-js lorem-ipsum unique-names-generator complex.js fraction.js
    ml-regression stats-lite jstat @stdlib/stats kdbush rbush @turf/turf delaunator d3-array d3-scale d3-shape
    d3-time graphlib dagre cytoscape toposort dependency-graph tsort heap-js mnemonist js-sdsl trie-search lunr
    minisearch elasticlunr natural-compare natural-orderby @aws-crypto/sha256-js @opentelemetry/api
    http-status-codes statuses boom @hapi/boom tough-cookie @hono/zod-validator @asteasolutions/zod-to-openapi
    zod-to-json-schema qrcode-terminal jsbarcode svg-path-parser`,
  'logs to the terminal': 'pino winston bunyan loglevel signale npmlog tslog roarr',
} as const

export const LANGUAGE = GROUPS['the language itself'].split(/\s+/).filter(Boolean)
export const TESTS = GROUPS['tests: they run the functions they are given'].split(/\s+/).filter(Boolean)

/** Modules that act: only what the table says of them is understood. */
const ACTS =
  'fs child_process net http https http2 tls dgram dns vm worker_threads cluster process module Bun Deno repl inspector inspector/promises wasi sea multer @playwright/test @hono/node-server vite vitest/node'.split(
    ' ',
  )

export const CANNOT_ACT: ReadonlySet<string> = new Set([
  ...Object.values(PACKAGES).flatMap((names) => names.split(/\s+/).filter(Boolean)),
  ...Object.values(GROUPS).flatMap((names) => names.split(/\s+/).filter(Boolean)),
  ...ACTS.map((name) => `-${name}`),
])
