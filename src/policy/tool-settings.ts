import { z } from 'zod'
import { parametersIn } from '../call/tools/described.ts'
import { type ParameterNames, ROLES, SERVICE_DEEDS, type ToolDescription } from '../call/tools/description.ts'

const MOST_TOOLS = 1_000

/** `path`, `options.path`, `cc?`. */
const parameter = z
  .string()
  .max(200)
  .regex(
    /^[^\s.?]+(?:\.[^\s.?]+)*\??$/,
    'must be the name of a parameter: `path`, `options.path`, or `cc?` for one that may be missing',
  )
const parameters: z.ZodType<ParameterNames> = z.union([parameter, z.array(parameter).min(1).max(50)])

const shape = {
  reads: parameters.optional().describe('Paths of files that are read.'),
  lists: parameters.optional().describe('Directories whose names are listed.'),
  searches: parameters.optional().describe('Directories that are read with everything below.'),
  writes: parameters.optional().describe('Paths of files that are written.'),
  content: parameters.optional().describe('The text that is written there.'),
  deletes: parameters.optional().describe('Paths that are deleted, with everything below.'),
  command: parameters.optional().describe('Shell commands that are run.'),
  directory: parameters.optional().describe('The directory they run in.'),
  url: parameters.optional().describe('Addresses that are fetched, or that `sends` goes to.'),
  host: parameters.optional().describe('Hosts that are connected to, or that `sends` goes to.'),
  sends: parameters.optional().describe('What leaves this machine.'),
  to: parameters.optional().describe('Who receives it: mail addresses, channels, names.'),
  query: parameters.optional().describe('A question to a search service that the tool always uses.'),
  sql: parameters.optional().describe('Statements for a database.'),
  code: parameters.optional().describe('Code that is executed.'),
  task: parameters.optional().describe('What another agent is told to do.'),
  service: z.string().min(1).max(100).optional().describe('The service the tool always speaks to: "crm".'),
  deed: z.enum(SERVICE_DEEDS).optional().describe('What it does there.'),
  target: parameters.optional().describe('To what there.'),
  harmless: z
    .union([z.literal(true), parameters])
    .optional()
    .describe('Parameters that do not matter to security; true: whatever the tool is given.'),
}

/** What one tool's parameters are. Strict: a misspelt role describes nothing. */
const description: z.ZodType<ToolDescription> = z.strictObject(shape).superRefine((given, context) => {
  const fail = (key: string, message: string): void => context.addIssue({ code: 'custom', path: [key], message })
  const used = ROLES.filter((role) => given[role] !== undefined)
  if (given.harmless === undefined && used.length === 0 && given.service === undefined)
    context.addIssue({
      code: 'custom',
      message:
        'describes nothing: say what at least one parameter is (`reads`, `sends`, `command` …), or `"harmless": true`',
    })
  if (given.harmless === true && (used.length > 0 || given.service !== undefined))
    fail(
      'harmless',
      `is true although other parameters matter (${[...used, ...(given.service ? ['service'] : [])].join(', ')}): name the parameters that are harmless`,
    )
  if (given.content !== undefined && given.writes === undefined)
    fail('content', 'needs `writes`: the path it is written to')
  if (given.directory !== undefined && given.command === undefined)
    fail('directory', 'needs `command`: what runs there')
  if (given.target !== undefined && given.service === undefined) fail('target', 'needs `service` and `deed`')
  if (given.service !== undefined && given.deed === undefined)
    fail('deed', `is missing: say what is done with \`${given.service}\`: ${SERVICE_DEEDS.join(', ')}`)
  if (given.deed !== undefined && given.service === undefined)
    fail('service', 'is missing: say which service `deed` is about')
  const harmless = new Set(parametersIn(given.harmless).map(({ name }) => name))
  for (const role of used)
    for (const { name } of parametersIn(given[role]))
      if (harmless.has(name)) fail('harmless', `names \`${name}\`, which is described as \`${role}\``)
})

export const toolDescriptions: z.ZodType<Record<string, ToolDescription>> = z
  .record(z.string().min(1).max(256), description)
  .refine((tools) => Object.keys(tools).length <= MOST_TOOLS, `must not describe more than ${MOST_TOOLS} tools`)

/** Descriptions that a program gives. Throws an error that names every key that is wrong, and what to do. */
export function checkedTools(given: unknown): Readonly<Record<string, ToolDescription>> {
  const read = toolDescriptions.safeParse(given)
  if (read.success) return read.data
  const lines = read.error.issues.map(({ path, message, ...issue }) => {
    const keys = issue.code === 'unrecognized_keys' && 'keys' in issue ? (issue.keys as readonly string[]) : []
    const at = ['tools', ...path, ...keys].map(String).join('.')
    return `${at}: ${keys.length > 0 ? `unknown role; the roles are ${[...ROLES, 'service', 'deed', 'harmless'].join(', ')}` : message}`
  })
  throw new TypeError(`the tools cannot be described so:\n  ${lines.join('\n  ')}`)
}
