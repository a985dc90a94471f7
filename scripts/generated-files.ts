import type { Command } from 'commander'
import { apiPage } from './api-page.ts'
import { decisionsPage } from './decisions-page.ts'
import { rolesPage } from './roles-page.ts'
import { settingsPage } from './settings-page.ts'
import { BLOCK_CATEGORIES, ALLOW_CATEGORIES } from '../src/categories/index.ts'
import { toldSeverity } from '../src/categories/severity.ts'
import { settingsJsonSchema } from '../src/policy/settings.ts'
import { exampleText, pathOf } from '../src/surfaces/cli/examples.ts'
import { commandLine, withSubcommands } from '../src/surfaces/cli/program.ts'
import { SERVICE_ACCOUNT, systemPlaces } from '../src/surfaces/system/places.ts'
import { systemdUnit } from '../src/surfaces/system/unit.ts'
import { REASON_CODES } from '../src/surfaces/reason-codes.ts'

/** Path → text of every file that is made from code. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['docs/reference/categories.md', categories()],
    ['docs/reference/reason-codes.md', reasonCodes()],
    ['docs/reference/settings.schema.json', `${JSON.stringify(settingsJsonSchema(), undefined, 2)}\n`],
    ['docs/reference/settings.md', settingsPage(NOTICE)],
    ['docs/reference/command-line.md', await commands()],
    ['docs/reference/api.md', apiPage(NOTICE)],
    ['docs/reference/roles.md', rolesPage(NOTICE)],
    ['docs/decisions/README.md', decisionsPage(NOTICE)],
    ['deploy/portcullis.service', systemdUnit(systemPlaces(), AS_A_PACKAGE)],
  ])
}

/** Where a package manager puts things; `install --system` writes the unit with the paths of its own copy. */
const AS_A_PACKAGE = {
  account: SERVICE_ACCOUNT,
  node: '/usr/bin/node',
  launcher: '/usr/lib/node_modules/portcullis/bin/portcullis.cjs',
}

const NOTICE = 'Made from the code by `npm run generate`; do not edit.'

function categories(): string {
  const block = BLOCK_CATEGORIES.map((category) =>
    [
      `### \`${category.code}\`: ${category.title} (${toldSeverity(category)})`,
      '',
      category.forClassifier,
      '',
      `Cleared by: ${category.clearedBy}.`,
      '',
      'Found: ' + category.examples.found.slice(0, 3).map(example).join(' · '),
      '',
      'Not found: ' + category.examples.notFound.slice(0, 3).map(example).join(' · '),
      '',
    ].join('\n'),
  )
  const fine = ALLOW_CATEGORIES.map((category) =>
    [`### \`${category.code}\`: ${category.title}`, '', category.forClassifier, ''].join('\n'),
  )
  return `# Categories\n\n${NOTICE}\n\n## What is harm\n\n${block.join('\n')}\n## What is fine\n\n${fine.join('\n')}`
}

function example(one: unknown): string {
  const text = typeof one === 'string' ? one : JSON.stringify(one)
  return `\`${text.replaceAll('\n', '↵').replaceAll('`', "'").replaceAll('|', '\\|')}\``
}

function reasonCodes(): string {
  const rows = REASON_CODES.map(({ code, meaning }) => `| \`${code}\` | ${meaning} |`)
  const harms = BLOCK_CATEGORIES.map(
    (category) => `| \`${category.code}\` | ${category.title} (${toldSeverity(category)}) |`,
  )
  return `# Reason codes\n\n${NOTICE}\n\n| code | meaning |\n| --- | --- |\n${[...rows, ...harms].join('\n')}\n`
}

async function commands(): Promise<string> {
  const program = await commandLine()
  const [, ...all] = withSubcommands(program)
  const sections = all.map((command) => `## ${pathOf(command)}\n\n\`\`\`\n${helpOf(command)}\n\`\`\`\n`)
  return `# Command line\n\n${NOTICE}\n\n\`\`\`\n${helpOf(program)}\n\`\`\`\n\n${sections.join('\n')}`
}

function helpOf(command: Command): string {
  command.configureHelp({ helpWidth: 100 })
  return `${command.helpInformation().trim()}\n${exampleText(command)}`.trim()
}
