import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that check or describe infrastructure as code without touching any. */
const entries: Entries = {
  tflint: {
    project: ['.tflint.hcl'],
    options: {
      '--chdir': 'project-directory',
      '-c, --config': 'config',
      '--var-file': 'read',
      '--filter': 'read',
      '-f, --format, --ignore-module, --enable-rule, --disable-rule, --only, --enable-plugin, --var, --call-module-type, --minimum-failure-severity':
        'text',
      '--max-workers': 'number',
    },
    forms: { '--fix': { effects: ['edit .'] } },
    flags: '-v --version --recursive --force --[no-]color --no-parallel-runners -h --help',
    examples: {
      'tflint --recursive --format compact': [],
      'tflint --chdir=infra --max-workers 2': [],
      'tflint --chdir=/tmp/x': ['code other file /tmp/x'],
      'tflint -c /tmp/x.hcl': ['code other file /tmp/x.hcl'],
      'tflint --var-file a.tfvars --filter main.tf': ['read a.tfvars', 'read main.tf'],
      'tflint --fix': ['edit .'],
      'cd /tmp/x && tflint': ['names /tmp/x', 'run tflint', 'code other file /tmp/x'],
      'tflint --init': ['unknown option --init of tflint'],
    },
  },
  tfsec: {
    operands: 'read-tree',
    default: '.',
    options: {
      '--config-file, --tfvars-file': 'read',
      '-O, --out': 'write',
      '--custom-check-dir': 'project-directory',
      '-e, --exclude, -f, --format, -m, --minimum-severity, --workspace, --filter-results, --exclude-path': 'text',
    },
    flags:
      '-s --soft-fail --no-color --no-colour --exclude-downloaded-modules --include-passed --include-ignored --concise-output --no-module-downloads --run-statistics --single-thread --verbose --force-all-dirs --debug -G --disable-grouping --code-theme -v --version -h --help',
    examples: {
      'tfsec --soft-fail': ['read-tree .'],
      'tfsec -f json -O out.json infra': ['write out.json', 'read-tree infra'],
      'tfsec --config-file a.yml --tfvars-file a.tfvars infra': ['read a.yml', 'read a.tfvars', 'read-tree infra'],
      'tfsec --custom-check-dir /tmp/x infra': ['code other file /tmp/x', 'read-tree infra'],
      'tfsec --update infra': ['unknown option --update of tfsec', 'read-tree infra'],
    },
  },
  checkov: {
    options: {
      '-d, --directory': 'read-tree',
      '-f, --file, --var-file, --baseline': 'read…',
      '--external-checks-dir': 'loads-code…',
      '--config-file': 'config',
      '--output-file-path': 'directory',
      '--create-config': 'write',
      '-o, --output, --framework, --skip-framework, --skip-path, -c, --check, --skip-check, --hard-fail-on, --soft-fail-on, --evaluate-variables, --output-bc-ids':
        'text…',
    },
    flags:
      '-v --version -l --list --compact --quiet -s --soft-fail --run-all-external-checks --no-guide --no-fail-on-crash --skip-resources-without-violations --deep-analysis --support -h --help',
    examples: {
      'checkov -d infra --framework terraform --quiet': ['read-tree infra'],
      'checkov -f main.tf other.tf --compact': ['read main.tf', 'read other.tf'],
      'checkov --file main.tf': ['read main.tf'],
      'checkov -d infra --var-file a.tfvars --baseline b.json': ['read-tree infra', 'read a.tfvars', 'read b.json'],
      'checkov -d infra -o json --output-file-path out': ['read-tree infra', 'directory out'],
      'checkov -d infra --create-config c.yml': ['read-tree infra', 'write c.yml'],
      'checkov -d infra --config-file /tmp/c.yml': ['read-tree infra', 'code other file /tmp/c.yml'],
      'checkov -d infra --external-checks-dir /tmp/x': ['read-tree infra', 'code other file /tmp/x'],
      'checkov -d infra --external-checks-git https://example.com/x': [
        'unknown option --external-checks-git of checkov',
        'read-tree infra',
        'unknown operand https://example.com/x of checkov',
      ],
    },
  },
  'cfn-lint': {
    operands: 'read…',
    options: {
      '-t, --template': 'read…',
      '-o, --override-spec, -s, --registry-schemas, -z, --custom-rules, --config-file': 'read',
      '-a, --append-rules': 'loads-code…',
      '--output-file': 'write',
      '-i, --ignore-checks, -c, --include-checks, -r, --regions, -m, --mandatory-checks, -x, --configure-rule, --ignore-templates, -f, --format, --non-zero-exit-code':
        'text',
    },
    flags:
      '-b --ignore-bad-template -d --debug -I --info -l --list-rules -e --include-experimental --force -v --version -h --help',
    examples: {
      'cfn-lint -i W3002 template.yml': ['read template.yml'],
      'cfn-lint -t a.yml b.yml': ['read a.yml', 'read b.yml'],
      'cfn-lint -o spec.json -z rules.txt a.yml': ['read spec.json', 'read rules.txt', 'read a.yml'],
      'cfn-lint --override-spec a.json --registry-schemas b.json --custom-rules c.txt --config-file d.yml a.yml': [
        'read a.json',
        'read b.json',
        'read c.txt',
        'read d.yml',
        'read a.yml',
      ],
      'cfn-lint -f json --output-file out.json a.yml': ['write out.json', 'read a.yml'],
      'cfn-lint -a /tmp/rules': ['code other file /tmp/rules'],
      'cfn-lint --update-specs': ['unknown option --update-specs of cfn-lint'],
    },
  },
  'terraform-docs': {
    options: {
      '-c, --config, --footer-from, --header-from': 'read',
      '--output-file, --output-mode, --output-template, --output-values-from, --show, --hide, --sort-by, --indent, --recursive-path, --anchor':
        'text',
    },
    flags:
      '--recursive --[no-]lockfile --[no-]escape --[no-]html --[no-]required --[no-]sensitive --[no-]type --[no-]default --[no-]color --hide-empty --read-comments --output-check -v --version -h --help',
    subcommands: {
      'markdown, markdown table, markdown document, md, asciidoc, asciidoc table, asciidoc document, adoc, json, yaml, toml, xml, pretty, tfvars hcl, tfvars json':
        {
          operands: 'read-tree',
          default: '.',
          forms: { '--output-file': { operands: 'edit', default: '.' } },
        },
      version: {},
    },
    examples: {
      'terraform-docs markdown table infra': ['read-tree infra'],
      'terraform-docs -c a.yml --header-from h.md json infra': ['read a.yml', 'read h.md', 'read-tree infra'],
      'terraform-docs --config a.yml --footer-from f.md json': ['read a.yml', 'read f.md', 'read-tree .'],
      'terraform-docs markdown --output-file README.md infra': ['edit infra'],
      'terraform-docs markdown --output-file README.md': ['edit .'],
      'terraform-docs markdown': ['read-tree .'],
      'terraform-docs markdown --unheard-of infra': [
        'unknown option --unheard-of of terraform-docs markdown',
        'read-tree infra',
      ],
    },
  },
}

export const infrastructureLinters: readonly Program[] = family(entries)
