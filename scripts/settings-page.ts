import { settingsJsonSchema } from '../src/policy/settings.ts'

interface Schema {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
}

/** Every key of the settings on a page: what it takes, and what it does. */
export function settingsPage(notice: string): string {
  const schema = settingsJsonSchema() as Schema
  const groups = Object.entries(schema.properties ?? {}).filter(([key]) => key !== '$schema')
  const single = groups.filter(([, group]) => group.properties === undefined)
  const sections = groups.filter(([, group]) => group.properties !== undefined)
  return [
    `# Settings\n\n${notice}\n`,
    INTRODUCTION,
    '## Single keys\n',
    table(single),
    ...sections.flatMap(([key, group]) => [
      `## \`${key}\`\n`,
      ...(group.description === undefined ? [] : [`${group.description}\n`]),
      table(flattened(group, key)),
    ]),
  ].join('\n')
}

const INTRODUCTION = `JSON with comments. Read from \`/etc/portcullis/settings.json\` (managed), \`--settings\`, \`.portcullis/settings.local.json\` and
\`.portcullis/settings.json\` of the project, and \`~/.portcullis/settings.json\` (yours). A project's files may only tighten until
\`trustedWorkspaces\` in your own file names the workspace. An unknown key, a wrong type or a rule that cannot be read is an error
with file, line and key, and until it is fixed nothing is allowed. For your editor: \`"$schema"\` with the path of
[settings.schema.json](settings.schema.json). How rules are written: [rules](../rules.md).
`

type Row = readonly [path: string, schema: Schema]

/** Objects with keys of their own become rows with dots in their names. */
function flattened(group: Schema, prefix: string): readonly Row[] {
  return Object.entries(group.properties ?? {}).flatMap(([key, one]): readonly Row[] => {
    const path = `${prefix}.${key}`
    return one.properties === undefined ? [[path, one]] : flattened(one, path)
  })
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(([path, schema]) => `| \`${path}\` | ${kind(schema)} | ${cell(schema.description ?? '')} |`)
  return ['| key | takes | does |', '| --- | --- | --- |', ...lines, ''].join('\n')
}

function kind(schema: Schema): string {
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ')
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(kind))].join(' or ')
  switch (schema.type) {
    case 'array':
      return schema.items === undefined ? 'list' : `list of ${kind(schema.items)}`
    case 'object':
      return typeof schema.additionalProperties === 'object'
        ? `names, each with ${kind(schema.additionalProperties)}`
        : 'object'
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'whole number' : 'number'}${range(schema)}`
    case 'boolean':
      return '`true` or `false`'
    case 'string':
      return 'text'
    default:
      return 'value'
  }
}

function range({ minimum, maximum }: Schema): string {
  const most = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? ` up to ${maximum}` : ''
  return `${minimum !== undefined && minimum > 0 ? ` from ${minimum}` : ''}${most}`
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
