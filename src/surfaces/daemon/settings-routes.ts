import { z } from '@hono/zod-openapi'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { StoredRecord } from '../../journal/records.ts'
import { userSettingsFile } from '../../policy/load.ts'
import type { Problem } from '../../policy/policy.ts'
import { MOST_SETTINGS_CHARACTERS } from '../../policy/read-settings.ts'
import { settingsJsonSchema } from '../../policy/settings.ts'
import { writeWhole } from '../install/install.ts'
import { lineDiff } from '../line-diff.ts'
import { addGet, addPost, json, type Parts, problem, type RouteGroup } from './app.ts'
import { reading } from './audit-routes.ts'
import { recordAct } from './operator-acts.ts'
import { replaySettings } from './settings-preview.ts'

const TEXT = z.string().max(MOST_SETTINGS_CHARACTERS)
const MOST_REPLAYED = 500
const MOST_BACKUPS = 20

/** The user's settings: read them, see what a change would do, save them. */
export const settingsRoutes: RouteGroup = (app, parts) => {
  const file = userSettingsFile(parts.home)
  let replaying = false
  addGet(
    app,
    {
      path: '/v1/settings',
      summary: "The user's settings",
      answers: '`file`, its `text`, the `digest` to save with, and the `schema` of settings.',
    },
    () => json({ file, ...readNow(file), schema: settingsJsonSchema() }),
  )
  addPost(
    app,
    {
      path: '/v1/settings/preview',
      summary: 'What other settings would change',
      answers: '`problems` by line, the `diff`, and a `replay` of recent calls: those that would end differently.',
      body: z.strictObject({ text: TEXT, count: z.number().int().min(0).max(2000).optional() }),
    },
    (_context, { text, count }) =>
      reading(async () => {
        const problems = problemsOf(parts, text)
        const diff = lineDiff(readNow(file).text, text)
        if (problems.length > 0 || count === 0)
          return json({ problems, diff, replay: { looked: 0, unreadable: 0, changed: [], more: 0 } })
        if (replaying) return problem(429, 'daemon.busy', 'another preview is being made: try again')
        replaying = true
        try {
          const latest = { ask: 'stored', filter: {}, count: count ?? MOST_REPLAYED } as const
          const records = (await parts.audit.ask(latest)) as readonly StoredRecord[]
          const replay = await replaySettings(parts.gate, records, (cwd) => parts.policies.policyWith(cwd, text))
          return json({ problems, diff, replay })
        } finally {
          replaying = false
        }
      }),
  )
  addPost(
    app,
    {
      path: '/v1/settings/save',
      summary: "Save the user's settings",
      answers: '`backup`: where the text before is kept; the `diff`; the new `digest`. In force at once.',
      body: z.strictObject({ text: TEXT, base: z.string().max(64) }),
    },
    async (context, { text, base }) => {
      const now = readNow(file)
      if (now.digest !== base) return changedMeanwhile()
      const problems = problemsOf(parts, text)
      if (problems.length > 0)
        return json({ error: { code: 'settings.broken', message: 'these settings cannot be used' }, problems }, 400)
      const diff = lineDiff(now.text, text)
      const digest = digestOf(text)
      await recordAct(parts.recorder, context, {
        code: 'operator.settings',
        details: { file, digest, before: now.digest },
      })
      // Whoever saved while the record was written is not written over.
      if (readNow(file).digest !== base) return changedMeanwhile()
      const backup = now.digest === '' ? undefined : keepBackup(file, now.text)
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeWhole(file, text, existsSync(file) ? statSync(file).mode & 0o777 : 0o600)
      parts.policies.lookAround()
      parts.events.tell('policy', { what: 'settings saved', file })
      return json({
        ...(backup === undefined ? {} : { backup }),
        diff,
        digest,
      })
    },
  )
}

function changedMeanwhile(): Response {
  return problem(409, 'settings.changed', 'the file was changed meanwhile: look at it again before saving')
}

/** Without a file: no text, and a digest that no text has. */
function readNow(file: string): { readonly text: string; readonly digest: string } {
  if (!existsSync(file)) return { text: '', digest: '' }
  const text = readFileSync(file, 'utf8')
  return { text, digest: digestOf(text) }
}

/** What is wrong with the text itself; what is wrong elsewhere is told elsewhere. */
function problemsOf(parts: Parts, text: string): readonly Problem[] {
  const file = userSettingsFile(parts.home)
  return parts.policies.policyWith(parts.home, text).problems.filter((found) => found.file === file)
}

function keepBackup(file: string, text: string): string {
  const when = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const backup = `${file}.backup-${when}`
  writeFileSync(backup, text, { mode: 0o600, flush: true })
  const prefix = `${basename(file)}.backup-`
  const all = readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix))
    .toSorted()
  for (const name of all.slice(0, -MOST_BACKUPS)) rmSync(join(dirname(file), name), { force: true })
  return backup
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
