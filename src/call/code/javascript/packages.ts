/**
 * Widely used packages that cannot act: no call of theirs reads, writes, runs or contacts anything by itself. A bundler's
 * plug-in is a description; what runs it stands in the table.
 */
export const PACKAGES = {
  'what a page is made of':
    'getComputedStyle requestAnimationFrame innerWidth innerHeight scrollTo scrollBy scrollY matchMedia Element HTMLElement Node NodeFilter CSS',
  'plug-ins and presets: they describe': `@rollup/plugin-node-resolve @rollup/plugin-commonjs @rollup/plugin-terser @rollup/plugin-json @rollup/plugin-babel @rollup/plugin-typescript @rollup/plugin-replace
    @rollup/plugin-alias @rollup/pluginutils rollup-plugin-terser rollup-plugin-dts rollup-plugin-visualizer @vitejs/plugin-react @vitejs/plugin-vue @vitejs/plugin-react-swc @sveltejs/vite-plugin-svelte
    vite-tsconfig-paths vite-plugin-dts vite-plugin-pwa esbuild-sass-plugin esbuild-plugin-copy html-webpack-plugin mini-css-extract-plugin css-minimizer-webpack-plugin terser-webpack-plugin
    copy-webpack-plugin webpack-merge @babel/preset-env @babel/preset-react @babel/preset-typescript @tailwindcss/forms @tailwindcss/typography postcss-nested postcss-import postcss-preset-env cssnano
    @eslint/js globals typescript-eslint eslint-config-prettier eslint-plugin-react unplugin-auto-import @mdx-js/rollup magicast recma-mdx estree-util-visit esast-util-from-js`,
  'generators and readers of source that give text': `openapi-typescript json-schema-to-typescript json-schema-to-zod zod-to-ts quicktype-core graphql/utilities
    @asyncapi/parser openapi-types json-schema-traverse json-schema-faker @faker-js/faker/locale/en openapi-sampler @redocly/openapi-core.lintFromString js-yaml-loader
    jsonpath-ng json-pointer json-ptr jsonata jsonlogic expr-eval expression-eval mathjs/number nerdamer algebra.js vega vega-embed vega-schema d3-color d3-interpolate d3-selection d3-shape d3-zoom
    d3-scale-chromatic d3-dsv topojson geojson-vt @turf/helpers @turf/distance @turf/bbox @turf/boolean-point-in-polygon earcut polybooljs point-in-polygon simplify-js flubber paper.Path
    mermaid.parse dagre-d3 elkjs graphology graphology-metrics ngraph.graph cytoscape-dagre jsgraphs typescript-collections denque yallist tiny-queue fastq queue-microtask p-defer p-timeout
    p-wait-for p-whilst delay yocto-queue throttled-queue limiter token-bucket backoff exponential-backoff retry async-retry async neo-async promise-retry promise-all-props bluebird`,
  'interfaces, state and what they are made of': `@angular/animations @angular/material @testing-library/angular @testing-library/vue @testing-library/svelte @testing-library/react-hooks @testing-library/preact enzyme
    react-query react-table react-select react-window react-virtualized react-dnd react-beautiful-dnd react-markdown react-helmet react-redux redux-thunk redux-saga/effects redux-observable reselect
    @reduxjs/toolkit/query immer/dist jotai/utils valtio nanostores effector rxjs/operators most xstream zen-observable @vue/reactivity @vue/compiler-sfc @vue/runtime-core @ember/object
    alpinejs htm hyperscript hyperapp mithril inferno riot stencil lit-element @lit/reactive-element @lit/localize @open-wc/testing @storybook/react @storybook/test @mui/material @mui/icons-material
    @chakra-ui/react antd bootstrap bulma primereact element-plus vuetify quasar ionicons @fortawesome/fontawesome-svg-core react-icons next/router next/link next/image next/head next-intl next-auth/react
    @remix-run/react @remix-run/node.json gatsby-link astro/components svelte/compiler svelte/transition @sveltejs/kit solid-start qwik @builder.io/qwik three/examples konva matter-js
    cannon-es planck-js gl-matrix ml-matrix numeric numjs ndarray stdlib simple-statistics regression brain.js synaptic ml-regression-base kmeans-js hungarian-algorithm apriori`,
  'checks, words of command lines, tests and plots': `runtypes fastest-validator vest @oclif/core oclif command-line-args command-line-usage ava jasmine qunit @japa/runner @japa/assert liquidjs chart.js chart.js/auto
    plotly.js plotly.js-dist echarts recharts nivo @nivo/core @nivo/bar url-pattern rss feed @mikaelporttila/rss @rowanmanning/feed-parser feedparser exceljs pdf-lib pdfkit fast-csv @fast-csv/parse @fast-csv/format
    @std/csv @std/yaml @std/toml @std/jsonc @std/ini @std/html @std/assert @std/expect @std/testing @std/datetime @std/fmt @std/text @std/semver @std/collections @std/encoding @std/async @std/cli @std/uuid @std/front-matter @std/ulid @std/bytes @std/data-structures`,
  'text, data and time': `ajv-errors ajv-i18n alasql.parse bignumber caseless charenc chardet jschardet cldrjs color-hash css-what cssom cssesc csso cron-validator cronstrue date-holidays deep-diff
    deep-extend deep-freeze deep-sort-object dot-prop dot-object email-validator emoji-mart emojibase escape-html fast-csv.parseString fast-glob.escapePath fast-json-parse fast-levenshtein fast-memoize fast-sort
    fast-xml-builder fastest-levenshtein fuzzysort fuzzy get-value glob-parent google-libphonenumber graphemer grapheme-splitter gray-matter/lib handlebars-helpers hashids/cjs he/he
    html-to-text html-minifier html-minifier-terser html-react-parser htmlnano humanize-duration humanize-string hyphen iban ibantools iso-3166-1 iso-639-3 is-ip is-email is-url
    joi-date js-beautify js-levenshtein js-sha256 js-sha1 js-tokens json-diff json-query json-to-pretty-yaml json2md jsonrepair jsonschema-key-compression kind-of knuth-shuffle-seeded left-pad
    libphonenumber-js/min linkifyjs lodash.camelcase lodash.chunk lodash.kebabcase lodash.mergewith lodash.omit lodash.pick lodash.set lodash.sortby lodash.uniq lodash.uniqby lodash.snakecase lodash.startcase
    luhn map-obj markdown-table markdown-to-jsx marked-highlight marked-terminal mdast-util-from-markdown mdast-util-heading-range merge merge2 mime-db mime/lite
    minimatch/dist money-math mustache/mustache natural-sort normalize-url normalize-path numbro object-path object.omit ordinal parse-duration parse-ms parse-json parse-path parse-url passwordgenerator
    pinyin pluralize/pluralize pretty-format prettier/standalone qs/lib randexp rate-limiter regex-parser remove-accents rgb-hex rison romanize sanitize-filename semver-diff
    sentencer seedrandom/lib sift similarity slug snake-case source-map-js sort-keys sortobject spdx-correct spdx-expression-parse split-lines sprintf-js stable statuses stemmer string-argv
    string-similarity stringify-object strip-bom strip-indent striptags swear table-layout tinyld tinyspy title-case titlecase toml-j0.4 transliteration traverse truncate-utf8-bytes ts-dedent
    ts-deepmerge ts-md5 ts-toolbelt twemoji-parser typanion uint8arrays unaccent underscore.string unescape-html unicode-properties upper-case url-join url-template uuid-parse v8-to-istanbul valid-url
    validate-npm-package-name vcard-parser voca wcwidth word-list xml-formatter xml-parser xmldom xmlbuilder xss yaml-ast-parser yargs-unparser yaml-lint z-schema zod-form-data zod-validation-error`,
  'servers described, tests and protocols': `@fastify/formbody @fastify/multipart @fastify/websocket @fastify/compress @fastify/etag @fastify/under-pressure @fastify/view @fastify/auth @hapi/joi @hapi/hoek @hapi/accept @koa/cors @koa/bodyparser
    koa-compress koa-helmet koa-logger koa-json koa-mount koa-session hono/jsx hono/http-exception hono/factory hono/cookie hono/body-limit hono/basic-auth hono/bearer-auth hono/secure-headers hono/pretty-json hono/timing elysia @elysiajs/swagger
    itty-router h3 nitro ofetch.FetchError express-session connect cookie-session csurf csrf-csrf express-slow-down express-fileupload method-override serve-favicon response-time on-finished on-headers
    range-parser type-is raw-body body-parser content-range forwarded proxy-addr basic-auth auth-header jwt-decode jws jwa node-jose.util oauth-1.0a passport-google-oauth20 passport-github2
    @trpc/server/adapters/express @orpc/server zodios @ts-rest/core @ts-rest/express openapi-backend express-openapi-validator swagger-ui-dist @nestjs/core.Reflector @nestjs/config
    @nestjs/typeorm @nestjs/graphql @nestjs/cqrs @nestjs/event-emitter @nestjs/schedule @nestjs/cache-manager @nestjs/terminus routing-controllers typedi class-validator-jsonschema graphql-subscriptions
    graphql-request.gql graphql-relay graphql-shield graphql-depth-limit @envelop/core @graphql-typed-document-node/core typeorm.Entity typeorm.Column typeorm.PrimaryGeneratedColumn typeorm.ManyToOne typeorm.OneToMany
    typeorm.In typeorm.Like typeorm.MoreThan typeorm.IsNull typeorm.Not typeorm.Between typeorm.JoinColumn typeorm.Index typeorm.CreateDateColumn typeorm.UpdateDateColumn sequelize.DataTypes sequelize.Op sequelize.Model
    mongoose.Schema mongoose.Types mongoose.isValidObjectId mongoose.model mongoose.models mongodb.ObjectId bson-objectid objection.Model kysely.CompiledQuery drizzle-kit.defineConfig drizzle-orm/sqlite-core/query-builders
    @prisma/client.Prisma @prisma/client/runtime/library ioredis-mock redis-mock mock-fs memfs pg-mem aws-sdk-client-mock jest-mock jest-mock-extended vitest-mock-extended
    ts-mockito ts-jest @jest/types jest-diff jest-matcher-utils @vitest/runner chai-subset chai-datetime supertest-graphql @axe-core/playwright @playwright/experimental-ct-react
    benchmark tinybench mitata fishery rosie test-data-bot @mswjs/data @mswjs/interceptors nock/types fetch-mock fetch-mock-jest jest-fetch-mock axios-mock-adapter mockdate timekeeper @sinonjs/fake-timers
    eventsource-parser ws/lib mqtt-packet protobufjs/minimal @bufbuild/protobuf thrift avro-js snappyjs lz4js pako/lib jszip tar-stream fflate/browser
    @opentelemetry/sdk-trace-base @opentelemetry/resources @opentelemetry/semantic-conventions prom-client winston-transport pino-pretty loglevel-plugin-prefix debug/src consola/utils npmlog signale/types`,
} as const
