import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that call a described interface by hand, or make code from its description. */
const entries: Entries = {
  grpcurl: {
    operands: ['send', 'text', 'text'],
    style: 'single-dash',
    options: {
      '-[-]cacert, -[-]cert, -[-]key, -[-]proto, -[-]protoset': 'read',
      '-[-]import-path': 'names',
      '-[-]protoset-out': 'write',
      '-[-]proto-out-dir': 'directory',
      '-d, --d, -H, --H, -[-]rpc-header, -[-]reflect-header, -[-]authority, -[-]servername, -[-]format, -[-]user-agent':
        'text',
      '-[-]connect-timeout, -[-]keepalive-time, -[-]max-time, -[-]max-msg-sz': 'number',
    },
    flags:
      '-[-]plaintext -[-]insecure -v --v -vv -[-]allow-unknown-fields -[-]format-error -[-]emit-defaults -[-]msg-template -[-]version -[-]help',
    examples: {
      'grpcurl -plaintext -d x localhost:9000 acme.v1.Items/Get': ['contact localhost upload data'],
      'grpcurl --plaintext -max-time 5 localhost:9000 list': ['contact localhost upload data'],
      'grpcurl -cacert a.pem -proto a.proto api.example.com:443 list': [
        'read a.pem',
        'read a.proto',
        'contact api.example.com upload data',
      ],
      'grpcurl -import-path proto -protoset-out out.bin localhost:9000 describe': [
        'names proto',
        'write out.bin',
        'contact localhost upload data',
      ],
      'grpcurl -proto-out-dir out localhost:9000 describe': ['directory out', 'contact localhost upload data'],
      'grpcurl --cacert a.pem --cert b.pem --key c.pem --proto d.proto --protoset e.bin localhost:9000 list': [
        'read a.pem',
        'read b.pem',
        'read c.pem',
        'read d.proto',
        'read e.bin',
        'contact localhost upload data',
      ],
      'grpcurl -cert b.pem -key c.pem -protoset e.bin localhost:9000 list': [
        'read b.pem',
        'read c.pem',
        'read e.bin',
        'contact localhost upload data',
      ],
      'grpcurl -expand-headers localhost:9000 list': [
        'unknown option -expand-headers of grpcurl',
        'contact localhost upload data',
      ],
    },
  },
  'openapi-typescript': {
    operands: 'source',
    options: {
      '-o, --output': 'write',
      '-c, --redocly': 'config',
    },
    flags:
      '-h --help -v --version --check --additional-properties --alphabetize --array-length --default-non-nullable --properties-required-by-default --empty-objects-unknown --enum --enum-values --dedupe-enums --conditional-enums --exclude-deprecated -t --export-type --immutable --path-params-as-types --root-types --root-types-no-schema-prefix --root-types-keep-casing --make-paths-enum --generate-path-params --read-write-markers',
    examples: {
      'openapi-typescript api/openapi.yaml -o src/api.ts': ['write src/api.ts', 'read api/openapi.yaml'],
      'openapi-typescript https://example.com/openapi.json --alphabetize': ['contact example.com fetch'],
      'openapi-typescript --redocly /tmp/r.yaml a.yaml': ['code other file /tmp/r.yaml', 'read a.yaml'],
      'openapi-typescript --unheard-of a.yaml': ['unknown option --unheard-of of openapi-typescript', 'read a.yaml'],
    },
  },
  quicktype: {
    operands: 'source',
    options: {
      '-o, --out': 'write',
      '--src': 'source…',
      '-S, --additional-schema, --graphql-schema': 'read…',
      '-l, --lang, -s, --src-lang, -t, --top-level, --alphabetize-properties': 'text',
    },
    flags: '--just-types --quiet --no-maps --no-enums --no-date-times --no-render --version -h --help',
    examples: {
      'quicktype -l ts -o src/types.ts a.json': ['write src/types.ts', 'read a.json'],
      'quicktype --src https://example.com/a.json': ['contact example.com fetch'],
      'quicktype -s graphql --graphql-schema a.gql b.gql': ['read a.gql', 'read b.gql'],
      'quicktype --additional-schema a.json b.json': ['read a.json', 'read b.json'],
      'quicktype --graphql-introspect https://example.com a.json': [
        'unknown option --graphql-introspect of quicktype',
        'contact example.com fetch',
        'read a.json',
      ],
    },
  },
  orval: {
    project: ['orval.config.ts', 'orval.config.js', 'orval.config.mjs'],
    language: 'javascript',
    effects: ['edit .'],
    options: {
      '-c, --config': 'config',
      '-i, --input': 'source',
      '-o, --output': 'directory',
      '-p, --project, -m, --mode, --client': 'text',
    },
    flags: '--clean --prettier --biome --mock --tsconfig -V --version -h --help',
    examples: {
      'orval --clean -p store': ['edit .'],
      'orval -i api.yaml -o out': ['read api.yaml', 'directory out', 'edit .'],
      'orval -c /tmp/orval.ts': ['code other file /tmp/orval.ts', 'edit .'],
      'cd /tmp/x && orval --clean': ['names /tmp/x', 'run orval', 'edit /tmp/x', 'code javascript file /tmp/x'],
      'orval --unheard-of': ['unknown option --unheard-of of orval', 'edit .'],
    },
  },
  'openapi-generator-cli openapi-generator': {
    subcommands: {
      generate: {
        options: {
          '-i, --input-spec': 'source',
          '-o, --output': 'directory',
          '-c, --config, -t, --template-dir, --import-mappings-file': 'read',
          '-g, --generator-name, -p, --additional-properties, --api-package, --model-package, --package-name, --global-property, --type-mappings, --schema-mappings, --import-mappings, --invoker-package, --group-id, --artifact-id, --library, --inline-schema-options, --openapi-normalizer':
            'text',
        },
        flags:
          '--skip-validate-spec -s --skip-overwrite --remove-operation-id-prefix --dry-run --minimal-update -v --verbose --enable-post-process-file --strict-spec',
      },
      validate: { options: { '-i, --input-spec': 'source' }, flags: '--recommend' },
      'list, version, config-help, meta, help': {
        operands: 'text',
        options: { '-g, --generator-name': 'text' },
        flags: '-s --short --full',
      },
    },
    examples: {
      'openapi-generator-cli generate -i api.yaml -g go -o out': ['read api.yaml', 'directory out'],
      'openapi-generator-cli generate -i https://example.com/a.yaml -g go -c c.yaml -o out': [
        'contact example.com fetch',
        'read c.yaml',
        'directory out',
      ],
      'openapi-generator-cli generate --config c.yaml --template-dir t --import-mappings-file m.json -i api.yaml': [
        'read c.yaml',
        'read t',
        'read m.json',
        'read api.yaml',
      ],
      'openapi-generator-cli validate -i api.yaml': ['read api.yaml'],
      'openapi-generator-cli generate --unheard-of -i api.yaml': [
        'unknown option --unheard-of of openapi-generator-cli generate',
        'read api.yaml',
      ],
    },
  },
}

export const apiTools: readonly Program[] = family(entries)
