import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './place.ts'
import { claudeCodeRecipe } from './recipes/claude-code.ts'
import { clineRecipe } from './recipes/cline.ts'
import { codexRecipe } from './recipes/codex.ts'
import { factoryDroidRecipe } from './recipes/factory-droid.ts'
import { geminiCliRecipe } from './recipes/gemini-cli.ts'
import { gooseRecipe } from './recipes/goose.ts'
import { opencodeRecipe } from './recipes/opencode.ts'
import { copilotCliRecipe } from './recipes/copilot-cli.ts'
import { cursorRecipe } from './recipes/cursor.ts'
import { qwenCodeRecipe } from './recipes/qwen-code.ts'
import { windsurfRecipe } from './recipes/windsurf.ts'
import type { Recipe } from './recipes/recipe.ts'

export type { Edit, InstallableAgent, Recipe } from './recipes/recipe.ts'

/** How each agent is put behind the gate. To add one: one file in `recipes/` and one line here. */
export const RECIPES: readonly Recipe[] = [
  claudeCodeRecipe,
  codexRecipe,
  geminiCliRecipe,
  opencodeRecipe,
  copilotCliRecipe,
  cursorRecipe,
  qwenCodeRecipe,
  factoryDroidRecipe,
  gooseRecipe,
  clineRecipe,
  windsurfRecipe,
]

export function recipeFor(name: string): Recipe | undefined {
  return RECIPES.find((recipe) => recipe.agent === name)
}

/** Agents that are there: a program on the PATH, or a directory that only the agent makes. */
export function isInstalled(recipe: Recipe, place: Place): boolean {
  return (
    foundProgram([...recipe.programs, ...(recipe.alsoRunBy ?? [])], place) !== undefined ||
    existsSync(recipe.directory(place))
  )
}

export function programOf(recipe: Recipe, place: Place): string | undefined {
  return foundProgram(recipe.programs, place)
}

function foundProgram(programs: readonly string[], place: Place): string | undefined {
  const directories = (place.environment['PATH'] ?? '').split(':').filter((directory) => directory.startsWith('/'))
  for (const program of programs)
    for (const directory of directories) if (existsSync(join(directory, program))) return join(directory, program)
  return undefined
}
