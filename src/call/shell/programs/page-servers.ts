import { door } from './facts.ts'
import type { Program } from './program.ts'
import { are, rows } from './table.ts'

/** Which addresses it listens on: its own unless it is told otherwise. */
const ADDRESSES = are('opaque', '-a --host --hostname --address --tunnel --ngrok')

/** Servers that show a directory of the project in a browser, and programs that look at the pages. */
export const pageServers: readonly Program[] = rows({
  'local-web-server servor reload alive-server': {
    operands: 'read-tree',
    otherwise: '.',
    does: [door('listener')],
    options: {
      ...ADDRESSES,
      ...are(
        'text',
        '-p --port -l --listen -c --cache -L -t --timeout -d -e --ext --wait --watch --ignore --open --mount',
      ),
      ...are('read', '-C --cert -K --key --ssl-cert --ssl-key'),
      ...are('opaque', '-P --proxy --https --middleware'),
    },
  },
  'browser-sync': {
    subcommands: {
      start: {
        does: [door('listener')],
        options: {
          ...ADDRESSES,
          ...are('read-tree', '--serveStatic --ss'),
          ...are('attached', '--server -s'),
          ...are('text', '--files -f --port --index --ignore --startPath'),
          ...are('fetch', '--proxy -p'),
          ...are('config', '--config -c'),
          ...are('opaque', '--plugins'),
        },
      },
      init: {},
      recipe: {},
    },
  },
  'json-server': {
    operands: 'edit',
    does: [door('listener')],
    options: {
      ...ADDRESSES,
      ...are('text', '-p --port -d --delay -i --id --foreignKeySuffix --fks'),
      ...are('read', '-r --routes'),
      ...are('read-tree', '-s --static'),
      ...are('directory', '-S --snapshots'),
      ...are('config', '-c --config -m --middlewares'),
    },
  },
  'lighthouse pa11y pa11y-ci axe': {
    operands: 'fetch',
    options: {
      ...are(
        'text',
        '--output --only-categories --only-audits --skip-audits --preset --form-factor --throttling-method --max-wait-for-load --chrome-flags --port --standard --reporter -r -s --threshold -T --timeout -t --rules --tags --include --exclude -i -e',
      ),
      ...are('write', '--output-path --save -o'),
      ...are('config', '--config-path -c --config'),
      ...are('opaque', '--extra-headers --plugins --chrome-path --additional-trace-categories -A --gather-mode -G'),
      ...are('fetch', '--sitemap'),
    },
  },
  'lhci expo-doctor license-report npm-license-crawler audit-ci sherif plato imagemin squoosh-cli svg-sprite pbjs pbts json2ts cyclonedx-npm webpack-bundle-analyzer vite-bundle-visualizer prettier-package-json':
    {
      operands: 'text',
      project: [],
      options: {
        ...are('write', '-o --output --output-file --out --outFile --csv --json --report'),
        ...are('directory', '--out-dir --dest --dir -d'),
        ...are('config', '-c --config --rc-file'),
        ...are('opaque', '--upload.token --serverBaseUrl --token'),
      },
    },
})
