import { z } from '@hono/zod-openapi'
import { stripForAutoMode } from '../../policy/dangerous-rules.ts'
import { unreadWords } from '../unread-words.ts'
import { addGet, json, type RouteGroup } from './app.ts'

/** The rules in force, and what is wrong with the settings. */
export const policyRoutes: RouteGroup = (app, parts) => {
  addGet(
    app,
    {
      path: '/v1/policy',
      summary: 'The policy in force for a directory',
      answers:
        'Every settings file merged, with where each rule comes from; `stripped`: what auto mode takes out of force; `needsModel`: prohibitions in words that no model reads.',
      query: z.strictObject({ cwd: z.string().startsWith('/').max(4096) }),
    },
    (_context, { cwd }) => {
      const policy = parts.policies.policyFor(cwd)
      const stripped = stripForAutoMode(policy).stripped.map(({ rule, why }) => ({ ...rule, why }))
      const words = unreadWords(policy, parts.gate.reviewer === undefined ? 'none' : 'some')
      return json({ policy, stripped, ...(words === undefined ? {} : { needsModel: words }) })
    },
  )
  addGet(
    app,
    {
      path: '/v1/policy/bundle',
      summary: 'The signed policy bundle that this machine follows',
      answers:
        'Which version is in force and until when, what it locks, and how the last look at its source went; `failures`: what was not taken, and why.',
    },
    () => json({ bundle: parts.bundleStatus() }),
  )
  addGet(
    app,
    {
      path: '/v1/policy/problems',
      summary: 'Settings that could not be read',
      answers: 'By workspace: nothing is allowed there until they are fixed.',
    },
    () => {
      parts.policies.lookAround()
      return json({ problems: parts.policies.problems() })
    },
  )
}
