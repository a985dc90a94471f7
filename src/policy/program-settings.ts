import { z } from 'zod'
import { once } from '../call/once.ts'
import { statedEffect } from '../call/programs/effects.ts'
import { type Entries, type Entry, slotsOf, spellingsOf, type Value } from '../call/programs/entry.ts'
import { isRole, ROLE_NAMES } from '../call/programs/roles.ts'

const MOST_PROGRAMS = 1_000
const MOST_ROWS = 1_000

/** What settings say about programs: the same schema as the built-in families. Made when it is first read. */
export const programEntries: () => z.ZodType<Entries> = once(() => {
  const role = z
    .string()
    .max(200)
    .superRefine((text, context) => {
      for (const { roles } of slotsOf(text))
        for (const name of roles)
          if (!isRole(name))
            context.addIssue({ code: 'custom', message: `there is no role \`${name}\`: ${ROLE_NAMES.join(', ')}` })
    })

  const value: z.ZodType<Value> = z.lazy(() =>
    z.union([
      role,
      z.strictObject({
        keys: z.record(z.string(), value).describe('`key=value`: each key with the role of its value.'),
        assign: z.string().length(1).exactOptional().describe('What stands in the place of `=`.'),
        separator: z.string().min(1).max(4).exactOptional(),
        else: value.exactOptional(),
      }),
      z.strictObject({ list: value, separator: z.string().min(1).max(4).exactOptional() }),
      z.strictObject({ words: z.string(), else: value.exactOptional(), optional: z.boolean().exactOptional() }),
    ]),
  )

  const effect = z
    .string()
    .max(500)
    .superRefine((line, context) => {
      const read = statedEffect(line, { target: '', production: false })
      if ('problem' in read) context.addIssue({ code: 'custom', message: read.problem })
    })
  const effects = z.array(effect).max(50)

  /** `-o, --output`. */
  const optionKeys = (names: readonly string[], path: string, fail: (path: string, message: string) => void): void => {
    for (const name of names)
      if (!/^(?:[-+]\S+|\S+=\*?|\S+\*)$/.test(name))
        fail(path, `\`${name}\` is no option: write it as it is typed, \`-o\`, \`--output\` or \`if=*\``)
  }

  const entry: z.ZodType<Entry> = z.lazy(() =>
    z
      .strictObject({
        like: z.string().min(1).max(100).exactOptional().describe('Another program whose options it takes over.'),
        options: z.record(z.string(), value).exactOptional().describe('Options and the role of their value.'),
        flags: z.string().max(20_000).exactOptional().describe('Options without a value and without an effect.'),
        operands: z
          .union([value, z.array(value).max(50)])
          .exactOptional()
          .describe('Roles of the operands.'),
        last: value.exactOptional().describe('The role of the last of several operands.'),
        rest: z.enum(['command', 'shell', 'text']).exactOptional().describe('What follows the operands.'),
        default: z.string().max(200).exactOptional().describe('What it works on without an operand.'),
        subcommands: z
          .record(z.string().min(1), z.union([effectsInOne(effect), entry]))
          .exactOptional()
          .describe('By their words: `remote add`, `rm, remove`. A text is short for its effects.'),
        bare: entry.exactOptional().describe('What it does without any operand.'),
        effects: effects.exactOptional().describe('What every invocation does: `service crm update`.'),
        when: z.record(z.string(), effects).exactOptional().describe('Further effects with these options.'),
        forms: z.record(z.string(), entry).exactOptional().describe('What it is instead with these options.'),
        inPlace: z.string().exactOptional().describe('With these options the files that are read are edited.'),
        stdin: z.enum(['data', 'code']).exactOptional().describe('`code`: without an operand it executes its input.'),
        prints: z.enum(['input', 'nothing', 'network']).exactOptional(),
        variables: z.record(z.string(), value).exactOptional().describe('Variables and the role of their value.'),
        style: z.enum(['gnu', 'single-dash']).exactOptional(),
        abbreviations: z.boolean().exactOptional().describe('It accepts unique beginnings of long options.'),
        stopAtOperand: z.boolean().exactOptional(),
        responseFiles: z.boolean().exactOptional().describe('`@file` stands for the arguments in a file.'),
        project: z.array(z.string().max(500)).max(100).exactOptional().describe("It runs the project's code."),
        language: z.enum(LANGUAGES).exactOptional(),
        elevates: z.boolean().exactOptional().describe('What it starts has more rights.'),
        examples: z
          .record(z.string(), z.array(z.string()))
          .exactOptional()
          .describe('Command line → what it would do.'),
      })
      .superRefine((given, context) => {
        const fail = (key: string, message: string): void => context.addIssue({ code: 'custom', path: [key], message })
        for (const [field, rows] of Object.entries({ options: given.options, when: given.when, forms: given.forms })) {
          const keys = Object.keys(rows ?? {})
          if (keys.length > MOST_ROWS) fail(field, `must not have more than ${MOST_ROWS} rows`)
          for (const key of keys) optionKeys(spellingsOf(key), field, fail)
        }
        optionKeys(spellingsOf(given.flags ?? ''), 'flags', fail)
        optionKeys(spellingsOf(given.inPlace ?? ''), 'inPlace', fail)
      }),
  )

  return z
    .record(
      z
        .string()
        .max(256)
        .regex(/^[^\s/\\]+(?: [^\s/\\]+)*$/, 'must be the name of a program, without a directory'),
      entry,
    )
    .refine((programs) => Object.keys(programs).length <= MOST_PROGRAMS, `must not describe more than ${MOST_PROGRAMS}`)
})

/** `service crm read, look machine`. */
function effectsInOne(effect: z.ZodType<string>): z.ZodType<string> {
  return z.string().superRefine((text, context) => {
    for (const line of text.split(', ')) {
      const read = effect.safeParse(line)
      if (!read.success) for (const { message } of read.error.issues) context.addIssue({ code: 'custom', message })
    }
  })
}

const LANGUAGES = [
  'shell',
  'powershell',
  'cmd',
  'python',
  'javascript',
  'perl',
  'ruby',
  'php',
  'lua',
  'awk',
  'applescript',
  'statistics',
  'compiled',
  'sql',
  'binary',
  'other',
] as const
