import { z } from '@hono/zod-openapi'
import { createHash } from 'node:crypto'
import { agentNamed } from '../../agents/index.ts'
import { thisPlace } from '../cli/init.ts'
import { examine } from '../doctor/examine.ts'
import { type Change, install, makeCopies, planInstall, planRemoval, remove, wantedOf } from '../install/install.ts'
import { type Copies, planCopies } from '../install/own-copies.ts'
import { DEFAULT_TIMEOUT, type Place, type Wanted } from '../install/place.ts'
import { isInstalled, type Recipe, recipeFor, RECIPES } from '../install/recipes.ts'
import { lineDiff } from '../line-diff.ts'
import { addGet, addPost, json, problem, type RouteGroup } from './app.ts'

type What = 'install' | 'uninstall'

const AGENT = z.string().max(64)
const WANTED: Wanted = { scope: 'user', observe: false, timeout: DEFAULT_TIMEOUT }

/** The agents of this machine: whether the gate holds for each, and putting it there or taking it away. */
export const agentRoutes: RouteGroup = (app, parts) => {
  const place: Place = {
    ...thisPlace(),
    home: parts.home,
    environment: { ...process.env, PORTCULLIS_STATE: parts.stateDirectory },
  }
  let examining: Promise<object> | undefined
  addGet(
    app,
    {
      path: '/v1/agents',
      summary: 'Does the gate hold?',
      answers: '`agents`: every one that is known, found or not, installed or not. `findings`: what doctor finds.',
    },
    async () => json(await (examining ??= examined(place).finally(() => (examining = undefined)))),
  )
  addPost(
    app,
    {
      path: '/v1/agents/plan',
      summary: 'What installing or uninstalling would change',
      answers: '`files` with the exact change of each, and the `hash` that the change itself must quote.',
      body: z.strictObject({ agent: AGENT, what: z.enum(['install', 'uninstall']).optional() }),
    },
    (_context, { agent, what }) =>
      withPlan(agent, what ?? 'install', place, (recipe, changes) =>
        json({
          files: changes.map(({ path, before, after }) => ({
            path,
            what: before === undefined ? 'new' : after === undefined ? 'removed' : 'changed',
            diff: lineDiff(before ?? '', after ?? ''),
          })),
          hash: hashOf(changes),
          notes: recipe.notes(WANTED),
        }),
      ),
  )
  for (const what of ['install', 'uninstall'] as const)
    addPost(
      app,
      {
        path: `/v1/agents/${what}`,
        summary: what === 'install' ? 'Put the gate in front of an agent' : 'Take the gate away from an agent',
        answers: '`files`: so many were written. 409 when the change is not the one that was shown.',
        body: z.strictObject({ agent: AGENT, hash: z.string().max(64) }),
      },
      (_context, { agent, hash }) =>
        withPlan(agent, what, place, async (recipe, changes, copies) => {
          if (hashOf(changes) !== hash)
            return problem(409, 'agents.changed', 'the files were changed meanwhile: look at the change again')
          const wanted = wantedNow(recipe, place)
          if (what === 'install') {
            await makeCopies(copies, place, wanted.scope)
            install(changes, copies.place, wanted)
          } else remove([recipe.agent], changes, place)
          return json({ files: changes.length })
        }),
    )
}

async function examined(place: Place): Promise<object> {
  const findings = await examine(place, [])
  const agents = RECIPES.map((recipe) => {
    const { title } = agentNamed(recipe.agent)!
    const wanted = wantedOf(recipe.agent, place)
    const own = findings.filter(({ about }) => about === title || about.startsWith(`${title}: `))
    return {
      agent: recipe.agent,
      title,
      found: isInstalled(recipe, place),
      installed: wanted !== undefined,
      ...(wanted === undefined ? {} : { scope: wanted.scope, observe: wanted.observe }),
      findings: own,
    }
  })
  return { agents, findings }
}

async function withPlan(
  name: string,
  what: What,
  place: Place,
  act: (recipe: Recipe, changes: readonly Change[], copies: Copies) => Response | Promise<Response>,
): Promise<Response> {
  const recipe = RECIPES.find(({ agent }) => agent === name)
  if (recipe === undefined || recipeFor(recipe.agent) === undefined)
    return problem(404, 'agents.unknown', 'no such agent is known')
  try {
    const wanted = wantedNow(recipe, place)
    const copies = planCopies(place, wanted.scope)
    const changes =
      what === 'install' ? planInstall([recipe], copies.place, wanted) : planRemoval([recipe.agent], place)
    return await act(recipe, changes, copies)
  } catch (error) {
    return problem(409, 'agents.unreadable', error instanceof Error ? error.message : String(error))
  }
}

/** An installation is mended as it was made. */
function wantedNow(recipe: Recipe, place: Place): Wanted {
  return wantedOf(recipe.agent, place) ?? WANTED
}

/** Over every byte before and after: what was shown is what is written. */
function hashOf(changes: readonly Change[]): string {
  const told = changes.map(({ path, before, after, mode }) => [path, before ?? null, after ?? null, mode])
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}
