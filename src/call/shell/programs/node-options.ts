import type { Value } from '../../programs/entry.ts'

/** Options of Node, and of `tsx` and `ts-node`, beside those that name code. */
export const NODE_OPTIONS: Readonly<Record<string, Value>> = {
  // A condition for Node, a compiler for ts-node.
  '-C, --conditions, --compiler': 'loads-code',
  '-P, --project, --tsconfig': 'config',
  // They may set what Node itself reads.
  '--env-file, --env-file-if-exists': 'project-directory',
  '--openssl-config, --experimental-config-file, --build-snapshot-config': 'config',
  '--test-reporter': 'loads-code',
  '--test-global-setup, --snapshot-blob': 'loads-code',
  '--test-reporter-destination': { words: 'stdout stderr', else: 'write' },
  '--cpu-prof-dir, --heap-prof-dir, --diagnostic-dir, --report-dir, --report-directory': 'directory',
  '--cpu-prof-name, --heap-prof-name, --report-filename, --redirect-warnings, --trace-event-file-pattern': 'write',
  // Whoever reads the file reads what is sent.
  '--tls-keylog': 'opaque',
  '--localstorage-file': 'edit',
  '--icu-data-dir': 'names',
  '--cwd': 'project-directory',
  '--inspect, --inspect-brk, --inspect-wait': {
    words: '0 9229 9230 127.0.0.1:9229 localhost:9229 127.0.0.1:0',
    else: 'listen',
    optional: true,
  },
  '--run': 'text',
  '--title, --input-type, --max-semi-space-size, --stack-size, --stack_size, --stack-trace-limit, --test-name-pattern, --test-skip-pattern, --test-concurrency, --test-timeout, --test-shard, --test-isolation, --experimental-test-isolation, --test-coverage-include, --test-coverage-exclude, --test-coverage-lines, --test-coverage-branches, --test-coverage-functions, --watch-path, --unhandled-rejections, --dns-result-order, --disable-warning, --trace-event-categories, --v8-pool-size, --max-http-header-size, --experimental-default-type, --heapsnapshot-near-heap-limit, --heapsnapshot-signal, --watch-kill-signal, --disable-proto, --inspect-port, --inspect-publish-uid, --experimental-specifier-resolution, --network-family-autoselection-attempt-timeout, -O, --compiler-options, --ignore, -I, -D, --ignore-diagnostics, --include, --exclude, --max-old-space-size-percentage, --extensions, -x':
    'text',
  '--no-experimental-*, --harmony*, --turbo*, --allow-fs-read*, --allow-fs-write*': 'text',
}

export const NODE_FLAGS =
  '-i --interactive --test --test-only --test-force-exit --test-update-snapshots --experimental-test-coverage --experimental-test-module-mocks --experimental-test-snapshots --experimental-strip-types --experimental-transform-types --strip-types --experimental-vm-modules --experimental-sqlite --experimental-wasm-modules --experimental-import-meta-resolve --experimental-network-inspection --experimental-permission --permission --experimental-require-module --experimental-detect-module --experimental-eventsource --experimental-websocket --experimental-webstorage --experimental-worker --experimental-json-modules --experimental-modules --experimental-fetch --experimental-global-webcrypto --experimental-print-required-tla --experimental-abortcontroller --experimental-addon-modules --experimental-async-context-frame --no-warnings --no-deprecation --trace-warnings --trace-deprecation --trace-uncaught --trace-exit --trace-sigint --trace-sync-io --trace-gc --trace-events-enabled --throw-deprecation --pending-deprecation --enable-source-maps --preserve-symlinks --preserve-symlinks-main --prof --prof-process --cpu-prof --heap-prof --expose-gc --expose_gc --allow-natives-syntax --abort-on-uncaught-exception --report-on-fatalerror --report-uncaught-exception --report-on-signal --no-addons --no-global-search-paths --use-system-ca --use-openssl-ca --use-bundled-ca --openssl-legacy-provider --openssl-shared-config --tls-min-v1.2 --tls-min-v1.3 --tls-max-v1.2 --tls-max-v1.3 --frozen-intrinsics --jitless --interpreted-frames-native-stack --node-memory-debug --track-heap-objects --zero-fill-buffers --verify-base-objects --watch --watch-preserve-output --entry-url --optimize-for-size --single-threaded --no-opt --lazy --no-lazy --sparkplug --experimental-repl-await --allow-addons --allow-worker --allow-child-process --allow-wasi -T --transpile-only --transpileOnly -s --script-mode --files --pretty --skip-project --prefer-ts-exts --esm --swc --cwd-mode --no-cache --clear-screen=false --type-check --emit --show-config --log-error'
